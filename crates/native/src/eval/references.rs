//! Variables and functions that a part of a tree refers to, and its conditionals.

use std::cmp::Reverse;

use hcl2_model::{Branches, FunctionReference, Name, Traversal};

use crate::tree::{Call, Event, Expr, ExprId, File, Node, Part, TextRange, Variable};

/// Finds references to variables along a walk, and which of them refer to variables of a `for`.
#[derive(Default)]
pub(crate) struct References<'f> {
    /// The number of open nodes, including the current one.
    depth: usize,
    /// Scopes that start after the collection of their `for`, the innermost last.
    coming: Vec<Scope<'f>>,
    open: Vec<Scope<'f>>,
    /// The key of the current object item, if it stands for itself.
    literal_key: Option<ExprId>,
}

/// The variables of a `for`.
pub(super) struct Scope<'f> {
    /// The depth of the `for`.
    depth: usize,
    /// What it loops over.
    pub(super) collection: ExprId,
    /// The variables, that of values last.
    pub(super) variables: Vec<(&'f str, TextRange)>,
}

impl Scope<'_> {
    pub(super) fn defines(&self, name: &str) -> bool {
        self.variables.iter().any(|(own, _)| *own == name)
    }
}

impl<'f> References<'f> {
    /// Follows the next event of a walk. Returns a traversal that starts there.
    pub(crate) fn follow(&mut self, file: &'f File, event: Event) -> Option<ExprId> {
        match event {
            Event::Enter(node) => {
                self.depth += 1;
                if let Some((collection, variables)) = file.scope_of(node) {
                    let depth = self.depth;
                    let scope = Scope {
                        depth,
                        collection,
                        variables,
                    };
                    self.coming.push(scope);
                }
                match node {
                    Node::ObjectItem(item) => {
                        self.literal_key = file.literal_key(item.key).map(|_| item.key);
                        None
                    }
                    Node::Expr(id) if self.literal_key != Some(id) => {
                        matches!(file.expr(id), Expr::Traversal { .. }).then_some(id)
                    }
                    _ => None,
                }
            }
            Event::Leave(node) => {
                if self.open.last().is_some_and(|scope| scope.depth == self.depth) {
                    self.open.pop();
                }
                if let Node::Expr(id) = node
                    && self.coming.last().is_some_and(|scope| scope.collection == id)
                {
                    self.open.extend(self.coming.pop());
                }
                self.depth -= 1;
                None
            }
        }
    }

    /// Returns the depth of the innermost `for` around the current node that defines `name`. The first node of the walk has
    /// the depth 1.
    pub(crate) fn binder(&self, name: &str) -> Option<usize> {
        let scope = self.open.iter().rfind(|scope| scope.defines(name))?;
        Some(scope.depth)
    }

    /// Returns the scopes around the current node, the innermost last.
    pub(super) fn scopes(&self) -> &[Scope<'f>] {
        &self.open
    }
}

