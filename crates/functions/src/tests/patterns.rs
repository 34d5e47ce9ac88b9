//! Regular expressions.

use hcl2_value::{Type, Value};

use super::{fail, ok, s, strings};

fn all(pattern: &str, text: &str) -> Vec<String> {
    let found = ok("regexall", [s(pattern), s(text)]);
    let items = found.elements().unwrap().iter();
    items.map(|item| item.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_match_is_told_by_the_groups_of_the_pattern() {
    assert_eq!(ok("regex", [s("b+"), s("abbb")]), s("bbb"));
    let groups = Value::tuple([s("a"), Value::null(Type::STRING)]);
    assert_eq!(ok("regex", [s("(a)|(b)"), s("ab")]), groups);
    let named = Value::object([("x", s("a")), ("y", Value::null(Type::STRING))]);
    assert_eq!(ok("regex", [s("(?P<x>a)|(?<y>b)"), s("ab")]), named);
    assert_eq!(
        ok("regexall", [s("(?P<x>z)"), s("ab")]).ty(),
        &Type::list(Type::object([("x", Type::STRING)]))
    );
    assert!(
        fail("regex", [s("(a)(?P<b>b)"), s("ab")], Some(0)).contains("groups with names and groups without")
    );
    assert_eq!(
        fail("regex", [s("z"), s("ab")], None),
        "the pattern matches no part of the text"
    );
}

#[test]
fn the_pattern_tells_the_type_of_an_unknown_result() {
    let unknown = || Value::unknown(Type::STRING);
    assert_eq!(
        ok("regex", [s("(a)"), unknown()]),
        Value::unknown_not_null(Type::tuple([Type::STRING]))
    );
    assert_eq!(
        ok("regexall", [s("a"), unknown()]),
        Value::unknown_not_null(Type::list(Type::STRING))
    );
    assert!(ok("regex", [unknown(), s("a")]).is_dynamic());
    assert!(ok("regexall", [unknown(), s("a")]).ty().has_dynamic());
}

#[test]
fn the_syntax_is_that_of_re2() {
    let cases: [(&str, &str, &[&str]); 48] = [
        (r"\d+", "1٣2", &["1", "2"]),
        (r"\w+", "aé_1", &["a", "_1"]),
        (r"\s", "\u{b}\u{a0} ", &[" "]),
        (r"\bx\b", "éx x", &["x", "x"]),
        (r"[^\d]", "1é", &["é"]),
        (r"\D", "1é", &["é"]),
        (r"[\D]", "1é", &["é"]),
        (r"\Qa.b\E+", "a.bb", &["a.bb"]),
        (r"\Q.*", "a.*", &[".*"]),
        (r"\101\x42\x{43}", "ABC", &["ABC"]),
        (r"\0", "\0", &["\0"]),
        (
            r"\a\f\t\n\r\v",
            "\u{7}\u{c}\t\n\r\u{b}",
            &["\u{7}\u{c}\t\n\r\u{b}"],
        ),
        (r"\_\-\!", "_-!", &["_-!"]),
        (r"[[a]+", "[a", &["[a"]),
        (r"[a[b]", "[", &["["]),
        (r"[a&&b]+", "a&b", &["a&b"]),
        (r"[---b]+", "-b", &["-b"]),
        (r"[]a]+", "]a", &["]a"]),
        (r"[^]a]", "]b", &["b"]),
        (r"[a-]+", "-a", &["-a"]),
        (r"[+--]+", "+,-", &["+,-"]),
        (r"[[:alpha:]]+", "aé", &["a"]),
        (r"[[:^alpha:]]", "aé", &["é"]),
        (r"[[:word:]-]+", "a-1", &["a-1"]),
        (r"[[:foo]+", "[:f", &["[:f"]),
        (r"a{,2}", "a{,2}", &["a{,2}"]),
        (r"{", "{", &["{"]),
        (r"a{2}", "aaaaa", &["aa", "aa"]),
        (r"a{01}", "a{01}", &["a{01}"]),
        (r"a{1,}?", "aa", &["a", "a"]),
        (r"(?U)a+", "aa", &["a", "a"]),
        (r"(?U)a+?", "aa", &["aa"]),
        (r"(?i)straße", "STRAßE STRASSE", &["STRAßE"]),
        (r"(?i)[r-t]", "\u{17f}", &["\u{17f}"]),
        (r"(?i:a)b", "AbAB", &["Ab"]),
        (r"(?i)(?-i)a|(?i)b", "AaB", &["a", "B"]),
        (r"a.c", "a\nc abc", &["abc"]),
        (r"(?s)a.c", "a\nc", &["a\nc"]),
        (r"(?m)^b$", "a\nb\nc", &["b"]),
        (r"^b$", "a\nb\nc", &[]),
        (r"\Ab\z", "b", &["b"]),
        (r"\pN+", "1٣a", &["1٣"]),
        (r"\p{Greek}+\P{Greek}", "αβc", &["αβc"]),
        (r"\p{^Lu}", "Aa", &["a"]),
        // Terraform 1.14.9 and the change log of OpenTofu 1.11.0 know the long names.
        (r"\p{Letter}+", "ab1cé", &["ab", "cé"]),
        (r"\P{decimal number}", "1a", &["a"]),
        (r"\p{uppercase-letter}\p{cased_letter}", "aBc", &["Bc"]),
        (r"\p{greek}\p{ASCII}", "αb", &["αb"]),
    ];
    for (pattern, text, expected) in cases {
        assert_eq!(all(pattern, text), expected, "{pattern}");
    }
}

#[test]
fn what_is_no_pattern_is_refused() {
    let cases = [
        ("(", "a group is not closed with ): \"(\""),
        ("a(b(c)", "a group is not closed"),
        (")", "there is no group to close"),
        ("[a", "a class is not closed"),
        ("[", "a class is not closed"),
        ("[]", "a class is not closed"),
        (
            "[b-a]",
            "the first character of a range must not be after the last: \"b-a\"",
        ),
        (r"[a-\d]", "has no meaning"),
        ("[[:foo:]]", "there is no class with this name"),
        ("*", "there is nothing before it to repeat"),
        ("a|*", "there is nothing before it to repeat"),
        ("(*)", "there is nothing before it to repeat"),
        ("a**", "cannot be repeated without a group"),
        ("a*??", "cannot be repeated without a group"),
        ("a{2}{3}", "cannot be repeated without a group"),
        ("a{1001}", "at most 1000"),
        ("a{2,1}", "at most 1000, the lower first"),
        ("((a{100}){10}){2}", "more than 1000 times"),
        (r"\8", "has no meaning"),
        (r"\1", "cannot be referred to"),
        (r"\Z", "has no meaning"),
        (r"\C", "has no meaning"),
        (r"\é", "has no meaning"),
        ("\\", "must be followed by what it escapes"),
        (r"\x4", "hexadecimal digits"),
        (r"\x{110000}", "hexadecimal digits"),
        (r"\p{Klingon}", "general category or script"),
        (r"\p{isLetter}", "general category or script"),
        (r"\p{Script=Greek}", "general category or script"),
        (r"\pX", "general category or script"),
        ("(?x)a", "flags of i, m, s and U"),
        ("(?i-)a", "flags of i, m, s and U"),
        ("(?P<a-b>x)", "the name of a group"),
        ("(?<a", "the name of a group"),
        ("(?=a)", "flags of i, m, s and U"),
        ("[a-z]{1000}[a-z]{1000}\\pL{1000}", "the pattern is too large"),
    ];
    for (pattern, part) in cases {
        let message = fail("regexall", [s(pattern), s("x")], Some(0));
        assert!(message.contains(part), "{pattern}: {message}");
    }
    assert!(fail("regexreplace", [s("x"), s("("), s("")], None).contains("is not closed"));
}

#[cfg(feature = "terraform")]
#[test]
fn old_versions_know_exact_names_of_classes() {
    // `terraform plan` 1.13.5 and 1.15.5 with `can(regexall("\\p{NAME}", "a"))` for each name.
    let (both, newer, none) = (
        [
            "L",
            "Lu",
            "C",
            "Cs",
            "Any",
            "^L",
            "Greek",
            "Nko",
            "Kawi",
            "Common",
            "Inherited",
        ],
        [
            "LC",
            "Cn",
            "ASCII",
            "Assigned",
            "Letter",
            "letter",
            "lu",
            "lU",
            "greek",
            "N_Ko",
            "digit",
            "punct",
            "^Letter",
            "L u",
            "_L_",
            "Cased_Letter",
            "Surrogate",
            "Unassigned",
            "cntrl",
        ],
        ["Grek", "Latn", "Zinh", "Qaai", "Hani", "Zzzz", "Letter1"],
    );
    let [regex, regexall, replace] = crate::terraform::with_exact_names();
    let exact = |name: &str| {
        let pattern = format!(r"(?:\p{{{name}}})?");
        let calls = [
            regex.call(&[s(&pattern), s("a")]),
            regexall.call(&[s(&pattern), s("a")]),
            replace.call(&[s("a"), s(&format!("/{pattern}/")), s("")]),
        ];
        let known = calls.iter().filter(|call| call.is_ok()).count();
        assert!([0, 3].contains(&known), "{name}: {calls:?}");
        known == 3
    };
    let any = |name: &str| {
        crate::regexall()
            .call(&[s(&format!(r"\p{{{name}}}")), s("a")])
            .is_ok()
    };
    for (names, is_exact, is_any) in [
        (&both[..], true, true),
        (&newer[..], false, true),
        (&none[..], false, false),
    ] {
        for name in names {
            assert_eq!((exact(name), any(name)), (is_exact, is_any), "{name}");
        }
    }
    // The newer versions of the reference reject the names of several words, which follow the specification of patterns.
    for name in ["Old_Italic", "SignWriting", "Phags_Pa"] {
        assert!(exact(name) && any(name), "{name}");
    }
}

#[test]
fn empty_matches_are_found_between_others() {
    assert_eq!(all("x*", "axxb日"), ["", "xx", "", ""]);
    assert_eq!(all("", "é"), ["", ""]);
    assert_eq!(ok("regexreplace", [s("axxb"), s("x*"), s("-")]), s("-a-b-"));
    assert_eq!(ok("regexreplace", [s(""), s("x*"), s("-")]), s("-"));
}

#[test]
fn a_replacement_refers_to_groups() {
    let cases = [
        ("$2 $1", "lo hel"),
        ("${1}x$1x", "helx"),
        ("${b}$0", "lohello"),
        ("$$1$", "$1$"),
        ("$9|$b|$01|$é|${1", "|lo||$é|${1"),
        ("$ $- ${}", "$ $- ${}"),
    ];
    for (replacement, expected) in cases {
        let expected = expected.replace("$é", if replacement.contains('é') { "" } else { "$é" });
        let arguments = [s("hello"), s("(hel)(?P<b>lo)"), s(replacement)];
        assert_eq!(ok("regexreplace", arguments), s(&expected), "{replacement}");
    }
    let arguments = [s("ab"), s("(?P<x>a)|(?P<x>b)"), s("[$x]")];
    assert_eq!(ok("regexreplace", arguments), s("[a][b]"));
    assert_eq!(
        ok("split", [s(","), ok("regexreplace", [s("a-b"), s("-"), s(",")])]),
        strings(&["a", "b"])
    );
}
