//! Validation of values that variables are given: by calls and by files.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_model::{EvalContext, ExpressionRef, Traversal};
use hcl2_value::Value;

use super::functions;
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
                let functions =
                    functions.get_or_insert_with(|| Arc::new(functions::table(self.version(), None)));
                let mut context = EvalContext::new();
                context.set_functions(Arc::clone(functions));
                let own = [(variable.name.as_str(), variable.marked(value))];
                context.set_variable(ROOT_VARIABLE, Value::object(own));
                let address = Address::Variable(variable.name.clone());
                let evaluate = |expression: &ExpressionRef| expression.evaluate(Some(&context));
                for validation in own_validations(variable) {
                    validation.verdict(&address, Some(span), evaluate, &mut diagnostics);
                }
            }
        }
        diagnostics
    }
}

/// Returns the validations of a variable whose conditions refer to nothing else.
pub(super) fn own_validations(variable: &Variable) -> impl Iterator<Item = &Validation> {
    let own = Address::Variable(variable.name.clone());
    let is_own = move |traversal: &Traversal| Address::from_traversal(traversal).as_ref() == Some(&own);
    variable.validations.iter().filter(move |validation| {
        let condition = validation.condition.as_ref();
        condition.is_some_and(|condition| condition.variables().iter().all(&is_own))
    })
}
