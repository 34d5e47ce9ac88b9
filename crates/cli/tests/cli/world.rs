//! What modules are evaluated with: computed sources, files beside the root, variables, languages and workspaces.

use std::fs;
use std::path::Path;

use crate::support::git::git;
use crate::support::run;

pub(crate) fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        write(directory.path(), name, text);
    }
    directory
}

pub(crate) fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, text).expect("a file");
}

/// Runs the command, and returns its status and all that it writes.
pub(crate) fn said(directory: &Path, arguments: &[&str]) -> (i32, String) {
    let plain = [&["--diagnostics=concise"], arguments].concat();
    let (status, stdout, stderr) = run(directory, &plain, "");
    (status, stdout + &stderr)
}

/// A root whose module is chosen by a variable, which chooses one in turn.
const COMPUTED: &[(&str, &str)] = &[
    (
        "main.tofu",
        "variable \"kind\" {\n  default = \"small\"\n}\nlocals {\n  source = \"./mods/${var.kind}\"\n}\nmodule \"m\" {\n  source = \
         local.source\n  inner  = \"a\"\n}\noutput \"o\" {\n  value = module.m.name\n}\n",
    ),
    (
        "mods/small/main.tofu",
        "variable \"inner\" {\n  default = \"none\"\n}\nmodule \"i\" {\n  source = \"../inner_${var.inner}\"\n}\noutput \"name\" {\n  \
         value = module.i.name\n}\n",
    ),
    (
        "mods/inner_a/main.tofu",
        "output \"name\" {\n  value = \"a of small\"\n}\n",
    ),
    (
        "mods/large/main.tofu",
        "variable \"inner\" {}\noutput \"name\" {\n  value = \"large\"\n}\n",
    ),
];

#[test]
fn computed_sources_are_evaluated_from_the_values_of_variables() {
    let directory = directory(COMPUTED);
    let planned = |arguments: &[&str]| said(directory.path(), &[&["plan"], arguments].concat());
    let with = |value: &str| {
        let text =
            format!("Changes to outputs:\n  + o = \"{value}\"\nPlan: 0 to add, 0 to change, 0 to destroy.\n");
        (0, text)
    };
    assert_eq!(planned(&[]), with("a of small"));
    assert_eq!(planned(&["--var", "kind=large"]), with("large"));
    write(directory.path(), "terraform.tfvars", "kind = \"large\"\n");
    assert_eq!(planned(&[]), with("large"));
    assert_eq!(planned(&["-var=kind=small"]), with("a of small"));
    let evaluated = said(directory.path(), &["eval", "--module", ".", "module.m.name"]);
    assert_eq!(evaluated, (0, "\"large\"\n".to_owned()));
    let described = said(directory.path(), &["inspect", "--nested", "."]);
    assert!(
        described.1.contains("  m ./mods/large  main.tofu:7\n"),
        "{described:?}"
    );
}

#[test]
fn check_reads_modules_whose_sources_are_computed() {
    let directory = directory(COMPUTED);
    write(directory.path(), "mods/inner_a/main.tofu", "variable \"n\" {}\n");
    let checked = said(directory.path(), &["check", "."]);
    let missing = "mods/small/main.tofu:4:1: error[hcl2::body::missing-attribute]";
    // Its default would lead nowhere, but it is no root.
    assert!(
        checked.1.starts_with("4 files checked: 2 errors in 1 file\n"),
        "{checked:?}"
    );
    assert!(checked.1.contains(missing), "{checked:?}");
    assert!(
        checked
            .1
            .contains("mods/small/main.tofu:8:19: error[hcl2::expr::unknown-attribute]"),
        "{checked:?}"
    );
}

