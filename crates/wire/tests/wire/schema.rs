//! Schemas: types, coercion, numbers of blocks, and proposed states.

use std::collections::BTreeSet;

use hcl2_value::{Mark, Type, Value};
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting, Presence};
use hcl2_wire::{WireErrorKind, json, msgpack};

/// A block with each nesting mode.
fn server() -> Block {
    let disk = || {
        Block::new()
            .attribute("id", Attribute::computed(Type::STRING))
            .attribute("size", Attribute::required(Type::NUMBER))
    };
    Block::new()
        .attribute("id", Attribute::computed(Type::STRING))
        .attribute("name", Attribute::required(Type::STRING))
        .attribute("zone", Attribute::new(Type::STRING, Presence::OptionalComputed))
        .attribute(
            "owner",
            Attribute::nested(
                Nesting::Single,
                Presence::Optional,
                [
                    ("mail", Attribute::required(Type::STRING)),
                    ("key", Attribute::new(Type::STRING, Presence::OptionalComputed)),
                ],
            ),
        )
        .block("boot", NestedBlock::new(Nesting::Single, disk()))
        .block(
            "disk",
            NestedBlock::new(Nesting::List, disk()).min_items(1).max_items(2),
        )
        .block("port", NestedBlock::new(Nesting::Set, disk()))
        .block("mount", NestedBlock::new(Nesting::Map, disk()))
        .block("limits", NestedBlock::new(Nesting::Group, disk()))
}

fn object<const N: usize>(attributes: [(&str, Value); N]) -> Value {
    Value::object(attributes)
}

fn disk(id: Option<&str>, size: u32) -> Value {
    object([("id", Value::from(id)), ("size", Value::from(size))])
}

/// The configuration of a disk, in which the provider's attribute is not set.
fn sized(size: u32) -> Value {
    object([("size", Value::from(size))])
}

#[test]
fn the_implied_type_has_every_attribute_and_every_kind_of_blocks() {
    let disk = Type::object([("id", Type::STRING), ("size", Type::NUMBER)]);
    let expected = Type::object([
        ("id", Type::STRING),
        ("name", Type::STRING),
        ("zone", Type::STRING),
        (
            "owner",
            Type::object([("mail", Type::STRING), ("key", Type::STRING)]),
        ),
        ("boot", disk.clone()),
        ("disk", Type::list(disk.clone())),
        ("port", Type::set(disk.clone())),
        ("mount", Type::map(disk.clone())),
        ("limits", disk),
    ]);
    assert_eq!(server().implied_type(), expected);
    let dynamic = Block::new().attribute("any", Attribute::optional(Type::DYNAMIC));
    for nesting in [Nesting::List, Nesting::Map] {
        assert_eq!(
            NestedBlock::new(nesting, dynamic.clone()).implied_type(),
            Type::DYNAMIC
        );
    }
}

#[test]
fn an_empty_block_has_nulls_no_blocks_and_a_synthesised_group() {
    let empty = server().empty_value();
    assert_eq!(empty.ty(), &server().implied_type());
    assert_eq!(
        json::encode(&empty, &server().implied_type()).as_deref(),
        Ok(concat!(
            r#"{"boot":null,"disk":[],"id":null,"limits":{"id":null,"size":null},"mount":{},"#,
            r#""name":null,"owner":null,"port":[],"zone":null}"#
        ))
    );
}

#[test]
fn configuration_is_coerced_to_the_type_of_the_block() {
    let config = server()
        .coerce(&object([
            ("name", Value::from("web")),
            ("owner", object([("mail", Value::from("a@b"))])),
            ("disk", Value::tuple([object([("size", Value::from("10"))])])),
            ("port", Value::tuple([sized(1), sized(1), sized(2)])),
            ("mount", object([("data", sized(3))])),
        ]))
        .expect("it fits");
    assert_eq!(config.ty(), &server().implied_type());
    let part = |name: &str| config.get(name).cloned().expect("it is there");
    assert_eq!(part("id"), Value::null(Type::STRING));
    assert_eq!(
        part("owner"),
        object([("mail", Value::from("a@b")), ("key", Value::null(Type::STRING))])
    );
    assert_eq!(part("disk").elements(), Some([disk(None, 10)].as_slice()));
    assert_eq!(part("port").element_count(), Some(2));
    assert_eq!(part("mount").get("data"), Some(&disk(None, 3)));
    assert!(part("boot").is_null());
    let bytes = msgpack::encode(&config, &server().implied_type()).expect("it is encoded");
    assert_eq!(msgpack::decode(&bytes, &server().implied_type()), Ok(config));
}

