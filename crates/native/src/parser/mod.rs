//! The parser: tokens to a tree.
//!
//! The parser always returns a tree and a list of problems. What it cannot read becomes an error node, and it still
//! reads the rest of the source. It recurses where the source nests, at most [`Limits::nesting_depth`](crate::Limits::nesting_depth) deep, and loops
//! where the source is merely long, as along the operators of an expression or the steps of a traversal.
//!
//! Problems stay structured until the end of the source ([`problem`]), since recovery may discard or complete them.
//! Problems of single tokens take precedence over those of the structure. After the parser has skipped source text, it
//! does not report problems that may only follow from that.

mod body;
mod collection;
mod cursor;
mod directive;
mod expression;
mod for_expr;
mod input;
mod literal;
mod names;
mod postfix;
mod problem;
mod recovery;
mod template;
mod traversal;

use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_model::Syntax;

use crate::lexer::{Start, TokenKind};
use crate::tree::{
    BinaryOperator, Builder, Expr, ExprId, File, Item, Lexing, ObjectItem, Part, Root, Step, TextRange,
};

pub use input::Input;
pub use traversal::TraversalKind;

use cursor::Cursor;
use names::Name;
use problem::{Ending, ExpressionProblem, Kind, Problems, Words};
use recovery::Recovery;
use template::RawPart;

/// Parses a whole file, or the content of a block.
///
/// # Examples
///
/// ```
/// use hcl2_native::diagnostics::Source;
/// use hcl2_native::parse_file;
/// use hcl2_native::tree::Item;
///
/// let source = Source::new("app.hcl", "port = 80\n")?;
/// let parsed = parse_file(&source);
/// assert!(parsed.diagnostics.is_empty());
/// let file = &parsed.value;
/// let body = file.body(file.root().body().unwrap());
/// let [Item::Attribute(attribute)] = *file.items(body.items) else { panic!() };
/// assert_eq!(file.str(file.attribute(attribute).name), "port");
/// # Ok::<(), hcl2_native::diagnostics::SourceTooLarge>(())
/// ```
pub fn parse_file<'a>(input: impl Into<Input<'a>>) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Code, |parser| {
        let start = parser.range();
        parser.nodes.reserve(parser.input.range.len() as usize);
        let body = parser.body(TokenKind::End, start);
        Root::Body(body)
    })
}

/// Parses a source as one expression; line endings in it count as spaces.
pub fn parse_expression<'a>(input: impl Into<Input<'a>>) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Code, |parser| {
        parser.set_newlines(false);
        let expr = parser.expression();
        parser.expect_end();
        Root::Expr(expr)
    })
}

/// Parses a source as one template, without quotes around it.
pub fn parse_template<'a>(input: impl Into<Input<'a>>) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Template, |parser| {
        Root::Expr(parser.bare_template())
    })
}

/// Parses a source as one traversal, such as `a.b[0]`, into an [`Expr::Traversal`].
pub fn parse_traversal<'a>(input: impl Into<Input<'a>>, kind: TraversalKind) -> Outcome<Arc<File>> {
    parse(input.into(), Start::Code, |parser| {
        parser.set_newlines(false);
        Root::Expr(parser.traversal(kind))
    })
}

/// Parses `input` by one production.
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
    let (mut nodes, problems) = (parser.nodes, parser.problems);
    let diagnostics = match input.not_text() {
        Some(problem) if matches!(root, Root::Body(_)) => Diagnostics::from_iter([problem]),
        _ => problems.word(&Words::new(&input, bytes)),
    };
    nodes.shrink();
    let decoded = input.take_decoded();
    let lexing = Lexing {
        start,
        starts_file: input.starts_file(),
        tokens: OnceLock::new(),
    };
    let file = File::new(input.source.clone(), decoded, input.range, root, lexing, nodes);
    Outcome::new(Arc::new(file), diagnostics)
}

struct Parser<'a> {
    input: &'a Input<'a>,
    bytes: &'a [u8],
    cursor: Cursor<'a>,
    nesting: Nesting,
    recovery: Recovery,
    problems: Problems,
    nodes: Builder,
    pending: Pending,
}

/// How deeply the current token is nested.
struct Nesting {
    depth: u32,
    max_depth: u32,
    /// Whether the limit was exceeded, which is reported once.
    exceeded: bool,
}

/// Children of nodes that are not complete yet, those of inner nodes on top.
#[derive(Default)]
struct Pending {
    exprs: Vec<ExprId>,
    items: Vec<Item>,
    names: Vec<Name>,
    objects: Vec<ObjectItem>,
    steps: Vec<Step>,
    parts: Vec<Part>,
    raw: Vec<RawPart>,
    /// Operators whose right operand is not complete yet, with their offsets.
    operators: Vec<(BinaryOperator, u32)>,
    /// Conditionals without their result for false.
    arms: Vec<Arm>,
}

