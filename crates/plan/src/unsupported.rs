//! Parts of the language that plans do not obey: each is an error where the plan would be wrong without it.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::plan as codes};
use hcl2_model::FunctionTable;
use hcl2_terraform::{ActionTrigger, Early, ModuleTree, ResourceAddress};

use crate::model::Action;

/// Reports the declarations of all modules that plans do not obey: symbol libraries.
pub(crate) fn unsupported_declarations(tree: &ModuleTree) -> Diagnostics {
    let mut problems = Diagnostics::new();
    symbol_libraries(tree, &mut problems);
    problems
}

fn symbol_libraries(tree: &ModuleTree, problems: &mut Diagnostics) {
    problems.extend(tree.module.symbols.iter().map(|place| {
        let detail = "Symbol libraries are not read, so what the module takes from this one is not known. Write the values, \
                      types and functions in the module to plan it.";
        unsupported("Symbol library", detail.to_owned(), *place)
    }));
    for (_, called) in &tree.calls {
        symbol_libraries(called, problems);
    }
}

/// Reports the triggers of actions that a change sets off.
pub(crate) fn triggered_actions(triggers: &[ActionTrigger], action: Action, problems: &mut Diagnostics) {
    let changes: &[&str] = match action {
        Action::NoOp | Action::Read | Action::Forget => &[],
        Action::Create => &["create"],
        Action::Update => &["update"],
        Action::Delete => &["destroy"],
        Action::DeleteThenCreate
        | Action::CreateThenDelete
        | Action::ForgetThenCreate
        | Action::CreateThenForget => &["create", "destroy"],
    };
    let is_set_off = |trigger: &&ActionTrigger| {
        let mut events = trigger.events.iter();
        events.any(|event| changes.iter().any(|change| event.ends_with(change)))
    };
    problems.extend(triggers.iter().filter(is_set_off).map(|trigger| {
        let detail = "The plan changes an object whose changes trigger actions, which are not planned. Remove the trigger to \
                      plan the rest.";
        unsupported("Triggered action", detail.to_owned(), trigger.span)
    }));
}

/// Reports an object of the state that moves to a resource of another type.
pub(crate) fn moved_to_other_type(
    from: &ResourceAddress,
    to: &ResourceAddress,
    place: Option<Span>,
) -> Diagnostic {
    let detail = format!(
        "`{from}` moves to `{to}`, which has another type. Only the provider knows what becomes of the object, so the plan is \
         not known. Apply the move first, or plan without the state."
    );
    let problem = Diagnostic::error(codes::UNSUPPORTED, "Move to another type").with_detail(detail);
    match place {
        Some(place) => problem.with_subject(place),
        None => problem,
    }
}

/// Reports a backend with the state before a run of a test.
pub(crate) fn backend_of_run(place: Span) -> Diagnostic {
    let detail = "No backend is read, so that the state before the run is not known. Remove the block, or set up the objects in \
                  an earlier run.";
    unsupported("Backend of a run", detail.to_owned(), place)
}

/// Reports a call whose source is another one with the variables of a run of a test than that of the module that was read.
pub(crate) fn source_of_run(
    early: &Early,
    tree: &ModuleTree,
    functions: &Arc<FunctionTable>,
) -> Option<Diagnostic> {
    if !computes_sources(tree) {
        return None;
    }
    if tree.module.calls.iter().any(|call| !call.computed.is_empty()) {
        let resolved = early.module().value;
        for (call, read) in resolved.calls.iter().zip(&tree.module.calls) {
            let is_same = (&call.source, &call.version) == (&read.source, &read.version);
            if is_same || !tree.calls.contains_key(&call.name) {
                continue;
            }
            let place = call.computed.iter().next()?.expression.span();
            let detail = format!(
                "The run sets variables that the source or version of the module `{}` is computed from, but modules are read once, \
                 with the variables of all runs. Set them for the command or in a file of variables.",
                call.name
            );
            return Some(unsupported("Computed source in a run", detail, place));
        }
    }
    let called = tree.calls.iter().filter_map(|(name, called)| {
        let call = tree.module.calls.named(name)?;
        Some((call, called))
    });
    let mut problems = called.filter_map(|(call, called)| {
        let inner = Early::new(
            &*called.path,
            called.module.clone(),
            early.passed(call),
            Arc::clone(functions),
        );
        source_of_run(&inner, called, functions)
    });
    problems.next()
}

/// Returns whether a module, or one that it calls, computes the source of another.
pub(crate) fn computes_sources(tree: &ModuleTree) -> bool {
    let own = tree.module.calls.iter().any(|call| !call.computed.is_empty());
    own || tree.calls.values().any(computes_sources)
}

fn unsupported(summary: &'static str, detail: String, place: Span) -> Diagnostic {
    Diagnostic::error(codes::UNSUPPORTED, summary)
        .with_detail(detail)
        .with_subject(place)
}
