//! Dictionaries of source text as files.

use hcl2::diagnostics::Source;
use hcl2::native::lexer::{Start, TokenKind, is_identifier, lex};
use hcl2::native::tree::TextRange;
use hcl2::native::{Style, parse_file};
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::heredoc;
use crate::problems::exception_of;
use crate::values::is_decimal;

/// Dictionaries are written to this depth.
const MAX_DEPTH: usize = 400;

const IS_BLOCK: &str = "__is_block__";
const COMMENTS: &str = "__comments__";
const INLINE_COMMENTS: &str = "__inline_comments__";
const LINES: [&str; 2] = ["__start_line__", "__end_line__"];

/// The options of python-hcl2 for writing.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) struct WriteOptions {
    heredocs_to_strings: bool,
    strings_to_heredocs: bool,
    object_elements_colon: bool,
    object_elements_trailing_comma: bool,
    indent_length: u8,
    open_empty_blocks: bool,
    open_empty_objects: bool,
    open_empty_tuples: bool,
    vertically_align_attributes: bool,
}

/// Writes a dictionary, as python-hcl2 has it, as a file that parses.
#[pyfunction]
pub(crate) fn _source_text(data: &Bound<'_, PyDict>, options: WriteOptions) -> PyResult<String> {
    let mut writing = Writing {
        options,
        out: String::new(),
        heredocs: Vec::new(),
        path: Vec::new(),
    };
    writing.body(data, 0)?;
    writing.end_items();
    let Writing { out, heredocs, .. } = writing;
    let style = Style::default()
        .with_indentation(options.indent_length)
        .with_align(options.vertically_align_attributes);
    let py = data.py();
    py.detach(|| -> Result<String, hcl2::Error> {
        let formatted = style.format(out.as_bytes());
        let formatted = String::from_utf8_lossy(&formatted);
        let source = Source::new("<dict>", with_heredocs(&formatted, &heredocs))?;
        let parsed = parse_file(&source);
        if parsed.has_errors() {
            return Err(hcl2::Error::new(parsed.diagnostics).with_sources(source));
        }
        Ok(String::from_utf8_lossy(source.bytes()).into_owned())
    })
    .map_err(|error| exception_of(py, &error))
}

struct Writing {
    options: WriteOptions,
    out: String,
    /// The heredocs that stand for their place holders, since formatting changes the templates in them.
    heredocs: Vec<String>,
    /// The keys and indexes of the value that is written.
    path: Vec<Step>,
}

/// A step to a value in a dictionary.
enum Step {
    Key(String),
    Index(usize),
}

/// The name in place of a heredoc.
const PLACE_HOLDER: &str = "hcl2rs_heredoc_in_this_place";

/// Replaces place holders by their heredocs.
fn with_heredocs(text: &str, heredocs: &[String]) -> String {
    let mut pieces = text.split(PLACE_HOLDER);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for (heredoc, piece) in heredocs.iter().zip(pieces) {
        out.push_str(heredoc);
        // The marker must be alone on its line.
        out.push_str(if piece.starts_with(['\n', '\r']) { "" } else { "\n" });
        out.push_str(piece);
    }
    out
}

impl Writing {
    fn body(&mut self, body: &Bound<'_, PyDict>, depth: usize) -> PyResult<()> {
        check_depth(depth)?;
        let mut inline = comments_in(body, INLINE_COMMENTS)?;
        for comment in comments_in(body, COMMENTS)? {
            self.comment(&comment);
        }
        let start = self.out.len();
        for (key, value) in body {
            let key = text_of(&key)?;
            if is_reserved(&key) {
                continue;
            }
            match value.cast::<PyList>() {
                Ok(list) if has_blocks(list, depth)? => {
                    for (index, block) in list.iter().enumerate() {
                        self.path.extend([Step::Key(key.clone()), Step::Index(index)]);
                        let steps = self.path.len();
                        self.block(&key, &block, depth)?;
                        self.path.truncate(steps - 2);
                    }
                }
                _ => {
                    self.out.push_str(&key);
                    self.out.push_str(" = ");
                    let before = self.out.len();
                    self.path.push(Step::Key(key));
                    self.value(&value, depth + 1)?;
                    self.path.pop();
                    self.place_comments(before, &mut inline);
                    self.end_line();
                }
            }
        }
        // Nothing in the body can hold them any more.
        let rest = self.out.split_off(start);
        for comment in inline {
            self.comment(&comment);
        }
        self.out.push_str(&rest);
        Ok(())
    }

