//! Reading modules of the Terraform language from directories.

mod early;
mod given;
mod installed;
mod loaded;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Error, Source, SourceMap, Span, codes::source as codes};
use hcl2_model::{FunctionTable, Limits};
use hcl2_terraform::table::{FileKind, Language, Version, roots};
use hcl2_terraform::{Module, ModuleCall, ModuleFile, ModuleTree, join_paths};
use indexmap::IndexMap;

use crate::facts::ReadModule;
use crate::files::{Disk, Files, MAX_FILE_BYTES};
use crate::memo::Memo;
use crate::reader::{FileReader, list, unreadable_directory};
use crate::store::{Store, is_of_module};
use crate::unshown::Unshown;

pub use given::{GivenVariable, VariableSource, expression_or_text, variables_in};
pub(crate) use installed::Installed;
pub use loaded::LoadedModule;

use early::Frame;

/// Reads a module from its directory and, with [`nested`](Self::nested), the modules that it calls: those by a local path,
/// and those that `terraform init` has installed for it.
///
/// # Examples
///
/// ```no_run
/// use hcl2_project::ModuleLoader;
///
/// let module = ModuleLoader::new().nested().load("infra/")?;
/// for resource in module.resources() {
///     println!("{}.{}", resource.ty, resource.name);
/// }
/// for (name, called) in &module.tree.calls {
///     println!("{name} has {} variables", called.module.variables.len());
/// }
/// # Ok::<(), hcl2_diagnostics::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModuleLoader {
    pub(crate) files: Arc<dyn Files>,
    pub(crate) language: Language,
    version: Option<Version>,
    nested: bool,
    pub(crate) limits: Limits,
    /// What sets variables of root modules; the automatic files by default.
    pub(crate) variables: Option<Vec<VariableSource>>,
    /// What its loads and those of its clones share.
    memo: Option<Arc<Memo>>,
}

impl Default for ModuleLoader {
    fn default() -> Self {
        Self {
            files: Arc::new(Disk),
            language: Language::default(),
            version: None,
            nested: false,
            limits: Limits::default(),
            variables: None,
            memo: None,
        }
    }
}

/// A module whose sources are in a [`Store`].
pub(crate) struct LoadedTree {
    pub(crate) tree: ModuleTree,
    /// The text of files outside, and the defaults of sensitive variables.
    pub(crate) unshown: Unshown,
    pub(crate) diagnostics: Diagnostics,
}

/// Nested calls are followed to this depth.
const MAX_DEPTH: usize = 50;
/// The directory of what is installed, relative to the root module.
const INSTALLED: &str = ".terraform";
/// Calls followed from one module.
const MAX_CALLS: usize = 10_000;

impl ModuleLoader {
    /// Creates a loader of Terraform's language that reads single modules on the [`Disk`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Selects where files are read.
    #[must_use]
    pub fn files(mut self, files: Arc<dyn Files>) -> Self {
        self.files = files;
        self
    }

    /// Creates a reader of the files, which adds to sources.
    pub(crate) fn reader(&self, sources: SourceMap) -> FileReader {
        FileReader {
            files: Arc::clone(&self.files),
            sources,
            ..FileReader::default()
        }
    }

    /// Selects the language of the product.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Selects a version of the language, which each module must support. Without it, a root module is read in the newest
    /// released version that it and all modules that it calls support, or else that it supports itself; called modules are
    /// read in the same version.
    #[must_use]
    pub fn version(mut self, version: Version) -> Self {
        self.language = version.language;
        self.version = Some(version);
        self
    }

