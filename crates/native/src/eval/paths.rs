//! Paths to parts of variables, through computed keys, splats and loops.

use hcl2_model::{Traversal, TraversalStep};
use hcl2_value::Value;

use super::references::{References, Scope};
use crate::tree::{Event, Expr, ExprId, File, List, Node, Step, TextRange};

/// How many steps a path to an element has at most: each loop in another one may double them.
const MAX_STEPS: usize = 64;

/// The function whose result has the same elements as its argument.
const ELEMENTS: &str = "values";

impl File {
    /// Returns the variables that a node and its descendants refer to, like [`variables`](Self::variables), with all steps.
    ///
    /// The key of a computed index is unknown. The value variable of a `for` over a variable, or over `values` of one, stands for
    /// an element: its path starts with that of the collection, followed by an unknown index.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_native::parse_expression;
    ///
    /// let source = Source::new("example", "[for n in a.b : n.c[n.d][*].e]")?;
    /// let file = parse_expression(&source).value;
    /// let paths: Vec<String> = file.paths(file.root_node()).iter().map(ToString::to_string).collect();
    /// assert_eq!(paths, ["a.b", "a.b[...].c[...][*].e", "a.b[...].d"]);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn paths(&self, node: Node) -> Vec<Traversal> {
        // Most expressions are a constant or nothing but a variable.
        if let Node::Expr(id) = node {
            match self.expr(id) {
                Expr::Number | Expr::Bool(_) | Expr::Null | Expr::String { .. } => return Vec::new(),
                Expr::Traversal { steps, .. }
                    if self.steps(steps).iter().all(|step| self.is_constant_step(&step)) =>
                {
                    return self.path(id, &[]).into_iter().collect();
                }
                _ => {}
            }
        }
        if let Node::Expr(id) = node
            && !self.binds_variables(id)
        {
            let is_path = |expr: &Expr| matches!(expr, Expr::Traversal { .. } | Expr::Postfix { .. });
            let found = self.references_in(id, is_path).into_iter();
            return found.filter_map(|id| self.path(id, &[])).collect();
        }
        let mut paths = Vec::new();
        let mut references = References::default();
        for event in self.walk(node) {
            if let Some(id) = references.follow(self, event) {
                paths.extend(self.path(id, references.scopes()));
            } else if let Event::Enter(Node::Expr(id)) = event
                && matches!(self.expr(id), Expr::Postfix { .. })
            {
                paths.extend(self.path(id, references.scopes()));
            }
        }
        paths
    }

    /// Returns the path that an expression is, within the scopes around it.
    fn path(&self, id: ExprId, scopes: &[Scope<'_>]) -> Option<Traversal> {
        self.path_steps(id, scopes).map(Traversal::new)
    }

    fn path_steps(&self, id: ExprId, scopes: &[Scope<'_>]) -> Option<Vec<TraversalStep>> {
        match self.expr(id) {
            Expr::Traversal { root_end, steps } => {
                let root = TextRange::new(self.expr_start(id), root_end);
                let mut all = self.root_steps(root, scopes)?;
                all.extend(self.all_steps(steps));
                Some(all)
            }
            Expr::Postfix { source, steps } => {
                let mut all = self.path_steps(source, scopes)?;
                all.extend(self.all_steps(steps));
                Some(all)
            }
            Expr::Parens { inner } => self.path_steps(inner, scopes),
            Expr::Call(call) => {
                let call = self.call(call);
                let arguments = self.exprs(call.arguments);
                match arguments {
                    [only] if self.text(call.name) == ELEMENTS => self.path_steps(*only, scopes),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the steps to a variable: those to the collection and an unknown index if a `for` defines it.
    fn root_steps(&self, root: TextRange, scopes: &[Scope<'_>]) -> Option<Vec<TraversalStep>> {
        let name = self.str(root);
        let Some(number) = scopes.iter().rposition(|scope| scope.defines(name)) else {
            return Some(vec![self.traversal_root(root)]);
        };
        let scope = &scopes[number];
        let (value, _) = scope.variables.last()?;
        if *value != name {
            return None;
        }
        let mut steps = self.path_steps(scope.collection, &scopes[..number])?;
        steps.push(self.unknown_index(root));
        (steps.len() <= MAX_STEPS).then_some(steps)
    }

    /// Returns the steps up to an index after `.*`, which selects from the list that the splat makes.
    fn all_steps(&self, steps: List<Step>) -> impl Iterator<Item = TraversalStep> + '_ {
        let mut is_list = false;
        let steps = self.steps(steps).iter().map_while(move |step| {
            if is_list && matches!(step, Step::Index { .. }) {
                return None;
            }
            is_list |= matches!(step, Step::AttributeSplat { .. });
            Some(step)
        });
        steps.map(|step| {
            self.traversal_step(&step)
                .unwrap_or_else(|| self.unknown_index(step.range()))
        })
    }

    fn unknown_index(&self, range: TextRange) -> TraversalStep {
        TraversalStep::Index {
            key: Value::DYNAMIC,
            span: self.span(range),
        }
    }
}
