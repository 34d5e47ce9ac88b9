//! Operations on known, unknown, null and marked operands.

use hcl2_value::{Mark, Number, OperationError, Refiner, Type, Value};

type Binary = fn(&Value, &Value) -> Result<Value, OperationError>;

const ARITHMETIC: [Binary; 5] = [Value::add, Value::sub, Value::mul, Value::div, Value::rem];
const COMPARISON: [Binary; 4] = [
    Value::less_than,
    Value::greater_than,
    Value::less_than_or_equal,
    Value::greater_than_or_equal,
];
const LOGIC: [Binary; 2] = [Value::and, Value::or];

fn between(low: i64, high: i64) -> Value {
    Value::unknown(Type::NUMBER)
        .refine()
        .not_null()
        .and_then(|refiner| refiner.number_lower_bound(Number::from(low), true))
        .and_then(|refiner| refiner.number_upper_bound(Number::from(high), false))
        .map(Refiner::build)
        .expect("no contradiction")
}

#[test]
fn every_operation_propagates_alike() {
    let numeric = ARITHMETIC.map(|operation| (operation, Type::NUMBER)).into_iter();
    let all = numeric
        .chain(COMPARISON.map(|operation| (operation, Type::BOOL)))
        .map(|(operation, result)| (operation, Value::from(6), result))
        .chain(LOGIC.map(|operation| (operation, Value::from(true), Type::BOOL)));
    for (operation, operand, result) in all {
        let null = Value::null(operand.ty().clone());
        assert_eq!(operation(&operand, &null), Err(OperationError::NullOperand(1)));
        assert_eq!(operation(&null, &operand), Err(OperationError::NullOperand(0)));
        let wrong = Value::tuple([]);
        assert!(matches!(
            operation(&operand, &wrong),
            Err(OperationError::WrongType { operand: 1, .. })
        ));
        for unknown in [Value::unknown(operand.ty().clone()), Value::DYNAMIC] {
            let open = operation(&unknown, &unknown).expect("an unknown result");
            assert_eq!(open, Value::unknown_not_null(result.clone()));
        }
        let marked = operand.clone().with_mark(Mark::new("a"));
        let both = operation(&marked, &operand.clone().with_mark(Mark::new("b"))).expect("a result");
        assert_eq!(both.marks().iter().count(), 2);
        assert_eq!(both.unmark().0, operation(&operand, &operand).expect("a result"));
    }
}

#[test]
fn ranges_of_unknown_numbers_decide_comparisons() {
    let (small, large) = (between(1, 5), between(7, 9));
    assert_eq!(small.less_than(&large), Ok(Value::from(true)));
    assert_eq!(large.less_than(&small), Ok(Value::from(false)));
    assert_eq!(Value::from(0).greater_than(&small), Ok(Value::from(false)));
    assert_eq!(
        small.less_than(&Value::from(3)),
        Ok(Value::unknown_not_null(Type::BOOL))
    );
    assert_eq!(small.equals(&Value::from(0)), Value::from(false));
    assert_eq!(small.equals(&Value::from(5)), Value::from(false));
    assert_eq!(small.equals(&Value::from(1)), Value::unknown_not_null(Type::BOOL));
}

#[test]
fn known_numbers_are_compared() {
    for (a, b) in [(1, 2), (2, 2), (3, 2)] {
        let (x, y) = (Value::from(a), Value::from(b).with_mark(Mark::new("m")));
        for (operation, expected) in COMPARISON.into_iter().zip([a < b, a > b, a <= b, a >= b]) {
            assert_eq!(operation(&x, &y.unmark().0), Ok(Value::from(expected)), "{a} {b}");
            let marked = Value::from(expected).with_mark(Mark::new("m"));
            assert_eq!(operation(&x, &y), Ok(marked), "{a} {b}");
        }
    }
    let infinite = Value::from(Number::INFINITY);
    assert_eq!(
        infinite.less_than(&Value::DYNAMIC),
        Ok(Value::unknown_not_null(Type::BOOL))
    );
}

