//! The variables and functions that an expression refers to.

use hcl2_model::{FunctionReference, Name, Traversal};

use crate::tree::{Expr, ExprId, File, ForDirective, ForExpr, Part, Step, Variable};

/// What a walk still has to do, the next thing last.
enum Task<'f> {
    Visit(ExprId),
    Parts(&'f [Part]),
    Steps(&'f [Step]),
    /// Names from here to [`Task::LeaveScope`] are variables of a `for`.
    EnterScope(Vec<&'f str>),
    LeaveScope,
}

/// The variables that an expression refers to, in the order of the source, without those that it defines itself.
pub(crate) fn variables(file: &File, id: ExprId) -> Vec<Traversal> {
    let mut found = Vec::new();
    let mut scopes: Vec<Vec<&str>> = Vec::new();
    walk(file, id, &mut scopes, &mut |scopes, id| {
        if let Expr::Traversal { root_end, steps } = file[id] {
            let traversal = file.leading_traversal(id, root_end, steps);
            let local = traversal
                .root_name()
                .is_some_and(|name| scopes.iter().flatten().any(|local| *local == name.as_str()));
            if !local {
                found.push(traversal);
            }
        }
    });
    found
}

/// The functions that an expression calls, in the order of the source.
pub(crate) fn functions(file: &File, id: ExprId) -> Vec<FunctionReference> {
    let mut found = Vec::new();
    walk(file, id, &mut Vec::new(), &mut |_, id| {
        if let Expr::Call(call) = file[id] {
            let call = &file[call];
            found.push(FunctionReference {
                name: Name::from(file.text(call.name)),
                span: file.span(call.name_range),
            });
        }
    });
    found
}

/// Visits an expression and all below it in the order of the source, without recursion.
fn walk<'f>(
    file: &'f File,
    id: ExprId,
    scopes: &mut Vec<Vec<&'f str>>,
    visit: &mut dyn FnMut(&[Vec<&'f str>], ExprId),
) {
    let mut tasks = vec![Task::Visit(id)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::EnterScope(names) => scopes.push(names),
            Task::LeaveScope => {
                scopes.pop();
            }
            Task::Steps(steps) => {
                let keys = steps.iter().rev().filter_map(|step| match step {
                    Step::Index { key, .. } | Step::LegacyIndex { key, .. } => Some(Task::Visit(*key)),
                    _ => None,
                });
                tasks.extend(keys);
            }
            Task::Parts(parts) => {
                for part in parts.iter().rev() {
                    push_part(file, *part, &mut tasks);
                }
            }
            Task::Visit(id) => {
                visit(scopes, id);
                push_children(file, id, &mut tasks);
            }
        }
    }
}

fn push_children<'f>(file: &'f File, id: ExprId, tasks: &mut Vec<Task<'f>>) {
    match file[id] {
        Expr::Error | Expr::Number { .. } | Expr::Bool(_) | Expr::Null | Expr::String { .. } => {}
        Expr::Template { parts } => tasks.push(Task::Parts(&file[parts])),
        Expr::TemplateWrap { inner } | Expr::Parens { inner } => tasks.push(Task::Visit(inner)),
        Expr::Traversal { steps, .. } => tasks.push(Task::Steps(&file[steps])),
        Expr::Postfix { source, steps } => {
            tasks.extend([Task::Steps(&file[steps]), Task::Visit(source)]);
        }
        Expr::Unary { operand, .. } => tasks.push(Task::Visit(operand)),
        Expr::Binary { left, right, .. } => tasks.extend([Task::Visit(right), Task::Visit(left)]),
        Expr::Conditional(conditional) => {
            let conditional = &file[conditional];
            let parts = [conditional.if_false, conditional.if_true, conditional.condition];
            tasks.extend(parts.map(Task::Visit));
        }
        Expr::Tuple { items } => tasks.extend(file[items].iter().rev().map(|item| Task::Visit(*item))),
        Expr::Object { items } => {
            for item in file[items].iter().rev() {
                tasks.push(Task::Visit(item.value));
                if file.literal_key(item.key).is_none() {
                    tasks.push(Task::Visit(item.key));
                }
            }
        }
        Expr::For(for_expr) => push_for(file, &file[for_expr], tasks),
        Expr::Call(call) => tasks.extend(
            file[file[call].arguments]
                .iter()
                .rev()
                .map(|item| Task::Visit(*item)),
        ),
    }
}

fn push_for<'f>(file: &'f File, for_expr: &ForExpr, tasks: &mut Vec<Task<'f>>) {
    tasks.push(Task::LeaveScope);
    tasks.extend(for_expr.condition.map(Task::Visit));
    tasks.push(Task::Visit(for_expr.value));
    tasks.extend(for_expr.key.map(|key| Task::Visit(key.expr)));
    tasks.push(Task::EnterScope(names(
        file,
        for_expr.key_variable.as_ref(),
        &for_expr.value_variable,
    )));
    tasks.push(Task::Visit(for_expr.collection));
}

fn push_part<'f>(file: &'f File, part: Part, tasks: &mut Vec<Task<'f>>) {
    match part {
        Part::Literal { .. } | Part::Error(_) => {}
        Part::Interpolation { expr, .. } => tasks.push(Task::Visit(expr)),
        Part::If(directive) => {
            let directive = &file[directive];
            if let Some(clause) = &directive.if_false {
                tasks.push(Task::Parts(&file[clause.parts]));
            }
            tasks.extend([
                Task::Parts(&file[directive.if_true]),
                Task::Visit(directive.condition),
            ]);
        }
        Part::For(directive) => {
            let ForDirective {
                key_variable,
                value_variable,
                collection,
                parts,
                ..
            } = &file[directive];
            tasks.extend([
                Task::LeaveScope,
                Task::Parts(&file[*parts]),
                Task::EnterScope(names(file, key_variable.as_ref(), value_variable)),
                Task::Visit(*collection),
            ]);
        }
    }
}

fn names<'f>(file: &'f File, key: Option<&Variable>, value: &Variable) -> Vec<&'f str> {
    key.into_iter()
        .chain([value])
        .map(|variable| file.str(variable.name))
        .collect()
}
