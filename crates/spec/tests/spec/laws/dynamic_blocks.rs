//! Dynamic blocks, each with the blocks that it generates.

use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_model::BodyRef;
use hcl2_spec::{Sequence, Spec};
use hcl2_value::{Type, Value};
use proptest::prelude::*;

use super::{assert_complete, damaged, damages, parsed};
use crate::support::context;
use hcl2_testing::check_law;

const FRAGMENTS: &[&str] = &[
    "a = 1\n",
    "b {\n",
    "b \"x\" {\n",
    "c {\n",
    "dynamic \"b\" {\n",
    "dynamic \"c\" {\n",
    "content {\n",
    "}\n",
    "}\n",
    "for_each = [1, 2]\n",
    "for_each = unknown\n",
    "for_each = null\n",
    "iterator = it\n",
    "labels = [b.key]\n",
    "labels = [1]\n",
    "a = b.value\n",
    "a = it.value\n",
    "a = [unknown]\n",
    "a = nope\n",
    "x = 2\n",
];

fn inputs() -> Spec {
    let leaf = || Spec::optional("a", Type::DYNAMIC);
    let labelled = Spec::tuple([leaf(), Spec::blocks("c", Sequence::Set, leaf())]);
    let listed = Spec::tuple([leaf(), Spec::block("b", leaf())]);
    Spec::object([
        (
            "a",
            Spec::required("a", Type::NUMBER).or(Spec::Literal(Value::from(0))),
        ),
        ("b", Spec::block_map("b", ["key"], labelled)),
        ("c", Spec::blocks("c", Sequence::List, listed)),
    ])
}

/// The value that a `dynamic` block iterates over.
#[derive(Clone, Debug)]
enum ForEach {
    Tuple(Vec<u8>),
    Object(Vec<u8>),
    Unknown,
}

impl ForEach {
    /// Returns the keys and values of the elements.
    fn elements(&self) -> Vec<(String, u8)> {
        let elements = |values: &[u8], prefix: &str| {
            let keys = (0..).map(|index: usize| format!("{prefix}{index}"));
            keys.zip(values.iter().copied()).collect()
        };
        match self {
            Self::Tuple(values) => elements(values, ""),
            Self::Object(values) => elements(values, "k"),
            Self::Unknown => Vec::new(),
        }
    }

    fn expression(&self) -> String {
        let items = self.elements();
        match self {
            Self::Tuple(values) => format!("{values:?}"),
            Self::Object(_) => {
                let items: Vec<_> = items
                    .iter()
                    .map(|(key, value)| format!("{key} = {value}"))
                    .collect();
                format!("{{ {} }}", items.join(", "))
            }
            Self::Unknown => "unknown".to_owned(),
        }
    }
}

/// Blocks of one type: either a `dynamic` block, possibly with a named iterator, or a single block.
#[derive(Clone, Debug)]
struct Group {
    dynamic: Option<(ForEach, bool)>,
    nested: Vec<Self>,
}

impl Group {
    /// Writes the group; `label` starts the labels of blocks that have one.
    fn write(&self, block_type: &str, label: Option<usize>) -> String {
        let nested = self.nested_text(|group| group.write(nested_type(block_type), None));
        let Some((for_each, names_iterator)) = &self.dynamic else {
            return block(block_type, label, ("0".to_owned(), 1), &nested);
        };
        let (iterator, argument) = if *names_iterator {
            ("it", "iterator = it\n")
        } else {
            (block_type, "")
        };
        let labels = label.map_or_else(String::new, |label| match for_each {
            // A label cannot be unknown.
            ForEach::Unknown => format!("labels = [\"l{label}\"]\n"),
            _ => format!("labels = [\"l{label}-${{{iterator}.key}}\"]\n"),
        });
        let for_each = for_each.expression();
        format!(
            "dynamic \"{block_type}\" {{\nfor_each = {for_each}\n{argument}{labels}\
             content {{\na = {iterator}.value\n{nested}}}\n}}\n"
        )
    }

    /// Writes the blocks that the group generates, without `dynamic`.
    fn expand(&self, block_type: &str, label: Option<usize>) -> String {
        let nested = self.nested_text(|group| group.expand(nested_type(block_type), None));
        let elements = match &self.dynamic {
            Some((for_each, _)) => for_each.elements(),
            None => vec![("0".to_owned(), 1)],
        };
        let blocks = elements
            .into_iter()
            .map(|element| block(block_type, label, element, &nested));
        blocks.collect()
    }

