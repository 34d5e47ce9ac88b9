//! Modules that `terraform init` has installed.

use std::collections::HashMap;
use std::path::Path;

use hcl2_diagnostics::{Diagnostics, Source};
use hcl2_json::{Node, parse_tree};
use hcl2_terraform::allows_version;

use crate::files::Files;

/// The path of the manifest, relative to the root module.
const MANIFEST: &str = ".terraform/modules/modules.json";

/// The modules in the manifest beside a root module, by the names of the calls that lead to them, joined by dots.
#[derive(Debug, Default)]
pub(crate) struct Installed(HashMap<String, Entry>);

#[derive(Debug)]
struct Entry {
    source: String,
    /// The version, which only a module from a registry has.
    version: Option<String>,
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
    /// this `source`, or in a version that these constraints refuse: Terraform installs it again.
    pub(crate) fn directory(&self, key: &str, source: &str, constraints: Option<&str>) -> Option<&str> {
        let entry = self.0.get(key)?;
        let is_same = match &entry.version {
            // The manifest adds the host to an address in a registry.
            Some(version) => {
                let host = entry.source.strip_suffix(source);
                host.is_some_and(|host| host.is_empty() || host.ends_with('/'))
                    && constraints.is_none_or(|constraints| allows_version(constraints, version))
            }
            None => plain(&entry.source) == plain(source),
        };
        is_same.then_some(&*entry.directory)
    }
}

/// Returns the address of a repository or archive without what the manifest adds: the kind, the scheme, the user, and the
/// ending of a repository. Buckets have several spellings, so only what is in them counts.
fn plain(source: &str) -> String {
    let (address, query) = source.split_once('?').unwrap_or((source, ""));
    let kind = address
        .split_once("::")
        .filter(|(kind, _)| !kind.contains(['/', ':', '.']));
    let (kind, address) = kind.unwrap_or(("", address));
    let address = address.split_once("://").map_or(address, |(_, address)| address);
    let (host, path) = address.split_once(['/', ':']).unwrap_or((address, ""));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let is_bucket =
        ["s3", "gcs"].contains(&kind) || host.contains("amazonaws.com") || host.contains("googleapis.com");
    let host = if is_bucket { "" } else { host };
    let path = match is_bucket {
        true => path.rsplit('/').next().unwrap_or_default(),
        false => path,
    };
    let (repository, inside) = path.split_once("//").unwrap_or((path, ""));
    let repository = repository.strip_suffix(".git").unwrap_or(repository);
    format!("{host}/{repository}//{inside}?{query}")
}

/// Returns the key of a module in the manifest, and where it is.
fn entry(module: Node<'_>) -> Option<(String, Entry)> {
    let text = |name| Some(module.property(name)?.text()?.into_owned());
    let entry = Entry {
        source: text("Source")?,
        version: text("Version"),
        directory: text("Dir")?.replace('\\', "/"),
    };
    Some((text("Key")?, entry))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn sources_are_the_same_in_the_spellings_of_the_manifest() {
        let same = [
            (
                "github.com/acme/app?ref=v1",
                "git::https://github.com/acme/app.git?ref=v1",
            ),
            (
                "github.com/acme/app//net?ref=v1",
                "git::https://github.com/acme/app.git//net?ref=v1",
            ),
            (
                "git@github.com:acme/app.git",
                "git::ssh://git@github.com/acme/app.git",
            ),
            (
                "git::https://example.com/app.git",
                "git::https://example.com/app.git",
            ),
            ("https://example.com/app.zip", "https://example.com/app.zip"),
            (
                "s3::https://s3.amazonaws.com/acme/app.zip",
                "s3::https://s3-eu-west-1.amazonaws.com/acme/app.zip",
            ),
            ("/srv/app", "file:///srv/app"),
        ];
        for (written, installed) in same {
            assert_eq!(plain(written), plain(installed));
        }
        let other = [
            (
                "github.com/acme/app?ref=v2",
                "git::https://github.com/acme/app.git?ref=v1",
            ),
            ("github.com/acme/web", "git::https://github.com/acme/app.git"),
            (
                "github.com/acme/app//web",
                "git::https://github.com/acme/app.git//net",
            ),
            ("https://example.com/web.zip", "https://example.com/app.zip"),
        ];
        for (written, installed) in other {
            assert_ne!(plain(written), plain(installed));
        }
    }
}
