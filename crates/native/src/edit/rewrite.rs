//! Rewriting expressions by a closure, and reading items as bodies do.

use std::sync::Arc;

use hcl2_model::BodyRef;

use super::{EditError, Editor, Fragment, IntoAddress, IntoFragment};
use crate::body::NativeBody;
use crate::eval::NativeExpression;
use crate::rewrite::Splice;
use crate::tree::{Event, Expr, ExprId, Node};

impl Fragment {
    /// Replaces every expression in this one, or all of it, for which `change` returns another one, as
    /// [`Editor::rewrite`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Editor::rewrite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Fragment;
    /// use hcl2_native::model::Expression;
    ///
    /// let body = Fragment::expression("x * 2")?;
    /// let argument = Fragment::expression("1 + y")?;
    /// let expanded = body.rewrite(|expression| (expression.keyword()? == *"x").then(|| argument.clone()))?;
    /// assert_eq!(expanded.as_str(), "(1 + y) * 2");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn rewrite<F: IntoFragment>(
        &self,
        change: impl FnMut(&NativeExpression) -> Option<F>,
    ) -> Result<Self, EditError> {
        let mut editor = Editor::parse(format!("x = {}\n", self.as_str()))?;
        editor.rewrite("x", change)?;
        Self::expression(editor.get("x").unwrap_or_default())
    }
}

impl Editor {
    /// Replaces every expression for which `change` returns another one, in everything that an address selects, and returns
    /// their number; the address `""` is the file.
    ///
    /// It visits each expression before the ones in it, in source order, and leaves out what is in a replaced one. A bare
    /// key of an object is not an expression. A replacement has parentheses where it needs them.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], those of the conversion of a replacement, and [`EditError::Broken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Editor, Fragment};
    /// use hcl2_native::model::Expression;
    ///
    /// let mut editor: Editor = "size = 2 * double(var.n)\nname = \"a-${double(1)}\"\n".parse()?;
    /// let count = editor.rewrite("", |expression| {
    ///     let call = expression.static_call().filter(|call| call.name == *"double")?;
    ///     let argument = call.arguments[0].native_text()?;
    ///     Fragment::expression(&format!("{argument} + {argument}")).ok()
    /// })?;
    /// assert_eq!(count, 2);
    /// assert_eq!(editor.text(), "size = 2 * (var.n + var.n)\nname = \"a-${1 + 1}\"\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn rewrite<F: IntoFragment>(
        &mut self,
        within: impl IntoAddress,
        mut change: impl FnMut(&NativeExpression) -> Option<F>,
    ) -> Result<usize, EditError> {
        let within = within.into_address()?;
        let found = self.outermost(&within);
        if found.is_empty() {
            return Err(self.not_found(&within));
        }
        let mut splices = Vec::new();
        for selection in found {
            self.rewritten(selection.node, &mut change, &mut splices)?;
        }
        let count = splices.len();
        if count > 0 {
            self.splice(splices)?;
        }
        Ok(count)
    }

    /// Adds the replacements of the expressions in a node.
    fn rewritten<F: IntoFragment>(
        &self,
        node: Node,
        change: &mut impl FnMut(&NativeExpression) -> Option<F>,
        splices: &mut Vec<Splice>,
    ) -> Result<(), EditError> {
        let mut around: Vec<Node> = Vec::new();
        let file = &self.file;
        let mut walk = file.walk(node);
        while let Some(event) = walk.next() {
            let node = match event {
                Event::Enter(node) => node,
                Event::Leave(_) => {
                    around.pop();
                    continue;
                }
            };
            let parent = around.last().copied();
            around.push(node);
            let Node::Expr(id) = node else { continue };
            if self.is_bare_key(parent, id) {
                continue;
            }
            let Some(replacement) = change(&NativeExpression::new(Arc::clone(file), id)) else {
                continue;
            };
            let replacement = replacement.into_fragment()?;
            let text = if self.needs_parentheses(
                parent,
                id,
                replacement.parsed().as_ref().map(|(file, id)| file.expr(*id)),
            ) {
                format!("({})", replacement.as_str())
            } else {
                replacement.as_str().to_owned()
            };
            splices.push((file.expr_range(id), self.with_line_endings(text)));
            walk.skip_children();
        }
        Ok(())
    }

    /// Returns whether an expression is the key of an object item without quotes, parentheses or steps.
    fn is_bare_key(&self, parent: Option<Node>, id: ExprId) -> bool {
        match (parent, self.file.expr(id)) {
            (Some(Node::ObjectItem(item)), Expr::Traversal { steps, .. }) => {
                item.key == id && self.file.steps(steps).is_empty()
            }
            _ => false,
        }
    }

    /// Returns whether a replacement of an expression would be read otherwise without parentheses.
    fn needs_parentheses(&self, parent: Option<Node>, id: ExprId, replacement: Option<Expr>) -> bool {
        let Some(Node::Expr(parent)) = parent else {
            return false;
        };
        let is_operation = matches!(
            replacement,
            None | Some(Expr::Unary { .. } | Expr::Binary { .. } | Expr::Conditional(_))
        );
        match self.file.expr(parent) {
            Expr::Unary { .. } | Expr::Binary { .. } | Expr::Conditional(_) => is_operation,
            Expr::Postfix { source, .. } => {
                let is_literal = matches!(replacement, Some(Expr::Number | Expr::Bool(_) | Expr::Null));
                source == id && (is_operation || is_literal)
            }
            _ => false,
        }
    }

    /// Returns the body of the file in its current state.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let editor: Editor = "service \"web\" {\n  port = 80\n}\n".parse()?;
    /// for service in editor.body().blocks("service") {
    ///     assert_eq!(service.labels[0].text, "web");
    ///     assert_eq!(service.text("port").as_deref(), Some("80"));
    /// }
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn body(&self) -> BodyRef {
        NativeBody::of_file(Arc::clone(&self.file))
    }
}
