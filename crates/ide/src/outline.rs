//! The structure of a document: its symbols, foldable ranges, and the ranges around an offset.

use std::cmp::Reverse;
use std::path::Path;

use hcl2_diagnostics::{Source, Span};
use hcl2_json::{Node as JsonNode, NodeKind};
use hcl2_native::lexer::TokenKind;
use hcl2_native::tree::{BodyId, Expr, File, Item, Node};

use crate::workspace::Workspace;

/// The depth at which an outline ends.
const MAX_DEPTH: usize = 12;

/// The length of a document beyond which its outline has outermost symbols alone, in bytes.
const MAX_NESTED: usize = 1 << 20;

/// An attribute or block of the native syntax, or a property of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name; of a block, its type and labels. It may be empty.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The range of the whole symbol.
    pub span: Span,
    /// The range of the name, or of the header of a block.
    pub name_span: Span,
    /// The symbols inside.
    pub children: Vec<Symbol>,
}

/// The kind of a [`Symbol`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SymbolKind {
    /// An attribute, or a property whose value is neither an object nor an array.
    Attribute,
    /// A block, or a property whose value is an object.
    Block,
    /// A property whose value is an array.
    Array,
}

/// A range of several lines that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fold {
    /// The range. It ends before the line of a closing bracket that stands alone, which stays visible.
    pub span: Span,
    /// The kind.
    pub kind: FoldKind,
}

/// The kind of a [`Fold`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FoldKind {
    /// A block, collection, call or heredoc.
    Region,
    /// Comments on consecutive lines.
    Comment,
}

impl Workspace {
    /// Returns the attributes and blocks of a document, or the properties of JSON, nested as they are there; of a large document
    /// only the outermost ones.
    #[must_use]
    pub fn symbols(&self, path: &Path) -> Vec<Symbol> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let is_large = document.text().len() > MAX_NESTED;
        let depth = if is_large { 1 } else { MAX_DEPTH };
        match document.tree() {
            Some(tree) => tree
                .root()
                .body()
                .map_or_else(Vec::new, |body| body_symbols(tree, body, depth)),
            None => {
                let tree = hcl2_json::parse_tree(document.source()).value;
                json_symbols(tree.root(), depth)
            }
        }
    }

    /// Returns the blocks, collections, calls, heredocs and comments of a document that span several lines.
    #[must_use]
    pub fn folds(&self, path: &Path) -> Vec<Fold> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let source = document.source();
        let lines = source.line_index();
        let mut folds = Vec::new();
        let mut fold = |start: u32, end: u32, kind: FoldKind| {
            if lines.line_of(end) > lines.line_of(start) {
                let span = source.span_of(start, end);
                folds.push(Fold { span, kind });
            }
        };
        let Some(tree) = document.tree() else {
            let tree = hcl2_json::parse_tree(source).value;
            let is_container =
                |node: &JsonNode<'_>| matches!(node.kind(), NodeKind::Object | NodeKind::Array);
            for node in tree.nodes().filter(is_container) {
                let span = node.span();
                fold(
                    span.start,
                    before_closing_line(source, span.end),
                    FoldKind::Region,
                );
            }
            return folds;
        };
        for node in tree.nodes_in(tree.root_node()) {
            let range = tree.node_range(node);
            let end = match node {
                Node::Block(_) => before_closing_line(source, range.end),
                Node::Expr(id) => match tree.expr(id) {
                    Expr::Tuple { .. } | Expr::Object { .. } | Expr::For(_) | Expr::Call(_) => {
                        before_closing_line(source, range.end)
                    }
                    Expr::String { .. } | Expr::Template { .. } => range.end,
                    _ => continue,
                },
                _ => continue,
            };
            fold(range.start, end, FoldKind::Region);
        }
        for (start, end) in comments(tree) {
            fold(start, end, FoldKind::Comment);
        }
        folds
    }

    /// Returns the distinct ranges of the nodes around an offset, the outermost first.
    #[must_use]
    pub fn selections(&self, path: &Path, offset: u32) -> Vec<Span> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let mut spans: Vec<Span> = match document.tree() {
            Some(tree) => {
                let nodes = tree.nodes_at(offset).into_iter();
                nodes.map(|node| tree.span(tree.node_range(node))).collect()
            }
            None => {
                let tree = hcl2_json::parse_tree(document.source()).value;
                let spans = tree.nodes().map(JsonNode::span);
                let mut spans: Vec<Span> = spans
                    .filter(|span| span.start <= offset && offset <= span.end)
                    .collect();
                spans.sort_by_key(|span| (span.start, Reverse(span.end)));
                spans
            }
        };
        spans.dedup();
        spans
    }
}

