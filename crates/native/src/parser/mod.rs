//! Tokens to a tree.
//!
//! The parser always gives a tree and a list of problems: what cannot be read becomes an error node, and the rest of
//! the text is still read. It descends recursively where the text nests, bounded by [`Limits`](crate::Limits); it
//! loops where the text is merely long, as along operators of one expression or the steps of a traversal.
//!
//! Problems are listed in the order in which they are found: those of single tokens first, then those of the
//! structure. Once the parser had to skip text, further problems that may follow from that are not listed.

mod body;
mod closing;
mod collection;
mod cursor;
mod directive;
mod expression;
mod for_expr;
mod heredoc;
mod input;
mod layout;
mod literal;
mod mistaken;
mod names;
mod postfix;
mod report;
mod resume;
mod template;
mod traversal;

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Outcome, codes};
use hcl2_model::Syntax;

use crate::lexer::{BYTES_PER_TOKEN, Lexer, Start, TokenKind};
use crate::tree::{Builder, Expr, ExprId, File, Item, Lexing, List, ObjectItem, Part, Root, Step, TextRange};

pub use input::Input;
pub use traversal::TraversalKind;

use cursor::PIECE;
use layout::Outer;
use names::Name;
use template::RawPart;

/// Parses a whole file, or the content of a block.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::parse_file;
/// use hcl2_native::tree::Item;
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "port = 80\n")?;
/// let parsed = parse_file(&source);
/// assert!(parsed.diagnostics.is_empty());
/// let file = &parsed.value;
/// let body = file.body(file.root().body().unwrap());
/// let [Item::Attribute(attribute)] = *file.items(body.items) else { panic!() };
/// assert_eq!(file.str(file.attribute(attribute).name), "port");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn parse_file<'a>(input: impl Into<Input<'a>>) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Code, |parser| {
        let start = parser.range();
        parser.nodes.reserve(parser.input.range.len() as usize);
        let body = parser.body(TokenKind::End, start);
        Root::Body(body)
    })
}

/// Parses a text that is one expression; line endings in it are spaces.
pub fn parse_expression<'a>(input: impl Into<Input<'a>>) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Code, |parser| {
        parser.set_newlines(false);
        let expr = parser.expression();
        parser.expect_end();
        Root::Expr(expr)
    })
}

/// Parses a text that is one template, without quotes around it.
pub fn parse_template<'a>(input: impl Into<Input<'a>>) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Template, |parser| {
        Root::Expr(parser.bare_template())
    })
}

/// Parses a text that is one traversal, such as `a.b[0]`, into an [`Expr::Traversal`].
pub fn parse_traversal<'a>(input: impl Into<Input<'a>>, kind: TraversalKind) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Code, |parser| {
        parser.set_newlines(false);
        Root::Expr(parser.traversal(kind))
    })
}

/// Does what all entry points share.
fn parse(
    input: Input<'_>,
    start: Start,
    production: impl FnOnce(&mut Parser<'_>) -> Root,
) -> Outcome<Arc<File>> {
    let (mut input, too_large) = input.within_limits();
    let bytes = input.bytes();
    let mut parser = Parser::new(&input, bytes, start);
    if let Some(excess) = too_large {
        parser.report_too_large(excess);
    }
    parser.seek();
    let root = production(&mut parser);
    let tokens = parser.take_tokens();
    let (mut nodes, diagnostics) = (parser.nodes, parser.diagnostics);
    nodes.shrink();
    let decoded = input.take_decoded();
    let lexing = Lexing {
        start,
        starts_file: input.starts_file(),
        tokens,
    };
    let file = File::new(input.source.clone(), decoded, input.range, root, lexing, nodes);
    Outcome::new(Arc::new(file), diagnostics.into_iter().collect())
}

/// A token as the parser sees it: a comment that ends a line may count as a line ending.
#[derive(Clone, Copy)]
struct Seen {
    kind: TokenKind,
    range: TextRange,
}

struct Parser<'a> {
    input: &'a Input<'a>,
    bytes: &'a [u8],
    /// Where the tokens come from, as they are needed, and those that still are.
    lexer: Lexer<'a>,
    /// Whether tokens were let go of.
    forgetful: bool,
    max_depth: u32,
    max_diagnostics: usize,
    /// The current token's kind.
    kind: TokenKind,
    /// The current token's position.
    index: usize,
    /// Where to look for the current token from: after the last one read.
    next: usize,
    /// The position of the last token read.
    last: Option<usize>,
    /// The position of the token that counts as the end of the text, where that is not the end itself.
    end: usize,
    /// Whether line endings are tokens or spaces.
    newlines: bool,
    /// How many quoted templates the current token stands in, up to the heredoc around them.
    quotes: u32,
    /// How deeply the current token is nested.
    depth: u32,
    /// Whether the depth limit was passed, which is said once.
    too_deep: bool,
    /// Whether text was skipped, so that further problems may only follow from that.
    recovery: bool,
    /// Whether problems are counted only: in text that was given up and is read for the tree's sake.
    muted: bool,
    /// Whether an attribute's value took in all that follows, so that this is being read again.
    resumed: bool,
    /// The column, in bytes from 0, of the attribute whose value is being read after that.
    margin: Option<usize>,
    /// The blocks around the current token, the innermost last, once indentation counts.
    outer: Option<Vec<Outer>>,
    /// Whether the text ended in a block since this was asked last.
    unclosed: bool,
    /// Whether a malformed heredoc was not closed either.
    endless: bool,
    /// Whether a malformed block on one line may have taken in the brace of another one, in the current item of the file.
    tangled: bool,
    /// Whether the block that was just read ended by its indentation, before the current token.
    left_open: bool,
    /// The problems so far, those not listed included.
    errors: u64,
    diagnostics: Vec<Diagnostic>,
    /// Where the listed problems of single tokens are, in source order.
    told: Vec<TextRange>,
    /// Whether the tokens were looked through for such problems, all of which are listed before any other.
    tokens_told: bool,
    /// The number of problems that are listed before those of the structure.
    listed_first: usize,
    nodes: Builder,
    // Children of nodes that are not complete yet, those of inner nodes on top.
    pending_exprs: Vec<ExprId>,
    pending_items: Vec<Item>,
    pending_names: Vec<Name>,
    pending_objects: Vec<ObjectItem>,
    pending_steps: Vec<Step>,
    pending_parts: Vec<Part>,
    pending_raw: Vec<RawPart>,
    /// Operators whose right operand is not complete yet, and where they are.
    pending_operators: Vec<(crate::tree::BinaryOperator, u32)>,
    /// Tokens that a malformed block on one line made skip, still to be read as items of the body around it.
    skipped: Option<(usize, usize)>,
}

