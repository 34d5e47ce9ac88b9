//! The entry points: source to body, expression, tree or value.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source};
use hcl2_model::{BodyRef, ExpressionRef, Syntax};

use crate::body::JsonBody;
use crate::expression::JsonExpression;
use crate::file::File;
use crate::lexer::without_extensions;
use crate::options::{Options, Profile};
use crate::owned::{JsonValue, is_json, read_value};
use crate::parser::{check_text, parse_text};
use crate::problems;
use crate::tree::{NodeId, NodeKind, Tree};

impl Options {
    /// Parses a file as a body, as [`parse`] does, by these rules and within these limits.
    pub fn parse(&self, source: &Source) -> Outcome<BodyRef> {
        let (tree, mut diagnostics) = parse_text(source, *self);
        let root = tree.root();
        let is_body = match root.kind() {
            NodeKind::Object => true,
            NodeKind::Array => self.profile != Profile::Legacy,
            _ => false,
        };
        if !is_body && root.kind() != NodeKind::Invalid {
            diagnostics.push(if root.kind() == NodeKind::Array {
                problems::root_array(root.open_span())
            } else {
                problems::root_not_body(root.open_span())
            });
        }
        let body = JsonBody::new(File::new(tree, self.profile), is_body.then_some(NodeId::ROOT));
        Outcome::new(Arc::new(body), diagnostics)
    }

    /// Parses one value as an expression, as [`parse_expression`] does, by these rules and within these limits.
    pub fn parse_expression(&self, source: &Source) -> Outcome<ExpressionRef> {
        self.parse_tree(source).map(|tree| -> ExpressionRef {
            Arc::new(JsonExpression::new(File::new(tree, self.profile), NodeId::ROOT))
        })
    }

    /// Parses any JSON text into its tree, as [`parse_tree`] does, within these limits.
    pub fn parse_tree(&self, source: &Source) -> Outcome<Tree> {
        let (tree, diagnostics) = parse_text(source, *self);
        Outcome::new(tree, diagnostics)
    }

    /// Parses any JSON text into a value that owns its parts, as [`parse_value`] does, within these limits.
    ///
    /// # Errors
    ///
    /// All problems of the text, in source order.
    pub fn parse_value(&self, source: &Source) -> Result<JsonValue, Diagnostics> {
        let mut options = *self;
        let max_depth = self.limits.nesting_depth(Syntax::Json).min(JsonValue::MAX_DEPTH);
        options.limits = options.limits.with_nesting_depth(max_depth);
        if let Some(text) = options.readable(source)
            && let Some(value) = read_value(text, max_depth)
        {
            return Ok(value);
        }
        let problems = options.problems(source);
        let plain = source.text().filter(|_| self.jsonc && !problems.has_errors());
        match plain.and_then(|text| {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            read_value(&without_extensions(text), max_depth)
        }) {
            Some(value) => Ok(value),
            None => Err(problems),
        }
    }

    /// Checks that the source is JSON, as [`validate`] does, within these limits.
    ///
    /// # Errors
    ///
    /// All problems of the text, in source order.
    pub fn validate(&self, source: &Source) -> Result<(), Diagnostics> {
        if let Some(text) = self.readable(source)
            && is_json(text, self.limits.nesting_depth(Syntax::Json))
        {
            return Ok(());
        }
        let problems = self.problems(source);
        if problems.has_errors() {
            Err(problems)
        } else {
            Ok(())
        }
    }

    /// Returns the text behind the byte order mark; `None` if it is too long or not UTF-8.
    fn readable<'s>(&self, source: &'s Source) -> Option<&'s str> {
        let text = source.text()?;
        (text.len() <= self.limits.source_bytes() as usize)
            .then(|| text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// Returns the problems of a source that the reader refuses.
    #[cold]
    fn problems(&self, source: &Source) -> Diagnostics {
        Outcome::new((), check_text(source, *self)).diagnostics
    }
}

/// Parses a file as a body: an object, or an array of objects.
///
/// The body has what could be read, even if there are errors.
///
/// # Examples
///
/// ```
/// use hcl2_json::model::BodySchema;
/// use hcl2_json::diagnostics::Source;
///
/// let source = Source::new("app.json", r#"{"port": 8080, "check": {"ready": {}, "alive": {}}}"#)?;
/// let body = hcl2_json::parse(&source).into_result().unwrap();
///
/// let schema = BodySchema::new().required("port").block("check", ["name"]);
/// let content = body.content(&schema).into_result().unwrap();
/// assert_eq!(content.blocks[1].labels[0].text, "alive");
/// # Ok::<(), hcl2_json::diagnostics::SourceTooLarge>(())
/// ```
pub fn parse(source: &Source) -> Outcome<BodyRef> {
    Options::default().parse(source)
}

/// Parses one value as an expression.
///
/// The expression has what could be read, even if there are errors.
///
/// # Examples
///
/// ```
/// use hcl2_json::diagnostics::Source;
/// use hcl2_json::model::EvalContext;
/// use hcl2_json::value::Value;
///
/// let source = Source::new("value.json", r#"["${n + 1}", "n is ${n}"]"#)?;
/// let expression = hcl2_json::parse_expression(&source).into_result().unwrap();
///
/// let mut context = EvalContext::new();
/// context.set_variable("n", Value::from(1));
/// let value = expression.evaluate(Some(&context)).into_result().unwrap();
/// assert_eq!(value, Value::tuple([Value::from(2), Value::from("n is 1")]));
/// # Ok::<(), hcl2_json::diagnostics::SourceTooLarge>(())
/// ```
pub fn parse_expression(source: &Source) -> Outcome<ExpressionRef> {
    Options::default().parse_expression(source)
}

/// Parses any JSON text into its tree.
///
/// The tree has what could be read, even if there are errors. A byte order mark at the start is skipped.
pub fn parse_tree(source: &Source) -> Outcome<Tree> {
    Options::default().parse_tree(source)
}

/// Parses any JSON text into a value that owns its parts.
///
/// # Errors
///
/// All problems of the text in source order, as [`parse_tree`] reports them. Arrays and objects nest at most
/// [`JsonValue::MAX_DEPTH`] levels deep.
pub fn parse_value(source: &Source) -> Result<JsonValue, Diagnostics> {
    Options::default().parse_value(source)
}

/// Checks that the source is JSON, without making anything of it.
///
/// # Errors
///
/// All problems of the text in source order, as [`parse_tree`] reports them.
///
/// # Examples
///
/// ```
/// use hcl2_json::diagnostics::Source;
///
/// assert!(hcl2_json::validate(&Source::new("a.json", r#"{"port": 8080}"#)?).is_ok());
///
/// let problems = hcl2_json::validate(&Source::new("b.json", r#"{"port": 080}"#)?).unwrap_err();
/// assert_eq!(problems[0].code.id(), "hcl2::json::invalid-number");
/// assert_eq!(problems[0].subject.map(|span| span.range()), Some(9..12));
/// # Ok::<(), hcl2_json::diagnostics::SourceTooLarge>(())
/// ```
pub fn validate(source: &Source) -> Result<(), Diagnostics> {
    Options::default().validate(source)
}
