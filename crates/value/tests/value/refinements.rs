//! Refinements, and the values that remain possible after one or several of them.

use hcl2_value::{Bound, Mark, Number, Refinement, RefinementError, Refiner, Type, Value};

type Refined = Result<Refiner, RefinementError>;

/// A bound of a number: its limit, whether it is inclusive, and whether it is an upper bound.
type Limit = (i64, bool, bool);

fn number(limits: &[Limit]) -> Refined {
    let start = Value::unknown(Type::NUMBER).refine().not_null();
    limits
        .iter()
        .fold(start, |refined, limit| bound(refined?, *limit))
}

fn bound(refiner: Refiner, (limit, inclusive, upper): Limit) -> Refined {
    let limit = Number::from(limit);
    if upper {
        refiner.number_upper_bound(limit, inclusive)
    } else {
        refiner.number_lower_bound(limit, inclusive)
    }
}

fn admits((limit, inclusive, upper): Limit, quarters: i64) -> bool {
    let distance = if upper {
        4 * limit - quarters
    } else {
        quarters - 4 * limit
    };
    distance > 0 || (inclusive && distance == 0)
}

/// Returns whether the value is a number of `quarters` quarters, or may turn out to be.
fn may_be(value: &Value, quarters: i64) -> bool {
    let number = Number::try_from(quarters as f64 / 4.0).expect("a number");
    let (lower, upper) = value.number_bounds();
    let above = number > lower.number || (number == lower.number && lower.inclusive);
    let below = number < upper.number || (number == upper.number && upper.inclusive);
    above && below
}

/// Returns every bound with a limit close to zero.
fn limits() -> impl Iterator<Item = Limit> + Clone {
    let kinds = [(false, false), (false, true), (true, false), (true, true)];
    (-1..=1).flat_map(move |limit| kinds.map(|(inclusive, upper)| (limit, inclusive, upper)))
}

/// Returns every bound of a length up to 2: the limit, and whether it is an upper bound.
fn lengths() -> impl Iterator<Item = (u64, bool)> + Clone {
    (0..=2).flat_map(|limit| [(limit, false), (limit, true)])
}

/// Returns every sequence of three.
fn triples<T: Copy>(all: impl Iterator<Item = T> + Clone) -> impl Iterator<Item = [T; 3]> {
    let pairs = all.clone().flat_map({
        let all = all.clone();
        move |a| all.clone().map(move |b| (a, b))
    });
    pairs.flat_map(move |(a, b)| all.clone().map(move |c| [a, b, c]))
}

fn admits_length((limit, upper): (u64, bool), length: u64) -> bool {
    if upper { length <= limit } else { length >= limit }
}

fn length(refiner: Refiner, (limit, upper): (u64, bool)) -> Refined {
    if upper {
        refiner.length_upper_bound(limit)
    } else {
        refiner.length_lower_bound(limit)
    }
}

fn refined(value: Value, refine: impl FnOnce(Refiner) -> Refined) -> Value {
    refine(value.refine())
        .map(Refiner::build)
        .expect("no contradiction")
}

#[test]
fn refined_number_may_have_the_values_that_every_bound_includes() {
    for limits in triples(limits()) {
        let allowed = |quarters: i64| limits.iter().all(|limit| admits(*limit, quarters));
        match number(&limits).map(Refiner::build) {
            Ok(value) => {
                let count = (-8..8).filter(|quarters| allowed(*quarters)).count();
                assert_eq!(value.is_known(), count == 1, "{limits:?}: {value:?}");
                for quarters in -8..8 {
                    assert_eq!(
                        may_be(&value, quarters),
                        allowed(quarters),
                        "{limits:?}: {value:?}"
                    );
                }
            }
            Err(error) => {
                assert_eq!(error, RefinementError::Contradiction);
                assert!(!(-8..8).any(allowed), "{limits:?}");
            }
        }
    }
}

