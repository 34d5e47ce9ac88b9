//! `hcl2 fmt` as a person starts it: what it prints, what it writes, and how it ends.

use crate::support;

use std::path::Path;
use std::process::{Command, Stdio};

const MESSY: &str = "a=1\nlong = [ 1,2 ]\n";
const NEAT: &str = "a    = 1\nlong = [1, 2]\n";

/// Runs `hcl2 fmt`, and returns its exit status, standard output and standard error.
fn fmt(directory: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    support::run(directory, &[&["fmt"], arguments].concat(), input)
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
fn changed_files_are_written_and_named() {
    let directory = directory();
    let named = format!("below{}messy.tf\n", std::path::MAIN_SEPARATOR);
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
fn fmt_check_names_files_and_writes_none() {
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
fn fmt_diff_shows_lines_and_writes_none() {
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
fn files_of_terraform_and_opentofu_have_their_layout() {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, neat) in [
        ("a.tf", "x = var.a\n"),
        ("a.tofu", "x = var.a\n"),
        ("a.auto.tfvars", "x = var.a\n"),
        ("a.tftest.hcl", "x = var.a\n"),
        ("a.tofutest.hcl", "x = var.a\n"),
        ("a.tfmock.hcl", "x = var.a\n"),
        ("a.tfquery.hcl", "x = var.a\n"),
        ("a.hcl", "x = \"${var.a}\"\n"),
    ] {
        std::fs::write(directory.path().join(name), "x=\"${var.a}\"\n").expect("a file");
        let printed = fmt(directory.path(), &["--stdout", name], "");
        assert_eq!(printed, (0, neat.to_owned(), String::new()), "{name}");
    }
}

#[test]
fn files_with_errors_are_kept_and_others_formatted() {
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
fn unreadable_files_and_conflicting_options_exit_with_2() {
    let directory = directory();
    let (status, _, stderr) = fmt(directory.path(), &["missing.hcl"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("hcl2::source::unreadable"), "{stderr}");
    assert_eq!(
        fmt(directory.path(), &["--stdout", "--check", "neat.hcl"], "").0,
        2
    );
}

#[test]
fn json_is_formatted_on_request() {
    let directory = directory();
    let neat = "{\n  \"a\": 1\n}\n";
    assert_eq!(fmt(directory.path(), &["--stdout", "other.tf.json"], "").1, neat);
    assert_eq!(
        fmt(directory.path(), &["--syntax", "json", "-"], "{\"a\":1}").1,
        neat
    );
    assert_eq!(
        fmt(directory.path(), &["--syntax", "json", "."], "").1,
        "other.tf.json\n"
    );
    assert_eq!(read(&directory, "other.tf.json"), neat);
    let (status, _, stderr) = fmt(directory.path(), &["--syntax", "json", "-"], "{\"a\":}");
    assert_eq!(status, 1);
    assert!(stderr.contains("hcl2::json::"), "{stderr}");
}

#[test]
fn only_terraform_files_are_rewritten_like_terraform_fmt() {
    let directory = directory();
    let text = "a = \"${\n  b\n}\"\n";
    for (name, wanted) in [
        ("x.tf", "a = b\n"),
        ("x.tfvars", "a = b\n"),
        ("x.tftest.hcl", "a = b\n"),
        ("x.hcl", text),
    ] {
        std::fs::write(directory.path().join(name), text).expect("a file");
        assert_eq!(fmt(directory.path(), &["--stdout", name], "").1, wanted, "{name}");
    }
    let wanted = "--- a/x.tf\n+++ b/x.tf\n@@ -1,3 +1 @@\n-a = \"${\n-  b\n-}\"\n+a = b\n";
    assert_eq!(fmt(directory.path(), &["--diff", "x.tf"], "").1, wanted);
}

#[test]
fn layout_options_change_the_layout() {
    let directory = directory();
    let text = "b {\n  zone = [1, 2]\n  a    = f(\"x\", y)\n}";
    let arguments = [
        "--indent",
        "4",
        "--no-align",
        "--sort-attributes",
        "--final-newline",
        "--max-width",
        "16",
        "-",
    ];
    let wanted =
        "b {\n    a = f(\n        \"x\",\n        y\n    )\n    zone = [\n        1,\n        2,\n    ]\n}\n";
    assert_eq!(
        fmt(directory.path(), &arguments, text),
        (0, wanted.to_owned(), String::new())
    );
}

/// The numbers of rounds and of files can be given as `HCL2_KILL=ROUNDS,FILES`.
#[cfg(unix)]
#[test]
fn killing_fmt_leaves_each_file_old_or_new() {
    let asked = std::env::var("HCL2_KILL").unwrap_or_else(|_| "8,100".to_owned());
    let (rounds, files) = asked.split_once(',').expect("ROUNDS,FILES");
    let (rounds, files): (u64, usize) = (
        rounds.parse().expect("a number"),
        files.parse().expect("a number"),
    );
    let directory = tempfile::tempdir().expect("a directory");
    let path = |file: usize| directory.path().join(format!("{file}.hcl"));
    let (mut seed, mut killed_between) = (7_u64, 0);
    for _ in 0..rounds {
        for file in 0..files {
            std::fs::write(path(file), MESSY).expect("a file");
        }
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mut child = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .args(["fmt", "."])
            .current_dir(directory.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("the command starts");
        std::thread::sleep(std::time::Duration::from_micros(
            (seed >> 33) % (files as u64 * 150),
        ));
        child.kill().expect("the command was started");
        child.wait().expect("the command ends");
        let texts: Vec<String> = (0..files)
            .map(|file| std::fs::read_to_string(path(file)).expect("a file"))
            .collect();
        assert!(texts.iter().all(|text| text == MESSY || text == NEAT));
        killed_between +=
            usize::from(texts.iter().any(|text| text == MESSY) && texts.iter().any(|text| text == NEAT));
    }
    eprintln!("{killed_between} of {rounds} rounds ended between the first file and the last");
}

#[test]
fn comments_that_are_not_utf8_are_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("main.tf");
    std::fs::write(&path, b"a  =  \"${b # caf\xE9\n}\"\n").expect("a file");
    assert_eq!(fmt(directory.path(), &["main.tf"], "").0, 0);
    let formatted = std::fs::read(&path).expect("a file");
    assert_eq!(formatted, b"a = b # caf\xE9\n\n");
    std::fs::write(&path, b"z=1 # caf\xE9\n").expect("a file");
    let printed = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .args(["fmt", "--stdout", "main.tf"])
        .current_dir(directory.path())
        .output()
        .expect("the command");
    assert_eq!(printed.stdout, b"z = 1 # caf\xE9\n");
}

#[test]
#[cfg(unix)]
fn a_link_out_of_the_directory_is_written_only_if_its_target_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    for name in ["in", "out"] {
        std::fs::create_dir(path(name)).expect("a directory");
    }
    std::fs::write(path("out/a.hcl"), "a=1\n").expect("a file");
    std::os::unix::fs::symlink("../out/a.hcl", path("in/link.hcl")).expect("a link");
    let target = path("out/a.hcl").canonicalize().expect("a file");
    let refused = format!(
        "error: the file in/link.hcl cannot be written: it is a link to {}, outside of its repository or directory; name \
         that file to change it\n",
        target.display()
    );
    for arguments in [&["in"][..], &["in/link.hcl"], &["--in-place", "in"]] {
        let (status, _, stderr) = fmt(directory.path(), arguments, "");
        assert_eq!((status, stderr.as_str()), (2, refused.as_str()), "{arguments:?}");
        assert_eq!(read(&directory, "out/a.hcl"), "a=1\n");
    }
    assert_eq!(fmt(directory.path(), &["in", "out/a.hcl"], "").0, 0);
    assert_eq!(read(&directory, "out/a.hcl"), "a = 1\n");
    assert!(path("in/link.hcl").is_symlink());

    // Its text is not shown either.
    std::fs::write(path("out/a.hcl"), "q7zq q7zq\n").expect("a file");
    let (status, _, stderr) = fmt(directory.path(), &["in"], "");
    assert_eq!(status, 1);
    assert!(
        stderr.contains("in/link.hcl") && !stderr.contains("q7zq"),
        "{stderr}"
    );
}
