//! References of assertions to objects that do not exist.

use hcl2_diagnostics::Diagnostics;
use hcl2_model::Expression;
use hcl2_terraform::table::roots;

use super::assertions::Scope;
use super::variables::second_name;
use crate::engine::Engine;

impl Engine<'_> {
    /// Reports the references of an expression to objects that neither the module nor the file of tests declares.
    pub(super) fn undeclared_in(&self, expression: &dyn Expression, scope: &Scope<'_>) -> Diagnostics {
        let module = &self.prepared.graph.modules[0].tree.module;
        let references = expression.variables();
        let problems = references.iter().filter_map(|reference| {
            let variable = second_name(reference, roots::VARIABLE);
            // A variable may be set from outside.
            if variable.is_some_and(|name| scope.variables.contains_key(&name)) {
                return None;
            }
            scope.file.undeclared(scope.run, module, reference)
        });
        problems.collect()
    }
}
