//! Runs of the command, and what is expected of them.

use std::path::Path;

/// The output and exit status of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn run_in(directory: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let (status, stdout, stderr) = crate::support::run(directory, arguments, input);
    Run {
        status,
        stdout,
        stderr,
    }
}

/// Asserts that a run exits with `status` and prints each of `said` to standard error.
#[track_caller]
pub(crate) fn expect_failure(run: &Run, status: i32, said: &[&str]) {
    assert_eq!(run.status, status, "{run:?}");
    for text in said {
        assert!(run.stderr.contains(text), "{text:?} is not in {run:?}");
    }
    assert!(!run.stderr.contains("panicked"), "{run:?}");
}
