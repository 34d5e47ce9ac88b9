//! The problems that are reported for what the command line names.

use std::cell::{LazyCell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceId, SourceMap};
use hcl2::terraform::Module;
use hcl2::terraform::table::{Version, is_read_by};

use super::kinds;
use super::modules::called_by;
use super::run::Run;
use super::siblings::{canonical, directory_of};
use super::tested::{has_tests_of_module, tested_module};

/// Decides what is reported: files for themselves, directories with the modules they call.
pub(super) struct Reported<'a> {
    run: &'a Run<'a>,
    modules: &'a HashMap<PathBuf, Module>,
    /// The sources that the command line names, or that are in its directories.
    own: HashSet<SourceId>,
    /// The sources that belong to the same modules as those.
    siblings: HashSet<SourceId>,
    has_directories: bool,
    version: Version,
    called: OnceCell<HashSet<PathBuf>>,
}

impl<'a> Reported<'a> {
    pub(super) fn new(run: &'a Run<'a>, modules: &'a HashMap<PathBuf, Module>) -> Self {
        let (own, siblings) = run.input.files.split_at(run.named);
        let source_of = |(source, _): &(Source, Syntax)| source.id();
        let selected = run.selected;
        Self {
            run,
            modules,
            own: own.iter().map(source_of).collect(),
            siblings: siblings.iter().map(source_of).collect(),
            has_directories: run.paths.iter().any(|path| path.is_dir()),
            version: selected.version.unwrap_or(Version::newest(selected.language)),
            called: OnceCell::new(),
        }
    }

    /// Returns each of the problems in files that are reported once: what is found in a module alone may be found again
    /// together with those it calls.
    pub(super) fn once(&self, mut problems: Diagnostics) -> Diagnostics {
        let mut seen = HashSet::new();
        problems.retain(|problem| {
            self.is_own(problem)
                && seen.insert((problem.code.id(), problem.subject, problem.detail.to_string()))
        });
        problems
    }

    /// Returns whether a problem is in a file that is reported.
    fn is_own(&self, problem: &Diagnostic) -> bool {
        let source = problem.subject.map(|subject| subject.source);
        source.is_some_and(|source| {
            self.own.contains(&source) || self.has_directories && !self.siblings.contains(&source)
        })
    }

    /// Removes the problems of files that were read before under another source: one that cannot be parsed is read again
    /// with the modules that call its module.
    pub(super) fn without_known(&self, mut problems: Diagnostics, sources: &SourceMap) -> Diagnostics {
        let paths = self.run.input.paths.iter().flatten();
        let read_before: LazyCell<HashSet<PathBuf>, _> = LazyCell::new(|| canonical(paths).collect());
        problems.retain(|problem| {
            let source = problem.subject.map(|subject| subject.source);
            let other = source.filter(|source| !self.own.contains(source) && !self.siblings.contains(source));
            let path = other.and_then(|source| std::fs::canonicalize(sources.get(source)?.name()).ok());
            !path.is_some_and(|path| read_before.contains(&path))
        });
        problems
    }

    /// Returns whether Terraform reads a file in this run. It reads the tests of the root module alone, and those of other
    /// directories only if they are named.
    pub(super) fn is_read(&self, path: &PathBuf) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| !is_read_by(name, self.version)) {
            return false;
        }
        let tests = Some(path).filter(|path| has_tests_of_module(path) && !self.is_named(path));
        let module = tests.and_then(|path| tested_module(path));
        let language = self.run.selected.language;
        module.is_none_or(|module| !self.called().contains(&module) && kinds::is_module(&module, language))
    }

    /// Returns whether the command line names a file, or the directory that it is in and that has no module.
    fn is_named(&self, path: &PathBuf) -> bool {
        let directory = directory_of(path);
        let language = self.run.selected.language;
        let mut named = self.run.paths.iter();
        named.any(|named| named == path || named == directory && !kinds::is_module(directory, language))
    }

    /// Returns the directories of the modules that others call, and that the command line does not name.
    fn called(&self) -> &HashSet<PathBuf> {
        self.called.get_or_init(|| {
            let directories = self.modules.keys();
            let called = directories.flat_map(|directory| called_by(self.modules, directory));
            let mut called: HashSet<PathBuf> = called.collect();
            for named in canonical(self.run.paths) {
                called.remove(&named);
            }
            called
        })
    }
}