#[test]
fn an_unknown_source_is_an_error_of_the_plan_and_not_checked() {
    let directory = directory(&[(
        "main.tofu",
        "variable \"kind\" {}\nmodule \"m\" {\n  source = \"./${var.kind}\"\n}\noutput \"o\" {\n  value = module.m.name\n}\n",
    )]);
    let detail =
        "The source of the module `m` is not known, because the variable `kind` has no value. Set it.";
    let expected = format!(
        "main.tofu:3:12: error[hcl2::terraform::unknown-source]: Unknown source of a module: {detail}\n"
    );
    for line in [&["plan"] as &[&str], &["plan", "--infer-schemas"]] {
        assert_eq!(said(directory.path(), line), (1, expected.clone()), "{line:?}");
    }
    assert_eq!(
        said(directory.path(), &["check", "."]),
        (
            0,
            "1 file checked: no problems\nnot checked: module \"m\" (source not known: --var NAME=VALUE)\n"
                .to_owned()
        )
    );
    let (_, json, _) = run(directory.path(), &["check", "--diagnostics=json", "."], "");
    assert!(
        json.contains("\"code\": \"hcl2::terraform::not-checked\""),
        "{json}"
    );
    assert!(json.contains(detail), "{json}");
}

/// A root beside the module that it calls, which reads its own template.
pub(crate) const BESIDE: &[(&str, &str)] = &[
    (
        "mod/n/main.tf",
        "output \"text\" {\n  value = templatefile(\"${path.module}/t.tpl\", { x = 1 })\n}\n",
    ),
    ("mod/n/t.tpl", "v=${x}\n"),
    (
        "env/a/main.tf",
        "module \"n\" {\n  source = \"../../mod/n\"\n}\noutput \"text\" {\n  value = module.n.text\n}\n",
    ),
    (
        "env/a/tests/a.tftest.hcl",
        "run \"a\" {\n  command = plan\n  assert {\n    condition     = output.text == \"v=1\\n\"\n    error_message = \"No.\"\n  }\n}\n",
    ),
];

#[test]
fn a_module_beside_the_root_reads_its_own_files() {
    let directory = directory(BESIDE);
    let here = directory.path();
    let (status, shown) = said(here, &["plan", "env/a"]);
    assert!(
        status == 0 && shown.contains("  + text = \"v=1\\n\"\n"),
        "{shown}"
    );
    let evaluated = said(here, &["eval", "--module", "env/a", "module.n.text"]);
    assert_eq!(evaluated, (0, "\"v=1\\n\"\n".to_owned()));
    let (_, console, _) = run(here, &["console", "--module", "env/a"], "module.n.text\n");
    assert!(console.contains("v=1"), "{console}");
    let (status, tested) = said(here, &["test", "env/a"]);
    assert!(status == 0 && tested.contains("1 passed"), "{tested}");
    assert_eq!(
        said(here, &["check", "."]),
        (0, "3 files checked: no problems\n".to_owned())
    );
}

#[test]
fn affected_compares_files_beside_the_root() {
    let directory = directory(BESIDE);
    let here = directory.path();
    write(
        here,
        "env/b/main.tf",
        "output \"o\" {\n  value = file(\"../../shared/x.txt\")\n}\n",
    );
    write(here, "shared/x.txt", "one");
    git(here, &["init", "-q"]);
    git(here, &["add", "."]);
    git(here, &["commit", "-qm", "one"]);
    write(here, "mod/n/t.tpl", "w=${x}\n");
    write(here, "shared/x.txt", "two");
    git(here, &["add", "-A"]);
    git(here, &["commit", "-qm", "two"]);
    let expected = "env/a  (changed)\n  ~ output.text\nenv/b  (changed)\n  ~ output.o\n";
    assert_eq!(said(here, &["affected", "HEAD~1.."]), (1, expected.to_owned()));
}

#[test]
fn affected_follows_computed_sources() {
    let directory = directory(COMPUTED);
    let here = directory.path();
    git(here, &["init", "-q"]);
    git(here, &["add", "."]);
    git(here, &["commit", "-qm", "one"]);
    write(
        here,
        "mods/inner_a/main.tofu",
        "output \"name\" {\n  value = \"other\"\n}\n",
    );
    git(here, &["add", "-A"]);
    git(here, &["commit", "-qm", "two"]);
    let (status, shown) = said(here, &["affected", "--opentofu", "HEAD~1..", "."]);
    assert_eq!((status, shown.as_str()), (1, ".  (changed)\n  ~ output.o\n"));
}

