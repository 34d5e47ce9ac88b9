//! The problems that are reported for what the command line names.

use std::cell::{LazyCell, OnceCell};
use std::collections::HashSet;
use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, Source, SourceId, SourceMap, Span};
use hcl2::project::directory_of;
use hcl2::terraform::table::{FileKind, Version};

use super::kinds;
use super::languages::{Languages, Modules};
use super::modules::called_by;
use super::run::{Parsed, Run};
use super::siblings::canonical;
use super::tested::{has_tests_of_module, tested_module};

/// Decides what is reported: files for themselves, directories with the modules they call.
pub(super) struct Reported<'a> {
    run: &'a Run<'a>,
    modules: &'a Modules,
    languages: &'a Languages<'a>,
    /// The sources that the command line names, or that are in its directories.
    own: HashSet<SourceId>,
    /// The sources that belong to the same modules as those.
    siblings: HashSet<SourceId>,
    /// All sources that were read before modules were validated.
    read: HashSet<SourceId>,
    has_directories: bool,
    called: OnceCell<HashSet<PathBuf>>,
}

impl<'a> Reported<'a> {
    pub(super) fn new(run: &'a Run<'a>, modules: &'a Modules, languages: &'a Languages<'a>) -> Self {
        let files = &run.input.files;
        let (own, siblings) = files[..run.with_siblings].split_at(run.named);
        let source_of = |(source, _): &(Source, Syntax)| source.id();
        Self {
            run,
            modules,
            languages,
            own: own.iter().map(source_of).collect(),
            siblings: siblings.iter().map(source_of).collect(),
            read: files.iter().map(source_of).collect(),
            has_directories: run.paths.iter().any(|path| path.is_dir()),
            called: OnceCell::new(),
        }
    }

    /// Returns the problems of files and of modules that are reported, in the order of the files, each once: what is found in
    /// a module alone may be found again together with those it calls.
    pub(super) fn all(&self, files: Vec<Parsed>, of_modules: Diagnostics) -> Diagnostics {
        let mut all = Diagnostics::new();
        for (path, file) in self.run.input.paths.iter().zip(files) {
            let is_read = path.as_ref().is_none_or(|path| self.is_read(path));
            all.append(if is_read {
                file.diagnostics
            } else {
                file.diagnostics.map(warning)
            });
        }
        all.append(of_modules);
        let mut seen = HashSet::new();
        all.retain(|problem| {
            self.is_own(problem)
                && seen.insert((problem.code.id(), problem.subject, problem.detail.to_string()))
        });
        Outcome::new((), all).diagnostics
    }

    /// Returns whether a problem is in a file that is reported.
    fn is_own(&self, problem: &Diagnostic) -> bool {
        problem.subject.is_some_and(|subject| self.has(subject))
    }

    /// Returns whether a place is in a file that is reported.
    pub(super) fn has(&self, place: Span) -> bool {
        let source = place.source;
        self.own.contains(&source) || self.has_directories && !self.siblings.contains(&source)
    }

    /// Removes the problems of files that were read before under another source: one that cannot be parsed is read again
    /// with the modules that call its module.
    pub(super) fn without_known(&self, mut problems: Diagnostics, sources: &SourceMap) -> Diagnostics {
        let paths = self.run.input.paths.iter().flatten();
        let read_before: LazyCell<HashSet<PathBuf>, _> = LazyCell::new(|| canonical(paths).collect());
        problems.retain(|problem| {
            let source = problem.subject.map(|subject| subject.source);
            let other = source.filter(|source| !self.read.contains(source));
            let path = other.and_then(|source| std::fs::canonicalize(sources.get(source)?.name()).ok());
            !path.is_some_and(|path| read_before.contains(&path))
        });
        problems
    }

    /// Returns whether Terraform reads a file in this run. It reads the tests of the root module alone, and those of other
    /// directories only if they are named.
    fn is_read(&self, path: &PathBuf) -> bool {
        let language = self.languages.of(path);
        let version = self.run.selected.version.unwrap_or(Version::newest(language));
        if FileKind::of_path(path).is_some_and(|kind| !kind.is_read_by(version)) {
            return false;
        }
        let tests = Some(path).filter(|path| has_tests_of_module(path) && !self.is_named(path));
        let module = tests.and_then(|path| tested_module(path));
        module.is_none_or(|module| !self.called().contains(&module) && kinds::is_module(&module, language))
    }

    /// Returns whether the command line names a file, or the directory that it is in and that has no module.
    fn is_named(&self, path: &PathBuf) -> bool {
        let directory = directory_of(path);
        let language = self.languages.of(path);
        let mut named = self.run.paths.iter();
        named.any(|named| named == path || named == directory && !kinds::is_module(directory, language))
    }

    /// Returns the directories of the modules that others call, and that the command line does not name.
    fn called(&self) -> &HashSet<PathBuf> {
        self.called.get_or_init(|| {
            let called = self.modules.by_language.iter().flat_map(|(_, modules)| {
                let directories = modules.keys();
                directories.flat_map(|directory| called_by(modules, directory))
            });
            let mut called: HashSet<PathBuf> = called.collect();
            for named in canonical(self.run.paths) {
                called.remove(&named);
            }
            called
        })
    }
}

fn warning(mut problem: Diagnostic) -> Diagnostic {
    problem.severity = Severity::Warning;
    problem
}
