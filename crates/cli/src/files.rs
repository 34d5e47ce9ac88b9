//! The files that a command line names.

use std::collections::{BTreeSet, HashSet};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceMap};
use hcl2::project::{
    Disk, Endings, FileReader, Files, MAX_FILE_BYTES, SettingsFiles, is_of_module, read_all,
    unreadable_directory, unreadable_file,
};
use hcl2::terraform::table::Language;

use crate::output::{Failure, shows_progress, write_error};
use crate::{parallel, walk};

/// The sources that a command line names, with the problems found while reading them.
#[derive(Default)]
pub(crate) struct Input {
    pub(crate) sources: SourceMap,
    /// Each readable source, in the order of the command line and of names in directories.
    pub(crate) files: Vec<(Source, Syntax)>,
    /// The path of each source; `None` for one that is not a file.
    pub(crate) paths: Vec<Option<PathBuf>>,
    pub(crate) diagnostics: Diagnostics,
}

impl Input {
    /// Reads files, the configuration files below directories, and standard input for `-`.
    pub(crate) fn read(paths: &[PathBuf], syntax: Option<Syntax>) -> Result<Self, Failure> {
        Self::read_into(SourceMap::new(), paths, syntax)
    }

    /// Reads like [`read`](Self::read), and finds files below directories as `walk` says, without those that their project
    /// files ignore.
    pub(crate) fn walk(
        paths: &[PathBuf],
        syntax: Option<Syntax>,
        walk: WalkArguments,
        settings: &Arc<SettingsFiles>,
    ) -> Result<Self, Failure> {
        let mut reading = Reading::new(SourceMap::new());
        reading.walk = walk;
        reading.settings = Some(Arc::clone(settings)).filter(|_| !walk.no_ignore);
        reading.read_all(paths, syntax)
    }

    /// Reads like [`read`](Self::read), and adds to the sources of an earlier reading.
    pub(crate) fn read_into(
        sources: SourceMap,
        paths: &[PathBuf],
        syntax: Option<Syntax>,
    ) -> Result<Self, Failure> {
        Reading::new(sources).read_all(paths, syntax)
    }

    /// Adds files that the command line does not name.
    pub(crate) fn add(self, paths: &[PathBuf]) -> Self {
        let mut reading = Reading::new(self.sources);
        (reading.files, reading.paths) = (self.files, self.paths);
        reading.reader.diagnostics = self.diagnostics;
        reading.read_unnamed(paths)
    }

    /// Takes what was read elsewhere, adding it to the sources of an earlier reading.
    pub(crate) fn of_given(
        sources: SourceMap,
        given: impl IntoIterator<Item = Given>,
        syntax: Option<Syntax>,
    ) -> Self {
        let mut reading = Reading::new(sources);
        for Given { name, bytes } in given {
            let syntax = syntax.unwrap_or_else(|| Syntax::from_path(Path::new(&name)));
            let source = reading.reader.add(name, bytes);
            reading.add(None, source, syntax);
        }
        reading.finish()
    }

    /// Takes a string in native syntax as the only source named, adding it to the sources of an earlier reading.
    pub(crate) fn of_string(sources: SourceMap, name: &str, text: &str) -> Self {
        let mut reading = Reading::new(sources);
        let source = reading.reader.add(name, text);
        reading.add(None, source, Syntax::Native);
        reading.finish()
    }
}

