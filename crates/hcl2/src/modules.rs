//! Reading modules of the Terraform language from directories.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, Span, codes::source as codes};
use hcl2_terraform::table::{Language, is_module_file};
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

use crate::files::FileReader;

/// Reads a module from its directory and, where that is asked for, the modules that it calls by their local path.
///
/// # Examples
///
/// ```no_run
/// use hcl2::ModuleLoader;
///
/// let loaded = ModuleLoader::new().nested().load("infra/");
/// assert!(!loaded.diagnostics.has_errors());
/// for (name, called) in &loaded.tree.calls {
///     println!("{name} has {} variables", called.module.variables.len());
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct ModuleLoader {
    language: Language,
    nested: bool,
}

/// What was read of a module.
#[derive(Clone, Debug)]
pub struct LoadedModule {
    /// The module.
    pub tree: ModuleTree,
    /// The sources that spans point into.
    pub sources: SourceMap,
    /// What is wrong with it: as [`Module::of`] has it, and `hcl2::source` for directories and files that cannot be read.
    pub diagnostics: Diagnostics,
}

/// Calls inside of each other deeper than this are not followed.
const MAX_DEPTH: usize = 50;
/// Most calls that are followed from one module.
const MAX_CALLS: usize = 10_000;

impl ModuleLoader {
    /// Reads Terraform's language, and one module alone.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads another product's language.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Reads the modules that are called by a local path too, and those that they call.
    #[must_use]
    pub fn nested(mut self) -> Self {
        self.nested = true;
        self
    }

    /// Reads the module in a directory.
    #[must_use]
    pub fn load(&self, directory: impl AsRef<Path>) -> LoadedModule {
        self.load_with(directory, &HashMap::new(), SourceMap::new())
    }

    /// As [`load`](Self::load), with modules that were read already, by their directories as [`std::fs::canonicalize`]
    /// gives them, and the sources of these. What is wrong with these modules is not among the diagnostics.
    #[must_use]
    pub fn load_with(
        &self,
        directory: impl AsRef<Path>,
        read: &HashMap<PathBuf, Module>,
        sources: SourceMap,
    ) -> LoadedModule {
        let mut loading = Loading {
            loader: self,
            root: directory.as_ref(),
            given: read,
            read: HashMap::new(),
            calls: 0,
            files: FileReader {
                sources,
                ..FileReader::default()
            },
        };
        let tree = loading.tree(".", &[]);
        LoadedModule {
            tree,
            sources: loading.files.sources,
            diagnostics: loading.files.diagnostics,
        }
    }
}

/// A module tree on its way from directories.
struct Loading<'r> {
    loader: &'r ModuleLoader,
    /// The directory of the root module.
    root: &'r Path,
    /// The modules that the caller has read, by directory.
    given: &'r HashMap<PathBuf, Module>,
    /// The modules read here, by path: a module may be called more than once.
    read: HashMap<String, Module>,
    /// The number of calls followed so far.
    calls: usize,
    files: FileReader,
}

impl Loading<'_> {
    fn tree(&mut self, path: &str, callers: &[(String, Span)]) -> ModuleTree {
        let module = self.module(path, callers);
        let mut calls = Vec::new();
        for call in module.calls.iter().filter(|_| self.loader.nested) {
            let Some(called) = call.local_path() else { continue };
            let called = joined(path, called);
            let problem = if callers.iter().any(|(caller, _)| *caller == called) || called == path {
                format!("The module in `{called}` calls itself, directly or through others, without end.")
            } else if callers.len() == MAX_DEPTH || self.calls == MAX_CALLS {
                format!(
                    "Calls are followed {MAX_DEPTH} levels deep and {MAX_CALLS} of them in all, and here are more."
                )
            } else {
                let callers = [callers, &[(path.to_owned(), call.span)]].concat();
                self.calls += 1;
                calls.push((call.name.clone(), self.tree(&called, &callers)));
                continue;
            };
            self.files.diagnostics.push(
                Diagnostic::error(codes::UNREADABLE, "Modules without end")
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

    /// One module, from where it was read already or from its directory.
    fn module(&mut self, path: &str, callers: &[(String, Span)]) -> Module {
        if let Some(module) = self.read.get(path) {
            return module.clone();
        }
        let directory = if path == "." {
            self.root.to_owned()
        } else {
            self.root.join(path)
        };
        let given = std::fs::canonicalize(&directory).ok();
        if let Some(module) = given.and_then(|directory| self.given.get(&directory)) {
            return module.clone();
        }
        let language = self.loader.language;
        let before = self.files.diagnostics.len();
        let paths = self.files.list(
            &directory,
            |name| is_module_file(name, language),
            "file of a module, such as `main.tf`",
        );
        let sources: Vec<Source> = paths.iter().filter_map(|path| self.files.read(path)).collect();
        let diagnostics = &mut self.files.diagnostics;
        if let Some((_, caller)) = callers.last() {
            let problems = diagnostics.split_off(before).into_iter();
            diagnostics.extend(problems.map(|problem| problem.with_subject(*caller)));
        }
        let before = diagnostics.len();
        let mut files = Vec::new();
        for source in sources {
            let (file, problems) = ModuleFile::parse(&source, language);
            diagnostics.extend(problems);
            files.push(file);
        }
        let (module, problems) = Module::of(&files, language);
        // An unparsable file may declare what seems to be missing.
        if !diagnostics.has_errors_since(before) {
            diagnostics.extend(problems);
        }
        self.read.insert(path.to_owned(), module.clone());
        module
    }
}

/// The path of a module, relative to the one that all started with, which is called by a path relative to `caller`.
fn joined(caller: &str, called: &str) -> String {
    let mut parts: Vec<&str> = caller.split('/').filter(|part| *part != ".").collect();
    for part in called.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        ".".to_owned()
    } else {
        parts.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_modules_have_no_detours() {
        for (caller, called, wanted) in [
            (".", "./net", "net"),
            ("net", "./sub", "net/sub"),
            ("net/sub", "../other/", "net/other"),
            ("net", "..", "."),
            (".", "../../up", "../../up"),
            ("../up", "../side", "../side"),
        ] {
            assert_eq!(joined(caller, called), wanted, "{caller} {called}");
        }
    }
}
