//! Published crates have what their page in a registry shows.

use super::Violation;
use super::docs::manifest;
use crate::workspace::{Package, Workspace};

/// The licences, a link to each of which is in the folder of a published crate, so that its package has it.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Reports published crates whose manifest or folder lacks something.
pub(super) fn complete(workspace: &Workspace) -> Vec<Violation> {
    let published = workspace.packages.iter().filter(|package| package.is_published());
    published
        .flat_map(|package| missing(workspace, package))
        .collect()
}

fn missing(workspace: &Workspace, package: &Package) -> Vec<Violation> {
    let manifest = manifest(package);
    let folder = manifest.strip_suffix("/Cargo.toml").unwrap_or_default();
    let keys = [
        ("description", &package.description),
        ("documentation", &package.documentation),
        ("homepage", &package.homepage),
        ("readme", &package.readme),
        ("repository", &package.repository),
    ];
    let keys = keys.iter().filter(|(_, value)| value.is_none());
    let keys = keys.map(|(key, _)| Violation::file(&manifest, format!("add `{key}`")));
    let shows_all_features = package
        .metadata
        .as_ref()
        .is_some_and(|metadata| metadata["docs"]["rs"]["all-features"] == true);
    let features = (!shows_all_features).then(|| {
        Violation::file(
            &manifest,
            "add `[package.metadata.docs.rs]` with `all-features = true`",
        )
    });
    let licences = LICENCES
        .iter()
        .map(|licence| format!("{folder}/{licence}"))
        .filter(|path| !workspace.paths.contains(path))
        .map(|path| {
            let (_, licence) = path.rsplit_once('/').unwrap_or_default();
            let text = format!("is missing; make it a symbolic link to ../../{licence}");
            Violation::file(&path, text)
        });
    keys.chain(features).chain(licences).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, package, shown};
    use super::*;

    #[test]
    fn what_a_published_crate_lacks_is_reported() {
        let mut workspace = files(&[("/x/crates/a/LICENSE-MIT", "")]);
        let mut private = package("private", &[]);
        private.publish = Some(Vec::new());
        let mut a = package("a", &[]);
        a.description = Some("An example".to_owned());
        a.documentation = Some("https://docs.rs/a".to_owned());
        a.repository = Some("https://example.org".to_owned());
        a.metadata = Some(serde_json::json!({"docs": {"rs": {"all-features": false}}}));
        workspace.packages = vec![private, a];
        assert_eq!(
            shown(complete(&workspace)),
            [
                "/x/crates/a/Cargo.toml: add `homepage`",
                "/x/crates/a/Cargo.toml: add `readme`",
                "/x/crates/a/Cargo.toml: add `[package.metadata.docs.rs]` with `all-features = true`",
                "/x/crates/a/LICENSE-APACHE: is missing; make it a symbolic link to ../../LICENSE-APACHE",
            ]
        );
    }
}
