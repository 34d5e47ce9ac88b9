//! Dictionaries whose values are source text, as python-hcl2 has them.

use hcl2::native::tree::{Block, BodyId, Expr, ExprId, File, Item, List, ObjectItem, UnaryOperator};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyString};

use super::comments::Comments;
use super::text::Text;
use super::{Names, add_lines, heredoc, of_root, same_name};
use crate::values::integer;
use hcl2::native::lexer::comment_text;

/// The options of python-hcl2.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) struct SourceOptions {
    with_comments: bool,
    with_meta: bool,
    wrap_objects: bool,
    wrap_tuples: bool,
    explicit_blocks: bool,
    preserve_heredocs: bool,
    force_operation_parentheses: bool,
    preserve_scientific_notation: bool,
    strip_string_quotes: bool,
}

/// A file on its way to a dictionary.
pub(super) struct Walk<'f, 'py> {
    py: Python<'py>,
    file: &'f File,
    options: SourceOptions,
    /// The comments that no body has yet, if they are asked for.
    comments: Option<Comments<'f>>,
    names: Names<'f, 'py>,
    /// Expressions as text.
    text: Text<'f>,
}

impl<'f, 'py> Walk<'f, 'py> {
    pub(super) fn new(py: Python<'py>, file: &'f File, options: SourceOptions) -> Self {
        Self {
            py,
            file,
            options,
            comments: options.with_comments.then(|| Comments::new(file)),
            names: Names::new(py, file),
            text: Text::new(
                file,
                options.force_operation_parentheses,
                options.preserve_heredocs,
            ),
        }
    }

    pub(super) fn file(mut self) -> PyResult<Bound<'py, PyDict>> {
        let end = self.file.range().end;
        of_root(self.py, self.file, |body| self.body(body, end))
    }

    /// Returns a body that ends before `end`.
    fn body(&mut self, id: BodyId, end: u32) -> PyResult<Bound<'py, PyDict>> {
        let file = self.file;
        let dict = PyDict::new(self.py);
        let mut comments = Vec::new();
        let mut inline = Vec::new();
        let mut names = 0;
        for item in file.items(file.body(id).items) {
            match item {
                Item::Attribute(id) => {
                    let attribute = file.attribute(*id);
                    self.take_comments(attribute.name.start, &mut comments)?;
                    self.take_comments(attribute.end, &mut inline)?;
                    let name = self.names.get(file.str(attribute.name));
                    dict.set_item(&name, self.value(attribute.value)?)?;
                    names += 1;
                    if dict.len() < names {
                        return Err(same_name(&name));
                    }
                }
                Item::Block(id) => {
                    let block = file.block(*id);
                    self.take_comments(block.block_type.start, &mut comments)?;
                    let name = self.names.get(file.str(block.block_type));
                    let value = self.block(&block)?;
                    match dict.get_item(&name)? {
                        None => {
                            dict.set_item(name, PyList::new(self.py, [value])?)?;
                            names += 1;
                        }
                        Some(blocks) => match blocks.cast::<PyList>() {
                            Ok(blocks) => blocks.append(value)?,
                            Err(_) => return Err(same_name(&name)),
                        },
                    }
                }
                Item::Duplicate(_) | Item::Error(_) => {}
            }
        }
        self.take_comments(end, &mut comments)?;
        for (key, comments) in [("__comments__", comments), ("__inline_comments__", inline)] {
            if !comments.is_empty() {
                dict.set_item(key, comments)?;
            }
        }
        Ok(dict)
    }

    fn block(&mut self, block: &Block) -> PyResult<Bound<'py, PyDict>> {
        let file = self.file;
        let mut value = self.body(block.body, block.close_brace.start)?;
        if self.options.with_meta {
            add_lines(file, block, &value)?;
        }
        if self.options.explicit_blocks {
            value.set_item(intern!(self.py, "__is_block__"), true)?;
        }
        for label in file.labels(block.labels).iter().rev() {
            let text = file.str(label.range);
            let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            let key = match quoted {
                Some(_) if self.options.strip_string_quotes => self.names.get(file.text(label.text)),
                _ => self.names.get(text),
            };
            let outer = PyDict::new(self.py);
            outer.set_item(key, value)?;
            value = outer;
        }
        Ok(value)
    }

    /// Adds the comments before an offset to the comments of a body.
    fn take_comments(&mut self, before: u32, comments: &mut Vec<Bound<'py, PyDict>>) -> PyResult<()> {
        let Some(found) = &mut self.comments else {
            return Ok(());
        };
        for range in found.until(before) {
            let text = comment_text(self.file.str(range));
            if !text.is_empty() {
                let comment = PyDict::new(self.py);
                comment.set_item(self.names.get("value"), text.replace("\r\n", "\n"))?;
                comments.push(comment);
            }
        }
        Ok(())
    }

    fn wrapped(&mut self, id: ExprId) -> Bound<'py, PyAny> {
        PyString::new(self.py, self.text.wrapped(id)).into_any()
    }

    fn value(&mut self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        let file = self.file;
        Ok(match file.expr(id) {
            Expr::Null | Expr::Error => self.py.None().into_bound(self.py),
            Expr::Bool(truth) => truth.into_pyobject(self.py)?.to_owned().into_any(),
            Expr::Number => self.number(id, file.str(file.expr_range(id)), "")?,
            Expr::Unary {
                operator: UnaryOperator::Negate,
                operand,
            } if matches!(file.expr(operand), Expr::Number) && !self.options.force_operation_parentheses => {
                self.number(id, file.str(file.expr_range(operand)), "-")?
            }
            Expr::String { .. } | Expr::Template { .. } | Expr::TemplateWrap { .. } => self.string(id)?,
            Expr::Tuple { items } if !self.options.wrap_tuples => {
                let list = PyList::empty(self.py);
                for item in file.exprs(items) {
                    list.append(self.value(*item)?)?;
                }
                list.into_any()
            }
            Expr::Object { items } if !self.options.wrap_objects => self.object(items)?,
            Expr::Traversal { steps, .. } if steps.is_empty() => {
                self.names.get(file.str(file.expr_range(id))).into_any()
            }
            _ => self.wrapped(id),
        })
    }

    fn number(&mut self, id: ExprId, digits: &str, sign: &str) -> PyResult<Bound<'py, PyAny>> {
        let text = format!("{sign}{digits}");
        let is_scientific = digits.contains(['e', 'E']);
        if is_scientific && self.options.preserve_scientific_notation {
            return Ok(self.wrapped(id));
        }
        if is_scientific || digits.contains('.') {
            return match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(PyFloat::new(self.py, number).into_any()),
                _ => Ok(self.wrapped(id)),
            };
        }
        match text.parse::<i64>() {
            Ok(number) => Ok(number.into_pyobject(self.py)?.into_any()),
            Err(_) => integer(self.py, &text),
        }
    }

    fn string(&mut self, id: ExprId) -> PyResult<Bound<'py, PyAny>> {
        let file = self.file;
        let text = file.str(file.expr_range(id));
        if text.starts_with('<') {
            return Ok(PyString::new(self.py, &self.heredoc(text)).into_any());
        }
        let is_plain = matches!(file.expr(id), Expr::String { .. });
        let quoted = if is_plain { text } else { self.text.bare(id) };
        if !self.options.strip_string_quotes {
            return Ok(PyString::new(self.py, quoted).into_any());
        }
        let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        let resolved = if is_plain {
            unescaped(inner)
        } else {
            unescaped_template(inner)
        };
        Ok(PyString::new(self.py, &resolved).into_any())
    }

    /// Returns a heredoc as it is, or as a string on one line.
    fn heredoc(&self, text: &str) -> String {
        let text = text.trim_end();
        let quotes = if self.options.strip_string_quotes {
            ""
        } else {
            "\""
        };
        if self.options.preserve_heredocs {
            return format!("{quotes}{text}{quotes}");
        }
        if self.options.strip_string_quotes {
            return heredoc::body(text);
        }
        heredoc::quoted(text)
    }

    fn object(&mut self, items: List<ObjectItem>) -> PyResult<Bound<'py, PyAny>> {
        let file = self.file;
        let dict = PyDict::new(self.py);
        for item in file.object_items(items) {
            let text = file.str(file.expr_range(item.key));
            let key = match file.expr(item.key) {
                Expr::Traversal { steps, .. } if steps.is_empty() => self.names.get(text).into_any(),
                Expr::Number | Expr::Bool(_) | Expr::Null => self.names.get(text).into_any(),
                Expr::String { .. } | Expr::Template { .. } | Expr::TemplateWrap { .. } => {
                    self.string(item.key)?
                }
                _ => self.wrapped(item.key),
            };
            let value = self.value(item.value)?;
            dict.set_item(key, value)?;
        }
        Ok(dict.into_any())
    }
}

