//! Published crates have what their page in a registry shows, and libraries are compiled as often as they need to be.

use super::Violation;
use super::docs::manifest;
use crate::files::File;
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

/// Reports libraries that are compiled again for unit tests that they do not have, and those whose unit tests never run.
pub(super) fn unit_tests(workspace: &Workspace) -> Vec<Violation> {
    let libraries = workspace.packages.iter().filter_map(|package| {
        let library = package.targets.iter().find(|target| target.kind == ["lib"])?;
        Some((manifest(package), library.test))
    });
    let wrong = libraries.filter_map(|(manifest, runs)| {
        let folder = format!("{}/src/", manifest.strip_suffix("/Cargo.toml")?);
        let has_tests = |file: &File| file.path.starts_with(&folder) && file.text.contains("#[cfg(test)]");
        let text = match (workspace.files.iter().any(has_tests), runs) {
            (true, false) => "remove `test = false`: the library has unit tests",
            (false, true) => "add `[lib]` with `test = false`: the library has no unit tests",
            _ => return None,
        };
        Some(Violation::file(manifest, text))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, package, shown};
    use super::*;
    use crate::workspace::Target;

    #[test]
    fn a_library_is_compiled_for_unit_tests_if_it_has_them() {
        let mut workspace = files(&[
            ("/x/crates/a/src/lib.rs", "fn a() {}"),
            ("/x/crates/b/src/lib.rs", "#[cfg(test)]"),
            ("/x/crates/c/src/lib.rs", "#[cfg(test)]"),
            ("/x/crates/d/src/lib.rs", ""),
        ]);
        let library = |name: &str, test: bool| {
            let mut package = package(name, &[]);
            let kind = vec!["lib".to_owned()];
            package.targets = vec![Target { kind, test }];
            package
        };
        workspace.packages = vec![
            library("a", true),
            library("b", false),
            library("c", true),
            library("d", false),
        ];
        assert_eq!(
            shown(unit_tests(&workspace)),
            [
                "/x/crates/a/Cargo.toml: add `[lib]` with `test = false`: the library has no unit tests",
                "/x/crates/b/Cargo.toml: remove `test = false`: the library has unit tests",
            ]
        );
    }

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
