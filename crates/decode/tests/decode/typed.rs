//! Problems of decoding bodies to derived types.

use std::collections::BTreeMap;

use hcl2_decode::{Check, Keyword, Spanned, decode_into};
use hcl2_derive::Decode;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Severity};
use hcl2_model::{EvalContext, ExpressionRef, Traversal};
use hcl2_value::{Mark, Type, Value};

use crate::support::{body, context, on_small_stack, shown, want};

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode, validate = check)]
struct Config {
    name: Option<String>,
    #[hcl(default = 1)]
    port: u16,
    #[hcl(default)]
    ports: Vec<u8>,
    #[hcl(default)]
    sizes: BTreeMap<String, u8>,
    level: Option<Level>,
    mode: Option<Mode>,
    target: Option<Traversal>,
    word: Option<Keyword>,
    limits: Option<Limits>,
    #[hcl(from_str)]
    address: Option<std::net::IpAddr>,
    #[hcl(validate = even)]
    even: Option<u8>,
    #[hcl(deprecated = "set `name`")]
    title: Option<String>,
    #[hcl(block)]
    one: Option<Named>,
    #[hcl(block, max = 2)]
    few: Vec<Named>,
    #[hcl(block)]
    keyed: BTreeMap<String, Empty>,
    #[hcl(block, deprecated = "use `one`")]
    old: Vec<Empty>,
    #[hcl(block)]
    storage: Option<Storage>,
    #[hcl(one_of)]
    step: Option<Step>,
}

#[derive(Decode, Clone, Copy, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
enum Level {
    Debug,
    Info,
}

