//! A configuration with every feature, from both syntaxes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;

use hcl2::decode::Keyword;
use hcl2::diagnostics::Outcome;
use hcl2::model::{BodyRef, ExpressionRef, Traversal};
use hcl2::value::{Number, Value};
use hcl2::{Decode, Spanned};

use super::support::{json, native};

#[derive(Decode, Debug, PartialEq)]
#[hcl(validate = check_config)]
struct Config {
    name: String,
    port: u16,
    weight: Option<f64>,
    exact: Option<Number>,
    #[hcl(default = 1)]
    replicas: u32,
    #[hcl(default = "info")]
    level: String,
    #[hcl(default)]
    tags: BTreeSet<String>,
    #[hcl(default)]
    env: HashMap<String, String>,
    #[hcl(from_str)]
    bind: IpAddr,
    #[hcl(name = "type")]
    kind: Kind,
    mode: Option<Mode>,
    #[hcl(deprecated = "set `port`")]
    listen: Option<u16>,
    #[hcl(validate = not_empty)]
    owners: Vec<Spanned<String>>,
    limits: Option<Limits>,
    anything: Value,
    depends_on: Option<Vec<Reference>>,
    word: Option<Keyword>,
    pair: (String, u8),
    #[hcl(flatten)]
    timeouts: Timeouts,
    #[hcl(block)]
    health_check: Option<HealthCheck>,
    #[hcl(block, name = "listener", min = 1, max = 3)]
    listeners: Vec<Listener>,
    #[hcl(block, name = "user")]
    users: BTreeMap<String, User>,
    #[hcl(block, name = "route")]
    routes: BTreeMap<String, BTreeMap<String, Vec<Route>>>,
    #[hcl(block)]
    storage: Storage,
    #[hcl(block, default)]
    cache: Cache,
    #[hcl(one_of)]
    steps: Vec<Step>,
    #[hcl(skip)]
    seen: usize,
}

/// Compares traversals by their names alone, so that both syntaxes decode to equal structs.
#[derive(Debug)]
struct Reference(String);

impl PartialEq for Reference {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl hcl2::decode::attribute::DecodeAttribute for Reference {
    fn kind(definitions: &mut hcl2::decode::body::Definitions) -> hcl2::decode::schema::AttributeKind {
        Traversal::kind(definitions)
    }

    fn reading() -> hcl2::decode::attribute::Reading {
        Traversal::reading()
    }

    fn decode_expression(
        expression: &ExpressionRef,
        decoder: &mut hcl2::decode::Decoder<'_>,
    ) -> Option<Self> {
        let traversal = Traversal::decode_expression(expression, decoder)?;
        Some(Self(format!(
            "{} and {} steps",
            traversal.root_name()?,
            traversal.steps().len()
        )))
    }

