//! What was read and parsed, each once for each text.

use std::collections::{HashMap, HashSet};
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::source as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Source, SourceId, SourceMap, SourceTooLarge};
use hcl2_model::Limits;
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language};

use crate::facts::{FileFacts, ModuleKey, ReadModule, is_same};
use crate::files::{Files, MAX_FILE_BYTES, Stamp};
use crate::memo::Memo;
use crate::parallel;
use crate::reader::unreadable_file;
use crate::unshown::Unshown;

/// The sources of files, and what follows from their text alone. A file keeps the number of its source when its text
/// changes, so that what depends on other files stays valid.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub(crate) files: Arc<dyn Files>,
    pub(crate) sources: SourceMap,
    pub(crate) limits: Limits,
    texts: HashMap<String, Text>,
    facts: HashMap<SourceId, Arc<FileFacts>>,
    modules: HashMap<ModuleKey, Known>,
    /// The sources whose text was replaced since what follows from it was forgotten.
    replaced: HashSet<SourceId>,
    /// What it shares with others; its sources of modules are then shared ones.
    memo: Option<Arc<Memo>>,
}

/// The source of a file, and how the file was when it was read.
#[derive(Clone, Debug)]
struct Text {
    source: Source,
    stamp: Option<Stamp>,
}

/// A module with the sources that it was read from.
#[derive(Clone, Debug)]
struct Known {
    sources: Vec<Source>,
    module: Arc<ReadModule>,
}

impl Store {
    /// Creates a store that adds to sources.
    pub(crate) fn new(files: Arc<dyn Files>, sources: SourceMap, limits: Limits) -> Self {
        Self::sharing(files, sources, limits, None)
    }

    /// Creates a store that adds to sources, and shares what it reads.
    pub(crate) fn sharing(
        files: Arc<dyn Files>,
        sources: SourceMap,
        limits: Limits,
        memo: Option<Arc<Memo>>,
    ) -> Self {
        Self {
            files,
            sources,
            limits,
            texts: HashMap::new(),
            facts: HashMap::new(),
            modules: HashMap::new(),
            replaced: HashSet::new(),
            memo,
        }
    }

    /// Forgets what follows from the content of files.
    pub(crate) fn forget(&mut self) {
        self.facts.clear();
        self.modules.clear();
    }

    /// Reads a file, unless it is as it was; a diagnostic says why it cannot be read. The source is named after the path,
    /// without a leading `./`.
    pub(crate) fn read(&mut self, path: &Path, problems: &mut Diagnostics) -> Option<Source> {
        let name = shown_name(path);
        let stamp = self.files.stamp(path);
        if let Some(text) = self.texts.get(&name)
            && stamp.is_some()
            && text.stamp == stamp
        {
            return Some(text.source.clone());
        }
        let read = self.files.read(path, MAX_FILE_BYTES);
        self.add(path, name, stamp, read, problems)
    }

    fn add(
        &mut self,
        path: &Path,
        name: String,
        stamp: Option<Stamp>,
        read: Result<Vec<u8>>,
        problems: &mut Diagnostics,
    ) -> Option<Source> {
        let own = |bytes| Source::new(name.clone(), bytes).map(|read| self.intern(&read));
        let source = read_source(path, read, problems, own)?;
        self.conceal_outside(path, &source);
        self.texts.entry(name).and_modify(|text| text.stamp = stamp);
        Some(source)
    }

    /// Reads the files of a module, each as [`read`](Self::read) does.
    pub(crate) fn read_all(&mut self, paths: &[PathBuf], problems: &mut Diagnostics) -> Vec<Source> {
        let Some(memo) = self.memo.clone() else {
            let sources = paths.iter().filter_map(|path| self.read(path, problems));
            return sources.collect();
        };
        let mut sources: Vec<Source> = Vec::new();
        for path in paths {
            let name = shown_name(path);
            let before = sources.last().map(Source::id);
            let stamp = self.files.stamp(path).filter(|stamp| stamp.is_of_content());
            let known = stamp.and_then(|stamp| memo.by_stamp(&name, stamp, before));
            let source = known.or_else(|| {
                let read = self.files.read(path, MAX_FILE_BYTES);
                read_source(path, read, problems, |bytes| {
                    memo.by_content(&name, stamp, bytes, before)
                })
            });
            if let Some(source) = source {
                self.sources.insert(&source);
                self.conceal_outside(path, &source);
                sources.push(source);
            }
        }
        sources
    }

