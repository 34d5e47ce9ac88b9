//! Reading JSON into owned values, and validating JSON.

#[cfg(feature = "peers")]
mod peers;

use hcl2_diagnostics::{Source, SourceMap};
use hcl2_json::JsonValue;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::json::{SERDE, read_with_serde};
use crate::checksum::Checksum;
use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::generate::Random;
use crate::input::Input;
use crate::memory::Heap;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

fn failed(stage: &str, error: impl std::fmt::Display) -> Failure {
    Failure::Contestant(format!("{stage}: {error}"))
}

/// Reads JSON into a value that owns unescaped strings, the digits of numbers, and properties in order.
pub(super) fn tree(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.json;
    let mut ours = Walked::default();
    for file in &input.files {
        ours.add(&hcl2_json::parse_value(&file.source).map_err(|problems| failed(stage, problems.len()))?);
    }
    let shape = ours.to_string();
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        timed_each(&input.files, input.repeat, |file| {
            hcl2_json::parse_value(&file.source)
        })
    });
    if setting.peers {
        add_serde(stage, input, &mut contest)?;
        #[cfg(feature = "peers")]
        peers::add_tree(stage, input, &mut contest)?;
    }
    contest.run(setting.rounds)
}

/// Adds the peer that all builds have.
fn add_serde<'a>(stage: &str, input: &'a Input, contest: &mut Contest<'a>) -> Result<(), Failure> {
    let mut walked = Walked::default();
    for file in &input.files {
        walked.add_serde(&read_with_serde(file).map_err(|error| failed(stage, error))?);
    }
    contest.add(SERDE, &walked.to_string(), || {
        timed_each(&input.files, input.repeat, read_with_serde)
    })
}

/// Measures the heap used by such values.
pub(super) fn tree_memory(
    stage: &'static str,
    setting: &Setting,
    heap: Heap,
) -> Result<Measurement, Failure> {
    let input = &setting.json;
    let ours = heap.per_byte(input, |file| hcl2_json::parse_value(&file.source));
    let mut outcome = Measurement::new(stage, Unit::HeapPerByte, ours);
    if setting.peers {
        let serde = heap.per_byte(input, read_with_serde);
        outcome.peers.push((SERDE.to_owned(), serde));
        #[cfg(feature = "peers")]
        outcome.peers.push(peers::memory(input, heap));
    }
    Ok(outcome)
}

/// Validates JSON without creating a value.
pub(super) fn validate(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.json;
    if let Some(file) = input
        .files
        .iter()
        .find(|file| hcl2_json::validate(&file.source).is_err())
    {
        return Err(failed(stage, format!("{} is not valid", file.source.name())));
    }
    let damaged = Damaged::new(stage, input)?;
    let ours = damaged.accepted(|source| hcl2_json::validate(source).is_ok());
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), ours, || {
        timed_each(&input.files, input.repeat, |file| {
            hcl2_json::validate(&file.source)
        })
    });
    if setting.peers {
        let serde = |text: &str| serde_json::from_str::<IgnoredAny>(text);
        contest.add(
            SERDE,
            &damaged.accepted_text(|text| serde(text).is_ok()),
            move || timed_each(&input.files, input.repeat, |file| serde(file.as_str())),
        )?;
        #[cfg(feature = "peers")]
        peers::add_validate(input, &damaged, &mut contest)?;
    }
    contest.run(setting.rounds)
}

/// The number of damaged sources.
const DAMAGED: usize = 4_000;
/// The approximate size of each in bytes.
const DAMAGED_BYTES: usize = 600;

/// Sources with and without a mistake somewhere.
struct Damaged(Vec<Source>);

