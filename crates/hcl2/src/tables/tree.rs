//! The directories of modules, divided into parts.

use std::collections::HashSet;
use std::fs::FileType;
use std::io::{Error, ErrorKind, Result};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use hcl2_tables::{
    Directory, Extractor, File, RootPlan, SecretNames, SecretsOf, Selection, is_read, secret_variables,
};
use hcl2_terraform::join_paths;
use hcl2_terraform::table::Language;

use super::files::{file, files_in, listed_files, shown};
use super::roots::Shared;
use hcl2_project::unreadable_directory;

/// The number of files that a part has, about.
const FILES_OF_PART: usize = 4096;

/// The directories with files of modules below the directories that were named.
#[derive(Clone, Debug)]
pub struct Tree {
    entries: Arc<Entries>,
    language: Language,
    files: usize,
}

/// The directories of a tree.
#[derive(Debug, Default)]
struct Entries {
    all: Vec<Entry>,
    names: Names,
    /// The directories that modules of the tree call, once it matters which modules are root modules.
    called: OnceLock<HashSet<String>>,
    shared: Shared,
}

/// A directory in a tree, in few bytes: a tree may have millions.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The position of the repository.
    repository: u32,
    below: Below,
    files: u32,
}

/// The path of a directory below that of its repository; empty for the repository itself.
#[derive(Clone, Copy, Debug)]
enum Below {
    /// Its start and end in the text.
    Text(u32, u32),
    /// The position of a path that is not in the text.
    Other(u32),
}

/// The repositories of a tree, and the paths of its directories below them.
#[derive(Debug, Default)]
struct Names {
    repositories: Vec<Repository>,
    text: String,
    /// The paths that are not UTF-8, or for which the text has no room.
    others: Vec<PathBuf>,
}

#[derive(Debug)]
struct Repository {
    name: Arc<str>,
    path: PathBuf,
    is_whole: bool,
}

impl Names {
    fn add_repository(&mut self, path: &Path) -> u32 {
        self.repositories.push(Repository {
            name: shown(path).into(),
            path: path.to_owned(),
            is_whole: true,
        });
        self.repositories.len() as u32 - 1
    }

    fn add_below(&mut self, path: &Path) -> Below {
        let start = self.text.len();
        let end = path.to_str().map(|text| start + text.len());
        match (path.to_str(), end.map(u32::try_from)) {
            (Some(text), Some(Ok(end))) => {
                self.text.push_str(text);
                Below::Text(start as u32, end)
            }
            _ => {
                self.others.push(path.to_owned());
                Below::Other(self.others.len() as u32 - 1)
            }
        }
    }

    fn repository(&self, entry: &Entry) -> &Repository {
        &self.repositories[entry.repository as usize]
    }

    fn components(&self, entry: &Entry) -> impl Iterator<Item = Component<'_>> {
        let below = match entry.below {
            Below::Text(start, end) => Path::new(&self.text[start as usize..end as usize]),
            Below::Other(position) => &self.others[position as usize],
        };
        self.repository(entry).path.components().chain(below.components())
    }

    fn path(&self, entry: &Entry) -> PathBuf {
        // Not `join`, which ends with a slash if there is nothing to add.
        self.components(entry).collect()
    }
}

/// A directory of a module, or one that cannot be read.
#[derive(Clone, Debug)]
pub struct FoundDirectory {
    path: PathBuf,
    repository: Arc<str>,
    is_whole_repository: bool,
    pub(super) language: Language,
    entries: Arc<Entries>,
}

/// A directory by its names, which may be sent to another process. See [`Part::from_directories`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDirectory {
    /// The root directory of the repository. The directories of a repository follow each other.
    pub repository: String,
    /// Whether the part has all directories of the repository.
    pub is_whole_repository: bool,
    /// The path.
    pub path: PathBuf,
    /// Whether a module of the tree calls the one in the directory, so that it is no root module; `None` if nobody asked.
    pub is_called: Option<bool>,
}

/// Directories that are read together.
#[derive(Clone, Debug, Default)]
pub struct Part {
    entries: Arc<Entries>,
    language: Language,
    /// The positions of its directories.
    positions: Vec<u32>,
    /// Whether it has all directories of its repositories, however large.
    has_whole_repositories: bool,
}

