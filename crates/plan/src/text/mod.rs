//! The plan as text for people.

mod counts;
mod diff;

use std::fmt::Write;

use hcl2_diagnostics::SourceMap;
use hcl2_functions::terraform::sensitive_mark;
use hcl2_model::Quoted;
use hcl2_native::lexer::is_identifier;
use hcl2_terraform::{InstanceKey, ModuleAddress, ModuleStep};
use hcl2_value::{PathStep, Value, ValueKind};

use crate::gaps::{LocatedGap, gaps_to_text};
use crate::model::{Action, CheckStatus, Importing, Plan, ResourceInstance};
pub use counts::Counts;
use diff::{Diff, STEP};

/// Returns the plan as text: a tree of the changed instances with what differs, changed outputs, and the number of changes.
///
/// Places are those in `sources`. Each line of a difference begins with spaces and a symbol: `+`, `-`, `~`, `-/+`, `+/-`, `./+`, `+/.`, `<=`, `.` or `#`.
#[must_use]
pub fn to_text(plan: &Plan, sources: &SourceMap) -> String {
    let mut diff = Diff { text: String::new() };
    let mut modules: &[ModuleStep] = &[];
    let listed = plan.resources.iter().chain(&plan.deferred);
    let mut listed: Vec<&ResourceInstance> = listed.filter(|resource| resource.is_listed()).collect();
    listed.sort_by_cached_key(|resource| resource.address.order());
    for resource in listed.iter().filter(|resource| resource.is_change()) {
        let own = resource.address.module.steps();
        let shared = modules.iter().zip(own).take_while(|(a, b)| a == b).count();
        for depth in shared..own.len() {
            let address: ModuleAddress = own[..=depth].iter().cloned().collect();
            diff.line(&format!("{}{address}", indentation(depth)));
        }
        modules = own;
        instance(resource, &mut diff);
    }
    let outputs = plan.outputs.iter().filter(|output| output.action != Action::NoOp);
    for (index, output) in outputs.enumerate() {
        if index == 0 {
            diff.line("Changes to outputs:");
        }
        let hidden = |value: &Value| match output.is_sensitive() {
            true => value.clone().with_mark(sensitive_mark()),
            false => value.clone(),
        };
        let [before, after] =
            [&output.before, &output.after].map(|value| (!value.is_null()).then(|| hidden(value)));
        diff.named(2, &output.name, before.as_ref(), after.as_ref());
    }
    let failed = plan
        .checks
        .iter()
        .filter(|check| check.status() == CheckStatus::Fail);
    for check in failed {
        diff.line(&format!("Failed: {check}"));
    }
    if plan.is_targeted {
        diff.line("Only the targets and what they need are planned.");
    }
    let mut gaps: Vec<LocatedGap> = plan.gaps.iter().map(|gap| gap.located(sources)).collect();
    gaps.sort();
    diff.text.push_str(&gaps_to_text(&gaps));
    if plan.assumptions > 0 {
        diff.line(&format!(
            "{} omitted attributes are assumed to stay null; a provider may set them.",
            plan.assumptions
        ));
    }
    if !plan.has_changes() {
        diff.line(match plan.may_have_changes() {
            true => "No changes are certain.",
            false => "No changes.",
        });
        return diff.text;
    }
    diff.line(&format!("Plan: {}.", Counts::of(plan)));
    diff.text
}

/// What is shown in place of values that must not be shown, and of unknown ones.
const SENSITIVE: &str = "(sensitive value)";
const UNKNOWN: &str = "(known after apply)";

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
        Action::ForgetThenCreate => "./+",
        Action::CreateThenForget => "+/.",
    }
}

/// Returns the spaces before what is in a module with `depth` steps.
fn indentation(depth: usize) -> String {
    "  ".repeat(depth)
}

fn instance(resource: &ResourceInstance, diff: &mut Diff) {
    let depth = resource.address.module.steps().len();
    let key = resource.address.key.as_ref().map(InstanceKey::to_string);
    let mut header = format!(
        "{}{} {}{}",
        indentation(depth),
        symbol(resource.action),
        resource.address.in_module(),
        key.unwrap_or_default()
    );
    if let Some(previous) = &resource.previous {
        let _ = write!(header, " (moved from {previous})");
    }
    match &resource.importing {
        Some(Importing { id: Some(id), .. }) => {
            let _ = write!(header, " (imported from {})", Quoted(id));
        }
        Some(Importing {
            identity: Some(identity),
            ..
        }) => {
            let _ = write!(header, " (imported from {})", shown(identity));
        }
        _ => {}
    }
    if let Some(key) = &resource.deposed {
        let _ = write!(header, " (deposed object {key})");
    }
    if let Some(reason) = resource.reason {
        let _ = write!(header, " ({})", reason.name().replace('_', " "));
    }
    diff.line(&header);
    let before = Some(&resource.before).filter(|value| !value.is_null());
    let after = Some(&resource.after).filter(|value| !value.is_null());
    let replaces = match resource.action.is_replace() {
        true => resource.replace_paths.as_slice(),
        false => &[],
    };
    let replaces = replaces.iter().filter_map(|path| match path.steps().first()? {
        PathStep::Attribute(name) => Some(name.as_str()),
        PathStep::Index(_) => None,
    });
    if !matches!(resource.action, Action::NoOp | Action::Forget) {
        diff.attributes(2 * depth + STEP, before, after, &replaces.collect());
    }
}

/// Returns the name of an attribute or a key, in quotes unless it is an identifier.
fn label(name: &str) -> String {
    match is_identifier(name) {
        true => name.to_owned(),
        false => Quoted(name).to_string(),
    }
}

/// Returns a value in one line, with words in place of what cannot be shown.
#[must_use]
pub fn shown(value: &Value) -> String {
    let (plain, marks) = value.unmark();
    if marks.contains(&sensitive_mark()) {
        return SENSITIVE.to_owned();
    }
    let list = |items: &[Value]| items.iter().map(shown).collect::<Vec<_>>().join(", ");
    match plain.kind() {
        ValueKind::Unknown => UNKNOWN.to_owned(),
        ValueKind::Null => "null".to_owned(),
        ValueKind::Bool(truth) => truth.to_string(),
        // A plan is stored before it is shown, and zero has no sign then.
        ValueKind::Number(number) if number.is_zero() => "0".to_owned(),
        ValueKind::Number(number) => number.to_string(),
        ValueKind::String(string) => Quoted(string.as_str()).to_string(),
        ValueKind::List(items) | ValueKind::Tuple(items) => format!("[{}]", list(items)),
        ValueKind::Set(items) => format!("toset([{}])", list(items)),
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{} = {}", label(name), shown(value)));
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
