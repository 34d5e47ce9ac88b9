//! `hcl2 console`: evaluates expressions one after another.

mod editor;
mod text;

use std::io::{BufRead, IsTerminal};

use hcl2::diagnostics::Source;
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
        let mut text = String::new();
        for line in std::io::stdin().lock().lines() {
            let line =
                line.map_err(|error| Failure::Message(format!("standard input cannot be read: {error}")))?;
            text.push_str(&line);
            text.push('\n');
            if text.trim().is_empty() {
                text.clear();
                continue;
            }
            if is_end(&text) {
                return Ok(());
            }
            if !is_open(&text) {
                self.evaluate(&text)?;
                text.clear();
            }
        }
        if text.trim().is_empty() {
            Ok(())
        } else {
            self.evaluate(&text)
        }
    }

    /// Evaluates one expression and prints its value, or what is wrong with it.
    fn evaluate(&self, text: &str) -> Result<(), Failure> {
        let limiter = self.arguments.start();
        let input = Input::of_string(self.scope.sources(), "<console>", text.trim_end());
        let evaluated = self.scope.evaluate(input, limiter, self.depth.into())?;
        self.output.show(&evaluated.diagnostics, &evaluated.sources);
        if evaluated.diagnostics.has_errors() {
            return Err(Failure::Input);
        }
        if !limiter.may_print(&evaluated.value) {
            return Err(Failure::Message(
                "the value is too large to be printed".to_owned(),
            ));
        }
        write_text(&(text::shown(&evaluated.value) + "\n"))
    }
}

/// Returns whether a line ends the session.
fn is_end(line: &str) -> bool {
    matches!(line.trim(), "exit" | "quit")
}

/// Returns whether an expression goes on in the next line: a bracket, template or heredoc is open at its end.
fn is_open(text: &str) -> bool {
    let Ok(source) = Source::new("<console>", text) else {
        return false;
    };
    let file = hcl2::native::parse_expression(&source).value;
    let depth = file.tokens().iter().fold(0_i32, |depth, token| match token.kind {
        TokenKind::OpenBrace
        | TokenKind::OpenBracket
        | TokenKind::OpenParen
        | TokenKind::OpenHeredoc
        | TokenKind::OpenInterpolation
        | TokenKind::OpenDirective => depth + 1,
        TokenKind::CloseBrace
        | TokenKind::CloseBracket
        | TokenKind::CloseParen
        | TokenKind::CloseHeredoc
        | TokenKind::CloseSequence => depth - 1,
        _ => depth,
    });
    depth > 0
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
        for closed in ["1", "[1]", "\"a", "1 +", ")", "[1}", "<<EOT\nx\nEOT\n"] {
            assert!(!is_open(closed), "{closed}");
        }
    }
}
