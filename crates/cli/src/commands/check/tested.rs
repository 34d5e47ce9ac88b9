//! Files of tests, checked together with the modules that they test.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::diagnostics::codes::source::UNREADABLE;
use hcl2::diagnostics::{Diagnostic, Diagnostics};
use hcl2::project::directory_of;
use hcl2::terraform::table::{FileKind, Language};
use hcl2::terraform::{Mocks, Module, ProviderSchemas, TestFile};

use super::languages::{Languages, Modules};
use super::run::{Parsed, Run};
use crate::files::Input;

/// Returns whether a file has tests of a module, by its name.
pub(super) fn has_tests_of_module(path: &Path) -> bool {
    matches!(FileKind::of_path(path), Some(FileKind::Tests { .. }))
}

/// Returns the directory of the module that a file of tests belongs to.
pub(super) fn tested_module(path: &Path) -> Option<PathBuf> {
    let directory = canonical(directory_of(path))?;
    let around = directory.parent().filter(|_| directory.ends_with("tests"));
    Some(around.map(Path::to_owned).unwrap_or(directory))
}

/// Checks the files of tests against the modules they test, and against the schemas of providers if they are given, as well
/// as the files of mocks that they use.
pub(super) fn check(run: &Run<'_>, parsed: &mut [Parsed], modules: &Modules, languages: &Languages<'_>) {
    let mut found: Vec<(usize, Diagnostics)> = Vec::new();
    let mut mocks = UsedMocks::of(run.input);
    for (index, path) in run.input.paths.iter().enumerate() {
        let path = path.as_deref().filter(|path| has_tests_of_module(path));
        let tested = path.and_then(|path| Some((languages.of(path), tested_module(path)?)));
        let of_file = &parsed[index];
        let (Some((language, directory)), Some(file), false) = (tested, &of_file.value, of_file.has_errors())
        else {
            continue;
        };
        let tests = TestFile::read(file, language);
        let module = |directory: &Path| modules.get(language, directory);
        let called = |source: &str| module(&canonical(&directory.join(source))?);
        let mut problems = Diagnostics::new();
        let schemas = run.schemas.of(&directory);
        let described = schemas.zip(module(&directory));
        found.extend(mocks.check(&tests, (&directory, language), parsed, described));
        if let Some(module) = module(&directory) {
            problems.append(tests.check(module, &called));
            if let Some(schemas) = schemas {
                problems.append(tests.check_schemas(schemas, module, &called));
            }
        }
        problems.extend(missing_modules(&tests, &directory));
        if !run.arguments.no_files {
            problems.extend(missing_mocks(&tests, &directory));
        }
        found.push((index, problems));
    }
    for (index, problems) in found {
        parsed[index].diagnostics.append(problems);
    }
}

/// The files of mocks.
struct UsedMocks {
    /// Their numbers, by canonical directories.
    files: HashMap<PathBuf, Vec<usize>>,
    /// The directories that were checked, with the provider and the tested module: many tests use the same mocks.
    checked: HashSet<(PathBuf, String, PathBuf)>,
}

impl UsedMocks {
    fn of(input: &Input) -> Self {
        let mut files: HashMap<PathBuf, Vec<usize>> = HashMap::new();
        for (index, path) in input.paths.iter().enumerate() {
            let path = path.as_deref().filter(|path| has_mocks(path));
            if let Some(directory) = path.and_then(|path| canonical(directory_of(path))) {
                files.entry(directory).or_default().push(index);
            }
        }
        let checked = HashSet::new();
        Self { files, checked }
    }

    /// Checks the files of mocks that tests of a module use against each other, and against the schemas of their providers if
    /// they are given. Returns the problems with the numbers of the files.
    fn check(
        &mut self,
        tests: &TestFile,
        (tested, language): (&Path, Language),
        parsed: &[Parsed],
        described: Option<(&ProviderSchemas, &Module)>,
    ) -> Vec<(usize, Diagnostics)> {
        let mut found = Vec::new();
        for provider in &tests.providers {
            let name = provider.name.split('.').next().unwrap_or_default();
            let source = provider.mocks.as_ref().and_then(|mocks| mocks.source.as_ref());
            let directory = source.and_then(|(source, _)| canonical(&tested.join(source)));
            let Some((directory, files)) =
                directory.and_then(|directory| self.files.get_key_value(&directory))
            else {
                continue;
            };
            let used = (directory.clone(), name.to_owned(), tested.to_owned());
            if !self.checked.insert(used) {
                continue;
            }
            let mut all = Mocks::default();
            let sound = files.iter().filter(|file| !parsed[**file].has_errors());
            for (index, file) in sound.filter_map(|file| Some((*file, parsed[*file].value.as_ref()?))) {
                let mocks = Mocks::read(file, language);
                let mut problems = mocks.repeated(&all);
                if let Some((schemas, module)) = described {
                    problems.append(mocks.check_schemas(name, schemas, module));
                }
                found.push((index, problems));
                all.extend(mocks);
            }
        }
        found
    }
}

fn canonical(path: &Path) -> Option<PathBuf> {
    std::fs::canonicalize(path).ok()
}

/// Returns whether a file has mocks, by its name.
fn has_mocks(path: &Path) -> bool {
    FileKind::of_path(path) == Some(FileKind::Mocks)
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
