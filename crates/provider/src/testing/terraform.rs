//! The real Terraform, in a directory of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, fs, io};

use hcl2_value::Value;
use hcl2_wire::json::RawValue;

use crate::platform::platform;
use crate::{Provider, Running, Server};

/// The variable with the program to run in place of `terraform`, such as `tofu`.
const PROGRAM: &str = "TF_ACC_TERRAFORM_PATH";
/// The version under which a mirror has the provider.
const VERSION: &str = "1.0.0";

/// A directory with a configuration, in which Terraform runs with one provider. It reads nothing of its user's settings,
/// and needs no network.
///
/// # Examples
///
/// ```no_run
/// use hcl2_provider::Provider;
/// use hcl2_provider::testing::Terraform;
///
/// fn notes_are_kept(provider: Provider) -> Result<(), Box<dyn std::error::Error>> {
///     let mut terraform = Terraform::attached("sample", "registry.terraform.io/hcl2/sample", provider)?;
///     terraform.write("resource \"sample_note\" \"one\" {\n  text = \"a\"\n}\n")?;
///     terraform.apply()?;
///     assert_eq!(terraform.resource("sample_note.one")?.get("text").and_then(|text| text.as_str()), Some("a"));
///     assert!(terraform.has_no_changes()?);
///     terraform.destroy()?;
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct Terraform {
    folder: PathBuf,
    head: String,
    source: String,
    settings: String,
    reattach: Option<String>,
    /// The provider, if it runs in this process.
    running: Option<Running>,
    /// Further variables of the environment.
    pub environment: Vec<(String, String)>,
}

/// A command that ended otherwise than expected.
#[derive(Clone, PartialEq, Eq)]
pub struct Failure {
    /// What was run.
    pub command: String,
    /// What it printed.
    pub output: String,
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.command, self.output)
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self {
            command: "the test itself".to_owned(),
            output: error.to_string(),
        }
    }
}

impl Terraform {
    /// Returns whether Terraform is on the path.
    #[must_use]
    pub fn is_there() -> bool {
        program()
            .arg("version")
            .output()
            .is_ok_and(|output| output.status.success())
    }

    /// Returns the major and the minor version of Terraform; `None` if it is not on the path.
    #[must_use]
    pub fn version() -> Option<(u32, u32)> {
        let output = program().arg("version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let mut parts = text.split_whitespace().nth(1)?.trim_start_matches('v').split('.');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    }

    /// Creates a directory, and serves a provider that Terraform attaches to.
    ///
    /// # Errors
    ///
    /// If there is no directory, no port, or no Terraform.
    pub fn attached(name: &str, source: &str, provider: Provider) -> Result<Self, Failure> {
        let mut terraform = Self::new(name, source)?;
        terraform.attach(provider)?;
        Ok(terraform)
    }

    /// Continues with another provider in place of the attached one.
    ///
    /// # Errors
    ///
    /// If there is no port.
    pub fn attach(&mut self, provider: Provider) -> Result<(), Failure> {
        self.attach_to(Server::new(provider))
    }

    /// Continues with another server in place of the attached one.
    ///
    /// # Errors
    ///
    /// If there is no port.
    pub fn attach_to(&mut self, server: Server) -> Result<(), Failure> {
        let running = server.attachable()?;
        self.reattach = Some(running.reattach(&self.source));
        self.running = Some(running);
        Ok(())
    }

    /// Creates a directory for a provider that Terraform starts: the settings override the source with the directory of
    /// the program, whose name must be `terraform-provider-` and the type.
    ///
    /// # Errors
    ///
    /// If there is no directory, or no Terraform.
    pub fn overridden(name: &str, source: &str, program: &Path) -> Result<Self, Failure> {
        let mut terraform = Self::new(name, source)?;
        let bin = terraform.path("bin");
        fs::create_dir_all(&bin)?;
        copy(
            program,
            &bin.join(format!(
                "terraform-provider-{name}{}",
                std::env::consts::EXE_SUFFIX
            )),
        )?;
        terraform.settings = format!(
            "provider_installation {{\n  dev_overrides {{\n    {source:?} = {:?}\n  }}\n  direct {{}}\n}}\n",
            bin.display().to_string()
        );
        Ok(terraform)
    }

    /// Creates a directory for a provider that Terraform installs from a mirror in it, and starts.
    ///
    /// # Errors
    ///
    /// If there is no directory, or no Terraform.
    pub fn mirrored(name: &str, source: &str, program: &Path) -> Result<Self, Failure> {
        let mut terraform = Self::new(name, source)?;
        let mirror = terraform.path("mirror");
        let folder = mirror.join(source).join(VERSION).join(platform());
        fs::create_dir_all(&folder)?;
        copy(
            program,
            &folder.join(format!("terraform-provider-{name}_v{VERSION}")),
        )?;
        terraform.settings = format!(
            "provider_installation {{\n  filesystem_mirror {{\n    path = {:?}\n  }}\n}}\n",
            mirror.display().to_string()
        );
        Ok(terraform)
    }

    fn new(name: &str, source: &str) -> Result<Self, Failure> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("hcl2-provider-test-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let head = format!(
            "terraform {{\n  required_providers {{\n    {name} = {{\n      source = \"{source}\"\n    }}\n  }}\n}}\n"
        );
        let terraform = Self {
            folder,
            head,
            source: source.to_owned(),
            settings: String::new(),
            reattach: None,
            running: None,
            environment: Vec::new(),
        };
        terraform.write("")?;
        Ok(terraform)
    }

    /// Returns the path of a file in the directory.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Replaces the configuration. The requirement of the provider is added.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, config: &str) -> Result<(), Failure> {
        Ok(fs::write(self.path("main.tf"), format!("{}{config}", self.head))?)
    }

