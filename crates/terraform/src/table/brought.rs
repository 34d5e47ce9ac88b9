//! What each version brought, read from the table.

use std::collections::BTreeSet;

use super::backends::BACKENDS;
use super::encryption::{KEY_PROVIDERS, METHODS};
use super::features::{
    ANY_MESSAGE, ASSUMING, EXPERIMENTS, FUNCTIONS, OF_BUILT_IN_PROVIDER, OF_PROVIDERS, SYMBOL_LIBRARIES,
    described,
};
use super::kinds::BY_END;
use super::versions::CONSTRAINTS_OF_OTHERS_ARE_IGNORED;
use super::{BodyType, MODULE, Version, Versions, behaviours};

/// The date on which the table was last compared with the change logs of the products, as in RFC 3339.
///
/// # Examples
///
/// ```
/// assert!(hcl2_terraform::table::COMPARED.starts_with("20"));
/// ```
pub const COMPARED: &str = "2026-11-27";

/// What has no name in a file, with its versions.
const OTHERS: &[(&str, Versions)] = &[
    ("functions of providers", OF_PROVIDERS),
    ("functions of the built-in provider", OF_BUILT_IN_PROVIDER),
    ("the functions whose names begin with `assume`", ASSUMING),
    ("any expression as `error_message`", ANY_MESSAGE),
    ("symbol libraries in `.sym.hcl`", SYMBOL_LIBRARIES),
    (
        "`required_version` in `.tf` files ignored",
        CONSTRAINTS_OF_OTHERS_ARE_IGNORED,
    ),
];

/// Returns what a version has that the one before it does not have, and what it removed: blocks and arguments as paths of
/// names in code, then functions and all else. Nothing is returned for the first version of a product.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::brought;
///
/// let (brought, removed) = brought("terraform@1.7".parse()?);
/// assert!(brought.contains(&"`removed`".to_owned()) && removed.is_empty());
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn brought(version: Version) -> (Vec<String>, Vec<String>) {
    let mut found = Found {
        version,
        bodies: BTreeSet::new(),
        brought: Vec::new(),
        removed: Vec::new(),
    };
    found.body("", &MODULE, "");
    for (endings, kind) in BY_END {
        let file = endings.first().map(|ending| format!(" in `{ending}`"));
        found.body("", kind.body(), &file.unwrap_or_default());
    }
    for (_, what, versions) in described() {
        found.add(&what, versions);
    }
    for (what, versions) in OTHERS {
        found.add(what, *versions);
    }
    for (name, versions, _) in EXPERIMENTS {
        found.add(&format!("the experiment `{name}`"), *versions);
    }
    for (kind, backends) in [
        ("backend", BACKENDS),
        ("key_provider", KEY_PROVIDERS),
        ("method", METHODS),
    ] {
        for backend in backends {
            let what = format!("`{kind} \"{}\"", backend.name);
            found.add(&format!("{what}`"), backend.versions);
            for (versions, arguments) in backend.changed {
                for argument in *arguments {
                    found.add(&format!("{what}.{argument}`"), *versions);
                }
            }
        }
    }
    for (name, versions) in FUNCTIONS {
        found.add(&format!("`{name}()`"), *versions);
    }
    for behaviour in behaviours::ALL {
        found.add(behaviour.meaning, behaviour.versions);
    }
    (found.brought, found.removed)
}

/// What a version brought.
struct Found {
    version: Version,
    /// The bodies that were seen, since bodies may contain themselves.
    bodies: BTreeSet<usize>,
    brought: Vec<String>,
    removed: Vec<String>,
}

impl Found {
    /// Adds a part of the language if the version brought or removed it.
    fn add(&mut self, what: &str, versions: Versions) {
        let language = self.version.language;
        let minor =
            |version: Option<Version>| version.map(|version| version.minor).filter(|minor| *minor > 0);
        if minor(versions.since(language)) == Some(self.version.minor) {
            self.brought.push(what.to_owned());
        }
        if minor(versions.until(language)) == Some(self.version.minor) {
            self.removed.push(what.to_owned());
        }
    }

    /// Adds the parts of a body at a path of names in a kind of file.
    fn body(&mut self, path: &str, body: &'static BodyType, file: &str) {
        if !self.bodies.insert(std::ptr::from_ref(body).addr()) {
            return;
        }
        let language = self.version.language;
        for argument in body.arguments_for(language) {
            self.add(&format!("`{path}{}`{file}", argument.name), argument.versions);
        }
        for block in body.blocks_for(language) {
            self.add(&format!("`{path}{}`{file}", block.name), block.versions);
            self.body(&format!("{path}{}.", block.name), block.body, file);
        }
    }
}
