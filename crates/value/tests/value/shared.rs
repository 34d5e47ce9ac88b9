//! Operations on values and types whose parts are shared: forty levels of `[x, x]` have a trillion parts, of which
//! forty are stored. Each operation takes time linear in what is stored.

use std::collections::{BTreeSet, HashSet};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use hcl2_testing::{assert_linear, assert_soon};
use hcl2_value::{
    Mark, Marks, Path, PathSet, PathStep, Safety, Type, Value, ValueBuilder, Visit, conversion, unify,
};

/// Levels up to which types unify and dynamic parts are resolved.
const FEW: usize = 40;
const MANY: usize = 1000;

type Wrap = fn(Value, Value) -> Value;

/// Ways to put two values of one type into one.
const WRAPPERS: [(&str, Wrap); 7] = [
    ("tuple", |a, b| Value::tuple([a, b])),
    ("object", |a, b| Value::object([("a", a), ("b", b)])),
    ("list", |a, b| {
        Value::list(Type::DYNAMIC, [a, b]).expect("one type")
    }),
    ("map", |a, b| {
        Value::map(Type::DYNAMIC, [("a", a), ("b", b)]).expect("one type")
    }),
    ("set in a tuple", |a, b| {
        let set = |value| Value::set(Type::DYNAMIC, [value]).expect("one type");
        Value::tuple([set(a), set(b)])
    }),
    ("marked tuple", |a, b| {
        Value::tuple([a, b]).with_mark(Mark::new("secret"))
    }),
    ("wide tuple", |a, b| {
        Value::tuple((0..20).map(|index| if index % 2 == 0 { a.clone() } else { b.clone() }))
    }),
];

fn doubled(levels: usize, leaf: &Value, wrap: Wrap) -> Value {
    (0..levels).fold(leaf.clone(), |inner, _| wrap(inner.clone(), inner))
}

fn doubled_type(levels: usize, leaf: Type, wrap: fn(Type, Type) -> Type) -> Type {
    (0..levels).fold(leaf, |inner, _| wrap(inner.clone(), inner))
}

fn tuple_type(a: Type, b: Type) -> Type {
    Type::tuple([a, b])
}

/// An operation on a value, an equal one, and one that differs in all leaves.
type Operation = fn(&Value, &Value, &Value);

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn pair_of(value: &Value, other: &Value) -> Value {
    Value::tuple([value.clone(), other.clone()])
}

fn set_of(value: &Value, other: &Value) -> Value {
    Value::set(Type::DYNAMIC, [value.clone(), other.clone()]).expect("elements of one type")
}

