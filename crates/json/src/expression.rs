//! Expressions: any JSON value.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes};
use hcl2_model::{
    Branches, Comparison, EvalContext, Expression, ExpressionRef, FunctionReference, LoopVariable,
    StaticCall, Traversal, problems::limit_exceeded,
};
use hcl2_value::{Exceeded, Marks, Meter, Number, ParseNumberErrorKind, Str, Type, Value};

use hcl2_native::NativeExpression;

use crate::file::File;
use crate::options::MAX_VALUE_DEPTH;
use crate::template;
use crate::tree::{Elements, Node, NodeId, NodeKind, Properties};

/// A node of a file, read as an expression.
#[derive(Clone)]
pub(crate) struct JsonExpression {
    file: Arc<File>,
    node: NodeId,
}

impl JsonExpression {
    pub(crate) fn new(file: Arc<File>, node: NodeId) -> Self {
        Self { file, node }
    }

    fn node(&self) -> Node<'_> {
        self.file.node(self.node)
    }

    fn shared(&self, node: Node<'_>) -> ExpressionRef {
        Arc::new(Self::new(self.file.clone(), node.id()))
    }

    /// Returns what an analysis finds in all templates of the value.
    fn of_templates<T>(&self, analysis: fn(&NativeExpression) -> Vec<T>) -> Vec<T> {
        let templates = self.file.templates_in(self.node());
        templates.flat_map(|template| template.found(analysis)).collect()
    }
}

impl std::fmt::Debug for JsonExpression {
    /// Writes the source text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.node().source_text())
    }
}

impl Expression for JsonExpression {
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let node = self.node();
        let evaluation = Evaluation {
            file: &self.file,
            context,
            meter: match context {
                Some(context) => context.meter(),
                None => Meter::of_constant(node.span().len()),
            },
            diagnostics: &mut diagnostics,
            too_deep: false,
            exceeded: false,
        };
        let value = evaluation.value_of(node);
        Outcome::new(value, diagnostics)
    }

    fn variables(&self) -> Vec<Traversal> {
        self.of_templates(NativeExpression::variables)
    }

    fn paths(&self) -> Vec<Traversal> {
        self.of_templates(NativeExpression::paths)
    }

    fn loop_variables(&self) -> Vec<LoopVariable> {
        self.of_templates(NativeExpression::loop_variables)
    }

    fn functions(&self) -> Vec<FunctionReference> {
        self.of_templates(NativeExpression::functions)
    }

    fn conditionals(&self) -> Vec<Branches> {
        self.of_templates(NativeExpression::conditionals)
    }

    fn comparisons(&self) -> Vec<Comparison> {
        self.of_templates(NativeExpression::comparisons)
    }

    fn span(&self) -> Span {
        self.node().span()
    }

    fn start_span(&self) -> Span {
        self.node().open_span()
    }

    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        let node = self.node();
        (node.kind() == NodeKind::Array)
            .then(|| node.elements().map(|element| self.shared(element)).collect())
    }

    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let node = self.node();
        let pairs = node
            .properties()
            .map(|property| (self.shared(property.name), self.shared(property.value)));
        (node.kind() == NodeKind::Object).then(|| pairs.collect())
    }

    fn static_call(&self) -> Option<StaticCall> {
        let node = self.node();
        (node.kind() == NodeKind::String).then(|| template::static_call(self.file.source(), node))?
    }

    fn static_traversal(&self) -> Option<Traversal> {
        let node = self.node();
        (node.kind() == NodeKind::String).then(|| template::static_traversal(self.file.source(), node))?
    }

    fn static_partial_traversal(&self) -> Option<Traversal> {
        let node = self.node();
        let is_string = node.kind() == NodeKind::String;
        is_string.then(|| template::static_partial_traversal(self.file.source(), node))?
    }

    fn quoted_expression(&self) -> Option<ExpressionRef> {
        let node = self.node();
        (node.kind() == NodeKind::String).then(|| template::quoted_expression(self.file.source(), node))?
    }

    fn native_text(&self) -> Option<String> {
        self.file.template(self.node())?.only_interpolation()
    }

    fn template_text(&self) -> Option<String> {
        Some(self.node().text()?.into_owned())
    }
}