#[derive(Decode, Clone, Copy, Debug, PartialEq)]
#[hcl(crate = hcl2_decode, keyword)]
enum Mode {
    Fast,
    Safe,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Limits {
    memory: u32,
    cpus: Option<u8>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Named {
    #[hcl(label)]
    level: Level,
    note: String,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Empty {}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode, label)]
enum Storage {
    Disk(Disk),
    Memory,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Disk {
    path: String,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
enum Step {
    Run(Empty),
    Pause,
}

fn even(number: &Option<u8>) -> Result<(), String> {
    match number {
        Some(odd) if odd % 2 == 1 => Err(format!("{odd} is odd")),
        _ => Ok(()),
    }
}

fn check(config: &Config, check: &mut Check<'_, '_>) {
    if config.port == 22 {
        check.error("port", "port 22 is taken");
    }
}

/// Decodes a source, and returns the problems.
fn problems(text: &str) -> Vec<(&'static str, String)> {
    let diagnostics = decode_into::<Config>(&body(text), Some(&context(&[]))).diagnostics;
    shown(&diagnostics, text)
}

#[test]
fn values_of_other_types_are_reported_at_their_range() {
    let cases = [
        ("port = \"x\"", "hcl2::decode::wrong-type", "\"x\""),
        ("port = 70000", "hcl2::decode::out-of-range", "70000"),
        ("port = 1.5", "hcl2::decode::out-of-range", "1.5"),
        ("port = \"-1\"", "hcl2::decode::out-of-range", "\"-1\""),
        ("ports = [1, 300, 2]", "hcl2::decode::out-of-range", "300"),
        ("ports = [1, null]", "hcl2::decode::null-value", "null"),
        ("ports = 5", "hcl2::decode::wrong-type", "5"),
        (
            "ports = [for i in [400] : i]",
            "hcl2::decode::out-of-range",
            "[for i in [400] : i]",
        ),
        ("sizes = { a = 1, b = true }", "hcl2::decode::wrong-type", "true"),
        ("sizes = [1]", "hcl2::decode::wrong-type", "[1]"),
        ("name = [1]", "hcl2::decode::wrong-type", "[1]"),
        ("level = \"inf\"", "hcl2::decode::unknown-variant", "\"inf\""),
        ("level = []", "hcl2::decode::wrong-type", "[]"),
        ("mode = fats", "hcl2::decode::unknown-variant", "fats"),
        ("mode = \"fast\"", "hcl2::decode::not-static", "\"fast\""),
        ("target = 1 + 1", "hcl2::decode::not-static", "1 + 1"),
        ("word = a.b", "hcl2::decode::not-static", "a.b"),
        (
            "address = \"localhost\"",
            "hcl2::decode::invalid-value",
            "\"localhost\"",
        ),
        ("even = 3", "hcl2::decode::invalid-value", "3"),
        ("port = 22", "hcl2::decode::invalid-value", "22"),
        ("name = nothing", "hcl2::expr::variables-not-allowed", "nothing"),
        ("nam = \"x\"", "hcl2::body::unsupported-attribute", "nam"),
        ("limits = { memory = -1 }", "hcl2::decode::out-of-range", "-1"),
        ("limits = {}", "hcl2::body::missing-attribute", "{"),
        (
            "limits = { memry = 1 }",
            "hcl2::body::unsupported-attribute",
            "memry",
        ),
        ("limits = 4", "hcl2::decode::wrong-type", "4"),
        ("one \"info\" {}", "hcl2::body::missing-attribute", ""),
        (
            "one \"inof\" {\n note = \"\"\n}",
            "hcl2::decode::unknown-variant",
            "\"inof\"",
        ),
        ("storage \"dsk\" {}", "hcl2::decode::unknown-variant", "\"dsk\""),
        (
            "storage \"memory\" {\n a = 1\n}",
            "hcl2::body::unsupported-attribute",
            "a",
        ),
    ];
    for (text, code, place) in cases {
        let found = problems(text);
        let first = found.first().unwrap_or_else(|| panic!("{text} is fine"));
        assert_eq!(first.0, code, "{text}");
        if !place.is_empty() {
            assert_eq!(first.1, place, "{text}");
        }
    }
}

#[test]
fn the_number_of_blocks_is_checked() {
    let named = "few \"info\" {\n  note = \"\"\n}\n";
    assert_eq!(
        problems(&named.repeat(3)),
        want(&[("hcl2::decode::too-many-blocks", "few \"info\"")])
    );
    let one = "one \"info\" {\n  note = \"\"\n}\n";
    assert_eq!(
        problems(&one.repeat(2)),
        want(&[("hcl2::decode::duplicate-block", "one \"info\"")])
    );
    assert_eq!(
        problems("keyed \"a\" {}\nkeyed \"b\" {}\nkeyed \"a\" {}\n"),
        want(&[("hcl2::decode::duplicate-labels", "keyed \"a\"")])
    );
    assert_eq!(
        problems("run {}\npause {}\n"),
        want(&[("hcl2::decode::duplicate-block", "pause")])
    );

    #[derive(Decode)]
    #[hcl(crate = hcl2_decode)]
    #[expect(dead_code, reason = "nothing can be decoded into it")]
    struct Strict {
        #[hcl(block)]
        one: Empty,
        #[hcl(block, min = 2)]
        many: Vec<Empty>,
        #[hcl(one_of)]
        step: Step,
    }
    let text = "many {}\n";
    let Outcome {
        value: decoded,
        diagnostics,
    } = decode_into::<Strict>(&body(text), None);
    assert!(decoded.is_none());
    let found: Vec<_> = diagnostics
        .iter()
        .map(|problem| (problem.code.id(), problem.subject.map(|span| span.range())))
        .collect();
    assert_eq!(
        found,
        [
            ("hcl2::decode::missing-block", Some(0..0)),
            ("hcl2::decode::too-few-blocks", Some(0..0)),
            ("hcl2::decode::missing-block", Some(0..0)),
        ]
    );
}

#[test]
fn all_problems_are_reported_in_source_order() {
    let text =
        "ports = [999]\nnmae = \"\"\nport = \"x\"\none \"x\" {\n  note = 1 + \"y\"\n}\nlevel = \"warn\"\n";
    assert_eq!(
        problems(text),
        want(&[
            ("hcl2::decode::out-of-range", "999"),
            ("hcl2::body::unsupported-attribute", "nmae"),
            ("hcl2::decode::wrong-type", "\"x\""),
            ("hcl2::decode::unknown-variant", "\"x\""),
            ("hcl2::expr::invalid-operand", "\"y\""),
            ("hcl2::decode::unknown-variant", "\"warn\""),
        ])
    );
}

#[test]
fn near_names_are_suggested_as_they_are_written() {
    let diagnostics = decode_into::<Config>(&body("level = \"inof\"\nmode = safee\n"), None).diagnostics;
    let suggested: Vec<&str> = diagnostics
        .iter()
        .flat_map(|problem| &problem.suggestions)
        .map(|suggestion| suggestion.replacement.as_str())
        .collect();
    assert_eq!(suggested, ["\"info\"", "safe"]);
}

#[test]
fn deprecated_items_are_warnings_not_errors() {
    let text = "title = \"x\"\nold {}\n";
    let Outcome {
        value: decoded,
        diagnostics,
    } = decode_into::<Config>(&body(text), None);
    assert_eq!(decoded.and_then(|config| config.title), Some("x".to_owned()));
    assert_eq!(
        shown(&diagnostics, text),
        want(&[
            ("hcl2::decode::deprecated", "title"),
            ("hcl2::decode::deprecated", "old")
        ])
    );
    assert!(
        diagnostics
            .iter()
            .all(|problem| problem.severity == Severity::Warning)
    );
}

#[test]
fn unknown_and_marked_values_are_errors_except_for_fields_of_type_value() {
    #[derive(Decode)]
    #[hcl(crate = hcl2_decode)]
    struct Any {
        value: Value,
    }
    let mut variables = EvalContext::new();
    variables.set_variable("later", Value::unknown(Type::NUMBER));
    variables.set_variable("secret", Value::from("hunter2").with_mark(Mark::new("sensitive")));
    for (text, expected) in [
        ("port = later", ("hcl2::decode::unknown-value", "later")),
        ("name = secret", ("hcl2::decode::marked-value", "secret")),
    ] {
        let diagnostics = decode_into::<Config>(&body(text), Some(&variables)).diagnostics;
        assert_eq!(shown(&diagnostics, text)[..1], want(&[expected]));
        assert!(!diagnostics[0].detail.contains("hunter2"));
    }
    for text in ["value = later", "value = secret"] {
        let decoded = decode_into::<Any>(&body(text), Some(&variables)).value;
        let value = decoded.expect("any value will do").value;
        assert!(!value.is_known() || value.is_marked());
    }
}

#[test]
fn the_number_of_dynamic_blocks_must_be_known() {
    let text = "dynamic \"old\" {\n  for_each = later\n  content {}\n}\n";
    let mut variables = EvalContext::new();
    variables.set_variable("later", Value::DYNAMIC);
    let expanded = hcl2_ext::dynamic::expand_dynamic_blocks(body(text), Some(&variables));
    let Outcome {
        value: decoded,
        diagnostics,
    } = decode_into::<Config>(&expanded, Some(&variables));
    assert_eq!(decoded, None);
    assert!(
        diagnostics
            .iter()
            .any(|problem| problem.code.id() == "hcl2::decode::unknown-value"),
        "{diagnostics:?}"
    );
}

#[test]
fn labels_belong_to_blocks() {
    let places = |diagnostics: &Diagnostics| -> Vec<_> {
        let place = |problem: &Diagnostic| (problem.code.id(), problem.subject.map(|span| span.range()));
        diagnostics.iter().map(place).collect()
    };
    let decoded = decode_into::<Named>(&body("note = \"\"\n"), None);
    assert_eq!(decoded.value, None);
    assert_eq!(
        places(&decoded.diagnostics),
        [("hcl2::decode::no-such-label", Some(0..0))]
    );
    let decoded = decode_into::<Storage>(&body(""), None);
    assert_eq!(decoded.value, None);
    assert_eq!(
        places(&decoded.diagnostics),
        [("hcl2::decode::no-such-label", Some(0..0))]
    );
    assert_eq!(
        problems("few {\n  note = \"\"\n}\n"),
        want(&[("hcl2::body::missing-label", "{")])
    );
}

#[test]
fn parts_that_are_not_evaluated_must_be_constructors() {
    #[derive(Decode)]
    #[hcl(crate = hcl2_decode)]
    #[expect(dead_code, reason = "nothing can be decoded into it")]
    struct Static {
        list: Vec<Traversal>,
        map: BTreeMap<String, ExpressionRef>,
        inner: Vec<Inner>,
    }
    #[derive(Decode)]
    #[hcl(crate = hcl2_decode)]
    #[expect(dead_code, reason = "nothing can be decoded into it")]
    struct Inner {
        to: Spanned<Traversal>,
    }
    let text = "list = concat([], [])\nmap = merge({}, {})\ninner = [{ to = a.b }, { to = 5 }]\n";
    let diagnostics = decode_into::<Static>(&body(text), Some(&context(&[]))).diagnostics;
    assert_eq!(
        shown(&diagnostics, text),
        want(&[
            ("hcl2::decode::not-static", "concat([], [])"),
            ("hcl2::decode::not-static", "merge({}, {})"),
            ("hcl2::decode::not-static", "5"),
        ])
    );
}

#[test]
fn nesting_as_deep_as_the_parser_allows_fits_a_small_stack() {
    #[derive(Decode, Debug)]
    #[hcl(crate = hcl2_decode)]
    struct Tree {
        #[hcl(default)]
        name: String,
        #[hcl(block)]
        node: Vec<Tree>,
    }
    on_small_stack(|| {
        let depth = 240;
        let text = format!(
            "{}{}",
            "node {\n name = \"x\"\n".repeat(depth),
            "}\n".repeat(depth)
        );
        let Outcome {
            value: decoded,
            diagnostics,
        } = decode_into::<Tree>(&body(&text), None);
        assert!(diagnostics.is_empty());
        let mut found = 0;
        let mut inner = decoded.expect("no errors");
        while let Some(next) = inner.node.pop() {
            assert_eq!(next.name, "x");
            found += 1;
            inner = next;
        }
        assert_eq!(found, depth);
    });
}

#[test]
fn an_unused_label_is_reported_at_its_range() {
    #[derive(Decode)]
    #[hcl(crate = hcl2_decode)]
    #[expect(dead_code, reason = "nothing can be decoded into it")]
    struct Outer {
        #[hcl(block)]
        storage: Storage,
        #[hcl(block)]
        limits: Limits,
    }
    let text = "storage \"memory\" \"x\" {}\nlimits \"y\" {\n  memory = 1\n}\n";
    let diagnostics = decode_into::<Outer>(&body(text), None).diagnostics;
    assert_eq!(
        shown(&diagnostics, text),
        want(&[
            ("hcl2::body::extraneous-label", "\"x\""),
            ("hcl2::body::extraneous-label", "\"y\""),
        ])
    );
}
