//! Errors of writing as problems.

use hcl2_diagnostics::Error;
use hcl2_json::write_value;
use hcl2_value::Value;

#[test]
fn an_error_of_writing_is_a_problem_without_a_place() {
    let error = Error::from(write_value(&Value::DYNAMIC).expect_err("it is unknown"));
    let problem = &error.diagnostics()[0];
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::encode::unrepresentable", None)
    );
}
