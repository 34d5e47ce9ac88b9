//! The canonical style of Terraform: what is rewritten, and what of whole modules stays.

use crate::support::layouts;

use crate::support::layouts::{formatted, source};
use hcl2_terraform::Converter;

/// Sources with the output of Terraform 1.11.
#[test]
fn interpolations_types_and_labels_are_rewritten() {
    for (text, wanted) in [
        ("a = \"${b}\"\n", "a = b\n"),
        ("a = \"${b}-1\"\n", "a = \"${b}-1\"\n"),
        ("a = \"${b}${c}\"\n", "a = \"${b}${c}\"\n"),
        ("a = [\"${b}\"]\n", "a = [\"${b}\"]\n"),
        ("a = (\"${b}\")\n", "a = (\"${b}\")\n"),
        ("a = \"${\"x\"}\"\n", "a = \"x\"\n"),
        ("a = \"${f(\"${b}\")}\"\n", "a = f(\"${b}\")\n"),
        ("a = \"${~ b ~}\"\n", "a = b\n"),
        ("a = \"${null}\"\n", "a = null\n"),
        ("a = \"${ /* b */ c }\" # d\n", "a = /* b */ c # d\n"),
        ("a = \"${\n b\n}\" # c\n", "a = b # c\n"),
        ("a = \"${ b # c\n}\"\n", "a = b # c\n\n"),
        ("a = \"${ b ? \n 1:2 }\"\n", "a = (b ?\n1 : 2)\n"),
        ("a = \"${(1\n+2)}\"\n", "a = (1\n+ 2)\n"),
        ("a = \"${f({\n  b = 1\n})}\"\n", "a = (f({\n  b = 1\n}))\n"),
        ("a \"b\" c {}\n", "a \"b\" \"c\" {}\n"),
        (
            "variable \"v\" {\n  type = list\n}\n",
            "variable \"v\" {\n  type = list(any)\n}\n",
        ),
        (
            "variable \"v\" {\n  type = \"list\"\n}\n",
            "variable \"v\" {\n  type = list(string)\n}\n",
        ),
        (
            "variable \"v\" {\n  type = \"map\" # m\n}\n",
            "variable \"v\" {\n  type = map(string) # m\n}\n",
        ),
        (
            "variable v { type = \"string\" }\n",
            "variable \"v\" { type = string }\n",
        ),
        (
            "variable \"v\" {\n  type = \"any\"\n}\n",
            "variable \"v\" {\n  type = \"any\"\n}\n",
        ),
        (
            "variable \"v\" {\n  n {\n    type = \"list\"\n  }\n}\n",
            "variable \"v\" {\n  n {\n    type = \"list\"\n  }\n}\n",
        ),
        ("type = \"list\"\n", "type = \"list\"\n"),
        (
            "output \"v\" {\n  type = list\n}\n",
            "output \"v\" {\n  type = list\n}\n",
        ),
    ] {
        assert_eq!(formatted("main.tf", text), wanted);
    }
}

/// Terraform drops the comment, and removes one interpolation at a time.
#[test]
fn formatting_keeps_comments_and_is_idempotent() {
    assert_eq!(
        formatted("main.tf", "a b /* c */ \"d\" {}\n"),
        "a \"b\" /* c */ \"d\" {}\n"
    );
    assert_eq!(formatted("main.tf", "a = \"${\"${\"${b}\"}\"}\"\n"), "a = b\n");
}

#[test]
fn text_with_errors_is_only_laid_out() {
    assert_eq!(
        formatted("main.tf", "a=\"${b}\"\nc d {\n"),
        "a = \"${b}\"\nc d {\n"
    );
    assert_eq!(formatted("main.tf", "a   = \"${b +}\"\n"), "a = \"${b +}\"\n");
}

#[test]
fn formatting_a_corpus_is_idempotent_and_keeps_its_meaning() {
    for layout in layouts::all() {
        let (place, ours) = (layout.path.display(), layout.formatted);
        assert_eq!(formatted("main.tf", &ours), ours, "{place} is formatted twice");
        if layout.has_errors {
            continue;
        }
        let difference = Converter::new().difference(&source("main.tf", &layout.given), &ours);
        assert_eq!(difference, None, "{place} means something else");
    }
}