/// Resolves the escapes of a string, except for `$${` and `%%{`.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let (character, length) = escape(after);
        match character {
            Some(character) => out.push(character),
            None => {
                out.push('\\');
                out.push_str(&after[..length]);
            }
        }
        rest = &after[length..];
    }
    out.push_str(rest);
    out
}

/// Returns the character of the escape that starts `text`, and the length of the escape without its backslash.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(first) = text.chars().next() else {
        return (None, 0);
    };
    let digits = |count: usize| {
        let digits = text.get(1..=count)?;
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal)?;
        char::from_u32(code)
    };
    let resolved = match first {
        'n' => (Some('\n'), 1),
        'r' => (Some('\r'), 1),
        't' => (Some('\t'), 1),
        '"' | '\\' => (Some(first), 1),
        'u' => (digits(4), 5),
        'U' => (digits(8), 9),
        _ => (None, first.len_utf8()),
    };
    match resolved {
        (None, _) => (None, first.len_utf8()),
        found => found,
    }
}

/// Resolves the escapes in the literal parts of a template.
fn unescaped_template(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = next_sequence(rest) {
        out.push_str(&unescaped(&rest[..start]));
        let end = start + sequence_length(&rest[start..]);
        out.push_str(&rest[start..end]);
        rest = &rest[end..];
    }
    out.push_str(&unescaped(rest));
    out
}

/// Returns the offset of the next `${` or `%{` that is not escaped.
fn next_sequence(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len().saturating_sub(1)).find(|&index| {
        matches!(bytes[index], b'$' | b'%')
            && bytes[index + 1] == b'{'
            && (index == 0 || bytes[index - 1] != bytes[index])
    })
}

/// Returns the length of the sequence that starts `text`, up to its closing brace outside of strings.
fn sequence_length(text: &str) -> usize {
    let mut depth = 0usize;
    let mut in_string = Vec::new();
    let mut bytes = text.bytes().enumerate();
    while let Some((index, byte)) = bytes.next() {
        match byte {
            b'\\' if in_string.last().is_some_and(|level| *level == depth) => {
                bytes.next();
            }
            b'"' if in_string.last() == Some(&depth) => {
                in_string.pop();
            }
            b'"' => in_string.push(depth),
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return index + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}
