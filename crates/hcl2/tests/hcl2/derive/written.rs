//! Values that are written and read back, in both syntaxes.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use hcl2::decode::Keyword;
use hcl2::model::ExpressionRef;
use hcl2::value::{Str, Value};
use hcl2::{Decode, Encode, Spanned};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;

use super::support::{json, native};

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct Config {
    name: String,
    port: u16,
    weight: Option<f64>,
    #[hcl(default = 1)]
    replicas: i64,
    #[hcl(default)]
    tags: BTreeSet<String>,
    #[hcl(default)]
    env: BTreeMap<String, Option<String>>,
    #[hcl(from_str)]
    bind: Option<IpAddr>,
    #[hcl(name = "type")]
    kind: Kind,
    mode: Option<Mode>,
    word: Option<Keyword>,
    limits: Vec<Limits>,
    pair: (Spanned<String>, bool),
    #[hcl(flatten)]
    timeouts: Timeouts,
    #[hcl(block)]
    check: Option<Check>,
    #[hcl(block, name = "listener")]
    listeners: Vec<Listener>,
    #[hcl(block, name = "user")]
    users: BTreeMap<String, User>,
    #[hcl(block, name = "route")]
    routes: BTreeMap<String, BTreeMap<String, Check>>,
    #[hcl(block)]
    storage: Storage,
    #[hcl(one_of)]
    steps: Vec<Step>,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
enum Kind {
    Web,
    #[hcl(name = "${worker}")]
    Worker,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
#[hcl(keyword)]
enum Mode {
    Fast,
    Safe,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct Limits {
    memory: u64,
    inner: Option<Box<Limits>>,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct Timeouts {
    read_timeout: Option<u32>,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case")]
struct Check {
    the_path: String,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct Listener {
    #[hcl(label)]
    kind: Kind,
    #[hcl(label)]
    name: Spanned<String>,
    port: u16,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct User {
    #[hcl(default)]
    admin: bool,
    #[hcl(remain)]
    rest: BTreeMap<String, Value>,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
#[hcl(label)]
enum Storage {
    S3(Bucket),
    Memory,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
struct Bucket {
    name: String,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
enum Step {
    Run(Check),
    Pause,
}

/// Strings with characters that are special in either syntax, normalised to NFC.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ -~]{0,6}".prop_map(String::from),
        2 => "[$%]{0,4}\\{?".prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
        1 => Just("\r\n\t\\\"".to_owned()),
    ];
    vec(piece, 0..4).prop_map(|pieces| Str::from(pieces.concat()).to_string())
}

fn name() -> impl Strategy<Value = String> {
    "[a-z][a-z_-]{0,6}".prop_filter("the name of a field", |name| name != "admin")
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::tuple),
            btree_map(text(), inner, 0..3)
                .prop_map(|fields| Value::object(fields.into_iter().collect::<Vec<_>>())),
        ]
    })
}

fn limits() -> impl Strategy<Value = Limits> {
    let leaf = any::<u64>().prop_map(|memory| Limits { memory, inner: None });
    leaf.prop_recursive(3, 3, 1, |inner| {
        (any::<u64>(), inner).prop_map(|(memory, inner)| Limits {
            memory,
            inner: Some(Box::new(inner)),
        })
    })
}

fn check() -> impl Strategy<Value = Check> {
    text().prop_map(|the_path| Check { the_path })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Web), Just(Kind::Worker)]
}

fn attributes() -> impl Strategy<Value = Config> {
    let first = (
        text(),
        any::<u16>(),
        option::of(any::<f64>().prop_filter("finite", |number| number.is_finite())),
        any::<i64>(),
        btree_set(text(), 0..3),
        btree_map(text(), option::of(text()), 0..3),
    );
    let second = (
        option::of(any::<[u8; 4]>().prop_map(IpAddr::from)),
        kind(),
        option::of(prop_oneof![Just(Mode::Fast), Just(Mode::Safe)]),
        option::of(name().prop_map(Keyword::from)),
        vec(limits(), 0..3),
        (text(), any::<bool>()),
        option::of(any::<u32>()),
    );
    (first, second).prop_map(|(first, second)| Config {
        name: first.0,
        port: first.1,
        weight: first.2,
        replicas: first.3,
        tags: first.4,
        env: first.5,
        bind: second.0,
        kind: second.1,
        mode: second.2,
        word: second.3,
        limits: second.4,
        pair: (second.5.0.into(), second.5.1),
        timeouts: Timeouts {
            read_timeout: second.6,
        },
        check: None,
        listeners: Vec::new(),
        users: BTreeMap::new(),
        routes: BTreeMap::new(),
        storage: Storage::Memory,
        steps: Vec::new(),
    })
}

fn config() -> impl Strategy<Value = Config> {
    let listener = (kind(), text(), any::<u16>()).prop_map(|(kind, name, port)| Listener {
        kind,
        name: name.into(),
        port,
    });
    let user =
        (any::<bool>(), btree_map(name(), value(), 0..3)).prop_map(|(admin, rest)| User { admin, rest });
    let blocks = (
        option::of(check()),
        vec(listener, 0..3),
        btree_map(text(), user, 0..3),
        btree_map(text(), btree_map(text(), check(), 1..3), 0..3),
        option::of(text()),
        vec(option::of(check()), 0..4),
    );
    (attributes(), blocks).prop_map(|(config, blocks)| Config {
        check: blocks.0,
        listeners: blocks.1,
        users: blocks.2,
        routes: blocks.3,
        storage: blocks
            .4
            .map_or(Storage::Memory, |name| Storage::S3(Bucket { name })),
        steps: blocks
            .5
            .into_iter()
            .map(|run| run.map_or(Step::Pause, Step::Run))
            .collect(),
        ..config
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn decoding_an_encoded_value_returns_it(config in config()) {
        let text = hcl2::to_string(&config).expect("it can be written");
        prop_assert_eq!(&hcl2::native::format(text.as_bytes()), text.as_bytes());
        let read: Config = native(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read, &config, "{}", text);
        let text = hcl2::to_json_syntax(&config).expect("it can be written");
        let read: Config = json(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read, &config, "{}", text);
    }
}

#[derive(Decode, Encode, Debug)]
struct Raw {
    condition: ExpressionRef,
    target: hcl2::model::Traversal,
    all: Vec<ExpressionRef>,
}

#[test]
fn expressions_survive_encoding_in_both_syntaxes() {
    let text = "condition = a + 1 > b[\"x\"].c\ntarget    = module.x[0].y[\"k\"]\nall       = [for_each, \"${a}-b\"]\n";
    let raw: Raw = native(text).expect("no errors");
    assert_eq!(hcl2::to_string(&raw).expect("it can be written"), text);
    let as_json = hcl2::to_json_syntax(&raw).expect("it can be written");
    assert_eq!(
        as_json,
        r#"{"condition":"${a + 1 > b[\"x\"].c}","target":"module.x[0].y[\"k\"]","all":["${for_each}","${\"${a}-b\"}"]}"#
            .replace("> b", "\\u003e b")
    );
    let again: Raw = json(&as_json).expect("no errors");
    assert_eq!(hcl2::to_string(&again).expect("it can be written"), text);
}

#[test]
fn an_unrepresentable_part_is_an_error_with_its_path() {
    #[derive(Encode)]
    struct Outer {
        #[hcl(block)]
        inner: Inner,
    }
    #[derive(Encode)]
    struct Inner {
        number: f64,
        #[hcl(remain)]
        rest: BTreeMap<String, Value>,
    }
    let outer = |number: f64, rest: &[(&str, Value)]| Outer {
        inner: Inner {
            number,
            rest: rest
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
        },
    };
    let detail = |error: hcl2::Error| error.diagnostics()[0].detail.to_string();
    let failure = |outer: Outer| detail(hcl2::to_string(&outer).expect_err("it has no form"));
    assert_eq!(
        failure(outer(f64::NAN, &[])),
        "inner.number: NaN cannot be written as a number."
    );
    assert_eq!(
        failure(outer(0.0, &[("a", Value::DYNAMIC)])),
        "inner.a: an unknown value cannot be written."
    );
    assert_eq!(
        failure(outer(0.0, &[("a b", Value::from(1))])),
        "inner: \"a b\" is not a valid identifier."
    );
    assert_eq!(
        detail(hcl2::to_json_syntax(&Storage::Memory).expect_err("it has no form")),
        "a file has no labels; only its blocks have."
    );
}