    /// Sets the limits of parsing.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        if self.memo.is_some() {
            return self.sharing();
        }
        self
    }

    /// Shares files and modules among the loads of this loader and its clones: each text is parsed once, and a module that
    /// has the same files is read once, by whichever load, thread or [`Files`]. The memory for this is bounded.
    ///
    /// The numbers of sources are then in the order in which any load has read them, which is that of
    /// [`SourceMap::sort`] only within a module.
    #[must_use]
    pub fn sharing(mut self) -> Self {
        self.memo = Some(Arc::default());
        self
    }

    /// Includes the modules that are called, directly or indirectly, by a local or absolute path, or from elsewhere if
    /// `terraform init` has installed them in the directory of the root module. Of installed modules, warnings are dropped.
    #[must_use]
    pub fn nested(mut self) -> Self {
        self.nested = true;
        self
    }

    /// Selects what sets the variables of the root module, each source overriding those before it; without it, the automatic
    /// files do. With [`nested`](Self::nested), the values decide which modules are called where sources are computed from
    /// them.
    #[must_use]
    pub fn variables(mut self, sources: impl IntoIterator<Item = VariableSource>) -> Self {
        self.variables = Some(sources.into_iter().collect());
        self
    }

    /// Reads the module in a directory, with its warnings.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem, warnings included, if at least one is an error.
    pub fn load(&self, directory: impl AsRef<Path>) -> Result<LoadedModule, Error> {
        self.load_partial(directory).into_result()
    }

    /// Reads what is valid of the module in a directory, with its problems.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_project::{Memory, ModuleLoader};
    ///
    /// let files: Memory = [("main.tf", "output \"a\" {\n  value = 1\n}\n\noutput \"b\" {}\n")].into_iter().collect();
    /// let loader = ModuleLoader::new().files(Arc::new(files));
    /// let loaded = loader.load_partial(".");
    /// assert!(loaded.diagnostics.has_errors() && loaded.tree.module.outputs.named("a").is_some());
    /// ```
    #[must_use]
    pub fn load_partial(&self, directory: impl AsRef<Path>) -> LoadedModule {
        self.load_at(directory.as_ref(), &Place::ROOT, SourceMap::new())
    }

    /// Returns the paths from a directory to the modules that the one in it calls by local paths, directly or by the sources
    /// that it computes as a root module.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_project::{Memory, ModuleLoader};
    ///
    /// let files: Memory = [("envs/dev/main.tf", "module \"net\" {\n  source = \"../../net\"\n}\n")].into_iter().collect();
    /// let loader = ModuleLoader::new().files(Arc::new(files));
    /// assert_eq!(loader.called_from("envs/dev"), ["../../net"]);
    /// ```
    #[must_use]
    pub fn called_from(&self, directory: impl AsRef<Path>) -> Vec<String> {
        let directory = directory.as_ref();
        if let Some(paths) = self.called_by_files(directory) {
            return paths.iter().map(|path| join_paths(".", path)).collect();
        }
        let mut single = self.clone();
        single.nested = false;
        let module = single.load_partial(directory).tree.module;
        let called = module.calls.iter().filter_map(ModuleCall::local_path);
        let mut called: Vec<String> = called.map(|path| join_paths(".", path)).collect();
        if module.calls.iter().any(|call| !call.computed.is_empty()) {
            // The sources are those that the module has as a root, also those of the modules that it calls.
            let tree = single.nested().load_partial(directory).tree;
            let mut pending: Vec<&ModuleTree> = tree.calls.values().collect();
            while let Some(below) = pending.pop() {
                called.push(below.path.clone());
                pending.extend(below.calls.values());
            }
        }
        called
    }

    /// Returns the local paths of the modules that the files in a directory call, each file by itself; `None` if that depends on more
    /// than constants in files without errors. Most files call none, which is seen without parsing them.
    fn called_by_files(&self, directory: &Path) -> Option<Vec<String>> {
        let mut paths = self.files.list(directory).ok()?;
        paths.retain(|path| is_of_module(path, self.language) && self.files.is_ordinary(path));
        let mut called = Vec::new();
        for path in paths {
            let is_plain = matches!(
                FileKind::of_path(&path),
                Some(FileKind::Module {
                    is_override: false,
                    only: None
                })
            );
            if !is_plain {
                return None;
            }
            let bytes = self.files.read(&path, MAX_FILE_BYTES).ok()?;
            if may_call(&bytes) {
                let source = Source::new(path.display().to_string(), bytes).ok()?;
                let file = ModuleFile::parse_limited(&source, self.language, self.limits)
                    .into_result()
                    .ok()
                    .filter(|file| !file.computes_sources())?;
                called.extend(file.called_paths().into_iter().map(|(path, _)| path));
            }
        }
        Some(called)
    }

    /// Reads the module at a place in a directory, and adds to sources.
    pub(crate) fn load_at(&self, root: &Path, place: &Place<'_>, sources: SourceMap) -> LoadedModule {
        let mut store = Store::sharing(Arc::clone(&self.files), sources, self.limits, self.memo.clone());
        let loaded = self.load_from(&mut store, root, place, &HashMap::new());
        loaded.unshown.hide_in(&mut store.sources);
        LoadedModule {
            tree: loaded.tree,
            sources: store.sources,
            diagnostics: loaded.diagnostics,
        }
    }

    /// Reads the module at a place in a directory, except for modules that were `read` before, by canonical directory, whose
    /// problems are not repeated.
    pub(crate) fn load_from(
        &self,
        store: &mut Store,
        root: &Path,
        place: &Place<'_>,
        read: &HashMap<PathBuf, Module>,
    ) -> LoadedTree {
        let loaded = self.load_once(store, root, place, read);
        let module = &loaded.tree.module;
        let common = Module::common_version(module, called(&loaded.tree));
        if self.version.is_some() || common == module.version() {
            return loaded;
        }
        // A called module does not support what the root module alone would be read in.
        self.clone().version(common).load_once(store, root, place, read)
    }

    /// Reads the module at a place in a directory, and called ones in its version.
    fn load_once(
        &self,
        store: &mut Store,
        root: &Path,
        place: &Place<'_>,
        read: &HashMap<PathBuf, Module>,
    ) -> LoadedTree {
        let mut diagnostics = Diagnostics::new();
        let installed = if self.nested {
            Installed::read(
                root,
                &*self.files,
                &mut |path, problems| store.read(path, problems),
                &mut diagnostics,
            )
        } else {
            Installed::default()
        };
        let home = self.files.canonical(root);
        let mut loading = Loading {
            loader: self,
            version: self.version,
            root,
            home: home.unwrap_or_else(|_| root.to_owned()),
            installed,
            given: read,
            read: HashMap::new(),
            calls: 0,
            unshown: Unshown::default(),
            functions: OnceCell::new(),
            store,
            diagnostics,
        };
        let module = loading.module(place.path, &[]).module.clone();
        loading.version = Some(module.version());
        let frame = Frame::of_root(place.path, &module);
        let tree = loading.tree(place.key, &frame, &[]);
        let Loading {
            mut unshown,
            mut diagnostics,
            ..
        } = loading;
        unshown.secrets.extend(tree.secrets());
        diagnostics.conceal_within(&unshown.secrets);
        LoadedTree {
            tree,
            unshown,
            diagnostics,
        }
    }
}

