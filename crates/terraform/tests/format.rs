//! The canonical style of Terraform: what is rewritten, and that Terraform makes the same of whole modules.

use std::path::{Path, PathBuf};
use std::process::Command;

use hcl2_diagnostics::SourceMap;
use hcl2_native::lexer::{Start, TokenKind, lex};
use hcl2_native::parse_file;
use hcl2_native::tree::TextRange;
use hcl2_terraform::Converter;

fn formatted(name: &str, text: &str) -> String {
    let source = SourceMap::new().add(name, text).expect("a small text");
    let formatted = hcl2_terraform::format_file(&parse_file(&source).file);
    String::from_utf8(formatted).expect("UTF-8, as the text was")
}

/// Each text with what Terraform 1.11 makes of it.
#[test]
fn interpolations_types_and_labels_are_rewritten() {
    for (text, wanted) in [
        ("a = \"${b}\"\n", "a = b\n"),
        ("a = \"${b}-1\"\n", "a = \"${b}-1\"\n"),
        ("a = \"${b}${c}\"\n", "a = \"${b}${c}\"\n"),
        ("a = [\"${b}\"]\n", "a = [\"${b}\"]\n"),
        ("a = (\"${b}\")\n", "a = (\"${b}\")\n"),
        ("a = \"${\"x\"}\"\n", "a = \"x\"\n"),
        ("a = \"${f(\"${b}\")}\"\n", "a = f(\"${b}\")\n"),
        ("a = \"${~ b ~}\"\n", "a = b\n"),
        ("a = \"${null}\"\n", "a = null\n"),
        ("a = \"${ /* b */ c }\" # d\n", "a = /* b */ c # d\n"),
        ("a = \"${\n b\n}\" # c\n", "a = b # c\n"),
        ("a = \"${ b # c\n}\"\n", "a = b # c\n\n"),
        ("a = \"${ b ? \n 1:2 }\"\n", "a = (b ?\n1 : 2)\n"),
        ("a = \"${(1\n+2)}\"\n", "a = (1\n+ 2)\n"),
        ("a = \"${f({\n  b = 1\n})}\"\n", "a = (f({\n  b = 1\n}))\n"),
        ("a \"b\" c {}\n", "a \"b\" \"c\" {}\n"),
        (
            "variable \"v\" {\n  type = list\n}\n",
            "variable \"v\" {\n  type = list(any)\n}\n",
        ),
        (
            "variable \"v\" {\n  type = \"list\"\n}\n",
            "variable \"v\" {\n  type = list(string)\n}\n",
        ),
        (
            "variable \"v\" {\n  type = \"map\" # m\n}\n",
            "variable \"v\" {\n  type = map(string) # m\n}\n",
        ),
        (
            "variable v { type = \"string\" }\n",
            "variable \"v\" { type = string }\n",
        ),
        (
            "variable \"v\" {\n  type = \"any\"\n}\n",
            "variable \"v\" {\n  type = \"any\"\n}\n",
        ),
        (
            "variable \"v\" {\n  n {\n    type = \"list\"\n  }\n}\n",
            "variable \"v\" {\n  n {\n    type = \"list\"\n  }\n}\n",
        ),
        ("type = \"list\"\n", "type = \"list\"\n"),
        (
            "output \"v\" {\n  type = list\n}\n",
            "output \"v\" {\n  type = list\n}\n",
        ),
    ] {
        assert_eq!(formatted("main.tf", text), wanted);
    }
}

/// Terraform drops the comment, and takes one interpolation off at a time.
#[test]
fn comments_stay_and_once_is_enough() {
    assert_eq!(
        formatted("main.tf", "a b /* c */ \"d\" {}\n"),
        "a \"b\" /* c */ \"d\" {}\n"
    );
    assert_eq!(formatted("main.tf", "a = \"${\"${\"${b}\"}\"}\"\n"), "a = b\n");
}

#[test]
fn what_cannot_be_read_is_laid_out_only() {
    assert_eq!(
        formatted("main.tf", "a=\"${b}\"\nc d {\n"),
        "a = \"${b}\"\nc d {\n"
    );
    assert_eq!(formatted("main.tf", "a   = \"${b +}\"\n"), "a = \"${b +}\"\n");
}

/// A text with other spaces, which depend on the seed.
fn disturbed(text: &[u8], mut seed: u64) -> Vec<u8> {
    let mut random = move |limit: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    let tokens = lex(text, TextRange::new(0, text.len() as u32), Start::Code);
    let mut out = Vec::with_capacity(text.len() * 2);
    for token in tokens.iter() {
        match token.kind {
            TokenKind::Space => out.extend((0..1 + random(4)).map(|_| b' ')),
            TokenKind::Newline => {
                out.extend((0..random(3)).map(|_| b' '));
                out.push(b'\n');
            }
            _ => out.extend_from_slice(&text[token.range.as_range()]),
        }
    }
    out
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("the directory can be read") {
        let path = entry.expect("the directory can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|ending| ending == "tf" || ending == "tfvars")
        {
            found.push(path);
        }
    }
}

/// The directory is named by the environment variable `HCL2_CORPUS`; without it there is nothing to check, and without
/// `terraform` on the path only that formatting is idempotent.
#[test]
fn terraform_makes_the_same_of_a_corpus() {
    let Some(directory) = std::env::var_os("HCL2_CORPUS") else {
        return;
    };
    let mut found = Vec::new();
    files(Path::new(&directory), &mut found);
    assert!(!found.is_empty(), "there is a file to check");
    let work = tempfile::tempdir().expect("a directory");
    let mut cases = Vec::new();
    for path in found {
        let text = std::fs::read(&path).expect("the file can be read");
        for text in [text.clone(), disturbed(&text, cases.len() as u64)] {
            let copy = work.path().join(format!("{}.tf", cases.len()));
            std::fs::write(&copy, &text).expect("the file can be written");
            let ours = formatted("main.tf", &String::from_utf8(text.clone()).expect("UTF-8"));
            assert_eq!(
                formatted("main.tf", &ours),
                ours,
                "{} is formatted twice",
                path.display()
            );
            let source = SourceMap::new().add("main.tf", text).expect("a small text");
            assert_eq!(
                Converter::new().difference(&source, &ours),
                None,
                "{} means something else",
                path.display()
            );
            cases.push((path.clone(), copy, ours));
        }
    }
    let status = Command::new("terraform")
        .args(["fmt", "-list=false"])
        .arg(work.path())
        .stderr(std::process::Stdio::null())
        .status();
    if status.is_err() {
        eprintln!("skipped: there is no terraform on the path to compare with");
        return;
    }
    let mut compared = 0;
    for (path, copy, ours) in cases {
        let theirs = std::fs::read_to_string(copy).expect("the file can be read");
        // Terraform leaves what it cannot read as it is.
        let source = SourceMap::new()
            .add("main.tf", ours.as_str())
            .expect("a small text");
        if parse_file(&source).diagnostics.has_errors() {
            continue;
        }
        assert!(
            theirs == ours,
            "{} differs:\n{}",
            path.display(),
            first_difference(&theirs, &ours)
        );
        compared += 1;
    }
    assert!(compared > 0);
}

fn first_difference(theirs: &str, ours: &str) -> String {
    let pair = theirs
        .lines()
        .zip(ours.lines())
        .find(|(theirs, ours)| theirs != ours);
    pair.map_or_else(String::new, |(theirs, ours)| {
        format!("theirs {theirs:?}\nours   {ours:?}")
    })
}