impl Tree {
    /// Finds the directories with files of modules in a language. Hidden directories and links to directories are not
    /// entered.
    ///
    /// The repository of a directory is the nearest one around it that contains `.git`. Without one, it is the directory
    /// directly below the named one.
    ///
    /// # Errors
    ///
    /// If one of `roots` is not a directory. Directories below that cannot be read are rows of problems.
    pub fn walk(roots: &[impl AsRef<Path>], language: Language) -> Result<Self> {
        let mut walk = Walk {
            language,
            names: Names::default(),
            found: Vec::new(),
        };
        for root in roots {
            let root = root.as_ref();
            let is_directory = std::fs::metadata(root).map(|metadata| metadata.is_dir());
            let problem = match is_directory {
                Ok(true) => {
                    walk.enter(root);
                    continue;
                }
                Ok(false) => Error::new(ErrorKind::NotADirectory, "it is not a directory"),
                Err(error) => error,
            };
            let shown = root.display();
            return Err(Error::new(
                problem.kind(),
                format!("the directory {shown} cannot be read: {problem}"),
            ));
        }
        let Walk {
            found: mut entries,
            mut names,
            ..
        } = walk;
        // Not `sort_by`, which needs memory for half of them again.
        entries.sort_unstable_by(|a, b| {
            let order = names.repository(a).name.cmp(&names.repository(b).name);
            order.then_with(|| names.components(a).cmp(names.components(b)))
        });
        entries.dedup_by(|a, b| names.components(a).eq(names.components(b)));
        let mut divided = Vec::new();
        for entries in entries.chunk_by(|a, b| names.repository(a).name == names.repository(b).name) {
            let files: usize = entries.iter().map(|entry| entry.files as usize).sum();
            if files > FILES_OF_PART {
                divided.extend(entries.iter().map(|entry| entry.repository as usize));
            }
        }
        for repository in divided {
            names.repositories[repository].is_whole = false;
        }
        entries.shrink_to_fit();
        names.text.shrink_to_fit();
        Ok(Self {
            files: entries.iter().map(|entry| entry.files as usize).sum(),
            entries: Arc::new(Entries {
                all: entries,
                names,
                called: OnceLock::new(),
                shared: Shared::default(),
            }),
            language,
        })
    }

    /// Returns the number of files.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.files
    }

    /// Returns the language in which the files are read.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the number of parts that suits the number of files.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.files.div_ceil(FILES_OF_PART).max(1)
    }

    /// Divides the directories into `count` parts, some of which may be empty. The part of a directory depends only on its
    /// name and that of its repository, unless the size of the repository crosses the size of a part.
    #[must_use]
    pub fn parts(&self, count: usize) -> Vec<Part> {
        let mut parts = vec![self.part(false); count.max(1)];
        for (position, entry) in self.entries.all.iter().enumerate() {
            let repository = self.entries.names.repository(entry);
            let hash = if repository.is_whole {
                stable_hash(&repository.name)
            } else {
                stable_hash(&self.entries.names.path(entry).display().to_string())
            };
            let index = (hash % parts.len() as u64) as usize;
            if let Some(part) = parts.get_mut(index) {
                part.positions.push(position as u32);
            }
        }
        parts
    }

    /// Returns a part for each repository, by name.
    #[must_use]
    pub fn repositories(&self) -> Vec<(String, Part)> {
        let mut start = 0;
        let name = |entry: &Entry| &self.entries.names.repository(entry).name;
        let repositories = self.entries.all.chunk_by(|a, b| name(a) == name(b));
        let parts = repositories.filter_map(|entries| {
            let mut part = self.part(true);
            part.positions.extend(start..start + entries.len() as u32);
            start += entries.len() as u32;
            Some((name(entries.first()?).to_string(), part))
        });
        parts.collect()
    }

    fn part(&self, has_whole_repositories: bool) -> Part {
        Part {
            entries: self.entries.clone(),
            language: self.language,
            positions: Vec::new(),
            has_whole_repositories,
        }
    }
}

struct Walk {
    language: Language,
    names: Names,
    found: Vec<Entry>,
}

