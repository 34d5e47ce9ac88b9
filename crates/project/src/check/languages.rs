//! The languages in which modules are read.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2_diagnostics::codes::terraform::UNREAD_FILE;
use hcl2_diagnostics::{Diagnostic, SourceId, Span};
use hcl2_terraform::table::{FileKind, Language, replacement};

use super::entry::{Entry, Grouped, Places, Role};

/// The modules of a check, by the languages in which they are read.
///
/// A module whose files are all OpenTofu's is read in its language, and a called module in that of its callers: in both
/// languages if it has callers of both. All others are in Terraform's language.
#[derive(Debug, Default)]
pub(super) struct Languages {
    modules: [(Language, Grouped); 2],
    /// The language of files outside of these modules.
    pub(super) otherwise: Language,
    /// The warnings about files of OpenTofu that are not read, with the numbers of the files that they are in.
    pub(super) unread: Vec<(usize, Diagnostic)>,
}

/// What the languages of modules follow from.
struct Found<'a> {
    entries: &'a [Entry],
    /// The files of each module.
    modules: &'a Grouped,
}

impl Languages {
    /// Returns the languages of modules: the one that is selected, or those of their files.
    pub(super) fn new(
        selected: Option<Language>,
        entries: &[Entry],
        modules: &Grouped,
        places: &Places,
    ) -> Self {
        let found = Found { entries, modules };
        match selected {
            Some(language) => found.all(language),
            None => found.by_files(places),
        }
    }

    /// Returns the modules that are read in each language.
    pub(super) fn modules(&self) -> impl Iterator<Item = (Language, &Grouped)> {
        let all = self.modules.iter().filter(|(_, modules)| !modules.is_empty());
        all.map(|(language, modules)| (*language, modules))
    }

    /// Returns the language of a file.
    pub(super) fn of(&self, entry: &Entry) -> Language {
        let directory = entry.directory.as_deref();
        directory.map_or(self.otherwise, |directory| self.of_directory(directory))
    }

    /// Returns the language of a canonical directory: that of its module, or of the module in the next directory around it.
    pub(super) fn of_directory(&self, directory: &Path) -> Language {
        let found = directory.ancestors().find_map(|directory| {
            let mut all = self.modules();
            all.find(|(_, modules)| modules.contains_key(directory))
        });
        found.map_or(self.otherwise, |(language, _)| language)
    }
}

impl<'a> Found<'a> {
    /// Returns the one language of all modules.
    fn all(&self, language: Language) -> Languages {
        let directories = self.modules.keys().map(PathBuf::as_path);
        let directories: [BTreeSet<&Path>; 2] = match language {
            Language::Terraform => [directories.collect(), BTreeSet::new()],
            Language::OpenTofu => [BTreeSet::new(), directories.collect()],
        };
        Languages {
            otherwise: language,
            ..self.read(directories)
        }
    }

    /// Returns the languages of modules by their files.
    fn by_files(&self, places: &Places) -> Languages {
        let is_terraform = |file: &usize| self.is_read_in(*file, Language::Terraform);
        let is_named = |file: &&usize| self.entries[**file].role == Role::Named;
        let of_opentofu = |files: &[usize]| {
            let mut named = files.iter().filter(is_named).peekable();
            if named.peek().is_some() {
                !named.any(is_terraform)
            } else {
                !files.iter().any(is_terraform)
            }
        };
        let own = self.modules.iter().filter(|(_, files)| of_opentofu(files));
        let own: BTreeSet<&Path> = own.map(|(directory, _)| directory.as_path()).collect();
        if own.is_empty() {
            return self.all(Language::Terraform);
        }
        if own.len() == self.modules.len() {
            return self.all(Language::OpenTofu);
        }
        let calls = self.calls(places);
        let in_opentofu = reached(own.clone(), &calls, |call| !self.is_replaced(call.file));
        let rest = self.modules.keys().map(PathBuf::as_path);
        let rest = rest.filter(|directory| !in_opentofu.contains(*directory));
        let is_of_terraform = |call: &Call<'_>| self.is_read_in(call.file, Language::Terraform);
        let in_terraform = reached(rest.collect(), &calls, |call| {
            is_of_terraform(call) && !own.contains(call.called)
        });
        let to_opentofu = in_terraform
            .iter()
            .flat_map(|directory| calls.get(directory).into_iter().flatten())
            .filter(|call| is_of_terraform(call) && own.contains(call.called));
        let to_opentofu: Vec<(usize, Diagnostic)> =
            to_opentofu.map(|call| (call.file, unread_module(call))).collect();
        let mut languages = self.read([in_terraform, in_opentofu]);
        languages.unread.extend(to_opentofu);
        languages
    }

