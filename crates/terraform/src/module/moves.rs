//! Warnings about moves and removals that Terraform refuses when it plans.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Traversal, TraversalStep};

use super::Address;
use super::arguments::reference;
use super::declaration::Declaration;
use super::references::{Declared, address_length};
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
                if let Some(from) = address_in(block, names::FROM)
                    && let Some((address, first)) = whole_object(&from, declared)
                {
                    let detail =
                        format!("The module still declares `{address}`. Remove one of the two blocks.");
                    diagnostics.push(warning(
                        "Removed object still declared",
                        detail,
                        block.span,
                        first,
                    ));
                }
            }
            names::MOVED => moves.extend(
                address_in(block, names::FROM)
                    .zip(address_in(block, names::TO))
                    .map(|(from, to)| Move {
                        from,
                        to,
                        span: block.span,
                    }),
            ),
            _ => {}
        }
    }
    let mut sources: HashMap<String, (String, Span)> = HashMap::new();
    let mut targets: HashMap<String, (String, Span)> = HashMap::new();
    for Move { from, to, span } in &moves {
        let (source, target) = (written(from), written(to));
        if let Some((address, first)) = whole_object(from, declared)
            && is_whole(to)
            && source != target
        {
            let detail = format!(
                "The module still declares `{address}`, so it has not moved to `{target}`. Rename or remove its block."
            );
            diagnostics.push(warning("Moved object still declared", detail, *span, first));
        }
        let other = sources.insert(source.clone(), (target.clone(), *span));
        if let Some((other, first)) = other.filter(|(other, _)| *other != target) {
            let detail = format!("`{source}` moves to one address, and another block moves it to `{other}`.");
            diagnostics.push(warning("Contradictory moves", detail, *span, first));
        }
        let other = targets.insert(target.clone(), (source.clone(), *span));
        if let Some((other, first)) = other.filter(|(other, _)| *other != source) {
            let detail = format!("One object moves to `{target}`, and another block moves `{other}` there.");
            diagnostics.push(warning("Contradictory moves", detail, *span, first));
        }
    }
}

fn warning(summary: &'static str, detail: String, span: Span, first: Span) -> Diagnostic {
    Diagnostic::warning(codes::INVALID_TARGET, summary)
        .with_detail(detail)
        .with_subject(span)
        .with_label(first, "the other block")
}

/// Returns the resource or call of the module that an address without keys names, with its block, if it is declared.
fn whole_object(address: &Traversal, declared: &Declared) -> Option<(Address, Span)> {
    let own = Address::from_traversal(address)?;
    let is_object = matches!(own, Address::Resource(..) | Address::Module(_));
    let is_all = address.steps().len() == address_length(address, &own);
    let span = declared.span(&own)?;
    (is_object && is_all).then_some((own, span))
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