/// Returns the module at a path from a canonical directory among those `read` before, with its own canonical directory.
pub(crate) fn find_module<'r>(
    files: &dyn Files,
    read: &'r HashMap<PathBuf, Module>,
    directory: &Path,
    path: &str,
) -> Option<(&'r PathBuf, &'r Module)> {
    if read.is_empty() {
        return None;
    }
    // Only a path with a link on its way leads elsewhere than it says, and is the key of no module.
    let written = directory.to_str().map(|directory| join_paths(directory, path));
    written
        .and_then(|written| read.get_key_value(Path::new(&written)))
        .or_else(|| read.get_key_value(&files.canonical(&directory.join(path)).ok()?))
}

/// Where a module is in the directory of the root module.
pub(crate) struct Place<'p> {
    /// The path of its directory.
    pub(crate) path: &'p str,
    /// Its key among the installed modules.
    pub(crate) key: &'p str,
}

impl Place<'_> {
    pub(crate) const ROOT: Self = Self { path: ".", key: "" };
}

/// A module tree on its way from directories.
struct Loading<'r> {
    loader: &'r ModuleLoader,
    /// The version that modules are read in: once the root module is read, always one.
    version: Option<Version>,
    /// The directory of the root module.
    root: &'r Path,
    /// Its canonical form.
    home: PathBuf,
    installed: Installed,
    /// The modules that the caller has read, by directory.
    given: &'r HashMap<PathBuf, Module>,
    /// The modules read here, by path: a module may be called more than once.
    read: HashMap<String, Arc<ReadModule>>,
    /// The number of calls followed so far.
    calls: usize,
    /// The text of files outside, and the defaults of sensitive variables in the files read here.
    unshown: Unshown,
    /// The functions that computed sources can call, once they are needed.
    functions: OnceCell<Arc<FunctionTable>>,
    store: &'r mut Store,
    diagnostics: Diagnostics,
}

