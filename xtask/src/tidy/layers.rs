//! Each layer can be used alone: an example crate builds it, and of ours nothing but what is below it.

use std::collections::BTreeSet;

use super::Violation;
use crate::workspace::Workspace;

/// The layers with an example in `examples/layers`, and the crates of ours that it builds.
const LAYERS: &[(&str, &[&str])] = &[
    ("value", &["hcl2-value"]),
    (
        "native",
        &["hcl2-diagnostics", "hcl2-model", "hcl2-native", "hcl2-value"],
    ),
    (
        "json",
        &[
            "hcl2-diagnostics",
            "hcl2-json",
            "hcl2-model",
            "hcl2-native",
            "hcl2-value",
        ],
    ),
    (
        "decode",
        &[
            "hcl2-decode",
            "hcl2-derive",
            "hcl2-diagnostics",
            "hcl2-functions",
            "hcl2-model",
            "hcl2-value",
        ],
    ),
];

/// The examples build what they should, as `cargo tree` shows it, and the README says how much that is.
pub(super) fn alone(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (layer, expected) in LAYERS {
        let folder = format!("examples/layers/{layer}");
        let Some(tree) = workspace.trees.get(&format!("hcl2-example-{layer}")) else {
            violations.push(Violation::file(folder, "is missing"));
            continue;
        };
        let ours = tree
            .iter()
            .filter(|name| name.starts_with("hcl2"))
            .map(String::as_str);
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        for extra in ours.filter(|name| !expected.contains(name)) {
            violations.push(Violation::file(&folder, format!("must not build {extra}")));
        }
        let row = format!("| [`hcl2-{layer}`]({folder}) | {} |", tree.len());
        let has_row = |page: &str| page.lines().any(|line| line.starts_with(&row));
        if !workspace.text("README.md").is_some_and(has_row) {
            violations.push(Violation::file("README.md", format!("needs the row `{row}`")));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn a_layer_that_is_not_alone_is_reported() {
        let rows = "| [`hcl2-value`](examples/layers/value) | 3 | a |\n| [`hcl2-json`](examples/layers/json) | 9 |\n";
        let mut workspace = files(&[("README.md", rows)]);
        let tree = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let trees = [
            ("hcl2-example-value", tree(&["hcl2-value", "hcl2-model", "ecow"])),
            ("hcl2-example-json", tree(&["hcl2-json", "logos"])),
            ("hcl2-example-decode", tree(&["hcl2-decode"])),
        ];
        workspace.trees = trees.map(|(name, tree)| (name.to_owned(), tree)).into();
        assert_eq!(
            shown(alone(&workspace)),
            [
                "examples/layers/value: must not build hcl2-model",
                "examples/layers/native: is missing",
                "README.md: needs the row `| [`hcl2-json`](examples/layers/json) | 2 |`",
                "README.md: needs the row `| [`hcl2-decode`](examples/layers/decode) | 1 |`",
            ]
        );
    }
}
