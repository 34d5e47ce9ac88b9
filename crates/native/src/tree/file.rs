//! The owner of a tree.

use std::sync::OnceLock;

use hcl2_diagnostics::{Source, Span};

use super::packed::Exprs;
use super::table::Table;
use super::{
    Attribute, AttributeId, Block, BlockId, Body, BodyId, Call, CallId, Conditional, ConditionalId, ErrorId,
    Expr, ExprId, ForDirective, ForDirectiveId, ForExpr, ForExprId, IfDirective, IfDirectiveId, Item, Label,
    List, ObjectItem, Part, PositionMap, Step, Steps, Text, TextRange,
};
use crate::lexer::{self, Start, Tokens};

/// What a text was parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A whole file, or the content of a block.
    Body(BodyId),
    /// A bare expression, template or traversal.
    Expr(ExprId),
}

impl Root {
    /// Returns the body of a file, or `None` if an expression was parsed.
    #[must_use]
    pub const fn body(self) -> Option<BodyId> {
        match self {
            Self::Body(body) => Some(body),
            Self::Expr(_) => None,
        }
    }

    /// Returns the expression, template or traversal, or `None` if a file was parsed.
    #[must_use]
    pub const fn expr(self) -> Option<ExprId> {
        match self {
            Self::Expr(expr) => Some(expr),
            Self::Body(_) => None,
        }
    }
}

/// A parsed text with its tree; share it in an `Arc`.
// In this order, a first evaluation touches few lines of the cache.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct File {
    source: Source,
    /// The text itself where it is not the source's: decoded from it.
    decoded_text: Option<Box<(Box<str>, PositionMap)>>,
    pub(crate) nodes: Builder,
    /// The part of the text that was parsed.
    range: TextRange,
    root: Root,
    lexing: Lexing,
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
// What evaluation reads comes first, as in `File`.
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub(crate) struct Builder {
    pub(crate) exprs: Exprs,
    pub(crate) conditionals: Vec<Conditional>,
    pub(crate) expr_lists: Vec<ExprId>,
    pub(crate) calls: Table<Call>,
    pub(crate) object_items: Vec<ObjectItem>,
    pub(crate) steps: Table<Step>,
    pub(crate) parts: Vec<Part>,
    pub(crate) fors: Vec<ForExpr>,
    /// The content of literals that are no plain slices of the text.
    pub(crate) decoded: String,
    pub(crate) bodies: Vec<Body>,
    pub(crate) items: Vec<Item>,
    pub(crate) errors: Vec<TextRange>,
    pub(crate) attributes: Table<Attribute>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) labels: Vec<Label>,
    pub(crate) if_directives: Vec<IfDirective>,
    pub(crate) for_directives: Vec<ForDirective>,
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
            decoded_text: decoded_text.map(Box::new),
            nodes,
            range,
            root,
            lexing,
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

    /// The text that offsets of the tree count in: the source's bytes, or those decoded from it.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.decoded_text {
            Some(decoded) => decoded.0.as_bytes(),
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
            Some(decoded) => decoded.1.span(&self.source, range),
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
            Some(decoded) => Some(&*decoded.0),
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

    /// Returns an expression.
    #[must_use]
    #[inline(always)]
    pub fn expr(&self, expr: ExprId) -> Expr {
        self.nodes.exprs.get(expr)
    }

    /// Returns a body.
    #[must_use]
    #[inline]
    pub fn body(&self, body: BodyId) -> Body {
        self.nodes.bodies[body.index()]
    }

    /// Returns an attribute.
    #[must_use]
    #[inline]
    pub fn attribute(&self, attribute: AttributeId) -> Attribute {
        self.nodes.attributes.get(attribute.index())
    }

    /// Returns a block.
    #[must_use]
    #[inline]
    pub fn block(&self, block: BlockId) -> Block {
        self.nodes.blocks[block.index()]
    }

    /// Returns the range of a piece of a body that is neither an attribute nor a block.
    #[must_use]
    #[inline]
    pub fn error(&self, error: ErrorId) -> TextRange {
        self.nodes.errors[error.index()]
    }

    /// Returns a call.
    #[must_use]
    #[inline]
    pub fn call(&self, call: CallId) -> Call {
        self.nodes.calls.get(call.index())
    }

    /// Returns a conditional.
    #[must_use]
    #[inline]
    pub fn conditional(&self, conditional: ConditionalId) -> Conditional {
        self.nodes.conditionals[conditional.index()]
    }

    /// Returns a `for` expression.
    #[must_use]
    #[inline]
    pub fn for_expr(&self, for_expr: ForExprId) -> ForExpr {
        self.nodes.fors[for_expr.index()]
    }

    /// Returns an `if` directive.
    #[must_use]
    #[inline]
    pub fn if_directive(&self, directive: IfDirectiveId) -> IfDirective {
        self.nodes.if_directives[directive.index()]
    }

    /// Returns a `for` directive.
    #[must_use]
    #[inline]
    pub fn for_directive(&self, directive: ForDirectiveId) -> ForDirective {
        self.nodes.for_directives[directive.index()]
    }

    /// Returns the items of a body.
    #[must_use]
    #[inline]
    pub fn items(&self, items: List<Item>) -> &[Item] {
        &self.nodes.items[items.range()]
    }

    /// Returns the labels of a block.
    #[must_use]
    #[inline]
    pub fn labels(&self, labels: List<Label>) -> &[Label] {
        &self.nodes.labels[labels.range()]
    }

    /// Returns the elements of a tuple or the arguments of a call.
    #[must_use]
    #[inline]
    pub fn exprs(&self, exprs: List<ExprId>) -> &[ExprId] {
        &self.nodes.expr_lists[exprs.range()]
    }

    /// Returns the items of an object.
    #[must_use]
    #[inline]
    pub fn object_items(&self, items: List<ObjectItem>) -> &[ObjectItem] {
        &self.nodes.object_items[items.range()]
    }

    /// Returns the parts of a template or directive.
    #[must_use]
    #[inline]
    pub fn parts(&self, parts: List<Part>) -> &[Part] {
        &self.nodes.parts[parts.range()]
    }

    /// Returns the steps of a traversal, or those after another expression.
    #[must_use]
    #[inline]
    pub fn steps(&self, steps: List<Step>) -> Steps<'_> {
        Steps(self.nodes.steps.list(steps))
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

    /// Returns the value of a number literal if it is a whole number of few digits.
    #[inline]
    pub(crate) fn whole_number(&self, expr: ExprId) -> Option<u32> {
        self.nodes.exprs.whole_number(expr)
    }

    /// The span of an expression.
    #[must_use]
    pub fn expr_span(&self, expr: ExprId) -> Span {
        self.span(self.expr_range(expr))
    }

    /// The whole of a block: from its type to its closing brace, or to its last label where it has no body.
    #[must_use]
    pub fn block_range(&self, block: BlockId) -> TextRange {
        let block = self.block(block);
        block
            .header_range(self.labels(block.labels))
            .to(block.close_brace)
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