#[test]
fn the_later_of_two_values_on_the_command_line_counts() {
    let directory = directory(&[
        (
            "main.tf",
            "variable \"n\" {\n  default = \"0\"\n}\noutput \"o\" {\n  value = var.n\n}\n",
        ),
        ("a.tfvars", "n = \"file\"\n"),
        (
            "tests/a.tftest.hcl",
            "run \"a\" {\n  command = plan\n  assert {\n    condition     = output.o == \"file\"\n    error_message = \"No.\"\n  }\n}\n",
        ),
    ]);
    let here = directory.path();
    let file_last = ["-var", "n=option", "-var-file=a.tfvars"];
    let option_last = ["-var-file=a.tfvars", "-var", "n=option"];
    for (order, value) in [(&file_last, "file"), (&option_last, "option")] {
        let (_, planned) = said(here, &[&["plan"], &order[..]].concat());
        assert!(planned.contains(&format!("  + o = \"{value}\"\n")), "{planned}");
        let evaluated = said(
            here,
            &[&["eval", "--module", "."], &order[..], &["var.n"]].concat(),
        );
        assert_eq!(evaluated.1, format!("\"{value}\"\n"));
        let (status, _) = said(here, &[&["test"], &order[..]].concat());
        assert_eq!(status, i32::from(value == "option"));
    }
}

#[test]
fn every_command_finds_the_problems_of_files_of_values() {
    let directory = directory(&[
        (
            "main.tf",
            "variable \"n\" {}\noutput \"o\" {\n  value = var.n\n}\n",
        ),
        ("terraform.tfvars", "n = {\n  a = 1\n  a = 2\n}\n"),
        ("tests/a.tftest.hcl", "run \"a\" {\n  command = plan\n}\n"),
    ]);
    for arguments in [
        &["check", "."][..],
        &["plan"],
        &["test"],
        &["eval", "--module", ".", "var.n"],
    ] {
        let (status, text) = said(directory.path(), arguments);
        assert_eq!(status, 0, "{arguments:?}: {text}");
        let problem = "terraform.tfvars:3:3: warning[hcl2::expr::overwritten-item]";
        assert!(text.contains(problem), "{arguments:?}: {text}");
    }
}

#[test]
fn commands_read_modules_in_the_language_that_is_selected() {
    let directory = directory(&[(
        "main.tf",
        "variable \"a\" {\n  default = \"1\"\n  const   = true\n}\n",
    )]);
    write(
        directory.path(),
        "tests/a.tftest.hcl",
        "run \"a\" {\n  command = plan\n}\n",
    );
    let here = directory.path();
    for command in ["plan", "test", "inspect", "docs"] {
        let (_, old) = said(here, &[command, "--language", "terraform@1.14"]);
        assert!(
            old.contains("main.tf:3:3: error[hcl2::terraform::unsupported-version]"),
            "{command}: {old}"
        );
        let (status, new) = said(here, &[command, "--language", "terraform@1.15"]);
        assert_eq!(status, 0, "{command}: {new}");
    }
    let (status, _) = said(
        here,
        &["eval", "--module", ".", "--language", "terraform@1.14", "var.a"],
    );
    assert_eq!(status, 1);
    let (status, wrong) = said(here, &["plan", "--language", "nomad"]);
    assert_eq!(
        (status, wrong.as_str()),
        (
            2,
            "error: --language nomad: expected the language of a module, `terraform` or `opentofu`\n"
        )
    );
}

