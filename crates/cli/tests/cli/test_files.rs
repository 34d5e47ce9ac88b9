//! `hcl2 test` as a person starts it.

use std::fs;

use crate::support::run;

const MODULE: &str = "variable \"password\" {\n  sensitive = true\n}\noutput \"size\" {\n  value = 3\n}\nresource \"acme_disk\" \"d\" {\n}\n";

/// Writes a module with a file of tests.
fn module(tests: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    fs::create_dir(directory.path().join("tests")).expect("a directory");
    write("main.tf", MODULE);
    write("tests/a.tftest.hcl", tests);
    directory
}

fn asserting(name: &str, condition: &str) -> String {
    format!(
        "run \"{name}\" {{\n  command = plan\n  variables {{\n    password = \"canary\"\n  }}\n  assert {{\n    condition     = {condition}\n    error_message = \"No.\"\n  }}\n}}\n"
    )
}

#[test]
fn results_are_printed_as_terraform_does_and_set_the_exit_status() {
    let directory = module(&asserting("one", "output.size == 3"));
    let (status, shown, _) = run(directory.path(), &["test"], "");
    let expected = "tests/a.tftest.hcl... in progress\n  run \"one\"... pass\ntests/a.tftest.hcl... tearing down\ntests/a.tftest.hcl... pass\n\nSuccess! 1 passed, 0 failed.\n";
    assert_eq!((status, shown.as_str()), (0, expected));

    let tests = asserting("one", "output.size == 4")
        + &asserting("two", "output.none == 1")
        + &asserting("three", "true");
    let directory = module(&tests.replace("= true", "= output.size == 3"));
    let (status, shown, stderr) = run(directory.path(), &["test"], "");
    assert_eq!(status, 1);
    assert!(
        shown.contains("  run \"one\"... fail\n  run \"two\"... fail\n  run \"three\"... skip\n"),
        "{shown}"
    );
    assert!(
        shown.ends_with("\nFailure! 0 passed, 2 failed, 1 skipped.\n"),
        "{shown}"
    );
    assert!(stderr.contains("tests/a.tftest.hcl:7:21"), "{stderr}");
    assert!(
        stderr.contains("The module declares no output `none`."),
        "{stderr}"
    );
}

#[test]
fn what_only_a_provider_knows_fails_on_request() {
    let directory = module(&asserting("one", "acme_disk.d.id == 3"));
    let (status, shown, _) = run(directory.path(), &["test"], "");
    assert_eq!(status, 0);
    assert!(
        shown.ends_with("\nSuccess! 0 passed, 0 failed, 1 unknown.\n"),
        "{shown}"
    );
    let gaps = "... unknown\nNot complete:\n  1 provider without a schema:\n    registry.terraform.io/hashicorp/acme (main.tf:7)\n";
    assert!(shown.contains(gaps), "{shown}");
    let (_, json, _) = run(directory.path(), &["test", "-json"], "");
    let gap = r#""incomplete":[{"reason":"missing_schema","address":"registry.terraform.io/hashicorp/acme","filename":"main.tf","line":7,"column":1}]"#;
    assert!(json.contains(gap), "{json}");
    assert_eq!(run(directory.path(), &["test", "-fail-on-unknown"], "").0, 1);
}

#[test]
fn reports_for_programs_have_the_results_and_no_secrets() {
    let directory = module(&asserting("one", "var.password == \"x\""));
    let (status, stream, _) = run(directory.path(), &["test", "-json", "-junit-xml=report.xml"], "");
    assert_eq!(status, 1);
    let messages: Vec<serde_json::Value> = stream
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let types: Vec<&str> = messages
        .iter()
        .filter_map(|message| message["type"].as_str())
        .collect();
    let expected = [
        "version",
        "test_abstract",
        "test_file",
        "test_run",
        "diagnostic",
        "test_file",
        "test_file",
        "test_summary",
    ];
    assert_eq!(types, expected);
    assert_eq!(messages[4]["diagnostic"]["range"]["start"]["line"], 7);
    assert_eq!(messages[7]["test_summary"]["failed"], 1);
    let report = fs::read_to_string(directory.path().join("report.xml")).expect("a report");
    let suite =
        "<testsuite name=\"tests/a.tftest.hcl\" tests=\"1\" skipped=\"0\" failures=\"1\" errors=\"0\">";
    assert!(report.contains(suite), "{report}");
    assert!(report.contains("<failure message=\"No.\">"), "{report}");
    assert!(!stream.contains("canary") && !report.contains("canary"));
}

#[test]
fn variables_and_files_are_selected_on_the_command_line() {
    let directory = module(
        "run \"one\" {\n  command = plan\n  assert {\n    condition     = var.extra == 7\n    error_message = \"No.\"\n  }\n}\n",
    );
    let given = [
        "test",
        "-var=password=p",
        "-var",
        "extra=7",
        "-filter=tests/a.tftest.hcl",
    ];
    assert_eq!(run(directory.path(), &given, "").0, 0);
    let (status, _, stderr) = run(directory.path(), &["test", "-filter=b.tftest.hcl"], "");
    assert_eq!(
        (status, stderr.as_str()),
        (2, "error: the module has no file of tests `b.tftest.hcl`\n")
    );
    let (status, shown, _) = run(directory.path(), &["test", "-test-directory=other"], "");
    assert_eq!((status, shown.as_str()), (0, "\nExecuted 0 tests.\n"));
}

