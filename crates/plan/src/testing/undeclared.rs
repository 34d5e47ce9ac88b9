//! References of assertions to objects that do not exist.

use hcl2_diagnostics::{Diagnostics, nearest_name};
use hcl2_model::{Expression, Traversal};
use hcl2_terraform::Address;
use hcl2_terraform::table::roots;

use super::assertions::Scope;
use super::undeclared;
use super::variables::second_name;
use crate::engine::Engine;

impl Engine<'_> {
    /// Reports the references of an expression to objects that neither the module nor the file of tests declares.
    pub(super) fn undeclared_in(&self, expression: &dyn Expression, scope: &Scope<'_>) -> Diagnostics {
        let references = expression.variables();
        let problems = references.iter().filter_map(|reference| {
            let detail = self.problem_of(reference, scope)?;
            Some(undeclared(detail, reference.span()?))
        });
        problems.collect()
    }

    fn problem_of(&self, reference: &Traversal, scope: &Scope<'_>) -> Option<String> {
        let module = &self.graph.modules[0].tree.module;
        if let Some(name) = second_name(reference, roots::RUN) {
            if scope.earlier.contains_key(&name) {
                return None;
            }
            let is_declared = scope.file.runs.iter().any(|run| *run.name == *name);
            return Some(if is_declared {
                format!("The run `{name}` has no outputs yet: it does not run before this one.")
            } else {
                with_nearest(
                    format!("The file declares no run `{name}`."),
                    &name,
                    scope.earlier.keys(),
                )
            });
        }
        if let Some(name) = second_name(reference, roots::OUTPUT) {
            let names: Vec<&str> = module.outputs.iter().map(|output| output.name.as_str()).collect();
            return missing("output", &name, &names);
        }
        match Address::from_traversal(reference)? {
            Address::Variable(name) if !scope.variables.contains_key(name.as_str()) => {
                let names: Vec<&str> = module.variables.iter().map(|own| own.name.as_str()).collect();
                missing("variable", &name, &names)
            }
            Address::Local(name) => {
                let names: Vec<&str> = module.locals.iter().map(|own| own.name.as_str()).collect();
                missing("local value", &name, &names)
            }
            Address::Module(name) => {
                let names: Vec<&str> = module.calls.iter().map(|own| own.name.as_str()).collect();
                missing("module call", &name, &names)
            }
            Address::Resource(kind, ty, name) if self.graph.resource(0, kind, &ty, &name).is_none() => {
                let of_type = module.resources().iter().filter(|own| own.kind == kind);
                let names = of_type.map(|own| format!("{}.{}", own.ty, own.name));
                let names: Vec<String> = names.collect();
                let address = format!("{ty}.{name}");
                let detail = format!("The module declares no resource `{address}`.");
                Some(with_nearest(detail, &address, &names))
            }
            _ => None,
        }
    }
}

fn missing(what: &str, name: &str, names: &[&str]) -> Option<String> {
    if names.contains(&name) {
        return None;
    }
    Some(with_nearest(
        format!("The module declares no {what} `{name}`."),
        name,
        names,
    ))
}

fn with_nearest<N: AsRef<str>>(detail: String, name: &str, names: impl IntoIterator<Item = N>) -> String {
    let names: Vec<N> = names.into_iter().collect();
    match nearest_name(name, names.iter().map(AsRef::as_ref)) {
        Some(near) => format!("{detail} Did you mean `{near}`?"),
        None => detail,
    }
}
