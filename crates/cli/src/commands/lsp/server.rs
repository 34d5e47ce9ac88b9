//! The exchange of messages with the editor.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use gen_lsp_types::{
    self as lsp, LspNotificationMethod as Method, Notification as _, PublishDiagnosticsNotification,
    TextDocumentContentChangeEvent as Change,
};
use hcl2::Syntax;
use hcl2_ide::{Document, Workspace};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::configuration::{Editor, root_of};
use super::convert;
use super::position::Encoding;
use super::requests::{self, CompletionSupport, Context};
use super::transport::{Fault, Incoming, Reader, answer};
use super::uri::{path_from_uri, uri_from_path};
use crate::commands::budget::BudgetArguments;
use crate::output::{Channel, MAX_PROBLEMS, limited};

/// How many messages are read ahead, to see whether the editor is still typing.
const READ_AHEAD: usize = 256;

/// Serves an editor until it ends the session or disconnects. Returns false if it ends the session without announcing
/// that.
///
/// # Errors
///
/// If the output cannot be written to.
pub(super) fn serve(
    workspace: Workspace,
    budget: BudgetArguments,
    input: impl Read + Send + 'static,
    output: Channel<impl Write>,
) -> std::io::Result<bool> {
    let (sender, receiver) = sync_channel(READ_AHEAD);
    // The thread ends with the process, or with the input.
    std::thread::spawn(move || {
        let mut reader = Reader::new(BufReader::new(input));
        while let Ok(Some(message)) = reader.next() {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    let mut server = Server {
        output,
        workspace,
        budget,
        state: State::New,
        encoding: Encoding::default(),
        completions: CompletionSupport::default(),
        editor: Editor::default(),
        open: HashMap::new(),
        reported: Vec::new(),
        queue: VecDeque::new(),
    };
    server.run(&receiver)
}

/// What the editor has done in its session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Initialized,
    ShutDown,
}

fn capabilities(encoding: Encoding) -> lsp::ServerCapabilities {
    let mut capabilities = lsp::ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSyncKind::Incremental.into()),
        ..lsp::ServerCapabilities::default()
    };
    requests::announce(&mut capabilities);
    capabilities
}

struct Server<W> {
    output: Channel<W>,
    workspace: Workspace,
    /// What limits the evaluations for one message.
    budget: BudgetArguments,
    state: State,
    encoding: Encoding,
    completions: CompletionSupport,
    editor: Editor,
    /// The URI and version of each open document.
    open: HashMap<PathBuf, (lsp::Uri, i32)>,
    /// The files whose diagnostics the editor shows.
    reported: Vec<lsp::Uri>,
    /// Messages that have been read ahead.
    queue: VecDeque<Incoming>,
}

impl<W: Write> Server<W> {
    /// Handles messages until the editor ends the session or disconnects. Returns false if it ends the session without
    /// announcing that.
    fn run(&mut self, receiver: &Receiver<Incoming>) -> std::io::Result<bool> {
        loop {
            let message = match self.queue.pop_front().map_or_else(|| receiver.try_recv(), Ok) {
                Ok(message) => message,
                Err(error) => {
                    // Typing sends notifications faster than modules can be checked.
                    self.limited(Self::publish)?;
                    if error == TryRecvError::Disconnected {
                        return Ok(true);
                    }
                    match receiver.recv() {
                        Ok(message) => message,
                        Err(_) => return Ok(true),
                    }
                }
            };
            match message {
                Incoming::Request { id, method, params } => {
                    let result = if is_cancelled(&id, &mut self.queue, receiver) {
                        Err((Fault::CANCELLED, "the request was cancelled".to_owned()))
                    } else {
                        self.limited(|server| server.respond(&method, params))?
                    };
                    self.output.send(&answer(id, result))?;
                }
                Incoming::Notification { method, .. } if method == "exit" => {
                    return Ok(self.state == State::ShutDown);
                }
                Incoming::Notification { method, params } if self.state == State::Initialized => {
                    self.limited(|server| server.handle(&method, params))?;
                }
                Incoming::Response { id, result } => {
                    if let Some(options) = Editor::answered(&id, &result) {
                        self.configure(&options)?;
                    }
                }
                Incoming::Notification { .. } => {}
                Incoming::Fault(Fault { code, message }) => {
                    let error = Err((code, message.to_owned()));
                    self.output.send(&answer(Value::Null, error))?;
                }
            }
        }
    }

