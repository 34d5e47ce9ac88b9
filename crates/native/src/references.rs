//! The variables and functions that a part of a tree refers to.

use hcl2_model::{FunctionReference, Name, Traversal};

use crate::tree::{Event, Expr, ExprId, File, Node, Part, Variable};

/// The variables that `for` defines: each scope starts behind its collection.
#[derive(Default)]
struct Scopes<'f> {
    /// The collections of the `for` whose scope has not started, the innermost last.
    coming: Vec<(ExprId, Vec<&'f str>)>,
    open: Vec<Vec<&'f str>>,
}

impl<'f> Scopes<'f> {
    fn follow(&mut self, file: &'f File, event: Event) {
        match event {
            Event::Enter(node) => self.coming.extend(file.scope_of(node)),
            Event::Leave(Node::Expr(id)) if self.coming.last().is_some_and(|(coming, _)| *coming == id) => {
                self.open.extend(self.coming.pop().map(|(_, names)| names));
            }
            Event::Leave(node) => {
                if file.scope_of(node).is_some() {
                    self.open.pop();
                }
            }
        }
    }

    fn defines(&self, name: &str) -> bool {
        self.open.iter().flatten().any(|local| *local == name)
    }
}

impl File {
    /// The variables that a node and all in it refer to, in the order of the source, without those that a `for` in it
    /// defines.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_native::parse_file;
    ///
    /// let source = SourceMap::new().add("app.hcl", "a = var.x\nb {\n  c = [for v in l : f(v)]\n}\n")?;
    /// let file = parse_file(&source).file;
    /// let variables = file.variables(file.root_node());
    /// let names: Vec<_> = variables.iter().filter_map(|traversal| traversal.root_name()).collect();
    /// assert_eq!(names, ["var", "l"]);
    /// assert_eq!(file.functions(file.root_node())[0].span.range(), 34..35);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn variables(&self, node: Node) -> Vec<Traversal> {
        let mut found = Vec::new();
        let mut scopes = Scopes::default();
        let mut literal_key = None;
        for event in self.walk(node) {
            scopes.follow(self, event);
            let Event::Enter(node) = event else { continue };
            match node {
                Node::ObjectItem(item) => literal_key = self.literal_key(item.key).map(|_| item.key),
                Node::Expr(id) if literal_key != Some(id) => {
                    if let Expr::Traversal { root_end, steps } = self[id] {
                        let traversal = self.leading_traversal(id, root_end, steps);
                        if !traversal.root_name().is_some_and(|name| scopes.defines(name)) {
                            found.push(traversal);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The functions that a node and all in it call, in the order of the source.
    #[must_use]
    pub fn functions(&self, node: Node) -> Vec<FunctionReference> {
        let calls = self.nodes_in(node).filter_map(|node| match node {
            Node::Expr(id) => match self[id] {
                Expr::Call(call) => Some(&self[call]),
                _ => None,
            },
            _ => None,
        });
        calls
            .map(|call| FunctionReference {
                name: Name::from(self.text(call.name)),
                span: self.span(call.name_range),
            })
            .collect()
    }

    /// The collection of a `for`, and the names of its variables.
    fn scope_of(&self, node: Node) -> Option<(ExprId, Vec<&str>)> {
        let (collection, key, value) = match node {
            Node::Expr(id) => match self[id] {
                Expr::For(id) => (
                    self[id].collection,
                    self[id].key_variable,
                    self[id].value_variable,
                ),
                _ => return None,
            },
            Node::Part(Part::For(id)) => (
                self[id].collection,
                self[id].key_variable,
                self[id].value_variable,
            ),
            _ => return None,
        };
        let name = |variable: Variable| self.str(variable.name);
        Some((collection, key.into_iter().chain([value]).map(name).collect()))
    }
}
