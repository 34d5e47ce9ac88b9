//! The rules about what is read, which are those of every implementation.

use std::path::Path;
use std::sync::Arc;

use hcl2_project::{Disk, FileReader, Files, Memory, Overlay, PathKind};

/// The same files on the disk, in memory and half of them unsaved.
fn everywhere(directory: &Path) -> Vec<(Arc<dyn Files>, std::path::PathBuf)> {
    let files = [("app/main.tf", "a = 1\n"), ("app/net/main.tf", "")];
    for (path, content) in files {
        let path = directory.join(path);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, content).expect("a file");
    }
    let memory: Memory = files.into_iter().collect();
    let mut overlay = Overlay::new(Arc::new([files[0]].into_iter().collect::<Memory>()));
    overlay.insert(Path::new("/app/net/main.tf"), "");
    let top = directory.canonicalize().expect("it is there");
    vec![
        (Arc::new(Disk), top),
        (Arc::new(memory), "/".into()),
        (Arc::new(overlay), "/".into()),
    ]
}

#[test]
fn paths_mean_the_same_everywhere() {
    let directory = tempfile::tempdir().expect("a directory");
    for (files, top) in everywhere(directory.path()) {
        let kind = |path: &str| files.kind(&top.join(path));
        assert_eq!(kind("app/main.tf"), Some(PathKind::File), "{files:?}");
        assert_eq!(kind("app/net"), Some(PathKind::Directory), "{files:?}");
        assert_eq!(kind("app/old.tf"), None, "{files:?}");
        assert_eq!(
            files.canonical(&top.join("app/net/../main.tf")).ok(),
            Some(top.join("app/main.tf"))
        );
        let mut listed = files.list(&top.join("app")).expect("a directory");
        listed.sort();
        assert_eq!(listed, [top.join("app/main.tf"), top.join("app/net")]);
        assert_eq!(
            files.read(&top.join("app/main.tf"), 6).expect("a file"),
            b"a = 1\n"
        );
        let error = files.read(&top.join("app/main.tf"), 5).expect_err("a limit");
        assert_eq!(error.to_string(), "it has more than 5 bytes");
        let error = files.list(&top.join("none")).expect_err("no directory");
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    }
}

#[test]
fn problems_of_reading_have_codes() {
    let directory = tempfile::tempdir().expect("a directory");
    for (files, top) in everywhere(directory.path()) {
        let mut reader = FileReader {
            files,
            ..FileReader::default()
        };
        assert!(reader.read(top.join("none.tf")).is_none());
        assert_eq!(reader.diagnostics[0].code.id(), "hcl2::source::unreadable");
        assert_eq!(reader.diagnostics[0].subject, None);
        assert!(
            reader
                .list(&top, |name| name.ends_with(".tf"), "file of a module")
                .is_empty()
        );
        assert_eq!(reader.diagnostics[1].code.id(), "hcl2::source::no-files");
        assert_eq!(reader.diagnostics[1].subject, None);
    }
}

#[test]
fn unsaved_file_replaces_a_saved_one() {
    let saved: Memory = [("app/main.tf", "saved"), ("app/old.tf", "old")]
        .into_iter()
        .collect();
    let mut files = Overlay::new(Arc::new(saved));
    files.insert(Path::new("/app/main.tf"), "unsaved");
    assert_eq!(
        files.read(Path::new("/app/main.tf"), 10).expect("a file"),
        b"unsaved"
    );
    assert_eq!(files.read(Path::new("/app/old.tf"), 10).expect("a file"), b"old");
    assert_eq!(files.list(Path::new("/app")).expect("a directory").len(), 2);
}

#[cfg(unix)]
#[test]
fn links_lead_out_of_a_repository_or_stay() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().expect("a directory");
    let top = directory.path().canonicalize().expect("it is there");
    std::fs::create_dir_all(top.join("in/.git")).expect("a directory");
    std::fs::create_dir_all(top.join("in/lower")).expect("a directory");
    std::fs::write(top.join("out.tf"), "").expect("a file");
    std::fs::write(top.join("in/a.tf"), "").expect("a file");
    for (link, target, outside, ordinary) in [
        ("in/out.tf", "../out.tf", true, true),
        ("in/lower/up.tf", "../a.tf", false, true),
        ("in/nothing.tf", "none.tf", true, true),
        ("in/directory", "lower", false, false),
    ] {
        symlink(target, top.join(link)).expect("a link");
        let path = top.join(link);
        assert_eq!(
            (Disk.leads_outside(&path), Disk.is_ordinary(&path)),
            (outside, ordinary),
            "{link}"
        );
    }
    assert!(!Disk.leads_outside(&top.join("in/a.tf")));
}