    /// Does work whose evaluations are limited.
    fn limited<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let limiter = self.budget.start();
        limiter.during(|| work(self))
    }

    /// Returns the result of a request, or an error code and its message.
    fn respond(&mut self, method: &str, params: Value) -> std::io::Result<Result<Value, (i32, String)>> {
        let invalid = |code: i32, message: &str| Ok(Err((code, message.to_owned())));
        match (self.state, method) {
            (State::New, "initialize") => self.initialize(params).map(Ok),
            (State::New, _) => invalid(Fault::NOT_INITIALIZED, "expected `initialize` first"),
            (State::ShutDown, _) => invalid(Fault::INVALID_REQUEST, "the server is shut down"),
            (State::Initialized, "initialize") => {
                invalid(Fault::INVALID_REQUEST, "the server is initialized already")
            }
            (State::Initialized, _) => {
                self.publish()?;
                if method == "shutdown" {
                    self.state = State::ShutDown;
                    return Ok(Ok(Value::Null));
                }
                Ok(self.answer(method, params))
            }
        }
    }

    fn initialize(&mut self, params: Value) -> std::io::Result<Value> {
        let root = root_of(&params);
        let client: lsp::InitializeParams = serde_json::from_value(params).unwrap_or_default();
        self.state = State::Initialized;
        self.encoding = Encoding::from_client(&client.capabilities);
        self.editor = Editor::of(&client.capabilities, root);
        self.completions = CompletionSupport::from_client(client.capabilities);
        self.configure(&client.initialization_options.unwrap_or_default())?;
        Ok(json!(lsp::InitializeResult {
            capabilities: capabilities(self.encoding),
            server_info: Some(lsp::ServerInfo {
                name: "hcl2".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }))
    }

    /// Takes the settings of the editor, for what project files do not say.
    fn configure(&mut self, options: &Value) -> std::io::Result<()> {
        let (settings, problems) = self.editor.settings(options);
        self.workspace.set_own_settings(settings);
        for message in problems {
            self.output.send(&json!({
                "jsonrpc": "2.0",
                "method": "window/showMessage",
                "params": {"type": lsp::MessageType::Warning, "message": message},
            }))?;
        }
        Ok(())
    }

    /// Handles a notification; those with invalid parameters are ignored.
    fn handle(&mut self, method: &str, params: Value) -> std::io::Result<()> {
        match Method::from(method) {
            Method::Initialized => {
                for request in self.editor.requests() {
                    self.output.send(&request)?;
                }
            }
            Method::WorkspaceDidChangeConfiguration => match self.editor.question() {
                Some(question) => self.output.send(&question)?,
                None => self.configure(params.get("settings").unwrap_or(&Value::Null))?,
            },
            Method::TextDocumentDidOpen => parsed(params, |params| self.open(params)),
            Method::TextDocumentDidChange => parsed(params, |params| self.change(params)),
            Method::TextDocumentDidClose => parsed(params, |params| self.close(&params)),
            Method::TextDocumentDidSave | Method::WorkspaceDidChangeWatchedFiles => {
                self.workspace.invalidate();
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, params: lsp::DidOpenTextDocumentParams) {
        let item = params.text_document;
        let path = path_from_uri(&item.uri);
        let syntax = match item.language_id.as_str() {
            "json" | "jsonc" => Syntax::Json,
            _ => Syntax::from_path(&path),
        };
        if let Ok(document) = Document::new(&path, item.text, syntax) {
            self.workspace.open(document);
            self.open.insert(path, (item.uri, item.version));
        }
    }

    /// Applies changes, each to the result of the one before.
    fn change(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let identifier = params.text_document;
        let path = path_from_uri(&identifier.text_document_identifier.uri);
        let Some(document) = self.workspace.document_mut(&path) else {
            return;
        };
        for change in params.content_changes {
            let changed = match change {
                Change::TextDocumentContentChangePartial(change) => {
                    let span = self.encoding.span(document.source(), change.range);
                    document.replace(span.start..span.end, &change.text)
                }
                Change::TextDocumentContentChangeWholeDocument(change) => document.set_text(change.text),
            };
            if changed.is_err() {
                return;
            }
        }
        if let Some((_, version)) = self.open.get_mut(&path) {
            *version = identifier.version;
        }
    }

    fn close(&mut self, params: &lsp::DidCloseTextDocumentParams) {
        let path = path_from_uri(&params.text_document.uri);
        self.workspace.close(&path);
        self.open.remove(&path);
    }

    /// Checks the workspace if it is stale, and publishes the diagnostics.
    fn publish(&mut self) -> std::io::Result<()> {
        if !self.workspace.is_stale() {
            return Ok(());
        }
        self.workspace.check();
        let sources = self.workspace.sources();
        let mut reported = Vec::new();
        let mut published = Vec::new();
        for (path, file) in self.workspace.files() {
            let open = self.open.get(path);
            if file.diagnostics.is_empty() && open.is_none() {
                continue;
            }
            let uri = open.map(|(uri, _)| uri.clone());
            let Some(uri) = uri.or_else(|| uri_from_path(path)) else {
                continue;
            };
            let (shown, more) = limited(&file.diagnostics, MAX_PROBLEMS);
            let diagnostics = shown.into_iter().chain(&more);
            let diagnostics =
                diagnostics.map(|problem| convert::diagnostic(self.encoding, problem, &file.value, sources));
            published.push(lsp::PublishDiagnosticsParams {
                uri: uri.clone(),
                version: open.map(|(_, version)| *version),
                diagnostics: diagnostics.collect(),
            });
            reported.push(uri);
        }
        // Diagnostics of all other files are outdated.
        let current: HashSet<&str> = reported.iter().map(AsRef::as_ref).collect();
        for uri in std::mem::take(&mut self.reported) {
            if !current.contains(uri.as_ref()) {
                published.push(lsp::PublishDiagnosticsParams {
                    uri,
                    version: None,
                    diagnostics: Vec::new(),
                });
            }
        }
        self.reported = reported;
        let method = PublishDiagnosticsNotification::METHOD.as_str();
        for params in published {
            let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
            self.output.send(&message)?;
        }
        Ok(())
    }

    fn answer(&self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let context = Context {
            workspace: &self.workspace,
            encoding: self.encoding,
            completions: self.completions,
        };
        requests::answer(context, method, params).map_err(|refusal| (refusal.code, refusal.message))
    }
}

/// Reads ahead, and returns whether the editor does not wait for the answer to a request any more.
fn is_cancelled(id: &Value, queue: &mut VecDeque<Incoming>, receiver: &Receiver<Incoming>) -> bool {
    let room = READ_AHEAD.saturating_sub(queue.len());
    queue.extend(receiver.try_iter().take(room));
    queue.iter().any(|message| {
        matches!(message, Incoming::Notification { method, params }
            if method == "$/cancelRequest" && params.get("id") == Some(id))
    })
}

/// Passes typed parameters of a notification on, if they are valid.
fn parsed<P: DeserializeOwned>(params: Value, handle: impl FnOnce(P)) {
    if let Ok(params) = serde_json::from_value(params) {
        handle(params);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_is_cancelled_by_a_later_message_with_its_id() {
        let (sender, receiver) = sync_channel(READ_AHEAD);
        let mut queue = VecDeque::new();
        let notify = |method: &str, params: Value| {
            let method = method.to_owned();
            let message = Incoming::Notification { method, params };
            sender.send(message).expect("a receiver");
        };
        notify("$/cancelRequest", json!({"id": 7}));
        notify("textDocument/didSave", json!({"id": "a"}));
        notify("$/cancelRequest", json!({"id": "b"}));
        notify("$/cancelRequest", Value::Null);
        for (id, cancelled) in [
            (json!(7), true),
            (json!("7"), false),
            (json!("a"), false),
            (json!("b"), true),
        ] {
            assert_eq!(is_cancelled(&id, &mut queue, &receiver), cancelled, "{id}");
        }
        assert_eq!(queue.len(), 4, "messages are kept in order");
        (0..2 * READ_AHEAD).for_each(|id| {
            drop(sender.try_send(Incoming::Request {
                id: json!(id),
                method: String::new(),
                params: Value::Null,
            }))
        });
        assert!(!is_cancelled(&json!(8), &mut queue, &receiver));
        assert_eq!(
            queue.len(),
            READ_AHEAD,
            "an editor that never waits fills no memory"
        );
    }
}
