//! Partial plans: of a module that was just cloned, without providers, values of variables and installed modules.

use std::path::{Path, PathBuf};

use crate::support::run;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/partial")
}

/// Runs the command on the example, and returns its status and output.
fn planned(arguments: &[&str]) -> (i32, String) {
    let plain = [&["--diagnostics=concise", "plan"], arguments].concat();
    let (status, stdout, stderr) = run(&example(), &plain, "");
    (status, stdout + &stderr)
}

/// What the plan of the example does not know.
const GAPS: &str = "\
Not complete:
  1 variable without a value:
    var.region (main.tf:1)
  1 module that was not read:
    module.vpc (main.tf:7): The source is `terraform-aws-modules/vpc/aws`.
  1 provider without a schema:
    registry.terraform.io/hashicorp/aws (main.tf:5)
  1 data source that was not read:
    data.aws_availability_zones.available (main.tf:5)
  1 object with unknown instances:
    aws_subnet.private (main.tf:14)
";

#[test]
fn a_plan_that_knows_little_is_refused_unless_it_may_be_partial() {
    let (status, text) = planned(&["--infer-schemas"]);
    assert_eq!((status, text.matches("error").count()), (1, 1), "{text}");
    assert!(text.contains("hcl2::terraform::missing-value"), "{text}");
    let (status, text) = planned(&["--partial"]);
    assert_eq!(status, 0, "{text}");
    let count = "Plan: 1 to add, 0 to change, 0 to destroy, 1 whose instances are unknown.\n";
    assert!(text.ends_with(&format!("{GAPS}{count}")), "{text}");
    assert!(text.contains("+ aws_subnet.private[*]\n"), "{text}");
}

#[test]
fn answers_complete_a_plan_step_by_step() {
    let zones = "data.aws_availability_zones.available.names=[\"a\", \"b\"]";
    let (status, text) = planned(&[
        "--partial",
        "--assume",
        zones,
        "--assume",
        "module.vpc.vpc_id=vpc-1",
        "--var",
        "region=eu",
    ]);
    assert_eq!(status, 0, "{text}");
    for expected in [
        "+ aws_subnet.private[1]\n",
        "availability_zone = \"b\"",
        "vpc_id            = \"vpc-1\"",
        "logs-eu",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(
        text.ends_with("Plan: 3 to add, 0 to change, 0 to destroy.\n"),
        "{text}"
    );
    let (status, text) = planned(&["--partial", "--assume", "aws_subnet=1"]);
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("found `aws_subnet`"), "{text}");
    for value in ["[a, b]", "{", "\"open"] {
        let given = format!("module.vpc.vpc_id={value}");
        let (status, text) = planned(&["--partial", "--assume", &given]);
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("neither an expression nor a bare string"), "{text}");
        assert!(!text.contains("open"), "it may be secret: {text}");
    }
}

#[test]
fn questions_are_those_that_decide_most() {
    let (status, text) = planned(&["--questions"]);
    let expected = "\
data.aws_availability_zones.available  decides the instances of 1 object and values of 1 object  (main.tf:5:1)
    --assume 'data.aws_availability_zones.available.names=...'
module.vpc  decides values of 1 object  (main.tf:7:1)
    --assume 'module.vpc.vpc_id=...'
var.region  decides values of 1 object  (main.tf:1:1)
    --var 'region=...'
";
    assert_eq!((status, text.as_str()), (0, expected));
    let (status, json) = planned(&["--questions", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (status, &json[0]["attributes"], &json[0]["instances"]),
        (0, &serde_json::json!(["names"]), &1.into())
    );
}

#[test]
fn the_json_of_a_partial_plan_says_what_is_not_known_and_where() {
    let (status, json) = planned(&["--partial", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((status, &json["complete"]), (0, &false.into()));
    let deferred = &json["deferred_changes"][0];
    assert_eq!(deferred["reason"], "instance_count_unknown");
    assert_eq!(deferred["resource_change"]["address"], "aws_subnet.private[*]");
    let first = serde_json::json!({"reason": "missing_value", "address": "var.region", "filename": "./main.tf", "line": 1, "column": 1});
    let mut own = json["incomplete"][0].clone();
    let name = own["filename"]
        .as_str()
        .map(|name| name.replace("./", ""))
        .unwrap_or_default();
    own["filename"] = format!("./{name}").into();
    assert_eq!(own, first);
}

#[test]
fn the_reason_for_a_value_of_a_partial_plan_comes_with_what_the_plan_does_not_know() {
    let why = ["--partial", "--why", "aws_s3_bucket.logs.bucket"];
    let (status, text) = planned(&why);
    assert_eq!(status, 0, "{text}");
    assert!(text.ends_with(GAPS), "{text}");
    let (status, json) = planned(&[&why[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((status, &json["complete"]), (0, &false.into()));
    let first = serde_json::json!({"reason": "missing_value", "address": "var.region", "filename": "main.tf", "line": 1, "column": 1});
    assert_eq!(json["incomplete"][0], first);
    assert_eq!(json["incomplete"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_file_with_overrides_and_mocks_answers() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("the file can be written");
        path.display().to_string()
    };
    let blocks = write(
        "answers.hcl",
        "mock_provider \"aws\" {\n  mock_data \"aws_availability_zones\" {\n    defaults = {\n      names = [\"a\", \"b\"]\n    \
         }\n  }\n}\noverride_module {\n  target = module.vpc\n  outputs = {\n    vpc_id = \"vpc-1\"\n  }\n}\n",
    );
    let (status, text) = planned(&["--partial", "--data", &blocks, "--var", "region=eu"]);
    assert_eq!(status, 0, "{text}");
    for expected in [
        "availability_zone = \"b\"",
        "vpc_id            = \"vpc-1\"",
        "Plan: 3 to add",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let near = write(
        "near.tfmock.hcl",
        "override_data {\n  target = data.aws_availability_zone.available\n  values = {}\n}\n",
    );
    let json = write(
        "values.json",
        r#"{"data.aws_availability_zones.available": {"names": ["c"]}}"#,
    );
    let (status, text) = planned(&["--partial", "--data", &json, "--data", &near]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("availability_zone = \"c\""), "{text}");
    assert!(
        text.contains("Did you mean `data.aws_availability_zones.available`?"),
        "{text}"
    );
    let wrong = write(
        "wrong.hcl",
        "override_data {\n  target = data.a.b\n  values = [1]\n}\n",
    );
    let (status, text) = planned(&["--partial", "--data", &wrong]);
    assert_eq!(status, 1, "{text}");
    assert!(
        text.contains("wrong.hcl:3:12: error") && text.contains("hcl2::terraform::invalid-value"),
        "{text}"
    );
}

#[test]
fn the_page_about_plans_quotes_what_is_printed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/plan.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    for argument in ["--partial", "--questions"] {
        let (status, text) = planned(&[argument]);
        assert_eq!(status, 0, "{text}");
        let quoted = format!("$ hcl2 plan {argument} examples/partial\n");
        let (_, quoted) = page.split_once(&quoted).expect("the page quotes the command");
        let (quoted, _) = quoted.split_once("```").expect("the quotation ends");
        // The command runs in the directory of the example.
        assert_eq!(text, quoted.replace("examples/partial/", ""));
    }
}
