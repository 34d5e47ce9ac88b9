//! Files that are not what they seem: endless and huge ones, pipes, devices, directories.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::path::Path;

use crate::support::git::git;
use crate::support::run;
use crate::terminal::on_terminal;

#[test]
fn endless_and_huge_files_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("sparse.hcl");
    File::create(path)
        .expect("a file")
        .set_len(20 << 30)
        .expect("a sparse file");
    for name in ["sparse.hcl", "/dev/zero"] {
        for arguments in [
            &["check", name][..],
            &["fmt", name],
            &["eval", name],
            &["query", "a", name],
            &["wire", "explain", name],
            &["decode", "--spec", name, name],
            &["check", "--schema", name, "x.hcl"],
            &["edit", "x.hcl", "batch", name],
        ] {
            if name == "/dev/zero" && arguments[0] != "wire" {
                continue;
            }
            let (status, _, stderr) = run(directory.path(), arguments, "");
            assert_eq!(status, 2, "{arguments:?}: {stderr}");
            assert!(stderr.contains("it has more than"), "{arguments:?}: {stderr}");
        }
    }
    let text = "file(\"sparse.hcl\")";
    let (status, _, stderr) = run(directory.path(), &["eval", "--functions", "terraform", text], "");
    assert_eq!(status, 1);
    assert!(stderr.contains("it has more than"), "{stderr}");
}

fn make_pipe(path: &Path) {
    rustix::fs::mknodat(
        rustix::fs::CWD,
        path,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .expect("a pipe");
}

/// Creates a pipe in a directory, and a thread that writes into it.
fn pipe_in(directory: &Path) -> std::thread::JoinHandle<std::io::Result<()>> {
    let pipe = directory.join("pipe");
    make_pipe(&pipe);
    std::thread::spawn(move || std::fs::write(pipe, "a = 1\n"))
}

#[test]
fn pipes_that_nobody_named_are_not_waited_for() {
    for (name, arguments, expected) in [
        ("terraform.tfvars", &["plan", "."][..], (0, "")),
        ("x.auto.tfvars", &["eval", "--module", ".", "1"], (0, "")),
        ("x.tf", &["check", "."], (0, "")),
        ("x.tftest.hcl", &["test", "."], (0, "")),
        ("terraform.tfvars", &["test", "."], (0, "")),
        ("x.auto.tfvars.json", &["test", "."], (0, "")),
        ("tests/terraform.tfvars", &["test", "."], (0, "")),
        ("tests/x.tftest.hcl", &["test", "."], (0, "")),
        (".terraform.lock.hcl", &["check", "."], (0, "")),
        (".terraform/environment", &["check", "."], (0, "")),
        (".terraform/modules/modules.json", &["check", "."], (0, "")),
        ("x.tf.json", &["fmt", "."], (0, "")),
        (
            ".gitignore",
            &["check", "."],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file ./.gitignore cannot be read: it is not a regular file.\n",
            ),
        ),
        (
            "lower/.gitignore",
            &["fmt", "."],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file ./lower/.gitignore cannot be read: it is not a regular file.\n",
            ),
        ),
        (
            "x.hclschema",
            &["check", "--language", "x.hclschema", "main.tf"],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file x.hclschema cannot be read: it is not a regular file.\n",
            ),
        ),
        (
            "template.txt",
            &[
                "eval",
                "--functions",
                "terraform",
                "try(file(\"template.txt\"), fileset(\".\", \"*.txt\"))",
            ],
            (0, ""),
        ),
        (
            ".hcl2.toml",
            &["check", "."],
            (
                2,
                "error[hcl2::source::unreadable]: Unreadable file\n  The file .hcl2.toml cannot be read: it is not a regular file.\n",
            ),
        ),
    ] {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("main.tf"), "locals {\n  a = 1\n}\n").expect("a file");
        let pipe = directory.path().join(name);
        std::fs::create_dir_all(pipe.parent().expect("a directory")).expect("a directory");
        make_pipe(&pipe);
        let arguments = [arguments, &["--diagnostics=plain"]].concat();
        let (status, _, stderr) = run(directory.path(), &arguments, "");
        assert_eq!((status, stderr.as_str()), expected, "{name}");
    }
}

