//! Problems that this crate reports itself: the code of each, and its range.

use std::sync::Arc;

use hcl2_diagnostics::codes::{body, expr};
use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, SourceId, Span};
use hcl2_model::{
    Attribute, Attributes, Body, BodyContent, BodySchema, ConstantExpression, EvalContext, Expression,
    PartialContent, ResolveError, Resolver, Traversal, attribute_of, element_of, merge_bodies, problems,
};
use hcl2_value::{Exceeded, Type, Value};

fn span(start: u32, end: u32) -> Span {
    Span::new(SourceId::default(), start, end)
}

fn found(problem: &Diagnostic) -> (Code, u32, u32) {
    let subject = problem.subject.expect("every problem has a range");
    (problem.code, subject.start, subject.end)
}

fn all<'d>(problems: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<(Code, u32, u32)> {
    problems.into_iter().map(found).collect()
}

#[test]
fn a_missing_attribute_is_reported_at_the_access() {
    let object = Value::object([("name", Value::from("x"))]);
    let map = Value::map(Type::NUMBER, [("a", Value::from(1))]).unwrap();
    let list = Value::list(object.ty().clone(), [object.clone()]).unwrap();
    for (value, expected) in [
        (Value::null(Type::DYNAMIC), (expr::NULL_ACCESS, 3, 8)),
        (object, (expr::UNKNOWN_ATTRIBUTE, 3, 8)),
        (map, (expr::UNKNOWN_ATTRIBUTE, 3, 8)),
        (list, (expr::NO_ATTRIBUTES, 3, 8)),
        (Value::from(1), (expr::NO_ATTRIBUTES, 3, 8)),
    ] {
        let problem = attribute_of(&value, "nome", span(3, 8)).expect_err("no such attribute");
        assert_eq!(found(&problem), expected, "{value:?}");
    }
}

#[test]
fn a_missing_element_is_reported_at_the_access() {
    let tuple = Value::tuple([Value::from(1)]);
    for (value, key, expected) in [
        (
            Value::null(Type::DYNAMIC),
            Value::from(0),
            (expr::NULL_ACCESS, 1, 4),
        ),
        (tuple.clone(), Value::from(1), (expr::INVALID_INDEX, 1, 4)),
        (tuple, Value::null(Type::NUMBER), (expr::INVALID_INDEX, 1, 4)),
        (Value::from("x"), Value::from(0), (expr::INVALID_INDEX, 1, 4)),
    ] {
        let problem = element_of(&value, &key, span(1, 4), None).expect_err("no such element");
        assert_eq!(found(&problem), expected, "{value:?}");
    }
}

#[derive(Debug)]
struct Failing;

impl Resolver for Failing {
    fn variable(&self, _: &str) -> Result<Option<Value>, ResolveError> {
        Err(ResolveError::new("the network is down"))
    }
}

#[test]
fn a_variable_without_a_value_is_reported_at_the_reference() {
    let mut known = EvalContext::new();
    known.allow_variables();
    let mut failing = EvalContext::new();
    failing.set_resolver(Arc::new(Failing));
    for (context, expected) in [
        (None, (expr::VARIABLES_NOT_ALLOWED, 2, 7)),
        (Some(&known), (expr::UNKNOWN_VARIABLE, 2, 7)),
        (Some(&failing), (expr::UNRESOLVED_NAME, 2, 7)),
    ] {
        let mut problems = Diagnostics::new();
        Traversal::from_variable("other", span(2, 7))
            .evaluate(context)
            .report_into(&mut problems);
        assert_eq!(all(&problems), [expected]);
    }
}

/// A body that sets `port` at an offset.
#[derive(Debug)]
struct Port(u32);

impl Body for Port {
    fn content(&self, _: &BodySchema) -> Outcome<BodyContent> {
        let content = BodyContent {
            attributes: self.attributes().value,
            blocks: Vec::new(),
            missing_item_span: self.missing_item_span(),
        };
        content.into()
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        self.content(schema).map(|content| PartialContent {
            content,
            remain: Arc::new(Self(self.0)),
        })
    }

