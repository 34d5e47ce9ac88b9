//! `hcl2 lsp` as an editor starts it.

use std::path::Path;

use crate::support::editor::{Editor, Said, module, range};
use serde_json::{Value, json};

#[test]
fn a_session_starts_and_ends_in_order() {
    let directory = module(&[]);
    let said = Editor::new(directory.path()).end();
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    let capabilities = &said.answers[&0]["capabilities"];
    assert_eq!(capabilities["positionEncoding"], "utf-8");
    assert_eq!(capabilities["textDocumentSync"], 2);
    assert_eq!(said.answers[&1], Value::Null);

    let old = Editor::with(directory.path(), json!({})).end();
    assert_eq!(old.answers[&0]["capabilities"]["positionEncoding"], "utf-16");
}

#[test]
fn diagnostics_follow_the_text_as_it_is_typed() {
    let directory = module(&[("other.tf", "output \"o\" {\n  value = local.b\n}\n")]);
    let mut editor = Editor::with(directory.path(), json!({}));
    editor.open("main.tf", "locals {\n  a = \"😀\" + nope\n}\n");
    let said = editor.end();
    let operand = &said.problems["main.tf"][0];
    assert_eq!(
        (operand["code"].as_str(), &operand["range"]),
        (Some("hcl2::expr::invalid-operand"), &range(1, 6, 10))
    );
    let found = &said.problems["main.tf"][1];
    assert_eq!(
        (found["code"].as_str(), &found["range"], &found["severity"]),
        (
            Some("hcl2::terraform::invalid-reference"),
            &range(1, 13, 17),
            &json!(1)
        )
    );
    let elsewhere = &said.problems["other.tf"][0];
    assert_eq!(
        (elsewhere["code"].as_str(), &elsewhere["range"]),
        (Some("hcl2::terraform::undeclared"), &range(1, 10, 17))
    );

    let mut editor = Editor::with(directory.path(), json!({}));
    editor.open("main.tf", "locals {\n  a = \"😀\" + nope\n}\n");
    let change = json!({"range": {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 17}}, "text": "b = 1"});
    let document = json!({"uri": editor.uri("main.tf"), "version": 2});
    editor.tell(
        "textDocument/didChange",
        json!({"textDocument": document, "contentChanges": [change]}),
    );
    editor.ask_about("textDocument/documentSymbol", "main.tf");
    let said = editor.end();
    assert_eq!(said.problems["main.tf"], json!([]));
    assert!(
        said.problems
            .get("other.tf")
            .is_none_or(|problems| *problems == json!([]))
    );
}

#[test]
fn suggestions_are_code_actions() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "variable \"name\" {\n  defualt = 1\n}\n");
    let params = json!({
        "textDocument": {"uri": editor.uri("main.tf")},
        "range": range(1, 3, 3),
        "context": {"diagnostics": []},
    });
    editor.ask("textDocument/codeAction", params.clone());
    let elsewhere = json!({"textDocument": params["textDocument"], "range": range(0, 0, 1), "context": {"diagnostics": []}});
    editor.ask("textDocument/codeAction", elsewhere);
    let uri = editor.uri("main.tf");
    let said = editor.end();
    let actions = said.answers[&1].as_array().unwrap();
    assert_eq!(actions.len(), 1);
    assert_eq!(
        actions[0]["edit"]["changes"][&uri],
        json!([{"range": range(1, 2, 9), "newText": "default"}])
    );
    assert_eq!(actions[0]["diagnostics"][0], said.problems["main.tf"][0]);
    assert_eq!(said.answers[&2], json!([]));
}

#[test]
fn formatting_edits_only_lines_that_change() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "a {\nb=1\n  c  = 2\n}\n\n\n# end\n");
    editor.open("broken.tf", "a = [\n");
    editor.open("x.tf.json", "{\"a\":1}");
    editor.ask_about("textDocument/formatting", "main.tf");
    editor.ask_about("textDocument/formatting", "broken.tf");
    editor.ask_about("textDocument/formatting", "x.tf.json");
    let said = editor.end();
    let line = |line: u32| json!({"line": line, "character": 0});
    assert_eq!(
        said.answers[&1],
        json!([{"range": {"start": line(1), "end": line(3)}, "newText": "  b = 1\n  c = 2\n"}])
    );
    assert_eq!(said.answers[&2], Value::Null);
    assert_eq!(said.answers[&3][0]["newText"], "{\n  \"a\": 1\n}\n");
}

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

