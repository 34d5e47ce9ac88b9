//! Serde types from bodies, and from and to values.

use std::collections::BTreeMap;

use hcl2::decode::serde::{SerializeValue, from_value, to_value};
use hcl2::value::{Mark, Number, Type, Value};
use hcl2::{Loader, Syntax};
use serde::{Deserialize, Serialize};

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
    let document = Loader::new()
        .load_str("app.hcl", "name = 5\n")
        .expect("no errors");
    let error = document.deserialize::<Config>().expect_err("it does not fit");
    let problem = &error.diagnostics()[0];
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::decode::invalid-value", None)
    );
    assert!(error.to_string().contains("invalid type"), "{error}");
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
    let error = from_value::<All>(&value).expect_err("keys of objects are strings");
    assert!(error.to_string().contains("invalid type: string"), "{error}");
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
    assert!(to_value(&f64::NAN).is_err());
}

#[test]
fn unknown_and_marked_values_are_not_deserialized() {
    let marked = Value::from("hunter2").with_mark(Mark::new("sensitive"));
    for value in [Value::DYNAMIC, marked] {
        let error = from_value::<String>(&value).expect_err("it must not get out");
        assert!(!error.to_string().contains("hunter2"));
        assert!(serde_json::to_string(&SerializeValue(&value)).is_err());
    }
    let number = Value::from(Number::parse("18446744073709551616").expect("a number"));
    assert_eq!(
        serde_json::to_string(&SerializeValue(&Value::tuple([number, Value::null(Type::BOOL)])))
            .expect("json"),
        "[1.8446744073709552e+19,null]"
    );
}
