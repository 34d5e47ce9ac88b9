//! Root modules and their plans.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, codes::source::UNREADABLE};
use hcl2_functions::{Host, NoHost};
use hcl2_model::Limits;
use hcl2_plan::{Channel, Gap, Inputs, Plan};
use hcl2_tables::{RootPlan, SecretNames, SecretsOf, Selection};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ValidModules, join_paths, versioned_functions};
use hcl2_value::Value;

use super::FoundDirectory;
use super::files::shown;
use crate::{DirectoryHost, LoadedModule, ModuleLoader, VariableSource};
use hcl2_project::{Disk, FileReader, Files, MAX_FILE_BYTES, Snapshot, is_of_module, map_on, processors};

/// Maximum number of modules and repositories whose sensitive variables are remembered.
const MAX_SECRETS: usize = 100_000;

/// What the plans of root modules share.
#[derive(Debug)]
pub(super) struct Shared {
    files: Arc<dyn Files>,
    loader: ModuleLoader,
    valid: ValidModules,
    /// The sensitive variables of modules and repositories, by their paths, once they matter.
    secrets: Mutex<HashMap<(bool, String), SecretNames>>,
}

impl Default for Shared {
    fn default() -> Self {
        let files = Arc::new(Snapshot::new(Arc::new(Disk)));
        Self {
            files: files.clone(),
            loader: ModuleLoader::new().files(files).sharing(),
            valid: ValidModules::default(),
            secrets: Mutex::default(),
        }
    }
}

impl Shared {
    fn loader(&self, language: Language) -> ModuleLoader {
        self.loader.clone().language(language)
    }

    /// Returns the directories that the modules in `directories` call by local paths.
    pub(super) fn called(&self, directories: &[FoundDirectory], language: Language) -> HashSet<String> {
        let calls = map_on(processors(), directories, |directory| {
            let called = self.calls(directory.path(), language).into_iter();
            let module = shown(directory.path());
            called.map(|path| join_paths(&module, &path)).collect::<Vec<_>>()
        });
        calls.into_iter().flatten().collect()
    }

    fn calls(&self, path: &Path, language: Language) -> Vec<String> {
        let mut files = self.files_of_module(path, language).into_iter();
        // Most files call nothing, and need not be parsed.
        let mentions = |content: Vec<u8>| content.windows(6).any(|word| word == b"module");
        if !files.any(|file| self.files.read(&file, MAX_FILE_BYTES).is_ok_and(mentions)) {
            return Vec::new();
        }
        self.loader(language).called_from(path)
    }

    /// Returns the names of sensitive variables, which `find` finds unless they are known.
    pub(super) fn secrets(&self, of: SecretsOf<'_>, find: impl FnOnce() -> SecretNames) -> SecretNames {
        let key = match of {
            SecretsOf::Module(path) => (false, path.to_owned()),
            SecretsOf::Repository(path) => (true, path.to_owned()),
        };
        // Only a panic poisons the lock, and the map is never left half changed.
        let known = || self.secrets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&key) {
            return Arc::clone(found);
        }
        let found = find();
        let mut known = known();
        if known.len() >= MAX_SECRETS {
            known.clear();
        }
        known.insert(key, Arc::clone(&found));
        found
    }

    /// Returns the files of the module in a directory.
    pub(super) fn files_of_module(&self, directory: &Path, language: Language) -> Vec<PathBuf> {
        let mut files = self.files.list(directory).unwrap_or_default();
        files.retain(|path| is_of_module(path, language) && self.files.is_file(path));
        files
    }

    /// Plans the module in a directory, whose name in the tables is `module`.
    ///
    /// Variables have the values of automatic files; those without a value are unknown. Functions may read the files of the
    /// repository.
    pub(super) fn planned(
        &self,
        directory: &FoundDirectory,
        module: String,
        selection: &Selection,
    ) -> RootPlan {
        let (path, language) = (directory.path(), directory.language);
        let LoadedModule {
            tree,
            mut sources,
            diagnostics: found,
        } = self.loader(language).nested().load_partial(path);
        let (variables, channels) = variables(self.files.clone(), path, &tree.module, &mut sources);
        let host: Arc<dyn Host> = match DirectoryHost::of_module(self.files.clone(), path, &tree) {
            Ok(host) => Arc::new(host.allow(directory.repository())),
            Err(_) => Arc::new(NoHost),
        };
        let (answers, data) = selection.answers_of_plans();
        let inputs = Inputs {
            found: found.clone(),
            answers: answers.clone(),
            data: data.clone(),
            variables,
            channels,
            functions: Arc::new(versioned_functions(language, &host)),
            host: Some(host),
            schemas: selection.schemas_of_plans().clone(),
            is_partial: true,
            working_directory: self
                .files
                .canonical(path)
                .map_or_else(|_| module.clone(), |path| path.display().to_string()),
            valid: self.valid.clone(),
            budget: Limits::new().budget(),
            ..Inputs::default()
        };
        let mut problems = Diagnostics::new();
        let mut plan = hcl2_plan::plan(&tree, &inputs).report_into(&mut problems);
        if problems.has_errors() {
            plan = Plan::default();
        } else {
            problems.append(std::mem::take(&mut plan.warnings));
            problems.extend(plan.gaps.iter().map(Gap::note));
        }
        sources.sort(&mut problems);
        // What the files of the directory have by themselves are other rows already.
        let own = &tree.module.sources;
        let is_own = |problem: &Diagnostic| {
            let place = problem.subject;
            place.is_none_or(|place| own.contains(&place.source) && problem.code != UNREADABLE)
        };
        let others: Vec<&Diagnostic> = found.iter().filter(|problem| is_own(problem)).collect();
        problems.retain(|problem| !others.contains(&problem));
        RootPlan {
            repository: directory.repository().to_owned(),
            module,
            tree,
            sources,
            plan,
            problems,
        }
    }
}

type Values = BTreeMap<String, Value>;
type Channels = BTreeMap<String, Channel>;

/// Returns the values of the variables of a root module, and where they are written. A file that cannot be read sets none.
fn variables(
    files: Arc<dyn Files>,
    directory: &Path,
    module: &Module,
    sources: &mut SourceMap,
) -> (Values, Channels) {
    let mut reader = FileReader {
        files,
        sources: std::mem::take(sources),
        ..FileReader::default()
    };
    let given = VariableSource::AutomaticFiles.read(directory, module, &mut reader);
    *sources = reader.sources;
    let (mut values, mut channels) = (Values::new(), Channels::new());
    for given in given {
        if let Some(variable) = module.variables.named(&given.name) {
            values.insert(given.name.to_string(), given.value_for(Some(variable)));
            channels.insert(given.name.to_string(), given.channel());
        }
    }
    (values, channels)
}
