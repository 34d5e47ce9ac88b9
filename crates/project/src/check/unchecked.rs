//! What a check could not look at.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_diagnostics::codes::terraform::NOT_CHECKED;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span};
use hcl2_terraform::Unchecked;

/// What a check could not look at.
#[derive(Clone, Debug, Default)]
pub struct NotChecked {
    /// What validations could not look at.
    pub unchecked: Vec<Unchecked>,
    /// The directories of modules with syntax errors, with the first error of each.
    pub broken: BTreeMap<String, Span>,
    /// The starts of the files of unknown languages.
    pub only_parsed: Vec<Span>,
}

impl NotChecked {
    /// Returns whether everything was checked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.unchecked.is_empty() && self.broken.is_empty() && self.only_parsed.is_empty()
    }

    pub(super) fn append(&mut self, other: Self) {
        self.unchecked.extend(other.unchecked);
        self.broken.extend(other.broken);
        self.only_parsed.extend(other.only_parsed);
    }

    /// Returns a note for each reason, at the first place that it concerns, in source order.
    #[must_use]
    pub fn notes(&self) -> Diagnostics {
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
}
