//! The nodes of a tree, and how a parser adds them.

use super::packed::Exprs;
use super::table::Table;
use super::{
    Attribute, AttributeId, Block, BlockId, Body, BodyId, Call, CallId, Conditional, ConditionalId, ErrorId,
    Expr, ExprId, ForDirective, ForDirectiveId, ForExpr, ForExprId, IfDirective, IfDirectiveId, Item, Label,
    List, ObjectItem, Part, Step, TextRange,
};

/// Length in bytes from which a source counts as long.
const LONG: usize = 1 << 16;

/// The nodes of a tree that is being built, or is complete.
// What evaluation reads comes first, as in `File`.
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub(crate) struct Builder {
    pub(super) exprs: Exprs,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) expr_lists: Vec<ExprId>,
    pub(super) calls: Table<Call>,
    pub(super) object_items: Vec<ObjectItem>,
    pub(super) steps: Table<Step>,
    pub(super) parts: Vec<Part>,
    pub(super) fors: Vec<ForExpr>,
    /// The content of literals that are not plain slices of the source.
    pub(crate) decoded: String,
    pub(super) bodies: Vec<Body>,
    pub(super) items: Vec<Item>,
    pub(super) errors: Vec<TextRange>,
    pub(super) attributes: Table<Attribute>,
    pub(super) blocks: Vec<Block>,
    pub(super) labels: Vec<Label>,
    pub(super) if_directives: Vec<IfDirective>,
    pub(super) for_directives: Vec<ForDirective>,
}

impl Builder {
    /// Reserves room for the tree of a file of `length` bytes, for about as many nodes as typical files have.
    pub(crate) fn reserve(&mut self, length: usize) {
        // Untouched memory costs nothing, but growing a vector copies it.
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

    /// Frees the excess capacity of vectors that have a lot of it.
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

    /// Adds an expression.
    #[inline]
    pub(crate) fn expr(&mut self, expr: Expr, range: TextRange) -> ExprId {
        self.exprs.push(expr, range)
    }

    /// Adds a number literal, and keeps its value if it is a `whole` number of few digits.
    #[inline]
    pub(crate) fn number(&mut self, range: TextRange, whole: Option<u32>) -> ExprId {
        self.exprs.push_number(range, whole)
    }

    /// Returns an expression that was added.
    pub(crate) fn get_expr(&self, expr: ExprId) -> Expr {
        self.exprs.get(expr)
    }

    /// Returns the range of an expression that was added.
    #[inline]
    pub(crate) fn expr_range(&self, expr: ExprId) -> TextRange {
        self.exprs.range(expr)
    }

    /// Adds a body.
    #[inline]
    pub(crate) fn body(&mut self, body: Body) -> BodyId {
        BodyId::new(push(&mut self.bodies, body))
    }

    /// Adds the body of a block that holds nothing but one attribute.
    pub(crate) fn attribute_body(&mut self, attribute: AttributeId) -> BodyId {
        let range = self.attributes.get(attribute.index()).range();
        let items = List::new(push(&mut self.items, Item::Attribute(attribute)), 1);
        self.body(Body { range, items })
    }

    /// Adds a piece of a body that is neither an attribute nor a block.
    pub(crate) fn error(&mut self, range: TextRange) -> ErrorId {
        ErrorId::new(push(&mut self.errors, range))
    }

    /// Adds an attribute.
    #[inline]
    pub(crate) fn attribute(&mut self, attribute: Attribute) -> AttributeId {
        let id = AttributeId::new(self.attributes.len());
        self.attributes.push(attribute);
        id
    }

    /// Adds a block.
    #[inline]
    pub(crate) fn block(&mut self, block: Block) -> BlockId {
        BlockId::new(push(&mut self.blocks, block))
    }

    /// Adds a call.
    #[inline]
    pub(crate) fn call(&mut self, call: Call) -> CallId {
        let id = CallId::new(self.calls.len());
        self.calls.push(call);
        id
    }

    /// Adds a conditional.
    #[inline]
    pub(crate) fn conditional(&mut self, conditional: Conditional) -> ConditionalId {
        ConditionalId::new(push(&mut self.conditionals, conditional))
    }

    /// Adds a `for` expression.
    #[inline]
    pub(crate) fn for_expr(&mut self, for_expr: ForExpr) -> ForExprId {
        ForExprId::new(push(&mut self.fors, for_expr))
    }

    /// Adds an `if` directive.
    #[inline]
    pub(crate) fn if_directive(&mut self, directive: IfDirective) -> IfDirectiveId {
        IfDirectiveId::new(push(&mut self.if_directives, directive))
    }

    /// Adds a `for` directive.
    #[inline]
    pub(crate) fn for_directive(&mut self, directive: ForDirective) -> ForDirectiveId {
        ForDirectiveId::new(push(&mut self.for_directives, directive))
    }

    /// Adds a label.
    #[inline]
    pub(crate) fn label(&mut self, label: Label) {
        self.labels.push(label);
    }

    /// Returns the number of labels, for [`Builder::labels_since`].
    #[inline]
    pub(crate) fn label_count(&self) -> usize {
        self.labels.len()
    }

    /// Returns the labels that were added after there were `count` of them.
    #[inline]
    pub(crate) fn labels_since(&self, count: usize) -> List<Label> {
        List::new(count, self.labels.len() - count)
    }

    /// Moves the items from the index `from` on out of `pending` into a list.
    #[inline]
    pub(crate) fn items(&mut self, pending: &mut Vec<Item>, from: usize) -> List<Item> {
        commit(pending, from, &mut self.items)
    }

    /// Moves the expressions from the index `from` on out of `pending` into a list.
    #[inline]
    pub(crate) fn exprs(&mut self, pending: &mut Vec<ExprId>, from: usize) -> List<ExprId> {
        commit(pending, from, &mut self.expr_lists)
    }

    /// Moves the object items from the index `from` on out of `pending` into a list.
    #[inline]
    pub(crate) fn object_items(&mut self, pending: &mut Vec<ObjectItem>, from: usize) -> List<ObjectItem> {
        commit(pending, from, &mut self.object_items)
    }

    /// Moves the parts from the index `from` on out of `pending` into a list.
    #[inline]
    pub(crate) fn parts(&mut self, pending: &mut Vec<Part>, from: usize) -> List<Part> {
        commit(pending, from, &mut self.parts)
    }

    /// Moves the steps from the index `from` on out of `pending` into a list.
    #[inline]
    pub(crate) fn steps(&mut self, pending: &mut Vec<Step>, from: usize) -> List<Step> {
        self.steps.commit(pending, from)
    }
}

/// Adds `node` to `nodes` and returns its index.
#[inline]
fn push<T>(nodes: &mut Vec<T>, node: T) -> usize {
    nodes.push(node);
    nodes.len() - 1
}

/// Moves the elements from the index `from` on out of `pending` to the end of `nodes`.
#[inline]
fn commit<T: Copy>(pending: &mut Vec<T>, from: usize, nodes: &mut Vec<T>) -> List<T> {
    let start = nodes.len();
    nodes.extend_from_slice(&pending[from..]);
    let list = List::new(start, pending.len() - from);
    pending.truncate(from);
    list
}

/// Frees the excess capacity of `nodes` if it is more than a quarter of their number and not negligible.
pub(super) fn shrink<T>(nodes: &mut Vec<T>) {
    if nodes.capacity() > nodes.len() + nodes.len() / 4 + 8 {
        nodes.shrink_to_fit();
    }
}
