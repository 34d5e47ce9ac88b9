//! The project files, `.hcl2.toml`, of what a command reads.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::project::{Disk, Settings, SettingsFiles};

use crate::output::{Failure, Output};

/// Returns the project files of paths.
///
/// # Errors
///
/// As of [`valid`].
pub(crate) fn project_files(paths: &[PathBuf], output: &Output) -> Result<Arc<SettingsFiles>, Failure> {
    let files = Arc::new(SettingsFiles::new(Arc::new(Disk)));
    valid(&files, paths.iter().map(PathBuf::as_path), output)?;
    Ok(files)
}

/// Reads the project files of paths.
///
/// # Errors
///
/// One of all that were read is invalid, which was shown.
pub(crate) fn valid<'p>(
    files: &SettingsFiles,
    paths: impl IntoIterator<Item = &'p Path>,
    output: &Output,
) -> Result<(), Failure> {
    for path in paths {
        drop(files.project_of(of_operand(path)));
    }
    let projects = files.projects();
    let mut wrong = projects
        .iter()
        .filter(|project| project.problems.has_errors())
        .peekable();
    if wrong.peek().is_none() {
        return Ok(());
    }
    for project in wrong {
        output.show(&project.problems, &project.sources);
    }
    Err(Failure::Usage)
}

/// Returns the settings of a path.
///
/// # Errors
///
/// As of [`valid`].
pub(crate) fn settings_of(path: &Path, output: &Output) -> Result<Settings, Failure> {
    let files = project_files(&[path.to_owned()], output)?;
    Ok(files.of(of_operand(path)))
}

/// Returns the path whose project file counts for an operand: the current directory for standard input.
pub(crate) fn of_operand(path: &Path) -> &Path {
    match path.to_str() {
        Some("-") => Path::new("."),
        _ => path,
    }
}