#[test]
fn blocks_with_an_attribute_of_any_type_are_coerced_to_tuples_and_objects() {
    let any = Block::new().attribute("any", Attribute::optional(Type::DYNAMIC));
    let schema = Block::new()
        .block("list", NestedBlock::new(Nesting::List, any.clone()))
        .block("map", NestedBlock::new(Nesting::Map, any));
    let (number, text) = (
        object([("any", Value::from(1))]),
        object([("any", Value::from("x"))]),
    );
    let given = object([
        ("list", Value::tuple([number.clone(), text.clone()])),
        ("map", object([("a", number), ("b", text)])),
    ]);
    assert_eq!(schema.coerce(&given), Ok(given));
}

#[test]
fn values_that_do_not_fit_are_refused_at_their_place() {
    let refused = |value: Value| {
        let error = server().coerce(&value).expect_err("refused");
        error.to_string()
    };
    let with = |name: &str, value: Value| Value::object([("name", Value::from("web")), (name, value)]);
    assert_eq!(refused(object([])), "missing required attribute \"name\"");
    assert_eq!(
        refused(with("nmae", Value::from(1))),
        "unknown attribute \"nmae\""
    );
    assert_eq!(
        refused(Value::from("web")),
        "expected an object, found a value without parts"
    );
    assert_eq!(
        refused(with(
            "disk",
            Value::tuple([sized(1), object([("size", Value::from("x"))])])
        )),
        "in .disk[1].size: a number is required"
    );
    assert_eq!(
        refused(with("mount", object([("data", object([]))]))),
        "in .mount[\"data\"]: missing required attribute \"size\""
    );
    assert_eq!(
        refused(with("disk", Value::from(true))),
        "in .disk: expected a list, a set or a tuple, found a value without parts"
    );
    let set = Value::set(Type::STRING, [Value::from("a")]).expect("one type");
    assert_eq!(
        refused(with("mount", set)),
        "in .mount: expected a map or an object, found a set"
    );
    assert_eq!(
        refused(with("disk", Value::tuple([Value::null(Type::DYNAMIC)]))),
        "in .disk[0]: expected an object, found null"
    );
    assert_eq!(
        refused(with("zone", Value::from("eu").with_mark(Mark::new("secret")))),
        "the wire format carries no marks; remove them first from .zone"
    );
}

#[test]
fn blocks_are_counted_unless_some_part_is_unknown() {
    let config = |disks: Value| {
        server()
            .coerce(&object([("name", Value::from("web")), ("disk", disks)]))
            .expect("it fits")
    };
    let count = |disks: Vec<Value>| server().check_counts(&config(Value::tuple(disks)));
    assert_eq!(count(vec![sized(1)]), Ok(()));
    let error = count(vec![]).expect_err("too few");
    assert_eq!(error.to_string(), "in .disk: expected at least 1 block, found 0");
    let error = count(vec![sized(1), sized(2), sized(3)]).expect_err("too many");
    assert_eq!(
        error.kind(),
        &WireErrorKind::TooManyBlocks { allowed: 2, found: 3 }
    );
    let unknown = object([("size", Value::unknown(Type::NUMBER))]);
    assert_eq!(count(vec![sized(1), sized(2), unknown]), Ok(()));
    let open = config(Value::unknown(Type::list(Type::DYNAMIC)));
    assert_eq!(server().check_counts(&open), Ok(()));
}

