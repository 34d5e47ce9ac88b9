//! The files beside open documents, on disk.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::ModuleLoader;
use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::model::Limits;
use hcl2::project::{self, Files as _, MAX_FILE_BYTES};
use hcl2::terraform::table::{Language, Version};
use hcl2::terraform::{Module, ModuleTree, ProviderSchemas, Unchecked};
use hcl2_ide::Files;

use crate::commands::budget::BudgetArguments;
use crate::commands::check::{Validation, validate};
use crate::commands::module::WorldArguments;
use crate::commands::severity::SeverityArguments;

/// The files on disk.
pub(super) struct Disk {
    /// What limits each check.
    pub(super) budget: BudgetArguments,
    /// What is known of the world around the modules: nothing but the environment and their files.
    pub(super) world: WorldArguments,
    /// The version of the language.
    pub(super) version: Option<Version>,
    /// The problems to report, and their severities.
    pub(super) severity: SeverityArguments,
}

impl Files for Disk {
    fn files_in(&self, directory: &Path) -> Vec<PathBuf> {
        let paths = project::Disk.list(directory).unwrap_or_default().into_iter();
        paths.filter(|path| path.is_file()).collect()
    }

    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        project::Disk.read(path, MAX_FILE_BYTES).ok()
    }

    fn canonical(&self, directory: &Path) -> Option<PathBuf> {
        std::fs::canonicalize(directory).ok()
    }

    fn load_module(
        &self,
        directory: &Path,
        language: Language,
        sources: SourceMap,
    ) -> Option<(ModuleTree, SourceMap)> {
        let directory = self.canonical(directory)?;
        let loader = ModuleLoader::new().language(language);
        let loaded = loader.load_with(directory, &HashMap::new(), sources);
        Some((loaded.tree, loaded.sources))
    }

    fn resolved(&self, directory: &Path, module: &Module) -> Option<Module> {
        let directory = self.canonical(directory)?;
        let given = HashMap::from([(directory.clone(), module.clone())]);
        let loader = ModuleLoader::new().language(module.version().language).nested();
        let loaded = loader.load_with(directory, &given, SourceMap::new());
        Some(loaded.tree.module)
    }

    fn validate(
        &self,
        modules: &HashMap<PathBuf, Module>,
        language: Language,
        sources: &SourceMap,
        schemas: Option<&ProviderSchemas>,
    ) -> Diagnostics {
        let validation = Validation {
            language,
            version: self.version,
            schemas: &|_| schemas,
            limits: Limits::new(),
            limiter: self.budget.start(),
            reads_files: true,
            world: &self.world,
            named: HashSet::new(),
        };
        let validated = validate(modules, sources, &validation);
        let mut problems = validated.diagnostics;
        let notes = validated.unchecked.iter();
        let notes = notes.filter(|unchecked| matches!(unchecked, Unchecked::Module { .. }));
        problems.extend(notes.map(Unchecked::note));
        for module in modules.values() {
            problems.append(self.severity.asked(module.unused()));
        }
        problems
    }

    fn judged(&self, problems: Diagnostics) -> Diagnostics {
        self.severity.denied(problems)
    }
}