    /// Returns a command of Terraform, to be run by the caller.
    ///
    /// # Errors
    ///
    /// If the settings cannot be written.
    pub fn command(&self, arguments: &[&str]) -> Result<Command, Failure> {
        let settings = self.path("settings.tfrc");
        fs::write(&settings, &self.settings)?;
        let mut command = program();
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("TF_CLI_CONFIG_FILE", settings)
            .env("TF_CLI_ARGS", "-no-color")
            .env("TF_IN_AUTOMATION", "1")
            .env("TF_INPUT", "0")
            .env("CHECKPOINT_DISABLE", "1")
            .envs(
                self.reattach
                    .iter()
                    .map(|reattach| ("TF_REATTACH_PROVIDERS", reattach)),
            )
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        if arguments.first() == Some(&"state") || arguments.first() == Some(&"providers") {
            // Commands of two words do not take it after the first one.
            command.env_remove("TF_CLI_ARGS");
        }
        Ok(command)
    }

    fn run(&self, arguments: &[&str]) -> Result<(Output, Failure), Failure> {
        let output = self.command(arguments)?.output()?;
        let text = String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned();
        let failure = Failure {
            command: format!("terraform {} ended with {}", arguments.join(" "), output.status),
            output: text,
        };
        Ok((output, failure))
    }

    /// Runs a command that succeeds, and returns what it printed.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn succeeds(&self, arguments: &[&str]) -> Result<String, Failure> {
        let (output, failure) = self.run(arguments)?;
        if output.status.success() {
            Ok(failure.output)
        } else {
            Err(failure)
        }
    }

    /// Runs a command that fails, and returns what it printed on one line, without its frames.
    ///
    /// # Errors
    ///
    /// If it succeeds.
    pub fn fails(&self, arguments: &[&str]) -> Result<String, Failure> {
        let (output, failure) = self.run(arguments)?;
        if output.status.success() {
            return Err(failure);
        }
        let words = failure
            .output
            .split_whitespace()
            .filter(|word| !matches!(*word, "│" | "╷" | "╵"));
        Ok(words.collect::<Vec<_>>().join(" "))
    }

    /// Initialises the directory, which only [`mirrored`](Self::mirrored) needs.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn init(&self) -> Result<String, Failure> {
        self.succeeds(&["init"])
    }

    /// Applies the configuration.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn apply(&self) -> Result<String, Failure> {
        self.succeeds(&["apply", "-auto-approve"])
    }

    /// Destroys the resources of the configuration.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn destroy(&self) -> Result<String, Failure> {
        self.succeeds(&["destroy", "-auto-approve"])
    }

    /// Returns whether the plan is empty.
    ///
    /// # Errors
    ///
    /// If planning fails.
    pub fn has_no_changes(&self) -> Result<bool, Failure> {
        let (output, failure) = self.run(&["plan", "-detailed-exitcode"])?;
        match output.status.code() {
            Some(0) => Ok(true),
            Some(2) => Ok(false),
            _ => Err(failure),
        }
    }

    /// Returns the JSON that a command prints, with exact numbers.
    ///
    /// # Errors
    ///
    /// If it fails, or prints something else.
    pub fn json(&self, arguments: &[&str]) -> Result<Value, Failure> {
        let text = self.succeeds(arguments)?;
        parsed(text.as_bytes(), || format!("terraform {}", arguments.join(" ")))
    }

    /// Returns the stored attributes of a resource by its address in the root module, such as `sample_note.one`.
    ///
    /// # Errors
    ///
    /// If the state does not have it.
    pub fn resource(&self, address: &str) -> Result<Value, Failure> {
        let state = self.state()?;
        let resources = state
            .get("resources")
            .and_then(Value::elements)
            .unwrap_or_default();
        let text = |resource: &Value, name: &str| {
            let text = resource.get(name).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let found = resources
            .iter()
            .find(|resource| format!("{}.{}", text(resource, "type"), text(resource, "name")) == address)
            .and_then(|resource| {
                resource
                    .get("instances")?
                    .elements()?
                    .first()?
                    .get("attributes")
                    .cloned()
            });
        found.ok_or_else(|| Failure {
            command: format!("the state, for {address}"),
            output: format!("{state:?}"),
        })
    }

    /// Returns the value of an output.
    ///
    /// # Errors
    ///
    /// If the state does not have it.
    pub fn output(&self, name: &str) -> Result<Value, Failure> {
        let state = self.state()?;
        let found = state
            .get("outputs")
            .and_then(|outputs| outputs.get(name)?.get("value").cloned());
        found.ok_or_else(|| Failure {
            command: format!("the state, for the output {name}"),
            output: format!("{state:?}"),
        })
    }

    fn state(&self) -> Result<Value, Failure> {
        parsed(&fs::read(self.path("terraform.tfstate"))?, || {
            "the state".to_owned()
        })
    }
}

impl Drop for Terraform {
    fn drop(&mut self) {
        // What is left is in the directory for temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn program() -> Command {
    let program = std::env::var_os(PROGRAM).filter(|program| !program.is_empty());
    Command::new(program.unwrap_or_else(|| "terraform".into()))
}

fn copy(program: &Path, to: &Path) -> Result<(), Failure> {
    if fs::hard_link(program, to).is_err() {
        fs::copy(program, to)?;
    }
    Ok(())
}

fn parsed(json: &[u8], what: impl Fn() -> String) -> Result<Value, Failure> {
    RawValue::new(json).decode_untyped().map_err(|error| Failure {
        command: what(),
        output: error.to_string(),
    })
}
