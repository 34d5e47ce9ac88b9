//! Laws that hold for all arguments.

use hcl2_value::{Number, Str, Type, Value};
use proptest::prelude::*;

use super::{call, n, ok, s};

/// Values of the types that JSON has.
pub(super) fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::null(Type::DYNAMIC)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (any::<i32>(), 0_u32..40).prop_map(|(digits, places)| n(&format!("{digits}e-{places}"))),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::tuple),
            prop::collection::vec(("[a-cé]{0,2}".prop_map(Str::from), inner), 0..4).prop_map(Value::object),
        ]
    })
}

fn texts(most: usize) -> impl Strategy<Value = Value> {
    prop::collection::vec("[a-c]{0,2}", 0..most)
        .prop_map(|texts| Value::list(Type::STRING, texts.iter().map(|text| s(text))).unwrap())
}

fn text_set() -> impl Strategy<Value = Value> {
    texts(8).prop_map(|list| list.convert(&Type::set(Type::STRING)).unwrap())
}

proptest! {
    #[test]
    fn sorting_twice_is_sorting_once(list in texts(20)) {
        let sorted = ok("sort", [list]);
        prop_assert_eq!(ok("sort", [sorted.clone()]), sorted);
    }

    #[test]
    fn distinct_elements_are_those_of_the_set(list in texts(20)) {
        let distinct = ok("distinct", [list.clone()]);
        prop_assert_eq!(ok("distinct", [distinct.clone()]), distinct.clone());
        let set = Type::set(Type::STRING);
        prop_assert_eq!(distinct.element_count(), list.convert(&set).unwrap().element_count());
        prop_assert_eq!(distinct.convert(&set), list.convert(&set));
    }

    #[test]
    fn sets_have_their_algebra(a in text_set(), b in text_set(), c in text_set()) {
        let two = |name, x: &Value, y: &Value| ok(name, [x.clone(), y.clone()]);
        let (union, intersection) = (two("setunion", &a, &b), two("setintersection", &a, &b));
        prop_assert_eq!(&two("setunion", &b, &a), &union);
        prop_assert_eq!(&two("setintersection", &b, &a), &intersection);
        prop_assert_eq!(&two("setunion", &a, &a), &a);
        prop_assert_eq!(two("setunion", &union, &c), two("setunion", &a, &two("setunion", &b, &c)));
        // Intersection distributes over union.
        prop_assert_eq!(
            two("setintersection", &union, &c),
            two("setunion", &two("setintersection", &a, &c), &two("setintersection", &b, &c))
        );
        // What one has alone, what both have, and what the other has alone are all there is.
        let (left, right) = (two("setsubtract", &a, &b), two("setsubtract", &b, &a));
        prop_assert_eq!(two("setunion", &left, &intersection), a.clone());
        let different = two("setsymmetricdifference", &a, &b);
        prop_assert_eq!(&two("setunion", &left, &right), &different);
        prop_assert_eq!(two("setunion", &different, &intersection), union);
    }

    #[test]
    fn a_flat_list_of_parts_is_the_list(list in texts(20), size in 1_usize..5) {
        let parts = ok("chunklist", [list.clone(), Value::from(size)]);
        let flat = ok("flatten", [parts]);
        prop_assert_eq!(flat.elements(), list.elements());
    }

    #[test]
    fn keys_and_values_make_the_map(pairs in prop::collection::btree_map("[a-c]{0,2}", any::<i32>(), 0..8)) {
        let map = Value::map(Type::NUMBER, pairs.into_iter().map(|(key, value)| (key, Value::from(value)))).unwrap();
        let zipped = ok("zipmap", [ok("keys", [map.clone()]), ok("values", [map.clone()])]);
        prop_assert_eq!(zipped, map);
    }

    #[test]
    fn json_reads_back_as_the_same_value(value in json_value()) {
        prop_assert_eq!(ok("jsondecode", [ok("jsonencode", [value.clone()])]), value);
    }

    #[test]
    fn reading_json_never_panics(text in "[\\[\\]{}\",:0-9eE.+\\-tfn\\\\u a-d]{0,24}") {
        if let Ok(value) = call("jsondecode", [s(&text)]) {
            prop_assert_eq!(ok("jsondecode", [ok("jsonencode", [value.clone()])]), value);
        }
    }

    #[test]
    fn a_list_reversed_twice_is_the_same(items in prop::collection::vec(any::<i32>(), 0..20)) {
        let list = Value::list(Type::NUMBER, items.into_iter().map(Value::from)).unwrap();
        prop_assert_eq!(ok("reverselist", [ok("reverselist", [list.clone()])]), list);
    }

    #[test]
    fn an_ascii_text_reversed_twice_is_the_same(text in "[ -~]{0,30}") {
        prop_assert_eq!(ok("reverse", [ok("reverse", [s(&text)])]), s(&text));
    }

    #[test]
    fn what_was_split_joins_to_the_same(text in "[ab,;]{0,20}", separator in "[,;]{1,2}") {
        let parts = ok("split", [s(&separator), s(&text)]);
        prop_assert_eq!(ok("join", [s(&separator), parts]), s(&text));
    }

    #[test]
    fn a_number_reads_back_from_every_base(number in any::<i64>(), verb in 0_usize..4) {
        let (verb, base) = [("%b", 2), ("%o", 8), ("%d", 10), ("%x", 16)][verb];
        let digits = ok("format", [s(verb), Value::from(number)]);
        prop_assert_eq!(ok("parseint", [digits, Value::from(base)]), Value::from(number));
    }

    #[test]
    fn fixed_and_scientific_digits_are_those_of_doubles(bits in any::<u64>(), places in 0_usize..30) {
        let double = f64::from_bits(bits);
        prop_assume!(double.is_finite() && double.abs() < 1e100 && double.abs() > 1e-100);
        let number = Value::from(Number::try_from(double).unwrap());
        let fixed = ok("format", [s(&format!("%.{places}f")), number.clone()]);
        prop_assert_eq!(fixed.as_str().unwrap(), format!("{double:.places$}"));
        let scientific = ok("format", [s(&format!("%.{places}e")), number]);
        let expected = format!("{double:.places$e}");
        let (mantissa, exponent) = expected.split_once('e').unwrap();
        let exponent: i32 = exponent.parse().unwrap();
        let sign = if exponent < 0 { '-' } else { '+' };
        prop_assert_eq!(scientific.as_str().unwrap(), format!("{mantissa}e{sign}{:02}", exponent.abs()));
    }

    #[test]
    fn formats_and_patterns_never_panic(text in "[%#0+\\- \\[\\]1-9.vtbdoxXeEfgGsqé(){}?*\\\\P<>:|^$a-c]{0,16}") {
        for name in ["format", "regexall", "formatdate"] {
            let second = if name == "formatdate" { "2006-01-02T15:04:05Z" } else { "abc" };
            if let Err(error) = call(name, [s(&text), s(second)]) {
                prop_assert!(!error.message.is_empty());
            }
        }
    }

    #[test]
    fn csv_of_quoted_values_reads_back(values in prop::collection::vec("[a,\"\n ]{0,5}", 1..4)) {
        let names: Vec<String> = (0..values.len()).map(|index| format!("c{index}")).collect();
        let quoted: Vec<String> = values.iter().map(|value| format!("\"{}\"", value.replace('"', "\"\""))).collect();
        let rows = ok("csvdecode", [s(&format!("{}\n{}\n", names.join(","), quoted.join(",")))]);
        let expected = Value::object(names.into_iter().zip(values.iter().map(|value| s(value))));
        prop_assert_eq!(rows.elements().unwrap(), &[expected]);
    }

    #[test]
    fn adding_and_taking_away_a_duration_changes_nothing(seconds in -1_000_000_000_i64..1_000_000_000) {
        let time = s("2006-01-02T15:04:05+01:00");
        let later = ok("timeadd", [time.clone(), s(&format!("{seconds}s"))]);
        prop_assert_eq!(ok("timeadd", [later, s(&format!("{}s", -seconds))]), time);
    }
}
