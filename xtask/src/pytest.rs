//! Tests of other Python packages, with the library that they use and with ours in its place.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::python::Environment;

/// Tests that pass with the other library only, for one reason.
#[derive(Deserialize)]
pub(crate) struct Group {
    pub(crate) reason: String,
    /// Parts of the identifiers of tests.
    pub(crate) tests: Vec<String>,
}

/// What a run of pytest found.
pub(crate) struct Tested {
    /// How many tests passed and failed, as pytest says it.
    pub(crate) said: String,
    /// The identifiers of the tests that failed.
    failed: BTreeSet<String>,
}

/// Runs pytest, a command with its arguments.
pub(crate) fn tested(command: &mut Command) -> Result<Tested, String> {
    command.args(["-q", "--continue-on-collection-errors", "-p", "no:cacheprovider"]);
    let output = command
        .output()
        .map_err(|error| format!("pytest cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let Some(said) = text.lines().rfind(|line| line.contains(" passed")) else {
        let last = text.lines().last().unwrap_or_default();
        return Err(format!("pytest found no tests: {last}"));
    };
    Ok(Tested {
        said: said.to_owned(),
        failed: text.lines().filter_map(failed).collect(),
    })
}

/// Returns the identifier of the test that a line of the summary names as failed, and which part of it failed.
fn failed(line: &str) -> Option<String> {
    if let Some((part, test)) = line
        .strip_prefix("SUBFAILED")
        .and_then(|rest| rest.split_once(") "))
    {
        let test = test.split(" - ").next()?;
        return Some(format!("{test} {part})"));
    }
    let test = line
        .strip_prefix("FAILED ")
        .or_else(|| line.strip_prefix("ERROR "))?;
    test.split(" - ").next().map(str::to_owned)
}

/// Prints the reason of each test that fails after but not before. It is an error if a test has no reason, or a reason no test.
pub(crate) fn compared(before: &Tested, after: &Tested, groups: &[Group]) -> Result<(), String> {
    let only_after: Vec<&String> = after.failed.difference(&before.failed).collect();
    let has = |group: &Group, test: &str| group.tests.iter().any(|name| test.contains(name.as_str()));
    for group in groups {
        println!("{}", group.reason);
        for test in only_after.iter().filter(|test| has(group, test)) {
            println!("  {test}");
        }
    }
    let lacks_reason = |test: &&&String| !groups.iter().any(|group| has(group, test));
    let without = only_after.iter().filter(lacks_reason);
    let mut problems: Vec<String> = without
        .map(|test| format!("{test} fails with ours only"))
        .collect();
    let names = groups.iter().flat_map(|group| &group.tests);
    for name in names.filter(|name| !only_after.iter().any(|test| test.contains(name.as_str()))) {
        problems.push(format!("{name} passes, and needs no reason"));
    }
    match problems.as_slice() {
        [] => Ok(()),
        _ => Err(problems.join("; ")),
    }
}

impl Environment {
    /// Copies files and directories of a checkout into the environment, and returns the directory around them.
    pub(crate) fn checkout(&self, from: &Path, names: &[&str]) -> Result<PathBuf, String> {
        let directory = self.directory().join("checkout");
        for name in names {
            let (from, to) = (from.join(name), directory.join(name));
            if !from.exists() {
                let missing = from.display();
                return Err(format!(
                    "{missing} is missing: --tests must name a clone of the repository, since its packages lack the tests"
                ));
            }
            copied(&from, &to).map_err(|error| format!("{} cannot be copied: {error}", from.display()))?;
        }
        Ok(directory)
    }

    /// Copies a directory of a checkout to its place in the installed package.
    pub(crate) fn complete(&self, checkout: &Path, directory: &str) -> Result<(), String> {
        let (package, below) = directory.split_once('/').unwrap_or((directory, ""));
        let target = self.module(package)?.join(below);
        let done = copied(&checkout.join(directory), &target);
        done.map_err(|error| format!("{} cannot be written: {error}", target.display()))
    }

    /// Writes a module that takes the place of another one, and returns the directory for the path of modules.
    pub(crate) fn stand_in(&self, module: &str, text: &str) -> Result<PathBuf, String> {
        let directory = self.directory().join("stand-in");
        let package = directory.join(module);
        let written = std::fs::create_dir_all(&package)
            .and_then(|()| std::fs::write(package.join("__init__.py"), text));
        written.map_err(|error| format!("{} cannot be written: {error}", package.display()))?;
        Ok(directory)
    }
}

/// Copies a file or a directory, in place of an existing one.
fn copied(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.is_dir() {
        to.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        return std::fs::copy(from, to).map(|_| ());
    }
    if to.exists() {
        std::fs::remove_dir_all(to)?;
    }
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        copied(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::failed;

    #[test]
    fn failed_tests_are_read_from_the_summary() {
        let found = |line| failed(line).unwrap_or_default();
        assert_eq!(
            found("FAILED a/test_b.py::C::test_d - Asse..."),
            "a/test_b.py::C::test_d"
        );
        assert_eq!(found("ERROR a/test_b.py"), "a/test_b.py");
        assert_eq!(
            found("SUBFAILED(suite='smoke') a/test_b.py::C::test_d - x"),
            "a/test_b.py::C::test_d (suite='smoke')"
        );
        assert_eq!(found("2 failed, 3 passed in 1.00s"), "");
    }
}
