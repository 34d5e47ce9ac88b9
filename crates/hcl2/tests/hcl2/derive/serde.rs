//! Serde types from bodies, and from and to values.

use std::collections::BTreeMap;

use hcl2::decode::Spanned;
use hcl2::decode::serde::{SerializeValue, from_value, to_value};
use hcl2::value::{Mark, Number, Type, Value};
use hcl2::{Loader, Syntax};
use serde::{Deserialize, Serialize};

use super::support::{shown, want};

#[derive(Deserialize, Debug, PartialEq)]
struct Config {
    name: String,
    weight: f64,
    host: Option<String>,
    service: BTreeMap<String, Vec<Service>>,
    check: Check,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Service {
    port: u16,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Check {
    kind: Kind,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Tcp,
    Http { path: String },
    Pair(u8, i8),
    One(Option<bool>),
}

#[test]
fn bodies_of_both_syntaxes_are_deserialized() {
    let native = "name = \"a\"\nweight = 1 / 4\nservice \"x\" {\n  port = 1\n}\nservice \"x\" {\n  port = 2\n}\ncheck {\n  kind = { http = { path = \"/\" } }\n}\n";
    let json = r#"{"name": "a", "weight": "${1 / 4}", "service": {"x": [{"port": 1}, {"port": 2}]},
        "check": {"kind": {"http": {"path": "/"}}}}"#;
    let expected = Config {
        name: "a".to_owned(),
        weight: 0.25,
        host: None,
        service: [("x".to_owned(), vec![Service { port: 1 }, Service { port: 2 }])].into(),
        check: Check {
            kind: Kind::Http { path: "/".to_owned() },
        },
    };
    let document = Loader::new().load_str("app.hcl", native).expect("no errors");
    assert_eq!(document.deserialize::<Config>().expect("it fits"), expected);
    let loader = Loader::new().syntax(Syntax::Json);
    let document = loader.load_str("app", json).expect("no errors");
    assert_eq!(document.deserialize::<Config>().expect("it fits"), expected);
}

/// The problems of reading a source: their codes and ranges.
fn problems<T>(read: Result<T, hcl2::Error>) -> Vec<(&'static str, Option<(u32, u32)>)> {
    let error = read.err().expect("the text does not fit");
    let places = error.diagnostics().iter().map(|problem| {
        let range = problem.subject.map(|span| (span.start, span.end));
        (problem.code.id(), range)
    });
    places.collect()
}

#[derive(Deserialize, hcl2::Decode, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only problems are looked at")]
struct App {
    port: u16,
    mode: Option<Mode>,
    tags: Option<Vec<Spanned<bool>>>,
    limits: Option<Limits>,
    #[hcl(block)]
    #[serde(default)]
    listen: Vec<Listen>,
}

#[derive(Deserialize, hcl2::Decode, Debug)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Fast,
    Slow,
}

#[derive(Deserialize, hcl2::Decode, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only problems are looked at")]
struct Limits {
    most: u8,
    least: u8,
}

#[derive(Deserialize, hcl2::Decode, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only problems are looked at")]
struct Listen {
    port: u16,
}

#[test]
fn problems_of_serde_have_the_codes_and_ranges_of_derived_types() {
    let all = [
        "port = 80000\n",
        "port = true\n",
        "prt = 80\nport = 81\n",
        "port = 80\nmode = \"fsat\"\n",
        "port = null\ntags = [true, 7, false, []]\n",
        "port = 80\nlimits = { most = 1, leest = 2 }\n",
        "port = 80\nlisten {\n  port = 1\n}\nlisten {}\nlisten {\n  port = -1\n}\n",
        "port = missing\nmode = \"no\"\nlisten {\n  port = 1\n  porta = 2\n}\nserve {}\n",
    ];
    for text in all {
        let document = Loader::new().load_str("app.hcl", text).expect("no errors");
        let derived = problems(document.decode::<App>());
        assert!(
            derived.iter().all(|(_, range)| range.is_some()),
            "{text}: {derived:?}"
        );
        assert_eq!(problems(document.deserialize::<App>()), derived, "{text}");
    }
}

