//! Sibling files: unnamed files of the same module as a named one.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use hcl2::model::Limits;
use hcl2::project::directory_of;
use hcl2::terraform::table::{FileKind, Language};
use hcl2::terraform::{ModuleFile, Stack, join_paths};

use super::Arguments;
use super::kinds::{self, is_together};
use super::languages::ANY;
use super::stacks::is_stack;
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
            let has_tests = has_tests_of_module(path);
            if has_tests {
                directory_of_tested(path)
            } else {
                directory_of(path)
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
    FileKind::of_path(path) == Some(FileKind::Values)
}

/// Returns the canonical forms of the paths that exist.
pub(super) fn canonical<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> impl Iterator<Item = PathBuf> {
    let paths = paths.into_iter();
    paths.filter_map(|path| std::fs::canonicalize(path).ok())
}

/// Adds the modules that tests run and that components of stacks call, and the stacks that others contain, if they are
/// elsewhere.
pub(super) fn with_tested(mut input: Input, arguments: &Arguments, language: Option<Language>) -> Input {
    if arguments.syntax.syntax().is_some() {
        return input;
    }
    let language = language.unwrap_or(ANY);
    let mut done = 0;
    loop {
        let mut more: BTreeSet<PathBuf> = (done..input.files.len())
            .flat_map(|file| directories_named_in(&input, file, arguments.syntax.limits()))
            .collect();
        let is_read = |path: &&PathBuf| is_of_module(path, language) || is_stack(path);
        let read = input.paths.iter().flatten().filter(is_read);
        let read: BTreeSet<&Path> = read.map(|path| directory_of(path)).collect();
        for directory in &read {
            more.remove(&joined(Path::new("."), directory));
        }
        if more.is_empty() {
            return input;
        }
        // They may have other paths.
        let read: HashSet<PathBuf> = canonical(read).collect();
        let is_new = |directory: &PathBuf| {
            std::fs::canonicalize(directory).is_ok_and(|directory| !read.contains(&directory))
        };
        let files = more.iter().filter(|directory| is_new(directory));
        let files: Vec<PathBuf> = files
            .flat_map(|directory| kinds::siblings(directory, language))
            .collect();
        done = input.files.len();
        input = input.add(&files);
    }
}

/// Returns the directories of modules and stacks that a file of tests or of a stack names.
fn directories_named_in(input: &Input, file: usize, limits: Limits) -> Vec<PathBuf> {
    let path = input.paths[file].as_deref();
    let Some(path) = path.filter(|path| has_tests_of_module(path) || is_stack(path)) else {
        return Vec::new();
    };
    let parsed = ModuleFile::parse_within(&input.files[file].0, ANY, limits).value;
    let (directory, sources) = if is_stack(path) {
        (
            directory_of(path),
            Stack::from_files([&parsed]).sources().collect(),
        )
    } else {
        (directory_of_tested(path), parsed.called_paths())
    };
    let sources = sources.iter();
    sources
        .map(|(source, _)| joined(directory, Path::new(source)))
        .collect()
}

/// Joins two paths, without detours.
fn joined(directory: &Path, path: &Path) -> PathBuf {
    join_paths(&directory.to_string_lossy(), &path.to_string_lossy()).into()
}

/// Returns the directory of the module that a file of tests belongs to: that around the directory of the tests.
fn directory_of_tested(path: &Path) -> &Path {
    let directory = directory_of(path);
    if directory.ends_with("tests") {
        directory_of(directory)
    } else {
        directory
    }
}
