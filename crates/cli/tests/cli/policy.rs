//! `hcl2 policy` and `hcl2 policy test`.

use crate::world::{directory, said};

const POLICY: &str = "resource_policy \"terraform_data\" \"named\" {\n  enforce {\n    condition     = attrs.input != \"bad\"\n    error_message = \"The input is ${attrs.input}.\"\n  }\n}\n\nresource_policy \"terraform_data\" \"identified\" {\n  enforcement_level = \"advisory\"\n  enforce {\n    condition = attrs.id == \"x\"\n  }\n}\n";
const MODULE: &str = "variable \"name\" {\n  default = \"bad\"\n}\nresource \"terraform_data\" \"d\" {\n  input = var.name\n}\n";

#[test]
fn findings_have_the_values_that_decide_and_their_sources() {
    let directory = directory(&[("p/a.policy.hcl", POLICY), ("main.tf", MODULE)]);
    let (status, judged) = said(directory.path(), &["policy", "--policies", "p"]);
    let expected = "\
fail  terraform_data.d  named  (mandatory, p/a.policy.hcl:1:1)
    The input is bad.
      terraform_data.d.input = \"bad\"  (main.tf:5:11)
      └─ var.name = \"bad\"  (default, main.tf:2:13)
unknown  terraform_data.d  identified  (advisory, p/a.policy.hcl:8:1)
    Cannot be known before apply (p/a.policy.hcl:11:17):
      terraform_data.d.id = (known after apply)  (set by the provider, main.tf:4:1)
2 policies for 1 subject: 0 passed, 1 failed, 1 cannot be known before apply.
";
    assert_eq!((status, judged.as_str()), (1, expected));
    let good = ["policy", "--policies", "p", "--var", "name=good", "--verbose"];
    let (status, judged) = said(directory.path(), &good);
    assert_eq!(status, 0, "{judged}");
    assert!(
        judged.contains("pass  terraform_data.d  named  (mandatory, p/a.policy.hcl:1:1)\n"),
        "{judged}"
    );
}

#[test]
fn only_mandatory_failures_and_undecided_policies_on_request_set_the_status() {
    let policy = |level: &str, condition: &str| {
        format!(
            "resource_policy \"terraform_data\" \"p\" {{\n  enforcement_level = \"{level}\"\n  enforce {{\n    condition = {condition}\n  }}\n}}\n"
        )
    };
    let status = |level: &str, condition: &str, options: &[&str]| {
        let directory = directory(&[("a.policy.hcl", &policy(level, condition)), ("main.tf", MODULE)]);
        let arguments: Vec<&str> = ["policy", "--policies", "."]
            .iter()
            .chain(options)
            .copied()
            .collect();
        said(directory.path(), &arguments).0
    };
    assert_eq!(status("mandatory", "false", &[]), 1);
    assert_eq!(status("mandatory", "false", &["--allow-override"]), 1);
    assert_eq!(status("mandatory_overridable", "false", &[]), 1);
    assert_eq!(status("mandatory_overridable", "false", &["--allow-override"]), 0);
    assert_eq!(status("advisory", "false", &[]), 0);
    assert_eq!(status("mandatory", "attrs.id == \"x\"", &[]), 0);
    assert_eq!(
        status("mandatory", "attrs.id == \"x\"", &["--fail-on-unknown"]),
        1
    );
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let directory = directory(&[("p/a.policy.hcl", POLICY), ("main.tf", MODULE)]);
    let run = |options: &[&str]| {
        let arguments = [&["policy", "--policies", "p"], options].concat();
        said(directory.path(), &arguments)
    };
    let (status, judged) = run(&["--var", "nmae=x"]);
    assert_eq!(status, 1, "{judged}");
    assert!(judged.contains("declares no variable `nmae`"), "{judged}");
    for option in [
        ["--var", "name=x"],
        ["--var-file", "x.tfvars"],
        ["--assume", "terraform_data.d.id=\"x\""],
        ["--data", "x.json"],
        ["--workspace", "w"],
    ] {
        let (status, judged) = run(&[&["--plan", "plan.json"][..], &option].concat());
        assert_eq!(status, 2, "{judged}");
        assert!(judged.contains(&format!("'{}", option[0])), "{judged}");
    }
}

#[test]
fn a_broken_condition_is_reported_once() {
    let policy = "resource_policy \"terraform_data\" \"p\" {\n  enforce {\n    condition = core::nosuch(attrs.input)\n  }\n}\n";
    let module = format!("{MODULE}resource \"terraform_data\" \"e\" {{\n  input = 1\n}}\n");
    let directory = directory(&[("a.policy.hcl", policy), ("main.tf", &module)]);
    let (status, judged) = said(directory.path(), &["policy", "--policies", "."]);
    assert_eq!(status, 1, "{judged}");
    assert_eq!(judged.matches("Unknown function").count(), 1, "{judged}");
}

