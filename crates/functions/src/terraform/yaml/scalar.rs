//! YAML scalars: the core schema with the bools of YAML 1.1.

use hcl2_value::{Number, Type, Value};

use super::Dialect;
use crate::terraform::encoding::from_base64;
use crate::time::Timestamp;

/// Parses a scalar. `tag` is the name after `!!`, if any. An error is a clause.
pub(super) fn resolve(
    text: &str,
    is_plain: bool,
    tag: Option<&str>,
    dialect: Dialect,
) -> Result<Value, String> {
    let cannot = |what: &str| format!("the scalar is tagged as {what} but is none");
    if !is_plain && !matches!(tag, Some("binary")) && (tag.is_none() || has_hint(text)) {
        return Ok(Value::from(text));
    }
    match tag {
        None => plain(text, dialect),
        Some("str") => Ok(Value::from(text)),
        Some("binary") => match from_base64(text) {
            Ok(_) => Ok(Value::from(text)),
            Err(_) => Err(cannot("binary")),
        },
        Some("null") => Ok(Value::null(Type::DYNAMIC)),
        Some("bool") => boolean(text).map(Value::from).ok_or_else(|| cannot("a boolean")),
        Some("int" | "float") => tagged_number(text).ok_or_else(|| cannot("a number")),
        Some("timestamp") => timestamp(text).ok_or_else(|| cannot("a timestamp")),
        Some(other) => Err(format!("the tag {other:?} is not supported")),
    }
}

/// Returns whether a string starts as null, a bool, a number or a timestamp does.
fn has_hint(text: &str) -> bool {
    text.is_empty() || text.starts_with(|first: char| "+-.~yYnNtTfFoO0123456789".contains(first))
}

fn plain(text: &str, dialect: Dialect) -> Result<Value, String> {
    if let "" | "~" | "null" | "Null" | "NULL" = text {
        return Ok(Value::null(Type::DYNAMIC));
    }
    if let ".nan" | ".NaN" | ".NAN" = text {
        return Err("there is no number for .nan".to_owned());
    }
    let found = boolean(text)
        .map(Value::from)
        .or_else(|| infinity(text))
        .or_else(|| timestamp(text))
        .or_else(|| number(text));
    match found {
        None if dialect.has_old_integers => old_integer(text),
        found => Ok(found.unwrap_or_else(|| Value::from(text))),
    }
}

/// Parses an integer of YAML 1.1, which has underscores, or a sign before its prefix.
fn old_integer(text: &str) -> Result<Value, String> {
    let plain = text.replace('_', "");
    let (sign, unsigned) = plain.split_at(usize::from(plain.starts_with(['+', '-'])));
    let (base, digits) = [("0x", 16), ("0o", 8)]
        .into_iter()
        .find_map(|(prefix, base)| Some((base, unsigned.strip_prefix(prefix)?)))
        .unwrap_or((10, unsigned));
    if text.starts_with('+') && unsigned.is_empty() {
        return Err("a sign alone is not a number".to_owned());
    }
    let is_integer =
        !text.starts_with('_') && !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    let integer = is_integer.then(|| Number::from_str_radix(&format!("{sign}{digits}"), base).ok());
    Ok(integer.flatten().map_or_else(|| Value::from(text), Value::from))
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

fn infinity(text: &str) -> Option<Value> {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some(Value::from(Number::INFINITY)),
        "-.inf" | "-.Inf" | "-.INF" => Some(Value::from(Number::NEG_INFINITY)),
        _ => None,
    }
}

/// Parses a number in decimal, octal or hexadecimal digits.
fn number(text: &str) -> Option<Value> {
    let radix = |prefix: &str, base: u32| {
        let digits = text.strip_prefix(prefix)?;
        let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
        is_number
            .then(|| Number::from_str_radix(digits, base).ok())
            .flatten()
    };
    let found = radix("0o", 8)
        .or_else(|| radix("0x", 16))
        .or_else(|| is_decimal(text).then(|| Number::parse(text).ok()).flatten());
    found.map(Value::from)
}

/// Returns whether a string is a number of the core schema: a sign, digits with a point, and an exponent.
fn is_decimal(text: &str) -> bool {
    let skip_digits = |text: &'_ str| {
        text.trim_start_matches(|digit: char| digit.is_ascii_digit())
            .len()
    };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let whole = unsigned.len() - skip_digits(unsigned);
    let mut rest = &unsigned[whole..];
    let mut fraction = 0;
    if let Some(after) = rest.strip_prefix('.') {
        fraction = after.len() - skip_digits(after);
        rest = &after[fraction..];
    }
    if whole + fraction == 0 {
        return false;
    }
    match rest.strip_prefix(['e', 'E']) {
        None => rest.is_empty(),
        Some(exponent) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            !digits.is_empty() && skip_digits(digits) == 0
        }
    }
}

/// Parses a tagged number, which may also have underscores or be binary.
fn tagged_number(text: &str) -> Option<Value> {
    let plain = text.replace('_', "");
    if let Ok(number) = Number::parse(&plain) {
        return Some(Value::from(number));
    }
    let (sign, unsigned) = match plain.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let (prefix, digits) = unsigned.split_at_checked(2)?;
    let base = match prefix {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    Number::from_str_radix(&format!("{sign}{digits}"), base)
        .ok()
        .map(Value::from)
}

/// Parses a date, or a date and a time, into a timestamp without fractions of a second.
fn timestamp(text: &str) -> Option<Value> {
    let is_date = |byte: (usize, u8)| match byte.0 {
        4 => byte.1 == b'-',
        _ => byte.1.is_ascii_digit(),
    };
    if text.len() < 8 || !text.bytes().enumerate().take(5).all(is_date) {
        return None;
    }
    let (date, time) = match text.find(['T', 't', ' ']) {
        Some(at) => (&text[..at], Some((&text[at..=at], &text[at + 1..]))),
        None => (text, None),
    };
    let date = padded(date, '-')?;
    let (clock, offset) = match time {
        None => ("00:00:00".to_owned(), "Z"),
        Some((" ", clock)) => (padded(whole_seconds(clock)?, ':')?, "Z"),
        Some((_, rest)) => {
            let at = rest.find(['Z', '+', '-'])?;
            (padded(whole_seconds(&rest[..at])?, ':')?, &rest[at..])
        }
    };
    let read = Timestamp::parse(&format!("{date}T{clock}{offset}")).ok()?;
    Some(Value::from(read.to_string()))
}

/// Parses a time without fractions of a second.
fn whole_seconds(clock: &str) -> Option<&str> {
    match clock.split_once('.') {
        None => Some(clock),
        Some((seconds, fraction)) => {
            let is_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
            is_fraction.then_some(seconds)
        }
    }
}

/// Parses three numbers with at least two digits each.
fn padded(text: &str, separator: char) -> Option<String> {
    let parts: Vec<String> = text
        .split(separator)
        .map(|part| {
            if part.len() == 1 {
                format!("0{part}")
            } else {
                part.to_owned()
            }
        })
        .collect();
    (parts.len() == 3).then(|| parts.join(&separator.to_string()))
}