impl Walk {
    /// Adds a directory and those below it.
    fn enter(&mut self, root: &Path) {
        // Each directory with its repository, as far as it is known.
        let mut stack = vec![(root.to_owned(), None)];
        while let Some((directory, within)) = stack.pop() {
            let is_root = directory == root;
            let mut files = 0;
            let mut nested = Vec::new();
            let mut is_repository = false;
            let listed = listed(&directory);
            for (path, kind) in listed.iter().flatten() {
                let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                    continue;
                };
                if name == ".git" {
                    is_repository = true;
                } else if kind.is_dir() {
                    if !name.starts_with('.') {
                        nested.push(path.clone());
                    }
                } else if is_read(name, self.language) && (kind.is_file() || path.is_file()) {
                    files += 1;
                }
            }
            let repository = match is_repository {
                true => Some(self.names.add_repository(&directory)),
                false => within,
            };
            for path in nested {
                let within = match repository {
                    None if is_root => Some(self.names.add_repository(&path)),
                    _ => repository,
                };
                stack.push((path, within));
            }
            if files > 0 || listed.is_err() {
                let repository = repository.unwrap_or_else(|| self.names.add_repository(&directory));
                let around = &self.names.repositories[repository as usize].path;
                let below = directory.strip_prefix(around).unwrap_or(&directory);
                self.found.push(Entry {
                    repository,
                    below: self.names.add_below(below),
                    files,
                });
            }
        }
    }
}

/// Returns what is in a directory.
fn listed(directory: &Path) -> Result<Vec<(PathBuf, FileType)>> {
    std::fs::read_dir(directory)?
        .map(|entry| {
            let entry = entry?;
            Ok((entry.path(), entry.file_type()?))
        })
        .collect()
}

impl FoundDirectory {
    fn new(entry: &Entry, entries: &Arc<Entries>, language: Language) -> Self {
        let repository = entries.names.repository(entry);
        Self {
            path: entries.names.path(entry),
            repository: repository.name.clone(),
            is_whole_repository: repository.is_whole,
            language,
            entries: entries.clone(),
        }
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the root directory of the repository.
    #[must_use]
    pub fn repository(&self) -> &str {
        &self.repository
    }

    /// Returns whether the part has all directories of the repository.
    #[must_use]
    pub fn is_whole_repository(&self) -> bool {
        self.is_whole_repository
    }

    /// Returns the paths of the files, sorted.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        listed_files(&self.path, self.language)
    }

    /// Reads the files, up to [`MAX_FILE_BYTES`](hcl2_project::MAX_FILE_BYTES) each.
    #[must_use]
    pub fn read(&self) -> Directory {
        let files = match self.files() {
            Ok(paths) => paths.iter().map(|path| file(path)).collect(),
            Err(error) => vec![File {
                path: shown(&self.path),
                content: Err(Box::new(unreadable_directory(&self.path, &error))),
            }],
        };
        Directory {
            repository: self.repository.to_string(),
            is_whole_repository: self.is_whole_repository,
            module: shown(&self.path),
            files,
        }
    }
}

/// Plans.
impl FoundDirectory {
    /// Plans the module in the directory if the selection needs it and it is a root module: no module of the tree calls it.
    #[must_use]
    pub fn plan(&self, selection: &Selection) -> Option<RootPlan> {
        let module = shown(&self.path);
        if !selection.has_plans() || !selection.has_module(&module) || !self.is_root(&module) {
            return None;
        }
        Some(self.entries.shared.planned(self, module, selection))
    }

    /// Adds the rows of the plan of the module in the directory, if there is one.
    ///
    /// # Errors
    ///
    /// Those of the extractor's sink.
    pub fn add_plan(&self, extractor: &mut Extractor<'_>) -> Result<()> {
        let plan = self.plan(extractor.selection());
        plan.map_or(Ok(()), |plan| extractor.add_plan(&plan))
    }

    fn is_root(&self, module: &str) -> bool {
        let files = self.entries.shared.files_of_module(&self.path, self.language);
        let has_files = !files.is_empty();
        has_files && !self.calls().contains(&called_as(module))
    }

