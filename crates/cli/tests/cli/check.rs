//! `hcl2 check` of modules.

use crate::support;

use crate::support::expect::{expect_failure, run_in};

#[test]
fn files_of_a_module_are_checked_together() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("variables.tf", "variable \"size\" {}\n");
    write(
        "main.tf.json",
        "{\"output\": {\"a\": {\"value\": \"${var.size + var.siz}\"}}}\n",
    );
    // A file is checked with its module and reported for itself.
    let named = run_in(
        directory.path(),
        &["check", "--diagnostics=plain", "main.tf.json"],
        b"",
    );
    expect_failure(
        &named,
        1,
        &["main.tf.json:1:42: error[hcl2::terraform::undeclared]"],
    );
    assert_eq!(named.stdout, "1 file checked: 1 error in 1 file\n");
    let other = run_in(directory.path(), &["check", "variables.tf"], b"");
    assert_eq!(other.stdout, "1 file checked: no problems\n", "{other:?}");
    let whole = run_in(directory.path(), &["check", "--diagnostics=plain", "."], b"");
    expect_failure(
        &whole,
        1,
        &[
            "main.tf.json:1:42: error[hcl2::terraform::undeclared]: Undeclared input variable",
            "Did you mean `var.size`?",
        ],
    );
    assert_eq!(whole.stdout, "2 files checked: 1 error in 1 file\n");
}

#[test]
fn ignored_files_of_a_module_are_read_and_ignored_directories_are_not() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("old")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(".gitignore", "variables.tf\nold/\nnotes.hcl\n");
    write("variables.tf", "variable \"size\" {}\n");
    write("main.tf", "output \"a\" {\n  value = var.size\n}\n");
    write("notes.hcl", "a = \n");
    write("old/main.tf", "output \"a\" {}\n");
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    let checked = run(&["check", "."]);
    assert_eq!(checked.stdout, "2 files checked: no problems\n", "{checked:?}");
    let all = run(&["check", "--no-ignore", "."]);
    assert_eq!(all.stdout, "4 files checked: 2 errors in 2 files\n", "{all:?}");
}

#[test]
fn modules_are_checked_in_the_version_of_the_language() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |text: &str| std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let run = |language: &[&str]| {
        let arguments = [&["check", "--diagnostics=plain"], language, &["."]].concat();
        run_in(directory.path(), &arguments, b"")
    };
    write("variable \"a\" {\n  const = true\n}\n");
    assert_eq!(run(&[]).status, 0);
    let older = run(&["--language", "terraform@1.14"]);
    let needed = "main.tf:2:3: error[hcl2::terraform::unsupported-version]: Newer language";
    expect_failure(&older, 1, &[needed, "needs Terraform 1.15"]);
    expect_failure(
        &run(&["--language", "opentofu@1.11"]),
        1,
        &["needs OpenTofu 1.12"],
    );
    assert_eq!(run(&["--language", "opentofu"]).status, 0);
    expect_failure(&run(&["--language", "terraform@2.0"]), 2, &["from 1.0 to 1.18"]);

    write("terraform {\n  required_version = \"~> 1.6.0\"\n}\nremoved {\n  from = a.b\n}\n");
    expect_failure(
        &run(&[]),
        1,
        &[
            "main.tf:4:1: error[hcl2::terraform::unsupported-version]",
            "Terraform 1.6, the newest version",
        ],
    );
    let excluded = "main.tf:2:22: error[hcl2::terraform::unsupported-version]: Unsupported version";
    expect_failure(&run(&["--language", "terraform@1.9"]), 1, &[excluded]);
}

