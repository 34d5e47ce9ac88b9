//! Decoder specifications, each with matching input.

use hcl2_diagnostics::Outcome;
use hcl2_spec::SpecFile;
use hcl2_wire::json::{JsonOptions, value_to_json};
use proptest::prelude::*;
use proptest::sample::Index;

use super::{assert_complete, damaged, damages, parsed};
use hcl2_testing::check_law;

/// Types of attributes, each with a value.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("string", "\"s\""),
    ("number", "x + 1"),
    ("bool", "true"),
    ("list(number)", "f(x)"),
    ("object({ a = string })", "{ a = \"s\" }"),
    ("map(any)", "{ k = x }"),
    ("any", "[x, \"s\"]"),
];

/// The definitions that the values of the attributes refer to.
const DEFINITIONS: &str = "variables {\nx = 1\n}\nfunction \"f\" {\nparams = [a]\nresult = [a]\n}\n";

const FRAGMENTS: &[&str] = &[
    "object {\n",
    "array {\n",
    "attr {\n",
    "attr \"a\" {\n",
    "block \"b\" {\n",
    "block_list {\n",
    "block_set \"c\" {\n",
    "block_map \"d\" {\n",
    "block_attrs \"e\" {\n",
    "default {\n",
    "transform {\n",
    "literal {\n",
    "function \"f\" {\n",
    "variables {\n",
    "}\n",
    "}\n",
    "name = \"a\"\n",
    "type = string\n",
    "type = list(any)\n",
    "required = true\n",
    "block_type = \"b\"\n",
    "labels = [\"x\"]\n",
    "labels = [1]\n",
    "min_items = 3\n",
    "max_items = 1\n",
    "value = upper(\"x\")\n",
    "result = nested\n",
    "element_type = number\n",
    "params = [a]\n",
    "a = nope\n",
    "b \"x\" {\n",
];

/// A specification together with its input.
#[derive(Clone, Debug)]
enum Part {
    Literal,
    Attribute {
        kind: Index,
        required: bool,
        present: bool,
    },
    BlockAttributes {
        present: bool,
    },
    Object(Vec<Self>),
    Array(Vec<Self>),
    Default(Index, bool),
    Transform(Box<Self>),
    Block(Box<Self>),
    /// Blocks of a kind, and their number in the input.
    Blocks(&'static str, usize, Box<Self>),
}

fn parts() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        1 => Just(Part::Literal),
        6 => (any::<Index>(), any::<(bool, bool)>()).prop_map(|(kind, (required, present))| Part::Attribute {
            kind,
            required,
            present: present || required,
        }),
        1 => any::<bool>().prop_map(|present| Part::BlockAttributes { present }),
        2 => any::<(Index, bool)>().prop_map(|(kind, present)| Part::Default(kind, present)),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        let kind = prop::sample::select(vec!["block_list", "block_set", "block_map"]);
        prop_oneof![
            2 => prop::collection::vec(inner.clone(), 0..4).prop_map(Part::Object),
            1 => prop::collection::vec(inner.clone(), 0..4).prop_map(Part::Array),
            1 => inner.clone().prop_map(|part| Part::Transform(Box::new(part))),
            1 => inner.clone().prop_map(|part| Part::Block(Box::new(part))),
            3 => (kind, 0..3_usize, inner)
                .prop_map(|(kind, count, part)| Part::Blocks(kind, count, Box::new(part))),
        ]
    })
}

/// Writes a specification and its input.
#[derive(Default)]
struct Writer {
    spec: String,
    input: String,
    names: usize,
    /// The number of `block_map` specifications around the current one, which must not contain types that depend on the
    /// input.
    maps: usize,
}

impl Writer {
    /// Returns a name that the input uses only once.
    fn name(&mut self) -> String {
        self.names += 1;
        format!("n{}", self.names)
    }

    /// Starts a specification. A property has its name as a label, other specifications as an argument.
    fn start(&mut self, kind: &str, name: &str, argument: &str, property: bool) {
        self.spec += &if property {
            format!("{kind} \"{name}\" {{\n")
        } else if argument.is_empty() {
            format!("{kind} {{\n")
        } else {
            format!("{kind} {{\n{argument} = \"{name}\"\n")
        };
    }