#[test]
fn what_cannot_be_evaluated_is_no_pass() {
    let run = |policy: &str, options: &[&str]| {
        let directory = directory(&[("a.policy.hcl", policy), ("main.tf", MODULE)]);
        let arguments = [&["policy", "--policies", "a.policy.hcl"], options].concat();
        said(directory.path(), &arguments)
    };
    let input = "input \"best\" {\n  type = string\n}\nresource_policy \"terraform_data\" \"p\" {\n  enforcement_level = \"advisory\"\n  enforce {\n    condition = attrs.input == input.best\n  }\n}\n";
    let (status, judged) = run(input, &[]);
    assert_eq!(status, 1, "{judged}");
    for said in [
        "a.policy.hcl:1:1: error[hcl2::policy::missing-input]: Missing value for input",
        "error  terraform_data.d  p  (advisory, a.policy.hcl:4:1)\n    Cannot be evaluated (a.policy.hcl:7:17).\n      `input.best` has no value\n",
        "1 policy for 1 subject: 0 passed, 0 failed, 0 cannot be known before apply, 1 cannot be evaluated.\n",
    ] {
        assert!(judged.contains(said), "{judged}");
    }
    assert_eq!(run(input, &["--input", "best=bad"]).0, 0);
    let level = POLICY.replace("\"advisory\"", "\"advise\"");
    let (status, judged) = run(&level, &["--var", "name=good"]);
    assert!(
        status == 1 && judged.contains("error  terraform_data.d  identified  (level unknown, a.policy.hcl:8:1)\n    Cannot be evaluated.\n"),
        "{judged}"
    );
    assert!(
        judged.contains(": 1 passed, 0 failed, 0 cannot be known before apply, 1 cannot be evaluated.\n"),
        "{judged}"
    );
    let (status, judged) = run("resource_policy \"terraform_data\" \"p\" {\n}\n", &[]);
    assert!(
        status == 1 && judged.contains("a.policy.hcl:1:1: error[hcl2::terraform::missing-block]"),
        "{judged}"
    );
}

#[test]
fn policies_that_judge_nothing_are_counted_and_misspelt_ones_are_warnings() {
    let policy = format!(
        "{POLICY}resource_policy \"terraform_date\" \"late\" {{\n  enforce {{\n    condition = false\n  }}\n}}\n"
    );
    let directory = directory(&[("p/a.policy.hcl", &policy), ("main.tf", MODULE)]);
    let arguments = ["policy", "--policies", "p", "--var", "name=good"];
    let (status, judged) = said(directory.path(), &arguments);
    assert_eq!(status, 0, "{judged}");
    assert!(
        judged.contains("p/a.policy.hcl:14:17: warning[hcl2::policy::no-subject]"),
        "{judged}"
    );
    assert!(
        judged.contains("3 policies for 1 subject: 1 passed, 0 failed, 1 cannot be known before apply. 1 policy judges nothing.\n"),
        "{judged}"
    );
    let (_, judged) = said(directory.path(), &[&arguments[..], &["--verbose"]].concat());
    assert!(
        judged.contains("judges nothing  late  (p/a.policy.hcl:14:1)\n"),
        "{judged}"
    );
}

#[test]
fn common_options_may_stand_before_the_subcommand() {
    let directory = directory(&[
        ("p/a.policy.hcl", POLICY),
        (
            "p/a.policytest.hcl",
            "resource \"terraform_data\" \"good\" {\n  attrs = { input = \"a\", id = \"x\" }\n}\n",
        ),
        ("test/main.tf", MODULE),
    ]);
    let (status, tested) = said(
        directory.path(),
        &["policy", "--diagnostics", "concise", "test", "p"],
    );
    assert_eq!(
        (status, tested.as_str()),
        (
            0,
            "p/a.policytest.hcl... pass\n1 mock in 1 file: 1 passed, 0 failed.\n"
        )
    );
    let (status, refused) = said(directory.path(), &["policy", "--policies", "p", "test"]);
    assert!(
        status == 2
            && refused.contains("'--policies <PATH>' cannot be used before the subcommand 'test'")
            && refused.contains("`./test`"),
        "{refused}"
    );
    let (status, judged) = said(directory.path(), &["policy", "--policies", "p", "./test"]);
    assert!(status == 1 && judged.contains("The input is bad."), "{judged}");
}

#[test]
fn plan_as_json_is_judged_alike() {
    let directory = directory(&[("p/a.policy.hcl", POLICY), ("main.tf", MODULE)]);
    let (status, plan) = said(directory.path(), &["plan", "--out", "plan.json"]);
    assert_eq!(status, 0, "{plan}");
    let json = |arguments: &[&str]| {
        let (status, judged) = said(directory.path(), arguments);
        let judged: serde_json::Value = serde_json::from_str(&judged).expect("JSON");
        (status, judged)
    };
    let (status, of_plan) = json(&["policy", "--policies", "p", "--json", "--plan", "plan.json"]);
    let (_, of_module) = json(&["policy", "--policies", "p", "--json"]);
    assert_eq!((status, &of_plan["summary"]), (1, &of_module["summary"]));
    let finding = &of_plan["findings"][1]["enforced"][0];
    assert_eq!(finding["causes"][0]["subject"], "terraform_data.d.id");
    assert_eq!(
        of_module["findings"][0]["enforced"][0]["read"][0]["why"]["steps"][1]["address"],
        "var.name"
    );
}

