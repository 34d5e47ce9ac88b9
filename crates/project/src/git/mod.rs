//! Repositories of git, of which only references and objects are read. No program runs, whatever a repository configures.

mod ordinary;
mod revision;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;

use crate::files::{Disk, Files, MAX_FILE_BYTES};

pub use revision::{Recorded, Revision};

/// Maximum number of files of a revision. A tree can name few objects very often.
const MAX_FILES: usize = 1_000_000;

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

/// What identifies the content of a file: that of two files is the same if and only if these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentId(gix::ObjectId);

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

impl Repository {
    /// Finds the repository around a directory.
    ///
    /// # Errors
    ///
    /// If there is none, if it has no working tree, or if it holds a pipe or a device, which has no end.
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
        let repository = gix::ThreadSafeRepository::open_opts(around, gix::open::Options::isolated())
            .map_err(|error| unreadable(&error))?;
        let top = repository.work_dir().and_then(|top| top.canonicalize().ok());
        let top = top.ok_or_else(|| {
            GitError("the repository of git around the current directory has no working tree".to_owned())
        })?;
        let objects = Objects {
            repository,
            idle: Mutex::default(),
            read: Mutex::default(),
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
        let files = self.objects.with(|objects| tree(objects, id, name))?;
        Ok(Revision::new(self, name.to_owned(), files))
    }
}

fn tree(
    objects: &gix::Repository,
    id: gix::ObjectId,
    name: &str,
) -> Result<BTreeMap<String, File>, GitError> {
    let unreadable = |error: &dyn fmt::Display| GitError::unreadable(name, error);
    let object = objects.find_object(id).map_err(|error| unreadable(&error))?;
    let tree = object.peel_to_tree().map_err(|error| unreadable(&error))?;
    let mut files = BTreeMap::new();
    let mut pending = vec![(String::new(), tree)];
    while let Some((directory, tree)) = pending.pop() {
        for entry in tree.iter() {
            let entry = entry.map_err(|error| unreadable(&error))?;
            let Some(part) = safe_name(entry.filename()) else {
                continue;
            };
            let path = format!("{directory}{part}");
            match entry.mode().kind() {
                EntryKind::Tree => {
                    let below = entry.object().map_err(|error| unreadable(&error))?;
                    pending.push((format!("{path}/"), below.into_tree()));
                }
                kind @ (EntryKind::Blob | EntryKind::BlobExecutable | EntryKind::Link) => {
                    let file = File {
                        is_link: kind == EntryKind::Link,
                        content: Content::Object(ContentId(entry.object_id())),
                    };
                    files.insert(path, file);
                }
                EntryKind::Commit => {}
            }
            if files.len() + pending.len() > MAX_FILES {
                return Err(unreadable(&format_args!("it has more than {MAX_FILES} files")));
            }
        }
    }
    Ok(files)
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
                    let size = objects.find_header(id.0).map_err(|error| failed(&error))?.size();
                    if size > max_bytes {
                        return Err(crate::files::too_large(max_bytes));
                    }
                    let object = objects.find_object(id.0).map_err(|error| failed(&error))?;
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