#[test]
fn known_number_accepts_the_bounds_that_include_it() {
    for limit in limits() {
        for value in -2..=2 {
            let known = Value::from(value);
            let result = bound(known.clone().refine(), limit).map(Refiner::build);
            let fits = admits(limit, 4 * value);
            assert_eq!(result.ok(), fits.then_some(known), "{value}: {limit:?}");
        }
    }
}

#[test]
fn refined_list_may_have_the_lengths_that_every_bound_includes() {
    for limits in triples(lengths()) {
        let allowed = |length: u64| limits.iter().all(|limit| admits_length(*limit, length));
        let start = Ok(Value::unknown(Type::list(Type::BOOL)).refine());
        let refined = limits
            .iter()
            .fold(start, |refined: Refined, limit| length(refined?, *limit));
        match refined.map(Refiner::build) {
            Ok(value) => {
                let (least, most) = value.length_bounds().expect("a collection");
                for length in 0..5 {
                    let may_have = least <= length && most.is_none_or(|most| length <= most);
                    assert_eq!(may_have, allowed(length), "{limits:?}: {value:?}");
                }
            }
            Err(error) => {
                assert_eq!(error, RefinementError::Contradiction);
                assert!(!(0..5).any(allowed), "{limits:?}");
            }
        }
    }
}

#[test]
fn known_list_accepts_the_length_bounds_that_include_it() {
    for limit in lengths() {
        for count in 0..4 {
            let list = Value::list(Type::BOOL, (0..count).map(|_| Value::from(true))).expect("one type");
            let result = length(list.clone().refine(), limit).map(Refiner::build);
            assert_eq!(
                result.ok(),
                admits_length(limit, count).then_some(list),
                "{count}: {limit:?}"
            );
        }
    }
}

#[test]
fn prefixes_agree_if_one_starts_with_the_other() {
    let texts = ["", "a", "b", "ab", "aa", "aba"];
    for (first, second) in texts
        .into_iter()
        .flat_map(|first| texts.map(|second| (first, second)))
    {
        let agree = first.starts_with(second) || second.starts_with(first);
        let longer = if first.len() > second.len() { first } else { second };
        let start = Value::unknown(Type::STRING).refine().string_prefix_full(first);
        let value = start
            .and_then(|start| start.string_prefix_full(second))
            .map(Refiner::build);
        assert_eq!(value.is_ok(), agree, "{first:?} {second:?}");
        if let Ok(value) = value {
            assert_eq!(value.refinement().map_or("", Refinement::prefix), longer);
            assert_eq!(value.refinement().is_none(), longer.is_empty());
        }
    }
}

#[test]
fn known_string_accepts_the_prefixes_that_it_starts_with() {
    for (prefix, fits) in [
        ("", true),
        ("a", true),
        ("ab", true),
        ("abc", false),
        ("b", false),
    ] {
        let known = Value::from("ab");
        let result = known
            .clone()
            .refine()
            .string_prefix_full(prefix)
            .map(Refiner::build);
        assert_eq!(result.ok(), fits.then_some(known), "{prefix:?}");
    }
}

#[test]
fn known_values_stay_as_they_are() {
    for value in [
        Value::from("a"),
        Value::from(1),
        Value::from(vec![1]),
        Value::tuple([]),
    ] {
        assert_eq!(refined(value.clone(), Refiner::not_null), value);
        assert_eq!(value.clone().refine_not_null(), value);
        assert!(value.refinement().is_none() && value.is_definitely_not_null());
    }
}

