//! Lists, tuples, maps, objects and sets.

use hcl2_value::{Mark, Number, Str, Type, Value};

use super::{fail, n, number_map, numbers, ok, s, string_set, strings};

fn tuple<const N: usize>(items: [Value; N]) -> Value {
    Value::tuple(items)
}

#[test]
fn elements_are_found_by_index_and_key() {
    assert_eq!(ok("index", [strings(&["a", "b"]), n("1")]), s("b"));
    assert_eq!(ok("index", [number_map(&[("a", 1)]), s("a")]), n("1"));
    assert_eq!(ok("index", [tuple([n("1"), s("b")]), n("1")]), s("b"));
    assert_eq!(
        fail("index", [strings(&["a"]), n("1")], None),
        "no element has that index"
    );
    assert_eq!(
        fail("index", [tuple([n("1")]), n("1")], None),
        "the index must be from 0 to 0"
    );
    assert!(fail("index", [strings(&["a"]), s("0")], None).contains("must be number, not string"));
    assert!(fail("index", [string_set(&["a"]), n("0")], None).contains("must be a list, a tuple or a map"));
    assert_eq!(ok("hasindex", [strings(&["a"]), n("1")]), Value::from(false));
    assert_eq!(
        ok("hasindex", [number_map(&[("a", 1)]), s("a")]),
        Value::from(true)
    );
    assert!(fail("hasindex", [Value::object([("a", n("1"))]), s("a")], None).contains("not object"));
}

#[test]
fn element_goes_round_in_both_directions() {
    for (index, expected) in [("0", "a"), ("4", "b"), ("-1", "c"), ("-4", "c")] {
        assert_eq!(
            ok("element", [strings(&["a", "b", "c"]), n(index)]),
            s(expected),
            "{index}"
        );
    }
    assert_eq!(
        fail("element", [tuple([]), n("0")], None),
        "the list has no elements to choose from"
    );
    assert!(fail("element", [s("a"), n("0")], None).starts_with("a list or tuple is required"));
    let marked = strings(&["a"]).with_mark(Mark::new("m"));
    assert_eq!(ok("element", [marked, n("0")]), s("a").with_mark(Mark::new("m")));
}

#[test]
fn lengths_are_those_of_values_and_refinements() {
    assert_eq!(ok("length", [tuple([Value::unknown(Type::STRING)])]), n("1"));
    let some = Value::unknown(Type::list(Type::STRING))
        .refine()
        .length_upper_bound(3)
        .unwrap()
        .build();
    assert_eq!(
        ok("length", [some]).refinement().unwrap().upper().unwrap().number,
        3.into()
    );
    assert!(fail("length", [Value::object::<Str>([])], None).contains("not object"));
}

#[test]
fn contains_is_open_where_an_unknown_element_may_match() {
    let open = tuple([Value::unknown(Type::STRING), s("b")]);
    assert_eq!(ok("contains", [open.clone(), s("b")]), Value::from(true));
    assert_eq!(
        ok("contains", [open, s("c")]),
        Value::unknown_not_null(Type::BOOL)
    );
    assert_eq!(ok("contains", [strings(&["a"]), n("1")]), Value::from(false));
    assert_eq!(ok("contains", [strings(&["a"]), Value::DYNAMIC]), Value::DYNAMIC);
    assert!(fail("contains", [s("a"), s("a")], None).starts_with("a list, tuple or set is required"));
}

#[test]
fn contains_finds_null() {
    let null = || Value::null(Type::DYNAMIC);
    assert_eq!(
        ok("contains", [tuple([null(), n("1")]), null()]),
        Value::from(true)
    );
    assert_eq!(ok("contains", [strings(&["a"]), null()]), Value::from(false));
}

#[test]
fn keys_and_values_are_in_order() {
    let object = Value::object([("b", n("1")), ("a", s("x"))]);
    assert_eq!(ok("keys", [object.clone()]), tuple([s("a"), s("b")]));
    assert_eq!(ok("values", [object.clone()]), tuple([s("x"), n("1")]));
    assert_eq!(
        ok("keys", [number_map(&[("b", 1), ("a", 2)])]),
        strings(&["a", "b"])
    );
    assert_eq!(
        ok("values", [number_map(&[("b", 1), ("a", 2)])]),
        numbers(&[2, 1])
    );
    assert_eq!(
        ok("keys", [Value::unknown(object.ty().clone())]),
        tuple([s("a"), s("b")])
    );
    assert!(fail("keys", [s("a")], Some(0)).starts_with("a map or object is required"));
    assert!(fail("values", [s("a")], None).starts_with("a map or object is required"));
}

