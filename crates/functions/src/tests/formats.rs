//! Format strings.

use hcl2_value::{Number, Type, Value};

use super::{fail, n, numbers, ok, s, strings};

fn formatted(format: &str, values: impl IntoIterator<Item = Value>) -> String {
    let arguments: Vec<Value> = std::iter::once(s(format)).chain(values).collect();
    ok("format", arguments).as_str().unwrap().to_owned()
}

#[test]
fn integers_are_written_in_their_base() {
    let cases = [
        ("%d", "42", "42"),
        ("%+d", "42", "+42"),
        ("% d", "42", " 42"),
        ("%+d", "-42", "-42"),
        ("%5d|", "42", "   42|"),
        ("%-5d|", "42", "42   |"),
        ("%05d|", "-42", "-0042|"),
        ("%-05d|", "42", "42   |"),
        ("%.4d", "42", "0042"),
        ("%06.4d", "42", "  0042"),
        ("%.0d|", "0", "|"),
        ("%.d|", "0", "|"),
        ("%b", "10", "1010"),
        ("%#b", "10", "0b1010"),
        ("%o", "64", "100"),
        ("%#o", "64", "0100"),
        ("%x", "-255", "-ff"),
        ("%#X", "255", "0XFF"),
        ("%#08x", "255", "0x0000ff"),
        (
            "%x",
            "340282366920938463463374607431768211456",
            "100000000000000000000000000000000",
        ),
        ("%d", "1e30", "1000000000000000000000000000000"),
    ];
    for (format, number, expected) in cases {
        assert_eq!(formatted(format, [n(number)]), expected, "{format} {number}");
    }
    assert_eq!(formatted("%d", [s("7")]), "7");
}

#[test]
fn fractions_are_rounded_from_their_exact_digits() {
    let cases = [
        ("%f", "1.5", "1.500000"),
        ("%.2f", "2.675", "2.67"),
        ("%.0f", "0.5", "0"),
        ("%.0f", "1.5", "2"),
        ("%.1f", "0.25", "0.2"),
        ("%.3f", "0.00001", "0.000"),
        ("%.2f", "9.999", "10.00"),
        ("%8.2f|", "-1.5", "   -1.50|"),
        ("%-8.2f|", "1.5", "1.50    |"),
        ("%08.2f|", "-1.5", "-0001.50|"),
        ("%+.1f", "1", "+1.0"),
        ("% .1f", "1", " 1.0"),
        ("%e", "1234.5", "1.234500e+03"),
        ("%.2E", "0.00012345", "1.23E-04"),
        ("%.0e", "15", "2e+01"),
        ("%e", "0", "0.000000e+00"),
        ("%g", "100000", "100000"),
        ("%g", "1000000", "1e+06"),
        ("%g", "1234567", "1.234567e+06"),
        ("%g", "0.0001", "0.0001"),
        ("%g", "0.00001", "1e-05"),
        ("%G", "1e21", "1E+21"),
        ("%.3g", "1234", "1.23e+03"),
        ("%.3g", "12.34", "12.3"),
        ("%.0g", "0", "0"),
        ("%.10g", "0.1", "0.1"),
        ("%v", "1000000", "1e+06"),
        ("%v", "0.1", "0.1"),
        ("%5v|", "1", "    1|"),
        ("%#v", "1000000", "1000000"),
        ("%.60f", "0.1", &format!("0.1{}", "0".repeat(59))),
    ];
    for (format, number, expected) in cases {
        assert_eq!(formatted(format, [n(number)]), expected, "{format} {number}");
    }
    let infinity = || Value::from(Number::INFINITY);
    assert_eq!(
        formatted(
            "%v %f %06.1f|% f",
            [infinity(), infinity(), infinity(), infinity()]
        ),
        "+Inf +Inf   +Inf| Inf"
    );
}

#[test]
fn strings_are_measured_in_characters() {
    let cases = [
        ("%s", "héllo", "héllo"),
        ("%.2s", "héllo", "hé"),
        ("%.0s", "abc", "abc"),
        ("%5s|", "👨‍👩‍👧x", "   👨‍👩‍👧x|"),
        ("%-5s|", "ab", "ab   |"),
        ("%05s|", "ab", "000ab|"),
        ("%-05s|", "ab", "ab000|"),
        ("%q", "a\"<", "\"a\\\"\\u003c\""),
        ("%6.2q|", "abc", "  \"ab\"|"),
        ("%v", "a", "a"),
        ("%#v", "a", "\"a\""),
    ];
    for (format, text, expected) in cases {
        assert_eq!(formatted(format, [s(text)]), expected, "{format}");
    }
    assert_eq!(
        formatted("%s %t %v", [n("1.5"), s("true"), Value::from(false)]),
        "1.5 true false"
    );
    let value = Value::object([("a", Value::tuple([n("1"), Value::null(Type::STRING)]))]);
    assert_eq!(
        formatted(
            "%v %#v %v",
            [value, Value::null(Type::STRING), Value::null(Type::NUMBER)]
        ),
        "{\"a\":[1,null]} null null"
    );
}

