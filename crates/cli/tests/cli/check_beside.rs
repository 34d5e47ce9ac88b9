//! `hcl2 check` of the files and modules beside those of a module.

use crate::support::expect::{expect_failure, run_in};

#[test]
fn what_a_run_or_a_module_needs_beside_itself_is_checked() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("main.tf", "output \"a\" {\n  value = 1\n}\n");
    write(
        "a.tftest.hcl",
        "run \"a\" {\n  module {\n    source = \"./b\"\n  }\n}\n",
    );
    write(
        ".terraform.lock.hcl",
        "provider \"hashicorp/null\" {\n  version = \"3.2.1\"\n}\n",
    );
    let checked = run_in(directory.path(), &["check", "--diagnostics=plain", "."], b"");
    expect_failure(
        &checked,
        1,
        &[
            ".terraform.lock.hcl:1:10: error[hcl2::terraform::invalid-source]",
            "a.tftest.hcl:3:14: error[hcl2::source::unreadable]",
        ],
    );
    assert_eq!(checked.stdout, "3 files checked: 2 errors in 2 files\n");
    let other = run_in(directory.path(), &["check", "main.tf"], b"");
    assert_eq!(other.stdout, "1 file checked: no problems\n");
}

#[test]
fn modules_that_several_roots_call_are_validated_whatever_becomes_of_the_others() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    let call = "module \"net\" {\n  source = \"../net\"\n}\n";
    write("a/main.tf", call);
    write("b/main.tf", call);
    write("net/main.tf", "locals {\n  a = upper([])\n}\n");
    let run = || run_in(directory.path(), &["check", "--diagnostics=plain", "."], b"");
    let invalid = "net/main.tf:2:13: error[hcl2::expr::invalid-argument]";
    let checked = run();
    expect_failure(&checked, 1, &[invalid]);
    assert_eq!(checked.stdout, "3 files checked: 1 error in 1 file\n");
    // A module in a tree with a reference cycle is not validated with it.
    let cycle = "locals {\n  x = local.y\n  y = local.x\n}\n";
    write("a/main.tf", &format!("{call}{cycle}"));
    let checked = run();
    expect_failure(
        &checked,
        1,
        &["a/main.tf:5:7: error[hcl2::terraform::reference-cycle]", invalid],
    );
    // A file that is there for one root may be missing for another.
    write("a/main.tf", call);
    write("a/x", "");
    write("net/main.tf", "locals {\n  a = file(\"x\")\n}\n");
    assert_eq!(run().stdout, "3 files checked: 1 warning in 1 file\n");
}

#[test]
fn stacks_are_checked_with_the_modules_of_their_components() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    write("net/main.tf", "variable \"cidr\" {\n  type = string\n}\n");
    write(
        "main.tfcomponent.hcl",
        "variable \"size\" {\n  type = number\n}\ncomponent \"net\" {\n  source = \"./net\"\n  inputs = {}\n}\n\
         component \"no\" {\n  source = \"./no\"\n}\n",
    );
    write(
        "main.tfdeploy.hcl",
        "deployment \"a\" {\n  inputs = {\n    size = \"large\"\n  }\n}\n",
    );
    let run = || run_in(directory.path(), &["check", "--diagnostics=plain", "."], b"");
    let of_components = "main.tfcomponent.hcl:6:12: error[hcl2::body::missing-attribute]";
    let of_sources = "main.tfcomponent.hcl:9:12: error[hcl2::source::unreadable]";
    let of_deployments = "main.tfdeploy.hcl:3:12: error[hcl2::terraform::invalid-value]";
    expect_failure(&run(), 1, &[of_components, of_sources, of_deployments]);
    // A variable may be in the file with an error.
    write("vars.tfcomponent.hcl", "variable \"a\" {\n  type = strin\n}\n");
    let checked = run();
    assert_eq!(checked.stdout, "4 files checked: 1 error in 1 file\n");
}

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {
  "provider": {"block": {"attributes": {"region": {"type": "string", "optional": true}}}},
  "resource_schemas": {"acme_disk": {"block": {"attributes": {
    "arn": {"type": "string", "computed": true}, "size": {"type": "number", "optional": true}}}}}
}}}
"#;

