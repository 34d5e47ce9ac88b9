//! python-hcl2's own tests, with python-hcl2 and with the drop-in.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::files::root;
use crate::pytest::{Group, compared, tested};
use crate::python::Environment;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A clone of the repository of python-hcl2, at version 8.1.4 or nearly so: its packages lack the tests.
    #[arg(long, value_name = "DIR")]
    tests: PathBuf,
}

/// The release that the tests pass with, from the Python package index.
const ORIGINAL: &str = "python-hcl2==8.1.4";
/// The tests of its functions and its commands. The others are of the classes that it is made of.
const TESTS: [&str; 4] = [
    "test/integration",
    "test/unit/test_api.py",
    "test/unit/test_builder.py",
    "test/unit/cli",
];
/// A test of the command that queries by those classes.
const OF_CLASSES: &str = "test/unit/cli/test_hq.py";
/// The module that takes the place of the original.
const STAND_IN: &str = include_str!("../data/python_hcl2.py");
/// The tests that pass with the original only.
const REASONS: &str = include_str!("../data/python-hcl2.toml");

#[derive(Deserialize)]
struct Reasons {
    group: Vec<Group>,
}

/// Runs the tests with the original and with the drop-in, and prints how many pass.
pub(crate) fn run_suite(options: &Options) -> Result<(), String> {
    let Reasons { group: groups } = toml::from_str(REASONS).map_err(|error| error.to_string())?;
    let Some(environment) = Environment::named("python-hcl2")? else {
        return Err("python3 with the module venv is not on the path".to_owned());
    };
    environment.install_tools(&["pytest>=9,<10", ORIGINAL])?;
    environment.install_build()?;
    // Not the checkout itself, which has the original too.
    let checkout = environment.checkout(&options.tests, &["test", "cli"])?;
    let stand_in = environment.stand_in("hcl2", STAND_IN)?;
    let pytest = |paths: &[&Path]| -> Result<Command, String> {
        let path = std::env::join_paths(paths).map_err(|error| error.to_string())?;
        let mut command = environment.command("python");
        command.args(["-m", "pytest"]).args(TESTS);
        command.args(["--ignore", OF_CLASSES]);
        command.env("PYTHONPATH", path).current_dir(&checkout);
        Ok(command)
    };
    let before = tested(&mut pytest(&[&checkout])?)?;
    println!("with python-hcl2, {}", before.said);
    let original = environment.module("hcl2")?;
    let drop_in = root().join("bindings/python/shim/hcl2");
    let modules = std::env::join_paths([&drop_in, &original]).map_err(|error| error.to_string())?;
    let mut command = pytest(&[&stand_in, &checkout])?;
    let after = tested(command.env("HCL2_MODULES", modules))?;
    println!("with hcl2rs.compat.python_hcl2, {}", after.said);
    compared(&before, &after, &groups)
}
