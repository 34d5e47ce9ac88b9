//! Formatting of sources and documents.

use std::path::Path;

use hcl2_diagnostics::{Diagnostics, Source, Span};
use hcl2_model::Syntax;
use hcl2_native::{Style, format_file, parse_file};
use hcl2_terraform::table::FileKind;

use crate::changes::line_changes;
use crate::workspace::Workspace;

/// A replacement of a range of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range to replace.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Workspace {
    /// Returns the edits that bring a document into its layout, line by line, or `None` if it has errors.
    #[must_use]
    pub fn format(&self, path: &Path) -> Option<Vec<Edit>> {
        let document = self.document(path)?;
        let formatted = format_source(document.source(), document.syntax(), self.style_of(document)).ok()?;
        let formatted = String::from_utf8(formatted).ok()?;
        let text = document.text();
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.split_inclusive('\n').scan(0, |end, line| {
                *end += line.len();
                Some(*end)
            }))
            .collect();
        let lines: Vec<&str> = formatted.split_inclusive('\n').collect();
        let edits = line_changes(text, &formatted).into_iter().map(|change| {
            let at = |line: usize| starts.get(line).copied().unwrap_or(text.len()) as u32;
            Edit {
                span: document
                    .source()
                    .span_of(at(change.before.start), at(change.before.end)),
                text: lines.get(change.after).unwrap_or_default().concat(),
            }
        });
        Some(edits.collect())
    }
}

impl Workspace {
    /// Returns the edits that bring the lines of a range into their layout, or `None` if the document has errors.
    #[must_use]
    pub fn format_range(&self, path: &Path, range: Span) -> Option<Vec<Edit>> {
        let mut edits = self.format(path)?;
        // An edit ends where the next line starts.
        edits.retain(|edit| {
            edit.span.start <= range.end && range.start < edit.span.end.max(edit.span.start + 1)
        });
        Some(edits)
    }

    /// Returns the edits of the layout after a character was typed before an offset: of the block that a brace closes, or of the
    /// line that a line ending ends.
    #[must_use]
    pub fn format_typed(&self, path: &Path, offset: u32, typed: &str) -> Option<Vec<Edit>> {
        let document = self.document(path)?;
        let before = document.before(offset);
        let end = before.len() as u32;
        let start = if typed == "}" {
            let tree = document.tree()?;
            let nodes = tree.nodes_at(end.checked_sub(1)?).into_iter().rev();
            let closed = nodes
                .map(|node| tree.node_range(node))
                .find(|range| range.end == end);
            closed?.start
        } else {
            let line = before.trim_end_matches(['\n', '\r', ' ', '\t']);
            line.rfind('\n').map_or(0, |at| at as u32 + 1)
        };
        // A line that is being typed keeps its spaces.
        let text = document.text();
        let end = if typed == "}" {
            end
        } else {
            before.rfind('\n').unwrap_or(text.len()) as u32
        };
        self.format_range(path, document.source().span_of(start, end.max(start)))
    }
}

/// Returns a source in formatted layout. Comments that are not UTF-8 keep their bytes. The name of the source selects the
/// canonical layout of Terraform; `style` applies to the native syntax alone.
///
/// # Errors
///
/// The diagnostics of parsing the source if one of them is an error.
pub fn format_source(source: &Source, syntax: Syntax, style: Style) -> Result<Vec<u8>, Diagnostics> {
    match syntax {
        Syntax::Json => {
            let tree = hcl2_json::parse_tree(source).into_result()?;
            Ok(hcl2_json::format_tree(&tree))
        }
        Syntax::Native => {
            let file = parse_file(source).into_result()?;
            let formatted = if is_formatted_by_terraform(source.name()) {
                hcl2_terraform::format_file(&file)
            } else {
                format_file(&file)
            };
            if style == Style::default() {
                Ok(formatted)
            } else {
                Ok(style.format(&formatted))
            }
        }
    }
}

/// Returns whether `terraform fmt` or `tofu fmt` formats files of this name.
fn is_formatted_by_terraform(name: &str) -> bool {
    matches!(
        FileKind::of_path(Path::new(name)),
        Some(
            FileKind::Module { .. }
                | FileKind::Values
                | FileKind::Tests { .. }
                | FileKind::Mocks
                | FileKind::Queries
        )
    )
}
