//! The framing of the protocol: headers, a blank line, and a JSON text of the announced length.
//!
//! Whatever a client sends, the server goes on: a fault is answered as JSON-RPC says, and reading continues with the
//! next `Content-Length`.

use std::io::{BufRead, Read};

use serde_json::{Map, Value, json};

/// The largest message that is read, in bytes: twice the largest document, for its escapes.
const MAX_MESSAGE: u64 = 512 << 20;

/// How many bytes at the end of an endless header line are kept, which may announce the next message.
const MAX_HEADER: usize = 4096;

/// The header with the length of a message.
const LENGTH: &str = "content-length:";

/// A message of the client.
#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    /// A request, to be answered under its id.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// The answer to a request of the server; null if it failed.
    Response {
        id: Value,
        result: Value,
    },
    /// Something else, answered with this error.
    Fault(Fault),
}

/// An error of JSON-RPC or the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) code: i32,
    pub(super) message: &'static str,
}

impl Fault {
    pub(super) const PARSE_ERROR: i32 = -32700;
    pub(super) const INVALID_REQUEST: i32 = -32600;
    pub(super) const METHOD_NOT_FOUND: i32 = -32601;
    pub(super) const INVALID_PARAMS: i32 = -32602;
    pub(super) const NOT_INITIALIZED: i32 = -32002;
    pub(super) const REQUEST_FAILED: i32 = -32803;
    pub(super) const CANCELLED: i32 = -32800;

    const fn invalid(message: &'static str) -> Self {
        Self {
            code: Self::INVALID_REQUEST,
            message,
        }
    }
}

/// Reads messages from a client.
pub(super) struct Reader<R> {
    input: R,
    /// Whether the last fault left the position between two messages unknown, so that further faults follow from it.
    lost: bool,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, lost: false }
    }

    /// Returns the next message, or `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub(super) fn next(&mut self) -> std::io::Result<Option<Incoming>> {
        loop {
            let Some(length) = self.length()? else {
                return Ok(None);
            };
            let fault = match length {
                Ok(length) if length <= MAX_MESSAGE => {
                    self.lost = false;
                    let mut body = Vec::new();
                    // Memory grows with what arrives, not with what is announced.
                    self.input.by_ref().take(length).read_to_end(&mut body)?;
                    return Ok(Some(message(&body)));
                }
                Ok(_) => Fault::invalid("the message is longer than 512 MiB"),
                Err(fault) => fault,
            };
            if !std::mem::replace(&mut self.lost, true) {
                return Ok(Some(Incoming::Fault(fault)));
            }
        }
    }

    /// Reads headers and the blank line after them; returns the announced length, or `None` at the end of the input.
    fn length(&mut self) -> std::io::Result<Option<Result<u64, Fault>>> {
        let mut length = None;
        loop {
            let Some(line) = self.line()? else {
                return Ok(None);
            };
            let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
            // Behind a message of unknown length, a header does not start its line.
            if let Some((_, value)) = line.rsplit_once(LENGTH) {
                length = Some(
                    value
                        .trim()
                        .parse()
                        .map_err(|_| Fault::invalid("the header `Content-Length` has no length in bytes")),
                );
            } else if line.trim().is_empty() {
                match length {
                    Some(length) => return Ok(Some(length)),
                    // Blank lines between messages mean nothing.
                    None if self.lost => {}
                    None => return Ok(Some(Err(Fault::invalid("expected the header `Content-Length`")))),
                }
            } else if !is_header(&line) {
                return Ok(Some(Err(Fault::invalid(
                    "expected a header such as `Content-Length`",
                ))));
            }
        }
    }

    /// Reads a line; only the end of a long one is returned. `None` is the end of the input.
    fn line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let read = self
                .input
                .by_ref()
                .take(MAX_HEADER as u64)
                .read_until(b'\n', &mut line)?;
            if line.ends_with(b"\n") {
                return Ok(Some(line));
            }
            if read == 0 {
                return Ok(None);
            }
            let excess = line.len().saturating_sub(MAX_HEADER);
            line.drain(..excess);
        }
    }
}

/// Returns whether a line is `name: value`.
fn is_header(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, _)| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

