//! Configurable layouts.

use hcl2_diagnostics::SourceMap;

use super::{lay_out, wrap};
use crate::lexer::{Start, lex};
use crate::parser::parse_file;
use crate::rewrite::{all_bodies, sorted_attributes, spliced};
use crate::tree::TextRange;

/// The style of a layout. The default is the canonical layout.
///
/// # Examples
///
/// ```
/// use hcl2_native::Style;
///
/// let style = Style::default()
///     .with_indentation(4)
///     .with_align(false)
///     .with_max_width(Some(20))
///     .with_sort_attributes(true);
/// let text = b"b {\nzone = [\"europe\", \"asia\"]\na   = 1\n}";
/// let wanted = "b {\n    a = 1\n    zone = [\n        \"europe\",\n        \"asia\",\n    ]\n}";
/// assert_eq!(String::from_utf8(style.format(text))?, wanted);
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Style {
    /// Spaces for each level of nesting.
    pub indentation: u8,
    /// Whether `=` and comments of adjacent lines are aligned.
    pub align: bool,
    /// Maximum width of a line, in grapheme clusters. Lists, objects and calls in longer lines are spread over several
    /// lines; longer lines without any of these stay.
    pub max_width: Option<u32>,
    /// Whether the attributes of each body are sorted by name. Attributes take the places of attributes.
    pub sort_attributes: bool,
    /// Whether a source that is not empty ends in exactly one line ending.
    pub final_newline: bool,
}

impl Style {
    /// Sets the number of spaces for each level of nesting.
    #[must_use]
    pub const fn with_indentation(mut self, spaces: u8) -> Self {
        self.indentation = spaces;
        self
    }

    /// Sets whether `=` and comments of adjacent lines are aligned.
    #[must_use]
    pub const fn with_align(mut self, align: bool) -> Self {
        self.align = align;
        self
    }

    /// Sets the maximum width of a line, in grapheme clusters.
    #[must_use]
    pub const fn with_max_width(mut self, columns: Option<u32>) -> Self {
        self.max_width = columns;
        self
    }

    /// Sets whether the attributes of each body are sorted by name.
    #[must_use]
    pub const fn with_sort_attributes(mut self, sort: bool) -> Self {
        self.sort_attributes = sort;
        self
    }

    /// Sets whether a source that is not empty ends in exactly one line ending.
    #[must_use]
    pub const fn with_final_newline(mut self, newline: bool) -> Self {
        self.final_newline = newline;
        self
    }

    /// Formats a source in this style. Lines are spread and attributes sorted only in a source without errors. A source of
    /// more than [`Limits::MAX_SOURCE_BYTES`](crate::Limits::MAX_SOURCE_BYTES) is returned unchanged.
    #[must_use]
    pub fn format(self, text: &[u8]) -> Vec<u8> {
        let mut output = if self.sort_attributes {
            sorted(text).map_or_else(|| laid_out(text, self), |text| laid_out(&text, self))
        } else {
            laid_out(text, self)
        };
        if let Some(width) = self.max_width {
            // Each pass spreads the outermost brackets of the lines that are still too long.
            while let Some(spread) = wrap::spread(&output, width) {
                output = laid_out(&spread, self);
            }
        }
        if self.final_newline {
            let kept = output
                .iter()
                .rposition(|byte| !byte.is_ascii_whitespace())
                .map_or(0, |last| last + 1);
            if kept > 0 {
                output.truncate(kept);
                output.push(b'\n');
            }
        }
        output
    }
}

impl Default for Style {
    fn default() -> Self {
        Self {
            indentation: 2,
            align: true,
            max_width: None,
            sort_attributes: false,
            final_newline: false,
        }
    }
}

fn laid_out(text: &[u8], style: Style) -> Vec<u8> {
    let Ok(length) = u32::try_from(text.len()) else {
        return text.to_vec();
    };
    if length > crate::Limits::MAX_SOURCE_BYTES {
        return text.to_vec();
    }
    let tokens = lex(text, TextRange::new(0, length), Start::Code);
    let mut output = Vec::with_capacity(text.len() + text.len() / 8);
    lay_out(text, &tokens, style, &mut output);
    output
}

/// Sorts the attributes of every body. Returns `None` for a source with errors.
fn sorted(text: &[u8]) -> Option<Vec<u8>> {
    let source = SourceMap::new().add("text", text).ok()?;
    let file = parse_file(&source).into_result().ok()?;
    let changed = spliced(file.bytes(), sorted_attributes(&file, &all_bodies(&file)));
    let source = SourceMap::new().add("text", changed.as_slice()).ok()?;
    parse_file(&source).into_result().ok().map(|_| changed)
}
