//! The validations of variables.

use hcl2_diagnostics::codes::{render as codes, terraform as terraform_codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics};
use hcl2_model::{Block, BodySchema, ExpressionRef};
use hcl2_value::{Type, Value};

/// A condition for the value of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Validation {
    pub(crate) condition: ExpressionRef,
    message: ExpressionRef,
}

impl Validation {
    /// Reads blocks `validation`.
    pub(crate) fn read(blocks: &[Block], problems: &mut Diagnostics) -> Vec<Self> {
        let schema = BodySchema::new().required("condition").required("error_message");
        let read = blocks.iter().filter_map(|block| {
            let content = block.body.content(&schema).report_into(problems);
            let expression = |name: &str| Some(content.attributes.get(name)?.expression.clone());
            Some(Self {
                condition: expression("condition")?,
                message: expression("error_message")?,
            })
        });
        read.collect()
    }

    /// Returns the problem of a value for which the condition has the value `condition`. An unknown condition may hold.
    pub(crate) fn problem(
        &self,
        condition: &Value,
        evaluate: impl FnOnce(&ExpressionRef) -> Value,
    ) -> Option<Diagnostic> {
        let problem = match condition.convert(&Type::BOOL).map(|value| value.unmark().0) {
            Ok(value) if !value.is_known() || value.as_bool() == Some(true) => return None,
            Ok(value) if value.as_bool() == Some(false) => {
                // A message with a sensitive value has a mark, and is not shown.
                let message = evaluate(&self.message);
                let message = message
                    .as_str()
                    .unwrap_or("the condition of a validation is false");
                Diagnostic::error(terraform_codes::REFUSED_VALUE, "Refused value").with_message(message)
            }
            _ => Diagnostic::error(codes::INVALID_VALUE, "Invalid condition")
                .with_detail("The condition of a validation is `true` or `false`."),
        };
        Some(problem.with_subject(self.condition.span()))
    }
}
