//! Values written by the verbs of a format string.

use hcl2_json_text::{Escapes, push_string};
use hcl2_value::{FunctionError, Meter, Type, Value, ValueKind};
use unicode_segmentation::UnicodeSegmentation;

use super::number;
use super::verb::{Verb, parse, place};
use crate::json;
use crate::support::check_length;

/// The length of a part that is counted before the whole result is, which an error may prevent.
const LONG: usize = 1_000;

/// The length of numbers above which each step finds few of their digits.
const DIGITS_A_STEP: usize = 4_000;

/// Formats wholly known values without marks.
pub(super) fn format(format: &str, values: &[Value], meter: &mut Meter<'_>) -> Result<String, FunctionError> {
    let mut out = String::new();
    let mut rest = format;
    let mut next = 1;
    let mut highest = 0;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("%%") {
            out.push('%');
            rest = after;
            continue;
        }
        let verb = parse(rest, format.len() - rest.len(), next)?;
        rest = &rest[verb.raw.len()..];
        let value = verb.argument.checked_sub(1).and_then(|index| values.get(index));
        let value = value.ok_or_else(|| {
            let message = format!(
                "argument {} is needed, but the number of arguments after the format is {}",
                verb.argument,
                values.len()
            );
            FunctionError::new(message.clone()).revealing(format!("for {}, {message}", place(&verb)))
        })?;
        if let Some(number) = value.as_number() {
            // The time grows with the square of the number of digits.
            let digits = number.text_bytes() as usize;
            meter.steps(digits * digits / DIGITS_A_STEP)?;
        }
        let start = out.len();
        verb.write(value, &mut out)?;
        if out.len() - start > LONG {
            meter.bytes(out.len() - start)?;
        }
        check_length(out.len())?;
        highest = highest.max(verb.argument);
        next = verb.argument + 1;
    }
    out.push_str(rest);
    check_length(out.len())?;
    if highest < values.len() {
        let message = match highest {
            0 => "the format has no verbs, and so takes no arguments".to_owned(),
            _ => format!("the format uses only {highest} of the {} arguments", values.len()),
        };
        return Err(FunctionError::for_argument(highest + 1, message));
    }
    Ok(out)
}

impl Verb<'_> {
    fn write(&self, value: &Value, out: &mut String) -> Result<(), FunctionError> {
        if value.is_null() && self.letter != 'v' {
            return Err(self.unfit("it is null, which only %v can show"));
        }
        match self.letter {
            'v' => self.write_any(value, out),
            't' => {
                let truth = value.convert(&Type::BOOL).map_err(|_| {
                    self.unfit(&format!("a bool is required, not {}", value.ty().friendly_name()))
                })?;
                out.push_str(if truth.as_bool() == Some(true) {
                    "true"
                } else {
                    "false"
                });
                Ok(())
            }
            'b' | 'd' | 'o' | 'x' | 'X' | 'e' | 'E' | 'f' | 'g' | 'G' => {
                let number = value.convert(&Type::NUMBER).map_err(|_| {
                    self.unfit(&format!(
                        "a number is required, not {}",
                        value.ty().friendly_name()
                    ))
                })?;
                match number.as_number() {
                    Some(number) => number::write(self, number, out),
                    None => Err(self.unfit("a number is required")),
                }
            }
            's' | 'q' => {
                let string = value.convert(&Type::STRING).map_err(|_| {
                    self.unfit(&format!(
                        "a string is required, not {}",
                        value.ty().friendly_name()
                    ))
                })?;
                let string = self.shortened(string.as_str().unwrap_or_default());
                if self.letter == 's' {
                    self.pad(string, out);
                } else {
                    let mut quoted = String::new();
                    push_string(string, Escapes::HTML, &mut quoted);
                    self.pad(&quoted, out);
                }
                Ok(())
            }
            other => Err(
                FunctionError::new("the format has a letter that is no verb").revealing(format!(
                    "{other:?} is not the letter of a verb, in {}",
                    place(self)
                )),
            ),
        }
    }

    fn write_any(&self, value: &Value, out: &mut String) -> Result<(), FunctionError> {
        let text = match value.kind() {
            ValueKind::String(text) if !self.sharp => text.as_str().to_owned(),
            ValueKind::Number(number) if !self.sharp => {
                number::general(number).ok_or_else(|| self.unfit("the number has too many digits"))?
            }
            _ => json::to_json(value).map_err(|error| self.unfit(&error.to_string()))?,
        };
        self.pad(&text, out);
        Ok(())
    }

    /// Cuts a string to the precision in characters; zero keeps all.
    fn shortened<'a>(&self, text: &'a str) -> &'a str {
        let most = self.precision.filter(|most| *most > 0);
        let end = most.and_then(|most| text.grapheme_indices(true).nth(most));
        end.map_or(text, |(end, _)| &text[..end])
    }

    fn pad(&self, text: &str, out: &mut String) {
        let missing = match self.width {
            0 => 0,
            width => width.saturating_sub(text.graphemes(true).count()),
        };
        let fill = if self.zero_even_on_the_right() { "0" } else { " " }.repeat(missing);
        let (before, after) = if self.minus {
            ("", fill.as_str())
        } else {
            (fill.as_str(), "")
        };
        for part in [before, text, after] {
            out.push_str(part);
        }
    }

    /// Returns whether strings are filled with zeros, even with `-`.
    fn zero_even_on_the_right(&self) -> bool {
        self.raw
            .bytes()
            .skip(1)
            .take_while(|byte| b"0#+- ".contains(byte))
            .any(|byte| byte == b'0')
    }
}
