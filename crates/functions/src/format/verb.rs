//! The verbs of a format string.

use hcl2_value::FunctionError;

use crate::support::quoted;

/// Maximum width and precision.
const MAX_WIDTH: usize = 1_000_000;

/// A verb of a format string.
#[derive(Debug)]
pub(super) struct Verb<'a> {
    /// The verb in the format string.
    pub(super) raw: &'a str,
    /// The byte offset in the format string.
    pub(super) offset: usize,
    /// The flag `0`, unless `-` disables it.
    pub(super) zero: bool,
    /// The flag `#`.
    pub(super) sharp: bool,
    /// The flag `+`.
    pub(super) plus: bool,
    /// The flag `-`.
    pub(super) minus: bool,
    /// The flag that is a space.
    pub(super) space: bool,
    /// The minimum number of characters.
    pub(super) width: usize,
    /// The number after the point; 0 if it is omitted.
    pub(super) precision: Option<usize>,
    /// The number of the argument, from 1.
    pub(super) argument: usize,
    /// The letter.
    pub(super) letter: char,
}

/// Returns the position of a verb for messages.
pub(super) fn place(verb: &Verb<'_>) -> String {
    format!("the verb {} at byte {}", quoted(verb.raw), verb.offset)
}

/// Parses the verb at the start of a string.
pub(super) fn parse(text: &str, offset: usize, next: usize) -> Result<Verb<'_>, FunctionError> {
    let bytes = text.as_bytes();
    let mut verb = Verb {
        raw: "",
        offset,
        zero: false,
        sharp: false,
        plus: false,
        minus: false,
        space: false,
        width: 0,
        precision: None,
        argument: next,
        letter: '%',
    };
    let mut at = 1;
    while let Some(flag) = bytes.get(at) {
        match flag {
            b'0' => verb.zero = true,
            b'#' => verb.sharp = true,
            b'+' => verb.plus = true,
            b'-' => verb.minus = true,
            b' ' => verb.space = true,
            _ => break,
        }
        at += 1;
    }
    verb.zero &= !verb.minus;
    let number = |at: &mut usize| {
        let start = *at;
        while bytes.get(*at).is_some_and(u8::is_ascii_digit) {
            *at += 1;
        }
        let digits = &text[start..*at];
        // A number with too many digits is too great.
        digits
            .parse()
            .unwrap_or(if digits.is_empty() { 0 } else { usize::MAX })
    };
    verb.width = number(&mut at);
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        verb.precision = Some(number(&mut at));
    }
    if verb.width > MAX_WIDTH || verb.precision.is_some_and(|precision| precision > MAX_WIDTH) {
        return Err(FunctionError::new(format!(
            "the verb at byte {offset} of the format has a width or precision of more than 1,000,000"
        ))
        .general());
    }
    if bytes.get(at) == Some(&b'[') && bytes.get(at + 1).is_some_and(|byte| matches!(byte, b'1'..=b'9')) {
        at += 1;
        verb.argument = number(&mut at);
        if bytes.get(at) != Some(&b']') {
            return Err(unexpected(text, offset, at, "a closing bracket"));
        }
        at += 1;
    }
    match bytes.get(at) {
        Some(letter) if letter.is_ascii_alphabetic() => {
            verb.letter = char::from(*letter);
            verb.raw = &text[..=at];
            Ok(verb)
        }
        _ => Err(unexpected(text, offset, at, "the letter of the verb")),
    }
}

fn unexpected(text: &str, offset: usize, at: usize, expected: &str) -> FunctionError {
    let message = format!("the verb at byte {offset} of the format is not complete: {expected} is expected");
    let found = match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(found) => format!("{message}, not {found:?}"),
        None => format!("{message}; write %% for a percent sign"),
    };
    FunctionError::new(message).revealing(found)
}

impl Verb<'_> {
    /// Creates an error for the value of the verb.
    pub(super) fn unfit(&self, what: &str) -> FunctionError {
        FunctionError::new(format!(
            "argument {} does not fit its verb: {what}",
            self.argument
        ))
        .revealing(format!(
            "argument {} does not fit {}: {what}",
            self.argument,
            place(self)
        ))
    }
}
