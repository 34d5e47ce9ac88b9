//! The files of a revision, and what was asked about them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::ffi::OsString;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{ContentId, File, Objects, Repository};
use crate::files::{Disk, Files, MAX_FILE_BYTES, PathKind, Stamp};
use crate::parallel;

/// Maximum number of links on the way to a file.
const MAX_LINKS: usize = 40;

/// The files of a repository at a revision, at their paths in the working tree. Each is read when it is needed.
///
/// Paths outside of the repository are those of the [`Disk`], unless a link of the revision leads there: such a link leads
/// nowhere.
#[derive(Debug)]
pub struct Revision {
    name: String,
    top: PathBuf,
    objects: Arc<Objects>,
    /// The files by their paths from the top.
    files: BTreeMap<String, File>,
    /// The paths of those that are links.
    links: HashSet<String>,
}

/// Where a path leads.
enum Place<'p> {
    /// A path from the top, of a file or a directory.
    Inside(Cow<'p, str>),
    /// A path outside of the repository.
    Outside(PathBuf),
}

impl Revision {
    pub(super) fn new(repository: &Repository, name: String, files: BTreeMap<String, File>) -> Self {
        let links = files.iter().filter(|(_, file)| file.is_link);
        Self {
            name,
            links: links.map(|(path, _)| path.clone()).collect(),
            top: repository.top().to_owned(),
            objects: Arc::clone(repository.objects()),
            files,
        }
    }

    /// Returns the name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the canonical directory of the working tree.
    #[must_use]
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// Returns the files whose paths from the top are accepted, in the order of these, each with what identifies its
    /// content. That of a link is the content of the file that it leads to; a link that leads to none is left out.
    pub fn files(&self, accept: impl Fn(&str) -> bool) -> impl Iterator<Item = (&str, ContentId)> {
        let accepted = self.files.iter().filter(|(path, _)| accept(path));
        let accepted: Vec<(&String, &File)> = accepted.collect();
        let on_disk = accepted.iter().filter(|(_, file)| file.is_on_disk());
        let on_disk: Vec<&File> = on_disk.map(|(_, file)| *file).collect();
        // Each remembers what identifies its content.
        drop(parallel::map(None, &on_disk, |file| self.objects.id_of(file)));
        accepted.into_iter().filter_map(|(path, file)| {
            let id = match file.is_link {
                true => self.content_id(&self.top.join(path)),
                false => self.objects.id_of(file),
            };
            Some((path.as_str(), id?))
        })
    }

    /// Returns what identifies the content of a file of the repository, if it can be read.
    fn content_id(&self, path: &Path) -> Option<ContentId> {
        match self.find(path, true).ok()? {
            Place::Inside(below) => self.objects.id_of(self.files.get(&*below)?),
            Place::Outside(_) => None,
        }
    }

    /// Finds where a path leads, by links on the way and, if it `follows` them, at its end.
    fn find<'p>(&self, path: &'p Path, follows: bool) -> Result<Place<'p>> {
        if let Some(below) = self.plain(path, follows) {
            return Ok(Place::Inside(below.into()));
        }
        let Ok(rest) = path.strip_prefix(&self.top) else {
            return Ok(Place::Outside(path.to_owned()));
        };
        let mut parts: Vec<String> = Vec::new();
        let mut links = 0;
        let text = rest.to_str().ok_or_else(missing)?;
        let mut pending: VecDeque<String> = split(text).collect();
        while let Some(part) = pending.pop_front() {
            if part == ".." {
                if parts.pop().is_none() {
                    if links > 0 {
                        return Err(missing());
                    }
                    return self.outside(&pending, follows);
                }
                continue;
            }
            parts.push(part);
            if self.links.is_empty() || (pending.is_empty() && !follows) {
                continue;
            }
            let link = self.links.get(&parts.join("/"));
            if let Some(file) = link.and_then(|link| self.files.get(link)) {
                links += 1;
                let target = String::from_utf8(self.objects.read(file, MAX_FILE_BYTES)?);
                let target = target.ok().filter(|target| !target.starts_with('/'));
                let target = target.filter(|_| links <= MAX_LINKS).ok_or_else(missing)?;
                parts.pop();
                for part in split(&target).rev() {
                    pending.push_front(part);
                }
            }
        }
        Ok(Place::Inside(parts.join("/").into()))
    }

    /// Returns the path from the top if nothing in it has to be resolved, as in most paths.
    fn plain<'p>(&self, path: &'p Path, follows: bool) -> Option<&'p str> {
        let below = path.to_str()?.strip_prefix(self.top.to_str()?)?;
        if below.is_empty() {
            return Some(below);
        }
        let below = below.strip_prefix('/')?;
        if below.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return None;
        }
        let mut ends = below.match_indices('/').map(|(end, _)| end);
        let has_link = !self.links.is_empty()
            && (ends.any(|end| self.links.contains(&below[..end])) || follows && self.links.contains(below));
        (!has_link).then_some(below)
    }

    /// Finds where the rest of a path leads that leaves the repository upwards.
    fn outside(&self, rest: &VecDeque<String>, follows: bool) -> Result<Place<'static>> {
        let mut path = self.top.parent().unwrap_or(&self.top).to_owned();
        for part in rest {
            match part.as_str() {
                ".." => drop(path.pop()),
                part => path.push(part),
            }
        }
        match path.starts_with(&self.top) {
            true => Ok(match self.find(&path, follows)? {
                Place::Inside(below) => Place::Inside(below.into_owned().into()),
                Place::Outside(path) => Place::Outside(path),
            }),
            false => Ok(Place::Outside(path)),
        }
    }

    fn kind_of(&self, below: &str) -> Option<PathKind> {
        if let Some(file) = self.files.get(below) {
            return Some(if file.is_link {
                PathKind::Link
            } else {
                PathKind::File
            });
        }
        // The working tree of a repository is one at every revision.
        let is_directory = below.is_empty() || below == ".git" || {
            let prefix = format!("{below}/");
            let mut from = self.files.range(prefix.clone()..);
            from.next().is_some_and(|(path, _)| path.starts_with(&prefix))
        };
        is_directory.then_some(PathKind::Directory)
    }

    /// Returns the names of what is directly in a directory.
    fn names(&self, below: &str) -> Vec<&str> {
        let prefix = match below {
            "" => String::new(),
            below => format!("{below}/"),
        };
        let mut names = Vec::new();
        let mut from = prefix.clone();
        while let Some((path, _)) = self.files.range(from..).next()
            && let Some(rest) = path.strip_prefix(&prefix)
        {
            let name = rest.split('/').next().unwrap_or(rest);
            names.push(name);
            // The paths below a name start with it and a slash; `0` is the character after the slash.
            let after = if rest.len() > name.len() { "0" } else { "\0" };
            from = format!("{prefix}{name}{after}");
        }
        names
    }
}

