//! The requests of an editor about one module, each answered in the form of the protocol.

use crate::support::editor::{Editor, module, range};
use serde_json::{Value, json};

const MAIN: &str = "variable \"size\" {\n  default = 2\n}\nlocals {\n  twice = max(var.size, 1) * 2\n}\nmodule \"net\" {\n  source = \"./net\"\n  count  = var.size\n}\na = <<-EOT\n  x\n  EOT\n";

const NET: &str = "variable \"zone\" {\n}\n";

/// Returns the parameters for a range of a document.
fn of_range(editor: &Editor<'_>, lines: (u32, u32)) -> Value {
    json!({
        "textDocument": {"uri": editor.uri("main.tf")},
        "range": {"start": {"line": lines.0, "character": 0}, "end": {"line": lines.1, "character": 0}},
        "options": {"tabSize": 2, "insertSpaces": true},
    })
}

#[test]
fn requests_are_answered_in_the_form_of_the_protocol() {
    let directory = module(&[("net/main.tf", NET)]);
    let folders = json!([{"uri": format!("file://{}", directory.path().display()), "name": "x"}]);
    let mut editor = Editor::new(directory.path());
    let added = json!({"event": {"added": folders, "removed": []}});
    editor.tell("workspace/didChangeWorkspaceFolders", added);
    editor.open("main.tf", MAIN);
    editor.ask_about("textDocument/semanticTokens/full", "main.tf");
    editor.ask("textDocument/semanticTokens/range", of_range(&editor, (0, 1)));
    editor.ask_at("textDocument/signatureHelp", "main.tf", 4, 24);
    editor.ask("textDocument/inlayHint", of_range(&editor, (0, 12)));
    editor.ask("workspace/symbol", json!({"query": "zone", "workDoneToken": 7}));
    editor.ask_about("textDocument/documentLink", "main.tf");
    editor.ask_about("textDocument/codeLens", "main.tf");
    editor.ask_at("textDocument/declaration", "main.tf", 4, 20);
    editor.ask_at("textDocument/typeDefinition", "main.tf", 6, 10);
    editor.ask_at("textDocument/linkedEditingRange", "main.tf", 10, 8);
    editor.ask_at("textDocument/prepareCallHierarchy", "main.tf", 6, 10);
    let item = json!({
        "name": "net", "kind": 2, "uri": editor.uri("net/main.tf"), "range": range(0, 0, 0), "selectionRange": range(0, 0, 0),
    });
    editor.ask("callHierarchy/incomingCalls", json!({"item": item}));
    let own = json!({
        "name": "x", "kind": 2, "uri": editor.uri("main.tf"), "range": range(0, 0, 0), "selectionRange": range(0, 0, 0),
    });
    editor.ask("callHierarchy/outgoingCalls", json!({"item": own}));
    let net = editor.uri("net/main.tf");
    let main = editor.uri("main.tf");
    let said = editor.end();
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));

    let legend = &said.answers[&0]["capabilities"]["semanticTokensProvider"]["legend"];
    assert_eq!(legend["tokenTypes"][0], "type");
    let tokens = said.answers[&1]["data"].as_array().expect("numbers");
    // `variable`, and its label, which declares.
    assert_eq!(tokens[..10], [0, 0, 8, 0, 0, 0, 9, 6, 1, 1].map(Value::from));
    assert_eq!(said.answers[&2]["data"].as_array().map(Vec::len), Some(10));
    assert_eq!(
        said.answers[&3]["signatures"][0]["label"],
        "max(numbers: number...)"
    );
    assert_eq!(said.answers[&3]["activeParameter"], 0);
    let labels = |answer: &Value| -> Vec<Value> {
        answer
            .as_array()
            .expect("hints")
            .iter()
            .map(|hint| hint["label"].clone())
            .collect()
    };
    assert_eq!(labels(&said.answers[&4]), [": number", "= 4", "× 2"]);
    let progress: Vec<&Value> = said
        .asked
        .iter()
        .map(|(_, params)| &params["value"]["kind"])
        .collect();
    assert_eq!(progress, ["begin", "end"]);
    assert_eq!(said.answers[&5][0]["name"], "var.zone");
    assert_eq!(
        said.answers[&5][0]["location"],
        json!({"uri": net, "range": range(0, 0, 15)})
    );
    assert_eq!(
        said.answers[&6],
        json!([{"range": range(7, 11, 18), "target": net}])
    );
    assert_eq!(said.answers[&7][0]["command"]["title"], "2 references");
    assert_eq!(said.answers[&8], json!({"uri": main, "range": range(0, 0, 15)}));
    assert_eq!(said.answers[&9], json!({"uri": net, "range": range(0, 0, 0)}));
    assert_eq!(
        said.answers[&10]["ranges"],
        json!([range(10, 7, 10), range(12, 2, 5)])
    );
    assert_eq!(said.answers[&11][0]["uri"], json!(net));
    assert_eq!(said.answers[&12][0]["fromRanges"], json!([range(6, 0, 12)]));
    assert_eq!(said.answers[&13][0]["to"]["uri"], json!(net));
}

