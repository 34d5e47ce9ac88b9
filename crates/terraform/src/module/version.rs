//! Version constraints.

use std::collections::BTreeMap;

/// The operators, longer ones first.
const OPERATORS: &[&str] = &["~>", ">=", "<=", "!=", "=", ">", "<"];

/// Checks a constraint; the error is the start of a sentence.
pub(super) fn check_constraint(text: &str) -> Result<(), String> {
    for part in text.split(',') {
        let part = part.trim();
        let version = OPERATORS
            .iter()
            .find_map(|operator| part.strip_prefix(operator))
            .unwrap_or(part)
            .trim();
        if !is_version(version) {
            return Err(if version.is_empty() {
                format!("Missing version in {part:?}")
            } else {
                format!("{version:?} is not a version")
            });
        }
    }
    Ok(())
}

/// Returns whether `text` consists of version constraints, separated by commas; a version alone is one.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::is_constraint;
///
/// assert_eq!(["~> 2.1, != 2.3", "2", "latest", ""].map(is_constraint), [true, true, false, false]);
/// ```
#[must_use]
pub fn is_constraint(text: &str) -> bool {
    check_constraint(text).is_ok()
}

/// Returns whether a valid constraint names a prerelease.
pub(super) fn names_prerelease(text: &str) -> bool {
    check_constraint(text).is_ok()
        && text.split(',').any(|part| {
            part.split('+')
                .next()
                .is_some_and(|version| version.contains('-'))
        })
}

/// Returns whether some release `1.minor` satisfies a valid constraint.
pub(super) fn allows(text: &str, minor: u16) -> bool {
    (0..=MAX_PATCH).any(|patch| {
        let version = [1, u64::from(minor), patch];
        text.split(',').all(|part| holds(part.trim(), version))
    })
}

/// Returns whether a version satisfies constraints. A prerelease satisfies only constraints that name it, and nothing is known
/// of invalid constraints or versions.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::allows_version;
///
/// let allows = |version| allows_version("~> 2.1, != 2.3.0", version);
/// assert_eq!(["2.4.1", "2.3.0", "2.0.9", "3.0.0", "2.4.1-rc1"].map(allows), [true, false, false, false, false]);
/// assert!(allows_version("2.4.1-rc1", "2.4.1-rc1"));
/// ```
#[must_use]
pub fn allows_version(constraints: &str, version: &str) -> bool {
    if check_constraint(constraints).is_err() || !is_version(version) {
        return true;
    }
    let (release, _) = version.split_once('+').unwrap_or((version, ""));
    let (numbers, prerelease) = release.split_once('-').unwrap_or((release, ""));
    let mut numbers = numbers
        .trim_start_matches('v')
        .split('.')
        .map(|number| number.parse().unwrap_or(u64::MAX));
    let numbers = [(); 3].map(|()| numbers.next().unwrap_or(0));
    constraints.split(',').all(|part| {
        let is_named = prerelease.is_empty() || part.contains(release);
        is_named && holds(part.trim(), numbers)
    })
}

/// Returns whether a string is a single version of three numbers.
pub(super) fn is_exact_version(text: &str) -> bool {
    is_version(text)
        && text
            .split(['-', '+'])
            .next()
            .is_some_and(|numbers| numbers.split('.').count() == 3)
}

/// Returns whether a version is written with three numbers without leading zeros.
pub(super) fn is_normal_version(text: &str) -> bool {
    let numbers = text.split(['-', '+']).next().unwrap_or_default();
    let is_number = |part: &str| part.parse().is_ok_and(|number: u64| number.to_string() == part);
    is_exact_version(text) && numbers.split('.').all(is_number)
}

/// Returns constraints as the product writes them: in the order of their versions, without duplicates, with one space after
/// each operator and comma. Versions have three numbers; after `~>`, they have two unless three are given.
#[must_use]
pub fn normal_constraint(text: &str) -> String {
    let parts: BTreeMap<_, _> = text.split(',').map(normal_part).collect();
    let parts: Vec<String> = parts.into_values().collect();
    parts.join(", ")
}