    /// Returns whether a module of the tree calls the module in the directory by a local path. The first question reads the
    /// files of the whole tree.
    #[must_use]
    pub fn is_called(&self) -> bool {
        self.calls().contains(&called_as(&shown(&self.path)))
    }

    /// Returns the directories that modules of the tree call.
    fn calls(&self) -> &HashSet<String> {
        self.entries.called.get_or_init(|| {
            let all = self.entries.all.iter();
            let all = all.map(|entry| Self::new(entry, &self.entries, self.language));
            let all: Vec<Self> = all.collect();
            self.entries.shared.called(&all, self.language)
        })
    }
}

/// Returns the name that calls have for the directory of a module.
fn called_as(module: &str) -> String {
    join_paths(".", module)
}

impl Part {
    /// Creates a part of directories that a [`Tree`] found elsewhere, so that its owner need not walk the tree again.
    ///
    /// The root modules among them are those that are not called. If that is not known of all of them, they are those that
    /// none of these calls.
    pub fn from_directories(listed: impl IntoIterator<Item = ListedDirectory>, language: Language) -> Self {
        let mut entries = Entries::default();
        let mut last = None;
        let mut called = Some(HashSet::new());
        for directory in listed {
            match (directory.is_called, &mut called) {
                (None, _) => called = None,
                (Some(true), Some(called)) => {
                    called.insert(called_as(&shown(&directory.path)));
                }
                _ => {}
            }
            let repository = match last {
                Some((repository, name)) if name == directory.repository => repository,
                _ => entries.names.add_repository(Path::new(&directory.repository)),
            };
            entries.names.repositories[repository as usize].is_whole = directory.is_whole_repository;
            let around = &entries.names.repositories[repository as usize].path;
            let below = directory.path.strip_prefix(around).unwrap_or(&directory.path);
            let below = entries.names.add_below(below);
            entries.all.push(Entry {
                repository,
                below,
                files: 0,
            });
            last = Some((repository, directory.repository));
        }
        entries.called = called.map(OnceLock::from).unwrap_or_default();
        Self {
            positions: (0..entries.all.len() as u32).collect(),
            entries: Arc::new(entries),
            language,
            has_whole_repositories: false,
        }
    }

    /// Returns the number of files when the tree was walked; 0 for listed directories.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.entries().map(|entry| entry.files as usize).sum()
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        let positions = self.positions.iter();
        positions.filter_map(|position| self.entries.all.get(*position as usize))
    }

    /// Returns the directories; those of a repository follow each other.
    pub fn directories(&self) -> impl Iterator<Item = FoundDirectory> {
        self.entries().map(|entry| {
            let mut found = FoundDirectory::new(entry, &self.entries, self.language);
            found.is_whole_repository |= self.has_whole_repositories;
            found
        })
    }

    /// Returns what finds the sensitive variables of the modules of the tree, for [`Extractor::secrets`].
    pub fn secrets(&self) -> impl Fn(SecretsOf<'_>) -> SecretNames + use<> {
        let (entries, language) = (Arc::clone(&self.entries), self.language);
        move |of| {
            entries.shared.secrets(of, || match of {
                SecretsOf::Module(path) => secret_variables(&files_in(Path::new(path), language), language),
                SecretsOf::Repository(name) => {
                    let all = entries.all.iter();
                    let own = all.filter(|entry| *entries.names.repository(entry).name == *name);
                    let found = own.flat_map(|entry| {
                        let files = files_in(&entries.names.path(entry), language);
                        SecretNames::unwrap_or_clone(secret_variables(&files, language))
                    });
                    Arc::new(found.collect())
                }
            })
        }
    }

    /// Reads the directories and adds their rows.
    ///
    /// # Errors
    ///
    /// Those of the extractor's sink.
    pub fn extract(&self, extractor: Extractor<'_>) -> Result<()> {
        let mut extractor = extractor.secrets(self.secrets());
        for directory in self.directories() {
            extractor.add(directory.read())?;
            directory.add_plan(&mut extractor)?;
        }
        extractor.finish()
    }
}

/// Returns a hash that never changes (FNV-1a).
fn stable_hash(text: &str) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step)
}
