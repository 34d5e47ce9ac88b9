//! A parsed file, shared by every body and expression in it.

use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, codes};
use hcl2_model::{BodyRef, ExpressionRef};

use crate::body::JsonBody;
use crate::expression::JsonExpression;
use crate::template::Template;
use crate::{Node, NodeId, NodeKind, Tree, parse_tree};

/// A tree, and the templates in its strings as far as they were needed.
#[derive(Debug)]
pub(crate) struct File {
    tree: Tree,
    /// For each of the tree's strings that may hold one.
    templates: Box<[OnceLock<Template>]>,
}

impl File {
    pub(crate) fn new(tree: Tree) -> Arc<Self> {
        let templates = tree.templates().iter().map(|_| OnceLock::new()).collect();
        Arc::new(Self { tree, templates })
    }

    pub(crate) fn source(&self) -> &Source {
        self.tree.source()
    }

    pub(crate) fn node(&self, id: NodeId) -> Node<'_> {
        self.tree.node(id)
    }

    /// The template in a string; `None` where the string stands for itself.
    pub(crate) fn template(&self, node: Node<'_>) -> Option<&Template> {
        if !node.may_be_template() {
            return None;
        }
        let slot = self.templates.get(node.template_range().start)?;
        Some(slot.get_or_init(|| Template::parse(self.source(), node)))
    }

    /// The templates in `node`, itself included, in order.
    pub(crate) fn templates_in(&self, node: Node<'_>) -> impl Iterator<Item = &Template> {
        self.tree.templates()[node.template_range()]
            .iter()
            .filter_map(|id| self.template(self.node(*id)))
    }
}

/// Parses a JSON text as the body of a file: an object, or an array of objects.
///
/// There is always a body; where the diagnostics hold errors, it is of what could be read. They come in the order of
/// the text.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_model::BodySchema;
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.json", r#"{"port": 8080, "check": {"ready": {}, "alive": {}}}"#)?;
/// let (body, diagnostics) = hcl2_json::parse(&source);
/// assert!(diagnostics.is_empty());
///
/// let (content, diagnostics) = body.content(&BodySchema::new().required("port").block("check", ["name"]));
/// assert!(diagnostics.is_empty());
/// assert_eq!(content.blocks[1].labels[0].text, "alive");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn parse(source: &Source) -> (BodyRef, Diagnostics) {
    let (tree, mut diagnostics) = parse_tree(source);
    let root = tree.root();
    let is_body = matches!(root.kind(), NodeKind::Object | NodeKind::Array);
    if !is_body && root.kind() != NodeKind::Invalid {
        diagnostics.push(
            Diagnostic::error(codes::json::ROOT_NOT_BODY, "No body")
                .with_detail(
                    "The outermost value of a configuration file is an object with its attributes and blocks, or an \
                     array of such objects.",
                )
                .with_subject(root.span()),
        );
        diagnostics.sort_by_source();
    }
    let body = JsonBody::new(File::new(tree), is_body.then_some(NodeId::ROOT));
    (Arc::new(body), diagnostics)
}

/// Parses a JSON text as one expression, which may be any value.
///
/// There is always an expression; where the diagnostics hold errors, it is of what could be read.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{Diagnostics, SourceMap};
/// use hcl2_model::EvalContext;
/// use hcl2_value::Value;
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("value.json", r#"["${n + 1}", "n is ${n}"]"#)?;
/// let (expression, mut diagnostics) = hcl2_json::parse_expression(&source);
///
/// let mut context = EvalContext::new();
/// context.set_variable("n", Value::from(1));
/// let value = expression.evaluate(Some(&context), &mut diagnostics);
/// assert_eq!(value, Value::tuple([Value::from(2), Value::from("n is 1")]));
/// assert!(diagnostics.is_empty());
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn parse_expression(source: &Source) -> (ExpressionRef, Diagnostics) {
    let (tree, diagnostics) = parse_tree(source);
    let expression = JsonExpression::new(File::new(tree), NodeId::ROOT);
    (Arc::new(expression), diagnostics)
}
