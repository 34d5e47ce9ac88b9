//! Problems of the syntax: what is wrong, as data, and the words for it.
//!
//! The parser reports a [`Kind`] with the data that its words need. When parsing ends, [`Problems::word`] turns all of
//! them into diagnostics. Each area has one file for its kinds and their wording.

mod body;
mod collection;
mod expression;
mod template;
mod token;

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use hcl2_model::problems::syntax as shared;

use super::{Input, Parser};
use crate::lexer::{self, Token, TokenKind};
use crate::tree::TextRange;

pub(super) use body::{BodyProblem, BraceFix, StrayToken};
pub(super) use collection::{CollectionProblem, Constructor, ForFault};
pub(super) use expression::{
    Ending, ExpressionProblem, ForeignOperator, IndexFault, Junction, NumberFault, TraversalFault,
};
pub(super) use template::{
    DirectiveFault, EscapeFault, InterpolationEnd, MarkerFault, NearMarker, StringEnd, TemplateProblem,
};

/// The problems found so far.
pub(super) struct Problems {
    /// The number of problems, including those that are not listed.
    pub(super) found: u64,
    listed: Vec<Problem>,
    /// How many problems are listed at most.
    limit: u32,
    /// The number of problems of single tokens, which are listed before all others.
    tokens: usize,
    /// The ranges of the tokens that are problems by themselves, in source order.
    token_ranges: Vec<TextRange>,
    /// Whether the tokens were searched for such problems.
    tokens_reported: bool,
}

/// A problem and where it is.
struct Problem {
    subject: TextRange,
    kind: Kind,
    unclosed: Option<Unclosed>,
}

/// What a problem is.
pub(super) enum Kind {
    /// A token that is a problem by itself.
    Token(lexer::Problem),
    Body(BodyProblem),
    Expression(ExpressionProblem),
    Collection(CollectionProblem),
    Template(TemplateProblem),
    /// The source nests deeper than `limit`.
    TooDeep {
        limit: u32,
    },
    /// The source ends at the offset `end`, past the `limit`.
    TooLarge {
        end: u32,
        limit: u32,
    },
    /// There are more problems than the `limit`, and this is the first that is not listed.
    TooMany {
        limit: u32,
    },
}

/// A bracket that turned out to be unclosed before the next item.
#[derive(Clone)]
pub(super) struct Unclosed {
    /// The innermost bracket.
    pub(super) opener: TextRange,
    /// What closes it and the brackets around it, if nothing else is missing.
    pub(super) closers: Option<String>,
    /// Where to write that.
    pub(super) place: u32,
}

impl From<BodyProblem> for Kind {
    fn from(problem: BodyProblem) -> Self {
        Self::Body(problem)
    }
}

impl From<ExpressionProblem> for Kind {
    fn from(problem: ExpressionProblem) -> Self {
        Self::Expression(problem)
    }
}

impl From<CollectionProblem> for Kind {
    fn from(problem: CollectionProblem) -> Self {
        Self::Collection(problem)
    }
}

impl From<TemplateProblem> for Kind {
    fn from(problem: TemplateProblem) -> Self {
        Self::Template(problem)
    }
}

impl Problems {
    pub(super) fn new(limit: u32) -> Self {
        Self {
            found: 0,
            listed: Vec::new(),
            limit,
            tokens: 0,
            token_ranges: Vec::new(),
            tokens_reported: false,
        }
    }

    /// Returns the number of listed problems.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.listed.len()
    }

    /// Returns whether the problems of single tokens were listed.
    #[inline]
    pub(super) fn tokens_reported(&self) -> bool {
        self.tokens_reported
    }

    /// Returns the subject of the last listed problem.
    pub(super) fn last_subject(&self) -> Option<TextRange> {
        self.listed.last().map(|problem| problem.subject)
    }

    /// Discards the problems listed after there were `listed` of them, when `found` were found, except those of single
    /// tokens.
    pub(super) fn truncate(&mut self, found: u64, listed: usize) {
        self.found = found;
        self.listed.truncate(listed.max(self.tokens));
    }

    /// Records which bracket is unclosed in the problem listed at `at`.
    pub(super) fn mark_unclosed(&mut self, at: usize, unclosed: Unclosed) {
        let Some(problem) = self.listed.get_mut(at.max(self.tokens)) else {
            return;
        };
        // These are about the bracket, not about where it was missed.
        match &mut problem.kind {
            Kind::Collection(kind) if kind.is_unclosed_object() => problem.subject = unclosed.opener,
            Kind::Template(TemplateProblem::UnclosedInterpolation { end, .. }) => {
                *end = InterpolationEnd::NextItem;
                problem.subject = unclosed.opener;
            }
            _ => {}
        }
        problem.unclosed = Some(unclosed);
    }

    /// Turns the listed problems into diagnostics.
    pub(super) fn word(self, words: &Words<'_>) -> Diagnostics {
        self.listed.iter().map(|problem| problem.word(words)).collect()
    }

    /// Lists a problem before those listed from `at` on, unless the limit is reached or a token with that range was
    /// reported by itself.
    fn list(&mut self, at: usize, subject: TextRange, kind: Kind) {
        let limit = self.limit as usize;
        if self.listed.len() > limit || self.token_ranges.contains(&subject) {
            return;
        }
        let (at, kind) = if self.listed.len() == limit {
            (limit, Kind::TooMany { limit: self.limit })
        } else {
            (at.min(self.listed.len()), kind)
        };
        let problem = Problem {
            subject,
            kind,
            unclosed: None,
        };
        self.listed.insert(at, problem);
    }
}

