//! A directory with a configuration, in which Terraform runs.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;

use hcl2_example_provider::sample::{self, Cloud};
use hcl2_provider::{Provider, Running, Server};
use hcl2_value::Value;
use hcl2_wire::json::RawValue;
use tempfile::TempDir;

/// Returns whether `terraform` is available.
pub(crate) fn terraform_is_there() -> bool {
    Command::new("terraform").arg("version").output().is_ok()
}

/// Returns the head of each configuration.
fn head(name: &str, source: &str) -> String {
    format!(
        r#"
        terraform {{
          required_providers {{
            {name} = {{
              source = "{source}"
            }}
          }}
        }}
        "#
    )
}

/// A directory, and the provider that Terraform attaches to in it.
pub(crate) struct Directory {
    folder: TempDir,
    head: String,
    reattach: String,
    /// The provider, if it runs in this process.
    _running: Option<Running>,
}

impl Directory {
    /// Creates a directory with a configuration for a provider that runs elsewhere.
    pub(crate) fn attached(name: &str, source: &str, reattach: &str, config: &str) -> Self {
        let directory = Self {
            folder: tempfile::tempdir().unwrap(),
            head: head(name, source),
            reattach: reattach.to_owned(),
            _running: None,
        };
        directory.write(config);
        let text = directory.succeeds(&["init"]);
        assert!(text.contains("successfully initialized"), "{text}");
        directory
    }

    /// Creates a directory with a configuration for a provider with the name of the sample.
    pub(crate) fn new(provider: Provider, config: &str) -> Self {
        let running = Server::new(provider).attachable().unwrap();
        let reattach = running.reattach(sample::SOURCE);
        Self {
            _running: Some(running),
            ..Self::attached("sample", "hcl2/sample", &reattach, config)
        }
    }

    /// Creates a directory for the sample provider.
    pub(crate) fn of_sample(cloud: &Arc<Cloud>, config: &str) -> Self {
        Self::new(sample::provider(cloud), config)
    }

    /// Replaces the configuration.
    pub(crate) fn write(&self, config: &str) {
        self.write_only("main.tf", &format!("{}{config}", self.head));
    }

    /// Replaces the configuration by a complete file.
    pub(crate) fn write_only(&self, name: &str, text: &str) {
        for old in ["main.tf", "main.tf.json"] {
            // One of them does not exist.
            let _ = std::fs::remove_file(self.path(old));
        }
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Returns the path of a file in the directory.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Continues with another provider.
    pub(crate) fn attach(&mut self, provider: Provider) {
        let running = Server::new(provider).attachable().unwrap();
        self.reattach = running.reattach(sample::SOURCE);
        self._running = Some(running);
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let nothing = self.path("no-settings.tfrc");
        std::fs::write(&nothing, "").unwrap();
        let (command, rest) = arguments.split_first().unwrap();
        // Commands of two words take no such flag after the first, and print no colour that a test would see.
        let plain = if matches!(*command, "state" | "providers") {
            None
        } else {
            Some("-no-color")
        };
        Command::new("terraform")
            .arg(command)
            .args(plain)
            .args(rest)
            .current_dir(self.folder.path())
            .env("TF_REATTACH_PROVIDERS", &self.reattach)
            .env("TF_CLI_CONFIG_FILE", nothing)
            .env("TF_IN_AUTOMATION", "1")
            .env("TF_INPUT", "0")
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .unwrap()
    }

    /// Runs a command that succeeds, and returns its output.
    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let text = text(&output);
        assert!(output.status.success(), "terraform {arguments:?}\n{text}");
        text
    }

    /// Runs a command that fails, and returns its output on one line.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let text = text(&output);
        assert_eq!(output.status.code(), Some(1), "terraform {arguments:?}\n{text}");
        let words = text
            .split_whitespace()
            .filter(|word| !matches!(*word, "│" | "╷" | "╵"));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Applies the configuration, and returns the output.
    #[track_caller]
    pub(crate) fn apply(&self) -> String {
        self.succeeds(&["apply", "-auto-approve"])
    }

    /// Requires an empty plan.
    #[track_caller]
    pub(crate) fn expect_empty_plan(&self) {
        let output = self.run(&["plan", "-detailed-exitcode"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }

    /// Destroys the resources of the configuration.
    #[track_caller]
    pub(crate) fn destroy(&self) {
        self.succeeds(&["destroy", "-auto-approve"]);
    }

    /// Returns the JSON output of a command, whether it succeeds or not.
    #[track_caller]
    pub(crate) fn report(&self, arguments: &[&str]) -> Value {
        RawValue::new(&self.run(arguments).stdout)
            .decode_untyped()
            .unwrap()
    }

    /// Returns the JSON output of a command, with exact numbers.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        RawValue::new(self.succeeds(arguments).as_bytes())
            .decode_untyped()
            .unwrap()
    }

    /// Returns the value of an output.
    #[track_caller]
    pub(crate) fn output(&self, name: &str) -> Value {
        at(&self.state(), &["outputs", name, "value"]).clone()
    }

    fn state(&self) -> Value {
        let state = std::fs::read(self.path("terraform.tfstate")).unwrap();
        RawValue::new(&state).decode_untyped().unwrap()
    }

    /// Returns the stored attributes of a resource.
    #[track_caller]
    pub(crate) fn resource(&self, name: &str) -> Value {
        let state = self.state();
        let resources = at(&state, &["resources"]).elements().unwrap();
        let named = |resource: &&Value| at(resource, &["name"]).as_str() == Some(name);
        let resource = resources.iter().find(named).unwrap();
        at(
            &at(resource, &["instances"]).elements().unwrap()[0],
            &["attributes"],
        )
        .clone()
    }
}

/// Returns the part of a value under these names.
#[track_caller]
pub(crate) fn at<'v>(value: &'v Value, names: &[&str]) -> &'v Value {
    names.iter().fold(value, |value, name| match value.get(name) {
        Some(part) => part,
        None => panic!("no {name} in {value:?}"),
    })
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}
