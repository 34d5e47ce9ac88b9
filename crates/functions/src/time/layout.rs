//! The layouts of `formatdate`.

use hcl2_value::FunctionError;

use super::timestamp::{Timestamp, offset_text, padded_year};
use crate::support::quoted;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// Formats a timestamp by a layout.
pub(super) fn format(layout: &str, time: &Timestamp) -> Result<String, FunctionError> {
    let mut out = String::new();
    let mut rest = layout;
    while let Some(first) = rest.chars().next() {
        let end = if first == '\'' {
            quoted_end(rest)
        } else if first.is_ascii_alphabetic() {
            rest.find(|character| character != first).unwrap_or(rest.len())
        } else {
            rest.find(|character: char| character == '\'' || character.is_ascii_alphabetic())
                .unwrap_or(rest.len())
        };
        let (token, after) = rest.split_at(end);
        if first == '\'' {
            write_quoted(token, &mut out)?;
        } else if first.is_ascii_alphabetic() {
            out.push_str(&part(token, time)?);
        } else {
            out.push_str(token);
        }
        rest = after;
    }
    Ok(out)
}

/// Returns the end of the quoted string at the start of a layout: after its closing quote, which is not doubled.
fn quoted_end(text: &str) -> usize {
    if text.starts_with("''") {
        return 2;
    }
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        if bytes[at] == b'\'' {
            if bytes.get(at + 1) != Some(&b'\'') {
                return at + 1;
            }
            at += 1;
        }
        at += 1;
    }
    text.len()
}

fn write_quoted(token: &str, out: &mut String) -> Result<(), FunctionError> {
    if token == "''" {
        out.push('\'');
        return Ok(());
    }
    let inside = token.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let Some(inside) = inside else {
        return Err(FunctionError::new(
            "the layout has a single quote without a closing one; write two for a quote itself",
        ));
    };
    let mut characters = inside.chars();
    while let Some(character) = characters.next() {
        out.push(character);
        if character == '\'' {
            characters.next();
        }
    }
    Ok(())
}

/// Returns the part that a run of one letter stands for.
fn part(letters: &str, time: &Timestamp) -> Result<String, FunctionError> {
    let parts = time.parts();
    let short = |name: &str| name.get(..3).unwrap_or(name).to_owned();
    let month = || MONTHS.get(parts.month - 1).copied().unwrap_or_default();
    let weekday = || WEEKDAYS.get(parts.weekday).copied().unwrap_or_default();
    let hour_of_twelve = match parts.hour % 12 {
        0 => 12,
        hour => hour,
    };
    let is_morning = parts.hour < 12;
    let or_utc = |name: &str, otherwise: String| {
        if time.offset == 0 {
            name.to_owned()
        } else {
            otherwise
        }
    };
    Ok(match letters {
        "YY" => format!("{:02}", parts.year % 100),
        "YYYY" => padded_year(parts.year),
        "M" => parts.month.to_string(),
        "MM" => format!("{:02}", parts.month),
        "MMM" => short(month()),
        "MMMM" => month().to_owned(),
        "D" => parts.day.to_string(),
        "DD" => format!("{:02}", parts.day),
        "EEE" => short(weekday()),
        "EEEE" => weekday().to_owned(),
        "h" => parts.hour.to_string(),
        "hh" => format!("{:02}", parts.hour),
        "H" => hour_of_twelve.to_string(),
        "HH" => format!("{hour_of_twelve:02}"),
        "AA" => if is_morning { "AM" } else { "PM" }.to_owned(),
        "aa" => if is_morning { "am" } else { "pm" }.to_owned(),
        "m" => parts.minute.to_string(),
        "mm" => format!("{:02}", parts.minute),
        "s" => parts.second.to_string(),
        "ss" => format!("{:02}", parts.second),
        "Z" => or_utc("Z", offset_text(time.offset, ":")),
        "ZZZ" => or_utc("UTC", offset_text(time.offset, "")),
        "ZZZZ" => offset_text(time.offset, ""),
        "ZZZZZ" => offset_text(time.offset, ":"),
        _ => return Err(unknown_letters(letters)),
    })
}

fn unknown_letters(letters: &str) -> FunctionError {
    let known = match letters.chars().next() {
        Some('Y') => "the year is YY or YYYY",
        Some('M') => "the month is M, MM, MMM or MMMM",
        Some('D') => "the day of the month is D or DD",
        Some('E') => "the day of the week is EEE or EEEE",
        Some('h') => "the hour from 0 to 23 is h or hh",
        Some('H') => "the hour from 1 to 12 is H or HH",
        Some('A') => "AM or PM is AA",
        Some('a') => "am or pm is aa",
        Some('m') => "the minute is m or mm",
        Some('s') => "the second is s or ss",
        Some('Z') => "the offset from UTC is Z, ZZZ, ZZZZ or ZZZZZ",
        _ => "letters that stand for themselves must be in single quotes",
    };
    FunctionError::new(format!("the layout has letters that stand for nothing: {known}")).revealing(format!(
        "{} stands for nothing in the layout: {known}",
        quoted(letters)
    ))
}
