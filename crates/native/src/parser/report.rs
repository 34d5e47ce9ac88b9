//! Problems: how they are listed, and the wording of those that depend on what stands there.

use hcl2_diagnostics::{Code, Diagnostic, Span, codes, nearest_name};
use memchr::{memchr, memchr_iter};

use super::Parser;
use crate::lexer::{self, TokenKind};
use crate::tree::TextRange;

/// The summary for an operator that other languages have.
const NO_OPERATOR: &str = "No such operator";

impl Parser<'_> {
    /// Starts the description of a problem.
    pub(super) fn error(&self, code: Code, summary: &'static str, subject: TextRange) -> Diagnostic {
        Diagnostic::error(code, summary).with_subject(self.span(subject))
    }

    pub(super) fn span(&self, range: TextRange) -> Span {
        self.input.span(range)
    }

    /// Lists a problem, unless there are too many already.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let at = self.diagnostics.len();
        self.report_at(at, diagnostic);
    }

    /// Lists a problem before those listed from `at` on. Where a single token is the problem, it is said once.
    pub(super) fn report_at(&mut self, at: usize, diagnostic: Diagnostic) {
        self.errors += 1;
        self.report_tokens();
        self.list(at.max(self.listed_first), diagnostic);
    }

    fn list(&mut self, at: usize, diagnostic: Diagnostic) {
        let most = self.max_diagnostics;
        let told = |range: &TextRange| diagnostic.subject == Some(self.span(*range));
        if self.muted || self.diagnostics.len() > most || self.told.iter().any(told) {
            return;
        }
        if self.diagnostics.len() == most {
            let mut last = Diagnostic::error(codes::syntax::TOO_MANY_PROBLEMS, "Too many problems");
            last.subject = diagnostic.subject;
            self.diagnostics.push(last.with_detail(format!(
                "There are more than {most} problems, and this is the first that is not listed."
            )));
            return;
        }
        self.diagnostics
            .insert(at.min(self.diagnostics.len()), diagnostic);
    }

    /// Lists the problems of single tokens, once: when the first of them is met, or before the first other problem.
    #[cold]
    pub(super) fn report_tokens(&mut self) {
        if self.tokens_told {
            return;
        }
        self.tokens_told = true;
        self.lexer.finish();
        let most = self.max_diagnostics;
        let (tokens, bytes) = (std::mem::take(&mut self.lexer.tokens), self.bytes);
        let mut told = Vec::new();
        lexer::report(&tokens, bytes, |problem| {
            let mut diagnostic = self
                .error(problem.code, problem.summary, problem.range)
                .with_detail(problem.detail);
            // In a string of another syntax quotes would need escapes.
            if let Some((range, replacement)) = problem.change
                && !(self.input.is_decoded() && replacement.contains('"'))
            {
                let text = match &*replacement {
                    " " => "use a plain space".to_owned(),
                    "" => "remove it".to_owned(),
                    _ if problem.summary == "Dollar sign" => "write the expression by itself".to_owned(),
                    _ if range != problem.range => "use double quotes".to_owned(),
                    _ => format!("write `{replacement}`"),
                };
                diagnostic = diagnostic.with_suggestion(self.span(range), replacement, text);
            }
            self.list(self.diagnostics.len(), diagnostic);
            told.push(problem.range);
            self.diagnostics.len() <= most
        });
        self.lexer.tokens = tokens;
        self.told = told;
        self.listed_first = self.diagnostics.len();
    }

    pub(super) fn report_too_large(&mut self, excess: TextRange) {
        let limit = self.input.limits.source_bytes();
        let subject = TextRange::empty(excess.start);
        let diagnostic = self.error(codes::syntax::TOO_LARGE, "Text too large", subject);
        self.report(diagnostic.with_detail(format!(
            "The text ends {} bytes into its source; at most {limit} can be read.",
            excess.end
        )));
    }

    /// Whether the current token is a problem by itself, which was listed.
    pub(super) fn is_told(&self) -> bool {
        let start = self.range().start;
        self.told
            .binary_search_by_key(&start, |range| range.start)
            .is_ok()
    }

    /// Whether the current token is the last of its line, but for a comment.
    pub(super) fn is_last_of_line(&self) -> bool {
        let kinds = &self.lexer.tokens.kinds;
        let layout = |index: &usize| matches!(kinds.get(*index), Some(TokenKind::Space | TokenKind::Comment));
        let mut rest = self.index + 1;
        while layout(&rest) && self.ends_line(rest) != Some(true) {
            rest += 1;
        }
        self.ends_line(rest) != Some(false)
    }

    /// Whether the last token read is of `kind` and nothing stands between it and the current one.
    fn follows(&self, kind: TokenKind) -> bool {
        self.last
            .is_some_and(|last| last + 1 == self.index && self.lexer.tokens.kinds[last] == kind)
    }

    /// The current token as written, for a message.
    pub(super) fn written(&self) -> String {
        describe(self.kind, &self.bytes[self.range().as_range()])
    }

    /// What to say where the current token starts no expression.
    pub(super) fn expected_expression(&self) -> Diagnostic {
        let code = codes::syntax::EXPECTED_EXPRESSION;
        let subject = self.range();
        let rest = &self.bytes[subject.start as usize..];
        let (summary, detail) = match self.kind {
            TokenKind::End => (
                "Missing value",
                "The text ends where a value is expected.".to_owned(),
            ),
            TokenKind::Newline => (
                "Missing value",
                "The line ends where a value is expected. A value starts on the line of its `=` or operator; only inside \
                 brackets or parentheses may it start further down."
                    .to_owned(),
            ),
            TokenKind::Star if self.follows(TokenKind::Slash) => (
                "Unclosed comment",
                "This comment has no `*/`. Add it, or start the comment with `#`, which ends with its line.".to_owned(),
            ),
            TokenKind::Equal if self.follows(TokenKind::EqualEqual) || self.follows(TokenKind::NotEqual) => (
                NO_OPERATOR,
                "HCL compares with `==` and `!=`, which never convert; there is no third equals sign.".to_owned(),
            ),
            TokenKind::Question if self.follows(TokenKind::Question) => (
                NO_OPERATOR,
                "HCL has no operator `??`: write `x != null ? x : y`.".to_owned(),
            ),
            TokenKind::Dot | TokenKind::Colon if self.follows(TokenKind::Question) => (
                NO_OPERATOR,
                format!(
                    "HCL has no operator `?{}`: write `x != null ? x : y`.",
                    if self.kind == TokenKind::Dot { "." } else { ":" }
                ),
            ),
            TokenKind::Star if self.follows(TokenKind::Star) => (
                NO_OPERATOR,
                "HCL has no operator `**`; a function such as `pow` raises to a power.".to_owned(),
            ),
            TokenKind::Less if rest.starts_with(b"<<") => (
                "Malformed heredoc",
                "A heredoc starts with `<<` or `<<-`, a name, and the end of the line, with nothing between or after \
                 them, not even a space or quotes."
                    .to_owned(),
            ),
            TokenKind::Plus => (
                "Missing value",
                "There is no `+` before a number in HCL; leave it out. Between two values one is missing here."
                    .to_owned(),
            ),
            TokenKind::Comma | TokenKind::CloseBracket | TokenKind::CloseParen | TokenKind::CloseBrace => (
                "Missing value",
                format!("A value is expected before {}.", self.written()),
            ),
            TokenKind::CloseSequence => (
                "Missing value",
                "The interpolation or directive needs an expression before its `}`.".to_owned(),
            ),
            _ => (
                "Invalid expression",
                format!("A value is expected here, and {} starts none.", self.written()),
            ),
        };
        let diagnostic = self.error(code, summary, subject).with_detail(detail);
        if self.kind == TokenKind::Less {
            return self.malformed_heredoc(diagnostic);
        }
        if summary == NO_OPERATOR && self.kind == TokenKind::Equal {
            return diagnostic.with_suggestion(self.span(subject), "", "remove the third equals sign");
        }
        diagnostic
    }

    /// What to write instead where an expression is complete before the current token because of a word or sign that
    /// other languages have.
    pub(super) fn advice(&self) -> Option<String> {
        let text = |range: TextRange| &self.bytes[range.as_range()];
        let advice = match (text(self.last_range()), self.kind, text(self.range())) {
            (b"if", _, _) => "HCL has no `if` before a value: write `condition ? if_true : if_false`.",
            (b"not", _, _) => "HCL has no operator `not`: write `!` before the condition.",
            (_, TokenKind::Identifier, b"and") => "HCL has no operator `and`: write `&&`.",
            (_, TokenKind::Identifier, b"or") => "HCL has no operator `or`: write `||`.",
            (_, TokenKind::Identifier, b"for") => {
                "A `for` stands first in its brackets: write `[for x in list : result]`, or in braces with `key => value`."
            }
            (_, TokenKind::Identifier, b"if" | b"unless") => {
                "HCL has no `if` after a value: write `condition ? if_true : if_false`."
            }
            (_, TokenKind::Equal, _) => {
                "The value is complete before this `=`. To compare, write `==`; another attribute starts on a new line."
            }
            (_, TokenKind::Semicolon, _) => {
                "Semicolons separate nothing in HCL. Start a new line for what follows."
            }
            (b"\"", TokenKind::OpenQuote, _) => {
                "Strings side by side are not joined. Write them as one, with `${...}` for what is computed."
            }
            (_, TokenKind::OpenQuote, _) => {
                "A string starts here, after a complete value. Remove this quote, or add the one that starts the text before it."
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }

    /// Suggests the operator that stands for the word of another language at hand.
    pub(super) fn with_operator(&self, diagnostic: Diagnostic) -> Diagnostic {
        let (here, last) = (self.range(), self.last_range());
        let (place, operator) = match (&self.bytes[last.as_range()], &self.bytes[here.as_range()]) {
            (b"not", _) => (TextRange::new(last.start, here.start), "!"),
            (_, b"and") => (here, "&&"),
            (_, b"or") => (here, "||"),
            _ => return diagnostic,
        };
        diagnostic.with_suggestion(self.span(place), operator, format!("write `{operator}`"))
    }

    /// Suggests a comma behind the last token read, where the current one starts another value.
    pub(super) fn with_comma(&self, diagnostic: Diagnostic) -> Diagnostic {
        let last = self.last_range();
        let word = String::from_utf8_lossy(&self.bytes[last.as_range()]);
        if self.kind == TokenKind::Identifier && nearest_name(&word, ["for"]).is_some() {
            return diagnostic.with_suggestion(self.span(last), "for", "write `for`");
        }
        let end = last.end;
        if self.advice().is_some() {
            return diagnostic;
        }
        self.with_comma_before(diagnostic, self.kind, end)
    }

    /// Suggests a comma at `end`, behind a value, where a token of `kind` starts another one.
    pub(super) fn with_comma_before(&self, diagnostic: Diagnostic, kind: TokenKind, end: u32) -> Diagnostic {
        let value = matches!(
            kind,
            TokenKind::Identifier | TokenKind::Number | TokenKind::OpenQuote | TokenKind::OpenBrace
        );
        let rest = &self.bytes[end as usize..self.input.range.end as usize];
        let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        // With a lone quote on the line, that or another one is wrong.
        if !value || memchr_iter(b'"', line).count() % 2 == 1 {
            return diagnostic;
        }
        let place = self.span(TextRange::empty(end));
        diagnostic.with_suggestion(place, ",", "add a comma")
    }

    /// What to say about the current token after a complete expression.
    pub(super) fn expected_end(&self) -> Diagnostic {
        let diagnostic = self
            .error(
                codes::syntax::EXPECTED_END,
                "Text after the expression",
                self.range(),
            )
            .with_detail(self.advice().unwrap_or_else(|| {
                format!(
                    "The expression is complete before {}. Remove what follows, or put an operator between.",
                    self.written()
                )
            }));
        self.with_operator(diagnostic)
    }
}

/// A token in words or as written.
pub(super) fn describe(kind: TokenKind, bytes: &[u8]) -> String {
    /// Longest text, in characters, that is quoted in a message.
    const MAX_QUOTED: usize = 24;
    match kind {
        TokenKind::End => "the end of the text".to_owned(),
        TokenKind::Newline | TokenKind::Comment | TokenKind::QuotedNewline | TokenKind::BrokenQuote => {
            "the end of the line".to_owned()
        }
        TokenKind::OpenQuote | TokenKind::CloseQuote => "a quote".to_owned(),
        TokenKind::OpenHeredoc | TokenKind::CloseHeredoc => "a heredoc".to_owned(),
        TokenKind::InvalidUtf8 => "a byte that is not UTF-8".to_owned(),
        TokenKind::Backtick => "a backtick".to_owned(),
        _ => {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * (MAX_QUOTED + 1))]);
            let mut characters = text.chars().map(|character| {
                if character.is_control() {
                    char::REPLACEMENT_CHARACTER
                } else {
                    character
                }
            });
            let head: String = characters.by_ref().take(MAX_QUOTED).collect();
            let more = if characters.next().is_some() { "..." } else { "" };
            format!("`{head}{more}`")
        }
    }
}
