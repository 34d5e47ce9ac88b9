//! The files of modules, their tests and values, and those of other languages at and below directories.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_terraform::table::FileKind;

use super::{Directories, NameTables, Names};
use crate::files::{Files, PathKind};

/// How many directories are looked at.
const MAX_DIRECTORIES: usize = 50_000;

/// How many levels around a module a caller is looked for outside of a repository.
const MAX_LEVELS: usize = 4;

/// The name of a directory of modules in that of the root module.
const MODULES: &str = "modules";

impl Names {
    /// Creates the names in all modules that may refer to the one in a directory: those of the repository around it, or else
    /// those at and below the directories around it that call modules there.
    ///
    /// `others` are searched, too, if the directory is below them, and `tables` are [shared](Self::sharing).
    #[must_use]
    pub fn around(
        files: Arc<dyn Files>,
        directory: &Path,
        others: &[PathBuf],
        tables: &Arc<NameTables>,
    ) -> Self {
        let Ok(directory) = files.canonical(directory) else {
            return Self::new(files, [directory]).sharing(tables);
        };
        let root = match files.repository_of(&directory) {
            Some(repository) => repository.to_owned(),
            None => outermost(&files, &directory, others, tables),
        };
        // The directory itself counts wherever it is.
        Self::new(files, [root, directory]).sharing(tables)
    }

    /// Returns the directories with files of modules, tests or values.
    pub(super) fn directories(&mut self) -> Arc<Directories> {
        if let Some(known) = &self.directories {
            return Arc::clone(known);
        }
        let found = self
            .tables
            .directories(&self.roots, || below(&*self.files, &self.roots));
        self.directories = Some(Arc::clone(&found));
        found
    }

    /// Returns the files of modules, tests and values in a canonical directory. No other one is searched.
    pub(super) fn files_in(&self, directory: &Path) -> Vec<PathBuf> {
        let known = self.directories.as_ref().and_then(|known| known.get(directory));
        // A called module may be outside of the roots.
        known
            .cloned()
            .unwrap_or_else(|| listed(&*self.files, directory).0)
    }
}

/// Returns the directories at and below roots with files in which names are looked for.
fn below(files: &dyn Files, roots: &[PathBuf]) -> Directories {
    let mut found = Directories::new();
    let mut coming = roots.to_vec();
    let mut number = 0;
    while let Some(directory) = coming.pop() {
        number += 1;
        if number > MAX_DIRECTORIES || found.contains_key(&directory) {
            continue;
        }
        let (own, inner) = listed(files, &directory);
        coming.extend(inner);
        if !own.is_empty() {
            found.insert(directory, own);
        }
    }
    found
}

/// Returns the files in a directory in which names are looked for, sorted, and the directories in it.
fn listed(files: &dyn Files, directory: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut own, mut inner) = (Vec::new(), Vec::new());
    for path in files.list(directory).unwrap_or_default() {
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_none_or(|name| name.starts_with('.')) {
            continue;
        }
        match files.kind(&path) {
            Some(PathKind::Directory) => inner.push(path),
            Some(PathKind::File) if is_read(&path) => own.push(path),
            _ => {}
        }
    }
    own.sort();
    (own, inner)
}

/// Returns the outermost directory around a canonical one that has to do with it: one of `others`, one with a module that calls
/// modules where the directory is, or the one with the directory of modules that it is in.
fn outermost(
    files: &Arc<dyn Files>,
    directory: &Path,
    others: &[PathBuf],
    tables: &Arc<NameTables>,
) -> PathBuf {
    let mut found = vec![directory.to_owned()];
    let mut names = Names::new::<&Path>(Arc::clone(files), []).sharing(tables);
    for around in directory.ancestors().skip(1).take(MAX_LEVELS) {
        let own = directory.strip_prefix(around).ok();
        let first = own.and_then(|own| own.components().next());
        let calls = names.calls_in(around);
        let mut called = calls.values().filter_map(|called| called.directory.as_deref());
        if called.any(|called| first.is_some_and(|first| called.starts_with(around.join(first)))) {
            found.push(around.to_owned());
        }
    }
    let of_modules = directory.parent().filter(|parent| parent.ends_with(MODULES));
    found.extend(of_modules.and_then(Path::parent).map(Path::to_owned));
    let given = others.iter().filter_map(|other| files.canonical(other).ok());
    found.extend(given.filter(|other| directory.starts_with(other) && other.parent().is_some()));
    let outermost = found.into_iter().min_by_key(|path| path.components().count());
    outermost.unwrap_or_default()
}

/// Returns whether a file may name objects of modules.
fn is_read(path: &Path) -> bool {
    FileKind::of_path(path).is_some_and(FileKind::has_names)
}
