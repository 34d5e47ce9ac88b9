//! What all stages of a run share.

use std::cell::OnceCell;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::input::{self, Input};

/// What all stages of a run share.
pub(crate) struct Setting {
    /// Native syntax.
    pub(crate) native: Input,
    /// JSON syntax.
    pub(crate) json: Input,
    /// What about the input is not as one may expect.
    pub(crate) notes: Vec<String>,
    /// Whether peers take part.
    pub(crate) peers: bool,
    /// How many rounds are timed.
    pub(crate) rounds: u32,
    go: OnceCell<Result<PathBuf, String>>,
}

impl Setting {
    /// Reads the corpus or generates the input.
    ///
    /// # Errors
    ///
    /// Where the corpus cannot be used.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self, Failure> {
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

    /// The Go reference's program, or why there is none.
    pub(crate) fn go_program(&self) -> Result<PathBuf, String> {
        self.go.get_or_init(crate::go::build).clone()
    }

    /// Tells the person who runs it about something that is not as one may expect.
    #[expect(clippy::print_stderr, reason = "it is for the person who runs it")]
    pub(crate) fn note(&self, text: &str) {
        self.progress("");
        eprintln!("note: {text}");
    }

    /// Shows what is being done, where a person is watching.
    pub(crate) fn progress(&self, doing: &str) {
        let mut stderr = std::io::stderr();
        if stderr.is_terminal() {
            // Losing sight of the progress is no reason to stop.
            let _ = write!(stderr, "\r\x1b[K{doing}").and_then(|()| stderr.flush());
        }
    }
}
