//! The protocol of `hcl2 lsp`: no message of an editor ends it.

use crate::support::editor::{Editor, module, range};
use serde_json::{Value, json};

#[test]
fn faulty_messages_are_answered_and_the_session_continues() {
    let directory = module(&[]);
    let framed = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    for (fault, code) in [
        (framed("nothing"), -32700),
        (framed(&"[".repeat(1_000_000)), -32700),
        (framed("[]"), -32600),
        (framed("{}"), -32600),
        (framed("{\"id\": [], \"method\": \"x\"}"), -32600),
        (
            "Content-Length: 99999999999999999999\r\n\r\n{}".to_owned(),
            -32600,
        ),
        ("Content-Length: 9999999999\r\n\r\n{}".to_owned(), -32600),
        ("Content-Type: x\r\n\r\n{}".to_owned(), -32600),
        ("Content-Length: x\r\n\r\n{}".to_owned(), -32600),
        ("\r\n\r\n".to_owned(), -32600),
    ] {
        let mut editor = Editor::new(directory.path());
        editor.messages += &fault;
        editor.ask("textDocument/nonsense", json!({}));
        let said = editor.end();
        assert_eq!((said.status, said.stderr.as_str()), (0, ""), "{fault:.40}");
        assert_eq!(said.faults, [code], "{fault:.40}");
        assert_eq!(said.answers[&1]["code"], -32601, "{fault:.40}");
    }
}

#[test]
fn requests_out_of_turn_are_refused() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.messages.clear();
    editor.ask_at("textDocument/hover", "main.tf", 0, 0);
    editor.open("main.tf", "a = [\n");
    editor.ask("initialize", json!({"capabilities": {}}));
    editor.ask("initialize", json!({"capabilities": {}}));
    editor.ask("shutdown", Value::Null);
    editor.ask_at("textDocument/hover", "main.tf", 0, 0);
    editor.tell("exit", Value::Null);
    let said = editor.hang_up(&[]);
    assert_eq!(said.status, 0);
    assert_eq!(said.answers[&1]["code"], -32002);
    assert!(said.answers[&2]["capabilities"].is_object());
    assert_eq!(said.answers[&3]["code"], -32600);
    assert_eq!(said.answers[&4], Value::Null);
    assert_eq!(said.answers[&5]["code"], -32600);
    assert!(
        said.problems.is_empty(),
        "nothing is opened before the session starts"
    );
}

#[test]
fn exit_without_shutdown_fails() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.tell("exit", Value::Null);
    assert_eq!(editor.hang_up(&[]).status, 1);
}

#[test]
fn no_position_ends_the_server() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    let nested = format!("{{\"a\": {}1{}}}", "[".repeat(9_000), "]".repeat(9_000));
    editor.open("main.tf", "a = \"é\"\n");
    editor.open("deep.tf.json", &nested);
    let mut count = 0;
    for name in ["main.tf", "deep.tf.json"] {
        for (line, character) in [
            (0, 5),
            (0, 9_000),
            (u32::MAX, u32::MAX),
            (0, u32::MAX),
            (u32::MAX, 0),
        ] {
            for method in [
                "completion",
                "hover",
                "definition",
                "references",
                "documentHighlight",
                "signatureHelp",
                "linkedEditingRange",
                "prepareCallHierarchy",
                "typeDefinition",
            ] {
                editor.ask_at(&format!("textDocument/{method}"), name, line, character);
            }
            let position = json!({"line": line, "character": character});
            let document = json!({"uri": editor.uri(name)});
            let params = json!({"textDocument": document, "positions": [position]});
            editor.ask("textDocument/selectionRange", params);
            let backwards = json!({"start": position, "end": {"line": 0, "character": 0}});
            let params =
                json!({"textDocument": document, "range": backwards, "context": {"diagnostics": []}});
            editor.ask("textDocument/codeAction", params);
            let change = json!({"range": backwards, "text": ""});
            let params =
                json!({"textDocument": {"uri": editor.uri(name), "version": 2}, "contentChanges": [change]});
            editor.tell("textDocument/didChange", params);
            count += 11;
        }
        for method in [
            "documentSymbol",
            "foldingRange",
            "formatting",
            "semanticTokens/full",
            "documentLink",
            "codeLens",
            "diagnostic",
        ] {
            editor.ask_about(&format!("textDocument/{method}"), name);
            count += 1;
        }
    }
    let said = editor.end();
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    assert_eq!(
        said.answers.len(),
        count + 2,
        "all requests and those that start and end the session"
    );
}