#[test]
fn a_proposed_state_keeps_what_the_provider_set() {
    let state = |attributes: &[(&str, Value)]| {
        let given = [("name", Value::from("web"))]
            .into_iter()
            .chain(attributes.iter().cloned());
        server().coerce(&Value::object(given)).expect("it fits")
    };
    let set = |items: &[Value]| Value::tuple(items.to_vec());
    let prior = state(&[
        ("id", Value::from("s-1")),
        ("zone", Value::from("eu")),
        (
            "owner",
            object([("mail", Value::from("a@b")), ("key", Value::from("k"))]),
        ),
        ("disk", set(&[disk(Some("d-1"), 1), disk(Some("d-2"), 2)])),
        ("port", set(&[disk(Some("p-1"), 1), disk(Some("p-2"), 2)])),
        (
            "mount",
            object([("a", disk(Some("m-1"), 1)), ("b", disk(Some("m-2"), 2))]),
        ),
        ("limits", disk(Some("l-1"), 1)),
    ]);
    let config = state(&[
        ("owner", object([("mail", Value::from("c@d"))])),
        ("disk", set(&[sized(5)])),
        ("port", set(&[sized(2), sized(3)])),
        ("mount", object([("b", sized(7)), ("c", sized(8))])),
        ("boot", sized(9)),
        ("limits", sized(4)),
    ]);
    let expected = state(&[
        ("id", Value::from("s-1")),
        ("zone", Value::from("eu")),
        (
            "owner",
            object([("mail", Value::from("c@d")), ("key", Value::from("k"))]),
        ),
        ("disk", set(&[disk(Some("d-1"), 5)])),
        ("port", set(&[disk(Some("p-2"), 2), disk(None, 3)])),
        (
            "mount",
            object([("b", disk(Some("m-2"), 7)), ("c", disk(None, 8))]),
        ),
        ("boot", disk(None, 9)),
        ("limits", disk(Some("l-1"), 4)),
    ]);
    assert_eq!(server().proposed_new(&prior, &config), expected);
    let nothing = Value::null(server().implied_type());
    assert_eq!(server().proposed_new(&nothing, &config), config);
    assert_eq!(server().proposed_new(&prior, &nothing), nothing);
    assert_eq!(server().proposed_new(&prior, &prior), prior);
}

#[test]
fn an_element_whose_provider_set_a_set_is_not_continued() {
    let tags = |ty: Type| {
        Block::new().block(
            "rule",
            NestedBlock::new(
                Nesting::Set,
                Block::new()
                    .attribute("port", Attribute::required(Type::NUMBER))
                    .attribute("tags", Attribute::new(ty, Presence::OptionalComputed)),
            ),
        )
    };
    let tag = [Value::from("a")];
    let continued = |schema: &Block, tags: Value| {
        let rule = |tags: Value| object([("port", Value::from(1)), ("tags", tags)]);
        let value = |tags: Value| {
            let value = object([("rule", Value::tuple([rule(tags)]))]);
            schema.coerce(&value).expect("it fits")
        };
        let config = value(Value::null(Type::DYNAMIC));
        schema.proposed_new(&value(tags), &config) != config
    };
    let list = Value::list(Type::STRING, tag.clone()).expect("one type");
    assert!(continued(&tags(Type::list(Type::STRING)), list));
    let of_set = Value::set(Type::STRING, tag).expect("one type");
    assert!(!continued(&tags(Type::set(Type::STRING)), of_set));
}

#[test]
fn sets_of_many_blocks_are_correlated_in_linear_time() {
    let schema = Block::new().block(
        "port",
        NestedBlock::new(
            Nesting::Set,
            Block::new()
                .attribute("id", Attribute::computed(Type::STRING))
                .attribute("size", Attribute::required(Type::NUMBER)),
        ),
    );
    let ports = |count: u32, with_ids: bool| {
        let id = |size: u32| with_ids.then(|| format!("p-{size}"));
        let ports = (0..count).map(|size| disk(id(size).as_deref(), size));
        schema
            .coerce(&object([("port", Value::tuple(ports))]))
            .expect("it fits")
    };
    let states = |count: usize| [true, false].map(|with_ids| ports(count as u32, with_ids));
    let propose = |[prior, config]: [Value; 2]| schema.proposed_new(&prior, &config);
    hcl2_testing::assert_linear("blocks", 1000, states, propose);
    let proposed = propose(states(1000));
    assert_eq!(proposed, ports(1000, true));
    let sizes: BTreeSet<String> = proposed
        .get("port")
        .and_then(Value::elements)
        .unwrap_or_default()
        .iter()
        .filter_map(|port| port.get("id")?.as_str().map(str::to_owned))
        .collect();
    assert_eq!(sizes.len(), 1000);
}
