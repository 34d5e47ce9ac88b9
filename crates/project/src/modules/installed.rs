//! Modules that `terraform init` has installed.

use std::collections::HashMap;
use std::path::Path;

use hcl2_diagnostics::{Diagnostics, Source};
use hcl2_json::{Node, parse_tree};

use crate::files::Files;

/// The path of the manifest, relative to the root module.
const MANIFEST: &str = ".terraform/modules/modules.json";

/// The modules in the manifest beside a root module, by the names of the calls that lead to them, joined by dots.
#[derive(Debug, Default)]
pub(crate) struct Installed(HashMap<String, Entry>);

#[derive(Debug)]
struct Entry {
    source: String,
    /// Whether the module comes from a registry, which alone has versions.
    is_versioned: bool,
    /// The directory, relative to the root module.
    directory: String,
}

impl Installed {
    /// Reads the manifest of a root module. Without one nothing is installed.
    pub(crate) fn read(
        root: &Path,
        files: &dyn Files,
        read: &mut dyn FnMut(&Path, &mut Diagnostics) -> Option<Source>,
        problems: &mut Diagnostics,
    ) -> Self {
        let path = root.join(MANIFEST);
        if !files.is_file(&path) {
            return Self::default();
        }
        let Some(source) = read(&path, problems) else {
            return Self::default();
        };
        let tree = parse_tree(&source).report_into(problems);
        let modules = tree.root().property("Modules").map(Node::elements);
        Self(modules.into_iter().flatten().filter_map(entry).collect())
    }

    /// Returns the directory of the module that a call with this `key` installed, or `None` if it was not installed from
    /// this `source`.
    pub(crate) fn directory(&self, key: &str, source: &str) -> Option<&str> {
        let entry = self.0.get(key)?;
        // The manifest adds the host to an address in a registry. Other sources it spells out in ways of its own.
        let is_same = match entry.source.strip_suffix(source) {
            Some(host) => host.is_empty() || host.ends_with('/'),
            None => !entry.is_versioned,
        };
        is_same.then_some(&*entry.directory)
    }
}

/// Returns the key of a module in the manifest, and where it is.
fn entry(module: Node<'_>) -> Option<(String, Entry)> {
    let text = |name| Some(module.property(name)?.text()?.into_owned());
    let entry = Entry {
        source: text("Source")?,
        is_versioned: module.property("Version").is_some(),
        directory: text("Dir")?.replace('\\', "/"),
    };
    Some((text("Key")?, entry))
}