    fn decode_value(
        value: &Value,
        place: &hcl2::decode::attribute::Place<'_>,
        decoder: &mut hcl2::decode::Decoder<'_>,
    ) -> Option<Self> {
        Traversal::decode_value(value, place, decoder)?;
        None
    }
}

#[derive(Decode, Debug, PartialEq, Eq)]
enum Kind {
    Web,
    #[hcl(name = "back-end")]
    Worker,
}

#[derive(Decode, Debug, PartialEq, Eq)]
#[hcl(keyword)]
enum Mode {
    Fast,
    Safe,
}

#[derive(Decode, Debug, PartialEq)]
struct Limits {
    memory: u64,
    cpus: Option<f64>,
    inner: Option<Box<Limits>>,
}

#[derive(Decode, Debug, PartialEq)]
struct Timeouts {
    #[hcl(default = 30)]
    connect_timeout: u32,
    read_timeout: Option<u32>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case")]
struct HealthCheck {
    path: String,
    #[hcl(default = 10)]
    every_seconds: u32,
}

#[derive(Decode, Debug, PartialEq)]
struct Listener {
    #[hcl(label)]
    protocol: Protocol,
    #[hcl(label)]
    name: Spanned<String>,
    port: u16,
}

#[derive(Decode, Debug, PartialEq, Eq)]
enum Protocol {
    Http,
    Https,
}

#[derive(Decode, Debug, PartialEq)]
struct User {
    #[hcl(default)]
    admin: bool,
    #[hcl(remain)]
    rest: BTreeMap<String, Value>,
}

#[derive(Decode, Debug, PartialEq)]
struct Route {
    to: String,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(label)]
enum Storage {
    S3(Bucket),
    Memory,
}

#[derive(Decode, Debug, PartialEq)]
struct Bucket {
    #[hcl(label)]
    name: String,
    region: String,
}

#[derive(Decode, Debug, Default, PartialEq)]
struct Cache {
    #[hcl(default)]
    size: u32,
}

#[derive(Decode, Debug, PartialEq)]
enum Step {
    Run(Run),
    Upload(Box<Upload>),
    Pause,
}

#[derive(Decode, Debug, PartialEq)]
struct Run {
    command: Vec<String>,
}

#[derive(Decode, Debug, PartialEq)]
struct Upload {
    #[hcl(label)]
    target: String,
}

fn not_empty(names: &[Spanned<String>]) -> Result<(), String> {
    if names.is_empty() {
        return Err("name at least one".to_owned());
    }
    Ok(())
}

fn check_config(config: &Config, check: &mut hcl2::decode::Check<'_, '_>) {
    if config.port == 22 {
        check.error("port", "port 22 is taken");
    }
    if config.replicas > 100 {
        check.warning("replicas", "so many replicas are slow to start");
    }
}

pub(crate) const NATIVE: &str = r#"
name       = upper("web-${region}")
port       = "8080"
weight     = 0.5
exact      = 0.1
tags       = ["b", "a", "b"]
env        = { A = 1, B = "two" }
bind       = "127.0.0.1"
type       = "back-end"
mode       = safe
owners     = ["ann", "bob"]
limits     = { memory = 512, inner = { memory = 1 } }
anything   = [1, null, "x"]
depends_on = [a.b, c]
word       = red
pair       = ["x", 7]

read_timeout = 5

health_check {
  path          = "/health"
  every-seconds = 3
}

listener "http" "public" {
  port = 80
}
listener "https" "secure" {
  port = 443
}

user "ann" {
  admin = true
  shell = "zsh"
}
user "bob" {}

route "GET" "/" {
  to = "index"
}
route "GET" "/" {
  to = "fallback"
}
route "POST" "/" {
  to = "submit"
}

storage "s3" "backups" {
  region = region
}

run {
  command = ["make"]
}
pause {}
upload "s3" {}
run {
  command = ["make", "test"]
}
"#;

const JSON: &str = r#"[{
  "name": "${upper(\"web-${region}\")}",
  "port": "8080",
  "weight": 0.5,
  "exact": 0.1,
  "tags": ["b", "a", "b"],
  "env": { "A": 1, "B": "two" },
  "bind": "127.0.0.1",
  "type": "back-end",
  "mode": "safe",
  "owners": ["ann", "bob"],
  "limits": { "memory": 512, "inner": { "memory": 1 } },
  "anything": [1, null, "x"],
  "depends_on": ["a.b", "c"],
  "word": "red",
  "pair": ["x", 7],
  "read_timeout": 5,
  "health_check": { "path": "/health", "every-seconds": 3 },
  "listener": {
    "http": { "public": { "port": 80 } },
    "https": { "secure": { "port": 443 } }
  },
  "user": { "ann": { "admin": true, "shell": "zsh" }, "bob": {} },
  "route": {
    "GET": { "/": [{ "to": "index" }, { "to": "fallback" }] },
    "POST": { "/": { "to": "submit" } }
  },
  "storage": { "s3": { "backups": { "region": "${region}" } } },
  "run": { "command": ["make"] },
  "pause": {},
  "upload": { "s3": {} }
}, { "run": { "command": ["make", "test"] } }]"#;

