//! The line editor of the console: history, completion, highlighting, and expressions of several lines.

use std::borrow::Cow;
use std::path::PathBuf;

use hcl2::diagnostics::Source;
use hcl2::native::lexer::TokenKind;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{ColorMode, Config, Context, Helper};

use super::pending::is_open;
use crate::commands::scope::Scope;
use crate::output::{Failure, is_coloured};

/// Reads expressions from a terminal.
pub(super) struct Editor<'s> {
    lines: rustyline::Editor<Words<'s>, DefaultHistory>,
    history: Option<PathBuf>,
}

/// Returns the names of the members of the value of an expression.
pub(super) type Members<'s> = dyn Fn(&str) -> Vec<String> + 's;

impl<'s> Editor<'s> {
    /// Creates an editor that completes the names of a scope and the members of values, and loads the history of earlier
    /// sessions.
    pub(super) fn new(scope: &Scope<'_>, members: &'s Members<'s>) -> Result<Self, Failure> {
        let unusable =
            |error: ReadlineError| Failure::Message(format!("the terminal cannot be used: {error}"));
        let colours = if is_coloured() {
            ColorMode::Enabled
        } else {
            ColorMode::Disabled
        };
        let config = Config::builder().color_mode(colours).build();
        let mut lines = rustyline::Editor::with_config(config).map_err(unusable)?;
        lines.set_helper(Some(Words::of(scope, members)?));
        let history = history();
        if let Some(path) = &history {
            // The first session has none.
            let _ = lines.load_history(path);
        }
        Ok(Self { lines, history })
    }

    /// Reads one expression.
    pub(super) fn read(&mut self) -> Result<String, ReadlineError> {
        let text = self.lines.readline("> ")?;
        if !text.trim().is_empty() {
            self.lines.add_history_entry(text.as_str())?;
        }
        Ok(text)
    }
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        if let Some(path) = &self.history {
            // Without a history, the next session is only less convenient.
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = self.lines.save_history(path);
        }
    }
}

/// Returns the file of the history, by the conventions of XDG.
fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|path| !path.is_empty());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let directory = state.map(PathBuf::from).or_else(home)?;
    Some(directory.join("hcl2/history"))
}

/// The words that are completed.
struct Words<'s> {
    names: Vec<String>,
    members: &'s Members<'s>,
}

impl<'s> Words<'s> {
    fn of(scope: &Scope<'_>, members: &'s Members<'s>) -> Result<Self, Failure> {
        let functions = scope.functions()?;
        let mut words: Vec<String> = functions.iter().map(|(name, _)| format!("{name}(")).collect();
        words.extend(["true", "false", "null", "for", "exit", "help"].map(str::to_owned));
        words.extend(scope.variables());
        words.sort();
        words.dedup();
        Ok(Self {
            names: words,
            members,
        })
    }

    /// Returns the words that complete the one that `begun` starts: names, or else members of the value before its last dot.
    fn completing(&self, begun: &str) -> Vec<String> {
        let names = self.names.iter().filter(|word| word.starts_with(begun));
        let names: Vec<String> = names.cloned().collect();
        let member = begun.rsplit_once('.').filter(|_| names.is_empty());
        let Some((value, member)) = member else {
            return names;
        };
        let members = (self.members)(value).into_iter();
        let members = members.filter(|name| name.starts_with(member));
        members.map(|name| format!("{value}.{name}")).collect()
    }
}

/// Returns the offset at which the word before `position` starts: a name, with the parts of its value that follow.
fn start_of_word(line: &str, position: usize) -> usize {
    let is_part = |character: char| character.is_alphanumeric() || "_-.:".contains(character);
    let mut start = line[..position].trim_end_matches(is_part).len();
    // The word goes on before an index.
    while line[start..].starts_with(['.', '['])
        && let Some(before) = line[..start].strip_suffix(']')
        && let Some(open) = before.rfind('[')
        && open > 0
    {
        let name = line[..open].trim_end_matches(is_part).len();
        if name == open && !line[..open].ends_with(']') {
            break;
        }
        start = name;
    }
    start
}

impl Completer for Words<'_> {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let start = start_of_word(line, position);
        let begun = &line[start..position];
        let pair = |word: String| Pair {
            display: word.clone(),
            replacement: word,
        };
        Ok((start, self.completing(begun).into_iter().map(pair).collect()))
    }
}

impl Highlighter for Words<'_> {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let Ok(source) = Source::new("<console>", line) else {
            return line.into();
        };
        let mut painted = String::new();
        for token in hcl2::native::parse_expression(&source).value.tokens().iter() {
            let text = &line[token.range.as_range()];
            match colour(token.kind) {
                Some(code) => painted.extend(["\u{1b}[", code, "m", text, "\u{1b}[0m"]),
                None => painted.push_str(text),
            }
        }
        painted.into()
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

/// Returns the colour of a token, as the number of an escape sequence.
fn colour(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::Number => Some("36"),
        TokenKind::OpenQuote
        | TokenKind::CloseQuote
        | TokenKind::QuotedLiteral
        | TokenKind::StringLiteral => Some("32"),
        TokenKind::OpenInterpolation | TokenKind::OpenDirective | TokenKind::CloseSequence => Some("35"),
        TokenKind::Comment => Some("90"),
        _ => None,
    }
}

impl Validator for Words<'_> {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_open(context.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Hinter for Words<'_> {
    type Hint = String;
}

impl Helper for Words<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_completed_from_its_start() {
        for (line, start) in [
            ("up", 0),
            ("1 + var.na", 4),
            ("[local.x", 1),
            ("a::b", 0),
            ("f(", 2),
            ("1 + a[0].b", 4),
            ("a[0][\"k\"].b", 0),
            ("[0].b", 3),
            ("f(a[0", 4),
            ("é + é", 5),
        ] {
            assert_eq!(start_of_word(line, line.len()), start, "{line}");
        }
    }

    #[test]
    fn names_are_completed_and_then_members() {
        let members = |value: &str| match value {
            "local.a" => vec!["name".to_owned(), "names".to_owned(), "size".to_owned()],
            _ => Vec::new(),
        };
        let words = Words {
            names: vec!["local.a".to_owned(), "local.b".to_owned()],
            members: &members,
        };
        assert_eq!(words.completing("loc"), ["local.a", "local.b"]);
        assert_eq!(words.completing("local.a.na"), ["local.a.name", "local.a.names"]);
        assert_eq!(
            words.completing("local.a."),
            ["local.a.name", "local.a.names", "local.a.size"]
        );
        assert_eq!(words.completing("local.b."), [] as [&str; 0]);
    }
}
