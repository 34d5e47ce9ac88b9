//! Files of tests, checked together with the modules that they test.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2_diagnostics::codes::source::UNREADABLE;
use hcl2_diagnostics::{Diagnostic, Diagnostics};
use hcl2_terraform::table::{FileKind, Language};
use hcl2_terraform::{Mocks, Module, ProviderSchemas, TestFile};

use super::entry::{Entry, Places};
use super::languages::Languages;
use super::modules::Modules;
use super::settings::CheckSettings;
use crate::files::Files;

/// Checks the files of tests against the modules they test, and against the schemas of providers if they are given, as well
/// as the files of mocks that they use.
pub(super) fn check(
    entries: &mut [Entry],
    modules: &Modules,
    languages: &Languages,
    (places, settings): (&Places, &CheckSettings),
) {
    let mut found: Vec<(usize, Diagnostics)> = Vec::new();
    let mut mocks = UsedMocks::of(entries);
    for (index, entry) in entries.iter().enumerate() {
        let (Some(directory), Some(file)) = (entry.tested(), entry.sound()) else {
            continue;
        };
        let language = languages.of(entry);
        let tests = TestFile::read(file, language);
        let module = |directory: &Path| modules.get(language, directory);
        let called = |source: &str| module(&places.canonical(&directory.join(source))?);
        let mut problems = Diagnostics::new();
        let schemas = (settings.schemas)(directory);
        let described = schemas.as_deref().zip(module(directory));
        found.extend(mocks.check(&tests, (directory, language), (entries, places), described));
        if let Some(module) = module(directory) {
            problems.append(tests.check(module, &called));
            if let Some(schemas) = &schemas {
                problems.append(tests.check_schemas(schemas, module, &called));
            }
        }
        problems.extend(missing_modules(&tests, directory, &**places.files()));
        if settings.reads_files {
            problems.extend(missing_mocks(&tests, directory, &**places.files()));
        }
        found.push((index, problems));
    }
    for (index, problems) in found {
        entries[index].problems.append(problems);
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
    fn of(entries: &[Entry]) -> Self {
        let mut files: HashMap<PathBuf, Vec<usize>> = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            let is_of_mocks = entry.kind == Some(FileKind::Mocks);
            if let Some(directory) = entry.directory.clone().filter(|_| is_of_mocks) {
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
        (entries, places): (&[Entry], &Places),
        described: Option<(&ProviderSchemas, &Module)>,
    ) -> Vec<(usize, Diagnostics)> {
        let mut found = Vec::new();
        for provider in &tests.providers {
            let name = provider.name.split('.').next().unwrap_or_default();
            let source = provider.mocks.as_ref().and_then(|mocks| mocks.source.as_ref());
            let directory = source.and_then(|(source, _)| places.canonical(&tested.join(source)));
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
            let sound = files
                .iter()
                .filter_map(|file| Some((*file, entries[*file].sound()?)));
            for (index, file) in sound {
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

/// Reports the directories of modules that runs test and that do not exist.
fn missing_modules(tests: &TestFile, directory: &Path, files: &dyn Files) -> Vec<Diagnostic> {
    let sources = tests.runs.iter().filter_map(|run| run.module.as_ref());
    let missing = sources.filter(|(source, _)| {
        let is_local = source.starts_with("./") || source.starts_with("../");
        is_local && !files.is_directory(&directory.join(source))
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
fn missing_mocks(tests: &TestFile, directory: &Path, files: &dyn Files) -> Vec<Diagnostic> {
    let missing = tests.providers.iter().filter_map(|provider| {
        let (source, _) = provider.mocks.as_ref()?.source.as_ref()?;
        let is_missing = !files.is_directory(&directory.join(source));
        is_missing.then(|| {
            Diagnostic::error(UNREADABLE, "Unreadable directory")
                .with_detail(format!("The module has no directory `{source}` with mocks."))
                .with_subject(provider.span)
        })
    });
    missing.collect()
}
