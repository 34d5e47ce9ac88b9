//! The files that are checked together with those that are named.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::Diagnostics;
use hcl2_model::Syntax;
use hcl2_terraform::table::{FileKind, LOCK_FILE, Language};
use hcl2_terraform::{Stack, join_paths};

use super::entry::{Places, ProjectFile, Role, around_tests};
use crate::files::directory_of;
use crate::store::{Store, is_of_module};
use crate::unshown::Unshown;

/// The files of a check while they are gathered.
pub(super) struct Gathering<'p> {
    pub(super) store: &'p mut Store,
    pub(super) places: &'p Places,
    /// The files and directories that are named.
    pub(super) named: HashSet<&'p PathBuf>,
    /// The language of the modules in a directory.
    pub(super) language: &'p dyn Fn(&Path) -> Language,
    pub(super) files: Vec<ProjectFile>,
    /// The canonical directories of the files, and their names.
    known: HashSet<(PathBuf, OsString)>,
}

/// Adds to the named files those that are checked with them. Returns them all with the problems of reading named ones.
pub(super) fn gather(
    (store, places): (&mut Store, &Places),
    language: &dyn Fn(&Path) -> Language,
    named: &[PathBuf],
    files: Vec<ProjectFile>,
) -> (Vec<ProjectFile>, Diagnostics) {
    let mut unreadable = Diagnostics::new();
    let (mut files, mut known) = (files, HashSet::new());
    // A file may be named more than once.
    files.retain(|file| {
        let identity = file.path.as_deref().and_then(|path| identity(places, path));
        identity.is_none_or(|identity| known.insert(identity))
    });
    for file in &mut files {
        file.source = store.adopt(&file.source);
    }
    let mut gathering = Gathering {
        known,
        store,
        places,
        named: named.iter().collect(),
        language,
        files,
    };
    gathering.add_locks(&mut unreadable);
    gathering.add_siblings();
    gathering.add_pulled();
    (gathering.files, unreadable)
}

/// Returns what is the same for all spellings of a path.
fn identity(places: &Places, path: &Path) -> Option<(PathBuf, OsString)> {
    Some((places.directory(path), path.file_name()?.to_owned()))
}

/// Returns the text of the files that others refer to and that are outside of the places of all that is named.
pub(super) fn outside(store: &Store, places: &Places, all: &[ProjectFile]) -> Unshown {
    let files = places.files();
    let named = all.iter().filter(|file| file.role == Role::Named);
    let named: BTreeSet<&Path> = named
        .filter_map(|file| Some(around_tests(directory_of(file.path.as_deref()?))))
        .collect();
    let homes: BTreeSet<PathBuf> = named
        .into_iter()
        .filter_map(|directory| Some(files.place_of(&places.canonical(directory)?).to_owned()))
        .collect();
    let mut outside = Unshown::default();
    let Some(home) = homes.first() else { return outside };
    for file in all.iter().filter(|file| file.role == Role::Pulled) {
        let Some(path) = &file.path else { continue };
        let directory = places.directory(path);
        if !homes.iter().any(|home| directory.starts_with(home)) {
            outside.append(store.outside(&directory, std::slice::from_ref(&file.source), home));
        }
    }
    outside
}

