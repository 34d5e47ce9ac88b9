//! Options about the syntax of files: nesting, and JSON with comments.

use crate::support;

/// Asserts the exit status of a run in a directory, and that it prints `said` to either stream.
#[track_caller]
fn assert_run(directory: &tempfile::TempDir, arguments: &[&str], status: i32, said: &str) {
    let (found, stdout, stderr) = support::run(directory.path(), arguments, b"");
    assert_eq!(found, status, "{stdout}{stderr}");
    assert!(stdout.contains(said) || stderr.contains(said), "{stdout}{stderr}");
}

#[test]
fn max_depth_and_jsonc_change_what_is_accepted() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(
        "deep.hcl",
        &format!("a = {}1{}\n", "[".repeat(1_900), "]".repeat(1_900)),
    );
    write("comments.json", "{\n  // the port\n  \"a\": 80,\n}\n");
    write("any.hcldec", "attr {\n  name = \"a\"\n  type = number\n}\n");

    assert_run(&directory, &["check", "deep.hcl"], 1, "more than 250 levels deep");
    assert_run(
        &directory,
        &["check", "--max-depth", "1950", "deep.hcl"],
        0,
        "no problems",
    );
    assert_run(
        &directory,
        &["check", "--max-depth", "100", "deep.hcl"],
        1,
        "more than 100 levels deep",
    );
    assert_run(
        &directory,
        &["check", "--max-depth", "0", "deep.hcl"],
        2,
        "--max-depth",
    );
    let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
    std::fs::create_dir(directory.path().join("module")).expect("a directory");
    write("module/main.tf", &format!("locals {{\n  deep = {deep}\n}}\n"));
    let long = format!("length({deep})");
    for module in [
        &["eval", "--module", "module", "length(local.deep)"][..],
        &["eval", "--functions", "terraform", &long],
        &["plan", "module"],
    ] {
        assert_run(&directory, module, 1, "more than 250 levels deep");
        let arguments = [module, &["--max-depth", "400"]].concat();
        assert_run(&directory, &arguments, 0, "");
    }
    let console = ["console", "--functions", "terraform", "--max-depth", "400"];
    let (status, stdout, stderr) = support::run(directory.path(), &console, long.as_bytes());
    assert_eq!((status, stdout.as_str()), (0, "1\n"), "{stderr}");
    assert_run(&directory, &["eval", "comments.json"], 1, "hcl2::json::comment");
    assert_run(&directory, &["eval", "--jsonc", "comments.json"], 0, "{\"a\":80}");
    assert_run(
        &directory,
        &["to-json", "--jsonc", "comments.json"],
        0,
        "{\n  \"a\": 80\n}",
    );
    assert_run(
        &directory,
        &["diff", "--jsonc", "comments.json", "comments.json"],
        0,
        "",
    );
    let decode = ["decode", "--jsonc", "--spec", "any.hcldec", "comments.json"];
    assert_run(&directory, &decode, 0, "80\n");
}

#[test]
fn conditionals_with_hundreds_of_arms_are_evaluated() {
    let directory = tempfile::tempdir().expect("a directory");
    let arms: String = (0..300).map(|arm| format!("n == {arm} ? \"{arm}\" : ")).collect();
    assert_run(
        &directory,
        &["eval", "--var", "n=299", &format!("{arms}null")],
        0,
        "\"299\"\n",
    );
}
