//! Dynamic blocks in resources whose schemas are not known.

use crate::support::{found, tree_problems};
use hcl2_diagnostics::{Diagnostics, Severity};

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

/// Terraform evaluates the contents of dynamic blocks once it knows that they have elements.
#[test]
fn problems_in_content_are_errors_only_if_the_block_surely_has_elements() {
    let names = "variable \"v\" {\n  default = []\n}\nlocals {\n  known   = [local.one]\n  one     = 1\n  unknown = [for v in var.v : v]\n}\n";
    let rows = [
        ("[1]", Severity::Error),
        ("local.known", Severity::Error),
        ("{ a = local.one }", Severity::Error),
        ("[]", Severity::Warning),
        ("var.v", Severity::Warning),
        ("local.unknown", Severity::Warning),
        ("var.v == [] ? [] : [1]", Severity::Warning),
        ("terraform_data.x.output", Severity::Warning),
    ];
    let references = [
        ("each.value", "hcl2::terraform::invalid-reference", "each.value"),
        ("local.nope", "hcl2::terraform::undeclared", "local.nope"),
        (
            "terraform_data.nope.id",
            "hcl2::terraform::undeclared",
            "terraform_data.nope",
        ),
        ("a.nope", "hcl2::expr::unknown-attribute", ".nope"),
        ("nope(1)", "hcl2::expr::unknown-function", "nope"),
    ];
    for (each, severity) in rows {
        for (reference, code, place) in references {
            let text = format!(
                "{names}resource \"terraform_data\" \"x\" {{}}\nresource \"aws_x\" \"r\" {{\n  dynamic \"a\" {{\n    for_each = {each}\n    \
                 content {{\n      dynamic \"b\" {{\n        for_each = [a.key]\n        content {{\n          c = {reference}\n        }}\n      \
                 }}\n      c = {reference}\n    }}\n  }}\n}}\n"
            );
            let problems = tree_problems(&[("main.tf", &text)], "").0;
            assert_eq!(found(&problems, &text), [(code, place); 2], "{text}");
            let severities: Vec<Severity> = problems.iter().map(|problem| problem.severity).collect();
            assert_eq!(severities[1], severity, "{text}");
            // A key of the outer block is known only where it has elements.
            assert!(
                severities[0] == severity || severities[0] == Severity::Warning,
                "{text}"
            );
        }
    }
}
