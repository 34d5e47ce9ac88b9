//! The owner of a tree.

use std::ops::Index;
use std::sync::OnceLock;

use hcl2_diagnostics::{Source, Span};

use super::packed::Exprs;
use super::table::Table;
use super::{
    Attribute, AttributeId, Block, BlockId, Body, BodyId, Call, CallId, Conditional, ConditionalId, ErrorId,
    Expr, ExprId, ForDirective, ForDirectiveId, ForExpr, ForExprId, IfDirective, IfDirectiveId, Item, Label,
    List, Nodes, ObjectItem, Part, PositionMap, Step, Text, TextRange,
};
use crate::lexer::{self, Start, Tokens};

/// What a text was parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A whole file, or the content of a block.
    Body(BodyId),
    /// A lone expression, a bare template, or a traversal.
    Expr(ExprId),
}

/// A parsed text with its tree; share it in an `Arc`.
#[derive(Clone, Debug)]
pub struct File {
    source: Source,
    /// The text itself where it is not the source's: decoded from it.
    decoded_text: Option<(Box<str>, PositionMap)>,
    /// The part of the text that was parsed.
    range: TextRange,
    root: Root,
    lexing: Lexing,
    pub(crate) nodes: Builder,
}

/// The tokens of a file, or how to make them again.
#[derive(Clone, Debug)]
pub(crate) struct Lexing {
    pub(crate) start: Start,
    pub(crate) starts_file: bool,
    pub(crate) tokens: OnceLock<Tokens>,
}

/// The length from which on a text is long, in bytes.
const LONG: usize = 1 << 16;

/// The nodes of a tree, and of one that is being built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builder {
    pub(crate) exprs: Exprs,
    pub(crate) bodies: Vec<Body>,
    pub(crate) items: Vec<Item>,
    pub(crate) errors: Vec<TextRange>,
    pub(crate) attributes: Table<Attribute>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) labels: Vec<Label>,
    pub(crate) calls: Table<Call>,
    pub(crate) conditionals: Vec<Conditional>,
    pub(crate) fors: Vec<ForExpr>,
    pub(crate) if_directives: Vec<IfDirective>,
    pub(crate) for_directives: Vec<ForDirective>,
    pub(crate) expr_lists: Vec<ExprId>,
    pub(crate) object_items: Vec<ObjectItem>,
    pub(crate) steps: Table<Step>,
    pub(crate) parts: Vec<Part>,
    /// The content of literals that are no plain slices of the text.
    pub(crate) decoded: String,
}

impl Builder {
    /// Makes room for the tree of a file of this length, in bytes: about as much as files have that people write.
    pub(crate) fn reserve(&mut self, length: usize) {
        // Memory that is not touched costs nothing, and what a vector grown further is copied from would be touched.
        let length = if length < LONG { length } else { 2 * length };
        self.exprs.reserve(length / 32);
        self.steps.reserve(length / 80);
        self.items.reserve(length / 80);
        self.attributes.reserve(length / 100);
        self.expr_lists.reserve(length / 120);
        self.calls.reserve(length / 280);
        self.blocks.reserve(length / 300);
        self.bodies.reserve(length / 300);
        self.labels.reserve(length / 350);
        self.object_items.reserve(length / 350);
        self.parts.reserve(length / 1000);
        self.conditionals.reserve(length / 1200);
        self.fors.reserve(length / 3000);
    }

    /// Gives back what the vectors hold in reserve, where that is much.
    pub(crate) fn shrink(&mut self) {
        self.exprs.shrink();
        self.steps.shrink();
        shrink(&mut self.items);
        self.attributes.shrink();
        shrink(&mut self.expr_lists);
        self.calls.shrink();
        shrink(&mut self.blocks);
        shrink(&mut self.bodies);
        shrink(&mut self.labels);
        shrink(&mut self.object_items);
        shrink(&mut self.parts);
        shrink(&mut self.conditionals);
        shrink(&mut self.fors);
        self.decoded.shrink_to_fit();
    }
}

/// Gives back what `nodes` holds in reserve, where it is a quarter of them and not next to nothing.
pub(super) fn shrink<T>(nodes: &mut Vec<T>) {
    if nodes.capacity() > nodes.len() + nodes.len() / 4 + 8 {
        nodes.shrink_to_fit();
    }
}

impl File {
    /// Puts the pieces together.
    pub(crate) fn new(
        source: Source,
        decoded_text: Option<(Box<str>, PositionMap)>,
        range: TextRange,
        root: Root,
        lexing: Lexing,
        nodes: Builder,
    ) -> Self {
        Self {
            source,
            decoded_text,
            range,
            root,
            lexing,
            nodes,
        }
    }

    /// The source that spans point into.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What the text was parsed as.
    #[must_use]
    pub fn root(&self) -> Root {
        self.root
    }

    /// The body of a file; `None` where a lone expression was parsed.
    #[must_use]
    pub fn body(&self) -> Option<BodyId> {
        match self.root {
            Root::Body(body) => Some(body),
            Root::Expr(_) => None,
        }
    }

