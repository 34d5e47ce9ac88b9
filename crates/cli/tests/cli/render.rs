//! `hcl2 render`: what files of other products mean.

use std::fs;

use serde_json::{Value, json};

use crate::support::run;

const BAKE: &str = "variable \"TAG\" {\n  default = \"dev\"\n}\ntarget \"default\" {\n  tags = [TAG]\n}\n";

#[test]
fn the_environment_is_read_if_it_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("docker-bake.hcl"), BAKE).expect("a file");
    let tags = |arguments: &[&str]| -> Value {
        let (status, stdout, stderr) = run(directory.path(), &[&["render"], arguments].concat(), "");
        assert_eq!((status, stderr.as_str()), (0, ""));
        let rendered: Value = serde_json::from_str(&stdout).expect("JSON");
        rendered["target"]["default"]["tags"].clone()
    };
    assert_eq!(tags(&[]), json!(["dev"]));
    assert_eq!(tags(&["--env", "TAG=given"]), json!(["given"]));
    assert_eq!(tags(&["--env", "T*", "docker-bake.hcl"]), json!(["dev"]));
    assert_eq!(
        tags(&["--var", "TAG=1", "--set", "default.tags+=2"]),
        json!(["1", "2"])
    );
}

#[test]
fn problems_are_shown_and_nothing_is_printed() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("docker-bake.hcl"), BAKE).expect("a file");
    let arguments = ["render", "--diagnostics=concise", "--target=defalt"];
    let (status, stdout, stderr) = run(directory.path(), &arguments, "");
    let expected = "error[hcl2::render::unknown-target]: Unknown target: The files have no group or target `defalt`. Did you mean `default`?\n";
    assert_eq!((status, stdout.as_str(), stderr.as_str()), (1, "", expected));
    let (status, _, stderr) = run(
        directory.path(),
        &["render", "--diagnostics=concise", "missing.nomad.hcl"],
        "",
    );
    assert_eq!(status, 2);
    assert!(stderr.starts_with("error[hcl2::source::unreadable]"), "{stderr}");
}
