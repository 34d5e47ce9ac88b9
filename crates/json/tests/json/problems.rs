//! What the parser reports: code and range of every problem, and that one mistake is one problem.

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_json::{Limits, Options, parse_tree};
use hcl2_model::Syntax;

fn parse(bytes: impl Into<Vec<u8>>) -> Diagnostics {
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", bytes).expect("tests are small");
    parse_tree(&source).diagnostics
}

#[track_caller]
fn check(text: &str, expected: &[(&str, u32, u32)]) {
    let found: Vec<_> = parse(text)
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.subject.expect("every problem has a place");
            (diagnostic.code.id(), span.start, span.end)
        })
        .collect();
    assert_eq!(found, expected, "of {text:?}");
}

/// The text after the suggestions of the first problem are applied.
#[track_caller]
fn mended(text: &str) -> String {
    let problems = parse(text);
    let mut mended = text.to_owned();
    for suggestion in problems
        .first()
        .expect("there is a problem")
        .suggestions
        .iter()
        .rev()
    {
        mended.replace_range(suggestion.span.range(), &suggestion.replacement);
    }
    mended
}

#[test]
fn missing_values_are_errors() {
    check("", &[("hcl2::json::missing-value", 0, 0)]);
    check(" \n\t ", &[("hcl2::json::missing-value", 4, 4)]);
    check("[1,,2]", &[("hcl2::json::missing-value", 3, 4)]);
    check("[,1]", &[("hcl2::json::missing-value", 1, 2)]);
    check("{\"a\"}", &[("hcl2::json::missing-value", 4, 5)]);
    check("{\"a\":}", &[("hcl2::json::missing-value", 5, 6)]);
    check("{\"a\":,\"b\":1}", &[("hcl2::json::missing-value", 5, 6)]);
    check("}", &[("hcl2::json::missing-value", 0, 1)]);
    check(",", &[("hcl2::json::missing-value", 0, 1)]);
}

#[test]
fn invalid_property_names_are_errors() {
    check(
        "{a: 1, b_c: {d-e: 2}}",
        &[
            ("hcl2::json::unquoted-name", 1, 2),
            ("hcl2::json::unquoted-name", 7, 10),
            ("hcl2::json::unquoted-name", 13, 16),
        ],
    );
    check("{foo}", &[("hcl2::json::unquoted-name", 1, 4)]);
    check("{1: 2}", &[("hcl2::json::invalid-name", 1, 2)]);
    check("{null: 2}", &[("hcl2::json::invalid-name", 1, 5)]);
    check(
        "{[1]: 2, \"b\": foo}",
        &[
            ("hcl2::json::invalid-name", 1, 2),
            ("hcl2::json::invalid-keyword", 14, 17),
        ],
    );
    check("{: 2}", &[("hcl2::json::invalid-name", 1, 2)]);
    check("{,}", &[("hcl2::json::invalid-name", 1, 2)]);
    check("{\"a\":1,,\"b\":2}", &[("hcl2::json::invalid-name", 7, 8)]);
    assert_eq!(mended("{a: 1}"), "{\"a\": 1}");
}

#[test]
fn missing_and_wrong_separators_are_errors() {
    check("{\"a\" 1}", &[("hcl2::json::missing-colon", 5, 6)]);
    check("{\"a\" = 1}", &[("hcl2::json::missing-colon", 5, 6)]);
    check("{\"a\" => 1}", &[("hcl2::json::missing-colon", 5, 7)]);
    check("[\"a\": 1]", &[("hcl2::json::unexpected-colon", 4, 5)]);
    check("{\"a\": \"b\": 1}", &[("hcl2::json::unexpected-colon", 9, 10)]);
    check("{\"a\":1 \"b\":2}", &[("hcl2::json::missing-comma", 7, 10)]);
    check("{\"a\":1; \"b\":2}", &[("hcl2::json::missing-comma", 6, 7)]);
    check("[1 2]", &[("hcl2::json::missing-comma", 3, 4)]);
    check("[[1 [2]]]", &[("hcl2::json::missing-comma", 4, 5)]);
    check(
        "{\"a\": 1 2 3, \"b\": x}",
        &[
            ("hcl2::json::missing-comma", 8, 9),
            ("hcl2::json::invalid-keyword", 18, 19),
        ],
    );
    check(
        "{\"a\": 1 {\"x\": 2}, \"b\": 4}",
        &[("hcl2::json::missing-comma", 8, 9)],
    );
    check("{\"a\": 1,}", &[("hcl2::json::trailing-comma", 7, 8)]);
    check("[1,]", &[("hcl2::json::trailing-comma", 2, 3)]);
    assert_eq!(mended("{\"a\" 1}"), "{\"a\" : 1}");
    assert_eq!(mended("{\"a\" = 1}"), "{\"a\" : 1}");
    assert_eq!(mended("{\"a\":1 \"b\":2}"), "{\"a\":1, \"b\":2}");
    assert_eq!(mended("{\"a\":1; \"b\":2}"), "{\"a\":1, \"b\":2}");
    assert_eq!(mended("{\"a\": 1,}"), "{\"a\": 1}");
}

