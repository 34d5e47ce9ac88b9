//! What Terraform would refuse is reported before it does, with the place and what to do.

use hcl2_provider::schema::{Definition, Field, Nesting, Presence};
use hcl2_provider::testing::Harness;
use hcl2_provider::{Change, Context, Problem, Provider, Resource, Value, with};
use hcl2_value::{Number, Path, PathStep, Type};
use hcl2_wire::schema::{Attribute, Block, NestedBlock};

/// A resource that plans and returns what it is made with.
struct Liar {
    plan: fn(&Value) -> Value,
    result: fn(&Value) -> Value,
}

impl Resource for Liar {
    type Model = Value;

    fn definition(&self) -> Definition {
        let part = Block::new()
            .attribute("name", Attribute::required(Type::STRING))
            .attribute("id", Attribute::computed(Type::STRING));
        let item = [
            ("size", Attribute::required(Type::NUMBER)),
            ("zone", Attribute::new(Type::STRING, Presence::OptionalComputed)),
        ];
        Definition::new()
            .field("id", Field::computed(Type::STRING))
            .field("port", Field::computed(Type::NUMBER))
            .field("text", Field::optional(Type::STRING))
            .field(
                "items",
                Attribute::nested(Nesting::Set, Presence::Optional, item).into(),
            )
            .field("list", NestedBlock::new(Nesting::List, part.clone()).into())
            .field("map", NestedBlock::new(Nesting::Map, part).into())
    }

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        change.planned = (self.plan)(&change.planned);
        Ok(())
    }

    async fn create(&self, planned: Value, _: &mut Context) -> Result<Value, Problem> {
        let decided = planned.transform(|path: &Path, value| {
            let known = match path.steps().last() {
                _ if value.is_known() => value,
                Some(PathStep::Attribute(name)) if name == "port" => Value::from(8080),
                _ => Value::from("decided"),
            };
            Ok::<_, hcl2_value::InconsistentTypes>(known)
        })?;
        Ok((self.result)(&decided))
    }

    async fn update(&self, _: Value, planned: Value, context: &mut Context) -> Result<Value, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, _: Value, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

fn config() -> Value {
    let part = |name: &str| Value::object([("name", Value::from(name))]);
    let item = |size: i32| Value::object([("size", Value::from(size))]);
    Value::object([
        ("text", Value::from("a")),
        ("items", Value::tuple([item(1), item(2)])),
        ("list", Value::tuple([part("x"), part("y")])),
        ("map", Value::object([("k", part("z"))])),
    ])
}

fn same(value: &Value) -> Value {
    value.clone()
}

/// Applies the configuration, and returns the problems with their places.
fn problems(plan: fn(&Value) -> Value, result: fn(&Value) -> Value) -> Vec<(String, String)> {
    let harness = Harness::new(Provider::new().resource("sample_liar", Liar { plan, result })).unwrap();
    let mut object = harness.object("sample_liar").unwrap();
    let problems = match object.apply(&config()) {
        Ok(_) => return Vec::new(),
        Err(problem) => problem.into_all(),
    };
    problems
        .into_iter()
        .map(|problem| (problem.path.to_string(), problem.detail))
        .collect()
}

/// Requires one problem at a place, whose detail has these words.
#[track_caller]
fn expect(found: &[(String, String)], path: &str, words: &str) {
    let [(place, detail)] = found else {
        panic!("{found:?}");
    };
    assert_eq!(place, path);
    assert!(detail.contains(words), "{detail}");
}

/// Replaces an attribute of the first block of a list.
fn in_list(value: &Value, name: &str, part: Value) -> Value {
    let mut blocks = value.get("list").unwrap().elements().unwrap().to_vec();
    blocks[0] = with(&blocks[0], [(name, part)]);
    with(value, [("list", Value::tuple(blocks))])
}

#[test]
fn what_follows_the_rules_is_accepted() {
    assert_eq!(problems(same, same), []);
    let promised = |value: &Value| {
        let port = Value::unknown(Type::NUMBER).refine().not_null().unwrap();
        let port = port.number_lower_bound(Number::from(1024), true).unwrap().build();
        with(value, [("port", port), ("id", Value::from("known"))])
    };
    assert_eq!(problems(promised, same), []);
}

#[test]
fn a_plan_keeps_what_the_configuration_sets() {
    let changed = |value: &Value| with(value, [("text", Value::from("b"))]);
    expect(&problems(changed, same), ".text", "Plan the configured value");
    let changed = |value: &Value| in_list(value, "name", Value::from("other"));
    expect(
        &problems(changed, same),
        ".list[0].name",
        "Plan the configured value",
    );
    let fewer = |value: &Value| with(value, [("list", Value::tuple([]))]);
    expect(&problems(fewer, same), ".list", "another number of blocks");
    let renamed = |value: &Value| {
        let block = value.get("map").unwrap().get("k").unwrap().clone();
        with(value, [("map", Value::object([("other", block)]))])
    };
    expect(
        &problems(renamed, same),
        ".map[\"other\"]",
        "no element with this key",
    );
    let other = |value: &Value| {
        let item = |size: i32| Value::object([("size", Value::from(size)), ("zone", Value::from("z"))]);
        with(value, [("items", Value::tuple([item(1), item(3)]))])
    };
    expect(
        &problems(other, same),
        ".items",
        "Change only computed attributes",
    );
    let chosen = |value: &Value| {
        let item = |size: i32| Value::object([("size", Value::from(size)), ("zone", Value::from("z"))]);
        with(value, [("items", Value::tuple([item(1), item(2)]))])
    };
    assert_eq!(problems(chosen, same), []);
}

#[test]
fn a_result_keeps_what_was_planned() {
    let changed = |value: &Value| with(value, [("text", Value::from("b"))]);
    expect(&problems(same, changed), ".text", "Return the planned value");
    let unknown = |value: &Value| with(value, [("id", Value::unknown(Type::STRING))]);
    expect(&problems(same, unknown), ".id", "The value is unknown");
    let changed = |value: &Value| in_list(value, "name", Value::from("other"));
    expect(
        &problems(same, changed),
        ".list[0].name",
        "Return the planned value",
    );
    let other = |value: &Value| {
        let item = |size: i32| Value::object([("size", Value::from(size)), ("zone", Value::from("z"))]);
        with(value, [("items", Value::tuple([item(1), item(3)]))])
    };
    expect(
        &problems(same, other),
        ".items",
        "an element that is not in the plan",
    );
    let promised = |value: &Value| {
        let port = Value::unknown(Type::NUMBER).refine().not_null().unwrap();
        let port = port.number_lower_bound(Number::from(9000), true).unwrap().build();
        with(value, [("port", port)])
    };
    expect(&problems(promised, same), ".port", "Promise less");
}
