//! Project files: the settings of the files below a directory.

use crate::support::expect::{expect_failure, run_in};

#[test]
fn the_project_file_selects_the_language_and_what_is_reported() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    write(
        "app/main.tf",
        "variable \"a\" {\n  type  = map\n  const = true\n}\n",
    );
    write("app/generated/main.tf", "variable {\n");
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    let check = |arguments: &[&str]| run(&[&["check", "--diagnostics=concise"], arguments].concat());
    write(
        ".hcl2.toml",
        "language = \"terraform@1.14\"\nignore = [\"generated/\"]\n[check]\nwarn = [\"unused-variable\"]\ndeny = [\"deprecated\"]\n",
    );
    let found = check(&["app"]);
    expect_failure(
        &found,
        1,
        &[
            "app/main.tf:1:1: warning[hcl2::terraform::unused-variable]",
            "app/main.tf:2:11: error[hcl2::terraform::deprecated]",
            "app/main.tf:3:3: error[hcl2::terraform::unsupported-version]",
        ],
    );
    assert_eq!(found.stdout, "1 file checked: 2 errors and 1 warning in 1 file\n");
    // Options take precedence.
    let newer = check(&["--language", "terraform@1.15", "app"]);
    assert!(!newer.stderr.contains("unsupported-version"), "{newer:?}");
    expect_failure(
        &check(&["--no-ignore", "app"]),
        1,
        &["app/generated/main.tf:1:10: error"],
    );
    expect_failure(
        &check(&["app/generated"]),
        1,
        &["app/generated/main.tf:1:10: error"],
    );
    // A repository ends the search.
    write("app/.git/HEAD", "");
    assert_eq!(check(&["app/main.tf"]).status, 0);
    std::fs::remove_dir_all(directory.path().join("app/.git")).expect("a directory");
    // Nothing is checked or formatted by half.
    write(".hcl2.toml", "[check]\ndenny = [\"deprecated\"]\n");
    for command in ["check", "fmt"] {
        let refused = run(&[command, "--diagnostics=concise", "app"]);
        let message = ".hcl2.toml:2:1: error[hcl2::command::invalid-project]: Invalid project file: The key `denny` is \
                       unknown. Did you mean `deny`?";
        expect_failure(&refused, 2, &[message]);
        assert_eq!((refused.stdout.as_str(), refused.stderr.lines().count()), ("", 1));
    }
}

#[test]
fn each_file_has_the_settings_of_the_nearest_project_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    let text = "variable \"a\" {\n  const = true\n}\n";
    let call = "module \"b\" {\n  source = \"../b\"\n  c      = 1\n}\n";
    write("a/main.tf", text);
    write("b/main.tf", text);
    write("b/gen.tf/main.tf", "variable {\n");
    write("c/main.tf", call);
    write("d/main.tf", call);
    write(".hcl2.toml", "language = \"terraform@1.14\"\n");
    write(
        "b/.hcl2.toml",
        "ignore = [\"gen.tf\"]\n[check]\nwarn = [\"unused-variable\"]\n[fmt]\nindent = 4\n",
    );
    write("c/.hcl2.toml", "[check]\ndeny = [\"warnings\"]\n");
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    for operands in [&["."][..], &["d", "a", "c", "b"]] {
        let found = run(&[&["check", "--diagnostics=concise"], operands].concat());
        let starts = found
            .stderr
            .lines()
            .map(|line| line.split("]:").next().unwrap_or_default().to_owned());
        let mut starts: Vec<String> = starts.collect();
        starts.sort();
        assert_eq!(
            starts,
            [
                "a/main.tf:2:3: error[hcl2::terraform::unsupported-version",
                "b/main.tf:1:1: warning[hcl2::terraform::unused-variable",
                "c/main.tf:1:1: error[hcl2::body::missing-attribute",
                "c/main.tf:3:3: error[hcl2::body::unsupported-attribute",
                "d/main.tf:1:1: error[hcl2::body::missing-attribute",
                "d/main.tf:3:3: error[hcl2::body::unsupported-attribute",
            ],
            "{operands:?}"
        );
    }
    let formatted = run(&["fmt", "."]);
    assert_eq!((formatted.status, formatted.stdout.as_str()), (0, "b/main.tf\n"));
    let text = std::fs::read_to_string(directory.path().join("b/main.tf")).expect("a file");
    assert_eq!(text, "variable \"a\" {\n    const = true\n}\n");
    // A mistake in any of them is found before anything is done.
    write("d/.hcl2.toml", "[fmt]\nindent = -1\n");
    for command in ["check", "fmt"] {
        let refused = run(&[command, "--diagnostics=concise", "."]);
        expect_failure(
            &refused,
            2,
            &["d/.hcl2.toml:2:10: error[hcl2::command::invalid-project]"],
        );
    }
}

#[test]
fn the_project_file_selects_the_layout() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(".hcl2.toml", "[fmt]\nindent = 4\nalign = false\n");
    write("a.hcl", "b {\n  a = 1\n  bcd = 2\n}\n");
    let format = |options: &[&str]| {
        let arguments = [&["fmt", "--stdout"], options, &["a.hcl"]].concat();
        run_in(directory.path(), &arguments, b"").stdout
    };
    assert_eq!(format(&[]), "b {\n    a = 1\n    bcd = 2\n}\n");
    assert_eq!(format(&["--indent", "2"]), "b {\n  a = 1\n  bcd = 2\n}\n");
}
