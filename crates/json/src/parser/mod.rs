//! The parser: from tokens to the tree, without recursion, and past mistakes.
//!
//! After a mistake the parser goes on as if the person had written what they meant, so that one run finds every
//! mistake and no mistake is reported twice. Three rules keep the list short: at one place there is one problem; a
//! missing comma or colon right after a faulty token is part of that token's problem; and once the brackets do not
//! match, later complaints about brackets tell nothing new.

mod output;
mod string;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source};
use hcl2_model::Syntax;

use crate::lexer::{Lexed, Lexer, Token};
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

/// Parses a text into the output that `output` makes for a number of bytes.
fn parse_into<O: Output>(output: fn(usize) -> O, source: &Source, options: Options) -> (O, Diagnostics) {
    let most = options.limits.source_bytes();
    let bytes = source.bytes().len();
    if bytes > most as usize {
        return (output(0), problems::too_large(source, most).into_iter().collect());
    }
    let mut parser = Parser::new(output(bytes), source, options);
    parser.check_encoding();
    parser.advance();
    parser.text();
    (parser.output, parser.problems)
}

/// An object or array that is not closed yet.
#[derive(Clone, Copy)]
struct Open {
    /// Where its bracket is, in bytes from 0.
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
    /// End of the token before the current one, in bytes from 0.
    last_end: u32,
    /// The objects and arrays that are not closed yet.
    open: Vec<Open>,
    problems: Diagnostics,
    /// Where the last problem was reported, in bytes from 0.
    reported_at: Option<u32>,
    /// The token before the current one was faulty.
    faulty: bool,
    /// The token before the current one is the comma after a member or element.
    comma: bool,
    /// What is open and what closes it no longer match.
    brackets_lost: bool,
    /// The innermost of what is open is an object.
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

    /// Reports the first bytes that are not UTF-8; a text of UTF-16 is not looked at any further.
    fn check_encoding(&mut self) {
        let bytes = self.source.bytes();
        if self.source.text().is_some() {
            return;
        }
        let Err(error) = std::str::from_utf8(bytes) else {
            return;
        };
        let start = error.valid_up_to();
        let len = error.error_len().unwrap_or(bytes.len() - start);
        let span = self.source.span_of(start as u32, (start + len) as u32);
        let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
        self.problems.push(problems::invalid_utf8(span, is_utf16));
        if is_utf16 {
            self.lexer = Lexer::new(bytes, bytes.len() as u32);
            self.reported_at = Some(bytes.len() as u32);
        }
    }

    // Tokens.

    /// Goes to the next token that is not a comment or a space of the wrong kind.
    #[inline(never)]
    fn advance(&mut self) {
        self.advance_here();
    }

    /// Does as [`advance`](Self::advance), in line.
    #[inline(always)]
    fn advance_here(&mut self) {
        self.last_end = self.end;
        self.faulty = false;
        self.next_token();
        while matches!(self.token, Token::Comment | Token::Word) && self.skip_ignored() {
            self.next_token();
        }
    }

    /// As [`advance`](Self::advance), and past `mark` too where that comes right after the current token, as it mostly
    /// does; says whether it does.
    #[inline]
    fn advance_past(&mut self, mark: u8) -> bool {
        // A jump rather than a sum, so that the processor need not wait for what stands there to go on behind it.
        if self.lexer.skip(mark) {
            self.end += 1;
            self.advance_here();
            return true;
        }
        self.advance();
        false
    }

    /// Goes past the current token, the last one of a value, and past the comma after it.
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

    #[cold]
    /// Reports a comment or a space of the wrong kind, if the current token is one or starts with one.
    fn skip_ignored(&mut self) -> bool {
        let span = self.source.span_of(self.start, self.end);
        if self.token == Token::Comment {
            self.push(problems::comment(span));
            return true;
        }
        let first = std::str::from_utf8(self.bytes())
            .ok()
            .and_then(|word| word.chars().next());
        let Some(space) = first.filter(|first| first.is_whitespace() || *first == '\u{feff}') else {
            return false;
        };
        let end = self.start + space.len_utf8() as u32;
        self.push(problems::wrong_space(self.source.span_of(self.start, end), space));
        self.lexer = Lexer::new(self.source.bytes(), end);
        true
    }

    /// Goes past a token that was reported.
    fn advance_past_fault(&mut self) {
        self.advance();
        self.faulty = true;
    }

    fn bytes(&self) -> &'s [u8] {
        &self.source.bytes()[self.start as usize..self.end as usize]
    }

    // Problems.

    /// Reports a problem with the current token, unless one was reported here already.
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

    /// Adds to the list while there is room in it.
    fn push(&mut self, diagnostic: Diagnostic) {
        let most = self.options.limits.diagnostics(Syntax::Json) as usize;
        if self.problems.len() < most {
            self.problems.push(diagnostic);
        } else if self.problems.len() == most {
            let subject = diagnostic.subject;
            self.problems.push(problems::too_many(subject, most));
        }
    }

    // The grammar.

    /// JSON-text: one value and nothing else.
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

    /// What is in the object or array just opened, up to its end.
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

    /// One member: a name, a colon and a value; the result says whether the value is an object or array that is open
    /// now.
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

    /// One value; the result says whether it is an object or array that is open now.
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

    /// What follows a member or element: true where another one is due, false where the object or array ends.
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

    /// What follows the comma after a member or element, as of [`separator`](Self::separator).
    fn after_comma(&mut self) -> bool {
        if !self.at_close() {
            return true;
        }
        let comma = self.source.span_of(self.last_end - 1, self.last_end);
        if self.token != Token::End && self.reported_at != Some(comma.start) {
            self.push(problems::trailing_comma(comma, self.in_object));
        }
        false
    }

    /// Whether the string here starts right where another one ends: one of the two quotes is too many.
    fn at_stray_quote(&self) -> bool {
        let bytes = self.source.bytes();
        !self.faulty && self.start == self.last_end && bytes.get(self.start as usize - 1) == Some(&b'"')
    }

    /// Reports a quote too many, and skips the rest of the line: what is a string there cannot be told.
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

    /// Whether the innermost object or array ends here, rightly or not.
    fn at_close(&self) -> bool {
        matches!(self.token, Token::BraceClose | Token::BracketClose | Token::End)
    }

    /// The opening bracket of the innermost object or array.
    fn open_span(&self) -> hcl2_diagnostics::Span {
        let start = self.open.last().map_or(0, |open| open.start);
        self.source.span_of(start, start + 1)
    }

    /// Stands for a name or value that is missing, right after the last token.
    fn push_nothing(&mut self) {
        self.output.leaf(NodeKind::Invalid, self.last_end, self.last_end);
    }

    fn leaf(&mut self, kind: NodeKind) {
        self.output.leaf(kind, self.start, self.end);
        self.advance_past_value();
    }

    fn faulty_leaf(&mut self, problem: Problem) {
        // That there are bytes that are not UTF-8 is known already.
        if std::str::from_utf8(self.bytes()).is_ok() {
            self.report(problem);
        }
        self.output.leaf(NodeKind::Invalid, self.start, self.end);
        self.advance_past_fault();
    }

    /// Opens an object or array; the result is false where it would be nested too deep.
    fn open(&mut self, kind: NodeKind) -> bool {
        let most = self.options.limits.nesting_depth(Syntax::Json);
        if self.open.len() >= most as usize {
            self.report(Problem::TooDeep { most });
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

    /// Skips an object or array, which starts here.
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

    /// Ends the innermost object or array at the current token, which is a closing bracket or the end of the text.
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