impl Gathering<'_> {
    /// Reads a file, unless it is known, and adds it.
    fn add(&mut self, path: &Path, role: Role, problems: &mut Diagnostics) {
        let is_new = identity(self.places, path).is_none_or(|identity| self.known.insert(identity));
        let source = is_new.then(|| self.store.read(path, problems)).flatten();
        self.files.extend(source.map(|source| ProjectFile {
            path: Some(path.to_owned()),
            source,
            syntax: Syntax::from_path(path),
            role,
        }));
    }

    /// Returns the paths of the files.
    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().filter_map(|file| file.path.as_ref())
    }

    /// Adds the files that lock the versions of providers beside the modules found in directories.
    fn add_locks(&mut self, problems: &mut Diagnostics) {
        let found = self.paths().filter(|path| {
            is_of_module(path, (self.language)(directory_of(path))) && !self.named.contains(path)
        });
        let locks = found.filter_map(|path| Some(path.parent()?.join(LOCK_FILE)));
        let locks: BTreeSet<PathBuf> = locks.collect();
        for path in locks {
            if self.places.files().is_file(&path) {
                self.add(&path, Role::Named, problems);
            }
        }
    }

    /// Adds the other files of the modules that the named files belong to.
    fn add_siblings(&mut self) {
        let directories = self
            .paths()
            .filter(|path| self.named.contains(path))
            .filter_map(|path| match FileKind::of_path(path)? {
                FileKind::Tests { .. } => Some(around_tests(directory_of(path)).to_owned()),
                kind => {
                    let has_siblings =
                        kind.is_of_module((self.language)(directory_of(path))) || kind == FileKind::Values;
                    (has_siblings || kind.belongs_with_others()).then(|| directory_of(path).to_owned())
                }
            });
        let directories: BTreeSet<PathBuf> = directories.collect();
        for directory in directories {
            self.add_directory(&directory, Role::Sibling);
        }
    }

    /// Adds the files of a directory that belong together with others.
    fn add_directory(&mut self, directory: &Path, role: Role) {
        let files = self.places.files();
        let mut paths = files.list(directory).unwrap_or_default();
        let language = (self.language)(directory);
        paths.retain(|path| {
            let kind = FileKind::of_path(path);
            let is_read = kind.is_some_and(|kind| kind.is_of_module(language) || kind.belongs_with_others());
            is_read && files.is_ordinary(path)
        });
        for path in paths {
            let shown = path.strip_prefix("./").unwrap_or(&path);
            self.add(shown, role, &mut Diagnostics::new());
        }
    }

    /// Adds the modules that tests run and that components of stacks call, and the stacks that others contain, if they are
    /// elsewhere.
    fn add_pulled(&mut self) {
        let mut done = 0;
        loop {
            let read = self.paths().filter(|path| {
                let kind = FileKind::of_path(path);
                kind.is_some_and(|kind| {
                    kind.is_of_module((self.language)(directory_of(path))) || kind.is_of_stack()
                })
            });
            let read: HashSet<PathBuf> = read.map(|path| self.places.directory(path)).collect();
            let mut more: BTreeSet<PathBuf> = BTreeSet::new();
            for index in done..self.files.len() {
                more.extend(self.directories_named_in(index));
            }
            let is_new = |directory: &PathBuf| {
                let place = self.places.canonical(directory);
                place.is_some_and(|place| !read.contains(&place))
            };
            more.retain(is_new);
            if more.is_empty() {
                return;
            }
            done = self.files.len();
            for directory in &more {
                self.add_directory(directory, Role::Pulled);
            }
        }
    }

    /// Returns the directories of modules and stacks that a file of tests or of a stack names.
    fn directories_named_in(&mut self, index: usize) -> Vec<PathBuf> {
        let ProjectFile {
            path: Some(path),
            source,
            ..
        } = &self.files[index]
        else {
            return Vec::new();
        };
        let (directory, sources) = match FileKind::of_path(path) {
            Some(FileKind::Tests { .. }) => {
                let parsed = self.store.parse(source).value;
                (around_tests(directory_of(path)), parsed.called_paths())
            }
            Some(kind) if kind.is_of_stack() => {
                let parsed = self.store.parse(source).value;
                (
                    directory_of(path),
                    Stack::from_files([&parsed]).sources().collect(),
                )
            }
            _ => return Vec::new(),
        };
        let directory = directory.to_string_lossy();
        let sources = sources.iter().map(|(source, _)| source);
        sources
            .map(|source| join_paths(&directory, source).into())
            .collect()
    }
}