#[test]
fn lookup_falls_back_to_its_default() {
    let object = Value::object([("a", n("1"))]);
    assert_eq!(ok("lookup", [object.clone(), s("a"), s("x")]), n("1"));
    assert_eq!(ok("lookup", [object, s("b"), s("x")]), s("x"));
    assert_eq!(ok("lookup", [number_map(&[("a", 1)]), s("b"), s("2")]), n("2"));
    assert!(fail("lookup", [number_map(&[("a", 1)]), s("b"), s("x")], Some(2)).contains("must be number"));
    assert!(fail("lookup", [s("a"), s("b"), s("x")], Some(0)).starts_with("a map or object"));
}

#[test]
fn merge_keeps_maps_maps_and_makes_objects_of_the_rest() {
    let merged = ok(
        "merge",
        [number_map(&[("a", 1), ("b", 2)]), number_map(&[("b", 3)])],
    );
    assert_eq!(merged, number_map(&[("a", 1), ("b", 3)]));
    let mixed = ok("merge", [number_map(&[("a", 1)]), Value::object([("a", s("x"))])]);
    assert_eq!(mixed, Value::object([("a", s("x"))]));
    assert_eq!(ok("merge", []), Value::object::<Str>([]));
    let nothing = Value::null(Type::object([("z", Type::STRING)]));
    assert_eq!(ok("merge", [nothing.clone()]), Value::object::<Str>([]));
    assert_eq!(
        ok("merge", [nothing, Value::object([("a", n("1"))])]),
        Value::object([("a", n("1"))])
    );
    assert_eq!(
        ok("merge", [Value::null(Type::DYNAMIC), number_map(&[("a", 1)])]),
        Value::object([("a", n("1"))])
    );
    let unknown = Value::unknown(Type::map(Type::STRING));
    assert!(ok("merge", [unknown, Value::object([("a", n("1"))])]).is_dynamic());
    assert!(fail("merge", [s("a")], None).starts_with("all arguments must be maps or objects"));
}

#[test]
fn zipmap_needs_as_many_values_as_keys() {
    assert_eq!(
        ok("zipmap", [strings(&["b", "a"]), numbers(&[1, 2])]),
        number_map(&[("a", 2), ("b", 1)])
    );
    let object = ok("zipmap", [strings(&["a", "a"]), tuple([n("1"), s("x")])]);
    assert_eq!(object, Value::object([("a", s("x"))]));
    let message = fail("zipmap", [strings(&["a"]), numbers(&[1, 2])], None);
    assert!(
        message.contains("the number of keys is 1 and that of values 2"),
        "{message}"
    );
    let null = Value::list(Type::STRING, [Value::null(Type::STRING)]).unwrap();
    assert!(fail("zipmap", [null, numbers(&[1])], None).contains("index 0 is null"));
    let marked = Value::list(Type::STRING, [s("a").with_mark(Mark::new("m"))]).unwrap();
    assert_eq!(
        ok("zipmap", [marked, numbers(&[1])]),
        number_map(&[("a", 1)]).with_mark(Mark::new("m"))
    );
}

#[test]
fn concat_makes_a_list_of_lists_and_a_tuple_of_the_rest() {
    assert_eq!(
        ok("concat", [strings(&["a"]), numbers(&[1])]),
        strings(&["a", "1"])
    );
    assert_eq!(
        ok("concat", [strings(&["a"]), tuple([n("1")])]),
        tuple([s("a"), n("1")])
    );
    let unknown = Value::unknown(Type::list(Type::STRING));
    assert!(ok("concat", [unknown, tuple([])]).is_dynamic());
    assert!(fail("concat", [strings(&[]), s("a")], Some(1)).starts_with("a list or tuple is required"));
    assert_eq!(fail("concat", [], None), "at least one argument is required");
    let secret = strings(&["a"]).with_mark(Mark::new("m"));
    assert_eq!(
        ok("concat", [secret, strings(&["b"])]),
        strings(&["a", "b"]).with_mark(Mark::new("m"))
    );
}