const OPERATIONS: &[(&str, Operation)] = &[
    ("ty", |a, same, other| {
        assert_eq!(a.ty(), same.ty());
        assert_ne!(
            pair_of(a, &Value::from(1)).ty(),
            pair_of(other, &Value::from("x")).ty()
        );
    }),
    ("==", |a, same, other| {
        assert_eq!(a, same);
        assert_ne!(a, other);
        assert_eq!(pair_of(a, same), pair_of(same, a));
    }),
    ("hash", |a, same, other| {
        assert_eq!(hash(a), hash(same));
        assert_ne!(hash(a), hash(other));
        assert_eq!(HashSet::from([a, same, other]).len(), 2);
    }),
    ("equals", |a, same, other| {
        let truth = |value: &Value| value.unmark_deep().0.as_bool();
        assert_eq!(truth(&a.equals(same)), Some(true));
        assert_eq!(truth(&a.equals(other)), Some(false));
        assert_eq!(truth(&a.not_equals(other)), Some(true));
    }),
    ("marks", |a, same, _| {
        let (plain, marks) = a.unmark_deep();
        assert!(!plain.contains_marked());
        assert_eq!(marks.is_empty(), !a.contains_marked());
        let (plain, paths) = pair_of(a, same).unmark_deep_with_paths();
        assert!(!plain.contains_marked());
        let found = Marks::from_iter(paths.iter().flat_map(|(_, marks)| marks.iter().cloned()));
        assert_eq!(found, marks);
        assert!(!a.contains_marked() || plain.with_path_marks(&paths).contains_marked());
        let marked = a.clone().with_mark(Mark::new("m"));
        assert!(marked.is_marked() && marked.unmark().1.contains(&Mark::new("m")));
    }),
    ("knowledge", |a, same, _| {
        assert!(a.is_wholly_known() && a.is_known() && !a.is_null() && !a.is_dynamic());
        let part = pair_of(same, &Value::unknown(Type::STRING));
        assert!(!part.is_wholly_known());
        assert!(a.is_definitely_not_null());
        assert!(!part.equals(&part).is_known());
    }),
    ("length of the text", |a, same, other| {
        assert_eq!(a.text_bytes(), same.text_bytes());
        assert!(pair_of(a, other).text_bytes() > u64::from(a.part_count()));
    }),
    ("walk", |a, _, _| {
        let end: ControlFlow<()> = a.walk(|_, _| ControlFlow::Continue(Visit::Into));
        assert_eq!(end, ControlFlow::Continue(()));
    }),
    ("transform", |a, same, _| {
        let kept = a.transform(|_, part| Ok::<_, hcl2_value::InconsistentTypes>(part));
        assert_eq!(kept.as_ref(), Ok(same));
    }),
    ("sets", |a, same, other| {
        let (one, two) = (set_of(a, same), set_of(other, a));
        let (one, two) = (one.unmark().0, two.unmark().0);
        assert_eq!(one.element_count(), Some(1));
        assert_eq!(two.elements().map(<[Value]>::len), Some(2));
        let union = one.set_union(&two).expect("sets of one type");
        assert_eq!(union, two);
        assert_eq!(one.set_intersection(&two).as_ref(), Ok(&one));
        let less = two.set_difference(&one).expect("sets of one type");
        assert_eq!(less.element_count(), Some(1));
        assert_eq!(two.set_symmetric_difference(&one), Ok(less));
        let plain = a.unmark_deep().0;
        assert_eq!(one.has_element(&plain), Ok(Value::from(true)));
    }),
    ("conditional", |a, same, other| {
        for condition in [Value::from(true), Value::from(false)] {
            assert!(condition.conditional(a, same).is_ok());
            assert!(condition.conditional(a, other).is_ok());
        }
        let unknown = Value::unknown(Type::BOOL);
        assert!(unknown.conditional(a, other).is_ok());
        let text = Value::from("text");
        let refused = unknown
            .conditional(a, &text)
            .expect_err("a string is no collection");
        assert_eq!(
            refused.to_string(),
            "both results must be of one type, or convert to one"
        );
    }),
    ("collections", |a, same, other| {
        let list = Value::list(Type::DYNAMIC, [a.clone(), same.clone(), other.clone()]);
        assert!(list.is_ok());
        let list = list.expect("elements of one type");
        let ty = list.ty().clone();
        assert!(Value::from_items(&ty, vec![a.clone(), same.clone()]).is_ok());
        let refused = format!(
            "element 0 is number, but all elements must be {}",
            ty.friendly_name()
        );
        let error = Value::list(ty, [Value::from(1)]).expect_err("a number is no list");
        assert_eq!(error.to_string(), refused);
        let object = Type::object([("x", a.ty().clone())]);
        let mut builder = ValueBuilder::with_capacity(&object, 1);
        builder.push(same.clone());
        assert!(builder.build().is_ok());
        assert!(
            Value::map_from_entries(&Type::map(a.ty().clone()), vec![("x".into(), other.clone())]).is_ok()
        );
    }),
    ("conversion", |a, same, _| {
        assert_eq!(a.convert(same.ty()).as_ref(), Ok(a));
        assert_eq!(a.convert(&Type::DYNAMIC).as_ref(), Ok(a));
        let error = a.convert(&Type::STRING).expect_err("no string");
        assert!(error.to_string().len() < 2_000_000);
        assert!(conversion(a.ty(), same.ty(), Safety::Safe).is_some());
    }),
    ("access", |a, _, _| {
        let bare = a.unmark().0;
        let _ = (bare.index(&Value::from(0)), bare.index(&Value::from("a")));
        let _ = (
            bare.attribute("a"),
            bare.has_index(&Value::from(0)),
            bare.length(),
        );
        let _ = bare.iter_elements().map(Iterator::count);
        let _ = (bare.kind(), bare.elements(), bare.fields(), bare.get("a"));
        let _ = (bare.length_bounds(), bare.number_bounds(), bare.refinement());
    }),
    ("wrong operands", |a, same, _| {
        for result in [a.add(same), a.neg(), a.not(), a.and(same), a.less_than(same)] {
            let error = result.expect_err("no number and no bool");
            assert!(error.to_string().len() < 2_000_000);
        }
        let error = <Vec<u8>>::try_from(a).expect_err("no list of bytes");
        assert!(error.to_string().len() < 2_000_000);
        let error = BTreeSet::<String>::try_from(a).expect_err("no set of strings");
        assert!(error.to_string().len() < 2_000_000);
    }),
    ("Debug", |a, _, _| {
        assert!(format!("{a:?}").len() < 10_000_000);
        assert!(format!("{:?}", Value::null(a.ty().clone())).len() < 1_000_000);
    }),
    ("paths", |a, same, other| {
        let path = |value: &Value| Path::from_iter([PathStep::Index(value.clone())]);
        let set = PathSet::from_iter([path(a), path(same), path(other)]);
        assert_eq!(set.len(), 2);
        assert_eq!(path(a), path(same));
        let _ = (path(a).to_string(), path(a).apply(other));
    }),
];

