//! Nodes of every kind as one type: children, nodes at a position, and walks.

use super::{
    AttributeId, BlockId, BodyId, Expr, ExprId, File, Item, Label, List, ObjectItem, Part, Root, Step,
    TextRange, Variable,
};

/// A node of a tree, of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The content of a file or of a block.
    Body(BodyId),
    /// The definition of an attribute, even if it is a duplicate.
    Attribute(AttributeId),
    /// A block with its header.
    Block(BlockId),
    /// A label of a block.
    Label(Label),
    /// An expression.
    Expr(ExprId),
    /// A key with its value.
    ObjectItem(ObjectItem),
    /// An attribute, an index or a splat that is selected from an expression.
    Step(Step),
    /// A part of a template.
    Part(Part),
    /// A variable that a `for` defines.
    Variable(Variable),
    /// Source text of a body that is not an item, reported by the parser.
    Error(TextRange),
}

/// A step of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A node begins; the nodes in it come next.
    Enter(Node),
    /// A node ends.
    Leave(Node),
}

/// A walk over a node and all nodes in it, in source order. It does not recurse, regardless of the depth of the tree.
///
/// # Examples
///
/// The types of all blocks that are not inside of others:
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::parse_file;
/// use hcl2_native::tree::{Event, Node};
///
/// let source = SourceMap::new().add("app.hcl", "a {\n  b {}\n}\nc {}\n")?;
/// let file = parse_file(&source).value;
/// let mut names = Vec::new();
/// let mut walk = file.walk(file.root_node());
/// while let Some(event) = walk.next() {
///     if let Event::Enter(Node::Block(block)) = event {
///         names.push(file.str(file.block(block).block_type));
///         walk.skip_children();
///     }
/// }
/// assert_eq!(names, ["a", "c"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'f> {
    file: &'f File,
    /// The events to come, the next one last. The children of the node entered last are added when the walk continues.
    coming: Vec<Event>,
    entered: Option<Node>,
}

impl Walk<'_> {
    /// Skips the nodes in the node that was entered last; its end comes next.
    pub fn skip_children(&mut self) {
        self.entered = None;
    }
}

impl Iterator for Walk<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if let Some(node) = self.entered.take() {
            let start = self.coming.len();
            self.file
                .each_child(node, |child| self.coming.push(Event::Enter(child)));
            self.coming[start..].reverse();
        }
        let event = self.coming.pop()?;
        if let Event::Enter(node) = event {
            self.coming.push(Event::Leave(node));
            self.entered = Some(node);
        }
        Some(event)
    }
}

impl File {
    /// Returns the node of the whole tree.
    #[must_use]
    pub fn root_node(&self) -> Node {
        match self.root() {
            Root::Body(body) => Node::Body(body),
            Root::Expr(expr) => Node::Expr(expr),
        }
    }

    /// Returns the range of a node.
    #[must_use]
    pub fn node_range(&self, node: Node) -> TextRange {
        match node {
            Node::Body(body) => self.body(body).range,
            Node::Attribute(attribute) => self.attribute(attribute).range(),
            Node::Block(block) => self.block_range(block),
            Node::Label(label) => label.range,
            Node::Expr(expr) => self.expr_range(expr),
            Node::ObjectItem(item) => self.expr_range(item.key).to(self.expr_range(item.value)),
            Node::Step(step) => step.range(),
            Node::Part(part) => self.part_range(part),
            Node::Variable(variable) => variable.name,
            Node::Error(range) => range,
        }
    }

    /// Returns the range of a part of a template.
    #[must_use]
    pub(crate) fn part_range(&self, part: Part) -> TextRange {
        match part {
            Part::Literal { range, .. } | Part::Interpolation { range, .. } | Part::Error(range) => range,
            Part::If(directive) => self
                .if_directive(directive)
                .open
                .to(self.if_directive(directive).close),
            Part::For(directive) => self
                .for_directive(directive)
                .open
                .to(self.for_directive(directive).close),
        }
    }

