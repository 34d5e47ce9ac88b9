//! Rules for Rust source files.

use std::collections::BTreeSet;

use super::Violation;
use crate::files::File;
use crate::rust::{self, Path};
use crate::workspace::Workspace;

/// A file longer than this many lines is near the budget.
const SOFT_BUDGET: usize = 600;
/// A file longer than this many lines must be split by the language's own areas.
const HARD_BUDGET: usize = 700;

/// Names of third-party crates and where they may occur in code that is not a test.
const NAMES: &[(&str, &[&str])] = &[
    ("logos", &["crates/json/src/lexer"]),
    (
        "num_bigint",
        &[
            "crates/decode/src/encode/foreign",
            "crates/decode/src/typed/foreign",
            "crates/value/src/number",
        ],
    ),
    ("num_integer", &["crates/value/src/number"]),
    ("num_traits", &["crates/value/src/number"]),
    (
        "rust_decimal",
        &[
            "crates/decode/src/encode/foreign",
            "crates/decode/src/typed/foreign",
            "crates/value/src/number",
        ],
    ),
    ("miette", &["crates/diagnostics/src/adapter", "crates/cli/src/"]),
    ("gix", &["crates/project/src/git/mod.rs"]),
];

/// Folders whose code is for comparison and automation, not for users.
const SUPPORT: &[&str] = &["crates/bench/", "crates/conformance/", "xtask/"];

/// The folder of the command.
const COMMAND: &str = "crates/cli/src/";

/// The only module of the command that writes to standard output and standard error.
const WAY_OUT: &str = "crates/cli/src/output.rs";

/// Crates without input and output.
const PURE: &[&str] = &[
    "crates/decode/src/",
    "crates/derive/src/",
    "crates/diagnostics/src/",
    "crates/ext/src/",
    "crates/functions/src/",
    "crates/ide/src/",
    "crates/json-text/src/",
    "crates/json/src/",
    "crates/model/src/",
    "crates/native/src/",
    "crates/plan/src/",
    "crates/spec/src/",
    "crates/tables/src/",
    "crates/terraform/src/",
    "crates/value/src/",
    "crates/wire/src/",
];

/// The parts of the standard library that read files, the clock or the environment, that connect or that print.
const OUTSIDE_WORLD: &[&[&str]] = &[
    &["std", "env"],
    &["std", "fs"],
    &["std", "io", "stderr"],
    &["std", "io", "stdin"],
    &["std", "io", "stdout"],
    &["std", "net", "TcpListener"],
    &["std", "net", "TcpStream"],
    &["std", "net", "ToSocketAddrs"],
    &["std", "net", "UdpSocket"],
    &["std", "os"],
    &["std", "process"],
    &["std", "time", "Instant"],
    &["std", "time", "SystemTime"],
];

/// Macros of the standard library that print.
const PRINTING: &[&str] = &["dbg", "eprint", "eprintln", "print", "println"];

/// Methods of the standard library that read files.
const READING: &[&str] = &[
    "canonicalize",
    "read_dir",
    "read_link",
    "symlink_metadata",
    "try_exists",
];

/// Macros for unfinished code.
const UNFINISHED: &[&str] = &["dbg", "todo", "unimplemented"];

fn rust_files(workspace: &Workspace) -> impl Iterator<Item = &File> {
    workspace.files.iter().filter(|file| file.is_rust())
}

/// Reports modules without a documentation comment at the start.
pub(super) fn module_documentation(workspace: &Workspace) -> Vec<Violation> {
    rust_files(workspace)
        .filter(|file| !file.text.starts_with("//!"))
        .map(|file| Violation::line(&file.path, 1, "start the module with a `//!` sentence"))
        .collect()
}

/// Reports files over the hard budget.
pub(super) fn file_budget(workspace: &Workspace) -> Vec<Violation> {
    longer_than(workspace, HARD_BUDGET)
}

/// Reports files over the soft budget.
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

/// Reports Rust files that do not parse, which the other rules cannot see.
pub(super) fn syntax(workspace: &Workspace) -> Vec<Violation> {
    let errors = workspace.rust().errors.iter();
    errors
        .map(|(path, line, error)| Violation::line(path, *line, format!("does not parse: {error}")))
        .collect()
}

/// Reports unfinished code.
pub(super) fn leftovers(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for source in &workspace.rust().files {
        for path in &source.paths {
            if let Some(name) = standard_macro(path, UNFINISHED) {
                violations.push(unfinished(&source.path, path.line, &name));
            }
        }
    }
    for file in rust_files(workspace) {
        for word in ["TODO", "FIXME", "XXX", "HACK"] {
            // Lexing is slow, and most files have none of these words.
            if file.text.contains(word) {
                let lines = rust::comment_lines(&file.text, word);
                violations.extend(lines.into_iter().map(|line| unfinished(&file.path, line, word)));
            }
        }
    }
    violations
}

