//! What an offset refers to.

use hcl2_diagnostics::Span;
use hcl2_model::Name;
use hcl2_native::tree::{Expr, File, Node, Step};
use hcl2_terraform::Address;

use crate::document::Document;
use crate::workspace::Workspace;

/// What an offset refers to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    /// An addressable object, where it is declared or used.
    Object(Address),
    /// An output of a called module.
    Output {
        /// The name of the call.
        call: Name,
        /// The name of the output.
        output: Name,
    },
    /// A called function.
    Function(String),
    /// An argument of a block.
    Argument(String),
    /// The type of a block.
    BlockType(String),
}

/// Returns what an offset refers to, and the span of the reference.
pub(crate) fn target(workspace: &Workspace, document: &Document, offset: u32) -> Option<(Target, Span)> {
    let covers = |span: Span| span.start <= offset && offset <= span.end;
    let nodes = document.tree().map(|tree| (tree, tree.nodes_at(offset)));
    if let Some((tree, nodes)) = &nodes
        && let Some(found) = called_function(tree, nodes, &covers)
    {
        return Some(found);
    }
    let checked = workspace.checked_source(document);
    if let (Some(module), Some(checked)) = (workspace.module_of(document), checked)
        && let Some((address, span)) = module.object_at(checked.id(), offset)
    {
        let output = match (&nodes, &address) {
            (Some((tree, nodes)), Address::Module(call)) => output_of(tree, nodes, call, &covers),
            _ => None,
        };
        return Some(output.unwrap_or((Target::Object(address), span)));
    }
    let (tree, nodes) = nodes?;
    nodes.iter().rev().find_map(|node| match *node {
        Node::Attribute(id) => {
            let name = tree.span(tree.attribute(id).name);
            let target = || Target::Argument(tree.str(tree.attribute(id).name).to_owned());
            covers(name).then(|| (target(), name))
        }
        Node::Block(id) => {
            let block_type = tree.span(tree.block(id).block_type);
            let target = || Target::BlockType(tree.str(tree.block(id).block_type).to_owned());
            covers(block_type).then(|| (target(), block_type))
        }
        _ => None,
    })
}

fn called_function(tree: &File, nodes: &[Node], covers: &dyn Fn(Span) -> bool) -> Option<(Target, Span)> {
    let call = nodes.iter().rev().find_map(|node| match node {
        Node::Expr(id) => match tree.expr(*id) {
            Expr::Call(call) => Some(tree.call(call)),
            _ => None,
        },
        _ => None,
    })?;
    let span = tree.span(call.name_range);
    covers(span).then(|| (Target::Function(tree.text(call.name).to_owned()), span))
}

/// Returns the output selected from a module call if the offset is at its name.
fn output_of(
    tree: &File,
    nodes: &[Node],
    call: &Name,
    covers: &dyn Fn(Span) -> bool,
) -> Option<(Target, Span)> {
    let steps = nodes.iter().rev().find_map(|node| match node {
        Node::Expr(id) => match tree.expr(*id) {
            Expr::Traversal { steps, .. } => Some(tree.steps(steps)),
            _ => None,
        },
        _ => None,
    })?;
    let mut names = steps.iter().skip(1).filter_map(|step| match step {
        Step::Attribute { name, .. } => Some(name),
        _ => None,
    });
    let name = names.next()?;
    let target = || Target::Output {
        call: call.clone(),
        output: Name::from(tree.str(name)),
    };
    covers(tree.span(name)).then(|| (target(), tree.span(name)))
}
