//! Reading JSON syntax.

use hcl2_json::{Node, NodeKind, parse_tree};
use serde_json::Value;

use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::generate;
use crate::input::Text;
use crate::memory::{self, Heap};
use crate::report::{Outcome, Unit};
use crate::setting::Setting;

const SERDE: &str = "serde_json";

pub(super) fn parse(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let input = &setting.json;
    let (mut ours, mut theirs) = (Shape::default(), Shape::default());
    for file in &input.files {
        let (tree, diagnostics) = parse_tree(&file.source);
        if diagnostics.has_errors() {
            return Err(Failure::Contestant(format!(
                "{stage}: {} has errors",
                file.source.name()
            )));
        }
        let names = tree
            .root()
            .properties()
            .filter_map(|property| property.name.text());
        ours.top += names.filter(|name| !is_comment(name)).count();
        ours.add(tree.nodes());
        if setting.peers {
            let value = read_with_serde(file).map_err(|error| {
                Failure::Contestant(format!("{stage}: {SERDE}: {}: {error}", file.source.name()))
            })?;
            let names = value.as_object().into_iter().flat_map(serde_json::Map::keys);
            theirs.top += names.filter(|name| !is_comment(name)).count();
            theirs.add_serde(&value);
        }
    }
    // The Go reference shows what is at the top only.
    let shape = format!("{} properties at the top", ours.top);
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        input.work(),
        shape.clone(),
        || timed_each(&input.files, input.repeat, |file| hcl2_json::parse(&file.source)),
    );
    if setting.peers {
        if ours != theirs {
            return Err(Failure::Contestant(format!(
                "{stage}: ours has {ours:?}, {SERDE} {theirs:?}"
            )));
        }
        contest.add(SERDE, &shape, || {
            timed_each(&input.files, input.repeat, read_with_serde)
        })?;
        contest.add_go(setting, input.repeat, input.texts())?;
    }
    contest.run(setting.rounds)
}

pub(super) fn parse_growth(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    const SIZES: [usize; 2] = [2_000_000, 200_000_000];
    super::growth_of_file(stage, setting, SIZES, generate::one_json, hcl2_json::parse)
}

pub(super) fn parse_memory(stage: &'static str, setting: &Setting, heap: Heap) -> Result<Outcome, Failure> {
    let input = &setting.json;
    let ours = heap.per_byte(input, |file| hcl2_json::parse(&file.source));
    let mut peers = Vec::new();
    if setting.peers {
        peers.push((SERDE.to_owned(), heap.per_byte(input, read_with_serde)));
    }
    Ok(memory::outcome(stage, ours, peers))
}

/// Whether a property at the top is a comment, of which the Go reference shows nothing.
fn is_comment(name: &str) -> bool {
    name == "//"
}

fn read_with_serde(file: &Text) -> Result<Value, serde_json::Error> {
    serde_json::from_str(file.as_str())
}

/// How many values there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    top: usize,
    objects: usize,
    arrays: usize,
    /// Names of properties included.
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
