//! Comparing configurations by what they mean.

use hcl2::diagnostics::SourceMap;
use hcl2::model::BodyRef;
use hcl2::native::compare;
use hcl2::{ParseOptions, Syntax};
use hcl2_testing::assert_linear;

/// Returns the changes between two sources. A source that starts with a brace is JSON.
fn changes(before: &str, after: &str) -> Vec<String> {
    changes_between(&bodies(before, after))
}

fn bodies(before: &str, after: &str) -> [BodyRef; 2] {
    let mut sources = SourceMap::new();
    [before, after].map(|text| {
        let source = sources.add("text", text).expect("the source is small");
        let syntax = if text.starts_with('{') {
            Syntax::Json
        } else {
            Syntax::Native
        };
        let parsed = ParseOptions::new().parse(&source, syntax);
        assert!(
            !parsed.diagnostics.has_errors(),
            "{text}: {:?}",
            parsed.diagnostics
        );
        parsed.value
    })
}

fn changes_between([before, after]: &[BodyRef; 2]) -> Vec<String> {
    let compared = compare(before, after);
    let problems = [&compared.problems_before, &compared.problems_after];
    assert!(
        problems.iter().all(|problems| problems.is_empty()),
        "{problems:?}"
    );
    compared.changes.iter().map(ToString::to_string).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn configurations_with_the_same_meaning_have_no_changes() {
    for (before, after) in [
        ("a = 1\nb = 2\n", "# b first\nb=2 # two\na   =   1.0\n"),
        ("a = \"x\\n\"\n", "a = <<E\nx\nE\n"),
        ("a = b\n", "a = \"${ b }\"\n"),
        ("a = (b)\n", "a = b\n"),
        ("a = [1, f(b),]\n", "a = [\n  1,\n  f( b )\n]\n"),
        ("a = { x = 1, y = b }\n", "a = {\n  y : b\n  \"x\" = 1\n}\n"),
        ("x {}\ny {}\n", "y {}\nx {}\n"),
        ("x \"a\" {}\nx \"b\" {}\n", "x \"b\" {}\nx \"a\" {}\n"),
        ("a = \"v-${b}\"\n", "a = \"v-${ /* c */ b}\"\n"),
        (
            "a = \"v-${b}\"\nc = [d]\ne { f = 1 }\n",
            "{\"a\": \"v-${b}\", \"c\": [\"${d}\"], \"e\": {\"f\": 1}}",
        ),
        ("e \"x\" { f = g }\n", "{\"e\": {\"x\": {\"f\": \"${g}\"}}}"),
        (
            "{\"a\": [1, {\"b\": \"${c}\"}]}",
            "{\"a\": [1.0, {\"b\": \"${ c }\"}]}",
        ),
    ] {
        assert_eq!(changes(before, after), NONE, "{before}\n{after}");
        assert_eq!(changes(after, before), NONE, "{after}\n{before}");
    }
}

#[test]
fn a_change_has_the_innermost_address() {
    for (before, after, wanted) in [
        ("a = 1\n", "a = 2\n", vec!["~ a"]),
        ("a = 1\n", "a = \"1\"\n", vec!["~ a"]),
        ("a = 1\n", "b = 1\n", vec!["- a", "+ b"]),
        (
            "a = { x = 1, y = b }\n",
            "a = { x = 1, y = c, z = 1 }\n",
            vec!["~ a.y", "+ a.z"],
        ),
        ("a = [1, b]\n", "a = [1, c]\n", vec!["~ a[1]"]),
        ("a = [1, b]\n", "a = [1]\n", vec!["~ a"]),
        ("a = b + c\n", "a = b - c\n", vec!["~ a"]),
        ("a = \"x ${b}\"\n", "a = \"x  ${b}\"\n", vec!["~ a"]),
        (
            "s \"web\" {\n  p = 1\n}\n",
            "s \"web\" {\n  p = 2\n}\n",
            vec!["~ s.web.p"],
        ),
        ("s \"web\" {}\n", "s \"api\" {}\n", vec!["- s.web", "+ s.api"]),
        (
            "s \"web\" { p = 1 }\n",
            "{\"s\": {\"web\": {\"p\": \"${q}\"}}}",
            vec!["~ s.web.p"],
        ),
    ] {
        assert_eq!(changes(before, after), wanted, "{before}\n{after}");
    }
}

#[test]
fn an_added_or_removed_block_leaves_the_others_unchanged() {
    let block = |number: u32| format!("b {{\n  n = {number}\n}}\n");
    let text = |numbers: &[u32]| numbers.iter().map(|number| block(*number)).collect::<String>();
    assert_eq!(changes(&text(&[1, 2, 3]), &text(&[1, 3])), ["- b[1]"]);
    assert_eq!(changes(&text(&[1, 3]), &text(&[1, 2, 3])), ["+ b[1]"]);
    assert_eq!(changes(&text(&[2, 3]), &text(&[1, 2, 3])), ["+ b[0]"]);
    assert_eq!(changes(&text(&[1, 2, 3]), &text(&[1, 9, 3])), ["~ b[1].n"]);
    assert_eq!(changes(&text(&[1, 2]), &text(&[2, 1])), ["~ b[0].n", "~ b[1].n"]);
    assert_eq!(changes(&text(&[]), &text(&[1])), ["+ b"]);
}

/// Returns blocks nested to a depth of `n`, each behind an empty one of its type, with `leaf` in the innermost.
fn nested(n: usize, leaf: &str) -> String {
    "b {\nb {}\n".repeat(n) + leaf + &"}\n".repeat(n)
}

#[test]
fn nested_blocks_are_named_by_their_position() {
    let found = changes(&nested(60, "a = 1\n"), &nested(60, "a = 2\n"));
    let address = "b[1].".repeat(59) + "b[1].a";
    assert_eq!(found.len(), 1);
    assert!(
        found[0].ends_with(".a") && found[0].len() <= address.len() + 4,
        "{found:?}"
    );
}

#[test]
fn comparing_nested_blocks_takes_linear_time() {
    assert_linear(
        "nested blocks",
        15,
        |n| bodies(&nested(n, "a = 1\n"), &nested(n, "a = 2\n")),
        |bodies| changes_between(&bodies),
    );
}

#[test]
fn comparing_repeated_blocks_takes_linear_time() {
    let repeated = |n: usize, last: &str| "b {\n  a = 1\n}\n".repeat(n) + "b {\n  a = " + last + "\n}\n";
    assert_linear(
        "repeated blocks",
        500,
        |n| bodies(&repeated(n, "1"), &repeated(n, "2")),
        |bodies| changes_between(&bodies),
    );
}

#[test]
fn comparing_many_items_takes_linear_time() {
    let list = |n: usize, item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
    let attributes = |n| list(n, &|number| format!("a{number} = 1\n"));
    let types = |n| list(n, &|number| format!("b{number} {{\n}}\n"));
    let keys = |n| format!("a = {{{}}}\n", list(n, &|number| format!("k{number} = 1, ")));
    let labels = |n| {
        format!(
            "b {}{{\n  a = 1\n}}\n",
            list(n, &|number| format!("\"l{number}\" "))
        )
    };
    let texts: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("attributes", &attributes),
        ("block types", &types),
        ("keys", &keys),
        ("labels", &labels),
    ];
    for (what, text) in texts {
        assert_linear(
            what,
            500,
            |n| bodies(&text(n), &text(n).replace("= 1", "= 2")),
            |bodies| changes_between(&bodies).len(),
        );
    }
}

