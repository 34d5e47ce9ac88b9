//! Files with values of the variables of a module.

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};

use super::super::Module;
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
