//! Files: sources with their trees.

use std::borrow::Cow;
use std::sync::OnceLock;

use hcl2_diagnostics::{Source, Span};

use super::{
    Attribute, AttributeId, Block, BlockId, Body, BodyId, Builder, Call, CallId, Conditional, ConditionalId,
    ErrorId, Expr, ExprId, ForDirective, ForDirectiveId, ForExpr, ForExprId, IfDirective, IfDirectiveId,
    Item, Label, List, ObjectItem, Part, PositionMap, Step, Steps, Text, TextRange,
};
use crate::lexer::{self, Start, Tokens};

/// What a source was parsed as.
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

/// A parsed source with its tree; share it in an `Arc`.
///
/// # Examples
///
/// ```
/// use hcl2_native::diagnostics::Source;
/// use hcl2_native::parse_file;
/// use hcl2_native::tree::Item;
///
/// let file = parse_file(&Source::new("app.hcl", "name = \"web\"\nlisten {}\n")?).value;
/// let body = file.body(file.root().body().expect("a file has a body"));
/// let names: Vec<&str> = file
///     .items(body.items)
///     .iter()
///     .filter_map(|item| match item {
///         Item::Attribute(id) => Some(file.str(file.attribute(*id).name)),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(names, ["name"]);
/// # Ok::<(), hcl2_native::diagnostics::SourceTooLarge>(())
/// ```
// In this order, a first evaluation touches few lines of the cache.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct File {
    source: Source,
    /// The text that was parsed, if it was decoded from the source.
    decoded_text: Option<Box<(Box<str>, PositionMap)>>,
    nodes: Builder,
    /// The part of the source or text that was parsed.
    range: TextRange,
    root: Root,
    lexing: Lexing,
}

/// The tokens of a file, and how to read them again.
#[derive(Clone, Debug)]
pub(crate) struct Lexing {
    pub(crate) start: Start,
    pub(crate) starts_file: bool,
    pub(crate) tokens: OnceLock<Box<Tokens>>,
}

impl File {
    /// Creates a file from its parts.
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

    /// Returns the source that spans refer to.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns what the source was parsed as.
    #[must_use]
    pub fn root(&self) -> Root {
        self.root
    }

