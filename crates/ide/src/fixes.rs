//! Quick fixes.

use std::path::Path;

use hcl2_diagnostics::{Diagnostic, Span};

use crate::format::Edit;
use crate::workspace::Workspace;

/// A quick fix of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What the fix does, as an imperative.
    pub title: String,
    /// The problem it fixes.
    pub diagnostic: Diagnostic,
    /// The change of the document.
    pub edit: Edit,
    /// Whether this is the only fix of the problem.
    pub is_only: bool,
}

impl Workspace {
    /// Returns the fixes of the problems that touch a range of a document.
    #[must_use]
    pub fn fixes(&self, path: &Path, range: Span) -> Vec<Fix> {
        let Some(file) = self.file(path) else {
            return Vec::new();
        };
        let touches = |problem: &&Diagnostic| {
            problem
                .subject
                .is_some_and(|subject| subject.start <= range.end && range.start <= subject.end)
        };
        let problems = file.diagnostics.iter().filter(touches);
        let fixes = problems.flat_map(|problem| {
            problem.suggestions.iter().map(|suggestion| Fix {
                title: title(&suggestion.text),
                diagnostic: problem.clone(),
                edit: Edit {
                    span: suggestion.span,
                    text: suggestion.replacement.clone(),
                },
                is_only: problem.suggestions.len() == 1,
            })
        });
        fixes.collect()
    }
}

/// Returns the words of a suggestion as a title.
fn title(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
