//! An editor that talks to the server.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::measured::measured;

/// The messages of an editor, which are sent all at once.
pub(crate) struct Editor<'d> {
    pub(crate) directory: &'d Path,
    pub(crate) messages: String,
    pub(crate) requests: usize,
}

/// The messages of the server.
pub(crate) struct Said {
    pub(crate) status: i32,
    /// The processor time.
    pub(crate) time: Duration,
    /// The answers by number of the request, from 0; the first is the initialization.
    pub(crate) answers: BTreeMap<u64, Value>,
    /// The last published diagnostics by file name.
    pub(crate) problems: BTreeMap<String, Value>,
    /// The same by URI.
    pub(crate) by_uri: BTreeMap<String, Value>,
    /// The names of the files whose diagnostics were published, in order.
    pub(crate) published: Vec<String>,
    /// What the server logs with the editor.
    pub(crate) logged: Vec<String>,
    /// The error codes of answers to messages without a number.
    pub(crate) faults: Vec<i64>,
    /// The requests of the server, and what it shows the user, by method.
    pub(crate) asked: Vec<(String, Value)>,
    pub(crate) stderr: String,
}

impl<'d> Editor<'d> {
    pub(crate) fn new(directory: &'d Path) -> Self {
        Self::with(
            directory,
            json!({"general": {"positionEncodings": ["utf-8", "utf-16"]}}),
        )
    }

    pub(crate) fn with(directory: &'d Path, capabilities: Value) -> Self {
        Self::with_options(directory, capabilities, Value::Null)
    }

    pub(crate) fn with_options(directory: &'d Path, capabilities: Value, options: Value) -> Self {
        let mut editor = Self {
            directory,
            messages: String::new(),
            requests: 0,
        };
        editor.ask(
            "initialize",
            json!({"processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options}),
        );
        editor.tell("initialized", json!({}));
        editor
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.directory.join(name).display())
    }

    pub(crate) fn say(&mut self, message: &Value) {
        let text = message.to_string();
        self.messages
            .push_str(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.say(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) {
        self.say(&json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}));
        self.requests += 1;
    }

    pub(crate) fn open(&mut self, name: &str, text: &str) {
        let document = json!({"uri": self.uri(name), "languageId": "terraform", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Sends a request about a position, with lines and columns from 0.
    pub(crate) fn ask_at(&mut self, method: &str, name: &str, line: u32, character: u32) {
        let mut params = json!({
            "textDocument": {"uri": self.uri(name)},
            "position": {"line": line, "character": character},
        });
        if method == "textDocument/references" {
            params["context"] = json!({"includeDeclaration": true});
        }
        self.ask(method, params);
    }

    pub(crate) fn ask_about(&mut self, method: &str, name: &str) {
        let params = json!({
            "textDocument": {"uri": self.uri(name)},
            "options": {"tabSize": 2, "insertSpaces": true},
        });
        self.ask(method, params);
    }

    pub(crate) fn end(mut self) -> Said {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.hang_up(&[])
    }

    pub(crate) fn hang_up(self, arguments: &[&str]) -> Said {
        let arguments = [&["lsp"], arguments].concat();
        let (status, stdout, stderr, time) = measured(self.directory, &arguments, &self.messages);
        let mut said = Said {
            status,
            time,
            answers: BTreeMap::new(),
            problems: BTreeMap::new(),
            by_uri: BTreeMap::new(),
            published: Vec::new(),
            logged: Vec::new(),
            faults: Vec::new(),
            asked: Vec::new(),
            stderr,
        };
        let mut rest = stdout.as_str();
        while let Some((header, body)) = rest.split_once("\r\n\r\n") {
            let length: usize = header
                .trim_start_matches("Content-Length: ")
                .parse()
                .expect("a message that follows the protocol");
            let message: Value =
                serde_json::from_str(&body[..length]).expect("a message that follows the protocol");
            rest = &body[length..];
            if let Some(id) = message["id"].as_u64() {
                let answer = message
                    .get("result")
                    .or(message.get("error"))
                    .expect("a message that follows the protocol");
                said.answers.insert(id, answer.clone());
            } else if let Some(code) = message["error"]["code"].as_i64() {
                assert_eq!(message["id"], Value::Null);
                said.faults.push(code);
            } else if message["method"] == "textDocument/publishDiagnostics" {
                let uri = message["params"]["uri"]
                    .as_str()
                    .expect("a message that follows the protocol");
                let name = uri
                    .rsplit('/')
                    .next()
                    .expect("a message that follows the protocol")
                    .to_owned();
                let diagnostics = message["params"]["diagnostics"].clone();
                said.by_uri.insert(uri.to_owned(), diagnostics);
                said.published.push(name.clone());
                said.problems
                    .insert(name, message["params"]["diagnostics"].clone());
            } else if message["method"] == "window/logMessage" {
                said.logged.push(message["params"]["message"].to_string());
            } else if let Some(method) = message["method"].as_str() {
                said.asked.push((method.to_owned(), message["params"].clone()));
            }
        }
        assert!(said.time < Duration::from_secs(600), "{:?}", said.time);
        said
    }
}

pub(crate) fn range(line: u32, from: u32, to: u32) -> Value {
    json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}})
}

pub(crate) fn module(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a message that follows the protocol"))
            .expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
    directory
}
