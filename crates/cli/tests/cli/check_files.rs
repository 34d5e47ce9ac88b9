//! `hcl2 check` of files that are not of a module.

use crate::support::expect::{expect_failure, run_in};

#[test]
fn values_of_variables_are_checked_against_their_module() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(
        "main.tf",
        "variable \"size\" {\n  type = number\n}\nvariable \"key\" {\n  type      = object({ a = string })\n  sensitive = true\n}\n\
         variable \"name\" {\n  nullable = false\n}\n",
    );
    write(
        "terraform.tfvars",
        "size = \"large\"\nsise = 3\nkey  = \"hunter2\"\nname = null\n",
    );
    write("prod.tfvars.json", "{\"size\": \"12\", \"key\": {\"a\": 1}}\n");
    let run = |path: &str| run_in(directory.path(), &["check", "--diagnostics=plain", path], b"");
    let expected = [
        "terraform.tfvars:1:8: error[hcl2::terraform::invalid-value]: Invalid value for a variable",
        "The value does not fit the variable `size`: ",
        "terraform.tfvars:2:1: warning[hcl2::terraform::undeclared]: Undeclared input variable",
        "The value is ignored: the module declares no variable `sise`. Did you mean `size`?",
        "terraform.tfvars:3:8: error[hcl2::terraform::invalid-value]",
        "which is sensitive; object is required.",
        "terraform.tfvars:4:8: error[hcl2::terraform::invalid-value]",
        "The variable `name` cannot be null.",
    ];
    for path in [".", "terraform.tfvars"] {
        let found = run(path);
        expect_failure(&found, 1, &expected);
        assert!(!found.stderr.contains("hunter2"), "{found:?}");
    }
    assert_eq!(run("prod.tfvars.json").status, 0);
}

#[test]
fn names_in_settings_of_the_command_may_be_in_quotes() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "provider_installation {\n  dev_overrides {\n    \"acme/net\" = \"/a\"\n  }\n  direct {\n    inclde = []\n  }\n}\n";
    for name in [".terraformrc", "app.hcl"] {
        std::fs::write(directory.path().join(name), text).expect("a file");
    }
    let check = |name| run_in(directory.path(), &["check", "--diagnostics=plain", name], b"");
    expect_failure(
        &check(".terraformrc"),
        1,
        &[".terraformrc:6:5: error[hcl2::body::unsupported-attribute]"],
    );
    assert!(!check(".terraformrc").stderr.contains("quoted-name"));
    expect_failure(
        &check("app.hcl"),
        1,
        &["app.hcl:3:5: error[hcl2::syntax::quoted-name]"],
    );
}

#[test]
fn languages_of_other_products_are_selected_by_name_or_option() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("build.pkr.hcl", "build {\n  name = \"${var.a}${var.c}\"\n}\n");
    write("vars.pkr.hcl", "variable \"a\" {\n  typ = string\n}\n");
    write("web.hcl", "job \"web\" {\n  tipe = \"batch\"\n}\n");
    let check = |arguments: &[&str]| {
        let arguments = [&["check", "--diagnostics=concise"], arguments].concat();
        run_in(directory.path(), &arguments, b"")
    };
    // The files of a directory belong together, and each is reported for itself.
    let named = check(&["build.pkr.hcl"]);
    expect_failure(
        &named,
        1,
        &["build.pkr.hcl:2:21: error[hcl2::terraform::undeclared]"],
    );
    assert_eq!(named.stdout, "1 file checked: 1 error in 1 file\n");
    let all = check(&["."]);
    expect_failure(
        &all,
        1,
        &[
            "build.pkr.hcl:2:21: error",
            "vars.pkr.hcl:2:3: error[hcl2::body::unsupported-attribute]",
        ],
    );
    assert_eq!(
        all.stdout,
        "3 files checked: 2 errors in 2 files\nnot checked: 1 file (only parsed: --language NAME)\n"
    );
    expect_failure(
        &check(&["--language", "nomad", "web.hcl"]),
        1,
        &["web.hcl:2:3: error[hcl2::body::unsupported-attribute]"],
    );
    // Nothing seems undeclared beside a file that cannot be parsed.
    write("vars.pkr.hcl", "variable {");
    assert_eq!(check(&["build.pkr.hcl"]).stdout, "1 file checked: no problems\n");
    let unknown = check(&["--language", "nomd", "web.hcl"]);
    expect_failure(
        &unknown,
        2,
        &[
            "--language nomd: expected one of terraform, opentofu, packer",
            "did you mean `nomad`?",
        ],
    );
}
