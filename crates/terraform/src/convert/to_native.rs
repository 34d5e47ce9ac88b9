//! From JSON to the native syntax.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Source, Span, codes, codes::terraform as own};
use hcl2_json::{Limits, Node, NodeKind, Options, Property};
use hcl2_model::Quoted;
use hcl2_model::problems::syntax::duplicate_attribute;
use hcl2_native::lexer::is_identifier;

use super::value_native::Values;
use crate::shape::{Blocks, Member, Shape};
use crate::table::names;

/// The nesting limit of the native syntax, with room for the blocks around a value.
const MAX_DEPTH: u32 = 240;

/// The property that holds a comment.
const COMMENT: &str = "//";

/// Converts a file.
pub(super) fn convert(source: &Source, shape: Shape<'_>) -> Outcome<Option<String>> {
    let limits = Limits::new().with_nesting_depth(MAX_DEPTH);
    let options = Options {
        limits,
        ..Options::default()
    };
    let parsed = options.parse_tree(source);
    let (tree, diagnostics) = (parsed.value, parsed.diagnostics);
    if diagnostics.has_errors() {
        return Outcome::new(None, diagnostics);
    }
    let mut converter = ToNative {
        source,
        out: String::new(),
        diagnostics,
    };
    converter.file(tree.root(), shape);
    let text = hcl2_native::format(converter.out.as_bytes());
    let text = String::from_utf8_lossy(&text).into_owned();
    Outcome::new(Some(text), converter.diagnostics)
}

struct ToNative<'s> {
    source: &'s Source,
    out: String,
    diagnostics: Diagnostics,
}

/// The last item written in a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Argument,
    Block,
}

