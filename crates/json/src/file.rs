//! A parsed file, shared by every body and expression in it.

use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::{Diagnostics, Source};
use hcl2_model::{BodyRef, ExpressionRef};

use crate::template::Template;
use crate::{JsonValue, Node, NodeId, Options, Profile, Tree};

/// A tree, and the templates in its strings as far as they were needed.
#[derive(Debug)]
pub(crate) struct File {
    tree: Tree,
    profile: Profile,
    /// For each of the tree's strings that may hold one, once the first is needed.
    templates: OnceLock<Box<[OnceLock<Template>]>>,
}

impl File {
    pub(crate) fn new(tree: Tree, profile: Profile) -> Arc<Self> {
        Arc::new(Self {
            tree,
            profile,
            templates: OnceLock::new(),
        })
    }

    pub(crate) fn source(&self) -> &Source {
        self.tree.source()
    }

    pub(crate) fn profile(&self) -> Profile {
        self.profile
    }

    pub(crate) fn node(&self, id: NodeId) -> Node<'_> {
        self.tree.node(id)
    }

    /// The template in a string; `None` where the string stands for itself.
    pub(crate) fn template(&self, node: Node<'_>) -> Option<&Template> {
        if !node.may_be_template() {
            return None;
        }
        let slots = || self.tree.templates().iter().map(|_| OnceLock::new()).collect();
        let slot = self
            .templates
            .get_or_init(slots)
            .get(node.template_range().start)?;
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
/// let content = body.content(&BodySchema::new().required("port").block("check", ["name"]));
/// assert!(content.diagnostics.is_empty());
/// assert_eq!(content.value.blocks[1].labels[0].text, "alive");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn parse(source: &Source) -> (BodyRef, Diagnostics) {
    Options::default().parse(source)
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
/// let value = expression.evaluate(Some(&context)).report_into(&mut diagnostics);
/// assert_eq!(value, Value::tuple([Value::from(2), Value::from("n is 1")]));
/// assert!(diagnostics.is_empty());
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn parse_expression(source: &Source) -> (ExpressionRef, Diagnostics) {
    Options::default().parse_expression(source)
}

/// Parses a JSON text into its tree, and lists what is wrong with it in the order of the text.
///
/// There is always a tree; where the diagnostics hold errors, it is of what could be read. A byte order mark at the
/// start is skipped.
#[must_use]
pub fn parse_tree(source: &Source) -> (Tree, Diagnostics) {
    Options::default().parse_tree(source)
}

/// Parses a JSON text into a value that owns all it holds.
///
/// # Errors
///
/// What is wrong with the text, in the order of the text, as [`parse_tree`] lists it. Arrays and objects nest at most
/// [`JsonValue::MAX_DEPTH`] deep.
pub fn parse_value(source: &Source) -> Result<JsonValue, Diagnostics> {
    Options::default().parse_value(source)
}

/// Checks that a text is JSON, without making anything of it.
///
/// # Errors
///
/// What is wrong with the text, in the order of the text, as [`parse_tree`] lists it.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
///
/// let mut sources = SourceMap::new();
/// assert!(hcl2_json::validate(&sources.add("a.json", r#"{"port": 8080}"#)?).is_ok());
///
/// let problems = hcl2_json::validate(&sources.add("b.json", r#"{"port": 080}"#)?).unwrap_err();
/// assert_eq!(problems[0].code.id(), "hcl2::json::invalid-number");
/// assert_eq!(problems[0].subject.map(|span| span.range()), Some(9..12));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn validate(source: &Source) -> Result<(), Diagnostics> {
    Options::default().validate(source)
}
