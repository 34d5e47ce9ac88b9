//! Errors of editing as problems.

use hcl2_diagnostics::Error;
use hcl2_native::edit::Address;

#[test]
fn an_invalid_address_is_a_problem_without_a_place() {
    let error = Error::from("a..b".parse::<Address>().expect_err("a name is missing"));
    let problem = &error.diagnostics()[0];
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::edit::refused", None)
    );
}
