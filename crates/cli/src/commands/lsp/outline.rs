//! What is in a document: its outline, what can be folded, and what is around a place.

use hcl2::diagnostics::{Source, Span};
use hcl2::json::{Node as JsonNode, NodeKind};
use hcl2::native::lexer::TokenKind;
use hcl2::native::tree::{BodyId, Expr, File, Item, Node, TextRange};
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, Position, SelectionRange, SymbolKind};

use super::document::Document;
use super::position::Encoding;

/// How deeply an outline of JSON nests at most.
const MAX_DEPTH: usize = 12;

/// The attributes and blocks of a document, or the properties of JSON, those inside of others below them.
pub(super) fn symbols(document: &Document, encoding: Encoding) -> Vec<DocumentSymbol> {
    match document.tree() {
        Some(tree) => match tree.root().body() {
            Some(body) => of_body(document, tree, body, encoding),
            None => Vec::new(),
        },
        None => {
            let (tree, _) = hcl2::json::parse_tree(&document.source);
            of_json(&document.source, tree.root(), encoding, 0)
        }
    }
}

fn of_body(document: &Document, tree: &File, body: BodyId, encoding: Encoding) -> Vec<DocumentSymbol> {
    let symbol = |name, kind, whole, own, children| {
        let range = |range: TextRange| encoding.range(&document.source, tree.span(range));
        new_symbol(name, kind, range(whole), range(own), children)
    };
    let items = tree
        .items(tree.body(body).items)
        .iter()
        .filter_map(|item| match *item {
            Item::Attribute(attribute) | Item::Duplicate(attribute) => {
                let attribute = tree.attribute(attribute);
                Some(symbol(
                    tree.str(attribute.name).to_owned(),
                    SymbolKind::PROPERTY,
                    attribute.range(),
                    attribute.name,
                    Vec::new(),
                ))
            }
            Item::Block(id) => {
                let block = tree.block(id);
                let labels = tree.labels(block.labels);
                let texts = labels.iter().map(|label| tree.text(label.text));
                let name: Vec<&str> = std::iter::once(tree.str(block.block_type)).chain(texts).collect();
                let children = if block.has_body {
                    of_body(document, tree, block.body, encoding)
                } else {
                    Vec::new()
                };
                Some(symbol(
                    name.join(" "),
                    SymbolKind::CLASS,
                    tree.block_range(id),
                    block.header_range(labels),
                    children,
                ))
            }
            Item::Error(_) => None,
        });
    items.collect()
}

fn of_json(source: &Source, node: JsonNode<'_>, encoding: Encoding, depth: usize) -> Vec<DocumentSymbol> {
    if depth == MAX_DEPTH {
        return Vec::new();
    }
    let below = |value: JsonNode<'_>| -> Vec<DocumentSymbol> {
        if value.kind() == NodeKind::Array {
            let elements = value.elements();
            return elements
                .flat_map(|element| of_json(source, element, encoding, depth + 1))
                .collect();
        }
        of_json(source, value, encoding, depth + 1)
    };
    let properties = node.properties().filter_map(|property| {
        let name = property.name.text()?.into_owned();
        let (own, value) = (property.name.span(), property.value.span());
        let whole = Span::new(own.source, own.start, value.end.max(own.end));
        let kind = match property.value.kind() {
            NodeKind::Object => SymbolKind::CLASS,
            NodeKind::Array => SymbolKind::ARRAY,
            _ => SymbolKind::PROPERTY,
        };
        Some(new_symbol(
            name,
            kind,
            encoding.range(source, whole),
            encoding.range(source, own),
            below(property.value),
        ))
    });
    properties.collect()
}

fn new_symbol(
    name: String,
    kind: SymbolKind,
    range: lsp_types::Range,
    selection_range: lsp_types::Range,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the field that tags replaced has no default")]
    DocumentSymbol {
        // An empty name is not allowed.
        name: if name.is_empty() { "\"\"".to_owned() } else { name },
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: (!children.is_empty()).then_some(children),
    }
}

/// The blocks, collections, heredocs and comments of a document that take more than one line.
pub(super) fn folds(document: &Document) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let lines = document.source.line_index();
    let mut fold = |start: u32, end: u32, kind: Option<FoldingRangeKind>| {
        let (start_line, end_line) = (lines.line_of(start) - 1, lines.line_of(end) - 1);
        if end_line > start_line {
            folds.push(FoldingRange {
                start_line,
                end_line,
                kind,
                ..FoldingRange::default()
            });
        }
    };
    let Some(tree) = document.tree() else {
        let (tree, _) = hcl2::json::parse_tree(&document.source);
        let holds = |node: &JsonNode<'_>| matches!(node.kind(), NodeKind::Object | NodeKind::Array);
        for node in tree.nodes().filter(holds) {
            let span = node.span();
            fold(span.start, last_of(&document.source, span.end), None);
        }
        return folds;
    };
    for node in tree.nodes_in(tree.root_node()) {
        let range = tree.node_range(node);
        match node {
            Node::Block(_) => fold(range.start, last_of(&document.source, range.end), None),
            Node::Expr(id) => match tree.expr(id) {
                Expr::Tuple { .. } | Expr::Object { .. } | Expr::For(_) | Expr::Call(_) => {
                    fold(range.start, last_of(&document.source, range.end), None);
                }
                Expr::String { .. } | Expr::Template { .. } => fold(range.start, range.end, None),
                _ => {}
            },
            _ => {}
        }
    }
    for (start, end) in comments(tree) {
        fold(start, end, Some(FoldingRangeKind::Comment));
    }
    folds
}

/// The line before that of a closing bracket, which is to stay visible.
fn last_of(source: &Source, end: u32) -> u32 {
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

/// The first and last offset of comments, those in lines after each other together.
fn comments(tree: &File) -> Vec<(u32, u32)> {
    let mut comments: Vec<(u32, u32)> = Vec::new();
    let mut goes_on = false;
    for token in tree.tokens().iter() {
        match token.kind {
            TokenKind::Comment => {
                let ends_line = tree.slice(token.range).ends_with(b"\n");
                let end = token.range.end - u32::from(ends_line);
                match comments.last_mut().filter(|_| goes_on) {
                    Some(last) => last.1 = end,
                    None => comments.push((token.range.start, end)),
                }
                goes_on = ends_line;
            }
            TokenKind::Space => {}
            _ => goes_on = false,
        }
    }
    comments
}

/// What is around a place, the innermost first.
pub(super) fn around(document: &Document, position: Position, encoding: Encoding) -> SelectionRange {
    let offset = encoding.offset(&document.source, position);
    let spans: Vec<Span> = match document.tree() {
        Some(tree) => {
            let nodes = tree.nodes_at(offset);
            nodes
                .into_iter()
                .map(|node| tree.span(tree.node_range(node)))
                .collect()
        }
        None => {
            let (tree, _) = hcl2::json::parse_tree(&document.source);
            let spans = tree.nodes().map(JsonNode::span);
            let mut spans: Vec<Span> = spans
                .filter(|span| span.start <= offset && offset <= span.end)
                .collect();
            spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
            spans
        }
    };
    let mut ranges: Vec<lsp_types::Range> = Vec::new();
    for span in spans {
        let range = encoding.range(&document.source, span);
        if ranges.last() != Some(&range) {
            ranges.push(range);
        }
    }
    let around = ranges.into_iter().fold(None, |parent, range| {
        Some(Box::new(SelectionRange { range, parent }))
    });
    around.map_or_else(
        || SelectionRange {
            range: lsp_types::Range::new(position, position),
            parent: None,
        },
        |around| *around,
    )
}
