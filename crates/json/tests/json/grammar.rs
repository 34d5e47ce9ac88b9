//! RFC 7159 to the letter: an example of each category in which parsers are known to differ, and whether it is JSON.

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_json::{Options, parse_tree};

fn problems(bytes: &[u8]) -> Diagnostics {
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", bytes).expect("tests are small");
    parse_tree(&source).diagnostics
}

/// Category, text, and the code and place of the first problem.
type Rejected = (&'static str, &'static [u8], &'static str, usize, usize);

#[rustfmt::skip]
const ACCEPTED: &[(&str, &str)] = &[
    ("array: ends with a line", "[]\n"),
    ("array: empty string", "[\"\"]"),
    ("array: false, heterogeneous, null", "[false, 2, \"x\", {}, null]"),
    ("array: spaces", " [ 1 \n,\t2 ] "),
    ("array: several nulls", "[1,null,null,null,2]"),
    ("number: exponents", "[0e+1, 0e1, 20e1, 1E22, 1E-2, 1E+2, 1.5e2, 123e45, 123e-10000000]"),
    ("number: after a space", "[ 4]"),
    ("number: close to zero", "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]"),
    ("number: integers", "[-0, -1, -123, 123, 0, 9223372036854775808]"),
    ("number: huge exponents, which others leave open", "[0.4e00669999999999999999999999999999999999, 1e9999, -1e9999]"),
    ("object: basic, duplicates, empty, empty name", "{\"\": {}, \"a\": \"b\", \"a\": \"b\", \"c\": {}}"),
    ("object: escaped null in a name", "{\"foo\\u0000bar\": 42}"),
    ("object: extremes", "{\"min\": -1.0e+28, \"max\": 1.0e+28}"),
    ("object: long strings", "{\"x\": [{\"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}]}"),
    ("object: escaped names", "{\"\\u0410\\u0411\": \"\\u0412\"}"),
    ("object: line breaks", "{\n\"a\":\n\"b\"\n}"),
    ("string: one, two and three bytes", "[\"\\u0060\\u012a\\u12AB\"]"),
    ("string: surrogate pairs", "[\"\\uD801\\udc37\", \"\\ud83d\\ude39\\ud83d\\udc8d\"]"),
    ("string: escapes", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]"),
    ("string: backslash and u, zero", "[\"\\\\u0000\"]"),
    ("string: comments in it", "[\"a/*b*/c/*d//e#f\"]"),
    ("string: double escape of a and n", "[\"\\\\a\", \"\\\\n\"]"),
    ("string: escaped control character", "[\"\\u0012\"]"),
    ("string: escaped noncharacters", "[\"\\uFFFF\\uFDD0\\uFFFE\\uDBFF\\uDFFE\"]"),
    ("string: noncharacters", "[\"\u{fdd0}\u{fffe}\u{10ffff}\u{1bfff}\"]"),
    ("string: pi, smiley, separators, delete", "[\"\u{3c0}\u{1f600}\u{2028}\u{2029}\u{7f}\"]"),
    ("string: private use, no-break space", "[\"\u{e000}\u{a0}\"]"),
    ("string: zero as an escape", "[\"\\u0000\"]"),
    ("string: quotes and backslashes as escapes", "[\"\\u0022\\u005C\"]"),
    ("string: with a byte order mark inside", "[\"\u{feff}\"]"),
    ("structure: lone values", "42"),
    ("structure: lone negative number", "-0.1"),
    ("structure: lone string, true, null", "\"asd\""),
    ("structure: a space around", " true "),
    ("structure: byte order mark at the start", "\u{feff}{}"),
    ("structure: nested arrays", "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]"),
];

#[rustfmt::skip]
const REJECTED: &[Rejected] = &[
    ("array: no comma", b"[1 true]", "missing-comma", 3, 7),
    ("array: not UTF-8", b"[a\xe5]", "invalid-utf8", 2, 3),
    ("array: colon for a comma", b"[\"\": 1]", "unexpected-colon", 3, 4),
    ("array: comma after its end", b"[\"\"],", "text-after-value", 4, 5),
    ("array: comma and number", b"[,1]", "missing-value", 1, 2),
    ("array: two commas", b"[1,,2]", "missing-value", 3, 4),
    ("array: two commas at the end", b"[\"x\",,]", "missing-value", 5, 6),
    ("array: bracket too many", b"[\"x\"]]", "text-after-value", 5, 6),
    ("array: comma at the end", b"[\"\",]", "trailing-comma", 3, 4),
    ("array: not closed", b"[\"x\"", "unclosed-bracket", 0, 1),
    ("array: value that is none", b"[x", "unclosed-bracket", 0, 1),
    ("array: inner array without a comma", b"[3[4]]", "missing-comma", 2, 3),
    ("array: semicolon", b"[1;2]", "missing-comma", 2, 3),
    ("array: comma alone", b"[,]", "missing-value", 1, 2),
    ("array: minus alone", b"[-]", "invalid-number", 1, 2),
    ("array: value missing", b"[   , \"\"]", "missing-value", 4, 5),
    ("array: lines, not closed", b"[\"a\",\n4\n,1,", "unclosed-bracket", 0, 1),
    ("array: vertical tab", b"[\"\x0ba\"\\f]", "control-character", 2, 3),
    ("array: star", b"[*]", "invalid-character", 1, 2),
    ("array: quote not closed", b"[\"\", \"", "unclosed-string", 5, 6),
    ("word: fals", b"[fals]", "invalid-keyword", 1, 5),
    ("word: nul", b"[nul]", "invalid-keyword", 1, 4),
    ("word: tru", b"[tru]", "invalid-keyword", 1, 4),
    ("word: True", b"[True]", "invalid-keyword", 1, 5),
    ("word: NaN", b"[NaN]", "invalid-keyword", 1, 4),
    ("word: Infinity", b"[Infinity]", "invalid-keyword", 1, 9),
    ("word: undefined", b"[undefined]", "invalid-keyword", 1, 10),
    ("number: two plus signs", b"[++1]", "invalid-number", 1, 4),
    ("number: plus sign", b"[+1]", "invalid-number", 1, 3),
    ("number: +Inf", b"[+Inf]", "invalid-number", 1, 5),
    ("number: -NaN", b"[-NaN]", "invalid-number", 1, 5),
    ("number: leading zero", b"[012]", "invalid-number", 1, 4),
    ("number: leading zero after a minus", b"[-012]", "invalid-number", 1, 5),
    ("number: several zeros", b"123\x00", "text-after-value", 3, 4),
    ("number: nothing before the point", b"[.123]", "invalid-number", 1, 5),
    ("number: nothing after the point", b"[1.]", "invalid-number", 1, 3),
    ("number: exponent after the point", b"[2.e3]", "invalid-number", 1, 5),
    ("number: two points", b"[0.1.2]", "invalid-number", 1, 6),
    ("number: exponent without digits", b"[0.3e]", "invalid-number", 1, 5),
    ("number: exponent with a sign alone", b"[0E+]", "invalid-number", 1, 4),
    ("number: two exponents", b"[1eE2]", "invalid-number", 1, 5),
    ("number: underscore", b"[1_000]", "invalid-number", 1, 6),
    ("number: space in it", b"[1 000.0]", "missing-comma", 3, 8),
    ("number: expression", b"[1+2]", "invalid-number", 1, 4),
    ("number: hexadecimal", b"[0x42]", "invalid-number", 1, 5),
    ("number: plus and minus", b"[0e+-1]", "invalid-number", 1, 6),
    ("number: minus and a space", b"[- 1]", "invalid-number", 1, 2),
    ("number: letters after it", b"[1.2a-3]", "invalid-number", 1, 7),
    ("number: digits of another script", "[\u{ff11}]".as_bytes(), "invalid-keyword", 1, 4),
    ("number: not UTF-8 after the exponent", b"[1e1\xe5]", "invalid-utf8", 4, 5),
    ("object: value that is none", b"[\"x\", truth]", "invalid-keyword", 6, 11),
    ("object: bracket as a name", b"{[: \"x\"}", "unclosed-bracket", 0, 1),
    ("object: comma for a colon", b"{\"x\", null}", "missing-value", 4, 5),
    ("object: two colons", b"{\"x\"::\"b\"}", "invalid-character", 5, 6),
    ("object: emoji as a name", "{\u{1f1e8}\u{1f1ed}}".as_bytes(), "unquoted-name", 1, 9),
    ("object: word after a value", b"{\"a\":\"a\" 123}", "missing-comma", 9, 12),
    ("object: name in single quotes", b"{key: 'value'}", "unquoted-name", 1, 4),
    ("object: name missing", b"{:\"b\"}", "invalid-name", 1, 2),
    ("object: colon missing", b"{\"a\" b}", "missing-colon", 5, 6),
    ("object: value missing", b"{\"a\":", "unclosed-bracket", 0, 1),
    ("object: name alone", b"{\"a\"", "unclosed-bracket", 0, 1),
    ("object: number as a name", b"{1:1}", "invalid-name", 1, 2),
    ("object: big number as a name", b"{9999E9999:1}", "invalid-name", 1, 10),
    ("object: null as a name", b"{null:null,null:null}", "invalid-name", 1, 5),
    ("object: several commas at the end", b"{\"id\":0,,,,,}", "invalid-name", 8, 9),
    ("object: single quotes", b"{'a':0}", "wrong-quotes", 1, 4),
    ("object: comma at the end", b"{\"id\":0,}", "trailing-comma", 7, 8),
    ("object: comment after it", b"{\"a\":\"b\"}/**/", "comment", 9, 13),
    ("object: open comment after it", b"{\"a\":\"b\"}/**//", "comment", 9, 13),
    ("object: line comment after it", b"{\"a\":\"b\"}//", "comment", 9, 11),
    ("object: slash after it", b"{\"a\":\"b\"}/", "text-after-value", 9, 10),
    ("object: two commas", b"{\"a\":\"b\",,\"c\":\"d\"}", "invalid-name", 9, 10),
    ("object: unquoted name", b"{a: \"b\"}", "unquoted-name", 1, 2),
    ("object: value not closed", b"{\"a\":\"a", "unclosed-string", 5, 7),
    ("object: string alone in it", b"{ \"foo\" : \"bar\", \"a\" }", "missing-value", 21, 22),
    ("object: hash after it", b"{\"a\":\"b\"}#", "comment", 9, 10),
    ("string: surrogate, then an escape", b"[\"\\uD800\\\"]", "unclosed-string", 1, 11),
    ("string: surrogate, then half an escape", b"[\"\\uD800\\u\"]", "lone-surrogate", 2, 8),
    ("string: surrogate, then another escape", b"[\"\\uD800\\u1x\"]", "lone-surrogate", 2, 8),
    ("string: lone low surrogate", b"[\"\\uDFAA\"]", "lone-surrogate", 2, 8),
    ("string: two high surrogates", b"[\"\\uD888\\u1234\"]", "lone-surrogate", 2, 8),
    ("string: surrogates in the wrong order", b"[\"\\uDd1e\\uD834\"]", "lone-surrogate", 2, 8),
    ("string: accent without quotes", "[\u{e9}]".as_bytes(), "invalid-keyword", 1, 3),
    ("string: backslash and zero", b"[\"\\\x00\"]", "invalid-escape", 2, 4),
    ("string: escape of x", b"[\"\\x00\"]", "invalid-escape", 2, 4),
    ("string: odd number of backslashes", b"[\"\\\\\\\"]", "unclosed-string", 1, 7),
    ("string: escaped tab character", b"[\"\\\t\"]", "invalid-escape", 2, 4),
    ("string: escaped emoji", "[\"\\\u{1f300}\"]".as_bytes(), "invalid-escape", 2, 7),
    ("string: escape without its character", b"[\"\\\"]", "unclosed-string", 1, 5),
    ("string: escape with too few digits", b"[\"\\u00A\"]", "invalid-escape", 2, 7),
    ("string: escape with other digits", b"[\"\\uqqqq\"]", "invalid-escape", 2, 4),
    ("string: escape with a capital U", b"[\"\\UA66D\"]", "invalid-escape", 2, 4),
    ("string: not UTF-8 in an escape", b"[\"\\u\xe5\"]", "invalid-escape", 2, 4),
    ("string: not UTF-8", b"[\"\xff\"]", "invalid-utf8", 2, 3),
    ("string: overlong form", b"[\"\xc0\xaf\"]", "invalid-utf8", 2, 3),
    ("string: surrogate in UTF-8", b"[\"\xed\xa0\x80\"]", "invalid-utf8", 2, 3),
    ("string: past the last character", b"[\"\xf4\xbf\xbf\xbf\"]", "invalid-utf8", 2, 3),
    ("string: escape outside of quotes", b"[\\u0020\"asd\"]", "invalid-character", 1, 2),
    ("string: lone quote", b"\"", "unclosed-string", 0, 1),
    ("string: single quotes", b"['single']", "wrong-quotes", 1, 9),
    ("string: no quotes", b"abc", "invalid-keyword", 0, 3),
    ("string: control character", b"[\"a\x00a\"]", "control-character", 3, 4),
    ("string: line break", b"[\"new\nline\"]", "unclosed-string", 1, 5),
    ("string: tab", b"[\"\t\"]", "control-character", 2, 3),
    ("structure: angle brackets", b"<null>", "invalid-character", 0, 1),
    ("structure: text after an array", b"[1]x", "text-after-value", 3, 4),
    ("structure: bracket after an array", b"[1]]", "text-after-value", 3, 4),
    ("structure: string not closed", b"[\"asd]", "unclosed-string", 1, 6),
    ("structure: word of ASCII", "a\u{e5}".as_bytes(), "invalid-keyword", 0, 3),
    ("structure: closing bracket alone", b"]", "missing-value", 0, 1),
    ("structure: comma for a brace", b"{\"x\": true,", "unclosed-bracket", 0, 1),
    ("structure: two arrays", b"[][]", "text-after-value", 2, 3),
    ("structure: part of a byte order mark", b"\xef\xbb{}", "invalid-utf8", 0, 2),
    ("structure: not UTF-8 alone", b"\xe5", "invalid-utf8", 0, 1),
    ("structure: opening bracket alone", b"[", "unclosed-bracket", 0, 1),
    ("structure: nothing", b"", "missing-value", 0, 0),
    ("structure: zero outside of a string", b"[\x00]", "invalid-character", 1, 2),
    ("structure: text after a number", b"2@", "text-after-value", 1, 2),
    ("structure: brace after an object", b"{}}", "text-after-value", 2, 3),
    ("structure: comment in an object", b"{\"a\":/*comment*/\"b\"}", "comment", 5, 16),
    ("structure: array, then an open apostrophe", b"['", "unclosed-bracket", 0, 1),
    ("structure: star", b"*", "invalid-character", 0, 1),
    ("structure: hash in an object", b"{\"a\":\"b\"}#{}", "comment", 9, 12),
    ("structure: word joiner", "[\u{2060}]".as_bytes(), "invalid-keyword", 1, 4),
    ("structure: escaped line break before a string", b"[\\u000A\"\"]", "invalid-character", 1, 2),
    ("structure: brackets that do not match", b"[1}", "mismatched-bracket", 2, 3),
    ("structure: byte order mark alone", b"\xef\xbb\xbf", "missing-value", 3, 3),
    ("structure: form feed", b"[\x0c]", "invalid-character", 1, 2),
    ("structure: space alone", b" ", "missing-value", 1, 1),
    ("structure: UTF-16 with its mark", b"\xff\xfe[\x00\"\x00\"\x00]\x00", "invalid-utf8", 0, 1),
    ("structure: UTF-16 without its mark", b"[\x00]\x00", "invalid-utf8", 1, 2),
];

#[test]
fn valid_json_is_accepted() {
    for (category, text) in ACCEPTED {
        let found = problems(text.as_bytes());
        assert!(found.is_empty(), "{category}: {found:?}");
    }
}

#[test]
fn invalid_json_is_rejected_at_its_place() {
    let mut wrong = Vec::new();
    for (category, bytes, code, start, end) in REJECTED {
        let found = problems(bytes);
        let first = found.first().map(|problem| {
            let name = problem.code.id().rsplit("::").next().unwrap_or_default();
            let range = problem.subject.map(|span| span.range()).unwrap_or_default();
            (name, range.start, range.end)
        });
        if first != Some((*code, *start, *end)) {
            wrong.push(format!("{category}: {first:?}, not {:?}", (code, start, end)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn json_with_comments_has_comments_and_trailing_commas() {
    let options = Options {
        jsonc: true,
        ..Options::default()
    };
    let text =
        "\u{feff}// first\n{\"a\": [1, /* two */ 2 , // last\n], /* \"b\": 3, */ \"c\" /**/ : \"//,]\" ,}//";
    let source = SourceMap::new().add("test.json", text).expect("tests are small");
    assert_eq!(options.parse_tree(&source).diagnostics, Diagnostics::new());
    assert_eq!(options.validate(&source), Ok(()));
    let plain = SourceMap::new()
        .add("test.json", "{\"a\": [1, 2], \"c\": \"//,]\"}")
        .expect("tests are small");
    assert_eq!(options.parse_value(&source), hcl2_json::parse_value(&plain));

    for (text, expected) in [
        ("[,]", &[("hcl2::json::missing-value", 1, 2)][..]),
        ("[1,,]", &[("hcl2::json::missing-value", 3, 4)]),
        ("[1] # no", &[("hcl2::json::comment", 4, 8)]),
        ("[1] /* no", &[("hcl2::json::comment", 4, 9)]),
        ("[1] /*/", &[("hcl2::json::comment", 4, 7)]),
    ] {
        let source = SourceMap::new().add("test.json", text).expect("tests are small");
        let problems = options.parse_tree(&source).diagnostics;
        let found: Vec<_> = problems
            .iter()
            .map(|problem| {
                let range = problem.subject.expect("every problem has a place").range();
                (problem.code.id(), range.start, range.end)
            })
            .collect();
        assert_eq!(found, expected, "of {text}");
        assert_eq!(options.parse_value(&source), Err(problems), "of {text}");
    }
}
