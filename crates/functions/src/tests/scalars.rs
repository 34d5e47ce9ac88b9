//! Numbers, strings, logic and equality.

use hcl2_value::{Number, Type, Value};

use super::{call, fail, n, numbers, ok, s, strings};

#[test]
fn arithmetic_is_that_of_the_operators() {
    assert_eq!(
        ok("add", [n("0.01"), n("0.04")]),
        n("0.01").add(&n("0.04")).unwrap()
    );
    assert_eq!(ok("divide", [n("1"), n("0")]), Value::from(Number::INFINITY));
    assert_eq!(ok("modulo", [n("-7"), n("4")]), n("-3"));
    assert_eq!(ok("abs", [n("-1.5")]), n("1.5"));
    assert_eq!(ok("negate", [n("2")]), n("-2"));
    let message = fail("divide", [n("0"), n("0")], None);
    assert!(message.contains("zero divided by zero"), "{message}");
}

#[test]
fn numbers_are_rounded_down_up_and_towards_zero() {
    for (number, floor, ceil, int) in [
        ("1.5", "1", "2", "1"),
        ("-1.5", "-2", "-1", "-1"),
        ("3", "3", "3", "3"),
    ] {
        assert_eq!(ok("floor", [n(number)]), n(floor));
        assert_eq!(ok("ceil", [n(number)]), n(ceil));
        assert_eq!(ok("int", [n(number)]), n(int));
    }
    let infinity = Value::from(Number::INFINITY);
    assert_eq!(ok("floor", [infinity.clone()]), infinity);
    assert_eq!(fail("int", [infinity], None), "an infinity has no whole part");
}

#[test]
fn the_extremes_of_no_numbers_are_errors() {
    assert_eq!(ok("max", [n("1"), n("3"), n("2")]), n("3"));
    assert_eq!(ok("min", [n("1"), n("-3"), n("2")]), n("-3"));
    for name in ["min", "max"] {
        assert_eq!(fail(name, [], None), "at least one number is required");
    }
}

#[test]
fn signum_takes_whole_numbers_only() {
    assert_eq!(ok("signum", [n("-9")]), n("-1"));
    assert_eq!(ok("signum", [n("0")]), n("0"));
    assert_eq!(
        fail("signum", [n("0.5")], None),
        "the number must be a whole number, not 0.5"
    );
}

#[test]
fn parseint_reads_digits_of_bases_to_62() {
    for (digits, base, number) in [
        ("-101", "2", "-5"),
        ("ZZ", "62", "3843"),
        ("zz", "36", "1295"),
        ("+7", "8", "7"),
    ] {
        assert_eq!(ok("parseint", [s(digits), n(base)]), n(number), "{digits}");
    }
    assert_eq!(
        fail("parseint", [s("12"), n("2")], Some(0)),
        "\"12\" is not a whole number in base 2"
    );
    assert_eq!(
        fail("parseint", [s("1"), n("63")], Some(1)),
        "the base must be a whole number from 2 to 62"
    );
    assert_eq!(
        fail("parseint", [s("1"), n("1.5")], Some(1)),
        "the base must be a whole number, not 1.5"
    );
    assert_eq!(
        fail("parseint", [n("1"), n("10")], Some(0)),
        "a string is required, not number"
    );
    assert_eq!(
        fail("parseint", [s(&"f".repeat(20_001)), n("16")], Some(0)),
        "the number has more than 20,000 digits"
    );
}

#[test]
fn comparison_uses_what_is_known_of_unknown_numbers() {
    let port = Value::unknown(Type::NUMBER)
        .refine()
        .number_lower_bound(1.into(), true)
        .unwrap()
        .build();
    assert_eq!(ok("greaterthan", [port.clone(), n("0")]), Value::from(true));
    assert_eq!(
        ok("lessthanorequalto", [port.clone(), n("5")]),
        Value::unknown_not_null(Type::BOOL)
    );
    assert_eq!(ok("add", [port, n("0")]), Value::unknown_not_null(Type::NUMBER));
}

#[test]
fn coalesce_takes_the_first_value_in_the_common_type() {
    let null = Value::null(Type::STRING);
    assert_eq!(ok("coalesce", [null.clone(), n("1"), s("x")]), s("1"));
    assert_eq!(
        fail("coalesce", [null.clone(), null], None),
        "at least one argument must not be null"
    );
    assert!(fail("coalesce", [], None).contains("converted to one type"));
    let message = fail("coalesce", [strings(&["a"]), s("x")], None);
    assert!(message.contains("converted to one type"), "{message}");
}

#[test]
fn case_is_changed_one_code_point_at_a_time() {
    assert_eq!(ok("upper", [s("straße ǆ ᾳ ა")]), s("STRAßE Ǆ ᾼ Ა"));
    assert_eq!(ok("lower", [s("ΑΣ İ")]), s("ας i".replace('ς', "σ").as_str()));
    assert_eq!(ok("title", [s("it's a_b ǆx ა é-x")]), s("It'S A_b ǅx ა É-X"));
}

#[test]
fn characters_are_grapheme_clusters() {
    assert_eq!(ok("strlen", [s("👨‍👩‍👧x\r\n")]), n("3"));
    assert_eq!(ok("reverse", [s("a👨‍👩‍👧b")]), s("b👨‍👩‍👧a"));
    let url = Value::unknown(Type::STRING)
        .refine()
        .string_prefix("https://")
        .unwrap()
        .build();
    let length = ok("strlen", [url]);
    assert_eq!(
        length.refinement().unwrap().lower().unwrap().number,
        Number::from(8)
    );
    assert!(length.refinement().unwrap().is_not_null());
}

