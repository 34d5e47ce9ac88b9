//! Running Terraform in the directory of a module, with a provider that serves given schemas.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Map, Value};

/// A server of schemas. It ends with the value.
pub struct Server {
    process: Child,
    /// How Terraform finds it: the value of an environment variable.
    reattach: String,
}

impl Server {
    /// Starts the program for the schemas of a file.
    ///
    /// # Errors
    ///
    /// If the schemas are missing or no JSON, or the program does not start.
    pub fn start(program: &Path, schemas: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(schemas).map_err(|error| error.to_string())?;
        let document: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let count = document["provider_schemas"].as_object().map_or(0, Map::len);
        let mut process = Command::new(program)
            .arg(schemas)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        let output = process.stdout.take().ok_or("the server prints nothing")?;
        let mut servers = Map::new();
        for line in BufReader::new(output).lines().take(count) {
            let line = line.map_err(|error| error.to_string())?;
            let json = line.find('{').zip(line.rfind('}'));
            let (start, end) = json.ok_or_else(|| format!("the server prints {line}"))?;
            let server: Map<String, Value> =
                serde_json::from_str(&line[start..=end]).map_err(|error| error.to_string())?;
            servers.extend(server);
        }
        Ok(Self {
            process,
            reattach: Value::Object(servers).to_string(),
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that ended by itself needs nothing.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the program that serves schemas: the example `schemas` beside this program.
///
/// # Errors
///
/// If the directory of this program is unknown.
pub fn server() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let directory = own.parent().ok_or("the program has no directory")?;
    let example = directory.join("examples").join("schemas");
    Ok(example.with_extension(std::env::consts::EXE_EXTENSION))
}

/// The words of a command that runs Terraform: the program and its first arguments.
#[derive(Clone, Debug)]
pub struct Program(Vec<String>);

impl Default for Program {
    fn default() -> Self {
        Self(vec!["terraform".to_owned()])
    }
}

impl std::str::FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        match words.is_empty() {
            true => Err("expected a program".to_owned()),
            false => Ok(Self(words)),
        }
    }
}

impl Program {
    /// Returns the command.
    #[must_use]
    pub fn command(&self) -> Command {
        let (program, arguments) = self
            .0
            .split_first()
            .map_or(("terraform", &[][..]), |(program, rest)| (program.as_str(), rest));
        let mut command = Command::new(program);
        command.args(arguments);
        command
    }

    /// Returns the version of the program, or `None` if it does not run.
    #[must_use]
    pub fn version(&self) -> Option<String> {
        let output = self
            .command()
            .args(["version", "-json"])
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .ok()?;
        let report: Value = serde_json::from_slice(&output.stdout).ok()?;
        report["terraform_version"].as_str().map(str::to_owned)
    }

    /// Returns the minor version of the program, or `None` if it does not run.
    #[must_use]
    pub fn minor(&self) -> Option<u16> {
        let version = self.version()?;
        version.strip_prefix("1.")?.split('.').next()?.parse().ok()
    }
}

/// Terraform, in the directory of a module.
pub struct Terraform<'d> {
    /// The directory.
    pub directory: &'d Path,
    /// The providers.
    pub server: &'d Server,
    /// The program.
    pub program: &'d Program,
}

impl Terraform<'_> {
    /// Plans the module with more arguments of the command: the plan as JSON, or an object whose `errors` are the places of the errors.
    ///
    /// # Errors
    ///
    /// If Terraform does not start, or cannot show the plan.
    pub fn planned(&self, arguments: &[String]) -> Result<Value, String> {
        self.run(&["init", "-input=false", "-no-color"])?;
        let mut all = vec!["plan", "-input=false", "-json", "-out=plan.bin", "-lock=false"];
        all.extend(arguments.iter().map(String::as_str));
        let made = self.run(&all)?;
        if !made.status.success() {
            return Ok(serde_json::json!({ "errors": errors(&made) }));
        }
        let shown = self.run(&["show", "-json", "plan.bin"])?;
        let text = String::from_utf8_lossy(&shown.stdout);
        if !shown.status.success() {
            return Err(String::from_utf8_lossy(&shown.stderr).into_owned());
        }
        let directory = self.directory.display().to_string();
        serde_json::from_str(&text.replace(&directory, "/work")).map_err(|error| error.to_string())
    }

    /// Returns the state of the initialized module as JSON; `None` if Terraform cannot show it.
    ///
    /// # Errors
    ///
    /// If Terraform does not start.
    pub fn shown_state(&self) -> Result<Option<String>, String> {
        let shown = self.run(&["show", "-json"])?;
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        Ok(shown.status.success().then_some(text))
    }

    /// Runs the tests of the module, and returns what Terraform prints as JSON.
    ///
    /// # Errors
    ///
    /// If Terraform does not start.
    pub fn tested(&self) -> Result<String, String> {
        self.run(&["init", "-input=false", "-no-color"])?;
        let tested = self.run(&["test", "-json"])?;
        Ok(String::from_utf8_lossy(&tested.stdout).into_owned())
    }

    /// Makes the planned changes. Returns whether all were made.
    ///
    /// # Errors
    ///
    /// If Terraform does not start.
    pub fn apply(&self) -> Result<bool, String> {
        let made = self.run(&["apply", "-input=false", "-no-color", "-lock=false", "plan.bin"])?;
        Ok(made.status.success())
    }

    fn run(&self, arguments: &[&str]) -> Result<Output, String> {
        self.program
            .command()
            .args(arguments)
            .current_dir(self.directory)
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_IN_AUTOMATION", "1")
            .env("TF_REATTACH_PROVIDERS", &self.server.reattach)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run `terraform`: {error}"))
    }
}

/// Returns the places of the errors that Terraform reported, `-` for those without one.
fn errors(made: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&made.stdout);
    let problems = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .map(|message| message["diagnostic"].clone())
        .filter(|problem| problem["severity"] == "error");
    let mut places: Vec<String> = problems
        .map(|problem| {
            let range = &problem["range"];
            match (range["filename"].as_str(), range["start"]["line"].as_u64()) {
                (Some(file), Some(line)) => format!("{file}:{line}"),
                _ => "-".to_owned(),
            }
        })
        .collect();
    places.sort();
    places.dedup();
    places
}
