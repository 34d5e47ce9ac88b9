//! References in the strings of a file.

use hcl2_diagnostics::Source;
use hcl2_json::{Escapes, Node, NodeKind, Writer, parse_expression};
use hcl2_model::Traversal;
use hcl2_native::edit::{EditError, Fragment};

use super::JsonEditor;

impl JsonEditor {
    /// Changes every reference to `from`, or to a part of it, into a reference to `to`, and returns their number: those in
    /// templates, and strings that are such a reference of two or more steps and nothing else, as in `depends_on`.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] as for [`Fragment::static_traversal`], and [`EditError::Broken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::edit::JsonEditor;
    /// use hcl2::edit::Fragment;
    ///
    /// let mut editor = JsonEditor::parse(r#"{"a": "${var.old.id}", "depends_on": ["var.old"]}"#)?;
    /// assert_eq!(editor.rename_traversal("var.old", &Fragment::traversal("var.new")?)?, 2);
    /// assert_eq!(editor.text(), r#"{"a": "${var.new.id}", "depends_on": ["var.new"]}"#);
    /// # Ok::<(), hcl2::edit::EditError>(())
    /// ```
    pub fn rename_traversal(&mut self, from: &str, to: &Fragment) -> Result<usize, EditError> {
        let wanted = Fragment::static_traversal(from)?;
        let mut quoted = Writer::pretty(Escapes::PLAIN);
        quoted.string(to.as_str());
        let quoted = quoted.finish();
        let to = quoted.trim_end().trim_matches('"');
        let mut splices = Vec::new();
        for node in self.tree.nodes().filter(|node| node.kind() == NodeKind::String) {
            let start = node.span().start;
            let spans = references(node).into_iter();
            splices.extend(
                spans
                    .filter_map(|reference| reference.prefix_span(&wanted))
                    .map(|span| (start + span.start..start + span.end, to.to_owned())),
            );
        }
        let count = splices.len();
        self.splice_all(splices)?;
        Ok(count)
    }
}

/// Returns the references in a string, whose spans count from its start.
fn references(string: Node<'_>) -> Vec<Traversal> {
    let text = string.source_text();
    let Some(expression) = Source::new("string", text)
        .ok()
        .and_then(|source| parse_expression(&source).into_result().ok())
    else {
        return Vec::new();
    };
    if string.may_be_template() {
        return expression.variables();
    }
    let whole = expression.static_traversal();
    whole
        .filter(|reference| reference.steps().len() > 1)
        .into_iter()
        .collect()
}