#[test]
fn substr_counts_from_either_end() {
    let cases = [
        ("héllo", 1, 3, "éll"),
        ("hello", 0, -1, "hello"),
        ("hello", -3, -1, "llo"),
        ("hello", -3, 2, "ll"),
        ("hello", -9, 2, "he"),
        ("hello", 5, 1, ""),
        ("hello", 9, 1, ""),
        ("hello", 1, 0, ""),
        ("hello", 3, 99, "lo"),
        ("", 0, 1, ""),
    ];
    for (text, offset, length, part) in cases {
        let arguments = [s(text), Value::from(offset), Value::from(length)];
        assert_eq!(ok("substr", arguments), s(part), "{text} {offset} {length}");
    }
    assert_eq!(
        fail("substr", [s("a"), n("0.5"), n("1")], None),
        "the offset must be a whole number, not 0.5"
    );
}

#[test]
fn texts_are_trimmed() {
    assert_eq!(ok("chomp", [s("a\r\n\n\r")]), s("a"));
    assert_eq!(ok("trimspace", [s("\u{a0}\u{2003} a \u{85}\n")]), s("a"));
    assert_eq!(ok("trim", [s("?!hello?!"), s("!?")]), s("hello"));
    assert_eq!(ok("trimprefix", [s("aab"), s("a")]), s("ab"));
    assert_eq!(ok("trimsuffix", [s("abb"), s("b")]), s("ab"));
}

#[test]
fn texts_are_split_joined_and_replaced() {
    assert_eq!(ok("split", [s(","), s("a,,b")]), strings(&["a", "", "b"]));
    assert_eq!(ok("split", [s(","), s("")]), strings(&[""]));
    assert_eq!(ok("split", [s(""), s("ab")]), strings(&["a", "b"]));
    assert_eq!(ok("split", [s(""), s("")]), strings(&[]));
    assert_eq!(
        ok(
            "join",
            [s("-"), strings(&["a", "b"]), strings(&[]), strings(&["c"])]
        ),
        s("a-b-c")
    );
    assert_eq!(ok("replace", [s("aXbX"), s("X"), s("$1")]), s("a$1b$1"));
    assert_eq!(ok("replace", [s("ab"), s(""), s("-")]), s("-a-b-"));
    assert_eq!(ok("indent", [n("2"), s("a\nb\n")]), s("a\n  b\n  "));
    assert_eq!(
        fail("indent", [n("-1"), s("a")], None),
        "the number of spaces must not be negative"
    );
    assert_eq!(fail("join", [s(",")], None), "at least one list is required");
    let with_null = Value::list(Type::STRING, [s("a"), Value::null(Type::STRING)]).unwrap();
    let message = fail("join", [s(","), strings(&["x"]), with_null], Some(2));
    assert_eq!(
        message,
        "element 1 of the list is null, and null cannot be joined"
    );
}

#[test]
fn no_text_grows_without_bound() {
    let long = s(&"a".repeat(100_000));
    let too_long = "the result would be longer than 64 MiB";
    assert_eq!(
        fail("replace", [long.clone(), s("a"), long.clone()], None),
        too_long
    );
    assert_eq!(
        fail("regexreplace", [long.clone(), s("a"), long.clone()], None),
        too_long
    );
    assert_eq!(fail("indent", [n("1e18"), s("")], None), too_long);
    let many = Value::list(Type::STRING, vec![long; 1000]).unwrap();
    assert_eq!(fail("join", [s(""), many], None), too_long);
    assert!(call("format", [s("%999999s"), s("x")]).is_ok());
    let message = fail("format", [s("%1000001s"), s("x")], None);
    assert!(message.contains("more than 1,000,000"), "{message}");
}

#[test]
fn sort_keeps_the_length_of_what_is_unknown() {
    assert_eq!(ok("sort", [strings(&["é", "b", "B"])]), strings(&["B", "b", "é"]));
    let open = Value::list(Type::STRING, [s("b"), Value::unknown(Type::STRING)]).unwrap();
    assert_eq!(ok("length", [ok("sort", [open])]), n("2"));
    let with_null = Value::list(Type::STRING, [Value::null(Type::STRING)]).unwrap();
    assert!(fail("sort", [with_null], None).starts_with("the element at index 0 is null"));
}

#[test]
fn ranges_go_up_and_down() {
    assert_eq!(ok("range", [n("3")]), numbers(&[0, 1, 2]));
    assert_eq!(ok("range", [n("-2")]), numbers(&[0, -1]));
    assert_eq!(ok("range", [n("3"), n("1")]), numbers(&[3, 2]));
    assert_eq!(ok("range", [n("1"), n("6"), n("2")]), numbers(&[1, 3, 5]));
    assert_eq!(ok("range", [n("5"), n("5"), n("0")]), numbers(&[]));
    assert_eq!(ok("length", [ok("range", [n("1024")])]), n("1024"));
    assert!(fail("range", [n("1025")], None).contains("more than 1,024 numbers"));
    assert_eq!(
        fail("range", [n("0"), n("1"), n("0")], None),
        "the step must not be zero"
    );
    assert!(fail("range", [n("0"), n("1"), n("-1")], Some(1)).contains("not be greater than the start"));
    assert!(fail("range", [n("1"), n("0"), n("1")], Some(1)).contains("not be less than the start"));
    assert!(fail("range", [], None).starts_with("one number is required"));
}
