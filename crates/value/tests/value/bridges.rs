//! Conversions to and from Rust types, walks, sets of paths, and conversions of capsules.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::ops::ControlFlow;

use hcl2_value::{
    Capsule, CapsuleType, FromValueError, FromValueProblem, ImpliedType, InconsistentTypes, Knowable, Mark,
    NotExactError, Number, OperationError, Path, PathSet, PathStep, Safety, Str, Type, Value, Visit,
    conversion,
};

#[track_caller]
fn there_and_back<T>(rust: T, value: Value)
where
    T: Clone
        + Debug
        + PartialEq
        + ImpliedType
        + Into<Value>
        + for<'a> TryFrom<&'a Value, Error = FromValueError>,
{
    assert_eq!(rust.clone().into(), value);
    assert_eq!(value.ty(), &T::implied_type());
    assert_eq!(T::try_from(&value), Ok(rust));
}

#[track_caller]
fn refused<T>(value: Value, path: &str, problem: FromValueProblem)
where
    T: Debug + for<'a> TryFrom<&'a Value, Error = FromValueError>,
{
    let error = T::try_from(&value).expect_err("no such value");
    assert_eq!((error.path.to_string().as_str(), error.problem), (path, problem));
}

#[test]
fn rust_values_survive_the_round_trip() {
    there_and_back(
        i128::MIN,
        Value::from(Number::parse("-170141183460469231731687303715884105728").expect("a number")),
    );
    there_and_back(
        u128::MAX,
        Value::from(Number::parse("340282366920938463463374607431768211455").expect("a number")),
    );
    there_and_back(-1_i8, Value::from(-1));
    there_and_back(usize::MAX, Value::from(u64::MAX));
    there_and_back(true, Value::from(true));
    there_and_back("é".to_owned(), Value::from("e\u{301}"));
    there_and_back(Str::from("a"), Value::from("a"));
    there_and_back(Number::INFINITY, Value::from(Number::INFINITY));
    there_and_back(Some(5_u8), Value::from(5));
    there_and_back(None::<String>, Value::null(Type::STRING));
    there_and_back(
        vec![Some(1_u8), None],
        Value::list(Type::NUMBER, [Value::from(1), Value::null(Type::NUMBER)]).expect("one type"),
    );
    there_and_back(Vec::<bool>::new(), Value::list(Type::BOOL, []).expect("one type"));
    there_and_back(
        BTreeSet::from(["b".to_owned(), "a".to_owned()]),
        Value::set(Type::STRING, ["a", "b"].map(Value::from)).expect("one type"),
    );
    there_and_back(
        BTreeMap::from([("k".to_owned(), vec![1_i64])]),
        Value::map(Type::DYNAMIC, [("k", Value::from(vec![1]))]).expect("one type"),
    );
    there_and_back('é', Value::from("e\u{301}"));
    there_and_back([1_u8, 2], Value::from(vec![1, 2]));
    there_and_back(HashSet::from([2_u8, 1]), Value::from(BTreeSet::from([1, 2])));
    there_and_back(
        HashMap::from([("b".to_owned(), 2_u8), ("a".to_owned(), 1)]),
        Value::from(BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)])),
    );
    there_and_back(
        ("a".to_owned(), 1_u8, None::<bool>),
        Value::tuple([Value::from("a"), Value::from(1), Value::null(Type::BOOL)]),
    );
    assert_eq!(Value::from(["a", "b"].as_slice()), Value::from(vec!["a", "b"]));
    assert_eq!(
        Value::from(Cow::from("a".to_owned())),
        Value::from(&"a".to_owned())
    );
    assert_eq!(Cow::try_from(&Value::from("a")), Ok(Cow::from("a")));
    assert_eq!(<(u8, u8)>::try_from(&Value::from([1, 2])), Ok((1, 2)));
    assert_eq!(<&str>::try_from(&Value::from("text")), Ok("text"));
    assert_eq!(u8::try_from(Value::from(255)), Ok(255));
    assert_eq!(Vec::<u8>::try_from(&Value::tuple([Value::from(1)])), Ok(vec![1]));
    let object = Value::object([("a", Value::from(1))]);
    assert_eq!(
        BTreeMap::<String, u8>::try_from(&object),
        Ok(BTreeMap::from([("a".to_owned(), 1)]))
    );
}

