//! Plans of units of Terragrunt.

use std::fs;
use std::path::Path;

use crate::support::git::git;
use crate::support::run;

#[test]
fn unit_is_planned_with_its_module_files_and_inputs() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write(directory.path(), name, text);
    write(".git/HEAD", "");
    write("root.hcl", "inputs = { env = \"prod\" }\n");
    write("live/vpc/terragrunt.hcl", "");
    write(
        "live/app/terragrunt.hcl",
        "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\nterraform {\n  source = \"../../modules//app\"\n}\n\
         dependency \"vpc\" {\n  config_path = \"../vpc\"\n  mock_outputs = { id = \"vpc-1\" }\n}\ngenerate \"more\" {\n  path = \
         \"more.tf\"\n  if_exists = \"overwrite\"\n  contents = \"output \\\"made\\\" {\\n  value = 1\\n}\\n\"\n}\ninputs = {\n  \
         sizes = [1, 2]\n  on = true\n  vpc = dependency.vpc.outputs.id\n  unused = 1\n}\n",
    );
    write(
        "modules/app/main.tf",
        "variable \"env\" {\n  type = string\n}\nvariable \"vpc\" {}\nvariable \"on\" {}\nvariable \"sizes\" {\n  type = list(number)\n}\n\
         output \"all\" {\n  value = \"${var.env} ${var.vpc} ${length(var.sizes)} ${jsonencode(var.on)}\"\n}\n",
    );
    let (status, stdout, stderr) = run(directory.path(), &["plan", "live/app"], "");
    assert_eq!(status, 0, "{stdout}{stderr}");
    assert!(
        stdout.contains("\"prod vpc-1 2 \\\"true\\\"\"") && stdout.contains("made"),
        "{stdout}"
    );
    let (status, stdout, stderr) = run(directory.path(), &["plan", "--var", "env=dev", "live/app"], "");
    assert_eq!(status, 0, "{stdout}{stderr}");
    assert!(stdout.contains("\"dev vpc-1 2 \\\"true\\\"\""), "{stdout}");
    let (status, stdout, stderr) = run(directory.path(), &["plan", "--why=output.all", "live/app"], "");
    assert_eq!(status, 0, "{stdout}{stderr}");
    assert!(stdout.contains("var.vpc = \"vpc-1\""), "{stdout}");
    let (status, stdout, _) = run(directory.path(), &["render", "live/app"], "");
    assert_eq!(status, 0);
    assert!(stdout.contains("\"env\": \"prod\""), "{stdout}");
    let listed = fs::read_dir(directory.path().join("modules/app"))
        .unwrap()
        .count();
    assert_eq!(listed, 1, "nothing is written");
}

/// Writes two units with one module.
fn repository(directory: &Path) {
    let write = |name: &str, text: &str| write(directory, name, text);
    write("live/root.hcl", "inputs = { env = \"prod\" }\n");
    for (unit, size) in [("a", 1), ("b", 2)] {
        let text = format!(
            "include \"root\" {{\n  path = find_in_parent_folders(\"root.hcl\")\n}}\nterraform {{\n  source = \"../../modules/disk\"\n}}\n\
             generate \"own\" {{\n  path = \"own.tf\"\n  if_exists = \"overwrite\"\n  contents = \"output \\\"own\\\" {{\\n  value = \
             \\\"{unit}\\\"\\n}}\\n\"\n}}\ninputs = {{\n  size = {size}\n}}\n"
        );
        write(&format!("live/{unit}/terragrunt.hcl"), &text);
    }
    write(
        "modules/disk/main.tf",
        "variable \"env\" {}\nvariable \"size\" {}\nresource \"terraform_data\" \"disk\" {\n  input = \"${var.env} ${var.size}\"\n}\n",
    );
}

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    fs::create_dir_all(path.parent().expect("it is in a directory")).expect("it can be made");
    fs::write(path, text).expect("it can be written");
}

#[test]
fn many_units_are_planned_each_with_its_own_files_and_inputs() {
    let directory = tempfile::tempdir().unwrap();
    repository(directory.path());
    write(directory.path(), ".git/HEAD", "");
    let expected = [
        "live/a\n",
        "\"prod 1\"",
        "own = \"a\"",
        "live/b\n",
        "\"prod 2\"",
        "own = \"b\"",
    ];
    for arguments in [&["plan", "live/a", "live/b"][..], &["plan", "--roots", "."]] {
        let (status, stdout, stderr) = run(directory.path(), arguments, "");
        assert_eq!(status, 0, "{stdout}{stderr}");
        let mut rest = stdout.as_str();
        for part in expected {
            let at = rest.find(part).unwrap_or_else(|| panic!("{part} in {stdout}"));
            rest = &rest[at + part.len()..];
        }
        assert!(stdout.contains("Plans of 2 modules: 2 to add"), "{stdout}");
    }
    let (status, stdout, _) = run(directory.path(), &["render", "live/a", "live/b"], "");
    let rendered: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(
        (status, rendered.as_object().map(serde_json::Map::len)),
        (0, Some(2)),
        "{stdout}"
    );
}