#[test]
fn ranges_that_touch_leave_comparisons_open() {
    let (low, high) = (between(1, 5), between(5, 9));
    let open = Ok(Value::unknown_not_null(Type::BOOL));
    assert_eq!(low.less_than(&high), open);
    assert_eq!(high.less_than(&low), open);
    assert_eq!(high.less_than(&Value::from(5)), open);
    assert_eq!(high.greater_than(&Value::from(4)), Ok(Value::from(true)));
    assert_eq!(low.greater_than(&Value::from(6)), Ok(Value::from(false)));
}

#[test]
fn sums_differences_and_products_lie_between_those_of_the_limits() {
    let limits = |value: Result<Value, OperationError>| {
        let value = value.expect("a result");
        assert!(!value.is_known() && value.is_definitely_not_null());
        let (least, most) = value.number_bounds();
        assert!(least.inclusive && most.inclusive);
        (least.number.to_string(), most.number.to_string())
    };
    let between_texts = |least: &str, most: &str| (least.to_owned(), most.to_owned());
    let (a, b) = (between(1, 5), between(-2, 3));
    assert_eq!(limits(a.add(&b)), between_texts("-1", "8"));
    assert_eq!(limits(a.sub(&b)), between_texts("-2", "7"));
    assert_eq!(limits(a.mul(&b)), between_texts("-10", "15"));
    assert_eq!(limits(a.add(&Value::from(1))), between_texts("2", "6"));
    let unknown = Value::unknown(Type::NUMBER);
    assert_eq!(a.add(&unknown), Ok(Value::unknown_not_null(Type::NUMBER)));
    assert_eq!(
        unknown.mul(&Value::from(0)),
        Ok(Value::unknown_not_null(Type::NUMBER)),
        "it may be infinite, and then there is no product"
    );
    assert_eq!(a.mul(&Value::from(0)), Ok(Value::from(0)));
    assert_eq!(a.div(&b), Ok(Value::unknown_not_null(Type::NUMBER)));
}

#[test]
fn absolute_value_is_at_least_zero() {
    assert_eq!(Value::from(-3).abs(), Ok(Value::from(3)));
    let unknown = Value::unknown(Type::NUMBER).abs().expect("a number");
    assert_eq!(unknown.less_than(&Value::from(-1)), Ok(Value::from(false)));
    assert_eq!(
        Value::null(Type::NUMBER).abs(),
        Err(OperationError::NullOperand(0))
    );
}

#[test]
fn one_operand_can_decide_logic() {
    let open = Value::unknown(Type::BOOL);
    for (a, b) in [(true, true), (true, false), (false, true), (false, false)] {
        assert_eq!(Value::from(a).and(&Value::from(b)), Ok(Value::from(a && b)));
        assert_eq!(Value::from(a).or(&Value::from(b)), Ok(Value::from(a || b)));
        assert_eq!(Value::from(a).not(), Ok(Value::from(!a)));
    }
    assert_eq!(open.not(), Ok(Value::unknown_not_null(Type::BOOL)));
    assert_eq!(open.and(&Value::from(false)), Ok(Value::from(false)));
    assert_eq!(Value::from(true).or(&open), Ok(Value::from(true)));
    assert_eq!(
        open.or(&Value::from(false)),
        Ok(Value::unknown_not_null(Type::BOOL))
    );
}

#[test]
fn refinement_of_an_unknown_value_can_rule_out_equality() {
    let url = Value::unknown(Type::STRING)
        .refine()
        .string_prefix("https://")
        .map(Refiner::build)
        .expect("fits");
    assert_eq!(url.equals(&Value::from("http://x")), Value::from(false));
    assert_eq!(
        url.equals(&Value::from("https://x")),
        Value::unknown_not_null(Type::BOOL)
    );
    let some = Value::unknown(Type::list(Type::BOOL))
        .refine()
        .length_lower_bound(2)
        .map(Refiner::build)
        .expect("fits");
    let one = Value::list(Type::BOOL, [Value::from(true)]).expect("one type");
    assert_eq!(some.equals(&one), Value::from(false));
    let not_null = Value::unknown_not_null(Type::STRING);
    assert_eq!(not_null.equals(&Value::null(Type::STRING)), Value::from(false));
    assert_eq!(
        Value::unknown(Type::STRING).equals(&Value::null(Type::STRING)),
        Value::unknown_not_null(Type::BOOL)
    );
}

