//! Files that the command line does not name and that belong to those that it names.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use hcl2::terraform::table::{Language, sets_variables};

use super::Arguments;
use super::kinds::{self, is_together};
use super::languages::ANY;
use super::tested::has_tests_of_module;
use crate::files::{Input, is_of_module};

/// The name of the file that locks the versions of the providers of a module and of those it calls.
const LOCK_FILE: &str = ".terraform.lock.hcl";

/// Adds the files that lock the versions of providers beside the modules found in directories.
pub(super) fn with_locks(input: Input, paths: &[PathBuf], language: Option<Language>) -> Input {
    let language = language.unwrap_or(ANY);
    let found = input.paths.iter().flatten();
    let found = found.filter(|path| is_of_module(path, language) && !paths.contains(path));
    let mut directories: Vec<&Path> = found.filter_map(|path| path.parent()).collect();
    directories.dedup();
    let known: HashSet<&PathBuf> = input.paths.iter().flatten().collect();
    let locks = directories.into_iter().map(|directory| directory.join(LOCK_FILE));
    let locks: BTreeSet<PathBuf> = locks
        .filter(|path| path.is_file() && !known.contains(path))
        .collect();
    let locks: Vec<PathBuf> = locks.into_iter().collect();
    input.add(&locks)
}

/// Adds the other files of the modules that the named files belong to.
pub(super) fn with_siblings(
    input: Input,
    arguments: &Arguments,
    paths: &[PathBuf],
    language: Option<Language>,
) -> Input {
    let language = language.unwrap_or(ANY);
    if arguments.syntax.syntax().is_some() {
        return input;
    }
    let known: HashSet<&PathBuf> = input.paths.iter().flatten().collect();
    let directories: BTreeSet<PathBuf> = input
        .paths
        .iter()
        .flatten()
        .filter(|path| {
            let has_siblings = is_of_module(path, language) || is_of_values(path) || is_together(path);
            (has_siblings || has_tests_of_module(path)) && paths.contains(path)
        })
        .map(|path| {
            let directory = directory_of(path);
            // The module is around the directory of its tests.
            let around = directory.ends_with("tests") && has_tests_of_module(path);
            if around {
                directory_of(directory)
            } else {
                directory
            }
            .to_owned()
        })
        .collect();
    let siblings = directories.iter().flat_map(|directory| {
        let shown = |path: PathBuf| path.strip_prefix("./").map(Path::to_owned).unwrap_or(path);
        kinds::siblings(directory, language).map(move |path| {
            if directory.as_os_str() == "." {
                shown(path)
            } else {
                path
            }
        })
    });
    let siblings: Vec<PathBuf> = siblings.filter(|path| !known.contains(path)).collect();
    input.add(&siblings)
}

/// Returns whether a file sets variables of the module in its directory.
pub(super) fn is_of_values(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(sets_variables)
}

/// Returns the canonical forms of the paths that exist.
pub(super) fn canonical<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> impl Iterator<Item = PathBuf> {
    let paths = paths.into_iter();
    paths.filter_map(|path| std::fs::canonicalize(path).ok())
}

/// Returns the directory of a file.
pub(super) fn directory_of(path: &Path) -> &Path {
    path.parent()
        .filter(|directory| !directory.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}
