//! Reading files into sources, and the problems of doing so.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, codes::source as codes};

#[cfg(feature = "terraform")]
use hcl2_terraform::table::FileKind;

use crate::files::{Disk, Files, MAX_FILE_BYTES};

/// The endings of the names of configuration files.
///
/// # Examples
///
/// ```
/// use hcl2_project::Endings;
///
/// assert!(Endings::ALL.accept("main.tf.json"));
/// assert!(!Endings::GENERAL.accept("main.tf.json"));
/// assert!(!Endings::ALL.accept("package.json"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Endings {
    /// Those of files in the native syntax, to which files in the JSON syntax append `.json`.
    native: &'static [&'static str],
    /// Whether a product reads files of a name that ends otherwise.
    is_other: fn(&str) -> bool,
}

impl Endings {
    /// Those of every product, except for settings of commands.
    #[cfg(feature = "terraform")]
    pub const ALL: Self = Self {
        native: &[".hcl", ".tf", ".tfvars", ".tofu", ".nomad"],
        is_other: |name| FileKind::of(name).is_some_and(|kind| !matches!(kind, FileKind::Settings { .. })),
    };

    /// Those that belong to no product, which `Loader::load_dir` of the facade reads.
    pub const GENERAL: Self = Self {
        native: &[".hcl"],
        is_other: |_| false,
    };

    /// Returns whether a file name is that of configuration: it ends so, and does not start with a dot.
    #[must_use]
    pub fn accept(self, name: &str) -> bool {
        let native = name.strip_suffix(".json").unwrap_or(name);
        let has_one = self.native.iter().any(|ending| native.ends_with(ending));
        (has_one || (self.is_other)(name)) && !name.starts_with('.')
    }

    /// Creates the diagnostic about a directory without such a file.
    #[doc(hidden)]
    #[must_use]
    pub fn missing_in(self, directory: &Path) -> Diagnostic {
        no_files(directory, &self.expected())
    }

    /// Describes a file with such a name.
    #[must_use]
    pub fn expected(self) -> String {
        let native: Vec<String> = self.native.iter().map(|ending| format!("`{ending}`")).collect();
        format!(
            "file whose name ends in {}, possibly followed by `.json`",
            native.join(", ")
        )
    }
}

/// Reads files into a [`SourceMap`] and collects a diagnostic for each one that it cannot read.
///
/// # Examples
///
/// ```
/// use hcl2_project::FileReader;
///
/// let mut reader = FileReader::default();
/// assert!(reader.read("missing.hcl").is_none());
/// assert_eq!(reader.diagnostics[0].code.id(), "hcl2::source::unreadable");
/// ```
#[derive(Clone, Debug)]
pub struct FileReader {
    /// Where files are read, [`Disk`] by default.
    pub files: Arc<dyn Files>,
    /// The sources read so far.
    pub sources: SourceMap,
    /// The problems found while reading, in order.
    pub diagnostics: Diagnostics,
    /// The size in bytes up to which files are read, [`MAX_FILE_BYTES`] by default.
    pub max_bytes: u64,
}

impl Default for FileReader {
    fn default() -> Self {
        Self {
            files: Arc::new(Disk),
            sources: SourceMap::new(),
            diagnostics: Diagnostics::new(),
            max_bytes: MAX_FILE_BYTES,
        }
    }
}

impl FileReader {
    /// Reads a file as [`Files::read`] does; `None` means that it is unreadable, which a diagnostic reports. The source is
    /// named after the path, without a leading `./`.
    pub fn read(&mut self, path: impl AsRef<Path>) -> Option<Source> {
        let path = path.as_ref();
        let content = self.files.read(path, self.max_bytes);
        self.add_read(path, content)
    }

    /// Reads what a user named as [`Disk::read_named`] does, and otherwise like [`read`](Self::read).
    pub fn read_named(&mut self, path: impl AsRef<Path>) -> Option<Source> {
        let path = path.as_ref();
        let content = Disk.read_named(path, self.max_bytes);
        self.add_named(path, content)
    }

    /// Adds what was found at a path by [`Files::read`], as [`read`](Self::read) does: several files can be read at once.
    ///
    /// No text of a file is shown if a link [leads outside](Files::leads_outside) to it.
    pub fn add_read(&mut self, path: &Path, content: std::io::Result<Vec<u8>>) -> Option<Source> {
        let source = self.add_named(path, content)?;
        if self.files.leads_outside(path) {
            self.sources.conceal(&[source.span()]);
        }
        Some(source)
    }