    /// Removes the empty line after the last block of a body.
    fn end_items(&mut self) {
        if self.out.ends_with("\n\n") {
            self.out.pop();
        }
    }

    fn end_line(&mut self) {
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Writes a comment on lines of its own.
    fn comment(&mut self, comment: &str) {
        if comment.contains('\n') && !comment.contains("*/") {
            self.out.push_str(&format!("/*\n{comment}\n*/\n"));
            return;
        }
        for line in comment.lines() {
            self.out.push_str(&format!("# {line}\n"));
        }
    }

    /// Puts comments inside the value that starts at `start`, if it has a place for them.
    fn place_comments(&mut self, start: usize, comments: &mut Vec<String>) {
        if comments.is_empty() {
            return;
        }
        let value = self.out.split_off(start);
        let end = u32::try_from(value.len()).unwrap_or(u32::MAX);
        let tokens = lex(value.as_bytes(), TextRange::new(0, end), Start::Code);
        let place = tokens.iter().find(|token| {
            matches!(
                token.kind,
                TokenKind::OpenBracket | TokenKind::OpenParen | TokenKind::OpenBrace
            )
        });
        let place = place.or_else(|| tokens.iter().find(|token| is_operator(token.kind)));
        let Some(place) = place else {
            self.out.push_str(&value);
            return;
        };
        let at = place.range.end as usize;
        let may_break = !is_operator(place.kind);
        self.out.push_str(&value[..at]);
        comments.retain(|comment| {
            let is_closed = comment.contains("*/");
            if may_break && (is_closed || !comment.contains('\n')) {
                for line in comment.lines() {
                    self.out.push_str(&format!("\n# {line}"));
                }
                false
            } else if !is_closed {
                self.out.push_str(&format!(" /* {comment} */ "));
                false
            } else {
                true
            }
        });
        if may_break {
            self.out.push('\n');
        }
        self.out.push_str(value[at..].trim_start_matches('\n'));
    }

    fn block(&mut self, block_type: &str, block: &Bound<'_, PyAny>, depth: usize) -> PyResult<()> {
        if !self.out.is_empty() && !self.out.ends_with("{\n") && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        self.out.push_str(block_type);
        let Ok(block) = block.cast::<PyDict>() else {
            return Err(PyTypeError::new_err(format!(
                "{}: a block must be a dict",
                self.place()
            )));
        };
        let mut body = block.clone();
        let mut labels = 0;
        while !is_marked(&body)? {
            let mut keys = Vec::new();
            for key in body.keys() {
                let key = text_of(&key)?;
                if !is_reserved(&key) {
                    keys.push(key);
                }
            }
            let [label] = keys.as_slice() else { break };
            let Some(inner) = body.get_item(label)? else { break };
            let Ok(inner) = inner.cast_into::<PyDict>() else {
                break;
            };
            self.out.push(' ');
            self.out.push_str(&if is_quoted(label) || is_identifier(label) {
                label.clone()
            } else {
                quoted(label)
            });
            self.path.push(Step::Key(label.clone()));
            labels += 1;
            check_depth(depth + labels)?;
            body = inner;
        }
        self.out.push_str(" {\n");
        let before = self.out.len();
        self.body(&body, depth + labels + 1)?;
        if self.out.len() == before && !self.options.open_empty_blocks {
            self.out.truncate(before - 1);
        }
        self.end_items();
        self.out.push_str("}\n\n");
        Ok(())
    }

    /// Returns the path of the value that is written, such as `resource[0].tags`.
    fn place(&self) -> String {
        let mut out = String::new();
        for step in &self.path {
            match step {
                Step::Key(key) => {
                    out.push_str(if out.is_empty() { "" } else { "." });
                    out.push_str(key);
                }
                Step::Index(index) => out.push_str(&format!("[{index}]")),
            }
        }
        out
    }

    fn value(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<()> {
        check_depth(depth)?;
        if value.is_none() {
            self.out.push_str("null");
        } else if let Ok(text) = value.cast::<PyString>() {
            self.text(&text.to_cow()?);
        } else if let Ok(truth) = value.cast::<PyBool>() {
            self.out.push_str(if truth.is_true() { "true" } else { "false" });
        } else if let Ok(float) = value.cast::<PyFloat>() {
            let float = float.value();
            if !float.is_finite() {
                return Err(PyValueError::new_err(format!(
                    "{}: {float} cannot be written",
                    self.place()
                )));
            }
            // Without an exponent, with which it would not read back as a float.
            let text = format!("{float}");
            self.out.push_str(&text);
            self.out.push_str(if text.contains('.') { "" } else { ".0" });
        } else if value.is_instance_of::<PyInt>() {
            self.out.push_str(&value.str()?.to_cow()?);
        } else if let Ok(object) = value.cast::<PyDict>() {
            self.object(object, depth)?;
        } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            self.tuple(value, depth)?;
        } else if is_decimal(value)? {
            if !value.call_method0("is_finite")?.is_truthy()? {
                return Err(PyValueError::new_err(format!(
                    "{}: {value} cannot be written",
                    self.place()
                )));
            }
            self.out.push_str(&value.str()?.to_cow()?);
        } else {
            let kind = value.get_type().name()?;
            let place = self.place();
            return Err(PyTypeError::new_err(format!("{place}: {kind} cannot be written")));
        }
        Ok(())
    }

    fn tuple(&mut self, items: &Bound<'_, PyAny>, depth: usize) -> PyResult<()> {
        self.out.push('[');
        let before = self.out.len();
        for (index, item) in items.try_iter()?.enumerate() {
            self.end_line();
            self.path.push(Step::Index(index));
            self.value(&item?, depth + 1)?;
            self.path.pop();
            self.out.push(',');
        }
        if self.out.len() > before || self.options.open_empty_tuples {
            self.end_line();
        }
        self.out.push(']');
        Ok(())
    }

    fn object(&mut self, object: &Bound<'_, PyDict>, depth: usize) -> PyResult<()> {
        self.out.push('{');
        let before = self.out.len();
        for (key, value) in object {
            let key = text_of(&key)?;
            if is_reserved(&key) {
                continue;
            }
            self.end_line();
            self.key(&key);
            let separator = if self.options.object_elements_colon {
                ": "
            } else {
                " = "
            };
            self.out.push_str(separator);
            self.path.push(Step::Key(key));
            self.value(&value, depth + 1)?;
            self.path.pop();
            if self.options.object_elements_trailing_comma && !self.out.ends_with('\n') {
                self.out.push(',');
            }
        }
        if self.out.len() > before || self.options.open_empty_objects {
            self.end_line();
        }
        self.out.push('}');
        Ok(())
    }

    fn key(&mut self, key: &str) {
        let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match expression(key) {
            Some(inner) => self.out.push_str(inner),
            None if is_quoted(key) || is_identifier(key) || is_number => self.out.push_str(key),
            None => self.out.push_str(&quoted(key)),
        }
    }

    fn heredoc(&mut self, text: &str) {
        self.out.push_str(PLACE_HOLDER);
        self.out.push('\n');
        self.heredocs.push(text.trim_end().to_owned());
    }

    fn text(&mut self, text: &str) {
        if let Some(inner) = expression(text) {
            self.out.push_str(inner);
        } else if is_quoted(text) {
            let inner = &text[1..text.len() - 1];
            match heredoc::lines(inner) {
                Some(_) if !self.options.heredocs_to_strings => self.heredoc(inner),
                Some(lines) => self.out.push_str(&format!("\"{}\"", heredoc::escaped(&lines))),
                None => match heredoc::of_string(inner).filter(|_| self.options.strings_to_heredocs) {
                    Some(heredoc) => self.heredoc(&heredoc),
                    None => self.out.push_str(text),
                },
            }
        } else if is_reference(text) {
            self.out.push_str(text);
        } else {
            self.out.push_str(&quoted(text));
        }
    }
}

/// Returns whether a token is an operator, after which a comment may stand.
fn is_operator(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Percent
            | TokenKind::EqualEqual
            | TokenKind::NotEqual
            | TokenKind::Less
            | TokenKind::LessEqual
            | TokenKind::Greater
            | TokenKind::GreaterEqual
            | TokenKind::And
            | TokenKind::Or
            | TokenKind::Not
            | TokenKind::Question
            | TokenKind::OpenInterpolation
    )
}

