//! Values: construction, marks, sets and depth.

use hcl2_value::{Mark, Marks, Number, Path, PathStep, Str, StrBuilder, Type, Value, ValueKind, strategies};
use proptest::prelude::*;

use crate::support;

fn numbers(numbers: impl IntoIterator<Item = i64>) -> Vec<Value> {
    numbers.into_iter().map(Value::from).collect()
}

#[test]
fn collections_have_elements_of_one_type() {
    let error = Value::list(Type::DYNAMIC, [Value::from(1), Value::from("x")]).expect_err("two types");
    assert_eq!(
        (error.index, error.expected, error.found),
        (1, Type::NUMBER, Type::STRING)
    );
    let list = Value::list(
        Type::DYNAMIC,
        [Value::DYNAMIC, Value::from(1), Value::null(Type::DYNAMIC)],
    );
    let list = list.expect("placeholders take on the type");
    assert_eq!(list.ty(), &Type::list(Type::NUMBER));
    assert_eq!(list.elements().expect("known")[0], Value::unknown(Type::NUMBER));
    assert_eq!(list.elements().expect("known")[2], Value::null(Type::NUMBER));
    assert_eq!(
        Value::list(Type::DYNAMIC, []).expect("empty").ty(),
        &Type::list(Type::DYNAMIC)
    );
}

#[test]
fn last_of_equal_keys_is_kept() {
    let fields = || [("b", 1), ("a", 2), ("b", 3)].map(|(name, value)| (name, Value::from(value)));
    let object = Value::object(fields());
    assert_eq!(
        object.ty(),
        &Type::object([("a", Type::NUMBER), ("b", Type::NUMBER)])
    );
    let map = Value::map(Type::NUMBER, fields()).expect("one type");
    for value in [object, map] {
        assert_eq!(value.get("a"), Some(&Value::from(2)));
        assert_eq!(value.get("b"), Some(&Value::from(3)));
    }
}

#[test]
fn sets_iterate_in_order_and_hold_each_value_once() {
    let set = Value::set(Type::NUMBER, numbers([10, 9, 2, 10])).expect("one type");
    assert_eq!(set.elements(), Some(numbers([2, 9, 10]).as_slice()));
    let strings = ["b", "a", "B", "é"].map(Value::from);
    let set = Value::set(Type::STRING, strings).expect("one type");
    assert_eq!(
        set.elements(),
        Some(["B", "a", "b", "é"].map(Value::from).as_slice())
    );
    let odd = [
        Value::unknown(Type::BOOL),
        Value::null(Type::BOOL),
        Value::from(true),
        Value::from(false),
    ];
    let set = Value::set(Type::BOOL, odd).expect("one type");
    let kinds: Vec<String> = set
        .elements()
        .into_iter()
        .flatten()
        .map(|element| format!("{element:?}"))
        .collect();
    assert_eq!(kinds, ["false", "true", "unknown(bool)", "null(bool)"]);
}

#[test]
fn null_is_an_element_at_any_position() {
    let set =
        |ty: &Type, elements: &[Value]| Value::set(ty.clone(), elements.iter().cloned()).expect("one type");
    for (ty, known) in [
        (Type::STRING, Value::from("a")),
        (Type::tuple([Type::BOOL]), Value::tuple([Value::from(true)])),
    ] {
        let (null, open) = (Value::null(ty.clone()), Value::unknown(ty.clone()));
        let all = set(&ty, &[null.clone(), open.clone(), known.clone()]);
        assert_eq!(all.has_element(&null), Ok(Value::from(true)));
        assert_eq!(
            set(&ty, &[open.clone(), known.clone()]).has_element(&known),
            Ok(Value::from(true))
        );
        for other in [
            set(&ty, std::slice::from_ref(&null)),
            set(&ty, &[known.clone(), null.clone()]),
        ] {
            assert_eq!(all.set_union(&other), Ok(all.clone()));
            assert_eq!(other.set_union(&all), Ok(all.clone()));
        }
        let without = set(&ty, &[open.clone(), known.clone()]);
        assert_eq!(without.set_union(&set(&ty, &[null])), Ok(all));
    }
}

