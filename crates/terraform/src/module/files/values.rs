//! Files with values of the variables of a module.

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};
use hcl2_value::Value;

use super::super::{Module, Variable};
use crate::address::Address;
use crate::problems::did_you_mean;

impl Module {
    /// Warns of a value for a variable that the module, or `what` it stands for, does not declare.
    pub(crate) fn undeclared(&self, what: &str, name: &str, span: Span) -> Diagnostic {
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
pub(crate) fn refused(variable: &Variable, value: &Value) -> Option<String> {
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
