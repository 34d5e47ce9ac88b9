//! Addresses of objects that are moved, removed or imported.

use hcl2_diagnostics::codes::terraform as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_model::{ExpressionRef, Traversal, TraversalStep};

use super::constants::{reference, variables_of_reference};
use super::references::is_key;
use crate::table::{OTHER_ROOTS, ROOT_LOCAL, ROOT_RESOURCE, ROOT_VARIABLE, names};

/// The kind of object that an address names.
pub(super) struct TargetKind {
    pub(super) is_module: bool,
    pub(super) is_data: bool,
    pub(super) is_ephemeral: bool,
}

/// Returns the kind of object an address names, or `None` if it is neither a resource nor a module call.
pub(super) fn target_kind(traversal: &Traversal) -> Option<TargetKind> {
    let mut names = Vec::new();
    let mut steps = traversal.steps().iter().peekable();
    while let Some(step) = steps.next() {
        match step {
            TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => {
                names.push(name.as_str())
            }
            _ => return None,
        }
        let may_have_key = names.len() >= 2;
        if let Some(TraversalStep::Index { key, .. }) = steps.peek()
            && may_have_key
            && is_key(key)
        {
            steps.next();
        }
    }
    let mut rest = names.as_slice();
    while let [names::MODULE, _, inner @ ..] = rest {
        rest = inner;
    }
    match rest {
        [] => Some(TargetKind {
            is_module: true,
            is_data: false,
            is_ephemeral: false,
        }),
        [names::DATA, _, _] => Some(TargetKind {
            is_module: false,
            is_data: true,
            is_ephemeral: false,
        }),
        [ROOT_RESOURCE | names::EPHEMERAL, _, _] | [_, _] if !is_reserved(rest[0]) => Some(TargetKind {
            is_module: false,
            is_data: false,
            is_ephemeral: rest[0] == names::EPHEMERAL,
        }),
        _ => None,
    }
}

/// Returns whether a name is the root of references to objects other than resources.
fn is_reserved(root: &str) -> bool {
    matches!(root, ROOT_VARIABLE | ROOT_LOCAL | names::MODULE | names::DATA) || OTHER_ROOTS.contains(&root)
}

/// Returns the kind of object that an address of a removal names, or `None` if it is neither a resource nor a module call.
/// The type of a resource may have any name.
pub(super) fn removed_kind(traversal: &Traversal) -> Option<TargetKind> {
    let mut rest = traversal.steps();
    while let [start, name, inner @ ..] = rest
        && name_of_step(start) == Some(names::MODULE)
        && name_of_step(name).is_some()
    {
        rest = inner;
    }
    let names: Vec<Option<&str>> = rest.iter().map(name_of_step).collect();
    let (is_module, is_data) = match names.as_slice() {
        [] => (true, false),
        [Some(names::DATA), Some(_), Some(_)] | [Some(names::DATA), Some(_), Some(_), None] => (false, true),
        [Some(_), Some(_)] | [Some(_), Some(_), None] => (false, false),
        // The key is reported.
        [None] => (true, false),
        _ => return None,
    };
    Some(TargetKind {
        is_module,
        is_data,
        is_ephemeral: false,
    })
}

fn name_of_step(step: &TraversalStep) -> Option<&str> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name.as_str()),
        _ => None,
    }
}

/// Reports an address that can be neither moved nor removed.
pub(super) fn no_target(span: Span) -> Diagnostic {
    Diagnostic::error(codes::INVALID_TARGET, "Address of a resource expected")
        .with_detail(
            "Expected the address of a resource or module. Write `TYPE.NAME` or `module.NAME`, with a key in brackets to \
             select an instance.",
        )
        .with_subject(span)
}

/// Reports addresses that cannot be imported.
pub(super) fn check_imported(expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    let address = reference(expression);
    let variables = variables_of_reference(expression);
    let first = variables.first().or(address.as_ref());
    let root = first.and_then(Traversal::root_name);
    let is_other = root.is_some_and(|root| *root != *names::MODULE && is_reserved(root));
    // A computed key follows the name of a resource.
    let is_short = address.is_none() && !is_other && first.is_some_and(|first| first.steps().len() < 2);
    if is_other || is_short || address.is_some_and(|address| !is_instance(&address)) {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_TARGET, "Address of a resource expected")
                .with_detail(
                    "Expected the address of a resource. Only resources can be imported: write `TYPE.NAME`, with a key in \
                     brackets to select an instance.",
                )
                .with_subject(expression.span()),
        );
    }
}

/// Returns whether an address is that of an instance of a resource, possibly in called modules.
fn is_instance(address: &Traversal) -> bool {
    let mut rest = address.steps();
    while let [start, name, inner @ ..] = rest
        && name_of_step(start) == Some(names::MODULE)
        && name_of_step(name).is_some()
    {
        rest = match inner {
            [TraversalStep::Index { .. }, inner @ ..] => inner,
            inner => inner,
        };
    }
    match rest {
        [ty, name] => name_of_step(ty).is_some() && name_of_step(name).is_some(),
        [ty, name, TraversalStep::Index { key, .. }] => {
            name_of_step(ty).is_some() && name_of_step(name).is_some() && !key.is_null()
        }
        _ => false,
    }
}
