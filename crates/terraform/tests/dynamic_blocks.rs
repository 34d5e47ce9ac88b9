//! Dynamic blocks in resources whose schemas are not known.

mod support;

use hcl2_diagnostics::Diagnostics;
use support::{found, tree_problems};

fn problems(body: &str) -> (Diagnostics, String) {
    let text = format!("resource \"aws_x\" \"r\" {{\n{body}}}\n");
    (tree_problems(&[("main.tf", &text)], "").0, text)
}

#[track_caller]
fn check(body: &str, expected: &[(&str, &str)]) {
    let (problems, text) = problems(body);
    assert_eq!(found(&problems, &text), expected, "{body}");
}

#[test]
fn a_dynamic_block_has_content() {
    check("  dynamic \"a\" {\n    for_each = []\n    content {}\n  }\n", &[]);
    let missing = ("hcl2::decode::missing-content", "");
    check("  dynamic \"a\" {\n    for_each = []\n  }\n", &[missing]);
    let nested = "  dynamic \"a\" {\n    for_each = []\n    content {\n      dynamic \"b\" {\n        for_each = []\n      }\n    }\n  }\n";
    check(nested, &[missing]);
}

#[test]
fn an_iterator_has_a_key_and_a_value() {
    let unknown = "hcl2::expr::unknown-attribute";
    let of = |iterator: &str, reference: &str| {
        format!(
            "  dynamic \"a\" {{\n    for_each = [1]\n{iterator}    content {{\n      b = {reference}\n    }}\n  }}\n"
        )
    };
    for reference in ["a.key", "a.value", "a.value.b[0]", "[for b in a.value : b.c]"] {
        check(&of("", reference), &[]);
    }
    check(&of("", "a.valu"), &[(unknown, ".valu")]);
    check(&of("    iterator = i\n", "i.value"), &[]);
    check(&of("    iterator = i\n", "i.b"), &[(unknown, ".b")]);
}

#[test]
fn the_iterator_of_an_outer_block_is_known_in_an_inner_one() {
    let body = "  dynamic \"a\" {\n    for_each = [1]\n    content {\n      dynamic \"b\" {\n        for_each = a.value.c\n        content \
                {\n          d = a.key + b.value\n        }\n      }\n    }\n  }\n";
    check(body, &[]);
    check(
        &body.replace("a.key", "a.kye"),
        &[("hcl2::expr::unknown-attribute", ".kye")],
    );
}