/// Reports tests and examples that say of an error only that there is one.
pub(super) fn vague_assertions(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in rust_files(workspace) {
        for (index, line) in file.text.lines().enumerate() {
            let code = line.trim_start().trim_start_matches("///").trim_start();
            if code.starts_with("assert!(") && code.ends_with(".is_err());") {
                let text = "assert which error it is, as `assert_eq!(….unwrap_err().to_string(), \"…\")`";
                violations.push(Violation::line(&file.path, index + 1, text));
            }
        }
    }
    violations
}

fn unfinished(path: &str, line: usize, word: &str) -> Violation {
    Violation::line(path, line, format!("finish it, then remove {word}"))
}

/// Returns the full name if `path` is the part `name` of the standard library, inside it, or a glob around it.
fn standard(path: &Path, name: &[&str]) -> Option<String> {
    let (root, rest) = path.segments.split_first()?;
    let is_whole = rest.len() + 1 >= name.len() || rest.last().is_some_and(|last| last == "*");
    let mut pairs = rest.iter().zip(&name[1..]);
    let is_part =
        is_standard(root) && is_whole && pairs.all(|(segment, part)| segment == part || segment == "*");
    is_part.then(|| name.join("::"))
}

/// Returns the macro of the standard library among `names` that `path` calls or imports.
fn standard_macro(path: &Path, names: &[&str]) -> Option<String> {
    let name = match path.segments.as_slice() {
        [name] if path.is_macro => name,
        [root, name] if is_standard(root) => name,
        _ => return None,
    };
    names.contains(&name.as_str()).then(|| format!("{name}!"))
}

fn is_standard(root: &str) -> bool {
    matches!(root, "std" | "core" | "alloc")
}

/// Reports third-party names outside their seams.
pub(super) fn third_party_names(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for source in &workspace.rust().files {
        if SUPPORT.iter().any(|folder| source.path.starts_with(folder)) {
            continue;
        }
        for (name, places) in NAMES {
            if places.iter().any(|place| source.path.starts_with(place)) {
                continue;
            }
            for token in source.production().filter(|token| token.is_word(name)) {
                let text = format!("only {} may name {name}", places.join(" and "));
                violations.push(Violation::line(&source.path, token.line, text));
            }
        }
    }
    violations
}

/// Reports input and output below the facade.
pub(super) fn input_and_output(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for source in &workspace.rust().files {
        if !PURE.iter().any(|folder| source.path.starts_with(folder)) {
            continue;
        }
        let mut found = BTreeSet::new();
        for path in source.production_paths() {
            let names = OUTSIDE_WORLD.iter().filter_map(|name| standard(path, name));
            found.extend(
                names
                    .chain(standard_macro(path, PRINTING))
                    .map(|name| (path.line, name)),
            );
        }
        for token in source.production() {
            let method = READING.iter().find(|method| token.is_word(method));
            found.extend(method.map(|method| (token.line, (*method).to_owned())));
        }
        for (line, name) in found {
            let text = format!("{name} is for the facade and the command; take it from the caller");
            violations.push(Violation::line(&source.path, line, text));
        }
    }
    violations
}