#[test]
fn secrets_are_not_shown() {
    let module = MODULE.replace("default = \"bad\"", "default   = \"bad\"\n  sensitive = true");
    let directory = directory(&[("p/a.policy.hcl", POLICY), ("main.tf", &module)]);
    for options in [&[][..], &["--json"]] {
        let arguments: Vec<&str> = ["policy", "--policies", "p"]
            .iter()
            .chain(options)
            .copied()
            .collect();
        let (status, judged) = said(directory.path(), &arguments);
        assert_eq!(status, 1, "{judged}");
        assert!(
            judged.contains("(sensitive value)") && !judged.contains("\"bad\""),
            "{judged}"
        );
    }
}

#[test]
fn tests_of_policies_run() {
    let tests = "policytest {\n  targets = [\"a.policy.hcl\"]\n}\nresource \"terraform_data\" \"good\" {\n  attrs = { input = \"a\", id = \"x\" }\n}\nresource \"terraform_data\" \"bad\" {\n  expect_failure = true\n  attrs = { input = \"a\", id = \"x\" }\n}\n";
    let directory = directory(&[("p/a.policy.hcl", POLICY), ("p/a.policytest.hcl", tests)]);
    let (status, tested) = said(directory.path(), &["policy", "test", "p"]);
    let expected = "\
p/a.policytest.hcl... fail
  resource.terraform_data.bad... fail
    expected a failure, but every policy that judges it passes
2 mocks in 1 file: 1 passed, 1 failed.
";
    assert_eq!((status, tested.as_str()), (1, expected));
}

#[test]
fn wrong_input_is_an_error_with_its_place() {
    let directory = directory(&[
        (
            "bad.policy.hcl",
            "resource_policy \"a\" \"b\" {\n  fliter = true\n  enforce {\n    condition = true\n  }\n}\n",
        ),
        ("broken.policy.hcl", "resource_policy {\n"),
        ("good.policy.hcl", POLICY),
        (
            "a.policytest.hcl",
            "policytest {\n  targets = [\"god.policy.hcl\"]\n}\n",
        ),
        ("main.tf", MODULE),
        ("plan.txt", "PK"),
    ]);
    let said = |arguments: &[&str]| said(directory.path(), arguments);
    let (status, unknown) = said(&["policy", "--policies", "bad.policy.hcl"]);
    assert!(status == 1 && unknown.contains("bad.policy.hcl:2:3"), "{unknown}");
    assert!(unknown.contains("`filter`"), "{unknown}");
    let (status, broken) = said(&["policy", "--policies", "broken.policy.hcl"]);
    assert!(status == 1 && broken.contains("hcl2::syntax::"), "{broken}");
    let (status, target) = said(&["policy", "test", "good.policy.hcl", "--tests", "."]);
    assert!(
        status == 1 && target.contains("a.policytest.hcl:2:14: error[hcl2::policy::unknown-target]"),
        "{target}"
    );
    assert!(target.contains("Did you mean `good.policy.hcl`?"), "{target}");
    let (status, plan) = said(&["policy", "--policies", "good.policy.hcl", "--plan", "plan.txt"]);
    assert!(status == 1 && plan.contains("plan.txt:1:1"), "{plan}");
    let (status, missing) = said(&["policy", "--policies", "good.policy.hcl", "--plan", "none.json"]);
    assert!(status == 2 && missing.contains("none.json"), "{missing}");
    let (status, none) = said(&["policy", "--policies", "none"]);
    assert!(status == 2 && none.contains("none"), "{none}");
    let (status, input) = said(&["policy", "--policies", "good.policy.hcl", "--input", "x=1"]);
    assert!(
        status == 2 && input.contains("no policy declares the input `x`"),
        "{input}"
    );
}

/// Returns the fenced blocks of the page of policies in a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let starts = page.split(&fence).skip(1);
    let blocks = starts.filter_map(|rest| rest.split_once("```"));
    blocks.map(|(block, _)| block.to_owned()).collect()
}

#[test]
fn examples_of_the_page_print_what_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/policy.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let files = blocks(&page, "hcl");
    let directory = directory(&[
        ("main.tf", &files[0]),
        ("policies/disks.policy.hcl", &files[1]),
        ("policies/disks.policytest.hcl", &files[2]),
    ]);
    for (example, status) in blocks(&page, "text").iter().zip([1, 0]) {
        let (command, output) = example.split_once('\n').expect("a command");
        let arguments: Vec<&str> = command.split(' ').skip(2).collect();
        assert_eq!(said(directory.path(), &arguments), (status, output.to_owned()));
    }
}