#[test]
fn equality_is_ruled_out_beyond_the_bounds_and_open_within_them() {
    let number = |low: bool, high: bool| {
        Value::unknown(Type::NUMBER)
            .refine()
            .number_lower_bound(1.into(), low)
            .and_then(|refiner| refiner.number_upper_bound(5.into(), high))
            .map(Refiner::build)
            .expect("no contradiction")
    };
    let list = |count: usize| Value::from(vec![true; count]);
    let length = |least, most| Value::unknown(Type::list(Type::BOOL)).refine_length(least, most);
    let open_set = Value::set(
        Type::BOOL,
        [Value::unknown(Type::BOOL), Value::unknown(Type::BOOL)],
    );
    let open_set = open_set.expect("one type");
    let set = |least, most| Value::unknown(Type::set(Type::BOOL)).refine_length(least, most);
    for (unknown, known, may_be_equal) in [
        (number(true, true), Value::from(0), false),
        (number(true, true), Value::from(1), true),
        (number(true, true), Value::from(5), true),
        (number(true, true), Value::from(6), false),
        (number(false, false), Value::from(1), false),
        (number(false, false), Value::from(3), true),
        (number(false, false), Value::from(5), false),
        (number(true, true), Value::null(Type::NUMBER), true),
        (length(1, Some(2)), list(0), false),
        (length(1, Some(2)), list(1), true),
        (length(1, Some(2)), list(2), true),
        (length(1, Some(2)), list(3), false),
        (set(0, Some(1)), open_set.clone(), true),
        (set(0, Some(0)), open_set.clone(), false),
        (set(2, None), open_set.clone(), true),
        (set(3, None), open_set, false),
    ] {
        let answer = if may_be_equal {
            Value::unknown_not_null(Type::BOOL)
        } else {
            Value::from(false)
        };
        assert_eq!(unknown.equals(&known), answer, "{unknown:?} {known:?}");
        assert_eq!(known.equals(&unknown), answer, "{known:?} {unknown:?}");
    }
}

#[test]
fn equality_of_values_whose_types_cannot_agree_is_false() {
    let any_list = || Value::unknown(Type::list(Type::DYNAMIC));
    let open_tuple = || Value::tuple([Value::DYNAMIC]);
    let not_null = any_list().refine_not_null();
    let one = || Value::tuple([Value::from(1)]);
    for (a, b, answer) in [
        (Value::unknown(Type::STRING), Value::from(1), Some(false)),
        (Value::unknown(Type::STRING), Value::null(Type::NUMBER), None),
        (Value::DYNAMIC, Value::from(1), None),
        (not_null.clone(), Value::from("x"), Some(false)),
        (not_null, Value::from(vec![1]), None),
        (any_list().refine_length(1, None), Value::from("x"), None),
        (any_list().refine_length(1, None), Value::from(vec![1]), None),
        (open_tuple(), one(), None),
        (open_tuple(), open_tuple(), None),
        (open_tuple(), Value::tuple([]), Some(false)),
        (open_tuple(), Value::from(vec![1]), Some(false)),
        (one(), Value::tuple([Value::from("1")]), Some(false)),
        (one(), one(), Some(true)),
        (Value::null(Type::STRING), one(), Some(false)),
        (Value::null(Type::STRING), Value::null(Type::BOOL), Some(true)),
        (
            Value::tuple([Value::null(Type::BOOL)]),
            Value::tuple([Value::null(Type::BOOL)]),
            Some(true),
        ),
    ] {
        let equal = answer.map_or(Value::unknown_not_null(Type::BOOL), Value::from);
        let different = answer.map_or(Value::unknown_not_null(Type::BOOL), |equal| Value::from(!equal));
        for (a, b) in [(&a, &b), (&b, &a)] {
            assert_eq!(a.equals(b), equal, "{a:?} {b:?}");
            assert_eq!(a.not_equals(b), different, "{a:?} {b:?}");
        }
    }
}