/// Content that is not read from a file of its name.
pub(crate) struct Given {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Returns the operands of a command, or its default: standard input if it is a pipe or a file, otherwise the current
/// directory.
pub(crate) fn operands(given: &[PathBuf]) -> Vec<PathBuf> {
    match given {
        [] if is_fed() => vec![PathBuf::from("-")],
        [] => vec![PathBuf::from(".")],
        given => given.to_vec(),
    }
}

/// Returns whether standard input is a pipe or a file, not a terminal or a device such as `/dev/null`.
#[cfg(unix)]
pub(crate) fn is_fed() -> bool {
    use rustix::fs::{FileType, fstat};
    let status = fstat(std::io::stdin());
    status.is_ok_and(|status| FileType::from_raw_mode(status.st_mode) != FileType::CharacterDevice)
}

#[cfg(not(unix))]
pub(crate) fn is_fed() -> bool {
    !std::io::stdin().is_terminal()
}

/// Reads standard input, up to the size of the largest file.
pub(crate) fn read_standard_input() -> Result<Vec<u8>, Failure> {
    let input = std::io::stdin();
    if input.is_terminal() {
        say("reading standard input, up to its end");
    }
    read_all(input.lock(), MAX_FILE_BYTES)
        .map_err(|error| Failure::Message(format!("standard input cannot be read: {error}")))
}

/// Says on a terminal that a file is read which may never end, such as a pipe to which nothing is written.
pub(crate) fn announce(path: &Path) {
    let is_ordinary = |metadata: &std::fs::Metadata| metadata.is_file() || metadata.is_dir();
    if shows_progress() && std::fs::metadata(path).is_ok_and(|metadata| !is_ordinary(&metadata)) {
        say(&format!("reading {}, up to its end", path.display()));
    }
}

/// Writes a line to standard error if that is a terminal.
fn say(text: &str) {
    if shows_progress() {
        write_error(&format!("{text}\n"));
    }
}

/// How files are found below directories.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct WalkArguments {
    /// Also search directories, and for files, that Git or the project file ignores. Files of a Terraform module are read in any case.
    #[arg(long)]
    no_ignore: bool,
    /// Search directories to the bottom, unless false; `terraform fmt` does so only with this option.
    #[arg(long, hide = true, action = clap::ArgAction::Set, num_args = 0..=1, require_equals = true, value_name = "BOOL",
        default_value_t = true, default_missing_value = "true")]
    recursive: bool,
}

impl Default for WalkArguments {
    fn default() -> Self {
        Self {
            no_ignore: false,
            recursive: true,
        }
    }
}

/// An [`Input`] in the making.
struct Reading {
    walk: WalkArguments,
    settings: Option<Arc<SettingsFiles>>,
    reader: FileReader,
    files: Vec<(Source, Syntax)>,
    paths: Vec<Option<PathBuf>>,
}

impl Reading {
    fn new(sources: SourceMap) -> Self {
        Self {
            walk: WalkArguments::default(),
            settings: None,
            reader: FileReader {
                sources,
                ..FileReader::default()
            },
            files: Vec::new(),
            paths: Vec::new(),
        }
    }

    fn read_all(mut self, paths: &[PathBuf], syntax: Option<Syntax>) -> Result<Input, Failure> {
        for path in paths {
            if path.as_os_str() == "-" {
                self.read_standard_input(syntax)?;
            } else if path.is_dir() {
                self.read_directory(path, syntax);
            } else {
                self.read_file(path, syntax);
            }
        }
        Ok(self.finish())
    }

    fn read_unnamed(mut self, paths: &[PathBuf]) -> Input {
        for path in paths {
            let source = self.reader.read(path);
            self.add_named(path, source, None);
        }
        self.finish()
    }

    fn finish(self) -> Input {
        Input {
            sources: self.reader.sources,
            files: self.files,
            paths: self.paths,
            diagnostics: self.reader.diagnostics,
        }
    }

    fn read_standard_input(&mut self, syntax: Option<Syntax>) -> Result<(), Failure> {
        let bytes = read_standard_input()?;
        let source = self.reader.add("<stdin>", bytes);
        self.add(None, source, syntax.unwrap_or(Syntax::Native));
        Ok(())
    }

    fn read_directory(&mut self, directory: &Path, syntax: Option<Syntax>) {
        let before = self.files.len();
        let (found, problems) = configuration_files(directory, self.walk, self.settings.clone());
        self.reader.diagnostics.append(problems);
        let found = with_modules(found);
        let contents = parallel::map("reading", &found, |path| Disk.read(path, MAX_FILE_BYTES));
        for (path, content) in found.iter().zip(contents) {
            let source = self.reader.add_read(path, content);
            self.add_named(path, source, syntax);
        }
        if self.files.len() == before && self.reader.diagnostics.is_empty() {
            let mut problem = Endings::ALL.missing_in(directory);
            problem.detail += " Name a file to read it whatever it is called.";
            self.reader.diagnostics.push(problem);
        }
    }

    fn read_file(&mut self, path: &Path, syntax: Option<Syntax>) {
        announce(path);
        let source = self.reader.read_named(path);
        self.add_named(path, source, syntax);
    }

    fn add_named(&mut self, path: &Path, source: Option<Source>, syntax: Option<Syntax>) {
        let syntax = syntax.unwrap_or_else(|| Syntax::from_path(path));
        self.add(Some(path), source, syntax);
    }