#[test]
fn called_modules_are_checked_in_the_version_of_their_root_module() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |path: &str, text: &str| {
        let path = directory.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    let run = || run_in(directory.path(), &["check", "--diagnostics=concise", "."], b"");
    let root = |constraint: &str| {
        let text = format!(
            "terraform {{\n  required_version = \"{constraint}\"\n}}\nmodule \"m\" {{\n  source = \"./m\"\n}}\n"
        );
        write("main.tf", &text);
    };
    // `const` needs 1.15, and an import in a called module 1.16.
    let import =
        "resource \"terraform_data\" \"a\" {\n}\nimport {\n  to = terraform_data.a\n  id = \"a\"\n}\n";
    let called = |constraint: &str| {
        let text = format!(
            "terraform {{\n  required_version = \"{constraint}\"\n}}\n{import}variable \"c\" {{\n  default = 1\n  const   = true\n}}\n"
        );
        write("m/main.tf", &text);
    };
    root(">= 1.16");
    called(">= 1.3");
    assert_eq!(run().stderr, "", "{:?}", run());
    root("~> 1.15.0");
    let ignored = "m/main.tf:6:1: warning[hcl2::terraform::ignored-setting]";
    assert!(run().stderr.contains(ignored), "{:?}", run());
    assert_eq!(run().status, 0);
    root("~> 1.14.0");
    let found = run();
    expect_failure(
        &found,
        1,
        &[
            "m/main.tf:6:1: error[hcl2::terraform::invalid-target]",
            "m/main.tf:12:3: error[hcl2::terraform::unsupported-version]",
        ],
    );
    // The constraints of the whole tree count, so that a version exists in which all of it can be used.
    root(">= 1.3");
    called("~> 1.15.0");
    assert!(run().stderr.contains(ignored), "{:?}", run());
    assert_eq!(run().status, 0);
    root("~> 1.16.0");
    expect_failure(
        &run(),
        1,
        &["m/main.tf:2:22: error[hcl2::terraform::unsupported-version]"],
    );
    // A module of two root modules is read in the versions of both.
    called(">= 1.3");
    write(
        "other/main.tf",
        "terraform {\n  required_version = \"~> 1.14.0\"\n}\nmodule \"m\" {\n  source = \"../m\"\n}\n",
    );
    expect_failure(
        &run(),
        1,
        &["m/main.tf:12:3: error[hcl2::terraform::unsupported-version]"],
    );
}

#[test]
fn missing_files_of_functions_are_warnings_that_can_be_silenced() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "locals {\n  a = file(\"nope\")\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    let warned = run(&["check", "."]);
    assert_eq!(
        (warned.status, warned.stdout.as_str()),
        (0, "1 file checked: 1 warning in 1 file\n")
    );
    let silent = run(&["check", "--no-files", "."]);
    assert_eq!(silent.stdout, "1 file checked: no problems\n");
}

#[cfg(unix)]
#[test]
fn declarations_may_be_in_a_file_that_cannot_be_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "output \"a\" {\n  value = var.a\n}\noutput \"b\" {\n  value = upper([])\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let check = || run_in(directory.path(), &["check", "--diagnostics=plain", "."], b"").stderr;
    let errors = |text: &str| text.lines().filter(|line| line.contains("error[")).count();
    assert_eq!(errors(&check()), 2, "{}", check());
    let link = directory.path().join("shared.tf");
    std::os::unix::fs::symlink("missing.tf", link).expect("a link");
    let found = check();
    let expected = [
        "error[hcl2::source::unreadable]",
        "main.tf:5:17: error[hcl2::expr::invalid-argument]",
    ];
    assert!(expected.iter().all(|line| found.contains(line)), "{found}");
    assert_eq!(errors(&found), 2, "{found}");
}

#[test]
fn errors_in_called_modules_outside_the_directory_are_reported() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["live", "net"] {
        std::fs::create_dir(directory.path().join(name)).expect("a directory");
    }
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("live/main.tf", "module \"net\" {\n  source = \"../net\"\n}\n");
    write("net/main.tf", "output \"a\" {\n  value = local.nope\n}\n");
    let run = run_in(directory.path(), &["check", "--diagnostics=plain", "live"], b"");
    expect_failure(&run, 1, &["net/main.tf:2:11: error[hcl2::terraform::undeclared]"]);
}

#[test]
fn calls_and_resources_are_checked_against_modules_and_schemas() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("live")).expect("a directory");
    std::fs::create_dir(directory.path().join("net")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(
        "live/main.tf",
        "module \"net\" {\n  source = \"../net\"\n  siz    = 1\n}\nresource \"acme_disk\" \"a\" {\n  sise = 1\n}\n",
    );
    write("net/main.tf", "variable \"size\" {\n  type = number\n}\n");
    write(
        "schemas.json",
        r#"{"provider_schemas": {"example.com/acme/acme": {"resource_schemas": {"acme_disk": {"block": {
            "attributes": {"size": {"type": "number", "optional": true}}}}}}}}"#,
    );
    // The called module is read where it was not named, too.
    let arguments = ["check", "--diagnostics=plain", "--schema", "schemas.json", "live"];
    let whole = run_in(directory.path(), &arguments, b"");
    expect_failure(
        &whole,
        1,
        &[
            "live/main.tf:1:1: error[hcl2::body::missing-attribute]",
            "live/main.tf:3:3: error[hcl2::body::unsupported-attribute]",
            "The module in `../net` has no variable `siz`. Did you mean `size`?",
            "live/main.tf:6:3: error[hcl2::body::unsupported-attribute]",
        ],
    );
    assert_eq!(whole.stdout, "1 file checked: 3 errors in 1 file\n");
}

