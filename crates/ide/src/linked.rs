//! Ranges that have the same text and change together.

use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_native::lexer::TokenKind;
use hcl2_native::tree::{Expr, File, Node, Part, TextRange, Variable};
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::Language;

use crate::document::Document;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the ranges that change together with the one at an offset: the two markers of a heredoc, or a variable of a
    /// `for` or of a dynamic block with its uses. Empty if nothing does.
    #[must_use]
    pub fn linked(&self, path: &Path, offset: u32) -> Vec<Span> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let Some(tree) = document.tree() else {
            return Vec::new();
        };
        let covers = |range: &TextRange| range.start <= offset && offset <= range.end;
        let linked = markers(tree, &covers).or_else(|| uses_of_variable(tree, offset, &covers));
        let ranges = linked.filter(|ranges| ranges.len() > 1).unwrap_or_default();
        if ranges.is_empty() && is_in_dynamic(tree, offset) {
            return iterator_at(document, self.language_of(document), offset);
        }
        ranges.into_iter().map(|range| tree.span(range)).collect()
    }
}

/// Returns whether an offset is in a dynamic block.
fn is_in_dynamic(tree: &File, offset: u32) -> bool {
    let mut nodes = tree.nodes_at(offset).into_iter();
    nodes.any(|node| match node {
        Node::Block(id) => tree.str(tree.block(id).block_type) == "dynamic",
        _ => false,
    })
}

/// Returns the name of the iterator of a dynamic block and its uses, one of which is at an offset.
fn iterator_at(document: &Document, language: Language, offset: u32) -> Vec<Span> {
    let covers = |span: &Span| span.start <= offset && offset <= span.end;
    let file = ModuleFile::parse(document.source(), language).value;
    let spans = file.iterators().into_iter().find_map(|iterator| {
        let mut spans = iterator.uses;
        spans.push(iterator.definition);
        spans.iter().any(covers).then_some(spans)
    });
    let mut spans = spans.filter(|spans| spans.len() > 1).unwrap_or_default();
    spans.sort_by_key(|span| span.start);
    spans
}

/// Returns the markers of the heredoc one of which a position is in.
fn markers(tree: &File, covers: &dyn Fn(&TextRange) -> bool) -> Option<Vec<TextRange>> {
    let mut open = Vec::new();
    for token in tree.tokens().iter() {
        match token.kind {
            TokenKind::OpenHeredoc => open.push(name_in(tree, token.range)),
            TokenKind::CloseHeredoc => {
                let pair = [open.pop()?, name_in(tree, token.range)];
                if pair.iter().any(covers) {
                    return Some(pair.to_vec());
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the range of the name within a token.
fn name_in(tree: &File, token: TextRange) -> TextRange {
    let text = tree.slice(token);
    let is_part = |byte: &u8| !b" \t\r\n<-".contains(byte);
    let start = text.iter().position(is_part).unwrap_or_default() as u32;
    let length = text
        .iter()
        .skip(start as usize)
        .take_while(|byte| !b" \t\r\n".contains(byte))
        .count() as u32;
    TextRange {
        start: token.start + start,
        end: token.start + start + length,
    }
}

/// Returns the declaration and the uses of the variable of a `for` at an offset, unless an inner one has the same name.
fn uses_of_variable(tree: &File, offset: u32, covers: &dyn Fn(&TextRange) -> bool) -> Option<Vec<TextRange>> {
    let nodes = tree.nodes_at(offset);
    let name = nodes.iter().rev().find_map(|node| match *node {
        Node::Variable(variable) => Some(variable.name),
        Node::Expr(id) => root(tree, id),
        _ => None,
    });
    let name = tree.slice(name.filter(covers)?);
    let around = nodes.into_iter().rev().find_map(|node| {
        let declared = declared(tree, node)?;
        declared
            .iter()
            .any(|variable| tree.slice(variable.name) == name)
            .then_some(node)
    })?;
    let mut ranges = Vec::new();
    for node in tree.nodes_in(around) {
        let range = match node {
            Node::Variable(variable) => Some(variable.name),
            Node::Expr(id) => root(tree, id),
            _ => None,
        };
        ranges.extend(range.filter(|range| tree.slice(*range) == name));
    }
    let declarations = tree.nodes_in(around).filter(|node| match node {
        Node::Variable(variable) => tree.slice(variable.name) == name,
        _ => false,
    });
    ranges.sort_by_key(|range| range.start);
    (declarations.count() == 1).then_some(ranges)
}

/// Returns the variables that a `for` declares.
fn declared(tree: &File, node: Node) -> Option<Vec<Variable>> {
    let (key, value) = match node {
        Node::Expr(id) => match tree.expr(id) {
            Expr::For(id) => (tree.for_expr(id).key_variable, tree.for_expr(id).value_variable),
            _ => return None,
        },
        Node::Part(Part::For(id)) => {
            let directive = tree.for_directive(id);
            (directive.key_variable, directive.value_variable)
        }
        _ => return None,
    };
    Some(key.into_iter().chain([value]).collect())
}

/// Returns the range of the first name of a reference.
fn root(tree: &File, id: hcl2_native::tree::ExprId) -> Option<TextRange> {
    match tree.expr(id) {
        Expr::Traversal { root_end, .. } => Some(TextRange {
            start: tree.expr_range(id).start,
            end: root_end,
        }),
        _ => None,
    }
}
