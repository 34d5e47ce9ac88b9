//! `hcl2 fmt` as a person starts it: what it prints, what it writes, and how it ends.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const MESSY: &str = "a=1\nlong = [ 1,2 ]\n";
const NEAT: &str = "a    = 1\nlong = [1, 2]\n";

/// The exit status, standard output and standard error of `hcl2 fmt` with these arguments.
fn fmt(directory: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .arg("fmt")
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("a short input");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    (
        output.status.code().expect("no signal ends the command"),
        String::from_utf8(output.stdout).expect("UTF-8"),
        String::from_utf8(output.stderr).expect("UTF-8"),
    )
}

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    std::fs::create_dir(directory.path().join("below")).expect("a directory");
    write("below/messy.tf", MESSY);
    write("neat.hcl", NEAT);
    write("other.tf.json", "{\"a\":1}\n");
    directory
}

fn read(directory: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(directory.path().join(name)).expect("a file")
}

#[test]
fn files_that_change_are_written_and_named() {
    let directory = directory();
    let named = format!(".{0}below{0}messy.tf\n", std::path::MAIN_SEPARATOR);
    let first = fmt(directory.path(), &["."], "");
    assert_eq!(first, (0, named, String::new()));
    assert_eq!(read(&directory, "below/messy.tf"), NEAT);
    assert_eq!(read(&directory, "neat.hcl"), NEAT);
    assert_eq!(read(&directory, "other.tf.json"), "{\"a\":1}\n");
    assert_eq!(
        fmt(directory.path(), &["."], ""),
        (0, String::new(), String::new())
    );
}

#[test]
fn a_check_names_files_and_writes_none() {
    let directory = directory();
    let checked = fmt(directory.path(), &["--check", "below/messy.tf", "neat.hcl"], "");
    assert_eq!(checked, (1, "below/messy.tf\n".to_owned(), String::new()));
    assert_eq!(
        fmt(directory.path(), &["--check", "neat.hcl"], ""),
        (0, String::new(), String::new())
    );
    assert_eq!(
        fmt(directory.path(), &["--check", "-"], MESSY),
        (1, "<stdin>\n".to_owned(), String::new())
    );
    assert_eq!(read(&directory, "below/messy.tf"), MESSY);
}

#[test]
fn a_diff_shows_lines_and_writes_none() {
    let directory = directory();
    let wanted = "--- a/below/messy.tf\n+++ b/below/messy.tf\n@@ -1,2 +1,2 @@\n-a=1\n-long = [ 1,2 ]\n+a    = 1\n\
                  +long = [1, 2]\n";
    let shown = fmt(directory.path(), &["--diff", "below/messy.tf", "neat.hcl"], "");
    assert_eq!(shown, (0, wanted.to_owned(), String::new()));
    let checked = fmt(directory.path(), &["--diff", "--check", "below/messy.tf"], "");
    assert_eq!(checked, (1, wanted.to_owned(), String::new()));
    assert_eq!(read(&directory, "below/messy.tf"), MESSY);
}

#[test]
fn formatted_text_can_be_printed() {
    let directory = directory();
    assert_eq!(
        fmt(directory.path(), &["-"], MESSY),
        (0, NEAT.to_owned(), String::new())
    );
    let printed = fmt(directory.path(), &["--stdout", "below/messy.tf"], "");
    assert_eq!(printed, (0, NEAT.to_owned(), String::new()));
    assert_eq!(read(&directory, "below/messy.tf"), MESSY);
}

#[test]
fn a_file_with_errors_stays_and_the_others_do_not() {
    let directory = directory();
    std::fs::write(directory.path().join("broken.hcl"), "a=\n").expect("a file");
    let (status, stdout, stderr) = fmt(
        directory.path(),
        &["--diagnostics=plain", "broken.hcl", "below/messy.tf"],
        "",
    );
    assert_eq!((status, stdout.as_str()), (1, "below/messy.tf\n"));
    assert!(stderr.contains("hcl2::syntax::expected-expression"), "{stderr}");
    assert!(stderr.contains("broken.hcl:1:3"), "{stderr}");
    assert_eq!(read(&directory, "broken.hcl"), "a=\n");
    assert_eq!(read(&directory, "below/messy.tf"), NEAT);
}

#[test]
fn what_cannot_be_formatted_is_a_wrong_command_line() {
    let directory = directory();
    let (status, _, stderr) = fmt(directory.path(), &["other.tf.json"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("other.tf.json is in the JSON syntax"), "{stderr}");
    let (status, _, stderr) = fmt(directory.path(), &["missing.hcl"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("hcl2::source::unreadable"), "{stderr}");
    assert_eq!(
        fmt(directory.path(), &["--stdout", "--check", "neat.hcl"], "").0,
        2
    );
    assert_eq!(fmt(directory.path(), &[], "").0, 2);
}
