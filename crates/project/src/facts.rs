//! What follows from the text of a file alone.

use hcl2_diagnostics::{Outcome, Source, Span};
use hcl2_model::Limits;
use hcl2_terraform::{ModuleFile, secret_strings};

use crate::store::ANY;

/// What follows from the text of a file alone: all modules and all loads that have the file can share it.
#[derive(Clone, Debug)]
pub(crate) struct FileFacts {
    source: Source,
    /// The file with the problems of its syntax, in any language of modules.
    pub(crate) parsed: Outcome<ModuleFile>,
    /// The ranges of what looks like a secret.
    pub(crate) secrets: Vec<Span>,
}

impl FileFacts {
    /// Parses a source.
    pub(crate) fn of(source: &Source, limits: Limits) -> Self {
        Self {
            source: source.clone(),
            parsed: ModuleFile::parse_within(source, ANY, limits),
            secrets: secret_strings(source),
        }
    }

    /// Returns whether these are the facts of a source.
    pub(crate) fn are_of(&self, source: &Source) -> bool {
        is_same(&self.source, source)
    }
}

/// Returns whether two sources are the same text of the same file.
pub(crate) fn is_same(one: &Source, other: &Source) -> bool {
    one.id() == other.id() && std::ptr::eq(one.bytes(), other.bytes())
}
