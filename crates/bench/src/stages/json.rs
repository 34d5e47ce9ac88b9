//! Reading JSON syntax.

use hcl2_json::{Node, NodeKind, parse_tree};
use serde_json::Value;

use crate::checksum::Checksum;
use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::generate;
use crate::input::Text;
use crate::memory::Heap;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

pub(super) const SERDE: &str = "serde_json";

/// Parses JSON to a tree of spans; `serde_json` creates owned values, which is other work.
pub(super) fn parse(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.json;
    let (mut ours, mut names) = (Shape::default(), Names::default());
    for file in &input.files {
        let parsed = parse_tree(&file.source);
        let tree = &parsed.value;
        if parsed.has_errors() {
            return Err(Failure::Contestant(format!(
                "{stage}: {} has errors",
                file.source.name()
            )));
        }
        let properties = tree.root().properties();
        properties
            .filter_map(|property| property.name.text())
            .for_each(|name| names.add(&name));
        ours.add(tree.nodes());
    }
    // The Go reference exposes the top level only.
    let shape = names.to_string();
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        input.work(),
        shape.clone(),
        || timed_each(&input.files, input.repeat, |file| hcl2_json::parse(&file.source)),
    );
    if setting.peers {
        let (mut theirs, mut names) = (Shape::default(), Names::default());
        for file in &input.files {
            let value = read_with_serde(file).map_err(|error| {
                Failure::Contestant(format!("{stage}: {SERDE}: {}: {error}", file.source.name()))
            })?;
            let found = value.as_object().into_iter().flat_map(serde_json::Map::keys);
            found.for_each(|name| names.add(name));
            theirs.add_serde(&value);
        }
        if ours != theirs {
            return Err(Failure::Contestant(format!(
                "{stage}: ours has {ours:?}, {SERDE} {theirs:?}"
            )));
        }
        contest.check(SERDE, &names.to_string())?;
        contest.add_unlike(SERDE, || timed_each(&input.files, input.repeat, read_with_serde));
        contest.add_go(setting, input.repeat, input.texts())?;
    }
    contest.run(setting.rounds)
}

pub(super) fn parse_growth(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    const SIZES: [usize; 2] = [2_000_000, 200_000_000];
    super::growth_of_file(stage, setting, SIZES, generate::one_json, |source| {
        let parsed = hcl2_json::parse(source);
        (parsed.value, parsed.diagnostics)
    })
}

/// Measures the growth of [`parse`]; `serde_json` does other work.
pub(super) fn parse_memory(
    stage: &'static str,
    setting: &Setting,
    heap: Heap,
) -> Result<Measurement, Failure> {
    let input = &setting.json;
    let ours = heap.per_byte(input, |file| hcl2_json::parse(&file.source));
    let mut outcome = Measurement::new(stage, Unit::HeapPerByte, ours);
    if setting.peers {
        let theirs = heap.per_byte(input, read_with_serde);
        outcome.unlike.push((SERDE.to_owned(), theirs));
    }
    Ok(outcome)
}

/// Returns whether a property at the top level is a comment, which the Go reference hides.
fn is_comment(name: &str) -> bool {
    name == "//"
}

pub(super) fn read_with_serde(file: &Text) -> Result<Value, serde_json::Error> {
    serde_json::from_str(file.as_str())
}

/// Returns the checksum of the names of properties at the top level, in any order.
#[derive(Default)]
struct Names {
    count: usize,
    checksum: Checksum,
}

impl Names {
    fn add(&mut self, name: &str) {
        if !is_comment(name) {
            self.count += 1;
            self.checksum.add_unordered(Checksum::of(name));
        }
    }
}

impl std::fmt::Display for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} properties at the top, whose names have the checksum {}",
            self.count, self.checksum
        )
    }
}

/// The number of values of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    objects: usize,
    arrays: usize,
    /// Strings, including the names of properties.
    strings: usize,
    numbers: usize,
    words: usize,
}

impl Shape {
    fn add<'t>(&mut self, nodes: impl Iterator<Item = Node<'t>>) {
        for node in nodes {
            match node.kind() {
                NodeKind::Object => self.objects += 1,
                NodeKind::Array => self.arrays += 1,
                NodeKind::String => self.strings += 1,
                NodeKind::Number => self.numbers += 1,
                NodeKind::True | NodeKind::False | NodeKind::Null => self.words += 1,
                NodeKind::Invalid => {}
            }
        }
    }

    fn add_serde(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Bool(_) => self.words += 1,
            Value::Number(_) => self.numbers += 1,
            Value::String(_) => self.strings += 1,
            Value::Array(items) => {
                self.arrays += 1;
                items.iter().for_each(|item| self.add_serde(item));
            }
            Value::Object(properties) => {
                self.objects += 1;
                self.strings += properties.len();
                properties.values().for_each(|value| self.add_serde(value));
            }
        }
    }
}
