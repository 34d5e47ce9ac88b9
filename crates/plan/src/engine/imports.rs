//! Imports of existing objects.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_model::{EvalContext, ExpressionRef, TraversalStep};
use hcl2_terraform::table::roots;
use hcl2_terraform::{Import, ResourceKind};
use hcl2_value::{Type, Value, ValueKind};

use super::Engine;
use super::expand::own_value;
use crate::address::{InstanceKey, ModuleAddress, ResourceAddress};
use crate::graph::ModuleId;
use crate::state::split_module;

impl<'t> Engine<'t> {
    /// Returns the identifier of the object that is imported to an address.
    pub(crate) fn imported(&mut self, address: &ResourceAddress) -> Option<String> {
        let imports: &'t [Import] = &self.graph.modules[0].tree.module.imports;
        for import in imports {
            let Some(to) = &import.to else { continue };
            for own in self.import_instances(import) {
                let mut context = targets(address);
                if let Some((name, value)) = &own {
                    context.set_variable(*name, value.clone());
                }
                let found = to.evaluate(Some(&context));
                let is_same = !found.diagnostics.has_errors() && found.value.as_bool() == Some(true);
                if is_same && let Some(id) = &import.id {
                    return self.import_id(id, own.as_ref());
                }
            }
        }
        None
    }

    /// Reports imports to resources that the configuration does not have.
    pub(super) fn check_imports(&mut self) {
        for import in &self.graph.modules[0].tree.module.imports {
            let to = import.to.as_ref();
            let Some((span, reference)) = to.and_then(|to| Some((to.span(), to.static_traversal()?))) else {
                continue;
            };
            let (address, rest) = split_module(&reference);
            let mut module = Some(0);
            for step in address.steps() {
                let called = module
                    .and_then(|module: ModuleId| self.graph.modules[module].calls.get(step.name.as_str()));
                module = called.copied();
            }
            let names: Vec<&str> = rest
                .iter()
                .filter_map(|step| match step {
                    TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => {
                        Some(name.as_str())
                    }
                    _ => None,
                })
                .collect();
            let [.., ty, name] = names.as_slice() else {
                continue;
            };
            let found =
                module.and_then(|module| self.graph.resource(module, ResourceKind::Managed, ty, name));
            if found.is_none() {
                self.diagnostics.push(
                    Diagnostic::error(codes::INVALID_TARGET, "Unknown resource of an import")
                        .with_detail(
                            "The configuration declares no such resource. Declare it, or remove the import.",
                        )
                        .with_subject(span),
                );
            }
        }
    }

    /// Returns the variable `each` of each instance of an import.
    fn import_instances(&mut self, import: &'t Import) -> Vec<Option<(&'static str, Value)>> {
        let Some(for_each) = &import.for_each else {
            return vec![None];
        };
        let value = self.at_root(for_each, None);
        let (value, _) = value.unmark();
        let each = |key: &str, value: &Value| Some(own_value(&InstanceKey::Name(key.into()), value));
        match value.kind() {
            ValueKind::Map(fields) | ValueKind::Object(fields) => {
                fields.iter().map(|(key, value)| each(key, value)).collect()
            }
            ValueKind::Set(items) => items
                .iter()
                .filter_map(|item| Some(each(item.as_str()?, item)))
                .collect(),
            ValueKind::List(items) | ValueKind::Tuple(items) => items
                .iter()
                .enumerate()
                .map(|(index, item)| each(&index.to_string(), item))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn at_root(&mut self, expression: &'t ExpressionRef, own: Option<&(&'static str, Value)>) -> Value {
        let scoped = self.graph.scoped(0, expression);
        let mut context = self.context(0, &scoped.needs);
        if let Some((name, value)) = own {
            context.set_variable(*name, value.clone());
        }
        let value = scoped.expression.evaluate(Some(&context));
        value.report_into(&mut self.diagnostics)
    }

    fn import_id(&mut self, id: &'t ExpressionRef, own: Option<&(&'static str, Value)>) -> Option<String> {
        let value = self.at_root(id, own).unmark_deep().0;
        let text = value.convert(&Type::STRING).ok();
        let text = text
            .as_ref()
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty());
        if text.is_none() {
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_VALUE, "Invalid identifier of an import")
                    .with_detail("Expected the identifier of an existing object: a string that is known and not empty.")
                    .with_subject(id.span()),
            );
        }
        text.map(str::to_owned)
    }
}

/// Returns a context in which only references to an address are true.
fn targets(address: &ResourceAddress) -> EvalContext<'static> {
    let own = at_key(Value::from(true), address.key.as_ref());
    let named = Value::object([(address.name.as_str(), own)]);
    let mut context = EvalContext::new();
    context.allow_variables();
    let Some((first, rest)) = address.module.steps().split_first() else {
        context.set_variable(&address.ty, named.clone());
        let types = Value::object([(address.ty.as_str(), named)]);
        context.set_variable(roots::RESOURCE, types);
        return context;
    };
    let inner: ModuleAddress = rest.iter().cloned().collect();
    let mut value = Value::object([(address.ty.as_str(), named)]);
    for step in inner.steps().iter().rev() {
        let called = Value::object([(step.name.as_str(), at_key(value, step.key.as_ref()))]);
        value = Value::object([(roots::MODULE, called)]);
    }
    let called = Value::object([(first.name.as_str(), at_key(value, first.key.as_ref()))]);
    context.set_variable(roots::MODULE, called);
    context
}

/// Returns a collection in which a value has a key.
fn at_key(value: Value, key: Option<&InstanceKey>) -> Value {
    match key {
        None => value,
        Some(InstanceKey::Name(name)) => Value::object([(name.clone(), value)]),
        Some(InstanceKey::Index(index)) => {
            let before = (0..*index).map(|_| Value::from(false));
            Value::tuple(before.chain([value]))
        }
    }
}
