//! Results in JSON syntax.

use hcl2::diagnostics::{Diagnostics, Source};
use hcl2::edit::Address;
use hcl2::edit::JsonEditor;
use hcl2::json::NodeKind;

use super::rows::{Constants, Row};
use crate::commands::budget::Limiter;
use crate::output::json_range;

/// Returns what an address selects in a file, and the problems of the file.
pub(super) fn select(source: &Source, address: &Address, limiter: Limiter) -> (Vec<Row>, Diagnostics) {
    let parsed = hcl2::json::parse_tree(source);
    let mut diagnostics = parsed.diagnostics;
    let Ok(document) = JsonEditor::from_source(source) else {
        return (Vec::new(), diagnostics);
    };
    let mut constants = Constants::new(limiter);
    let mut rows = Vec::new();
    for selection in document.select(address) {
        let node = document.tree().node(selection.node);
        let span = node.span();
        let start = selection
            .name
            .map_or(span.start, |name| document.tree().node(name).span().start);
        let evaluated = document.evaluate(selection.node, constants.context());
        let value = evaluated.and_then(|evaluated| constants.printed(evaluated, span));
        rows.push(Row {
            file: source.name().to_owned(),
            address: selection.address.to_string(),
            kind: match node.kind() {
                _ if selection.name.is_some() => "property",
                NodeKind::Object if selection.address == Address::ROOT => "body",
                _ => "element",
            },
            range: json_range(source, start, span.end),
            source: node.source_text().to_owned(),
            raw: node.text().map(std::borrow::Cow::into_owned),
            value,
            comments: Vec::new(),
        });
    }
    diagnostics.append(constants.diagnostics);
    (rows, diagnostics)
}