    /// The lone expression, template or traversal; `None` where a body was parsed.
    #[must_use]
    pub fn expr(&self) -> Option<ExprId> {
        match self.root {
            Root::Expr(expr) => Some(expr),
            Root::Body(_) => None,
        }
    }

    /// The text that offsets of the tree count in: the source's bytes, or those decoded from it.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.decoded_text {
            Some((text, _)) => text.as_bytes(),
            None => self.source.bytes(),
        }
    }

    /// The part of [`File::bytes`] that was parsed.
    #[must_use]
    pub fn range(&self) -> TextRange {
        self.range
    }

    /// Every token of the text, comments and spaces included. Those of a long text are not kept after it was parsed,
    /// and are made again when they are first asked for.
    #[must_use]
    pub fn tokens(&self) -> &Tokens {
        let Lexing {
            start,
            starts_file,
            tokens,
        } = &self.lexing;
        tokens.get_or_init(|| lexer::lex_part(self.bytes(), self.range, *start, *starts_file))
    }

    /// The span of `range` in the source.
    #[must_use]
    pub fn span(&self, range: TextRange) -> Span {
        match &self.decoded_text {
            Some((_, map)) => map.span(&self.source, range),
            None => self.source.span_of(range.start, range.end),
        }
    }

    /// The bytes of `range`, cut to what there is.
    #[must_use]
    pub fn slice(&self, range: TextRange) -> &[u8] {
        let bytes = self.bytes();
        let end = (range.end as usize).min(bytes.len());
        &bytes[(range.start as usize).min(end)..end]
    }

    /// The text of `range`, for names, numbers and operators; up to the first invalid byte where it is not UTF-8.
    #[must_use]
    #[inline]
    pub fn str(&self, range: TextRange) -> &str {
        let text = match &self.decoded_text {
            Some((text, _)) => Some(&**text),
            None => self.source.text(),
        };
        text.and_then(|text| text.get(range.as_range()))
            .unwrap_or_else(|| valid_prefix(self.slice(range)))
    }

    /// The content of a literal, a label or a function's name.
    #[inline]
    #[must_use]
    pub fn text(&self, text: Text) -> &str {
        match text.place() {
            (true, range) => self.nodes.decoded.get(range.as_range()).unwrap_or(""),
            (false, range) => self.str(range),
        }
    }

    /// The expression with this id.
    #[must_use]
    #[inline(always)]
    pub fn expression(&self, expr: ExprId) -> Expr {
        self.nodes.exprs.get(expr)
    }

    /// The attribute with this id.
    #[must_use]
    #[inline]
    pub fn attribute(&self, attribute: AttributeId) -> Attribute {
        self.nodes.attributes.get(attribute.index())
    }

    /// The call with this id.
    #[must_use]
    #[inline]
    pub fn call(&self, call: CallId) -> Call {
        self.nodes.calls.get(call.index())
    }

    /// The steps of a traversal or of what is selected from another expression.
    #[must_use]
    #[inline]
    pub fn steps(&self, steps: List<Step>) -> Nodes<'_, Step> {
        self.nodes.steps.list(steps)
    }

    /// The range of an expression.
    #[must_use]
    pub fn expr_range(&self, expr: ExprId) -> TextRange {
        self.nodes.exprs.range(expr)
    }

    /// Where an expression starts: the offset of its first byte.
    #[inline]
    pub(crate) fn expr_start(&self, expr: ExprId) -> u32 {
        self.nodes.exprs.start(expr)
    }

    /// The span of an expression.
    #[must_use]
    pub fn expr_span(&self, expr: ExprId) -> Span {
        self.span(self.expr_range(expr))
    }

    /// The whole of a block: from its type to its closing brace, or to its last label where it has no body.
    #[must_use]
    pub fn block_range(&self, block: BlockId) -> TextRange {
        let block = &self[block];
        block.header_range(&self[block.labels]).to(block.close_brace)
    }

    /// The number of expressions.
    #[must_use]
    pub fn expr_count(&self) -> usize {
        self.nodes.exprs.len()
    }
}

/// The text of `bytes` up to the first that is not UTF-8.
#[cold]
fn valid_prefix(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
    }
}

/// Lets a file be indexed by the ids and lists of one kind of node.
macro_rules! index {
    ($($id:ty => $node:ty, $field:ident;)*) => {$(
        impl Index<$id> for File {
            type Output = $node;

            fn index(&self, id: $id) -> &$node {
                &self.nodes.$field[id.index()]
            }
        }
    )*};
    ($($node:ty, $field:ident;)*) => {$(
        impl Index<List<$node>> for File {
            type Output = [$node];

            fn index(&self, list: List<$node>) -> &[$node] {
                &self.nodes.$field[list.range()]
            }
        }
    )*};
}

index! {
    BodyId => Body, bodies;
    ErrorId => TextRange, errors;
    BlockId => Block, blocks;
    ConditionalId => Conditional, conditionals;
    ForExprId => ForExpr, fors;
    IfDirectiveId => IfDirective, if_directives;
    ForDirectiveId => ForDirective, for_directives;
}

index! {
    Item, items;
    Label, labels;
    ExprId, expr_lists;
    ObjectItem, object_items;
    Part, parts;
}
