//! Files of a revision.

use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use hcl2_project::{Files, PathKind, Recorded, Repository, Revision};

fn git(directory: &Path, arguments: &[&str]) {
    let status = Command::new("git")
        .args(["-c", "user.name=n", "-c", "user.email=e"])
        .args(arguments)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .status();
    assert!(status.expect("git starts").success(), "{arguments:?}");
}

/// A repository with a commit, and another one that changes `net/main.tf`.
fn repository() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let outer = directory.path().canonicalize().expect("it is there");
    let top = outer.join("top");
    for below in ["app/lower", "net"] {
        std::fs::create_dir_all(top.join(below)).expect("a directory");
    }
    for (path, text) in [
        ("app/main.tf", "a"),
        ("app/lower/b.txt", "b"),
        ("app-2.txt", ""),
        ("net/main.tf", "one"),
    ] {
        std::fs::write(top.join(path), text).expect("a file");
    }
    std::fs::write(outer.join("outside.txt"), "outside").expect("a file");
    for (link, target) in [
        ("app/net", "../net"),
        ("app/lower/up.tf", "../net/main.tf"),
        ("loop", "loop"),
        ("out", "../outside.txt"),
        ("root", "/etc/passwd"),
    ] {
        symlink(target, top.join(link)).expect("a link");
    }
    git(&top, &["init", "-q"]);
    git(&top, &["add", "."]);
    git(&top, &["commit", "-qm", "one"]);
    std::fs::write(top.join("net/main.tf"), "two").expect("a file");
    git(&top, &["commit", "-qam", "two"]);
    std::fs::write(top.join("net/main.tf"), "three").expect("a file");
    (directory, top)
}

fn revisions(top: &Path) -> [Arc<Revision>; 2] {
    let repository = Repository::find(top).expect("a repository");
    ["HEAD~1", "HEAD"].map(|name| Arc::new(repository.revision(name).expect("a revision")))
}

#[test]
fn revision_has_its_own_contents_at_the_paths_of_the_working_tree() {
    let (_directory, top) = repository();
    for (files, expected) in revisions(&top).iter().zip([b"one", b"two"]) {
        let read = |path: &str| files.read(&top.join(path), 100).expect("a file");
        for path in [
            "net/main.tf",
            "app/net/main.tf",
            "app/lower/up.tf",
            "app/lower/../net/./main.tf",
        ] {
            assert_eq!(read(path), expected, "{path}");
        }
        let error = files.read(&top.join("net/main.tf"), 2).expect_err("a limit");
        assert_eq!(error.to_string(), "it has more than 2 bytes");
        let mut listed = files.list(&top.join("app")).expect("a directory");
        listed.sort();
        assert_eq!(
            listed,
            ["lower", "main.tf", "net"].map(|name| top.join("app").join(name))
        );
        assert_eq!(files.list(&top).expect("the top").len(), 6);
        assert_eq!(files.kind(&top.join("app/net")), Some(PathKind::Link));
        assert!(files.is_directory(&top.join("app/net")));
        let canonical = files.canonical(&top.join("app/net/../app/lower"));
        assert_eq!(canonical.ok(), Some(top.join("app/lower")));
        assert_eq!(files.repository_of(&top.join("app")), Some(top.as_path()));
    }
}

#[test]
fn links_lead_to_places_below_the_top_only() {
    let (_directory, top) = repository();
    let [files, _] = revisions(&top);
    for link in ["loop", "out", "root"] {
        let path = top.join(link);
        let error = files.read(&path, 100).expect_err("it leads nowhere");
        assert_eq!(
            (error.kind(), files.leads_outside(&path)),
            (ErrorKind::NotFound, true),
            "{link}"
        );
    }
    // A path that leads out of the repository without a link is one of the disk.
    let outside = files.read(&top.join("app/../../outside.txt"), 100);
    assert_eq!(outside.expect("a file of the disk"), b"outside");
    let within = files.read(&top.join("../top/net/main.tf"), 100);
    assert_eq!(within.expect("a file of the revision"), b"one");
}

