//! checkov's own tests of its parsers of Terraform, with the library that they use and with ours.

use std::collections::BTreeSet;
use std::path::Path;

use crate::python::{Environment, shown};

/// The release of checkov, from the Python package index.
const CHECKOV: &str = "checkov==3.3.30";
/// Where the tests are in its source distribution.
const TESTS: [&str; 3] = [
    "tests/terraform/parser",
    "tests/terraform/evaluation",
    "tests/terraform/context_parsers",
];
/// A test of plans, which needs no parser.
const OF_PLANS: &str = "tests/terraform/parser/test_plan_parser.py";
/// The module that replaces the library.
const REPLACEMENT: &str = "from hcl2rs.compat.bc import *\n";
/// The tests that pass with the library only: they read files that Terraform refuses.
const REFUSED: [(&str, &str); 3] = [
    (
        "TestHCL2LoadAssumptions::test_maze_of_variables",
        "`${` in an index outside of a string",
    ),
    (
        "ModuleTest::test_module_double_slash_cleanup_string",
        "`\\.` in a string",
    ),
    (
        "test__load_or_die_quietly_with_timeout",
        "missing separators, where the library runs into a time limit",
    ),
];

/// Runs the tests twice, and prints how many pass. It is an error if a test fails with ours only, without a known reason.
pub(crate) fn run_checkov() -> Result<(), String> {
    let Some(environment) = Environment::named("checkov")? else {
        println!("skipped: python3 with the module venv is not on the path");
        return Ok(());
    };
    environment.install_tools(&["maturin>=1.9,<2", "pytest>=8,<10", CHECKOV])?;
    let source = environment.source(CHECKOV)?;
    environment.install_package("release")?;
    let replacement = source.join("replacement/hcl2");
    let write = || {
        std::fs::create_dir_all(&replacement)?;
        std::fs::write(replacement.join("__init__.py"), REPLACEMENT)
    };
    write().map_err(|error| format!("{} cannot be written: {error}", replacement.display()))?;
    // Only the tests come from the source distribution.
    let checkout = source.join("tests-only");
    if !checkout.exists() {
        std::fs::create_dir(&checkout).map_err(|error| error.to_string())?;
        let moved = std::fs::rename(source.join("tests"), checkout.join("tests"));
        moved.map_err(|error| format!("the source distribution has no tests: {error}"))?;
    }
    let before = tested(&environment, &checkout, &[&checkout])?;
    println!("with bc-python-hcl2, {}", before.said);
    let after = tested(&environment, &checkout, &[&source.join("replacement"), &checkout])?;
    println!("with hcl2rs.compat.bc, {}", after.said);
    let mut unexpected = Vec::new();
    for test in after.failed.difference(&before.failed) {
        match REFUSED.iter().find(|(name, _)| test.ends_with(name)) {
            Some((_, reason)) => println!("{test}: Terraform refuses the file, for {reason}"),
            None => unexpected.push(test.as_str()),
        }
    }
    match unexpected.as_slice() {
        [] => Ok(()),
        _ => Err(format!(
            "these tests fail with ours only: {}",
            unexpected.join(", ")
        )),
    }
}

struct Tested {
    said: String,
    failed: BTreeSet<String>,
}

fn tested(environment: &Environment, directory: &Path, paths: &[&Path]) -> Result<Tested, String> {
    let path = std::env::join_paths(paths).map_err(|error| error.to_string())?;
    let mut command = environment.command("python");
    command
        .args([
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--ignore",
            OF_PLANS,
        ])
        .args(TESTS)
        .env("PYTHONPATH", path)
        .current_dir(directory);
    let output = command
        .output()
        .map_err(|error| format!("pytest cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let failed = text.lines().filter_map(|line| line.strip_prefix("FAILED "));
    let failed = failed.filter_map(|line| line.split(" - ").next());
    let said = text.lines().last().unwrap_or_default();
    if !said.contains(" passed") {
        return Err(format!("pytest found no tests: {said}"));
    }
    Ok(Tested {
        said: said.to_owned(),
        failed: failed.map(str::to_owned).collect(),
    })
}

impl Environment {
    /// Downloads a source distribution unless that was done before, and returns the directory of its files.
    fn source(&self, package: &str) -> Result<std::path::PathBuf, String> {
        let directory = self.directory().join("sources").join(package.replace("==", "-"));
        if directory.exists() {
            return Ok(directory);
        }
        let archives = self.directory().join("archives");
        let mut download = self.command("pip");
        download.args([
            "download",
            "--quiet",
            "--no-deps",
            "--no-binary",
            ":all:",
            package,
            "--dest",
        ]);
        shown(download.arg(&archives))?;
        let archive = archives.join(format!("{}.tar.gz", package.replace("==", "-")));
        let code = "import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2], filter='data')";
        let sources = self.directory().join("sources");
        shown(
            self.command("python")
                .args(["-c", code])
                .arg(archive)
                .arg(sources),
        )?;
        Ok(directory)
    }
}
