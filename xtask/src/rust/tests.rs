//! Tests of reading files.

use super::*;

fn read(files: &[(&str, &str)]) -> Sources {
    let files: Vec<File> = files
        .iter()
        .map(|(path, text)| File {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        })
        .collect();
    let sources = Sources::of(&files);
    assert_eq!(sources.errors, []);
    sources
}

/// Returns the paths in a file, with `!` after a macro's name, and `*` before test-only paths.
fn paths(text: &str) -> Vec<String> {
    let sources = read(&[("crates/a/src/lib.rs", text)]);
    let source = &sources.files[0];
    let shown = |path: &Path| {
        let test = if source.tokens[path.at].test { "*" } else { "" };
        let bang = if path.is_macro { "!" } else { "" };
        format!("{test}{}{bang}", path.segments.join("::"))
    };
    source.paths.iter().map(shown).collect()
}

/// Returns the words of the files that are not compiled for tests only, file by file.
fn production(files: &[(&str, &str)]) -> Vec<String> {
    let words = |source: &Source| {
        let words: Vec<&str> = source.production().filter_map(Token::word).collect();
        words.join(" ")
    };
    read(files).files.iter().map(words).collect()
}

#[test]
fn paths_are_grouped_renamed_nested_and_qualified() {
    assert_eq!(
        paths("use std::{fs as _, io::{self, Read as R}};"),
        ["std::fs", "std::io", "std::io::Read"]
    );
    assert_eq!(paths("fn f() { ::std :: r#fs\n :: read(); }"), ["std::fs::read"]);
    assert_eq!(paths("fn f(a: <std::fs::File as Read>::X) {}"), ["std::fs::File"]);
    assert_eq!(paths("use std::*;"), ["std::*"]);
}

#[test]
fn names_that_declarations_give_are_resolved() {
    assert_eq!(
        paths("use std as s; fn f() { s::fs::read(); }"),
        ["std::fs::read"]
    );
    assert_eq!(
        paths("extern crate std as s; fn f() { s::env::var(); }"),
        ["std::env::var"]
    );
    assert_eq!(
        paths("use std::{self as s}; use s::time as t; fn f() { t::Instant::now(); }"),
        ["std::time", "std::time::Instant::now"]
    );
    assert_eq!(
        paths("use std::println as p; fn f() { p!(); }"),
        ["std::println", "std::println!"]
    );
    let by_glob = paths("use codes::body::*; fn f() { g(MISSING); }");
    assert!(
        by_glob.contains(&"codes::body::MISSING".to_owned()),
        "{by_glob:?}"
    );
}

#[test]
fn aliases_that_lead_to_each_other_end() {
    assert!(paths("use a::b as c; use c::d as a; fn f() { a::x(); }").len() < 20);
}

#[test]
fn the_bodies_of_macros_are_read() {
    assert_eq!(
        paths("macro_rules! m { ($a:ident) => { std::$a::read() } }"),
        ["macro_rules!", "std::*::read"]
    );
    assert_eq!(
        paths("m! { use std::{fs as f}; f::read() }"),
        ["m!", "std::fs", "std::fs::read"]
    );
}

#[test]
fn comments_and_literals_are_not_code() {
    let text = "//! std::fs\n/// std::fs\nfn f() { /* std::fs /* std::env */ */ g(\"std::fs\", r#\"a\"std::fs\"#, 's'); }\n#[doc = \"std::fs\"]\n// std::fs\nstruct S<'std>;";
    assert_eq!(paths(text), Vec::<String>::new());
}

#[test]
fn casts_give_no_names() {
    assert_eq!(paths("fn f() { n as std; std::a() }"), ["std::a"]);
    assert_eq!(paths("fn f() { if a != b { c::d!=e } }"), ["c::d"]);
}

#[test]
fn only_the_item_behind_cfg_test_is_left_out() {
    let text = "#[cfg(test)]\nmod tests;\nfn a() {}\n#[cfg(test)]\nuse x::y;\nfn b() {}\n#[test]\nfn c() {}\n\
                impl S { #[cfg(all(test, unix))] fn d(&self) {} fn e(&self) { #[cfg(test)] let f = 1; g } }\n\
                #[cfg(not(test))]\nfn h() {}\n#[cfg(any(test, unix))]\nfn i() {}";
    assert_eq!(
        production(&[("crates/a/src/lib.rs", text)]),
        ["fn a fn b impl S fn e self g cfg not test fn h cfg any test unix fn i"]
    );
}

#[test]
fn a_file_is_for_tests_if_only_tests_declare_it() {
    let files = [
        (
            "crates/a/src/lib.rs",
            "#[cfg(test)] mod checks; mod io_tests; mod part;",
        ),
        ("crates/a/src/checks.rs", "mod inner;"),
        ("crates/a/src/checks/inner.rs", "a"),
        ("crates/a/src/io_tests.rs", "b"),
        ("crates/a/src/orphan_tests.rs", "c"),
        (
            "crates/a/src/part/mod.rs",
            "#[cfg(test)] #[path = \"../shared.rs\"] mod shared;",
        ),
        ("crates/a/src/shared.rs", "d"),
        ("crates/a/src/tests/x.rs", "e"),
        ("crates/a/tests/y.rs", "f"),
    ];
    let files = files.map(|(path, text)| {
        let text = if text.len() == 1 {
            format!("fn {text}() {{}}")
        } else {
            text.to_owned()
        };
        (path, text)
    });
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let mut found = production(&files);
    found.retain(|words| words.starts_with("fn"));
    assert_eq!(found, ["fn b", "fn c", "fn e"]);
}

#[test]
fn a_file_that_does_not_parse_is_an_error() {
    let file = File {
        path: "a.rs".to_owned(),
        text: "//! A.\nfn (".to_owned(),
    };
    let sources = Sources::of(&[file]);
    assert!(sources.files.is_empty());
    assert_eq!((sources.errors[0].0.as_str(), sources.errors[0].1), ("a.rs", 2));
}

#[test]
fn words_in_comments_are_found_line_by_line() {
    let text = "//! A WORD.\nfn a() { \"WORD\" } // WORD\n/* b\nWORD */ let WORD = 1;\n/// SWORD, WORDS\n#[doc = \"WORD\"]\nfn c() {}";
    assert_eq!(comment_lines(text, "WORD"), [1, 2, 4]);
}