#[test]
fn unclosed_and_mismatched_brackets_are_errors() {
    check("{\"a\": {\"b\": 1}", &[("hcl2::json::unclosed-bracket", 0, 1)]);
    check("{\"a\": [{\"b\": ", &[("hcl2::json::unclosed-bracket", 7, 8)]);
    check("[1,", &[("hcl2::json::unclosed-bracket", 0, 1)]);
    check("{\"a\": [1, 2}}", &[("hcl2::json::mismatched-bracket", 11, 12)]);
    check("{\"a\": [1, 2}", &[("hcl2::json::mismatched-bracket", 11, 12)]);
    check("[{\"a\": 1]", &[("hcl2::json::mismatched-bracket", 8, 9)]);
    assert_eq!(mended("{\"a\": [1, 2}}"), "{\"a\": [1, 2]}");

    let unclosed = parse("{\"a\": [1, 2");
    let label = &unclosed[0].labels[0];
    assert_eq!((label.span.start, label.span.end), (11, 11));
    let mismatched = parse("{\"a\": [1, 2}}");
    let label = &mismatched[0].labels[0];
    assert_eq!((label.span.start, label.span.end), (6, 7));
}

#[test]
fn unclosed_bracket_counts_the_unclosed_brackets_around_it() {
    for (text, others) in [
        ("[1", ""),
        ("[[1", " One more bracket around it is unclosed."),
        ("[[[1", " 2 more brackets around it are unclosed."),
    ] {
        let expected = format!("Expected a closing bracket for this before the end of the text.{others}");
        assert_eq!(parse(text)[0].detail, expected, "{text}");
    }
}

#[test]
fn unknown_keywords_and_invalid_numbers_are_errors() {
    check(
        "[True, nul, undefined, foo.bar, NaN, NULL]",
        &[
            ("hcl2::json::invalid-keyword", 1, 5),
            ("hcl2::json::invalid-keyword", 7, 10),
            ("hcl2::json::invalid-keyword", 12, 21),
            ("hcl2::json::invalid-keyword", 23, 30),
            ("hcl2::json::invalid-keyword", 32, 35),
            ("hcl2::json::invalid-keyword", 37, 41),
        ],
    );
    assert_eq!(mended("[True]"), "[true]");
    assert_eq!(mended("[undefined]"), "[null]");
    assert_eq!(mended("[foo.bar]"), "[\"foo.bar\"]");
    check(
        "{\"a\": x y z, \"b\": 1}",
        &[("hcl2::json::invalid-keyword", 6, 7)],
    );
    for number in [
        "+1",
        "-",
        ".5",
        "-.5",
        "5.",
        "5.e1",
        "01",
        "-01",
        "00",
        "1e",
        "1e+",
        "0x1F",
        "1_000",
        "-Infinity",
        "1.2.3",
        "1-2",
        "1a",
        "+01",
        "--1",
        "0e",
        "1eE2",
    ] {
        let (start, end) = (0, number.len() as u32);
        check(number, &[("hcl2::json::invalid-number", start, end)]);
    }
    assert_eq!(mended("[+1]"), "[1]");
    assert_eq!(mended("[+0]"), "[0]");
    assert_eq!(mended("[+01]"), "[+01]");
}