#[test]
fn knowable_is_known_or_keeps_the_refinement() {
    let known = Knowable::from(5_u8);
    assert_eq!((known.is_known(), known.known()), (true, Some(&5)));
    assert_eq!(Value::from(known), Value::from(5));
    let unknown = Knowable::<u8>::unknown();
    assert_eq!((unknown.is_known(), unknown.known()), (false, None));
    assert_eq!(Value::from(unknown), Value::unknown(Type::NUMBER));
    assert_eq!(Knowable::<u8>::default().known(), Some(&0));
    let refined = Value::unknown_not_null(Type::NUMBER);
    let read = Knowable::<u8>::try_from(&refined).expect("unknown");
    assert_eq!(Value::from(read), refined);
    let read = Knowable::<u8>::try_from(&Value::from(7)).expect("a number");
    assert_eq!(read.known(), Some(&7));
    assert_eq!(
        Knowable::<u8>::try_from(&Value::from("x"))
            .unwrap_err()
            .to_string(),
        "number is required, not string"
    );
    assert_eq!(
        Knowable::<u8>::try_from(&refined.with_mark(Mark::new("m")))
            .unwrap_err()
            .to_string(),
        "the value is marked; remove the marks first"
    );
}

#[test]
fn doubles_are_exact_one_way_and_nearest_the_other() {
    assert_eq!(
        Value::try_from(0.5),
        Value::from(1)
            .div(&Value::from(2))
            .map_err(|_| NotExactError::Inexact)
    );
    assert_eq!(Value::try_from(f64::NAN), Err(NotExactError::NotANumber));
    let tenth = Value::from("0.1").convert(&Type::NUMBER).expect("a number");
    assert_eq!(f64::try_from(&tenth), Ok(0.1));
    let exact = tenth.as_number().map(f64::try_from);
    assert_eq!(exact, Some(Err(NotExactError::Inexact)));
    assert_eq!(f64::try_from(&Value::from(Number::INFINITY)), Ok(f64::INFINITY));
    let huge = Value::from("1e400").convert(&Type::NUMBER).expect("a number");
    refused::<f64>(huge, "", FromValueProblem::Number(NotExactError::OutOfRange));
}

#[test]
fn values_beyond_a_rust_type_are_refused_with_their_path() {
    refused::<u8>(
        Value::from(256),
        "",
        FromValueProblem::Number(NotExactError::OutOfRange),
    );
    refused::<u8>(Value::null(Type::NUMBER), "", FromValueProblem::Null);
    refused::<bool>(Value::unknown(Type::BOOL), "", FromValueProblem::Unknown);
    refused::<Option<bool>>(Value::DYNAMIC, "", FromValueProblem::Unknown);
    refused::<String>(
        Value::from("s").with_mark(Mark::new("m")),
        "",
        FromValueProblem::Marked,
    );
    refused::<Option<u8>>(
        Value::null(Type::NUMBER).with_mark(Mark::new("m")),
        "",
        FromValueProblem::Marked,
    );
    let wrong = |expected: Type, found: Type| FromValueProblem::WrongType { expected, found };
    refused::<String>(Value::from(1), "", wrong(Type::STRING, Type::NUMBER));
    refused::<Vec<String>>(Value::from(1), "", wrong(Type::list(Type::STRING), Type::NUMBER));
    refused::<BTreeSet<u8>>(Value::from(true), "", wrong(Type::set(Type::NUMBER), Type::BOOL));
    refused::<BTreeMap<String, Vec<u8>>>(
        Value::object([("a", Value::tuple([Value::from(1), Value::from(-1)]))]),
        ".a[1]",
        FromValueProblem::Number(NotExactError::OutOfRange),
    );
    refused::<BTreeMap<String, u8>>(
        Value::map(Type::DYNAMIC, [("k", Value::from("x"))]).expect("one type"),
        "[\"k\"]",
        wrong(Type::NUMBER, Type::STRING),
    );
    let length = |expected, found| FromValueProblem::WrongLength { expected, found };
    refused::<[u8; 3]>(Value::from([1, 2]), "", length(3, 2));
    refused::<(u8, bool)>(Value::from([1, 2]), "[1]", wrong(Type::BOOL, Type::NUMBER));
    refused::<Vec<(u8,)>>(Value::tuple([Value::tuple([])]), "[0]", length(1, 0));
    refused::<(u8,)>(
        Value::from(BTreeSet::from([1])),
        "",
        wrong(Type::tuple([Type::NUMBER]), Type::set(Type::NUMBER)),
    );
    refused::<char>(Value::from("ab"), "", FromValueProblem::NotOneCharacter);
    refused::<char>(Value::from(""), "", FromValueProblem::NotOneCharacter);
    refused::<HashMap<String, bool>>(Value::from(1), "", wrong(Type::map(Type::BOOL), Type::NUMBER));
    assert_eq!(length(1, 2).to_string(), "1 element is required, not 2");
}

