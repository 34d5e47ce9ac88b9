//! `hcl2 check` of the files and modules beside those of a module.

#[path = "support/expect.rs"]
mod expect;
mod support;

use expect::{expect_failure, run_in};

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