#[test]
fn arguments_are_taken_in_turn_or_by_number() {
    assert_eq!(formatted("100%% %s%s", [s("a"), s("b")]), "100% ab");
    assert_eq!(formatted("%[2]s %[1]s %s", [s("a"), s("b")]), "b a b");
    assert_eq!(formatted("%05.1[1]f", [n("1.25")]), "001.2");
    assert_eq!(formatted("none", []), "none");
}

#[test]
fn errors_say_which_argument_and_verb() {
    let cases: [(&str, Vec<Value>, Option<usize>, &str); 13] = [
        (
            "%d",
            vec![],
            None,
            "for the verb \"%d\" at byte 0, argument 1 is needed, but the number of arguments after the format is 0",
        ),
        ("a %[3]d", vec![n("1")], None, "argument 3 is needed"),
        (
            "%s",
            vec![s("a"), s("b")],
            Some(2),
            "uses only 1 of the 2 arguments",
        ),
        ("x", vec![s("a")], Some(1), "the format has no verbs"),
        ("%d", vec![n("1.5")], None, "a whole number is required"),
        ("%d", vec![s("x")], None, "a number is required, not string"),
        ("%t", vec![n("1")], None, "a bool is required, not number"),
        ("%s", vec![strings(&[])], None, "a string is required, not list"),
        ("%s", vec![Value::null(Type::STRING)], None, "it is null"),
        ("%y", vec![n("1")], None, "'y' is not the letter of a verb"),
        ("5%", vec![], None, "write %% for a percent sign"),
        ("%é", vec![], None, "not 'é'"),
        ("%[0]d", vec![n("1")], None, "not '['"),
    ];
    for (format, values, argument, part) in cases {
        let arguments: Vec<Value> = std::iter::once(s(format)).chain(values).collect();
        let message = fail("format", arguments, argument);
        assert!(message.contains(part), "{format}: {message}");
    }
    assert!(fail("format", [s("%d"), Value::from(Number::INFINITY)], None).contains("whole number"));
    assert!(fail("format", [s("%f"), n("1e200000")], None).contains("100,000 digits"));
    assert!(fail("format", [s("%b"), n("1e100000000")], None).contains("100,000 digits"));
}

#[test]
fn what_is_before_the_first_verb_is_known_of_an_unknown_result() {
    let unknown = ok("format", [s("https://%s/x"), Value::unknown(Type::STRING)]);
    assert_eq!(unknown.refinement().unwrap().prefix(), "https://");
    let unknown = ok("format", [s("no verb"), Value::unknown(Type::STRING)]);
    assert_eq!(unknown, Value::unknown_not_null(Type::STRING));
}

#[test]
fn formatlist_goes_through_its_sequences_together() {
    let rows = ok(
        "formatlist",
        [s("%s=%d%s"), strings(&["a", "b"]), numbers(&[1, 2]), s("!")],
    );
    assert_eq!(rows, strings(&["a=1!", "b=2!"]));
    assert_eq!(ok("formatlist", [s("%s"), s("a")]), strings(&["a"]));
    assert_eq!(ok("formatlist", [s("x")]), strings(&["x"]));
    assert_eq!(ok("formatlist", [s("%s"), strings(&[])]), strings(&[]));
    let open = Value::tuple([s("a"), Value::unknown(Type::STRING)]);
    let rows = Value::list(Type::STRING, [s("a"), Value::unknown_not_null(Type::STRING)]).unwrap();
    assert_eq!(ok("formatlist", [s("%s"), open]), rows);
    let unknown = Value::unknown(Type::list(Type::STRING));
    assert_eq!(
        ok("formatlist", [s("%s"), unknown]),
        Value::unknown_not_null(Type::list(Type::STRING))
    );
    let message = fail(
        "formatlist",
        [s("%s%s"), strings(&["a"]), numbers(&[1, 2])],
        Some(2),
    );
    assert_eq!(message, "argument 2 has 2 elements, but argument 1 has 1");
    assert!(fail("formatlist", [s("%s"), strings(&["a"]), s("b")], None).contains("uses only 1"));
}