fn expected() -> Config {
    let route = |to: &str| Route { to: to.to_owned() };
    Config {
        name: "WEB-EU-1".to_owned(),
        port: 8080,
        weight: Some(0.5),
        exact: Some(Number::parse("0.1").expect("a number")),
        replicas: 1,
        level: "info".to_owned(),
        tags: ["a", "b"].map(str::to_owned).into(),
        env: [("A", "1"), ("B", "two")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
        bind: IpAddr::from([127, 0, 0, 1]),
        kind: Kind::Worker,
        mode: Some(Mode::Safe),
        listen: None,
        owners: vec!["ann".to_owned().into(), "bob".to_owned().into()],
        limits: Some(Limits {
            memory: 512,
            cpus: None,
            inner: Some(Box::new(Limits {
                memory: 1,
                cpus: None,
                inner: None,
            })),
        }),
        anything: Value::tuple([
            Value::from(1),
            Value::null(hcl2::value::Type::DYNAMIC),
            Value::from("x"),
        ]),
        depends_on: Some(vec![
            Reference("a and 2 steps".to_owned()),
            Reference("c and 1 steps".to_owned()),
        ]),
        word: Some(Keyword::from("red")),
        pair: ("x".to_owned(), 7),
        timeouts: Timeouts {
            connect_timeout: 30,
            read_timeout: Some(5),
        },
        health_check: Some(HealthCheck {
            path: "/health".to_owned(),
            every_seconds: 3,
        }),
        listeners: vec![
            Listener {
                protocol: Protocol::Http,
                name: "public".to_owned().into(),
                port: 80,
            },
            Listener {
                protocol: Protocol::Https,
                name: "secure".to_owned().into(),
                port: 443,
            },
        ],
        users: [
            (
                "ann".to_owned(),
                User {
                    admin: true,
                    rest: [("shell".to_owned(), Value::from("zsh"))].into(),
                },
            ),
            (
                "bob".to_owned(),
                User {
                    admin: false,
                    rest: BTreeMap::new(),
                },
            ),
        ]
        .into(),
        routes: [
            (
                "GET".to_owned(),
                [("/".to_owned(), vec![route("index"), route("fallback")])].into(),
            ),
            (
                "POST".to_owned(),
                [("/".to_owned(), vec![route("submit")])].into(),
            ),
        ]
        .into(),
        storage: Storage::S3(Bucket {
            name: "backups".to_owned(),
            region: "eu-1".to_owned(),
        }),
        cache: Cache::default(),
        steps: vec![
            Step::Run(Run {
                command: vec!["make".to_owned()],
            }),
            Step::Pause,
            Step::Upload(Box::new(Upload {
                target: "s3".to_owned(),
            })),
            Step::Run(Run {
                command: vec!["make".to_owned(), "test".to_owned()],
            }),
        ],
        seen: 0,
    }
}

#[test]
fn native_and_json_decode_to_equal_structs() {
    assert_eq!(native::<Config>(NATIVE).expect("no errors"), expected());
    assert_eq!(json::<Config>(JSON).expect("no errors"), expected());
}

#[test]
fn spanned_values_have_their_source_ranges() {
    let config: Config = native(NATIVE).expect("no errors");
    let text = |span: hcl2::diagnostics::Span| &NATIVE[span.range()];
    assert_eq!(text(config.owners[1].span()), "\"bob\"");
    assert_eq!(text(config.listeners[1].name.span()), "\"secure\"");

    #[derive(Decode)]
    struct Outer {
        #[hcl(block)]
        inner: Spanned<Inner>,
        port: Spanned<u16>,
    }
    #[derive(Decode)]
    struct Inner {}

    let source = "port = 80\ninner {\n}\n";
    let outer: Outer = native(source).expect("no errors");
    assert_eq!(&source[outer.inner.span().range()], "inner");
    assert_eq!(&source[outer.port.span().range()], "80");
    let Inner {} = outer.inner.into_inner();
}

#[test]
fn fields_can_hold_expressions_and_bodies() {
    #[derive(Decode)]
    struct Rule {
        condition: ExpressionRef,
        #[hcl(default)]
        inputs: BTreeMap<String, ExpressionRef>,
        #[hcl(remain)]
        rest: BodyRef,
    }
    let rule: Rule =
        native("condition = later > 3\ninputs = { x = later }\nmore = 1\nblock {}\n").expect("no errors");
    assert_eq!(rule.condition.variables().len(), 1);
    assert_eq!(rule.inputs["x"].variables().len(), 1);
    let mut context = hcl2::model::EvalContext::new();
    context.set_variable("later", Value::from(4));
    let value = rule.condition.evaluate(Some(&context)).value;
    assert_eq!(value, Value::from(true));
    let none: [&str; 0] = [];
    let schema = hcl2::model::BodySchema::new()
        .required("more")
        .block("block", none);
    let Outcome {
        value: content,
        diagnostics: problems,
    } = rule.rest.content(&schema);
    assert!(problems.is_empty());
    assert_eq!(content.blocks.len(), 1);
}

#[test]
fn derived_types_can_be_recursive_and_generic() {
    #[derive(Decode, Debug, PartialEq)]
    struct Tree {
        #[hcl(block, name = "node")]
        nodes: Vec<Tree>,
    }
    let depth = 200;
    let text = format!("{}{}", "node {\n".repeat(depth), "}\n".repeat(depth));
    let tree: Tree = native(&text).expect("no errors");
    let mut found = 0;
    let mut inner = &tree;
    while let Some(next) = inner.nodes.first() {
        found += 1;
        inner = next;
    }
    assert_eq!(found, depth);
    assert_eq!(Tree::schema().bodies.len(), 1);

    #[derive(Decode, Debug, PartialEq)]
    struct Pair<T, B> {
        left: T,
        #[hcl(block)]
        right: B,
    }
    let pair: Pair<u8, Vec<Tree>> = native("left = 1\nright {}\n").expect("no errors");
    assert_eq!(pair.left, 1);
    assert_eq!(pair.right, [Tree { nodes: Vec::new() }]);
}

#[test]
fn null_selects_the_default() {
    #[derive(Decode, Debug, PartialEq)]
    struct Defaults {
        #[hcl(default = 7)]
        number: i64,
        option: Option<String>,
        #[hcl(default = -1)]
        negative: i8,
    }
    let expected = Defaults {
        number: 7,
        option: None,
        negative: -1,
    };
    assert_eq!(native::<Defaults>("").expect("no errors"), expected);
    assert_eq!(
        native::<Defaults>("number = null\noption = null\nnegative = null\n").expect("no errors"),
        expected
    );
    assert_eq!(
        json::<Defaults>("{\"number\": null}").expect("no errors"),
        expected
    );
}

#[test]
fn a_schema_with_every_feature_is_written_and_read_back() {
    let schema = Config::schema();
    let document = schema
        .to_json_document()
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        hcl2::decode::schema::Schema::from_json_document(&document),
        Ok(schema)
    );
}