#[test]
fn error_in_a_file_of_tests_is_reported_before_any_runs() {
    let directory = module("run \"one\" {\n  comand = plan\n}\n");
    let (status, shown, stderr) = run(directory.path(), &["test"], "");
    assert_eq!((status, shown.as_str()), (1, ""));
    assert!(stderr.contains("comand"), "{stderr}");
}

#[test]
fn tests_are_checked_against_their_module_and_mocks() {
    let directory = module(
        "mock_provider \"acme\" {\n  source = \"./mocks\"\n}\nrun \"a\" {\n  assert {\n    condition     = output.sise == 3\n    error_message = \"No.\"\n  }\n}\n",
    );
    let check = |arguments: &[&str]| {
        let arguments = [&["check", "--diagnostics=concise"], arguments].concat();
        run(directory.path(), &arguments, "")
    };
    let undeclared = "tests/a.tftest.hcl:6:21: warning[hcl2::terraform::undeclared]";
    let mocks = "tests/a.tftest.hcl:1:1: error[hcl2::source::unreadable]";
    for named in [".", "tests/a.tftest.hcl"] {
        let (status, _, found) = check(&[named]);
        assert!(
            status == 1 && found.contains(undeclared) && found.contains(mocks),
            "{found}"
        );
        let (status, _, found) = check(&["--no-files", named]);
        assert!(
            status == 0 && found.contains(undeclared) && !found.contains(mocks),
            "{found}"
        );
    }
    fs::create_dir(directory.path().join("mocks")).expect("a directory");
    assert_eq!(check(&["."]).0, 0);
}

#[test]
fn tests_that_the_product_does_not_read_have_warnings_unless_they_are_named() {
    let directory = module(&asserting("one", "output.size == 3"));
    fs::create_dir(directory.path().join("tests/sub")).expect("a directory");
    let write = |name: &str| {
        fs::write(directory.path().join(name), "run \"a\" {\n  comand = plan\n}\n").expect("a file");
    };
    write("tests/sub/b.tftest.hcl");
    write("tests/c.tofutest.hcl");
    let check = |named: &str| {
        let (status, _, found) = run(directory.path(), &["check", "--diagnostics=concise", named], "");
        let in_sub = found.contains("tests/sub/b.tftest.hcl:2:3: error");
        let of_opentofu = found.contains("tests/c.tofutest.hcl:2:3: warning");
        (status, in_sub, of_opentofu)
    };
    assert_eq!(check("."), (0, false, true));
    assert_eq!(check("tests/sub"), (1, true, false));
    assert_eq!(check("tests/sub/b.tftest.hcl"), (1, true, false));
}

#[test]
fn tests_of_opentofu_replace_those_of_terraform() {
    let directory = module(&asserting("one", "output.size == 4"));
    let path = directory.path().join("tests/a.tofutest.hcl");
    fs::write(path, asserting("two", "output.size == 3")).expect("a file");
    assert_eq!(run(directory.path(), &["test"], "").0, 1);
    let (status, shown, _) = run(directory.path(), &["test", "--opentofu"], "");
    let expected = "tests/a.tofutest.hcl... in progress\n  run \"two\"... pass\ntests/a.tofutest.hcl... tearing down\ntests/a.tofutest.hcl... pass\n\nSuccess! 1 passed, 0 failed.\n";
    assert_eq!((status, shown.as_str()), (0, expected));
}

#[test]
fn coverage_is_reported_with_the_arms_that_no_run_takes() {
    let directory = module(&asserting("one", "output.size == 3"));
    let more = "variable \"on\" {\n  default = true\n}\nlocals {\n  size = var.on ? 1 : 2\n}\nmodule \"child\" {\n  source = \"./child\"\n}\n";
    let child = "output \"one\" {\n  value = length(path.module) > 1 ? 3 : 4\n}\n";
    fs::write(directory.path().join("more.tf"), more).expect("a file");
    fs::create_dir(directory.path().join("child")).expect("a directory");
    fs::write(directory.path().join("child/main.tf"), child).expect("a file");
    let tests = "run \"child\" {\n  module {\n    source = \"./child\"\n  }\n}\n";
    fs::write(directory.path().join("b.tftest.hcl"), tests).expect("a file");

    let (status, shown, stderr) = run(directory.path(), &["test", "--coverage"], "");
    assert_eq!(status, 0);
    assert!(
        shown.ends_with("\nCoverage: 2 of 4 arms taken.\n\nSuccess! 2 passed, 0 failed.\n"),
        "{shown}"
    );
    assert!(stderr.contains("more.tf:5:23"), "{stderr}");
    assert!(stderr.contains("In no run is the condition false."), "{stderr}");
    assert!(stderr.contains("child/main.tf:2:41"), "{stderr}");

    let (_, shown, _) = run(directory.path(), &["test", "--coverage", "--json"], "");
    let messages: Vec<serde_json::Value> = shown
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let summary = messages.iter().find(|message| message["type"] == "test_coverage");
    let summary = summary.expect("a summary");
    assert_eq!(
        summary["test_coverage"],
        serde_json::json!({"taken": 2, "arms": 4})
    );
    let starts = messages.iter().filter(|message| message["type"] == "diagnostic");
    let starts: Vec<_> = starts
        .map(|message| &message["diagnostic"]["range"]["start"]["line"])
        .collect();
    assert_eq!(starts, [5, 2]);

    let (_, shown, stderr) = run(directory.path(), &["test"], "");
    assert!(
        !shown.contains("Coverage") && stderr.is_empty(),
        "{shown}{stderr}"
    );
}
