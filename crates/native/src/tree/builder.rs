//! The nodes of a tree, and how a parser adds them.

use super::packed::Exprs;
use super::table::{Table, shrink};
use super::{
    Attribute, AttributeId, Block, BlockId, Body, BodyId, Call, CallId, Conditional, ConditionalId, ErrorId,
    Expr, ExprId, ForDirective, ForDirectiveId, ForExpr, ForExprId, IfDirective, IfDirectiveId, Item, Label,
    List, ObjectItem, Part, Step, TextRange,
};

/// Length in bytes from which a source counts as long.
const LONG: usize = 1 << 16;

/// Number of expressions for which there is always room. What grows leaves holes, in which the nodes of the next short
/// expression would be scattered; evaluating it for the first time would take twice as long.
const SHORT: usize = 17;

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
    pub(super) if_directives: Vec<IfDirective>,
    pub(super) for_directives: Vec<ForDirective>,
    /// `None` for a bare expression, which should be small.
    structure: Option<Box<Structure>>,
}

/// The nodes of the structural language.
#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    pub(super) bodies: Vec<Body>,
    pub(super) items: Vec<Item>,
    pub(super) errors: Vec<TextRange>,
    pub(super) attributes: Table<Attribute>,
    pub(super) blocks: Vec<Block>,
    pub(super) labels: Vec<Label>,
}

/// The structure of a bare expression.
static NO_STRUCTURE: Structure = Structure {
    bodies: Vec::new(),
    items: Vec::new(),
    errors: Vec::new(),
    attributes: Table::EMPTY,
    blocks: Vec::new(),
    labels: Vec::new(),
};

impl Builder {
    /// Creates a builder with room for the tree of a short expression.
    pub(crate) fn new() -> Self {
        let mut builder = Self::default();
        builder.exprs.reserve(SHORT);
        builder
    }

    /// Returns the nodes of the structural language.
    #[inline]
    pub(super) fn structure(&self) -> &Structure {
        self.structure.as_deref().unwrap_or(&NO_STRUCTURE)
    }

    /// Returns the nodes of the structural language, to add one.
    #[inline]
    fn structure_mut(&mut self) -> &mut Structure {
        self.structure.get_or_insert_default()
    }

    /// Reserves room for the tree of a file of `length` bytes, for about as many nodes as typical files have.
    pub(crate) fn reserve(&mut self, length: usize) {
        // Untouched memory costs nothing, but growing a vector copies it.
        let length = if length < LONG { length } else { 2 * length };
        self.exprs.reserve(length / 32);
        self.steps.reserve(length / 80);
        self.expr_lists.reserve(length / 120);
        self.calls.reserve(length / 280);
        self.object_items.reserve(length / 350);
        self.parts.reserve(length / 1000);
        self.conditionals.reserve(length / 1200);
        self.fors.reserve(length / 3000);
        let structure = self.structure_mut();
        structure.items.reserve(length / 80);
        structure.attributes.reserve(length / 100);
        structure.blocks.reserve(length / 300);
        structure.bodies.reserve(length / 300);
        structure.labels.reserve(length / 350);
    }

    /// Frees the excess capacity of vectors that have a lot of it.
    pub(crate) fn shrink(&mut self) {
        self.exprs.shrink();
        self.steps.shrink();
        shrink(&mut self.expr_lists);
        self.calls.shrink();
        shrink(&mut self.object_items);
        shrink(&mut self.parts);
        shrink(&mut self.conditionals);
        shrink(&mut self.fors);
        self.decoded.shrink_to_fit();
        if let Some(structure) = &mut self.structure {
            shrink(&mut structure.items);
            structure.attributes.shrink();
            shrink(&mut structure.blocks);
            shrink(&mut structure.bodies);
            shrink(&mut structure.labels);
        }
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
        BodyId::new(push(&mut self.structure_mut().bodies, body))
    }

    /// Adds the body of a block that holds nothing but one attribute.
    pub(crate) fn attribute_body(&mut self, attribute: AttributeId) -> BodyId {
        let structure = self.structure_mut();
        let range = structure.attributes.get(attribute.index()).range();
        let items = List::new(push(&mut structure.items, Item::Attribute(attribute)), 1);
        self.body(Body { range, items })
    }

    /// Returns the range of the name of an attribute that was added.
    pub(crate) fn attribute_name(&mut self, attribute: AttributeId) -> TextRange {
        self.structure_mut().attributes.get(attribute.index()).name
    }

    /// Adds a piece of a body that is neither an attribute nor a block.
    pub(crate) fn error(&mut self, range: TextRange) -> ErrorId {
        ErrorId::new(push(&mut self.structure_mut().errors, range))
    }

    /// Adds an attribute.
    #[inline]
    pub(crate) fn attribute(&mut self, attribute: Attribute) -> AttributeId {
        let attributes = &mut self.structure_mut().attributes;
        let id = AttributeId::new(attributes.len());
        attributes.push(attribute);
        id
    }

    /// Adds a block.
    #[inline]
    pub(crate) fn block(&mut self, block: Block) -> BlockId {
        BlockId::new(push(&mut self.structure_mut().blocks, block))
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
        self.structure_mut().labels.push(label);
    }

    /// Returns the number of labels, for [`Builder::labels_since`].
    #[inline]
    pub(crate) fn label_count(&self) -> usize {
        self.structure().labels.len()
    }

    /// Returns the labels that were added after there were `count` of them.
    #[inline]
    pub(crate) fn labels_since(&self, count: usize) -> List<Label> {
        List::new(count, self.label_count() - count)
    }

    /// Moves the items from the index `from` on out of `pending` into a list.
    #[inline]
    pub(crate) fn items(&mut self, pending: &mut Vec<Item>, from: usize) -> List<Item> {
        commit(pending, from, &mut self.structure_mut().items)
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
