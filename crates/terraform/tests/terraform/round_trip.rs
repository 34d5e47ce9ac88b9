//! What is converted to the other syntax and back means the same.

use crate::support::corpus;

use std::path::Path;

use crate::support::{sound, source};
use hcl2_terraform::Converter;

/// Converts a native file to JSON, proves it, and converts it back and forth once more.
fn check(name: &str, text: &str) {
    let given = source(name, text);
    let converter = Converter::new();
    let json = sound(converter.to_json(&given));
    let native = converter.to_native(&source(&format!("{name}.json"), &json));
    assert!(
        !native.diagnostics.has_errors(),
        "{name}: {:?}\n{json}",
        native.diagnostics
    );
    let native = native.value.unwrap_or_default();
    if let Some(span) = converter.difference(&given, &native) {
        let place = String::from_utf8_lossy(given.slice(span)).into_owned();
        panic!("{name} differs at {place:?}:\n{json}\n{native}");
    }
    let second = sound(converter.to_json(&source(name, &native)));
    // The canonical layout may change line endings and spaces inside of an expression.
    let words = |json: &str| json.replace("\\n", "").split_whitespace().collect::<String>();
    assert_eq!(
        words(&second),
        words(&json),
        "{name}: a second conversion differs\n{native}"
    );
}

/// The minimum number of files without errors in the modules of this repository.
const OWN: usize = 80;

/// Returns whether a file is in a module with deliberate errors.
fn is_broken(path: &Path) -> bool {
    path.components()
        .any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"broken-"))
}

#[test]
fn every_file_of_a_corpus_survives_conversion_and_back() {
    for path in corpus::native_files(OWN, |path| !is_broken(path)) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        check(&path.display().to_string(), &text);
    }
}

/// Values that are hard to convert, each as an attribute of `locals`.
const VALUES: &[&str] = &[
    r#""$${a} %%{b} $ % $$ \" \\ \n \t \r \u00e9 é""#,
    r#""$$$${a}""#,
    r#""$$${a}""#,
    "\"a${var.x}b\\n\"",
    "\"${var.x}\"",
    "\"${\"quoted\"}\"",
    "\"%{ if var.a }yes%{ else }no%{ endif }\"",
    "<<A\n%{ for k, v in var.a ~}\n${k}\n%{ endfor ~}\nA\n",
    "<<EOT\nplain\n  indented\nEOT\n",
    "<<-EOT\n    flush ${var.x}\n      more\n  EOT\n",
    "<<EOT\n${jsonencode({\n  a = 1\n})}\n\\not an escape\\ \"quotes\"\nEOT\n",
    "<<EOT\n${var.x+1}%{if var.y}\"%{endif}\nEOT\n",
    "<<A\nEOT\nsecond\nA\n",
    "<<A\none line\nA\n",
    "<<A\nA",
    "007",
    "1e400",
    "123456789012345678901234567890.000000000000000000001",
    "-5",
    "- 5",
    "-var.n",
    "!var.b",
    "(1 + 2) * 3",
    "var.a ? {\n  x = 1\n} : null",
    "[for s in var.l : upper(s) if s != \"\"]",
    "{ for k, v in var.m : k => v... }",
    "var.list[*].id",
    "var.list.*.id",
    "var.list[0].a.0",
    "provider::acme::f(1, var.l...)",
    "{ a = 1, b = [{ c = null }], \"d e\" = true, (var.k) = 2 }",
    "{ (var.k) = 1 }",
    "{ \"${var.k}-x\" = 1 }",
    "{ a = 1, a = 2 }",
    "{ 1 = 2, true = 3, \"null\" = 4, for_ = 5, \"for\" = 6 }",
    "{}",
    "[]",
    "[[], {}, [1, [2]]]",
    "[<<A\nin a list\nA\n  , 1]",
    "f(<<A\nin a call\nA\n  , 1)",
    "(\n  var.a\n  || var.b\n)",
    "[\n  # a comment\n  1, # another\n  /* a third */ f(2 /* inside */),\n]",
    "\"\\u0000\\u007f\\u2028\"",
    "\"👩‍👩‍👧 ünïcödé 漢字\"",
];

#[test]
fn every_kind_of_value_survives_conversion_and_back() {
    for value in VALUES {
        check("value.tf", &format!("locals {{\n  a = {value}\n  b = 1\n}}\n"));
        check(
            "value.tf",
            &format!("resource \"a\" \"b\" {{\n  count = {value}\n  c     = {value}\n}}\n"),
        );
    }
}

#[test]
fn comments_move_to_the_body_they_are_in() {
    let text = "// first\n/* second\n   line */\n\n#about\nlocals { # head\n  # before\n  a = [ # in\n    1]\n  b = f(1 # \
                kept\n  )\n}\n# end\n";
    let given = source("a.tf", text);
    let json = Converter::new().to_json(&given).value.unwrap();
    assert_eq!(
        json,
        "{\n  \"//\": \"first\\nsecond\\nline\\nend\",\n  \"locals\": {\n    \"//\": \"about\\nhead\\nbefore\\nin\",\n    \
         \"a\": [\n      1\n    ],\n    \"b\": \"${f(1 # kept\\n  )}\"\n  }\n}\n"
    );
    check("a.tf", text);
}

#[test]
fn files_of_variable_definitions_contain_constants() {
    check(
        "prod.tfvars",
        "# Sizes.\nsizes = { small = 1, \"very large\" = 1.5e3 }\nname  = \"$${x}\"\n",
    );
    let given = source("prod.tfvars", "name = \"$${x}\"\n");
    let json = Converter::new().to_json(&given).value.unwrap();
    assert_eq!(json, "{\n  \"name\": \"${x}\"\n}\n");
}

#[test]
fn differences_are_found_at_their_range() {
    let text = "resource \"a\" \"b\" {\n  x = f(1)\n  y {}\n  y { z = 1 }\n}\nlocals {}\n";
    let given = source("a.tf", text);
    let difference = |from: &str, to: &str| {
        let span = Converter::new().difference(&given, &text.replacen(from, to, 1))?;
        Some(text[span.start as usize..span.end as usize].to_owned())
    };
    assert_eq!(difference("f(1)", "(f( 1 )) # c"), None);
    assert_eq!(difference("f(1)", "f(2)").as_deref(), Some("f(1)"));
    assert_eq!(difference("x = f(1)", "w = f(1)").as_deref(), Some("f(1)"));
    assert_eq!(difference("z = 1", "z = 2").as_deref(), Some("1"));
    assert_eq!(difference("y {}", "y { z = 1 }").as_deref(), Some("{}"));
    assert_eq!(difference("locals {}\n", "").as_deref(), Some(text));
    assert_eq!(
        difference("resource \"a\"", "resource \"c\"").as_deref(),
        Some("resource")
    );
}

#[test]
fn many_blocks_are_converted_in_linear_time() {
    let text = |count: usize| {
        let pair = |index: usize| {
            format!("variable \"v{index}\" {{\n}}\noutput \"o{index}\" {{\n  value = var.v{index}\n}}\n")
        };
        let arguments: String = (0..count).map(|index| format!("  a{index} = 1\n")).collect();
        (0..count).map(pair).collect::<String>() + "locals {\n" + &arguments + "}\n"
    };
    hcl2_testing::assert_linear("blocks", 150, text, |text| check("main.tf", &text));
}
