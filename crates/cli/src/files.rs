//! Finding the files that a command line names.

use std::io::Read;
use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, codes::source as codes};

use crate::output::Failure;

/// The endings of the names of configuration files; those of the JSON syntax end in `.json` besides.
const ENDINGS: &[&str] = &[".hcl", ".tf", ".tfvars", ".tofu", ".nomad"];

/// The sources that a command line names, with the problems in reading them.
#[derive(Default)]
pub(crate) struct Input {
    pub(crate) sources: SourceMap,
    /// Each source that could be read, in the order of the command line and of names in directories.
    pub(crate) files: Vec<(Source, Syntax)>,
    /// Where each of them was read from; `None` for what no file holds.
    pub(crate) paths: Vec<Option<PathBuf>>,
    pub(crate) diagnostics: Diagnostics,
}

impl Input {
    /// Reads files, the configuration files below directories, and standard input for `-`.
    pub(crate) fn read(paths: &[PathBuf], syntax: Option<Syntax>) -> Result<Self, Failure> {
        Self::read_into(SourceMap::new(), paths, syntax)
    }

    /// As [`read`](Self::read), adding to the sources of an earlier reading.
    pub(crate) fn read_into(
        sources: SourceMap,
        paths: &[PathBuf],
        syntax: Option<Syntax>,
    ) -> Result<Self, Failure> {
        let mut input = Self {
            sources,
            ..Self::default()
        };
        for path in paths {
            if path.as_os_str() == "-" {
                input.read_standard_input(syntax)?;
            } else if path.is_dir() {
                input.read_directory(path, syntax);
            } else {
                input.read_file(path, syntax);
            }
        }
        Ok(input)
    }

    fn read_standard_input(&mut self, syntax: Option<Syntax>) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::Message(format!("standard input cannot be read: {error}")))?;
        self.add("<stdin>".to_owned(), bytes, syntax.unwrap_or(Syntax::Native));
        Ok(())
    }

    fn read_directory(&mut self, directory: &Path, syntax: Option<Syntax>) {
        let before = self.files.len();
        let mut walk = ignore::WalkBuilder::new(directory);
        walk.require_git(false).sort_by_file_path(Ord::cmp);
        for entry in walk.build() {
            match entry {
                Ok(entry) => {
                    let path = entry.path();
                    if entry.file_type().is_some_and(|kind| kind.is_file()) && is_configuration(path) {
                        self.read_file(path, syntax);
                    }
                }
                Err(error) => self.unreadable(format!("{error}.")),
            }
        }
        if self.files.len() == before && self.diagnostics.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(codes::NO_FILES, "No configuration files").with_detail(format!(
                    "The directory {} has no file whose name ends in {}, or in one of these with `.json`. Name a file to \
                     have it read whatever it is called.",
                    directory.display(),
                    ENDINGS.join(", ")
                )),
            );
        }
    }

    fn read_file(&mut self, path: &Path, syntax: Option<Syntax>) {
        match std::fs::read(path) {
            Ok(bytes) => {
                let syntax = syntax.unwrap_or_else(|| Syntax::from_path(path));
                self.add_from(Some(path), path.display().to_string(), bytes, syntax);
            }
            Err(error) => self.unreadable(format!("The file {} cannot be read: {error}.", path.display())),
        }
    }

    fn unreadable(&mut self, detail: String) {
        self.diagnostics
            .push(Diagnostic::error(codes::UNREADABLE, "Unreadable file").with_detail(detail));
    }

    /// Adds a source that is read already.
    pub(crate) fn add(&mut self, name: String, bytes: Vec<u8>, syntax: Syntax) {
        self.add_from(None, name, bytes, syntax);
    }

    fn add_from(&mut self, path: Option<&Path>, name: String, bytes: Vec<u8>, syntax: Syntax) {
        match self.sources.add(name, bytes) {
            Ok(source) => {
                self.files.push((source, syntax));
                self.paths.push(path.map(Path::to_owned));
            }
            Err(error) => self.diagnostics.push(
                Diagnostic::error(codes::UNREADABLE, "Unreadable file").with_detail(format!("{error}.")),
            ),
        }
    }
}

/// Whether a file found in a directory is taken for configuration.
fn is_configuration(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let name = name.strip_suffix(".json").unwrap_or(name);
    ENDINGS
        .iter()
        .any(|ending| name.ends_with(ending) && name.len() > ending.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configuration_files_are_told_by_their_endings() {
        for (name, wanted) in [
            ("main.tf", true),
            ("main.tf.json", true),
            ("app.hcl", true),
            ("app.hcl.json", true),
            ("terraform.tfvars", true),
            ("package.json", false),
            ("README.md", false),
            (".tf", false),
        ] {
            assert_eq!(is_configuration(Path::new(name)), wanted, "{name}");
        }
    }
}