#[test]
fn the_workspace_is_unknown_to_check_and_the_default_one_otherwise() {
    let text = "locals {\n  sizes = { prod = 1 }\n  size  = local.sizes[terraform.workspace]\n}\noutput \"w\" {\n  value = \
                terraform.workspace\n}\n";
    let directory = directory(&[("main.tf", text)]);
    let here = directory.path();
    let unknown = (0, "1 file checked: no problems\n".to_owned());
    assert_eq!(said(here, &["check", "."]), unknown);
    assert_eq!(said(here, &["check", "--workspace", "prod", "."]), unknown);
    let (status, wrong) = said(here, &["check", "--workspace", "dev", "."]);
    assert_eq!(status, 1);
    assert!(wrong.contains("main.tf:3:22: error[hcl2::expr::"), "{wrong}");
    write(
        here,
        "main.tf",
        "output \"w\" {\n  value = terraform.workspace\n}\n",
    );
    let planned = |name: &str| {
        let (_, planned) = said(here, &["plan"]);
        assert!(planned.contains(&format!("  + w = \"{name}\"\n")), "{planned}");
        let evaluated = said(here, &["eval", "--module", ".", "terraform.workspace"]);
        assert_eq!(evaluated.1, format!("\"{name}\"\n"));
    };
    planned("default");
    write(here, ".terraform/environment", "dev");
    planned("dev");
}

#[test]
fn what_was_not_checked_is_said() {
    let directory = directory(&[
        (
            "main.tf",
            "resource \"acme_disk\" \"a\" {}\ndata \"acme_disk\" \"b\" {}\nmodule \"vpc\" {\n  source = \"acme/vpc/aws\"\n}\n",
        ),
        ("broken/main.tf", "locals {\n  a = \n}\n"),
    ]);
    let here = directory.path();
    let line = "not checked: arguments of 2 resources (no schema: --schema FILE); module \"vpc\" (not installed: terraform \
                init)\n";
    assert_eq!(
        said(here, &["check", "main.tf"]),
        (0, format!("1 file checked: no problems\n{line}"))
    );
    assert_eq!(said(here, &["check", "--quiet", "main.tf"]), (0, String::new()));
    assert_eq!(
        said(here, &["check", "--quiet", "--strict", "main.tf"]),
        (1, String::new())
    );
    let (_, broken) = said(here, &["check", "broken"]);
    let expected = "not checked: the rest of the module in \"broken\" (syntax errors)\n";
    assert!(broken.contains(expected), "{broken}");
    let (_, json, _) = run(here, &["check", "--diagnostics=json", "main.tf"], "");
    let notes: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let codes: Vec<_> = notes.as_array().into_iter().flatten().collect();
    assert_eq!(codes.len(), 2, "{json}");
    for (note, place) in codes.iter().zip([0, 52]) {
        assert_eq!(note["severity"], "note");
        assert_eq!(note["code"], "hcl2::terraform::not-checked");
        assert_eq!(note["subject"]["start"]["byte"], place, "{note}");
    }
    let (_, sarif, _) = run(here, &["check", "--diagnostics=sarif", "main.tf"], "");
    assert!(sarif.contains("\"level\": \"note\""), "{sarif}");
    let (_, quiet, _) = run(here, &["check", "--quiet", "--diagnostics=json", "main.tf"], "");
    assert_eq!(quiet.trim(), "[]");
}