impl Parser<'_> {
    /// Reports a problem.
    pub(super) fn report(&mut self, subject: TextRange, kind: impl Into<Kind>) {
        let at = self.problems.len();
        self.report_at(at, subject, kind);
    }

    /// Reports a problem, and lists it before those listed from `at` on.
    #[cold]
    pub(super) fn report_at(&mut self, at: usize, subject: TextRange, kind: impl Into<Kind>) {
        self.problems.found += 1;
        self.report_tokens();
        if !self.recovery.muted {
            self.problems
                .list(at.max(self.problems.tokens), subject, kind.into());
        }
    }

    /// Lists the problems of single tokens once: when the lexer finds the first of them, or before the first other
    /// problem.
    #[cold]
    pub(super) fn report_tokens(&mut self) {
        if self.problems.tokens_reported {
            return;
        }
        self.problems.tokens_reported = true;
        self.cursor.lexer.finish();
        let mut ranges = Vec::new();
        let (problems, muted) = (&mut self.problems, self.recovery.muted);
        lexer::report(&self.cursor.lexer.tokens, self.bytes, |range, problem| {
            if !muted {
                problems.list(usize::MAX, range, Kind::Token(problem));
            }
            ranges.push(range);
            problems.listed.len() <= problems.limit as usize
        });
        self.problems.token_ranges = ranges;
        self.problems.tokens = self.problems.listed.len();
    }

    /// Returns whether the current token is a problem by itself.
    pub(super) fn is_token_problem(&self) -> bool {
        let start = self.range().start;
        self.problems
            .token_ranges
            .binary_search_by_key(&start, |range| range.start)
            .is_ok()
    }

    /// Returns where the expression that was just read meets the current token.
    pub(super) fn junction(&self) -> Junction {
        Junction {
            last: self.last_range(),
            found: self.peek(),
        }
    }
}

impl Problem {
    fn word(&self, words: &Words<'_>) -> Diagnostic {
        let subject = self.subject;
        let mut diagnostic = match &self.kind {
            Kind::Token(problem) => token::word(problem, subject, words),
            Kind::Body(problem) => problem.word(subject, words),
            Kind::Expression(problem) => problem.word(subject, words),
            Kind::Collection(problem) => problem.word(subject, words),
            Kind::Template(problem) => problem.word(subject, words),
            Kind::TooDeep { limit } => shared::too_deep(codes::syntax::TOO_DEEP, *limit, words.span(subject)),
            Kind::TooLarge { end, limit } => {
                shared::too_large(codes::syntax::TOO_LARGE, *end, *limit, words.span(subject))
            }
            Kind::TooMany { limit } => {
                shared::too_many_problems(codes::syntax::TOO_MANY_PROBLEMS, *limit, words.span(subject))
            }
        };
        let Some(unclosed) = &self.unclosed else {
            return diagnostic;
        };
        let opener = words.span(unclosed.opener);
        if diagnostic.subject != Some(opener) && diagnostic.labels.iter().all(|label| label.span != opener) {
            diagnostic = diagnostic.with_label(opener, "not closed before the next item");
        }
        match &unclosed.closers {
            Some(closers) if self.lacks_closer() => {
                // Anything else suggested was a guess.
                diagnostic.suggestions.clear();
                let place = words.span(TextRange::empty(unclosed.place));
                diagnostic.with_suggestion(
                    place,
                    closers.clone(),
                    format!("add `{closers}` if the value ends here"),
                )
            }
            _ => diagnostic,
        }
    }

    /// Returns whether nothing but a closing bracket may be missing.
    fn lacks_closer(&self) -> bool {
        match &self.kind {
            Kind::Collection(problem) => problem.lacks_closer(),
            Kind::Expression(problem) => problem.lacks_closer(),
            Kind::Template(problem) => matches!(problem, TemplateProblem::UnclosedInterpolation { .. }),
            _ => false,
        }
    }
}

/// The source that problems are worded for.
pub(super) struct Words<'a> {
    input: &'a Input<'a>,
    bytes: &'a [u8],
}

impl<'a> Words<'a> {
    pub(super) fn new(input: &'a Input<'a>, bytes: &'a [u8]) -> Self {
        Self { input, bytes }
    }

    /// Starts the diagnostic of an error.
    fn error(&self, code: Code, summary: &'static str, subject: TextRange) -> Diagnostic {
        Diagnostic::error(code, summary).with_subject(self.span(subject))
    }

    fn span(&self, range: TextRange) -> Span {
        self.input.span(range)
    }

    fn bytes(&self, range: TextRange) -> &'a [u8] {
        &self.bytes[range.as_range()]
    }

    /// Returns the source text of `range`; bytes that are not UTF-8 are replaced.
    fn text(&self, range: TextRange) -> String {
        String::from_utf8_lossy(self.bytes(range)).into_owned()
    }

    /// Returns the bytes from `offset` to the end of its line.
    fn rest_of_line(&self, offset: u32) -> &'a [u8] {
        let rest = &self.bytes[offset as usize..self.input.range.end as usize];
        &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
    }

    /// Returns a token in words, or as written.
    fn token(&self, token: Token) -> String {
        /// Maximum number of characters that are quoted in a message.
        const MAX_QUOTED: usize = 24;
        match token.kind {
            TokenKind::End => "the end of the source".to_owned(),
            TokenKind::Newline | TokenKind::Comment | TokenKind::QuotedNewline | TokenKind::BrokenQuote => {
                "the end of the line".to_owned()
            }
            TokenKind::OpenQuote | TokenKind::CloseQuote => "a quote".to_owned(),
            TokenKind::OpenHeredoc | TokenKind::CloseHeredoc => "a heredoc".to_owned(),
            TokenKind::InvalidUtf8 => "a byte that is not UTF-8".to_owned(),
            TokenKind::Backtick => "a backtick".to_owned(),
            _ => {
                let bytes = self.bytes(token.range);
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
}