#[test]
fn walks_go_from_the_outside_in_and_skip_parts_on_request() {
    let value = Value::object([
        ("list", Value::from(vec![1, 2])),
        (
            "map",
            Value::from(BTreeMap::from([("k".to_owned(), true)])).with_mark(Mark::new("m")),
        ),
        ("set", Value::from(BTreeSet::from(["e"]))),
    ]);
    let visited = |skip: &str| {
        let mut paths = Vec::new();
        let end = value.walk(|path, part| {
            paths.push(format!("{path}={}", part.ty().friendly_name()));
            ControlFlow::<(), _>::Continue(if path.to_string() == skip {
                Visit::Past
            } else {
                Visit::Into
            })
        });
        assert_eq!(end, ControlFlow::Continue(()));
        paths.join(" ")
    };
    assert_eq!(
        visited("none"),
        "=object .list=list of number .list[0]=number .list[1]=number .map=map of bool .map[\"k\"]=bool \
         .set=set of string .set[\"e\"]=string"
    );
    assert_eq!(
        visited(".list"),
        "=object .list=list of number .map=map of bool .map[\"k\"]=bool .set=set of string .set[\"e\"]=string"
    );
    assert_eq!(visited(""), "=object");
}

#[test]
fn transformations_may_change_types_of_elements_but_only_of_all() {
    let list = Value::from(vec![1, 2]);
    let to_text = |part: Value| match part.as_number() {
        Some(number) => Value::from(number.to_string()),
        None => part,
    };
    assert_eq!(
        list.transform(|_, part| Ok::<_, InconsistentTypes>(to_text(part))),
        Ok(Value::from(vec!["1", "2"]))
    );
    let second = list.transform(|path, part| {
        Ok::<_, InconsistentTypes>(if path.to_string() == "[1]" {
            to_text(part)
        } else {
            part
        })
    });
    let expected = InconsistentTypes {
        index: 1,
        expected: Type::NUMBER,
        found: Type::STRING,
    };
    assert_eq!(second, Err(expected));
    let empty = Value::list(Type::BOOL, []).expect("one type");
    assert_eq!(
        empty.transform(|_, part| Ok::<_, InconsistentTypes>(part)),
        Ok(empty)
    );
}

#[test]
fn sets_of_paths_are_equal_in_any_order() {
    let path =
        |name: &str| Path::from_iter([PathStep::Attribute(name.into()), PathStep::Index(Value::from(0))]);
    let set = |names: &[&str]| PathSet::from_iter(names.iter().map(|name| path(name)));
    let (ab, bc) = (set(&["a", "b", "a"]), set(&["b", "c"]));
    assert_eq!((ab.len(), PathSet::new().is_empty()), (2, true));
    assert_eq!(ab, set(&["b", "a"]));
    assert_eq!(ab.union(&bc), set(&["a", "b", "c"]));
    assert_eq!(ab.intersection(&bc), set(&["b"]));
    assert_eq!(ab.difference(&bc), set(&["a"]));
    assert_eq!(ab.symmetric_difference(&bc), set(&["a", "c"]));
    let order: Vec<String> = bc.union(&ab).iter().map(ToString::to_string).collect();
    assert_eq!(order, [".b[0]", ".c[0]", ".a[0]"]);
}

#[test]
fn operations_on_sets_refuse_other_values_and_bound_unknown_sets() {
    let ab = Value::from(BTreeSet::from(["a", "b"]));
    assert_eq!(
        ab.set_union(&Value::null(ab.ty().clone())),
        Err(OperationError::NullOperand(1))
    );
    assert!(matches!(
        ab.set_union(&Value::from(vec!["a"])),
        Err(OperationError::WrongType { operand: 1, .. })
    ));
    assert!(matches!(
        Value::from(BTreeSet::from([1])).set_union(&ab),
        Err(OperationError::WrongType { operand: 1, .. })
    ));
    let unknown = Value::unknown(ab.ty().clone());
    let bounds = |result: Result<Value, OperationError>| result.map(|set| set.length_bounds());
    assert_eq!(bounds(ab.set_union(&unknown)), Ok(Some((2, None))));
    assert_eq!(bounds(ab.set_intersection(&unknown)), Ok(Some((0, Some(2)))));
    assert_eq!(bounds(unknown.set_difference(&ab)), Ok(Some((0, None))));
    assert_eq!(
        ab.set_union(&Value::DYNAMIC),
        Ok(Value::unknown_not_null(ab.ty().clone()))
    );
    let secret = ab.clone().with_mark(Mark::new("secret"));
    assert_eq!(secret.set_intersection(&ab), Ok(secret.clone()));
}

