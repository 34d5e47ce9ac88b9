//! Rules for Rust source files.

use super::{Violation, rust};
use crate::workspace::{File, Workspace};

/// A file longer than this many lines is near the budget.
const SOFT_BUDGET: usize = 600;
/// A file longer than this many lines has to be split by the language's own areas.
const HARD_BUDGET: usize = 700;

/// Names of third-party crates and where they may occur in code that is not a test.
const NAMES: &[(&str, &[&str])] = &[
    ("logos", &["crates/json/src/lexer"]),
    ("num_bigint", &["crates/value/src/number"]),
    ("num_integer", &["crates/value/src/number"]),
    ("num_traits", &["crates/value/src/number"]),
    ("rust_decimal", &["crates/value/src/number"]),
    ("miette", &["crates/diagnostics/src/adapter", "crates/cli/src/"]),
];

/// Folders whose code is for comparison and automation, not for users.
const SUPPORT: &[&str] = &["crates/bench/", "crates/conformance/", "xtask/"];

/// Crates that do no input or output.
const PURE: &[&str] = &[
    "crates/decode/src/",
    "crates/derive/src/",
    "crates/diagnostics/src/",
    "crates/functions/src/",
    "crates/json/src/",
    "crates/model/src/",
    "crates/native/src/",
    "crates/terraform/src/",
    "crates/value/src/",
    "crates/wire/src/",
];

/// Names that stand for reading files, the clock or the environment, or for printing.
const OUTSIDE_WORLD: &[&str] = &[
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "SystemTime",
    "Instant",
    "eprintln!",
    "println!",
    "stderr",
    "stdin",
    "stdout",
];

fn rust_files(workspace: &Workspace) -> impl Iterator<Item = &File> {
    workspace.files.iter().filter(|file| file.is_rust())
}

/// Every module starts with what it is about.
pub(super) fn module_documentation(workspace: &Workspace) -> Vec<Violation> {
    rust_files(workspace)
        .filter(|file| !file.text.starts_with("//!"))
        .map(|file| Violation::line(&file.path, 1, "start the module with a `//!` sentence"))
        .collect()
}

/// No file is too long to read.
pub(super) fn file_budget(workspace: &Workspace) -> Vec<Violation> {
    longer_than(workspace, HARD_BUDGET)
}

/// Files that are about to become too long.
pub(super) fn nearly_too_long(workspace: &Workspace) -> Vec<Violation> {
    longer_than(workspace, SOFT_BUDGET)
}

fn longer_than(workspace: &Workspace, budget: usize) -> Vec<Violation> {
    rust_files(workspace)
        .filter(|file| !file.is_generated())
        .filter_map(|file| {
            let lines = file.text.lines().count();
            let text = format!("has {lines} lines; split it where it has more than {budget}");
            (lines > budget).then(|| Violation::file(&file.path, text))
        })
        .collect()
}

/// Nothing half done stays behind.
pub(super) fn leftovers(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in rust_files(workspace) {
        let (code, comments) = (rust::code(&file.text), rust::comments(&file.text));
        let in_code = ["dbg!", "todo!", "unimplemented!"].map(|word| (&code, word));
        let in_comments = ["TODO", "FIXME", "XXX", "HACK"].map(|word| (&comments, word));
        for (text, word) in in_code.into_iter().chain(in_comments) {
            for line in rust::lines_with(text, word) {
                violations.push(Violation::line(
                    &file.path,
                    line,
                    format!("finish it, then remove {word}"),
                ));
            }
        }
    }
    violations
}

/// The crates that a seam hides are named at the seam only.
pub(super) fn third_party_names(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in rust_files(workspace).filter(|file| !file.is_test()) {
        if SUPPORT.iter().any(|folder| file.path.starts_with(folder)) {
            continue;
        }
        let code = rust::code(&file.text);
        for (name, places) in NAMES {
            if places.iter().any(|place| file.path.starts_with(place)) {
                continue;
            }
            for line in rust::lines_with(rust::before_tests(&code), name) {
                let text = format!("only {} may name {name}", places.join(" and "));
                violations.push(Violation::line(&file.path, line, text));
            }
        }
    }
    violations
}

/// Nothing below the facade touches the outside world.
pub(super) fn input_and_output(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in rust_files(workspace).filter(|file| !file.is_test()) {
        if !PURE.iter().any(|folder| file.path.starts_with(folder)) {
            continue;
        }
        let code = rust::code(&file.text);
        for name in OUTSIDE_WORLD {
            for line in rust::lines_with(rust::before_tests(&code), name) {
                let text = format!("{name} is for the facade and the command; take it from the caller");
                violations.push(Violation::line(&file.path, line, text));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn a_module_without_documentation_is_reported() {
        let workspace = files(&[("a.rs", "//! A.\n"), ("b.rs", "use x;\n"), ("c.md", "c")]);
        assert_eq!(
            shown(module_documentation(&workspace)),
            ["b.rs:1: start the module with a `//!` sentence"]
        );
    }

    #[test]
    fn a_long_file_is_reported_unless_a_program_wrote_it() {
        let long = "//! A.\n".repeat(701);
        let generated = format!("//! @generated\n{long}");
        let workspace = files(&[("a.rs", &long), ("b.rs", &generated), ("c.rs", &long[..7 * 650])]);
        assert_eq!(
            shown(file_budget(&workspace)),
            ["a.rs: has 701 lines; split it where it has more than 700"]
        );
        assert_eq!(nearly_too_long(&workspace).len(), 2);
    }

    #[test]
    fn leftovers_are_reported_but_words_in_strings_are_not() {
        let left = ["TO", "DO"].concat();
        let text = format!("//! A.\nlet a = \"{left} dbg!(x)\";\n// {left}: b\ndbg!(c);\n");
        let workspace = files(&[("a.rs", &text)]);
        assert_eq!(
            shown(leftovers(&workspace)),
            [
                "a.rs:4: finish it, then remove dbg!".to_owned(),
                format!("a.rs:3: finish it, then remove {left}"),
            ]
        );
    }

    #[test]
    fn a_hidden_crate_is_named_at_its_seam_only() {
        let text = "//! Uses logos.\nuse logos::Logos;\n";
        let workspace = files(&[
            ("crates/json/src/lexer.rs", text),
            ("crates/json/src/parser.rs", text),
            ("crates/json/src/parser/tests.rs", text),
            ("crates/bench/src/lib.rs", text),
        ]);
        assert_eq!(
            shown(third_party_names(&workspace)),
            ["crates/json/src/parser.rs:2: only crates/json/src/lexer may name logos"]
        );
    }

    #[test]
    fn input_and_output_below_the_facade_is_reported() {
        let text = "//! A.\nuse std::fs;\n#[cfg(test)]\nmod tests { use std::env; }\n";
        let workspace = files(&[("crates/value/src/a.rs", text), ("crates/hcl2/src/a.rs", text)]);
        assert_eq!(
            shown(input_and_output(&workspace)),
            ["crates/value/src/a.rs:2: std::fs is for the facade and the command; take it from the caller"]
        );
    }
}