    /// Takes the directories of the modules that are read in Terraform's language, and of those in OpenTofu's.
    fn read(&self, [terraform, opentofu]: [BTreeSet<&Path>; 2]) -> Languages {
        let unread = self
            .modules
            .iter()
            .filter(|(directory, _)| !opentofu.contains(directory.as_path()))
            .flat_map(|(_, files)| files)
            .filter(|file| !self.is_read_in(**file, Language::Terraform));
        let unread = unread
            .map(|file| (*file, unread_file(self.entries[*file].source.id())))
            .collect();
        let in_language = |language: Language, directories: BTreeSet<&Path>| {
            let read = directories.into_iter().filter_map(|directory| {
                let files = self.modules.get(directory)?.iter().copied();
                let files: Vec<usize> = files.filter(|file| self.is_read_in(*file, language)).collect();
                (!files.is_empty()).then(|| (directory.to_owned(), files))
            });
            (language, read.collect())
        };
        Languages {
            modules: [
                in_language(Language::Terraform, terraform),
                in_language(Language::OpenTofu, opentofu),
            ],
            otherwise: Language::Terraform,
            unread,
        }
    }

    /// Returns the calls between modules by the directories of the callers, with those of the modules that tests run.
    fn calls(&self, places: &Places) -> HashMap<&'a Path, Vec<Call<'a>>> {
        let known = |directory: &Path| Some(self.modules.get_key_value(directory)?.0.as_path());
        let mut calls: HashMap<&Path, Vec<Call<'_>>> = HashMap::new();
        for (file, entry) in self.entries.iter().enumerate() {
            let caller = if entry.is_of_module() {
                entry.directory.as_deref()
            } else {
                entry.tested()
            };
            let (Some(caller), Some(of_file)) = (caller.and_then(known), &entry.file) else {
                continue;
            };
            for (source, span) in of_file.called_paths() {
                let called = places.canonical(&caller.join(&source));
                if let Some(called) = called.as_deref().and_then(known) {
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

    /// Returns whether a file belongs to a module in a language, or has tests.
    fn is_read_in(&self, file: usize, language: Language) -> bool {
        match self.entries[file].kind {
            Some(FileKind::Tests { .. }) => true,
            kind => kind.is_some_and(|kind| kind.is_of_module(language)),
        }
    }

    /// Returns whether OpenTofu reads another file of a module in place of one.
    fn is_replaced(&self, file: usize) -> bool {
        let name = |file: usize| self.entries[file].path.as_deref()?.file_name()?.to_str();
        let by = name(file).and_then(|name| replacement(name, Language::OpenTofu));
        let directory = self.entries[file].directory.as_ref();
        let beside = directory.and_then(|directory| self.modules.get(directory));
        by.is_some_and(|by| {
            beside
                .into_iter()
                .flatten()
                .any(|other| name(*other) == Some(&*by))
        })
    }
}

/// A call of a module.
struct Call<'a> {
    /// The number of the file with the call.
    file: usize,
    /// The source of the module, as written.
    source: String,
    span: Span,
    /// The directory of the called module.
    called: &'a Path,
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
