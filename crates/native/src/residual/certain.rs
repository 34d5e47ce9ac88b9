//! Parts of an expression that depend on nothing unknown, or on nothing undefined.

use std::collections::HashSet;

use hcl2_diagnostics::Outcome;
use hcl2_model::Callable;
use hcl2_value::Value;

use crate::eval::{Context, References};
use crate::tree::{Event, Expr, ExprId, File, List, Node, Part};

/// What is certain of an expression and its descendants.
#[derive(Default)]
pub(super) struct Certain {
    /// Expressions whose variables are all known and without marks, or defined by a `for` inside.
    settled: HashSet<ExprId>,
    /// Expressions whose variables are all defined and without marks, or defined by a `for` inside, and in which nothing
    /// that is not settled hides the type of a part or its problems.
    firm: HashSet<ExprId>,
}

impl Certain {
    /// Finds what is certain in `context` of an expression and its descendants.
    pub(super) fn of(file: &File, id: ExprId, context: Context<'_>) -> Self {
        let mut certain = Self::default();
        certain.look_into(file, Node::Expr(id), context);
        certain
    }

    /// Finds what is certain in `context` of the expressions in parts of a template.
    pub(super) fn of_parts(file: &File, parts: List<Part>, context: Context<'_>) -> Self {
        let mut certain = Self::default();
        for part in file.parts(parts) {
            certain.look_into(file, Node::Part(*part), context);
        }
        certain
    }

    fn look_into(&mut self, file: &File, node: Node, context: Context<'_>) {
        let mut references = References::default();
        // For each open node, the depth up to which its ancestors may be settled, and firm.
        let mut open: Vec<[usize; 2]> = Vec::new();
        for event in file.walk(node) {
            let reference = references.follow(file, event);
            match event {
                Event::Enter(_) => open.push(match reference {
                    None => [usize::MAX; 2],
                    Some(reference) => match references.binder(file.root_name(reference)) {
                        Some(depth) => [depth; 2],
                        None => {
                            bounds(file, reference, context).map(|holds| if holds { usize::MAX } else { 0 })
                        }
                    },
                }),
                Event::Leave(node) => {
                    let depth = open.len();
                    let mut bounds = open.pop().unwrap_or_default();
                    if let Node::Expr(id) = node {
                        self.add(file, id, depth, &mut bounds, context);
                    }
                    if let Some(around) = open.last_mut() {
                        *around = [around[0].min(bounds[0]), around[1].min(bounds[1])];
                    }
                }
            }
        }
    }

    fn add(&mut self, file: &File, id: ExprId, depth: usize, bounds: &mut [usize; 2], context: Context<'_>) {
        if depth <= bounds[0] {
            self.settled.insert(id);
        }
        match file.expr(id) {
            _ if depth <= bounds[0] => {}
            // The result that is not chosen counts for the type, unless it has a problem.
            Expr::Conditional(_) => {
                if depth <= bounds[1] {
                    self.firm.insert(id);
                }
                bounds[1] = 0;
                return;
            }
            Expr::Call(call) => {
                let name = file.text(file.call(call).name);
                if !matches!(
                    context.and_then(|context| context.function(name)),
                    Some(Callable::Eager(_))
                ) {
                    bounds[1] = 0;
                }
            }
            _ => {}
        }
        if depth <= bounds[1] {
            self.firm.insert(id);
        }
    }

    pub(super) fn is_settled(&self, id: ExprId) -> bool {
        self.settled.contains(&id)
    }

    pub(super) fn is_firm(&self, id: ExprId) -> bool {
        self.firm.contains(&id)
    }
}

/// Returns whether a variable, or the part of it that constant steps select, is known and without marks, and whether it
/// is at least defined and without marks.
fn bounds(file: &File, reference: ExprId, context: Context<'_>) -> [bool; 2] {
    let Expr::Traversal { root_end, steps } = file.expr(reference) else {
        return [false; 2];
    };
    let value = |steps| {
        let Outcome { value, diagnostics } = file
            .leading_traversal(reference, root_end, steps)
            .evaluate(context);
        diagnostics.is_empty().then_some(value)
    };
    let Some(root) = value(List::empty()) else {
        return [false; 2];
    };
    let known = is_plain(&root) || value(steps).is_some_and(|value| is_plain(&value));
    [known, known || !root.contains_marked()]
}

/// Returns whether a value and all its parts are known and without marks.
pub(super) fn is_plain(value: &Value) -> bool {
    value.is_wholly_known() && !value.contains_marked()
}
