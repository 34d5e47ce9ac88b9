//! What commands may read.

use std::fs;

use crate::support::git::git;
use crate::support::run;
use crate::world::{directory, said};

#[test]
fn files_elsewhere_are_refused_unless_they_are_allowed() {
    let outside = directory(&[("a.txt", "one"), ("b.txt", "two")]);
    let outer = outside.path().canonicalize().expect("a directory");
    let outer = outer.to_str().expect("UTF-8");
    let text = format!(
        "locals {{\n  a = file(\"{outer}/a.txt\")\n  b = file(\"{outer}/b.txt\")\n}}\noutput \"o\" {{\n  value = local.a\n}}\n"
    );
    let directory = directory(&[("main.tf", &text)]);
    let here = directory.path();
    let (status, checked) = said(here, &["check", "."]);
    assert_eq!(status, 0, "{checked}");
    // One warning is enough.
    assert_eq!(
        checked.matches("warning[hcl2::terraform::refused-file]").count(),
        1,
        "{checked}"
    );
    assert!(checked.contains("main.tf:2:13: warning"), "{checked}");
    let (status, planned) = said(here, &["plan"]);
    assert_eq!(status, 1, "{planned}");
    assert!(planned.contains("`--allow-read`"), "{planned}");
    let (status, planned) = said(here, &["plan", "--allow-read", outer]);
    assert!(status == 0 && planned.contains("  + o = \"one\"\n"), "{planned}");
    let allowed = said(here, &["check", "--allow-read", outer, "."]);
    assert_eq!(allowed, (0, "1 file checked: no problems\n".to_owned()));
    let (status, wrong) = said(here, &["plan", "--allow-read", "none"]);
    assert_eq!(
        (status, wrong.as_str()),
        (2, "error: --allow-read: there is no directory none\n")
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_what_may_be_read_are_refused() {
    let outside = directory(&[
        ("secret.txt", "s3cr3t"),
        (
            "main.tf",
            "output \"o\" {\n  value = file(\"${path.module}/secret.txt\")\n}\n",
        ),
    ]);
    let text = "module \"m\" {\n  source = \"./link\"\n}\noutput \"o\" {\n  value = module.m.o\n}\n";
    let directory = directory(&[("main.tf", text)]);
    std::os::unix::fs::symlink(outside.path(), directory.path().join("link")).expect("a link");
    let (status, planned) = said(directory.path(), &["plan"]);
    assert_eq!(status, 1, "{planned}");
    assert!(planned.contains("hcl2::terraform::refused-file"), "{planned}");
    assert!(!planned.contains("s3cr3t"), "{planned}");
}

#[test]
fn the_repository_around_the_root_may_be_read() {
    let directory = directory(&[
        (
            "env/a/main.tf",
            "output \"o\" {\n  value = file(\"../../shared/x.txt\")\n}\n",
        ),
        ("shared/x.txt", "one"),
    ]);
    let refused = said(directory.path(), &["plan", "env/a"]);
    assert_eq!(refused.0, 1, "{refused:?}");
    fs::create_dir(directory.path().join(".git")).expect("a directory");
    let (status, planned) = said(directory.path(), &["plan", "env/a"]);
    assert!(status == 0 && planned.contains("  + o = \"one\"\n"), "{planned}");
}

#[test]
fn the_text_of_called_modules_outside_of_the_repository_is_not_shown() {
    let broken = "output \"canary1\" {\n  value = var.canary2\n}\nresource \"terraform_data\" \"a\" {\n  canary3 = \"canary4\"\n}\n";
    let files = [
        ("root/main.tf", "module \"x\" {\n  source = \"../outside\"\n}\n"),
        (
            "root/tests/a.tftest.hcl",
            "run \"a\" {\n  module {\n    source = \"../tested\"\n  }\n}\n",
        ),
        ("outside/main.tf", broken),
        ("tested/main.tf", "canary5 = \"canary6\n"),
    ];
    let directory = directory(&files);
    let root = directory.path().join("root");
    let shown = |arguments: &[&str]| {
        let (status, stdout, stderr) = run(&root, arguments, "");
        assert_eq!(status, 1, "{arguments:?}\n{stdout}{stderr}");
        stdout + &stderr
    };
    // Without a repository, messages are about what was called, but have none of its text.
    let alone = shown(&["check", "."]);
    assert!(
        alone.contains("The module declares no input variable `canary2`."),
        "{alone}"
    );
    assert!(
        !alone.contains("canary1") && !alone.contains("canary4"),
        "{alone}"
    );
    git(&root, &["init", "-q"]);
    for arguments in [
        &["check", "."][..],
        &["plan"],
        &["test"],
        &["check", "--diagnostics=json", "."],
    ] {
        let shown = shown(arguments);
        assert!(
            shown.contains("main.tf") && !shown.contains("canary"),
            "{arguments:?}\n{shown}"
        );
    }
    // What is named is shown.
    let named = shown(&["check", "../outside", "."]);
    assert!(named.contains("canary4"), "{named}");
}
