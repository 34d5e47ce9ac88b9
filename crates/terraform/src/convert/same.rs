//! Comparison of the meaning of two files in native syntax.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Span};
use hcl2_model::EvalContext;
use hcl2_native::lexer::{Start, Token, TokenKind, lex};
use hcl2_native::tree::{Block, BlockId, BodyId, Expr, ExprId, File, Item, ObjectItem, TextRange};
use hcl2_native::{NativeExpression, parse_expression};
use hcl2_value::Value;

use super::value_json::constant_key;
use super::value_native::parse_text;
use super::{constants, shape_of};
use crate::shape::{Blocks, Member, Shape, Written};
use crate::table::{Form, Mode};

/// Returns the first range of the first file that differs in meaning from the second, or `None` if there is no difference.
///
/// Layout, comments, the order of blocks of different types, parentheses around values and the spelling of strings do
/// not matter.
pub(super) fn difference(one: &Arc<File>, other: &Arc<File>, shape: Shape<'_>) -> Option<Span> {
    let comparison = Comparison {
        one,
        other,
        constants: constants(),
    };
    match (one.root().body(), other.root().body()) {
        (Some(a), Some(b)) => comparison.bodies(a, b, shape),
        _ => None,
    }
}

struct Comparison<'f> {
    one: &'f Arc<File>,
    other: &'f Arc<File>,
    constants: EvalContext<'static>,
}

/// Blocks whose order matters, by the type of block they create and usually their labels.
type Sequences<'f, 's> = HashMap<(&'f str, Vec<&'f str>), Vec<(BlockId, Blocks<'s>)>>;

impl<'f> Comparison<'f> {
    fn bodies(&self, a: BodyId, b: BodyId, shape: Shape<'_>) -> Option<Span> {
        let ours = attributes(self.one, a);
        let theirs: HashMap<&str, ExprId> = attributes(self.other, b).into_iter().collect();
        for (name, value) in &ours {
            let same = theirs.get(name);
            let mode = match shape.member(name) {
                Member::Argument(mode) | Member::Either(mode) => mode,
                Member::Blocks(_) | Member::Unknown => Mode::Expression,
            };
            if !same.is_some_and(|other| self.values(*value, *other, mode.form())) {
                return Some(self.one.expr_span(*value));
            }
        }
        let body_span = || self.one.span(self.one.body(a).range);
        if theirs.len() != ours.len() {
            return Some(body_span());
        }
        let ours = sequences(self.one, a, shape);
        let theirs = sequences(self.other, b, shape);
        if ours.len() != theirs.len() {
            return Some(body_span());
        }
        let mut differences: Vec<Span> = Vec::new();
        for (key, blocks) in &ours {
            match theirs.get(key) {
                Some(others) if others.len() == blocks.len() => {
                    let pairs = blocks.iter().zip(others);
                    differences.extend(pairs.filter_map(|((a, kind), (b, _))| self.blocks(*a, *b, *kind)));
                }
                _ => differences.extend(
                    blocks
                        .first()
                        .map(|(id, _)| self.one.span(self.one.block(*id).block_type)),
                ),
            }
        }
        differences.into_iter().min_by_key(|span| span.start)
    }

    fn blocks(&self, a: BlockId, b: BlockId, kind: Blocks<'_>) -> Option<Span> {
        let (ours, theirs) = (self.one.block(a), self.other.block(b));
        let names = |file: &'f File, block: Block| {
            let labels = file
                .labels(block.labels)
                .iter()
                .map(|label| file.text(label.text));
            (
                file.str(block.block_type),
                labels.map(str::to_owned).collect::<Vec<_>>(),
            )
        };
        let own = names(self.one, ours);
        if own != names(self.other, theirs) {
            return Some(self.one.span(ours.block_type));
        }
        self.bodies(ours.body, theirs.body, shape_of(self.one, &ours, kind))
    }

    fn values(&self, a: ExprId, b: ExprId, form: Form) -> bool {
        let (a, b) = (inner(self.one, a), inner(self.other, b));
        match (self.one.expr(a), self.other.expr(b)) {
            (Expr::Tuple { items: ours }, Expr::Tuple { items: theirs }) => {
                let (ours, theirs) = (self.one.exprs(ours), self.other.exprs(theirs));
                ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| self.values(*a, *b, form))
            }
            (Expr::Object { items: ours }, Expr::Object { items: theirs }) => {
                let (ours, theirs) = (self.one.object_items(ours), self.other.object_items(theirs));
                ours.len() == theirs.len()
                    && ours
                        .iter()
                        .zip(theirs)
                        .all(|(a, b)| self.keys(a, b) && self.values(a.value, b.value, form))
            }
            _ if form == Form::Bare => bare(self.one, a) == bare(self.other, b),
            _ => self.leaves(a, b),
        }
    }

    fn keys(&self, a: &ObjectItem, b: &ObjectItem) -> bool {
        match (constant_key(self.one, a.key), constant_key(self.other, b.key)) {
            (Some(ours), Some(theirs)) => ours == theirs,
            (None, None) => {
                let (a, b) = (inner(self.one, a.key), inner(self.other, b.key));
                self.leaves(a, b)
            }
            // A key that starts with a byte order mark is a template in JSON.
            (Some(ours), None) => self.constant(self.other, b.key) == Some(Value::from(ours)),
            (None, Some(theirs)) => self.constant(self.one, a.key) == Some(Value::from(theirs)),
        }
    }

    fn leaves(&self, a: ExprId, b: ExprId) -> bool {
        let (ours, theirs) = (native(self.one, a), native(self.other, b));
        if let (Some(ours), Some(theirs)) = (ours.template_text(), theirs.template_text())
            && (ours == theirs || template_code(&ours).eq(template_code(&theirs)))
        {
            return true;
        }
        if code(self.one, self.one.expr_range(a)).eq(code(self.other, self.other.expr_range(b))) {
            return true;
        }
        match (self.constant(self.one, a), self.constant(self.other, b)) {
            // JSON has one null for all types.
            (Some(ours), Some(theirs)) => ours == theirs || ours.is_null() && theirs.is_null(),
            _ => false,
        }
    }

    /// Returns the value of an expression that refers to nothing.
    fn constant(&self, file: &Arc<File>, id: ExprId) -> Option<Value> {
        let Outcome { value, diagnostics } = native(file, id).evaluate(Some(&self.constants));
        (!diagnostics.has_errors()).then_some(value)
    }
}

