//! The plan as text for people.

use std::fmt::Write;

use hcl2_functions::terraform::sensitive_mark;
use hcl2_value::{Value, ValueKind};

use crate::model::{Action, CheckStatus, Plan, ResourceInstance};

/// Returns the plan as text: each change with the attributes that it sets, changed outputs, and the number of changes.
#[must_use]
pub fn to_text(plan: &Plan) -> String {
    let mut text = String::new();
    let listed = plan.resources.iter().filter(|resource| resource.is_listed());
    for resource in listed.clone() {
        change(resource, &mut text);
    }
    let outputs = plan.outputs.iter().filter(|output| output.action != Action::NoOp);
    for (index, output) in outputs.enumerate() {
        if index == 0 {
            text.push_str("Changes to outputs:\n");
        }
        let shown = if output.is_sensitive() {
            SENSITIVE.to_owned()
        } else {
            shown(&output.after)
        };
        line(
            &mut text,
            &format!("  {} {} = {shown}", symbol(output.action), output.name),
        );
    }
    let failed = plan
        .checks
        .iter()
        .filter(|check| check.status() == CheckStatus::Fail);
    for check in failed {
        line(&mut text, &format!("Failed: {check}"));
    }
    let count =
        |wanted: fn(Action) -> bool| listed.clone().filter(|resource| wanted(resource.action)).count();
    let added = count(|action| action == Action::Create || action.is_replace());
    let changed = count(|action| action == Action::Update);
    let destroyed = count(|action| action == Action::Delete || action.is_replace());
    if plan.is_partial {
        line(&mut text, "Only the targets and what they need are planned.");
    }
    if plan.assumptions > 0 {
        line(
            &mut text,
            &format!(
                "{} omitted attributes are assumed to stay null; a provider may set them.",
                plan.assumptions
            ),
        );
    }
    if plan.has_changes() {
        line(
            &mut text,
            &format!("Plan: {added} to add, {changed} to change, {destroyed} to destroy."),
        );
    } else {
        line(&mut text, "No changes.");
    }
    text
}

/// What is shown in place of values that must not be shown, and of unknown ones.
const SENSITIVE: &str = "(sensitive value)";
const UNKNOWN: &str = "(known after apply)";

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

const fn symbol(action: Action) -> &'static str {
    match action {
        Action::NoOp => " ",
        Action::Create => "+",
        Action::Read => "<=",
        Action::Update => "~",
        Action::Delete => "-",
        Action::DeleteThenCreate => "-/+",
        Action::CreateThenDelete => "+/-",
        Action::Forget => ".",
    }
}

fn change(resource: &ResourceInstance, text: &mut String) {
    let moved = resource.previous.as_ref();
    if resource.action == Action::NoOp && moved.is_none() && resource.importing.is_none() {
        return;
    }
    let _ = write!(text, "{} {}", symbol(resource.action), resource.address);
    if let Some(previous) = moved {
        let _ = write!(text, " (moved from {previous})");
    }
    if let Some(id) = resource
        .importing
        .as_ref()
        .and_then(|importing| importing.id.as_ref())
    {
        let _ = write!(text, " (imported from {id:?})");
    }
    if let Some(reason) = resource.reason {
        let _ = write!(text, " ({})", reason.name().replace('_', " "));
    }
    text.push('\n');
    let after = resource.after.unmark().0;
    let before = resource.before.unmark().0;
    for (name, value) in after
        .fields()
        .into_iter()
        .flat_map(|fields| fields.iter().collect::<Vec<_>>())
    {
        let old = before.get(name).filter(|old| !old.unmark().0.is_null());
        if value.unmark().0.is_null() && old.is_none() || old == Some(value) {
            continue;
        }
        match old {
            Some(old) => line(text, &format!("    {name} = {} -> {}", shown(old), shown(value))),
            None => line(text, &format!("    {name} = {}", shown(value))),
        }
    }
}

/// Returns a value in one line, with words in place of what cannot be shown.
pub(crate) fn shown(value: &Value) -> String {
    let (plain, marks) = value.unmark();
    if marks.contains(&sensitive_mark()) {
        return SENSITIVE.to_owned();
    }
    let list = |items: &[Value]| items.iter().map(shown).collect::<Vec<_>>().join(", ");
    match plain.kind() {
        ValueKind::Unknown => UNKNOWN.to_owned(),
        ValueKind::Null => "null".to_owned(),
        ValueKind::Bool(truth) => truth.to_string(),
        ValueKind::Number(number) => number.to_string(),
        ValueKind::String(string) => format!("{:?}", string.as_str()),
        ValueKind::List(items) | ValueKind::Tuple(items) => format!("[{}]", list(items)),
        ValueKind::Set(items) => format!("toset([{}])", list(items)),
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{name} = {}", shown(value)));
            let fields: Vec<String> = fields.collect();
            if fields.is_empty() {
                "{}".to_owned()
            } else {
                format!("{{ {} }}", fields.join(", "))
            }
        }
        _ => UNKNOWN.to_owned(),
    }
}