/// Reports what the command writes elsewhere than in the module that makes it harmless.
pub(super) fn one_way_out(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for source in &workspace.rust().files {
        if !source.path.starts_with(COMMAND) || source.path == WAY_OUT {
            continue;
        }
        let mut found = BTreeSet::new();
        for path in source.production_paths() {
            let stream = match path.segments.as_slice() {
                [_, .., last] => ["stdout", "stderr"].into_iter().find(|stream| last == stream),
                _ => None,
            };
            let names = stream.map(str::to_owned).into_iter();
            found.extend(
                names
                    .chain(standard_macro(path, PRINTING))
                    .map(|name| (path.line, name)),
            );
        }
        for (line, name) in found {
            let text = format!("only {WAY_OUT} may name {name}, since it makes text harmless");
            violations.push(Violation::line(&source.path, line, text));
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
        let text =
            format!("//! A.\nconst A: &str = \"{left} dbg!(x)\";\n// {left}: b\nfn d() {{ dbg!(c); }}\n");
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
    fn assertions_of_any_error_are_reported_in_tests_and_examples() {
        let text = "//! A.\n/// assert!(b().is_err());\nfn c() {\n    assert!(b(1).is_err());\n    assert!(d().is_ok());\n}\n";
        let message = "assert which error it is, as `assert_eq!(….unwrap_err().to_string(), \"…\")`";
        assert_eq!(
            shown(vague_assertions(&files(&[("a.rs", text)]))),
            [format!("a.rs:2: {message}"), format!("a.rs:4: {message}")]
        );
    }

    #[test]
    fn unfinished_macros_are_reported_whatever_they_are_called() {
        let text = "//! A.\nuse std::todo as later;\nfn a() { later!(); std::dbg!(1) }\n";
        assert_eq!(
            shown(leftovers(&files(&[("a.rs", text)]))),
            [
                "a.rs:2: finish it, then remove todo!",
                "a.rs:3: finish it, then remove todo!",
                "a.rs:3: finish it, then remove dbg!",
            ]
        );
    }

    #[test]
    fn a_file_that_does_not_parse_is_reported() {
        let workspace = files(&[("a.rs", "//! A.\nfn (")]);
        assert_eq!(
            shown(syntax(&workspace)),
            ["a.rs:2: does not parse: cannot parse string into token stream"]
        );
    }

    #[test]
    fn a_hidden_crate_is_named_at_its_seam_only() {
        let text = "//! Uses logos.\nuse logos::Logos;\n";
        let lib = "//! A.\nmod lexer;\nmod parser;\nmod other_tests;\n";
        let parser = format!("{text}#[cfg(test)]\nmod tests;\nuse {{::logos as l}};\n");
        let workspace = files(&[
            ("crates/json/src/lib.rs", lib),
            ("crates/json/src/lexer.rs", text),
            ("crates/json/src/parser.rs", &parser),
            ("crates/json/src/parser/tests.rs", text),
            ("crates/json/src/other_tests.rs", text),
            ("crates/bench/src/lib.rs", text),
        ]);
        let only = "only crates/json/src/lexer may name logos";
        assert_eq!(
            shown(third_party_names(&workspace)),
            [
                format!("crates/json/src/other_tests.rs:2: {only}"),
                format!("crates/json/src/parser.rs:2: {only}"),
                format!("crates/json/src/parser.rs:5: {only}"),
            ]
        );
    }

    #[test]
    fn output_past_the_module_for_it_is_reported() {
        let text = "//! A.\nuse std::io::{self, stdout};\nfn a() { io::stderr(); println!(); P::stderr(); b.stdout; }\n";
        let lib = "//! A.\nmod a;\nmod output;\n";
        let workspace = files(&[
            ("crates/cli/src/main.rs", lib),
            ("crates/cli/src/a.rs", text),
            ("crates/cli/src/output.rs", text),
        ]);
        let reported = shown(one_way_out(&workspace)).into_iter();
        let lines: Vec<String> = reported
            .filter_map(|line| Some(line.split_once(", since")?.0.to_owned()))
            .collect();
        let only = "only crates/cli/src/output.rs may name";
        assert_eq!(
            lines,
            [
                format!("crates/cli/src/a.rs:2: {only} stdout"),
                format!("crates/cli/src/a.rs:3: {only} println!"),
                format!("crates/cli/src/a.rs:3: {only} stderr"),
            ]
        );
    }

    /// Returns the names that the rule reports in a file of a crate without input and output.
    fn outside(code: &str) -> Vec<String> {
        let text = format!("//! A.\n{code}");
        let workspace = files(&[
            ("crates/value/src/lib.rs", &text),
            ("crates/hcl2/src/lib.rs", &text),
        ]);
        let reported = shown(input_and_output(&workspace)).into_iter();
        reported
            .filter_map(|line| {
                let name = line.strip_prefix("crates/value/src/lib.rs:")?;
                Some(
                    name.strip_suffix(" is for the facade and the command; take it from the caller")?
                        .to_owned(),
                )
            })
            .collect()
    }

    #[test]
    fn input_and_output_below_the_facade_is_reported() {
        assert_eq!(outside("use std::fs;"), ["2: std::fs"]);
        assert_eq!(
            outside("mod a { pub(super) fn b() { println!() } }"),
            ["2: println!"]
        );
    }

    #[test]
    fn input_and_output_behind_an_early_test_module_is_reported() {
        let code = "#[cfg(test)]\nmod tests;\nfn f() { std::fs::read(\"x\"); }\nfn g() { println!(); }\n#[cfg(test)]\nmod more { use \
                    std::env; }";
        assert_eq!(outside(code), ["4: std::fs", "5: println!"]);
    }

    #[test]
    fn input_and_output_under_any_name_is_reported() {
        assert_eq!(outside("use std::{fs as _, fmt};"), ["2: std::fs"]);
        assert_eq!(
            outside("use std as s;\nfn f() { s::env::var(\"x\") }"),
            ["3: std::env"]
        );
        assert_eq!(
            outside("fn f() {\n::std::time::\nSystemTime::now() }"),
            ["4: std::time::SystemTime"]
        );
        assert_eq!(
            outside("use std::time::{Duration, Instant as Clock};"),
            ["2: std::time::Instant"]
        );
        assert_eq!(outside("use std::io::{stdout as out};"), ["2: std::io::stdout"]);
        assert_eq!(outside("use std::io::*;").len(), 3);
        assert!(outside("use std::*;").len() > 10);
        assert!(
            outside("macro_rules! m { ($a:ident) => { std::$a::read() } }")
                .contains(&"2: std::fs".to_owned())
        );
        assert_eq!(outside("m! { eprint!(\"x\") }"), ["2: eprint!"]);
        assert_eq!(
            outside("fn f(path: &std::path::Path) { path.read_dir(); }"),
            ["2: read_dir"]
        );
    }

    #[test]
    fn input_and_output_that_is_none_is_not_reported() {
        let code = "//! std::fs\nuse std::{fmt, io::Read, net::IpAddr, time::Duration};\n/* std::fs */\nconst A: &str = \
                    \"std::env println!\";\nfn f(println: u8, version: &str) { env!(\"X\"); a.env(); other::fs::read(); }";
        assert_eq!(outside(code), Vec::<String>::new());
    }
}
