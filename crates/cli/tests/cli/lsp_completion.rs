//! Completions of the language server.

use std::path::Path;

use serde_json::{Value, json};

use crate::lsp_answers::{MAIN, NET};
use crate::support::editor::{Editor, module, range};

/// Returns the labels of the completions at the end of a source text.
fn completed(directory: &Path, text: &str, capabilities: Value) -> (Vec<String>, Value) {
    let mut editor = Editor::with(directory, capabilities);
    editor.open("main.tf", text);
    let line = text.matches('\n').count() as u32;
    let character = text.rsplit('\n').next().unwrap_or_default().len() as u32;
    editor.ask_at("textDocument/completion", "main.tf", line, character);
    let answer = editor.end().answers[&1].clone();
    let items = answer
        .as_array()
        .expect("a message that follows the protocol")
        .iter();
    let labels = items
        .map(|item| {
            item["label"]
                .as_str()
                .expect("a message that follows the protocol")
                .to_owned()
        })
        .collect();
    (labels, answer)
}

#[test]
fn names_are_completed_in_unfinished_text() {
    let directory = module(&[("net/main.tf", NET)]);
    let of = |rest: &str| completed(directory.path(), &format!("{MAIN}{rest}"), json!({})).0;
    assert_eq!(of("locals {\n  x = var."), ["size"]);
    assert_eq!(of("locals {\n  x = var.size."), ["cpu", "name"]);
    assert_eq!(of("locals {\n  x = \"${local.n"), ["twice", "names", "x"]);
    assert_eq!(of("locals {\n  x = [module.net."), ["id"]);
    assert_eq!(of("locals {\n  x = path."), ["cwd", "module", "root"]);
    assert_eq!(of("locals {\n  x = \"var."), Vec::<String>::new());
    assert_eq!(of("# var."), Vec::<String>::new());
    assert_eq!(
        of("variable \"x\" {\n  typ")[..2],
        ["const", "default"].map(str::to_owned)
    );
    assert_eq!(of("module \"n\" {\n  source = \"./net\"\n  ")[..1], ["zone"]);
    let start = of("locals {\n  x = [for thing in [1] : up");
    assert_eq!(start[0], "thing");
    assert!(start.iter().any(|name| name == "upper") && start.iter().any(|name| name == "var"));
    let top = of("");
    assert!(top.contains(&"resource".to_owned()) && !top.contains(&"upper".to_owned()));
}

#[test]
fn variable_definitions_complete_the_variables_of_the_module() {
    let directory = module(&[("main.tf", MAIN)]);
    let mut editor = Editor::new(directory.path());
    editor.open("prod.tfvars", "si");
    editor.ask_at("textDocument/completion", "prod.tfvars", 0, 2);
    let said = editor.end();
    assert_eq!(said.answers[&1][0]["label"], "size");
    assert_eq!(said.answers[&1].as_array().map(Vec::len), Some(1));
    assert_eq!(
        said.problems["prod.tfvars"][0]["code"],
        "hcl2::syntax::expected-item"
    );
}

#[test]
fn snippets_are_sent_only_to_editors_that_support_them() {
    let directory = module(&[]);
    let knows = json!({"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}});
    let texts = |capabilities: Value| {
        let (_, items) = completed(directory.path(), "outp", capabilities);
        let items = items.as_array().unwrap().clone();
        let output = items.into_iter().find(|item| item["label"] == "output").unwrap();
        output["textEdit"].clone()
    };
    assert_eq!(
        texts(knows),
        json!({"range": range(0, 0, 4), "newText": "output \"${1:name}\" {\n  value = ${2:null}\n  $0\n}"})
    );
    assert_eq!(
        texts(json!({})),
        json!({"range": range(0, 0, 4), "newText": "output"})
    );
}

#[test]
fn schemas_of_providers_add_completions() {
    let schemas = r#"{"format_version": "1.0", "provider_schemas": {"example.org/acme/acme": {"resource_schemas": {"acme_disk": {"block": {
        "attributes": {"size": {"type": "number", "required": true}, "id": {"type": "string", "computed": true}},
        "block_types": {"label": {"nesting_mode": "list", "block": {"attributes": {"text": {"type": "string", "optional": true}}}}}
    }}}}}}"#;
    let directory = module(&[("schemas.json", schemas)]);
    let mut editor = Editor::new(directory.path());
    editor.open(
        "main.tf",
        "resource \"acme_disk\" \"a\" {\n  label {\n    \n  }\n  \n}\nlocals {\n  x = acme_disk.a.\n}\n",
    );
    editor.ask_at("textDocument/completion", "main.tf", 4, 2);
    editor.ask_at("textDocument/completion", "main.tf", 2, 4);
    editor.ask_at("textDocument/completion", "main.tf", 7, 18);
    editor.ask("shutdown", Value::Null);
    editor.tell("exit", Value::Null);
    let said = editor.hang_up(&["--schema", "schemas.json"]);
    let labels = |id: u64| -> Vec<String> {
        let items = said.answers[&id].as_array().unwrap().iter();
        items
            .map(|item| item["label"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(labels(1)[0], "size");
    assert!(labels(1).contains(&"label".to_owned()) && !labels(1).contains(&"id".to_owned()));
    assert_eq!(labels(2)[..1], ["text"]);
    assert_eq!(labels(3), ["id", "size"]);
}
