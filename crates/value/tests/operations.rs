//! Operations on known, unknown, null and marked operands.

use hcl2_value::{Mark, Number, OperationError, Refiner, Type, Value};

type Binary = fn(&Value, &Value) -> Result<Value, OperationError>;

const ARITHMETIC: [Binary; 5] = [
    Value::add,
    Value::subtract,
    Value::multiply,
    Value::divide,
    Value::modulo,
];
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
fn one_operand_can_settle_logic() {
    let open = Value::unknown(Type::BOOL);
    assert_eq!(open.and(&Value::from(false)), Ok(Value::from(false)));
    assert_eq!(Value::from(true).or(&open), Ok(Value::from(true)));
    assert_eq!(
        open.or(&Value::from(false)),
        Ok(Value::unknown_not_null(Type::BOOL))
    );
}

#[test]
fn what_is_known_of_an_unknown_value_rules_equality_out() {
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
fn refinements_that_leave_one_value_give_it() {
    let refined = |refiner: Refiner| refiner.not_null().map(Refiner::build).expect("no contradiction");
    let number = Value::unknown(Type::NUMBER).refine();
    let exact = number
        .number_lower_bound(5.into(), true)
        .and_then(|refiner| refiner.number_upper_bound(5.into(), true));
    assert_eq!(refined(exact.expect("fits")), Value::from(5));
    let list = Value::unknown(Type::list(Type::BOOL)).refine();
    let two = list
        .length_lower_bound(2)
        .and_then(|refiner| refiner.length_upper_bound(2))
        .expect("fits");
    let expected = Value::list(
        Type::BOOL,
        [Value::unknown(Type::BOOL), Value::unknown(Type::BOOL)],
    );
    assert_eq!(Ok(refined(two)), expected);
    let huge = Value::unknown(Type::list(Type::BOOL)).refine();
    let huge = huge
        .length_lower_bound(1 << 40)
        .and_then(|refiner| refiner.length_upper_bound(1 << 40))
        .expect("fits");
    assert!(!refined(huge).is_known());
}

#[test]
fn contradictions_are_refused() {
    let number = || {
        Value::unknown(Type::NUMBER)
            .refine()
            .number_lower_bound(5.into(), true)
            .expect("fits")
    };
    assert!(number().number_upper_bound(4.into(), true).is_err());
    assert!(number().number_upper_bound(5.into(), false).is_err());
    assert!(Value::null(Type::STRING).refine().not_null().is_err());
    assert!(Value::from("abc").refine().string_prefix("x-").is_err());
    assert!(Value::from(true).refine().length_lower_bound(1).is_err());
    assert!(Value::DYNAMIC.refine().not_null().map(Refiner::build) == Ok(Value::DYNAMIC));
}

#[test]
fn a_prefix_ends_where_it_can_no_longer_change() {
    let prefix = |text: &str| {
        let refiner = Value::unknown(Type::STRING)
            .refine()
            .string_prefix(text)
            .expect("fits");
        refiner
            .build()
            .refinement()
            .map(|refinement| refinement.prefix().to_owned())
            .unwrap_or_default()
    };
    assert_eq!(prefix("hello"), "hell");
    assert_eq!(prefix("a-"), "a-");
    assert_eq!(prefix("n = "), "n = ");
    assert_eq!(prefix("12"), "1");
    assert_eq!(prefix("x\u{301}"), "");
    assert_eq!(prefix("a👨\u{200d}👩"), "a");
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
fn lengths_are_as_known_as_their_collections() {
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
    assert!(matches!(
        Value::from(true).length(),
        Err(OperationError::NotCompound(_))
    ));
}