impl Damaged {
    fn new(stage: &str, input: &Input) -> Result<Self, Failure> {
        let mut random = Random::new(1);
        let mut sources = SourceMap::new();
        let values = values_of(stage, input)?;
        let texts = (0..DAMAGED).map(|index| {
            let mut text = values[index % values.len()].clone();
            damage(&mut random, &mut text);
            sources.add(stage, text).map_err(|error| failed(stage, error))
        });
        texts.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the number of accepted sources, and a checksum of their positions.
    fn accepted(&self, accepts: impl Fn(&Source) -> bool) -> String {
        let verdicts: Vec<u8> = self.0.iter().map(|source| u8::from(accepts(source))).collect();
        let count = verdicts.iter().filter(|verdict| **verdict == 1).count();
        let checksum = Checksum::of(&verdicts);
        format!("{count} valid ones of {DAMAGED} damaged sources, with the checksum {checksum}")
    }

    fn accepted_text(&self, accepts: impl Fn(&str) -> bool) -> String {
        self.accepted(|source| source.text().is_some_and(&accepts))
    }
}

/// Returns values of about the same length from the files, as source.
fn values_of(stage: &str, input: &Input) -> Result<Vec<String>, Failure> {
    let mut values = Vec::new();
    for file in &input.files {
        let value = read_with_serde(file).map_err(|error| failed(stage, error))?;
        let held = value.as_object().into_iter().flat_map(serde_json::Map::values);
        let texts = held.map(|value| format!("{value:#}"));
        values.extend(texts.filter(|text| (DAMAGED_BYTES / 4..DAMAGED_BYTES * 4).contains(&text.len())));
    }
    if values.is_empty() {
        // A corpus may have no value of that length.
        let text = input.texts().next().unwrap_or("{}");
        values.push(text.to_owned());
    }
    Ok(values)
}

/// Replaces up to two characters by ones with a meaning in JSON.
fn damage(random: &mut Random, text: &mut String) {
    const PIECES: [&str; 16] = [
        "", "", " ", "{", "}", "[", "]", ",", ":", "\"", "\\", "0", "-", ".", "\n", "e",
    ];
    let mut start = random.below(text.len() + 1);
    let mut end = (start + random.below(3)).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    text.replace_range(start..end, random.pick(&PIECES));
}

/// A checksum of all parts of values, in order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Walked {
    values: usize,
    checksum: Checksum,
}

impl Walked {
    /// Adds a value without parts, or the start of one, with its kind and source.
    fn one(&mut self, kind: &str, text: &str) {
        self.values += 1;
        self.checksum.add(kind);
        self.checksum.add(text);
        // Ends the string, which does not contain this byte.
        self.checksum.add([0xff]);
    }

    fn start(&mut self, kind: &str, parts: usize) {
        self.one(kind, &parts.to_string());
    }

    fn add(&mut self, value: &JsonValue) {
        match value {
            JsonValue::Null => self.one("null", ""),
            JsonValue::Bool(truth) => self.one("bool", &truth.to_string()),
            JsonValue::Number(number) => self.one("number", number.as_str()),
            JsonValue::String(text) => self.one("string", text),
            JsonValue::Array(elements) => {
                self.start("array", elements.len());
                elements.iter().for_each(|element| self.add(element));
            }
            JsonValue::Object(properties) => {
                self.start("object", properties.len());
                for (name, value) in properties {
                    self.one("name", name);
                    self.add(value);
                }
            }
        }
    }

    fn add_serde(&mut self, value: &Value) {
        match value {
            Value::Null => self.one("null", ""),
            Value::Bool(truth) => self.one("bool", &truth.to_string()),
            Value::Number(number) => self.one("number", number.as_str()),
            Value::String(text) => self.one("string", text),
            Value::Array(elements) => {
                self.start("array", elements.len());
                elements.iter().for_each(|element| self.add_serde(element));
            }
            Value::Object(properties) => {
                self.start("object", properties.len());
                for (name, value) in properties {
                    self.one("name", name);
                    self.add_serde(value);
                }
            }
        }
    }
}

impl std::fmt::Display for Walked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} values with the checksum {}", self.values, self.checksum)
    }
}