/// Returns the symbols of a body, down to a depth.
fn body_symbols(tree: &File, body: BodyId, depth: usize) -> Vec<Symbol> {
    let items = tree
        .items(tree.body(body).items)
        .iter()
        .filter_map(|item| match *item {
            Item::Attribute(attribute) | Item::Duplicate(attribute) => {
                let attribute = tree.attribute(attribute);
                Some(Symbol {
                    name: tree.str(attribute.name).to_owned(),
                    kind: SymbolKind::Attribute,
                    span: tree.span(attribute.range()),
                    name_span: tree.span(attribute.name),
                    children: Vec::new(),
                })
            }
            Item::Block(id) => {
                let block = tree.block(id);
                let labels = tree.labels(block.labels);
                let texts = labels.iter().map(|label| tree.text(label.text));
                let name: Vec<&str> = std::iter::once(tree.str(block.block_type)).chain(texts).collect();
                Some(Symbol {
                    name: name.join(" "),
                    kind: SymbolKind::Block,
                    span: tree.span(tree.block_range(id)),
                    name_span: tree.span(block.header_range(labels)),
                    children: if block.has_body && depth > 1 {
                        body_symbols(tree, block.body, depth - 1)
                    } else {
                        Vec::new()
                    },
                })
            }
            Item::Error(_) => None,
        });
    items.collect()
}

fn json_symbols(node: JsonNode<'_>, depth: usize) -> Vec<Symbol> {
    let Some(depth) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let properties = node.properties().filter_map(|property| {
        let name = property.name.text()?.into_owned();
        let (name_span, value) = (property.name.span(), property.value.span());
        let (kind, children) = match property.value.kind() {
            NodeKind::Object => (SymbolKind::Block, json_symbols(property.value, depth)),
            NodeKind::Array => {
                let elements = property.value.elements();
                let children = elements.flat_map(|element| json_symbols(element, depth));
                (SymbolKind::Array, children.collect())
            }
            _ => (SymbolKind::Attribute, Vec::new()),
        };
        Some(Symbol {
            name,
            kind,
            span: Span::new(name_span.source, name_span.start, value.end.max(name_span.end)),
            name_span,
            children,
        })
    });
    properties.collect()
}

/// Returns the end of a fold that ends at `end`: of the line before if the last line consists of closing brackets.
fn before_closing_line(source: &Source, end: u32) -> u32 {
    let index = source.line_index();
    let start = index.line_start(index.line_of(end)).unwrap_or_default();
    let closing = source
        .bytes()
        .get(start as usize..end as usize)
        .unwrap_or_default();
    let only_closes = closing
        .iter()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'}' | b']' | b')'));
    if only_closes { start.saturating_sub(1) } else { end }
}

/// Returns the start and end of comments, joining those on consecutive lines.
fn comments(tree: &File) -> Vec<(u32, u32)> {
    let mut comments: Vec<(u32, u32)> = Vec::new();
    let mut continues = false;
    for token in tree.tokens().iter() {
        match token.kind {
            TokenKind::Comment => {
                let ends_line = tree.slice(token.range).ends_with(b"\n");
                let end = token.range.end - u32::from(ends_line);
                match comments.last_mut().filter(|_| continues) {
                    Some(last) => last.1 = end,
                    None => comments.push((token.range.start, end)),
                }
                continues = ends_line;
            }
            TokenKind::Space => {}
            _ => continues = false,
        }
    }
    comments
}
