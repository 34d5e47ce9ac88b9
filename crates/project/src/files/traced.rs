//! Files of which it is remembered what was asked about them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Files, PathKind, Stamp};

/// A question about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Read(u64),
    List,
    Kind,
    Canonical,
    Target,
}

/// Hashes of the answers to questions about paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers(HashMap<(PathBuf, Question), u64>);

impl Answers {
    /// Returns the paths of the files that were read.
    pub(crate) fn read_paths(&self) -> Vec<PathBuf> {
        let read = self
            .0
            .keys()
            .filter(|(_, question)| matches!(question, Question::Read(_)));
        read.map(|(path, _)| path.clone()).collect()
    }

    /// Returns whether files give the same answers. Those that they gave before are in `given`.
    pub(crate) fn hold(&self, files: &dyn Files, given: &mut Self) -> bool {
        self.0.iter().all(|(asked, answer)| {
            if let Some(given) = given.0.get(asked) {
                return given == answer;
            }
            let (path, question) = asked;
            let now = match question {
                Question::Read(max_bytes) => hash(&files.read(path, *max_bytes)),
                Question::List => hash(&sorted(files.list(path))),
                Question::Kind => hash_of(&files.kind(path)),
                Question::Canonical => hash(&files.canonical(path)),
                Question::Target => hash_of(&files.target_kind(path)),
            };
            given.0.insert(asked.clone(), now);
            now == *answer
        })
    }
}

/// Files that remember what was asked about them.
#[derive(Debug)]
pub(crate) struct Traced {
    files: Arc<dyn Files>,
    answers: Mutex<Answers>,
}

impl Traced {
    pub(crate) fn new(files: Arc<dyn Files>) -> Self {
        let answers = Mutex::default();
        Self { files, answers }
    }

    /// Returns what was asked so far.
    pub(crate) fn answers(&self) -> Answers {
        self.answers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn note(&self, path: &Path, question: Question, answer: u64) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.0.insert((path.to_owned(), question), answer);
    }
}

fn sorted(paths: Result<Vec<PathBuf>>) -> Result<Vec<PathBuf>> {
    paths.map(|mut paths| {
        paths.sort();
        paths
    })
}

fn hash<T: Hash>(result: &Result<T>) -> u64 {
    hash_of(&result.as_ref().map_err(std::io::Error::kind))
}

fn hash_of(answer: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    hasher.finish()
}

impl Files for Traced {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        let content = self.files.read(path, max_bytes);
        self.note(path, Question::Read(max_bytes), hash(&content));
        content
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        let paths = sorted(self.files.list(directory));
        self.note(directory, Question::List, hash(&paths));
        paths
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        let kind = self.files.kind(path);
        self.note(path, Question::Kind, hash_of(&kind));
        kind
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        let canonical = self.files.canonical(path);
        self.note(path, Question::Canonical, hash(&canonical));
        canonical
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.files.stamp(path)
    }

    fn target_kind(&self, path: &Path) -> Option<PathKind> {
        let kind = self.files.target_kind(path);
        self.note(path, Question::Target, hash_of(&kind));
        kind
    }
}