#[test]
fn only_unknown_values_become_not_null() {
    let unknown = Value::unknown(Type::STRING);
    assert!(!unknown.is_definitely_not_null());
    let not_null = unknown.clone().refine_not_null();
    assert!(not_null.is_definitely_not_null());
    assert_eq!(not_null, Value::unknown_not_null(Type::STRING));
    assert_eq!(refined(unknown.clone(), Refiner::not_null), not_null);
    let null = Value::null(Type::STRING);
    assert_eq!(null.clone().refine_not_null(), null);
    assert!(!null.is_definitely_not_null());
    assert_eq!(Value::DYNAMIC.refine_not_null(), Value::DYNAMIC);
    assert_eq!(
        null.refine().not_null().map(Refiner::build),
        Err(RefinementError::Contradiction)
    );
    let prefix = refined(unknown, |refiner| refiner.string_prefix_full("a"));
    assert!(!prefix.is_definitely_not_null());
    let both = prefix.refine_not_null();
    assert!(both.is_definitely_not_null());
    assert_eq!(both.refinement().map(Refinement::prefix), Some("a"));
}

#[test]
fn marks_stay_on_refined_values() {
    let mark = Mark::new("m");
    let marked = Value::unknown(Type::NUMBER).with_mark(mark.clone());
    let expected = Value::unknown_not_null(Type::NUMBER).with_mark(mark.clone());
    assert_eq!(marked.clone().refine_not_null(), expected);
    let five = refined(marked.clone(), |refiner| {
        refiner
            .not_null()?
            .number_lower_bound(5.into(), true)?
            .number_upper_bound(5.into(), true)
    });
    assert_eq!(five, Value::from(5).with_mark(mark.clone()));
    let null = Value::null(Type::NUMBER).with_mark(mark);
    assert_eq!(null.clone().refine_not_null(), null);
    assert!(marked.refine().number_lower_bound(1.into(), true).is_ok());
    let known = Value::from(3).with_mark(Mark::new("m")).refine();
    assert_eq!(
        known.number_lower_bound(4.into(), true).unwrap_err().to_string(),
        "the refinement contradicts what is known about the value"
    );
}

#[test]
fn refinement_needs_a_value_of_its_type() {
    let wrong = |refined: Refined| refined.expect_err("another type").to_string();
    let unknown = |ty| Value::unknown(ty).refine();
    for message in [
        wrong(unknown(Type::STRING).number_lower_bound(1.into(), true)),
        wrong(unknown(Type::STRING).number_upper_bound(1.into(), true)),
        wrong(unknown(Type::STRING).length_lower_bound(1)),
        wrong(Value::from("a").refine().length_upper_bound(1)),
    ] {
        assert_eq!(message, "values of type string have no such refinement");
    }
    for refined in [
        unknown(Type::tuple([])).length_lower_bound(0),
        unknown(Type::NUMBER).string_prefix("a-"),
    ] {
        assert!(matches!(refined, Err(RefinementError::WrongType(_))));
    }
    assert_eq!(
        RefinementError::Contradiction.to_string(),
        "the refinement contradicts what is known about the value"
    );
}

#[test]
fn dynamic_value_accepts_every_refinement_and_stays_as_it_is() {
    let all = refined(Value::DYNAMIC, |refiner| {
        refiner
            .not_null()?
            .number_lower_bound(1.into(), true)?
            .number_upper_bound(0.into(), true)?
            .length_lower_bound(2)?
            .length_upper_bound(1)?
            .string_prefix_full("a")?
            .string_prefix_full("b")
    });
    assert_eq!(all, Value::DYNAMIC);
    assert!(all.refinement().is_none());
}

#[test]
fn infinite_bounds_refine_nothing() {
    let open = Value::unknown(Type::NUMBER);
    let both = refined(open.clone(), |refiner| {
        refiner
            .number_lower_bound(Number::NEG_INFINITY, true)?
            .number_upper_bound(Number::INFINITY, true)
    });
    assert_eq!(both, open);
    let infinite = |number| Bound {
        number,
        inclusive: true,
    };
    assert_eq!(
        open.number_bounds(),
        (infinite(Number::NEG_INFINITY), infinite(Number::INFINITY))
    );
    let one = refined(open, |refiner| {
        refiner.number_lower_bound(Number::INFINITY, true)?.not_null()
    });
    assert_eq!(
        one.number_bounds(),
        (infinite(Number::INFINITY), infinite(Number::INFINITY))
    );
}

