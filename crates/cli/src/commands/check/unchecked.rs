//! What a run could not check: the last line for people, and notes for programs.

use std::collections::{BTreeMap, BTreeSet};

use hcl2::diagnostics::codes::terraform::NOT_CHECKED;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, Span};
use hcl2::terraform::{Unchecked, UnreadModule};

/// How many names are listed before the rest is counted.
const MAX_NAMED: usize = 5;

/// What a run could not check.
#[derive(Default)]
pub(super) struct NotChecked {
    /// What validations could not look at.
    pub(super) unchecked: Vec<Unchecked>,
    /// The directories of modules with syntax errors, with the first error of each.
    pub(super) broken: BTreeMap<String, Span>,
    /// The starts of the files of unknown languages.
    pub(super) only_parsed: Vec<Span>,
}

impl NotChecked {
    pub(super) fn is_empty(&self) -> bool {
        self.unchecked.is_empty() && self.broken.is_empty() && self.only_parsed.is_empty()
    }

    /// Returns a note for each reason, at the first place that it concerns, in source order.
    pub(super) fn notes(&self) -> Diagnostics {
        let mut notes = Diagnostics::new();
        let mut providers = BTreeSet::new();
        for unchecked in &self.unchecked {
            let is_new = match unchecked {
                Unchecked::Arguments { provider, .. } => providers.insert(provider),
                _ => true,
            };
            notes.extend(is_new.then(|| unchecked.note()));
        }
        for (directory, span) in &self.broken {
            notes.push(
                Diagnostic::note(NOT_CHECKED, "Module with syntax errors")
                    .with_detail(format!(
                        "What depends on files with syntax errors is not checked in the module in `{directory}`. Fix them."
                    ))
                    .with_subject(*span),
            );
        }
        if let Some(span) = self.only_parsed.first() {
            notes.push(
                Diagnostic::note(NOT_CHECKED, "File of an unknown language")
                    .with_detail(format!(
                        "{} only parsed, because the name does not show the language. Select it with `--language`.",
                        match self.only_parsed.len() {
                            1 => "The file is".to_owned(),
                            files => format!("This file and {} more are", files - 1),
                        }
                    ))
                    .with_subject(*span),
            );
        }
        Outcome::new((), notes).diagnostics
    }

    /// Returns the line for people.
    pub(super) fn line(&self) -> Option<String> {
        let mut parts = Vec::new();
        let resources = self.unchecked.iter();
        let resources = resources.filter(|unchecked| matches!(unchecked, Unchecked::Arguments { .. }));
        match resources.count() {
            0 => {}
            1 => parts.push("arguments of 1 resource (no schema: --schema FILE)".to_owned()),
            more => parts.push(format!(
                "arguments of {more} resources (no schema: --schema FILE)"
            )),
        }
        let mut modules: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for unchecked in &self.unchecked {
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
        if !self.broken.is_empty() {
            let names: Vec<String> = self.broken.keys().map(|name| format!("{name:?}")).collect();
            let modules = named("the module in", "the modules in", &names);
            parts.push(format!("the rest of {modules} (syntax errors)"));
        }
        match self.only_parsed.len() {
            0 => {}
            1 => parts.push("1 file (only parsed: --language NAME)".to_owned()),
            more => parts.push(format!("{more} files (only parsed: --language NAME)")),
        }
        (!parts.is_empty()).then(|| format!("not checked: {}\n", parts.join("; ")))
    }
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