    /// Returns the nodes directly in a node, in source order.
    #[must_use]
    pub fn children(&self, node: Node) -> Vec<Node> {
        let mut children = Vec::new();
        self.each_child(node, |child| children.push(child));
        children
    }

    /// Walks over a node and all nodes in it.
    #[must_use]
    pub fn walk(&self, node: Node) -> Walk<'_> {
        Walk {
            file: self,
            coming: vec![Event::Enter(node)],
            entered: None,
        }
    }

    /// Returns a node and all nodes in it, in the order in which they begin.
    pub fn nodes_in(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.walk(node).filter_map(|event| match event {
            Event::Enter(node) => Some(node),
            Event::Leave(_) => None,
        })
    }

    /// Returns the nodes at `offset`, in bytes from 0, from the whole tree to the innermost node.
    ///
    /// A node covers the offsets of its bytes. If no node covers an offset, one that ends there does: a cursor behind a name
    /// is at that name. An empty node, where something is missing, only counts if no other node does.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_native::parse_file;
    /// use hcl2_native::tree::Node;
    ///
    /// let text = "port = base + offset.";
    /// let source = SourceMap::new().add("app.hcl", text)?;
    /// let file = parse_file(&source).value;
    /// let nodes = file.nodes_at(text.len() as u32);
    /// let texts: Vec<&str> = nodes.iter().map(|node| file.str(file.node_range(*node))).collect();
    /// assert_eq!(texts, [text, text, "base + offset.", "offset.", "."]);
    /// assert!(matches!(nodes[1], Node::Attribute(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nodes_at(&self, offset: u32) -> Vec<Node> {
        let mut nodes = vec![self.root_node()];
        let mut within = Some(self.root_node());
        while let Some(node) = within.take() {
            let mut covered = false;
            self.each_child(node, |child| {
                let range = self.node_range(child);
                let touched = range.start <= offset && offset <= range.end && !covered;
                if touched && (within.is_none() || !range.is_empty()) {
                    covered = offset < range.end;
                    within = Some(child);
                }
            });
            nodes.extend(within);
        }
        nodes
    }

    /// Returns an expression and all those in it, in the order in which the parser finished them: each after those in it.
    /// In a source with errors there may be more, which the parser gave up.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_native::parse_expression;
    ///
    /// let source = Source::new("example", "f(a + 1)")?;
    /// let file = parse_expression(&source).value;
    /// let root = file.root().expr().expect("an expression");
    /// let texts = file.exprs_in(root).map(|id| file.str(file.expr_range(id)));
    /// assert_eq!(texts.collect::<Vec<_>>(), ["a", "1", "a + 1", "f(a + 1)"]);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn exprs_in(&self, expr: ExprId) -> impl DoubleEndedIterator<Item = ExprId> + use<> {
        let mut first = expr;
        while let Some(operand) = self.first_operand(Node::Expr(first)) {
            first = operand;
        }
        (first.index()..=expr.index()).map(ExprId::new)
    }

    /// Returns the first expression in a node.
    fn first_operand(&self, node: Node) -> Option<ExprId> {
        let mut first = None;
        self.each_child(node, |child| {
            first = first.or_else(|| match child {
                Node::Expr(id) => Some(id),
                other => self.first_operand(other),
            });
        });
        first
    }

    /// Passes each node directly in a node to `each`, in source order.
    fn each_child(&self, node: Node, mut each: impl FnMut(Node)) {
        match node {
            Node::Body(body) => self.each_item(body, each),
            Node::Attribute(attribute) => {
                each(Node::Expr(self.attribute(attribute).value));
            }
            Node::Block(block) => {
                let block = self.block(block);
                self.labels(block.labels)
                    .iter()
                    .copied()
                    .map(Node::Label)
                    .for_each(&mut each);
                if block.has_body {
                    each(Node::Body(block.body));
                }
            }
            Node::Expr(expr) => self.each_operand(expr, each),
            Node::ObjectItem(item) => [item.key, item.value].map(Node::Expr).into_iter().for_each(each),
            Node::Step(Step::Index { key, .. } | Step::LegacyIndex { key, .. }) => each(Node::Expr(key)),
            Node::Part(part) => self.each_in_part(part, each),
            Node::Step(_) | Node::Label(_) | Node::Variable(_) | Node::Error(_) => {}
        }
    }

    fn each_item(&self, body: BodyId, each: impl FnMut(Node)) {
        let node = |item: &Item| match *item {
            Item::Attribute(attribute) | Item::Duplicate(attribute) => Node::Attribute(attribute),
            Item::Block(block) => Node::Block(block),
            Item::Error(error) => Node::Error(self.error(error)),
        };
        self.items(self.body(body).items).iter().map(node).for_each(each);
    }

    fn each_operand(&self, expr: ExprId, mut each: impl FnMut(Node)) {
        match self.expr(expr) {
            Expr::Error | Expr::Number | Expr::Bool(_) | Expr::Null | Expr::String { .. } => {}
            Expr::Template { parts } => self.each_part(parts, each),
            Expr::TemplateWrap { inner } | Expr::Parens { inner } => each(Node::Expr(inner)),
            Expr::Traversal { steps, .. } => self.each_step(steps, each),
            Expr::Postfix { source, steps } => {
                each(Node::Expr(source));
                self.each_step(steps, each);
            }
            Expr::Unary { operand, .. } => each(Node::Expr(operand)),
            Expr::Binary { left, right, .. } => [left, right].map(Node::Expr).into_iter().for_each(each),
            Expr::Conditional(conditional) => {
                let conditional = self.conditional(conditional);
                [conditional.condition, conditional.if_true, conditional.if_false]
                    .map(Node::Expr)
                    .into_iter()
                    .for_each(each);
            }
            Expr::Tuple { items } => self.each_expr(items, each),
            Expr::Object { items } => self
                .object_items(items)
                .iter()
                .copied()
                .map(Node::ObjectItem)
                .for_each(each),
            Expr::Call(call) => self.each_expr(self.call(call).arguments, each),
            Expr::For(for_expr) => {
                let for_expr = self.for_expr(for_expr);
                self.each_variable(for_expr.key_variable, for_expr.value_variable, &mut each);
                let key = for_expr.key.map(|key| key.expr);
                [
                    Some(for_expr.collection),
                    key,
                    Some(for_expr.value),
                    for_expr.condition,
                ]
                .into_iter()
                .flatten()
                .map(Node::Expr)
                .for_each(each);
            }
        }
    }

    fn each_in_part(&self, part: Part, mut each: impl FnMut(Node)) {
        match part {
            Part::Literal { .. } | Part::Error(_) => {}
            Part::Interpolation { expr, .. } => each(Node::Expr(expr)),
            Part::If(directive) => {
                let directive = self.if_directive(directive);
                each(Node::Expr(directive.condition));
                self.each_part(directive.if_true, &mut each);
                if let Some(clause) = directive.if_false {
                    self.each_part(clause.parts, each);
                }
            }
            Part::For(directive) => {
                let directive = self.for_directive(directive);
                self.each_variable(directive.key_variable, directive.value_variable, &mut each);
                each(Node::Expr(directive.collection));
                self.each_part(directive.parts, each);
            }
        }
    }

    fn each_variable(&self, key: Option<Variable>, value: Variable, each: impl FnMut(Node)) {
        key.into_iter().chain([value]).map(Node::Variable).for_each(each);
    }

    fn each_expr(&self, list: List<ExprId>, each: impl FnMut(Node)) {
        self.exprs(list).iter().copied().map(Node::Expr).for_each(each);
    }

    fn each_step(&self, list: List<Step>, each: impl FnMut(Node)) {
        self.steps(list).iter().map(Node::Step).for_each(each);
    }

    fn each_part(&self, list: List<Part>, each: impl FnMut(Node)) {
        self.parts(list).iter().copied().map(Node::Part).for_each(each);
    }
}
