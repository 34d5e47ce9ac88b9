//! What is stated of the variables that a problem is about.

use hcl2_diagnostics::codes::expr;
use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, SourceId, Span};
use hcl2_model::{EvalContext, Expression, FunctionReference, Traversal, state_facts};
use hcl2_value::Value;

fn span(start: u32, end: u32) -> Span {
    Span::new(SourceId::default(), start, end)
}

/// An expression that refers to `a` at 2 and to `b` at 6.
#[derive(Debug)]
struct Sum;

impl Expression for Sum {
    fn evaluate_in(&self, _: Option<&EvalContext<'_>>) -> Outcome<Value> {
        Value::DYNAMIC.into()
    }

    fn variables(&self) -> Vec<Traversal> {
        vec![
            Traversal::from_variable("a", span(2, 3)),
            Traversal::from_variable("b", span(6, 7)),
        ]
    }

    fn functions(&self) -> Vec<FunctionReference> {
        Vec::new()
    }

    fn span(&self) -> Span {
        span(0, 8)
    }

    fn start_span(&self) -> Span {
        self.span()
    }
}

/// Returns a problem with a subject, whose context is the whole expression, and the facts that are stated of it.
fn stated(code: Code, start: u32, end: u32) -> (Code, u32, u32, Vec<String>) {
    let context = EvalContext::from_iter([("a", Value::from(0)), ("b", Value::from("x"))]);
    let problem = Diagnostic::error(code, "Problem")
        .with_subject(span(start, end))
        .with_context(span(0, 8));
    let problems = state_facts(&context, Diagnostics::from(problem), || Sum.variables());
    let facts = problems[0].facts.iter().map(ToString::to_string).collect();
    let subject = problems[0].subject.expect("it stays");
    (problems[0].code, subject.start, subject.end, facts)
}

#[test]
fn facts_are_about_the_subject_or_about_all_of_what_failed_as_a_whole() {
    let a = || "`a` is 0".to_owned();
    let b = || "`b` is \"x\"".to_owned();
    let operand = expr::INVALID_OPERAND;
    assert_eq!(stated(operand, 6, 7), (expr::INVALID_OPERAND, 6, 7, vec![b()]));
    assert_eq!(
        stated(operand, 2, 7),
        (expr::INVALID_OPERAND, 2, 7, vec![a(), b()])
    );
    let function = expr::UNKNOWN_FUNCTION;
    assert_eq!(stated(function, 0, 1), (expr::UNKNOWN_FUNCTION, 0, 1, vec![]));
    let call = expr::CALL_FAILED;
    assert_eq!(stated(call, 0, 1), (expr::CALL_FAILED, 0, 1, vec![a(), b()]));
    let operation = expr::OPERATION_FAILED;
    assert_eq!(
        stated(operation, 4, 5),
        (expr::OPERATION_FAILED, 4, 5, vec![a(), b()])
    );
}
