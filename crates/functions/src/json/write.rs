//! Values as JSON text.

use hcl2_value::{Number, Str, Value, ValueKind};

/// The most decimal digits of a number in JSON text.
const MOST_DIGITS: usize = 100_000;

/// The longest JSON text, in bytes.
const LONGEST: usize = 64 << 20;

enum Step<'a> {
    Value(&'a Value),
    Key(&'a Str),
    Punctuation(char),
}

/// Writes a wholly known value without marks, without recursion. An error says in a clause what has no JSON form.
pub(crate) fn to_json(value: &Value) -> Result<String, String> {
    let mut json = String::new();
    let mut steps = vec![Step::Value(value)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Punctuation(character) => json.push(character),
            Step::Key(key) => {
                write_json_string(key, &mut json);
                json.push(':');
            }
            Step::Value(value) => write_value(value, &mut json, &mut steps)?,
        }
        if json.len() > LONGEST {
            return Err("the JSON text would be longer than 64 MiB".to_owned());
        }
    }
    Ok(json)
}

fn write_value<'a>(value: &'a Value, json: &mut String, steps: &mut Vec<Step<'a>>) -> Result<(), String> {
    match value.kind() {
        ValueKind::Null => json.push_str("null"),
        ValueKind::Bool(truth) => json.push_str(if truth { "true" } else { "false" }),
        ValueKind::Number(number) => write_number(number, json)?,
        ValueKind::String(text) => write_json_string(text, json),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            json.push('[');
            steps.push(Step::Punctuation(']'));
            for (index, item) in items.iter().enumerate().rev() {
                steps.push(Step::Value(item));
                if index > 0 {
                    steps.push(Step::Punctuation(','));
                }
            }
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            json.push('{');
            steps.push(Step::Punctuation('}'));
            for (index, (key, item)) in fields.iter().enumerate().rev() {
                steps.push(Step::Value(item));
                steps.push(Step::Key(key));
                if index > 0 {
                    steps.push(Step::Punctuation(','));
                }
            }
        }
        ValueKind::Capsule(capsule) => {
            return Err(format!(
                "a value of type {} has no JSON form",
                capsule.ty().name()
            ));
        }
        ValueKind::Unknown | ValueKind::Marked(..) => {
            return Err("only known values without marks have a JSON form".to_owned());
        }
    }
    Ok(())
}

fn write_number(number: &Number, json: &mut String) -> Result<(), String> {
    if number.is_infinite() {
        return Err("an infinity has no JSON form".to_owned());
    }
    json.push_str(&number_text(number)?);
    Ok(())
}

/// A number in decimal digits, as many of them as a text may have.
pub(crate) fn number_text(number: &Number) -> Result<String, String> {
    number
        .to_string_limited(MOST_DIGITS)
        .map_err(|error| error.to_string())
}

/// Writes a string as JSON at the end of a text: in quotes, and escaped so that it can stand in HTML.
///
/// # Examples
///
/// ```
/// let mut json = String::from("[");
/// hcl2_functions::write_json_string("<a>", &mut json);
/// assert_eq!(json, r#"["\u003ca\u003e""#);
/// ```
pub fn write_json_string(text: &str, json: &mut String) {
    json.push('"');
    let mut written = 0;
    for (at, character) in text.char_indices() {
        let escape = match character {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => "",
            _ => continue,
        };
        json.push_str(&text[written..at]);
        written = at + character.len_utf8();
        if escape.is_empty() {
            json.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            json.push_str(escape);
        }
    }
    json.push_str(&text[written..]);
    json.push('"');
}
