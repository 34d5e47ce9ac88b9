//! Habits of other tools: operands that are left out, Terraform's spellings, and colours.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::run;

/// A directory with a file that is not formatted, and a module with a mistake.
fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("loose.hcl", "a=1\n");
    write("main.tf", "output \"y\" {\n  value = var.z\n}\n");
    directory
}

/// Runs the command without any input, as a terminal or a service does.
fn run_alone(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let status = output.status.code().expect("no signal ends the command");
    (status, text(output.stdout), text(output.stderr))
}

#[test]
fn without_operands_standard_input_is_read() {
    let directory = directory();
    let formatted = run(directory.path(), &["fmt"], "ports=[ 80,443 ]\n");
    assert_eq!(formatted, (0, "ports = [80, 443]\n".to_owned(), String::new()));
    let evaluated = run(directory.path(), &["eval"], "1 + 2\n");
    assert_eq!(evaluated, (0, "3\n".to_owned(), String::new()));
    let checked = run(directory.path(), &["check", "--diagnostics=concise"], "a = \n");
    let problem =
        "<stdin>:1:5: error[hcl2::syntax::expected-expression]: Missing value: Expected a value before";
    assert_eq!(
        (checked.0, checked.1.as_str()),
        (1, "1 file checked: 1 error in 1 file\n")
    );
    assert!(checked.2.starts_with(problem), "{checked:?}");
}

#[test]
fn without_operands_and_input_the_current_directory_is_read() {
    let directory = directory();
    let checked = run_alone(directory.path(), &["check", "--diagnostics=concise"]);
    let problem = "main.tf:2:11: error[hcl2::terraform::undeclared]: Undeclared input variable: The module declares no \
                   input variable `z`.\n";
    assert_eq!(
        checked,
        (
            1,
            "2 files checked: 1 error in 1 file\nnot checked: 1 file (only parsed: --language NAME)\n"
                .to_owned(),
            problem.to_owned()
        )
    );
    let formatted = run_alone(directory.path(), &["fmt"]);
    assert_eq!(formatted, (0, "loose.hcl\n".to_owned(), String::new()));
    let text = std::fs::read_to_string(directory.path().join("loose.hcl")).expect("a file");
    assert_eq!(text, "a = 1\n");
}

#[test]
fn options_of_terraform_fmt_are_understood() {
    let directory = directory();
    let listed = (0, "loose.hcl\n".to_owned(), String::new());
    let listed_and_failed = (1, "loose.hcl\n".to_owned(), String::new());
    for (arguments, wanted) in [
        (&["fmt", "-recursive", "-check"] as &[&str], &listed_and_failed),
        (&["format", "-check=true", "."], &listed_and_failed),
        (&["fmt", "-write=false", "-no-color", "-check=false"], &listed),
        (
            &["fmt", "-list=false", "-write=false"],
            &(0, String::new(), String::new()),
        ),
    ] {
        assert_eq!(&run_alone(directory.path(), arguments), wanted, "{arguments:?}");
    }
    let (status, shown, _) = run_alone(directory.path(), &["fmt", "-diff", "loose.hcl"]);
    assert_eq!(
        (status, shown.as_str()),
        (0, "--- a/loose.hcl\n+++ b/loose.hcl\n@@ -1 +1 @@\n-a=1\n+a = 1\n")
    );
    let quiet = run_alone(directory.path(), &["fmt", "-list=false", "-recursive"]);
    assert_eq!(quiet, (0, String::new(), String::new()));
    assert_eq!(
        run_alone(directory.path(), &["fmt", "-check"]),
        (0, String::new(), String::new())
    );
}

#[test]
fn terraform_validate_is_understood() {
    let directory = directory();
    for arguments in [
        &["validate", "-json"] as &[&str],
        &["-chdir=.", "validate", "-json=true"],
        &["check", "--diagnostics=terraform"],
    ] {
        let (status, stdout, stderr) = run_alone(directory.path(), arguments);
        assert_eq!((status, stderr.as_str()), (1, ""), "{arguments:?}");
        let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!(report["valid"], false);
        assert_eq!(report["error_count"], 1);
        assert_eq!(report["diagnostics"][0]["range"]["start"]["line"], 2);
        assert_eq!(report["diagnostics"][0]["snippet"]["code"], "  value = var.z");
    }
}