    fn add_named(&mut self, path: &Path, content: std::io::Result<Vec<u8>>) -> Option<Source> {
        match content {
            Ok(bytes) => {
                let name = path.strip_prefix(".").unwrap_or(path).display();
                self.add(name.to_string(), bytes)
            }
            Err(error) => {
                self.diagnostics.push(unreadable_file(path, &error));
                None
            }
        }
    }

    /// Adds a source that has already been read; `None` means that it is too large, which a diagnostic reports.
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Option<Source> {
        let added = self.sources.add(name, bytes);
        added
            .map_err(|error| {
                let problem = Diagnostic::error(codes::UNREADABLE, "Unreadable file");
                self.diagnostics.push(problem.with_detail(format!("{error}.")));
            })
            .ok()
    }

    /// Returns the files in a directory whose names `accept` takes, sorted, without those of nested directories.
    ///
    /// If the list is empty, a diagnostic says that the directory contains no `expected`, for example no "file whose name
    /// ends in `.hcl`".
    pub fn list(&mut self, directory: &Path, accept: impl Fn(&str) -> bool, expected: &str) -> Vec<PathBuf> {
        let accept = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(&accept)
        };
        list(&*self.files, directory, accept, expected, &mut self.diagnostics)
    }
}

/// Returns the files in a directory that `accept` takes, as [`FileReader::list`] does.
pub(crate) fn list(
    files: &dyn Files,
    directory: &Path,
    accept: impl Fn(&Path) -> bool,
    expected: &str,
    problems: &mut Diagnostics,
) -> Vec<PathBuf> {
    match files.list(directory) {
        Ok(mut paths) => {
            paths.retain(|path| accept(path) && files.is_ordinary(path));
            paths.sort();
            if paths.is_empty() {
                problems.push(no_files(directory, expected));
            }
            paths
        }
        Err(error) => {
            problems.push(unreadable_directory(directory, &error));
            Vec::new()
        }
    }
}

/// Returns the files of a Terraform module that set its variables automatically, in order of precedence.
#[cfg(feature = "terraform")]
pub(crate) fn automatic_files(files: &dyn Files, directory: &Path) -> Vec<PathBuf> {
    use hcl2_terraform::table::automatic_variables;
    let mut files: Vec<((u8, String), PathBuf)> = files
        .list(directory)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|path| {
            let (rank, name) = automatic_variables(path.file_name()?.to_str()?)?;
            Some(((rank, name.to_owned()), path.clone()))
        })
        .filter(|(_, path)| files.is_ordinary(path))
        .collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).collect()
}

/// Creates the diagnostic about a directory without an `expected` file.
fn no_files(directory: &Path, expected: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_FILES, "No configuration files").with_detail(format!(
        "The directory {} contains no {expected}.",
        directory.display()
    ))
}

/// Creates the diagnostic about a file that cannot be read.
#[must_use]
pub fn unreadable_file(path: &Path, error: &dyn Display) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE, "Unreadable file").with_detail(unreadable("file", path, error))
}

/// Creates the diagnostic about a directory that cannot be read.
#[must_use]
pub fn unreadable_directory(path: &Path, error: &dyn Display) -> Diagnostic {
    let problem = Diagnostic::error(codes::UNREADABLE, "Unreadable directory");
    problem.with_detail(unreadable("directory", path, error))
}

fn unreadable(what: &str, path: &Path, error: &dyn Display) -> String {
    format!("The {what} {} cannot be read: {error}.", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    #[test]
    fn configuration_files_are_recognised_by_their_endings() {
        for (name, expected) in [
            ("main.tf", true),
            ("main.tf.json", true),
            ("app.hcl", true),
            ("app.hcl.json", true),
            ("terraform.tfvars", true),
            ("main.tftest.json", true),
            ("main.tfdeploy.json", true),
            ("docker-bake.json", true),
            ("main.tftest", false),
            ("package.json", false),
            ("README.md", false),
            (".tf", false),
            (".hidden.hcl", false),
        ] {
            assert_eq!(Endings::ALL.accept(name), expected, "{name}");
        }
    }

    #[test]
    fn file_that_is_too_large_is_a_problem() {
        let files = Memory::from_iter([("app.hcl", "a = 1\n")]);
        let mut reader = FileReader {
            files: Arc::new(files),
            max_bytes: 5,
            ..FileReader::default()
        };
        assert!(reader.read("app.hcl").is_none());
        assert_eq!(reader.diagnostics[0].code.id(), "hcl2::source::unreadable");
        assert_eq!(
            reader.diagnostics[0].detail,
            "The file app.hcl cannot be read: it has more than 5 bytes."
        );
    }
}
