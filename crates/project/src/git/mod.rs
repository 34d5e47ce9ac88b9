//! Repositories of git, of which only references and objects are read. No program runs, whatever a repository configures.

mod ordinary;
mod revision;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;

use crate::files::{Disk, Files, MAX_FILE_BYTES, Stamp};

pub use revision::{Recorded, Revision};

/// Maximum number of files of a revision. A tree can name few objects very often.
const MAX_FILES: usize = 1_000_000;

/// Maximum number of bytes of the path of a file of a revision, as on most systems.
const MAX_PATH_BYTES: usize = 4096;

/// Maximum size of an object in bytes.
const MAX_OBJECT_BYTES: u64 = 268_435_456;

/// What overrides the configuration of every repository: the bytes of an object, and those of all that are kept.
const LIMITS: [&str; 3] = [
    // `MAX_OBJECT_BYTES`
    "gitoxide.objects.allocLimit=268435456",
    "gitoxide.objects.cacheLimit=16777216",
    "core.deltaBaseCacheLimit=100663296",
];

/// A repository of git with a working tree.
#[derive(Clone, Debug)]
pub struct Repository {
    objects: Arc<Objects>,
    top: PathBuf,
}

/// Why something in a repository cannot be read, as a clause that a sentence can start with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitError(String);

impl fmt::Display for GitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GitError {}

impl GitError {
    fn unreadable(name: &str, error: &dyn fmt::Display) -> Self {
        Self(format!("`{name}` cannot be read: {error}"))
    }
}

/// Reads the paths in a file of alternates.
fn alternates(content: &[u8]) -> Result<Vec<PathBuf>, GitError> {
    gix::odb::alternate::parse(content).map_err(|error| GitError::unreadable("info/alternates", &error))
}

/// What identifies the content of a file: that of two files is the same if and only if these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentId(gix::ObjectId);

impl ContentId {
    fn stamp(self) -> Option<Stamp> {
        Stamp::of_content(self.0.as_bytes())
    }
}

/// A file of a revision, or of the working tree.
#[derive(Clone, Debug)]
struct File {
    is_link: bool,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Object(ContentId),
    /// A path on the disk, and what its content would be as an object.
    Disk(PathBuf, OnceLock<Option<ContentId>>),
}

impl File {
    /// Returns whether what identifies its content follows from reading it.
    fn is_on_disk(&self) -> bool {
        matches!(&self.content, Content::Disk(..))
    }
}

impl Repository {
    /// Finds the repository around a directory.
    ///
    /// # Errors
    ///
    /// If there is none, if it has no working tree, if it holds a pipe or a device, which has no end, or if its `.git` leads to
    /// a repository elsewhere that does not name this working tree.
    pub fn find(directory: &Path) -> Result<Self, GitError> {
        let unreadable =
            |error: &dyn fmt::Display| GitError(format!("no repository of git can be read here: {error}"));
        let directory = Disk.canonical(directory).map_err(|error| unreadable(&error))?;
        let around = Disk.repository_of(&directory).ok_or_else(|| {
            unreadable(&format_args!(
                "{} and what is around it has no `.git`",
                directory.display()
            ))
        })?;
        ordinary::check(around).map_err(|error| unreadable(&error))?;
        let options = gix::open::Options::isolated().config_overrides(LIMITS);
        let repository =
            gix::ThreadSafeRepository::open_opts(around, options).map_err(|error| unreadable(&error))?;
        let top = repository.work_dir().and_then(|top| top.canonicalize().ok());
        let top = top.ok_or_else(|| {
            GitError("the repository of git around the current directory has no working tree".to_owned())
        })?;
        if top != around {
            let problem = format_args!(
                "its working tree is not where its `.git` is, but {}",
                top.display()
            );
            return Err(unreadable(&problem));
        }
        let local = repository.to_thread_local();
        let is_named = local.config_snapshot().string("core.worktree").is_some();
        ordinary::check_owner((local.git_dir(), local.common_dir()), is_named, &top)
            .map_err(|error| unreadable(&error))?;
        let objects = Objects {
            repository,
            idle: Mutex::default(),
            read: Mutex::default(),
            trees: Mutex::default(),
        };
        Ok(Self {
            objects: Arc::new(objects),
            top,
        })
    }

    /// Returns the canonical directory of the working tree.
    #[must_use]
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// Returns the files of a revision. Its name is that of git, such as `main~1`.
    ///
    /// # Errors
    ///
    /// If the name is no revision, or if its tree cannot be read.
    pub fn revision(&self, name: &str) -> Result<Revision, GitError> {
        self.files_of(name, self.commit(name)?)
    }

