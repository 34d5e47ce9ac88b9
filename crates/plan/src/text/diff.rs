//! The differences between two values as lines: what comes, goes and changes, with long parts folded.

use std::collections::{BTreeSet, HashSet};

use hcl2_functions::terraform::sensitive_mark;
use hcl2_value::{Value, ValueKind};

use super::{SENSITIVE, label, shown};

/// The number of elements of one collection that are shown.
const MAX_ELEMENTS: usize = 20;
/// The number of characters of a value that are shown.
const MAX_CHARACTERS: usize = 200;
/// The number of characters before the first difference of two long strings that are shown.
const CHARACTERS_BEFORE: usize = 20;
/// The maximum width of names that are aligned.
const MAX_WIDTH: usize = 40;
/// The spaces between the lines of a value and those of its parts.
pub(super) const STEP: usize = 4;

/// A value before and after the change, if there is one.
type Pair<'v> = (Option<&'v Value>, Option<&'v Value>);

/// A part of a value.
struct Part<'v> {
    /// The attribute name or the key; `None` for an element.
    name: Option<String>,
    values: Pair<'v>,
    /// What is written after the value.
    note: &'static str,
}

/// Lines of differences.
pub(super) struct Diff {
    pub(super) text: String,
}

impl Diff {
    /// Draws the attributes of an object that differ. `replaces` are the names of those that force a replacement.
    pub(super) fn attributes(
        &mut self,
        indent: usize,
        before: Option<&Value>,
        after: Option<&Value>,
        replaces: &BTreeSet<&str>,
    ) {
        let before = before.map(|value| value.unmark().0);
        let after = after.map(|value| value.unmark().0);
        let (mut parts, unchanged) = differing((before.as_ref(), after.as_ref()));
        for part in &mut parts {
            if part.name.as_deref().is_some_and(|name| replaces.contains(name)) {
                part.note = " # forces replacement";
            }
        }
        self.parts(indent, &parts, unchanged, ("attribute", usize::MAX));
    }

    /// Draws one value with a name.
    pub(super) fn named(&mut self, indent: usize, name: &str, before: Option<&Value>, after: Option<&Value>) {
        let part = Part {
            name: Some(name.to_owned()),
            values: (before, after),
            note: "",
        };
        self.part(indent, &part, 0);
    }

    /// Writes a line that belongs to no difference.
    pub(super) fn line(&mut self, line: &str) {
        self.text.extend([line, "\n"]);
    }

