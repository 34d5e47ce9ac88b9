//! Values and types nested 100,000 levels deep, on a thread with a stack of 1 MiB.

use std::ops::ControlFlow;

use hcl2_value::{Mark, Safety, Type, Value, Visit, conversion, unify};

const LEVELS: usize = 100_000;

fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(test);
    thread.expect("a thread").join().expect("the test holds");
}

fn lists(innermost: Value) -> Value {
    (0..LEVELS).fold(innermost, |inner, _| {
        Value::list(Type::DYNAMIC, [inner]).expect("one element is of one type")
    })
}

fn list_type(innermost: Type) -> Type {
    (0..LEVELS).fold(innermost, |inner, _| Type::list(inner))
}

#[test]
fn lists_convert_to_lists_of_another_type() {
    on_small_stack(|| {
        let numbers = lists(Value::from(5));
        assert_eq!(numbers.ty(), &list_type(Type::NUMBER));
        assert_eq!(
            numbers.convert(&list_type(Type::STRING)),
            Ok(lists(Value::from("5")))
        );
        let marked = numbers.clone().with_mark(Mark::new("m"));
        assert_eq!(
            marked.convert(&list_type(Type::STRING)),
            Ok(lists(Value::from("5")).with_mark(Mark::new("m")))
        );
        let unknown = Value::unknown(list_type(Type::NUMBER));
        assert_eq!(
            unknown.convert(&list_type(Type::STRING)),
            Ok(Value::unknown(list_type(Type::STRING)))
        );
    });
}

#[test]
fn tuples_convert_to_lists_and_objects_to_maps() {
    on_small_stack(|| {
        let tuples = (0..LEVELS).fold(Value::from(5), |inner, _| Value::tuple([inner]));
        assert_eq!(
            tuples.convert(&list_type(Type::STRING)),
            Ok(lists(Value::from("5")))
        );
        let objects = (0..LEVELS).fold(Value::from(true), |inner, _| Value::object([("a", inner)]));
        let maps = (0..LEVELS).fold(Type::STRING, |inner, _| Type::map(inner));
        let converted = objects.convert(&maps).expect("a map");
        assert_eq!(converted.ty(), &maps);
    });
}

#[test]
fn path_to_a_part_at_fault_is_complete() {
    on_small_stack(|| {
        let error = lists(Value::from("x"))
            .convert(&list_type(Type::NUMBER))
            .expect_err("x is no number");
        assert_eq!(error.path.steps().len(), LEVELS);
        assert_eq!(error.reason, "a number is required");
        let error = (0..LEVELS)
            .fold(Value::from(true), |inner, _| Value::tuple([inner]))
            .convert(&(0..LEVELS).fold(Type::NUMBER, |inner, _| Type::tuple([inner])))
            .expect_err("a bool is no number");
        assert!(
            error.path.is_empty(),
            "types that deep are not searched for the difference"
        );
        assert!(error.reason.starts_with("tuple([tuple(["));
    });
}

#[test]
fn types_unify_to_a_common_type() {
    on_small_stack(|| {
        let types = [list_type(Type::NUMBER), list_type(Type::STRING)];
        assert_eq!(unify(&types, Safety::Safe), Some(list_type(Type::STRING)));
        let pair = [
            Type::object([("a", list_type(Type::BOOL))]),
            Type::object([("a", list_type(Type::STRING))]),
        ];
        assert_eq!(
            unify(&pair, Safety::Safe),
            Some(Type::object([("a", list_type(Type::STRING))]))
        );
        let mixed = [
            Type::set(list_type(Type::NUMBER)),
            Type::list(list_type(Type::STRING)),
            list_type(Type::BOOL),
        ];
        assert_eq!(unify(&mixed, Safety::Safe), None);
        let tuples = |leaf: Type| (0..LEVELS).fold(leaf, |inner, _| Type::tuple([inner]));
        assert_eq!(
            unify(&[tuples(Type::NUMBER), tuples(Type::STRING)], Safety::Safe),
            None
        );
        let shallow = |leaf: Type| (0..100).fold(leaf, |inner, _| Type::tuple([inner]));
        assert_eq!(
            unify(&[shallow(Type::NUMBER), shallow(Type::STRING)], Safety::Safe),
            Some(shallow(Type::STRING))
        );
    });
}

#[test]
fn dynamic_parts_that_are_nested_too_deeply_are_refused() {
    on_small_stack(|| {
        assert!(
            conversion(
                &list_type(Type::NUMBER),
                &list_type(Type::DYNAMIC),
                Safety::Unsafe
            )
            .is_none()
        );
        let to = (0..100).fold(Type::DYNAMIC, |inner, _| Type::list(inner));
        let from = (0..100).fold(Type::NUMBER, |inner, _| Type::tuple([inner]));
        let value = (0..100).fold(Value::from(1), |inner, _| Value::tuple([inner]));
        assert_eq!(value.ty(), &from);
        let wanted = (0..100).fold(Type::NUMBER, |inner, _| Type::list(inner));
        assert_eq!(value.convert(&to).map(|value| value.ty().clone()), Ok(wanted));
    });
}

#[test]
fn values_are_compared_walked_rebuilt_and_dropped() {
    on_small_stack(|| {
        let (a, b) = (lists(Value::from(1)), lists(Value::from(1)));
        assert_eq!(a.equals(&b), Value::from(true));
        let mut deepest = 0;
        let end = a.walk(|path, part| {
            deepest = deepest.max(path.steps().len());
            match part.as_number() {
                Some(_) => ControlFlow::Break(path.steps().len()),
                None => ControlFlow::Continue(Visit::Into),
            }
        });
        assert_eq!((end, deepest), (ControlFlow::Break(LEVELS), LEVELS));
        let texts = a.transform(|_, part| {
            Ok::<_, hcl2_value::InconsistentTypes>(match part.as_number() {
                Some(number) => Value::from(number.to_string()),
                None => part,
            })
        });
        assert_eq!(texts, Ok(lists(Value::from("1"))));
        let marked = lists(Value::from(1).with_mark(Mark::new("m")));
        let (plain, paths) = marked.unmark_deep_with_paths();
        assert_eq!(plain.with_path_marks(&paths), marked);
        assert!(format!("{a:?}").len() < 1000);
    });
}
