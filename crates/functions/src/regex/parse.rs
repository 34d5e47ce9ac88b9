//! The parser of patterns.

use std::ops::Range;

use regex_syntax::hir::{Class, ClassUnicode, Dot, Hir, Look, Repetition};

use super::class::{self, Names};
use super::group::{Flags, Item, Open};

/// Maximum count of a repetition, and maximum product of the counts of nested repetitions.
const MAX_REPETITIONS: u32 = 1000;

/// Maximum depth of groups.
const MAX_DEPTH: usize = 100;

/// Maximum size of a pattern in bytes.
const MAX_BYTES: usize = 1 << 20;

/// A parsed pattern.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) expression: Hir,
    /// The names of the capturing groups in order.
    pub(super) groups: Vec<Option<String>>,
    /// Maximum depth of groups.
    pub(super) depth: usize,
}

/// The error of an invalid pattern.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) what: &'static str,
    /// The byte range of the error in the pattern.
    pub(super) span: Range<usize>,
}

/// Parses a pattern without recursion.
pub(super) fn parse(pattern: &str, names: Names) -> Result<Parsed, Problem> {
    if pattern.len() > MAX_BYTES {
        return Err(Problem {
            what: "it is longer than 1 MiB",
            span: 0..0,
        });
    }
    let mut parser = Parser {
        pattern,
        names,
        at: 0,
        flags: Flags::default(),
        groups: Vec::new(),
        depth: 0,
        outer: Vec::new(),
        current: Open::new(0, None, Flags::default()),
        after_repetition: None,
    };
    while let Some(character) = parser.peek() {
        parser.step(character)?;
    }
    if !parser.outer.is_empty() {
        return Err(parser.problem(parser.current.start, "a group is not closed with )"));
    }
    Ok(Parsed {
        expression: parser.current.end().expression,
        groups: parser.groups,
        depth: parser.depth,
    })
}

