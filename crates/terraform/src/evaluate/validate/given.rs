//! Validation of values that variables are given: by calls and by files.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::terraform as codes};
use hcl2_model::{EvalContext, ExpressionRef, Traversal};
use hcl2_value::{Type, Value};

use super::{functions, is_false, wrong_type};
use crate::address::Address;
use crate::module::{Module, ModuleFile, Validation, Variable, refused};
use crate::table::ROOT_VARIABLE;

impl Module {
    /// Checks a file that sets variables of this module, such as `terraform.tfvars`.
    ///
    /// A variable that the module does not declare is a warning (`hcl2::terraform::undeclared`), because Terraform ignores
    /// it; a value that does not fit is an error (`hcl2::terraform::invalid-value`), as is one that a validation of the
    /// variable refuses (`hcl2::terraform::refused-value`). The file alone is checked by [`ModuleFile::check`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let read = |name: &str, text: &str| {
    ///     Source::new(name, text).map(|source| ModuleFile::parse(&source, Language::Terraform).value)
    /// };
    /// let main = read("main.tf", "variable \"size\" {\n  type = number\n}\n")?;
    /// let module = Module::from_files(&[main], Language::Terraform).value;
    /// let problems = module.check_values(&read("terraform.tfvars", "size = \"large\"\n")?);
    /// assert_eq!(problems[0].code.id(), "hcl2::terraform::invalid-value");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check_values(&self, file: &ModuleFile) -> Diagnostics {
        let attributes = file.body().attributes().value;
        let mut diagnostics = Diagnostics::new();
        let mut functions = None;
        for given in &attributes {
            let Some(variable) = self.variables.named(&given.name) else {
                diagnostics.push(self.undeclared("module", &given.name, given.name_span));
                continue;
            };
            let Outcome {
                value,
                diagnostics: problems,
            } = given.expression.evaluate(None);
            if problems.has_errors() {
                continue;
            }
            let span = given.expression.span();
            let value = match variable.accept(Some(&value)) {
                Ok(value) => value,
                Err(refusal) => {
                    diagnostics.push(refused(&refusal).with_subject(span));
                    continue;
                }
            };
            if !variable.validations.is_empty() {
                let functions = functions.get_or_insert_with(|| Arc::new(functions::table(self, None)));
                let mut context = EvalContext::new();
                context.set_functions(Arc::clone(functions));
                let own = [(variable.name.as_str(), variable.marked(value))];
                context.set_variable(ROOT_VARIABLE, Value::object(own));
                let evaluate = |expression: &ExpressionRef| expression.evaluate(Some(&context));
                for (validation, condition) in own_conditions(variable) {
                    diagnostics.append(refused_by(variable, validation, condition, span, evaluate));
                }
            }
        }
        diagnostics
    }
}

/// Returns the validations of a variable whose conditions refer to nothing else.
pub(super) fn own_conditions(variable: &Variable) -> impl Iterator<Item = (&Validation, &ExpressionRef)> {
    let own = Address::Variable(variable.name.clone());
    let is_own = move |traversal: &Traversal| Address::from_traversal(traversal).as_ref() == Some(&own);
    variable.validations.iter().filter_map(move |validation| {
        let condition = validation.condition.as_ref()?;
        condition
            .variables()
            .iter()
            .all(&is_own)
            .then_some((validation, condition))
    })
}

/// Returns the problem of a value, written in `span`, that a validation refuses; `evaluate` knows the value.
pub(super) fn refused_by(
    variable: &Variable,
    validation: &Validation,
    condition: &ExpressionRef,
    span: Span,
    evaluate: impl Fn(&ExpressionRef) -> Outcome<Value>,
) -> Diagnostics {
    let Outcome {
        value,
        mut diagnostics,
    } = evaluate(condition);
    let (holds, _) = value.unmark();
    if diagnostics.has_errors() {
        return diagnostics;
    }
    if let Some(problem) = holds
        .is_known()
        .then(|| wrong_type(&holds, &Type::BOOL, "true or false"))
        .flatten()
    {
        diagnostics.push(problem.with_subject(condition.span()));
    } else if is_false(&holds) {
        let message = validation.error_message.as_ref();
        let message = message.map(|message| evaluate(message).value);
        let message = message.as_ref().and_then(Value::as_str).map_or_else(
            || "The condition of the validation is false, and its error message cannot be shown.".to_owned(),
            str::to_owned,
        );
        diagnostics.push(
            Diagnostic::error(
                codes::REFUSED_VALUE,
                format!("Failed validation of `{}`", variable.name),
            )
            .with_detail(message)
            .with_subject(span)
            .with_label(condition.span(), "the condition"),
        );
    }
    diagnostics
}
