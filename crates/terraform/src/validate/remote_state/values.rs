//! Rules for the values in the configuration of a backend.

use hcl2_diagnostics::{Diagnostic, SourceMap, codes::terraform as codes};
use hcl2_json::parse_tree;
use hcl2_value::{Type, Value};

use super::capital;
use crate::table::{Backend, Nested, Rule};

/// Returns the first problem of the values of a configuration whose form is right.
pub(super) fn problem(backend: &Backend, what: &str, config: &Value) -> Option<Diagnostic> {
    let value = |name: &str| config.get(name).filter(|value| !value.is_null());
    let of_rule = |(name, rule): &(&str, Rule)| {
        let (wanted, found) = unmet(*rule, value(name)?)?;
        let detail = format!("Expected {wanted} for `{name}`, found {found}.");
        Some(Diagnostic::error(codes::INVALID_VALUE, "Invalid value").with_detail(detail))
    };
    let of_excluding = |(names, is_needed): &(&[&str], bool)| {
        let is_set = |name: &&&str| {
            let mut parts = name.split('.');
            let found = parts.try_fold(config, |value, part| value.get(part));
            found.is_some_and(|value| !value.is_null())
        };
        let set = names.iter().filter(is_set).count();
        if set == 1 || set == 0 && !is_needed {
            return None;
        }
        let wanted = if *is_needed {
            "needs one"
        } else {
            "has at most one"
        };
        let detail = format!(
            "{} {wanted} of the arguments `{}`, found {set}.",
            capital(what),
            names.join("`, `")
        );
        Some(
            Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Arguments that exclude each other")
                .with_detail(detail),
        )
    };
    let none = Value::object::<&str>([]);
    let of_nested = |(name, nested): &(&str, Nested)| {
        let what = format!("the argument `{name}`");
        match (nested, value(name)) {
            (Nested::Block(inner), None) => problem(inner, &what, &none),
            (Nested::Block(inner) | Nested::Object(inner), Some(value)) => problem(inner, &what, value),
            (Nested::Listed(inner), Some(value)) => {
                let mut all = value.iter_elements()?;
                all.find_map(|(_, one)| problem(inner, &what, &one))
            }
            _ => None,
        }
    };
    let mut rules = backend.rules.iter();
    let mut exclusive = backend.exclusive.iter();
    rules
        .find_map(of_rule)
        .or_else(|| exclusive.find_map(of_excluding))
        .or_else(|| backend.others.iter().find_map(of_nested))
}

/// Returns what a rule expects and what there is instead.
fn unmet(rule: Rule, value: &Value) -> Option<(String, String)> {
    let wanted = match rule {
        Rule::ResourceNames(prefix) => {
            let mut all = value.iter_elements()?;
            return all.find_map(|(_, one)| unmet(Rule::ResourceName(prefix), &one));
        }
        Rule::Between(least, most) => {
            let number = value.convert(&Type::NUMBER).ok()?;
            let (number, _) = number.as_number()?.to_f64();
            if (f64::from(least)..=f64::from(most)).contains(&number) {
                return None;
            }
            return Some((format!("a number from {least} to {most}"), number.to_string()));
        }
        _ => of_text(rule, value.as_str()?)?,
    };
    Some((wanted, format!("{:?}", value.as_str()?)))
}