#[test]
fn lists_are_cut_into_chunks_and_slices() {
    let chunks = Value::list(Type::list(Type::NUMBER), [numbers(&[1, 2]), numbers(&[3])]).unwrap();
    assert_eq!(ok("chunklist", [numbers(&[1, 2, 3]), n("2")]), chunks);
    let all = Value::list(Type::list(Type::NUMBER), [numbers(&[1])]).unwrap();
    assert_eq!(ok("chunklist", [numbers(&[1]), n("0")]), all);
    assert_eq!(
        ok("chunklist", [numbers(&[]), n("0")]),
        Value::list(Type::list(Type::NUMBER), []).unwrap()
    );
    assert_eq!(
        fail("chunklist", [numbers(&[]), n("-1")], None),
        "the size must not be negative"
    );
    assert_eq!(
        ok("slice", [tuple([n("1"), s("b")]), n("1"), n("2")]),
        tuple([s("b")])
    );
    assert_eq!(ok("slice", [strings(&["a", "b"]), n("1"), n("1")]), strings(&[]));
    assert!(fail("slice", [strings(&["a"]), n("2"), n("2")], Some(1)).contains("which is 1"));
    assert!(fail("slice", [strings(&["a"]), n("0"), n("2")], Some(2)).contains("end index"));
    assert!(fail("slice", [strings(&["a"]), n("1"), n("0")], Some(1)).contains("greater than the end"));
    assert!(fail("slice", [strings(&["a"]), n("-1"), n("0")], Some(1)).contains("negative"));
    assert!(fail("slice", [string_set(&["a"]), n("0"), n("1")], Some(0)).contains("no indices"));
    assert!(fail("slice", [s("a"), n("0"), n("1")], Some(0)).contains("not string"));
}

#[test]
fn lists_are_thinned_out() {
    let null = Value::null(Type::STRING);
    let list = Value::list(Type::STRING, [s("a"), s(""), null, s("a")]).unwrap();
    assert_eq!(ok("compact", [list.clone()]), strings(&["a", "a"]));
    assert_eq!(ok("length", [ok("distinct", [list])]), n("3"));
    let empty = strings(&[]);
    assert_eq!(
        ok("coalescelist", [empty.clone(), tuple([n("1")])]),
        tuple([n("1")])
    );
    assert!(fail("coalescelist", [empty], None).starts_with("at least one list"));
    assert!(fail("coalescelist", [s("a")], None).starts_with("all arguments must be lists"));
    assert_eq!(
        ok("reverselist", [tuple([n("1"), s("b")])]),
        tuple([s("b"), n("1")])
    );
    assert_eq!(ok("reverselist", [string_set(&["a", "b"])]), strings(&["b", "a"]));
    assert!(fail("reverselist", [s("a")], Some(0)).starts_with("a list, tuple or set"));
}

#[test]
fn flatten_reaches_all_levels_and_keeps_marks() {
    let nested = tuple([
        strings(&["a"]),
        tuple([tuple([]), string_set(&["b"])]),
        Value::object([("l", tuple([]))]),
    ]);
    let flat = tuple([s("a"), s("b"), Value::object([("l", tuple([]))])]);
    assert_eq!(ok("flatten", [nested]), flat);
    let secret = tuple([
        tuple([s("a")]).with_mark(Mark::new("m")),
        s("b").with_mark(Mark::new("k")),
    ]);
    let flat = tuple([s("a"), s("b").with_mark(Mark::new("k"))]).with_mark(Mark::new("m"));
    assert_eq!(ok("flatten", [secret]), flat);
    let open = tuple([Value::unknown(Type::list(Type::STRING))]);
    assert!(ok("flatten", [open]).is_dynamic());
    assert!(fail("flatten", [s("a")], None).starts_with("a list, set or tuple"));
}

#[test]
fn doubling_without_end_is_refused() {
    let mut doubled = tuple([n("1")]);
    for _ in 0..40 {
        doubled = tuple([doubled.clone(), doubled]);
    }
    assert!(fail("flatten", [doubled], None).contains("4,000,000"));
    let many = Value::list(Type::NUMBER, vec![n("1"); 3000]).unwrap();
    assert!(fail("setproduct", [many.clone(), many], None).contains("4,000,000"));
}

#[test]
fn products_are_lists_unless_a_set_is_among_them() {
    let rows = |rows: Vec<Value>| Value::list(Type::tuple([Type::STRING, Type::NUMBER]), rows).unwrap();
    let product = ok("setproduct", [tuple([s("a"), n("1")]), numbers(&[1, 2])]);
    let expected = [("a", "1"), ("a", "2"), ("1", "1"), ("1", "2")];
    assert_eq!(product, rows(expected.map(|(a, b)| tuple([s(a), n(b)])).to_vec()));
    assert_eq!(ok("setproduct", [strings(&[]), numbers(&[1])]), rows(vec![]));
    assert!(
        ok("setproduct", [string_set(&["a"]), numbers(&[1])])
            .ty()
            .is_set()
    );
    assert_eq!(
        fail("setproduct", [strings(&[])], None),
        "at least two arguments are required"
    );
    assert!(fail("setproduct", [strings(&[]), s("a")], Some(1)).starts_with("a set, list or tuple"));
    let some = Value::unknown(Type::list(Type::STRING))
        .refine()
        .length_upper_bound(3)
        .unwrap()
        .build();
    let open = ok("setproduct", [some, numbers(&[1, 2])]);
    assert_eq!(open.length_bounds(), Some((1, Some(6))));
}

