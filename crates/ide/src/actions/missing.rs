//! Adding the required arguments that a block lacks.

use hcl2_native::tree::TextRange;
use hcl2_value::{Type, TypeKind};
use hcl2_wire::schema::Presence;

use super::{Action, ActionKind, Selected};
use crate::body::body_at;

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
    for argument in enclosing.body.arguments_in(language) {
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
    if missing.is_empty() {
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
    let lines: String = lines.collect();
    let edit = match is_alone {
        true => (TextRange::empty(line), lines),
        false => (
            TextRange::empty(block.close_brace.start),
            format!("{newline}{lines}{indent}"),
        ),
    };
    let title = match missing.as_slice() {
        [(name, _)] => format!("Add the missing argument `{name}`"),
        _ => format!("Add {} missing arguments", missing.len()),
    };
    Some(selected.action(title, ActionKind::QuickFix, vec![edit]))
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
