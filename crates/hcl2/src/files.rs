//! Reading files: the one place where the loaders and the command do so.

use std::fmt::Display;
use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, codes::source as codes};
use hcl2_model::Limits;

/// The size in bytes up to which files are read unless the caller says otherwise.
pub const MAX_FILE_BYTES: u64 = Limits::new().source_bytes() as u64;

/// The endings of the names of configuration files.
///
/// # Examples
///
/// ```
/// use hcl2::files::Endings;
///
/// assert!(Endings::ALL.accept("main.tf.json"));
/// assert!(!Endings::GENERAL.accept("main.tf.json"));
/// assert!(!Endings::ALL.accept("package.json"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endings {
    /// Those of files in the native syntax, to which files in the JSON syntax append `.json`.
    native: &'static [&'static str],
    /// Those of files in the JSON syntax whose native form ends otherwise.
    json: &'static [&'static str],
}

impl Endings {
    /// Those of every product.
    pub const ALL: Self = Self {
        native: &[".hcl", ".tf", ".tfvars", ".tofu", ".nomad"],
        json: &[
            ".tftest.json",
            ".tofutest.json",
            ".tfmock.json",
            ".tfquery.json",
            ".tfcomponent.json",
            ".tfstack.json",
            ".tfdeploy.json",
            ".pkr.json",
            ".pkrvars.json",
            "docker-bake.json",
            "docker-bake.override.json",
        ],
    };

    /// Those that belong to no product, which [`Loader::load_dir`](crate::Loader::load_dir) reads.
    pub const GENERAL: Self = Self {
        native: &[".hcl"],
        json: &[],
    };

    /// Returns whether a file name is that of configuration: it ends so, and does not start with a dot.
    #[must_use]
    pub fn accept(self, name: &str) -> bool {
        let native = name.strip_suffix(".json").unwrap_or(name);
        let has_one = self.native.iter().any(|ending| native.ends_with(ending))
            || self.json.iter().any(|ending| name.ends_with(ending));
        has_one && !name.starts_with('.')
    }

    /// Creates the diagnostic about a directory without such a file.
    #[must_use]
    pub fn missing_in(self, directory: &Path) -> Diagnostic {
        no_files(directory, &self.expected())
    }

    /// Describes a file with such a name.
    pub(crate) fn expected(self) -> String {
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
/// use hcl2::files::FileReader;
///
/// let mut reader = FileReader::default();
/// assert!(reader.read("missing.hcl").is_none());
/// assert_eq!(reader.diagnostics[0].code.id(), "hcl2::source::unreadable");
/// ```
#[derive(Clone, Debug)]
pub struct FileReader {
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
            sources: SourceMap::new(),
            diagnostics: Diagnostics::new(),
            max_bytes: MAX_FILE_BYTES,
        }
    }
}

impl FileReader {
    /// Reads a file as [`read_file`] does; `None` means that it is unreadable, which a diagnostic reports. The source is
    /// named after the path, without a leading `./`.
    pub fn read(&mut self, path: impl AsRef<Path>) -> Option<Source> {
        let path = path.as_ref();
        let content = read_file(path, self.max_bytes);
        self.add_read(path, content)
    }

    /// Reads what a user named as [`read_named_file`] does, and otherwise like [`read`](Self::read).
    pub fn read_named(&mut self, path: impl AsRef<Path>) -> Option<Source> {
        let path = path.as_ref();
        let content = read_named_file(path, self.max_bytes);
        self.add_named(path, content)
    }

    /// Adds what was found at a path by [`read_file`], as [`read`](Self::read) does: several files can be read at once.
    ///
    /// No text of a file is shown if a link [leads outside](leads_outside) to it.
    pub fn add_read(&mut self, path: &Path, content: std::io::Result<Vec<u8>>) -> Option<Source> {
        let source = self.add_named(path, content)?;
        if leads_outside(path) {
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
        let accepted = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(&accept) && is_ordinary(path)
        };
        match entries(directory) {
            Ok(mut paths) => {
                paths.retain(accepted);
                paths.sort();
                if paths.is_empty() {
                    self.diagnostics.push(no_files(directory, expected));
                }
                paths
            }
            Err(error) => {
                self.diagnostics.push(unreadable_directory(directory, &error));
                Vec::new()
            }
        }
    }
}

/// Reads a file of at most `max_bytes` that nobody has to have named. A larger one is refused before it is read.
///
/// Nobody may ever write to a pipe that a program finds by itself, so pipes, devices and sockets are refused without being
/// opened.
///
/// # Errors
///
/// If the file cannot be read, with [`ErrorKind::InvalidInput`] if it is not a regular file, or with
/// [`ErrorKind::FileTooLarge`].
///
/// # Examples
///
/// ```
/// use hcl2::files::read_file;
///
/// let directory = tempfile::tempdir().unwrap();
/// let path = directory.path().join("app.hcl");
/// std::fs::write(&path, "a = 1\n").unwrap();
/// assert_eq!(read_file(&path, 6).unwrap(), b"a = 1\n");
/// assert_eq!(read_file(&path, 5).unwrap_err().to_string(), "it has more than 5 bytes");
/// ```
pub fn read_file(path: impl AsRef<Path>, max_bytes: u64) -> std::io::Result<Vec<u8>> {
    let metadata = path.as_ref().metadata()?;
    if !metadata.is_file() && !metadata.is_dir() {
        return Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    read_named_file(path, max_bytes)
}

/// Reads what a user named, which may be a pipe or a device: at most `max_bytes` of it. A larger file is refused before it
/// is read, or when that many bytes were read.
///
/// # Errors
///
/// If the file cannot be read, or with [`ErrorKind::FileTooLarge`].
pub fn read_named_file(path: impl AsRef<Path>, max_bytes: u64) -> std::io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return read_all(file, max_bytes);
    }
    if metadata.len() > max_bytes {
        return Err(too_large(max_bytes));
    }
    // One more call than it takes to read the file finds its end.
    let expected = usize::try_from(metadata.len()).unwrap_or(0);
    read_into(Vec::with_capacity(expected + MIN_SPARE), file, max_bytes)
}