    /// Hides the text of a file that a link leads to outside of its repository.
    fn conceal_outside(&mut self, path: &Path, source: &Source) {
        if self.files.leads_outside(path) {
            self.sources.conceal(&[source.span()]);
        }
    }

    /// Returns the text of the sources in a directory, unless it is in the place of the canonical directory `home`: the
    /// repository around it, or else itself. Without a repository, nothing says where the configuration that a user has named
    /// ends, so that messages may quote it.
    pub(crate) fn outside(&self, directory: &Path, sources: &[Source], home: &Path) -> Unshown {
        let repository = self.files.repository_of(home);
        let place = repository.unwrap_or(home);
        let is_inside = |directory: PathBuf| directory.starts_with(place);
        if self.files.canonical(directory).is_ok_and(is_inside) {
            return Unshown::default();
        }
        let spans = sources.iter().map(Source::span).collect();
        match repository {
            Some(_) => Unshown {
                secrets: spans,
                ..Unshown::default()
            },
            None => Unshown {
                hidden: spans,
                ..Unshown::default()
            },
        }
    }

    /// Returns the own source with the name and content of another one: the one that it has, if it has this content.
    fn intern(&mut self, given: &Source) -> Source {
        let known = self.texts.get(given.name()).map(|text| text.source.clone());
        let source = match known {
            Some(source) if source.bytes() == given.bytes() => return source,
            Some(old) => {
                self.replaced.insert(old.id());
                self.sources.replace_by(&old, given)
            }
            None => self.sources.add_copy(given),
        };
        let text = Text {
            source: source.clone(),
            stamp: None,
        };
        self.texts.insert(given.name().to_owned(), text);
        source
    }

    /// Forgets what follows from the replaced text of sources: it is as large as what follows from their new text, and would be
    /// kept beside it. Returns these sources.
    pub(crate) fn forget_replaced(&mut self) -> HashSet<SourceId> {
        let replaced = std::mem::take(&mut self.replaced);
        if !replaced.is_empty() {
            let sources = &self.sources;
            let is_of_old = |id: &SourceId, facts: &FileFacts| {
                replaced.contains(id) && !sources.get(*id).is_some_and(|source| facts.are_of(source))
            };
            let facts = self.facts.extract_if(|id, facts| is_of_old(id, facts));
            let facts: Vec<(SourceId, Arc<FileFacts>)> = facts.collect();
            let has_old = |known: &Known| known.sources.iter().any(|source| replaced.contains(&source.id()));
            let modules = self.modules.extract_if(|_, known| has_old(known));
            let modules: Vec<(ModuleKey, Known)> = modules.collect();
            parallel::drop_elsewhere((facts, modules));
        }
        replaced
    }

    /// Returns the source of a file that was read elsewhere.
    pub(crate) fn adopt(&mut self, given: &Source) -> Source {
        let own = self.sources.get(given.id());
        if own.is_some_and(|own| is_same(own, given)) {
            let known = self.texts.get(given.name());
            // What was read here keeps its stamp.
            if !known.is_some_and(|known| is_same(&known.source, given)) {
                let text = Text {
                    source: given.clone(),
                    stamp: None,
                };
                self.texts.insert(given.name().to_owned(), text);
            }
            return given.clone();
        }
        self.intern(given)
    }

    /// Parses a source, in any language of modules.
    pub(crate) fn parse(&mut self, source: &Source) -> Outcome<ModuleFile> {
        self.facts(source).parsed.clone()
    }

