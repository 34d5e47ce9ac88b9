//! What a check could not look at, as a line for people.

use std::collections::BTreeMap;

use hcl2::project::NotChecked;
use hcl2::terraform::{Unchecked, UnreadModule};

/// How many names are listed before the rest is counted.
const MAX_NAMED: usize = 5;

/// Returns what could not be looked at; `None` if everything was.
pub(super) fn line(not_checked: &NotChecked) -> Option<String> {
    let mut parts = Vec::new();
    let resources = not_checked.unchecked.iter().map(|unchecked| match unchecked {
        Unchecked::Arguments { resources, .. } => *resources,
        _ => 0,
    });
    match resources.sum::<usize>() {
        0 => {}
        1 => parts.push("arguments of 1 resource (no schema: --schema FILE)".to_owned()),
        more => parts.push(format!(
            "arguments of {more} resources (no schema: --schema FILE)"
        )),
    }
    let mut modules: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for unchecked in &not_checked.unchecked {
        if let Unchecked::Module { name, why, .. } = unchecked {
            let why = match why {
                UnreadModule::NotInstalled => "not installed: terraform init",
                UnreadModule::UnknownSource(_) => "source not known: --var NAME=VALUE",
                _ => "errors",
            };
            modules.entry(why).or_default().push(format!("{name:?}"));
        }
    }
    for (why, names) in modules {
        parts.push(format!("{} ({why})", named("module", "modules", &names)));
    }
    if !not_checked.broken.is_empty() {
        let names: Vec<String> = not_checked
            .broken
            .keys()
            .map(|name| format!("{name:?}"))
            .collect();
        let modules = named("the module in", "the modules in", &names);
        parts.push(format!("the rest of {modules} (syntax errors)"));
    }
    match not_checked.only_parsed.len() {
        0 => {}
        1 => parts.push("1 file (only parsed: --language NAME)".to_owned()),
        more => parts.push(format!("{more} files (only parsed: --language NAME)")),
    }
    (!parts.is_empty()).then(|| format!("not checked: {}\n", parts.join("; ")))
}

/// Lists names after a word in the singular or plural, the first few of them.
fn named(one: &str, many: &str, names: &[String]) -> String {
    let word = if names.len() == 1 { one } else { many };
    let listed = names
        .iter()
        .take(MAX_NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().checked_sub(MAX_NAMED) {
        Some(more @ 1..) => format!("{word} {listed} and {more} more"),
        _ => format!("{word} {listed}"),
    }
}