/// The bytes that must be free in a vector for a reader to be asked for more without an allocation.
const MIN_SPARE: usize = 32;

/// Reads at most `max_bytes` up to the end of `reader`.
///
/// # Errors
///
/// If the reader fails, or with [`ErrorKind::FileTooLarge`] if it has more.
pub fn read_all(reader: impl Read, max_bytes: u64) -> std::io::Result<Vec<u8>> {
    read_into(Vec::new(), reader, max_bytes)
}

fn read_into(mut bytes: Vec<u8>, reader: impl Read, max_bytes: u64) -> std::io::Result<Vec<u8>> {
    reader.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(too_large(max_bytes));
    }
    Ok(bytes)
}

fn too_large(max_bytes: u64) -> Error {
    Error::new(
        ErrorKind::FileTooLarge,
        format!("it has more than {max_bytes} bytes"),
    )
}

/// Returns whether a path leads to a file, possibly by a link. A link to nothing counts as one, because reading it
/// reports what is missing; directories, pipes and devices do not.
#[must_use]
pub fn is_ordinary(path: &Path) -> bool {
    path.is_file() || path.is_symlink() && !path.exists()
}

/// What the directory of a repository contains.
const REPOSITORY: &str = ".git";

/// Returns the directory whose files belong together with those in a canonical directory: the repository around it, or
/// else itself.
#[must_use]
pub fn place_of(directory: &Path) -> &Path {
    repository_of(directory).unwrap_or(directory)
}

/// Returns the nearest directory around a canonical one, or itself, that is a repository.
pub(crate) fn repository_of(directory: &Path) -> Option<&Path> {
    directory
        .ancestors()
        .find(|directory| directory.join(REPOSITORY).exists())
}

/// Returns the directory of a file: the current one if the path names none.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use hcl2::files::directory_of;
///
/// assert_eq!(directory_of(Path::new("infra/main.tf")), Path::new("infra"));
/// assert_eq!(directory_of(Path::new("main.tf")), Path::new("."));
/// ```
#[must_use]
pub fn directory_of(path: &Path) -> &Path {
    path.parent()
        .filter(|directory| !directory.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns whether a path is a link to something outside of the [place](place_of) that the link is in.
///
/// Whoever writes a repository can have it lead to any file, such as one with credentials.
#[must_use]
pub fn leads_outside(path: &Path) -> bool {
    if !path.is_symlink() {
        return false;
    }
    match (directory_of(path).canonicalize(), path.canonicalize()) {
        (Ok(directory), Ok(target)) => !target.starts_with(place_of(&directory)),
        _ => true,
    }
}

/// Returns the paths of everything directly in a directory, in any order.
///
/// # Errors
///
/// If the directory cannot be read.
pub fn entries(directory: impl AsRef<Path>) -> std::io::Result<Vec<PathBuf>> {
    std::fs::read_dir(directory)?
        .map(|entry| Ok(entry?.path()))
        .collect()
}

/// Returns the files of a Terraform module that set its variables automatically, in order of precedence.
#[cfg(feature = "terraform")]
#[must_use]
pub fn automatic_files(directory: &Path) -> Vec<PathBuf> {
    use hcl2_terraform::table::automatic_variables;
    let mut files: Vec<((u8, String), PathBuf)> = entries(directory)
        .unwrap_or_default()
        .into_iter()
        .filter(|path| is_ordinary(path))
        .filter_map(|path| {
            let (rank, name) = automatic_variables(path.file_name()?.to_str()?)?;
            Some(((rank, name.to_owned()), path.clone()))
        })
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
    #[cfg(target_os = "linux")]
    fn what_is_too_large_or_endless_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let sparse = directory.path().join("sparse.hcl");
        File::create(&sparse).unwrap().set_len(10 << 30).unwrap();
        for path in [sparse.as_path(), Path::new("/dev/zero")] {
            assert_eq!(
                read_named_file(path, 1 << 20).unwrap_err().kind(),
                ErrorKind::FileTooLarge
            );
        }
        let error = read_file("/dev/zero", 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is not a regular file");
        let mut reader = FileReader::default();
        assert!(reader.read(&sparse).is_none());
        assert_eq!(reader.diagnostics[0].code.id(), "hcl2::source::unreadable");
        assert!(
            reader.diagnostics[0]
                .detail
                .ends_with("it has more than 268435456 bytes.")
        );
    }
}