#[test]
fn what_was_asked_is_the_same_at_another_revision_or_not() {
    let (_directory, top) = repository();
    let [before, after] = revisions(&top);
    let asked = |ask: &dyn Fn(&Recorded)| {
        let files = Recorded::new(before.clone());
        ask(&files);
        files.is_same_at(&after)
    };
    let read = |path: &str| {
        let path = top.join(path);
        asked(&|files| drop(files.read(&path, 100)))
    };
    assert!(read("app/main.tf"));
    assert!(read("app/none.tf"));
    assert!(!read("net/main.tf"));
    assert!(!read("app/lower/up.tf"));
    assert!(asked(&|files| drop(files.list(&top.join("net")))));
}

#[test]
fn unknown_revision_is_an_error() {
    let (_directory, top) = repository();
    let repository = Repository::find(&top.join("app")).expect("a repository");
    assert_eq!(repository.top(), top);
    assert!(repository.knows("HEAD~1"));
    let error = repository.revision("nope").expect_err("no revision");
    assert_eq!(error.to_string(), "`nope` is no revision of this repository");
    let working_tree = repository.working_tree([top.join("net/main.tf")]);
    let working_tree = working_tree.expect("one file");
    assert_eq!(
        working_tree.read(&top.join("net/main.tf"), 100).expect("a file"),
        b"three"
    );
    assert_eq!(working_tree.files(|_| true).count(), 1);
}

/// Makes a tree of lines as `git ls-tree` prints them.
fn make_tree(top: &Path, lines: &str) -> String {
    use std::io::Write;
    let mut made = Command::new("git")
        .arg("mktree")
        .current_dir(top)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("git starts");
    let mut input = made.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("git reads");
    drop(input);
    let made = made.wait_with_output().expect("git ends");
    String::from_utf8(made.stdout).expect("UTF-8").trim().to_owned()
}

#[test]
fn a_path_has_the_length_of_one() {
    let (_directory, top) = repository();
    let name = "n".repeat(250);
    let mut tree = make_tree(&top, "");
    for _ in 0..18 {
        tree = make_tree(&top, &format!("040000 tree {tree}\t{name}\n"));
    }
    let repository = Repository::find(&top).expect("a repository");
    let error = repository.revision(&tree).expect_err("too long");
    assert_eq!(
        error.to_string(),
        format!("`{tree}` cannot be read: it has a path of more than 4096 bytes")
    );
}

#[test]
fn a_repository_has_its_working_tree_around_it() {
    let (directory, top) = repository();
    git(&top, &["config", "core.worktree", ".."]);
    assert!(Repository::find(&top).is_ok());
    git(&top, &["config", "core.worktree", "../.."]);
    let error = Repository::find(&top).expect_err("files of others");
    let elsewhere = directory.path().canonicalize().expect("it is there");
    assert_eq!(
        error.to_string(),
        format!(
            "no repository of git can be read here: its working tree is not where its `.git` is, but {}",
            elsewhere.display()
        )
    );
}

/// Adds a working tree to the repository at `top`, and returns its directory.
fn further_tree(top: &Path) -> PathBuf {
    git(top, &["worktree", "add", "-q", "--detach", "../further"]);
    top.with_file_name("further")
}

