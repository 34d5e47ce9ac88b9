//! The order in which sets are iterated.

use std::cmp::Ordering;

use hcl2_value::{Mark, Number, Type, Value, ValueKind};

fn parse(number: &str) -> Value {
    Value::from(Number::parse(number).expect(number))
}

fn set(items: impl IntoIterator<Item = Value>) -> Value {
    Value::set(Type::DYNAMIC, items).expect("elements of one type")
}

fn object(value: Value) -> Value {
    Value::object([("a", value)])
}

fn order(set: &Value) -> Vec<Value> {
    set.elements().expect("a known set").to_vec()
}

/// Asserts that a set of these elements has their order, in whatever order they are given.
#[track_caller]
fn assert_order(items: &[Value]) {
    for start in 0..items.len() {
        let mut given = items.to_vec();
        given.rotate_left(start);
        given.reverse();
        assert_eq!(order(&set(given)), items, "given from {start}");
    }
}

#[test]
fn strings_in_compound_elements_have_the_order_of_their_escapes() {
    // A carriage return is written `\r`, a line feed `\n`, a tab `\t`, an escape `\x1b`.
    let texts = ["\u{7}", "\u{8}", "\u{c}", "\n", "\r", "\t", "\u{b}", "\u{1b}"];
    assert_order(&texts.map(|text| object(Value::from(text))));
}

#[test]
fn primitive_elements_have_the_order_of_their_values() {
    assert_order(&[Value::from(false), Value::from(true), Value::null(Type::BOOL)]);
    let numbers = ["-1.5", "0", "2", "3", "10", "10.5"];
    assert_order(&numbers.map(parse));
    let unknown = Value::unknown(Type::STRING);
    assert_order(&[
        Value::from(""),
        Value::from("A"),
        Value::from("a"),
        unknown,
        Value::null(Type::STRING),
    ]);
}

#[test]
fn numbers_in_elements_are_compared_as_bytes() {
    let numbers = ["-1", "-2", "0.5", "10", "1", "1e+20", "2", "30", "3"].map(parse);
    assert_order(&numbers.clone().map(object));
    assert_order(&numbers.clone().map(|number| Value::tuple([number])));
    assert_order(&numbers.clone().map(|number| set([number])));
    assert_order(&numbers.map(|number| Value::list(Type::NUMBER, [number]).expect("a number")));
}

