//! Explicit dependencies that follow from references.

use std::collections::HashSet;

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_model::{Name, Traversal, TraversalStep};

use super::super::Module;
use super::super::constants::reference;
use crate::address::{Address, ResourceKind};
use crate::table::names;

impl Module {
    /// Reports the elements of `depends_on` to which an expression of the same block refers too.
    ///
    /// Only managed resources and outputs: dependencies of data sources also delay reading them, and those of module calls hold
    /// for all that is in the module.
    pub(super) fn redundant_dependencies(&self, problems: &mut Diagnostics) {
        for declaration in &self.contents.declarations {
            let Some(dependencies) = declaration.argument(names::DEPENDS_ON) else {
                continue;
            };
            let address = declaration.address();
            if !matches!(
                address,
                Some(Address::Resource(ResourceKind::Managed, ..) | Address::Output(_))
            ) {
                continue;
            }
            let mut needed = HashSet::new();
            declaration.visit(self.language, &mut |used| {
                if !std::ptr::eq(used.argument, dependencies) {
                    let references = used.references();
                    let is_iterator = |name: &Name| used.scope.iterators.contains(name);
                    let own = references
                        .iter()
                        .filter(|reference| !reference.root_name().is_some_and(is_iterator));
                    needed.extend(own.filter_map(dependency));
                }
            });
            for element in dependencies.expression.static_list().unwrap_or_default() {
                let Some(dependency) = reference(&element).as_ref().and_then(dependency) else {
                    continue;
                };
                if needed.contains(&dependency) {
                    problems.push(
                        Diagnostic::warning(codes::REDUNDANT_DEPENDENCY, "Redundant dependency")
                            .with_detail(format!(
                                "The block depends on `{}` anyway, because one of its arguments refers to it. Remove the element.",
                                dependency.0
                            ))
                            .with_subject(element.span())
                            .with_context(declaration.span),
                    );
                }
            }
        }
    }
}

/// Returns the object that a reference makes necessary, with the name of the output if it is one of a called module.
fn dependency(reference: &Traversal) -> Option<(Address, Option<Name>)> {
    let address = Address::from_traversal(reference)?;
    let output = match address {
        Address::Resource(..) => None,
        Address::Module(_) => reference.steps().iter().skip(2).find_map(|step| match step {
            TraversalStep::Attribute { name, .. } => Some(name.clone()),
            _ => None,
        }),
        _ => return None,
    };
    Some((address, output))
}
