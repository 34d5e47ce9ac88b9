//! checkov: its own tests of Terraform, with the library that they use and with ours in its place, and what it says of plans.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::cargo::cargo;
use crate::files::root;
use crate::pytest::{Group, compared, tested};
use crate::python::Environment;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A clone of the repository of checkov, at version 3.3.30 or nearly so: its packages lack the tests.
    #[arg(long, value_name = "DIR")]
    tests: PathBuf,
}

/// The release of checkov, from the Python package index, whose source distribution lacks most tests.
const CHECKOV: &str = "checkov==3.3.30";
/// What the tests need besides.
const TOOLS: [&str; 6] = [
    CHECKOV,
    "pytest>=9,<10",
    "pytest-mock",
    "parameterized",
    "aioresponses",
    "responses",
];
/// The policies that many tests are of, which the package lacks.
const POLICIES: &str = "checkov/terraform/checks/graph_checks";
/// What the tests need of a checkout.
const TESTS: [&str; 6] = [
    POLICIES,
    "tests/__init__.py",
    "tests/conftest.py",
    "tests/common",
    "tests/graph_utils",
    "tests/terraform",
];
/// A test of plans, which needs no parser.
const OF_PLANS: &str = "tests/terraform/parser/test_plan_parser.py";
/// The module that replaces the library.
const REPLACEMENT: &str = "from hcl2rs.compat.bc import *\n";
/// The tests that pass with the library only, and what Terraform refuses in the files that they read.
const REFUSED: [(&str, &[&str]); 7] = [
    (
        "Terraform refuses the file: a brace that closes a block is on the line of an attribute.",
        &["TestYamlPolicies::test_S3BucketVersioning"],
    ),
    (
        "Terraform refuses the file: `${` is in an index outside of a string.",
        &["::test_maze_of_variables"],
    ),
    (
        "Terraform refuses the file: a string has `\\.`.",
        &["ModuleTest::test_module_double_slash_cleanup_string"],
    ),
    (
        "Terraform refuses the file: an attribute is set twice.",
        &[
            "TestRDSInstanceSSL::test",
            "TestRenderer::test_list_entry_rendering_module_vars",
            "::test__parse_files",
            "::test_entire_resources_folder",
            "::test_modules_folder_with_files_args",
            "::test_runner_denylist_checks",
            "::test_runner_valid_tf",
            "TestRendererScenarios::test_bad_tf_nested_modules_enable",
        ],
    ),
    (
        "Terraform refuses the file: an address is not in quotes.",
        &["::TestCIDRRangeNotSubsetSolver_", "::TestCIDRRangeSubsetSolver_"],
    ),
    (
        "Terraform refuses the file: an object has a block.",
        &[
            "TestAdminPolicyDocument::test",
            "TestStarActionPolicyDocument::test",
            "TestSecurityListUnrestrictedIngress22::test",
        ],
    ),
    (
        "Terraform refuses the file: separators are missing, where the library runs into a time limit.",
        &["::test__load_or_die_quietly_with_timeout"],
    ),
];

/// Runs the tests twice, and prints how many pass. It is an error if a test fails with ours only, without a known reason.
pub(crate) fn run_checkov(options: &Options) -> Result<(), String> {
    let Some(environment) = Environment::named("checkov")? else {
        return Err("python3 with the module venv is not on the path".to_owned());
    };
    environment.install_tools(&TOOLS)?;
    environment.install_build()?;
    let checkout = environment.checkout(&options.tests, &TESTS)?;
    environment.complete(&checkout, POLICIES)?;
    let replacement = environment.stand_in("hcl2", REPLACEMENT)?;
    let pytest = |paths: &[&Path]| -> Result<Command, String> {
        let path = std::env::join_paths(paths).map_err(|error| error.to_string())?;
        let mut command = environment.command("python");
        command.args(["-m", "pytest", "tests/terraform", "--ignore", OF_PLANS]);
        command.env("PYTHONPATH", path).current_dir(&checkout);
        Ok(command)
    };
    let before = tested(&mut pytest(&[&checkout])?)?;
    println!("with bc-python-hcl2, {}", before.said);
    let after = tested(&mut pytest(&[&replacement, &checkout])?)?;
    println!("with hcl2rs.compat.bc, {}", after.said);
    let groups = REFUSED.map(|(reason, tests)| Group {
        reason: reason.to_owned(),
        tests: tests.iter().map(|test| (*test).to_owned()).collect(),
    });
    compared(&before, &after, &groups)
}

/// A policy and the address of a resource.
type Judged = (&'static str, &'static str);
/// What checkov must find in the plan of the module in xtask/data/checkov-plan.
const FAILED: [Judged; 3] = [
    ("CKV_AWS_24", "aws_security_group.web"),
    ("CKV_AWS_16", "module.db[\"open\"].aws_db_instance.main"),
    ("CKV_AWS_17", "module.db[\"open\"].aws_db_instance.main"),
];
/// What checkov must accept there.
const PASSED: [Judged; 4] = [
    ("CKV_AWS_25", "aws_security_group.web"),
    ("CKV_AWS_23", "aws_security_group.web"),
    ("CKV_AWS_16", "module.db[\"closed\"].aws_db_instance.main"),
    ("CKV_AWS_17", "module.db[\"closed\"].aws_db_instance.main"),
];

/// Plans a module, and compares what checkov says of the plan.
pub(crate) fn run_checkov_plan() -> Result<(), String> {
    let Some(environment) = Environment::named("checkov")? else {
        return Err("python3 with the module venv is not on the path".to_owned());
    };
    environment.install_tools(&[CHECKOV])?;
    let mut plan = cargo();
    plan.args(["run", "--quiet", "--package", "hcl2-cli", "--", "plan"]);
    plan.args(["--infer-schemas", "--json"]);
    let plan = output_of(plan.arg(root().join("xtask/data/checkov-plan")))?;
    let file = environment.directory().join("plan.json");
    std::fs::write(&file, plan).map_err(|error| error.to_string())?;
    let mut checkov = environment.command("checkov");
    checkov.args(["--framework", "terraform_plan", "--output", "json", "--soft-fail"]);
    let found = output_of(checkov.arg("--file").arg(&file))?;
    let found: Value = serde_json::from_slice(&found).map_err(|error| error.to_string())?;
    let has = |section: &str, (policy, address): &Judged| {
        let all = found["results"][section].as_array().into_iter().flatten();
        let mut all = all.map(|check| (&check["check_id"], &check["resource"]));
        all.any(|(id, resource)| id == policy && resource == address)
    };
    let failed = FAILED.iter().map(|judged| ("failed_checks", judged));
    let passed = PASSED.iter().map(|judged| ("passed_checks", judged));
    let missing = failed
        .chain(passed)
        .filter(|(section, judged)| !has(section, judged));
    let missing: Vec<String> = missing
        .map(|(section, judged)| format!("{judged:?} of {section}"))
        .collect();
    println!(
        "checkov: {} failed, {} passed",
        found["summary"]["failed"], found["summary"]["passed"]
    );
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("checkov does not report {}", missing.join(", "))),
    }
}

/// Runs a command, and returns what it prints.
fn output_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output();
    let output = output.map_err(|error| format!("{command:?} cannot be run: {error}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
