//! Access to the files beside the open documents.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleTree, ProviderSchemas};

/// Access to the files beside the open documents, for a [`Workspace`](crate::Workspace).
pub trait Files: Send + Sync {
    /// Returns the paths of the files directly in `directory`, in any order.
    fn files_in(&self, directory: &Path) -> Vec<PathBuf>;

    /// Returns the bytes of a file, or `None` if it cannot be read.
    fn read(&self, path: &Path) -> Option<Vec<u8>>;

    /// Returns the absolute path of a directory without links and `..`, or `None` if it does not exist.
    fn canonical(&self, directory: &Path) -> Option<PathBuf>;

    /// Reads the module in `directory`, without the modules it calls, and adds its sources to `sources`. Returns
    /// `None` if the directory does not exist.
    fn load_module(
        &self,
        directory: &Path,
        language: Language,
        sources: SourceMap,
    ) -> Option<(ModuleTree, SourceMap)>;

    /// Returns the module in a directory with the sources of its calls that are [computed](hcl2_terraform::Early), or `None`
    /// if they are not known.
    fn resolved(&self, _directory: &Path, _module: &Module) -> Option<Module> {
        None
    }

    /// Validates modules, keyed by their [canonical](Self::canonical) directories, together with the modules they
    /// call; reads those that are not among `modules`.
    fn validate(
        &self,
        modules: &HashMap<PathBuf, Module>,
        language: Language,
        sources: &SourceMap,
        schemas: Option<&ProviderSchemas>,
    ) -> Diagnostics;

    /// Changes the severity of the problems of a file; by default, they stay as they are.
    fn judged(&self, problems: Diagnostics) -> Diagnostics {
        problems
    }
}

/// No files beside the open documents.
///
/// Modules consist of the open documents alone, and are validated without the modules they call.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn files_in(&self, _directory: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn read(&self, _path: &Path) -> Option<Vec<u8>> {
        None
    }

    fn canonical(&self, directory: &Path) -> Option<PathBuf> {
        Some(directory.to_owned())
    }

    fn load_module(
        &self,
        _directory: &Path,
        _language: Language,
        _sources: SourceMap,
    ) -> Option<(ModuleTree, SourceMap)> {
        None
    }

    fn validate(
        &self,
        modules: &HashMap<PathBuf, Module>,
        _language: Language,
        _sources: &SourceMap,
        schemas: Option<&ProviderSchemas>,
    ) -> Diagnostics {
        let mut modules: Vec<_> = modules.iter().collect();
        modules.sort_by_key(|(directory, _)| *directory);
        let mut problems = Diagnostics::new();
        for (_, module) in modules {
            let tree = ModuleTree {
                module: module.clone(),
                ..ModuleTree::default()
            };
            problems.append(tree.validate(schemas));
        }
        problems
    }
}
