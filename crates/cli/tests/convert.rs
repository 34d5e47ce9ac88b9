//! `hcl2 convert` as a person starts it.

mod support;

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