#[test]
fn ranges_and_typed_text_are_formatted() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "a {\nb=1\n}\nc {\nd=1\n}\n");
    editor.ask("textDocument/rangeFormatting", of_range(&editor, (4, 5)));
    let mut typed = of_range(&editor, (0, 0));
    typed["position"] = json!({"line": 2, "character": 1});
    typed["ch"] = json!("}");
    editor.ask("textDocument/onTypeFormatting", typed);
    let said = editor.end();
    let line = |line: u32, text: &str| json!([{"range": {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}, "newText": text}]);
    assert_eq!(said.answers[&1], line(4, "  d = 1\n"));
    assert_eq!(said.answers[&2], line(1, "  b = 1\n"));
}

#[test]
fn tokens_after_a_change_are_an_edit_of_those_before() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "a = 1\nb = 2\n");
    editor.ask_about("textDocument/semanticTokens/full", "main.tf");
    let change = json!({"range": range(0, 0, 0), "text": "cc = 3\n"});
    let document = json!({"uri": editor.uri("main.tf"), "version": 2});
    let params = json!({"textDocument": document, "contentChanges": [change]});
    editor.tell("textDocument/didChange", params);
    let delta = |editor: &mut Editor<'_>, previous: &str| {
        let document = json!({"uri": editor.uri("main.tf")});
        let params = json!({"textDocument": document, "previousResultId": previous});
        editor.ask("textDocument/semanticTokens/full/delta", params);
    };
    delta(&mut editor, "1");
    delta(&mut editor, "2");
    delta(&mut editor, "1");
    let said = editor.end();
    let provider = &said.answers[&0]["capabilities"]["semanticTokensProvider"];
    assert_eq!(provider["full"], json!({"delta": true}));
    assert_eq!(said.answers[&1]["resultId"], "1");
    // The first name is on another line than before; what is behind it is where it was, seen from there.
    let inserted = json!([0, 0, 2, 2, 0, 0, 5, 1, 7, 0, 1, 0, 1, 2, 0]);
    let edits = json!([{"start": 0, "deleteCount": 5, "data": inserted}]);
    assert_eq!(said.answers[&2], json!({"resultId": "2", "edits": edits}));
    assert_eq!(said.answers[&3], json!({"resultId": "3", "edits": []}));
    // Tokens that the server does not know any more are sent as a whole.
    assert_eq!(said.answers[&4]["data"].as_array().map(Vec::len), Some(30));
}

#[test]
fn files_are_created_and_deleted_where_the_editor_can() {
    let directory = module(&[]);
    let asked = |capabilities: Value| {
        let mut editor = Editor::with(directory.path(), capabilities);
        editor.open("main.tf", "variable \"a\" {\n  default = 1\n}\n");
        let document = json!({"uri": editor.uri("main.tf")});
        let context = json!({"diagnostics": [], "only": ["refactor"]});
        let params = json!({"textDocument": document, "range": range(0, 3, 3), "context": context});
        editor.ask("textDocument/codeAction", params);
        let (main, json) = (editor.uri("main.tf"), editor.uri("main.tf.json"));
        (editor.end(), main, json)
    };
    let edits = json!({"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]});
    let (said, main, converted) = asked(json!({"workspace": {"workspaceEdit": edits}}));
    let actions = said.answers[&1].as_array().expect("actions");
    let titles: Vec<&Value> = actions.iter().map(|action| &action["title"]).collect();
    assert_eq!(
        titles,
        ["Move to `variables.tf`", "Convert to JSON, as `main.tf.json`"]
    );
    assert_eq!(actions[0]["kind"], "refactor.move");
    let changes = actions[1]["edit"]["documentChanges"].as_array().expect("changes");
    assert_eq!(changes[0], json!({"kind": "create", "uri": converted}));
    assert_eq!(
        changes[1]["textDocument"],
        json!({"uri": converted, "version": null})
    );
    assert_eq!(changes[2], json!({"kind": "delete", "uri": main}));
    let (said, ..) = asked(json!({}));
    assert_eq!(said.answers[&1], json!([]));
}

#[test]
fn reasons_against_actions_are_shown_where_the_editor_can() {
    let directory = module(&[]);
    let asked = |actions: Value| {
        let edits = json!({"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]});
        let capabilities = json!({
            "workspace": {"workspaceEdit": edits},
            "textDocument": {"codeAction": actions},
        });
        let mut editor = Editor::with(directory.path(), capabilities);
        editor.open(
            "main.tf",
            "resource \"terraform_data\" \"a\" {\n}\nvariable \"b\" {\n}\n",
        );
        let params = json!({
            "textDocument": {"uri": editor.uri("main.tf")},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 4, "character": 0}},
            "context": {"diagnostics": [], "only": ["refactor.extract"]},
        });
        editor.ask("textDocument/codeAction", params);
        editor.end().answers[&1].clone()
    };
    assert_eq!(
        asked(json!({"disabledSupport": true})),
        json!([{
            "title": "Extract to the module `a`",
            "kind": "refactor.extract",
            "disabled": {
                "reason": "A block `variable` must stay in its module. Select resources, data sources, module calls, checks and \
                           locals alone.",
            },
        }])
    );
    assert_eq!(asked(json!({})), json!([]));
}
