//! The workspace as data: its packages and its text files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::files::{File, root};
use crate::rust::Sources;

/// The packages and files that the rules check.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// The workspace's own packages.
    pub(crate) packages: Vec<Package>,
    /// Its text files, ordered by path.
    pub(crate) files: Vec<File>,
    /// The paths of all its files and folders, text or not.
    pub(crate) paths: BTreeSet<String>,
    /// What a release sets in the manifest of the workspace.
    pub(crate) release: Release,
    /// The crates that each layer example builds on this machine, without itself.
    pub(crate) trees: BTreeMap<String, BTreeSet<String>>,
    /// Its Rust files, parsed on first use.
    pub(crate) rust: OnceLock<Sources>,
}

/// The prefix of the names of layer examples.
const EXAMPLE: &str = "hcl2-example-";

/// A package as `cargo metadata` describes it.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its licence expression.
    pub(crate) license: Option<String>,
    /// The registries that it may be published to: `None` for all.
    pub(crate) publish: Option<Vec<String>>,
    /// What it is, in one line.
    pub(crate) description: Option<String>,
    /// Where its documentation is.
    pub(crate) documentation: Option<String>,
    /// Where its source is.
    pub(crate) repository: Option<String>,
    /// Its home page.
    pub(crate) homepage: Option<String>,
    /// Its README, relative to its manifest.
    pub(crate) readme: Option<String>,
    /// What it declares for other tools, such as `docs.rs`.
    pub(crate) metadata: Option<serde_json::Value>,
    /// The absolute path of its manifest.
    pub(crate) manifest_path: String,
    /// Its dependencies.
    pub(crate) dependencies: Vec<Dependency>,
    /// What is built from it.
    pub(crate) targets: Vec<Target>,
}

/// A library, program, test or example of a package.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Target {
    /// Its kinds, such as `lib` and `bin`.
    pub(crate) kind: Vec<String>,
    /// Whether it is compiled once more with its unit tests.
    pub(crate) test: bool,
}

/// What a release sets in the manifest of the workspace, in `workspace.metadata.release`.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Release {
    /// Whether the packages are in the registries.
    pub(crate) published: bool,
}

/// A dependency of a package.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Dependency {
    /// The name of the package depended on.
    pub(crate) name: String,
    /// `None` for a normal dependency, else `dev` or `build`.
    pub(crate) kind: Option<String>,
}

impl Package {
    /// Returns whether it may be published.
    pub(crate) fn is_published(&self) -> bool {
        self.publish
            .as_ref()
            .is_none_or(|registries| !registries.is_empty())
    }

    /// Returns whether it is a layer example.
    pub(crate) fn is_example(&self) -> bool {
        self.name.starts_with(EXAMPLE)
    }
}

impl Workspace {
    /// Reads the workspace that this program belongs to.
    pub(crate) fn load() -> Result<Self, String> {
        let metadata = metadata()?;
        let mut workspace = Self {
            packages: metadata.packages,
            release: metadata.metadata.release,
            ..Self::default()
        };
        for package in workspace.packages.iter().filter(|package| package.is_example()) {
            let tree = tree(&package.name)?;
            workspace.trees.insert(package.name.clone(), tree);
        }
        workspace.walk(&root(), "")?;
        workspace.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(workspace)
    }

    /// Returns the packages alone, which is quicker than reading all files.
    pub(crate) fn packages() -> Result<Vec<Package>, String> {
        Ok(metadata()?.packages)
    }

    fn walk(&mut self, folder: &Path, prefix: &str) -> Result<(), String> {
        let read = |error| format!("cannot read {}: {error}", folder.display());
        for entry in std::fs::read_dir(folder).map_err(read)? {
            let entry = entry.map_err(read)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if prefix.is_empty() {
                name.clone()
            } else {
                format!("{prefix}/{name}")
            };
            let kind = entry.file_type().map_err(read)?;
            if kind.is_dir() {
                // Build artifacts, packages of npm and git's own files are not part of the project.
                if !["target", "node_modules", ".git"].contains(&name.as_str()) {
                    self.paths.insert(path.clone());
                    self.walk(&entry.path(), &path)?;
                }
            } else if kind.is_symlink() {
                self.paths.insert(path);
            } else if kind.is_file() {
                self.paths.insert(path.clone());
                let bytes = std::fs::read(entry.path()).map_err(read)?;
                if let Ok(text) = String::from_utf8(bytes) {
                    self.files.push(File { path, text });
                }
            }
        }
        Ok(())
    }

    /// Returns its Rust files, parsed on first use.
    pub(crate) fn rust(&self) -> &Sources {
        self.rust.get_or_init(|| Sources::of(&self.files))
    }

    /// Returns the content of the file at `path`, if it exists.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        let file = self.files.iter().find(|file| file.path == path)?;
        Some(&file.text)
    }
}

/// What `cargo metadata` prints.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    metadata: WorkspaceMetadata,
}

#[derive(Deserialize)]
struct WorkspaceMetadata {
    release: Release,
}

fn metadata() -> Result<Metadata, String> {
    let output = crate::cargo::cargo()
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .output()
        .map_err(|error| format!("cannot run `cargo metadata`: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("`cargo metadata` failed: {reason}"));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("`cargo metadata` printed something unexpected: {error}"))
}

/// Returns the crates that a package builds, without itself, as shown by `cargo tree`.
fn tree(package: &str) -> Result<BTreeSet<String>, String> {
    let output = crate::cargo::cargo()
        .args(["tree", "--package", package, "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{p}"])
        .output()
        .map_err(|error| format!("cannot run `cargo tree`: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("`cargo tree` failed: {reason}"));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    let names = lines.lines().filter_map(|line| line.split_whitespace().next());
    Ok(names.filter(|name| *name != package).map(str::to_owned).collect())
}
