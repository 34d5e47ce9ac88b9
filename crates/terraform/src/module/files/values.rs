//! Files with values of the variables of a module.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::terraform as codes};
use hcl2_model::Attribute;
use hcl2_value::Value;

use super::super::{Address, Module, ModuleFile, Variable};
use crate::problems::did_you_mean;

impl Module {
    /// Checks a file that sets variables of this module, such as `terraform.tfvars`.
    ///
    /// A variable that the module does not declare is a warning (`hcl2::terraform::undeclared`), because Terraform ignores
    /// it; a value that does not fit is an error (`hcl2::terraform::invalid-value`). The file alone is checked by
    /// [`ModuleFile::check`].
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
        let attributes = file.body.attributes().value;
        let problems = attributes.iter().filter_map(|given| self.check_value(given));
        Outcome::new((), problems.collect()).diagnostics
    }

    fn check_value(&self, given: &Attribute) -> Option<Diagnostic> {
        let Some(variable) = self.variables.named(&given.name) else {
            return Some(self.undeclared("module", &given.name, given.name_span));
        };
        let Outcome { value, diagnostics } = given.expression.evaluate(None);
        if diagnostics.has_errors() {
            return None;
        }
        let problem = refused(variable, &value)?;
        Some(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid value for a variable")
                .with_detail(problem)
                .with_subject(given.expression.span()),
        )
    }

    /// Warns of a value for a variable that the module, or `what` it stands for, does not declare.
    pub(super) fn undeclared(&self, what: &str, name: &str, span: Span) -> Diagnostic {
        let warning = Diagnostic::warning(codes::UNDECLARED, "Undeclared input variable").with_subject(span);
        let sentence = format!("The value is ignored: the {what} declares no variable `{name}`.");
        let address = Address::Variable(name.into());
        match self.contents.declared.nearest(&address, name) {
            Some(near) => did_you_mean(warning, &sentence, span, near, near),
            None => warning.with_detail(sentence),
        }
    }
}

/// Returns why a variable cannot have a value.
pub(super) fn refused(variable: &Variable, value: &Value) -> Option<String> {
    let name = &variable.name;
    if value.is_null() && !variable.nullable {
        // The default takes the place of null.
        let has_default = variable.default.is_some();
        return (!has_default).then(|| format!("The variable `{name}` cannot be null."));
    }
    let error = variable.convert(value).err()?;
    Some(if variable.is_secret() {
        format!(
            "The value does not fit the variable `{name}`, which is sensitive; {} is required.",
            variable.ty.friendly_name()
        )
    } else {
        format!("The value does not fit the variable `{name}`: {error}.")
    })
}