/// Returns what a rule expects of a string that does not satisfy it.
fn of_text(rule: Rule, text: &str) -> Option<String> {
    let is_met = match rule {
        Rule::NotEmpty => !text.trim().is_empty(),
        Rule::NoSlashes => !text.starts_with('/') && !text.ends_with('/'),
        Rule::NoEmptyParts => !text.contains("//"),
        Rule::Relative => !text.starts_with('/') && !text.starts_with("./"),
        Rule::OneOf(all) => all.contains(&text),
        Rule::Length(least, most) => (least..=most).contains(&text.len()),
        Rule::Characters(more) => text.chars().all(|character| {
            character.is_ascii_alphanumeric() || character == '_' || more.contains(character)
        }),
        Rule::Duration => seconds(text).is_some_and(|seconds| (900.0..=43_200.0).contains(&seconds)),
        Rule::JsonObject => {
            let source = SourceMap::new().add("document", text);
            text.trim_start().starts_with('{') && source.is_ok_and(|source| !parse_tree(&source).has_errors())
        }
        Rule::Url => text
            .split_once("://")
            .is_some_and(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty() && !rest.starts_with('/')),
        Rule::ResourceName(prefix) => resource(text).is_some_and(|resource| resource.starts_with(prefix)),
        Rule::Key => match resource(text) {
            Some(resource) => is_alias(resource) || resource.strip_prefix("key/").is_some_and(is_key),
            None => !text.starts_with("arn:") && (is_key(text) || is_alias(text)),
        },
        Rule::ResourceNames(_) | Rule::Between(..) => true,
    };
    if is_met {
        return None;
    }
    Some(match rule {
        Rule::NotEmpty => "more than spaces".to_owned(),
        Rule::NoSlashes => "no slash at either end".to_owned(),
        Rule::NoEmptyParts => "a single slash between parts".to_owned(),
        Rule::Relative => "neither `/` nor `./` at the start".to_owned(),
        Rule::OneOf(all) => {
            let quoted: Vec<String> = all.iter().map(|one| format!("{one:?}")).collect();
            format!("one of {}", quoted.join(", "))
        }
        Rule::Length(least, most) => format!("from {least} to {most} characters"),
        Rule::Characters(more) => format!("only letters, digits, underscores and any of `{more}`"),
        Rule::Duration => "a duration from \"15m\" to \"12h\"".to_owned(),
        Rule::JsonObject => "a JSON object".to_owned(),
        Rule::Url => "a URL with a scheme and a host".to_owned(),
        Rule::Key => "the ID, alias or name of a key".to_owned(),
        Rule::ResourceName(prefix) | Rule::ResourceNames(prefix) => {
            format!("the name of a resource such as `arn:aws:iam::123456789012:{prefix}name`")
        }
        Rule::Between(least, most) => format!("a number from {least} to {most}"),
    })
}

/// Returns the last part of the name of a resource of Amazon.
fn resource(name: &str) -> Option<&str> {
    let parts: Vec<&str> = name.splitn(6, ':').collect();
    match parts.as_slice() {
        ["arn", _, _, _, _, resource] => Some(resource),
        _ => None,
    }
}

fn is_alias(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"/_-".contains(&byte);
    text.strip_prefix("alias/")
        .is_some_and(|name| !name.is_empty() && name.bytes().all(is_part))
}

/// Returns whether a string is the ID of a key: a UUID, or `mrk-` and 32 hexadecimal digits.
fn is_key(text: &str) -> bool {
    let is_hex = |text: &str, length: usize| {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        text.len() == length && text.bytes().all(is_digit)
    };
    if let Some(digits) = text.strip_prefix("mrk-") {
        return is_hex(digits, 32);
    }
    let parts: Vec<&str> = text.split('-').collect();
    parts.len() == 5
        && parts
            .iter()
            .zip([8, 4, 4, 4, 12])
            .all(|(part, length)| is_hex(part, length))
}

/// Returns the seconds of a duration in Go's notation, such as `1h30m`.
fn seconds(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 8] = [
        ("ns", 1e-9),
        ("us", 1e-6),
        ("\u{b5}s", 1e-6),
        ("\u{3bc}s", 1e-6),
        ("ms", 1e-3),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3_600.0),
    ];
    let mut rest = text.strip_prefix('+').unwrap_or(text);
    let mut total = 0.0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|character: char| !character.is_ascii_digit() && character != '.')?;
        let number: f64 = rest[..end].parse().ok()?;
        let (unit, factor) = UNITS.iter().find(|(unit, _)| rest[end..].starts_with(unit))?;
        total += number * factor;
        rest = &rest[end + unit.len()..];
    }
    Some(total)
}