#[test]
fn capsules_convert_as_their_type_defines() {
    let celsius = CapsuleType::builder("celsius")
        .equality(|a, b| a.downcast_ref::<i64>() == b.downcast_ref::<i64>())
        .converts_to(Type::STRING, |it| {
            Ok(Value::from(format!(
                "{} C",
                it.downcast_ref::<i64>().unwrap_or(&0)
            )))
        })
        .converts_to(Type::BOOL, |_| Ok(Value::from("no bool")))
        .converts_from(Type::NUMBER, |value| {
            i64::try_from(value).map_err(|error| error.to_string())
        })
        .build();
    let ty = Type::capsule(celsius.clone());
    let five = Value::from(Capsule::new(celsius, 5_i64));
    assert_eq!(Value::from(5).convert(&ty), Ok(five.clone()));
    assert_eq!(five.convert(&Type::STRING), Ok(Value::from("5 C")));
    assert_eq!(
        Value::from(vec![5])
            .convert(&Type::list(ty.clone()))
            .expect("a list")
            .elements(),
        Some([five.clone()].as_slice())
    );
    assert_eq!(
        Value::null(Type::NUMBER).convert(&ty),
        Ok(Value::null(ty.clone()))
    );
    assert_eq!(
        Value::unknown(Type::NUMBER).convert(&ty),
        Ok(Value::unknown(ty.clone()))
    );
    let reason = |result: Result<Value, hcl2_value::ConversionError>| result.map_err(|error| error.reason);
    let half = Value::try_from(0.5).expect("a number");
    assert_eq!(
        reason(half.convert(&ty)),
        Err("a whole number is required".to_owned())
    );
    let secret = Value::tuple([half]).with_mark(Mark::new("secret"));
    assert_eq!(
        reason(secret.convert(&Type::list(ty.clone()))),
        Err("celsius is required, and the marked value does not convert to it".to_owned())
    );
    assert_eq!(
        reason(five.convert(&Type::BOOL)),
        Err("the application returned string instead of bool".to_owned())
    );
    assert_eq!(
        reason(five.convert(&Type::NUMBER)),
        Err("number is required, not celsius".to_owned())
    );
    assert!(
        conversion(&Type::NUMBER, &ty, Safety::Safe).is_none(),
        "such conversions are never safe"
    );
}

#[test]
fn element_without_a_conversion_is_refused_at_its_path() {
    let constraint =
        Type::object_with_optional([("a", Type::NUMBER, false), ("b", Type::list(Type::NUMBER), true)]);
    let map = Value::map(Type::NUMBER, [("a", Value::from(1)), ("b", Value::from(2))]).expect("one type");
    let error = map.convert(&constraint).expect_err("a number is no list");
    assert_eq!(
        (error.path.to_string().as_str(), error.reason.as_str()),
        ("[\"b\"]", "list of number is required, not number")
    );
    let only_a = Value::map(Type::NUMBER, [("a", Value::from(1))]).expect("one type");
    assert_eq!(
        only_a.convert(&constraint),
        Ok(Value::object([
            ("a", Value::from(1)),
            ("b", Value::null(Type::list(Type::NUMBER)))
        ]))
    );
}

#[test]
fn sets_hold_one_of_any_number_of_equal_capsules() {
    let by_tens = |capsule: &Capsule| capsule.downcast_ref::<i64>().map(|number| number % 10);
    let ty = CapsuleType::builder("digit")
        .equality(move |a, b| by_tens(a) == by_tens(b))
        .build();
    let capsules: Vec<Value> = (0..200_i64)
        .map(|number| Value::from(Capsule::new(ty.clone(), number)))
        .collect();
    let set = Value::set(Type::DYNAMIC, capsules.clone()).expect("one type");
    assert_eq!(set.element_count(), Some(10));
    let tuples = || capsules.iter().map(|capsule| Value::tuple([capsule.clone()]));
    let of_tuples = Value::set(Type::DYNAMIC, tuples()).expect("one type");
    assert_eq!(of_tuples.element_count(), Some(10));
    for (capsule, tuple) in capsules.iter().zip(tuples()) {
        assert_eq!(set.has_element(capsule), Ok(Value::from(true)));
        assert_eq!(of_tuples.has_element(&tuple), Ok(Value::from(true)));
    }
}