#[test]
fn value_that_may_be_null_stays_unknown_despite_its_bounds() {
    let five = refined(Value::unknown(Type::NUMBER), |refiner| {
        refiner
            .number_lower_bound(5.into(), true)?
            .number_upper_bound(5.into(), true)
    });
    assert!(!five.is_known());
    assert_eq!(five.number_bounds().0.number, Number::from(5));
}

#[test]
fn exact_length_makes_lists_and_small_sets_and_empty_maps_known() {
    let exact = |ty: &Type, count: u64| {
        refined(Value::unknown(ty.clone()), |refiner| {
            refiner
                .not_null()?
                .length_lower_bound(count)?
                .length_upper_bound(count)
        })
    };
    let (list, set, map) = (
        Type::list(Type::BOOL),
        Type::set(Type::BOOL),
        Type::map(Type::BOOL),
    );
    for ty in [&list, &set, &map] {
        let empty = exact(ty, 0);
        assert_eq!((empty.ty(), empty.element_count()), (ty, Some(0)));
    }
    assert_eq!(
        Ok(exact(&map, 0)),
        Value::map(Type::BOOL, Vec::<(&str, Value)>::new())
    );
    assert_eq!(
        Ok(exact(&list, 1)),
        Value::list(Type::BOOL, [Value::unknown(Type::BOOL)])
    );
    assert_eq!(exact(&list, 1024).element_count(), Some(1024));
    assert!(!exact(&list, 1025).is_known());
    assert_eq!(
        Ok(exact(&set, 1)),
        Value::set(Type::BOOL, [Value::unknown(Type::BOOL)])
    );
    for (ty, count) in [(&set, 2), (&map, 1), (&map, 2)] {
        let open = exact(ty, count);
        assert!(!open.is_known(), "{open:?}");
        assert_eq!(open.length_bounds(), Some((count, Some(count))));
    }
    let between = refined(Value::unknown(list), |refiner| {
        refiner.not_null()?.length_lower_bound(1)?.length_upper_bound(2)
    });
    assert!(!between.is_known());
}

#[test]
fn lengths_are_bounded_for_collections_only() {
    assert_eq!(Value::null(Type::list(Type::BOOL)).length_bounds(), None);
    assert_eq!(Value::tuple([]).length_bounds(), None);
    assert_eq!(Value::unknown(Type::STRING).length_bounds(), None);
    assert_eq!(
        Value::unknown(Type::map(Type::BOOL)).length_bounds(),
        Some((0, None))
    );
    let open = || Value::unknown(Type::BOOL);
    let list = Value::list(Type::BOOL, [open(), open()]).expect("one type");
    assert_eq!(list.length_bounds(), Some((2, Some(2))));
    let set = Value::set(Type::BOOL, [open(), open()]).expect("one type");
    assert_eq!(set.length_bounds(), Some((1, Some(2))));
    assert!(set.clone().refine().length_upper_bound(1).is_ok());
    assert_eq!(
        set.refine().length_upper_bound(0).unwrap_err().to_string(),
        "the refinement contradicts what is known about the value"
    );
    let set = Value::set(Type::NUMBER, [1, 2].map(Value::from)).expect("one type");
    assert_eq!(set.length_bounds(), Some((2, Some(2))));
}

#[test]
fn prefix_is_cut_before_a_part_that_could_change() {
    let prefix = |text: &str| {
        let value = refined(Value::unknown(Type::STRING), |refiner| {
            refiner.string_prefix(text)
        });
        value.refinement().map_or("", Refinement::prefix).to_owned()
    };
    for (text, expected) in [
        // A character that composes with the next one, a composed character, and one with a combining mark.
        ("a\ne", "a\n"),
        ("a\n\u{e9}", "a\n"),
        ("a\n-\u{301}", "a\n"),
        // A grapheme cluster that may grow, and delimiters, which never do.
        ("a\u{6f22}", "a"),
        ("a\n\u{6f22}", "a"),
        ("\u{6f22}-", "\u{6f22}-"),
        ("-", "-"),
        ("", ""),
    ] {
        assert_eq!(prefix(text), expected, "{text:?}");
    }
}