#[test]
fn modules_that_call_themselves_are_reported_without_endless_loading() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("net")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let call = |name: &str, source: &str| format!("module \"{name}\" {{\n  source = \"{source}\"\n}}\n");
    write("main.tf", &(call("a", "./net") + &call("b", "./net")));
    write("net/main.tf", &(call("c", "../net") + &call("d", "../net")));
    for paths in [".", "net"] {
        let run = run_in(directory.path(), &["check", "--diagnostics=plain", paths], b"");
        let said = [
            "main.tf:1:1: error[hcl2::source::unreadable]: Endless module calls",
            "calls itself",
        ];
        expect_failure(&run, 1, &said);
    }
}

#[test]
fn tests_of_modules_are_checked_by_their_own_table() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "run \"a\" {\n  comand = plan\n}\n";
    std::fs::write(directory.path().join("main.tftest.hcl"), text).expect("a file");
    let run = run_in(directory.path(), &["check", "--diagnostics=plain", "."], b"");
    expect_failure(
        &run,
        1,
        &["main.tftest.hcl:2:3: error[hcl2::body::unsupported-attribute]"],
    );
}

#[test]
fn tests_of_called_modules_are_warned_of_as_terraform_does_not_read_them() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir_all(directory.path().join("net/tests")).expect("directories");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let text = "run \"a\" {\n  comand = plan\n}\n";
    write("net/main.tf", "");
    write("net/a.tftest.hcl", text);
    write("net/tests/b.tftest.hcl", text);
    let run = |operands: &[&str]| {
        let arguments = [&["check", "--diagnostics=plain"], operands].concat();
        run_in(directory.path(), &arguments, b"")
    };
    let code = "[hcl2::body::unsupported-attribute]";
    let places = |severity: &str| {
        ["net/a.tftest.hcl:2:3", "net/tests/b.tftest.hcl:2:3"]
            .map(|place| format!("{place}: {severity}{code}"))
    };
    expect_failure(&run(&["."]), 1, &places("error").each_ref().map(String::as_str));
    write("main.tf", "module \"net\" {\n  source = \"./net\"\n}\n");
    let whole = run(&["."]);
    assert_eq!(whole.status, 0, "{whole:?}");
    assert!(
        places("warning").iter().all(|place| whole.stderr.contains(place)),
        "{whole:?}"
    );
    for named in [&["net"][..], &[".", "net"]] {
        expect_failure(&run(named), 1, &places("error").each_ref().map(String::as_str));
    }
    let [first, _] = places("error");
    expect_failure(&run(&["net/a.tftest.hcl", "main.tf"]), 1, &[&first]);
}

#[test]
fn a_module_at_an_absolute_path_is_read() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("net")).expect("a directory");
    let called = directory.path().join("net");
    std::fs::write(called.join("main.tf"), "variable \"a\" {}\n").expect("a file");
    let root = tempfile::tempdir().expect("a directory");
    let check = |source: &str| {
        let text = format!("module \"net\" {{\n  source = \"{source}\"\n}}\n");
        std::fs::write(root.path().join("main.tf"), text).expect("a file");
        run_in(root.path(), &["check", "--diagnostics=plain", "."], b"")
    };
    let path = called.to_str().expect("UTF-8");
    for source in [
        path.to_owned(),
        format!("file://{path}"),
        path.replace("/net", "//net"),
    ] {
        let wrong = check(&source);
        expect_failure(&wrong, 1, &["main.tf:1:1: error[hcl2::body::missing-attribute]"]);
        let missing = check(&format!("{source}/none"));
        expect_failure(&missing, 1, &["main.tf:1:1: error[hcl2::source::unreadable]"]);
    }
    let remote = check("https://example.com/net");
    let not_checked = "not checked: module \"net\" (not installed: terraform init)\n";
    let expected = format!("1 file checked: no problems\n{not_checked}");
    assert_eq!(remote.stdout, expected, "{remote:?}");
}