/// The digits of a number that take a step.
const DIGITS_A_STEP: usize = 64;

/// One evaluation, in literal-only mode without a context.
struct Evaluation<'a> {
    file: &'a File,
    context: Option<&'a EvalContext<'a>>,
    /// What reading numbers takes; templates count for themselves.
    meter: Meter<'a>,
    diagnostics: &'a mut Diagnostics,
    /// Whether excessive nesting was already reported.
    too_deep: bool,
    /// Whether an exceeded limit was already reported.
    exceeded: bool,
}

/// An array or object whose parts are being evaluated.
enum Frame<'a> {
    Array { rest: Elements<'a>, values: Vec<Value> },
    Object(Box<ObjectFrame<'a>>),
}

struct ObjectFrame<'a> {
    rest: Properties<'a>,
    /// The name of the property whose value is being evaluated, and its span.
    name: Option<(Value, Span)>,
    attributes: Vec<(Str, Value)>,
    /// The span of each name.
    names: HashMap<Str, Span>,
    /// The marks of names.
    marks: Marks,
    /// Whether all names are known.
    known: bool,
}

impl<'a> Evaluation<'a> {
    /// Evaluates a node, without recursion.
    fn value_of(mut self, node: Node<'a>) -> Value {
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut current = node;
        loop {
            let mut value = match current.kind() {
                NodeKind::Array | NodeKind::Object if frames.len() >= MAX_VALUE_DEPTH => {
                    Some(self.too_deep(current))
                }
                NodeKind::Array => {
                    frames.push(Frame::Array {
                        rest: current.elements(),
                        values: Vec::new(),
                    });
                    None
                }
                NodeKind::Object => {
                    frames.push(Frame::Object(Box::new(ObjectFrame::new(current))));
                    None
                }
                _ => Some(self.leaf(current)),
            };
            current = loop {
                let Some(frame) = frames.last_mut() else {
                    return value.unwrap_or(Value::DYNAMIC);
                };
                if let Some(value) = value.take() {
                    self.add(frame, value);
                }
                if let Some(next) = self.next_part(frame) {
                    break next;
                }
                value = frames.pop().map(Frame::into_value);
            };
        }
    }

    fn leaf(&mut self, node: Node<'a>) -> Value {
        match node.kind() {
            NodeKind::String => self.string(node),
            NodeKind::Number => self.number(node),
            NodeKind::True => Value::from(true),
            NodeKind::False => Value::from(false),
            NodeKind::Null => Value::null(Type::DYNAMIC),
            NodeKind::Object | NodeKind::Array | NodeKind::Invalid => Value::DYNAMIC,
        }
    }

    fn string(&mut self, node: Node<'a>) -> Value {
        if let Some(context) = self.context
            && let Some(template) = self.file.template(node)
        {
            return template.evaluate(context, self.diagnostics);
        }
        node.text().map_or(Value::DYNAMIC, |text| Value::from(&*text))
    }

    fn number(&mut self, node: Node<'a>) -> Value {
        let text = node.source_text();
        if let Err(exceeded) = self.meter.steps(text.len() / DIGITS_A_STEP) {
            return self.limited(exceeded, node);
        }
        let parsed = match text.strip_prefix('-') {
            Some(digits) => Number::parse_literal(digits).map(|number| number.neg()),
            None => Number::parse_literal(text),
        };
        match parsed {
            Ok(number) => {
                let value = Value::from(number);
                match self.meter.steps(value.reading_steps()) {
                    Ok(()) => value,
                    Err(exceeded) => self.limited(exceeded, node),
                }
            }
            Err(error) => {
                let detail = if error.kind() == ParseNumberErrorKind::Inexact {
                    "Whole numbers are exact up to 512 bits, about 154 decimal digits. Write the number as a string, or \
                     with an exponent to have it rounded."
                } else {
                    "The number is too large to be represented. Write it as a string."
                };
                self.diagnostics.push(
                    Diagnostic::error(codes::json::UNREPRESENTABLE_NUMBER, "Number out of range")
                        .with_detail(detail)
                        .with_subject(node.span()),
                );
                Value::unknown(Type::NUMBER)
            }
        }
    }