#[test]
fn marks_of_parts_mark_equality_except_with_a_null() {
    let inner = Value::tuple([Value::from(1).with_mark(Mark::new("inner"))]);
    let answer = |value: bool, mark: &'static str| Value::from(value).with_mark(Mark::new(mark));
    let plain = Value::tuple([Value::from(1)]);
    assert_eq!(inner.equals(&plain), answer(true, "inner"));
    assert_eq!(plain.equals(&inner), answer(true, "inner"));
    assert_eq!(plain.not_equals(&inner), answer(false, "inner"));
    let null = Value::null(plain.ty().clone());
    assert_eq!(inner.equals(&null), Value::from(false));
    assert_eq!(
        null.with_mark(Mark::new("top")).equals(&inner),
        answer(false, "top")
    );
}

#[test]
fn parts_are_found_by_attribute_index_and_key() {
    let pair = Value::tuple([Value::from("a"), Value::from(2)]);
    assert_eq!(pair.index(&Value::from(1)), Ok(Value::from(2)));
    assert_eq!(pair.index(&Value::from(-1)), Err(OperationError::InvalidIndex));
    assert_eq!(pair.index(&Value::unknown(Type::NUMBER)), Ok(Value::DYNAMIC));
    assert_eq!(pair.has_index(&Value::from(2)), Ok(Value::from(false)));
    let object = Value::object([("a", Value::from(true))]).with_mark(Mark::new("m"));
    assert_eq!(
        object.attribute("a"),
        Ok(Value::from(true).with_mark(Mark::new("m")))
    );
    assert_eq!(object.attribute("b"), Err(OperationError::NoSuchKey));
    let unknown = Value::unknown(Type::map(Type::BOOL));
    assert_eq!(unknown.index(&Value::from("k")), Ok(Value::unknown(Type::BOOL)));
    assert_eq!(
        Value::from(1).index(&Value::from(0)),
        Err(OperationError::NotCompound(Type::NUMBER))
    );
}

#[test]
fn elements_of_lists_and_maps_are_found_by_index_and_key() {
    let list = Value::list(Type::STRING, ["a", "b"].map(Value::from)).expect("one type");
    assert_eq!(list.index(&Value::from(1)), Ok(Value::from("b")));
    assert_eq!(list.index(&Value::from(2)), Err(OperationError::NoSuchIndex));
    let huge = Value::from(Number::try_from(1e300).expect("a number"));
    assert_eq!(list.index(&huge), Err(OperationError::NoSuchIndex));
    for invalid in [-1.0, 0.5] {
        let invalid = Value::from(Number::try_from(invalid).expect("a number"));
        assert_eq!(list.index(&invalid), Err(OperationError::InvalidIndex));
    }
    let map = Value::map(Type::NUMBER, [("k", Value::from(5))]).expect("one type");
    let object = Value::object([("k", Value::from(5)), ("l", Value::from("x"))]);
    for value in [&map, &object] {
        assert_eq!(value.index(&Value::from("k")), Ok(Value::from(5)));
        assert_eq!(value.index(&Value::from("m")), Err(OperationError::NoSuchKey));
    }
    let pair = Value::tuple([Value::from(1), Value::from("x")]);
    assert_eq!(pair.index(&Value::from(2)), Err(OperationError::NoSuchIndex));
    let set = Value::set(Type::BOOL, [Value::from(true)]).expect("one type");
    for value in [set, Value::from("k")] {
        let not_compound = OperationError::NotCompound(value.ty().clone());
        assert_eq!(value.index(&Value::from(0)), Err(not_compound.clone()));
        assert_eq!(value.has_index(&Value::from(0)), Err(not_compound));
    }
}

