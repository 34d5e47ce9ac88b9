//! What each part of a document is, for colours that follow the meaning.

use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_native::lexer::TokenKind;
use hcl2_native::tree::{Expr, File, Node, Part, Step, TextRange};

use crate::workspace::Workspace;

/// A part of a document with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SemanticToken {
    /// The range, which may span lines.
    pub span: Span,
    /// What it is.
    pub kind: SemanticKind,
    /// Whether it declares a name.
    pub is_declaration: bool,
}

/// The meaning of a [`SemanticToken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SemanticKind {
    /// The type of a block.
    BlockType,
    /// A label of a block.
    Label,
    /// The name of an argument, a key, or a selected attribute.
    Property,
    /// The first name of a reference.
    Variable,
    /// A variable of a `for` expression.
    Parameter,
    /// The name of a function.
    Function,
    /// `true`, `false` or `null`.
    Keyword,
    /// A number.
    Number,
    /// The text of a string.
    String,
    /// A comment.
    Comment,
}

impl Workspace {
    /// Returns the parts of a document in native syntax that have a meaning, in order and without overlaps.
    #[must_use]
    pub fn semantic_tokens(&self, path: &Path) -> Vec<SemanticToken> {
        let Some(tree) = self.document(path).and_then(|document| document.tree()) else {
            return Vec::new();
        };
        let mut found = Found {
            tree,
            tokens: Vec::new(),
            loops: Vec::new(),
        };
        for node in tree.nodes_in(tree.root_node()) {
            found.add_node(node);
        }
        for token in tree.tokens().iter() {
            match token.kind {
                TokenKind::Comment => found.add(token.range, SemanticKind::Comment),
                TokenKind::QuotedLiteral | TokenKind::StringLiteral => {
                    found.add(token.range, SemanticKind::String);
                }
                _ => {}
            }
        }
        let mut tokens = found.tokens;
        // A label contains its string.
        tokens.sort_by_key(|token| (token.span.start, std::cmp::Reverse(token.span.end)));
        let mut end = 0;
        tokens.retain(|token| {
            let is_free = token.span.start >= end && token.span.end > token.span.start;
            end = if is_free { token.span.end } else { end };
            is_free
        });
        tokens
    }
}

struct Found<'t> {
    tree: &'t File,
    tokens: Vec<SemanticToken>,
    /// The ranges of `for` expressions, with the names of their variables.
    loops: Vec<(TextRange, TextRange)>,
}

impl Found<'_> {
    fn add(&mut self, range: TextRange, kind: SemanticKind) {
        self.tokens.push(SemanticToken {
            span: self.tree.span(range),
            kind,
            is_declaration: false,
        });
    }

    fn declare(&mut self, range: TextRange, kind: SemanticKind) {
        self.add(range, kind);
        if let Some(token) = self.tokens.last_mut() {
            token.is_declaration = true;
        }
    }

    fn add_node(&mut self, node: Node) {
        let tree = self.tree;
        match node {
            Node::Block(id) => self.add(tree.block(id).block_type, SemanticKind::BlockType),
            Node::Label(label) => self.declare(label.range, SemanticKind::Label),
            Node::Attribute(id) => self.add(tree.attribute(id).name, SemanticKind::Property),
            Node::ObjectItem(item) => {
                let key = tree.expr_range(item.key);
                if matches!(tree.expr(item.key), Expr::Traversal { .. }) {
                    self.add(key, SemanticKind::Property);
                }
            }
            Node::Step(Step::Attribute { name, .. }) => self.add(name, SemanticKind::Property),
            Node::Variable(variable) => self.declare(variable.name, SemanticKind::Parameter),
            Node::Part(Part::For(id)) => {
                let directive = tree.for_directive(id);
                let names = directive
                    .key_variable
                    .into_iter()
                    .chain([directive.value_variable]);
                let range = tree.node_range(node);
                self.loops.extend(names.map(|variable| (range, variable.name)));
            }
            Node::Expr(id) => match tree.expr(id) {
                Expr::Number => self.add(tree.expr_range(id), SemanticKind::Number),
                Expr::Bool(_) | Expr::Null => self.add(tree.expr_range(id), SemanticKind::Keyword),
                Expr::Call(call) => self.add(tree.call(call).name_range, SemanticKind::Function),
                Expr::For(expression) => {
                    let expression = tree.for_expr(expression);
                    let names = expression
                        .key_variable
                        .into_iter()
                        .chain([expression.value_variable]);
                    let range = tree.expr_range(id);
                    self.loops.extend(names.map(|variable| (range, variable.name)));
                }
                Expr::Traversal { root_end, .. } => {
                    let range = tree.expr_range(id);
                    let root = TextRange {
                        end: root_end,
                        ..range
                    };
                    let is_of_loop = self.loops.iter().any(|(around, name)| {
                        around.start <= root.start
                            && root.end <= around.end
                            && tree.slice(*name) == tree.slice(root)
                    });
                    let kind = match is_of_loop {
                        true => SemanticKind::Parameter,
                        false => SemanticKind::Variable,
                    };
                    self.add(root, kind);
                }
                _ => {}
            },
            _ => {}
        }
        // What ended before does not matter any more.
        let start = tree.node_range(node).start;
        self.loops.retain(|(around, _)| around.end > start);
    }
}