#[test]
fn sets_keep_zero_and_negative_zero_apart() {
    // `terraform plan` 1.11.4 and 1.15.5 with `jsonencode(toset([0, 0 * -1]))` and its like.
    let zeros = ["-0", "0"].map(parse);
    let shown = |set: &Value| format!("{:?}", order(set));
    let pairs = [
        (zeros.clone(), "[-0, 0]"),
        (zeros.clone().map(object), r#"[{"a" = -0}, {"a" = 0}]"#),
        (zeros.clone().map(|zero| Value::tuple([zero])), "[[-0], [0]]"),
    ];
    for (elements, expected) in pairs {
        let [negative, zero] = elements;
        assert_eq!(negative, zero, "the elements are equal");
        let both = set([zero.clone(), negative.clone(), zero.clone()]);
        assert_eq!(shown(&both), expected);
        let (one, other) = (set([zero]), set([negative]));
        assert_eq!(one.equals(&other), Value::from(false));
        assert_eq!(one.equals(&one.clone()), Value::from(true));
    }
}

#[test]
fn strings_in_elements_are_quoted() {
    // `"A"` ends with a quote, which is after a space and before a backslash.
    let strings = [
        " ",
        "!",
        "#",
        "A A",
        "A",
        "AA",
        "A\"",
        "\"",
        "\\",
        "\n",
        "\u{200b}",
        "a",
        "\u{e9}",
        "\u{1f600}",
    ];
    assert_order(&strings.map(|text| object(Value::from(text))));
}

#[test]
fn unknown_and_null_parts_have_their_place_and_unknown_and_null_elements_come_last() {
    let ty = Type::object([("a", Type::STRING)]);
    assert_order(&[
        object(Value::from("x")),
        object(Value::unknown(Type::STRING)),
        object(Value::null(Type::STRING)),
        Value::unknown(ty.clone()),
        Value::null(ty),
    ]);
}

#[test]
fn sets_with_unknown_elements_are_equal_in_whatever_order_they_are_given() {
    let ty = Type::list(Type::STRING);
    let list = Value::list(Type::STRING, [Value::unknown(Type::STRING)]).expect("strings");
    let unknown = Value::unknown(ty).refine_length(0, Some(1));
    let (a, b) = (set([list.clone(), unknown.clone()]), set([unknown, list]));
    assert_eq!(a, b);
    assert_eq!(std::collections::HashSet::from([a, b]).len(), 1);
}

#[test]
fn maps_are_compared_by_keys_and_then_values() {
    let map = |items: &[(&str, i32)]| {
        let items = items.iter().map(|(key, value)| (*key, Value::from(*value)));
        Value::map(Type::NUMBER, items).expect("numbers")
    };
    let items = [
        map(&[("a b", 0)]),
        map(&[("a", 10)]),
        map(&[("a", 1), ("b", 0)]),
        map(&[("a", 1)]),
        map(&[("b", 0)]),
        map(&[]),
    ];
    assert_order(&items);
}

#[test]
fn elements_whose_numbers_agree_in_ten_digits_keep_their_order() {
    let ids: Vec<Value> = (0..40_u64)
        .map(|index| object(Value::from(123_456_789_000 + index * 7 % 40)))
        .collect();
    assert_eq!(order(&set(ids.clone())), ids);
    let (first, second) = (set(ids[..20].to_vec()), set(ids[10..].to_vec()));
    assert_eq!(
        first.set_union(&second).map(|union| order(&union)),
        Ok(ids.clone())
    );
    let less = first.set_difference(&second).map(|less| order(&less));
    assert_eq!(less, Ok(ids[..10].to_vec()));
    let repeated = set(ids.iter().chain(&ids).cloned());
    assert_eq!(order(&repeated), ids);
    // The hashes of these are equal too.
    let long = [
        "3.1415926535897932384626433832796",
        "3.1415926535897932384626433832795",
    ];
    let long = long.map(|number| object(parse(number)));
    assert_eq!(order(&set(long.iter().chain(&long).cloned())), long);
    let [a, b] = long;
    assert_eq!(order(&set([b.clone(), a.clone()])), [b, a]);
}

#[test]
fn every_view_of_a_set_has_the_same_order() {
    let items = ["10", "1", "2", "3"].map(|number| object(parse(number)));
    let set = set(items.iter().rev().cloned());
    assert!(matches!(set.kind(), ValueKind::Set(elements) if elements == items));
    let iterated: Vec<Value> = set
        .iter_elements()
        .expect("a set")
        .map(|(_, value)| value)
        .collect();
    assert_eq!(iterated, items);
    let list = set.convert(&Type::list(Type::DYNAMIC)).expect("a list");
    assert_eq!(list.elements(), Some(&items[..]));
    assert_eq!(
        format!("{set:?}"),
        "toset([{\"a\" = 10}, {\"a\" = 1}, {\"a\" = 2}, {\"a\" = 3}])"
    );
    let mut walked = Vec::new();
    let _: std::ops::ControlFlow<()> = set.walk(|_, part| {
        walked.extend(part.as_number().map(ToString::to_string));
        std::ops::ControlFlow::Continue(hcl2_value::Visit::Into)
    });
    assert_eq!(walked, ["10", "1", "2", "3"]);
    let marked = set.clone().with_mark(Mark::new("m"));
    assert_eq!(marked.unmark().0.elements(), Some(&items[..]));
}

#[test]
fn long_elements_are_compared_to_the_end() {
    let long = "x".repeat(1000);
    let pair = |text: &str, number: &str| Value::tuple([Value::from(text), parse(number)]);
    let longer = format!("{long} ");
    assert_order(&[
        pair(&longer, "1"),
        pair(&long, "10"),
        pair(&long, "1"),
        pair(&long, "2"),
    ]);
    let lists = |items: &[&str]| {
        let items = items.iter().map(|item| Value::from(format!("{long}{item}")));
        Value::list(Type::STRING, items).expect("strings")
    };
    assert_order(&[lists(&["a", "b"]), lists(&["a"]), lists(&["b"])]);
    let map = |key: &str, value: &str| {
        Value::map(Type::STRING, [(format!("{long}{key}"), Value::from(value))]).expect("strings")
    };
    assert_order(&[map("a", "\n"), map("a", "a"), map("b", "a")]);
    let nested = |value: Value| Value::tuple([Value::from(long.as_str()), value]);
    let ty = Type::list(Type::NUMBER);
    let list = |items: &[i32]| {
        Value::list(Type::NUMBER, items.iter().map(|item| Value::from(*item))).expect("numbers")
    };
    assert_order(&[
        nested(Value::unknown(ty.clone())),
        nested(list(&[1, 2])),
        nested(list(&[2])),
        nested(list(&[])),
        nested(Value::null(ty)),
    ]);
}

/// Returns the key of an element as the reference writes it, spelt out.
fn key(value: &Value) -> String {
    let all = |items: &[Value]| -> String { items.iter().map(|item| key(item) + ";").collect() };
    match value.kind() {
        ValueKind::Null => "~".to_owned(),
        ValueKind::Unknown => "?".to_owned(),
        ValueKind::Bool(truth) => if truth { "T" } else { "F" }.to_owned(),
        ValueKind::Number(number) => number.to_string(),
        ValueKind::String(text) => format!("{:?}", text.as_str()),
        ValueKind::List(items) | ValueKind::Set(items) => format!("[{}]", all(items)),
        ValueKind::Tuple(items) => format!("<{}>", all(items)),
        ValueKind::Object(fields) => format!("<{}>", all(fields.values())),
        ValueKind::Map(fields) => {
            let items = fields
                .iter()
                .map(|(name, item)| format!("{:?}:{};", name.as_str(), key(item)));
            format!("{{{}}}", items.collect::<String>())
        }
        ValueKind::Capsule(_) | ValueKind::Marked(..) => String::new(),
    }
}

#[test]
fn order_is_that_of_the_keys_for_all_shapes_and_lengths() {
    let mut state = 7_u64;
    let mut random = |limit: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut compared = 0;
    for round in 0..300 {
        let filler = "-".repeat(if round % 3 == 0 { 300 } else { round % 5 });
        let elements: Vec<Value> = (0..12)
            .map(|_| {
                let text = Value::from(["", "a", "ab", "a\"", "b\n"][random(5) as usize]);
                let text = if random(9) == 0 {
                    Value::unknown(Type::STRING)
                } else {
                    text
                };
                let count = random(4);
                let numbers: Vec<Value> = (0..count).map(|_| Value::from(random(12))).collect();
                let list = Value::list(Type::NUMBER, numbers.clone()).expect("numbers");
                let keys = ["k", "l", "m"].into_iter().take(random(3) as usize + 1);
                let map: Vec<(&str, Value)> = keys.map(|key| (key, Value::from(random(2) == 0))).collect();
                let map = Value::map(Type::BOOL, map).expect("bools");
                let inner = Value::set(Type::NUMBER, numbers).expect("numbers");
                let sets = Value::set(Type::DYNAMIC, [inner]).expect("sets");
                Value::object([
                    ("a", Value::from(filler.as_str())),
                    ("b", list),
                    ("c", map),
                    ("d", sets),
                    ("e", text),
                ])
            })
            .collect();
        let ordered = order(&set(elements));
        for pair in ordered.windows(2) {
            let order = key(&pair[0]).cmp(&key(&pair[1]));
            assert_ne!(order, Ordering::Greater, "{pair:?}");
            compared += 1;
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn order_of_shared_and_deep_elements_takes_linear_time() {
    hcl2_testing::assert_soon("the order", order_of_shared_and_deep_elements);
}

fn order_of_shared_and_deep_elements() {
    let doubled = |leaf: Value| (0..1000).fold(leaf, |inner, _| Value::tuple([inner.clone(), inner]));
    let items = ["10", "1", "2"].map(|number| doubled(parse(number)));
    assert_order(&items);
    let deep = |leaf: Value| (0..100_000).fold(leaf, |inner, _| Value::tuple([inner]));
    let items = ["10", "1", "2"].map(|number| deep(parse(number)));
    assert_eq!(order(&set(items.iter().rev().cloned())), items);
    let sets = |leaf: Value| (0..20_000).fold(leaf, |inner, _| set([inner]));
    let items = ["10", "1"].map(|number| sets(parse(number)));
    assert_eq!(order(&set(items.iter().rev().cloned())), items);
    let pairs = |leaf: i32| {
        (0..2000).fold(Value::tuple([Value::from(leaf)]), |inner, _| {
            let other = Value::null(inner.ty().clone());
            set([inner, other])
        })
    };
    let items = [pairs(10), pairs(1)];
    assert_eq!(order(&set(items.iter().rev().cloned())), items);
}
