//! The places of problems.

use hcl2_diagnostics::codes::{policy as codes, terraform as terraform_codes};
use hcl2_diagnostics::{Code, Diagnostics, SourceMap};
use hcl2_policy::{Options, World, evaluate};

use crate::shared::{created, policy, run};

/// Asserts that the first problem has a code and covers a part of the text.
fn assert_first(text: &str, problems: &Diagnostics, code: Code, part: &str) {
    let problem = problems.iter().next().expect("a problem");
    let place = problem.subject.expect("a place");
    let covered = &text[place.start as usize..place.end as usize];
    assert_eq!((problem.code, covered), (code, part), "{text}");
}

#[test]
fn problems_of_policies_have_places() {
    let cases = [
        (
            "resource_policy \"acme_disk\" \"p\" {\n  operations = [\"make\"]\n  enforce {\n    condition = true\n  }\n}\n",
            codes::INVALID_OPERATIONS,
            "[\"make\"]",
        ),
        (
            "resource_policy \"acme_disk\" \"p\" {\n  filter = local.nme\n  enforce {\n    condition = true\n  }\n}\n",
            terraform_codes::UNDECLARED,
            "local.nme",
        ),
        (
            "resource_policy \"acme_disk\" \"p\" {\n}\n",
            terraform_codes::MISSING_BLOCK,
            "resource_policy \"acme_disk\" \"p\"",
        ),
        (
            "resource_policy \"acme_disc\" \"p\" {\n  enforce {\n    condition = true\n  }\n}\n",
            codes::NO_SUBJECT,
            "\"acme_disc\"",
        ),
        (
            "input \"n\" {\n  type = bool\n}\nresource_policy \"acme_disk\" \"p\" {\n  enforce {\n    condition = input.n\n  }\n}\n",
            codes::MISSING_INPUT,
            "input \"n\"",
        ),
        (
            "input \"n\" {\n  type    = number\n  default = \"a\"\n}\n",
            codes::INVALID_INPUT,
            "\"a\"",
        ),
        (
            "resource_policy \"acme_disk\" \"p\" {\n  enforcement_level = \"hard\"\n  enforce {\n    condition = true\n  }\n}\n",
            codes::INVALID_LEVEL,
            "\"hard\"",
        ),
        (
            "resource_policy \"acme_disk\" \"p\" {\n  filter = [1, 2]\n  enforce {\n    condition = true\n  }\n}\n",
            codes::INVALID_CONDITION,
            "[1, 2]",
        ),
    ];
    for (text, code, part) in cases {
        let (file, mut problems) = policy(text);
        let found = evaluate(&[file], &created("{}", "{}"), &Options::default());
        problems.append(found.diagnostics);
        assert_first(text, &problems, code, part);
    }
}

#[test]
fn problems_of_tests_have_places() {
    let cases = [
        (
            "resource \"acme_disk\" \"a\" {\n  attrs = \"one\"\n}\n",
            codes::INVALID_MOCK,
            "\"one\"",
        ),
        (
            "resource \"acme_disk\" \"a\" {}\nresource \"acme_disk\" \"a\" {}\n",
            terraform_codes::DUPLICATE_DECLARATION,
            "resource \"acme_disk\" \"a\"",
        ),
    ];
    for (text, code, part) in cases {
        let (_, problems) = run("", text);
        assert_first(text, &problems, code, part);
    }
}

#[test]
fn plan_in_another_form_has_a_place() {
    for (text, code, part) in [
        ("{}", codes::INVALID_PLAN, "{"),
        ("[1]", codes::INVALID_PLAN, "["),
    ] {
        let source = SourceMap::new().add("plan.json", text).expect("a short source");
        let problems = World::from_json(&source).expect_err("no plan");
        assert_first(text, &problems, code, part);
    }
}
