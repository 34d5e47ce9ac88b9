//! `hcl2 plan` of many modules.

use std::path::Path;

use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::support::measured::peak_memory;
use crate::support::run;

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    std::fs::write(path, text).expect("a file");
}

/// Roots that call a module, one of which is broken, one of which needs a value, and a called module that calls another one.
fn repository() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| write(directory.path(), name, text);
    write(
        "modules/net/main.tf",
        "variable \"size\" {\n  type = number\n}\nresource \"terraform_data\" \"n\" {\n  count = var.size\n  input = var.size\n}\n",
    );
    write(
        "modules/app/main.tf",
        "module \"net\" {\n  source = \"../net\"\n  size   = 2\n}\n",
    );
    write(
        "envs/prod/main.tf",
        "module \"app\" {\n  source = \"../../modules/app\"\n}\n",
    );
    write(
        "envs/dev/main.tf",
        "variable \"size\" {\n  type = number\n}\nmodule \"net\" {\n  source = \"../../modules/net\"\n  size   = var.size\n}\n",
    );
    write("wrong/main.tf", "output \"o\" {\n  value = local.nope\n}\n");
    write("ignored/main.tf", "output \"o\" {\n  value = 1\n}\n");
    write(".gitignore", "ignored/\n");
    write("notes/readme.hcl", "a = 1\n");
    directory
}

