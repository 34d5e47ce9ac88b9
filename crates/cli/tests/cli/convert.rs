//! `hcl2 convert` as a person starts it.

use crate::support;

use std::path::Path;

fn run(directory: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    support::run(directory, &[&["convert"], arguments].concat(), input)
}

fn module() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("main.tf", "locals {\n  a = \"${var.b}\"\n}\n");
    write("prod.tfvars", "b = 1\n");
    write("README.hcl", "not = module\n");
    write(
        "broken.tf",
        "output \"a\" {\n  value = 1\n  depends_on = [\"${module.a}\"]\n}\n",
    );
    directory
}

#[test]
fn conversion_of_one_file_is_printed() {
    let module = module();
    let (status, stdout, stderr) = run(module.path(), &["--to", "json", "main.tf"], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert_eq!(stdout, "{\n  \"locals\": {\n    \"a\": \"${var.b}\"\n  }\n}\n");
    let (status, back, _) = run(module.path(), &["--to", "native", "-"], &stdout);
    assert_eq!((status, back.as_str()), (0, "locals {\n  a = var.b\n}\n"));
}

#[test]
fn both_places_of_a_name_that_is_set_twice_are_shown() {
    let directory = tempfile::tempdir().expect("a directory");
    // Without a module, all values may be sensitive.
    std::fs::write(directory.path().join("main.tf"), "variable \"a\" {}\n").expect("a file");
    for (name, text, to) in [
        ("a.tfvars", "a = 1\na = 2\n", "json"),
        ("a.tfvars.json", "{\"a\": 1,\n \"a\": 2}\n", "native"),
    ] {
        std::fs::write(directory.path().join(name), text).expect("a file");
        let (status, _, stderr) = run(directory.path(), &["--to", to, name], "");
        assert_eq!(status, 1);
        assert!(
            stderr.contains(":2:") && stderr.contains("first set here"),
            "{name}: {stderr}"
        );
    }
}

#[test]
fn killed_run_leaves_whole_files_or_none() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let text: String = (0..2_000)
        .map(|index| format!("  a{index} = {index}\n"))
        .collect();
    for file in 0..8 {
        std::fs::write(path(&format!("{file}.tf")), format!("locals {{\n{text}}}\n")).expect("a file");
    }
    let names = || {
        let entries = std::fs::read_dir(directory.path()).expect("a directory");
        entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .filter(|name| !name.ends_with(".tf"))
            .collect::<Vec<String>>()
    };
    for delay in 0..12 {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .args(["convert", "--to", "json", "--write", "."])
            .current_dir(directory.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("the command starts");
        std::thread::sleep(std::time::Duration::from_millis(delay * 20));
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        for name in names().iter().filter(|name| name.ends_with(".json")) {
            let text = std::fs::read(path(name)).expect("a file");
            assert!(
                serde_json::from_slice::<serde_json::Value>(&text).is_ok(),
                "{name}"
            );
            std::fs::remove_file(path(name)).expect("a file");
        }
    }
    let (status, _, stderr) = run(directory.path(), &["--to", "json", "--write", "."], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(
        names().iter().all(|name| name.ends_with(".tf.json")),
        "{:?}",
        names()
    );
}

#[test]
#[cfg(target_os = "linux")]
fn name_that_is_not_utf8_is_kept() {
    use std::os::unix::ffi::OsStrExt;
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &[u8]| directory.path().join(std::ffi::OsStr::from_bytes(name));
    std::fs::write(path(b"a\xff.tf.json"), "{\"locals\": {\"a\": 1}}").expect("a file");
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .args(["convert", "--to", "native", "--write"])
        .arg(path(b"a\xff.tf.json"))
        .output()
        .expect("the command starts");
    assert_eq!(
        (child.status.code(), child.stderr.as_slice()),
        (Some(0), &b""[..])
    );
    let native = std::fs::read_to_string(path(b"a\xff.tf")).expect("a file");
    assert_eq!(native, "locals {\n  a = 1\n}\n");
}

#[test]
fn file_already_in_the_target_syntax_is_refused() {
    let module = module();
    let (status, _, stderr) = run(module.path(), &["--to", "native", "main.tf"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("main.tf is already in native syntax"), "{stderr}");
}

#[test]
fn converted_module_is_written_beside_its_sources_without_overwriting() {
    let module = module();
    std::fs::remove_file(module.path().join("broken.tf")).expect("the file is there");
    let (status, stdout, stderr) = run(module.path(), &["--to", "json", "."], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(stderr.contains("found 2 files to convert"), "{stderr}");
    let (status, stdout, _) = run(module.path(), &["--to", "json", "--write", "."], "");
    assert_eq!((status, stdout.as_str()), (0, "main.tf.json\nprod.tfvars.json\n"));
    let (status, _, stderr) = run(module.path(), &["--to", "json", "--write", "main.tf"], "");
    assert_eq!(status, 2);
    assert!(
        stderr.contains("main.tf.json cannot be written: it is there already"),
        "{stderr}"
    );
}

#[test]
fn check_proves_conversions() {
    let module = module();
    let (status, stdout, stderr) = run(module.path(), &["--to", "json", "--check", "main.tf"], "");
    assert_eq!(
        (status, stdout.as_str(), stderr.as_str()),
        (0, "1 file proven\n", "")
    );
    let text = "terraform {\n  backend \"acme\" {\n    a = [{ b = 1 }]\n  }\n}\n";
    let (status, stdout, stderr) = run(
        module.path(),
        &["--diagnostics=plain", "--to", "json", "--check", "-"],
        text,
    );
    assert_eq!((status, stdout.as_str()), (1, "0 files proven\n"));
    assert!(
        stderr.contains("error[hcl2::terraform::not-convertible]"),
        "{stderr}"
    );
}

#[test]
fn file_with_errors_is_not_converted() {
    let module = module();
    let (status, stdout, stderr) = run(
        module.path(),
        &["--diagnostics=plain", "--to", "json", "broken.tf"],
        "",
    );
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(
        stderr.contains("broken.tf:3:17: error[hcl2::terraform::reference-expected]"),
        "{stderr}"
    );
}

#[test]
fn schemas_are_read_and_checked() {
    let module = module();
    let json = r#"{"provider": {"acme": {"features": {}}}}"#;
    let schemas = r#"{"provider_schemas": {"x/acme": {"provider": {"block": {"block_types": {"features": {"nesting_mode": "single"}}}}}}}"#;
    std::fs::write(module.path().join("schemas.json"), schemas).expect("a file");
    let (status, stdout, stderr) = run(
        module.path(),
        &["--to", "native", "--schema", "schemas.json", "-"],
        json,
    );
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert_eq!(stdout, "provider \"acme\" {\n  features {}\n}\n");

    let (status, stdout, stderr) = run(module.path(), &["--to", "native", "-"], json);
    assert_eq!(status, 0);
    assert_eq!(stdout, "provider \"acme\" {\n  features = {}\n}\n");
    assert!(stderr.contains("hcl2::terraform::guessed-block"), "{stderr}");

    std::fs::write(module.path().join("schemas.json"), "[]").expect("a file");
    let (status, _, stderr) = run(
        module.path(),
        &["--to", "native", "--schema", "schemas.json", "-"],
        json,
    );
    assert_eq!(status, 1);
    assert!(stderr.contains("hcl2::terraform::invalid-schema"), "{stderr}");
}

#[test]
#[cfg(unix)]
fn results_do_not_go_through_links_out_of_the_named_directories() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    for name in ["in/a", "in/out", "in/pages", "away"] {
        std::fs::create_dir_all(path(name)).expect("a directory");
    }
    std::fs::write(path("in/a/main.tf"), "locals {\n  b = 1\n}\n").expect("a file");
    std::fs::write(path("away/kept"), "kept\n").expect("a file");
    std::os::unix::fs::symlink("../../away", path("in/out/a")).expect("a link");
    std::os::unix::fs::symlink("../../away/kept", path("in/pages/hcl2.1")).expect("a link");
    let (status, stdout, stderr) = run(&path("in"), &["--to", "json", "--out-dir", "out", "."], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    let away = path("away").canonicalize().expect("a directory");
    assert_eq!(
        stderr,
        format!(
            "error: out/a/main.tf.json cannot be written: a link leads to {}, outside of its repository or directory; name \
             that directory to write to it\n",
            away.display()
        )
    );
    let (status, _, stderr) = support::run(&path("in"), &["man", "--out", "pages"], "");
    assert_eq!(status, 2);
    assert!(
        stderr.contains("pages/hcl2.1 cannot be written: it is a link to "),
        "{stderr}"
    );
    assert_eq!(std::fs::read_dir(&away).expect("a directory").count(), 1);
    assert_eq!(
        std::fs::read_to_string(path("away/kept")).expect("a file"),
        "kept\n"
    );
}

#[test]
fn converted_files_are_written_into_a_directory() {
    let module = module();
    std::fs::remove_file(module.path().join("broken.tf")).expect("the file is there");
    std::fs::create_dir_all(module.path().join("a/net")).expect("a directory");
    std::fs::write(module.path().join("a/net/main.tf"), "locals {\n  b = 1\n}\n").expect("a file");
    let read = |name: &str| std::fs::read_to_string(module.path().join(name)).unwrap_or_default();
    let (status, stdout, stderr) = run(module.path(), &["--to", "json", "--out-dir", "out/json", "."], "");
    assert_eq!(
        (status, stdout.as_str(), stderr.as_str()),
        (
            0,
            "out/json/a/net/main.tf.json\nout/json/main.tf.json\nout/json/prod.tfvars.json\n",
            ""
        )
    );
    assert_eq!(
        read("out/json/a/net/main.tf.json"),
        "{\n  \"locals\": {\n    \"b\": 1\n  }\n}\n"
    );
    // A file that is named keeps its name only.
    let (status, stdout, _) = run(
        module.path(),
        &["--to", "json", "--out-dir", "b", "a/net/main.tf"],
        "",
    );
    assert_eq!((status, stdout.as_str()), (0, "b/main.tf.json\n"));
    // Nothing is overwritten, and nothing is written if something would be.
    let (status, stdout, stderr) = run(module.path(), &["--to", "json", "--out-dir", "b", "."], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert_eq!(
        stderr,
        "error: b/main.tf.json cannot be written: it is there already\n"
    );
    assert_eq!(read("b/prod.tfvars.json"), "");
    let operands = ["--to", "json", "--out-dir", "c", "main.tf", "a/net/main.tf"];
    let (status, _, stderr) = run(module.path(), &operands, "");
    assert_eq!(status, 2);
    assert_eq!(
        stderr,
        "error: main.tf and a/net/main.tf would both be written to c/main.tf.json\n"
    );
    let (status, _, stderr) = run(module.path(), &["--to", "json", "--out-dir", "c", "-"], "a = 1\n");
    assert_eq!(status, 2);
    assert!(stderr.contains("standard input has no name"), "{stderr}");
}

#[test]
fn directory_in_the_place_of_sources_is_no_place_to_write_to() {
    let module = module();
    std::fs::create_dir(module.path().join("empty")).expect("a directory");
    for (operands, place) in [
        (&["--write", "out", "main.tf"][..], "out"),
        (&["--write", "empty", "main.tf"], "empty"),
        (&["main.tf", "--write", "out"], "out"),
    ] {
        let all = [&["--to", "json"], operands].concat();
        let (status, stdout, stderr) = run(module.path(), &all, "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{operands:?}");
        assert!(
            stderr.contains(&format!("`--out-dir {place}`")),
            "{operands:?}: {stderr}"
        );
    }
    let (status, _, stderr) = run(module.path(), &["--to", "json", "--write=out", "main.tf"], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("`--out-dir DIR`"), "{stderr}");
    assert!(!module.path().join("main.tf.json").exists());
}