/// The operators of constraints with the same version in their order; `~>` is that with three numbers, and `~> ` the other one.
const OPERATOR_ORDER: &[&str] = &[">", ">=", "", "~>", "~> ", "<=", "<", "!="];

/// Returns what one constraint is sorted by, and its normal form.
fn normal_part(part: &str) -> ((impl Ord + use<>, usize), String) {
    let part = part.trim();
    let operator = OPERATORS.iter().find(|operator| part.starts_with(**operator));
    let version = operator.map_or(part, |operator| &part[operator.len()..]).trim();
    let (version, metadata) = version.split_once('+').unwrap_or((version, ""));
    let (version, prerelease) = version.split_once('-').unwrap_or((version, ""));
    let given: Vec<u64> = version
        .trim_start_matches('v')
        .split('.')
        .map(|number| number.parse().unwrap_or(u64::MAX))
        .collect();
    let number = |index: usize| given.get(index).copied().unwrap_or(0);
    let numbers = [number(0), number(1), number(2)];
    let operator = match operator.copied().unwrap_or_default() {
        "=" => "",
        "~>" if given.len() < 3 => "~> ",
        operator => operator,
    };
    let shown = if operator == "~> " { 2 } else { 3 };
    let mut text = numbers[..shown]
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(".");
    for (mark, words) in [('-', prerelease), ('+', metadata)] {
        if !words.is_empty() {
            text.push(mark);
            text.push_str(words);
        }
    }
    if !operator.is_empty() {
        text = format!("{} {text}", operator.trim());
    }
    // A release is later than its prereleases.
    let version = (
        numbers,
        prerelease.is_empty(),
        words_order(prerelease),
        words_order(metadata),
    );
    let operator = OPERATOR_ORDER.iter().position(|other| *other == operator);
    ((version, operator.unwrap_or(0)), text)
}

/// Returns what the words of a prerelease are sorted by: numbers come first.
fn words_order(words: &str) -> Vec<(bool, usize, String)> {
    let words = words.split('.').filter(|word| !word.is_empty());
    words
        .map(|word| {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            (
                !is_number,
                if is_number { word.len() } else { 0 },
                word.to_owned(),
            )
        })
        .collect()
}

/// No minor version has more patch releases.
const MAX_PATCH: u64 = 50;

/// Returns whether a version satisfies one operator with a version.
fn holds(part: &str, version: [u64; 3]) -> bool {
    let operator = OPERATORS.iter().find(|operator| part.starts_with(**operator));
    let text = operator.map_or(part, |operator| &part[operator.len()..]).trim();
    let text = text.strip_prefix('v').unwrap_or(text);
    let numbers = text.split(['-', '+']).next().unwrap_or_default();
    let given: Vec<u64> = numbers
        .split('.')
        .map(|number| number.parse().unwrap_or(u64::MAX))
        .collect();
    let part_at = |index: usize| given.get(index).copied().unwrap_or(0);
    let wanted = [part_at(0), part_at(1), part_at(2)];
    match operator.copied() {
        Some(">=") => version >= wanted,
        Some("<=") => version <= wanted,
        Some(">") => version > wanted,
        Some("<") => version < wanted,
        Some("!=") => version != wanted,
        // All but the last of the given numbers are fixed.
        Some("~>") => {
            let fixed = given.len().saturating_sub(1).min(2);
            version >= wanted && version[..fixed] == wanted[..fixed]
        }
        _ => version == wanted,
    }
}

/// Returns whether `text` consists of numbers separated by dots, and words separated by dots after `-` and `+`.
fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (text, metadata) = match text.split_once('+') {
        Some((text, metadata)) => (text, Some(metadata)),
        None => (text, None),
    };
    let (numbers, prerelease) = match text.split_once('-') {
        Some((numbers, prerelease)) => (numbers, Some(prerelease)),
        None => (text, None),
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_words = |text: &str| {
        text.split('.').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'~'))
        })
    };
    numbers.split('.').all(is_number) && prerelease.is_none_or(is_words) && metadata.is_none_or(is_words)
}
