//! A host of which it is remembered what functions asked it about files.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcl2_functions::{DirectoryEntry, FileKind, Host, HostError, PointInTime};

/// Maximum number of questions that are remembered of a validation.
const MAX_ASKED: usize = 4_096;

/// A question to a host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Question {
    Read(String),
    Kind(String),
    Entries(String),
    Absolute(String),
    Home,
    /// About the clock or randomness, which have another answer each time.
    Machine,
}

/// Hashes of the answers to questions.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers(Arc<HashMap<Question, u64>>);

/// A host that remembers what it was asked.
#[derive(Debug)]
pub(super) struct Traced {
    host: Arc<dyn Host>,
    /// The questions and the hashes of their answers, up to one more than the maximum.
    asked: Mutex<Vec<(Question, u64)>>,
}

impl Answers {
    /// Returns whether a host gives the same answers.
    pub(super) fn hold(&self, host: Option<&Traced>) -> bool {
        let mut all = self.0.iter();
        all.all(|(question, answer)| host.and_then(|host| host.ask(question)) == Some(*answer))
    }

    /// Returns these answers and others; `None` if they are too many.
    pub(super) fn and(mut self, others: &Self) -> Option<Self> {
        if self.0.is_empty() {
            return Some(others.clone());
        }
        let new = others
            .0
            .iter()
            .filter(|(question, _)| !self.0.contains_key(*question));
        let new: Vec<(Question, u64)> = new
            .map(|(question, answer)| (question.clone(), *answer))
            .collect();
        if !new.is_empty() {
            Arc::make_mut(&mut self.0).extend(new);
        }
        (self.0.len() <= MAX_ASKED).then_some(self)
    }
}

impl Traced {
    pub(super) fn new(host: Arc<dyn Host>) -> Self {
        let asked = Mutex::default();
        Self { host, asked }
    }

    /// Returns how many questions were asked so far.
    pub(super) fn asked(&self) -> usize {
        self.log().len()
    }

    /// Returns the answers to the questions from one on; `None` if they were too many, or may have other answers.
    pub(super) fn answers_from(&self, start: usize) -> Option<Answers> {
        let log = self.log();
        let asked = log.get(start..).filter(|_| log.len() <= MAX_ASKED)?;
        let is_repeatable = !asked.iter().any(|(question, _)| *question == Question::Machine);
        is_repeatable.then(|| Answers(Arc::new(asked.iter().cloned().collect())))
    }

    /// Asks a question again, and returns the hash of the answer.
    fn ask(&self, question: &Question) -> Option<u64> {
        Some(match question {
            Question::Read(path) => hash(&self.read(path)),
            Question::Kind(path) => hash(&self.kind(path).map(|kind| kind.map(number))),
            Question::Entries(path) => hash(&self.entries(path).map(sorted)),
            Question::Absolute(path) => hash(&self.absolute(path)),
            Question::Home => hash(&self.home()),
            Question::Machine => return None,
        })
    }

    fn note(&self, question: Question, answer: u64) {
        let mut log = self.log();
        if log.len() <= MAX_ASKED {
            log.push((question, answer));
        }
    }

    fn log(&self) -> MutexGuard<'_, Vec<(Question, u64)>> {
        // Only a panic poisons the lock, and the list is never left half changed.
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn number(kind: FileKind) -> u8 {
    kind as u8
}

/// Returns what a directory has, in an order that does not depend on the host.
fn sorted(entries: Vec<DirectoryEntry>) -> Vec<(String, u8)> {
    let entries = entries.into_iter();
    let mut entries: Vec<(String, u8)> = entries.map(|entry| (entry.name, number(entry.kind))).collect();
    entries.sort();
    entries
}

fn hash<T: Hash>(answer: &Result<T, HostError>) -> u64 {
    let mut hasher = DefaultHasher::new();
    match answer {
        Ok(answer) => (true, answer).hash(&mut hasher),
        Err(error) => (false, error.is_refusal(), error.to_string()).hash(&mut hasher),
    }
    hasher.finish()
}

impl Host for Traced {
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let content = self.host.read(path);
        self.note(Question::Read(path.to_owned()), hash(&content));
        content
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        let kind = self.host.kind(path);
        let answer = hash(&kind.clone().map(|kind| kind.map(number)));
        self.note(Question::Kind(path.to_owned()), answer);
        kind
    }

    fn entries(&self, path: &str) -> Result<Vec<DirectoryEntry>, HostError> {
        let entries = self.host.entries(path);
        self.note(
            Question::Entries(path.to_owned()),
            hash(&entries.clone().map(sorted)),
        );
        entries
    }

    fn absolute(&self, path: &str) -> Result<String, HostError> {
        let absolute = self.host.absolute(path);
        self.note(Question::Absolute(path.to_owned()), hash(&absolute));
        absolute
    }

    fn home(&self) -> Result<String, HostError> {
        let home = self.host.home();
        self.note(Question::Home, hash(&home));
        home
    }

    fn now(&self) -> Result<PointInTime, HostError> {
        self.note(Question::Machine, 0);
        self.host.now()
    }

    fn plan_time(&self) -> Result<PointInTime, HostError> {
        self.note(Question::Machine, 0);
        self.host.plan_time()
    }

    fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        self.note(Question::Machine, 0);
        self.host.randomize(buffer)
    }
}
