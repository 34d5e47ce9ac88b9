//! Files of tests, checked together with the modules that they test.

use std::path::{Path, PathBuf};

use hcl2::diagnostics::codes::source::UNREADABLE;
use hcl2::diagnostics::{Diagnostic, Diagnostics};
use hcl2::terraform::TestFile;
use hcl2::terraform::table::has_tests;

use super::languages::{Languages, Modules};
use super::run::Parsed;
use super::siblings::directory_of;
use crate::files::Input;

/// Returns whether a file has tests of a module, by its name.
pub(super) fn has_tests_of_module(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(has_tests)
}

/// Returns the directory of the module that a file of tests belongs to.
pub(super) fn tested_module(path: &Path) -> Option<PathBuf> {
    let directory = std::fs::canonicalize(directory_of(path)).ok()?;
    let around = directory.parent().filter(|_| directory.ends_with("tests"));
    Some(around.map(Path::to_owned).unwrap_or(directory))
}

/// Checks the files of tests against the modules they test. `reads_files` is whether directories of mocks are looked for.
pub(super) fn check(
    input: &Input,
    parsed: &mut [Parsed],
    modules: &Modules,
    languages: &Languages<'_>,
    reads_files: bool,
) {
    for (path, parsed) in input.paths.iter().zip(parsed) {
        let path = path.as_deref().filter(|path| has_tests_of_module(path));
        let tested = path.and_then(|path| Some((languages.of(path), tested_module(path)?)));
        let (Some((language, directory)), Some(file), false) = (tested, &parsed.value, parsed.has_errors())
        else {
            continue;
        };
        let tests = TestFile::read(file, language);
        let module = |directory: &Path| modules.get(language, directory);
        let called = |source: &str| module(&std::fs::canonicalize(directory.join(source)).ok()?);
        let mut problems = Diagnostics::new();
        if let Some(module) = module(&directory) {
            problems.append(tests.check(module, &called));
        }
        problems.extend(missing_modules(&tests, &directory));
        if reads_files {
            problems.extend(missing_mocks(&tests, &directory));
        }
        parsed.diagnostics.append(problems);
    }
}

/// Reports the directories of modules that runs test and that do not exist.
fn missing_modules(tests: &TestFile, directory: &Path) -> Vec<Diagnostic> {
    let sources = tests.runs.iter().filter_map(|run| run.module.as_ref());
    let missing = sources.filter(|(source, _)| {
        let is_local = source.starts_with("./") || source.starts_with("../");
        is_local && !directory.join(source).is_dir()
    });
    missing
        .map(|(source, span)| {
            Diagnostic::error(UNREADABLE, "Unreadable directory")
                .with_detail(format!("The module has no directory `{source}`."))
                .with_subject(*span)
        })
        .collect()
}

/// Reports the directories of mocks that do not exist, at the blocks that name them.
fn missing_mocks(tests: &TestFile, directory: &Path) -> Vec<Diagnostic> {
    let missing = tests.providers.iter().filter_map(|provider| {
        let (source, _) = provider.mocks.as_ref()?.source.as_ref()?;
        let is_missing = !directory.join(source).is_dir();
        is_missing.then(|| {
            Diagnostic::error(UNREADABLE, "Unreadable directory")
                .with_detail(format!("The module has no directory `{source}` with mocks."))
                .with_subject(provider.span)
        })
    });
    missing.collect()
}
