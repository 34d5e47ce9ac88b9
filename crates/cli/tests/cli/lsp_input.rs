//! What `hcl2 lsp` does with editors that misbehave, and with files that vanish.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::editor::module;
use crate::support::live::Server;

/// Questions about a position or a document.
const METHODS: &[&str] = &[
    "completion",
    "hover",
    "definition",
    "references",
    "documentSymbol",
    "semanticTokens/full",
    "inlayHint",
    "codeLens",
    "documentLink",
    "formatting",
];

#[test]
fn documents_are_answered_when_their_files_and_directories_vanish() {
    let directory = module(&[
        (
            "app/main.tf",
            "module \"net\" {\n  source = \"../net\"\n}\noutput \"a\" {\n  value = module.net.id + var.b\n}\n",
        ),
        ("app/b.tf", "variable \"b\" {\n}\n"),
        ("net/main.tf", "output \"id\" {\n  value = 1\n}\n"),
    ]);
    let root = directory.path().canonicalize().expect("a directory");
    let main = root.join("app/main.tf");
    let text = fs::read_to_string(&main).expect("a file");
    let mut server = Server::start(&root);
    server.open(&main, &text, 1);
    let ask = |server: &mut Server| {
        let place = json!({"line": 4, "character": 15});
        for method in METHODS {
            let params = json!({
                "textDocument": {"uri": Server::uri(&main)},
                "position": place,
                "range": {"start": place, "end": place},
                "context": {"includeDeclaration": true, "triggerKind": 1},
                "options": {"tabSize": 2, "insertSpaces": true},
            });
            let answer = server.ask(&format!("textDocument/{method}"), &params);
            assert!(answer.get("code").is_none(), "{method}: {answer}");
        }
        let codes = server
            .problems()
            .values()
            .flat_map(|file| file.as_array().expect("a list"));
        codes
            .map(|problem| problem["code"].as_str().expect("a code").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(ask(&mut server), [""; 0]);
    fs::remove_file(&main).expect("a file");
    server.files_changed(&[&main]);
    assert_eq!(ask(&mut server), [""; 0], "the document is as it is open");
    fs::remove_file(root.join("app/b.tf")).expect("a file");
    server.files_changed(&[&root.join("app/b.tf")]);
    assert_eq!(ask(&mut server), ["hcl2::terraform::undeclared"]);
    for name in ["net", "app"] {
        fs::remove_dir_all(root.join(name)).expect("a directory");
        server.files_changed(&[&root.join(name)]);
        ask(&mut server);
    }
    // The editor still has the document, and saves it again.
    server.replace_all(&main, 2, "output \"a\" {\n  value = 1\n}\n");
    assert_eq!(ask(&mut server), [""; 0]);
    server.close(&main);
    ask_nothing(&mut server);
    server.end();
}

/// Waits until the server has nothing to do.
fn ask_nothing(server: &mut Server) {
    server.ask("workspace/symbol", &json!({"query": "nothing"}));
}

#[test]
fn an_editor_that_never_reads_neither_fills_memory_nor_keeps_the_server() {
    let directory = module(&[]);
    let mut server = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .arg("lsp")
        .current_dir(directory.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut input = server.stdin.take().expect("a pipe");
    let output = server.stdout.take().expect("a pipe");
    let sent = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&sent);
    let text: String = (0..2_000).map(|number| format!("a{number} = 1\n")).collect();
    let writer = thread::spawn(move || {
        let document = json!({"uri": "file:///no/main.hcl", "languageId": "hcl", "version": 1, "text": text});
        let ask = |id: usize| json!({"id": id, "method": "textDocument/documentSymbol", "params": {"textDocument": document}});
        let first = [
            json!({"id": 0, "method": "initialize", "params": {"capabilities": {}}}),
            json!({"method": "initialized", "params": {}}),
            json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}),
        ];
        for message in first.into_iter().chain((1..20_000).map(ask)) {
            let text = message.to_string();
            if write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).is_err() {
                return false;
            }
            count.fetch_add(1, Ordering::Relaxed);
        }
        true
    });
    // The server stops reading once its answers are not read.
    let mut before = usize::MAX;
    while before != sent.load(Ordering::Relaxed) {
        before = sent.load(Ordering::Relaxed);
        thread::sleep(Duration::from_secs(1));
    }
    if let Ok(status) = fs::read_to_string(format!("/proc/{}/status", server.id())) {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak: usize = peak
            .and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok())
            .expect("a size");
        assert!(peak < 300_000, "{peak} kB");
    }
    drop(output);
    let start = Instant::now();
    let status = loop {
        if let Some(status) = server.try_wait().expect("a status") {
            break status;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "the server is still there"
        );
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(2), "the connection failed");
    assert!(
        !writer.join().expect("the writer ends"),
        "the server did not read everything"
    );
}

#[test]
fn messages_before_and_after_the_session_are_answered() {
    let directory = module(&[]);
    let mut server = Server::start(directory.path());
    assert_eq!(server.ask("no/such/method", &Value::Null)["code"], -32601);
    assert_eq!(server.ask("$/whatever", &json!([1]))["code"], -32601);
    server.tell("no/such/notification", &json!({"a": [1]}));
    server.tell("$/setTrace", &json!({"value": "verbose"}));
    server.tell(
        "workspace/didChangeWatchedFiles",
        &json!({"changes": [{"uri": 1}]}),
    );
    server.tell("workspace/didChangeWorkspaceFolders", &json!({"event": {}}));
    server.tell(
        "workspace/didChangeConfiguration",
        &json!({"settings": [["hcl2"]]}),
    );
    assert_eq!(
        server.ask("workspace/symbol", &json!({"query": 1}))["code"],
        -32602
    );
    server.end();
}