#[test]
fn functions_of_opentofu_are_known_in_its_language_only() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "output \"a\" {\n  value = urldecode(\"a+b\")\n}\noutput \"b\" {\n  value = cidrcontains(\"10.0.0.0/8\", \"x\")\n}\n";
    std::fs::write(directory.path().join("main.tofu"), text).expect("a file");
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let run = |arguments: &[&str]| {
        let all = [&["check", "--diagnostics", "concise"], arguments].concat();
        let (status, stdout, stderr) = support::run(directory.path(), &all, "");
        (status, format!("{stdout}{stderr}"))
    };
    let (status, problems) = run(&["main.tf"]);
    assert_eq!(status, 1, "{problems}");
    assert!(problems.contains("hcl2::expr::unknown-function"), "{problems}");
    std::fs::remove_file(directory.path().join("main.tf")).expect("a file");
    let (status, problems) = run(&["--opentofu", "."]);
    assert_eq!(status, 1, "{problems}");
    assert!(!problems.contains("unknown-function"), "{problems}");
    assert!(problems.contains("hcl2::expr::invalid-argument"), "{problems}");
}

#[test]
fn modules_that_terraform_has_installed_are_checked_with_their_callers() {
    let directory = tempfile::tempdir().expect("a directory");
    let installed = directory.path().join(".terraform/modules/net");
    std::fs::create_dir_all(installed.join("sub")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let manifest = |module: &str| {
        let text =
            format!("{{\"Modules\": [{{\"Key\": \"\", \"Source\": \"\", \"Dir\": \".\"}}, {module}]}}");
        write(".terraform/modules/modules.json", &text);
    };
    let run = || run_in(directory.path(), &["check", "--diagnostics=concise", "."], b"");
    write(
        "main.tf",
        "module \"net\" {\n  source = \"acme/net/aws\"\n  sise   = 1\n}\noutput \"a\" {\n  value = module.net.b\n}\n",
    );
    // Its warnings are nothing that the caller can fix.
    write(
        ".terraform/modules/net/main.tf",
        "variable \"size\" {\n  type = list\n}\nmodule \"sub\" {\n  source = \"./sub\"\n  name   = 1\n}\n",
    );
    write(".terraform/modules/net/sub/main.tf", "variable \"nam\" {}\n");
    assert_eq!(
        run().status,
        0,
        "nothing is known of a module that is not installed"
    );
    manifest(
        "{\"Key\": \"net\", \"Source\": \"registry.terraform.io/acme/net/aws\", \"Version\": \"1.0.0\", \"Dir\": \".terraform/modules/net\"}",
    );
    let found = run();
    expect_failure(
        &found,
        1,
        &[
            "main.tf:1:1: error[hcl2::body::missing-attribute]",
            "main.tf:3:3: error[hcl2::body::unsupported-attribute]: Unsupported attribute: The module in \
             `.terraform/modules/net` has no variable `sise`.",
            "main.tf:6:21: error[hcl2::expr::unknown-attribute]",
            ".terraform/modules/net/main.tf:6:3: error[hcl2::body::unsupported-attribute]",
        ],
    );
    assert!(!found.stderr.contains("warning"), "{found:?}");
    // One that was installed from elsewhere is not the one that is called.
    manifest(
        "{\"Key\": \"net\", \"Source\": \"registry.terraform.io/other/net/aws\", \"Version\": \"1.0.0\", \"Dir\": \".terraform/modules/net\"}",
    );
    assert_eq!(run().status, 0);
    let call = |source: &str| {
        write(
            "main.tf",
            &format!("module \"net\" {{\n  source = {source}\n  sise = 1\n}}\n"),
        )
    };
    let registry = "{\"Key\": \"net\", \"Source\": \"registry.terraform.io/acme/net/aws\", \"Version\": \"1.2.0\", \"Dir\": \".terraform/modules/net\"}";
    let git = "{\"Key\": \"net\", \"Source\": \"git::https://host.example/net.git?ref=v1\", \"Dir\": \".terraform/modules/net\"}";
    for (source, installed, status) in [
        ("\"acme/net/aws\"\n  version = \"~> 1.0\"", registry, 1),
        ("\"acme/net/aws\"\n  version = \"~> 2.0\"", registry, 0),
        ("\"acme/net/aws\"", git, 0),
        ("\"git::https://host.example/net.git?ref=v1\"", git, 1),
        ("\"git::https://host.example/net.git?ref=v2\"", git, 0),
    ] {
        call(source);
        manifest(installed);
        assert_eq!(run().status, status, "{source}");
    }
    write(".terraform/modules/modules.json", "{\"Modules\": [");
    expect_failure(
        &run(),
        1,
        &[".terraform/modules/modules.json:1:13: error[hcl2::json::unclosed-bracket]"],
    );
}

#[test]
fn types_that_convert_names_are_no_references() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "locals {\n  a = convert([\"1\"], list(number))\n  b = convert({}, object({ n = optional(string, \"d\") }))\n}\n\
                output \"o\" {\n  value = [local.a, local.b]\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let run = |arguments: &[&str]| {
        let (status, stdout, stderr) = support::run(directory.path(), arguments, "");
        (status, format!("{stdout}{stderr}"))
    };
    for language in ["terraform", "opentofu@1.13"] {
        let (status, problems) = run(&["check", "--language", language, "."]);
        assert_eq!(status, 0, "{problems}");
    }
    let (status, shown) = run(&["plan", "."]);
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains("n = \"d\""), "{shown}");
    let (status, shown) = run(&["eval", "--module", ".", "--functions", "terraform", "local.a[0]"]);
    assert_eq!((status, shown.trim()), (0, "1"));
}

