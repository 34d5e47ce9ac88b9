//! A server that runs in this process, and is asked one question after another.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::path::Path;
use std::thread::JoinHandle;

use serde_json::{Value, json};

pub(crate) struct Server {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    thread: JoinHandle<bool>,
    requests: u64,
    /// The last diagnostics of each file by URI, if there are any.
    problems: BTreeMap<String, Value>,
}

impl Server {
    /// Starts a server for an editor with one folder.
    pub(crate) fn start(root: &Path) -> Self {
        let (requests, input) = std::io::pipe().expect("a pipe");
        let (output, answers) = std::io::pipe().expect("a pipe");
        let thread = std::thread::spawn(move || {
            // A test that fails does not read what the server says.
            hcl2_cli::serve_editor(requests, answers).unwrap_or_default()
        });
        let mut server = Self {
            input,
            output: BufReader::new(output),
            thread,
            requests: 0,
            problems: BTreeMap::new(),
        };
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8"]},
            "workspace": {"workspaceEdit": {"documentChanges": true}},
        });
        let folders = json!([{"uri": Self::uri(root), "name": "root"}]);
        server.ask(
            "initialize",
            &json!({"capabilities": capabilities, "workspaceFolders": folders}),
        );
        server.tell("initialized", &json!({}));
        server
    }

    pub(crate) fn uri(path: &Path) -> String {
        format!("file://{}", path.display())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
    }

    pub(crate) fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Returns the answer to a request: its result or its error.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.requests;
        self.requests += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                let answer = message.get("result").or(message.get("error"));
                return answer.expect("a result or an error").clone();
            }
            if message["method"] == "textDocument/publishDiagnostics" {
                let params = &message["params"];
                let uri = params["uri"].as_str().expect("a URI").to_owned();
                match params["diagnostics"].as_array().is_some_and(Vec::is_empty) {
                    true => drop(self.problems.remove(&uri)),
                    false => drop(self.problems.insert(uri, params["diagnostics"].clone())),
                }
            }
        }
    }

    fn receive(&mut self) -> Value {
        let mut header = String::new();
        self.output.read_line(&mut header).expect("a header");
        let length = header.trim().strip_prefix("Content-Length: ").expect("a length");
        self.output.read_line(&mut String::new()).expect("a blank line");
        let mut body = vec![0; length.parse().expect("a length")];
        self.output.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    /// Returns the diagnostics that the editor shows, by URI.
    pub(crate) fn problems(&self) -> &BTreeMap<String, Value> {
        &self.problems
    }

    pub(crate) fn open(&mut self, path: &Path, text: &str, version: i32) {
        let document =
            json!({"uri": Self::uri(path), "languageId": "terraform", "version": version, "text": text});
        self.tell("textDocument/didOpen", &json!({"textDocument": document}));
    }

    pub(crate) fn close(&mut self, path: &Path) {
        let document = json!({"uri": Self::uri(path)});
        self.tell("textDocument/didClose", &json!({"textDocument": document}));
    }

    pub(crate) fn save(&mut self, path: &Path) {
        let document = json!({"uri": Self::uri(path)});
        self.tell("textDocument/didSave", &json!({"textDocument": document}));
    }

    pub(crate) fn replace_all(&mut self, path: &Path, version: i32, text: &str) {
        self.change(path, version, &json!({"text": text}));
    }

    pub(crate) fn replace(&mut self, path: &Path, version: i32, range: &Value, text: &str) {
        self.change(path, version, &json!({"range": range, "text": text}));
    }

    fn change(&mut self, path: &Path, version: i32, change: &Value) {
        let document = json!({"uri": Self::uri(path), "version": version});
        self.tell(
            "textDocument/didChange",
            &json!({"textDocument": document, "contentChanges": [change]}),
        );
    }

    /// Reports to the server that files were changed, created or removed.
    pub(crate) fn files_changed(&mut self, paths: &[&Path]) {
        let changes: Vec<Value> = paths
            .iter()
            .map(|path| json!({"uri": Self::uri(path), "type": 2}))
            .collect();
        self.tell("workspace/didChangeWatchedFiles", &json!({"changes": changes}));
    }

    /// Ends the session as the protocol says.
    pub(crate) fn end(mut self) {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        assert!(self.thread.join().expect("the server ends"), "it ends in order");
    }
}