#[test]
fn elements_of_unknown_values_or_at_unknown_keys_are_unknown() {
    let (number, text) = (Value::unknown(Type::NUMBER), Value::unknown(Type::STRING));
    let list = Value::list(Type::BOOL, [Value::from(true)]).expect("one type");
    let map = Value::map(Type::BOOL, [("k", Value::from(true))]).expect("one type");
    let object = Value::object([("k", Value::from(true))]);
    let tuple = Value::tuple([Value::from(true)]);
    for (value, key, ty) in [
        (&list, &number, Type::BOOL),
        (&list, &Value::DYNAMIC, Type::BOOL),
        (&map, &text, Type::BOOL),
        (&map, &Value::DYNAMIC, Type::BOOL),
        (&tuple, &number, Type::DYNAMIC),
        (&object, &text, Type::DYNAMIC),
        (&Value::DYNAMIC, &text, Type::DYNAMIC),
        (&Value::DYNAMIC, &Value::from(0), Type::DYNAMIC),
        (&Value::unknown(list.ty().clone()), &Value::from(7), Type::BOOL),
        (&Value::unknown(map.ty().clone()), &Value::from("x"), Type::BOOL),
        (&Value::unknown(tuple.ty().clone()), &Value::from(0), Type::BOOL),
        (
            &Value::unknown(object.ty().clone()),
            &Value::from("k"),
            Type::BOOL,
        ),
    ] {
        assert_eq!(value.index(key), Ok(Value::unknown(ty)), "{value:?} {key:?}");
    }
    let unknown = Value::unknown(tuple.ty().clone());
    assert_eq!(unknown.index(&Value::from(1)), Err(OperationError::NoSuchIndex));
    assert_eq!(Value::DYNAMIC.attribute("k"), Ok(Value::DYNAMIC));
    let unknown = Value::unknown(object.ty().clone());
    assert_eq!(unknown.attribute("k"), Ok(Value::unknown(Type::BOOL)));
    assert_eq!(unknown.attribute("l"), Err(OperationError::NoSuchKey));
}

#[test]
fn keys_and_indexes_have_their_type() {
    let list = Value::list(Type::BOOL, [Value::from(true)]).expect("one type");
    let map = Value::map(Type::BOOL, [("0", Value::from(true))]).expect("one type");
    let wrong = |expected: Type, found: Type| OperationError::WrongType {
        operand: 1,
        expected,
        found,
    };
    for key in [Value::from("0"), Value::unknown(Type::STRING)] {
        assert_eq!(list.index(&key), Err(wrong(Type::NUMBER, Type::STRING)));
    }
    for key in [Value::from(0), Value::unknown(Type::NUMBER)] {
        assert_eq!(map.index(&key), Err(wrong(Type::STRING, Type::NUMBER)));
    }
    assert_eq!(
        list.index(&Value::null(Type::NUMBER)),
        Err(OperationError::NullOperand(1))
    );
    let null = Value::null(list.ty().clone());
    assert_eq!(null.index(&Value::from(0)), Err(OperationError::NullOperand(0)));
    assert_eq!(
        null.has_index(&Value::from(0)),
        Err(OperationError::NullOperand(0))
    );
    assert_eq!(
        Value::null(Type::DYNAMIC).length(),
        Err(OperationError::NullOperand(0))
    );
    assert_eq!(null.length(), Err(OperationError::NullOperand(0)));
    let null = Value::null(Type::object([("a", Type::BOOL)]));
    assert_eq!(null.attribute("a"), Err(OperationError::NullOperand(0)));
}

#[test]
fn presence_of_an_index_is_known_if_key_and_elements_are() {
    let list = Value::list(Type::BOOL, [Value::from(true)]).expect("one type");
    let map = Value::map(Type::BOOL, [("k", Value::from(true))]).expect("one type");
    let object = Value::object([("k", Value::from(true))]);
    let tuple = Value::tuple([Value::from(true)]);
    let unknown = |value: &Value| Value::unknown(value.ty().clone());
    for (value, key, expected) in [
        (list.clone(), Value::from(0), Some(true)),
        (list.clone(), Value::from(1), Some(false)),
        (list.clone(), Value::from(-1), Some(false)),
        (list.clone(), Value::from("0"), Some(false)),
        (list.clone(), Value::null(Type::NUMBER), Some(false)),
        (list.clone(), Value::unknown(Type::STRING), Some(false)),
        (list.clone(), Value::unknown(Type::NUMBER), None),
        (list.clone(), Value::DYNAMIC, None),
        (unknown(&list), Value::from(0), None),
        (tuple.clone(), Value::from(0), Some(true)),
        (unknown(&tuple), Value::from(0), Some(true)),
        (unknown(&tuple), Value::from(1), Some(false)),
        (map.clone(), Value::from("k"), Some(true)),
        (map.clone(), Value::from("l"), Some(false)),
        (map.clone(), Value::from(0), Some(false)),
        (unknown(&map), Value::from("k"), None),
        (object.clone(), Value::from("k"), Some(true)),
        (object.clone(), Value::from("l"), Some(false)),
        (unknown(&object), Value::from("k"), Some(true)),
        (Value::DYNAMIC, Value::from(0), None),
        (Value::DYNAMIC, Value::null(Type::NUMBER), None),
    ] {
        let expected = expected.map_or(Value::unknown_not_null(Type::BOOL), Value::from);
        assert_eq!(value.has_index(&key), Ok(expected), "{value:?} {key:?}");
    }
}