#[test]
fn functions_of_sets_keep_zero_and_negative_zero_apart() {
    // `terraform plan` 1.11.4 and 1.15.5.
    let zero = |text: &str| Value::from(Number::parse(text).expect(text));
    let set = |text: &str| Value::set(Type::NUMBER, [zero(text)]).expect("a set");
    let shown = |function: &str| {
        let result = ok(function, [set("0"), set("-0")]);
        format!("{:?}", result.elements().expect("a set"))
    };
    assert_eq!(shown("setunion"), "[-0, 0]");
    assert_eq!(shown("setsubtract"), "[0]");
    assert_eq!(shown("setintersection"), "[]");
    assert_eq!(ok("contains", [set("0"), zero("-0")]), Value::from(true));
    let both = Value::list(Type::NUMBER, [zero("0"), zero("-0")]).expect("a list");
    assert_eq!(ok("distinct", [both]).element_count(), Some(1));
}

#[test]
fn sets_are_united_intersected_and_subtracted() {
    let (ab, bc) = (|| string_set(&["a", "b"]), || string_set(&["b", "c"]));
    assert_eq!(ok("setunion", [ab(), bc()]), string_set(&["a", "b", "c"]));
    assert_eq!(ok("setintersection", [ab(), bc()]), string_set(&["b"]));
    assert_eq!(ok("setsubtract", [ab(), bc()]), string_set(&["a"]));
    assert_eq!(
        ok("setsymmetricdifference", [ab(), bc()]),
        string_set(&["a", "c"])
    );
    assert_eq!(
        ok("setsymmetricdifference", [ab(), bc(), string_set(&["c"])]),
        string_set(&["a"])
    );
    let ones = Value::set(Type::NUMBER, [n("1")]).unwrap();
    assert_eq!(
        ok("setunion", [ones.clone(), string_set(&["1"])]),
        string_set(&["1"])
    );
    let empty = Value::set(Type::DYNAMIC, []).unwrap();
    assert_eq!(ok("setsubtract", [ones.clone(), empty.clone()]), ones);
    assert_eq!(ok("setunion", [empty.clone(), empty.clone()]), empty);
    let open = Value::set(Type::STRING, [s("a"), Value::unknown(Type::STRING)]).unwrap();
    assert_eq!(
        ok("setintersection", [open, ab()]),
        Value::unknown_not_null(Type::set(Type::STRING))
    );
    assert_eq!(ok("sethaselement", [ab(), s("b")]), Value::from(true));
    let objects = Value::set(
        Type::object([("a", Type::NUMBER)]),
        [Value::object([("a", n("1"))])],
    )
    .unwrap();
    assert!(fail("setunion", [ab(), objects], None).contains("converted to one type"));
}

/// Fails if the time is quadratic, which would take ten thousand million steps.
#[test]
fn a_hundred_thousand_elements_are_as_quick_each_as_a_few() {
    const COUNT: usize = 100_000;
    let texts = |count: usize| {
        let texts = (0..count).map(|index| s(&format!("element-{index}")));
        Value::list(Type::STRING, texts).unwrap()
    };
    let all = texts(COUNT);
    let twice = ok("concat", [all.clone(), all.clone()]);
    assert_eq!(ok("distinct", [twice.clone()]), all);
    assert_eq!(ok("sort", [twice.clone()]).element_count(), Some(2 * COUNT));
    let parts = ok("chunklist", [twice, n("10")]);
    assert_eq!(ok("flatten", [parts]).element_count(), Some(2 * COUNT));
    let map = ok("zipmap", [all.clone(), all.clone()]);
    assert_eq!(ok("merge", [map.clone(), map.clone()]), map);
    assert_eq!(
        ok("setproduct", [texts(COUNT / 100), texts(100)]).element_count(),
        Some(COUNT)
    );
    let set = all.convert(&Type::set(Type::STRING)).unwrap();
    assert_eq!(ok("setunion", [set.clone(), set.clone()]), set);
    assert_eq!(
        ok("setsubtract", [set.clone(), set.clone()]).element_count(),
        Some(0)
    );
    assert_eq!(ok("contains", [set, s("none")]), Value::from(false));
}
