//! Errors of names as problems.

use hcl2_diagnostics::Error;
use hcl2_model::Syntax;

#[test]
fn an_unknown_syntax_is_a_problem_without_a_place() {
    let error = Error::from("yaml".parse::<Syntax>().expect_err("it is unknown"));
    let problem = &error.diagnostics()[0];
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::decode::invalid-value", None)
    );
}
