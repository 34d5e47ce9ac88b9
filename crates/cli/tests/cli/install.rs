//! The script that installs the command from the archive of a release.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const NAME: &str = "hcl2-0.1.0-x86_64-unknown-linux-musl";

fn sh(directory: &Path, script: &str) {
    let output = Command::new("sh")
        .args(["-euc", script])
        .current_dir(directory)
        .output();
    let output = output.expect("the shell starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A directory with an archive as a release has it.
fn release() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    sh(
        directory.path(),
        &format!(
            "mkdir -p {NAME}/man {NAME}/completions
            printf '#!/bin/sh\necho hcl2 0.1.0\n' >{NAME}/hcl2
            chmod +x {NAME}/hcl2
            echo manual >{NAME}/man/hcl2.1
            echo complete >{NAME}/completions/hcl2.bash
            tar -czf {NAME}.tar.gz {NAME}
            sha256sum {NAME}.tar.gz >{NAME}.tar.gz.sha256
            rm -r {NAME}"
        ),
    );
    directory
}

fn install(release: &Path, arguments: &[&str]) -> Output {
    Command::new("sh")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("install.sh"))
        .args(arguments)
        .current_dir(release)
        .env("PATH", "/usr/bin:/bin")
        .output()
        .expect("the shell starts")
}

const OPTIONS: [&str; 8] = [
    "--release",
    ".",
    "--version",
    "0.1.0",
    "--target",
    "x86_64-unknown-linux-musl",
    "--prefix",
    "home/with space",
];

#[test]
fn an_archive_is_installed_below_the_prefix() {
    let release = release();
    let output = install(release.path(), &OPTIONS);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "install.sh: home/with space/bin is not in PATH\n");
    let prefix = release.path().join("home/with space");
    let installed = Command::new(prefix.join("bin/hcl2"))
        .output()
        .expect("it is a program");
    assert_eq!(installed.stdout, b"hcl2 0.1.0\n");
    let read = |path: &str| std::fs::read_to_string(prefix.join(path)).expect("a file");
    assert_eq!(read("share/man/man1/hcl2.1"), "manual\n");
    assert_eq!(read("share/bash-completion/completions/hcl2"), "complete\n");
    assert!(!prefix.join("share/fish").exists());
}

#[test]
fn an_archive_with_another_checksum_is_refused() {
    let release = release();
    let archive = release.path().join(format!("{NAME}.tar.gz"));
    let mut bytes = std::fs::read(&archive).expect("an archive");
    bytes.push(0);
    std::fs::write(&archive, bytes).expect("a file");
    let output = install(release.path(), &OPTIONS);
    assert!(!output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!("install.sh: the checksum of {NAME}.tar.gz differs\n")
    );
    assert!(!release.path().join("home").exists());
}

#[test]
fn what_is_missing_is_named() {
    let release = release();
    let said = |arguments: &[&str]| {
        let output = install(release.path(), arguments);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr)
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        said(&[]),
        "install.sh: name a release and its version by --release and --version"
    );
    assert_eq!(said(&["--prefix"]), "install.sh: --prefix needs a value");
    assert_eq!(said(&["--global"]), "install.sh: unknown option --global");
    let other = [&OPTIONS[..2], &["--version", "9.9.9"], &OPTIONS[4..]].concat();
    assert_eq!(
        said(&other),
        "install.sh: cannot read ./hcl2-9.9.9-x86_64-unknown-linux-musl.tar.gz"
    );
}
