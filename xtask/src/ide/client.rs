//! An editor that waits for each answer.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use super::inputs::Document;

/// A running server.
pub(super) struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    root: PathBuf,
    requests: u64,
    /// The versions of the documents whose diagnostics arrived, by URI.
    checked: HashMap<String, i64>,
}

/// The answer to a request.
pub(super) struct Answer {
    /// Bytes of the message.
    pub(super) size: usize,
    /// When it arrived.
    pub(super) arrived: Instant,
    pub(super) error: Option<String>,
}

impl Client {
    /// Starts a server in a directory.
    pub(super) fn start(program: &Path, root: &Path) -> Result<Self> {
        let root = root.canonicalize()?;
        let mut server = Command::new(program)
            .arg("lsp")
            .current_dir(&root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (server.stdin.take(), server.stdout.take()) else {
            return Err(ended());
        };
        let mut client = Self {
            server,
            input,
            output: BufReader::new(output),
            root,
            requests: 0,
            checked: HashMap::new(),
        };
        let folder = json!({"uri": client.uri(""), "name": "root"});
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": true, "insertReplaceSupport": true}}},
            "workspace": {
                "workspaceEdit": {"documentChanges": true},
                "didChangeWatchedFiles": {"dynamicRegistration": true},
            },
        });
        client.ask(
            "initialize",
            &json!({"processId": std::process::id(), "capabilities": capabilities, "workspaceFolders": [folder]}),
        )?;
        client.tell("initialized", &json!({}))?;
        Ok(client)
    }

    /// Ends the server.
    pub(super) fn end(mut self) -> Result<()> {
        self.ask("shutdown", &Value::Null)?;
        self.tell("exit", &Value::Null)?;
        self.server.wait().map(drop)
    }

    pub(super) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.root.join(name).display())
    }

    /// Returns the parameters of a request about a position.
    pub(super) fn place(&self, name: &str, (line, column): (u32, u32)) -> Value {
        json!({"textDocument": {"uri": self.uri(name)}, "position": {"line": line, "character": column}})
    }

    pub(super) fn open(&mut self, document: &Document) -> Result<()> {
        let uri = self.uri(&document.name);
        let item = json!({"uri": uri, "languageId": "terraform", "version": 1, "text": document.text});
        self.tell("textDocument/didOpen", &json!({"textDocument": item}))
    }

    /// Inserts text at a position.
    pub(super) fn insert(
        &mut self,
        name: &str,
        version: i64,
        (line, column): (u32, u32),
        text: &str,
    ) -> Result<()> {
        let position = json!({"line": line, "character": column});
        self.change(name, version, &json!({"start": position, "end": position}), text)
    }

    /// Removes a character.
    pub(super) fn remove(&mut self, name: &str, version: i64, (line, column): (u32, u32)) -> Result<()> {
        let range = json!({
            "start": {"line": line, "character": column},
            "end": {"line": line, "character": column + 1},
        });
        self.change(name, version, &range, "")
    }

    fn change(&mut self, name: &str, version: i64, range: &Value, text: &str) -> Result<()> {
        let params = json!({
            "textDocument": {"uri": self.uri(name), "version": version},
            "contentChanges": [{"range": range, "text": text}],
        });
        self.tell("textDocument/didChange", &params)
    }

    pub(super) fn tell(&mut self, method: &str, params: &Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Sends a request and waits for its answer.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Result<Answer> {
        let id = self.requests;
        self.requests += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},");
        loop {
            let message = self.receive()?;
            // Reading a large answer would take this program longer than making it takes the server.
            if let Some(answer) = message.strip_prefix(start.as_bytes()) {
                let arrived = Instant::now();
                let error = answer
                    .starts_with(b"\"error\"")
                    .then(|| String::from_utf8_lossy(answer).into_owned());
                return Ok(Answer {
                    size: message.len(),
                    arrived,
                    error,
                });
            }
            self.note(&message)?;
        }
    }

    /// Waits for the diagnostics of a version of a document.
    pub(super) fn until_checked(&mut self, name: &str, version: i64) -> Result<()> {
        let uri = self.uri(name);
        while self.checked.get(&uri).is_none_or(|checked| *checked < version) {
            let message = self.receive()?;
            self.note(&message)?;
        }
        Ok(())
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.input.flush()
    }

    /// Receives a message.
    fn receive(&mut self) -> Result<Vec<u8>> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(ended());
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(announced) = line.strip_prefix("Content-Length: ") {
                length = announced
                    .parse()
                    .map_err(|_| Error::from(ErrorKind::InvalidData))?;
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body)?;
        Ok(body)
    }

    /// Notes whose diagnostics a message has.
    fn note(&mut self, message: &[u8]) -> Result<()> {
        let message: Value = serde_json::from_slice(message)?;
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            if let (Some(uri), Some(version)) = (params["uri"].as_str(), params["version"].as_i64()) {
                self.checked.insert(uri.to_owned(), version);
            }
        }
        Ok(())
    }

    /// Returns the bytes of memory that the server has, and had at most.
    pub(super) fn memory(&self) -> Option<(usize, usize)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.id())).ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
            Some(kilobytes * 1024)
        };
        Some((field("VmRSS:")?, field("VmHWM:")?))
    }
}

fn ended() -> Error {
    Error::new(ErrorKind::UnexpectedEof, "the server ended early")
}