#[test]
fn pipes_and_devices_in_a_repository_are_refused() {
    for name in [
        "HEAD",
        "config",
        "packed-refs",
        "index",
        "refs/heads/other",
        "objects/pack/pack-1.idx",
        "objects/info/alternates",
    ] {
        let directory = tempfile::tempdir().expect("a directory");
        git(directory.path(), &["init", "--quiet"]);
        git(
            directory.path(),
            &["commit", "--quiet", "--allow-empty", "--message=a"],
        );
        let path = directory.path().join(".git").join(name);
        drop(std::fs::remove_file(&path));
        make_pipe(&path);
        check_refused(directory.path(), &path);
        std::fs::remove_file(&path).expect("a pipe");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        check_refused(directory.path(), &path);
    }
    // Objects may also be where the repository says.
    let directory = tempfile::tempdir().expect("a directory");
    git(directory.path(), &["init", "--quiet"]);
    let objects = directory.path().join("lent");
    std::fs::create_dir(&objects).expect("a directory");
    make_pipe(&objects.join("pack"));
    let alternates = directory.path().join(".git/objects/info/alternates");
    std::fs::write(alternates, "../../lent\n").expect("a file");
    let pipe = directory.path().join(".git/objects/../../lent/pack");
    check_refused(directory.path(), &pipe);
}

#[test]
fn very_large_files_of_patterns_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("a.tf"), "").expect("a file");
    let patterns = File::create(directory.path().join(".gitignore")).expect("a file");
    patterns.set_len(3 << 30).expect("a file");
    let (status, _, stderr) = run(directory.path(), &["check", ".", "--diagnostics", "concise"], "");
    let expected = "error[hcl2::source::unreadable]: Unreadable file: The file ./.gitignore cannot be read: it has more than 131072 bytes.\n";
    assert_eq!((status, stderr.as_str()), (2, expected));
}

#[test]
fn a_repository_that_git_watches_can_be_read() {
    let directory = tempfile::tempdir().expect("a directory");
    git(directory.path(), &["init", "--quiet"]);
    git(
        directory.path(),
        &["commit", "--quiet", "--allow-empty", "--message=a"],
    );
    let socket = directory.path().join(".git/fsmonitor--daemon.ipc");
    let _watcher = std::os::unix::net::UnixListener::bind(socket).expect("a socket");
    let run = run(directory.path(), &["affected", "HEAD"], "");
    assert_eq!(run, (0, String::new(), String::new()));
}

/// Asserts that what a path in a repository leads to is named, and is not read.
#[track_caller]
fn check_refused(directory: &Path, path: &Path) {
    let named = path.canonicalize().expect("a path");
    let named = if path.is_symlink() { path } else { &named };
    for arguments in [["affected", "HEAD"], ["diff", "HEAD.."]] {
        let (status, _, stderr) = run(directory, &arguments, "");
        let expected = format!(
            "error: no repository of git can be read here: {} is neither a regular file nor a directory\n",
            named.display()
        );
        assert_eq!((status, stderr), (2, expected), "{arguments:?}");
    }
}

#[test]
fn a_directory_in_the_place_of_a_file_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("main.tf"), "").expect("a file");
    for option in ["--schema", "--state", "--data", "--var-file"] {
        let (status, _, stderr) = run(directory.path(), &["plan", ".", option, "."], "");
        assert_eq!(
            (status, stderr.as_str()),
            (2, "error: . is a directory; name a file\n")
        );
    }
}

#[test]
fn eval_reads_a_pipe_as_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let writer = pipe_in(directory.path());
    let (status, stdout, stderr) = run(directory.path(), &["eval", "pipe"], "");
    assert_eq!((status, stdout.as_str(), stderr.as_str()), (0, "{\"a\":1}\n", ""));
    writer.join().expect("no panic").expect("the command reads");
}

#[test]
fn reading_from_a_pipe_is_announced_on_a_terminal() {
    let directory = tempfile::tempdir().expect("a directory");
    let writer = pipe_in(directory.path());
    let shown = on_terminal(directory.path(), &["check".to_owned(), "pipe".to_owned()]);
    writer.join().expect("no panic").expect("the command reads");
    assert_eq!(
        shown,
        "reading pipe, up to its end\r\n1 file checked: no problems\r\nnot checked: 1 file (only parsed: --language \
         NAME)\r\n"
    );
}
