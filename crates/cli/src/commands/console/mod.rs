//! `hcl2 console`: evaluates expressions one after another.

mod editor;
mod pending;
mod text;

use std::io::{BufRead, IsTerminal, Read};
use std::path::Path;

use hcl2::diagnostics::SourceMap;
use hcl2::native::lexer::is_identifier;
use hcl2::project::MAX_FILE_BYTES;
use hcl2::value::{TypeKind, ValueKind};
use rustyline::error::ReadlineError;

use super::budget::Limiter;
use super::scope::{Evaluated, ScopeArguments, Scopes};
use super::syntax::DepthArguments;
use crate::files::Input;
use crate::output::{Failure, Output, write_error, write_message, write_text};
use editor::Editor;
use pending::Pending;

#[derive(clap::Args)]
#[command(
    after_help = "An expression may go on in the next line while a bracket, heredoc or comment is open. At the prompt, `help` says what \
                  can be typed, and `exit` or Ctrl-D ends the session.\n\nExamples:\n  hcl2 console\n  hcl2 console --module infra/\n  hcl2 console --no-module\n  echo 'upper(\"x\")' | hcl2 console"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scope: ScopeArguments,
    #[command(flatten)]
    depth: DepthArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let session = Session {
        scopes: Scopes::load(&arguments.scope, arguments.depth.limits(), output)?,
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
    scopes: Scopes<'a>,
    arguments: &'a ScopeArguments,
    depth: DepthArguments,
    output: &'a Output,
}

impl Session<'_> {
    /// Reads expressions at a prompt. A wrong one does not end the session.
    fn interact(&self) -> Result<(), Failure> {
        let members = |value: &str| self.members(value);
        let scope = self.scopes.widest()?;
        let mut editor = Editor::new(scope, &members)?;
        if let Some(directory) = scope.directory() {
            write_message(&format!(
                "In {}; `help` says what can be typed.\n",
                place(directory)
            ))?;
        }
        loop {
            match editor.read() {
                Ok(text) if is_end(&text) => return Ok(()),
                Ok(text) if is_help(&text) => write_message(&help(scope.directory()))?,
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

    /// Returns the names of the members of the value of an expression, if it has some.
    fn members(&self, expression: &str) -> Vec<String> {
        let limiter = self.arguments.start();
        let evaluated = limiter.during(|| self.evaluated(expression, limiter));
        let Ok(evaluated) = evaluated else {
            return Vec::new();
        };
        match (evaluated.value.kind(), evaluated.value.ty().kind()) {
            // The keys of a sensitive value are not shown.
            (ValueKind::Marked(..), _) => Vec::new(),
            (ValueKind::Map(fields), _) => {
                let keys = fields.iter().map(|(key, _)| key.to_string());
                keys.filter(|key| is_identifier(key)).collect()
            }
            (_, TypeKind::Object(object)) => {
                let names = object.names().iter().map(ToString::to_string);
                names.filter(|name| is_identifier(name)).collect()
            }
            _ => Vec::new(),
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
            } else if is_help(&pending.text) {
                write_message(&help(self.scopes.widest()?.directory()))?;
                pending = Pending::default();
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

    fn evaluated(&self, text: &str, limiter: Limiter) -> Result<Evaluated, Failure> {
        let input = |sources| Input::of_string(sources, "<console>", text);
        let scope = self.scopes.of(&input(SourceMap::new()), self.depth.into())?;
        scope.evaluate(input(scope.sources()), limiter, self.depth.into())
    }

    /// Evaluates one expression and prints its value, or what is wrong with it.
    fn evaluate(&self, text: &str) -> Result<(), Failure> {
        let limiter = self.arguments.start();
        limiter.during(|| self.evaluate_within(text, limiter))
    }

    fn evaluate_within(&self, text: &str, limiter: Limiter) -> Result<(), Failure> {
        // A heredoc ends with its line.
        let text = format!("{}\n", text.trim_end());
        let evaluated = self.evaluated(&text, limiter)?;
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

/// Names the module in a directory.
fn place(directory: &Path) -> String {
    match directory.to_str() {
        Some(".") => "the module in the current directory".to_owned(),
        _ => format!("the module in {}", directory.display()),
    }
}

/// Returns what can be typed at the prompt.
fn help(module: Option<&Path>) -> String {
    let place = match module {
        Some(directory) => format!(
            "Expressions are evaluated in {}, with its variables (var.NAME), local values\n(local.NAME), \
             resources (TYPE.NAME), data sources (data.TYPE.NAME) and modules (module.NAME).\nWhat only a provider knows \
             is (known after apply). `hcl2 console --no-module` starts without it.\n",
            place(directory)
        ),
        None => "Expressions are evaluated without a module, with the variables of --var and --var-file.\n\
                 `hcl2 console --module DIR` starts in a module.\n"
            .to_owned(),
    };
    format!(
        "{place}\n  Tab               completes names and members\n  Up, Down, Ctrl-R  bring back earlier expressions\n  \
         help              prints this\n  exit, Ctrl-D      end the session\n\nAn expression goes on in the next line while a \
         bracket, heredoc or comment is open.\n"
    )
}

/// Returns whether a line ends the session.
fn is_end(line: &str) -> bool {
    matches!(line.trim(), "exit" | "quit")
}

/// Returns whether a line asks what can be typed.
fn is_help(line: &str) -> bool {
    line.trim() == "help"
}
