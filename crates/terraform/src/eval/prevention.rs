//! Whether objects may be destroyed, by `prevent_destroy`.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_value::{Type, Value};

/// Checks the known parts of the value of `prevent_destroy`. The diagnostic has no range yet; its code is
/// `hcl2::terraform::invalid-value` or `ephemeral-value`.
#[must_use]
pub fn prevention_problem(value: &Value) -> Option<Diagnostic> {
    let (plain, marks) = value.unmark_deep();
    if marks.contains(&ephemeral_mark()) {
        let detail = "Whether an object may be destroyed must be the same when a plan is applied, so it cannot be derived \
                      from ephemeral values.";
        return Some(Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral prevention").with_detail(detail));
    }
    let detail = if marks.contains(&sensitive_mark()) {
        "Whether an object may be destroyed is shown, so it cannot be derived from sensitive values."
            .to_owned()
    } else if plain.convert(&Type::BOOL).is_err() {
        format!(
            "Expected whether to prevent that objects are destroyed, true or false, found {}.",
            plain.ty().friendly_name()
        )
    } else {
        return None;
    };
    Some(Diagnostic::error(codes::INVALID_VALUE, "Invalid prevention").with_detail(detail))
}
