//! The setting that all stages of a run share.

use std::cell::OnceCell;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::input::{self, Input};

/// The setting that all stages of a run share.
pub(crate) struct Setting {
    /// Native syntax.
    pub(crate) native: Input,
    /// JSON syntax.
    pub(crate) json: Input,
    /// Notes on anything unexpected in the input.
    pub(crate) notes: Vec<String>,
    /// Whether peers take part.
    pub(crate) peers: bool,
    /// The number of timed rounds.
    pub(crate) rounds: u32,
    go: OnceCell<Result<PathBuf, String>>,
}

impl Setting {
    /// Reads the corpus or generates the input.
    ///
    /// # Errors
    ///
    /// If the corpus cannot be used, or the peers are asked for and were not built.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self, Failure> {
        if arguments.peers && cfg!(not(feature = "peers")) {
            let text = "the peers are missing from this program: build it with the feature `peers`";
            return Err(Failure::Usage(text.to_owned()));
        }
        let inputs = input::read(arguments)?;
        Ok(Self {
            native: inputs.native,
            json: inputs.json,
            notes: inputs.notes,
            peers: arguments.peers,
            rounds: arguments.rounds,
            go: OnceCell::new(),
        })
    }

    /// Returns the Go reference's program, or the reason why it is missing.
    pub(crate) fn go_program(&self) -> Result<PathBuf, String> {
        self.go.get_or_init(crate::go::build).clone()
    }

    /// Prints a note on something unexpected to standard error.
    #[expect(clippy::print_stderr, reason = "it is for the person who runs it")]
    pub(crate) fn note(&self, text: &str) {
        self.progress("");
        eprintln!("note: {text}");
    }

    /// Shows the progress on a terminal.
    pub(crate) fn progress(&self, doing: &str) {
        let mut stderr = std::io::stderr();
        if stderr.is_terminal() {
            // A failure to show progress is not an error.
            let _ = write!(stderr, "\r\x1b[K{doing}").and_then(|()| stderr.flush());
        }
    }
}
