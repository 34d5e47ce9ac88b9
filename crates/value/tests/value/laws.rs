//! Laws that hold for every operation: unknown operands, marks, sets and equality.

use std::fmt::Debug;
use std::ops::ControlFlow;

use hcl2_value::strategies::{covers, marked, placeholders_for, types, values, values_of};
use hcl2_value::{Mark, Marks, OperationError, Type, Value, Visit};
use proptest::prelude::*;

use crate::support;

type Unary = fn(&Value) -> Result<Value, OperationError>;
type Binary = fn(&Value, &Value) -> Result<Value, OperationError>;

const NUMERIC: [(&str, Binary); 9] = [
    ("add", Value::add),
    ("subtract", Value::sub),
    ("multiply", Value::mul),
    ("divide", Value::div),
    ("modulo", Value::rem),
    ("less_than", Value::less_than),
    ("greater_than", Value::greater_than),
    ("less_than_or_equal", Value::less_than_or_equal),
    ("greater_than_or_equal", Value::greater_than_or_equal),
];
const LOGICAL: [(&str, Binary); 2] = [("and", Value::and), ("or", Value::or)];
const OF_SETS: [(&str, Binary); 4] = [
    ("union", Value::set_union),
    ("intersection", Value::set_intersection),
    ("difference", Value::set_difference),
    ("symmetric difference", Value::set_symmetric_difference),
];
const OF_ANY: [(&str, Binary); 2] = [
    ("equals", |a, b| Ok(a.equals(b))),
    ("not_equals", |a, b| Ok(a.not_equals(b))),
];
const OF_PARTS: [(&str, Binary); 2] = [("index", Value::index), ("has_index", Value::has_index)];
const OF_ONE: [(&str, Unary); 4] = [
    ("not", Value::not),
    ("negate", Value::neg),
    ("absolute", Value::abs),
    ("length", Value::length),
];

/// Generates pairs of a value and a partly unknown value that may turn out to be that value.
type Instance = (Value, Value);

fn instance(value: Value) -> BoxedStrategy<Instance> {
    let open = prop_oneof![9 => placeholders_for(&value), 1 => Just(Value::DYNAMIC)];
    open.prop_map(move |open| (value.clone(), open)).boxed()
}

/// Works as [`instance`] for values whose type is known.
fn typed_instance(value: Value) -> BoxedStrategy<Instance> {
    placeholders_for(&value)
        .prop_map(move |open| (value.clone(), open))
        .boxed()
}

fn instances_of(ty: &Type) -> BoxedStrategy<Instance> {
    values_of(ty).prop_flat_map(instance).boxed()
}

fn two_of(types: impl Strategy<Value = Type>) -> impl Strategy<Value = (Instance, Instance)> {
    types.prop_flat_map(|ty| (instances_of(&ty), instances_of(&ty)))
}

/// Asserts that the result for marked operands is that for unmarked ones with the marks of all operands, or fails in the same way.
fn same_but_marked<E: PartialEq + Debug>(
    name: &str,
    plain: Result<Value, E>,
    marked: Result<Value, E>,
    marks: &[&'static str],
) -> Result<(), TestCaseError> {
    match (plain, marked) {
        (Ok(plain), Ok(marked)) => {
            let (value, found) = marked.unmark();
            prop_assert_eq!(value, plain, "{}", name);
            let wanted: Marks = marks.iter().map(|mark| Mark::new(*mark)).collect();
            prop_assert_eq!(found, wanted, "{}", name);
        }
        (plain, marked) => prop_assert_eq!(plain, marked, "{}", name),
    }
    Ok(())
}

fn has_marked_null(value: &Value) -> bool {
    let found = value.walk(|_, part| match part.is_marked() && part.is_null() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(Visit::Into),
    });
    found.is_break()
}