#[test]
fn large_sets_hold_each_value_once_in_canonical_order() {
    let point = |x: usize| Value::object([("x", Value::from(x % 500)), ("y", Value::tuple([]))]);
    let ty = point(0).ty().clone();
    let null = || Value::null(ty.clone());
    let forth = (0..1000).map(point).chain([null(), null()]);
    let back = [null()].into_iter().chain((0..1500).rev().map(point));
    let set = Value::set(ty.clone(), forth).expect("one type");
    let elements = set.elements().expect("known");
    assert_eq!(elements.len(), 501);
    assert!(elements[500].is_null() && elements[..500].iter().all(|element| !element.is_null()));
    let other = Value::set(Type::DYNAMIC, back).expect("one type");
    assert_eq!(other.elements(), Some(elements));
    assert_eq!(set.equals(&other), Value::from(true));
    assert!((0..500).all(|x| set.has_element(&point(x)) == Ok(Value::from(true))));
    let fewer = Value::set(ty.clone(), (0..499).map(point)).expect("one type");
    assert_eq!(set.equals(&fewer), Value::from(false));
    let rest = set.set_difference(&fewer).expect("sets");
    assert_eq!(rest.elements(), Some([point(499), null()].as_slice()));
    assert_eq!(fewer.set_union(&rest), Ok(set));
}

#[test]
fn set_reports_the_first_element_of_another_type_at_any_position() {
    let elements = (0..1000).map(|at| {
        if at == 700 {
            Value::from("x")
        } else {
            Value::from(at)
        }
    });
    let error = Value::set(Type::DYNAMIC, elements).expect_err("a string among numbers");
    assert_eq!(
        (error.index, error.expected, error.found),
        (700, Type::NUMBER, Type::STRING)
    );
}

#[test]
fn unknown_elements_of_a_set_stay_apart() {
    let unknown = || Value::unknown(Type::STRING);
    let set = Value::set(Type::STRING, [unknown(), unknown(), Value::from("a")]).expect("one type");
    assert_eq!(set.element_count(), Some(3));
    let length = set.length().expect("a set has a length");
    let refinement = length.refinement().expect("the length has bounds");
    assert_eq!(refinement.lower().expect("a bound").number, 1.into());
    assert_eq!(refinement.upper().expect("a bound").number, 3.into());
}

#[test]
fn marks_of_elements_become_marks_of_the_set() {
    let secret = Mark::new("secret");
    let set = Value::set(
        Type::STRING,
        [Value::from("a").with_mark(secret.clone()), Value::from("b")],
    )
    .expect("one type");
    assert!(set.is_marked());
    let (plain, marks) = set.unmark();
    assert!(marks.contains(&secret) && !plain.contains_marked());
}

#[test]
fn deep_unmarking_returns_the_paths() {
    let value = Value::object([
        ("plain", Value::from(1)),
        (
            "list",
            Value::tuple([Value::from("a"), Value::from("b").with_mark(Mark::new(7))]),
        ),
    ])
    .with_mark(Mark::new("top"));
    let (plain, paths) = value.unmark_deep_with_paths();
    assert!(!plain.contains_marked());
    let inner: Path = [
        PathStep::Attribute("list".into()),
        PathStep::Index(Value::from(1)),
    ]
    .into_iter()
    .collect();
    let expected = [
        (inner, Marks::from_iter([Mark::new(7)])),
        (Path::new(), Marks::from_iter([Mark::new("top")])),
    ];
    assert_eq!(paths, expected);
    assert_eq!(plain.with_path_marks(&paths), value);
    let (_, all) = value.unmark_deep();
    assert_eq!(all.iter().count(), 2);
}

#[test]
fn marked_values_hide_from_accessors() {
    let secret = Value::from("s3cr3t").with_mark(Mark::new("sensitive"));
    assert_eq!(secret.as_str(), None);
    assert!(matches!(secret.kind(), ValueKind::Marked(..)));
    assert!(secret.is_known() && !secret.is_null());
    assert!(!format!("{secret:?}").contains("s3cr3t"));
}

#[test]
fn paths_lead_to_parts() {
    let value = Value::object([(
        "a",
        Value::map(Type::NUMBER, [("k", Value::from(5))]).expect("one type"),
    )]);
    let path: Path = [PathStep::Attribute("a".into()), PathStep::Index(Value::from("k"))]
        .into_iter()
        .collect();
    assert_eq!(path.apply(&value), Some(Value::from(5)));
    assert_eq!(path.to_string(), ".a[\"k\"]");
    let missing: Path = [PathStep::Attribute("b".into())].into_iter().collect();
    assert_eq!(missing.apply(&value), None);
}

#[test]
fn paths_are_made_step_by_step() {
    let (name, index) = (PathStep::Attribute("a".into()), PathStep::Index(Value::from(0)));
    let mut path = Path::new();
    assert!(path.is_empty());
    path.push(index.clone());
    assert!(!path.is_empty());
    let mut path = path.prefixed(name.clone());
    assert_eq!(path.steps(), [name.clone(), index.clone()]);
    assert_eq!(
        (path.pop(), path.pop(), path.pop()),
        (Some(index), Some(name), None)
    );
}

