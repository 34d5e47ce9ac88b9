//! Rules for the triggers of actions.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, Suggestions, codes::terraform as codes, nearest_name};
use hcl2_model::{ExpressionRef, Traversal, TraversalStep};
use hcl2_value::Value;
use indexmap::IndexMap;

use super::constants::{name_of, reference, variables_of_reference};
use super::declaration::Declaration;
use super::scope::Instances;
use crate::problems::{did_you_mean, duplicate};
use crate::table::{BEFORE_CREATE, DESTROY_EVENTS, ROOT_COUNT, ROOT_EACH, ROOT_SELF, names};

/// The actions of a module.
struct Actions {
    instances: IndexMap<String, Instances>,
    suggestions: Suggestions,
}

/// The key after the address of an action.
enum Key {
    None,
    Constant(Value),
    Computed,
}

/// Checks the triggers in all resources: the events and the actions that they name.
pub(super) fn check(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let of_type = |name: &'static str| {
        let all = declarations.iter();
        all.filter(move |declaration| declaration.block_type.name == name)
    };
    let lifecycles = of_type(names::RESOURCE).flat_map(|resource| resource.blocks_of(names::LIFECYCLE));
    let mut triggers = lifecycles
        .flat_map(|lifecycle| lifecycle.blocks_of(names::ACTION_TRIGGER))
        .peekable();
    if triggers.peek().is_none() {
        return;
    }
    let declared = of_type(names::ACTION).map(|action| {
        let labels = action.labels.iter().map(|label| label.text.as_str());
        let address = [names::ACTION].into_iter().chain(labels).collect::<Vec<_>>();
        (address.join("."), action.instances())
    });
    let actions = Actions {
        instances: declared.collect(),
        suggestions: Suggestions::new(),
    };
    for trigger in triggers {
        check_condition(trigger, diagnostics);
        for (name, what) in [(names::EVENTS, "event"), (names::ACTIONS, "action")] {
            let Some(argument) = trigger.argument(name) else {
                continue;
            };
            let Some(elements) = argument.expression.static_list() else {
                continue;
            };
            if elements.is_empty() {
                diagnostics.push(
                    Diagnostic::error(codes::INVALID_VALUE, "Empty list")
                        .with_detail(format!("A trigger needs at least one {what}."))
                        .with_subject(argument.expression.span()),
                );
            } else if name == names::EVENTS {
                check_events(&elements, diagnostics);
            } else {
                diagnostics.extend(elements.iter().filter_map(|element| actions.problem(element)));
            }
        }
    }
}

/// Reports a condition on destruction, and one that needs a resource before it is created.
fn check_condition(trigger: &Declaration, diagnostics: &mut Diagnostics) {
    let events = trigger.argument(names::EVENTS);
    let events = events
        .and_then(|events| events.expression.static_list())
        .unwrap_or_default();
    let events: Vec<String> = events.iter().filter_map(name_of).collect();
    let Some(condition) = trigger.argument(names::CONDITION) else {
        return;
    };
    if events
        .iter()
        .any(|event| DESTROY_EVENTS.contains(&event.as_str()))
    {
        diagnostics.push(
            Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Condition on destruction")
                .with_detail(
                    "An action that is triggered by the destruction of its resource has no condition. Remove it, or write \
                     another block for the other events.",
                )
                .with_subject(condition.name_span),
        );
    }
    let references = condition.expression.variables();
    let own = references
        .iter()
        .find(|reference| reference.root_name().is_some_and(|root| *root == *ROOT_SELF));
    if let Some(span) = own.and_then(Traversal::span)
        && events.iter().any(|event| event == BEFORE_CREATE)
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_REFERENCE, "Reference out of place")
                .with_detail(format!(
                    "A condition for `{BEFORE_CREATE}` cannot refer to `{ROOT_SELF}`, because the resource does not exist yet."
                ))
                .with_subject(span),
        );
    }
}

