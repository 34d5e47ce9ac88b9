//! Whole programs that plan or check the module in a directory, measured by the processor time of their processes.

use std::env::consts::EXE_EXTENSION;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use wait4::Wait4;

use crate::failure::Failure;

/// A program that plans or checks the module in a directory.
pub(crate) struct Program {
    command: Command,
    /// The text that its output must have.
    expected: String,
}

impl Program {
    /// Builds the command `hcl2` and returns a plan by it, which must add `count` resource instances.
    ///
    /// # Errors
    ///
    /// The reason why that is impossible.
    pub(crate) fn plan(directory: &Path, count: usize) -> Result<Self, String> {
        Self::ours("plan", directory, to_add(count))
    }

    /// Builds the command `hcl2` and returns a check by it, which must find no problem.
    ///
    /// # Errors
    ///
    /// The reason why that is impossible.
    pub(crate) fn check(directory: &Path) -> Result<Self, String> {
        Self::ours("check", directory, "no problems".to_owned())
    }

    fn ours(subcommand: &str, directory: &Path, expected: String) -> Result<Self, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        finished(build.args(["build", "--quiet", "--profile", "dist", "--package", "hcl2-cli"]))?;
        let program = beside("hcl2")?.with_extension(EXE_EXTENSION);
        let mut command = Command::new(program);
        command.arg(subcommand).arg(directory);
        Ok(Self { command, expected })
    }

    /// Returns a plan by the `terraform` on the path, which must add `count` resource instances.
    ///
    /// # Errors
    ///
    /// The reason why that is impossible.
    pub(crate) fn terraform_plan(directory: &Path, count: usize) -> Result<Self, String> {
        Self::terraform(&["plan", "-lock=false", "-input=false"], directory, to_add(count))
    }

    /// Returns a check by the `terraform` on the path, which must find no problem.
    ///
    /// # Errors
    ///
    /// The reason why that is impossible.
    pub(crate) fn terraform_validate(directory: &Path) -> Result<Self, String> {
        Self::terraform(&["validate"], directory, "The configuration is valid.".to_owned())
    }

    fn terraform(arguments: &[&str], directory: &Path, expected: String) -> Result<Self, String> {
        let terraform = |arguments: &[&str]| {
            let mut command = Command::new("terraform");
            command.args(arguments).arg("-no-color");
            command.current_dir(directory).env("CHECKPOINT_DISABLE", "1");
            command
        };
        finished(&mut terraform(&["init", "-input=false"]))?;
        Ok(Self {
            command: terraform(arguments),
            expected,
        })
    }

    /// Returns an evaluation by tfparse, from a virtual environment in the directory of the build.
    ///
    /// # Errors
    ///
    /// The reason why that is impossible.
    pub(crate) fn tfparse(directory: &Path) -> Result<Self, String> {
        let mut command = Command::new(python_with(TFPARSE)?);
        command.args(["-c", COUNT_INSTANCES]).arg(directory);
        Ok(Self {
            command,
            expected: "instances".to_owned(),
        })
    }

    /// Runs the program, and returns the processor time that it took.
    ///
    /// # Errors
    ///
    /// If it fails, or prints something else than expected.
    pub(crate) fn round(&mut self) -> Result<Duration, Failure> {
        self.measured().map_err(|reason| {
            let program = self.command.get_program().display();
            Failure::Contestant(format!("{program}: {reason}"))
        })
    }

    fn measured(&mut self) -> Result<Duration, String> {
        let text = |error: std::io::Error| error.to_string();
        let command = self.command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().map_err(text)?;
        let output = child.stdout.take().map(std::io::read_to_string);
        let output = output.transpose().map_err(text)?.unwrap_or_default();
        let used = child.wait4().map_err(text)?;
        if !used.status.success() {
            return Err(format!("it failed with the {}", used.status));
        }
        if !output.contains(&self.expected) {
            let last = output.lines().last().unwrap_or("nothing");
            return Err(format!("expected `{}`, found `{last}`", self.expected));
        }
        Ok(used.rusage.utime + used.rusage.stime)
    }
}

/// The package of tfparse in the Python package index.
const TFPARSE: &str = "tfparse==0.6.22";

/// Evaluates the module in a directory with tfparse, which returns its blocks by their types.
const COUNT_INSTANCES: &str = r#"
import sys, tfparse
print(len(tfparse.load_from_path(sys.argv[1])["terraform_data"]), "instances")
"#;

fn to_add(count: usize) -> String {
    format!("Plan: {count} to add, 0 to change, 0 to destroy.")
}

/// Writes a module to a directory of a stage beside this program, and returns the directory.
///
/// # Errors
///
/// If a file cannot be written.
pub(crate) fn written(stage: &str, files: &[(&str, &str)]) -> Result<PathBuf, String> {
    let directory = beside("hcl2-bench-modules")?.join(stage);
    for (name, text) in files {
        let path = directory.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(directory)
}

/// Returns the path of a file in the directory of this program.
fn beside(name: &str) -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(own.with_file_name(name))
}

/// Returns a Python with a package, which is installed into a virtual environment beside this program unless it was before.
fn python_with(package: &str) -> Result<PathBuf, String> {
    let environment = beside("hcl2-bench-python")?;
    if !environment.exists() {
        finished(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    let python = environment.join("bin/python");
    let mut install = Command::new(&python);
    finished(install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        package,
    ]))?;
    Ok(python)
}

/// Runs a command to its end.
fn finished(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run {program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().find(|line| !line.trim().is_empty());
    Err(format!(
        "{program} failed: {}",
        first.unwrap_or("it says nothing")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(code: &str) -> Program {
        let mut command = Command::new("sh");
        command.args(["-c", code]);
        Program {
            command,
            expected: to_add(3),
        }
    }

    #[test]
    fn processor_time_is_measured_and_waiting_is_not() {
        let said = "echo 'Plan: 3 to add, 0 to change, 0 to destroy.'";
        let waiting = program(&format!("sleep 0.3; {said}")).round().unwrap();
        assert!(waiting < Duration::from_millis(200), "{waiting:?}");
    }

    #[test]
    fn another_output_or_status_is_a_failure() {
        let failed = |code: &str| program(code).round().unwrap_err().to_string();
        let expected = "sh: expected `Plan: 3 to add, 0 to change, 0 to destroy.`, found";
        assert_eq!(
            failed("echo Plan: 2 to add."),
            format!("{expected} `Plan: 2 to add.`")
        );
        assert_eq!(failed("true"), format!("{expected} `nothing`"));
        assert_eq!(failed("exit 3"), "sh: it failed with the exit status: 3");
    }

    #[test]
    fn a_command_that_fails_says_why() {
        let failed = |code: &str| finished(Command::new("sh").args(["-c", code])).unwrap_err();
        assert_eq!(failed("echo >&2; echo no room >&2; exit 1"), "sh failed: no room");
        assert_eq!(failed("exit 1"), "sh failed: it says nothing");
        let missing = finished(&mut Command::new("hcl2-no-such-program")).unwrap_err();
        assert!(
            missing.starts_with("cannot run hcl2-no-such-program: "),
            "{missing}"
        );
    }
}