const MAIN: &str = r#"variable "size" {
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

const NET: &str =
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

#[test]
fn unknown_and_malformed_requests_are_refused_and_the_session_continues() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.ask("textDocument/nonsense", json!({}));
    editor.ask("textDocument/hover", json!({"textDocument": 7}));
    editor.tell("textDocument/didOpen", json!({"textDocument": 7}));
    editor.ask_at("textDocument/hover", "never-opened.tf", 0, 0);
    editor.open("main.tf", "a = 1\n");
    editor.ask_at("textDocument/completion", "main.tf", 99, 99);
    let said = editor.end();
    assert_eq!(said.status, 0);
    assert_eq!(said.answers[&1]["code"], -32601);
    assert_eq!(said.answers[&2]["code"], -32602);
    assert_eq!(said.answers[&3], Value::Null);
    assert!(said.answers[&4].is_array());
}

#[test]
fn server_ends_when_the_editor_disconnects() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "a = 1\n");
    assert_eq!(editor.hang_up(&[]).status, 0);
}

/// Returns the codes of the problems of a file.
fn codes(said: &Said, name: &str) -> Vec<String> {
    let problems = said.problems[name].as_array().expect("problems");
    let codes = problems.iter().filter_map(|problem| problem["code"].as_str());
    codes.map(str::to_owned).collect()
}

#[test]
fn each_document_has_the_settings_of_the_nearest_project_file() {
    let unused = "variable \"a\" {}\n";
    let directory = module(&[
        (
            ".hcl2.toml",
            "[check]\nwarn = [\"unused-variable\"]\n[fmt]\nindent = 4\n",
        ),
        ("plain/.git/HEAD", ""),
        (
            "wrong/.hcl2.toml",
            "[check]\nwarn = [\"unused-variable\"]\ndenny = []\n",
        ),
    ]);
    let mut editor = Editor::new(directory.path());
    for name in ["one.tf", "plain/two.tf", "wrong/three.tf"] {
        editor.open(name, unused);
    }
    editor.open("layout.tf", "locals {\n  a = 1\n}\n");
    editor.ask_about("textDocument/formatting", "layout.tf");
    let said = editor.end();
    assert_eq!(codes(&said, "one.tf"), ["hcl2::terraform::unused-variable"]);
    assert_eq!(codes(&said, "two.tf"), [""; 0]);
    // What is right in a project file counts, and what is wrong is reported in it.
    assert_eq!(codes(&said, "three.tf"), ["hcl2::terraform::unused-variable"]);
    let wrong = &said.problems[".hcl2.toml"][0];
    assert_eq!(
        (wrong["code"].as_str(), &wrong["range"]),
        (Some("hcl2::command::invalid-project"), &range(2, 0, 5))
    );
    assert_eq!(said.answers[&1][0]["newText"], "    a = 1\n");
}

