//! Values as JSON text.

use std::fmt::Write;

use hcl2_value::{Number, Str, Value, ValueKind};

/// The most decimal digits of a number in JSON text.
const MAX_DIGITS: usize = 100_000;

/// The longest JSON text, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// An array or object of which the end has not been written.
struct Open<'a> {
    /// The keys of the items, where it is an object.
    keys: Option<&'a [Str]>,
    items: &'a [Value],
    /// The index of the item that comes next.
    next: usize,
}

/// Writes a wholly known value without marks, without recursion. An error says in a clause what has no JSON form.
pub(crate) fn to_json(value: &Value) -> Result<String, String> {
    let mut json = String::new();
    let mut levels: Vec<Open<'_>> = Vec::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            levels.extend(write_value(value, &mut json)?);
            if json.len() > MAX_BYTES {
                return Err("the JSON text would be longer than 64 MiB".to_owned());
            }
        }
        let Some(level) = levels.last_mut() else {
            return Ok(json);
        };
        let index = level.next;
        next = level.items.get(index);
        if next.is_none() {
            json.push(if level.keys.is_some() { '}' } else { ']' });
            levels.pop();
            continue;
        }
        level.next += 1;
        if index > 0 {
            json.push(',');
        }
        if let Some(key) = level.keys.and_then(|keys| keys.get(index)) {
            write_json_string(key, &mut json);
            json.push(':');
        }
    }
}

/// Writes a value, or the start of one that has parts.
fn write_value<'a>(value: &'a Value, json: &mut String) -> Result<Option<Open<'a>>, String> {
    match value.kind() {
        ValueKind::Null => json.push_str("null"),
        ValueKind::Bool(truth) => json.push_str(if truth { "true" } else { "false" }),
        ValueKind::Number(number) => write_number(number, json)?,
        ValueKind::String(text) => write_json_string(text, json),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            json.push('[');
            return Ok(Some(Open {
                keys: None,
                items,
                next: 0,
            }));
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            json.push('{');
            return Ok(Some(Open {
                keys: Some(fields.keys()),
                items: fields.values(),
                next: 0,
            }));
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
    Ok(None)
}

fn write_number(number: &Number, json: &mut String) -> Result<(), String> {
    if number.is_infinite() {
        return Err("an infinity has no JSON form".to_owned());
    }
    if let Ok(whole) = i64::try_from(number)
        && (whole != 0 || !number.is_negative())
    {
        // The error of `String`'s writer is never made.
        let _ = write!(json, "{whole}");
        return Ok(());
    }
    json.push_str(&number_text(number)?);
    Ok(())
}

/// A number in decimal digits, as many of them as a text may have.
pub(crate) fn number_text(number: &Number) -> Result<String, String> {
    number
        .to_string_limited(MAX_DIGITS)
        .map_err(|error| error.to_string())
}

/// The bytes that a character with an escape may start with.
const MAY_NEED_ESCAPE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = true;
        byte += 1;
    }
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table[b'<' as usize] = true;
    table[b'>' as usize] = true;
    table[b'&' as usize] = true;
    // The separators of lines and paragraphs, and others that need none.
    table[0xe2] = true;
    table
};

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
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !MAY_NEED_ESCAPE[usize::from(*byte)] {
            at += 1;
            continue;
        }
        let Some(character) = text[at..].chars().next() else {
            break;
        };
        let end = at + character.len_utf8();
        let escape = match character {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => "",
            _ => {
                at = end;
                continue;
            }
        };
        json.push_str(&text[written..at]);
        (written, at) = (end, end);
        if escape.is_empty() {
            // The error of `String`'s writer is never made.
            let _ = write!(json, "\\u{:04x}", u32::from(character));
        } else {
            json.push_str(escape);
        }
    }
    json.push_str(&text[written..]);
    json.push('"');
}