#[test]
fn problem_of_serde_says_what_to_change() {
    let text = "port = 80\nmode = \"fsat\"\nprot = 1\n";
    let document = Loader::new().load_str("app.hcl", text).expect("no errors");
    let error = document.deserialize::<App>().expect_err("two names are wrong");
    let shown: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|problem| {
            (
                problem.detail.as_ref(),
                problem.suggestions[0].replacement.as_ref(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (
                "`fsat` is not expected here, only `fast`, `slow`. Did you mean `fast`?",
                "\"fast\""
            ),
            (
                "`prot` is not expected here, only `port`, `mode`, `tags`, `limits`, `listen`. Did you mean `port`?",
                "port"
            ),
        ]
    );
}

#[test]
fn blocks_and_ranges_are_deserialized() {
    #[derive(Deserialize, Debug)]
    struct Ranges {
        name: Spanned<String>,
        rule: Vec<Spanned<Rule>>,
        check: BTreeMap<String, Vec<Rule>>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Rule {
        port: Spanned<u16>,
    }
    let text = "name = \"a\"\nrule {\n  port = 1\n}\ncheck \"x\" {\n  port = 2\n}\n";
    let document = Loader::new().load_str("app.hcl", text).expect("no errors");
    let read: Ranges = document.deserialize().expect("it fits");
    assert_eq!((read.name.as_str(), read.name.span().range()), ("a", 7..10));
    assert_eq!(read.rule.len(), 1);
    assert_eq!(read.rule[0].span().range(), 11..15);
    assert_eq!(read.rule[0].port.span().range(), 27..28);
    assert_eq!(*read.check["x"][0].port, 2);
    assert_eq!(
        serde_json::from_str::<Spanned<u16>>("7").unwrap_err().to_string(),
        "invalid type: integer `7`, expected a value with its range in a body at line 1 column 1"
    );
}

#[test]
fn scalars_are_converted_to_what_serde_asks_for() {
    #[derive(Deserialize, hcl2::Decode, Debug, PartialEq)]
    struct Scalars {
        port: u16,
        ratio: f64,
        name: String,
        on: bool,
    }
    let text = "port = \"80\"\nratio = \"0.5\"\nname = 1.50\non = \"true\"\n";
    let document = Loader::new().load_str("app.hcl", text).expect("no errors");
    let read: Scalars = document.deserialize().expect("it fits");
    let expected = Scalars {
        port: 80,
        ratio: 0.5,
        name: "1.5".to_owned(),
        on: true,
    };
    assert_eq!(read, expected);
    assert_eq!(document.decode::<Scalars>().expect("it fits"), expected);
}

#[test]
fn problems_of_serde_are_limited() {
    let text = format!("port = 80\ntags = [{}]\n", "1, ".repeat(5_000));
    let document = Loader::new().load_str("app.hcl", text).expect("no errors");
    assert_eq!(problems(document.deserialize::<App>()).len(), 100);
}

#[test]
fn values_convert_to_serde_types_and_back() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct All {
        kinds: Vec<Kind>,
        map: BTreeMap<u8, i64>,
        unit: (),
        char: char,
        large: i128,
        fraction: f64,
        tuple: (bool, String),
    }
    let all = All {
        kinds: vec![
            Kind::Tcp,
            Kind::Http { path: "/".to_owned() },
            Kind::Pair(1, -1),
            Kind::One(None),
        ],
        map: [(1, i64::MIN)].into(),
        unit: (),
        char: 'é',
        large: i128::from(u64::MAX) * 3,
        fraction: 0.1,
        tuple: (true, "x".to_owned()),
    };
    let value = to_value(&all).expect("it is representable");
    assert_eq!(
        value.get("map").and_then(|map| map.get("1")),
        Some(&Value::from(i64::MIN))
    );
    let read: All = from_value(&value).expect("keys are read as numbers");
    assert_eq!((read.map.get(&1), read.large), (Some(&i64::MIN), all.large));
    let other = Value::object([("one", Value::from(1))]);
    let error = from_value::<BTreeMap<u8, u8>>(&other).expect_err("the key is no number");
    assert_eq!(error.to_string(), "expected u8, found \"one\"");
    assert_eq!(
        from_value::<Vec<Kind>>(value.get("kinds").expect("it is there")).expect("it fits"),
        all.kinds
    );
    assert_eq!(
        from_value::<i128>(value.get("large").expect("it is there")),
        Ok(all.large)
    );
    assert_eq!(
        from_value::<f64>(value.get("fraction").expect("it is there")),
        Ok(0.1)
    );
    assert_eq!(
        to_value(&f64::NAN).unwrap_err().to_string(),
        "NaN is not a number"
    );
}

#[test]
fn unknown_and_marked_values_are_not_deserialized() {
    let marked = Value::from("hunter2").with_mark(Mark::new("sensitive"));
    let unknown = "a part of the value is unknown, and only known values can be serialized";
    let sensitive =
        "a part of the value is marked, for instance as sensitive; remove the marks with `unmark_deep` first";
    for (value, message) in [(Value::DYNAMIC, unknown), (marked, sensitive)] {
        let error = from_value::<String>(&value).expect_err("it must not get out");
        assert!(!error.to_string().contains("hunter2"));
        assert_eq!(
            serde_json::to_string(&SerializeValue(&value))
                .unwrap_err()
                .to_string(),
            message
        );
    }
    let number = Value::from(Number::parse("18446744073709551616").expect("a number"));
    assert_eq!(
        serde_json::to_string(&SerializeValue(&Value::tuple([number, Value::null(Type::BOOL)])))
            .expect("json"),
        "[1.8446744073709552e+19,null]"
    );
}

#[test]
fn keys_that_are_not_strings_and_absent_fields_return() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        ports: BTreeMap<u16, String>,
        signed: BTreeMap<i8, bool>,
        flags: BTreeMap<bool, Part>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Part {
        size: Option<u8>,
        name: Option<String>,
    }
    let part = Part {
        size: None,
        name: Some("a".to_owned()),
    };
    let config = Config {
        ports: BTreeMap::from([(80, "http".to_owned())]),
        signed: BTreeMap::from([(-1, true)]),
        flags: BTreeMap::from([(true, part)]),
    };
    let text = hcl2::serde::to_string(&config).expect("it is representable");
    assert!(!text.contains("size"), "{text}");
    assert_eq!(
        hcl2::serde::from_str::<Config>(&text).expect("it was written"),
        config
    );
}

#[test]
fn a_misspelled_required_field_is_one_error() {
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its errors count")]
    struct Named {
        name: String,
        log: Log,
    }
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its errors count")]
    struct Log {
        name: String,
    }
    for (text, expected) in [
        (
            "nme = \"a\"\nlog {\n  name = \"a\"\n}\n",
            &[("hcl2::body::unsupported-attribute", "nme")][..],
        ),
        (
            "name = \"a\"\nlog {\n  nme = \"a\"\n}\n",
            &[("hcl2::body::unsupported-attribute", "nme")],
        ),
        (
            "log {\n  nme = \"a\"\n}\n",
            &[
                ("hcl2::body::missing-attribute", "@0"),
                ("hcl2::body::unsupported-attribute", "nme"),
            ],
        ),
    ] {
        let document = Loader::new().load_str("app.hcl", text).expect("it parses");
        assert_eq!(shown(document.deserialize::<Named>()), want(expected), "{text}");
    }
}