#[test]
fn a_project_file_counts_as_it_is_while_it_is_changed() {
    let directory = module(&[(".hcl2.toml", "[check]\nwarn = [\"unused-variable\"]\n")]);
    for (text, expected) in [
        ("", &[][..]),
        (
            "[check]\nwarn = [\"unused-variable\"]\ndeny = [\"warnings\"]\n",
            &[1][..],
        ),
    ] {
        let mut editor = Editor::new(directory.path());
        editor.open("main.tf", "variable \"a\" {}\n");
        editor.ask_about("textDocument/foldingRange", "main.tf");
        editor.open(".hcl2.toml", text);
        let said = editor.end();
        let problems = said.problems["main.tf"].as_array().expect("problems");
        let severities = problems.iter().filter_map(|problem| problem["severity"].as_u64());
        assert_eq!(severities.collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(codes(&said, ".hcl2.toml"), [""; 0]);
    }
}

#[test]
fn an_editor_has_settings_for_what_project_files_do_not_say() {
    let directory = module(&[("own/.hcl2.toml", "[fmt]\nindent = 3\n")]);
    let options = json!({
        "check": {"warn": ["unused-variable"], "deny": null},
        "fmt": {"indent": 4, "indnt": 80},
    });
    let capabilities = json!({
        "workspace": {
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "didChangeConfiguration": {"dynamicRegistration": true},
        },
    });
    let mut editor = Editor::with_options(directory.path(), capabilities, options);
    for name in ["main.tf", "own/other.tf"] {
        editor.open(name, "variable \"a\" {\n  default = 1\n}\n");
        editor.ask_about("textDocument/formatting", name);
    }
    editor.tell(
        "workspace/didChangeConfiguration",
        json!({"settings": {"hcl2": {"fmt": {"indent": 5}}}}),
    );
    editor.ask_about("textDocument/formatting", "main.tf");
    let said = editor.end();
    let layouts = [1, 2, 3].map(|answer| said.answers[&answer][0]["newText"].clone());
    assert_eq!(
        layouts,
        ["    default = 1\n", "   default = 1\n", "     default = 1\n"]
    );
    assert_eq!(codes(&said, "main.tf"), [""; 0]);
    let [(message, wrong), (registration, registered)] = &said.asked[..] else {
        panic!("{:?}", said.asked);
    };
    assert_eq!(message, "window/showMessage");
    assert_eq!(
        wrong["message"],
        "The settings of the editor for hcl2: The key `indnt` is unknown. Did you mean `indent`?"
    );
    assert_eq!(registration, "client/registerCapability");
    let registrations = registered["registrations"].as_array().expect("registrations");
    let methods: Vec<&Value> = registrations
        .iter()
        .map(|registered| &registered["method"])
        .collect();
    assert_eq!(
        methods,
        [
            "workspace/didChangeWatchedFiles",
            "workspace/didChangeConfiguration"
        ]
    );
}

#[test]
fn an_editor_that_answers_is_asked_for_its_settings() {
    let directory = module(&[]);
    let mut editor = Editor::with(directory.path(), json!({"workspace": {"configuration": true}}));
    let answer = json!([{"check": {"warn": ["unused-variable"]}}]);
    editor.say(&json!({"jsonrpc": "2.0", "id": "hcl2/configuration", "result": answer}));
    editor.say(&json!({"jsonrpc": "2.0", "id": "another", "result": [{"check": {}}]}));
    editor.open("main.tf", "variable \"a\" {}\n");
    let said = editor.end();
    assert_eq!(codes(&said, "main.tf"), ["hcl2::terraform::unused-variable"]);
    assert_eq!(
        said.asked,
        [(
            "workspace/configuration".to_owned(),
            json!({"items": [{"section": "hcl2"}]})
        )]
    );
}

#[test]
fn renames_and_actions_are_workspace_edits() {
    let directory = module(&[("net/main.tf", NET)]);
    let capabilities = json!({"workspace": {"workspaceEdit": {"documentChanges": true}}});
    let mut editor = Editor::with(directory.path(), capabilities);
    editor.open("net/main.tf", NET);
    let place = json!({"line": 0, "character": 11});
    let document = json!({"uri": editor.uri("net/main.tf")});
    editor.ask(
        "textDocument/prepareRename",
        json!({"textDocument": document, "position": place}),
    );
    editor.ask(
        "textDocument/rename",
        json!({"textDocument": document, "position": place, "newName": "area"}),
    );
    editor.ask(
        "textDocument/rename",
        json!({"textDocument": document, "position": place, "newName": "2"}),
    );
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}});
    let context = json!({"diagnostics": [], "only": ["refactor"]});
    editor.ask(
        "textDocument/codeAction",
        json!({"textDocument": document, "range": range, "context": context}),
    );
    let said = editor.end();
    assert_eq!(said.answers[&1]["placeholder"], "zone");
    let changes = said.answers[&2]["documentChanges"].as_array().expect("changes");
    let own = changes
        .iter()
        .find(|change| change["textDocument"]["uri"] == document["uri"]);
    let own = own.expect("the open document");
    assert_eq!(own["textDocument"]["version"], 1);
    assert_eq!(own["edits"][0]["newText"], "area");
    assert_eq!(said.answers[&3]["code"], -32803);
    assert_eq!(said.answers[&4], json!([]));
}