fn check_depth(depth: usize) -> PyResult<()> {
    if depth > MAX_DEPTH {
        return Err(PyRecursionError::new_err("the dictionary is nested too deeply"));
    }
    Ok(())
}

fn text_of(key: &Bound<'_, PyAny>) -> PyResult<String> {
    match key.cast::<PyString>() {
        Ok(key) => Ok(key.to_cow()?.into_owned()),
        Err(_) => Ok(key.str()?.to_cow()?.into_owned()),
    }
}

fn is_reserved(key: &str) -> bool {
    matches!(key, IS_BLOCK | COMMENTS | INLINE_COMMENTS) || LINES.contains(&key)
}

fn is_quoted(text: &str) -> bool {
    text.len() > 1 && text.starts_with('"') && text.ends_with('"')
}

/// Returns the expression in `${...}`.
fn expression(text: &str) -> Option<&str> {
    text.strip_prefix("${")?.strip_suffix('}')
}

/// Returns whether a string without quotes is a reference, such as `var.region`.
fn is_reference(text: &str) -> bool {
    text.split('.').all(is_identifier)
}

/// Returns a string as a literal.
fn quoted(text: &str) -> String {
    let escaped = heredoc::escaped(text);
    format!("\"{}\"", hcl2::native::escape_template(&escaped))
}

