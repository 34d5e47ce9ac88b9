//! `hcl2 lsp` as an editor starts it.

use serde_json::{Value, json};

use crate::lsp_answers::NET;
use crate::support::editor::{Editor, module, range};

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
