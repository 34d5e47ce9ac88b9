//! References as text: each object with the paths into it.

use hcl2_model::{Traversal, TraversalStep};
use hcl2_terraform::InstanceKey;
use hcl2_terraform::table::roots;
use hcl2_value::Value;

/// Returns the references of an expression: each as written, then without its last steps down to the object.
pub(crate) fn described(references: &[Traversal]) -> Vec<String> {
    let mut all = Vec::new();
    for reference in references {
        let Some((own, rest)) = subject(reference) else {
            continue;
        };
        for length in (1..=rest.len()).rev() {
            let path: String = rest[..length].iter().map(step).collect();
            all.push(format!("{own}{path}"));
        }
        all.push(own);
        all.extend(enclosing(reference));
    }
    all
}

/// Returns the number of steps of a reference that name its object; `None` if it names none.
pub(crate) fn subject_length(reference: &Traversal) -> Option<usize> {
    let steps = reference.steps();
    let root = reference.root_name()?.as_str();
    let names = match root {
        roots::SELF => 1,
        roots::MODULE | roots::VARIABLE | roots::LOCAL | roots::PATH | roots::TERRAFORM | roots::TOFU => 2,
        root if root == roots::COUNT.0 || root == roots::EACH.0 => 2,
        roots::DATA | roots::EPHEMERAL | roots::RESOURCE => 3,
        _ => 2,
    };
    let mut length = names;
    let is_key = |at: usize| matches!(steps.get(at), Some(TraversalStep::Index { .. }));
    let is_resource = is_resource(root);
    if (is_resource || root == roots::MODULE) && is_key(length) {
        length += 1;
    }
    if root == roots::MODULE && matches!(steps.get(length), Some(TraversalStep::Attribute { .. })) {
        length += 1;
    }
    (length <= steps.len()).then_some(length)
}

/// Returns the object that a reference names, and the steps into it; `None` if it names none.
pub(crate) fn subject(reference: &Traversal) -> Option<(String, &[TraversalStep])> {
    let steps = reference.steps();
    let root = reference.root_name()?.as_str();
    let length = subject_length(reference)?;
    let own = steps.get(..length)?;
    let skipped = usize::from(root == roots::RESOURCE);
    let mut text: String = own.iter().skip(skipped).map(step).collect();
    if skipped == 1 {
        text.remove(0);
    }
    Some((text, &steps[length..]))
}

fn is_resource(root: &str) -> bool {
    let others = [
        roots::SELF,
        roots::MODULE,
        roots::VARIABLE,
        roots::LOCAL,
        roots::PATH,
        roots::TERRAFORM,
        roots::TOFU,
        roots::COUNT.0,
        roots::EACH.0,
    ];
    !others.contains(&root)
}

/// Returns the object that contains the one that a reference names: a resource without its key, or a called module.
fn enclosing(reference: &Traversal) -> Option<String> {
    let steps = reference.steps();
    let root = reference.root_name()?.as_str();
    let is_key = |at: usize| matches!(steps.get(at), Some(TraversalStep::Index { .. }));
    let own = match root {
        roots::MODULE if is_key(2) && steps.len() > 3 => &steps[..3],
        roots::MODULE if steps.len() > 2 => &steps[..2],
        roots::DATA | roots::EPHEMERAL if is_key(3) => &steps[..3],
        roots::RESOURCE if is_key(3) => &steps[1..3],
        root if is_resource(root) && is_key(2) => &steps[..2],
        _ => return None,
    };
    let text: String = own.iter().map(step).collect();
    Some(text.trim_start_matches('.').to_owned())
}

/// Returns the text of a step.
pub(crate) fn step(step: &TraversalStep) -> String {
    match step {
        TraversalStep::Root { name, .. } => name.to_string(),
        TraversalStep::Attribute { name, .. } => format!(".{name}"),
        TraversalStep::Index { key, .. } => index(key),
        TraversalStep::Splat { .. } => "[*]".to_owned(),
    }
}

fn index(key: &Value) -> String {
    match (key.as_str(), key.as_number()) {
        (Some(name), _) => InstanceKey::Name(name.into()).to_string(),
        (_, Some(number)) => format!("[{number}]"),
        _ => "[...]".to_owned(),
    }
}
