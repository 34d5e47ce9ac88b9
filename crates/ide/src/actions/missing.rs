//! Adding the required arguments and blocks that a block lacks.

use hcl2_native::tree::{Block, Item, TextRange};
use hcl2_value::{Type, TypeKind};
use hcl2_wire::schema::{NestedBlock, Presence};

use super::{Action, ActionKind, Selected};
use crate::body::{Enclosing, body_at};

/// Returns the action that adds the missing arguments of the block at the range.
pub(super) fn action(selected: Selected<'_>) -> Option<Action> {
    let block = selected.tree.block(*selected.blocks().last()?);
    let is_whole = block.has_body && selected.tree.str(block.close_brace) == "}";
    if !is_whole {
        return None;
    }
    // The innermost body is that of the block itself, where no other one is open.
    let enclosing = body_at(selected.workspace, selected.document, block.close_brace.start)?;
    let mut missing: Vec<(String, &'static str)> = Vec::new();
    let language = selected.workspace.language_of(selected.document);
    for argument in enclosing.body.arguments_for(language) {
        if argument.required {
            missing.push((argument.name.to_owned(), "null"));
        }
    }
    if let Some(call) = enclosing.call.filter(|call| call.source.is_some())
        && let Some((called, _)) = selected.workspace.called(selected.document, call)
    {
        let required = called
            .module
            .variables
            .iter()
            .filter(|variable| variable.default.is_none());
        missing.extend(required.map(|variable| (variable.name.to_string(), example(&variable.ty))));
    }
    if let Some(schema) = enclosing.schema {
        let attributes = schema.attributes.iter();
        let required = attributes.filter(|(_, attribute)| attribute.presence == Presence::Required);
        missing.extend(required.map(|(name, attribute)| (name.clone(), example(&attribute.implied_type()))));
    }
    missing.retain(|(name, _)| !enclosing.present.contains(name));
    let blocks = required_blocks(selected, block, &enclosing);
    if missing.is_empty() && blocks.is_empty() {
        return None;
    }
    let (line, newline, indent) = selected.line(block.close_brace.start);
    let is_alone = selected
        .document
        .text()
        .get(line as usize..block.close_brace.start as usize)
        == Some(&indent);
    let width = missing.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines = missing
        .iter()
        .map(|(name, value)| format!("{indent}  {name:width$} = {value}{newline}"));
    let mut lines: String = lines.collect();
    let inner = format!("{indent}  ");
    for (name, nested) in blocks.iter().copied() {
        write_block(&mut lines, (name, nested), (inner.as_str(), newline));
    }
    let edit = match is_alone {
        true => (TextRange::empty(line), lines),
        false => (
            TextRange::empty(block.close_brace.start),
            format!("{newline}{lines}{indent}"),
        ),
    };
    let title = match (missing.as_slice(), blocks.as_slice()) {
        ([(name, _)], []) => format!("Add the missing argument `{name}`"),
        ([], [(name, _)]) => format!("Add the missing block `{name}`"),
        (_, []) => format!("Add {} missing arguments", missing.len()),
        _ => format!(
            "Add {} missing arguments and blocks",
            missing.len() + blocks.len()
        ),
    };
    Some(selected.action(title, ActionKind::QuickFix, vec![edit]))
}

/// Returns the blocks that a schema requires and a block does not have.
fn required_blocks<'w>(
    selected: Selected<'_>,
    block: Block,
    enclosing: &Enclosing<'w>,
) -> Vec<(&'w str, &'w NestedBlock)> {
    let tree = selected.tree;
    let items = tree.items(tree.body(block.body).items).iter();
    let present: Vec<&str> = items
        .filter_map(|item| match item {
            Item::Block(id) => {
                let inner = tree.block(*id);
                let first = tree.labels(inner.labels).first();
                // The label of a dynamic block is the type of the blocks that it makes.
                let ty = tree.str(inner.block_type);
                Some(
                    first
                        .filter(|_| ty == "dynamic")
                        .map_or(ty, |label| tree.text(label.text)),
                )
            }
            _ => None,
        })
        .collect();
    let nested = enclosing.schema.into_iter().flat_map(|schema| &schema.blocks);
    nested
        .filter(|(name, nested)| nested.min_items > 0 && !present.contains(&name.as_str()))
        .map(|(name, nested)| (name.as_str(), nested))
        .collect()
}

/// Writes a block with its required arguments and blocks.
fn write_block(text: &mut String, (name, nested): (&str, &NestedBlock), (indent, newline): (&str, &str)) {
    text.push_str(&format!("{indent}{name} {{{newline}"));
    let inner = format!("{indent}  ");
    let attributes = nested.block.attributes.iter();
    let required: Vec<_> = attributes
        .filter(|(_, attribute)| attribute.presence == Presence::Required)
        .collect();
    let width = required.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, attribute) in required {
        let value = example(&attribute.implied_type());
        text.push_str(&format!("{inner}{name:width$} = {value}{newline}"));
    }
    for (name, nested) in nested
        .block
        .blocks
        .iter()
        .filter(|(_, nested)| nested.min_items > 0)
    {
        write_block(text, (name.as_str(), nested), (inner.as_str(), newline));
    }
    text.push_str(&format!("{indent}}}{newline}"));
}

/// Returns a value of a type that stands for one to be written.
fn example(ty: &Type) -> &'static str {
    match ty.kind() {
        TypeKind::String => "\"\"",
        TypeKind::Number => "0",
        TypeKind::Bool => "false",
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => "[]",
        TypeKind::Map(_) | TypeKind::Object(_) => "{}",
        _ => "null",
    }
}