#[test]
fn unit_that_cannot_be_evaluated_fails_and_others_are_planned() {
    let directory = tempfile::tempdir().unwrap();
    repository(directory.path());
    write(directory.path(), ".git/HEAD", "");
    write(
        directory.path(),
        "live/c/terragrunt.hcl",
        "terraform {\n  source = \"git::https://example.com/disk.git\"\n}\n",
    );
    let (status, stdout, stderr) = run(
        directory.path(),
        &["plan", "--diagnostics=concise", "live/a", "live/c"],
        "",
    );
    assert_eq!(status, 1, "{stdout}{stderr}");
    assert!(stdout.contains("live/c  (failed)\n"), "{stdout}");
    assert!(
        stdout.contains("Plans of 2 modules: 1 to add, 0 to change, 0 to destroy; 1 failed.\n"),
        "{stdout}"
    );
    let place = "live/c/terragrunt.hcl:2:12: error[hcl2::render::not-downloaded]";
    assert!(stderr.starts_with(place), "{stderr}");
    let (status, stdout, _) = run(directory.path(), &["plan", "--json", "live/c", "live/a"], "");
    assert_eq!(status, 1);
    assert!(
        stdout.starts_with("{\"directory\":\"live/c\",\"plan\":null}\n"),
        "{stdout}"
    );
}

#[test]
fn policies_judge_the_module_of_a_unit() {
    let directory = tempfile::tempdir().unwrap();
    repository(directory.path());
    write(directory.path(), ".git/HEAD", "");
    write(
        directory.path(),
        "p/a.policy.hcl",
        "resource_policy \"terraform_data\" \"p\" {\n  enforce {\n    condition = attrs.input == \"prod 1\"\n  }\n}\n",
    );
    let judge = |unit: &str| run(directory.path(), &["policy", "--policies", "p", unit], "");
    let (status, stdout, stderr) = judge("live/a");
    assert_eq!(status, 0, "{stdout}{stderr}");
    let (status, stdout, _) = judge("live/b");
    assert!(
        status == 1 && stdout.contains("1 policy for 1 subject: 0 passed, 1 failed"),
        "{stdout}"
    );
}

#[test]
fn units_whose_plans_differ_are_affected() {
    let directory = tempfile::tempdir().unwrap();
    repository(directory.path());
    let commit = || {
        git(directory.path(), &["add", "-A"]);
        git(directory.path(), &["commit", "-qm", "text"]);
    };
    git(directory.path(), &["init", "-q"]);
    commit();
    let affected = || {
        let (status, stdout, stderr) = run(directory.path(), &["affected", "HEAD~1..HEAD"], "");
        (status, stdout + &stderr)
    };
    let path = directory.path().join("live/b/terragrunt.hcl");
    let text = fs::read_to_string(&path).unwrap().replace("size = 2", "size = 3");
    fs::write(&path, text).unwrap();
    commit();
    let (status, shown) = affected();
    assert_eq!(
        (status, shown.as_str()),
        (1, "live/b  (changed)\n  ~ terraform_data.disk: input\n")
    );
    write(directory.path(), "live/root.hcl", "inputs = { env = \"dev\" }\n");
    commit();
    let (status, shown) = affected();
    assert!(
        status == 1 && shown.contains("live/a  (changed)\n") && shown.contains("live/b  (changed)\n"),
        "{shown}"
    );
    write(
        directory.path(),
        "live/root.hcl",
        "# The same.\ninputs = { env = \"dev\" }\n",
    );
    commit();
    assert_eq!(affected(), (0, String::new()));
}

#[test]
fn named_unit_is_checked_with_its_module_files_and_inputs() {
    let directory = tempfile::tempdir().unwrap();
    repository(directory.path());
    write(directory.path(), ".git/HEAD", "");
    let check = |path: &str| {
        let (status, stdout, stderr) =
            run(directory.path(), &["check", "--diagnostics", "concise", path], "");
        (status, stdout + &stderr)
    };
    let (status, shown) = check("live/a");
    assert_eq!(status, 0, "{shown}");
    let module = directory.path().join("modules/disk/main.tf");
    let text = fs::read_to_string(&module).unwrap();
    fs::write(
        &module,
        text.replace("\"size\" {}", "\"size\" {\n  type = list(string)\n}"),
    )
    .unwrap();
    let (status, shown) = check("live/a");
    assert!(
        status == 1 && shown.matches("error[").count() == 1 && shown.contains("modules/disk/main.tf:2:"),
        "{shown}"
    );
    // A directory above units is checked by its files alone.
    assert_eq!(check("live").0, 0);
    write(
        directory.path(),
        "live/c/terragrunt.hcl",
        "terraform {\n  source = \"git::https://example.com/disk.git\"\n}\n",
    );
    let (status, shown) = check("live/c");
    assert_eq!(status, 0, "{shown}");
    write(
        directory.path(),
        "live/c/terragrunt.hcl",
        "terraform {\n  source = \"../../modules/disc\"\n}\n",
    );
    let (status, shown) = check("live/c");
    assert!(
        status == 1 && shown.contains("live/c/terragrunt.hcl:2:12: error[hcl2::render::missing-unit]"),
        "{shown}"
    );
}