impl<'a> Parser<'a> {
    fn new(input: &'a Input<'a>, bytes: &'a [u8], start: Start) -> Self {
        let expected = (input.range.len() as usize).min(2 * PIECE) / BYTES_PER_TOKEN;
        Self {
            input,
            bytes,
            lexer: Lexer::new(
                bytes,
                input.range,
                start,
                input.starts_file(),
                input.is_text(),
                expected,
            ),
            forgetful: false,
            max_depth: input.limits.nesting_depth(Syntax::Native),
            max_diagnostics: input.limits.diagnostics(Syntax::Native) as usize,
            kind: TokenKind::End,
            index: 0,
            next: 0,
            last: None,
            end: usize::MAX,
            newlines: true,
            quotes: 0,
            depth: 0,
            too_deep: false,
            recovery: false,
            muted: false,
            resumed: false,
            margin: None,
            outer: None,
            unclosed: false,
            endless: false,
            tangled: false,
            left_open: false,
            errors: 0,
            diagnostics: Vec::new(),
            told: Vec::new(),
            tokens_told: false,
            listed_first: 0,
            nodes: Builder::default(),
            pending_exprs: Vec::new(),
            pending_items: Vec::new(),
            pending_names: Vec::new(),
            pending_objects: Vec::new(),
            pending_steps: Vec::new(),
            pending_parts: Vec::new(),
            pending_raw: Vec::new(),
            pending_operators: Vec::new(),
            skipped: None,
        }
    }

    /// Adds an expression.
    #[inline]
    fn expr(&mut self, expr: Expr, range: TextRange) -> ExprId {
        self.nodes.exprs.push(expr, range)
    }

    /// Adds an error node in place of an expression.
    fn error_expr(&mut self, range: TextRange) -> ExprId {
        self.expr(Expr::Error, range)
    }

    /// Adds an error node where an expression is missing: right behind the last token read, or behind `end` if that is
    /// further on, and over the spaces up to the current token where that ends the line or the text, as that is where someone
    /// goes on to write.
    fn missing_expr(&mut self, end: u32) -> ExprId {
        let start = self.last_range().end.max(end);
        let end = match self.kind {
            TokenKind::Newline | TokenKind::End | TokenKind::BrokenQuote => self.range().start.max(start),
            _ => start,
        };
        self.error_expr(TextRange::new(start, end))
    }

    fn expr_range(&self, expr: ExprId) -> TextRange {
        self.nodes.exprs.range(expr)
    }

    /// Whether a problem was found since `errors` were.
    fn failed_since(&self, errors: u64) -> bool {
        self.errors > errors
    }

    /// Whether, besides, text has been skipped, so that whoever is at it must give up.
    fn lost_since(&self, errors: u64) -> bool {
        self.recovery && self.failed_since(errors)
    }

    /// Goes one level deeper; false, with a report the first time, where the limit forbids it.
    fn descend(&mut self) -> bool {
        if self.depth < self.max_depth {
            self.depth += 1;
            return true;
        }
        self.report_too_deep();
        false
    }

    fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Reports what follows a complete expression.
    fn expect_end(&mut self) {
        if self.kind != TokenKind::End && !self.recovery {
            let diagnostic = self.expected_end();
            self.report(diagnostic);
        }
    }

    fn report_too_deep(&mut self) {
        self.recovery = true;
        if self.too_deep {
            self.errors += 1;
            return;
        }
        self.too_deep = true;
        let limit = self.max_depth;
        let diagnostic = self.error(codes::syntax::TOO_DEEP, "Nested too deeply", self.range());
        self.report(diagnostic.with_detail(format!(
            "Brackets, templates, operators or blocks stand in one another more than {limit} levels deep here. Take the \
             inner parts out into names of their own."
        )));
    }
}

/// Moves what was pushed to `pending` since it had `from` elements into `nodes`.
fn commit<T: Copy>(pending: &mut Vec<T>, from: usize, nodes: &mut Vec<T>) -> List<T> {
    let start = nodes.len();
    nodes.extend_from_slice(&pending[from..]);
    let list = List::new(start, pending.len() - from);
    pending.truncate(from);
    list
}