#[test]
fn a_repository_elsewhere_must_name_the_working_tree() {
    let (_directory, top) = repository();
    let further = further_tree(&top);
    assert!(Repository::find(&further).expect("it is named").knows("HEAD~1"));
    // A submodule.
    git(
        &top,
        &[
            "-c",
            "protocol.file.allow=always",
            "submodule",
            "add",
            "-q",
            "../top",
            "sub",
        ],
    );
    assert!(
        Repository::find(&top.join("sub"))
            .expect("it is named")
            .knows("HEAD~1")
    );

    let hostile = top.with_file_name("hostile");
    std::fs::create_dir(&hostile).expect("a directory");
    let own = hostile.join(".git");
    let refused = |elsewhere: &Path| {
        let error = Repository::find(&hostile).expect_err("a repository of others");
        let problem = format!(
            "no repository of git can be read here: {} leads to {}, a repository elsewhere that does not name this working tree",
            own.display(),
            elsewhere.display()
        );
        assert!(error.to_string().starts_with(&problem), "{error}");
    };
    let of_further = top.join(".git/worktrees/further");
    for (target, directory) in [
        (top.join(".git"), top.join(".git")),
        (of_further.clone(), of_further.clone()),
    ] {
        std::fs::write(&own, format!("gitdir: {}\n", target.display())).expect("a file");
        refused(&directory);
        std::fs::remove_file(&own).expect("a file");
    }
    for (target, directory) in [
        (top.join(".git"), top.join(".git")),
        (further.join(".git"), of_further),
    ] {
        symlink(target, &own).expect("a link");
        refused(&directory);
        std::fs::remove_file(&own).expect("a link");
    }
    // A directory of git of its own, with the objects and references of another one.
    let private = hostile.join("private/worktrees/w");
    std::fs::create_dir_all(&private).expect("a directory");
    std::fs::write(private.join("HEAD"), "ref: refs/heads/main\n").expect("a file");
    std::fs::write(private.join("gitdir"), own.display().to_string()).expect("a file");
    std::fs::write(private.join("commondir"), top.join(".git").display().to_string()).expect("a file");
    std::fs::write(&own, "gitdir: private/worktrees/w\n").expect("a file");
    refused(&top.join(".git"));
}

#[test]
fn links_in_a_repository_stay_in_it() {
    for name in ["refs", "objects", "packed-refs", "HEAD"] {
        let (_directory, top) = repository();
        git(&top, &["pack-refs", "--all"]);
        let hostile = top.with_file_name("hostile");
        std::fs::create_dir(&hostile).expect("a directory");
        git(&hostile, &["init", "-q"]);
        let link = hostile.join(".git").join(name);
        drop(std::fs::remove_dir_all(&link));
        drop(std::fs::remove_file(&link));
        symlink(top.join(".git").join(name), &link).expect("a link");
        let error = Repository::find(&hostile).expect_err("a link to others");
        assert_eq!(
            error.to_string(),
            format!(
                "no repository of git can be read here: {} leads out of the repository",
                link.display()
            )
        );
    }
}

#[test]
fn what_is_read_whole_is_small() {
    for (name, max_bytes) in [
        ("HEAD", 65_536),
        ("refs/heads/main", 65_536),
        ("objects/info/alternates", 65_536),
        ("config", 262_144),
        ("shallow", 8_388_608),
        ("packed-refs", 67_108_864),
    ] {
        let (_directory, top) = repository();
        let path = top.join(".git").join(name);
        let file = std::fs::File::options().append(true).create(true).open(&path);
        file.and_then(|file| file.set_len(3 << 30)).expect("a file");
        let error = Repository::find(&top).expect_err("a large file");
        assert_eq!(
            error.to_string(),
            format!(
                "no repository of git can be read here: {} has more than {max_bytes} bytes",
                path.display()
            )
        );
    }
    // The journal and the index have any size.
    let (_directory, top) = repository();
    for name in ["index", "logs/refs/heads/main"] {
        let path = top.join(".git").join(name);
        let file = std::fs::File::options().append(true).create(true).open(&path);
        file.and_then(|file| file.set_len(1 << 20)).expect("a file");
    }
    assert!(Repository::find(&top).is_ok());
}

#[test]
fn pipes_in_alternates_are_found_however_they_are_named() {
    for quoted in [false, true] {
        let (directory, top) = repository();
        let objects = top.join(".git/objects");
        let lent = directory.path().canonicalize().expect("it is there").join("lent");
        std::fs::create_dir_all(lent.join("info")).expect("a directory");
        std::fs::create_dir(directory.path().join("more")).expect("a directory");
        let pipe = directory.path().join("more/pack");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .expect("it starts")
                .success()
        );
        let name = if quoted {
            "\"../../../l\\145nt\""
        } else {
            "../../../lent"
        };
        std::fs::write(objects.join("info/alternates"), format!("# a\n{name}\n")).expect("a file");
        assert!(Repository::find(&top).is_ok());
        // What an alternate names is relative to the objects of the repository that is read.
        std::fs::write(lent.join("info/alternates"), "../../../more\n").expect("a file");
        let error = Repository::find(&top).expect_err("a pipe").to_string();
        assert!(
            error.ends_with("more/pack is neither a regular file nor a directory"),
            "{error}"
        );
    }
}
