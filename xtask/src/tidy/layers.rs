//! Each layer can be used alone: an example uses it and builds, of our crates, only those below it.

use std::collections::BTreeSet;

use super::Violation;
use crate::rust::{Item, Kind, Source, Token};
use crate::workspace::Workspace;

/// The layers with an example in `examples/layers`, and the crates of ours that each builds.
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
            "hcl2-json-text",
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
            "hcl2-json-text",
            "hcl2-model",
            "hcl2-value",
            "hcl2-wire",
        ],
    ),
];

/// Reports examples that build other crates than they should, and counts missing from the README.
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

/// Reports examples whose `main` does not use the layer, or whose output no test compares.
pub(super) fn used(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (layer, _) in LAYERS {
        let folder = format!("examples/layers/{layer}/");
        let sources = workspace.rust().files.iter();
        let sources: Vec<&Source> = sources
            .filter(|source| source.path.starts_with(&folder))
            .collect();
        let main = format!("{folder}src/main.rs");
        if !uses(&sources, &main, &format!("hcl2_{layer}")) {
            let text =
                format!("`main` does not use hcl2_{layer}, directly or through functions that it names");
            violations.push(Violation::file(&main, text));
        }
        let program = format!("CARGO_BIN_EXE_hcl2-example-{layer}");
        let mut items = sources
            .iter()
            .flat_map(|source| source.items.iter().map(move |item| (source, item)));
        if !items.any(|(source, item)| item.is_test && compares_output(source, item, &program)) {
            let text = format!("add a test that runs `{program}` and compares what it prints");
            violations.push(Violation::file(format!("{folder}tests"), text));
        }
    }
    violations
}

/// Returns whether a `main` names something of the crate `layer`, directly or through functions of its program.
fn uses(sources: &[&Source], main: &str, layer: &str) -> bool {
    let items = || {
        sources
            .iter()
            .flat_map(|source| source.items.iter().map(move |item| (*source, item)))
    };
    let mut open: Vec<(&Source, &Item)> = items()
        .filter(|(source, item)| source.path == main && item.name == "main")
        .collect();
    let mut seen = BTreeSet::from(["main"]);
    while let Some((source, item)) = open.pop() {
        let mut paths = source
            .production_paths()
            .filter(|path| item.range.contains(&path.at));
        if paths.any(|path| path.segments[0] == layer) {
            return true;
        }
        for word in source.tokens[item.range.clone()].iter().filter_map(Token::word) {
            if seen.insert(word) {
                open.extend(
                    items()
                        .filter(|(source, item)| item.name == word && !source.tokens[item.range.start].test),
                );
            }
        }
    }
    false
}

/// Returns whether a test runs the program and compares its standard output.
fn compares_output(source: &Source, item: &Item, program: &str) -> bool {
    let tokens = &source.tokens[item.range.clone()];
    let has_word = |word: &str| tokens.iter().any(|token| token.is_word(word));
    let runs = tokens
        .iter()
        .any(|token| token.kind == Kind::Text(program.to_owned()));
    runs && has_word("stdout") && has_word("assert_eq")
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

    const USED: &str = "//! A.\nuse hcl2_value::{Value as V, Type};\nfn main() { go(); }\nfn go() { helper() }\nfn helper() -> V { V::NULL }\n";
    const TEST: &str = "//! A.\n#[test]\nfn a() { let stdout = run(env!(\"CARGO_BIN_EXE_hcl2-example-value\")); assert_eq!(stdout, \"x\"); }\n";

    /// Returns the reports about the example of `value`.
    fn reported(main: &str, test: &str) -> Vec<String> {
        let workspace = files(&[
            ("examples/layers/value/src/main.rs", main),
            ("examples/layers/value/tests/output.rs", test),
        ]);
        let mut all = shown(used(&workspace));
        all.retain(|text| text.starts_with("examples/layers/value"));
        all
    }

    #[test]
    fn an_example_that_uses_its_layer_and_whose_output_is_compared_is_fine() {
        assert_eq!(reported(USED, TEST), Vec::<String>::new());
    }

    #[test]
    fn an_example_with_an_empty_main_is_reported() {
        let unused = "examples/layers/value/src/main.rs: `main` does not use hcl2_value, directly or through functions that it \
                      names";
        for main in [
            "//! A.\nfn main() {}\n",
            "//! A.\nuse hcl2_value::Value;\nfn main() { /* Value::NULL */ println!(\"Value::NULL\"); }\nfn other() { Value::NULL }\n",
            "//! A.\nuse hcl2_value::Value;\nfn main() {}\n#[cfg(test)]\nmod tests { fn main() { Value::NULL } }\n",
        ] {
            assert_eq!(reported(main, TEST), [unused], "{main}");
        }
    }

    #[test]
    fn an_example_whose_output_is_not_compared_is_reported() {
        let untested = "examples/layers/value/tests: add a test that runs `CARGO_BIN_EXE_hcl2-example-value` and compares what it \
                        prints";
        for test in [
            "//! A.\n",
            "//! A.\n// assert_eq!(stdout, env!(\"CARGO_BIN_EXE_hcl2-example-value\"))\n#[test]\nfn a() {}\n",
            "//! A.\n#[test]\nfn a() { run(env!(\"CARGO_BIN_EXE_hcl2-example-value\")); }\n",
            &TEST.replace("#[test]", "#[test]\n#[ignore]"),
        ] {
            assert_eq!(reported(USED, test), [untested], "{test}");
        }
    }
}