#[test]
fn invalid_strings_are_errors() {
    check(
        "{'a': 'it', \"b\": `x`}",
        &[
            ("hcl2::json::wrong-quotes", 1, 4),
            ("hcl2::json::wrong-quotes", 6, 10),
            ("hcl2::json::wrong-quotes", 17, 20),
        ],
    );
    check("{\u{201c}a\u{201d}: 1}", &[("hcl2::json::wrong-quotes", 1, 8)]);
    assert_eq!(mended("{\u{201c}a\u{201d}: 1}"), "{\"a\": 1}");
    assert_eq!(mended("['a']"), "[\"a\"]");
    check("[\"abc\n]", &[("hcl2::json::unclosed-string", 1, 5)]);
    check(
        "{\"a\": \"abc\n, \"b\": 1}",
        &[("hcl2::json::unclosed-string", 6, 10)],
    );
    check("{\"a: 1,\n \"b\": 2}", &[("hcl2::json::unclosed-string", 1, 7)]);
    check("\"abc\\", &[("hcl2::json::unclosed-string", 0, 5)]);
    check("\"abc\\\"", &[("hcl2::json::unclosed-string", 0, 6)]);
    check(
        "[\"a\\x\\'b\\u12z\\ud800\\ud83d\\ude00\\q\"]",
        &[
            ("hcl2::json::invalid-escape", 3, 5),
            ("hcl2::json::invalid-escape", 5, 7),
            ("hcl2::json::invalid-escape", 8, 12),
            ("hcl2::json::lone-surrogate", 13, 19),
            ("hcl2::json::invalid-escape", 31, 33),
        ],
    );
    check(
        "\"\\ude00\\ud83d\"",
        &[
            ("hcl2::json::lone-surrogate", 1, 7),
            ("hcl2::json::lone-surrogate", 7, 13),
        ],
    );
    check("[\"\\\u{e9}\"]", &[("hcl2::json::invalid-escape", 2, 5)]);
    check(
        "[\"a\u{1}b\tc\"]",
        &[
            ("hcl2::json::control-character", 3, 4),
            ("hcl2::json::control-character", 5, 6),
        ],
    );
    assert_eq!(mended("[\"C:\\dir\"]"), "[\"C:\\\\dir\"]");
    assert_eq!(mended("[\"a\tb\"]"), "[\"a\\tb\"]");
    assert_eq!(mended("[\"a\u{1}b\"]"), "[\"a\\u0001b\"]");
}

#[test]
fn unexpected_quotes_are_reported_once() {
    check(
        "{\"a\"\": 1,\n \"b\": x}",
        &[
            ("hcl2::json::stray-quote", 4, 5),
            ("hcl2::json::invalid-keyword", 16, 17),
        ],
    );
    check(
        "{\"a\": \"b\"\", \"c\": {\n \"d\": 1}}",
        &[("hcl2::json::stray-quote", 9, 10)],
    );
    check(
        "{\"\"a\": 1}",
        &[
            ("hcl2::json::missing-colon", 3, 4),
            ("hcl2::json::unclosed-string", 4, 9),
        ],
    );
    check("[\"a\"\"b\"]", &[("hcl2::json::stray-quote", 4, 5)]);
    check(
        "{\"a\": fa'lse, \"b\": {}}",
        &[("hcl2::json::invalid-keyword", 6, 8)],
    );
    check("{' \"a\": [{}]}", &[("hcl2::json::wrong-quotes", 1, 2)]);
    assert_eq!(mended("{\"a\"\": 1}"), "{\"a\": 1}");
}

#[test]
fn comments_and_invalid_characters_are_errors() {
    check(
        "{\"a\": 1 // c\n, # d\n \"b\": /* x */ 2}",
        &[
            ("hcl2::json::comment", 8, 12),
            ("hcl2::json::comment", 15, 18),
            ("hcl2::json::comment", 25, 32),
        ],
    );
    check("[@, 1]", &[("hcl2::json::invalid-character", 1, 2)]);
    check("=", &[("hcl2::json::invalid-character", 0, 1)]);
    check("[1,\u{a0}2]", &[("hcl2::json::invalid-character", 3, 5)]);
    check("[\u{feff}]", &[("hcl2::json::invalid-character", 1, 4)]);
    assert_eq!(mended("[1,\u{a0}2]"), "[1, 2]");
    check("[\u{c}1]", &[("hcl2::json::invalid-character", 1, 2)]);
}

#[test]
fn text_after_the_value_is_an_error() {
    check("{} {}", &[("hcl2::json::text-after-value", 3, 4)]);
    check("{}}", &[("hcl2::json::text-after-value", 2, 3)]);
    check("\"a\": 1", &[("hcl2::json::text-after-value", 3, 4)]);
    check("1 2 3", &[("hcl2::json::text-after-value", 2, 3)]);
}

#[test]
fn problems_are_in_source_order() {
    check(
        "{a: 1,\n \"b\": [1 2, tru],\n \"c\": \"\\x\" // no\n",
        &[
            ("hcl2::json::unclosed-bracket", 0, 1),
            ("hcl2::json::unquoted-name", 1, 2),
            ("hcl2::json::missing-comma", 16, 17),
            ("hcl2::json::invalid-keyword", 19, 22),
            ("hcl2::json::invalid-escape", 32, 34),
            ("hcl2::json::comment", 36, 41),
        ],
    );
}

