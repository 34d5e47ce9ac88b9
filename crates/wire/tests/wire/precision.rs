//! Numbers of every precision on the wire.

use hcl2_value::{Number, Type, Value};
use hcl2_wire::{json, msgpack};

fn number(text: &str) -> Value {
    Value::from(Number::parse(text).expect("a number"))
}

fn double(value: f64) -> Value {
    Value::try_from(value).expect("a number")
}

#[test]
fn floats_equal_the_literals_that_they_were_written_as() {
    let bytes = b"\xcb\x3f\xf3\x33\x33\x33\x33\x33\x33";
    assert_eq!(msgpack::encode(&double(1.2), &Type::NUMBER).unwrap(), bytes);
    let decoded = msgpack::decode(bytes, &Type::NUMBER).unwrap();
    assert_eq!(decoded, number("1.2"));
    assert_eq!(decoded.as_number().map(Number::precision), Some(53));
    assert_eq!(json::encode(&decoded, &Type::NUMBER).unwrap(), "1.2");
}

#[test]
fn integers_are_counted_and_texts_are_parsed() {
    for (bytes, precision) in [(&b"\x07"[..], 64), (b"\xcc\x07", 64), (b"\xa17", 512)] {
        let decoded = msgpack::decode(bytes, &Type::NUMBER).unwrap();
        assert_eq!(decoded.as_number().map(Number::precision), Some(precision));
    }
    let decoded = json::decode(b"7", &Type::NUMBER).unwrap();
    assert_eq!(decoded.as_number().map(Number::precision), Some(512));
}

#[test]
fn large_double_is_written_with_all_its_digits() {
    let value = double(2_f64.powi(77));
    assert_eq!(
        value.as_number().map(ToString::to_string).as_deref(),
        Some("151115727451828650000000")
    );
    assert_eq!(
        msgpack::encode(&value, &Type::NUMBER).unwrap(),
        b"\xb8151115727451828646838272"
    );
    assert_eq!(
        json::encode(&value, &Type::NUMBER).unwrap(),
        "151115727451828646838272"
    );
    assert_eq!(
        msgpack::decode(b"\xcb\x44\xc0\0\0\0\0\0\0", &Type::NUMBER).unwrap(),
        number("1p77")
    );
    // The shortest text of a parsed number reads back as the same number.
    let parsed = number("1e60");
    assert_eq!(json::encode(&parsed, &Type::NUMBER).unwrap().len(), 61);
    let parsed = number("1e300");
    assert_eq!(
        json::encode(&parsed, &Type::NUMBER).unwrap(),
        format!("1{}", "0".repeat(300))
    );
}

#[test]
fn power_of_two_whose_shortest_text_names_its_neighbour_is_written_exactly() {
    for text in ["1p526", "-1p526", "1p593", "1p-600", "-1p-853"] {
        let value = number(text);
        let shortest = value.as_number().map(ToString::to_string).expect("a number");
        // MessagePack has floats for fractions.
        if !text.contains("p-") {
            let bytes = msgpack::encode(&value, &Type::NUMBER).unwrap();
            assert_eq!(
                msgpack::decode(&bytes, &Type::NUMBER).as_ref(),
                Ok(&value),
                "{text}"
            );
        }
        let json = json::encode(&value, &Type::NUMBER).unwrap();
        assert_eq!(
            json::decode(json.as_bytes(), &Type::NUMBER).as_ref(),
            Ok(&value),
            "{text}"
        );
        assert_eq!(number(&shortest) == value, json == shortest, "{text}");
    }
    let names_neighbour = |power: &i32| {
        let value = number(&format!("1p{power}"));
        let shortest = value.as_number().map(ToString::to_string).expect("a number");
        number(&shortest) != value
    };
    assert!((500..1_000).filter(names_neighbour).count() > 50);
}

#[test]
fn received_value_is_the_one_that_is_decoded() {
    let third = Number::parse("1")
        .expect("a number")
        .div(&Number::from(3))
        .expect("not zero");
    let numbers = Value::tuple([
        number("-0"),
        number("3"),
        number("0.5"),
        number("0.1"),
        double(1.2),
        number("12345678901234567890123"),
        number("1p-600"),
        Value::from(third),
    ]);
    let received = msgpack::received(&numbers);
    let bytes = msgpack::encode(&numbers, numbers.ty()).unwrap();
    let decoded = msgpack::decode(&bytes, numbers.ty()).unwrap();
    let shown = |value: &Value| -> Vec<(String, u32)> {
        let numbers = value.iter_elements().expect("a tuple");
        let numbers = numbers.filter_map(|(_, item)| item.as_number().cloned());
        numbers
            .map(|number| (number.to_string(), number.precision()))
            .collect()
    };
    assert_eq!(shown(&received), shown(&decoded));
    let precisions: Vec<u32> = shown(&received)
        .into_iter()
        .map(|(_, precision)| precision)
        .collect();
    assert_eq!(precisions, [64, 64, 53, 512, 53, 512, 53, 512]);
}

/// `terraform plan -out` and `terraform show -json` of Terraform 1.11 write `pow(2, 77)` and `pow(2, 63)` so.
#[test]
fn whole_double_beyond_64_bits_is_received_as_its_shortest_digits() {
    for (power, digits) in [
        (77, "151115727451828650000000"),
        (63, "9223372036854776000"),
        (62, "4611686018427387904"),
    ] {
        let received = msgpack::received(&double(2_f64.powi(power)));
        assert_eq!(received, Value::from(Number::parse(digits).expect("a number")));
    }
    let least = double(-(2_f64.powi(63)));
    assert_eq!(msgpack::received(&least), Value::from(i64::MIN));
}

#[test]
fn received_set_is_ordered_by_what_it_holds() {
    let element = |a: &str, b: u64| Value::object([("a", number(a)), ("b", Value::from(b))]);
    let sent = Value::set(Type::DYNAMIC, [element("-0", 2), element("0", 1)]).unwrap();
    let order = |set: &Value| -> Vec<Value> {
        let elements = set.iter_elements().expect("a set");
        elements.filter_map(|(_, item)| item.get("b").cloned()).collect()
    };
    assert_eq!(order(&sent), [Value::from(2), Value::from(1)]);
    assert_eq!(order(&msgpack::received(&sent)), [Value::from(1), Value::from(2)]);
    // Nothing is copied where no part is a number.
    let text = Value::from(vec!["a"]);
    assert_eq!(msgpack::received(&text), text);
}
