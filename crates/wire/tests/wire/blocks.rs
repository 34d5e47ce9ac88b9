//! Values of blocks as MessagePack and JSON, by the nesting mode of the blocks in them.

use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting};
use hcl2_wire::{json, msgpack};

/// A block with the attribute `a` and blocks `b` of a nesting mode, which have the attribute `c`.
fn outer(nesting: Nesting) -> Block {
    let inner = Block::new().attribute("c", Attribute::required(Type::STRING));
    Block::new()
        .attribute("a", Attribute::required(Type::BOOL))
        .block("b", NestedBlock::new(nesting, inner))
}

fn inner(c: &str) -> Value {
    Value::object([("c", Value::from(c))])
}

/// Asserts both encodings of a value of a block, in which `blocks` are the blocks `b`.
#[track_caller]
fn assert_encodings(nesting: Nesting, blocks: Value, message: &[u8], text: &str) {
    let block = outer(nesting);
    let ty = block.implied_type();
    let value = Value::object([("a", Value::from(true)), ("b", blocks)]);
    let mut expected = b"\x82\xa1a\xc3\xa1b".to_vec();
    expected.extend(message);
    assert_eq!(
        msgpack::encode(&value, &ty).expect("a value of the type"),
        expected
    );
    assert_eq!(
        msgpack::decode(&expected, &ty).expect("a value of the type"),
        value
    );
    let expected = format!("{{\"a\":true,\"b\":{text}}}");
    assert_eq!(json::encode(&value, &ty).expect("a value of the type"), expected);
    assert_eq!(
        json::decode(expected.as_bytes(), &ty).expect("a value of the type"),
        value
    );
}

#[test]
fn single_block_is_its_value_or_nil() {
    assert_encodings(Nesting::Single, inner("x"), b"\x81\xa1c\xa1x", "{\"c\":\"x\"}");
    let none = Value::null(Type::object([("c", Type::STRING)]));
    assert_encodings(Nesting::Single, none, b"\xc0", "null");
}

#[test]
fn list_of_blocks_is_an_array_in_their_order() {
    let blocks = Value::list(Type::object([("c", Type::STRING)]), [inner("y"), inner("x")]).unwrap();
    assert_encodings(
        Nesting::List,
        blocks,
        b"\x92\x81\xa1c\xa1y\x81\xa1c\xa1x",
        "[{\"c\":\"y\"},{\"c\":\"x\"}]",
    );
}

#[test]
fn set_of_blocks_is_an_array() {
    let blocks = Value::set(Type::object([("c", Type::STRING)]), [inner("y"), inner("x")]).unwrap();
    assert_encodings(
        Nesting::Set,
        blocks,
        b"\x92\x81\xa1c\xa1x\x81\xa1c\xa1y",
        "[{\"c\":\"x\"},{\"c\":\"y\"}]",
    );
}

#[test]
fn map_of_blocks_has_their_labels_as_keys() {
    let blocks = Value::map(Type::object([("c", Type::STRING)]), [("k", inner("x"))]).unwrap();
    assert_encodings(
        Nesting::Map,
        blocks,
        b"\x81\xa1k\x81\xa1c\xa1x",
        "{\"k\":{\"c\":\"x\"}}",
    );
}

#[test]
fn group_without_a_block_has_null_attributes_and_no_blocks() {
    let synthesized = outer(Nesting::Group).empty_value();
    let blocks = Value::object([("c", Value::null(Type::STRING))]);
    let expected = Value::object([("a", Value::null(Type::BOOL)), ("b", blocks.clone())]);
    assert_eq!(synthesized, expected);
    assert_encodings(Nesting::Group, blocks, b"\x81\xa1c\xc0", "{\"c\":null}");
}
