//! `hcl2 console`: evaluates expressions one after another.

mod editor;
mod text;

use std::io::{BufRead, IsTerminal, Read};

use hcl2::diagnostics::Source;
use hcl2::files::MAX_FILE_BYTES;
use hcl2::native::lexer::TokenKind;
use rustyline::error::ReadlineError;

use super::scope::{Scope, ScopeArguments};
use super::syntax::DepthArguments;
use crate::files::Input;
use crate::output::{Failure, Output, write_error, write_text};
use editor::Editor;

#[derive(clap::Args)]
#[command(
    after_help = "An expression may go on in the next line while a bracket or heredoc is open. `exit` or Ctrl-D ends the \
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

/// The lines of an expression that may go on.
#[derive(Default)]
struct Pending {
    text: String,
    /// Up to here, nothing is open but brackets, so that no line is read again for the next one.
    checked: usize,
    /// Their number.
    brackets: i32,
    /// Up to here, the text is open, and stays so while no line has what closes it.
    open_until: usize,
    closer: Closer,
}

/// What a line must have to close the innermost open part of a source.
#[derive(Default)]
enum Closer {
    /// Anything.
    #[default]
    Any,
    /// Only this marker of a heredoc.
    Marker(String),
    /// A brace, which ends an interpolation or directive.
    Brace,
}

impl Closer {
    fn is_in(&self, lines: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Marker(marker) => lines.lines().any(|line| line.trim() == marker),
            Self::Brace => lines.contains('}'),
        }
    }
}

impl Pending {
    /// Returns whether the expression goes on in the next line: a bracket, template or heredoc is open at its end.
    fn is_open(&mut self) -> bool {
        if self.open_until > 0 && !self.closer.is_in(&self.text[self.open_until..]) {
            self.open_until = self.text.len();
            return true;
        }
        let Ok(source) = Source::new("<console>", &self.text[self.checked..]) else {
            return false;
        };
        let file = hcl2::native::parse_expression(&source).value;
        let mut brackets = self.brackets;
        let (mut templates, mut closers) = (0_i32, Vec::new());
        let mut ends_plainly = true;
        for token in file.tokens().iter() {
            let word = file.str(token.range);
            match token.kind {
                TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::OpenParen => brackets += 1,
                TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParen => brackets -= 1,
                TokenKind::OpenHeredoc => {
                    let marker = word.trim_start_matches(['<', '-']).trim();
                    closers.push(Closer::Marker(marker.to_owned()));
                    templates += 1;
                }
                TokenKind::OpenInterpolation | TokenKind::OpenDirective => {
                    closers.push(Closer::Brace);
                    templates += 1;
                }
                TokenKind::CloseHeredoc | TokenKind::CloseSequence => {
                    closers.pop();
                    templates -= 1;
                }
                _ => {}
            }
            if token.kind != TokenKind::End {
                ends_plainly = token.kind == TokenKind::Newline;
            }
        }
        if templates == 0 && ends_plainly {
            self.checked = self.text.len();
            self.brackets = brackets;
        }
        let is_open = brackets + templates > 0;
        self.closer = closers.pop().unwrap_or_default();
        self.open_until = if is_open { self.text.len() } else { 0 };
        is_open
    }
}

/// Returns whether an expression goes on in the next line.
fn is_open(text: &str) -> bool {
    let mut pending = Pending::default();
    pending.text.push_str(text);
    pending.is_open()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_goes_on_while_something_is_open() {
        for open in [
            "[1,",
            "f(",
            "{ a = 1,",
            "(1 +",
            "<<EOT\nx",
            "[for x in y :",
            "a[\n",
        ] {
            assert!(is_open(open), "{open}");
        }
        let mut pending = Pending::default();
        for (line, open) in [
            ("f(<<-EOT", true),
            ("${a", true),
            ("EOT", true),
            ("} EOT", true),
            ("%{ if true", true),
            ("}x%{ endif }", true),
            ("  EOT", true),
            ("{ b = 1", true),
            ("})", false),
        ] {
            pending.text += &format!("{line}\n");
            assert_eq!(pending.is_open(), open, "{}", pending.text);
        }
        for closed in ["1", "[1]", "\"a", "1 +", ")", "[1}", "<<EOT\nx\nEOT\n"] {
            assert!(!is_open(closed), "{closed}");
        }
    }
}