struct Parser<'a> {
    pattern: &'a str,
    names: Names,
    /// The byte offset of the rest.
    at: usize,
    flags: Flags,
    groups: Vec<Option<String>>,
    /// The depth of groups so far.
    depth: usize,
    /// The open groups around the current one, the outermost first.
    outer: Vec<Open>,
    current: Open,
    /// The start of the last repetition operator, if nothing follows it yet.
    after_repetition: Option<usize>,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.pattern[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Creates an error from `start` to the current position.
    fn problem(&self, start: usize, what: &'static str) -> Problem {
        Problem {
            what,
            span: start..self.at.max(start),
        }
    }

    fn push(&mut self, expression: Hir) {
        self.current.items.push(expression.into());
    }

    fn push_class(&mut self, class: ClassUnicode) {
        self.push(Hir::class(Class::Unicode(class)));
    }

    fn push_literal(&mut self, character: char) {
        if self.flags.fold_case {
            self.push_class(class::folded(class::class(&[(character, character)])));
        } else {
            self.push(Hir::literal(character.encode_utf8(&mut [0; 4]).as_bytes()));
        }
    }

    /// Parses the next part of the pattern, which starts with `first`.
    fn step(&mut self, first: char) -> Result<(), Problem> {
        let start = self.at;
        let after_repetition = self.after_repetition.take();
        match first {
            '(' => return self.open(),
            ')' => {
                self.at += 1;
                return self.close(start);
            }
            '|' => self.current.end_alternative(),
            '^' if self.flags.multi_line => self.push(Hir::look(Look::StartLF)),
            '^' => self.push(Hir::look(Look::Start)),
            '$' if self.flags.multi_line => self.push(Hir::look(Look::EndLF)),
            '$' => self.push(Hir::look(Look::End)),
            '.' if self.flags.dot_matches_newline => self.push(Hir::dot(Dot::AnyChar)),
            '.' => self.push(Hir::dot(Dot::AnyCharExceptLF)),
            '[' => return self.class(),
            '*' | '+' | '?' => {
                self.at += 1;
                let (min, max) = match first {
                    '*' => (0, None),
                    '+' => (1, None),
                    _ => (0, Some(1)),
                };
                return self.repeat(start, min, max, after_repetition);
            }
            '{' => {
                if let Some((min, max)) = self.counts() {
                    let is_valid =
                        min <= MAX_REPETITIONS && max.is_none_or(|max| max <= MAX_REPETITIONS && min <= max);
                    if !is_valid {
                        return Err(
                            self.problem(start, "counts of a repetition are at most 1000, the lower first")
                        );
                    }
                    return self.repeat(start, min, max, after_repetition);
                }
                self.push_literal('{');
            }
            '\\' => return self.escape(),
            other => {
                self.at += other.len_utf8();
                self.push_literal(other);
                return Ok(());
            }
        }
        self.at += 1;
        Ok(())
    }

    fn repeat(
        &mut self,
        start: usize,
        min: u32,
        max: Option<u32>,
        after_repetition: Option<usize>,
    ) -> Result<(), Problem> {
        let is_lazy = self.take("?");
        if let Some(first) = after_repetition {
            return Err(self.problem(first, "a repetition cannot be repeated without a group around it"));
        }
        let Some(item) = self.current.items.pop() else {
            return Err(self.problem(start, "there is nothing before it to repeat"));
        };
        let repetitions = item.repetitions.saturating_mul(max.unwrap_or(min).max(1));
        let is_counted = min >= 2 || max.is_some_and(|max| max >= 2);
        if is_counted && repetitions > MAX_REPETITIONS {
            return Err(self.problem(start, "nested repetitions repeat more than 1000 times"));
        }
        let expression = Hir::repetition(Repetition {
            min,
            max,
            greedy: is_lazy == self.flags.swap_greed,
            sub: Box::new(item.expression),
        });
        self.current.items.push(Item {
            expression,
            // Only the counts of repetitions in braces multiply.
            repetitions: if is_counted { repetitions } else { item.repetitions },
        });
        self.after_repetition = Some(start);
        Ok(())
    }

    /// Parses counts in braces. Without counts, a brace is a literal, and nothing is consumed.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let inside = self.rest().strip_prefix('{')?;
        let (inside, _) = inside.split_once('}')?;
        let count = |digits: &str| {
            let is_number = !digits.is_empty()
                && digits.bytes().all(|byte| byte.is_ascii_digit())
                && (digits == "0" || !digits.starts_with('0'));
            is_number.then(|| digits.parse().unwrap_or(u32::MAX))
        };
        let counts = match inside.split_once(',') {
            None => {
                let count = count(inside)?;
                (count, Some(count))
            }
            Some((min, "")) => (count(min)?, None),
            Some((min, max)) => (count(min)?, Some(count(max)?)),
        };
        self.at += inside.len() + 2;
        Some(counts)
    }

    fn open(&mut self) -> Result<(), Problem> {
        let start = self.at;
        self.at += 1;
        if self.outer.len() == MAX_DEPTH {
            return Err(self.problem(start, "groups are nested more than 100 levels deep"));
        }
        let outside = self.flags;
        let number = if self.take("?P<") || self.take("?<") {
            let name = self.rest().split_once('>').map_or("", |(name, _)| name);
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if name.is_empty() || !name.bytes().all(is_name) {
                return Err(self.problem(
                    start,
                    "the name of a group has letters, digits and _, and > after it",
                ));
            }
            self.at += name.len() + 1;
            Some(Some(name.to_owned()))
        } else if self.take("?") {
            if !self.flags(start)? {
                return Ok(());
            }
            None
        } else {
            Some(None)
        };
        let number = match number {
            Some(name) => {
                self.groups.push(name);
                u32::try_from(self.groups.len()).ok()
            }
            None => None,
        };
        let opened = Open::new(start, number, outside);
        self.outer.push(std::mem::replace(&mut self.current, opened));
        self.depth = self.depth.max(self.outer.len());
        Ok(())
    }

    /// Parses flags after `(?`. Returns whether they belong to a group, not to the rest of the enclosing one.
    fn flags(&mut self, start: usize) -> Result<bool, Problem> {
        let mut flags = self.flags;
        let mut value = true;
        let mut is_complete = true;
        loop {
            let flag = match self.next() {
                Some('i') => &mut flags.fold_case,
                Some('m') => &mut flags.multi_line,
                Some('s') => &mut flags.dot_matches_newline,
                Some('U') => &mut flags.swap_greed,
                Some('-') if value => {
                    value = false;
                    is_complete = false;
                    continue;
                }
                Some(end @ (':' | ')')) if is_complete => {
                    self.flags = flags;
                    return Ok(end == ':');
                }
                _ => {
                    let what =
                        "after (? come flags of i, m, s and U with : or ) after them, or the name of a group";
                    return Err(self.problem(start, what));
                }
            };
            *flag = value;
            is_complete = true;
        }
    }

    fn close(&mut self, start: usize) -> Result<(), Problem> {
        let Some(outer) = self.outer.pop() else {
            return Err(self.problem(start, "there is no group to close"));
        };
        let closed = std::mem::replace(&mut self.current, outer);
        self.flags = closed.outside;
        self.current.items.push(closed.end());
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Problem> {
        if self.take(r"\Q") {
            let (literal, end) = match self.rest().split_once(r"\E") {
                Some((literal, _)) => (literal, 2),
                None => (self.rest(), 0),
            };
            self.at += literal.len() + end;
            for character in literal.chars() {
                self.push_literal(character);
            }
            return Ok(());
        }
        let looks = [
            (r"\A", Look::Start),
            (r"\z", Look::End),
            (r"\b", Look::WordAscii),
            (r"\B", Look::WordAsciiNegate),
        ];
        for (written, look) in looks {
            if self.take(written) {
                self.push(Hir::look(look));
                return Ok(());
            }
        }
        match self.escaped_class()? {
            Some(class) => self.push_class(class),
            None => {
                let literal = self.escaped_character()?;
                self.push_literal(literal);
            }
        }
        Ok(())
    }

    /// Parses an escape sequence for a class. Consumes nothing if it stands for a character.
    fn escaped_class(&mut self) -> Result<Option<ClassUnicode>, Problem> {
        let start = self.at;
        let mut characters = self.rest().chars();
        let (Some('\\'), Some(letter)) = (characters.next(), characters.next()) else {
            return Ok(None);
        };
        if let Some(class) = class::perl(letter.to_ascii_lowercase()) {
            self.at += 2;
            return Ok(Some(self.finished(class, letter.is_ascii_uppercase())));
        }
        if !matches!(letter, 'p' | 'P') {
            return Ok(None);
        }
        self.at += 2;
        let name = if self.take("{") {
            let name = self.rest().split_once('}').map(|(name, _)| name);
            self.at += name.map_or(0, |name| name.len() + 1);
            name.unwrap_or_default()
        } else {
            let name = self.at;
            self.next();
            &self.pattern[name..self.at]
        };
        let (name, is_negated) = match name.strip_prefix('^') {
            Some(name) => (name, letter == 'p'),
            None => (name, letter == 'P'),
        };
        let class = class::unicode(name, self.names).ok_or_else(|| {
            self.problem(
                start,
                r"\p is followed by the name of a general category or script",
            )
        })?;
        Ok(Some(self.finished(class, is_negated)))
    }

    /// Returns the class under the current flags.
    fn finished(&self, class: ClassUnicode, is_negated: bool) -> ClassUnicode {
        let mut class = if self.flags.fold_case {
            class::folded(class)
        } else {
            class
        };
        if is_negated {
            class.negate();
        }
        class
    }

    /// Parses an escape sequence for a character.
    fn escaped_character(&mut self) -> Result<char, Problem> {
        let start = self.at;
        self.at += 1;
        let Some(letter) = self.next() else {
            return Err(self.problem(start, "a backslash must be followed by what it escapes"));
        };
        let invalid = "a backslash before this has no meaning";
        Ok(match letter {
            'a' => '\u{7}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            'x' => return self.hexadecimal(start),
            '0'..='7' => {
                let digits = self
                    .rest()
                    .bytes()
                    .take(2)
                    .take_while(|byte| (b'0'..b'8').contains(byte))
                    .count();
                if letter != '0' && digits == 0 {
                    return Err(
                        self.problem(start, "what a group matched cannot be referred to in a pattern")
                    );
                }
                let octal = &self.pattern[self.at - 1..self.at + digits];
                self.at += digits;
                u32::from_str_radix(octal, 8)
                    .ok()
                    .and_then(char::from_u32)
                    .unwrap_or_default()
            }
            punctuation if punctuation.is_ascii() && !punctuation.is_ascii_alphanumeric() => punctuation,
            _ => return Err(self.problem(start, invalid)),
        })
    }

    fn hexadecimal(&mut self, start: usize) -> Result<char, Problem> {
        let digits = if self.take("{") {
            let digits = self.rest().split_once('}').map(|(digits, _)| digits);
            self.at += digits.map_or(0, |digits| digits.len() + 1);
            digits.unwrap_or_default()
        } else {
            let digits = self.rest().get(..2).unwrap_or_default();
            self.at += digits.len();
            digits
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_number.then(|| u32::from_str_radix(digits, 16).ok()).flatten();
        number.and_then(char::from_u32).ok_or_else(|| {
            self.problem(
                start,
                r"\x is followed by two hexadecimal digits, or by those of a character in braces",
            )
        })
    }

    /// Parses a class in brackets.
    fn class(&mut self) -> Result<(), Problem> {
        let start = self.at;
        self.at += 1;
        let is_negated = self.take("^");
        let mut all = ClassUnicode::empty();
        let mut is_first = true;
        while is_first || !self.take("]") {
            is_first = false;
            if let Some(class) = self.posix_class()? {
                all.union(&class);
                continue;
            }
            if let Some(class) = self.escaped_class()? {
                all.union(&class);
                continue;
            }
            let range = self.at;
            let first = self.class_character(start)?;
            let mut last = first;
            if self.rest().starts_with('-') && !self.rest()[1..].starts_with(']') && self.rest().len() > 1 {
                self.at += 1;
                last = self.class_character(start)?;
                if last < first {
                    return Err(
                        self.problem(range, "the first character of a range must not be after the last")
                    );
                }
            }
            all.union(&self.finished(class::class(&[(first, last)]), false));
        }
        if is_negated {
            all.negate();
        }
        self.push_class(all);
        Ok(())
    }

    fn class_character(&mut self, start: usize) -> Result<char, Problem> {
        match self.peek() {
            Some('\\') => self.escaped_character(),
            Some(character) => {
                self.at += character.len_utf8();
                Ok(character)
            }
            None => Err(self.problem(start, "a class is not closed with ]")),
        }
    }

    /// Parses the name of a class in brackets and colons. Consumes nothing if these are missing.
    fn posix_class(&mut self) -> Result<Option<ClassUnicode>, Problem> {
        let start = self.at;
        let Some((name, _)) = self
            .rest()
            .strip_prefix("[:")
            .and_then(|rest| rest.split_once(":]"))
        else {
            return Ok(None);
        };
        self.at += name.len() + 4;
        let (name, is_negated) = match name.strip_prefix('^') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let class = class::posix(name)
            .ok_or_else(|| self.problem(start, "there is no class with this name, such as [:alpha:]"))?;
        Ok(Some(self.finished(class, is_negated)))
    }
}