impl ToNative<'_> {
    fn file(&mut self, root: Node<'_>, shape: Shape<'_>) {
        self.comment(root);
        let last = if self.out.is_empty() {
            Last::Nothing
        } else {
            Last::Block
        };
        self.body(root, shape, last);
    }

    /// Writes the comments of a body.
    fn comment(&mut self, body: Node<'_>) {
        for property in objects(body).flat_map(Node::properties) {
            if property.name.text().is_none_or(|name| name != COMMENT) {
                continue;
            }
            let text = match property.value.text() {
                Some(text) => text.into_owned(),
                None => property.value.source_text().to_owned(),
            };
            for line in text.split('\n') {
                let line: String = line.chars().filter(|char| !char.is_control()).collect();
                let space = if line.is_empty() || line.starts_with('#') {
                    ""
                } else {
                    " "
                };
                self.out.extend(["#", space, line.trim_end(), "\n"]);
            }
        }
    }

    /// Writes the content of a body: an object, or an array of objects.
    fn body(&mut self, body: Node<'_>, shape: Shape<'_>, mut last: Last) {
        let mut arguments: HashMap<String, Span> = HashMap::new();
        if body.kind() == NodeKind::Array
            && let Some(other) = body.elements().find(|element| element.kind() != NodeKind::Object)
        {
            self.object_required(other.span());
        }
        for property in objects(body).flat_map(Node::properties) {
            let Some(name) = property.name.text().filter(|name| name != COMMENT) else {
                continue;
            };
            match self.member(&name, property, shape) {
                Member::Argument(mode) | Member::Either(mode) => {
                    let own = property.name.span();
                    let first = *arguments.entry(name.clone().into_owned()).or_insert(own);
                    if first != own {
                        self.diagnostics.push(duplicate_attribute(
                            codes::body::DUPLICATE_ATTRIBUTE,
                            &name,
                            own,
                            first,
                        ));
                    } else if is_identifier(&name) {
                        if last == Last::Block {
                            self.out.push('\n');
                        }
                        self.out.extend([&name, " = "]);
                        Values {
                            source: self.source,
                            out: &mut self.out,
                            diagnostics: &mut self.diagnostics,
                        }
                        .argument(property.value, mode);
                        self.out.push('\n');
                        last = Last::Argument;
                    } else {
                        self.no_identifier(&name, property.name.span());
                    }
                }
                Member::Blocks(blocks) => {
                    self.blocks(&name, property.value, blocks, &mut Vec::new(), &mut last);
                }
                Member::Unknown => {
                    let is_block = shape.body.arguments.is_empty();
                    let span = property.name.span();
                    self.diagnostics.push(shape.unknown_name(&name, span, is_block));
                }
            }
        }
    }

    /// Returns what a property is, if necessary by its value.
    fn member<'s>(&mut self, name: &str, property: Property<'_>, shape: Shape<'s>) -> Member<'s> {
        let member = shape.member(name);
        let Member::Either(mode) = member else {
            return member;
        };
        let blocks = looks_like_blocks(property.value);
        if blocks || property.value.kind() == NodeKind::Object {
            let (taken, other) = if blocks {
                ("blocks", "a list as an argument")
            } else {
                ("an argument", "a block")
            };
            self.diagnostics.push(
                Diagnostic::warning(own::GUESSED_BLOCK, format!("`{name}` taken for {taken}"))
                    .with_detail(format!(
                        "Without the schema of the provider, `{name}` could also be {other}. Supply the schema to decide."
                    ))
                    .with_subject(property.name.span()),
            );
        }
        if blocks {
            Member::Blocks(shape.any_blocks())
        } else {
            Member::Argument(mode)
        }
    }

    /// Writes the blocks of one type in `node`, below their common `labels`.
    fn blocks(
        &mut self,
        name: &str,
        node: Node<'_>,
        blocks: Blocks<'_>,
        labels: &mut Vec<String>,
        last: &mut Last,
    ) {
        let is_body = labels.len() >= blocks.labels.unwrap_or(0);
        match node.kind() {
            NodeKind::Null => {}
            NodeKind::Object if is_body => self.block(name, node, blocks, labels, last),
            NodeKind::Array if is_body => {
                for element in node.elements() {
                    match element.kind() {
                        NodeKind::Object | NodeKind::Array => {
                            self.block(name, element, blocks, labels, last);
                        }
                        NodeKind::Null => {}
                        _ => self.object_required(element.span()),
                    }
                }
            }
            NodeKind::Object | NodeKind::Array => {
                for element in objects(node) {
                    for property in element.properties() {
                        let label = property.name.text().unwrap_or_default().into_owned();
                        labels.push(label);
                        self.blocks(name, property.value, blocks, labels, last);
                        labels.pop();
                    }
                }
            }
            _ => self.object_required(node.span()),
        }
    }

    fn block(&mut self, name: &str, body: Node<'_>, blocks: Blocks<'_>, labels: &[String], last: &mut Last) {
        if !is_identifier(name) {
            return self.no_identifier(name, body.open_span());
        }
        if *last != Last::Nothing {
            self.out.push('\n');
        }
        *last = Last::Block;
        self.comment(body);
        self.out.push_str(name);
        for label in labels {
            self.out.push(' ');
            self.out.push_str(&Quoted(label).to_string());
        }
        self.out.push_str(" {");
        let start = self.out.len();
        self.out.push('\n');
        let provider = body.property(names::PROVIDER).and_then(Node::text);
        let shape = blocks.shape(labels.first().map(String::as_str), provider.as_deref());
        self.body(body, shape, Last::Nothing);
        if self.out.len() == start + 1 {
            self.out.truncate(start);
        }
        self.out.push_str("}\n");
    }

    fn object_required(&mut self, span: Span) {
        self.diagnostics.push(
            Diagnostic::error(codes::json::OBJECT_REQUIRED, "Object required")
                .with_detail("Expected an object or an array of objects, which represents blocks.")
                .with_subject(span),
        );
    }

    fn no_identifier(&mut self, name: &str, span: Span) {
        self.diagnostics.push(
            Diagnostic::error(own::NOT_CONVERTIBLE, "Name that is not an identifier")
                .with_detail(format!(
                    "In native syntax, names are identifiers: letters, digits, `_` and `-`, starting with neither a digit \
                     nor `-`. Rename {name:?}."
                ))
                .with_subject(span),
        );
    }
}

/// Returns the objects that form a body.
fn objects(body: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let own = Some(body).filter(|body| body.kind() == NodeKind::Object);
    let elements = body
        .elements()
        .filter(|element| element.kind() == NodeKind::Object);
    own.into_iter().chain(elements)
}

/// Returns whether a value is an array of objects, as several blocks are.
fn looks_like_blocks(node: Node<'_>) -> bool {
    let is_body = |element: Node<'_>| {
        element.kind() == NodeKind::Object
            || element.elements().next().is_some()
                && element.elements().all(|part| part.kind() == NodeKind::Object)
    };
    node.elements().next().is_some() && node.elements().all(is_body)
}
