//! Semantic versions and constraints on them, for `semvercmp`.

use std::cmp::Ordering;

use hcl2_value::{Function, FunctionError, Parameter, Type};

/// Returns the function that decides whether a version satisfies a constraint.
pub(super) fn semvercmp() -> Function {
    Function::new("semvercmp", |arguments, _| {
        let text = |position: usize| arguments[position].as_str().unwrap_or_default();
        let version = Version::parse(text(0)).filter(|version| version.parts > 0 && !version.has_wildcard);
        let version = version.ok_or_else(|| FunctionError::for_argument(0, "expected a semantic version"))?;
        let allowed = satisfies(&version, text(1));
        let allowed =
            allowed.ok_or_else(|| FunctionError::for_argument(1, "expected a constraint on versions"))?;
        Ok(allowed.into())
    })
    .parameter(Parameter::new("version", Type::STRING))
    .parameter(Parameter::new("constraint", Type::STRING))
    .returns(Type::BOOL)
}

/// A version, possibly of fewer than three parts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Version {
    numbers: [u64; 3],
    /// How many numbers are written.
    parts: usize,
    has_wildcard: bool,
    before_release: String,
}

impl Version {
    fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
        let text = text.split_once('+').map_or(text, |(text, _)| text);
        let (numbers, before_release) = text.split_once('-').unwrap_or((text, ""));
        let mut version = Self {
            numbers: [0; 3],
            parts: 0,
            has_wildcard: false,
            before_release: before_release.to_owned(),
        };
        for part in numbers.split('.') {
            if ["x", "X", "*"].contains(&part) {
                version.has_wildcard = true;
                continue;
            }
            if version.has_wildcard || part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            *version.numbers.get_mut(version.parts)? = part.parse().ok()?;
            version.parts += 1;
        }
        Some(version)
    }

    /// Returns the first version after all that start with as many numbers as a position says.
    fn next_after(&self, position: usize) -> [u64; 3] {
        let mut next = [0; 3];
        next[..=position].copy_from_slice(&self.numbers[..=position]);
        next[position] = next[position].saturating_add(1);
        next
    }

    fn order(&self, other: &Self) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| {
            match (self.before_release.is_empty(), other.before_release.is_empty()) {
                (true, true) => Ordering::Equal,
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => identifiers(&self.before_release, &other.before_release),
            }
        })
    }
}

fn identifiers(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) => match (a.parse::<u64>(), b.parse::<u64>()) {
                (Ok(a), Ok(b)) => a.cmp(&b),
                (Ok(_), Err(_)) => Ordering::Less,
                (Err(_), Ok(_)) => Ordering::Greater,
                (Err(_), Err(_)) => a.cmp(b),
            },
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Returns whether a version satisfies a constraint: alternatives with `||` between them, each of which is a list of bounds.
fn satisfies(version: &Version, constraint: &str) -> Option<bool> {
    let mut is_allowed = false;
    for alternative in constraint.split("||") {
        let alternative = alternative.trim();
        let mut all = true;
        if let Some((low, high)) = alternative.split_once(" - ") {
            all = bound(version, ">=", low.trim())? && bound(version, "<=", high.trim())?;
        } else {
            let spaced = alternative.replace(',', " ");
            let mut words = spaced.split_whitespace().peekable();
            words.peek()?;
            while let Some(word) = words.next() {
                let end = word
                    .find(|character: char| !"=!<>~^".contains(character))
                    .unwrap_or(word.len());
                let (operator, rest) = word.split_at(end);
                let operand = if rest.is_empty() { words.next()? } else { rest };
                all &= bound(version, operator, operand)?;
            }
        }
        is_allowed |= all;
    }
    Some(is_allowed)
}

/// Returns whether a version is within one bound.
fn bound(version: &Version, operator: &str, operand: &str) -> Option<bool> {
    let wanted = Version::parse(operand)?;
    // A version before a release satisfies only bounds that name one.
    let is_hidden = !version.before_release.is_empty() && wanted.before_release.is_empty();
    let is_partial = wanted.parts < 3;
    let order = version.order(&wanted);
    let within = |next: [u64; 3]| order != Ordering::Less && version.numbers < next;
    let starts = || wanted.parts == 0 || within(wanted.next_after(wanted.parts - 1));
    Some(match operator {
        "" | "=" if is_partial => !is_hidden && starts(),
        "" | "=" => !is_hidden && order == Ordering::Equal,
        "!=" if is_partial => !is_hidden && !starts(),
        "!=" => order != Ordering::Equal,
        ">" if is_partial && wanted.parts > 0 => {
            !is_hidden && version.numbers >= wanted.next_after(wanted.parts - 1)
        }
        ">" => !is_hidden && order == Ordering::Greater,
        "<" => !is_hidden && order == Ordering::Less,
        ">=" | "=>" => !is_hidden && order != Ordering::Less,
        "<=" | "=<" if is_partial => {
            !is_hidden && (wanted.parts == 0 || version.numbers < wanted.next_after(wanted.parts - 1))
        }
        "<=" | "=<" => !is_hidden && order != Ordering::Greater,
        "~" | "~>" => {
            !is_hidden && (wanted.parts == 0 || within(wanted.next_after((wanted.parts - 1).min(1))))
        }
        "^" => {
            // The first number that is not 0 stays as it is.
            let first = wanted.numbers[..wanted.parts]
                .iter()
                .position(|number| *number != 0);
            let kept = first.unwrap_or(wanted.parts.saturating_sub(1));
            !is_hidden && (wanted.parts == 0 || within(wanted.next_after(kept)))
        }
        _ => return None,
    })
}