#[test]
fn operations_take_time_linear_in_stored_parts() {
    for (kind, wrap) in WRAPPERS {
        for levels in [FEW, MANY] {
            let a = doubled(levels, &Value::from(1), wrap);
            let same = doubled(levels, &Value::from(1), wrap);
            let other = doubled(levels, &Value::from(2), wrap);
            for (name, operation) in OPERATIONS {
                let what = format!("{name} of {levels} levels of {kind}");
                assert_soon(&what, || operation(&a, &same, &other));
            }
            assert_soon("drop", || drop((a, same, other)));
        }
    }
}

#[test]
fn conversions_share_their_results() {
    for (levels, depth) in [(FEW, "few"), (MANY, "many")] {
        let numbers = doubled(levels, &Value::from(1), WRAPPERS[0].1);
        let strings = doubled(levels, &Value::from("1"), WRAPPERS[0].1);
        let converted = assert_soon(depth, || numbers.convert(strings.ty()));
        assert_eq!(converted.as_ref(), Ok(&strings));
        let lists = doubled(levels, &Value::from("1"), WRAPPERS[2].1);
        assert_eq!(
            assert_soon(depth, || numbers.convert(lists.ty())).as_ref(),
            Ok(&lists)
        );
        let sets = (0..levels).fold(Type::STRING, |inner, _| Type::set(inner));
        let converted = assert_soon(depth, || numbers.convert(&sets)).expect("a set");
        assert_eq!(converted.element_count(), Some(1));
        let objects = doubled(levels, &Value::from(1), WRAPPERS[1].1);
        let maps = (0..levels).fold(Type::STRING, |inner, _| Type::map(inner));
        let converted = assert_soon(depth, || objects.convert(&maps)).expect("a map");
        assert_eq!(converted.ty(), &maps);
        let back = assert_soon(depth, || converted.convert(objects.ty())).expect("an object");
        assert_eq!(back, objects);
        let optional = |a: Type, b: Type| Type::object_with_optional([("a", a, true), ("b", b, false)]);
        let optional = doubled_type(levels, Type::NUMBER, optional);
        assert_eq!(
            assert_soon(depth, || converted.convert(&optional)).as_ref(),
            Ok(&objects)
        );
        let marked = doubled(levels, &Value::from(1), WRAPPERS[5].1);
        let expected = doubled(levels, &Value::from("1"), WRAPPERS[5].1);
        assert_eq!(
            assert_soon(depth, || marked.convert(expected.ty())).as_ref(),
            Ok(&expected)
        );
        let wrong = doubled(levels, &Value::from(true), WRAPPERS[0].1);
        let error = assert_soon(depth, || wrong.convert(numbers.ty())).expect_err("no numbers");
        assert!(error.to_string().len() < 2_000_000, "{}", error.to_string().len());
    }
}