    fn write(&mut self, part: &Part, property: bool) {
        let name = self.name();
        match part {
            Part::Transform(nested) if self.maps > 0 => return self.write(nested, property),
            Part::Literal => {
                self.start("literal", &name, "", property);
                self.spec += "value = upper(\"x\")\n";
            }
            Part::Attribute {
                kind,
                required,
                present,
            } => {
                self.start("attr", &name, "name", property);
                let (ty, value) = self.attribute(kind);
                self.spec += &format!("type = {ty}\nrequired = {required}\n");
                self.assign(&name, value, *present);
            }
            Part::BlockAttributes { present } => {
                self.start("block_attrs", &name, "block_type", property);
                self.spec += "element_type = number\n";
                if *present {
                    self.input += &format!("{name} {{\nk = x\n}}\n");
                }
            }
            Part::Object(parts) => {
                self.start("object", &name, "", property);
                parts.iter().for_each(|part| self.write(part, true));
            }
            Part::Array(parts) => {
                self.start("array", &name, "", property);
                parts.iter().for_each(|part| self.write(part, false));
            }
            Part::Default(kind, present) => self.fallback(&name, kind, *present, property),
            Part::Transform(nested) => {
                self.start("transform", &name, "", property);
                self.spec += "result = [nested]\n";
                self.write(nested, false);
            }
            Part::Block(nested) => {
                self.start("block", &name, "block_type", property);
                let body = self.nested(nested);
                self.input += &format!("{name} {{\n{body}}}\n");
            }
            Part::Blocks(kind, count, nested) => self.blocks(kind, &name, *count, nested, property),
        }
        self.spec += "}\n";
    }

    fn attribute(&self, kind: &Index) -> (&'static str, &'static str) {
        let attribute = *kind.get(ATTRIBUTES);
        if self.maps > 0 && attribute.0.contains("any") {
            ATTRIBUTES[0]
        } else {
            attribute
        }
    }

    fn assign(&mut self, name: &str, value: &str, present: bool) {
        if present {
            self.input += &format!("{name} = {value}\n");
        }
    }

    /// Writes an attribute with another attribute of its type as the fallback.
    fn fallback(&mut self, name: &str, kind: &Index, present: bool, property: bool) {
        let other = self.name();
        let (ty, value) = self.attribute(kind);
        self.start("default", name, "", property);
        for name in [name, &other] {
            self.spec += &format!("attr {{\nname = \"{name}\"\ntype = {ty}\n}}\n");
        }
        self.assign(name, value, present);
        self.assign(&other, value, true);
    }

    fn blocks(&mut self, kind: &str, name: &str, count: usize, nested: &Part, property: bool) {
        self.start(kind, name, "block_type", property);
        let is_map = kind == "block_map";
        self.spec += if is_map {
            "labels = [\"key\"]\n"
        } else {
            "min_items = 0\nmax_items = 2\n"
        };
        self.maps += usize::from(is_map);
        let body = self.nested(nested);
        self.maps -= usize::from(is_map);
        for index in 0..count {
            let label = if is_map {
                format!(" \"k{index}\"")
            } else {
                String::new()
            };
            self.input += &format!("{name}{label} {{\n{body}}}\n");
        }
    }

    /// Writes the specification of a block and returns the input for its body.
    fn nested(&mut self, nested: &Part) -> String {
        let outer = std::mem::take(&mut self.input);
        self.write(nested, false);
        std::mem::replace(&mut self.input, outer)
    }
}

/// Reads a specification and decodes input by it. Returns the stage that was reached, and whether the value has the type
/// that the specification implies.
fn decode_any(spec: &str, input: &str) -> (&'static str, bool) {
    let (Some((spec, spec_is_valid)), Some((body, input_is_valid))) = (parsed(spec), parsed(input)) else {
        return ("no body", true);
    };
    let Outcome {
        value: file,
        diagnostics: problems,
    } = SpecFile::from_body(&spec);
    assert_complete(&problems);
    let context = file.context([]);
    let Outcome { value, diagnostics } = file.spec.decode(&*body, context.as_ref());
    assert_complete(&diagnostics);
    let _ = value_to_json(&value, JsonOptions::default());
    let _ = file.spec.variables(&*body);
    let _ = file.spec.source_range(&*body);
    if diagnostics.has_errors() {
        return ("reported", true);
    }
    let ty = file.spec.implied_type().without_optional_attributes();
    let fits = value.is_null() || value.convert(&ty).is_ok();
    let reached = if problems.has_errors() {
        "invalid specification"
    } else if spec_is_valid && input_is_valid {
        "decoded"
    } else {
        "syntax error"
    };
    (reached, fits)
}

#[test]
fn a_specification_decodes_its_input_or_reports_problems() {
    let cases = (parts(), damages(FRAGMENTS), damages(FRAGMENTS));
    let minimums = [("decoded", 50), ("reported", 5), ("invalid specification", 1)];
    check_law(
        ProptestConfig::default(),
        &cases,
        &minimums,
        |(part, spec_damages, input_damages)| {
            let mut writer = Writer::default();
            writer.write(&part, false);
            let spec = damaged(&format!("{DEFINITIONS}{}", writer.spec), '\n', &spec_damages);
            let input = damaged(&writer.input, '\n', &input_damages);
            let (reached, fits) = decode_any(&spec, &input);
            // A damaged `default` may fall back to another type.
            prop_assert!(fits || !spec_damages.is_empty(), "{}\n{}", spec, input);
            let is_damaged = !spec_damages.is_empty() || !input_damages.is_empty();
            prop_assert!(
                is_damaged || reached == "decoded",
                "{}\n{}\n{}",
                reached,
                spec,
                input
            );
            Ok(reached)
        },
    );
}
