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
    fn evaluate(&self, _: Option<&EvalContext<'_>>) -> Outcome<Value> {
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

/// Asserts the facts of a problem with a subject, whose context is the whole expression.
#[track_caller]
fn check(code: Code, (start, end): (u32, u32), expected: &[&str]) {
    let context = EvalContext::from_iter([("a", Value::from(0)), ("b", Value::from("x"))]);
    let problem = Diagnostic::error(code, "Problem")
        .with_subject(span(start, end))
        .with_context(span(0, 8));
    let problems = state_facts(&Sum, &context, Diagnostics::from(problem));
    let facts: Vec<String> = problems[0].facts.iter().map(ToString::to_string).collect();
    let subject = problems[0].subject.expect("it stays");
    assert_eq!(
        (problems[0].code, subject.start, subject.end, facts),
        (
            code,
            start,
            end,
            expected.iter().map(|fact| (*fact).to_owned()).collect()
        )
    );
}

#[test]
fn facts_are_about_the_subject_or_about_all_of_what_failed_as_a_whole() {
    check(expr::INVALID_OPERAND, (6, 7), &["`b` is \"x\""]);
    check(expr::INVALID_OPERAND, (2, 7), &["`a` is 0", "`b` is \"x\""]);
    check(expr::UNKNOWN_FUNCTION, (0, 1), &[]);
    check(expr::CALL_FAILED, (0, 1), &["`a` is 0", "`b` is \"x\""]);
    check(expr::OPERATION_FAILED, (4, 5), &["`a` is 0", "`b` is \"x\""]);
}