#[test]
fn refinements_that_leave_one_value_make_it_known() {
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
    assert_eq!(
        number()
            .number_upper_bound(4.into(), true)
            .unwrap_err()
            .to_string(),
        "the refinement contradicts what is known about the value"
    );
    assert_eq!(
        number()
            .number_upper_bound(5.into(), false)
            .unwrap_err()
            .to_string(),
        "the refinement contradicts what is known about the value"
    );
    assert_eq!(
        Value::null(Type::STRING)
            .refine()
            .not_null()
            .unwrap_err()
            .to_string(),
        "the refinement contradicts what is known about the value"
    );
    assert_eq!(
        Value::from("abc")
            .refine()
            .string_prefix("x-")
            .unwrap_err()
            .to_string(),
        "the refinement contradicts what is known about the value"
    );
    assert_eq!(
        Value::from(true)
            .refine()
            .length_lower_bound(1)
            .unwrap_err()
            .to_string(),
        "values of type bool have no such refinement"
    );
    assert!(Value::DYNAMIC.refine().not_null().map(Refiner::build) == Ok(Value::DYNAMIC));
}

#[test]
fn prefix_ends_where_it_can_no_longer_change() {
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
    assert_eq!(prefix("a\n-"), "a");
    assert_eq!(prefix("a\r-"), "a");
    assert_eq!(prefix("a\r\n-"), "a\r\n-");
    assert_eq!(prefix("a\n\u{e9}"), "a\n");
}

#[test]
fn debug_output_lists_what_is_known() {
    let shown = |value: Value| format!("{:?}", value.refinement().expect("refined"));
    let number = refined(Value::unknown(Type::NUMBER), |refiner| {
        refiner
            .not_null()?
            .number_lower_bound(1.into(), true)?
            .number_upper_bound(5.into(), false)
    });
    assert_eq!(shown(number), "not null, >= 1, < 5");
    let number = refined(Value::unknown(Type::NUMBER), |refiner| {
        refiner
            .number_lower_bound(1.into(), false)?
            .number_upper_bound(5.into(), true)
    });
    assert_eq!(shown(number), "> 1, <= 5");
    let list = refined(Value::unknown(Type::list(Type::BOOL)), |refiner| {
        refiner.length_lower_bound(1)?.length_upper_bound(3)
    });
    assert_eq!(shown(list), "length >= 1, length <= 3");
    let list = refined(Value::unknown(Type::list(Type::BOOL)), |refiner| {
        refiner.length_upper_bound(0)
    });
    assert_eq!(shown(list), "length <= 0");
    let text = refined(Value::unknown(Type::STRING), |refiner| {
        refiner.string_prefix_full("a")
    });
    assert_eq!(shown(text), "starts with \"a\"");
}

#[test]
fn refinements_read_back_as_they_were_set() {
    let number = number(&[(1, true, false), (5, false, true)])
        .map(Refiner::build)
        .expect("no contradiction");
    let refinement = number.refinement().expect("refined");
    let bound = |number: i64, inclusive| Bound {
        number: number.into(),
        inclusive,
    };
    assert_eq!(refinement.lower(), Some(&bound(1, true)));
    assert_eq!(refinement.upper(), Some(&bound(5, false)));
    assert!(refinement.is_not_null() && !refinement.is_empty() && Refinement::NONE.is_empty());
    assert_eq!((refinement.length_min(), refinement.length_max()), (0, None));
    let list = refined(Value::unknown(Type::list(Type::BOOL)), |refiner| {
        refiner.length_lower_bound(2)?.length_upper_bound(7)
    });
    let refinement = list.refinement().expect("refined");
    assert_eq!((refinement.length_min(), refinement.length_max()), (2, Some(7)));
    assert!(!refinement.is_not_null());
}