#[test]
fn lengths_are_those_of_the_elements_or_the_type() {
    let unknown = || Value::unknown(Type::BOOL);
    let list = Value::list(Type::BOOL, [unknown(), unknown()]).expect("one type");
    let map = Value::map(Type::BOOL, [("k", unknown())]).expect("one type");
    let set = |items: Vec<Value>| Value::set(Type::BOOL, items).expect("one type");
    for (value, length) in [
        (list, 2),
        (map, 1),
        (set(vec![Value::from(true), Value::from(false)]), 2),
        (set(vec![unknown()]), 1),
        (set(vec![]), 0),
        (Value::tuple([Value::from(1), Value::from("x")]), 2),
        (Value::object([("a", Value::from(1))]), 1),
        (Value::unknown(Type::object([("a", Type::BOOL)])), 1),
    ] {
        assert_eq!(value.length(), Ok(Value::from(length)), "{value:?}");
    }
    let length = set(vec![unknown(), unknown()]).length().expect("a length");
    let (least, most) = length.number_bounds();
    assert_eq!((least.number, most.number), (Number::from(1), Number::from(2)));
}

#[test]
fn length_is_known_if_the_collection_is() {
    assert_eq!(
        Value::unknown(Type::tuple([Type::BOOL])).length(),
        Ok(Value::from(1))
    );
    let list = Value::unknown(Type::list(Type::BOOL))
        .refine()
        .length_upper_bound(3)
        .map(Refiner::build)
        .expect("fits");
    let length = list.length().expect("a length");
    let refinement = length.refinement().expect("bounds");
    assert_eq!(
        refinement.upper().map(|bound| bound.number.clone()),
        Some(3.into())
    );
    let length = Value::DYNAMIC.length().expect("a length");
    let least = length.refinement().and_then(|bounds| bounds.lower());
    assert_eq!(least.map(|bound| bound.number.clone()), Some(0.into()));
    assert!(matches!(
        Value::from(true).length(),
        Err(OperationError::NotCompound(_))
    ));
}

#[test]
fn order_of_numbers_is_that_of_their_values_and_includes_equality() {
    let number = |text: &str| Value::from(Number::parse(text).expect("a number"));
    let double = |value: f64| Value::try_from(value).expect("a number");
    let truth = |result: Result<Value, OperationError>| result.map(|value| value == Value::TRUE);
    // The double is a little less than the literal, to which it is equal.
    let (a, b) = (double(1.2), number("1.2"));
    assert_eq!(a.equals(&b), Value::from(true));
    assert_eq!(truth(a.less_than(&b)), Ok(true));
    assert_eq!(truth(a.greater_than(&b)), Ok(false));
    assert_eq!(truth(a.less_than_or_equal(&b)), Ok(true));
    assert_eq!(truth(a.greater_than_or_equal(&b)), Ok(true));
    // The same value with another precision is neither less nor equal.
    let root = double(2_f64.sqrt());
    let same = root.add(&number("0")).expect("a number");
    assert_eq!(root.equals(&same), Value::from(false));
    assert_eq!(truth(root.less_than(&same)), Ok(false));
    assert_eq!(truth(root.less_than_or_equal(&same)), Ok(false));
    assert_eq!(truth(root.greater_than_or_equal(&same)), Ok(false));
}