#[test]
fn a_configuration_does_not_differ_from_itself() {
    for text in [
        "a = <<E\nx ${b} y\nE\n",
        "a = [<<-E\n  x ${b}\n    y\n  E\n, 1]\n",
        "a = { \"${b}\" = 1, \"${b}\" = 2, (c) = 3, \"d\" = 4, d = 5 }\n",
        "a = { b = f(x), b = f(y) }\n",
        "a = \"%{ if b }x%{ endif }\"\n",
        "{\"a\": {\"${x}\": 1, \"${x}\": 2, \"b\": \"${y} z\"}}",
        "{\"a\": [1, {\"k${v}\": [{\"${w}\": null}]}]}",
        "{\"a\": {\"${\": 1, \"b\": \"%{ if\"}}",
        "{\"a\": {\"b\": \"${x}\", \"b\": \"${y}\"}}",
    ] {
        assert_eq!(changes(text, text), NONE, "{text}");
    }
    assert_eq!(
        changes("{\"a\": {\"${x}\": 1}}", "{\"a\": {\"${x}\": 2}}"),
        ["~ a[\"$${x}\"]"]
    );
    assert_eq!(
        changes("{\"a\": {\"${x}\": 1}}", "{\"a\": {\"${y}\": 1}}"),
        ["~ a"]
    );
    assert_eq!(changes("{\"a\": \"${\"}", "{\"a\": \"%{\"}"), ["~ a"]);
}

#[test]
fn line_ends_between_items_mean_what_commas_mean() {
    let one = "a = { (x) = { (y) = 1, (z) = { for k, v in w : k => v } } }\nb = f({ (x) = 1, y = g })\n";
    let other = "a = {\n  (x) = { # c\n    (y) = 1\n    (z) = {\n      for k, v in w :\n      k => v\n    }\n  }\n}\nb = f({\n  (x) = 1 // c\n  y = g,\n})\n";
    assert_eq!(changes(one, other), [""; 0]);
    assert_eq!(changes(one, &other.replace("(y) = 1\n", "(y) = 2\n")).len(), 1);
}

#[test]
fn blocks_with_other_numbers_of_labels_are_other_blocks() {
    assert_eq!(changes("rule {}\n", "rule \"x\" {}\n"), ["- rule", "+ rule.x"]);
    assert_eq!(changes("rule \"x\" {}\n", "rule {}\n"), ["- rule.x", "+ rule"]);
    assert_eq!(changes("rule \"x\" {}\n", "{\"rule\": {\"x\": {}}}"), NONE);
}
