//! What loads of modules share.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcl2_diagnostics::{Source, SourceId, SourceTooLarge};
use hcl2_model::Limits;

use crate::facts::{FileFacts, ModuleKey, ReadModule};
use crate::files::Stamp;

/// The bytes of sources from which on everything is forgotten, so that memory does not grow with the number of modules: what is
/// made of a source takes about thirty times as much.
const MAX_BYTES: usize = 8 << 20;
/// What a source counts in addition to its bytes.
const BYTES_OF_SOURCE: usize = 512;

/// Files and modules that loads share, on any thread: each source is parsed once, and the same sources are read as a module once.
#[derive(Default)]
pub(crate) struct Memo {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The sources of each file.
    texts: HashMap<String, Vec<Text>>,
    facts: HashMap<SourceId, Arc<FileFacts>>,
    modules: HashMap<(ModuleKey, Vec<SourceId>), Arc<ReadModule>>,
    /// The bytes of all sources.
    bytes: usize,
}

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
        if known.bytes > MAX_BYTES {
            *known = Known::default();
        }
        let source = Source::shared(name, bytes)?;
        known.bytes += source.bytes().len() + BYTES_OF_SOURCE;
        let text = Text {
            stamp,
            source: source.clone(),
        };
        known.texts.entry(name.to_owned()).or_default().push(text);
        Ok(source)
    }

    /// Returns the facts of a source.
    pub(crate) fn facts(&self, source: &Source, limits: Limits) -> Arc<FileFacts> {
        if let Some(known) = self.known().facts.get(&source.id()) {
            return Arc::clone(known);
        }
        let facts = Arc::new(FileFacts::of(source, limits));
        // Another thread may have been faster.
        Arc::clone(self.known().facts.entry(source.id()).or_insert(facts))
    }

    /// Returns the module of sources, which `read` reads if it is not known.
    pub(crate) fn module(
        &self,
        key: &ModuleKey,
        sources: &[Source],
        read: impl FnOnce() -> ReadModule,
    ) -> Arc<ReadModule> {
        let key = (key.clone(), sources.iter().map(Source::id).collect());
        if let Some(known) = self.known().modules.get(&key) {
            return Arc::clone(known);
        }
        let module = Arc::new(read());
        Arc::clone(self.known().modules.entry(key).or_insert(module))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Only a panic poisons the lock, and nothing is left half changed.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn text(&self, name: &str, before: Option<SourceId>, is_right: impl Fn(&Text) -> bool) -> Option<Source> {
        let mut texts = self.texts.get(name)?.iter();
        let found = texts.find(|text| Some(text.source.id()) > before && is_right(text));
        found.map(|text| text.source.clone())
    }
}