fn is_marked(body: &Bound<'_, PyDict>) -> PyResult<bool> {
    body.get_item(IS_BLOCK)?
        .map_or(Ok(false), |marker| marker.is_truthy())
}

/// Returns whether a list has blocks: dictionaries with a marker in them.
fn has_blocks(list: &Bound<'_, PyList>, depth: usize) -> PyResult<bool> {
    check_depth(depth)?;
    for item in list {
        if let Ok(item) = item.cast::<PyDict>()
            && contains_marker(item, depth + 1)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn contains_marker(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<bool> {
    if is_marked(dict)? {
        return Ok(true);
    }
    check_depth(depth)?;
    for value in dict.values() {
        let found = if let Ok(inner) = value.cast::<PyDict>() {
            contains_marker(inner, depth + 1)?
        } else if let Ok(list) = value.cast::<PyList>() {
            has_blocks(list, depth + 1)?
        } else {
            false
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the comments under a key, which are dictionaries with a `value`, or strings.
fn comments_in(body: &Bound<'_, PyDict>, key: &str) -> PyResult<Vec<String>> {
    let mut found = Vec::new();
    if let Some(comments) = body.get_item(key)? {
        for comment in comments.try_iter()? {
            let comment = comment?;
            let text = match comment.cast::<PyDict>() {
                Ok(comment) => comment
                    .get_item("value")?
                    .unwrap_or_else(|| comment.clone().into_any()),
                Err(_) => comment,
            };
            found.push(text_of(&text)?);
        }
    }
    Ok(found)
}
