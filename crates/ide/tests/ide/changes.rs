//! Renames, references across modules, and actions.

use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_ide::Workspace;

use crate::support::{applied, marked, path, workspace};

const ROOT: &str = "module \"net\" {\n  source = \"./net\"\n  zone   = \"a\"\n}\noutput \"id\" {\n  value = module.net.id\n}\n";

const NET: &str = "variable \"zone\" {}\noutput \"id\" {\n  value = [for z in [var.zone] : z]\n}\n";

const TEST: &str =
    "run \"one\" {\n  variables {\n    zone = \"b\"\n  }\n  module {\n    source = \"./net\"\n  }\n}\n";

fn at(text: &str, needle: &str, into: u32) -> u32 {
    text.find(needle).expect("a part of the text") as u32 + into
}

fn of_net() -> Workspace {
    let saved = [("main.tf", ROOT), ("main.tftest.hcl", TEST)];
    let mut workspace = workspace(&[("net/main.tf", NET)], &saved);
    workspace.set_roots(vec![path("")]);
    workspace
}

#[test]
fn references_include_those_of_callers_and_tests() {
    let workspace = of_net();
    let found = workspace.references(&path("net/main.tf"), at(NET, "\"zone\"", 1), true);
    let found: Vec<(String, String)> = found
        .iter()
        .map(|location| {
            let name = location
                .path()
                .strip_prefix(path(""))
                .expect("a file")
                .display()
                .to_string();
            (
                name,
                String::from_utf8_lossy(location.source.slice(location.span)).into_owned(),
            )
        })
        .collect();
    let expected = [
        ("main.tf", "zone"),
        ("main.tftest.hcl", "zone"),
        ("net/main.tf", "variable \"zone\""),
        ("net/main.tf", "var.zone"),
    ];
    assert_eq!(
        found,
        expected.map(|(name, text)| (name.to_owned(), text.to_owned()))
    );
}

#[test]
fn references_of_an_output_are_found_from_a_caller() {
    let workspace = workspace(&[("main.tf", ROOT)], &[("net/main.tf", NET)]);
    let found = workspace.references(&path("main.tf"), at(ROOT, "net.id", 4), true);
    let files: Vec<&Path> = found.iter().map(hcl2_ide::Location::path).collect();
    assert_eq!(files, [path("main.tf"), path("net/main.tf")]);
}

#[test]
fn values_and_tests_lead_to_the_variable() {
    let documents = [
        ("main.tftest.hcl", TEST),
        ("net/terraform.tfvars", "zone = \"c\"\n"),
    ];
    let workspace = workspace(&documents, &[("main.tf", ROOT), ("net/main.tf", NET)]);
    for (name, offset) in [
        ("main.tftest.hcl", at(TEST, "zone", 1)),
        ("net/terraform.tfvars", 1),
    ] {
        let found = workspace.definition(&path(name), offset).expect("a definition");
        assert_eq!(found.path(), path("net/main.tf"), "{name}");
        assert_eq!(found.source.slice(found.span), b"zone", "{name}");
    }
}

#[test]
fn rename_edits_open_documents_and_saved_files() {
    let workspace = of_net();
    let main = path("net/main.tf");
    let offset = at(NET, "var.zone", 5);
    let (span, name) = workspace.prepare_rename(&main, offset).expect("a name");
    assert_eq!((span.start, name.as_str()), (at(NET, "var.zone", 4), "zone"));
    let edits = workspace.rename(&main, offset, "place").expect("a rename");
    assert_eq!(
        applied(&edits),
        [
            ("main.tf".to_owned(), ROOT.replace("zone ", "place ")),
            ("main.tftest.hcl".to_owned(), TEST.replace("zone", "place")),
            ("net/main.tf".to_owned(), NET.replace("zone", "place")),
        ]
    );
    let edits = workspace
        .rename(&main, at(NET, "for z", 4), "item")
        .expect("a rename");
    let expected = NET.replace("for z", "for item").replace(": z]", ": item]");
    assert_eq!(applied(&edits), [("net/main.tf".to_owned(), expected)]);
    let (problems, _) = workspace.rename(&main, offset, "2").expect_err("no identifier");
    assert_eq!(problems[0].code.id(), "hcl2::rename::invalid-name");
    assert_eq!(workspace.prepare_rename(&main, at(NET, "value", 1)), None);
}

