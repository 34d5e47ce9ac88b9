//! Running the command.

pub(crate) mod canary;
pub(crate) mod editor;
pub(crate) mod expect;
pub(crate) mod git;
pub(crate) mod json_schema;
pub(crate) mod live;
pub(crate) mod measured;
pub(crate) mod session;
pub(crate) mod shapes;

use std::path::Path;

/// Every format of diagnostics.
pub(crate) const FORMATS: [&str; 8] = [
    "pretty",
    "plain",
    "concise",
    "json",
    "terraform",
    "sarif",
    "github",
    "junit",
];

/// The exit status, standard output and standard error of a run.
pub(crate) fn run(
    directory: &Path,
    arguments: &[&str],
    input: impl AsRef<[u8]> + Send,
) -> (i32, String, String) {
    let (status, stdout, stderr, _) = measured::measured(directory, arguments, input);
    (status, stdout, stderr)
}
