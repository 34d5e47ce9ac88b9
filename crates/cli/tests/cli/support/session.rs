//! What must hold for any session with the language server; the fuzz target and a test on chosen sessions run it.

use std::collections::HashMap;

use arbitrary::{Arbitrary, Unstructured};
use serde_json::{Value, json};

/// Requests about a position, a range, or the whole of a document.
const REQUESTS: &[&str] = &[
    "completion",
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "documentSymbol",
    "foldingRange",
    "formatting",
    "selectionRange",
    "codeAction",
    "signatureHelp",
    "semanticTokens/full",
    "semanticTokens/range",
    "inlayHint",
    "codeLens",
    "documentLink",
    "linkedEditingRange",
    "typeDefinition",
    "prepareCallHierarchy",
    "rangeFormatting",
    "diagnostic",
    "nonsense",
];

/// The documents of a session: a module, values of its variables, its JSON, tests, and another language.
const DOCUMENTS: &[&str] = &["main.tf", "a.tfvars", "b.tf.json", "c.tftest.hcl", "d.hcl"];

/// The directory of the documents, which does not exist.
const DIRECTORY: &str = "file:///no-such-directory/module";

/// What an editor does.
#[derive(Arbitrary, Clone, Debug)]
enum Action {
    /// Opens a document with a part of the text, in percent.
    Open {
        document: u8,
        from: u8,
        to: u8,
    },
    Close {
        document: u8,
    },
    /// Replaces a range, given in lines and columns, by a part of the text.
    Change {
        document: u8,
        range: [u8; 4],
        from: u8,
        to: u8,
    },
    /// Sends a request about a position, and cancels it or not.
    Ask {
        method: u8,
        document: u8,
        line: u8,
        column: u8,
        cancel: bool,
    },
    /// Sends a message with parameters of another kind.
    Wrong {
        method: u8,
        params: u8,
    },
    /// Sends bytes that are no message.
    Noise(Vec<u8>),
}

/// The messages of a session.
struct Session<'t> {
    text: &'t str,
    sent: Vec<u8>,
    /// How many requests were sent.
    requests: u64,
    versions: HashMap<usize, i32>,
}

impl Session<'_> {
    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.sent
            .extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn ask(&mut self, method: &str, params: &Value) {
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.requests += 1;
    }

    /// Returns the part of the text between two percentages, at borders of characters.
    fn part(&self, from: u8, to: u8) -> &str {
        let at = |percent: u8| {
            let at = self.text.len() * usize::from(percent.min(100)) / 100;
            self.text.floor_char_boundary(at)
        };
        self.text.get(at(from)..at(to)).unwrap_or_default()
    }

    fn document(&mut self, document: u8, is_changed: bool) -> Value {
        let index = usize::from(document) % DOCUMENTS.len();
        let uri = format!("{DIRECTORY}/{}", DOCUMENTS[index]);
        let version = self.versions.entry(index).or_default();
        *version += i32::from(is_changed);
        json!({"uri": uri, "version": *version})
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Open { document, from, to } => {
                let mut item = self.document(document, true);
                item["languageId"] = json!("hcl");
                item["text"] = json!(self.part(from, to));
                self.tell("textDocument/didOpen", &json!({"textDocument": item}));
            }
            Action::Close { document } => {
                let document = self.document(document, false);
                self.tell("textDocument/didClose", &json!({"textDocument": document}));
            }
            Action::Change {
                document,
                range: [line, column, to_line, to_column],
                from,
                to,
            } => {
                let range = json!({"start": position(line, column), "end": position(to_line, to_column)});
                let change = json!({"range": range, "text": self.part(from, to)});
                let params =
                    json!({"textDocument": self.document(document, true), "contentChanges": [change]});
                self.tell("textDocument/didChange", &params);
            }
            Action::Ask {
                method,
                document,
                line,
                column,
                cancel,
            } => {
                let method = REQUESTS[usize::from(method) % REQUESTS.len()];
                let at = position(line, column);
                let params = json!({
                    "textDocument": self.document(document, false),
                    "position": at,
                    "positions": [at],
                    "range": {"start": at, "end": position(line.saturating_add(9), column)},
                    "context": {"includeDeclaration": true, "diagnostics": []},
                    "options": {"tabSize": 2, "insertSpaces": true},
                });
                self.ask(&format!("textDocument/{method}"), &params);
                if cancel {
                    let id = self.requests - 1;
                    self.tell("$/cancelRequest", &json!({"id": id}));
                }
            }
            Action::Wrong { method, params } => {
                let params = match params % 6 {
                    0 => Value::Null,
                    1 => json!([]),
                    2 => json!({"textDocument": {"uri": 1}}),
                    3 => json!({"textDocument": {"uri": "file:///%ff%00"}}),
                    4 => json!({"position": position(255, 255)}),
                    _ => {
                        json!({"textDocument": {"uri": format!("{DIRECTORY}/main.tf")}, "contentChanges": [1]})
                    }
                };
                self.tell("textDocument/didChange", &params);
                self.tell("textDocument/didOpen", &params);
                let method = REQUESTS[usize::from(method) % REQUESTS.len()];
                self.ask(&format!("textDocument/{method}"), &params);
            }
            // A header in the noise could announce a length that swallows what follows.
            Action::Noise(bytes) => {
                let bytes = bytes
                    .iter()
                    .filter(|byte| byte.is_ascii_punctuation() && **byte != b':');
                self.sent.extend(bytes);
                self.sent.extend(b"\r\n\r\n");
            }
        }
    }
}

