//! `hcl2 schema`: fetched schemas, and the commands that find them.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {
  "resource_schemas": {"acme_disk": {"version": 0, "block": {"attributes": {"size": {"type": "number", "required": true}}}}}
}}}"#;

/// A module with a lock file, beside a program that prints schemas and counts its calls.
fn module() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let here = directory.path();
    fs::create_dir(here.join("root")).expect("a directory");
    let write = |name: &str, text: &str| fs::write(here.join(name), text).expect("a file");
    write("root/main.tf", "resource \"acme_disk\" \"d\" {\n  sise = 1\n}\n");
    write(
        "root/.terraform.lock.hcl",
        "provider \"registry.terraform.io/hashicorp/acme\" {\n  version = \"1.0.0\"\n}\n",
    );
    write("schemas.json", SCHEMAS);
    let program = here.join("terraform");
    let script = "#!/bin/sh\n[ \"$*\" = 'providers schema -json' ] || exit 3\necho x >>../calls\ncat ../schemas.json\n";
    fs::write(&program, script).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a file");
    directory
}

/// Runs the command in the module, with a cache beside it.
fn run(directory: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .arg("--diagnostics=concise")
        .args(arguments)
        .current_dir(directory.join("root"))
        .env("XDG_CACHE_HOME", directory.join("cache"))
        .output()
        .expect("the command runs");
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn fetched_schemas_are_kept_by_the_lock_file_and_found() {
    let directory = module();
    let here = directory.path();
    let calls = || {
        fs::read_to_string(here.join("calls"))
            .unwrap_or_default()
            .lines()
            .count()
    };
    let (status, before) = run(here, &["check", "."]);
    assert_eq!(status, 0);
    assert!(
        before.contains("not checked: arguments of 1 resource"),
        "{before}"
    );
    let fetch = ["schema", "--program", "../terraform"];
    // The program is found from the directory of the module.
    let program = here.join("terraform");
    let fetch = [fetch[0], fetch[1], program.to_str().expect("UTF-8")];
    let (status, fetched) = run(here, &fetch);
    assert!(
        status == 0 && fetched.ends_with(".json: schemas of 1 provider\n"),
        "{fetched}"
    );
    let (_, again) = run(here, &fetch);
    assert!(again.ends_with(".json: up to date\n"), "{again}");
    assert_eq!(calls(), 1);
    let (status, checked) = run(here, &["check", "."]);
    assert_eq!(status, 1);
    assert!(
        checked.contains("main.tf:2:3: error[hcl2::body::unsupported-attribute]"),
        "{checked}"
    );
    assert!(!checked.contains("not checked"), "{checked}");
    let (status, planned) = run(here, &["plan"]);
    assert!(
        status == 1 && planned.contains("hcl2::body::unsupported-attribute"),
        "{planned}"
    );
    run(here, &[&fetch[..], &["--refresh"]].concat());
    assert_eq!(calls(), 2);
    // Another lock file is another set of providers.
    let locks = here.join("root/.terraform.lock.hcl");
    let changed = fs::read_to_string(&locks)
        .expect("a file")
        .replace("1.0.0", "1.1.0");
    fs::write(&locks, changed).expect("a file");
    assert_eq!(run(here, &["check", "."]).0, 0);
}

#[test]
fn schemas_can_be_written_to_a_file_and_several_given() {
    let directory = module();
    let here = directory.path();
    let program = here.join("terraform");
    let program = program.to_str().expect("UTF-8");
    let (status, printed) = run(here, &["schema", "--program", program, "--out", "-"]);
    assert_eq!((status, printed.as_str()), (0, SCHEMAS));
    let out = here.join("out.json");
    let out = out.to_str().expect("UTF-8");
    assert_eq!(run(here, &["schema", "--program", program, "--out", out]).0, 0);
    let other = here.join("other.json");
    fs::write(&other, SCHEMAS.replace("acme", "other")).expect("a file");
    let other = other.to_str().expect("UTF-8");
    for order in [[out, other], [other, out]] {
        let (status, checked) = run(here, &["check", "--schema", order[0], "--schema", order[1], "."]);
        assert!(status == 1 && checked.contains("main.tf:2:3: error"), "{checked}");
    }
}

#[test]
fn a_program_that_fails_is_named() {
    let directory = module();
    let here = directory.path();
    let (status, missing) = run(here, &["schema", "--program", "no-such-program"]);
    assert_eq!(status, 2);
    assert!(
        missing.starts_with("error: no-such-program cannot be run: "),
        "{missing}"
    );
    let (status, failed) = run(here, &["schema", "--program", "false"]);
    assert_eq!(status, 2);
    assert!(
        failed.contains("install the providers with `false init`"),
        "{failed}"
    );
    fs::remove_file(here.join("root/.terraform.lock.hcl")).expect("a file");
    let (status, unlocked) = run(here, &["schema"]);
    assert_eq!(status, 2);
    assert!(unlocked.contains("has no .terraform.lock.hcl"), "{unlocked}");
}
