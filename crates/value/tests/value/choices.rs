//! The conditional operation.

use hcl2_value::{ConditionalError, Mark, Number, OperationError, Refiner, Type, Value};

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
fn conditional_converts_both_results_to_one_type() {
    let (one, text) = (Value::from(1), Value::from("x"));
    let (yes, no) = (Value::from(true), Value::from(false));
    assert_eq!(yes.conditional(&one, &text), Ok(Value::from("1")));
    assert_eq!(no.conditional(&one, &text), Ok(text.clone()));
    let null = Value::null(Type::DYNAMIC);
    assert_eq!(yes.conditional(&null, &one), Ok(Value::null(Type::NUMBER)));
    assert_eq!(no.conditional(&null, &one), Ok(one.clone()));
    let marked = |value: &Value, mark: &'static str| value.clone().with_mark(Mark::new(mark));
    let chosen = marked(&yes, "a").conditional(&marked(&one, "b"), &marked(&text, "c"));
    assert_eq!(chosen.map(|value| value.marks().iter().count()), Ok(3));
    let refused = |condition: &Value, a: &Value, b: &Value| condition.conditional(a, b).expect_err("refused");
    assert_eq!(
        refused(&yes, &one, &Value::tuple([])),
        ConditionalError::Inconsistent
    );
    assert_eq!(
        refused(&Value::null(Type::BOOL), &one, &one),
        ConditionalError::Condition(OperationError::NullOperand(0))
    );
    assert_eq!(
        refused(&text, &one, &one).to_string(),
        "invalid condition: bool is required, not string"
    );
    let (numbers, texts) = (
        Value::tuple([Value::from("x")]),
        Value::list(Type::NUMBER, [one.clone()]).expect("one type"),
    );
    assert_eq!(
        yes.conditional(&numbers, &texts).map(|value| value.ty().clone()),
        Ok(Type::list(Type::STRING))
    );
}

#[test]
fn unknown_condition_keeps_what_both_results_have_in_common() {
    let open = Value::unknown(Type::BOOL);
    let both = open
        .conditional(&between(1, 5), &Value::from(9))
        .expect("a number");
    let (least, most) = both.number_bounds();
    assert_eq!((least.number, least.inclusive), (Number::from(1), true));
    assert_eq!((most.number, most.inclusive), (Number::from(9), true));
    let wide = open
        .conditional(&between(1, 5), &between(2, 5))
        .expect("a number");
    assert!(!wide.number_bounds().1.inclusive);
    let lists = open
        .conditional(&Value::from(vec![1]), &Value::from(vec![1, 2, 3]))
        .expect("a list");
    assert_eq!(lists.length_bounds(), Some((1, Some(3))));
    assert!(lists.is_definitely_not_null());
    let null = Value::null(Type::STRING);
    assert_eq!(open.conditional(&null, &null), Ok(null.clone()));
    assert_eq!(
        open.conditional(&null, &Value::from("x")),
        Ok(Value::unknown(Type::STRING))
    );
}

#[test]
fn unknown_condition_includes_a_limit_that_one_result_includes() {
    let above = |limit: i64, inclusive: bool| {
        let refiner = Value::unknown(Type::NUMBER).refine();
        refiner
            .number_lower_bound(limit.into(), inclusive)
            .map(Refiner::build)
            .expect("fits")
    };
    for (a, b, limit, inclusive) in [
        (above(1, true), above(1, false), 1, true),
        (above(1, false), above(1, false), 1, false),
        (above(1, false), above(2, true), 1, false),
        (above(1, true), above(2, false), 1, true),
    ] {
        for (a, b) in [(&a, &b), (&b, &a)] {
            let both = Value::unknown(Type::BOOL).conditional(a, b).expect("a number");
            let lower = both.number_bounds().0;
            assert_eq!(
                (lower.number, lower.inclusive),
                (limit.into(), inclusive),
                "{a:?} {b:?}"
            );
            assert!(!both.is_definitely_not_null());
        }
    }
}

#[test]
fn unknown_condition_keeps_nothing_that_one_result_lacks() {
    let open = Value::unknown(Type::BOOL);
    let list = |least, most| Value::unknown(Type::list(Type::BOOL)).refine_length(least, most);
    let choice = |a: &Value, b: &Value| open.conditional(a, b).expect("one type");
    assert_eq!(
        choice(&list(1, Some(3)), &list(2, None)).length_bounds(),
        Some((1, None))
    );
    assert_eq!(
        choice(&list(4, Some(4)), &list(2, Some(5))).length_bounds(),
        Some((2, Some(5)))
    );
    let null = Value::null(Type::list(Type::BOOL));
    assert_eq!(choice(&null, &list(2, Some(5))).length_bounds(), Some((0, None)));
    assert!(!choice(&Value::from(1), &Value::unknown(Type::NUMBER)).is_definitely_not_null());
    // Operands that need a conversion leave only that the result is not null.
    let text = choice(&Value::from(1), &Value::from("x"));
    assert_eq!(text, Value::unknown_not_null(Type::STRING));
}

#[test]
fn conditional_with_an_untyped_null_has_the_type_of_the_other_result() {
    let (null, one) = (Value::null(Type::DYNAMIC), Value::from(1));
    let ty = |a: &Value, b: &Value| Value::conditional_type(a, b);
    assert_eq!(ty(&null, &one), Some(Type::NUMBER));
    assert_eq!(ty(&one, &null), Some(Type::NUMBER));
    assert_eq!(ty(&null, &null), Some(Type::DYNAMIC));
    assert_eq!(ty(&Value::DYNAMIC, &one), Some(Type::DYNAMIC));
    assert_eq!(ty(&one, &Value::DYNAMIC), Some(Type::DYNAMIC));
    let marked = null.with_mark(Mark::new("m"));
    assert_eq!(ty(&marked, &one), Some(Type::DYNAMIC));
    assert_eq!(ty(&one, &marked), Some(Type::DYNAMIC));
    assert_eq!(ty(&Value::null(Type::STRING), &one), Some(Type::STRING));
    assert_eq!(ty(&one, &Value::tuple([])), None);
}

#[test]
fn conditional_reports_why_it_has_no_result() {
    use std::error::Error;
    let (yes, one) = (Value::from(true), Value::from(1));
    let inconsistent = yes
        .conditional(&one, &Value::tuple([]))
        .expect_err("no common type");
    assert_eq!(
        inconsistent.to_string(),
        "both results must be of one type, or convert to one"
    );
    assert!(inconsistent.source().is_none());
    let null = Value::null(Type::BOOL)
        .conditional(&one, &one)
        .expect_err("a null condition");
    assert_eq!(null.to_string(), "the condition is null");
    assert_eq!(
        null.source().map(ToString::to_string).as_deref(),
        Some("the operand is null")
    );
    let wrong = Value::from("x")
        .conditional(&one, &one)
        .expect_err("a wrong condition");
    assert_eq!(
        wrong.to_string(),
        "invalid condition: bool is required, not string"
    );
    assert_eq!(
        Value::DYNAMIC
            .conditional(&one, &one)
            .map(|value| value.ty().clone()),
        Ok(Type::NUMBER)
    );
}