/// Returns a position; the largest line and column are far outside of each document.
fn position(line: u8, column: u8) -> Value {
    let wide = |number: u8| {
        if number == u8::MAX {
            u32::MAX
        } else {
            number.into()
        }
    };
    json!({"line": wide(line), "character": wide(column)})
}

/// The text of the documents, a zero byte, and the actions: panics if the server ends early, leaves a request without an
/// answer, or says something that is no message.
pub(crate) fn check(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (text, actions) = bytes.split_at(end);
    let text = String::from_utf8_lossy(text);
    let mut session = Session {
        text: &text,
        sent: Vec::new(),
        requests: 0,
        versions: HashMap::new(),
    };
    session.ask("initialize", &json!({"capabilities": {}}));
    session.tell("initialized", &json!({}));
    for document in 0..2 {
        session.act(Action::Open {
            document,
            from: 0,
            to: 100,
        });
    }
    let mut actions = Unstructured::new(actions.get(1..).unwrap_or_default());
    let mut count = 0;
    while !actions.is_empty() && count < 20 {
        session.act(actions.arbitrary().expect("what is missing is zero"));
        count += 1;
    }
    let lines = u8::try_from(text.lines().count() / 2).unwrap_or(u8::MAX);
    for method in 0..REQUESTS.len() {
        let method = u8::try_from(method).expect("there are few");
        session.act(Action::Ask {
            method,
            document: 0,
            line: lines,
            column: 6,
            cancel: false,
        });
    }
    session.ask("shutdown", &Value::Null);
    session.tell("exit", &Value::Null);
    let requests = session.requests;
    let mut said = Vec::new();
    let input = std::io::Cursor::new(session.sent);
    let ended = hcl2_cli::serve_editor(input, &mut said).expect("memory can be written");
    assert!(ended, "the session ends as the protocol says");
    assert_eq!(answered(&said), (0..requests).collect::<Vec<_>>());
}

/// Returns the numbers of the answered requests, in order.
fn answered(said: &[u8]) -> Vec<u64> {
    let mut rest = std::str::from_utf8(said).expect("UTF-8");
    let mut answered = Vec::new();
    while !rest.is_empty() {
        let (header, body) = rest.split_once("\r\n\r\n").expect("a header and a body");
        let length = header
            .strip_prefix("Content-Length: ")
            .expect("the header of a length");
        let (body, after) = body.split_at(length.parse().expect("a length"));
        let message: Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(message["jsonrpc"], "2.0");
        if let Some(id) = message["id"].as_u64() {
            assert!(
                message.get("result").is_some() != message.get("error").is_some(),
                "{message}"
            );
            answered.push(id);
        }
        rest = after;
    }
    answered
}
