//! Which crate may depend on which.

use super::Violation;
use crate::workspace::Workspace;

/// The crates of ours that each crate may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("hcl2-testing", &[]),
    ("hcl2-json-text", &[]),
    ("hcl2-value", &[]),
    ("hcl2-wire", &["hcl2-json-text", "hcl2-value"]),
    ("hcl2-diagnostics", &["hcl2-value", "hcl2-wire"]),
    ("hcl2-model", &["hcl2-diagnostics", "hcl2-value"]),
    ("hcl2-native", &["hcl2-diagnostics", "hcl2-model", "hcl2-value"]),
    (
        "hcl2-json",
        &[
            "hcl2-diagnostics",
            "hcl2-json-text",
            "hcl2-model",
            "hcl2-native",
            "hcl2-value",
        ],
    ),
    ("hcl2-functions", &["hcl2-json-text", "hcl2-value"]),
    ("hcl2-ext", &["hcl2-diagnostics", "hcl2-model", "hcl2-value"]),
    (
        "hcl2-decode",
        &[
            "hcl2-diagnostics",
            "hcl2-ext",
            "hcl2-model",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    (
        "hcl2-spec",
        &[
            "hcl2-diagnostics",
            "hcl2-ext",
            "hcl2-functions",
            "hcl2-json-text",
            "hcl2-model",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    ("hcl2-derive", &[]),
    (
        "hcl2-terraform",
        &[
            "hcl2-diagnostics",
            "hcl2-ext",
            "hcl2-functions",
            "hcl2-json",
            "hcl2-model",
            "hcl2-native",
            "hcl2-spec",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    (
        "hcl2-plan",
        &[
            "hcl2-diagnostics",
            "hcl2-functions",
            "hcl2-json",
            "hcl2-json-text",
            "hcl2-model",
            "hcl2-native",
            "hcl2-terraform",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    (
        "hcl2-policy",
        &[
            "hcl2-diagnostics",
            "hcl2-ext",
            "hcl2-functions",
            "hcl2-json",
            "hcl2-model",
            "hcl2-native",
            "hcl2-plan",
            "hcl2-terraform",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    (
        "hcl2-project",
        &[
            "hcl2-decode",
            "hcl2-diagnostics",
            "hcl2-functions",
            "hcl2-json",
            "hcl2-model",
            "hcl2-native",
            "hcl2-plan",
            "hcl2-terraform",
            "hcl2-value",
        ],
    ),
    (
        "hcl2-tables",
        &[
            "hcl2-diagnostics",
            "hcl2-functions",
            "hcl2-json",
            "hcl2-model",
            "hcl2-native",
            "hcl2-plan",
            "hcl2-terraform",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    (
        "hcl2-ide",
        &[
            "hcl2-diagnostics",
            "hcl2-functions",
            "hcl2-json",
            "hcl2-model",
            "hcl2-native",
            "hcl2-project",
            "hcl2-terraform",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    (
        "hcl2-render",
        &[
            "hcl2-diagnostics",
            "hcl2-ext",
            "hcl2-functions",
            "hcl2-json",
            "hcl2-json-text",
            "hcl2-model",
            "hcl2-native",
            "hcl2-plan",
            "hcl2-project",
            "hcl2-terraform",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
    ("hcl2", LIBRARIES),
    (
        "hcl2-provider",
        &["hcl2-decode", "hcl2-derive", "hcl2-value", "hcl2-wire"],
    ),
    ("hcl2-cli", &["hcl2", "hcl2-ide", "hcl2-provider", "hcl2-render"]),
    ("hcl2-derive-tests", &["hcl2"]),
    ("hcl2-python", &["hcl2", "hcl2-cli"]),
    ("hcl2-js", &["hcl2"]),
    ("hcl2-c", &["hcl2"]),
    (
        "hcl2-example-provider",
        &["hcl2-provider", "hcl2-value", "hcl2-wire"],
    ),
    ("terraform-provider-text", &["hcl2-provider"]),
    ("hcl2-conformance", EVERYTHING),
    ("hcl2-bench", EVERYTHING),
    ("hcl2-example-value", &["hcl2-value"]),
    ("hcl2-example-native", &["hcl2-native"]),
    ("hcl2-example-json", &["hcl2-json"]),
    (
        "hcl2-example-decode",
        &[
            "hcl2-decode",
            "hcl2-derive",
            "hcl2-diagnostics",
            "hcl2-model",
            "hcl2-value",
        ],
    ),
    ("xtask", &["hcl2-diagnostics"]),
];

/// The crates that the facade joins.
const LIBRARIES: &[&str] = &[
    "hcl2-decode",
    "hcl2-derive",
    "hcl2-diagnostics",
    "hcl2-ext",
    "hcl2-functions",
    "hcl2-json",
    "hcl2-json-text",
    "hcl2-model",
    "hcl2-native",
    "hcl2-plan",
    "hcl2-policy",
    "hcl2-project",
    "hcl2-spec",
    "hcl2-tables",
    "hcl2-terraform",
    "hcl2-value",
    "hcl2-wire",
];

/// The crates that unpublished support crates may use.
const EVERYTHING: &[&str] = &[
    "hcl2",
    "hcl2-decode",
    "hcl2-derive",
    "hcl2-diagnostics",
    "hcl2-ext",
    "hcl2-functions",
    "hcl2-json",
    "hcl2-json-text",
    "hcl2-model",
    "hcl2-native",
    "hcl2-plan",
    "hcl2-policy",
    "hcl2-project",
    "hcl2-spec",
    "hcl2-tables",
    "hcl2-terraform",
    "hcl2-value",
    "hcl2-wire",
];

/// Edges that even tests must not have: these crates do not know that JSON exists.
const NEVER: &[(&str, &str)] = &[
    ("hcl2-native", "hcl2-json"),
    ("hcl2-ext", "hcl2-json"),
    ("hcl2-decode", "hcl2-json"),
    ("hcl2-spec", "hcl2-json"),
];

/// Third-party crates that only some of ours may use outside of tests; the benchmarks' peers are exempt.
const SEAMS: &[(&str, &[&str])] = &[
    ("arrow-array", &["hcl2", "hcl2-cli", "hcl2-python", "hcl2-tables"]),
    (
        "arrow-schema",
        &["hcl2", "hcl2-cli", "hcl2-python", "hcl2-tables"],
    ),
    ("h2", &["hcl2-provider"]),
    ("js-sys", &["hcl2-js"]),
    ("logos", &["hcl2-json"]),
    ("num-bigint", &["hcl2-decode", "hcl2-value"]),
    ("rust_decimal", &["hcl2-decode", "hcl2-value"]),
    ("gen-lsp-types", &["hcl2-cli"]),
    ("miette", &["hcl2-diagnostics", "hcl2-cli"]),
    ("p521", &["hcl2-provider"]),
    ("parquet", &["hcl2-tables"]),
    ("prost", &["hcl2-provider"]),
    ("pyo3", &["hcl2-python"]),
    ("rmcp", &["hcl2-cli"]),
    ("rcgen", &["hcl2-provider"]),
    ("rmp", &["hcl2-wire"]),
    ("rustls", &["hcl2-provider"]),
    (
        "serde",
        &[
            "hcl2",
            "hcl2-cli",
            "hcl2-decode",
            "hcl2-diagnostics",
            "hcl2-wire",
            "xtask",
        ],
    ),
    ("tokio", &["hcl2-cli", "hcl2-provider"]),
    ("tonic", &["hcl2-provider"]),
    ("wasm-bindgen", &["hcl2-js"]),
];

/// Crates that no user depends on.
const SUPPORT: &[&str] = &[
    "hcl2-bench",
    "hcl2-conformance",
    "hcl2-derive-tests",
    "hcl2-testing",
];

/// Reports edges that the table does not allow, and crates missing from it.
pub(super) fn between_crates(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    let ours: Vec<&str> = workspace
        .packages
        .iter()
        .map(|package| package.name.as_str())
        .collect();
    for package in &workspace.packages {
        let from = package.name.as_str();
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == from) else {
            let text = "is missing from the table of allowed edges in xtask/src/tidy/edges.rs";
            violations.push(Violation::file(from, text));
            continue;
        };
        for edge in package
            .dependencies
            .iter()
            .filter(|edge| ours.contains(&edge.name.as_str()))
        {
            let to = edge.name.as_str();
            let dev = edge.kind.as_deref() == Some("dev");
            let fine = if dev {
                !NEVER.contains(&(from, to))
            } else {
                allowed.contains(&to)
            };
            if !fine {
                let kind = if dev {
                    "not even in tests"
                } else {
                    "see docs/ARCHITECTURE.md"
                };
                violations.push(Violation::file(from, format!("must not depend on {to}; {kind}")));
            }
        }
    }
    violations
}

/// Reports third-party crates used by other crates than those at their seam.
pub(super) fn third_party(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in &workspace.packages {
        let from = package.name.as_str();
        if SUPPORT.contains(&from) {
            continue;
        }
        for edge in package
            .dependencies
            .iter()
            .filter(|edge| edge.kind.as_deref() != Some("dev"))
        {
            let seam = SEAMS.iter().find(|(name, _)| *name == edge.name);
            if let Some((to, users)) = seam
                && !users.contains(&from)
            {
                let users = users.join(", ");
                violations.push(Violation::file(
                    from,
                    format!("must not depend on {to}; only {users} may"),
                ));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::super::testing::{package, shown};
    use super::*;

    fn workspace(packages: &[(&str, &[&str])]) -> Workspace {
        Workspace {
            packages: packages
                .iter()
                .map(|(name, edges)| package(name, edges))
                .collect(),
            ..Workspace::default()
        }
    }

    #[test]
    fn an_edge_that_is_not_in_the_table_is_reported() {
        let workspace = workspace(&[("hcl2-value", &["hcl2-diagnostics"]), ("hcl2-diagnostics", &[])]);
        assert_eq!(
            shown(between_crates(&workspace)),
            ["hcl2-value: must not depend on hcl2-diagnostics; see docs/ARCHITECTURE.md"]
        );
    }

    #[test]
    fn a_test_may_have_other_edges_but_some_never() {
        let workspace = workspace(&[
            ("hcl2-decode", &["hcl2-value", "dev:hcl2-native", "dev:hcl2-json"]),
            ("hcl2-native", &[]),
            ("hcl2-json", &[]),
            ("hcl2-json-text", &[]),
            ("hcl2-value", &[]),
        ]);
        assert_eq!(
            shown(between_crates(&workspace)),
            ["hcl2-decode: must not depend on hcl2-json; not even in tests"]
        );
    }

    #[test]
    fn a_crate_without_a_row_is_reported() {
        assert_eq!(
            shown(between_crates(&workspace(&[("hcl2-new", &[])]))),
            ["hcl2-new: is missing from the table of allowed edges in xtask/src/tidy/edges.rs"]
        );
    }

    #[test]
    fn a_seam_is_kept_outside_of_tests() {
        let workspace = workspace(&[
            ("hcl2-value", &["num-bigint", "serde"]),
            ("hcl2-native", &["dev:serde"]),
            ("hcl2-bench", &["logos"]),
        ]);
        assert_eq!(
            shown(third_party(&workspace)),
            [
                "hcl2-value: must not depend on serde; only hcl2, hcl2-cli, hcl2-decode, hcl2-diagnostics, \
                 hcl2-wire, xtask may"
            ]
        );
    }

    #[test]
    fn the_table_has_no_cycle() {
        // A row names only crates of earlier rows.
        let row = |name: &str| ALLOWED.iter().position(|(row, _)| *row == name);
        for (from, allowed) in ALLOWED {
            for to in *allowed {
                assert!(row(to).is_some() && row(to) < row(from), "{from} -> {to}");
            }
        }
    }
}
