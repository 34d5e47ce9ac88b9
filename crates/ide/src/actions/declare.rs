//! Declaring the variable that a reference names.

use hcl2_native::tree::{Expr, Node, Step, TextRange};
use hcl2_terraform::table::roots;

use super::{Action, ActionKind, Selected};

/// Returns the action that declares the variable at the range, if the module does not.
pub(super) fn action(selected: Selected<'_>) -> Option<Action> {
    let tree = selected.tree;
    let nodes = tree.nodes_at(selected.range.start);
    let name = nodes.iter().rev().find_map(|node| {
        let Node::Expr(id) = node else { return None };
        let Expr::Traversal { root_end, steps } = tree.expr(*id) else {
            return None;
        };
        let root = tree.str(TextRange::new(tree.expr_range(*id).start, root_end));
        match tree.steps(steps).first() {
            Some(Step::Attribute { name, .. }) if root == roots::VARIABLE => Some(tree.str(name)),
            _ => None,
        }
    })?;
    let module = selected.workspace.module_of(selected.document)?;
    if module.variables.named(name).is_some() {
        return None;
    }
    let end = selected.document.text().len() as u32;
    let (_, newline, _) = selected.line(end);
    let is_ended = selected.document.text().ends_with('\n');
    let start = if is_ended {
        newline.to_owned()
    } else {
        newline.repeat(2)
    };
    let text = format!("{start}variable \"{name}\" {{{newline}  type = any{newline}}}{newline}");
    let title = format!("Declare the variable `{name}`");
    Some(selected.action(title, ActionKind::QuickFix, vec![(TextRange::empty(end), text)]))
}
