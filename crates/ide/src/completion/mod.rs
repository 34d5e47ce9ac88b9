//! What can be written at an offset.

mod bodies;
mod expected;
mod functions;
mod names;
mod objects;
mod selections;
mod strings;

use std::collections::HashMap;
use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_native::lexer::TokenKind;
use hcl2_native::tree::{File, Node};

use crate::body::body_at;
use crate::document::Document;
use crate::fitting::Fitting;
use crate::workspace::Workspace;

/// What can be written at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// The range to replace: the name around the offset.
    pub replaces: Span,
    /// The part of it before the offset, for editors that keep the rest.
    pub inserts: Span,
    /// The names that fit, whatever was typed of them.
    pub items: Vec<Completion>,
}

/// Something that can be written at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name to show.
    pub label: String,
    /// The kind.
    pub kind: CompletionKind,
    /// A few words beside the name.
    pub detail: Option<String>,
    /// A description, as Markdown.
    pub documentation: Option<String>,
    /// The text to insert.
    pub text: String,
    /// `text` with placeholders, in the snippet syntax of the Language Server Protocol, for editors that know it.
    pub snippet: Option<String>,
    /// What to sort by instead of the label.
    pub sort_key: Option<String>,
    /// Whether it should not be used any more.
    pub is_deprecated: bool,
}

/// The kind of a [`Completion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CompletionKind {
    /// An argument of a block.
    Argument,
    /// A block.
    Block,
    /// A field of an object.
    Field,
    /// A file or directory.
    File,
    /// A function.
    Function,
    /// A keyword.
    Keyword,
    /// A module call, or a root that references start with.
    Module,
    /// A resource.
    Resource,
    /// A type of resources.
    ResourceType,
    /// A type, or a value of an enumeration.
    Value,
    /// An input variable, local value, or variable of a `for` expression.
    Variable,
}

impl Workspace {
    /// Returns what can be written at an offset; `None` in comments, most literal text and JSON.
    #[must_use]
    pub fn completions(&self, path: &Path, offset: u32) -> Option<Completions> {
        let document = self.document(path)?;
        let tree = document.tree()?;
        let before = document.before(offset);
        let offset = before.len() as u32;
        let place = Place {
            workspace: self,
            document,
            tree,
            offset,
        };
        if is_in_text(tree, offset) {
            return place.in_string(before);
        }
        let is_part = |character: char| character.is_alphanumeric() || "_-.".contains(character);
        let path = &before[path_start(before, is_part)..];
        let (heads, name) = path
            .rsplit_once('.')
            .map_or((None, path), |(heads, name)| (Some(without_keys(heads)), name));
        let is_name = |character: char| is_part(character) && character != '.';
        let after = &document.text()[before.len()..];
        let rest = after.trim_start_matches(is_name);
        let start = offset - name.len() as u32;
        let end = offset + (after.len() - rest.len()) as u32;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let starts_line = before[line_start..].trim_start() == path;
        let mut items = match heads {
            None if starts_line && is_in_body(tree, offset) => {
                body_at(self, document, offset).map_or_else(Vec::new, |enclosing| {
                    let mut items = enclosing.completions(self, document);
                    items.sort_by(|a, b| (&a.sort_key, &a.label).cmp(&(&b.sort_key, &b.label)));
                    items
                })
            }
            None => match before[..before.len() - name.len()].strip_suffix("::") {
                Some(namespace) => place.functions_in(namespace),
                None => place.keys().unwrap_or_else(|| place.names()),
            },
            Some(heads) => place.selections(&heads),
        };
        let fitting = Fitting::new(document.text(), tree, start..end);
        // What is written alike fits alike.
        let mut known = HashMap::new();
        items.retain_mut(|item| {
            item.go_on_with(rest);
            let written = item.written();
            let is_quoted = written.starts_with('"');
            let alike = (item.kind, written == item.label, is_quoted);
            *known.entry(alike).or_insert_with(|| fitting.fits(&written))
        });
        let span = |end| document.source().span_of(start, end);
        Some(Completions {
            replaces: span(end),
            inserts: span(offset),
            items,
        })
    }
}

/// An offset of a document in native syntax.
#[derive(Clone, Copy)]
struct Place<'w> {
    workspace: &'w Workspace,
    document: &'w Document,
    tree: &'w File,
    offset: u32,
}

impl Completion {
    /// Returns what is written with values and labels in the places that are left to be filled.
    fn written(&self) -> String {
        match &self.snippet {
            Some(snippet) => {
                // Each placeholder is `${1:text}`.
                let mut parts = snippet.split("${");
                let mut written = parts.next().unwrap_or_default().to_owned();
                for part in parts {
                    let (placeholder, rest) = part.split_once('}').unwrap_or((part, ""));
                    written.push_str(placeholder.split_once(':').map_or("", |(_, text)| text));
                    written.push_str(rest);
                }
                written.replace("$0", "")
            }
            None if self.text.ends_with("= ") => format!("{}null", self.text),
            None => self.text.clone(),
        }
    }

    /// Leaves out what the text behind the name has already.
    fn go_on_with(&mut self, rest: &str) {
        let goes_on = match self.kind {
            CompletionKind::Function => rest.starts_with('('),
            _ => {
                let line = rest.lines().next().unwrap_or_default().trim_start();
                !(line.is_empty() || line.starts_with(['#', '}']) || line.starts_with("//"))
            }
        };
        if goes_on {
            self.text.clone_from(&self.label);
            self.snippet = None;
        }
    }
}

/// Returns where the reference at the end of a source starts; keys in brackets are parts of it.
fn path_start(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    let mut start = text.trim_end_matches(&is_part).len();
    while start < text.len() && text[start..].starts_with('.') && text[..start].ends_with(']') {
        let Some(open) = text[..start].rfind('[') else {
            break;
        };
        if text[open..start].contains('\n') {
            break;
        }
        start = text[..open].trim_end_matches(&is_part).len();
    }
    start
}

/// Returns a reference without its keys in brackets.
fn without_keys(path: &str) -> String {
    let mut parts = path.split('[');
    let mut names = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        names.push_str(part.split_once(']').map_or("", |(_, rest)| rest));
    }
    names
}

/// Returns whether an offset is in a comment or in the literal text of a template.
fn is_in_text(tree: &File, offset: u32) -> bool {
    let tokens = tree.tokens();
    let Some(token) = offset
        .checked_sub(1)
        .and_then(|before| tokens.get(tokens.index_at(before)))
    else {
        return false;
    };
    let at_end = token.range.end == offset;
    match token.kind {
        TokenKind::Comment => !(at_end && tree.slice(token.range).ends_with(b"\n")),
        TokenKind::QuotedLiteral | TokenKind::StringLiteral | TokenKind::OpenQuote => true,
        _ => false,
    }
}

/// Returns whether an attribute or block may start at an offset.
fn is_in_body(tree: &File, offset: u32) -> bool {
    match tree.nodes_at(offset).last() {
        Some(Node::Body(_) | Node::Block(_) | Node::Error(_)) => true,
        Some(Node::Attribute(id)) => offset <= tree.attribute(*id).name.end,
        _ => false,
    }
}

fn item(label: &str, kind: CompletionKind, detail: impl Into<String>) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: Some(detail.into()).filter(|detail| !detail.is_empty()),
        documentation: None,
        text: label.to_owned(),
        snippet: None,
        sort_key: None,
        is_deprecated: false,
    }
}
