//! The parser: from tokens to the tree, without recursion, and past mistakes.
//!
//! After a mistake the parser continues as if the author had written what they meant, so that one run finds every
//! mistake and reports none twice. Three rules keep the list short: each place has one problem; a missing comma or colon
//! directly after a faulty token belongs to that token's problem; and once the brackets are mismatched, further problems
//! with brackets are not reported.

mod output;
mod string;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, codes};
use hcl2_model::Syntax;
use hcl2_model::problems::syntax as shared;

use crate::lexer::{Lexed, Lexer, Token, is_wrong_space};
use crate::options::Options;
use crate::problems::{self, Problem};
use crate::tree::{NodeKind, Tree};

use output::{Nothing, Output, TreeBuilder};

/// Parses a JSON text into its tree, and lists its problems in the order in which they were found.
pub(crate) fn parse_text(source: &Source, options: Options) -> (Tree, Diagnostics) {
    let (builder, problems) = parse_into(TreeBuilder::new, source, options);
    (builder.build(source), problems)
}

/// Lists the problems of a JSON text, as [`parse_text`] does.
pub(crate) fn check_text(source: &Source, options: Options) -> Diagnostics {
    parse_into(|_| Nothing, source, options).1
}

/// Parses the source into the output that `output` makes for a number of bytes.
fn parse_into<O: Output>(output: fn(usize) -> O, source: &Source, options: Options) -> (O, Diagnostics) {
    let limit = options.limits.source_bytes();
    let bytes = source.bytes().len();
    if bytes > limit as usize {
        let problem = shared::too_large(
            codes::syntax::TOO_LARGE,
            bytes as u32,
            limit,
            source.span_of(0, 0),
        );
        return (output(0), problem.into());
    }
    let mut parser = Parser::new(output(bytes), source, options);
    parser.check_encoding();
    parser.advance();
    parser.text();
    (parser.output, parser.problems)
}

/// An open object or array.
#[derive(Clone, Copy)]
struct Open {
    /// The offset of its bracket.
    start: u32,
    is_object: bool,
}

struct Parser<'s, O> {
    output: O,
    source: &'s Source,
    options: Options,
    lexer: Lexer<'s>,
    token: Token,
    start: u32,
    end: u32,
    /// The end of the previous token.
    last_end: u32,
    /// The open objects and arrays.
    open: Vec<Open>,
    problems: Diagnostics,
    /// The offset of the last reported problem.
    reported_at: Option<u32>,
    /// Whether the previous token was faulty.
    faulty: bool,
    /// Whether the previous token is the comma after a member or element.
    comma: bool,
    /// Whether open and closing brackets no longer match.
    brackets_lost: bool,
    /// Whether the innermost open value is an object.
    in_object: bool,
}

impl<'s, O: Output> Parser<'s, O> {
    fn new(output: O, source: &'s Source, options: Options) -> Self {
        let bytes = source.bytes();
        let start = if bytes.starts_with("\u{feff}".as_bytes()) {
            3
        } else {
            0
        };
        Self {
            output,
            source,
            options,
            lexer: Lexer::new(bytes, start),
            token: Token::End,
            start,
            end: start,
            last_end: start,
            open: Vec::new(),
            problems: Diagnostics::new(),
            reported_at: None,
            faulty: false,
            comma: false,
            brackets_lost: false,
            in_object: false,
        }
    }

    /// Reports the first bytes that are not UTF-8; nothing else is reported if no part is text.
    fn check_encoding(&mut self) {
        let whole = self.source.span();
        if let Some(problem) = self.source.not_text(whole) {
            let end = whole.end;
            self.problems.push(problem);
            self.lexer = Lexer::new(self.source.bytes(), end);
            self.reported_at = Some(end);
        } else if let Err(problem) = self.source.require_text() {
            self.problems.push(*problem);
        }
    }

    // Tokens.

    /// Advances to the next token that is not a comment or an invalid space.
    #[inline(never)]
    fn advance(&mut self) {
        self.advance_here();
    }

    /// Advances as [`advance`](Self::advance) does, inlined.
    #[inline(always)]
    fn advance_here(&mut self) {
        self.last_end = self.end;
        self.faulty = false;
        self.next_token();
        while matches!(self.token, Token::Comment | Token::Word) && self.skip_ignored() {
            self.next_token();
        }
    }

