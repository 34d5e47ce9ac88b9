//! Diagnostics in an editor: published where they changed, or asked for.

use std::process::{Command, Stdio};

use crate::support::editor::{Editor, module, range};
use serde_json::{Value, json};

const BROKEN: &str = "locals {\n  a = local.b\n}\n";

impl Editor<'_> {
    /// Replaces a range of a document in one line.
    fn change(&mut self, name: &str, version: i32, range: &Value, text: &str) {
        let document = json!({"uri": self.uri(name), "version": version});
        let changes = json!([{"range": range, "text": text}]);
        self.tell(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": changes}),
        );
    }
}

#[test]
fn diagnostics_are_published_where_they_changed() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    for number in 0..20 {
        editor.open(&format!("{number}/main.tf"), BROKEN);
    }
    editor.open("other/a.tf", "locals {\n  a = 1\n}\n");
    editor.open("other/b.tf", BROKEN.replace("a =", "c =").as_str());
    // A request waits for the checks of what was said before it.
    editor.ask_about("textDocument/documentSymbol", "other/a.tf");
    editor.change("other/a.tf", 2, &range(1, 2, 3), "b");
    editor.ask_about("textDocument/documentSymbol", "other/a.tf");
    editor.tell(
        "textDocument/didSave",
        json!({"textDocument": {"uri": editor.uri("other/a.tf")}}),
    );
    let said = editor.end();
    assert_eq!(
        said.published[..22]
            .iter()
            .filter(|name| *name == "main.tf")
            .count(),
        20
    );
    assert_eq!(said.published[22..], ["a.tf", "b.tf"]);
    assert_eq!(said.problems["b.tf"], json!([]));
    assert_eq!(said.problems["main.tf"][0]["code"], "hcl2::terraform::undeclared");
}

#[test]
fn diagnostics_that_an_editor_asks_for_are_not_published() {
    let directory = module(&[("other.tf", BROKEN)]);
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let mut editor = Editor::with(directory.path(), capabilities);
    editor.open("main.tf", "locals {\n  c = local.d\n}\n");
    editor.ask_about("textDocument/diagnostic", "main.tf");
    editor.ask("workspace/diagnostic", json!({"previousResultIds": []}));
    let said = editor.end();
    assert!(said.published.is_empty());
    assert!(
        said.asked
            .iter()
            .any(|(method, _)| method == "workspace/diagnostic/refresh")
    );
    let report = &said.answers[&1];
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["range"], range(1, 6, 13));
    let items = said.answers[&2]["items"].as_array().expect("reports");
    let of_other = items
        .iter()
        .find(|item| item["uri"].as_str().is_some_and(|uri| uri.ends_with("other.tf")));
    let of_other = of_other.expect("a report of the file beside");
    assert_eq!(of_other["items"][0]["range"], range(1, 6, 13));

    let mut editor = Editor::with(directory.path(), json!({"textDocument": {"diagnostic": {}}}));
    editor.open("main.tf", "locals {\n  c = local.d\n}\n");
    let known =
        json!({"textDocument": {"uri": editor.uri("main.tf")}, "previousResultId": report["resultId"]});
    editor.ask("textDocument/diagnostic", known);
    let gone = json!({"uri": "file:///gone.tf", "value": "x"});
    let other = json!({"uri": of_other["uri"], "value": of_other["resultId"]});
    editor.ask(
        "workspace/diagnostic",
        json!({"previousResultIds": [gone, other]}),
    );
    let said = editor.end();
    assert_eq!(
        said.answers[&1],
        json!({"kind": "unchanged", "resultId": report["resultId"]})
    );
    let items = said.answers[&2]["items"].as_array().expect("reports");
    let kind_of = |end: &str| {
        let item = items
            .iter()
            .find(|item| item["uri"].as_str().is_some_and(|uri| uri.ends_with(end)));
        item.map(|item| (item["kind"].clone(), item["items"].as_array().map(Vec::len)))
    };
    assert_eq!(kind_of("other.tf"), Some((json!("unchanged"), None)));
    assert_eq!(kind_of("gone.tf"), Some((json!("full"), Some(0))));
}

#[test]
fn syntax_error_hides_no_problems_of_other_files_and_blocks() {
    let directory = module(&[]);
    let mut editor = Editor::new(directory.path());
    editor.open(
        "main.tf",
        "locals {\n  a = [1\n}\noutput \"o\" {\n  valeu = 1\n}\n",
    );
    editor.open("other.tf", "resource \"a\" \"b\" {\n  count = true\n}\n");
    let said = editor.end();
    let codes = |name: &str| -> Vec<String> {
        let problems = said.problems[name].as_array().expect("diagnostics");
        problems
            .iter()
            .map(|problem| problem["code"].as_str().expect("a code").to_owned())
            .collect()
    };
    assert!(
        codes("main.tf")[0].starts_with("hcl2::syntax::"),
        "{:?}",
        codes("main.tf")
    );
    assert_eq!(codes("other.tf"), ["hcl2::terraform::invalid-instances"]);
}

#[cfg(unix)]
#[test]
fn server_ends_when_the_process_of_its_editor_has_ended() {
    let mut ended = Command::new("true").spawn().expect("a process");
    ended.wait().expect("it ends");
    let mut server = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a server");
    let mut input = server.stdin.take().expect("its input");
    let message =
        json!({"id": 1, "method": "initialize", "params": {"processId": ended.id(), "capabilities": {}}});
    let text = message.to_string();
    std::io::Write::write_all(
        &mut input,
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes(),
    )
    .expect("it reads");
    // Its input stays open.
    assert_eq!(server.wait().expect("it ends").code(), Some(1));
    drop(input);
}

#[test]
fn log_has_every_message_with_its_time() {
    let directory = module(&[]);
    let path = directory.path().join("server.log");
    let mut editor = Editor::new(directory.path());
    editor.open("main.tf", "a = 1\n");
    editor.ask_at("textDocument/hover", "main.tf", 0, 0);
    editor.ask("shutdown", Value::Null);
    editor.tell("exit", Value::Null);
    let said = editor.hang_up(&["--log", path.to_str().expect("a path in UTF-8")]);
    assert!(said.logged[0].contains("is ready"), "{:?}", said.logged);
    let log = std::fs::read_to_string(path).expect("the log");
    let words = log.lines().map(|line| line.split(' ').nth(1).expect("words"));
    let (checks, messages): (Vec<&str>, Vec<&str>) = words.partition(|word| *word == "the");
    assert!(!checks.is_empty(), "{log}");
    assert_eq!(
        messages,
        [
            "initialize",
            "initialized",
            "textDocument/didOpen",
            "textDocument/hover",
            "shutdown"
        ]
    );
}
