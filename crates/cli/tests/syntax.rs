//! Options about the syntax of files: nesting, and JSON with comments.

mod support;

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
    assert_run(&directory, &["eval", "comments.json"], 1, "hcl2::json::comment");
    assert_run(&directory, &["eval", "--jsonc", "comments.json"], 0, "{\"a\":80}");
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
