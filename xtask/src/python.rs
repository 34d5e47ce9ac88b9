//! The Python package: its tests, its types and its wheel.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, run};
use crate::files::{root, target};

/// The tools that the task needs, from the Python package index.
const TOOLS: [&str; 13] = [
    "abi3audit",
    "pytest>=8,<10",
    "mypy>=1.11,<3",
    "pyright[nodejs]>=1.1,<2",
    "attrs>=23",
    "pydantic>=2,<3",
    // The engines that query tables.
    "pyarrow>=18",
    "duckdb>=1.2",
    "duckdb-cli>=1.2",
    "polars>=2.1",
    "datafusion>=50",
    "pandas>=2.2",
    "pyspark>=4,<5",
];

/// Builds the package with the workspace, installs it into a virtual environment, checks that it uses the stable ABI only, and
/// runs the tests, `mypy --strict`, the check of the stubs, and pyright's check that every public type is known.
///
/// On a machine without Python, or that cannot install the tools, it says that it skipped everything.
pub(crate) fn run_python() -> Result<(), String> {
    let Some(environment) = Environment::new()? else {
        skipped("python3 with the module venv is not on the path");
        return Ok(());
    };
    if let Err(message) = environment.install_tools(&TOOLS) {
        skipped(&format!("the tools cannot be installed: {message}"));
        return Ok(());
    }
    let package = root().join("bindings/python");
    let library = environment.install_build()?;
    let mut audit = environment.command("abi3audit");
    shown(
        audit
            .args(["--strict", "--assume-minimum-abi3", "3.9"])
            .arg(library),
    )?;
    let tool = |program: &str, arguments: &[&str]| {
        shown(environment.command(program).current_dir(&package).args(arguments))
    };
    tool("pytest", &[])?;
    tool("mypy", &["python/hcl2rs", "tests"])?;
    tool("stubtest", &["--mypy-config-file", "pyproject.toml", "hcl2rs"])?;
    // It looks for the package in the interpreter that it finds on the path.
    let mut paths = vec![environment.directory().join("bin")];
    paths.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    let paths = std::env::join_paths(paths).map_err(|error| error.to_string())?;
    shown(
        environment
            .command("pyright")
            .args(["--verifytypes", "hcl2rs", "--ignoreexternal"])
            .env("PATH", paths),
    )
}

fn skipped(reason: &str) {
    let line = "=".repeat(80);
    println!("{line}\nSKIPPED: the Python package is not tested: {reason}\n{line}");
}

/// What builds wheels.
pub(crate) const MATURIN: &str = "maturin>=1.9,<2";
/// The other libraries that are measured, from the Python package index.
const PEERS: [&str; 3] = ["python-hcl2==8.1.4", "pygohcl==1.2.9", "tfparse==0.6.22"];
/// The package of the npm registry that has hcl2json 0.6.5 for WebAssembly.
const HCL2JSON: &str = "@cdktf/hcl2json@0.21.0";

/// Measures the package beside other libraries, on the files of a directory: this repository's by default. A library that
/// cannot be installed is left out.
pub(crate) fn bench(arguments: &[String]) -> Result<(), String> {
    let Some(environment) = Environment::new()? else {
        return Err("python3 with the module venv is not on the path".to_owned());
    };
    environment.install_tools(&TOOLS)?;
    environment.install_tools(&[MATURIN])?;
    for peer in PEERS {
        if let Err(message) = environment.install_tools(&[peer]) {
            println!("note: {peer} is not measured, since it cannot be installed: {message}");
        }
    }
    environment.install_wheel()?;
    let mut command = environment.command("python");
    command.arg(root().join("bindings/python/bench/bench.py"));
    let is_option = |argument: &&String| argument.starts_with('-');
    if arguments.iter().all(|argument| is_option(&argument)) {
        command.arg(root().join("spec-tests"));
    }
    let mut install = Command::new("npm");
    install.args(["install", "--silent", "--no-save", "--ignore-scripts", "--prefix"]);
    match shown(install.arg(environment.directory()).arg(HCL2JSON)) {
        Ok(()) => {
            command.arg("--node-modules");
            command.arg(environment.directory().join("node_modules"));
        }
        Err(message) => println!("note: {HCL2JSON} is not measured, since it cannot be installed: {message}"),
    }
    shown(command.args(arguments))
}

