//! Rego: what policies find in a plan.

use std::fs::File;
use std::process::Command;

use crate::cargo::cargo;
use crate::files::root;

/// What the policies in xtask/data/rego-plan must find in the plan of the module beside them, one message a line.
const FOUND: &str = "\
deny: aws_security_group.web: SSH is open to the world
deny: check.names fails: There are three buckets.
deny: module db has the source ./db
deny: module.db[\"open\"].aws_db_instance.main: the storage is not encrypted
deny: there are 2 buckets, but one is allowed
warn: aws_s3_bucket.logs[1]: no owner
warn: aws_security_group.web: no owner
warn: module.db[\"closed\"].aws_db_instance.main: the build is not known before apply
warn: module.db[\"open\"].aws_db_instance.main: the build is not known before apply
warn: output build is not known before apply
warn: variable ports has its default
";

/// Plans a module, and compares what the policies find in the plan.
pub(crate) fn run_rego_plan() -> Result<(), String> {
    let data = root().join("xtask/data/rego-plan");
    let target = root().join("target/rego");
    std::fs::create_dir_all(&target).map_err(|error| error.to_string())?;
    let file = target.join("plan.json");
    let mut plan = cargo();
    plan.args(["run", "--quiet", "--package", "hcl2-cli", "--", "plan"]);
    plan.args(["--infer-schemas", "--json", "--out"]);
    succeeded(plan.arg(&file).arg(data.join("module")))?;
    let mut rego = cargo();
    rego.args(["run", "--quiet", "--locked", "--manifest-path"]);
    rego.arg(root().join("examples/rego/Cargo.toml"));
    rego.arg("--target-dir").arg(&target).arg("--");
    rego.args(["resources.rego", "plan.rego"].map(|name| data.join("policy").join(name)));
    rego.stdin(File::open(&file).map_err(|error| error.to_string())?);
    let output = rego
        .output()
        .map_err(|error| format!("{rego:?} cannot be run: {error}"))?;
    let found = String::from_utf8_lossy(&output.stdout);
    print!("{found}");
    // The policies refuse the plan, which is status 1.
    match (output.status.code(), found == FOUND) {
        (Some(1), true) => Ok(()),
        (Some(1), false) => Err(format!("the policies must find:\n{FOUND}")),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn succeeded(command: &mut Command) -> Result<(), String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?} cannot be run: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