#[test]
fn depth_is_limited() {
    let limit = Limits::new().nesting_depth(Syntax::Json);
    let deepest = format!("{}{}", "[".repeat(limit as usize), "]".repeat(limit as usize));
    check(&deepest, &[]);
    let end = 2 * limit + 1;
    let too_deep = format!("[{deepest}, foo]");
    check(
        &too_deep,
        &[
            ("hcl2::json::too-deep", limit, limit + 1),
            ("hcl2::json::invalid-keyword", end + 2, end + 5),
        ],
    );
}

#[test]
fn limits_can_be_set() {
    let limits = Limits::new()
        .with_nesting_depth(2)
        .with_source_bytes(20)
        .with_diagnostics(2);
    let options = Options {
        limits,
        ..Options::default()
    };
    let problems = |text: &str| -> Vec<_> {
        let mut sources = SourceMap::new();
        let source = sources.add("test.json", text).expect("tests are small");
        let parsed = options.parse_tree(&source);
        let (tree, problems) = (parsed.value, parsed.diagnostics);
        assert!(tree.nodes().count() > 0);
        let of = |problem: &hcl2_diagnostics::Diagnostic| {
            (
                problem.code.id(),
                problem.subject.expect("every problem has a place").range(),
            )
        };
        problems.iter().map(of).collect()
    };
    assert_eq!(problems("[[1], {\"a\": 2}]"), []);
    assert_eq!(problems("[[1, {}]]"), [("hcl2::json::too-deep", 5..6)]);
    assert_eq!(
        problems("[1 2 3 4 5]"),
        [
            ("hcl2::json::missing-comma", 3..4),
            ("hcl2::json::missing-comma", 5..6),
            ("hcl2::json::too-many-problems", 7..8),
        ]
    );
    assert_eq!(problems("[                  ]"), []);
    assert_eq!(
        problems("[                   ]"),
        [("hcl2::syntax::too-large", 0..0)]
    );
}

#[test]
fn a_million_open_brackets_are_one_problem() {
    for opening in ["[", "{\"a\":", "[{\"a\":["] {
        let text = opening.repeat(1_000_000);
        std::thread::Builder::new()
            .stack_size(256 * 1024)
            .spawn(move || {
                let problems = parse(text);
                assert_eq!(problems[0].code.id(), "hcl2::json::too-deep");
                assert_eq!(problems.len(), 1);
            })
            .expect("the thread starts")
            .join()
            .expect("the parser does not panic");
    }
}

#[test]
fn the_number_of_problems_is_limited() {
    let problems = parse("[".to_owned() + &"x,".repeat(5_000) + "1]");
    assert_eq!(problems.len(), 101);
    assert_eq!(problems[100].code.id(), "hcl2::json::too-many-problems");
}

#[test]
fn invalid_encodings_are_errors() {
    const INVALID: &str = "hcl2::source::invalid-utf8";
    let of = |bytes: &[u8]| -> Vec<_> {
        parse(bytes)
            .iter()
            .map(|diagnostic| (diagnostic.code.id(), diagnostic.subject.map(|span| span.range())))
            .collect()
    };
    assert_eq!(of(b"\xef\xbb\xbf{}"), []);
    assert_eq!(of(b"[\"\xff\", \"\xe2\x82\"]"), [(INVALID, Some(2..3))]);
    assert_eq!(of(b"[\"\xe2\x82\"]"), [(INVALID, Some(2..4))]);
    assert_eq!(of(b"\xff\xfe{\0}\0"), [(INVALID, Some(0..1))]);
    assert_eq!(of(b"{\"a\": \xff}"), [(INVALID, Some(6..7))]);
}

#[test]
fn faulty_text_is_read_in_linear_time() {
    for (what, piece) in [
        ("byte order marks", "\u{feff}"),
        ("wide spaces in words", "\u{3000}x"),
        ("byte order marks and dashes", "\u{feff}-"),
        ("words", "é "),
        ("quotes", "'`"),
        ("open comments", "/*"),
        ("stray quotes", "\"\""),
        ("colons", "::"),
        ("semicolons", ";"),
        ("duplicate keys", "{\"a\":1,\"a\":2},"),
    ] {
        let text = |count: usize| {
            let text = format!("[{}", piece.repeat(count));
            SourceMap::new().add("test.json", text).expect("tests are small")
        };
        hcl2_testing::assert_linear(what, 3_000, text, |source| parse_tree(&source).diagnostics.len());
    }
}
