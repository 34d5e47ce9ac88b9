//! A trial of the pre-commit hooks and of the GitHub action, as a repository that uses them runs them.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::cargo::{cargo, run};
use crate::files::{root, target};

/// The version of pre-commit, which comes from the Python package index.
const PRE_COMMIT: &str = "pre-commit==4.3.0";

/// Installs pre-commit and runs both hooks on files with a mistake, and again on right ones; then the action.
pub(crate) fn run_hooks() -> Result<(), String> {
    run(cargo().args(["build", "--quiet", "--package", "hcl2-cli"]))?;
    let trial = Trial::new()?;
    trial.write("loose.hcl", "a=1\n")?;
    trial.write("main.tf", "output \"y\" {\n  value = var.z\n}\n")?;
    trial.git(&["init", "--quiet"])?;
    trial.git(&["add", "."])?;
    trial.expect("hcl2-fmt", false, "files were modified by this hook")?;
    trial.expect("hcl2-fmt", true, "Passed")?;
    trial.expect("hcl2-check", false, "hcl2::terraform::undeclared")?;
    trial.write("main.tf", "output \"y\" {\n  value = 1\n}\n")?;
    trial.expect("hcl2-check", true, "Passed")?;
    let text =
        std::fs::read_to_string(trial.directory.join("loose.hcl")).map_err(|error| error.to_string())?;
    if text != "a = 1\n" {
        return Err(format!("the hook hcl2-fmt wrote {text:?}"));
    }
    println!("both hooks find mistakes and pass right files");
    trial.action(true, "")?;
    trial.write("main.tf", "output \"y\" {\n  value=var.z\n}\n")?;
    trial.action(false, "::error file=main.tf,line=2,")?;
    trial.action(false, "+  value = var.z")?;
    println!("the action finds mistakes and passes right files");
    Ok(())
}

/// A repository that uses the hooks of this one.
struct Trial {
    directory: PathBuf,
    pre_commit: PathBuf,
}

impl Trial {
    /// Creates an empty repository, and an environment with pre-commit.
    fn new() -> Result<Self, String> {
        let home = root().join("target/hooks");
        let environment = home.join("python");
        let pre_commit = environment.join("bin/pre-commit");
        if !pre_commit.exists() {
            succeeded(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
            let mut install = Command::new(environment.join("bin/pip"));
            succeeded(install.args(["install", "--quiet", PRE_COMMIT]))?;
        }
        let directory = home.join("repository");
        if directory.exists() {
            std::fs::remove_dir_all(&directory).map_err(|error| error.to_string())?;
        }
        std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        Ok(Self {
            directory,
            pre_commit,
        })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.directory.join(name), text).map_err(|error| error.to_string())
    }

    fn git(&self, arguments: &[&str]) -> Result<Output, String> {
        succeeded(Command::new("git").args(arguments).current_dir(&self.directory))
    }

    /// Runs the script of the GitHub action on the repository, which must pass or fail and print a string.
    fn action(&self, passes: bool, said: &str) -> Result<(), String> {
        let mut command = Command::new("bash");
        command.arg(root().join(".github/actions/hcl2/run.sh"));
        command.current_dir(&self.directory).env("HCL2_COMMAND", built());
        let output = started(&mut command)?;
        let text = String::from_utf8_lossy(&output.stdout);
        if output.status.success() == passes && text.contains(said) {
            return Ok(());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!(
            "the action does not print {said:?}, or ends otherwise than expected:\n{text}{errors}"
        ))
    }

    /// Runs a hook on all files, which must pass or fail and print a string.
    fn expect(&self, hook: &str, passes: bool, said: &str) -> Result<(), String> {
        let mut command = Command::new(&self.pre_commit);
        command
            .arg("try-repo")
            .arg(root())
            .args([hook, "--all-files", "--verbose"]);
        command.current_dir(&self.directory);
        command.env("PRE_COMMIT_HOME", self.directory.with_file_name("cache"));
        command.env("HCL2_COMMAND", built());
        let output = started(&mut command)?;
        let text = String::from_utf8_lossy(&output.stdout);
        if output.status.success() == passes && text.contains(said) {
            return Ok(());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!(
            "the hook {hook} does not print {said:?}, or ends otherwise than expected:\n{text}{errors}"
        ))
    }
}

/// Returns the path of the command that was built.
fn built() -> PathBuf {
    target().join("debug/hcl2")
}

fn started(command: &mut Command) -> Result<Output, String> {
    command
        .output()
        .map_err(|error| format!("{command:?} cannot be run: {error}"))
}

fn succeeded(command: &mut Command) -> Result<Output, String> {
    let output = started(command)?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!(
        "{command:?} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    ))
}
