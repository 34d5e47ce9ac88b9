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