#[test]
fn roots_are_planned_in_order_with_a_sum() {
    let directory = repository();
    let (status, stdout, stderr) = run(
        directory.path(),
        &["plan", "--partial", "--roots", "--diagnostics=concise"],
        "",
    );
    assert_eq!(status, 1);
    let expected = "\
envs/dev
module.net
  + terraform_data.n[*]
      + id     = (known after apply)
      + input  = (known after apply)
      + output = (known after apply)
Not complete:
  1 variable without a value:
    var.size (envs/dev/main.tf:1)
  1 object with unknown instances:
    module.net.terraform_data.n (modules/net/main.tf:5)
Plan: 0 to add, 0 to change, 0 to destroy, 1 whose instances are unknown.

envs/prod
module.app
  module.app.module.net
    + terraform_data.n[0]
        + id     = (known after apply)
        + input  = 2
        + output = (known after apply)
    + terraform_data.n[1]
        + id     = (known after apply)
        + input  = 2
        + output = (known after apply)
Plan: 2 to add, 0 to change, 0 to destroy.

wrong  (failed)

Plans of 3 modules: 2 to add, 0 to change, 0 to destroy, 1 whose instances are unknown; 1 failed.
";
    assert_eq!(stdout, expected);
    assert!(stderr.starts_with("wrong/main.tf:2:"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn json_has_a_line_for_each_module() {
    let directory = repository();
    let (status, stdout, _) = run(
        directory.path(),
        &["plan", "--partial", "--roots", "--json", "."],
        "",
    );
    let lines: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let found: Vec<(&Value, &Value)> = lines
        .iter()
        .map(|line| (&line["directory"], &line["plan"]["complete"]))
        .collect();
    assert_eq!(status, 1);
    assert_eq!(
        found,
        [
            (&"envs/dev".into(), &false.into()),
            (&"envs/prod".into(), &true.into()),
            (&"wrong".into(), &Value::Null)
        ]
    );
    let asked = ["plan", "--questions", "--json", "envs/dev", "envs/prod"];
    let (status, stdout, _) = run(directory.path(), &asked, "");
    let lines: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(status, 0);
    assert_eq!(lines[0]["directory"], "envs/dev");
    assert_eq!(lines[0]["questions"][0]["address"], "var.size");
    assert_eq!(lines[1]["questions"], Value::Array(Vec::new()));
}

#[test]
fn options_count_for_the_modules_that_declare_their_variables() {
    let directory = repository();
    let plan = |arguments: &[&str]| {
        let arguments = [&["plan", "--diagnostics=concise"], arguments].concat();
        run(directory.path(), &arguments, "")
    };
    let (status, stdout, stderr) = plan(&["--var", "size=1", "envs/prod", "envs/dev"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(
        stdout.starts_with("envs/prod\n")
            && stdout.ends_with("\nPlans of 2 modules: 3 to add, 0 to change, 0 to destroy.\n"),
        "{stdout}"
    );
    let (status, _, stderr) = plan(&["--var", "size=1", "--var", "sise=1", "envs/prod", "envs/dev"]);
    assert_eq!(status, 1);
    assert!(
        stderr.contains("None of the modules declares a variable `sise`, which `--var` sets."),
        "{stderr}"
    );
    let changed = ["--detailed-exitcode", "--var", "size=1", "envs/prod", "envs/dev"];
    assert_eq!(plan(&changed).0, 2);
    assert_eq!(plan(&["--detailed-exitcode", "envs/prod", "wrong"]).0, 1);
    assert_eq!(plan(&["envs/prod", "nowhere"]).0, 2);
}

#[test]
fn options_about_one_module_are_refused_for_many() {
    let directory = repository();
    for option in [
        "--why=module.app",
        "--target=module.app",
        "--replace=terraform_data.n[0]",
        "--state=a.json",
        "--out=a.json",
    ] {
        let name = option.split('=').next().expect("a name");
        let (status, stdout, stderr) = run(directory.path(), &["plan", option, "envs/prod", "envs/dev"], "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{option}");
        assert!(
            stderr.contains(&format!("`{name}` is about one module; name one directory")),
            "{option}: {stderr}"
        );
        assert_eq!(
            run(directory.path(), &["plan", option, "--roots"], "").0,
            2,
            "{option}"
        );
    }
    let (status, _, stderr) = run(directory.path(), &["plan", "--roots", "notes"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("no module is in or below notes"), "{stderr}");
}

/// Returns a plan without its time.
fn timeless(plan: &str) -> Value {
    let mut plan: Value = serde_json::from_str(plan).expect("a plan");
    plan["timestamp"] = Value::Null;
    plan
}

/// What plans share changes nothing in them.
#[test]
fn the_plan_of_each_module_is_the_same_as_alone() {
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/plans");
    let mut directories: Vec<String> = std::fs::read_dir(&plans)
        .expect("a directory")
        .filter_map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name");
            entry.path().join("main.tf").is_file().then_some(name)
        })
        .collect();
    directories.sort();
    let chosen: Vec<&str> = directories.iter().step_by(23).map(String::as_str).collect();
    assert!(chosen.len() > 20, "{}", chosen.len());
    let plan = |json: &[&str], directories: &[&str]| {
        let arguments = [&["plan", "--partial", "--diagnostics=concise"], json, directories].concat();
        let (_, stdout, stderr) = run(&plans, &arguments, "");
        (stdout, stderr)
    };
    let (text, problems) = plan(&[], &chosen);
    let (json, _) = plan(&["--json"], &chosen);
    let (mut alone, mut problems_alone) = (String::new(), String::new());
    for (directory, line) in chosen.iter().zip(json.lines()) {
        let (own, stderr) = plan(&[], &[directory]);
        let failed = if own.is_empty() { "  (failed)" } else { "" };
        alone += &format!("{directory}{failed}\n{own}\n");
        problems_alone += &stderr;
        let own = plan(&["--json"], &[directory]).0;
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        line["plan"]["timestamp"] = Value::Null;
        match own.is_empty() {
            true => assert_eq!(line["plan"]["resource_changes"], Value::Null, "{directory}"),
            false => assert_eq!(line["plan"], timeless(&own), "{directory}"),
        }
    }
    let sum = text.rfind("Plans of ").expect("a sum");
    assert_eq!(&text[..sum], alone);
    assert_eq!(problems, problems_alone);
}

/// Each module calls one of its own, which is large and needed once.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_modules() {
    let directory = tempfile::tempdir().expect("a directory");
    let large = format!(
        "{}output \"o\" {{\n  value = 1\n}}\n",
        "# A line without meaning.\n".repeat(4_000)
    );
    let call = "module \"own\" {\n  source = \"./own\"\n}\n";
    let names: Vec<String> = (0..400).map(|number| format!("root{number}")).collect();
    for name in &names {
        write(directory.path(), &format!("{name}/main.tf"), call);
        write(directory.path(), &format!("{name}/own/main.tf"), &large);
    }
    let peak = |count: usize| {
        let named = names.iter().take(count).map(String::as_str);
        let arguments: Vec<&str> = ["plan", "--partial"].into_iter().chain(named).collect();
        peak_memory(directory.path(), &arguments, 0)
    };
    // 10 MB and 40 MB of sources.
    let (few, many) = (peak(100), peak(400));
    assert!(many < few + (10 << 20), "{few} and {many} bytes");
}
