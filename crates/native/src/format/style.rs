//! Layouts other than the canonical one.

use hcl2_diagnostics::SourceMap;

use super::{lay_out, wrap};
use crate::edit::Document;
use crate::lexer::{Start, lex};
use crate::parse_file;
use crate::tree::TextRange;

/// How a text is laid out. The default is the canonical layout.
///
/// # Examples
///
/// ```
/// use hcl2_native::{Style, format_with};
///
/// let style = Style { indentation: 4, align: false, max_width: Some(20), sort_attributes: true, ..Style::default() };
/// let text = b"b {\nzone = [\"europe\", \"asia\"]\na   = 1\n}";
/// let wanted = "b {\n    a = 1\n    zone = [\n        \"europe\",\n        \"asia\",\n    ]\n}";
/// assert_eq!(String::from_utf8(format_with(text, style))?, wanted);
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// Spaces for each level of nesting.
    pub indentation: u8,
    /// Whether the `=` and the comments of neighbouring lines start at the same column.
    pub align: bool,
    /// The columns, grapheme clusters, that a line should not be longer than: lists, objects and calls in longer lines are
    /// spread over several. Lines that have none stay.
    pub max_width: Option<u32>,
    /// Whether the attributes of each body are sorted by name; each stays among blocks where an attribute was.
    pub sort_attributes: bool,
    /// Whether a text that is not empty ends in just one line ending.
    pub final_newline: bool,
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

/// A text in a layout of one's own. Lines are spread and attributes sorted only in texts without errors; text of more than
/// [`Limits::MAX_SOURCE_BYTES`](crate::Limits::MAX_SOURCE_BYTES) comes back as it is.
#[must_use]
pub fn format_with(text: &[u8], style: Style) -> Vec<u8> {
    let mut output = if style.sort_attributes {
        sorted(text).map_or_else(|| laid_out(text, style), |text| laid_out(&text, style))
    } else {
        laid_out(text, style)
    };
    if let Some(width) = style.max_width {
        // Each pass spreads the outermost brackets of lines that are too long still.
        while let Some(spread) = wrap::spread(&output, width) {
            output = laid_out(&spread, style);
        }
    }
    if style.final_newline {
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

/// A text with the attributes of every body sorted; `None` where it has errors.
fn sorted(text: &[u8]) -> Option<Vec<u8>> {
    let source = SourceMap::new().add("text", text).ok()?;
    let file = parse_file(&source).into_result().ok()?;
    let mut document = Document::from_file(&file).ok()?;
    document.sort_all_attributes().ok()?;
    Some(document.text().as_bytes().to_vec())
}