    /// Returns the files of the best common ancestor of two revisions.
    ///
    /// # Errors
    ///
    /// If a name is no revision, if they have no common ancestor, or if its tree cannot be read.
    pub fn merge_base(&self, one: &str, other: &str) -> Result<Revision, GitError> {
        let (own, others) = (self.commit(one)?, self.commit(other)?);
        let base = self.objects.with(|objects| {
            objects
                .merge_base(own, others)
                .ok()
                .flatten()
                .map(gix::Id::detach)
        });
        let base = base.ok_or_else(|| GitError(format!("`{one}` and `{other}` have no common ancestor")))?;
        self.files_of(&format!("{one}...{other}"), base)
    }

    /// Returns files of the working tree, which are found by their `paths` below the top, as they are now.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub fn working_tree(&self, paths: impl IntoIterator<Item = PathBuf>) -> Result<Revision, GitError> {
        let mut files = BTreeMap::new();
        for path in paths {
            let Ok(below) = path.strip_prefix(&self.top) else {
                continue;
            };
            let below = below.to_string_lossy().replace('\\', "/");
            let is_link = path.is_symlink();
            let content = Content::Disk(path, OnceLock::new());
            files.insert(below, File { is_link, content });
            if files.len() > MAX_FILES {
                return Err(GitError(format!(
                    "the working tree has more than {MAX_FILES} files"
                )));
            }
        }
        Ok(Revision::new(self, "working tree".to_owned(), files))
    }

    /// Returns whether a string names a revision.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.commit(name).is_ok()
    }

    fn objects(&self) -> &Arc<Objects> {
        &self.objects
    }

    fn commit(&self, name: &str) -> Result<gix::ObjectId, GitError> {
        let found = self
            .objects
            .with(|objects| objects.rev_parse_single(name).ok().map(gix::Id::detach));
        found.ok_or_else(|| GitError(format!("`{name}` is no revision of this repository")))
    }

    /// Returns the files of the tree of a commit or tag.
    fn files_of(&self, name: &str, id: gix::ObjectId) -> Result<Revision, GitError> {
        let mut trees = self.objects.trees.lock().unwrap_or_else(PoisonError::into_inner);
        let files = self
            .objects
            .with(|objects| tree(objects, &mut trees, (id, name), MAX_FILES))?;
        Ok(Revision::new(self, name.to_owned(), files))
    }
}

/// Returns the files of the tree of a commit, which has a name, by their paths.
///
/// The same tree may be in many others, so each is read once, but counts as often as it is found.
fn tree(
    objects: &gix::Repository,
    known: &mut HashMap<gix::ObjectId, Arc<[Entry]>>,
    (id, name): (gix::ObjectId, &str),
    max_files: usize,
) -> Result<BTreeMap<String, File>, GitError> {
    let unreadable = |error: &dyn fmt::Display| GitError::unreadable(name, error);
    let object = objects.find_object(id).map_err(|error| unreadable(&error))?;
    let tree = object.peel_to_tree().map_err(|error| unreadable(&error))?;
    let mut files = BTreeMap::new();
    let mut pending = vec![(String::new(), tree.id)];
    let mut count = 0_usize;
    while let Some((directory, id)) = pending.pop() {
        let entries = match known.get(&id) {
            Some(entries) => Arc::clone(entries),
            None => {
                let entries = entries(objects, id).map_err(|error| unreadable(&error))?;
                Arc::clone(known.entry(id).or_insert(entries))
            }
        };
        for entry in &*entries {
            count += 1;
            if count > max_files {
                return Err(unreadable(&format_args!("it has more than {max_files} files")));
            }
            if directory.len() + entry.name.len() > MAX_PATH_BYTES {
                let problem = format_args!("it has a path of more than {MAX_PATH_BYTES} bytes");
                return Err(unreadable(&problem));
            }
            let path = format!("{directory}{}", entry.name);
            match entry.kind {
                EntryKind::Tree => pending.push((path + "/", entry.id)),
                kind @ (EntryKind::Blob | EntryKind::BlobExecutable | EntryKind::Link) => {
                    let file = File {
                        is_link: kind == EntryKind::Link,
                        content: Content::Object(ContentId(entry.id)),
                    };
                    files.insert(path, file);
                }
                EntryKind::Commit => {}
            }
        }
    }
    Ok(files)
}

/// What a tree names directly.
#[derive(Debug)]
struct Entry {
    name: Box<str>,
    kind: EntryKind,
    id: gix::ObjectId,
}

