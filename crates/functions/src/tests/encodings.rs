//! JSON and CSV.

use hcl2_value::{Number, Str, Type, Value};

use super::{call, fail, n, number_map, ok, s, string_set, strings};

#[test]
fn json_is_written_as_other_tools_expect_it() {
    let text = s("<a&b>\"\\\u{8}\u{c}\n\r\t\u{1}\u{7f}\u{2028}é");
    let expected = r#""\u003ca\u0026b\u003e\"\\\b\f\n\r\t\u0001"#.to_owned() + "\u{7f}\\u2028é\"";
    assert_eq!(ok("jsonencode", [text]), s(&expected));
    let value = Value::object([
        ("z", number_map(&[("b", 1), ("a", 2)])),
        (
            "l",
            Value::tuple([n("0.1"), Value::from(true), Value::null(Type::STRING)]),
        ),
        ("s", string_set(&["y", "x"])),
        ("e", Value::tuple([])),
    ]);
    let expected = r#"{"e":[],"l":[0.1,true,null],"s":["x","y"],"z":{"a":2,"b":1}}"#;
    assert_eq!(ok("jsonencode", [value]), s(expected));
    assert_eq!(ok("jsonencode", [Value::null(Type::DYNAMIC)]), s("null"));
    assert_eq!(ok("jsonencode", [n("1e20")]), s("100000000000000000000"));
    let infinity = Value::from(Number::NEG_INFINITY);
    assert_eq!(
        fail("jsonencode", [infinity], None),
        "an infinity has no JSON form"
    );
    assert!(fail("jsonencode", [n("1e200000")], None).contains("100000 digits"));
}

#[test]
fn the_first_character_of_json_of_an_unknown_value_may_be_known() {
    let prefix = |ty: Type| {
        let json = ok("jsonencode", [Value::unknown_not_null(ty)]);
        json.refinement().unwrap().prefix().to_owned()
    };
    assert_eq!(prefix(Type::STRING), "\"");
    assert_eq!(prefix(Type::map(Type::STRING)), "{");
    assert_eq!(prefix(Type::set(Type::STRING)), "[");
    assert_eq!(prefix(Type::NUMBER), "");
    let open = Value::object([("a", Value::unknown(Type::STRING))]);
    assert_eq!(ok("jsonencode", [open]).refinement().unwrap().prefix(), "{");
    let maybe_null = Value::unknown(Type::STRING);
    assert_eq!(
        ok("jsonencode", [maybe_null]),
        Value::unknown_not_null(Type::STRING)
    );
}

