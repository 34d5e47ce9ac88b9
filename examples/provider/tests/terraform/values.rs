//! Values sent to the provider and back.

use std::sync::Arc;

use hcl2_example_provider::sample::{self, Cloud, Everything, Fleet};
use hcl2_provider::Resource;
use hcl2_value::{Number, Type, Value};
use hcl2_wire::json::RawValue;

use crate::directory::{Directory, at};
use crate::watched::{Changes, Watched, expect_proposals};

/// A configuration that sets everything, and one that sets nothing.
const EVERYTHING: &str = include_str!("everything.tf");

fn number(digits: &str) -> Value {
    Value::from(Number::parse(digits).unwrap())
}

fn object<const N: usize>(attributes: [(&str, Value); N]) -> Value {
    Value::object(attributes)
}

fn null() -> Value {
    Value::null(Type::DYNAMIC)
}

/// Returns the attributes of a resource in the provider without types, except for the one with the received values.
fn expected() -> Vec<(&'static str, Value)> {
    let sized = |size: i32, note: Value| object([("note", note), ("size", Value::from(size))]);
    let part = |name: Value, weights: Value| object([("name", name), ("weights", weights)]);
    let any = object([
        (
            "deep",
            Value::tuple([Value::tuple([Value::from(1)]), Value::tuple([])]),
        ),
        ("empty", object([])),
        (
            "list",
            Value::tuple([Value::from(1), Value::from("two"), null(), Value::from(true)]),
        ),
    ]);
    let any_type = r#"["object",{"deep":["tuple",[["tuple",["number"]],["tuple",[]]]],"empty":["object",{}],"list":["tuple",["number","string","dynamic","bool"]]}]"#;
    let any_type = RawValue::new(any_type.as_bytes()).decode_untyped().unwrap();
    let typed = |value: Value, ty: Value| object([("type", ty), ("value", value)]);
    let dynamic_part = object([
        (
            "type",
            RawValue::new(br#"["tuple",[["object",{"value":"number"}],["object",{"value":"string"}]]]"#)
                .decode_untyped()
                .unwrap(),
        ),
        (
            "value",
            Value::tuple([
                object([("value", Value::from(1))]),
                object([("value", Value::from("x"))]),
            ]),
        ),
    ]);
    vec![
        ("text", Value::from("\u{e9} <&> \u{2028} \t\u{1f600}")),
        ("secret", Value::from("hush")),
        ("number", number("1234567890123456789012345678901234567890")),
        ("flag", Value::from(false)),
        (
            "numbers",
            Value::tuple(
                [
                    "0.1",
                    "-1e30",
                    "3.141592653589793238462643383279502884197",
                    "9007199254740993",
                    "18446744073709551615",
                ]
                .map(number),
            ),
        ),
        ("names", Value::tuple(["a", "b", "c"].map(Value::from))),
        ("labels", object([])),
        ("shape", object([("name", Value::from("")), ("sides", null())])),
        (
            "pair",
            Value::tuple([Value::from("x"), Value::try_from(1.5).unwrap()]),
        ),
        ("any", typed(any, any_type)),
        ("nested_single", sized(1, null())),
        (
            "nested_list",
            Value::tuple([sized(2, Value::from("n")), sized(3, null())]),
        ),
        ("nested_set", Value::tuple([sized(1, null()), sized(2, null())])),
        ("nested_map", object([("k.1", sized(5, null()))])),
        ("block_single", part(Value::from("one"), null())),
        (
            "block_list",
            Value::tuple([part(Value::from("x"), Value::tuple([])), part(null(), null())]),
        ),
        (
            "block_set",
            Value::tuple([part(Value::from("a"), null()), part(Value::from("b"), null())]),
        ),
        (
            "block_map",
            object([("m", part(null(), Value::tuple([number("1e-40")])))]),
        ),
        ("block_dynamic", dynamic_part),
        (
            "block_group",
            object([
                ("inner", Value::tuple([part(Value::from("i"), null())])),
                ("name", null()),
                ("weights", null()),
            ]),
        ),
    ]
}

/// Returns the attributes of a resource without configuration.
fn expected_of_nothing() -> Vec<(&'static str, Value)> {
    let group = object([("inner", Value::tuple([])), ("name", null()), ("weights", null())]);
    let dynamic = object([
        (
            "type",
            RawValue::new(br#"["tuple",[]]"#).decode_untyped().unwrap(),
        ),
        ("value", Value::tuple([])),
    ]);
    let empty = [
        ("block_list", Value::tuple([])),
        ("block_set", Value::tuple([])),
        ("block_map", object([])),
        ("block_dynamic", dynamic),
        ("block_group", group),
    ];
    let names = expected().into_iter().map(|(name, _)| name);
    let empty_of = |name: &str| {
        empty
            .iter()
            .find(|(have, _)| *have == name)
            .map(|(_, value)| value.clone())
    };
    names
        .map(|name| (name, empty_of(name).unwrap_or_else(null)))
        .collect()
}

/// Reorders the elements of sets, which Terraform stores in its own order.
fn sorted(name: &str, value: &Value) -> Value {
    if !matches!(name, "names" | "nested_set" | "block_set") {
        return value.clone();
    }
    let mut elements = value.elements().unwrap().to_vec();
    elements.sort_by_key(|element| format!("{element:?}"));
    Value::tuple(elements)
}

/// Compares what the provider received with what Terraform stored.
#[track_caller]
fn expect_values(state: &Value, expected: &[(&str, Value)]) {
    let seen = at(state, &["seen"]).as_str().unwrap();
    let seen = RawValue::new(seen.as_bytes()).decode_untyped().unwrap();
    for (name, value) in expected {
        let wanted = if value.is_null() {
            value.clone()
        } else {
            sorted(name, value)
        };
        for (who, has) in [
            ("the provider", at(&seen, &[name])),
            ("Terraform", at(state, &[name])),
        ] {
            let has = if has.is_null() {
                has.clone()
            } else {
                sorted(name, has)
            };
            assert_eq!(has, wanted, "{name} as {who} has it");
        }
    }
}

pub(crate) fn of_every_type() {
    let cloud = Arc::new(Cloud::default());
    let changes = Changes::default();
    let schema = Everything::new(cloud.clone()).definition().block;
    let provider = sample::provider(&cloud).resource(
        "sample_everything",
        Watched::new(Everything::new(cloud.clone()), &changes),
    );
    let directory = Directory::new(provider, EVERYTHING);
    let planned = directory.succeeds(&["plan"]);
    assert!(
        planned.contains("Plan: 2 to add, 0 to change, 0 to destroy."),
        "{planned}"
    );
    directory.apply();
    expect_values(&directory.resource("all"), &expected());
    expect_values(&directory.resource("nothing"), &expected_of_nothing());
    directory.expect_empty_plan();
    expect_proposals(&schema, &changes.take());
    directory.destroy();
    assert_eq!(cloud.count(), 0);
}

pub(crate) fn changed_and_imported() {
    let cloud = Arc::new(Cloud::default());
    let changes = Changes::default();
    let schema = Everything::new(cloud.clone()).definition().block;
    let watched = || {
        let resource = Watched::new(Everything::new(cloud.clone()), &changes);
        sample::provider(&cloud).resource("sample_everything", resource)
    };
    let directory = Directory::new(watched(), EVERYTHING);
    directory.apply();
    let id = at(&directory.resource("all"), &["id"])
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(id, at(&directory.resource("all"), &["id"]).as_str().unwrap());

    let changed = EVERYTHING
        .replace(
            "number  = 1234567890123456789012345678901234567890",
            "number  = 0.1234567890123456789012345678901234567891",
        )
        .replace(r#"block_set {"#, "block_set {\n    weights = [1]")
        .replace("{ size = 3 }", "{ size = 4 }");
    directory.write(&changed);
    let applied = directory.apply();
    assert!(applied.contains("0 added, 1 changed, 0 destroyed"), "{applied}");
    let after = directory.resource("all");
    assert_eq!(
        at(&after, &["number"]),
        &number("0.1234567890123456789012345678901234567891")
    );
    assert_eq!(at(&after, &["id"]), &Value::from(id.as_str()));
    directory.expect_empty_plan();

    // Another configuration finds the same resource by its identifier.
    let only = changed
        .split("resource \"sample_everything\" \"nothing\"")
        .next()
        .unwrap();
    let elsewhere = Directory::new(watched(), only);
    elsewhere.succeeds(&["import", "sample_everything.all", &id]);
    assert_eq!(elsewhere.resource("all"), after);
    elsewhere.expect_empty_plan();
    expect_proposals(&schema, &changes.take());
    let unknown = elsewhere.fails(&["import", "sample_everything.other", "nowhere-1"]);
    assert!(unknown.contains("sample_everything.other"), "{unknown}");
    directory.destroy();
    assert_eq!(cloud.count(), 0);
}

/// Returns a fleet of `count` servers and 20 disks, of which the configuration places two.
fn fleet(servers: usize, cores: &str) -> String {
    format!(
        r#"
        resource "sample_fleet" "all" {{
          servers = [for index in range({servers}) : {{
            name  = "server-${{index}}"
            cores = {cores}
            tags  = index % 2 == 0 ? {{ even = "yes" }} : null
          }}]
          disks = [for index in range(20) : {{
            size = index
            zone = index % 10 == 0 ? "z" : null
          }}]
        }}
        "#
    )
}

/// Terraform takes quadratic time in the size of the set, so this test is minimal.
pub(crate) fn large_set() {
    let directory = Directory::of_sample(&Arc::default(), &fleet(300, "2"));
    directory.apply();
    let state = directory.resource("all");
    assert_eq!(at(&state, &["servers"]).element_count(), Some(300));
    assert_eq!(at(&state, &["cores"]), &Value::from(600));
    directory.expect_empty_plan();
}

pub(crate) fn set_with_computed_parts() {
    let cloud = Arc::new(Cloud::default());
    let changes = Changes::default();
    let schema = Fleet::new(cloud.clone()).definition().block;
    let watched = Watched::new(Fleet::new(cloud.clone()), &changes);
    let provider = sample::provider(&cloud).resource("sample_fleet", watched);
    let directory = Directory::new(provider, &fleet(9, "2"));
    directory.apply();
    let state = directory.resource("all");
    let disks = at(&state, &["disks"]).elements().unwrap();
    let placed = |zone: &str| {
        disks
            .iter()
            .filter(|disk| at(disk, &["zone"]).as_str() == Some(zone))
            .count()
    };
    assert_eq!((placed("z"), placed("a")), (2, 18));
    directory.expect_empty_plan();

    directory.write(&fleet(9, "index == 5 ? 3 : 2").replace("% 10", "% 15"));
    let applied = directory.apply();
    assert!(applied.contains("0 added, 1 changed, 0 destroyed"), "{applied}");
    assert_eq!(at(&directory.resource("all"), &["cores"]), &Value::from(19));
    expect_proposals(&schema, &changes.take());
    directory.destroy();
    assert_eq!(cloud.count(), 0);
}

pub(crate) fn read_and_called() {
    let directory = Directory::of_sample(
        &Arc::default(),
        r#"
        data "sample_echo" "mixed" {
          input = { digits = 0.1234567890123456789012345678901234567891, nothing = null, list = [1, "a"] }
        }
        output "echoed" {
          value = data.sample_echo.mixed.output == data.sample_echo.mixed.input
        }
        output "type" {
          value = data.sample_echo.mixed.type
        }
        output "sum" {
          value = provider::sample::sum(1234567890123456789012345678901234567890, 0.5, -1)
        }
        output "called" {
          value = provider::sample::echo({ list = tolist(["e\u0301"]), none = null })
        }
        output "types" {
          value = [provider::sample::type_of(toset([1])), provider::sample::type_of(null), provider::sample::type_of(["a", 1])]
        }
        "#,
    );
    directory.apply();
    assert_eq!(directory.output("echoed"), Value::from(true));
    assert_eq!(
        directory.output("type").as_str(),
        Some(r#"["object",{"digits":"number","list":["tuple",["number","string"]],"nothing":"dynamic"}]"#)
    );
    assert_eq!(
        directory.output("sum"),
        number("1234567890123456789012345678901234567889.5")
    );
    let called = object([("list", Value::tuple([Value::from("\u{e9}")])), ("none", null())]);
    assert_eq!(directory.output("called"), called);
    let types = [
        r#"["set","number"]"#,
        r#""dynamic""#,
        r#"["tuple",["string","number"]]"#,
    ];
    assert_eq!(directory.output("types"), Value::tuple(types.map(Value::from)));

    directory.write("output \"sum\" {\n  value = provider::sample::sum(1, null)\n}\n");
    let refused = directory.fails(&["plan"]);
    assert!(refused.contains("argument must not be null"), "{refused}");
}
