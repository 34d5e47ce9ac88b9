//! The languages in which the modules of a run are read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2::diagnostics::codes::terraform::UNREAD_FILE;
use hcl2::diagnostics::{Diagnostic, SourceId, Span};
use hcl2::project::directory_of;
use hcl2::terraform::Module;
use hcl2::terraform::table::{Language, replacement};

use super::run::Parsed;
use super::tested::{has_tests_of_module, tested_module};
use crate::files::{Input, is_of_module};

/// The language whose files of modules include those of the other.
pub(super) const ANY: Language = Language::OpenTofu;

/// The numbers of the files of each module, by its directory.
pub(super) type Grouped<'a> = BTreeMap<&'a Path, Vec<usize>>;

/// The modules of a run, by the languages in which they are read.
///
/// A module whose files are all OpenTofu's is read in its language, and a called module in that of its callers: in both
/// languages if it has callers of both. All others are in Terraform's language.
pub(super) struct Languages<'a> {
    modules: [(Language, Grouped<'a>); 2],
    /// The language of files outside of these modules.
    pub(super) otherwise: Language,
    /// The warnings about files of OpenTofu that are not read, with the numbers of the files that they are in.
    pub(super) unread: Vec<(usize, Diagnostic)>,
}

impl<'a> Languages<'a> {
    /// Returns the one language of all modules.
    pub(super) fn all(language: Language, input: &Input, modules: &Grouped<'a>) -> Self {
        let directories = modules.keys().copied();
        let directories: [BTreeSet<&Path>; 2] = match language {
            Language::Terraform => [directories.collect(), BTreeSet::new()],
            Language::OpenTofu => [BTreeSet::new(), directories.collect()],
        };
        Self {
            otherwise: language,
            ..Self::read(input, modules, directories)
        }
    }

    /// Returns the languages of modules by their files; `named` is the number of files that the command line names or that
    /// are in its directories.
    pub(super) fn of_files(input: &'a Input, named: usize, modules: &Grouped<'a>, parsed: &[Parsed]) -> Self {
        let is_terraform = |file: &usize| is_read_in(input, *file, Language::Terraform);
        let of_opentofu = |files: &[usize]| {
            let mut named = files.iter().filter(|file| **file < named).peekable();
            if named.peek().is_some() {
                !named.any(is_terraform)
            } else {
                !files.iter().any(is_terraform)
            }
        };
        let own = modules.iter().filter(|(_, files)| of_opentofu(files));
        let own: BTreeSet<&Path> = own.map(|(directory, _)| *directory).collect();
        if own.is_empty() {
            return Self::all(Language::Terraform, input, modules);
        }
        if own.len() == modules.len() {
            return Self::all(Language::OpenTofu, input, modules);
        }
        let calls = calls(input, modules, parsed);
        let in_opentofu = reached(own.clone(), &calls, |call| {
            !is_replaced(input, modules, call.file)
        });
        let rest = modules
            .keys()
            .filter(|directory| !in_opentofu.contains(*directory));
        let is_of_terraform = |call: &Call<'_>| is_read_in(input, call.file, Language::Terraform);
        let in_terraform = reached(rest.copied().collect(), &calls, |call| {
            is_of_terraform(call) && !own.contains(call.called)
        });
        let to_opentofu = in_terraform
            .iter()
            .flat_map(|directory| calls.get(directory).into_iter().flatten())
            .filter(|call| is_of_terraform(call) && own.contains(call.called));
        let to_opentofu: Vec<(usize, Diagnostic)> =
            to_opentofu.map(|call| (call.file, unread_module(call))).collect();
        let mut languages = Self::read(input, modules, [in_terraform, in_opentofu]);
        languages.unread.extend(to_opentofu);
        languages
    }

    /// Takes the directories of the modules that are read in Terraform's language, and of those in OpenTofu's.
    fn read(input: &Input, modules: &Grouped<'a>, [terraform, opentofu]: [BTreeSet<&'a Path>; 2]) -> Self {
        let unread = modules
            .iter()
            .filter(|(directory, _)| !opentofu.contains(*directory))
            .flat_map(|(_, files)| files)
            .filter(|file| !is_read_in(input, **file, Language::Terraform));
        let unread = unread
            .map(|file| (*file, unread_file(input.files[*file].0.id())))
            .collect();
        let in_language = |language: Language, directories: BTreeSet<&'a Path>| {
            let read = directories.into_iter().filter_map(|directory| {
                let files = modules.get(directory)?.iter().copied();
                let files: Vec<usize> = files.filter(|file| is_read_in(input, *file, language)).collect();
                (!files.is_empty()).then_some((directory, files))
            });
            (language, read.collect())
        };
        Self {
            modules: [
                in_language(Language::Terraform, terraform),
                in_language(Language::OpenTofu, opentofu),
            ],
            otherwise: Language::Terraform,
            unread,
        }
    }

    /// Returns the modules that are read in each language.
    pub(super) fn modules(&self) -> impl Iterator<Item = (Language, &Grouped<'a>)> {
        let all = self.modules.iter().filter(|(_, modules)| !modules.is_empty());
        all.map(|(language, modules)| (*language, modules))
    }

    /// Returns the language of a file.
    pub(super) fn of(&self, path: &Path) -> Language {
        self.of_directory(directory_of(path))
    }

    /// Returns the language of a directory: that of its module, or of the module in the next directory around it.
    pub(super) fn of_directory(&self, directory: &Path) -> Language {
        let mut around = directory.ancestors().map(|directory| {
            if directory.as_os_str().is_empty() {
                Path::new(".")
            } else {
                directory
            }
        });
        around
            .find_map(|directory| {
                let mut all = self.modules();
                all.find(|(_, modules)| modules.contains_key(directory))
            })
            .map_or(self.otherwise, |(language, _)| language)
    }
}