    /// Advances as [`advance`](Self::advance) does, and past `mark` if it directly follows the current token, as it usually does;
    /// returns whether it does.
    #[inline]
    fn advance_past(&mut self, mark: u8) -> bool {
        // A jump rather than a sum, so that the processor continues without waiting for the byte.
        if self.lexer.skip(mark) {
            self.end += 1;
            self.advance_here();
            return true;
        }
        self.advance();
        false
    }

    /// Advances past the last token of a value and the comma after it.
    #[inline]
    fn advance_past_value(&mut self) {
        if self.open.is_empty() {
            self.advance();
        } else {
            self.comma = self.advance_past(b',');
        }
    }

    #[inline]
    fn next_token(&mut self) {
        let Lexed { token, start, end } = self.lexer.next();
        (self.token, self.start, self.end) = (token, start, end);
    }

    /// Reports the comment or the invalid spaces that the current token is, if any.
    #[cold]
    fn skip_ignored(&mut self) -> bool {
        let span = self.source.span_of(self.start, self.end);
        if self.token == Token::Comment {
            if !self.options.jsonc {
                self.push(problems::comment(span));
            } else if let Some(problem) = problems::invalid_comment(span, self.bytes()) {
                self.push(problem);
            }
            return true;
        }
        let Ok(word) = std::str::from_utf8(self.bytes()) else {
            return false;
        };
        if !word.starts_with(is_wrong_space) {
            return false;
        }
        let mut start = self.start;
        for space in word.chars() {
            let end = start + space.len_utf8() as u32;
            self.push(problems::wrong_space(self.source.span_of(start, end), space));
            start = end;
        }
        true
    }

    /// Advances past a token that was reported.
    fn advance_past_fault(&mut self) {
        self.advance();
        self.faulty = true;
    }

