//! The exchange of messages with the editor.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use gen_lsp_types::{
    self as lsp, LspNotificationMethod as Method, Notification as _, PublishDiagnosticsNotification,
};
use hcl2_ide::Workspace;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::Client;
use super::configuration::Editor;
use super::diagnostics::{Open, Published};
use super::documents;
use super::log::Log;
use super::requests::{self, Context, SentTokens};
use super::transport::{Fault, Incoming, Reader, answer};
use crate::commands::budget::BudgetArguments;
use crate::output::Channel;

/// How many messages are read ahead, to see whether the editor is still typing.
const READ_AHEAD: usize = 256;

/// How often an idle server looks whether its editor is there.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long a look at the files on disk is good for, unless the editor says earlier that one has changed.
const LOOK: Duration = Duration::from_secs(2);

/// The same with an editor that watches most of them.
const WATCHED_LOOK: Duration = Duration::from_secs(10);

/// Serves an editor until it ends the session or disconnects. Returns false if it ends the session without announcing
/// that.
///
/// # Errors
///
/// If the output cannot be written to.
pub(super) fn serve(
    workspace: Workspace,
    budget: BudgetArguments,
    log: Log,
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
        log,
        state: State::New,
        client: Client::default(),
        open: Open::new(),
        published: Published::default(),
        tokens: SentTokens::default(),
        queue: VecDeque::new(),
        looked: Instant::now(),
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

fn capabilities(client: &Client) -> lsp::ServerCapabilities {
    let folders = lsp::WorkspaceFoldersServerCapabilities {
        supported: Some(true),
        change_notifications: Some(true.into()),
    };
    let mut capabilities = lsp::ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSyncKind::Incremental.into()),
        workspace: Some(lsp::WorkspaceOptions {
            workspace_folders: Some(folders),
            ..lsp::WorkspaceOptions::default()
        }),
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
    log: Log,
    state: State,
    client: Client,
    open: Open,
    published: Published,
    /// The semantic tokens that the editor has.
    tokens: SentTokens,
    /// Messages that have been read ahead.
    queue: VecDeque<Incoming>,
    /// When the files on disk were looked at.
    looked: Instant,
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
                    match self.wait(receiver) {
                        Ok(message) => message,
                        Err(is_in_order) => return Ok(is_in_order),
                    }
                }
            };
            match message {
                Incoming::Request { id, method, params } => {
                    let start = Instant::now();
                    let result = if is_cancelled(&id, &mut self.queue, receiver) {
                        Err((Fault::CANCELLED, "the request was cancelled".to_owned()))
                    } else {
                        self.limited(|server| server.respond(&method, params))?
                    };
                    self.log.add(|| {
                        let time = start.elapsed().as_secs_f64();
                        let error = result
                            .as_ref()
                            .err()
                            .map(|(code, text)| format!(": {code} {text}"));
                        format!("{method} {id} took {time:.3} s{}", error.unwrap_or_default())
                    });
                    self.output.send(&answer(&id, result))?;
                }
                Incoming::Notification { method, .. } if method == "exit" => {
                    return Ok(self.state == State::ShutDown);
                }
                Incoming::Notification { method, params } if self.state == State::Initialized => {
                    self.log.add(|| method.clone());
                    self.limited(|server| server.handle(&method, params))?;
                }
                Incoming::Response { id, result } => {
                    if let Some(options) = Editor::answered(&id, &result) {
                        self.configure(&options)?;
                    }
                }
                Incoming::Notification { .. } => {}
                Incoming::Fault(Fault { code, message }) => {
                    self.log.add(|| format!("invalid message: {code} {message}"));
                    let error = Err((code, message.to_owned()));
                    self.output.send(&answer(&Value::Null, error))?;
                }
            }
        }
    }

    /// Waits for the next message; an error says whether the session is over in order.
    fn wait(&mut self, receiver: &Receiver<Incoming>) -> Result<Incoming, bool> {
        while !self.client.is_gone() {
            match receiver.recv_timeout(PATIENCE) {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Disconnected) => return Err(true),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.log.add(|| "the process of the editor is gone".to_owned());
        Err(false)
    }

    /// Does work whose evaluations are limited.
    fn limited<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let limiter = self.budget.start();
        limiter.during(|| work(self))
    }

    /// Returns the result of a request, or an error code and its message.
    fn respond(&mut self, method: &str, params: Value) -> std::io::Result<Result<String, (i32, String)>> {
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
                    return Ok(Ok("null".to_owned()));
                }
                let token = params.get("workDoneToken");
                let token = token.filter(|_| requests::reads_folders(method)).cloned();
                if let Some(token) = &token {
                    let value = json!({"kind": "begin", "title": "Reading the folders"});
                    self.tell("$/progress", &json!({"token": token, "value": value}))?;
                }
                let answer = self.answer(method, params);
                if let Some(token) = &token {
                    self.tell("$/progress", &json!({"token": token, "value": {"kind": "end"}}))?;
                }
                Ok(answer)
            }
        }
    }

    fn initialize(&mut self, params: Value) -> std::io::Result<String> {
        let (client, options) = Client::of(params);
        self.state = State::Initialized;
        self.client = client;
        self.configure(&options)?;
        let result = json!(lsp::InitializeResult {
            capabilities: capabilities(&self.client),
            server_info: Some(lsp::ServerInfo {
                name: "hcl2".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        });
        Ok(result.to_string())
    }

    /// Takes the settings of the editor, for what project files do not say.
    fn configure(&mut self, options: &Value) -> std::io::Result<()> {
        let (settings, problems) = self.client.editor.settings(options);
        self.workspace.set_own_settings(settings);
        self.workspace.set_roots(self.client.editor.folders.clone());
        for message in problems {
            let params = json!({"type": lsp::MessageType::Warning, "message": message});
            self.tell("window/showMessage", &params)?;
        }
        Ok(())
    }

    /// Handles a notification; those with invalid parameters are ignored.
    fn handle(&mut self, method: &str, params: Value) -> std::io::Result<()> {
        match Method::from(method) {
            Method::Initialized => {
                let message = format!("hcl2 {} is ready.", env!("CARGO_PKG_VERSION"));
                let params = json!({"type": lsp::MessageType::Log, "message": message});
                self.tell("window/logMessage", &params)?;
                for request in self.client.editor.requests() {
                    self.output.send(&request.to_string())?;
                }
            }
            Method::WorkspaceDidChangeConfiguration => match self.client.editor.question() {
                Some(question) => self.output.send(&question.to_string())?,
                None => self.configure(params.get("settings").unwrap_or(&Value::Null))?,
            },
            Method::WorkspaceDidChangeWorkspaceFolders => {
                parsed(params, |params| self.client.editor.change_folders(&params));
                self.workspace.set_roots(self.client.editor.folders.clone());
            }
            Method::TextDocumentDidOpen => {
                parsed(params, |params| {
                    documents::open(&mut self.workspace, &mut self.open, params)
                });
            }
            Method::TextDocumentDidChange => parsed(params, |params| {
                let encoding = self.client.encoding;
                documents::change((&mut self.workspace, encoding), &mut self.open, params);
            }),
            Method::TextDocumentDidClose => parsed(params, |params| {
                documents::close(&mut self.workspace, &mut self.open, &params);
            }),
            Method::TextDocumentDidSave | Method::WorkspaceDidChangeWatchedFiles => {
                self.workspace.invalidate();
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks the workspace if it is stale, and publishes the diagnostics that changed.
    fn publish(&mut self) -> std::io::Result<()> {
        let look = match self.client.editor.watches_files {
            true => WATCHED_LOOK,
            false => LOOK,
        };
        if self.looked.elapsed() > look {
            self.workspace.look_again();
            self.looked = Instant::now();
        }
        if !self.workspace.is_stale() {
            return Ok(());
        }
        let start = Instant::now();
        self.workspace.check();
        let changed = self
            .published
            .update(&self.workspace, &self.open, self.client.encoding);
        self.log.add(|| {
            let time = start.elapsed().as_secs_f64();
            format!("the check took {time:.3} s; {} files changed", changed.len())
        });
        if self.client.pulls_diagnostics {
            if self.client.refreshes_diagnostics && !changed.is_empty() {
                let method = "workspace/diagnostic/refresh";
                let request = json!({"jsonrpc": "2.0", "id": "hcl2/refresh", "method": method});
                self.output.send(&request.to_string())?;
            }
            return Ok(());
        }
        for params in changed {
            self.tell(PublishDiagnosticsNotification::METHOD.as_str(), &params)?;
        }
        Ok(())
    }

    /// Sends a notification.
    fn tell(&mut self, method: &str, params: &impl Serialize) -> std::io::Result<()> {
        let params = serde_json::to_string(params)?;
        self.output.send(&format!(
            r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#
        ))
    }

    fn answer(&self, method: &str, params: Value) -> Result<String, (i32, String)> {
        let context = Context {
            workspace: &self.workspace,
            open: &self.open,
            encoding: self.client.encoding,
            has_versions: self.client.has_versions,
            changes_files: self.client.changes_files,
            shows_reasons: self.client.shows_reasons,
            tokens: &self.tokens,
            completions: self.client.completions,
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
