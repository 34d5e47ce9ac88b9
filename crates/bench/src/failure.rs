//! The reasons why a run ends early.

use std::fmt;
use std::process::ExitCode;

/// The reason why a run ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The command line asks for something impossible.
    Usage(String),
    /// The result of a contestant differs from the others, or is missing.
    Contestant(String),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Contestant(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Contestant(text) => f.write_str(text),
        }
    }
}