impl File {
    /// Returns the variables that a node and its descendants refer to, in source order, except those that a `for` in it
    /// defines.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_native::parse_file;
    ///
    /// let source = SourceMap::new().add("app.hcl", "a = var.x\nb {\n  c = [for v in l : f(v)]\n}\n")?;
    /// let file = parse_file(&source).value;
    /// let variables = file.variables(file.root_node());
    /// let names: Vec<_> = variables.iter().filter_map(|traversal| traversal.root_name()).collect();
    /// assert_eq!(names, ["var", "l"]);
    /// assert_eq!(file.functions(file.root_node())[0].span.range(), 34..35);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn variables(&self, node: Node) -> Vec<Traversal> {
        let of = |id| match self.expr(id) {
            Expr::Traversal { root_end, steps } => Some(self.leading_traversal(id, root_end, steps)),
            _ => None,
        };
        // Most expressions are a constant or nothing but a variable.
        if let Node::Expr(id) = node
            && let Some(simple) = self.simple_variables(id)
        {
            return simple.and_then(of).into_iter().collect();
        }
        let traversals = self.traversals(node);
        let mut variables = Vec::with_capacity(traversals.len());
        variables.extend(traversals.into_iter().filter_map(of));
        variables
    }

    /// Returns the ranges of what [`variables`](Self::variables) returns, each with its constant steps. It makes no values.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_native::parse_file;
    ///
    /// let source = SourceMap::new().add("app.hcl", "a = var.x[0][var.y]\n")?;
    /// let file = parse_file(&source).value;
    /// let ranges = file.variable_ranges(file.root_node());
    /// let texts: Vec<_> = ranges.into_iter().map(|range| file.str(range)).collect();
    /// assert_eq!(texts, ["var.x[0]", "var.y"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn variable_ranges(&self, node: Node) -> Vec<TextRange> {
        let of = |id| match self.expr(id) {
            Expr::Traversal { root_end, steps } => {
                let steps = self.steps(steps);
                let last = steps.iter().take_while(|step| self.is_constant_step(step)).last();
                let end = last.map_or(root_end, |step| step.range().end);
                Some(TextRange::new(self.expr_start(id), end))
            }
            _ => None,
        };
        self.traversals(node).into_iter().filter_map(of).collect()
    }

    /// Returns the traversals in a node that start at a variable which no `for` in the node defines, in source order.
    fn traversals(&self, node: Node) -> Vec<ExprId> {
        if let Node::Expr(id) = node
            && let Some(simple) = self.simple_variables(id)
        {
            return simple.into_iter().collect();
        }
        if let Node::Expr(id) = node
            && !self.binds_variables(id)
        {
            return self.references_in(id, |expr| matches!(expr, Expr::Traversal { .. }));
        }
        let mut found = Vec::new();
        let mut references = References::default();
        for event in self.walk(node) {
            if let Some(id) = references.follow(self, event)
                && matches!(self.expr(id), Expr::Traversal { .. })
                && references.binder(self.root_name(id)).is_none()
            {
                found.push(id);
            }
        }
        found
    }

    /// Returns the only variable of an expression that is a constant or nothing but a variable; `None` for every other one.
    fn simple_variables(&self, id: ExprId) -> Option<Option<ExprId>> {
        match self.expr(id) {
            Expr::Number | Expr::Bool(_) | Expr::Null | Expr::String { .. } => Some(None),
            Expr::Traversal { steps, .. } => {
                let is_simple = self.steps(steps).iter().all(|step| self.is_constant_step(&step));
                is_simple.then_some(Some(id))
            }
            _ => None,
        }
    }

    /// Returns the expressions of some kinds in an expression in source order, the outer ones first, without keys of objects
    /// that stand for themselves.
    pub(super) fn references_in(&self, id: ExprId, is_of_kind: impl Fn(&Expr) -> bool) -> Vec<ExprId> {
        let mut found = Vec::new();
        // Keys that stand for themselves, of which the last is met first.
        let mut literal_keys = Vec::new();
        for id in self.exprs_in(id).rev() {
            let expr = self.expr(id);
            match expr {
                Expr::Object { items } => {
                    let keys = self.object_items(items).iter().map(|item| item.key);
                    literal_keys.extend(keys.filter(|key| self.literal_key(*key).is_some()));
                }
                _ if literal_keys.last() == Some(&id) => {
                    literal_keys.pop();
                }
                _ if is_of_kind(&expr) => found.push(id),
                _ => {}
            }
        }
        // A traversal comes before those in its keys.
        found.sort_unstable_by_key(|id| {
            let range = self.expr_range(*id);
            (range.start, Reverse(range.end))
        });
        found
    }

    /// Returns whether an expression may contain a `for` of an expression or template.
    pub(super) fn binds_variables(&self, id: ExprId) -> bool {
        let is_directive = |part: &Part| matches!(part, Part::If(_) | Part::For(_));
        self.exprs_in(id).any(|id| match self.expr(id) {
            Expr::For(_) => true,
            Expr::Template { parts } => self.parts(parts).iter().any(is_directive),
            _ => false,
        })
    }

    /// Returns the functions that a node and its descendants call, in source order.
    #[must_use]
    pub fn functions(&self, node: Node) -> Vec<FunctionReference> {
        let called = |id| match self.expr(id) {
            Expr::Call(call) => Some((id, self.call(call))),
            _ => None,
        };
        let mut calls: Vec<(ExprId, Call)> = match node {
            Node::Expr(id) => self.exprs_in(id).filter_map(called).collect(),
            _ => {
                let exprs = self.nodes_in(node).filter_map(|node| match node {
                    Node::Expr(id) => called(id),
                    _ => None,
                });
                exprs.collect()
            }
        };
        // A call comes before those in its arguments.
        calls.sort_unstable_by_key(|(id, _)| self.expr_start(*id));
        calls
            .into_iter()
            .map(|(id, call)| FunctionReference {
                name: Name::from(self.text(call.name)),
                span: self.span(call.name_range),
                call: self.expr_span(id),
            })
            .collect()
    }

    /// Returns the conditionals of a node and its descendants, in source order.
    #[must_use]
    pub fn conditionals(&self, node: Node) -> Vec<Branches> {
        let branches = self.nodes_in(node).filter_map(|node| match node {
            Node::Expr(id) => match self.expr(id) {
                Expr::Conditional(id) => {
                    let conditional = self.conditional(id);
                    Some(Branches {
                        condition: self.expr_span(conditional.condition),
                        if_true: self.expr_span(conditional.if_true),
                        if_false: self.expr_span(conditional.if_false),
                    })
                }
                _ => None,
            },
            Node::Part(Part::If(id)) => {
                let directive = self.if_directive(id);
                let otherwise = directive.if_false.map_or(directive.close, |clause| clause.range);
                Some(Branches {
                    condition: self.expr_span(directive.condition),
                    if_true: self.span(directive.open),
                    if_false: self.span(otherwise),
                })
            }
            _ => None,
        });
        branches.collect()
    }

    /// Returns the name of the variable where a traversal starts.
    pub(crate) fn root_name(&self, id: ExprId) -> &str {
        match self.expr(id) {
            Expr::Traversal { root_end, .. } => self.str(TextRange::new(self.expr_range(id).start, root_end)),
            _ => "",
        }
    }

    /// Returns the collection of a `for`, and its variables, that of values last.
    pub(super) fn scope_of(&self, node: Node) -> Option<(ExprId, Vec<(&str, TextRange)>)> {
        let (collection, key, value) = match node {
            Node::Expr(id) => match self.expr(id) {
                Expr::For(id) => (
                    self.for_expr(id).collection,
                    self.for_expr(id).key_variable,
                    self.for_expr(id).value_variable,
                ),
                _ => return None,
            },
            Node::Part(Part::For(id)) => (
                self.for_directive(id).collection,
                self.for_directive(id).key_variable,
                self.for_directive(id).value_variable,
            ),
            _ => return None,
        };
        let name = |variable: Variable| (self.str(variable.name), variable.name);
        Some((collection, key.into_iter().chain([value]).map(name).collect()))
    }
}
