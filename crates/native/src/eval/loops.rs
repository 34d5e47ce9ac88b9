//! Variables of loops, with their uses.

use std::collections::HashMap;

use hcl2_model::{LoopVariable, Name};

use super::references::{References, Scope};
use crate::tree::{Event, Expr, ExprId, File, Node, TextRange};

impl File {
    /// Returns the variables that each `for` in a node defines, in source order.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_native::parse_expression;
    ///
    /// let source = Source::new("example", "[for a in x : [for b in a : a + b]]")?;
    /// let file = parse_expression(&source).value;
    /// let variables = file.loop_variables(file.root_node());
    /// assert_eq!(variables[0].name, "a");
    /// assert_eq!(variables[0].uses.len(), 2);
    /// // The inner loop would hide it where it is added.
    /// assert!(variables[0].others.iter().any(|(name, _)| name == "b"));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn loop_variables(&self, node: Node) -> Vec<LoopVariable> {
        let mut found = Found {
            file: self,
            variables: Vec::new(),
            numbers: HashMap::new(),
        };
        let mut references = References::default();
        for event in self.walk(node) {
            if let Event::Enter(node) = event {
                found.define(node);
            }
            if let Some(id) = references.follow(self, event) {
                found.refer(id, references.scopes());
            }
        }
        found.variables
    }
}

/// The variables found so far.
struct Found<'f> {
    file: &'f File,
    variables: Vec<LoopVariable>,
    /// The numbers of the variables, by the offsets of their definitions.
    numbers: HashMap<u32, usize>,
}

impl Found<'_> {
    fn define(&mut self, node: Node) {
        let Some((_, variables)) = self.file.scope_of(node) else {
            return;
        };
        for (name, range) in &variables {
            let siblings = variables.iter().filter(|(_, other)| other != range);
            let others = siblings.map(|(other, at)| (Name::from(*other), self.file.span(*at)));
            let variable = LoopVariable {
                name: Name::from(*name),
                definition: self.file.span(*range),
                uses: Vec::new(),
                others: others.collect(),
            };
            self.numbers.insert(range.start, self.variables.len());
            self.variables.push(variable);
        }
    }

    fn variable(&mut self, definition: TextRange) -> Option<&mut LoopVariable> {
        let number = *self.numbers.get(&definition.start)?;
        self.variables.get_mut(number)
    }

    /// Follows a reference within scopes, the innermost last.
    fn refer(&mut self, id: ExprId, scopes: &[Scope<'_>]) {
        if scopes.is_empty() {
            return;
        }
        let Expr::Traversal { root_end, .. } = self.file.expr(id) else {
            return;
        };
        let range = TextRange::new(self.file.expr_start(id), root_end);
        let (name, span) = (self.file.str(range), self.file.span(range));
        let binder = scopes.iter().rposition(|scope| scope.defines(name));
        let inner = &scopes[binder.map_or(0, |binder| binder + 1)..];
        for (_, definition) in inner.iter().flat_map(|scope| &scope.variables) {
            let name = Name::from(name);
            if let Some(variable) = self.variable(*definition) {
                variable.others.push((name, span));
            }
        }
        let own = binder.and_then(|binder| {
            let mut variables = scopes[binder].variables.iter();
            variables.find(|(own, _)| *own == name)
        });
        let hiding: Vec<(Name, _)> = inner
            .iter()
            .flat_map(|scope| &scope.variables)
            .map(|(hiding, _)| (Name::from(*hiding), span))
            .collect();
        if let Some((_, definition)) = own
            && let Some(variable) = self.variable(*definition)
        {
            variable.uses.push(span);
            variable.others.extend(hiding);
        }
    }
}
