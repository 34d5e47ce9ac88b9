//! The files of modules, their tests and values at and below directories.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_terraform::table::FileKind;

use super::{Directories, Names, is_of_module};
use crate::files::{Files, PathKind};

/// How many directories are looked at.
const MAX_DIRECTORIES: usize = 50_000;

/// The name of a directory of modules in that of the root module.
const MODULES: &str = "modules";

impl Names {
    /// Creates the names in all modules that may refer to the one in a directory: those of the repository around it, or else
    /// those at and below the directories around it that have modules, too.
    ///
    /// `others` are searched, too, if the directory is below them.
    #[must_use]
    pub fn around(files: Arc<dyn Files>, directory: &Path, others: &[PathBuf]) -> Self {
        let Ok(directory) = files.canonical(directory) else {
            return Self::new(files, [directory]);
        };
        let mut root = directory.as_path();
        if let Some(repository) = files.repository_of(&directory) {
            root = repository;
        } else {
            let has_module = |directory: &&Path| {
                let paths = files.list(directory).unwrap_or_default();
                paths.iter().any(|path| is_of_module(path))
            };
            let of_modules = directory.parent().filter(|parent| parent.ends_with(MODULES));
            let around = directory.ancestors().skip(1).take(4).filter(has_module);
            let around = around.chain(of_modules.and_then(Path::parent));
            let given = others.iter().filter_map(|other| files.canonical(other).ok());
            let given = given.filter(|other| directory.starts_with(other));
            let given: Vec<PathBuf> = given.filter(|other| other.parent().is_some()).collect();
            let all = around.chain(given.iter().map(PathBuf::as_path));
            let outermost = all.min_by_key(|path| path.components().count());
            return Self::new(Arc::clone(&files), [outermost.unwrap_or(root)]);
        }
        Self::new(Arc::clone(&files), [root])
    }

    /// Returns the directories with files of modules, tests or values.
    pub(super) fn directories(&mut self) -> Arc<Directories> {
        if let Some(known) = &self.directories {
            return Arc::clone(known);
        }
        let mut found = Directories::new();
        let mut coming = self.roots.clone();
        let mut number = 0;
        while let Some(directory) = coming.pop() {
            number += 1;
            if number > MAX_DIRECTORIES || found.contains_key(&directory) {
                continue;
            }
            let mut own = Vec::new();
            for path in self.files.list(&directory).unwrap_or_default() {
                let name = path.file_name().and_then(|name| name.to_str());
                if name.is_none_or(|name| name.starts_with('.')) {
                    continue;
                }
                match self.files.kind(&path) {
                    Some(PathKind::Directory) => coming.push(path),
                    Some(PathKind::File) if is_read(&path) => own.push(path),
                    _ => {}
                }
            }
            if !own.is_empty() {
                own.sort();
                found.insert(directory, own);
            }
        }
        let found = Arc::new(found);
        self.directories = Some(Arc::clone(&found));
        found
    }

    /// Returns the files of modules, tests and values in a canonical directory.
    pub(super) fn files_in(&mut self, directory: &Path) -> Vec<PathBuf> {
        if let Some(known) = self.directories().get(directory) {
            return known.clone();
        }
        // A called module may be outside of the roots.
        let mut paths = self.files.list(directory).unwrap_or_default();
        paths.retain(|path| is_read(path) && self.files.kind(path) == Some(PathKind::File));
        paths.sort();
        paths
    }
}

/// Returns whether a file may name objects of modules.
fn is_read(path: &Path) -> bool {
    matches!(
        FileKind::of_path(path),
        Some(FileKind::Module { .. } | FileKind::Values | FileKind::Tests { .. })
    )
}
