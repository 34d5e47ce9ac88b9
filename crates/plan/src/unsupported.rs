//! Parts of the language that plans do not obey: each is an error where the plan would be wrong without it.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::plan as codes};
use hcl2_terraform::{ActionTrigger, ModuleTree};

use crate::model::Action;

/// Reports the calls whose modules were not read because their sources are computed: nothing is known of their resources.
pub(crate) fn computed_sources(tree: &ModuleTree, problems: &mut Diagnostics) {
    let unread = tree.module.calls.iter();
    let unread = unread.filter(|call| call.source.is_none() && !tree.calls.contains_key(&call.name));
    problems.extend(unread.map(|call| {
        let detail = format!(
            "The source of the module `{}` is computed, and its value is not known before the plan, so that the plan would \
             lack its resources. Write the path of the module as a constant.",
            call.name
        );
        unsupported("Module with a computed source", detail, call.span)
    }));
    for (_, called) in &tree.calls {
        computed_sources(called, problems);
    }
}

/// Reports the imports in called modules.
pub(crate) fn imports_of_calls(tree: &ModuleTree, problems: &mut Diagnostics) {
    for (_, called) in &tree.calls {
        problems.extend(called.module.imports.iter().map(|import| {
            let detail = "Only imports of the root module are planned. Move the block there, with the address of the module \
                          before that of the resource.";
            unsupported("Import in a called module", detail.to_owned(), import.span)
        }));
        imports_of_calls(called, problems);
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

/// Reports a backend with the state before a run of a test.
pub(crate) fn backend_of_run(place: Span) -> Diagnostic {
    let detail = "No backend is read, so that the state before the run is not known. Remove the block, or set up the objects in \
                  an earlier run.";
    unsupported("Backend of a run", detail.to_owned(), place)
}

fn unsupported(summary: &'static str, detail: String, place: Span) -> Diagnostic {
    Diagnostic::error(codes::UNSUPPORTED, summary)
        .with_detail(detail)
        .with_subject(place)
}
