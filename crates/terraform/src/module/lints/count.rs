//! `count` in place of a condition.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_model::ExpressionRef;

use super::super::Module;
use crate::table::{Describes, Versions, names};

/// The versions whose resources have a condition.
const CONDITIONAL: Versions = Versions::since_minors(None, Some(11));

impl Module {
    /// Reports `count` of resources that can only be 0 or 1, where OpenTofu has `enabled`.
    pub(super) fn counts(&self, problems: &mut Diagnostics) {
        if !CONDITIONAL.has(self.version()) {
            return;
        }
        for declaration in &self.contents.declarations {
            if !Describes::OF_RESOURCES.contains(&declaration.block_type.schema) {
                continue;
            }
            let count = declaration.argument(names::COUNT);
            let Some(count) = count.filter(|count| is_condition(&count.expression)) else {
                continue;
            };
            problems.push(
                Diagnostic::warning(codes::COUNT_AS_CONDITION, "`count` used as a condition")
                    .with_detail(format!(
                        "There is one instance or none. Write the condition as `{}` in a block `{}`, so that references need no \
                         key.",
                        names::ENABLED,
                        names::LIFECYCLE
                    ))
                    .with_subject(count.expression.span())
                    .with_context(declaration.span),
            );
        }
    }
}

/// Returns whether the results of an expression are written, and are 0 or 1.
fn is_condition(expression: &ExpressionRef) -> bool {
    if let Some([_, if_true, if_false]) = expression.static_conditional() {
        return is_condition(&if_true) && is_condition(&if_false);
    }
    let value = expression.evaluate(None);
    let number = value
        .value
        .as_number()
        .filter(|_| !value.diagnostics.has_errors());
    number.is_some_and(|number| *number == 0.into() || *number == 1.into())
}