fn native(file: &Arc<File>, id: ExprId) -> NativeExpression {
    NativeExpression::new(Arc::clone(file), id)
}

fn attributes(file: &File, body: BodyId) -> Vec<(&str, ExprId)> {
    let attribute = |item: &Item| match item {
        Item::Attribute(id) => Some((file.str(file.attribute(*id).name), file.attribute(*id).value)),
        _ => None,
    };
    file.items(file.body(body).items)
        .iter()
        .filter_map(attribute)
        .collect()
}

fn sequences<'f, 's>(file: &'f File, body: BodyId, shape: Shape<'s>) -> Sequences<'f, 's> {
    let mut sequences = Sequences::new();
    for item in file.items(file.body(body).items) {
        let Item::Block(id) = *item else { continue };
        let block = file.block(id);
        let name = file.str(block.block_type);
        let blocks = match shape.member(name) {
            Member::Blocks(blocks) => blocks,
            _ => shape.any_blocks(),
        };
        let labels: Vec<&str> = file
            .labels(block.labels)
            .iter()
            .map(|label| file.text(label.text))
            .collect();
        let key = match (labels.first(), blocks.written) {
            (Some(label), _) if blocks.is_expanded() => (*label, Vec::new()),
            (_, Written::Compact) => (name, labels),
            _ => (name, Vec::new()),
        };
        sequences.entry(key).or_default().push((id, blocks));
    }
    sequences
}

/// Returns the expression inside parentheses, or inside a template that consists of it.
fn inner(file: &File, id: ExprId) -> ExprId {
    let mut id = id;
    loop {
        match file.expr(id) {
            Expr::Parens { inner } | Expr::TemplateWrap { inner } => id = inner,
            _ => return id,
        }
    }
}

/// Returns the native syntax of an argument that is not evaluated, with or without quotes.
fn bare(file: &Arc<File>, id: ExprId) -> String {
    let spelling = |file: &File, id| code(file, file.expr_range(id)).collect::<String>();
    let unquoted = |text: &str| {
        parse_text(text, |source| {
            let file = parse_expression(source).into_result().ok()?;
            Some(spelling(&file, file.root().expr()?))
        })
    };
    let text: String = match file.expr(id) {
        Expr::String { text } => unquoted(file.text(text)).unwrap_or_else(|| file.text(text).to_owned()),
        _ => spelling(file, id),
    }
    .split_whitespace()
    .collect();
    match text.as_str() {
        // An old form of types, which formatting completes.
        "list" | "map" | "set" => text + "(any)",
        _ => text,
    }
}

/// Returns the tokens of a bare template without layout and comments.
fn template_code(text: &str) -> impl Iterator<Item = &str> {
    let range = TextRange::new(0, text.len() as u32);
    let tokens: Vec<Token> = lex(text.as_bytes(), range, Start::Template).iter().collect();
    let meaning = tokens.into_iter().filter(|token| !is_layout(token.kind));
    meaning.map(|token| &text[token.range.start as usize..token.range.end as usize])
}

fn is_layout(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment)
}

/// Returns the tokens of a range without layout and comments.
fn code(file: &File, range: TextRange) -> impl Iterator<Item = &str> {
    let tokens = file.tokens();
    (tokens.index_at(range.start)..)
        .map_while(|index| tokens.get(index))
        .take_while(move |token| token.range.start < range.end && token.kind != TokenKind::End)
        .filter(|token| !is_layout(token.kind))
        .map(|token| file.str(token.range))
}
