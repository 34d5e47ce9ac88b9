//! Converting values and building sets.

use std::collections::HashSet;
use std::fmt::Write;
use std::time::Duration;

use hcl2_value::{Type, Value};

use super::eval::attributes;
use super::functions::json_text;
use crate::checksum::Checksum;
use crate::contest::{Contest, growth, timed};
use crate::failure::Failure;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// The number of converted rows, and the number with peers, one of which takes quadratic time.
const ROWS: [usize; 2] = [100_000, 5_000];
/// The number of elements that a set is built of, each of them twice, and the number with peers.
const ELEMENTS: [usize; 2] = [100_000, 10_000];

/// Converts a tuple of objects to a list of objects of another type: in each row a string to a number, another to a
/// bool, and a tuple to a set.
pub(super) fn convert_rows(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let count = ROWS[usize::from(setting.peers)];
    let mut text = String::from("rows = [\n");
    for row in 0..count {
        // Writing to a `String` never fails.
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
    let count_made = converted.element_count().unwrap_or(0);
    let checksum = Checksum::of(json_text(stage, &converted)?);
    let shape = format!("{count_made} rows with the checksum {checksum}");
    let mut contest = Contest::new(stage, Unit::Nanoseconds, count as u64, shape, || {
        timed(|| rows.convert(&wanted))
    });
    if setting.peers {
        contest.add_go(setting, 1, [text.as_str()])?;
    }
    contest.run(setting.rounds)
}

/// Builds a set of objects, half of which are duplicates.
pub(super) fn build_set(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let sets = Sets::new(stage, setting, [0])?;
    let [elements] = &sets.elements;
    let shape = sets.shape(&sets.build(0)?)?;
    sets.contest(shape, setting, || {
        let (element_type, elements) = (sets.element_type.clone(), elements.clone());
        timed(|| Value::set(element_type, elements))
    })
}

/// Computes the union of two sets of objects that share half of them.
pub(super) fn unite_sets(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let sets = Sets::new(stage, setting, [0, 1])?;
    let (a, b) = (sets.build(0)?, sets.build(1)?);
    let union = a
        .set_union(&b)
        .map_err(|error| Failure::Contestant(format!("{stage}: {error}")))?;
    let shape = sets.shape(&union)?;
    sets.contest(shape, setting, || timed(|| a.set_union(&b)))
}

/// Compares two sets with the same objects.
pub(super) fn compare_sets(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let sets = Sets::new(stage, setting, [0, 0])?;
    let (a, b) = (sets.build(0)?, sets.build(1)?);
    let shape = format!("equal: {}", a.equals(&b) == true);
    sets.contest(shape, setting, || timed(|| a.equals(&b)))
}

/// Compares the time per element to build, unite and compare sets of 1,000,000 and of 1,000 elements; the peer is a hash
/// set of numbers of the standard library.
pub(super) fn grow_sets(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    const SIZES: [usize; 2] = [1_000, 1_000_000];
    let mut sides = Vec::new();
    for size in SIZES {
        let port = |element: usize, start: usize| Value::from(element % (size / 2) + start);
        let elements = |start: usize| -> Vec<Value> {
            let host = |element: usize| Value::from(format!("host-{}", element % 97));
            (0..size)
                .map(|element| Value::object([("host", host(element)), ("port", port(element, start))]))
                .collect()
        };
        let (first, second) = (elements(0), elements(size / 4));
        let build = |elements: &[Value]| {
            Value::set(Type::DYNAMIC, elements.iter().cloned())
                .map_err(|error| Failure::Contestant(format!("{stage}: {error}")))
        };
        let (a, same, b) = (build(&first)?, build(&elements(0))?, build(&second)?);
        sides.push((size, first, a, same, b));
    }
    let rounds = sides.iter().map(|(size, elements, a, same, b)| {
        move || {
            let once = || {
                let elements = elements.clone();
                timed(|| Value::set(Type::DYNAMIC, elements))
                    + timed(|| a.set_union(b))
                    + timed(|| a.equals(same))
            };
            // The same amount of work for small and large sets.
            (0..SIZES[1] / size).map(|_| once()).sum::<Duration>()
        }
    });
    let rounds: Vec<_> = rounds.collect();
    let mut outcome = growth(stage, setting.rounds, &rounds[0], &rounds[1]);
    if setting.peers {
        let [small, great] = SIZES.map(|size| {
            move || {
                let once = || timed(|| HashSet::<usize>::from_iter(0..size));
                (0..SIZES[1] / size).map(|_| once()).sum::<Duration>()
            }
        });
        let theirs = growth(stage, setting.rounds, small, great).ours;
        outcome.unlike.push(("std".to_owned(), theirs));
    }
    Ok(outcome)
}

/// The elements of sets.
struct Sets<const N: usize> {
    stage: &'static str,
    text: String,
    element_type: Type,
    elements: [Vec<Value>; N],
}

impl<const N: usize> Sets<N> {
    /// Creates the elements of a set, starting at `quarter` quarters of the number of elements.
    fn new(stage: &'static str, setting: &Setting, starts: [usize; N]) -> Result<Self, Failure> {
        let count = ELEMENTS[usize::from(setting.peers)];
        let mut text = String::new();
        for (set, start) in starts.into_iter().enumerate() {
            // Writing to a `String` never fails.
            let _ = writeln!(text, "set{set} = [");
            for element in 0..count {
                let port = element % (count / 2) + start * count / 4;
                let _ = writeln!(text, "{{ host = \"host-{}\", port = {port} }},", port % 97);
            }
            text.push_str("]\n");
        }
        let mut values =
            attributes(&text).map_err(|reason| Failure::Contestant(format!("{stage}: {reason}")))?;
        values.sort_by(|a, b| a.0.cmp(&b.0));
        let elements: [Vec<Value>; N] = std::array::from_fn(|set| {
            let elements = values.get(set).and_then(|(_, value)| value.elements());
            elements.unwrap_or_default().to_vec()
        });
        let first = elements.first().and_then(|elements| elements.first());
        Ok(Self {
            stage,
            element_type: first.map_or(Type::DYNAMIC, |first| first.ty().clone()),
            text,
            elements,
        })
    }

    fn build(&self, set: usize) -> Result<Value, Failure> {
        Value::set(self.element_type.clone(), self.elements[set].iter().cloned())
            .map_err(|error| Failure::Contestant(format!("{}: {error}", self.stage)))
    }

    /// Returns a checksum of the elements of a set, in any order.
    fn shape(&self, set: &Value) -> Result<String, Failure> {
        let elements = set.elements().unwrap_or_default();
        let mut checksum = Checksum::default();
        for element in elements {
            checksum.add_unordered(Checksum::of(json_text(self.stage, element)?));
        }
        Ok(format!(
            "{} elements with the checksum {checksum}",
            elements.len()
        ))
    }

    fn contest(
        &self,
        shape: String,
        setting: &Setting,
        ours: impl FnMut() -> Duration,
    ) -> Result<Measurement, Failure> {
        let work = self.elements[0].len() as u64;
        let mut contest = Contest::new(self.stage, Unit::Nanoseconds, work, shape, ours);
        if setting.peers {
            contest.add_go(setting, 1, [self.text.as_str()])?;
        }
        contest.run(setting.rounds)
    }
}

fn only_attribute(stage: &str, text: &str) -> Result<Value, Failure> {
    let mut values = attributes(text).map_err(|reason| Failure::Contestant(format!("{stage}: {reason}")))?;
    match values.pop() {
        Some((_, value)) => Ok(value),
        None => Err(Failure::Contestant(format!("{stage}: there is no value"))),
    }
}
