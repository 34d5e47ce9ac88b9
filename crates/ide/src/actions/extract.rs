//! Moving an expression into a local value or a variable.

use hcl2_native::tree::{Expr, ExprId, Node, TextRange};
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{Language, roots};

use super::{Action, ActionKind, Selected};

/// The roots of references that mean something else outside of a block.
const OF_BLOCKS: [&str; 3] = [roots::COUNT.0, roots::EACH.0, roots::SELF];

/// Returns the actions that move the selected expression into a local value, or into a variable if it is a constant.
pub(super) fn actions(selected: Selected<'_>) -> Vec<Action> {
    let Some((range, id)) = expression(selected) else {
        return Vec::new();
    };
    let tree = selected.tree;
    let variables = tree.variables(Node::Expr(id));
    let Some(module) = selected.workspace.module_of(selected.document) else {
        return Vec::new();
    };
    let language = selected.workspace.language_of(selected.document);
    if depends_on_place(selected, range, language) {
        return Vec::new();
    }
    let roots_of_blocks = variables.iter().filter_map(|variable| variable.root_name());
    if roots_of_blocks
        .into_iter()
        .any(|root| OF_BLOCKS.contains(&root.as_str()))
    {
        return Vec::new();
    }
    let Some(top) = selected.top() else {
        return Vec::new();
    };
    let (_, newline, _) = selected.line(top.start);
    let value = tree.str(range);
    let mut actions = Vec::new();
    let base = name_of(selected);
    let name = free(&base, |name| module.locals.named(name).is_some());
    let declaration = format!("locals {{{newline}  {name} = {value}{newline}}}{newline}{newline}");
    actions.push(selected.action(
        format!("Extract to the local value `{name}`"),
        ActionKind::Extract,
        vec![
            (TextRange::empty(top.start), declaration),
            (range, format!("{}.{name}", roots::LOCAL)),
        ],
    ));
    if let Some(ty) = type_of(selected, id).filter(|_| variables.is_empty()) {
        let name = free(&base, |name| module.variables.named(name).is_some());
        let declaration = format!(
            "variable \"{name}\" {{{newline}  type    = {ty}{newline}  default = {value}{newline}}}{newline}{newline}"
        );
        actions.push(selected.action(
            format!("Extract to the variable `{name}`"),
            ActionKind::Extract,
            vec![
                (TextRange::empty(top.start), declaration),
                (range, format!("{}.{name}", roots::VARIABLE)),
            ],
        ));
    }
    actions
}

/// Returns the expression that is selected exactly.
fn expression(selected: Selected<'_>) -> Option<(TextRange, ExprId)> {
    let text = selected.document.text();
    let written = text.get(selected.range.start as usize..selected.range.end as usize)?;
    let start = selected.range.start + (written.len() - written.trim_start().len()) as u32;
    let end = start + written.trim().len() as u32;
    if start >= end {
        return None;
    }
    let nodes = selected.tree.nodes_at(start).into_iter();
    let mut found = nodes.filter_map(|node| match node {
        Node::Expr(id) => Some((selected.tree.expr_range(id), id)),
        _ => None,
    });
    let found = found.find(|(range, _)| (range.start, range.end) == (start, end))?;
    let is_attribute = !selected.blocks().is_empty();
    (is_attribute && !text.get(start as usize..end as usize)?.contains("<<")).then_some(found)
}

/// Returns whether an expression uses the variable of a `for` or of a dynamic block around it.
fn depends_on_place(selected: Selected<'_>, range: TextRange, language: Language) -> bool {
    let file = ModuleFile::parse(selected.document.source(), language).value;
    let is_in = |start: u32, end: u32| range.start <= start && end <= range.end;
    file.iterators().iter().any(|iterator| {
        let is_own = is_in(iterator.definition.start, iterator.definition.end);
        !is_own && iterator.uses.iter().any(|span| is_in(span.start, span.end))
    })
}

/// Returns the name of the attribute around the range.
fn name_of(selected: Selected<'_>) -> String {
    let nodes = selected.tree.nodes_at(selected.range.start);
    let name = nodes.iter().rev().find_map(|node| match node {
        Node::Attribute(id) => Some(selected.tree.str(selected.tree.attribute(*id).name).to_owned()),
        _ => None,
    });
    name.unwrap_or_else(|| "value".to_owned())
}

/// Returns a name that is not taken.
pub(super) fn free(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let names = (1_usize..).map(|number| match number {
        1 => base.to_owned(),
        _ => format!("{base}_{number}"),
    });
    names.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
}

/// Returns the type of a constant, as a type expression.
fn type_of(selected: Selected<'_>, id: ExprId) -> Option<&'static str> {
    match selected.tree.expr(id) {
        Expr::Number => Some("number"),
        Expr::Bool(_) => Some("bool"),
        Expr::String { .. } => Some("string"),
        _ => None,
    }
}