#[test]
fn an_unknown_option_with_one_dash_is_named_whole() {
    let directory = directory();
    let (status, _, said) = run_alone(directory.path(), &["fmt", "-recurse"]);
    assert_eq!(status, 2);
    assert!(said.contains("unexpected argument '--recurse'"), "{said}");
    assert!(
        said.contains("a similar argument exists: '--recursive'"),
        "{said}"
    );
}

#[test]
fn a_directory_that_cannot_be_entered_is_named() {
    let directory = directory();
    let (status, _, said) = run_alone(directory.path(), &["--chdir", "nowhere", "check"]);
    assert_eq!(status, 2);
    assert!(
        said.starts_with("error: the directory nowhere cannot be entered: "),
        "{said}"
    );
}

#[test]
fn reports_for_services_name_the_file() {
    let directory = directory();
    let (_, commands, _) = run_alone(directory.path(), &["check", "--diagnostics=github"]);
    assert_eq!(
        commands,
        "::error file=main.tf,line=2,col=11,endLine=2,endColumn=16,title=Undeclared input variable::The module \
         declares no input variable `z`. (hcl2::terraform::undeclared)\n::notice file=loose.hcl,line=1,col=1,endLine=1,\
         endColumn=1,title=File of an unknown language::The file is only parsed, because the name does not show the \
         language. Select it with `--language`. (hcl2::terraform::not-checked)\n"
    );
    let (_, report, _) = run_alone(directory.path(), &["check", "--diagnostics=junit"]);
    assert!(
        report.contains("<testsuite name=\"hcl2\" tests=\"2\" failures=\"1\">"),
        "{report}"
    );
    assert!(
        report.contains(
            "<testcase classname=\"hcl2\" name=\"loose.hcl\">\n      <system-out>loose.hcl:1:1: note[hcl2::terraform::not-checked]"
        ),
        "{report}"
    );
}

