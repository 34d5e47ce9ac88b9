//! Rules for the pages and the manifests.

use std::collections::BTreeSet;

use super::Violation;
use crate::files::root;
use crate::workspace::{Package, Workspace};

const ARCHITECTURE: &str = "docs/ARCHITECTURE.md";
const LICENCE: &str = "MIT OR Apache-2.0";

/// Reports crates without a section in the architecture page, and sections without a crate.
pub(super) fn architecture(workspace: &Workspace) -> Vec<Violation> {
    let Some(page) = workspace.text(ARCHITECTURE) else {
        return vec![Violation::file(ARCHITECTURE, "is missing")];
    };
    let sections: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("### `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    differences(ARCHITECTURE, "section", &sections, &names(&workspace.packages))
}

/// Reports published crates missing from the README's crate table, and rows without a crate.
pub(super) fn readme_table(workspace: &Workspace) -> Vec<Violation> {
    let Some(page) = workspace.text("README.md") else {
        return Vec::new();
    };
    let mut rows = page
        .lines()
        .skip_while(|line| !line.to_lowercase().starts_with("| crate"))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .peekable();
    if rows.peek().is_none() {
        return Vec::new();
    }
    let listed: BTreeSet<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    let all = names(&workspace.packages);
    let published: BTreeSet<&str> = workspace
        .packages
        .iter()
        .filter(|package| package.is_published())
        .map(|package| package.name.as_str())
        .collect();
    let wanted: BTreeSet<&str> = listed.intersection(&all).chain(&published).copied().collect();
    differences("README.md", "row of the crate table", &listed, &wanted)
}

fn names(packages: &[Package]) -> BTreeSet<&str> {
    let packages = packages.iter().filter(|package| !package.is_example());
    packages.map(|package| package.name.as_str()).collect()
}

fn differences(path: &str, what: &str, found: &BTreeSet<&str>, wanted: &BTreeSet<&str>) -> Vec<Violation> {
    let missing = wanted
        .difference(found)
        .map(|name| Violation::file(path, format!("add a {what} for `{name}`")));
    let extra = found.difference(wanted).map(|name| {
        Violation::file(
            path,
            format!("remove the {what} for `{name}`, which is not a crate"),
        )
    });
    missing.chain(extra).collect()
}

/// The manifest of the C interface, the only crate with unsafe code, which lists its lints itself.
const UNSAFE: &str = "bindings/c/Cargo.toml";

/// Reports crates without the project's licence or lints, and missing licence files.
pub(super) fn licences_and_lints(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for path in ["LICENSE-MIT", "LICENSE-APACHE"] {
        if workspace.text(path).is_none_or(str::is_empty) {
            violations.push(Violation::file(path, "is missing"));
        }
    }
    for package in &workspace.packages {
        if package.license.as_deref() != Some(LICENCE) {
            let text = format!("set the licence to \"{LICENCE}\"");
            violations.push(Violation::file(manifest(package), text));
        }
    }
    for file in workspace
        .files
        .iter()
        .filter(|file| file.path.ends_with("/Cargo.toml"))
    {
        let member = ["bindings/", "crates/", "examples/", "xtask/"]
            .iter()
            .any(|folder| file.path.starts_with(folder));
        // A workspace of its own has nothing to inherit, and one crate cannot forbid unsafe code.
        let is_apart = file.text.contains("\n[workspace]\n") || file.path == UNSAFE;
        if member && !is_apart && !file.text.contains("[lints]\nworkspace = true") {
            violations.push(Violation::file(
                &file.path,
                "add `[lints]` with `workspace = true`",
            ));
        }
    }
    violations
}

/// Returns the path of the manifest of a package from the root of the workspace.
pub(super) fn manifest(package: &Package) -> String {
    let path = package.manifest_path.replace('\\', "/");
    let root = root().to_string_lossy().replace('\\', "/");
    path.strip_prefix(&root)
        .map_or(path.as_str(), |path| path.trim_start_matches('/'))
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, package, shown};
    use super::*;

    #[test]
    fn the_architecture_page_has_each_crate_and_no_other() {
        let mut workspace = files(&[(ARCHITECTURE, "### `hcl2-old`\n\n### `hcl2`, the facade\n")]);
        workspace.packages = vec![package("hcl2", &[]), package("hcl2-new", &[])];
        assert_eq!(
            shown(architecture(&workspace)),
            [
                "docs/ARCHITECTURE.md: add a section for `hcl2-new`",
                "docs/ARCHITECTURE.md: remove the section for `hcl2-old`, which is not a crate",
            ]
        );
        assert_eq!(
            shown(architecture(&files(&[]))),
            ["docs/ARCHITECTURE.md: is missing"]
        );
    }

    #[test]
    fn the_crate_table_lists_published_crates() {
        let page =
            "# hcl2\n\n| Crate | Holds |\n|---|---|\n| [`hcl2-old`](x) | a |\n| `xtask` | b |\n\ntext\n";
        let mut workspace = files(&[("README.md", page)]);
        let mut xtask = package("xtask", &[]);
        xtask.publish = Some(Vec::new());
        workspace.packages = vec![package("hcl2", &[]), xtask];
        assert_eq!(
            shown(readme_table(&workspace)),
            [
                "README.md: add a row of the crate table for `hcl2`",
                "README.md: remove the row of the crate table for `hcl2-old`, which is not a crate",
            ]
        );
        assert_eq!(readme_table(&files(&[("README.md", "# hcl2\n")])), []);
    }

    #[test]
    fn a_crate_without_licence_or_lints_is_reported() {
        let mut workspace = files(&[
            ("LICENSE-MIT", "text"),
            ("crates/a/Cargo.toml", "[package]\n"),
            ("crates/b/Cargo.toml", "[lints]\nworkspace = true\n"),
        ]);
        let mut other = package("a", &[]);
        other.license = Some("GPL-3.0".to_owned());
        workspace.packages = vec![other, package("b", &[])];
        assert_eq!(
            shown(licences_and_lints(&workspace)),
            [
                "LICENSE-APACHE: is missing",
                "/x/crates/a/Cargo.toml: set the licence to \"MIT OR Apache-2.0\"",
                "crates/a/Cargo.toml: add `[lints]` with `workspace = true`",
            ]
        );
    }
}
