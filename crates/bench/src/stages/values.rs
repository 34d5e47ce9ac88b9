//! Converting values and building sets.

use std::fmt::Write;

use hcl2_value::{Type, Value};

use super::eval::attributes;
use crate::contest::{Contest, timed};
use crate::failure::Failure;
use crate::report::{Outcome, Unit};
use crate::setting::Setting;

/// How many rows are converted.
const ROWS: usize = 5_000;
/// How many elements a set is built of, each there twice.
const ELEMENTS: usize = 10_000;

/// A tuple of objects becomes a list of objects of another type: per row a string becomes a number, another a bool,
/// and a tuple a set.
pub(super) fn convert_rows(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let mut text = String::from("rows = [\n");
    for row in 0..ROWS {
        // The error of `String`'s writer is never made.
        let _ = writeln!(
            text,
            "{{ id = \"{row}\", name = \"row-{row}\", enabled = \"true\", weight = {row}.5, tags = [\"a\", \"b\", \
             \"a\"] }},"
        );
    }
    text.push_str("]\n");
    let rows = only_attribute(stage, &text)?;
    let wanted = Type::list(Type::object([
        ("id", Type::NUMBER),
        ("name", Type::STRING),
        ("enabled", Type::BOOL),
        ("weight", Type::NUMBER),
        ("tags", Type::set(Type::STRING)),
    ]));
    let converted = rows
        .convert(&wanted)
        .map_err(|error| Failure::Contestant(format!("{stage}: {error}")))?;
    let tags: usize = converted
        .elements()
        .unwrap_or_default()
        .iter()
        .filter_map(|row| row.get("tags")?.element_count())
        .sum();
    let shape = format!("{} rows with {tags} tags", converted.element_count().unwrap_or(0));
    let mut contest = Contest::new(stage, Unit::Nanoseconds, ROWS as u64, shape, || {
        timed(|| rows.convert(&wanted))
    });
    if setting.peers {
        contest.add_go(setting, 1, [text.as_str()])?;
    }
    contest.run(setting.rounds)
}

/// A set of objects is built, of which half are duplicates.
pub(super) fn build_set(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let mut text = String::from("elements = [\n");
    for element in 0..ELEMENTS {
        let port = element % (ELEMENTS / 2);
        // The error of `String`'s writer is never made.
        let _ = writeln!(text, "{{ host = \"host-{}\", port = {port} }},", port % 97);
    }
    text.push_str("]\n");
    let elements = only_attribute(stage, &text)?;
    let elements = elements.elements().unwrap_or_default();
    let element_type = elements.first().map_or(Type::DYNAMIC, |first| first.ty().clone());
    let set = Value::set(element_type.clone(), elements.iter().cloned())
        .map_err(|error| Failure::Contestant(format!("{stage}: {error}")))?;
    let shape = format!("{} elements", set.element_count().unwrap_or(0));
    let mut contest = Contest::new(stage, Unit::Nanoseconds, ELEMENTS as u64, shape, || {
        let (element_type, elements) = (element_type.clone(), elements.to_vec());
        timed(|| Value::set(element_type, elements))
    });
    if setting.peers {
        contest.add_go(setting, 1, [text.as_str()])?;
    }
    contest.run(setting.rounds)
}

fn only_attribute(stage: &str, text: &str) -> Result<Value, Failure> {
    let mut values = attributes(text).map_err(|reason| Failure::Contestant(format!("{stage}: {reason}")))?;
    match values.pop() {
        Some((_, value)) => Ok(value),
        None => Err(Failure::Contestant(format!("{stage}: there is no value"))),
    }
}
