//! The rules that neither the compiler nor clippy knows.
//!
//! Each rule is a function from the workspace to violations, and has a test that makes it fail.

use std::fmt;
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::workspace::Workspace;

mod circles;
mod codes;
mod docs;
mod edges;
mod layers;
mod links;
mod packages;
mod sentences;
mod source;
mod tested;
mod verbs;
mod words;

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    /// The file to change.
    path: String,
    /// The line in it, from 1, if known.
    line: Option<usize>,
    /// The change to make.
    text: String,
}

impl Violation {
    fn file(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            line: None,
            text: text.into(),
        }
    }

    fn line(path: impl Into<String>, line: usize, text: impl Into<String>) -> Self {
        Self {
            line: Some(line),
            ..Self::file(path, text)
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.text),
            None => write!(f, "{}: {}", self.path, self.text),
        }
    }
}

type Rule = fn(&Workspace) -> Vec<Violation>;

/// The rules by name.
const RULES: &[(&str, Rule)] = &[
    ("crate edges", edges::between_crates),
    ("third-party crates", edges::third_party),
    ("circles", circles::imports),
    ("layers alone", layers::alone),
    ("layers used", layers::used),
    ("module documentation", source::module_documentation),
    ("file budget", source::file_budget),
    ("syntax", source::syntax),
    ("leftovers", source::leftovers),
    ("exact errors", source::vague_assertions),
    ("third-party names", source::third_party_names),
    ("input and output", source::input_and_output),
    ("one way out", source::one_way_out),
    ("architecture page", docs::architecture),
    ("README crate table", docs::readme_table),
    ("licences and lints", docs::licences_and_lints),
    ("packages", packages::complete),
    ("unit tests", packages::unit_tests),
    ("links", links::relative_links),
    ("registered codes", codes::registered),
    ("named codes", codes::named),
    ("documented codes", codes::documented),
    ("tested codes", tested::codes),
    ("tested sentences", sentences::tested),
    ("verbs", verbs::third_person),
    ("words", words::plain),
];

/// Checks all rules and prints the violations.
pub(crate) fn run() -> Result<(), String> {
    let workspace = Workspace::load()?;
    for warning in source::nearly_too_long(&workspace) {
        println!("warning: {warning}");
    }
    let mut count = 0;
    for ((name, _), violations) in RULES.iter().zip(violations(&workspace)) {
        count += violations.len();
        for violation in violations {
            println!("{violation} [{name}]");
        }
    }
    if count > 0 {
        return Err(format!("{count} violations of the rules in docs/STYLE.md"));
    }
    println!("{} rules hold in {} files", RULES.len(), workspace.files.len());
    Ok(())
}

/// Returns the violations of each rule. The rules are shared among the processors, since many parse all files.
fn violations(workspace: &Workspace) -> Vec<Vec<Violation>> {
    let next = AtomicUsize::new(0);
    let found: Vec<OnceLock<Vec<Violation>>> = RULES.iter().map(|_| OnceLock::new()).collect();
    let count = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                loop {
                    let position = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, rule)) = RULES.get(position) else {
                        break;
                    };
                    let mut violations = rule(workspace);
                    violations.sort();
                    let _ = found[position].set(violations);
                }
            });
        }
    });
    found.into_iter().filter_map(OnceLock::into_inner).collect()
}

#[cfg(test)]
mod testing {
    //! Workspaces for the tests of rules.

    use super::Violation;
    use crate::files::File;
    use crate::workspace::{Dependency, Package, Workspace};

    /// Returns a workspace of these files alone.
    pub(super) fn files(files: &[(&str, &str)]) -> Workspace {
        let mut workspace = Workspace::default();
        for (path, text) in files {
            workspace.files.push(File {
                path: (*path).to_owned(),
                text: (*text).to_owned(),
            });
            workspace.paths.insert((*path).to_owned());
        }
        workspace
    }

    /// Returns a package with normal dependencies, and others given as `dev:name`.
    pub(super) fn package(name: &str, dependencies: &[&str]) -> Package {
        Package {
            name: name.to_owned(),
            license: Some("MIT OR Apache-2.0".to_owned()),
            manifest_path: format!("/x/crates/{name}/Cargo.toml"),
            dependencies: dependencies
                .iter()
                .map(|name| match name.split_once(':') {
                    Some((kind, name)) => Dependency {
                        name: name.to_owned(),
                        kind: Some(kind.to_owned()),
                    },
                    None => Dependency {
                        name: (*name).to_owned(),
                        kind: None,
                    },
                })
                .collect(),
            ..Package::default()
        }
    }

    /// Returns the violations as they are printed.
    pub(super) fn shown(violations: Vec<Violation>) -> Vec<String> {
        violations.iter().map(ToString::to_string).collect()
    }
}