#[test]
fn steps_by_index_lead_to_elements_of_each_kind() {
    let at = |value: &Value, key: Value| Path::from_iter([PathStep::Index(key)]).apply(value);
    let list = Value::from(vec![7, 8]);
    assert_eq!(at(&list, Value::from(1)), Some(Value::from(8)));
    assert_eq!(at(&list, Value::from(2)), None);
    assert_eq!(at(&list, Value::from("1")), None);
    let set = Value::set(Type::NUMBER, numbers([7, 8])).expect("one type");
    assert_eq!(at(&set, Value::from(8)), Some(Value::from(8)));
    assert_eq!(at(&set, Value::from(1)), None);
    let words = Value::set(Type::STRING, ["a", "b"].map(Value::from)).expect("one type");
    assert_eq!(at(&words, Value::from("b")), Some(Value::from("b")));
    assert_eq!(
        at(&Value::object([("k", Value::from(1))]), Value::from("k")),
        Some(Value::from(1))
    );
    assert_eq!(at(&Value::unknown(list.ty().clone()), Value::from(0)), None);
}

#[test]
fn only_identifiers_are_written_bare() {
    let written = |name: &str| Path::from_iter([PathStep::Attribute(name.into())]).to_string();
    for name in ["a", "_a", "a-1", "\u{e9}x", "a\u{1f600}"] {
        assert_eq!(written(name), format!(".{name}"));
    }
    for name in ["", "1a", "-a", "a b", "a.b"] {
        assert_eq!(written(name), format!("[\"{name}\"]"));
    }
    assert_eq!(written("a\u{a0}b"), r#"["a\u{a0}b"]"#);
    assert_eq!(written("a\u{85}"), r#"["a\u{85}"]"#);
}

#[test]
fn keys_in_paths_are_quoted_as_rust_strings() {
    let path = [
        PathStep::Attribute("a b".into()),
        PathStep::Attribute("c-d".into()),
        PathStep::Index(Value::from("${x}$y%z\"\u{7f}")),
        PathStep::Index(Value::from(7)),
        PathStep::Index(Value::object([("in", Value::from("a set"))])),
    ];
    assert_eq!(
        Path::from_iter(path).to_string(),
        r#"["a b"].c-d["${x}$y%z\"\u{7f}"][7][...]"#
    );
}

#[test]
fn collections_have_no_optional_attributes_in_their_type() {
    let constraint = Type::object_with_optional([("a", Type::STRING, true)]);
    let plain = Type::object([("a", Type::STRING)]);
    let object = Value::object([("a", Value::from("x"))]);
    for (value, ty) in [
        (
            Value::list(constraint.clone(), [object.clone()]),
            Type::list(plain.clone()),
        ),
        (Value::set(constraint.clone(), []), Type::set(plain.clone())),
        (Value::map(constraint, [("k", object)]), Type::map(plain)),
    ] {
        assert_eq!(value.map(|value| value.ty().clone()), Ok(ty));
    }
}

#[test]
fn marks_of_a_hundred_thousand_parts_are_collected_in_linear_time() {
    let parts = |count: u32| (0..count).map(|number| Value::from(number).with_mark(Mark::new(number)));
    let (plain, marks) = Value::tuple(parts(100_000)).unmark_deep();
    assert_eq!(plain.element_count(), Some(100_000));
    assert_eq!(marks.iter().count(), 100_000);
    let set = Value::set(Type::NUMBER, parts(100_000)).expect("one type");
    assert_eq!(set.marks(), marks);
}

#[test]
fn values_may_be_nested_as_deep_as_memory_allows() {
    let deep = || (0..100_000).fold(Value::from(1), |inner, _| Value::tuple([inner]));
    let (a, b) = (deep(), deep());
    assert_eq!(a, b);
    assert_eq!(a.equals(&b), Value::from(true));
    let marked = a.clone().with_mark(Mark::new("m"));
    assert_eq!(marked.unmark_deep().0, a);
    assert_eq!(a.ty().depth(), 100_000);
    assert!(format!("{a:?}").len() < 1000);
}

proptest! {
    #![proptest_config(support::cases(10_000))]

    #[test]
    fn a_decimal_is_a_double_where_the_nearest_one_is_equal(
        digits in prop_oneof![0..1_000_000_i64, any::<i64>()],
        fives in 0..12_u32,
        scale in 0..18_usize,
    ) {
        let digits = i128::from(digits) * 5_i128.pow(fives);
        let number = Number::parse(&format!("{digits}e-{scale}")).unwrap();
        let (nearest, exact) = number.to_f64();
        prop_assert_eq!(exact, Number::try_from(nearest).unwrap().cmp_exact(&number).is_eq());
        prop_assert_eq!(f64::try_from(&number).ok(), exact.then_some(nearest));
        prop_assert_eq!(nearest, format!("{digits}e-{scale}").parse::<f64>().unwrap());
    }

    #[test]
    fn built_string_equals_the_joined_pieces(pieces in prop::collection::vec("[ab\\u{301}\\u{315}\\u{340}é가\\u{1100}\\u{1161}\\u{11a8}\\u{323}]{0,9}", 0..5)) {
        let (mut texts, mut strings) = (StrBuilder::default(), StrBuilder::default());
        for piece in &pieces {
            texts.push_str(piece);
            strings.push(&Str::from(piece));
        }
        let whole = Str::from(pieces.concat());
        prop_assert_eq!(texts.build(), whole.clone());
        prop_assert_eq!(strings.build(), whole);
    }

    #[test]
    fn equality_is_an_equivalence(a in strategies::values(), b in strategies::values()) {
        prop_assert_eq!(&a, &a);
        prop_assert_eq!(a == b, b == a);
        prop_assert_eq!(a.equals(&b), b.equals(&a));
        if a == b {
            prop_assert_eq!(a.ty(), b.ty());
        }
    }

    #[test]
    fn sets_do_not_depend_on_the_order_of_their_elements(
        (element, items) in strategies::types().prop_flat_map(|ty| {
            (Just(ty.clone()), prop::collection::vec(strategies::values_of(&ty), 0..5))
        }),
        seed in any::<u64>(),
    ) {
        let set = Value::set(element.clone(), items.clone()).expect("one type");
        let mut other = items.clone();
        let steps = (seed as usize) % other.len().max(1);
        other.rotate_left(steps);
        other.extend(items.first().cloned());
        prop_assert_eq!(&set, &Value::set(element, other).expect("one type"));
        for item in &items {
            prop_assert_eq!(set.has_element(item), Ok(Value::from(true)));
        }
    }

    #[test]
    fn unmarking_and_marking_again_returns_an_equal_value(value in strategies::values()) {
        let marked = value.clone().with_mark(Mark::new("m"));
        let (plain, paths) = marked.unmark_deep_with_paths();
        prop_assert_eq!(&plain, &value);
        prop_assert_eq!(plain.with_path_marks(&paths), marked);
    }

    #[test]
    fn an_object_has_the_attributes_that_it_was_made_of(
        names in prop::collection::btree_set("[ab]{0,6}|a{3}[ab]{4,9}|a{12}[ab]{2,6}", 0..12),
        other in "[ab]{0,6}|a{3}[ab]{4,9}|a{12}[ab]{2,6}",
    ) {
        let names: Vec<String> = names.into_iter().collect();
        let values = numbers(0..names.len() as i64);
        let object = Value::object(names.iter().map(String::as_str).zip(values.iter().cloned()));
        for (name, value) in names.iter().zip(&values) {
            prop_assert_eq!(object.get(name), Some(value), "{}", name);
        }
        let position = names.iter().position(|name| *name == other);
        prop_assert_eq!(object.get(&other), position.and_then(|position| values.get(position)));
    }
}

#[test]
fn unknown_parts_become_nulls_of_their_types() {
    let mark = Mark::new("sensitive");
    let unknown = Value::unknown(Type::STRING).refine_not_null();
    let list = Value::list(Type::STRING, [unknown.with_mark(mark.clone()), Value::from("a")]).unwrap();
    let null = Value::null(Type::STRING).with_mark(mark);
    let shown = Value::list(Type::STRING, [null, Value::from("a")]).unwrap();
    assert_eq!(list.unknown_as_null(), shown);
    let set = Value::set(Type::NUMBER, [Value::unknown(Type::NUMBER), Value::from(1)]).unwrap();
    let shown = Value::set(Type::NUMBER, [Value::null(Type::NUMBER), Value::from(1)]).unwrap();
    assert_eq!(set.unknown_as_null(), shown);
    assert_eq!(Value::DYNAMIC.unknown_as_null(), Value::null(Type::DYNAMIC));
    let tuple = Value::tuple([Value::DYNAMIC]);
    assert_eq!(
        tuple.unknown_as_null(),
        Value::tuple([Value::null(Type::DYNAMIC)])
    );
}
