//! Warnings about moves and removals that Terraform refuses when it plans.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Traversal, TraversalStep};

use super::constants::reference;
use super::declaration::Declaration;
use super::references::{Declared, address_length};
use crate::address::Address;
use crate::table::names;

/// A move from one address to another.
struct Move {
    from: Traversal,
    to: Traversal,
    span: Span,
}

/// Warns of moves and removals of objects that the module still declares, and of moves from or to an address that
/// contradict each other.
pub(super) fn check(declarations: &[Declaration], declared: &Declared, diagnostics: &mut Diagnostics) {
    let address_in = |block: &Declaration, name: &str| reference(&block.argument(name)?.expression);
    let mut moves: Vec<Move> = Vec::new();
    for block in declarations {
        match block.block_type.name {
            names::REMOVED => {
                let from = address_in(block, names::FROM);
                let first = from.and_then(|from| whole_object(&from, declared));
                diagnostics.extend(first.map(|first| {
                    warning(
                        "Removed object is still declared",
                        "A `removed` block names this object. Remove its declaration, or that block."
                            .to_owned(),
                        first,
                    )
                    .with_label(block.span, "the block that removes it")
                }));
            }
            names::MOVED => {
                let ends = address_in(block, names::FROM).zip(address_in(block, names::TO));
                moves.extend(ends.map(|(from, to)| Move {
                    from,
                    to,
                    span: block.span,
                }));
            }
            _ => {}
        }
    }
    let mut by_from: HashMap<String, (String, Span)> = HashMap::new();
    let mut by_to: HashMap<String, (String, Span)> = HashMap::new();
    for Move { from, to, span } in &moves {
        let first = whole_object(from, declared).filter(|_| is_whole(to));
        let (from, to) = (written(from), written(to));
        if from == to {
            let detail = format!("`{from}` moves to its own address. Remove the block.");
            diagnostics.push(warning("Invalid move", detail, *span));
            continue;
        }
        let other_end = by_from.entry(from.clone()).or_insert_with(|| (to.clone(), *span));
        let other_start = by_to.entry(to.clone()).or_insert_with(|| (from.clone(), *span));
        let (why, label) = if let Some(first) = first {
            ("it is still declared. Rename its declaration.".to_owned(), first)
        } else if other_end.0 != to {
            let (other, first) = other_end;
            (
                format!("it also moves to `{other}`. Remove one of the moves."),
                *first,
            )
        } else if other_start.0 != from {
            let (other, first) = other_start;
            (format!("so does `{other}`. Remove one of the moves."), *first)
        } else {
            continue;
        };
        diagnostics.push(
            warning(
                "Invalid move",
                format!("`{from}` moves to `{to}`, but {why}"),
                *span,
            )
            .with_label(label, "declared here"),
        );
    }
}

fn warning(summary: &'static str, detail: String, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::INVALID_TARGET, summary)
        .with_detail(detail)
        .with_subject(span)
}

/// Returns the block of the resource or call that an address without keys names, if the module declares it.
fn whole_object(address: &Traversal, declared: &Declared) -> Option<Span> {
    let own = Address::from_traversal(address)?;
    let is_object = matches!(own, Address::Resource(..) | Address::Module(_));
    let is_all = address.steps().len() == address_length(address, &own);
    let span = declared.span(&own)?;
    (is_object && is_all).then_some(span)
}

/// Returns whether an address has no keys.
fn is_whole(address: &Traversal) -> bool {
    let mut steps = address.steps().iter();
    !steps.any(|step| matches!(step, TraversalStep::Index { .. }))
}

/// Returns an address as it is written in references.
fn written(address: &Traversal) -> String {
    let steps = address
        .steps()
        .iter()
        .enumerate()
        .map(|(position, step)| match step {
            TraversalStep::Root { name, .. } => name.to_string(),
            TraversalStep::Attribute { name, .. } => {
                let dot = if position == 0 { "" } else { "." };
                format!("{dot}{name}")
            }
            TraversalStep::Index { key, .. } => match key.as_str() {
                Some(key) => format!("[{key:?}]"),
                None => format!(
                    "[{}]",
                    key.as_number().map_or_else(String::new, ToString::to_string)
                ),
            },
            TraversalStep::Splat { .. } => "[*]".to_owned(),
        });
    steps.collect()
}