    /// Returns what follows from the text of a source.
    fn facts(&mut self, source: &Source) -> Arc<FileFacts> {
        if let Some(known) = self.facts.get(&source.id()).filter(|known| known.are_of(source)) {
            return Arc::clone(known);
        }
        let facts = match &self.memo {
            Some(memo) => memo.facts(source, self.limits),
            None => FileFacts::of(source, self.limits).into(),
        };
        self.facts.insert(source.id(), Arc::clone(&facts));
        facts
    }

    /// Parses sources on all processors, so that [`parse`](Self::parse) returns them at once.
    pub(crate) fn parse_all(&mut self, sources: Vec<Source>, watch: Option<&parallel::Watch>) {
        let is_new = |source: &Source| {
            let known = self.facts.get(&source.id());
            !known.is_some_and(|known| known.are_of(source))
        };
        let new: Vec<Source> = sources.into_iter().filter(is_new).collect();
        let limits = self.limits;
        let facts = parallel::map(watch, &new, |source| Arc::new(FileFacts::of(source, limits)));
        self.facts.extend(new.iter().map(Source::id).zip(facts));
    }

    /// Returns the module that was read from the same sources.
    pub(crate) fn known(&self, key: &ModuleKey, sources: &[Source]) -> Option<Arc<ReadModule>> {
        let memo = self.modules.get(key)?;
        let is_same = memo.sources.len() == sources.len()
            && memo
                .sources
                .iter()
                .zip(sources)
                .all(|(own, other)| is_same(own, other));
        is_same.then(|| Arc::clone(&memo.module))
    }

    /// Remembers a module.
    pub(crate) fn remember(&mut self, key: ModuleKey, sources: Vec<Source>, module: Arc<ReadModule>) {
        self.modules.insert(key, Known { sources, module });
    }

    /// Reads the module in a directory from its files, and hides what looks like a secret in them.
    pub(crate) fn module(
        &mut self,
        key: &ModuleKey,
        files: &[Source],
        problems: &mut Diagnostics,
    ) -> Arc<ReadModule> {
        let mut of_files = Vec::new();
        for source in files {
            let facts = self.facts(source);
            self.sources.hide(&facts.secrets);
            problems.append(facts.parsed.diagnostics.clone());
            of_files.push(facts);
        }
        let (_, language, version) = *key;
        let read = || {
            let is_whole = !of_files.iter().any(|facts| facts.parsed.has_errors());
            let files = of_files.iter().map(|facts| facts.parsed.value.clone());
            let files: Vec<ModuleFile> = files.collect();
            ReadModule::of(&files, language, version, is_whole)
        };
        if let Some(memo) = &self.memo {
            return memo.module(key, files, read);
        }
        if let Some(known) = self.known(key, files) {
            return known;
        }
        let read = Arc::new(read());
        self.remember(key.clone(), files.to_vec(), Arc::clone(&read));
        read
    }
}

/// Returns the name of the source of a file: its path, without a leading `./`.
fn shown_name(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

/// Makes a source of what was read at a path; a diagnostic says why it cannot be read.
fn read_source(
    path: &Path,
    read: Result<Vec<u8>>,
    problems: &mut Diagnostics,
    source: impl FnOnce(Vec<u8>) -> std::result::Result<Source, SourceTooLarge>,
) -> Option<Source> {
    let problem = match read.map(source) {
        Ok(Ok(source)) => return Some(source),
        Ok(Err(error)) => {
            Diagnostic::error(codes::UNREADABLE, "Unreadable file").with_detail(format!("{error}."))
        }
        Err(error) => unreadable_file(path, &error),
    };
    problems.push(problem);
    None
}

/// Returns whether a file belongs to a module in a language, by its name.
#[must_use]
pub fn is_of_module(path: &Path, language: Language) -> bool {
    FileKind::of_path(path).is_some_and(|kind| kind.is_of_module(language))
}