#[test]
fn tests_need_a_module_and_can_be_selected() {
    let run_block = |name: &str, value: &str| {
        format!(
            "run \"{name}\" {{\n  command = plan\n  assert {{\n    condition     = output.o == \"{value}\"\n    error_message = \"No.\"\n  }}\n}}\n"
        )
    };
    let file = run_block("one", "a") + &run_block("two", "b") + &run_block("three", "a");
    let directory = directory(&[
        ("main.tf", "output \"o\" {\n  value = \"a\"\n}\n"),
        ("tests/x.tftest.hcl", &file),
        ("tests/y.tftest.hcl", &run_block("one", "b")),
        ("empty/notes.txt", ""),
    ]);
    let here = directory.path();
    for (line, code) in [
        (["test", "none"], "error[hcl2::source::unreadable]"),
        (["test", "empty"], "error[hcl2::source::no-files]"),
    ] {
        let (status, shown) = said(here, &line);
        assert!(status == 2 && shown.contains(code), "{shown}");
    }
    let results = |arguments: &[&str]| {
        let (status, shown) = said(here, &[&["test"], arguments].concat());
        let runs = shown.lines().filter(|line| line.starts_with("  run "));
        (status, runs.map(str::trim).collect::<Vec<_>>().join("; "))
    };
    let one = "run \"one\"... pass";
    assert_eq!(
        results(&["--filter", "tests/x.tftest.hcl:one"]),
        (0, one.to_owned())
    );
    assert_eq!(
        results(&["--filter=tests/x.tftest.hcl:three"]),
        (0, "run \"three\"... pass".to_owned())
    );
    assert_eq!(
        results(&["--run", "one"]),
        (1, format!("{one}; run \"one\"... fail"))
    );
    assert_eq!(
        results(&["--run", "one", "--filter", "tests/x.tftest.hcl"]),
        (0, one.to_owned())
    );
    for (line, message) in [
        (
            ["--filter", "tests/x.tftest.hcl:ones"],
            "error: no file of tests has a run `ones`; did you mean `one`?\n",
        ),
        (["--run", "four"], "error: no file of tests has a run `four`\n"),
        (
            ["--filter", "tests/z.tftest.hcl"],
            "error: the module has no file of tests `tests/z.tftest.hcl`; did you mean `tests/x.tftest.hcl`?\n",
        ),
    ] {
        let (status, shown) = said(here, &[&["test"], &line[..]].concat());
        assert_eq!((status, shown.as_str()), (2, message));
    }
}

#[test]
fn the_console_has_the_functions_of_the_version() {
    let directory = directory(&[("main.tofu", "")]);
    let evaluated = |version: &str| {
        let arguments = [
            "eval",
            "--language",
            version,
            "--module",
            ".",
            "contains([null], null)",
        ];
        said(directory.path(), &arguments)
    };
    assert_eq!(evaluated("opentofu@1.13"), (0, "true\n".to_owned()));
    let (status, text) = evaluated("opentofu@1.12");
    assert!(
        status == 1 && text.contains("hcl2::expr::invalid-argument"),
        "{text}"
    );
}

#[test]
fn functions_follow_the_version_also_without_a_module_and_in_templates() {
    let template = "${element([\"a\", \"b\"], -1)}";
    let directory = directory(&[("main.tf", ""), ("t.tftpl", template)]);
    let evaluated = |options: &[&str], expression: &str| {
        said(directory.path(), &[&["eval"], options, &[expression]].concat())
    };
    for (expression, code) in [
        (
            "element([\"a\", \"b\"], -1)",
            "error[hcl2::expr::invalid-argument]",
        ),
        ("templatefile(\"t.tftpl\", {})", "error[hcl2::expr::call-failed]"),
    ] {
        for scope in [
            &["--no-module", "--functions", "terraform"][..],
            &["--module", "."],
        ] {
            let of = |version: &str| evaluated(&[scope, &["--language", version]].concat(), expression);
            let (status, text) = of("terraform@1.11");
            assert!(
                status == 1
                    && text.contains(code)
                    && text.contains("the index of a tuple must not be negative"),
                "{scope:?} {expression}: {text}"
            );
            assert_eq!(
                of("terraform@1.12"),
                (0, "\"b\"\n".to_owned()),
                "{scope:?} {expression}"
            );
        }
    }
}

#[test]
fn variables_of_the_environment_may_have_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let directory = directory(&[(
        "main.tf",
        "variable \"v\" {}\noutput \"o\" {\n  value = var.v\n}\n",
    )]);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .current_dir(directory.path())
        .arg("plan")
        .env("OTHER", OsStr::from_bytes(b"\xff"))
        .env("TF_VAR_v", OsStr::from_bytes(b"a\xff"))
        .output()
        .expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let plan = String::from_utf8_lossy(&output.stdout);
    assert!(plan.contains("o = \"a\u{fffd}\""), "{plan}");
}