impl Loading<'_> {
    /// Adds the modules that a module calls. The `key` of a module is the names of the calls that lead to it, joined by
    /// dots.
    fn tree(&mut self, key: &str, frame: &Frame<'_>, callers: &[(String, Span)]) -> ModuleTree {
        let path = frame.path;
        let module = if self.loader.nested {
            frame.resolved(self).report_into(&mut self.diagnostics)
        } else {
            frame.module.clone()
        };
        let mut calls = IndexMap::new();
        for call in module.calls.iter().filter(|_| self.loader.nested) {
            let separator = if key.is_empty() { "" } else { "." };
            let key = format!("{key}{separator}{}", call.name);
            let Some(called) = self.place(path, &key, call) else {
                continue;
            };
            let problem = if callers.iter().any(|(caller, _)| *caller == called) || called == path {
                format!(
                    "The module in `{called}` calls itself, directly or through other modules. Remove one of the calls."
                )
            } else if callers.len() == MAX_DEPTH || self.calls == MAX_CALLS {
                format!(
                    "Expected at most {MAX_DEPTH} levels of nested calls and {MAX_CALLS} calls in all. Split the module, or remove calls."
                )
            } else {
                let callers = [callers, &[(path.to_owned(), call.span)]].concat();
                self.calls += 1;
                if let Some(tree) = self.called(&called, &key, (frame, call), &callers) {
                    calls.insert(call.name.clone(), tree);
                }
                continue;
            };
            self.diagnostics.push(
                Diagnostic::error(codes::UNREADABLE, "Endless module calls")
                    .with_detail(problem)
                    .with_subject(call.span),
            );
            break;
        }
        ModuleTree {
            path: path.to_owned(),
            module,
            calls,
        }
    }

    /// Returns the path of the module that the module at `path` calls, or `None` if it is not on this machine.
    fn place(&self, path: &str, key: &str, call: &ModuleCall) -> Option<String> {
        if let Some(called) = call.local_path() {
            let called = join_paths(path, called);
            // The version of a local module was reported: the source may be meant to be in a registry.
            let is_there = call.version.is_none() || self.loader.files.is_directory(&self.root.join(&called));
            return is_there.then_some(called);
        }
        let source = call.source.as_deref()?;
        let installed = self.installed.directory(key, source, call.version.as_deref());
        let directory = installed.or_else(|| absolute_path(source))?;
        Some(join_paths(".", directory))
    }

    /// Returns the called module at a path, or `None` if it cannot be read, which is reported.
    fn called(
        &mut self,
        path: &str,
        key: &str,
        caller: (&Frame<'_>, &ModuleCall),
        callers: &[(String, Span)],
    ) -> Option<ModuleTree> {
        if !self.read.contains_key(path)
            && let directory = self.directory(path)
            && let Err(error) = self.loader.files.list(&directory)
        {
            let problem = unreadable_directory(&directory, &error);
            let span = callers.last().map(|(_, span)| *span);
            self.diagnostics
                .extend(span.map(|span| problem.with_subject(span)));
            return None;
        }
        let read = self.module(path, callers);
        // Nothing is assumed about what an unparsable file declares.
        let frame = Frame::of_called(path, &read.module, caller);
        read.is_whole.then(|| self.tree(key, &frame, callers))
    }

    /// Returns the directory at a path from that of the root module. One that is not below it is named without `..`, so that all roots
    /// name it alike, unless links make that another one.
    fn directory(&self, path: &str) -> PathBuf {
        if path == "." {
            return self.root.to_owned();
        }
        let directory = self.root.join(path);
        if !path.starts_with("..") {
            return directory;
        }
        let plain = self
            .root
            .to_str()
            .map(|root| PathBuf::from(join_paths(root, path)));
        let files = &self.loader.files;
        let is_same = |plain: &PathBuf| {
            let has_no_links = self.home == *self.root || *plain == directory;
            has_no_links || files.canonical(plain).ok() == files.canonical(&directory).ok()
        };
        plain.filter(is_same).unwrap_or(directory)
    }

    /// Returns the module at a path, reading it unless it was read before.
    fn module(&mut self, path: &str, callers: &[(String, Span)]) -> Arc<ReadModule> {
        if let Some(module) = self.read.get(path) {
            return Arc::clone(module);
        }
        if let Some((_, module)) = find_module(&*self.loader.files, self.given, self.root, path) {
            let mut module = module.clone();
            if let Some(version) = self.version {
                module.set_version(version);
            }
            return Arc::new(ReadModule {
                module,
                is_whole: true,
                ..ReadModule::default()
            });
        }
        let directory = self.directory(path);
        let language = self.loader.language;
        let mut problems = Diagnostics::new();
        let paths = list(
            &*self.loader.files,
            &directory,
            |path| is_of_module(path, language),
            "file of a module, such as `main.tf`",
            &mut problems,
        );
        let sources = self.store.read_all(&paths, &mut problems);
        self.unshown
            .append(self.store.outside(&directory, &sources, &self.home));
        if let Some((_, caller)) = callers.last() {
            // A called directory without files is an empty module.
            problems.retain(|problem| problem.code != codes::NO_FILES);
            problems = problems.map(|problem| problem.with_subject(*caller));
        }
        self.diagnostics.append(problems);
        let key = (directory, language, self.version);
        let read = self.store.module(&key, &sources, &mut self.diagnostics);
        self.unshown.secrets.extend(&read.secrets);
        // An unparsable file may declare what seems to be missing.
        if read.is_whole {
            let is_installed = Path::new(path).starts_with(INSTALLED);
            let mut problems = read.problems.clone();
            problems.retain(|problem| problem.is_error() || !is_installed);
            self.diagnostics.append(problems);
        }
        self.read.insert(path.to_owned(), Arc::clone(&read));
        read
    }
}

/// Returns whether the text of a file may have a block that calls a module: no reference to one looks like its start. JSON
/// may write the keyword with escapes.
fn may_call(text: &[u8]) -> bool {
    let keyword = roots::MODULE.as_bytes();
    let mut places = text.windows(keyword.len() + 1);
    places.any(|place| {
        place.starts_with(keyword) && b" \t\"/".contains(&place[keyword.len()]) || place.starts_with(b"\\u")
    })
}

/// Returns the modules that are called in a tree.
fn called(tree: &ModuleTree) -> Vec<&Module> {
    let mut found = Vec::new();
    let mut next: Vec<&ModuleTree> = tree.calls.values().collect();
    while let Some(tree) = next.pop() {
        found.push(&tree.module);
        next.extend(tree.calls.values());
    }
    found
}

/// Returns the absolute path that the source of a module is, from where `terraform init` installs it.
fn absolute_path(source: &str) -> Option<&str> {
    let path = source.strip_prefix("file://").unwrap_or(source);
    (path.starts_with('/') && !path.contains('?')).then_some(path)
}