    fn add(&mut self, path: Option<&Path>, source: Option<Source>, syntax: Syntax) {
        if let Some(source) = source {
            self.files.push((source, syntax));
            self.paths.push(path.map(Path::to_owned));
        }
    }
}

/// Finds the configuration files in and below a directory, in order, without those that its project files ignore.
pub(crate) fn configuration_files(
    directory: &Path,
    arguments: WalkArguments,
    settings: Option<Arc<SettingsFiles>>,
) -> (Vec<PathBuf>, Diagnostics) {
    let mut walk = ignore::WalkBuilder::new(directory);
    walk.require_git(false).sort_by_file_name(Ord::cmp);
    if arguments.no_ignore {
        walk.standard_filters(false).hidden(true);
    }
    if !arguments.recursive {
        walk.max_depth(Some(1));
    }
    let accept = move |entry: &ignore::DirEntry| {
        let ignores = |settings: &Arc<SettingsFiles>| settings.ignores(entry.path());
        // A directory that the command line names is searched in any case.
        entry.depth() == 0 || !settings.as_ref().is_some_and(ignores)
    };
    let (mut found, mut problems) = (Vec::new(), Diagnostics::new());
    for entry in walk::found(directory, walk, !arguments.no_ignore, accept) {
        match entry {
            Ok(entry) => {
                if name_of(entry.path()).is_some_and(|name| Endings::ALL.accept(name))
                    && Disk.is_ordinary(entry.path())
                {
                    found.push(entry.into_path());
                }
            }
            Err(error) => problems.push(unreadable_entry(directory, &error)),
        }
    }
    (found, problems)
}

/// Creates the diagnostic about what cannot be read below a directory.
fn unreadable_entry(directory: &Path, error: &ignore::Error) -> Diagnostic {
    let mut path = directory;
    let mut inner = error;
    loop {
        inner = match inner {
            ignore::Error::WithPath { path: found, err } => {
                path = found;
                err
            }
            ignore::Error::WithDepth { err, .. } => err,
            _ => break,
        };
    }
    // What walks repeats the path in its own errors; the cause of all is that of the system.
    let mut cause: &dyn std::error::Error = inner.io_error().map_or(inner, |error| error);
    while let Some(next) = cause.source() {
        cause = next;
    }
    if path.is_dir() {
        unreadable_directory(path, &cause)
    } else {
        unreadable_file(path, &cause)
    }
}

fn name_of(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// Returns the language of the modules that files belong to, where none is selected: Terraform's, unless only OpenTofu reads
/// them.
pub(crate) fn language_of<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Language {
    let mut language = Language::Terraform;
    for path in paths {
        if is_of_module(path, Language::Terraform) {
            return Language::Terraform;
        }
        if is_of_module(path, Language::OpenTofu) {
            language = Language::OpenTofu;
        }
    }
    language
}

/// Adds the files that Git ignores to those of the same module: a module is all files that Terraform reads.
fn with_modules(found: Vec<PathBuf>) -> Vec<PathBuf> {
    let is_of_module = |path: &PathBuf| is_of_module(path, Language::OpenTofu);
    let of_modules = found.iter().filter(|path| is_of_module(path));
    let directories: BTreeSet<&Path> = of_modules.clone().filter_map(|path| path.parent()).collect();
    let known: HashSet<&PathBuf> = of_modules.collect();
    let mut ignored = Vec::new();
    for directory in directories {
        let paths = Disk.list(directory).unwrap_or_default().into_iter();
        ignored.extend(
            paths.filter(|path| is_of_module(path) && !known.contains(path) && Disk.is_ordinary(path)),
        );
    }
    let mut all = found;
    if !ignored.is_empty() {
        all.extend(ignored);
        all.sort_unstable();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn what_cannot_be_read_below_a_directory_is_named_once() {
        let directory = tempfile::tempdir().unwrap();
        let error = |path: &Path| ignore::Error::WithDepth {
            depth: 1,
            err: Box::new(ignore::Error::WithPath {
                path: path.to_owned(),
                err: Box::new(std::io::Error::other(std::io::Error::from_raw_os_error(13)).into()),
            }),
        };
        for (path, what) in [
            (directory.path().to_owned(), "directory"),
            (directory.path().join("a.tf"), "file"),
        ] {
            let problem = unreadable_entry(Path::new("."), &error(&path));
            assert_eq!(
                problem.detail,
                format!(
                    "The {what} {} cannot be read: Permission denied (os error 13).",
                    path.display()
                )
            );
        }
    }
}
