//! `hcl2 console`: evaluates expressions one after another.

mod editor;
mod pending;
mod text;

use std::io::{BufRead, IsTerminal, Read};

use hcl2::files::MAX_FILE_BYTES;
use rustyline::error::ReadlineError;

use super::budget::Limiter;
use super::scope::{Scope, ScopeArguments};
use super::syntax::DepthArguments;
use crate::files::Input;
use crate::output::{Failure, Output, write_error, write_text};
use editor::Editor;
use pending::Pending;

#[derive(clap::Args)]
#[command(
    after_help = "An expression may go on in the next line while a bracket, heredoc or comment is open. `exit` or Ctrl-D ends the \
                  session.\n\nExamples:\n  hcl2 console\n  hcl2 console --module infra/\n  echo 'upper(\"x\")' | hcl2 console"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scope: ScopeArguments,
    #[command(flatten)]
    depth: DepthArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let session = Session {
        scope: Scope::load(&arguments.scope, arguments.depth.limits(), output)?,
        depth: arguments.depth,
        arguments: &arguments.scope,
        output,
    };
    if std::io::stdin().is_terminal() {
        session.interact()
    } else {
        session.read()
    }
}

/// What a session evaluates expressions in.
struct Session<'a> {
    scope: Scope<'a>,
    arguments: &'a ScopeArguments,
    depth: DepthArguments,
    output: &'a Output,
}

impl Session<'_> {
    /// Reads expressions at a prompt. A wrong one does not end the session.
    fn interact(&self) -> Result<(), Failure> {
        let mut editor = Editor::new(&self.scope)?;
        loop {
            match editor.read() {
                Ok(text) if is_end(&text) => return Ok(()),
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => match self.evaluate(&text) {
                    Err(Failure::Message(message)) => write_error(&format!("error: {message}\n")),
                    Err(Failure::Input | Failure::Usage) | Ok(()) => {}
                },
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(()),
                Err(error) => {
                    return Err(Failure::Message(format!("the terminal cannot be read: {error}")));
                }
            }
        }
    }

    /// Reads expressions from standard input. The first wrong one ends the session.
    fn read(&self) -> Result<(), Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::Message(format!("standard input cannot be read: {error}"))
        };
        let mut pending = Pending::default();
        let mut input = std::io::stdin().lock().take(MAX_FILE_BYTES);
        while input
            .read_line(&mut pending.text)
            .map_err(|error| failed(&error))?
            > 0
        {
            if input.limit() == 0 {
                return Err(failed(&format!(
                    "an expression has more than {MAX_FILE_BYTES} bytes"
                )));
            }
            if !pending.text.ends_with('\n') {
                pending.text.push('\n');
            }
            if pending.text.trim().is_empty() {
                pending = Pending::default();
            } else if is_end(&pending.text) {
                return Ok(());
            } else if !pending.is_open() {
                self.evaluate(&pending.text)?;
                pending = Pending::default();
            }
            if pending.text.is_empty() {
                input.set_limit(MAX_FILE_BYTES);
            }
        }
        if pending.text.is_empty() {
            Ok(())
        } else {
            self.evaluate(&pending.text)
        }
    }

    /// Evaluates one expression and prints its value, or what is wrong with it.
    fn evaluate(&self, text: &str) -> Result<(), Failure> {
        let limiter = self.arguments.start();
        limiter.budget().during(|| self.evaluate_within(text, limiter))
    }

    fn evaluate_within(&self, text: &str, limiter: Limiter) -> Result<(), Failure> {
        // A heredoc ends with its line.
        let text = format!("{}\n", text.trim_end());
        let input = Input::of_string(self.scope.sources(), "<console>", &text);
        let evaluated = self.scope.evaluate(input, limiter, self.depth.into())?;
        self.output.show(&evaluated.diagnostics, &evaluated.sources);
        if evaluated.diagnostics.has_errors() {
            return Err(Failure::Input);
        }
        let Some(text) = text::shown(&evaluated.value, limiter.output_bytes()) else {
            write_error("error: the value is too large to be printed\n");
            return Err(Failure::Input);
        };
        write_text(&(text + "\n"))
    }
}

/// Returns whether a line ends the session.
fn is_end(line: &str) -> bool {
    matches!(line.trim(), "exit" | "quit")
}
