//! Peers that read JSON.

use serde::de::IgnoredAny;
use serde_json::Value;
use simd_json::StaticNode;
use sonic_rs::{JsonContainerTrait, JsonValueTrait};

use super::super::json::{SERDE, read_with_serde};
use super::super::peers::failed;
use super::{Damaged, Walked};
use crate::contest::{Contest, timed, timed_each};
use crate::failure::Failure;
use crate::input::{Input, Text};
use crate::memory::Heap;

const SONIC: &str = "sonic-rs";
const SIMD: &str = "simd-json";

/// Adds the peers that read JSON into owned values.
pub(super) fn add_tree<'a>(stage: &str, input: &'a Input, contest: &mut Contest<'a>) -> Result<(), Failure> {
    let mut sonic = Walked::default();
    let (mut known, mut simd) = (Walked::default(), Walked::default());
    for file in &input.files {
        known.add_loosely(&read_with_serde(file).map_err(|error| failed(stage, error))?);
        sonic.add_sonic(&read_with_sonic(file).map_err(|error| failed(stage, error))?);
        let value =
            read_with_simd(file.as_str().as_bytes().to_vec()).map_err(|error| failed(stage, error))?;
        simd.add_simd(&value);
    }
    contest.add(SONIC, &sonic.to_string(), || {
        timed_each(&input.files, input.repeat, read_with_sonic)
    })?;
    if known != simd {
        return Err(failed(
            stage,
            format!("{SERDE} made {known}, but {SIMD} made {simd}"),
        ));
    }
    contest.add_unlike(SIMD, || timed_copies(input, read_with_simd));
    Ok(())
}

/// Returns the heap that a peer needs for such values, per byte of source.
pub(super) fn memory(input: &Input, heap: Heap) -> (String, f64) {
    (SONIC.to_owned(), heap.per_byte(input, read_with_sonic))
}

/// Adds the peers that validate JSON without creating a value.
pub(super) fn add_validate<'a>(
    input: &'a Input,
    damaged: &Damaged,
    contest: &mut Contest<'a>,
) -> Result<(), Failure> {
    // It accepts some of the damaged sources that are not JSON.
    contest.add_unlike(SONIC, || {
        timed_each(&input.files, input.repeat, |file| {
            sonic_rs::from_str::<IgnoredAny>(file.as_str())
        })
    });
    let simd = |mut bytes: Vec<u8>| simd_json::serde::from_slice::<IgnoredAny>(&mut bytes);
    let accepted = damaged.accepted_text(|text| simd(text.as_bytes().to_vec()).is_ok());
    contest.add(SIMD, &accepted, move || timed_copies(input, simd))
}

fn read_with_sonic(file: &Text) -> sonic_rs::Result<sonic_rs::Value> {
    sonic_rs::from_str(file.as_str())
}

fn read_with_simd(mut bytes: Vec<u8>) -> Result<simd_json::OwnedValue, simd_json::Error> {
    simd_json::to_owned_value(&mut bytes)
}

/// Measures `work` on all files, each passed as a copy that it may change; copying is not timed.
fn timed_copies<T>(input: &Input, work: impl Fn(Vec<u8>) -> T) -> std::time::Duration {
    let one = |file: &Text| {
        let bytes = file.as_str().as_bytes().to_vec();
        timed(|| work(bytes))
    };
    let pass = || input.files.iter().map(one).sum::<std::time::Duration>();
    (0..input.repeat).map(|_| pass()).sum()
}

impl Walked {
    fn add_sonic(&mut self, value: &sonic_rs::Value) {
        if let Some(elements) = value.as_array() {
            self.start("array", elements.len());
            elements.iter().for_each(|element| self.add_sonic(element));
        } else if let Some(properties) = value.as_object() {
            self.start("object", properties.len());
            for (name, value) in properties {
                self.one("name", name);
                self.add_sonic(value);
            }
        } else if let Some(text) = value.as_str() {
            self.one("string", text);
        } else if let Some(number) = value.as_raw_number() {
            self.one("number", number.as_str());
        } else if let Some(truth) = value.as_bool() {
            self.one("bool", &truth.to_string());
        } else {
            self.one("null", "");
        }
    }

    /// Adds a value as kept by `simd-json`: numbers as floats, properties unordered.
    fn add_simd(&mut self, value: &simd_json::OwnedValue) {
        use simd_json::OwnedValue;
        match value {
            OwnedValue::Static(StaticNode::Null) => self.one("null", ""),
            OwnedValue::Static(StaticNode::Bool(truth)) => self.one("bool", &truth.to_string()),
            OwnedValue::Static(StaticNode::I64(number)) => self.float(*number as f64),
            OwnedValue::Static(StaticNode::U64(number)) => self.float(*number as f64),
            OwnedValue::Static(StaticNode::F64(number)) => self.float(*number),
            OwnedValue::String(text) => self.one("string", text),
            OwnedValue::Array(elements) => {
                self.start("array", elements.len());
                elements.iter().for_each(|element| self.add_simd(element));
            }
            OwnedValue::Object(properties) => {
                self.start("object", properties.len());
                let properties = properties.iter();
                self.unordered(properties, |walked, value| walked.add_simd(value));
            }
        }
    }

    /// Adds the parts of a value that `simd-json` would keep.
    fn add_loosely(&mut self, value: &Value) {
        match value {
            Value::Number(number) => self.float(number.as_f64().unwrap_or(f64::NAN)),
            Value::Array(elements) => {
                self.start("array", elements.len());
                elements.iter().for_each(|element| self.add_loosely(element));
            }
            Value::Object(properties) => {
                self.start("object", properties.len());
                self.unordered(properties, |walked, value| walked.add_loosely(value));
            }
            _ => self.add_serde(value),
        }
    }

    fn float(&mut self, number: f64) {
        self.one("number", &number.to_bits().to_string());
    }

    fn unordered<'v, V: 'v>(
        &mut self,
        properties: impl IntoIterator<Item = (&'v String, &'v V)>,
        add: impl Fn(&mut Self, &'v V),
    ) {
        for (name, value) in properties {
            let mut property = Self::default();
            property.one("name", name);
            add(&mut property, value);
            self.values += property.values;
            self.checksum.add_unordered(property.checksum);
        }
    }
}
