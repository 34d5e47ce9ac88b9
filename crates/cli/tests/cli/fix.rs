//! What `hcl2 check` does about problems: `--fix`, `--deny`, and `hcl2 explain`.

use std::path::Path;

use crate::support::run;

fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).expect("a file");
    }
    directory
}

fn read(directory: &Path, name: &str) -> String {
    std::fs::read_to_string(directory.join(name)).expect("a file")
}

/// Asserts what `--fix` makes of the file `main.tf`, and the exit status.
#[track_caller]
fn expect(before: &str, after: &str, status: i32) {
    let directory = directory(&[("main.tf", before)]);
    let fixed = run(directory.path(), &["check", "--fix", "main.tf"], "");
    assert_eq!(read(directory.path(), "main.tf"), after, "{fixed:?}");
    assert_eq!(fixed.0, status, "{fixed:?}");
    // What is fixed stays.
    let again = run(directory.path(), &["check", "--fix", "main.tf"], "");
    assert!(again.1.starts_with("nothing to fix\n"), "{again:?}");
}

#[test]
fn problems_with_one_fix_are_fixed() {
    expect(
        "variable \"a\" {\n  type = \"string\"\n}\n",
        "variable \"a\" {\n  type = string\n}\n",
        0,
    );
    expect(
        "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    ignore_changes = [\"*\"]\n  }\n}\n",
        "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    ignore_changes = all\n  }\n}\n",
        0,
    );
    // Quotes and templates around references, together.
    expect(
        "resource \"terraform_data\" \"a\" {}\noutput \"b\" {\n  value      = 1\n  depends_on = [\"terraform_data.a\", \"${terraform_data.a}\"]\n}\n",
        "resource \"terraform_data\" \"a\" {}\noutput \"b\" {\n  value      = 1\n  depends_on = [terraform_data.a, terraform_data.a]\n}\n",
        0,
    );
}

#[test]
fn syntax_errors_are_fixed_if_the_file_can_be_parsed_then() {
    expect(
        "locals {\n  a = 1,\n  b = \u{201c}x\u{201d}\n  c = 1;\n  d = 2;\n}\n",
        "locals {\n  a = 1\n  b = \"x\"\n  c = 1\n  d = 2\n}\n",
        0,
    );
    expect(
        "locals {\n  a   : 1\n  bcd = 2\n}\n",
        "locals {\n  a   = 1\n  bcd = 2\n}\n",
        0,
    );
    expect("locals {\n  a: 1\n}\n", "locals {\n  a = 1\n}\n", 0);
    expect("locals {\n  a = 'x'\n}\n", "locals {\n  a = \"x\"\n}\n", 0);
    // Quotes of another language may hold what has a meaning here.
    let other = "locals {\n  a = '${x}'\n}\n";
    expect(other, other, 1);
    // One error is left, so nothing changes.
    let broken = "locals {\n  a = 1,\n  b = (1\n}\n";
    expect(broken, broken, 1);
    // What the syntax errors hid is found and fixed then.
    expect(
        "variable \"a\" {\n  type = \"string\",\n}\n",
        "variable \"a\" {\n  type = string\n}\n",
        0,
    );
}

#[test]
fn json_is_fixed_too() {
    let directory = directory(&[("main.tf.json", "{'locals': {\"a\": 1,},}\n")]);
    let fixed = run(directory.path(), &["check", "--fix"], "");
    assert_eq!((fixed.0, fixed.2.as_str()), (0, ""), "{fixed:?}");
    assert_eq!(
        read(directory.path(), "main.tf.json"),
        "{\"locals\": {\"a\": 1}}\n"
    );
}

#[test]
fn guesses_are_not_applied() {
    // A similar name is a suggestion only.
    let text = "variable \"size\" {}\noutput \"a\" {\n  value = var.sise\n}\n";
    expect(text, text, 1);
}

#[test]
fn fix_that_makes_another_problem_is_taken_back() {
    // Without its quotes, the type is a list, which the default does not fit.
    let wrong = "variable \"a\" {\n  type    = \"list\"\n  default = 1\n}\n";
    expect(wrong, wrong, 1);
    // Another problem of the same file is fixed all the same.
    expect(
        &format!("{wrong}variable \"b\" {{\n  type = \"string\"\n}}\n"),
        &format!("{wrong}variable \"b\" {{\n  type = string\n}}\n"),
        1,
    );
}

#[test]
fn formatted_file_stays_formatted() {
    expect(
        "locals { a = 1 }\nresource \"terraform_data\" \"a\" {\n  lifecycle {\n    ignore_changes = [\"*\"] # b\n    a              = 1     # c\n  }\n}\n",
        "locals { a = 1 }\nresource \"terraform_data\" \"a\" {\n  lifecycle {\n    ignore_changes = all # b\n    a              = 1   # c\n  }\n}\n",
        1,
    );
    // And one that is not stays as it is besides.
    expect(
        "variable  \"a\" {\n type= \"string\"\n}\n",
        "variable  \"a\" {\n type= string\n}\n",
        0,
    );
}