#[test]
fn colours_follow_the_option_and_the_environment() {
    let directory = directory();
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .args(arguments)
            .current_dir(directory.path())
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output()
            .expect("the command starts");
        output.stderr.contains(&0x1b)
    };
    assert!(!coloured(&["check"], &[]));
    assert!(coloured(&["check", "--color=always"], &[]));
    assert!(coloured(&["check", "--color", "always"], &[("NO_COLOR", "1")]));
    assert!(coloured(&["check"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["check", "--color=never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["validate", "-no-color"], &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn a_file_that_is_not_there_is_named_and_exits_with_2() {
    let directory = directory();
    for name in ["sound", "empty"] {
        std::fs::create_dir(directory.path().join(name)).expect("a directory");
    }
    std::fs::write(directory.path().join("sound/main.tf"), "locals {}\n").expect("a file");
    for (arguments, wanted) in [
        (
            &["query", "a", "no.hcl"] as &[&str],
            "The file no.hcl cannot be read: ",
        ),
        (&["edit", "no.hcl", "rm", "a"], "The file no.hcl cannot be read: "),
        (&["inspect", "nowhere"], "The directory nowhere cannot be read: "),
        (
            &["eval", "--module", "nowhere", "1"],
            "The directory nowhere cannot be read: ",
        ),
        (
            &["eval", "--module", "sound", "--var-file", "no.tfvars", "1"],
            "The file no.tfvars cannot be read: ",
        ),
        (
            &["plan", "sound", "--var-file", "no.tfvars"],
            "The file no.tfvars cannot be read: ",
        ),
        (&["plan", "nowhere"], "The directory nowhere cannot be read: "),
        (&["plan", "empty"], "The directory empty contains no "),
        (&["eval", "no.hcl"], "error: there is no file no.hcl\n"),
        (
            &["inspect", "main.tf"],
            "error: main.tf is a file; name the directory of its module, .\n",
        ),
    ] {
        let (status, stdout, stderr) = run_alone(directory.path(), arguments);
        assert_eq!((status, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(wanted), "{arguments:?}: {stderr}");
    }
    // A detailed exit status of 2 says that there are changes.
    let planned = run_alone(directory.path(), &["plan", "nowhere", "-detailed-exitcode"]);
    assert_eq!(planned.0, 1, "{planned:?}");
    let evaluated = run_alone(directory.path(), &["eval", "--var", "no={ hcl = 7 }", "no.hcl"]);
    assert_eq!(evaluated, (0, "7\n".to_owned(), String::new()));
}

#[test]
fn a_query_that_finds_nothing_says_so() {
    let directory = directory();
    let found = run_alone(directory.path(), &["query", "b.*", "loose.hcl"]);
    assert_eq!(found, (1, String::new(), "nothing is at b.*\n".to_owned()));
}

#[test]
fn a_variable_without_a_type_is_given_as_a_string() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "variable \"a\" {\n}\nvariable \"b\" {\n  type = any\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let arguments = [
        "eval",
        "-module=.",
        "-var",
        "a=2",
        "-var",
        "b=2",
        "[var.a, var.b]",
    ];
    assert_eq!(
        run_alone(directory.path(), &arguments),
        (0, "[\"2\",2]\n".to_owned(), String::new())
    );
}

#[test]
fn plan_takes_the_options_of_terraform() {
    let directory = tempfile::tempdir().expect("a directory");
    let text =
        "variable \"n\" {\n  type = number\n}\nresource \"terraform_data\" \"d\" {\n  input = var.n\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let arguments = [
        "plan",
        "-input=false",
        "-refresh=false",
        "-lock=false",
        "-lock-timeout=3s",
        "-parallelism=4",
        "-compact-warnings",
        "-no-color",
        "-detailed-exitcode",
        "-var",
        "n=2",
        "-out=plan.json",
        "-target=terraform_data.d",
        "-replace=terraform_data.d",
    ];
    let (status, stdout, stderr) = run_alone(directory.path(), &arguments);
    let note = "Only the targets and what they need are planned.\n";
    assert!(stdout.contains(note), "{stdout}");
    assert_eq!((status, stderr.as_str()), (2, ""), "{stdout}");
    assert!(
        stdout.ends_with("Plan: 1 to add, 0 to change, 0 to destroy.\n"),
        "{stdout}"
    );
    let plan = std::fs::read_to_string(directory.path().join("plan.json")).expect("the plan is written");
    assert!(
        plan.contains(r#""planned_values":{"root_module":{"resources":[{"address":"terraform_data.d""#),
        "{plan}"
    );
    let wrong = run_alone(directory.path(), &["plan", "-target=d", "-var", "n=2"]);
    assert_eq!((wrong.0, wrong.1.as_str()), (2, ""), "{}", wrong.2);
    assert!(
        wrong
            .2
            .contains("expected the address of a module or of a resource"),
        "{}",
        wrong.2
    );
    let data = run_alone(directory.path(), &["plan", "-replace=data.a.b", "-var", "n=2"]);
    assert_eq!((data.0, data.1.as_str()), (2, ""), "{}", data.2);
    assert!(
        data.2
            .contains("expected the address of a managed resource, not of a `data` block"),
        "{}",
        data.2
    );
}

#[test]
fn terraforms_search_of_one_directory_is_understood() {
    let directory = directory();
    std::fs::create_dir(directory.path().join("inner")).expect("a directory");
    std::fs::write(directory.path().join("inner/deep.hcl"), "b=1\n").expect("a file");
    let names = |arguments: &[&str]| run_alone(directory.path(), arguments).1;
    assert_eq!(names(&["fmt", "-check"]), "inner/deep.hcl\nloose.hcl\n");
    assert_eq!(
        names(&["fmt", "-check", "-recursive=true"]),
        "inner/deep.hcl\nloose.hcl\n"
    );
    assert_eq!(names(&["fmt", "-check", "-recursive=false"]), "loose.hcl\n");
    assert_eq!(
        names(&["fmt", "-check", "-recursive", "inner"]),
        "inner/deep.hcl\n"
    );
}

#[test]
fn subcommands_of_terraform_have_a_tip() {
    let directory = directory();
    for (subcommand, tip) in [
        (
            "init",
            "hcl2 installs nothing, and modules need no initialization",
        ),
        (
            "apply",
            "hcl2 changes no infrastructure; `hcl2 plan` prints what would change",
        ),
        ("graph", "use `hcl2 inspect --graph dot`"),
        ("dump", "use `hcl2 to-json FILE`"),
        ("get", "use `hcl2 query ADDRESS FILE`, or `hcl2 edit` for changes"),
        ("output", "use `hcl2 plan --json`, or `hcl2 eval --module . EXPR`"),
    ] {
        let (status, _, said) = run_alone(directory.path(), &[subcommand]);
        assert_eq!(status, 2, "{subcommand}");
        assert!(said.contains(&format!("\n  tip: {tip}\n")), "{said}");
        assert!(!said.contains("similar"), "{said}");
    }
    if cfg!(not(feature = "tables")) {
        let (status, _, said) = run_alone(directory.path(), &["tables"]);
        assert_eq!(status, 2);
        assert!(said.contains("\n  tip: this build has no tables; "), "{said}");
    }
    let version = run_alone(directory.path(), &["version"]);
    assert_eq!(version, run_alone(directory.path(), &["--version"]));
    assert_eq!(version.0, 0);
}

#[test]
fn a_path_is_no_expression() {
    let directory = directory();
    for path in ["nofile.hcl", "./nofile", "../nofile", "/no/file"] {
        let said = format!("error: there is no file {path}\n");
        assert_eq!(
            run_alone(directory.path(), &["eval", path]),
            (2, String::new(), said)
        );
    }
}

#[test]
fn a_file_in_the_place_of_a_module_is_named() {
    let directory = directory();
    for command in ["inspect", "docs", "plan"] {
        let said = "error: main.tf is a file; name the directory of its module, .\n".to_owned();
        assert_eq!(
            run_alone(directory.path(), &[command, "main.tf"]),
            (2, String::new(), said)
        );
    }
}

#[test]
fn a_plan_is_written_into_the_file_that_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("main.tf", "output \"a\" {\n  value = 1\n}\n");
    let read = || std::fs::read_to_string(directory.path().join("plan.json")).expect("a file");
    let (status, _, stderr) = run_alone(directory.path(), &["plan", "-out=plan.json"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let first = read();
    let plan: serde_json::Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!(plan["planned_values"]["outputs"]["a"]["value"], 1);
    write("main.tf", "output \"a\" {\n  value = null.b\n}\n");
    assert_eq!(run_alone(directory.path(), &["plan", "-out=plan.json"]).0, 1);
    assert_eq!(read(), first, "a failed plan leaves the file");
    write("main.tf", "output \"a\" {\n  value = 1\n}\n");
    let (status, _, stderr) = run_alone(directory.path(), &["plan", "-out=none/plan.json"]);
    assert!(
        stderr.starts_with("error: the file none/plan.json cannot be written: "),
        "{stderr}"
    );
    assert_eq!(status, 2);
}

#[test]
fn options_of_other_tools_have_a_tip() {
    let directory = directory();
    for (line, tip) in [
        (
            &["check", "-o", "json"][..],
            "use `--diagnostics FORMAT`, such as `--diagnostics json`",
        ),
        (
            &["check", "--output=sarif"],
            "use `--diagnostics FORMAT`, such as `--diagnostics json`",
        ),
        (
            &["fmt", "-l"],
            "`--check` lists the files that would change, and changes nothing",
        ),
        (&["inspect", "--format", "json"], "use `--json`"),
        (&["docs", "-o", "README.md"], "use `--write FILE`"),
        (
            &["docs", "markdown", "table", "."],
            "the documentation is Markdown on standard output, or in a file by `--write FILE`",
        ),
        (
            &["to-json", "--out", "a.json", "loose.hcl"],
            "the result is on standard output: write `> FILE` after the command",
        ),
        (
            &["edit", "set", "a", "1", "loose.hcl"],
            "the file comes first: `hcl2 edit FILE set ADDRESS VALUE`",
        ),
        (
            &["eval", "--yaml", "1"],
            "an option that `hcl2 eval` does not have is taken for the expression",
        ),
        (
            &["-v"],
            "hcl2 says all it has to say; `--version` prints its version",
        ),
    ] {
        let (status, _, said) = run_alone(directory.path(), line);
        assert_eq!(status, 2, "{line:?}");
        assert!(said.contains(&format!("\n  tip: {tip}\n")), "{line:?}: {said}");
        assert!(!said.contains("as a value"), "{said}");
    }
    for (line, message) in [
        (
            &["query", "loose.hcl", "a"][..],
            "the address comes first: `hcl2 query ADDRESS FILE`",
        ),
        (
            &["query", ".a.b", "loose.hcl"],
            "an address has no dot before its first name: write `a.b`",
        ),
    ] {
        let said = format!("error: {message}\n");
        assert_eq!(run_alone(directory.path(), line), (2, String::new(), said));
    }
}

#[test]
fn short_options_of_other_formatters_are_understood() {
    let directory = directory();
    let (status, diff, _) = run_alone(directory.path(), &["fmt", "-d", "loose.hcl"]);
    assert_eq!(status, 0);
    assert!(diff.contains("+a = 1"), "{diff}");
    let named = (0, "loose.hcl\n".to_owned(), String::new());
    assert_eq!(run_alone(directory.path(), &["fmt", "-w", "loose.hcl"]), named);
    assert_eq!(
        run_alone(directory.path(), &["edit", "-i", "loose.hcl", "set", "a", "2"]),
        named
    );
    assert_eq!(
        run_alone(directory.path(), &["query", "-r", "a", "loose.hcl"]),
        (0, "2\n".to_owned(), String::new())
    );
}

#[test]
fn variables_come_from_files_without_a_module() {
    let directory = directory();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("a.tfvars", "name = \"web\"\nports = [80]\n");
    write("b.tfvars.json", "{\"name\": \"api\"}");
    let run = |line: &[&str]| run_alone(directory.path(), line);
    let expression = "\"${name}-${ports[0]}\"";
    assert_eq!(
        run(&["eval", "--raw", "--var-file", "a.tfvars", expression]),
        (0, "web-80\n".to_owned(), String::new())
    );
    let files = ["--var-file", "a.tfvars", "--var-file=b.tfvars.json"];
    // The order of the command line decides.
    let line = [&["eval", "--var", "ports=[443]"], &files[..], &[expression]].concat();
    assert_eq!(run(&line), (0, "\"api-80\"\n".to_owned(), String::new()));
    let line = [&["eval"], &files[..], &["--var", "ports=[443]", expression]].concat();
    assert_eq!(run(&line), (0, "\"api-443\"\n".to_owned(), String::new()));

    write("wrong.tfvars", "name = nome\n");
    let (status, _, said) = run(&["eval", "--var-file", "wrong.tfvars", "name"]);
    assert_eq!(status, 1);
    assert!(said.contains("hcl2::expr::variables-not-allowed"), "{said}");
    assert!(said.contains("wrong.tfvars:1:8"), "{said}");
    let (status, _, said) = run(&["eval", "--var-file", "none.tfvars", "name"]);
    assert_eq!(status, 2);
    assert!(said.contains("hcl2::source::unreadable"), "{said}");
}

#[test]
fn a_file_with_blocks_has_a_tip() {
    let directory = directory();
    std::fs::write(directory.path().join("blocks.hcl"), "a {\n}\n").expect("a file");
    let (status, _, said) = run_alone(directory.path(), &["eval", "blocks.hcl"]);
    assert_eq!(status, 1);
    assert!(said.contains("hcl2::body::unexpected-block"), "{said}");
    assert!(
        said.contains("\ntip: `hcl2 to-json` prints files with blocks"),
        "{said}"
    );
}

#[test]
fn plan_says_where_a_value_comes_from() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "variable \"pw\" {\n  sensitive = true\n  default   = \"s3cr3t\"\n}\nlocals {\n  n = 2\n}\nresource \"terraform_data\" \"d\" {\n  input = { n = local.n > 1 ? \"many\" : \"one\", pw = upper(var.pw) }\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let why = |address: &str| run_alone(directory.path(), &["plan", "--why", address]);
    assert_eq!(
        why("terraform_data.d.input.n"),
        (
            0,
            "terraform_data.d.input.n = \"many\"  (literal, main.tf:9:31)\n\
             └─ if local.n = 2  (literal, main.tf:6:7)\n"
                .to_owned(),
            String::new()
        )
    );
    let tree = "terraform_data.d.input.pw = (sensitive value)  (upper(), main.tf:9:52)\n\
                └─ var.pw = (sensitive value)  (default, main.tf:3:15)\n\
                Sensitive because of var.pw  (default, main.tf:3:15)\n";
    assert_eq!(
        why("terraform_data.d.input.pw"),
        (0, tree.to_owned(), String::new())
    );

    let (status, stdout, stderr) = why("terraform_data.d.inputs");
    assert_eq!((status, stdout.as_str()), (1, ""));
    let sentence = "`terraform_data.d` has no part `inputs`. Did you mean `input`?";
    assert!(stderr.contains(sentence), "{stderr}");

    let arguments = ["plan", "--json", "--why", "terraform_data.d.input.pw"];
    let (status, stdout, _) = run_alone(directory.path(), &arguments);
    let json: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(
        (status, &json["first_mark"], &json["unknown"]),
        (0, &1.into(), &serde_json::json!([]))
    );
    assert_eq!(json["steps"][0]["functions"], serde_json::json!(["upper"]));
    assert_eq!(json["steps"][0]["value"], serde_json::Value::Null);
    assert_eq!(json["steps"][1]["place"]["range"]["start"]["line"], 3);
    assert!(!stdout.contains("s3cr3t"), "{stdout}");
}

#[test]
fn schemas_are_inferred_where_they_are_asked_to_be() {
    let directory = tempfile::tempdir().expect("a directory");
    let text =
        "resource \"acme_disk\" \"d\" {\n  size = 1 + 2\n}\noutput \"id\" {\n  value = acme_disk.d.id\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let plan = |arguments: &[&str]| run(directory.path(), arguments, "");
    assert_eq!(
        plan(&["plan", "--diagnostics=concise"]),
        (
            1,
            String::new(),
            "main.tf:1:1: error[hcl2::terraform::missing-schema]: Missing schema: The schema of `acme_disk` is needed to plan \
             it. Pass the output of `terraform providers schema -json` of the provider \
             `registry.terraform.io/hashicorp/acme`, or plan what is written with inferred schemas (`--infer-schemas`).\n"
                .to_owned()
        )
    );
    // A program that reads the plan finds nothing else on standard output.
    let (status, stdout, stderr) = plan(&["plan", "--json", "--diagnostics=json"]);
    assert_eq!((status, stdout.as_str()), (1, ""));
    let problems: serde_json::Value = serde_json::from_str(&stderr).expect("JSON");
    assert_eq!(problems[0]["code"], "hcl2::terraform::missing-schema");
    let arguments = ["plan", "--infer-schemas", "--json", "--diagnostics=json"];
    let (status, json, problems) = plan(&arguments);
    assert_eq!((status, problems.as_str()), (0, ""));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let change = &json["resource_changes"][0]["change"];
    assert_eq!(change["after"], serde_json::json!({"size": 3}));
    assert_eq!(json["output_changes"]["id"]["after_unknown"], true);
}