/// A conditional without its result for false.
struct Arm {
    condition: ExprId,
    /// Offset of the question mark.
    question: u32,
    if_true: ExprId,
    /// Offset of the colon, or of the question mark if the colon is missing.
    colon: u32,
}

impl<'a> Parser<'a> {
    fn new(input: &'a Input<'a>, bytes: &'a [u8], start: Start) -> Self {
        Self {
            input,
            bytes,
            cursor: Cursor::new(input, bytes, start),
            nesting: Nesting {
                depth: 0,
                max_depth: input.limits.nesting_depth(Syntax::Native),
                exceeded: false,
            },
            recovery: Recovery::default(),
            problems: Problems::new(input.limits.diagnostics(Syntax::Native)),
            nodes: Builder::new(),
            pending: Pending::default(),
        }
    }

    /// Adds an expression.
    #[inline]
    fn expr(&mut self, expr: Expr, range: TextRange) -> ExprId {
        self.nodes.expr(expr, range)
    }

    /// Adds an error node in place of an expression.
    fn error_expr(&mut self, range: TextRange) -> ExprId {
        self.expr(Expr::Error, range)
    }

    /// Adds an error node for the current token, which starts no expression, unless the token ends what is being read.
    fn unread_expr(&mut self) -> ExprId {
        match self.cursor.kind {
            TokenKind::Newline | TokenKind::End | TokenKind::BrokenQuote => self.missing_expr(0),
            _ if self.at_margin().is_some() => self.missing_expr(0),
            _ => self.error_expr(self.range()),
        }
    }

    /// Adds an error node where an expression is missing: right behind the last token read, or at `end` if that is
    /// further on. If the current token ends the line or the source, the node also covers the spaces before it, where an
    /// author continues to write. Brackets around it that end in an unclosed string do not cover these.
    fn missing_expr(&mut self, end: u32) -> ExprId {
        let start = self.last_range().end.max(end);
        let end = match self.cursor.kind {
            TokenKind::Newline | TokenKind::End | TokenKind::BrokenQuote if !self.has_swallowed() => {
                self.range().start.max(start)
            }
            _ => start,
        };
        self.error_expr(TextRange::new(start, end))
    }

    #[inline]
    fn expr_range(&self, expr: ExprId) -> TextRange {
        self.nodes.expr_range(expr)
    }

    /// Returns whether problems were found since their number was `errors`.
    #[inline]
    fn failed_since(&self, errors: u64) -> bool {
        self.problems.found > errors
    }

    /// Returns whether, in addition, source text was skipped, so that the current production must abort.
    #[inline]
    fn lost_since(&self, errors: u64) -> bool {
        self.recovery.active && self.failed_since(errors)
    }

    /// Descends one level. Returns false, and reports that once, if the limit does not allow it.
    #[inline]
    fn descend(&mut self) -> bool {
        if self.nesting.depth < self.nesting.max_depth {
            self.nesting.depth += 1;
            return true;
        }
        self.report_too_deep();
        false
    }

    #[inline]
    fn ascend(&mut self) {
        self.nesting.depth -= 1;
    }

    /// Reports what follows a complete expression.
    fn expect_end(&mut self) {
        if self.cursor.kind != TokenKind::End && !self.recovery.active {
            self.report_no_end(Ending::Source);
        }
    }

    /// Reports that the current token follows an expression in place of its `end`.
    #[cold]
    fn report_no_end(&mut self, end: Ending) {
        let junction = self.junction();
        self.report(
            junction.found.range,
            ExpressionProblem::MissingEnd { junction, end },
        );
    }

    #[cold]
    fn report_too_deep(&mut self) {
        self.recovery.active = true;
        if self.nesting.exceeded {
            self.problems.found += 1;
            return;
        }
        self.nesting.exceeded = true;
        let limit = self.nesting.max_depth;
        self.report(self.range(), Kind::TooDeep { limit });
    }

    fn report_too_large(&mut self, excess: TextRange) {
        let limit = self.input.limits.source_bytes();
        let end = excess.end;
        self.report(TextRange::empty(excess.start), Kind::TooLarge { end, limit });
    }

    /// Returns the source text of `range`; bytes that are not UTF-8 are replaced.
    fn text(&self, range: TextRange) -> String {
        String::from_utf8_lossy(&self.bytes[range.as_range()]).into_owned()
    }

    /// Returns the bytes from `offset` to the end of its line.
    fn rest_of_line(&self, offset: u32) -> &'a [u8] {
        let rest = &self.bytes[offset as usize..self.input.range.end as usize];
        &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
    }
}