    /// Draws parts of a value: at most a number of what they are called.
    fn parts(&mut self, indent: usize, parts: &[Part<'_>], unchanged: usize, (what, at_most): (&str, usize)) {
        let shown = &parts[..parts.len().min(at_most)];
        let names = shown.iter().filter_map(|part| part.name.as_ref());
        let widths = names.map(|name| name.chars().count());
        let width = widths.filter(|width| *width <= MAX_WIDTH).max().unwrap_or(0);
        for part in shown {
            self.part(indent, part, width);
        }
        let more = parts.len() - shown.len();
        if more > 0 {
            self.marked(indent, "#", &[&more.to_string(), " more ", what, plural(more)]);
        }
        if unchanged > 0 {
            self.marked(
                indent,
                "#",
                &[&unchanged.to_string(), " unchanged ", what, plural(unchanged)],
            );
        }
    }

    fn part(&mut self, indent: usize, part: &Part<'_>, width: usize) {
        let name = part.name.as_deref().unwrap_or_default();
        let padding = " ".repeat(width.saturating_sub(name.chars().count()));
        let equals = if part.name.is_some() { " = " } else { "" };
        let padding = if part.name.is_some() { padding.as_str() } else { "" };
        let (before, after) = part.values;
        let end = if part.name.is_none() { "," } else { "" };
        let note = part.note;
        let symbol = match part.values {
            (None, _) => "+",
            (_, None) => "-",
            _ => "~",
        };
        if let Some((open, close)) = brackets(part.values) {
            self.marked(indent, symbol, &[name, padding, equals, open, note]);
            let (parts, unchanged) = differing(part.values);
            self.parts(indent + STEP, &parts, unchanged, ("element", MAX_ELEMENTS));
            self.marked(indent, " ", &[close, end]);
            return;
        }
        let value = match (before, after) {
            // The other one would show what a value was before it became sensitive, or is when it no longer is.
            (Some(before), Some(after)) if is_secret(before) || is_secret(after) => SENSITIVE.to_owned(),
            (Some(before), Some(after)) => {
                let (before, after) = (shown(before), shown(after));
                let from = first_shown(&before, &after);
                format!("{} -> {}", cut(before, from), cut(after, from))
            }
            // An element of a list or set goes without a trace.
            (Some(before), None) if part.name.is_some() => format!("{} -> null", cut(shown(before), 0)),
            (Some(value), None) | (None, Some(value)) => cut(shown(value), 0),
            (None, None) => return,
        };
        self.marked(indent, symbol, &[name, padding, equals, &value, end, note]);
    }

    fn marked(&mut self, indent: usize, symbol: &str, rest: &[&str]) {
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.text.extend([symbol, " "]);
        self.text.extend(rest.iter().copied());
        self.text.push('\n');
    }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn is_secret(value: &Value) -> bool {
    value.marks().contains(&sensitive_mark())
}

/// The kinds of values that are drawn in several lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Named,
    Ordered,
    Set,
}

fn shape(value: &Value) -> Option<Shape> {
    match value.kind() {
        _ if !value.marks().is_empty() => None,
        ValueKind::Map(_) | ValueKind::Object(_) => Some(Shape::Named),
        ValueKind::List(_) | ValueKind::Tuple(_) => Some(Shape::Ordered),
        ValueKind::Set(_) => Some(Shape::Set),
        _ => None,
    }
}

/// Returns the brackets of values that are drawn in several lines.
fn brackets(values: Pair<'_>) -> Option<(&'static str, &'static str)> {
    let (before, after) = values;
    let shapes = (before.and_then(shape), after.and_then(shape));
    let shape = match (values, shapes) {
        ((Some(_), Some(_)), (Some(before), Some(after))) => (before == after).then_some(before)?,
        ((Some(value), None), (Some(shape), None)) | ((None, Some(value)), (None, Some(shape))) => {
            (!is_empty(value)).then_some(shape)?
        }
        _ => return None,
    };
    Some(match shape {
        Shape::Named => ("{", "}"),
        Shape::Ordered => ("[", "]"),
        Shape::Set => ("toset([", "])"),
    })
}

fn is_empty(value: &Value) -> bool {
    match value.kind() {
        ValueKind::Map(fields) | ValueKind::Object(fields) => fields.is_empty(),
        ValueKind::List(items) | ValueKind::Tuple(items) => items.is_empty(),
        ValueKind::Set(items) => items.is_empty(),
        _ => true,
    }
}

/// Returns the parts of values that differ, and the number of the others. Parts that are null do not count.
fn differing<'v>((before, after): Pair<'v>) -> (Vec<Part<'v>>, usize) {
    let shape = after.or(before).and_then(shape);
    let mut unchanged = 0;
    let mut parts = Vec::new();
    let mut add = |name: Option<&str>, before: Option<&'v Value>, after: Option<&'v Value>| {
        let is_same = before == after;
        unchanged += usize::from(is_same && before.is_some());
        if !is_same {
            parts.push(Part {
                name: name.map(label),
                values: (before, after),
                note: "",
            });
        }
    };
    match shape {
        Some(Shape::Named) => {
            let fields = |value: Option<&'v Value>| value.and_then(Value::fields);
            let (before, after) = (fields(before), fields(after));
            let sides = [before, after].into_iter().flatten();
            let mut names: Vec<&str> = sides
                .flat_map(|fields| fields.keys().iter().map(AsRef::as_ref))
                .collect();
            names.sort();
            names.dedup();
            for name in names {
                let present = |value: &&Value| !value.unmark().0.is_null();
                let own = before.and_then(|fields| fields.get(name)).filter(present);
                let other = after.and_then(|fields| fields.get(name)).filter(present);
                add(Some(name), own, other);
            }
        }
        Some(Shape::Ordered) => {
            let items = |value: Option<&'v Value>| value.and_then(Value::elements).unwrap_or_default();
            let (mut before, mut after) = (items(before), items(after));
            while let ([own, rest @ ..], [other, others @ ..]) = (before, after)
                && own == other
            {
                add(None, Some(own), Some(other));
                (before, after) = (rest, others);
            }
            let ends = before.iter().rev().zip(after.iter().rev());
            let same = ends.take_while(|(own, other)| own == other).count();
            let (before, ends) = before.split_at(before.len() - same);
            let after = &after[..after.len() - same];
            for index in 0..before.len().max(after.len()) {
                add(None, before.get(index), after.get(index));
            }
            for end in ends {
                add(None, Some(end), Some(end));
            }
        }
        Some(Shape::Set) => {
            let items = |value: Option<&'v Value>| value.and_then(Value::elements).unwrap_or_default();
            let (before, after) = (items(before), items(after));
            let kept: HashSet<&Value> = before.iter().collect();
            let planned: HashSet<&Value> = after.iter().collect();
            for item in before {
                add(None, Some(item), planned.get(item).copied());
            }
            for item in after.iter().filter(|item| !kept.contains(item)) {
                add(None, None, Some(item));
            }
        }
        None => {}
    }
    (parts, unchanged)
}

/// Returns the position from which two long values are shown: shortly before the first difference.
fn first_shown(before: &str, after: &str) -> usize {
    if before.chars().count().max(after.chars().count()) <= MAX_CHARACTERS {
        return 0;
    }
    let characters = before.chars().zip(after.chars());
    let same = characters.take_while(|(own, other)| own == other).count();
    same.saturating_sub(CHARACTERS_BEFORE)
}

/// Returns the part of a value from a position, if it is long, with its length.
fn cut(value: String, from: usize) -> String {
    // A character has at least one byte.
    if value.len() <= MAX_CHARACTERS {
        return value;
    }
    let length = value.chars().count();
    if length <= MAX_CHARACTERS {
        return value;
    }
    let start = if from > 0 { "…" } else { "" };
    let part: String = value.chars().skip(from).take(MAX_CHARACTERS).collect();
    let end = if from + MAX_CHARACTERS < length { "…" } else { "" };
    format!("{start}{part}{end} ({length} characters)")
}