/// The modules that were read, by language and canonical directory.
pub(super) struct Modules {
    pub(super) by_language: Vec<(Language, HashMap<PathBuf, Module>)>,
}

impl Modules {
    /// Returns the module in a directory, if it was read in a language.
    pub(super) fn get(&self, language: Language, directory: &Path) -> Option<&Module> {
        let mut modules = self.by_language.iter().filter(|(own, _)| *own == language);
        modules.find_map(|(_, modules)| modules.get(directory))
    }
}

/// A call of a module of the run.
struct Call<'a> {
    /// The number of the file with the call.
    file: usize,
    /// The source of the module, as written.
    source: String,
    span: Span,
    /// The directory of the called module.
    called: &'a Path,
}

/// Returns the calls between modules by the directories of the callers, with those of the modules that tests run.
fn calls<'a>(input: &Input, modules: &Grouped<'a>, parsed: &[Parsed]) -> HashMap<&'a Path, Vec<Call<'a>>> {
    let canonical = |directory: &Path| std::fs::canonicalize(directory).ok();
    let by_place: HashMap<PathBuf, &Path> = modules
        .keys()
        .filter_map(|directory| Some((canonical(directory)?, *directory)))
        .collect();
    let mut calls: HashMap<&Path, Vec<Call<'_>>> = HashMap::new();
    for (file, (path, parsed)) in input.paths.iter().zip(parsed).enumerate() {
        let (Some(path), Some(of_file)) = (path, &parsed.value) else {
            continue;
        };
        let caller = if is_of_module(path, ANY) {
            canonical(directory_of(path))
        } else if has_tests_of_module(path) {
            tested_module(path)
        } else {
            None
        };
        let Some(caller) = caller.and_then(|caller| by_place.get(&caller)) else {
            continue;
        };
        for (source, span) in of_file.called_paths() {
            let called = canonical(&caller.join(&source)).and_then(|called| by_place.get(&called));
            if let Some(called) = called {
                let called = Call {
                    file,
                    source,
                    span,
                    called,
                };
                calls.entry(caller).or_default().push(called);
            }
        }
    }
    calls
}

/// Returns the directories of modules that can be reached from others by the calls that are `followed`.
fn reached<'a>(
    from: BTreeSet<&'a Path>,
    calls: &HashMap<&Path, Vec<Call<'a>>>,
    followed: impl Fn(&Call<'a>) -> bool,
) -> BTreeSet<&'a Path> {
    let mut next: Vec<&Path> = from.iter().copied().collect();
    let mut reached = from;
    while let Some(directory) = next.pop() {
        let calls = calls.get(directory).into_iter().flatten();
        let called = calls.filter(|call| followed(call)).map(|call| call.called);
        next.extend(called.filter(|called| reached.insert(called)));
    }
    reached
}

/// Returns whether a file belongs to a module in a language, or has tests.
fn is_read_in(input: &Input, file: usize, language: Language) -> bool {
    let path = input.paths[file].as_deref();
    path.is_some_and(|path| is_of_module(path, language) || has_tests_of_module(path))
}

/// Returns whether OpenTofu reads another file of a module in place of one.
fn is_replaced(input: &Input, modules: &Grouped<'_>, file: usize) -> bool {
    let name = |file: usize| input.paths[file].as_deref()?.file_name()?.to_str();
    let by = name(file).and_then(|name| replacement(name, Language::OpenTofu));
    let directory = input.paths[file].as_deref().map(directory_of);
    let beside = directory.and_then(|directory| modules.get(directory));
    by.is_some_and(|by| {
        beside
            .into_iter()
            .flatten()
            .any(|other| name(*other) == Some(&*by))
    })
}

fn unread_file(source: SourceId) -> Diagnostic {
    Diagnostic::warning(UNREAD_FILE, "File that only OpenTofu reads")
        .with_subject(Span::new(source, 0, 0))
        .with_detail(
            "The module is checked in Terraform's language, so that only the syntax of the file is checked. Pass \
             `--opentofu` to check the module in OpenTofu's language.",
        )
}

fn unread_module(call: &Call<'_>) -> Diagnostic {
    Diagnostic::warning(UNREAD_FILE, "Module that only OpenTofu reads")
        .with_subject(call.span)
        .with_detail(format!(
            "The module in `{}` has no files that Terraform reads, and the call is checked in Terraform's language. Pass \
             `--opentofu` to check both in OpenTofu's language.",
            call.source
        ))
}