    fn bytes(&self) -> &'s [u8] {
        &self.source.bytes()[self.start as usize..self.end as usize]
    }

    // Problems.

    /// Reports a problem with the current token, unless one was already reported here.
    #[cold]
    fn report(&mut self, problem: Problem) {
        if self.reported_at == Some(self.start) {
            return;
        }
        self.reported_at = Some(self.start);
        let span = self.source.span_of(self.start, self.end);
        self.push(problem.at(span, self.bytes()));
    }

    /// Reports a problem with the brackets, unless it follows from an earlier one.
    fn report_bracket(&mut self, diagnostic: Diagnostic) {
        if !self.brackets_lost {
            self.brackets_lost = true;
            self.push(diagnostic);
        }
    }

    /// Adds a problem to the list, up to the limit.
    fn push(&mut self, diagnostic: Diagnostic) {
        let limit = self.options.limits.diagnostics(Syntax::Json);
        if self.problems.len() < limit as usize {
            self.problems.push(diagnostic);
        } else if self.problems.len() == limit as usize {
            let subject = diagnostic.subject.unwrap_or_else(|| self.source.span_of(0, 0));
            self.problems.push(shared::too_many_problems(
                codes::json::TOO_MANY_PROBLEMS,
                limit,
                subject,
            ));
        }
    }

    // The grammar.

    /// Parses *JSON-text*: one value and nothing else.
    fn text(&mut self) {
        if self.value() {
            self.contents();
        }
        if self.token != Token::End && !self.brackets_lost && !self.faulty {
            self.report(Problem::TextAfterValue {
                colon: self.token == Token::Colon,
            });
        }
    }

    /// Parses the contents of the object or array just opened, up to its end.
    fn contents(&mut self) {
        loop {
            let opened = if self.at_close() {
                false
            } else if self.in_object {
                self.member()
            } else {
                self.value()
            };
            if opened {
                continue;
            }
            while !self.separator() {
                self.close();
                if self.open.is_empty() {
                    return;
                }
            }
        }
    }

    /// Parses a member: a name, a colon and a value. Returns whether the value is an object or array, which is now open.
    fn member(&mut self) -> bool {
        match self.token {
            Token::String(quoted) => {
                if self.name(quoted) {
                    return self.value();
                }
            }
            Token::Colon => {
                self.report(Problem::MissingName);
                self.push_nothing();
            }
            Token::Comma | Token::Semicolon | Token::Equals => {
                self.report(Problem::MissingName);
                return false;
            }
            Token::BraceOpen | Token::BracketOpen => {
                self.report(Problem::InvalidName);
                self.skip_to_separator();
                return false;
            }
            _ if self.faulty => {
                self.skip_to_separator();
                return false;
            }
            Token::Word => self.faulty_leaf(Problem::UnquotedName),
            Token::OtherQuotes => self.faulty_leaf(Problem::WrongQuotes),
            _ => self.faulty_leaf(Problem::InvalidName),
        }
        match self.token {
            Token::Colon => self.advance(),
            Token::Equals => {
                self.report(Problem::MissingColon);
                self.advance();
            }
            _ if self.at_close() || matches!(self.token, Token::Comma | Token::Semicolon) => {}
            _ if self.faulty => {
                self.push_nothing();
                return false;
            }
            Token::String(_) if self.at_stray_quote() => {
                self.skip_stray_quote();
                self.push_nothing();
                return false;
            }
            _ => self.report(Problem::MissingColon),
        }
        self.value()
    }

    /// Parses a value. Returns whether it is an object or array, which is now open.
    fn value(&mut self) -> bool {
        match self.token {
            Token::BraceOpen => return self.open(NodeKind::Object),
            Token::BracketOpen => return self.open(NodeKind::Array),
            Token::String(quoted) => {
                if self.string(quoted) {
                    self.advance_past_value();
                }
            }
            Token::Number => self.leaf(NodeKind::Number),
            Token::True => self.leaf(NodeKind::True),
            Token::False => self.leaf(NodeKind::False),
            Token::Null => self.leaf(NodeKind::Null),
            Token::BadNumber => self.faulty_leaf(Problem::InvalidNumber),
            Token::Word => self.faulty_leaf(Problem::InvalidKeyword),
            Token::OtherQuotes => self.faulty_leaf(Problem::WrongQuotes),
            Token::Invalid | Token::Equals | Token::Colon => self.faulty_leaf(Problem::InvalidCharacter),
            Token::BraceClose | Token::BracketClose if self.open.is_empty() => {
                self.faulty_leaf(Problem::MissingValue);
            }
            Token::Comma | Token::Semicolon | Token::BraceClose | Token::BracketClose | Token::Comment => {
                if !self.faulty {
                    self.report(Problem::MissingValue);
                }
                self.push_nothing();
            }
            Token::End => {
                if self.open.is_empty() {
                    self.report(Problem::EmptyText);
                }
                self.push_nothing();
            }
        }
        false
    }

    /// Parses what follows a member or element. Returns whether another one is expected.
    fn separator(&mut self) -> bool {
        if std::mem::take(&mut self.comma) {
            return self.after_comma();
        }
        loop {
            match self.token {
                Token::Comma => {
                    self.advance();
                    return self.after_comma();
                }
                Token::BraceClose | Token::BracketClose | Token::End => return false,
                Token::Semicolon => {
                    self.report(Problem::MissingComma { after: self.last_end });
                    self.advance();
                    return !self.at_close();
                }
                Token::Colon => {
                    let open = self.open_span();
                    let in_array = !self.in_object;
                    if !self.faulty {
                        self.report(Problem::UnexpectedColon { in_array, open });
                        self.brackets_lost |= in_array;
                    }
                    self.skip_to_separator();
                }
                Token::String(_) if self.at_stray_quote() => self.skip_stray_quote(),
                Token::String(_) => {
                    if !self.faulty {
                        self.report(Problem::MissingComma { after: self.last_end });
                    }
                    return true;
                }
                _ if self.faulty => self.skip_to_separator(),
                _ => {
                    self.report(Problem::MissingComma { after: self.last_end });
                    if !self.in_object || matches!(self.token, Token::Word | Token::OtherQuotes) {
                        return true;
                    }
                    self.skip_to_separator();
                }
            }
        }
    }

    /// Parses what follows the comma after a member or element, as [`separator`](Self::separator) does.
    fn after_comma(&mut self) -> bool {
        if !self.at_close() {
            return true;
        }
        let comma = self.source.span_of(self.last_end - 1, self.last_end);
        if self.token != Token::End && !self.options.jsonc && self.reported_at != Some(comma.start) {
            self.push(problems::trailing_comma(comma, self.in_object));
        }
        false
    }

    /// Returns whether the current string starts directly behind another one, so that one of the quotes is unexpected.
    fn at_stray_quote(&self) -> bool {
        let bytes = self.source.bytes();
        !self.faulty && self.start == self.last_end && bytes.get(self.start as usize - 1) == Some(&b'"')
    }

    /// Reports an unexpected quote, and skips the rest of the line, where strings can no longer be recognized.
    fn skip_stray_quote(&mut self) {
        self.end = self.start + 1;
        self.report(Problem::StrayQuote);
        self.brackets_lost = true;
        let bytes = self.source.bytes();
        let rest = &bytes[self.end as usize..];
        let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        self.end += line as u32;
        self.lexer = Lexer::new(bytes, self.end);
        self.advance_past_fault();
    }

    /// Skips to the next comma or closing bracket of the innermost object or array, or to the end.
    fn skip_to_separator(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.token {
                Token::BraceOpen | Token::BracketOpen => depth += 1,
                Token::Comma | Token::BraceClose | Token::BracketClose if depth == 0 => break,
                Token::BraceClose | Token::BracketClose => depth -= 1,
                Token::End => break,
                _ => {}
            }
            self.advance();
        }
    }

    // Nodes.

    /// Returns whether the innermost object or array ends here, with the right bracket or not.
    fn at_close(&self) -> bool {
        matches!(self.token, Token::BraceClose | Token::BracketClose | Token::End)
    }

    /// Returns the span of the opening bracket of the innermost object or array.
    fn open_span(&self) -> hcl2_diagnostics::Span {
        let start = self.open.last().map_or(0, |open| open.start);
        self.source.span_of(start, start + 1)
    }

    /// Adds a placeholder for a missing name or value, directly behind the previous token.
    fn push_nothing(&mut self) {
        self.output.leaf(NodeKind::Invalid, self.last_end, self.last_end);
    }

    fn leaf(&mut self, kind: NodeKind) {
        self.output.leaf(kind, self.start, self.end);
        self.advance_past_value();
    }

    fn faulty_leaf(&mut self, problem: Problem) {
        // Invalid UTF-8 was already reported.
        if std::str::from_utf8(self.bytes()).is_ok() {
            self.report(problem);
        }
        self.output.leaf(NodeKind::Invalid, self.start, self.end);
        self.advance_past_fault();
    }

    /// Opens an object or array; returns false if it is nested too deeply.
    fn open(&mut self, kind: NodeKind) -> bool {
        let limit = self.options.limits.nesting_depth(Syntax::Json);
        if self.open.len() >= limit as usize {
            self.report(Problem::TooDeep { limit });
            let start = self.start;
            self.skip_value();
            self.output.leaf(NodeKind::Invalid, start, self.last_end);
            return false;
        }
        self.in_object = kind == NodeKind::Object;
        self.open.push(Open {
            start: self.start,
            is_object: self.in_object,
        });
        self.output.open(kind, self.start);
        self.advance();
        true
    }

    /// Skips the object or array that starts here.
    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.token {
                Token::BraceOpen | Token::BracketOpen => depth += 1,
                Token::BraceClose | Token::BracketClose => depth -= 1,
                Token::End => {
                    self.brackets_lost = true;
                    return;
                }
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    /// Closes the innermost object or array at the current token, a closing bracket or the end of the text.
    fn close(&mut self) {
        let open = self.open_span();
        let in_object = self.in_object;
        let (closer, wrong_closer) = if in_object {
            (Token::BraceClose, Token::BracketClose)
        } else {
            (Token::BracketClose, Token::BraceClose)
        };
        let span = self.source.span_of(self.start, self.end);
        let closed = self.token == closer;
        let end = if self.token == Token::End {
            let depth = self.open.len();
            self.report_bracket(problems::unclosed_bracket(open, span, in_object, depth));
            self.last_end
        } else {
            if self.token == wrong_closer {
                self.report_bracket(problems::mismatched_bracket(open, span, in_object));
            }
            self.end
        };
        self.output.close(end, closed);
        self.open.pop();
        self.in_object = self.open.last().is_some_and(|open| open.is_object);
        if self.token != Token::End {
            self.advance_past_value();
        }
    }
}
