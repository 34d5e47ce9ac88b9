//! Results in native syntax.

use hcl2::diagnostics::{Diagnostics, Source};
use hcl2::edit::{Address, Comments};
use hcl2::model::Expression;
use hcl2::native::NativeExpression;
use hcl2::native::edit::Editor;
use hcl2::native::tree::Node;

use super::rows::{Constants, Row};
use crate::commands::budget::Limiter;
use crate::output::json_range;

/// Returns what an address selects in a file, and the problems of the file.
pub(super) fn select(
    source: &Source,
    address: &Address,
    limiter: Limiter,
    has_comments: bool,
) -> (Vec<Row>, Diagnostics) {
    let parsed = hcl2::native::parse_file(source);
    let mut diagnostics = parsed.diagnostics;
    let Ok(document) = Editor::from_file(&parsed.value) else {
        return (Vec::new(), diagnostics);
    };
    let mut constants = Constants::new(limiter);
    let selections = document.select(address);
    let comments = if has_comments {
        document.comments_of(&selections)
    } else {
        vec![Comments::default(); selections.len()]
    };
    let rows = selections.iter().zip(comments).map(|(selection, comments)| {
        let node = selection.node;
        let range = document.file().node_range(node);
        let value = document.value_of(node).and_then(|id| {
            let expression = NativeExpression::new(document.file().clone(), id);
            let evaluated = expression.evaluate(Some(constants.context()));
            constants.printed(evaluated, expression.span())
        });
        Row {
            file: source.name().to_owned(),
            address: selection.address.to_string(),
            kind: kind(node),
            range: json_range(source, range.start, range.end),
            source: document.source_of(node).to_owned(),
            raw: None,
            value,
            comments: comments.above.into_iter().chain(comments.beside).collect(),
        }
    });
    let rows = rows.collect();
    diagnostics.append(constants.diagnostics);
    (rows, diagnostics)
}

fn kind(node: Node) -> &'static str {
    match node {
        Node::Body(_) => "body",
        Node::Attribute(_) => "attribute",
        Node::Block(_) => "block",
        Node::ObjectItem(_) => "item",
        Node::Part(_) => "part",
        _ => "expression",
    }
}