#[test]
fn tests_mocks_and_stacks_are_checked_against_schemas() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    write("schemas.json", SCHEMAS);
    write("app/main.tf", "resource \"acme_disk\" \"d\" {\n}\n");
    write(
        "app/tests/a.tftest.hcl",
        "mock_provider \"acme\" {\n  source = \"./mocks\"\n  mock_resource \"acme_disk\" {\n    defaults = { arm = \"a\" }\n  }\n}\n\
         provider \"acme\" {\n  alias  = \"b\"\n  regoin = \"a\"\n}\n\
         run \"a\" {\n  module {\n    source = \"../setup\"\n  }\n}\n",
    );
    write(
        "app/mocks/acme.tfmock.hcl",
        "mock_resource \"acme_disk\" {\n  defaults = { arn = [] }\n}\n",
    );
    write(
        "app/mocks/b.tfmock.json",
        "{\"mock_resource\": {\"acme_disk\": {}}}\n",
    );
    write("setup/main.tf", "resource \"acme_disk\" \"d\" {\n  sise = 1\n}\n");
    write(
        "inner/main.tfcomponent.hcl",
        "variable \"size\" {\n  type = number\n}\n",
    );
    write(
        "stack/main.tfcomponent.hcl",
        "provider \"acme\" \"b\" {\n  config {\n    regoin = \"a\"\n  }\n}\n\
         component \"a\" {\n  source    = \"../setup\"\n  providers = { acme = provider.acme.b }\n}\n\
         stack \"inner\" {\n  source = \"../inner\"\n  inputs = {\n    size = \"large\"\n  }\n}\n",
    );
    let run = |arguments: &[&str]| {
        let arguments = [
            &["check", "--diagnostics=plain", "--schema", "schemas.json"],
            arguments,
        ]
        .concat();
        run_in(directory.path(), &arguments, b"")
    };
    let of_setup = "setup/main.tf:2:3: error[hcl2::body::unsupported-attribute]";
    let of_tests = [
        "app/mocks/acme.tfmock.hcl:2:22: warning[hcl2::terraform::invalid-value]",
        "app/tests/a.tftest.hcl:4:18: warning[hcl2::body::unsupported-attribute]: Ignored value",
        "app/tests/a.tftest.hcl:9:3: warning[hcl2::body::unsupported-attribute]",
        "app/mocks/b.tfmock.json:1:20: error[hcl2::terraform::duplicate-declaration]",
        // Modules elsewhere are read and checked, too.
        of_setup,
    ];
    let checked = run(&["app"]);
    expect_failure(&checked, 1, &of_tests);
    assert_eq!(
        checked.stdout,
        "4 files checked: 2 errors and 3 warnings in 4 files\n"
    );
    let of_stack = [
        "stack/main.tfcomponent.hcl:3:5: error[hcl2::body::unsupported-attribute]",
        "stack/main.tfcomponent.hcl:13:12: error[hcl2::terraform::invalid-value]",
        of_setup,
    ];
    let checked = run(&["stack"]);
    expect_failure(&checked, 1, &of_stack);
    assert_eq!(checked.stdout, "1 file checked: 3 errors in 2 files\n");
    expect_failure(&run(&["."]), 1, &[&of_tests[..], &of_stack].concat());
    // A file that is named is reported for itself.
    let named = run(&["stack/main.tfcomponent.hcl"]);
    expect_failure(&named, 1, &of_stack[..2]);
    assert_eq!(named.stdout, "1 file checked: 2 errors in 1 file\n");
}

#[test]
fn a_backend_has_no_effect_only_where_its_module_is_called() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("net")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let backend = "terraform {\n  backend \"local\" {\n  }\n}\n";
    write(
        "main.tf",
        &format!("{backend}module \"net\" {{\n  source = \"./net\"\n}}\n"),
    );
    write("net/main.tf", backend);
    let run = |paths: &[&str]| {
        let arguments = [&["check", "--diagnostics=concise"], paths].concat();
        let checked = run_in(directory.path(), &arguments, b"");
        assert_eq!(checked.status, 0, "{checked:?}");
        checked.stderr
    };
    let warning =
        "net/main.tf:2:3: warning[hcl2::terraform::ignored-setting]: Ignored setting of a called module: ";
    for paths in [&["."][..], &[".", "net"]] {
        let problems = run(paths);
        assert!(
            problems.starts_with(warning) && problems.lines().count() == 1,
            "{problems}"
        );
    }
    for paths in [&["net"], &["main.tf"]] {
        assert_eq!(run(paths), "");
    }
}