/// Asserts that the result for placeholders covers the result for the values they may become.
fn sound(
    name: &str,
    operation: impl Fn(&Value, &Value) -> Result<Value, OperationError>,
    (a, b): &(Instance, Instance),
) -> Result<(), TestCaseError> {
    if let Ok(known) = operation(&a.0, &b.0) {
        for (x, y) in [(&a.1, &b.1), (&a.1, &b.0), (&a.0, &b.1)] {
            let open = operation(x, y);
            let holds = open.as_ref().is_ok_and(|open| covers(open, &known));
            prop_assert!(
                holds,
                "{name}: {x:?} and {y:?} give {open:?}, {:?} and {:?} give {known:?}",
                a.0,
                b.0
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(support::cases(10_000))]

    #[test]
    fn numeric_operations_on_unknown_numbers_cover_every_instance(pair in two_of(Just(Type::NUMBER))) {
        for (name, operation) in NUMERIC {
            sound(name, operation, &pair)?;
        }
    }

    #[test]
    fn logical_operations_on_unknown_booleans_cover_every_instance(pair in two_of(Just(Type::BOOL))) {
        for (name, operation) in LOGICAL {
            sound(name, operation, &pair)?;
        }
    }

    #[test]
    fn operations_on_unknown_sets_cover_every_instance(
        pair in two_of(types().prop_map(Type::set)),
        element in any::<prop::sample::Index>(),
    ) {
        for (name, operation) in OF_SETS {
            sound(name, operation, &pair)?;
        }
        let elements = pair.0.0.elements().unwrap_or_default();
        if !elements.is_empty() {
            let element = element.get(elements).clone();
            sound("has_element", Value::has_element, &(pair.1, (element.clone(), element)))?;
        }
    }

    #[test]
    fn equality_of_unknown_values_covers_every_instance(
        pair in two_of(types()),
        (value, other) in values().prop_flat_map(|value| (instance(value.clone()), instance(value))),
    ) {
        for (name, operation) in OF_ANY {
            sound(name, operation, &pair)?;
            sound(name, operation, &(value.clone(), other.clone()))?;
            sound(name, operation, &(value.clone(), pair.0.clone()))?;
        }
    }

    #[test]
    fn access_to_parts_of_unknown_values_covers_every_instance(
        value in values().prop_flat_map(instance),
        key in prop_oneof![(0..3_u8).prop_map(Value::from), "[abc]".prop_map(Value::from)].prop_flat_map(instance),
    ) {
        for (name, operation) in OF_PARTS {
            sound(name, operation, &(value.clone(), key.clone()))?;
        }
        for (name, operation) in OF_ONE {
            sound(name, |a, _| operation(a), &(value.clone(), key.clone()))?;
        }
        if let Some(name) = key.0.as_str() {
            sound("attribute", |a, _| a.attribute(name), &(value.clone(), key.clone()))?;
        }
    }

    #[test]
    fn conversion_of_unknown_values_covers_every_instance(
        (value, open) in values().prop_flat_map(instance),
        ty in types(),
    ) {
        if let Ok(known) = value.convert(&ty) {
            let converted = open.convert(&ty);
            let holds = converted.as_ref().is_ok_and(|open| covers(open, &known));
            prop_assert!(holds, "{open:?} becomes {converted:?}, and {value:?} {known:?}, as {ty}");
        }
    }

    #[test]
    fn choices_by_unknown_conditions_cover_every_instance(
        condition in instances_of(&Type::BOOL),
        // A result of unknown type does not convert the other result yet.
        (a, b) in prop_oneof![
            types().prop_flat_map(|ty| (values_of(&ty), values_of(&ty))),
            (values(), values()),
        ].prop_flat_map(|(a, b)| (typed_instance(a), typed_instance(b))),
    ) {
        if let Ok(known) = condition.0.conditional(&a.0, &b.0) {
            for (condition, a, b) in [
                (&condition.1, &a.1, &b.1),
                (&condition.1, &a.0, &b.0),
                (&condition.0, &a.1, &b.1),
            ] {
                let open = condition.conditional(a, b);
                let holds = open.as_ref().is_ok_and(|open| covers(open, &known));
                prop_assert!(holds, "{condition:?} ? {a:?} : {b:?} gives {open:?}, and may be {known:?}");
            }
        }
    }

    #[test]
    fn marks_of_operands_are_the_marks_of_the_result(
        (a, b) in prop_oneof![
            two_of(prop_oneof![Just(Type::NUMBER), Just(Type::BOOL)]),
            two_of(types().prop_map(Type::set)),
            (
                values().prop_flat_map(instance),
                prop_oneof![(0..3_u8).prop_map(Value::from), "[abc]".prop_map(Value::from)].prop_flat_map(instance),
            ),
        ],
        condition in instances_of(&Type::BOOL),
    ) {
        let marked = |value: &Value, mark: &'static str| value.clone().with_mark(Mark::new(mark));
        let (x, y) = (marked(&a.1, "left"), marked(&b.1, "right"));
        let binary = NUMERIC.into_iter().chain(LOGICAL).chain(OF_ANY).chain(OF_SETS).chain(OF_PARTS);
        for (name, operation) in binary.chain([("has_element", Value::has_element as Binary)]) {
            same_but_marked(name, operation(&a.1, &b.1), operation(&x, &y), &["left", "right"])?;
        }
        for (name, operation) in OF_ONE {
            same_but_marked(name, operation(&a.1), operation(&x), &["left"])?;
        }
        if let Some(key) = b.0.as_str() {
            same_but_marked("attribute", a.1.attribute(key), x.attribute(key), &["left"])?;
        }
        // The type of a null matters only while it is unmarked, so both results have types.
        if !a.1.ty().is_dynamic() && !b.1.ty().is_dynamic() {
            let chosen = condition.1.conditional(&a.1, &b.1);
            let from_marked = marked(&condition.1, "condition").conditional(&x, &y);
            same_but_marked("conditional", chosen, from_marked, &["condition", "left", "right"])?;
        }
    }

    #[test]
    fn conversion_keeps_marks_and_sees_through_them(
        (value, marked) in values().prop_flat_map(|value| { let marked = marked(&value); (Just(value), marked) }),
        ty in types(),
    ) {
        match (value.convert(&ty), marked.convert(&ty)) {
            (Ok(plain), Ok(converted)) => {
                let (unmarked, marks) = converted.unmark_deep();
                prop_assert_eq!(unmarked, plain);
                // The marks of an attribute that the target lacks are dropped with it, and those of nulls that are converted in
                // an object, a set or a list.
                let drops = ty.to_string().contains("object") || has_marked_null(&marked);
                prop_assert!(drops || marks == marked.unmark_deep().1, "{marked:?} became {converted:?}");
            }
            (plain, converted) => prop_assert_eq!(plain.is_ok(), converted.is_ok()),
        }
    }

    #[test]
    fn sets_of_two_sets_agree_with_membership(
        (a, b) in types().prop_map(Type::set).prop_flat_map(|ty| (values_of(&ty), values_of(&ty))),
    ) {
        let (Some(x), Some(y)) = (a.elements(), b.elements()) else { return Ok(()) };
        let has = |set: &Value, element: &Value| set.has_element(element) == Ok(Value::from(true));
        let results = OF_SETS.map(|(_, operation)| operation(&a, &b).expect("two sets"));
        for element in x.iter().chain(y) {
            let (first, second) = (has(&a, element), has(&b, element));
            let wanted = [first || second, first && second, first && !second, first != second];
            let found = [0, 1, 2, 3].map(|operation| has(&results[operation], element));
            prop_assert_eq!(found, wanted, "{:?}", element);
        }
        for result in &results {
            let elements = result.elements().unwrap_or_default();
            prop_assert!(elements.iter().all(|element| has(&a, element) || has(&b, element)));
            let again = Value::set(result.ty().element_type().cloned().unwrap_or(Type::DYNAMIC), elements.to_vec());
            prop_assert_eq!(Ok(result), again.as_ref());
        }
    }

    #[test]
    fn equality_is_transitive_and_agrees_with_collections(
        (a, b, c) in types().prop_flat_map(|ty| (values_of(&ty), values_of(&ty), values_of(&ty))),
    ) {
        let equal = |a: &Value, b: &Value| a.equals(b) == Value::TRUE;
        prop_assert!(!equal(&a, &b) || !equal(&b, &c) || equal(&a, &c));
        let set = Value::set(a.ty().clone(), [a.clone(), b.clone()]).expect("one type");
        prop_assert_eq!(set.element_count(), Some(if equal(&a, &b) { 1 } else { 2 }));
        prop_assert_eq!(equal(&a, &b), a == b);
        for collection in [
            |value: &Value| Value::map(value.ty().clone(), [("key", value.clone())]).expect("one type"),
            |value: &Value| Value::list(value.ty().clone(), [value.clone()]).expect("one type"),
            |value: &Value| Value::object([("key", value.clone())]),
            |value: &Value| Value::tuple([value.clone()]),
        ] {
            prop_assert_eq!(equal(&collection(&a), &collection(&b)), equal(&a, &b));
        }
    }

    #[test]
    fn transformation_that_changes_nothing_returns_an_equal_value(value in values()) {
        let same = value.transform(|_, part| Ok::<_, hcl2_value::InconsistentTypes>(part));
        prop_assert_eq!(same, Ok(value));
    }

    #[test]
    fn strings_are_normalized_whatever_they_are_built_from(text in "[ae\u{301}\u{327}\u{1100}\u{1161}한x]{0,6}") {
        let value = Value::from(text.as_str());
        let again = Value::from(value.as_str().unwrap_or_default());
        prop_assert_eq!(&value, &again);
        let (head, tail) = text.split_at(text.char_indices().nth(1).map_or(0, |(at, _)| at));
        prop_assert_eq!(&value, &Value::from(format!("{head}{tail}")));
        prop_assert_eq!(value.equals(&Value::from(text)), Value::from(true));
    }
}