/// Returns the text of `main.tf` after the action whose title starts so, at the marked place or between two marks.
fn acted(text: &str, title: &str) -> Option<String> {
    let (text, start) = marked(text);
    let (text, end) = match text.contains('|') {
        true => marked(&text),
        false => (text, start),
    };
    let workspace = workspace(&[("main.tf", &text)], &[("net/main.tf", NET)]);
    let document = workspace.document(&path("main.tf")).expect("the document");
    let range = Span::new(document.source().id(), start, end);
    let actions = workspace.actions(&path("main.tf"), range);
    let action = actions
        .into_iter()
        .find(|action| action.title.starts_with(title))?;
    let mut files = applied(&action.edits);
    assert_eq!(files.len(), 1);
    Some(files.remove(0).1)
}

#[test]
fn undeclared_variable_is_declared() {
    let text = "output \"a\" {\n  value = var.si|ze\n}\n";
    let expected = text.replace('|', "") + "\nvariable \"size\" {\n  type = any\n}\n";
    assert_eq!(acted(text, "Declare").as_deref(), Some(expected.as_str()));
    let declared = format!("variable \"size\" {{}}\n{text}");
    assert_eq!(acted(&declared, "Declare"), None);
}

#[test]
fn missing_arguments_are_added() {
    let text = "module \"net\" {\n  |source = \"./net\"\n}\n";
    let expected = "module \"net\" {\n  source = \"./net\"\n  zone = null\n}\n";
    assert_eq!(
        acted(text, "Add the missing argument `zone`").as_deref(),
        Some(expected)
    );
    assert_eq!(
        acted("output| \"a\" {}\n", "Add the missing argument `value`").as_deref(),
        Some("output \"a\" {\n  value = null\n}\n")
    );
    assert_eq!(acted("output| \"a\" {\n  value = 1\n}\n", "Add"), None);
}

#[test]
fn local_value_is_inlined_and_removed() {
    let text = "locals {\n  |sum = 1 + 2\n  b   = 3\n}\noutput \"a\" {\n  value = \"${local.sum * local.b}${local.sum}\"\n}\n";
    let expected =
        "locals {\n  b   = 3\n}\noutput \"a\" {\n  value = \"${(1 + 2) * local.b}${(1 + 2)}\"\n}\n";
    assert_eq!(acted(text, "Inline").as_deref(), Some(expected));
    let recursive = "locals {\n  |a = local.a\n}\n";
    assert_eq!(acted(recursive, "Inline"), None);
}

#[test]
fn selected_expression_becomes_a_local_value_or_a_variable() {
    let text = "output \"a\" {\n  value = upper(|\"x\"|)\n}\n";
    let local = "locals {\n  value = \"x\"\n}\n\noutput \"a\" {\n  value = upper(local.value)\n}\n";
    assert_eq!(
        acted(text, "Extract to the local value `value`").as_deref(),
        Some(local)
    );
    let variable = "variable \"value\" {\n  type    = string\n  default = \"x\"\n}\n\noutput \"a\" {\n  value = upper(var.value)\n}\n";
    assert_eq!(
        acted(text, "Extract to the variable `value`").as_deref(),
        Some(variable)
    );
    let of_loop = "output \"a\" {\n  value = [for x in [1] : |x + 1|]\n}\n";
    assert_eq!(acted(of_loop, "Extract"), None);
    let of_count = "resource \"terraform_data\" \"a\" {\n  count = 2\n  input = |count.index|\n}\n";
    assert_eq!(acted(of_count, "Extract"), None);
}