/// Returns the message that a JSON text is.
fn message(text: &[u8]) -> Incoming {
    let invalid = |message| Incoming::Fault(Fault::invalid(message));
    let Ok(value) = serde_json::from_slice(text) else {
        return Incoming::Fault(Fault {
            code: Fault::PARSE_ERROR,
            message: "the message is not valid JSON in UTF-8",
        });
    };
    let mut fields: Map<String, Value> = match value {
        Value::Object(fields) => fields,
        Value::Array(_) => return invalid("batches are not supported"),
        _ => return invalid("expected an object"),
    };
    let is_response = fields.contains_key("result") || fields.contains_key("error");
    let params = fields.remove("params").unwrap_or_default();
    match (fields.remove("method"), fields.remove("id")) {
        (Some(Value::String(method)), None) => Incoming::Notification { method, params },
        (Some(Value::String(method)), Some(id @ (Value::String(_) | Value::Number(_)))) => {
            Incoming::Request { id, method, params }
        }
        (Some(Value::String(_)), Some(_)) => invalid("expected a string or number as `id`"),
        (None, Some(id)) if is_response => {
            let result = fields.remove("result").unwrap_or_default();
            Incoming::Response { id, result }
        }
        _ => invalid("expected a string as `method`"),
    }
}

/// Creates the answer to the request `id`, which is null if it is unknown. A result is JSON already.
pub(super) fn answer(id: &Value, result: Result<String, (i32, String)>) -> String {
    match result {
        Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
        Err((code, message)) => {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the methods of the messages in `text`, and the codes of the faults.
    fn read(text: &[u8]) -> Vec<String> {
        let mut reader = Reader::new(text);
        let mut found = Vec::new();
        while let Some(message) = reader.next().expect("memory can be read") {
            found.push(match message {
                Incoming::Request { id, method, .. } => format!("{id} {method}"),
                Incoming::Notification { method, .. } => method,
                Incoming::Response { id, result } => format!("{id} = {result}"),
                Incoming::Fault(fault) => fault.code.to_string(),
            });
        }
        found
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn messages_follow_their_headers() {
        let note = framed(r#"{"method": "n"}"#);
        let request = framed(r#"{"id": 1, "method": "r", "params": []}"#);
        let response = framed(r#"{"id": 1, "result": null}"#);
        assert_eq!(
            read(format!("{note}{request}{response}{note}").as_bytes()),
            ["n", "1 r", "1 = null", "n"]
        );
        let typed = "content-length:14\nContent-Type: x\n\n{\"method\":\"n\"}";
        assert_eq!(read(typed.as_bytes()), ["n"]);
        assert_eq!(read(b""), [""; 0]);
        assert_eq!(read(b"Content-Length: 5"), [""; 0]);
    }

    #[test]
    fn invalid_messages_are_faults_and_reading_goes_on() {
        for (body, code) in [
            ("[]", "-32600"),
            ("[1]", "-32600"),
            ("{}", "-32600"),
            ("7", "-32600"),
            (r#"{"id": {}, "method": "r"}"#, "-32600"),
            (r#"{"id": null, "method": "r"}"#, "-32600"),
            (r#"{"id": 1, "method": 2}"#, "-32600"),
            ("", "-32700"),
            ("{", "-32700"),
            ("nothing", "-32700"),
            (&"[".repeat(100_000), "-32700"),
        ] {
            let text = framed(body) + &framed(r#"{"method": "n"}"#);
            assert_eq!(read(text.as_bytes()), [code, "n"], "{body:.20}");
        }
        let text = [
            b"Content-Length: 3\r\n\r\n\"\xff\"",
            framed(r#"{"method": "n"}"#).as_bytes(),
        ]
        .concat();
        assert_eq!(read(&text), ["-32700", "n"]);
    }

    #[test]
    fn invalid_headers_are_one_fault_and_reading_goes_on() {
        let body = r#"{"method": "x"}"#;
        let long = "x".repeat(3 * MAX_HEADER);
        for header in [
            "",
            "\r\n",
            "Accept: all\r\n\r\n",
            "Content-Length\r\n\r\n",
            "Content-Length: \r\n\r\n",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 1e3\r\n\r\n",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Length: 99999999999999999999999999\r\n\r\n",
            "\0\u{1b}[31m\r\n",
            "Content-Length: 5\r\nnonsense\r\n",
            &long,
        ] {
            let text = format!("{header}{body}{}", framed(r#"{"method": "n"}"#));
            assert_eq!(
                read(text.as_bytes()).last().map(String::as_str),
                Some("n"),
                "{header:.40}"
            );
            assert!(read(text.as_bytes()).len() <= 2, "{header:.40}");
        }
        let text = format!("Accept: all\r\n\r\n{body}{}", framed(r#"{"method": "n"}"#));
        assert_eq!(read(text.as_bytes()), ["-32600", "n"]);
    }
}