    fn nested_text(&self, write: impl Fn(&Self) -> String) -> String {
        self.nested.iter().map(write).collect()
    }

    /// Returns whether this group or a group inside it satisfies a condition.
    fn any(&self, condition: &impl Fn(&ForEach) -> bool) -> bool {
        let here = self
            .dynamic
            .as_ref()
            .is_some_and(|(for_each, _)| condition(for_each));
        here || self.nested.iter().any(|group| group.any(condition))
    }
}

/// Returns the type of the blocks in blocks of a type.
fn nested_type(block_type: &str) -> &'static str {
    if block_type == "b" { "c" } else { "b" }
}

fn block(block_type: &str, label: Option<usize>, (key, value): (String, u8), nested: &str) -> String {
    let label = label.map_or_else(String::new, |label| format!(" \"l{label}-{key}\""));
    format!("{block_type}{label} {{\na = {value}\n{nested}}}\n")
}

/// Generates groups that contain `nested` groups. The number of elements of their `dynamic` blocks is in `count`.
fn groups(
    count: impl Into<prop::collection::SizeRange>,
    nested: impl Strategy<Value = Vec<Group>>,
) -> impl Strategy<Value = Group> {
    let values = prop::collection::vec(any::<u8>(), count);
    let for_each = (values, 0..29_u8).prop_map(|(values, kind)| match kind {
        0 => ForEach::Unknown,
        1..=14 => ForEach::Object(values),
        _ => ForEach::Tuple(values),
    });
    let dynamic = prop::option::weighted(0.7, (for_each, any::<bool>()));
    (dynamic, nested).prop_map(|(dynamic, nested)| Group { dynamic, nested })
}

/// Generates the groups of blocks `b` and of blocks `c` in a file.
fn files() -> impl Strategy<Value = (Vec<Group>, Vec<Group>)> {
    let set = prop::collection::vec(groups(0..3, Just(Vec::new())), 0..3);
    let single = prop::collection::vec(groups(1, Just(Vec::new())), 1);
    let labelled = prop::collection::vec(groups(0..3, set), 1..3);
    let listed = prop::collection::vec(groups(0..3, single), 0..3);
    (labelled, listed)
}

/// Expands and decodes a body.
fn expanded(body: BodyRef) -> (Value, Diagnostics) {
    let context = context(&[("unknown", Value::unknown(Type::list(Type::STRING)))]);
    let _ = inputs().dynamic_variables(&*body);
    let expanded = expand_dynamic_blocks(body, Some(&context));
    let Outcome { value, diagnostics } = inputs().decode(&*expanded, Some(&context));
    assert_complete(&diagnostics);
    (value, diagnostics)
}

#[test]
fn a_dynamic_block_decodes_like_the_blocks_that_it_generates() {
    let cases = (files(), damages(FRAGMENTS));
    let minimums = [("expanded", 50), ("unknown", 1), ("reported", 5)];
    check_law(
        ProptestConfig::default(),
        &cases,
        &minimums,
        |((labelled, listed), damages)| {
            let text = |write: fn(&Group, &str, Option<usize>) -> String| -> String {
                let labelled = labelled.iter().enumerate();
                let labelled = labelled.map(|(index, group)| write(group, "b", Some(index)));
                let listed = listed.iter().map(|group| write(group, "c", None));
                std::iter::once("a = 1\n".to_owned())
                    .chain(labelled)
                    .chain(listed)
                    .collect()
            };
            let input = damaged(&text(Group::write), '\n', &damages);
            let Some((body, is_valid)) = parsed(&input) else {
                return Ok("no body");
            };
            let (value, diagnostics) = expanded(body);
            let has = |condition: fn(&ForEach) -> bool| {
                labelled.iter().chain(&listed).any(|group| group.any(&condition))
            };
            let is_unknown = has(|for_each| matches!(for_each, ForEach::Unknown));
            if !damages.is_empty() {
                let reported = !is_valid || diagnostics.has_errors();
                return Ok(if reported { "reported" } else { "damaged" });
            }
            prop_assert!(!diagnostics.has_errors(), "{}\n{:?}", input, diagnostics);
            if is_unknown {
                return Ok("unknown");
            }
            let (body, _) = parsed(&text(Group::expand)).expect("the body is valid");
            let wanted = inputs().decode(&*body, None).value;
            prop_assert_eq!(value, wanted, "{}", input);
            Ok(if has(|for_each| !for_each.elements().is_empty()) {
                "expanded"
            } else {
                "static"
            })
        },
    );
}