#[test]
fn no_parameters_end_the_server() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "locals {\n  a = \"é😀\"\n}\n");
    let uri = editor.uri("main.tf");
    let place =
        |line: Value| json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": line}});
    let all = [
        Value::Null,
        json!([]),
        json!({}),
        json!(1),
        json!("x"),
        json!({"textDocument": null}),
        json!({"textDocument": {"uri": 1}}),
        json!({"textDocument": {"uri": "x"}}),
        json!({"textDocument": {"uri": "file:///%ff%00"}}),
        place(json!(-1)),
        place(json!(1e99)),
        place(json!(u32::MAX)),
        json!({"textDocument": {"uri": uri, "version": -5}, "contentChanges": [{"text": null}]}),
        json!({"textDocument": {"uri": uri}, "options": {"tabSize": -1, "insertSpaces": 3}}),
    ];
    let methods = [
        "codeAction",
        "codeLens",
        "completion",
        "declaration",
        "diagnostic",
        "documentLink",
        "inlayHint",
        "linkedEditingRange",
        "onTypeFormatting",
        "prepareCallHierarchy",
        "rangeFormatting",
        "semanticTokens/full",
        "semanticTokens/range",
        "signatureHelp",
        "typeDefinition",
        "definition",
        "documentHighlight",
        "documentSymbol",
        "foldingRange",
        "formatting",
        "hover",
        "nonsense",
        "references",
        "selectionRange",
    ];
    for method in methods {
        for params in &all {
            editor.ask(&format!("textDocument/{method}"), params.clone());
            for notification in ["didOpen", "didChange", "didClose", "didSave"] {
                editor.tell(&format!("textDocument/{notification}"), params.clone());
            }
            editor.messages += "Content-Length: 2\r\n\r\n[]";
        }
    }
    let said = editor.end();
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    assert_eq!(said.answers.len(), methods.len() * all.len() + 2);
    assert!(said.faults.len() >= methods.len() * all.len());
}

#[test]
fn problems_of_a_document_are_limited() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    let text: String = (0..1_200).map(|number| format!("a{number} = 1\n")).collect();
    editor.open("main.tf", &text);
    let said = editor.end();
    let problems = said.problems["main.tf"].as_array().unwrap();
    assert_eq!(problems.len(), 1_001);
    assert_eq!(problems[1_000]["code"], "hcl2::command::more-problems");
    assert_eq!(problems[1_000]["range"], range(0, 0, 0));
}

#[test]
fn cancelled_request_is_answered_once_and_the_session_continues() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "locals {\n  a = 1\n}\n");
    editor.ask_at("textDocument/hover", "main.tf", 1, 3);
    editor.tell("$/cancelRequest", json!({"id": 1}));
    editor.tell("$/cancelRequest", json!({"id": 100}));
    editor.ask_about("textDocument/documentSymbol", "main.tf");
    let said = editor.end();
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    assert_eq!(said.answers.len(), 4);
    let hover = &said.answers[&1];
    assert!(
        hover["code"] == -32800 || hover["contents"].is_object(),
        "{hover}"
    );
    assert!(said.answers[&2].is_array());
}

#[test]
fn requests_are_not_cancelled_before_they_are_made() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "locals {\n  a = 1\n}\n");
    for id in 1..2000 {
        editor.tell("$/cancelRequest", json!({"id": id}));
    }
    for _ in 1..20 {
        editor.ask_about("textDocument/documentSymbol", "main.tf");
    }
    let said = editor.end();
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    assert!((1..20).all(|id| said.answers[&id].is_array()));
}

#[test]
fn document_that_exceeds_its_budget_gets_a_diagnostic() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    let loops = "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : 1]]]";
    let text = format!("locals {{\n  huge = {loops}\n  small = 1 + \"x\"\n}}\n");
    editor.open("main.tf", &text);
    editor.ask("shutdown", Value::Null);
    editor.tell("exit", Value::Null);
    let said = editor.hang_up(&["--max-steps", "50000"]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    let problems = said.problems["main.tf"].as_array().expect("diagnostics");
    let found: Vec<(&str, &Value)> = problems
        .iter()
        .map(|problem| (problem["code"].as_str().expect("a code"), &problem["range"]))
        .collect();
    assert_eq!(
        found,
        [
            ("hcl2::expr::limit-exceeded", &range(1, 57, 83)),
            ("hcl2::expr::invalid-operand", &range(2, 14, 17)),
        ]
    );
}