#[test]
fn json_is_read_with_all_digits_and_all_escapes() {
    let json = "\t{ \"a\" : [ 1.5e2 , -0.10 , true, false , null ] ,\r\n\"b\\u00e9\\/\":{}, \"\":[] } ";
    let items = Value::tuple([
        n("150"),
        n("-0.1"),
        Value::from(true),
        Value::from(false),
        Value::null(Type::DYNAMIC),
    ]);
    let expected = Value::object([
        ("a", items),
        ("bé/", Value::object::<Str>([])),
        ("", Value::tuple([])),
    ]);
    assert_eq!(ok("jsondecode", [s(json)]), expected);
    assert_eq!(
        ok("jsondecode", [s(r#""\ud83d\ude00 \b\f\n\r\t\"\\""#)]),
        s("😀 \u{8}\u{c}\n\r\t\"\\")
    );
    assert_eq!(
        ok("jsondecode", [s(r#""\ud83d \ude00\ud83d\u0041""#)]),
        s("\u{fffd} \u{fffd}\u{fffd}A")
    );
    let digits = "0.1234567890123456789012345678901234567890";
    assert_eq!(ok("jsondecode", [s(digits)]), n(digits));
}

#[test]
fn a_property_may_be_there_again_with_the_same_type() {
    assert_eq!(
        ok("jsondecode", [s(r#"{"a":1,"a":2}"#)]),
        Value::object([("a", n("2"))])
    );
    let message = fail("jsondecode", [s("{\"a\":1,\n\"a\":\"x\"}")], None);
    assert!(message.contains("the property \"a\" more than once"), "{message}");
}

#[test]
fn errors_in_json_say_where_and_what() {
    let cases = [
        ("", "at the end of the text: expected a value"),
        ("{bad", "in line 1, column 2: expected a property name"),
        ("[1,]", "in line 1, column 4: expected a value"),
        (
            "[1 2]",
            "in line 1, column 4: expected a comma or a closing bracket",
        ),
        ("{\"a\":1,}", "in line 1, column 8: expected a property name"),
        ("{\"a\" 1}", "in line 1, column 6: expected a colon"),
        (
            "{\"a\":1 2}",
            "in line 1, column 8: expected a comma or a closing brace",
        ),
        ("[\n  01]", "in line 2, column 4: leading zero in a number"),
        ("1.", "at the end of the text: expected a digit"),
        ("-", "at the end of the text: expected a digit"),
        ("1e+", "at the end of the text: expected a digit"),
        ("\"a", "at the end of the text: missing closing quote of a string"),
        (
            "\"\n\"",
            "in line 1, column 2: unescaped control character in a string",
        ),
        ("\"\\x\"", "in line 1, column 3: expected one of"),
        (
            "\"\\u12\"",
            "in line 1, column 3: expected four hexadecimal digits after \\u",
        ),
        ("\"\\u+123\"", "four hexadecimal digits"),
        ("nul", "in line 1, column 1: expected a value"),
        ("1 2", "in line 1, column 3: expected nothing after the value"),
        ("{}}", "in line 1, column 3: expected nothing after the value"),
        ("1e99999999999", "is too large to be represented"),
    ];
    for (json, part) in cases {
        let message = fail("jsondecode", [s(json)], None);
        assert!(message.contains(part), "{json}: {message}");
    }
}

#[test]
fn what_starts_a_json_text_tells_its_type() {
    let starting = |prefix: &str| {
        let unknown = Value::unknown(Type::STRING).refine();
        call(
            "jsondecode",
            [unknown.string_prefix_full(prefix).unwrap().build()],
        )
    };
    assert_eq!(starting("\"a").unwrap().ty(), &Type::STRING);
    assert_eq!(starting(" -1").unwrap().ty(), &Type::NUMBER);
    assert_eq!(starting("t").unwrap().ty(), &Type::BOOL);
    assert!(starting("{").unwrap().is_dynamic());
    assert!(starting("n").unwrap().is_dynamic());
    let error = starting("<x").unwrap_err();
    assert_eq!(
        (error.argument, error.message.as_str()),
        (Some(0), "a JSON text cannot start with '<'")
    );
}

#[test]
fn csv_rows_become_objects() {
    let row = |a: &str, b: &str| Value::object([("a", s(a)), ("b c", s(b))]);
    let rows =
        |rows: Vec<Value>| Value::list(Type::object([("a", Type::STRING), ("b c", Type::STRING)]), rows);
    let csv = "a,b c\r\n1, x \n\n\"2,\"\"3\",\"l1\r\nl2\"\n,\"\"\r";
    let expected = rows(vec![row("1", " x "), row("2,\"3", "l1\nl2"), row("", "")]);
    assert_eq!(ok("csvdecode", [s(csv)]), expected.unwrap());
    assert_eq!(ok("csvdecode", [s("\n\na,b c")]), rows(vec![]).unwrap());
    assert_eq!(ok("length", [ok("csvdecode", [s("a\n\"\"\n")])]), n("1"));
}

#[test]
fn errors_in_csv_say_where_and_what() {
    let cases = [
        ("", "a first row with the names of the columns is required"),
        ("\n\n", "a first row with the names of the columns is required"),
        ("a,a\n", "two columns have the name \"a\""),
        (
            "a,b\n1\n",
            "line 2 is not valid CSV: there are 1 values for 2 columns",
        ),
        (
            "a\n1\n1,2",
            "line 3 is not valid CSV: there are 2 values for 1 columns",
        ),
        (
            "a\nx\"y\n",
            "line 2 is not valid CSV: a value that has a quote in it",
        ),
        (
            "a\n\"x\"y\n",
            "line 2 is not valid CSV: a closing quote must be followed by",
        ),
        (
            "a\n\"x\ny",
            "line 3 is not valid CSV: the closing quote of a value is missing",
        ),
        (
            "\"a",
            "line 1 is not valid CSV: the closing quote of a value is missing",
        ),
    ];
    for (csv, part) in cases {
        let message = fail("csvdecode", [s(csv)], None);
        assert!(message.contains(part), "{csv:?}: {message}");
    }
}

#[test]
fn long_quotes_in_messages_are_cut() {
    let name = "x".repeat(100);
    let message = fail("csvdecode", [s(&format!("{name},{name}"))], None);
    assert!(message.ends_with("xxx\"…") && message.len() < 110, "{message}");
    assert_eq!(
        ok("csvdecode", [strings(&["a"]).elements().unwrap()[0].clone()]).element_count(),
        Some(0)
    );
}
