//! The script that packs a release.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns whether a program is on the path.
fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[test]
fn a_release_has_the_files_of_the_registry() {
    if !is_there("zip") || !is_there("unzip") || !is_there("sha256sum") {
        println!("SKIPPED: there is no `zip`, `unzip` or `sha256sum` on the path");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("release-test");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    let template = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = "terraform-registry-manifest.json";
    fs::copy(template.join(manifest), folder.join(manifest)).unwrap();
    let run = |program: &Path, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let script = template.join("release.sh");
    let program = env!("CARGO_BIN_EXE_terraform-provider-text");
    for platform in ["linux_amd64", "windows_amd64"] {
        run(&script, &["1.2.3", platform, program]);
    }
    run(&script, &["1.2.3"]);
    let mut names: Vec<String> = fs::read_dir(folder.join("release"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "terraform-provider-text_1.2.3_SHA256SUMS",
            "terraform-provider-text_1.2.3_linux_amd64.zip",
            "terraform-provider-text_1.2.3_manifest.json",
            "terraform-provider-text_1.2.3_windows_amd64.zip",
        ]
    );
    for (platform, inside) in [
        ("linux_amd64", "terraform-provider-text_v1.2.3\n"),
        ("windows_amd64", "terraform-provider-text_v1.2.3.exe\n"),
    ] {
        let archive = format!("release/terraform-provider-text_1.2.3_{platform}.zip");
        assert_eq!(run(Path::new("unzip"), &["-Z1", &archive]), inside);
    }
    let checked = Command::new("sha256sum")
        .args(["--check", "terraform-provider-text_1.2.3_SHA256SUMS"])
        .current_dir(folder.join("release"))
        .output()
        .unwrap();
    assert!(checked.status.success(), "{checked:?}");
    assert_eq!(
        String::from_utf8_lossy(&checked.stdout).matches(": OK").count(),
        3
    );
}