/// Returns the parts of a path in which `.` stands for nothing.
fn split(path: &str) -> impl DoubleEndedIterator<Item = String> {
    let parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
    parts.map(str::to_owned)
}

fn missing() -> Error {
    Error::new(ErrorKind::NotFound, "No such file or directory")
}

impl Files for Revision {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        match self.find(path, true)? {
            Place::Outside(path) => Disk.read(&path, max_bytes),
            Place::Inside(below) => match self.files.get(&*below) {
                Some(file) => self.objects.read(file, max_bytes),
                None => Err(match self.kind_of(&below) {
                    Some(_) => ErrorKind::IsADirectory.into(),
                    None => missing(),
                }),
            },
        }
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        match self.find(directory, true)? {
            Place::Outside(path) => Disk.list(&path),
            Place::Inside(below) => match self.kind_of(&below) {
                Some(PathKind::Directory) => {
                    let names = self.names(&below).into_iter();
                    Ok(names.map(|name| directory.join(name)).collect())
                }
                Some(_) => Err(ErrorKind::NotADirectory.into()),
                None => Err(missing()),
            },
        }
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        match self.find(path, false).ok()? {
            Place::Outside(path) => Disk.kind(&path),
            Place::Inside(below) => self.kind_of(&below),
        }
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        match self.find(path, true)? {
            Place::Outside(path) => Disk.canonical(&path),
            Place::Inside(below) => match self.kind_of(&below) {
                Some(_) => {
                    let mut canonical = self.top.clone();
                    canonical.extend(split(&below));
                    Ok(canonical)
                }
                None => Err(missing()),
            },
        }
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.content_id(path)?.stamp()
    }
}

/// The files of a revision, with all that was asked about them.
///
/// Work that asks the same and has the same answers at another revision has the same result there.
#[derive(Debug)]
pub struct Recorded {
    files: Arc<Revision>,
    asked: Mutex<BTreeSet<Question>>,
}

/// What can be asked about files. The paths are compared as they are written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Question {
    Read(OsString),
    List(OsString),
    Kind(OsString),
    Canonical(OsString),
}

#[derive(PartialEq)]
enum Answer {
    Content(Option<ContentId>),
    List(Option<Vec<PathBuf>>),
    Kind(Option<PathKind>),
    Canonical(Option<PathBuf>),
}

impl Recorded {
    /// Creates a record of the questions about a revision.
    #[must_use]
    pub fn new(files: Arc<Revision>) -> Self {
        Self {
            files,
            asked: Mutex::default(),
        }
    }

    /// Returns whether all that was asked has the same answers at another revision.
    #[must_use]
    pub fn is_same_at(&self, other: &Revision) -> bool {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked
            .iter()
            .all(|question| self.files.answer(question) == other.answer(question))
    }

    fn ask(&self, question: Question) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.insert(question);
    }
}

impl Revision {
    fn answer(&self, question: &Question) -> Answer {
        match question {
            Question::Read(path) => Answer::Content(self.content_id(path.as_ref())),
            Question::List(path) => Answer::List(self.list(path.as_ref()).ok()),
            Question::Kind(path) => Answer::Kind(self.kind(path.as_ref())),
            Question::Canonical(path) => Answer::Canonical(self.canonical(path.as_ref()).ok()),
        }
    }
}

impl Files for Recorded {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        self.ask(Question::Read(path.into()));
        self.files.read(path, max_bytes)
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        self.ask(Question::List(directory.into()));
        self.files.list(directory)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        self.ask(Question::Kind(path.into()));
        self.files.kind(path)
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        self.ask(Question::Canonical(path.into()));
        self.files.canonical(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.ask(Question::Read(path.into()));
        self.files.stamp(path)
    }
}
