//! Rules for files of policies.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};

use super::super::declaration::Declaration;

/// The block of a policy with a condition.
const ENFORCE: &str = "enforce";
/// The blocks of policies.
const POLICIES: [&str; 3] = ["module_policy", "provider_policy", "resource_policy"];

/// Reports policies without a condition, which would hold for everything.
pub(super) fn check(declarations: &[Declaration], problems: &mut Diagnostics) {
    let policies = declarations
        .iter()
        .filter(|declaration| POLICIES.contains(&declaration.block_type.name));
    let empty = policies.filter(|policy| policy.blocks_of(ENFORCE).next().is_none());
    problems.extend(empty.map(|policy| {
        Diagnostic::error(codes::MISSING_BLOCK, "Missing block")
            .with_detail(format!(
                "A policy needs at least one `{ENFORCE}` block with a condition: without one, it never fails."
            ))
            .with_subject(policy.span)
    }));
}