/// Reads what a tree names, without what no disk could have.
fn entries(objects: &gix::Repository, id: gix::ObjectId) -> gix::Result<Arc<[Entry]>> {
    let tree = objects.find_tree(id)?;
    let mut entries = Vec::new();
    for entry in tree.iter() {
        let entry = entry?;
        if let Some(name) = safe_name(entry.filename()) {
            entries.push(Entry {
                name: name.into(),
                kind: entry.mode().kind(),
                id: entry.object_id(),
            });
        }
    }
    Ok(entries.into())
}

/// Returns a part of a path if it can be one on every disk: a tree may have any bytes.
fn safe_name(name: &gix::bstr::BStr) -> Option<&str> {
    let name = name.to_str().ok()?;
    let is_special = matches!(name, "" | "." | "..") || name.eq_ignore_ascii_case(".git");
    (!is_special && !name.contains(['/', '\\', '\0'])).then_some(name)
}

/// The objects of a repository, which are read by any thread, each once.
#[derive(Debug)]
struct Objects {
    repository: gix::ThreadSafeRepository,
    /// What no thread reads with at the moment.
    idle: Mutex<Vec<gix::Repository>>,
    read: Mutex<HashMap<ContentId, Arc<[u8]>>>,
    /// What trees name directly: most are the same at two revisions.
    trees: Mutex<HashMap<gix::ObjectId, Arc<[Entry]>>>,
}

impl Objects {
    fn with<T>(&self, work: impl FnOnce(&gix::Repository) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let objects = idle().pop();
        let objects = objects.unwrap_or_else(|| self.repository.to_thread_local());
        let result = work(&objects);
        idle().push(objects);
        result
    }

    /// Returns what identifies the content of a file; `None` if it cannot be read.
    fn id_of(&self, file: &File) -> Option<ContentId> {
        match &file.content {
            Content::Object(id) => Some(*id),
            Content::Disk(path, id) => *id.get_or_init(|| {
                let content = read_from_disk(path, file.is_link, MAX_FILE_BYTES).ok()?;
                let kind = gix::objs::Kind::Blob;
                let hash = self.with(|objects| objects.object_hash());
                gix::objs::compute_hash(hash, kind, &content).ok().map(ContentId)
            }),
        }
    }

    /// Reads a file of at most `max_bytes`; of a link, where it leads.
    fn read(&self, file: &File, max_bytes: u64) -> std::io::Result<Vec<u8>> {
        let id = match &file.content {
            Content::Object(id) => *id,
            Content::Disk(path, _) => return read_from_disk(path, file.is_link, max_bytes),
        };
        let known = |read: &HashMap<ContentId, Arc<[u8]>>| read.get(&id).cloned();
        let cache = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let content = known(&cache());
        let content = match content {
            Some(content) => content,
            None => {
                let failed = |error: &dyn fmt::Display| std::io::Error::other(error.to_string());
                let content: Arc<[u8]> = self.with(|objects| {
                    // Larger objects than any file are refused before they are read, and smaller ones when they are asked for.
                    if max_bytes < MAX_OBJECT_BYTES {
                        let size = objects.find_header(id.0).map_err(|error| failed(&error))?.size();
                        if size > max_bytes {
                            return Err(crate::files::too_large(max_bytes));
                        }
                    }
                    let object = objects.find_object(id.0).map_err(|error| {
                        let header = objects.find_header(id.0);
                        match header.is_ok_and(|header| header.size() > max_bytes) {
                            true => crate::files::too_large(max_bytes),
                            false => failed(&error),
                        }
                    })?;
                    Ok(object.data.as_slice().into())
                })?;
                cache().insert(id, Arc::clone(&content));
                content
            }
        };
        match content.len() as u64 > max_bytes {
            true => Err(crate::files::too_large(max_bytes)),
            false => Ok(content.to_vec()),
        }
    }
}

fn read_from_disk(path: &Path, is_link: bool, max_bytes: u64) -> std::io::Result<Vec<u8>> {
    if is_link {
        let target = std::fs::read_link(path)?;
        return Ok(target.to_string_lossy().into_owned().into_bytes());
    }
    Disk.read(path, max_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_counts_as_often_as_it_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let repository = gix::init(directory.path()).unwrap();
        let mut id = repository
            .write_object(gix::objs::Tree::empty())
            .unwrap()
            .detach();
        for _ in 0..40 {
            let entry = |name: &str| gix::objs::tree::Entry {
                mode: EntryKind::Tree.into(),
                filename: name.into(),
                oid: id,
            };
            let entries = vec![entry("a"), entry("b")];
            id = repository
                .write_object(gix::objs::Tree { entries })
                .unwrap()
                .detach();
        }
        let error = tree(&repository, &mut HashMap::new(), (id, "HEAD"), 1000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`HEAD` cannot be read: it has more than 1000 files"
        );
    }
}
