//! `hcl2 rename` as a person starts it.

use std::path::Path;

use crate::support;

const ROOT: &str = "module \"net\" {\n  source = \"./net\"\n  cidr   = \"10.0.0.0/8\"\n}\n\noutput \"id\" {\n  value = module.net.id\n}\n";
const NET: &str = "variable \"cidr\" {}\n\nresource \"terraform_data\" \"this\" {\n  input = [for c in [var.cidr] : c]\n}\n\noutput \"id\" {\n  value = terraform_data.this.id\n}\n";

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    write("main.tf", ROOT);
    write("net/main.tf", NET);
    directory
}

fn read(directory: &Path, name: &str) -> String {
    std::fs::read_to_string(directory.join(name)).expect("a file")
}

fn hcl2(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    support::run(directory, arguments, "")
}

#[test]
fn rename_changes_the_module_and_its_callers() {
    let directory = directory();
    let (status, text, errors) = hcl2(directory.path(), &["rename", "var.cidr", "range", "net"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(text, "main.tf\nnet/main.tf\n3 changes in 2 files\n");
    // The layout is that of `hcl2 fmt`, as before.
    assert_eq!(
        read(directory.path(), "main.tf"),
        ROOT.replace("cidr   =", "range  =")
    );
    assert_eq!(
        read(directory.path(), "net/main.tf"),
        NET.replace("cidr", "range")
    );
    let (status, ..) = hcl2(directory.path(), &["rename", "module.net.var.range", "var.cidr"]);
    assert_eq!(status, 1);
    let (status, ..) = hcl2(directory.path(), &["rename", "module.net.var.range", "cidr"]);
    assert_eq!(status, 0);
    assert_eq!(read(directory.path(), "main.tf"), ROOT);
    assert_eq!(read(directory.path(), "net/main.tf"), NET);
}

#[test]
fn diff_check_and_json_change_no_file() {
    let directory = directory();
    let (status, text, _) = hcl2(directory.path(), &["rename", "--diff", "module.net", "network"]);
    assert_eq!(status, 0);
    let moved = "+moved {\n+  from = module.net\n+  to   = module.network\n+}\n";
    assert!(
        text.starts_with("--- a/main.tf\n+++ b/main.tf\n") && text.contains(moved),
        "{text}"
    );
    let (status, text, _) = hcl2(directory.path(), &["rename", "--check", "module.net", "network"]);
    assert_eq!(
        (status, text.as_str()),
        (0, "3 changes in 1 file would be made\n")
    );
    let arguments = [
        "rename",
        "--check",
        "--json",
        "--no-moved",
        "output.id",
        "key",
        "net",
    ];
    let (status, text, _) = hcl2(directory.path(), &arguments);
    assert_eq!(status, 0);
    assert_eq!(
        text,
        "{\"address\":\"output.id\",\"files\":[{\"edits\":[{\"range\":{\"end\":{\"byte\":105,\"column\":24,\"line\":7},\
         \"start\":{\"byte\":103,\"column\":22,\"line\":7}},\"text\":\"key\"}],\"file\":\"main.tf\"},{\"edits\":[{\"range\":\
         {\"end\":{\"byte\":112,\"column\":11,\"line\":7},\"start\":{\"byte\":110,\"column\":9,\"line\":7}},\"text\":\"key\"}],\
         \"file\":\"net/main.tf\"}],\"name\":\"key\",\"notes\":[]}\n"
    );
    assert_eq!(read(directory.path(), "main.tf"), ROOT);
}

#[test]
fn place_of_a_name_stands_for_its_object() {
    let directory = directory();
    // The variable of the `for`.
    let (status, text, errors) = hcl2(directory.path(), &["rename", "net/main.tf:4:16", "item"]);
    assert_eq!(
        (status, text.as_str(), errors.as_str()),
        (0, "net/main.tf\n2 changes in 1 file\n", "")
    );
    let (status, text, errors) = hcl2(directory.path(), &["rename", "main.tf:7:23", "key"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(text, "main.tf\nnet/main.tf\n2 changes in 2 files\n");
    let expected = NET.replace("for c in", "for item in").replace(": c]", ": item]");
    assert_eq!(
        read(directory.path(), "net/main.tf"),
        expected.replace("\"id\"", "\"key\"")
    );
}

#[test]
fn refused_rename_exits_with_1_and_says_why() {
    let directory = directory();
    let (status, text, errors) = hcl2(
        directory.path(),
        &["--diagnostics", "concise", "rename", "var.cird", "x", "net"],
    );
    assert_eq!((status, text.as_str()), (1, ""));
    assert!(
        errors.contains("The module in net declares no `var.cird`. Did you mean `var.cidr`?"),
        "{errors}"
    );
    let arguments = ["--diagnostics", "concise", "rename", "output.id", "9", "net"];
    let (status, _, errors) = hcl2(directory.path(), &arguments);
    assert_eq!(status, 1);
    assert!(
        errors.starts_with("net/main.tf:7:9: error[hcl2::rename::invalid-name]"),
        "{errors}"
    );
    let (status, _, errors) = hcl2(directory.path(), &["rename", "var.cidr", "x", "missing"]);
    assert_eq!(status, 2, "{errors}");
}