    fn attributes(&self) -> Outcome<Attributes> {
        let value = ConstantExpression {
            value: Value::from(80),
            span: span(self.0 + 7, self.0 + 9),
        };
        let mut attributes = Attributes::new();
        let attribute = Attribute {
            name: "port".into(),
            expression: Arc::new(value),
            span: span(self.0, self.0 + 9),
            name_span: span(self.0, self.0 + 4),
        };
        assert!(attributes.insert(attribute).is_ok());
        attributes.into()
    }

    fn missing_item_span(&self) -> Span {
        Span::empty(SourceId::default(), self.0)
    }
}

#[test]
fn a_duplicate_or_missing_attribute_of_merged_bodies_is_reported() {
    let merged = merge_bodies(vec![Arc::new(Port(20)), Arc::new(Port(40))]);
    let problems = merged
        .content(&BodySchema::new().required("port").required("host"))
        .diagnostics;
    assert_eq!(
        all(&problems),
        [
            (body::MISSING_ATTRIBUTE, 20, 20),
            (body::DUPLICATE_ATTRIBUTE, 40, 44),
        ]
    );
}

#[test]
fn an_exceeded_limit_says_what_raises_it() {
    for (exceeded, detail) in [
        (
            Exceeded::Steps(5),
            "The budget is spent: the evaluation exceeds the limit of 5 steps. One expression may take half of what is left \
             of it; `Limits::with_steps` or `--max-steps` raises it.",
        ),
        (
            Exceeded::Elements(5),
            "The budget is spent: the evaluation exceeds the limit of 5 elements. One expression may take half of what is \
             left of it; `Limits::with_elements` or `--max-steps` raises it.",
        ),
        (
            Exceeded::Bytes(5),
            "The budget is spent: the evaluation exceeds the limit of 5 bytes in strings. One expression may take half of \
             what is left of it; `Limits::with_string_bytes` or `--max-steps` raises it.",
        ),
        (Exceeded::Cancelled, "The evaluation was cancelled."),
        (
            Exceeded::Time,
            "The evaluation takes too long. `--timeout` or the application sets its time.",
        ),
    ] {
        let problem = problems::limit_exceeded(exceeded, span(2, 5));
        assert_eq!(found(&problem), (expr::LIMIT_EXCEEDED, 2, 5));
        assert_eq!(problem.detail, detail);
    }
}

#[test]
fn a_contradictory_schema_is_reported_once_by_merged_bodies() {
    let merged = merge_bodies(vec![Arc::new(Port(20)), Arc::new(Port(40))]);
    let schema = BodySchema::new().optional("host").block("host", [""; 0]);
    let problems = merged.content(&schema).diagnostics;
    assert_eq!(
        all(&problems),
        [
            (body::CONTRADICTORY_SCHEMA, 20, 20),
            (body::DUPLICATE_ATTRIBUTE, 40, 44),
        ]
    );
}

#[test]
fn an_expression_without_the_required_form_is_reported_with_its_range() {
    let constant = ConstantExpression {
        value: Value::from(80),
        span: span(7, 9),
    };
    let required = [
        constant.required_list().map(|_| ()),
        constant.required_map().map(|_| ()),
        constant.required_call().map(|_| ()),
        constant.required_traversal().map(|_| ()),
        constant.required_keyword().map(|_| ()),
    ];
    let forms = ["`[a, b]`", "`{ a = b }`", "`f(a)`", "`a.b[0]`", "a single name"];
    for (result, form) in required.into_iter().zip(forms) {
        let problems = result.expect_err("a number has none of these forms");
        assert_eq!(all(&problems), [(expr::STATIC_FORM_REQUIRED, 7, 9)]);
        assert!(problems[0].detail.contains(form), "{}", problems[0].detail);
    }
}