/// A virtual environment below the target directory.
pub(crate) struct Environment {
    directory: PathBuf,
}

impl Environment {
    /// Creates the environment of the package unless it exists; `None` if Python cannot create one.
    pub(crate) fn new() -> Result<Option<Self>, String> {
        let directory = target().join("python");
        if !directory.join("pyvenv.cfg").exists() {
            let created = Command::new("python3")
                .args(["-m", "venv"])
                .arg(&directory)
                .status();
            if !created.is_ok_and(|status| status.success()) {
                return Ok(None);
            }
        }
        Ok(Some(Self { directory }))
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns a command that runs a program of the environment.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(self.directory.join("bin").join(program.as_ref()));
        command.env("VIRTUAL_ENV", &self.directory);
        command.env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        command
    }

    /// Installs packages from the index, unless the same ones were installed before.
    pub(crate) fn install_tools(&self, packages: &[&str]) -> Result<(), String> {
        let wanted = packages.join("\n");
        let record = self
            .directory
            .join(wanted.replace(|character: char| !character.is_alphanumeric(), "-"));
        if std::fs::read_to_string(&record).is_ok_and(|installed| installed == wanted) {
            return Ok(());
        }
        shown(self.command("pip").args(["install", "--quiet"]).args(packages))?;
        std::fs::write(record, wanted).map_err(|error| error.to_string())
    }

    /// Builds the extension with the features that the tests of the workspace have, which shares all crates with these, and
    /// installs the package without a wheel. Returns the path of the installed extension.
    pub(crate) fn install_build(&self) -> Result<PathBuf, String> {
        let mut build = cargo();
        build.args(["build", "--quiet", "--workspace", "--all-features"]);
        // The tests decide which features the dependencies have.
        run(build.args(["--lib", "--bins", "--tests"]))?;
        let mut install = self.command("python");
        install.arg(root().join("bindings/python/install.py"));
        install.arg(target().join(format!("debug/{DLL_PREFIX}_hcl2rs{DLL_SUFFIX}")));
        let output = install.output();
        let output = output.map_err(|error| format!("python cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
    }

    /// Returns the directory of the wheels.
    fn wheels(&self) -> PathBuf {
        self.directory.join("wheels")
    }

    /// Builds the wheel as it is published, and installs it.
    fn install_wheel(&self) -> Result<(), String> {
        let wheels = self.wheels();
        if wheels.exists() {
            std::fs::remove_dir_all(&wheels).map_err(|error| error.to_string())?;
        }
        let mut build = self.command("maturin");
        // Without the debug information, which would be most of the wheel.
        build.args([
            "build",
            "--quiet",
            "--locked",
            "--strip",
            "--profile",
            "dist",
            "--out",
        ]);
        shown(build.arg(&wheels).current_dir(root().join("bindings/python")))?;
        for wheel in built(&wheels)? {
            let mut install = self.command("pip");
            install.args(["install", "--quiet", "--force-reinstall", "--no-deps"]);
            shown(install.arg(wheel))?;
        }
        Ok(())
    }
}

/// Returns the wheels in a directory.
fn built(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(directory).map_err(|error| error.to_string())?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// Runs a command with its output shown.
pub(crate) fn shown(command: &mut Command) -> Result<(), String> {
    let status = command.status();
    let status = status.map_err(|error| format!("{command:?} cannot be run: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        let program = Path::new(command.get_program()).display();
        Err(format!("{program} failed; what it printed above says why"))
    }
}
