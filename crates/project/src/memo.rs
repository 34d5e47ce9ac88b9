//! What loads of modules share.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcl2_diagnostics::{Source, SourceId, SourceTooLarge};
use hcl2_model::Limits;
use hcl2_terraform::table::{Language, Version};

use crate::facts::{FileFacts, ModuleKey, ReadModule};
use crate::files::Stamp;

/// The bytes of sources of a generation, so that memory does not grow with the number of modules: what is made of a source takes
/// about thirty times as much.
const MAX_BYTES: usize = 4 << 20;
/// What a source counts in addition to its bytes.
const BYTES_OF_SOURCE: usize = 512;

/// Files and modules that loads share, on any thread: each source is parsed once, and the same sources are read as a module once.
///
/// There are two generations. When the younger one is full, it becomes the older one, and what nobody has asked for since then
/// is forgotten: most modules are needed once, and some by all others.
#[derive(Default)]
pub(crate) struct Memo {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    young: Generation,
    old: Generation,
}

#[derive(Default)]
struct Generation {
    /// The sources of each file.
    texts: HashMap<String, Vec<Text>>,
    facts: HashMap<SourceId, Arc<FileFacts>>,
    modules: HashMap<Files, Vec<Reading>>,
    /// The bytes of all sources.
    bytes: usize,
}

/// The files of a module: its directory, and its sources, which are read in a language.
type Files = (PathBuf, Language, Vec<SourceId>);

/// A module with the version in which it was asked for.
type Reading = (Option<Version>, Arc<ReadModule>);

#[derive(Clone)]
struct Text {
    /// What identifies the content, if that is known without reading it.
    stamp: Option<Stamp>,
    source: Source,
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").finish_non_exhaustive()
    }
}

impl Memo {
    /// Returns the source of a file with a number after that of the file `before` it in its module, by what identifies its content.
    pub(crate) fn by_stamp(&self, name: &str, stamp: Stamp, before: Option<SourceId>) -> Option<Source> {
        self.known().text(name, before, |text| text.stamp == Some(stamp))
    }

    /// Returns the source of a file with a number after that of the file `before` it in its module: the files of a module are in the order
    /// of their numbers.
    pub(crate) fn by_content(
        &self,
        name: &str,
        stamp: Option<Stamp>,
        bytes: Vec<u8>,
        before: Option<SourceId>,
    ) -> Result<Source, SourceTooLarge> {
        let mut known = self.known();
        if let Some(source) = known.text(name, before, |text| text.source.bytes() == bytes) {
            return Ok(source);
        }
        let source = Source::shared(name, bytes)?;
        let text = Text {
            stamp,
            source: source.clone(),
        };
        known.add(name, text);
        Ok(source)
    }

    /// Returns the facts of a source.
    pub(crate) fn facts(&self, source: &Source, limits: Limits) -> Arc<FileFacts> {
        if let Some(known) = self.known().facts(source.id()) {
            return known;
        }
        let facts = Arc::new(FileFacts::of(source, limits));
        // Another thread may have been faster.
        let mut known = self.known();
        Arc::clone(known.young.facts.entry(source.id()).or_insert(facts))
    }

    /// Returns the module of sources, which `read` reads if it is not known.
    pub(crate) fn module(
        &self,
        (directory, language, version): &ModuleKey,
        sources: &[Source],
        read: impl FnOnce() -> ReadModule,
    ) -> Arc<ReadModule> {
        let sources = sources.iter().map(Source::id).collect();
        // Root modules are named by users, and called ones from their callers.
        let directory = directory.strip_prefix(".").unwrap_or(directory);
        let files = (directory.to_owned(), *language, sources);
        if let Some(known) = self.known().module(&files, *version) {
            return known;
        }
        let module = Arc::new(read());
        let mut known = self.known();
        // Another thread may have been faster.
        known.module(&files, *version).unwrap_or_else(|| {
            let readings = known.young.modules.entry(files).or_default();
            readings.push((*version, Arc::clone(&module)));
            module
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Only a panic poisons the lock, and nothing is left half changed.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn text(
        &mut self,
        name: &str,
        before: Option<SourceId>,
        is_right: impl Fn(&Text) -> bool,
    ) -> Option<Source> {
        let is_right = |text: &&Text| Some(text.source.id()) > before && is_right(text);
        let find = |generation: &Generation| generation.texts.get(name)?.iter().find(&is_right).cloned();
        if let Some(text) = find(&self.young) {
            return Some(text.source);
        }
        let text = find(&self.old)?;
        let source = text.source.clone();
        self.add(name, text);
        Some(source)
    }

    fn add(&mut self, name: &str, text: Text) {
        if self.young.bytes > MAX_BYTES {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.bytes += text.source.bytes().len() + BYTES_OF_SOURCE;
        self.young.texts.entry(name.to_owned()).or_default().push(text);
    }

    fn facts(&mut self, id: SourceId) -> Option<Arc<FileFacts>> {
        if let Some(known) = self.young.facts.get(&id) {
            return Some(Arc::clone(known));
        }
        let known = self.old.facts.remove(&id)?;
        self.young.facts.insert(id, Arc::clone(&known));
        Some(known)
    }

    fn module(&mut self, files: &Files, version: Option<Version>) -> Option<Arc<ReadModule>> {
        let find = |generation: &Generation| {
            let mut readings = generation.modules.get(files)?.iter();
            let is_right = |(asked, module): &&Reading| *asked == version || module.is_same_in(version);
            readings.find(is_right).cloned()
        };
        if let Some((_, module)) = find(&self.young) {
            return Some(module);
        }
        let (asked, module) = find(&self.old)?;
        let readings = self.young.modules.entry(files.clone()).or_default();
        readings.push((asked, Arc::clone(&module)));
        Some(module)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a file that is asked for again and again, between many that are asked for once.
    #[test]
    fn what_is_asked_for_again_stays_and_the_rest_is_forgotten() {
        let memo = Memo::default();
        let read = |name: &str, bytes: usize| {
            memo.by_content(name, None, vec![b' '; bytes], None)
                .expect("the text is short")
        };
        let shared = read("shared.tf", 10);
        let facts = memo.facts(&shared, Limits::default());
        let first = read("0.tf", 1 << 20);
        for number in 1..40 {
            read(&format!("{number}.tf"), 1 << 20);
            assert_eq!(read("shared.tf", 10).id(), shared.id(), "{number}");
            assert!(
                Arc::ptr_eq(&memo.facts(&shared, Limits::default()), &facts),
                "{number}"
            );
        }
        assert!(read("0.tf", 1 << 20).id() > first.id());
        let known = memo.known();
        assert!(known.young.bytes + known.old.bytes < 12 << 20);
        assert!(known.young.texts.len() + known.old.texts.len() < 13);
    }
}