#[test]
fn settings_of_opentofu_are_read_in_its_language() {
    let directory = tempfile::tempdir().expect("a directory");
    let mirror =
        "provider_installation {\n  oci_mirror {\n    repository_template = \"a.b/${type}\"\n  }\n}\n";
    for (name, status) in [(".tofurc", 0), (".terraformrc", 1)] {
        std::fs::write(directory.path().join(name), mirror).expect("a file");
        let checked = run_in(directory.path(), &["check", name], b"");
        assert_eq!(checked.status, status, "{}", checked.stderr);
    }
}

#[test]
fn syntax_errors_hide_only_what_may_follow_from_them() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let check = || run_in(directory.path(), &["check", "--diagnostics=concise", "."], b"");
    write(
        "a.tf",
        "output \"a\" {\n  valu = var.lost\n}\noutput \"b\" {\n  value = var.lost\n}\nvariable \"c\" {}\nvariable \"c\" {}\n",
    );
    write(
        "b.tf",
        "variable \"lost\" {\n  default = = 1\n  typ = string\n}\noutput \"d\" {\n  valeu = 1\n}\n",
    );
    expect_failure(
        &check(),
        1,
        &[
            "a.tf:1:12: error[hcl2::body::missing-attribute]",
            "a.tf:2:3: error[hcl2::body::unsupported-attribute]",
            "a.tf:8:1: error[hcl2::terraform::duplicate-declaration]",
            "b.tf:2:13: error[hcl2::syntax::expected-expression]",
            "b.tf:5:12: error[hcl2::body::missing-attribute]",
            "b.tf:6:3: error[hcl2::body::unsupported-attribute]",
        ],
    );
    // Where braces do not match, blocks may end elsewhere.
    write(
        "b.tf",
        "variable \"lost\" {\n  default = 1\noutput \"d\" {\n  valeu = 1\n}\n",
    );
    let found = check();
    assert!(
        !found.stderr.contains("b.tf:4") && found.stderr.contains("a.tf:2:3"),
        "{}",
        found.stderr
    );
}

#[test]
fn values_that_need_nothing_of_what_is_lost_are_evaluated_beside_syntax_errors() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let check = || run_in(directory.path(), &["check", "--diagnostics=concise", "."], b"");
    write(
        "a.tf",
        "locals {\n  known   = { x = 1 }\n  wrong   = local.known.y\n  lost    = local.half.y\n  through = local.lost.z\n  called  = provider::acme::f(1)\n}\nvariable \"n\" {\n  type = number\n}\noutput \"o\" {\n  value = upper(var.n, 1)\n}\n",
    );
    write(
        "b.tf",
        "locals {\n  half = { x = 1, = }\n}\noutput \"p\" {\n  value = local.known.z\n}\nterraform {\n  required_providers {\n    acme = = { source = \"a/acme\" }\n  }\n}\n",
    );
    let found = check();
    expect_failure(
        &found,
        1,
        &[
            "a.tf:3:24: error[hcl2::expr::unknown-attribute]",
            "a.tf:12:24: error[hcl2::expr::extra-argument]",
            "b.tf:5:22: error[hcl2::expr::unknown-attribute]",
        ],
    );
    for line in ["a.tf:4", "a.tf:5", "a.tf:6"] {
        assert!(!found.stderr.contains(line), "{}", found.stderr);
    }
    // An older version may evaluate otherwise.
    write("b.tf", "terraform {\n  required_version = = \"1.5\"\n}\n");
    assert!(!check().stderr.contains("hcl2::expr::"));
    // What an override file changes is not known.
    std::fs::remove_file(directory.path().join("b.tf")).expect("the file is there");
    write("override.tf", "locals {\n  known = = { y = 1 }\n}\n");
    assert!(!check().stderr.contains("hcl2::expr::"));
}