    /// Returns the bytes that offsets of the tree refer to: those of the source, or of the text decoded from it.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.decoded_text {
            Some(decoded) => decoded.0.as_bytes(),
            None => self.source.bytes(),
        }
    }

    /// Returns the part of [`File::bytes`] that was parsed.
    #[must_use]
    pub fn range(&self) -> TextRange {
        self.range
    }

    /// Returns all tokens, including comments and spaces. The parser does not keep them; they are read again on first use.
    #[must_use]
    pub fn tokens(&self) -> &Tokens {
        let Lexing {
            start,
            starts_file,
            tokens,
        } = &self.lexing;
        tokens.get_or_init(|| Box::new(lexer::lex_part(self.bytes(), self.range, *start, *starts_file)))
    }

    /// Returns the span of `range` in the source.
    #[must_use]
    pub fn span(&self, range: TextRange) -> Span {
        match &self.decoded_text {
            Some(decoded) => decoded.1.span(&self.source, range),
            None => self.source.span_of(range.start, range.end),
        }
    }

    /// Returns the bytes of `range`, up to the end of the source.
    #[must_use]
    pub fn slice(&self, range: TextRange) -> &[u8] {
        let bytes = self.bytes();
        let end = (range.end as usize).min(bytes.len());
        &bytes[(range.start as usize).min(end)..end]
    }

    /// Returns the source text of `range`, such as a name, number or operator, up to the first byte that is not UTF-8.
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

    /// Returns the source text of `range`, such as an expression of several lines, whose comments may be invalid UTF-8: such
    /// bytes are replaced by U+FFFD.
    pub(crate) fn lossy(&self, range: TextRange) -> Cow<'_, str> {
        String::from_utf8_lossy(self.slice(range))
    }

    /// Returns the content of a literal, a label or the name of a function.
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

    /// Returns all expressions, in the order in which the parser finished them.
    pub(crate) fn all_exprs(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.nodes.exprs.len()).map(ExprId::new)
    }

    /// Returns a body.
    #[must_use]
    #[inline]
    pub fn body(&self, body: BodyId) -> Body {
        self.nodes.structure().bodies[body.index()]
    }

    /// Returns an attribute.
    #[must_use]
    #[inline]
    pub fn attribute(&self, attribute: AttributeId) -> Attribute {
        self.nodes.structure().attributes.get(attribute.index())
    }

    /// Returns a block.
    #[must_use]
    #[inline]
    pub fn block(&self, block: BlockId) -> Block {
        self.nodes.structure().blocks[block.index()]
    }

    /// Returns the range of a piece of a body that is neither an attribute nor a block.
    #[must_use]
    #[inline]
    pub fn error(&self, error: ErrorId) -> TextRange {
        self.nodes.structure().errors[error.index()]
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
        &self.nodes.structure().items[items.range()]
    }

    /// Returns the name of an attribute, or the type and the labels of a block; nothing for an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::{diagnostics::Source, parse_file};
    ///
    /// let file = parse_file(&Source::new("main.hcl", "a = 1\nb \"c\" {}\n")?).into_result().unwrap();
    /// let items = file.items(file.body(file.root().body().unwrap()).items);
    /// assert_eq!(file.item_names(items[0]), ["a"]);
    /// assert_eq!(file.item_names(items[1]), ["b", "c"]);
    /// # Ok::<(), hcl2_native::diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn item_names(&self, item: Item) -> Vec<&str> {
        match item {
            Item::Attribute(id) | Item::Duplicate(id) => vec![self.str(self.attribute(id).name)],
            Item::Block(id) => {
                let block = self.block(id);
                let labels = self.labels(block.labels).iter();
                std::iter::once(self.str(block.block_type))
                    .chain(labels.map(|label| self.text(label.text)))
                    .collect()
            }
            Item::Error(_) => Vec::new(),
        }
    }

    /// Returns the range of an item.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::{diagnostics::Source, parse_file};
    ///
    /// let file = parse_file(&Source::new("main.hcl", "a = 1\nb \"c\" {}\n")?).into_result().unwrap();
    /// let items = file.items(file.body(file.root().body().unwrap()).items);
    /// assert_eq!(file.slice(file.item_range(items[1])), b"b \"c\" {}");
    /// # Ok::<(), hcl2_native::diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn item_range(&self, item: Item) -> TextRange {
        match item {
            Item::Attribute(id) | Item::Duplicate(id) => self.attribute(id).range(),
            Item::Block(id) => self.block_range(id),
            Item::Error(id) => self.error(id),
        }
    }

    /// Returns the labels of a block.
    #[must_use]
    #[inline]
    pub fn labels(&self, labels: List<Label>) -> &[Label] {
        &self.nodes.structure().labels[labels.range()]
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

    /// Returns the range of an expression.
    #[must_use]
    pub fn expr_range(&self, expr: ExprId) -> TextRange {
        self.nodes.exprs.range(expr)
    }

    /// Returns the offset of the first byte of an expression.
    #[inline]
    pub(crate) fn expr_start(&self, expr: ExprId) -> u32 {
        self.nodes.exprs.start(expr)
    }

    /// Returns the value of a number literal if it is a whole number of few digits.
    #[inline]
    pub(crate) fn whole_number(&self, expr: ExprId) -> Option<u32> {
        self.nodes.exprs.whole_number(expr)
    }

    /// Returns the span of an expression.
    #[must_use]
    pub fn expr_span(&self, expr: ExprId) -> Span {
        self.span(self.expr_range(expr))
    }

    /// Returns the range of a block: from its type to its closing brace, or to its last label if it has no body.
    #[must_use]
    pub fn block_range(&self, block: BlockId) -> TextRange {
        let block = self.block(block);
        block
            .header_range(self.labels(block.labels))
            .to(block.close_brace)
    }

    /// Returns the number of expressions.
    #[must_use]
    pub fn expr_count(&self) -> usize {
        self.nodes.exprs.len()
    }
}

/// Returns the text of `bytes` up to the first byte that is not UTF-8.
#[cold]
fn valid_prefix(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
    }
}
