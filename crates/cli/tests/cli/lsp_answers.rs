//! What the language server says about a place: outlines, definitions, uses and hovers.

use serde_json::{Value, json};

use crate::support::editor::{Editor, module, range};

#[test]
fn outlines_nest_in_both_syntaxes() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open(
        "main.tf",
        "resource \"a\" \"b\" {\n  n = 1\n  in {\n    m = 2\n  }\n}\n",
    );
    editor.open("main.tf.json", "{\"locals\": [{\"n\": 1}]}");
    editor.ask_about("textDocument/documentSymbol", "main.tf");
    editor.ask_about("textDocument/documentSymbol", "main.tf.json");
    editor.ask_about("textDocument/foldingRange", "main.tf");
    let said = editor.end();
    let names = |symbols: &Value| -> Vec<String> {
        let symbols = symbols.as_array().unwrap().iter();
        symbols
            .map(|symbol| symbol["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let native = &said.answers[&1];
    assert_eq!(names(native), ["resource a b"]);
    assert_eq!(native[0]["selectionRange"], range(0, 0, 16));
    assert_eq!(names(&native[0]["children"]), ["n", "in"]);
    assert_eq!(names(&native[0]["children"][1]["children"]), ["m"]);
    assert_eq!(names(&said.answers[&2][0]["children"]), ["n"]);
    let folds = said.answers[&3].as_array().unwrap().iter();
    let folds: Vec<_> = folds.map(|fold| (&fold["startLine"], &fold["endLine"])).collect();
    assert_eq!(folds, [(&json!(0), &json!(4)), (&json!(2), &json!(3))]);
}

#[test]
fn selection_ranges_grow_from_the_innermost_node() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "a = f(1 + 2)\n");
    let params =
        json!({"textDocument": {"uri": editor.uri("main.tf")}, "positions": [{"line": 0, "character": 6}]});
    editor.ask("textDocument/selectionRange", params);
    let said = editor.end();
    let mut ranges = Vec::new();
    let mut around = &said.answers[&1][0];
    while !around.is_null() {
        ranges.push(around["range"].clone());
        around = &around["parent"];
    }
    assert_eq!(
        ranges[..4],
        [range(0, 6, 7), range(0, 6, 11), range(0, 4, 12), range(0, 0, 12)]
    );
}

pub(crate) const MAIN: &str = r#"variable "size" {
  type        = object({ cpu = number, name = string })
  description = "How large."
}
locals {
  twice = var.size.cpu * 2
  names = [for name in ["a"] : upper(name)]
}
module "net" {
  source = "./net"
  zone   = local.twice
}
output "id" {
  value = module.net.id
}
"#;

pub(crate) const NET: &str =
    "variable \"zone\" {}\noutput \"id\" {\n  value       = var.zone\n  description = \"The network.\"\n}\n";

#[test]
fn definitions_are_found_in_other_files_and_modules() {
    let directory = module(&[("net/main.tf", NET), ("vars.tf", "variable \"far\" {}\n")]);
    let mut editor = Editor::new(directory.path());
    editor.open(
        "main.tf",
        &format!("{MAIN}output \"far\" {{\n  value = var.far\n}}\n"),
    );
    for (line, character) in [
        (5, 12),
        (10, 14),
        (13, 12),
        (13, 22),
        (10, 4),
        (16, 12),
        (0, 0),
        (5, 24),
    ] {
        editor.ask_at("textDocument/definition", "main.tf", line, character);
    }
    editor.ask_at("textDocument/references", "main.tf", 0, 10);
    editor.ask_at("textDocument/documentHighlight", "main.tf", 5, 4);
    let said = editor.end();
    let place = |id: u64| {
        let answer = &said.answers[&id];
        let name = answer["uri"]
            .as_str()
            .unwrap_or_default()
            .rsplit("/")
            .next()
            .unwrap_or_default()
            .to_owned();
        (name, answer["range"].clone())
    };
    let main = |range| ("main.tf".to_owned(), range);
    assert_eq!(place(1), main(range(0, 0, 15)));
    assert_eq!(place(2), main(range(5, 2, 7)));
    assert_eq!(place(3), main(range(8, 0, 12)));
    assert_eq!(place(4), main(range(1, 0, 11)));
    assert!(
        said.answers[&4]["uri"]
            .as_str()
            .unwrap()
            .ends_with("/net/main.tf")
    );
    assert_eq!(place(5), main(range(0, 0, 15)));
    assert!(
        said.answers[&5]["uri"]
            .as_str()
            .unwrap()
            .ends_with("/net/main.tf")
    );
    assert_eq!(place(6), ("vars.tf".to_owned(), range(0, 0, 14)));
    assert_eq!(place(7), main(range(0, 0, 15)));
    assert_eq!(said.answers[&8], Value::Null);
    let used: Vec<_> = said.answers[&9]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["range"].clone())
        .collect();
    assert_eq!(used, [range(0, 0, 15), range(5, 10, 22)]);
    let marked: Vec<_> = said.answers[&10]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["range"].clone())
        .collect();
    assert_eq!(marked, [range(5, 2, 7), range(10, 11, 22)]);
}

#[test]
fn hover_describes_what_the_position_refers_to() {
    let directory = module(&[("net/main.tf", NET)]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", MAIN);
    for (line, character) in [
        (5, 12),
        (10, 14),
        (6, 32),
        (13, 22),
        (10, 3),
        (9, 3),
        (8, 3),
        (4, 0),
    ] {
        editor.ask_at("textDocument/hover", "main.tf", line, character);
    }
    let said = editor.end();
    let text = |id: u64| {
        said.answers[&id]["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        text(1),
        "```hcl\nvariable \"size\" {\n  type = object({cpu=number,name=string})\n  # required\n}\n```\n\nHow large."
    );
    assert_eq!(said.answers[&1]["range"], range(5, 10, 22));
    assert_eq!(
        text(2),
        "```hcl\nlocal.twice = var.size.cpu * 2\n```\n\nThe value is unknown: `var.size` has no default."
    );
    assert!(
        text(3).starts_with("```hcl\nupper(str: string)\n```\n\n"),
        "{}",
        text(3)
    );
    assert_eq!(
        text(4),
        "```hcl\noutput \"id\" {\n  value = var.zone\n}\n```\n\nThe network."
    );
    assert_eq!(
        text(5),
        "```hcl\nvariable \"zone\" {\n  type = any\n  # required\n}\n```"
    );
    assert_eq!(text(6), "`source`: an argument of the language, required.");
    assert_eq!(text(7), "```hcl\nmodule \"net\"\n```\n\nThe module in `./net`.");
    assert_eq!(text(8), "```hcl\nlocals {\n}\n```");
}