/// Reports events that a trigger names twice.
fn check_events(events: &[ExpressionRef], diagnostics: &mut Diagnostics) {
    let mut seen: IndexMap<String, Span> = IndexMap::new();
    for event in events {
        let Some(name) = name_of(event) else { continue };
        match seen.get(&name) {
            Some(first) => {
                let what = format!("the event `{name}`");
                diagnostics.push(duplicate("A trigger names", &what, event.span(), *first));
            }
            None => _ = seen.insert(name, event.span()),
        }
    }
}

impl Actions {
    /// Returns the problem of what a trigger names as an action.
    fn problem(&self, element: &ExpressionRef) -> Option<Diagnostic> {
        let whole = reference(element);
        let is_computed = whole.is_none();
        let mut references = whole.map_or_else(|| variables_of_reference(element), |whole| vec![whole]);
        references.retain(|reference| {
            let root = reference.root_name().map_or("", |root| root.as_str());
            ![ROOT_COUNT.0, ROOT_EACH.0].contains(&root)
        });
        let [action] = references.as_slice() else {
            return (!references.is_empty()).then(|| no_action(element.span()));
        };
        let Some(address) = address(action) else {
            return Some(no_action(element.span()));
        };
        let Some(instances) = self.instances.get(&address) else {
            return Some(self.undeclared(&address, element.span()));
        };
        let key = match action.steps().get(3) {
            _ if is_computed => Key::Computed,
            Some(TraversalStep::Index { key, .. }) => Key::Constant(key.clone()),
            _ => Key::None,
        };
        wrong_key(&address, *instances, &key, element.span())
    }

    fn undeclared(&self, address: &str, span: Span) -> Diagnostic {
        let problem = Diagnostic::error(codes::UNDECLARED, "Undeclared action").with_subject(span);
        let sentence = format!("The module declares no action `{address}`.");
        let all = self.suggestions.among(self.instances.keys().map(String::as_str));
        match nearest_name(address, all) {
            Some(near) => did_you_mean(problem, &sentence, span, near, near),
            None => problem.with_detail(sentence),
        }
    }
}

/// Returns the address of the action that a reference names.
fn address(reference: &Traversal) -> Option<String> {
    match reference.steps() {
        [
            TraversalStep::Root { name: root, .. },
            TraversalStep::Attribute { name: ty, .. },
            TraversalStep::Attribute { name, .. },
            ..,
        ] if *root == *names::ACTION => Some(format!("{root}.{ty}.{name}")),
        _ => None,
    }
}

/// Reports a reference to something else.
fn no_action(span: Span) -> Diagnostic {
    Diagnostic::error(codes::REFERENCE_EXPECTED, "Not an action")
        .with_detail(format!(
            "Expected an action of the module. Write `{}.TYPE.NAME`, with a key in brackets to select an instance.",
            names::ACTION
        ))
        .with_subject(span)
}

/// Reports a missing key of one of several instances, or a key that the only instance does not have.
fn wrong_key(address: &str, instances: Instances, key: &Key, span: Span) -> Option<Diagnostic> {
    let problem = |summary: &'static str| Diagnostic::error(codes::INSTANCE_KEY, summary).with_subject(span);
    let (argument, expected, is_right): (_, _, fn(&Value) -> bool) = match instances {
        Instances::One => {
            let detail = format!(
                "`{address}` has neither `{}` nor `{}`, so its only instance has no key. Remove the brackets.",
                names::COUNT,
                names::FOR_EACH
            );
            let has_key = !matches!(key, Key::None);
            return has_key.then(|| problem("Key of a single instance").with_detail(detail));
        }
        Instances::Count => (names::COUNT, "a number", |key| key.as_number().is_some()),
        Instances::ForEach => (names::FOR_EACH, "a string", |key| key.as_str().is_some()),
    };
    match key {
        Key::None => Some(problem("Missing instance key").with_detail(format!(
            "`{address}` has `{argument}`, so it may have several instances. Select one by {expected} in brackets."
        ))),
        Key::Constant(key) if !is_right(key) => Some(problem("Invalid instance key").with_detail(format!(
            "`{address}` has `{argument}`, so the key of an instance is {expected}."
        ))),
        _ => None,
    }
}