#[test]
fn types_take_time_linear_in_stored_parts() {
    let object = |a: Type, b: Type| Type::object([("a", a), ("b", b)]);
    let optional = |a: Type, b: Type| Type::object_with_optional([("a", a, true), ("b", b, false)]);
    for levels in [FEW, MANY] {
        for wrap in [tuple_type, object, optional] {
            let ty = |leaf: Type| doubled_type(levels, leaf, wrap);
            let (numbers, same, strings) = (ty(Type::NUMBER), ty(Type::NUMBER), ty(Type::STRING));
            let open = ty(Type::DYNAMIC);
            assert_soon("==", || {
                assert_eq!(numbers, same);
                assert_ne!(numbers, strings);
                assert_eq!(hash(&numbers), hash(&same));
            });
            assert_soon("matches", || {
                assert!(numbers.matches(&same) && !numbers.matches(&strings));
                assert!(numbers.matches(&open) && strings.matches(&open));
                assert!(!open.matches(&numbers));
            });
            assert_soon("replace", || {
                assert_eq!(
                    open.with_dynamic_replaced(&Type::NUMBER),
                    numbers.without_optional_attributes()
                );
            });
            assert_soon("text", || {
                assert!(numbers.to_string().len() < 20_000_000);
                assert!(format!("{numbers:.100}").len() < 2000);
                assert!(numbers.friendly_name().len() < 20);
            });
            assert_soon("conversion", || {
                assert!(conversion(&numbers, &strings, Safety::Safe).is_some());
                assert!(conversion(&strings, &numbers, Safety::Safe).is_none());
                assert!(conversion(&ty(Type::BOOL), &numbers, Safety::Unsafe).is_none());
                let unknown = Value::unknown(numbers.without_optional_attributes());
                let converted = unknown.convert(&strings).expect("unknown strings");
                assert_eq!(converted.ty(), &strings.without_optional_attributes());
            });
            assert_soon("unify", || {
                let plain = numbers.without_optional_attributes();
                assert_eq!(unify(&[numbers.clone(), same.clone()], Safety::Safe), Some(plain));
                let both = unify(&[numbers.clone(), strings.clone()], Safety::Safe);
                let expected = (levels == FEW).then(|| strings.without_optional_attributes());
                assert_eq!(both, expected);
                assert_eq!(unify(&[numbers.clone(), ty(Type::BOOL)], Safety::Unsafe), None);
            });
            assert_soon("open conversion", || {
                let value = Value::unknown(numbers.without_optional_attributes());
                let converted = value.convert(&open);
                assert_eq!(converted.is_ok(), levels == FEW);
            });
        }
    }
}

#[test]
fn part_that_is_used_twice_is_visited_at_both_places() {
    let twice = doubled(10, &Value::from(1).with_mark(Mark::new("m")), WRAPPERS[0].1);
    let mut leaves = 0;
    let _: ControlFlow<()> = twice.walk(|_, part| {
        leaves += usize::from(part.is_marked());
        ControlFlow::Continue(Visit::Into)
    });
    assert_eq!(leaves, 1024);
    let (plain, paths) = twice.unmark_deep_with_paths();
    assert_eq!(paths.len(), 1024);
    assert_eq!(plain.with_path_marks(&paths), twice);
}

#[test]
fn marks_with_too_many_paths_move_to_the_whole_value() {
    let twice = doubled(40, &Value::from(1).with_mark(Mark::new("m")), WRAPPERS[0].1);
    let (plain, paths) = assert_soon("unmark", || twice.unmark_deep_with_paths());
    assert_eq!(paths, [(Path::new(), Marks::from(Mark::new("m")))]);
    assert_eq!(plain, doubled(40, &Value::from(1), WRAPPERS[0].1));
    let list = Value::list(
        Type::DYNAMIC,
        vec![Value::from(1).with_mark(Mark::new("m")); 300_000],
    );
    let (_, paths) = list.expect("one type").unmark_deep_with_paths();
    assert_eq!(paths.len(), 300_000, "these are stored");
}

#[test]
fn operations_on_deep_values_take_linear_time() {
    type Wrap = fn(Value) -> Value;
    let wrappers: [(&str, Wrap); 5] = [
        ("tuple", |inner| Value::tuple([inner])),
        ("object", |inner| Value::object([("a", inner)])),
        ("list", |inner| {
            Value::list(Type::DYNAMIC, [inner]).expect("one type")
        }),
        ("map", |inner| {
            Value::map(Type::DYNAMIC, [("a", inner)]).expect("one type")
        }),
        ("marked tuple", |inner| {
            Value::tuple([inner]).with_mark(Mark::new("secret"))
        }),
    ];
    for (wrapper, wrap) in wrappers {
        let deep = |levels: usize, leaf: i32| (0..levels).fold(Value::from(leaf), |inner, _| wrap(inner));
        for (operation, operate) in OPERATIONS {
            assert_linear(
                &format!("{operation} of a {wrapper}"),
                100,
                |levels| [deep(levels, 1), deep(levels, 1), deep(levels, 2)],
                |[value, same, other]| operate(&value, &same, &other),
            );
        }
    }
}
