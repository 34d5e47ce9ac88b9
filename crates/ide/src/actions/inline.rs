//! Replacing a local value by what it is.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hcl2_diagnostics::{Source, SourceId};
use hcl2_model::Syntax;
use hcl2_native::parse_file;
use hcl2_native::tree::{Expr, ExprId, File, Node, TextRange};
use hcl2_project::NamePlace;
use hcl2_terraform::{Address, MentionRole, Mentioned};

use super::{Action, ActionKind, Selected};
use crate::format::Edit;
use crate::rename::FileEdits;

/// Returns the action that replaces all references to the local value at the range by its value, and removes it.
pub(super) fn action(selected: Selected<'_>) -> Option<Action> {
    let mut names = selected.workspace.names_beside(selected.document)?;
    let (object, _) = names.at(selected.document.path(), selected.range.start)?;
    let Mentioned::Object(Address::Local(name)) = &object.object else {
        return None;
    };
    let places = names.places(&object);
    let mut declared = places
        .iter()
        .filter(|place| place.role == MentionRole::Declaration);
    let (declaration, others) = (declared.next()?, declared.next());
    let is_native = |place: &NamePlace| Syntax::from_path(&place.path) == Syntax::Native;
    if others.is_some() || !places.iter().all(is_native) {
        return None;
    }
    let (removed, value, is_simple) = value_of(declaration)?;
    let mut files: BTreeMap<_, FileEdits> = BTreeMap::new();
    let paths = selected.workspace.document_paths();
    let mut trees: HashMap<SourceId, Arc<File>> = HashMap::new();
    let mut add = |place: &NamePlace, source: &Source, range: TextRange, text: String| {
        let path = paths.of(place.path.clone());
        let file = files.entry(path).or_insert_with(|| FileEdits {
            source: source.clone(),
            edits: Vec::new(),
        });
        let span = source.span_of(range.start, range.end);
        file.edits.push(Edit { span, text });
    };
    for place in &places {
        if place.span == declaration.span && place.path == declaration.path {
            add(place, &place.source, removed, String::new());
            continue;
        }
        let tree = trees
            .entry(place.source.id())
            .or_insert_with(|| parse_file(&place.source).value);
        let (range, is_followed) = reference_at(tree, place)?;
        // The value of a declaration that goes is not kept.
        let is_inside =
            place.path == declaration.path && removed.start <= range.start && range.end <= removed.end;
        if is_inside {
            return None;
        }
        let text = match is_simple && !is_followed {
            true => value.clone(),
            false => format!("({value})"),
        };
        add(place, &place.source, range, text);
    }
    for file in files.values_mut() {
        file.edits.sort_by_key(|edit| edit.span.start);
    }
    Some(Action {
        title: format!("Inline the local value `{name}`"),
        kind: ActionKind::Inline,
        edits: files,
        created: BTreeMap::new(),
        deleted: Vec::new(),
        refused: None,
    })
}

/// Returns the lines of a declaration, its value, and whether it needs no parentheses.
fn value_of(place: &NamePlace) -> Option<(TextRange, String, bool)> {
    let tree = parse_file(&place.source).value;
    let nodes = tree.nodes_at(place.span.start);
    let attribute = nodes.iter().rev().find_map(|node| match node {
        Node::Attribute(id) => Some(tree.attribute(*id)),
        _ => None,
    })?;
    let range = tree.expr_range(attribute.value);
    let value = tree.str(range);
    // A heredoc ends with its line.
    if value.contains("<<") {
        return None;
    }
    let is_simple = !matches!(
        tree.expr(attribute.value),
        Expr::Binary { .. } | Expr::Unary { .. } | Expr::Conditional(_)
    );
    Some((lines_of(&tree, attribute.range()), value.to_owned(), is_simple))
}

/// Returns a range with its whole line, if nothing else is on it.
fn lines_of(tree: &File, range: TextRange) -> TextRange {
    let bytes = tree.source().bytes();
    let start = bytes[..range.start as usize]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let end = bytes[range.end as usize..].iter().position(|byte| *byte == b'\n');
    let end = end.map_or(bytes.len(), |at| range.end as usize + at + 1);
    let is_blank = |part: &[u8]| part.iter().all(u8::is_ascii_whitespace);
    let is_alone = is_blank(&bytes[start..range.start as usize]) && is_blank(&bytes[range.end as usize..end]);
    match is_alone {
        true => TextRange::new(start as u32, end as u32),
        false => range,
    }
}

/// Returns the range of the reference whose name is at a place, and whether something is selected from it.
fn reference_at(tree: &File, place: &NamePlace) -> Option<(TextRange, bool)> {
    let nodes = tree.nodes_at(place.span.start);
    let id: ExprId = nodes.iter().rev().find_map(|node| match node {
        Node::Expr(id) if matches!(tree.expr(*id), Expr::Traversal { .. }) => Some(*id),
        _ => None,
    })?;
    let range = tree.expr_range(id);
    // A key in brackets is no name.
    let end = if tree
        .str(TextRange::new(place.span.start, place.span.end))
        .is_empty()
    {
        return None;
    } else {
        place.span.end
    };
    let is_index = tree.source().bytes().get(end as usize) == Some(&b'"');
    (!is_index).then_some((TextRange::new(range.start, end), end < range.end))
}
