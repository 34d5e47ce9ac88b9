//! The files beside open documents, on disk.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hcl2::ModuleLoader;
use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::terraform::table::Language;
use hcl2::terraform::{Module, ModuleTree, ProviderSchemas};
use hcl2_ide::Files;

use crate::commands::check::validate;

/// The files on disk.
pub(super) struct Disk;

impl Files for Disk {
    fn files_in(&self, directory: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        paths.filter(|path| path.is_file()).collect()
    }

    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
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

    fn validate(
        &self,
        modules: &HashMap<PathBuf, Module>,
        language: Language,
        sources: &SourceMap,
        schemas: Option<&ProviderSchemas>,
    ) -> Diagnostics {
        validate(modules, language, sources, schemas)
    }
}
