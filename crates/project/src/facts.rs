//! What follows from the text of files alone.

use std::path::PathBuf;
use std::sync::OnceLock;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, Span};
use hcl2_model::Limits;
use hcl2_terraform::table::{Language, Version};
use hcl2_terraform::{Module, ModuleFile, secret_strings};

use crate::parallel;

/// The language whose files of modules include those of the other.
pub(crate) const ANY: Language = Language::OpenTofu;

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
        let parse = || ModuleFile::parse_limited(source, ANY, limits);
        let (parsed, secrets) = parallel::both(source.bytes().len(), parse, || secret_strings(source));
        Self {
            source: source.clone(),
            parsed,
            secrets,
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

/// A directory, and the language and version in which its module is read.
pub(crate) type ModuleKey = (PathBuf, Language, Option<Version>);

/// A module, possibly without the declarations of files that cannot be parsed.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadModule {
    pub(crate) module: Module,
    pub(crate) is_whole: bool,
    /// The problems of its files together.
    pub(crate) problems: Diagnostics,
    pub(crate) lints: OnceLock<Diagnostics>,
    /// The ranges of the defaults of sensitive variables.
    pub(crate) secrets: Vec<Span>,
}

impl ReadModule {
    /// Reads a module from files, in a version or else in that of its own constraints.
    pub(crate) fn of(
        files: &[ModuleFile],
        language: Language,
        version: Option<Version>,
        is_whole: bool,
    ) -> Self {
        let read = match version {
            Some(version) => Module::from_versioned_files(files, version),
            None => Module::from_files(files, language),
        };
        let secrets = files.iter().flat_map(|file| file.secret_defaults(&read.value));
        Self {
            secrets: secrets.collect(),
            module: read.value,
            is_whole,
            problems: read.diagnostics,
            lints: OnceLock::new(),
        }
    }

    /// Returns whether the module is the same when it is read in a version, or else in that of its own constraints: it is in the
    /// version that it was read in, if nothing is reported with it.
    pub(crate) fn is_same_in(&self, version: Option<Version>) -> bool {
        let own = || Module::common_version(&self.module, []);
        self.problems.is_empty() && version.unwrap_or_else(own) == self.module.version()
    }

    /// Returns the optional problems, if all declarations are known.
    pub(crate) fn lints(&self) -> &Diagnostics {
        self.lints.get_or_init(|| match self.is_whole {
            true => self.module.lints(),
            false => Diagnostics::new(),
        })
    }
}