#[test]
fn what_is_fixed_is_said_and_shown() {
    let text = "variable \"a\" {\n  type = \"string\"\n}\n";
    let directory = directory(&[("a.tf", text), ("b.tf", "output \"b\" {\n  value = var.a\n}\n")]);
    let shown = run(directory.path(), &["check", "--fix", "--diff"], "");
    let diff = "--- a/a.tf\n+++ b/a.tf\n@@ -1,3 +1,3 @@\n variable \"a\" {\n-  type = \"string\"\n+  type = string\n }\n";
    assert_eq!(shown, (1, diff.to_owned(), String::new()));
    assert_eq!(read(directory.path(), "a.tf"), text);
    let fixed = run(directory.path(), &["check", "--fix"], "");
    let said = "1 problem fixed in 1 file\n2 files checked: no problems\n";
    assert_eq!(fixed, (0, said.to_owned(), String::new()));
    // Nothing is left to show.
    let shown = run(directory.path(), &["check", "--fix", "--diff"], "");
    assert_eq!(shown, (0, String::new(), String::new()));
    let json = run(directory.path(), &["check", "--fix", "--diagnostics", "json"], "");
    assert_eq!((json.0, json.1.trim(), json.2.as_str()), (0, "[]", ""));
}

#[test]
fn wrong_uses_of_fix_are_refused() {
    let directory = directory(&[("main.tf", "")]);
    for (arguments, problem) in [
        (
            &["check", "--fix", "-"][..],
            "`--fix` changes files, not standard input",
        ),
        (&["check", "--diff"], "--fix"),
        (
            &["check", "--fix", "--diff", "--diagnostics", "json"],
            "`--diff` prints a diff",
        ),
        (&["check", "--werror"], "`--deny warnings`"),
        (&["check", "--deny", "warning"], "did you mean"),
        (
            &["explain", "hcl2::terraform::deprecatd"],
            "did you mean `hcl2::terraform::deprecated`?",
        ),
        (&["explain", "nothing-like-it"], "no problem has this code"),
    ] {
        let (status, stdout, stderr) = run(directory.path(), arguments, "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.contains(problem), "{arguments:?}: {stderr}");
    }
}

#[test]
#[cfg(unix)]
fn file_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let text = "variable \"a\" {\n  type = \"string\"\n}\n";
    let directory = directory(&[("main.tf", text)]);
    let file = directory.path().join("main.tf");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).expect("a file");
    let (status, _, stderr) = run(directory.path(), &["check", "--fix"], "");
    assert_eq!(status, 2);
    assert_eq!(
        stderr,
        "error: the file main.tf cannot be written: it is read-only\n"
    );
    assert_eq!(read(directory.path(), "main.tf"), text);
}

#[test]
fn all_warnings_can_be_errors() {
    let text = "resource \"terraform_data\" \"a\" {\n  depends_on = [\"terraform_data.b\"]\n}\nresource \"terraform_data\" \"b\" {}\n";
    let directory = directory(&[("main.tf", text)]);
    let check = |arguments: &[&str]| {
        let all = [&["check", "--diagnostics=concise", "."], arguments].concat();
        run(directory.path(), &all, "")
    };
    let usual = check(&[]);
    assert_eq!(usual.0, 0);
    assert!(
        usual
            .2
            .starts_with("main.tf:2:17: warning[hcl2::terraform::deprecated]"),
        "{usual:?}"
    );
    let denied = check(&["--deny", "warnings"]);
    assert_eq!(denied.0, 1);
    assert!(
        denied
            .2
            .starts_with("main.tf:2:17: error[hcl2::terraform::deprecated]"),
        "{denied:?}"
    );
    std::fs::write(
        directory.path().join(".hcl2.toml"),
        "[check]\ndeny = [\"warnings\"]\n",
    )
    .expect("a file");
    assert_eq!(check(&[]), denied);
    // What is not reported without being asked for is no warning.
    std::fs::write(directory.path().join("main.tf"), "variable \"a\" {}\n").expect("a file");
    assert_eq!(check(&[]).0, 0);
}

#[test]
fn codes_are_explained() {
    let directory = directory(&[]);
    let explain = |arguments: &[&str]| run(directory.path(), &[&["explain"], arguments].concat(), "");
    let (status, whole, stderr) = explain(&["hcl2::json::trailing-comma"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(
        whole.starts_with("hcl2::json::trailing-comma\n\n") && whole.lines().count() == 3,
        "{whole}"
    );
    // The last part is enough; all codes with it are explained.
    let (status, text, _) = explain(&["trailing-comma"]);
    assert_eq!(status, 0);
    assert!(text.contains(&whole), "{text}");
    let (_, area, _) = explain(&["json"]);
    assert!(
        area.lines().all(|line| line.starts_with("hcl2::json::")) && area.contains("trailing-comma"),
        "{area}"
    );
    let (_, all, _) = explain(&[]);
    assert!(
        all.contains(&area) && all.contains("hcl2::terraform::deprecated\n"),
        "{all}"
    );
    assert_eq!(explain(&["json::"]).1, area);
}
