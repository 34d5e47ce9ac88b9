//! Errors of encoding as problems.

use hcl2_decode::encode::EncodeError;
use hcl2_diagnostics::Error;

#[test]
fn an_error_of_encoding_is_a_problem_without_a_place() {
    let error = Error::from(EncodeError::new("an infinite number"));
    let problem = &error.diagnostics()[0];
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::encode::unrepresentable", None)
    );
}
