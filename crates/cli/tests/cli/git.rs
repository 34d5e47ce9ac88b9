//! `hcl2 diff` in a git repository.

use crate::support::git::git;
use crate::support::run;

/// A repository with two commits: a value changes in `a`, only the layout in `b`, and a file is added.
fn repository() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    for folder in ["a", "b"] {
        std::fs::create_dir(directory.path().join(folder)).expect("a directory");
    }
    write("a/main.tf", "x = 1\n");
    write("b/main.tf", "x=1\n");
    git(directory.path(), &["init", "-q"]);
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-qm", "one"]);
    write("a/main.tf", "x = 2\n");
    write("a/more.tf", "y = 1\n");
    write("b/main.tf", "x = 1 # one\n");
    write("b/notes.txt", "z = 1\n");
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-qm", "two"]);
    directory
}

const CHANGES: &str = "~ x: 1 -> 2  (HEAD~1:a/main.tf:1, HEAD:a/main.tf:1)\n+ y: y = 1  (HEAD:a/more.tf:1)\n";

#[test]
fn revisions_are_compared_directory_by_directory() {
    let directory = repository();
    let changed = (1, CHANGES.to_owned(), String::new());
    assert_eq!(run(directory.path(), &["diff", "HEAD~1..HEAD"], ""), changed);
    assert_eq!(run(directory.path(), &["diff", "HEAD~1..HEAD", "a"], ""), changed);
    let same = (0, String::new(), String::new());
    assert_eq!(run(directory.path(), &["diff", "HEAD~1..", "b"], ""), same);
    assert_eq!(run(directory.path(), &["diff", "HEAD..HEAD"], ""), same);
}

#[test]
fn revisions_are_named_as_in_git() {
    let directory = repository();
    let diff = |arguments: &[&str]| run(directory.path(), &[&["diff"], arguments].concat(), "");
    let committed = |before: &str, after: &str| {
        CHANGES
            .replace("HEAD~1:", &format!("{before}:"))
            .replace(" HEAD:", &format!(" {after}:"))
            .replace("(HEAD:", &format!("({after}:"))
    };
    for (operands, expected) in [
        (&["HEAD~1", "HEAD"][..], committed("HEAD~1", "HEAD")),
        (&["HEAD~1"], committed("HEAD~1", "working tree")),
        (&["HEAD~1...HEAD", "--", "a"], committed("HEAD~1...HEAD", "HEAD")),
        (&["HEAD~1...HEAD", "--", "b"], String::new()),
    ] {
        let (_, stdout, stderr) = diff(operands);
        assert_eq!((stdout, stderr.as_str()), (expected, ""), "{operands:?}");
    }
    let (status, _, problem) = diff(&["old.tf", "new.tf"]);
    assert_eq!(status, 2);
    assert!(problem.contains("old.tf"), "{problem}");
}

#[test]
fn an_unknown_revision_is_named() {
    let directory = repository();
    let (status, _, problem) = run(directory.path(), &["diff", "nowhere..HEAD"], "");
    assert_eq!(status, 2);
    assert_eq!(problem, "error: `nowhere` is no revision of this repository\n");
}

#[test]
fn git_shows_changes_in_meaning() {
    let directory = repository();
    let command = format!("diff.external={} diff --git-external", env!("CARGO_BIN_EXE_hcl2"));
    let shown = git(
        directory.path(),
        &[
            "-c",
            &command,
            "diff",
            "--ext-diff",
            "HEAD~1",
            "HEAD",
            "--",
            "*.tf",
        ],
    );
    let signs: Vec<&str> = shown
        .lines()
        .map(|line| line.split("  (").next().unwrap_or_default())
        .collect();
    assert_eq!(signs, ["~ x: 1 -> 2", "+ y: y = 1"]);
}