    /// Reports that the numbers of the expression take more than its budget allows, once.
    fn limited(&mut self, exceeded: Exceeded, node: Node<'a>) -> Value {
        if !std::mem::replace(&mut self.exceeded, true) {
            self.diagnostics.push(limit_exceeded(exceeded, node.span()));
        }
        Value::unknown(Type::NUMBER)
    }

    /// Returns the next part of an array or object to evaluate; the name of a property is evaluated at once.
    fn next_part(&mut self, frame: &mut Frame<'a>) -> Option<Node<'a>> {
        match frame {
            Frame::Array { rest, .. } => rest.next(),
            Frame::Object(frame) => loop {
                let property = frame.rest.next()?;
                if property.name.kind() == NodeKind::String {
                    frame.name = Some((self.string(property.name), property.name.span()));
                    return Some(property.value);
                }
                frame.known = false;
            },
        }
    }

    /// Adds the value of a part.
    fn add(&mut self, frame: &mut Frame<'a>, value: Value) {
        match frame {
            Frame::Array { values, .. } => values.push(value),
            Frame::Object(frame) => {
                if let Some((name, span)) = frame.name.take() {
                    self.add_attribute(frame, name, span, value);
                }
            }
        }
    }

    fn add_attribute(&mut self, frame: &mut ObjectFrame<'a>, name: Value, span: Span, value: Value) {
        let invalid = |detail: String| {
            Diagnostic::error(codes::expr::INVALID_KEY, "Invalid property name")
                .with_detail(detail)
                .with_subject(span)
        };
        let (name, marks) = name.unmark();
        frame.marks = frame.marks.union(&marks);
        if name.is_null() {
            self.diagnostics.push(invalid(
                "Expected a string as the name of a property, found null.".to_owned(),
            ));
            return;
        }
        let name = match name.convert(&Type::STRING) {
            Ok(name) => name,
            Err(error) => {
                self.diagnostics.push(invalid(format!(
                    "Expected a string as the name of a property: {error}."
                )));
                return;
            }
        };
        let Some(text) = name.as_str() else {
            frame.known = false;
            return;
        };
        let text = Str::from(text);
        if let Some(first) = frame.names.get(&text) {
            let detail = if marks.is_empty() {
                format!(
                    "The object already has a property named {:?}. Remove one of them.",
                    text.as_str()
                )
            } else {
                "The object already has a property with this name. Remove one of them.".to_owned()
            };
            self.diagnostics.push(
                Diagnostic::error(codes::json::DUPLICATE_NAME, "Duplicate property")
                    .with_detail(detail)
                    .with_subject(span)
                    .with_label(*first, "first defined here"),
            );
            return;
        }
        frame.names.insert(text.clone(), span);
        frame.attributes.push((text, value));
    }

    fn too_deep(&mut self, node: Node<'a>) -> Value {
        if !self.too_deep {
            self.too_deep = true;
            self.diagnostics.push(
                Diagnostic::error(codes::expr::LIMIT_EXCEEDED, "Nested too deeply")
                    .with_detail(format!(
                        "The arrays and objects of a value can be nested at most {MAX_VALUE_DEPTH} levels deep."
                    ))
                    .with_subject(node.open_span()),
            );
        }
        Value::DYNAMIC
    }
}

impl<'a> ObjectFrame<'a> {
    fn new(node: Node<'a>) -> Self {
        Self {
            rest: node.properties(),
            name: None,
            attributes: Vec::new(),
            names: HashMap::new(),
            marks: Marks::NONE,
            known: true,
        }
    }
}

impl Frame<'_> {
    fn into_value(self) -> Value {
        match self {
            Self::Array { values, .. } => Value::tuple(values),
            Self::Object(frame) if frame.known => Value::object(frame.attributes).with_marks(&frame.marks),
            Self::Object(frame) => Value::DYNAMIC.with_marks(&frame.marks),
        }
    }
}
