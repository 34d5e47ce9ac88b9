//! The tables of directories.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hcl2::tables::{Format, Selection, Stream, Table, Tree, Writer};

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("no error")).expect("no error");
    fs::write(path, text).expect("no error");
}

/// Returns the rows of a table as lines of JSON.
fn rows(root: &Path, table: Table, columns: &[&str]) -> Vec<String> {
    let selection = Selection::of([table])
        .columns(columns.iter().copied())
        .expect("no error");
    let stream = Stream::new(&Tree::walk(&[root]).expect("no error"), selection.clone(), table);
    let mut writer = Writer::new(Format::Json, selection.schema(table), Vec::new()).expect("no error");
    stream.for_each(|batch| writer.write(&batch.expect("no error")).expect("no error"));
    let text = String::from_utf8(writer.finish().expect("no error")).expect("no error");
    let text = text.replace(&format!("{}/", root.display()), "");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn repositories_are_found_by_their_git_directories() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "shop/.git/config", "");
    write(root, "shop/live/web/main.tf", "");
    write(root, "shop/vendor/.git/config", "");
    write(root, "shop/vendor/a/main.tf", "");
    write(root, "bank/live/main.tf", "");
    write(root, "bank/.terraform/modules/x/main.tf", "");
    write(root, "bank/docs/README.md", "");
    let expected = [
        r#"{"repository":"bank","module":"bank/live"}"#,
        r#"{"repository":"shop","module":"shop/live/web"}"#,
        r#"{"repository":"shop/vendor","module":"shop/vendor/a"}"#,
    ];
    assert_eq!(rows(root, Table::Files, &["repository", "module"]), expected);
}

#[test]
fn a_stream_has_all_rows_in_a_defined_order() {
    let directory = tempfile::tempdir().unwrap();
    for module in 0..700 {
        for file in 0..10 {
            let path = format!("r{}/m{module}/f{file}.tf", module / 10);
            write(
                directory.path(),
                &path,
                &format!("resource \"a\" \"r{file}\" {{}}\n"),
            );
        }
    }
    let tree = Tree::walk(&[directory.path()]).unwrap();
    assert_eq!((tree.file_count(), tree.part_count()), (7000, 2));
    let first = rows(directory.path(), Table::Resources, &["path", "address"]);
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 7000);
    assert_eq!(
        rows(directory.path(), Table::Resources, &["path", "address"]),
        first
    );
    // A stream that is not read to its end holds no thread back.
    drop(Stream::new(&tree, Selection::of([Table::Blocks]), Table::Blocks));
}

#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_a_row_of_problems() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "a/main.tf", "output \"o\" {\n  value = 1\n}\n");
    fs::File::create(root.join("a/huge.tf"))
        .unwrap()
        .set_len(10 << 30)
        .unwrap();
    fs::write(root.join("a/text.tf"), b"a = \"\xff\"\n").unwrap();
    std::os::unix::fs::symlink("nowhere", root.join("a/link.tf")).unwrap();
    let problems = rows(root, Table::Problems, &["path", "code"]);
    let expected = [
        r#"{"path":"a/huge.tf","code":"hcl2::source::unreadable"}"#,
        r#"{"path":"a/text.tf","code":"hcl2::source::invalid-utf8"}"#,
    ];
    assert_eq!(problems, expected);
    assert_eq!(rows(root, Table::Outputs, &["name"]).len(), 1);
}

#[test]
fn a_root_must_be_a_directory() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = Tree::walk(&[file.path()]).unwrap_err();
    let shown = file.path().display();
    assert_eq!(
        error.to_string(),
        format!("the directory {shown} cannot be read: it is not a directory")
    );
    assert!(Tree::walk(&["/missing/directory"]).is_err());
}