#[test]
fn unused_declarations_are_reported_when_asked_for() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "variable \"a\" {\n  type = list\n}\nlocals {\n  b = 1\n}\n";
    std::fs::write(directory.path().join("main.tf"), text).expect("a file");
    let run = |more: &[&str]| {
        let arguments = [&["check", "--diagnostics=concise", "."], more].concat();
        run_in(directory.path(), &arguments, b"")
    };
    let usual = run(&[]);
    assert_eq!(
        (usual.status, usual.stdout.as_str()),
        (0, "1 file checked: 1 warning in 1 file\n")
    );
    let warned = run(&["--warn", "unused-variable"]);
    assert_eq!(warned.status, 0);
    let unused = "main.tf:1:1: warning[hcl2::terraform::unused-variable]: Unused variable: Nothing in the module refers to \
                  `var.a`.";
    assert!(warned.stderr.contains(unused), "{warned:?}");
    assert!(!warned.stderr.contains("unused-local"), "{warned:?}");
    let named = run(&["--warn", "core:unused-variable"]);
    assert_eq!(named.stderr, warned.stderr);
    let group = run(&["--warn", "core:improvement"]);
    assert!(
        group.stderr.contains(unused) && group.stderr.contains("unused-local"),
        "{group:?}"
    );
    let denied = run(&[
        "--deny",
        "core:unused-local",
        "--deny=hcl2::terraform::deprecated",
    ]);
    expect_failure(
        &denied,
        1,
        &[
            "main.tf:2:10: error[hcl2::terraform::deprecated]",
            "main.tf:5:3: error[hcl2::terraform::unused-local]",
        ],
    );
    expect_failure(
        &run(&["--warn", "unused-varable"]),
        2,
        &["no problem has this code; did you mean `unused-variable`?"],
    );
    expect_failure(
        &run(&["--warn", "core:unused-locals"]),
        2,
        &["no problem has this code; did you mean `core:unused-local`?"],
    );
    expect_failure(
        &run(&["--warn", "deprecated"]),
        2,
        &[
            "this problem is always reported; the optional ones are `unused-variable`, `unused-local`, `unused-data`, \
             `untyped-variable`",
        ],
    );
}

#[cfg(unix)]
#[test]
fn linked_files_are_of_the_module_and_links_to_nothing_are_errors() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    for name in ["shared", "linked", "broken"] {
        std::fs::create_dir(path(name)).expect("a directory");
    }
    std::fs::write(path("shared/main.tf"), "output \"a\" {\n  value = var.b\n}\n").expect("a file");
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, path(at)).expect("a link");
    link("../shared/main.tf", "linked/main.tf");
    link("../shared/gone.tf", "broken/gone.tf");
    link("../shared", "linked/directory.tf");
    let linked = run_in(
        directory.path(),
        &["check", "--diagnostics=concise", "linked"],
        b"",
    );
    expect_failure(
        &linked,
        1,
        &["linked/main.tf:2:11: error[hcl2::terraform::undeclared]"],
    );
    assert_eq!(linked.stdout, "1 file checked: 1 error in 1 file\n");
    for command in [
        &["check", "--diagnostics=concise"][..],
        &["plan", "--diagnostics=concise"],
    ] {
        let broken = run_in(directory.path(), &[command, &["broken"]].concat(), b"");
        expect_failure(&broken, 2, &["The file broken/gone.tf cannot be read"]);
    }
}
