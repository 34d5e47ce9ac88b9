//! The files of a directory.

use std::io::Result;
use std::path::{Path, PathBuf};

use hcl2_tables::{File, is_read};
use hcl2_terraform::table::Language;

use hcl2_project::{Disk, Files, MAX_FILE_BYTES, unreadable_file};

/// Returns the paths of the files in a directory that are read, sorted.
pub(super) fn listed_files(directory: &Path, language: Language) -> Result<Vec<PathBuf>> {
    let mut files = Disk.list(directory)?;
    let is_read = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| is_read(name, language)) && path.is_file()
    };
    files.retain(is_read);
    files.sort();
    Ok(files)
}

/// Reads the files of a directory; none if it cannot be read.
pub(super) fn files_in(directory: &Path, language: Language) -> Vec<File> {
    let paths = listed_files(directory, language).unwrap_or_default();
    paths.iter().map(|path| file(path)).collect()
}

/// Reads a file.
pub(super) fn file(path: &Path) -> File {
    let content = Disk.read(path, MAX_FILE_BYTES);
    File {
        path: shown(path),
        content: content.map_err(|error| Box::new(unreadable_file(path, &error))),
    }
}

/// Returns a path as the tables show it: with slashes, and without `./` at the start.
pub(super) fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text
    };
    let text = text.trim_end_matches('/');
    match text.strip_prefix("./").unwrap_or(text) {
        "" if path.has_root() => "/".to_owned(),
        "" => ".".to_owned(),
        text => text.to_owned(),
    }
}
