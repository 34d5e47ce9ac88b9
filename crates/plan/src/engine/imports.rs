//! Imports of existing objects.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_model::{EvalContext, ExpressionRef, Traversal};
use hcl2_terraform::eval::{InstanceVariable, Keys};
use hcl2_terraform::table::roots;
use hcl2_terraform::{Import, InstanceKey, ModuleAddress, ResourceAddress, Target};
use hcl2_value::{Type, Value};

use super::{Engine, InstanceId};
use crate::graph::{ModuleId, NodeId};
use crate::model::Importing;

/// The imports to instances, as far as these were found.
#[derive(Debug, Default)]
pub(super) struct FoundImports<'t> {
    /// Those to instances that are planned.
    taken: HashSet<ImportInstance>,
    /// Those to instances that are not planned yet.
    waiting: HashMap<ResourceAddress, (ImportInstance, Importer<'t>)>,
}

/// The import of an object.
#[derive(Debug)]
pub(super) struct Importer<'t> {
    identifier: Identifier<'t>,
    own: Option<InstanceVariable>,
    /// The module with the import, and its instance.
    module: ModuleId,
    instance: InstanceId,
}

/// An instance of an import: the position of its block, the instance of its module, and its position in `for_each`.
type ImportInstance = (usize, InstanceId, usize);

/// What identifies the object of an import.
#[derive(Clone, Copy, Debug)]
enum Identifier<'t> {
    Id(&'t ExpressionRef),
    Identity(&'t ExpressionRef),
}

impl<'t> Identifier<'t> {
    fn of(import: &'t Import) -> Option<Self> {
        let id = import.id.as_ref().map(Self::Id);
        id.or_else(|| import.identity.as_ref().map(Self::Identity))
    }
}

impl<'t> Engine<'t> {
    /// Finds the imports to instances of a resource with `keys` in a module instance, for [`take_import`](Self::take_import).
    ///
    /// `resource` is the address of all instances.
    pub(super) fn find_imports(&mut self, node: NodeId, resource: &ResourceAddress, keys: &Keys) {
        let candidates = self.prepared.imports.candidates(node, &resource.module);
        if candidates.is_empty() {
            return;
        }
        let keys_of: Vec<_> = keys.iter().map(|(key, _)| key).collect();
        let positions = keys.collect((0..keys_of.len()).map(|position| Value::from(position as u64)));
        for index in candidates {
            let (module, import) = self.prepared.graph.imports.all()[index];
            let (Some(to), Some(identifier)) = (&import.to, Identifier::of(import)) else {
                continue;
            };
            if !self
                .prepared
                .graph
                .leads_to(module, self.prepared.graph.nodes[node].module)
            {
                continue;
            }
            // The target is relative to the module with the import.
            let (outer, inner) = resource
                .module
                .steps()
                .split_at(self.prepared.graph.depth(module));
            let Some(outer) = self.instances.at(&outer.iter().cloned().collect()) else {
                continue;
            };
            let inner: ModuleAddress = inner.iter().cloned().collect();
            let mut context = targets_in(&inner, resource, positions.clone());
            for (ordinal, own) in self
                .import_instances(module, outer, import)
                .into_iter()
                .enumerate()
            {
                if let Some(own) = &own {
                    own.add_to(&mut context);
                }
                let found = to.evaluate(Some(&context));
                let position = found
                    .value
                    .as_number()
                    .filter(|_| !found.diagnostics.has_errors());
                let key = position.and_then(|position| keys_of.get(usize::try_from(position).ok()?));
                if let Some(key) = key {
                    let address = ResourceAddress {
                        key: key.clone(),
                        ..resource.clone()
                    };
                    let importer = Importer {
                        identifier,
                        own,
                        module,
                        instance: outer,
                    };
                    let found = ((index, outer, ordinal), importer);
                    self.found_imports.waiting.entry(address).or_insert(found);
                }
            }
        }
    }

    /// Takes the import to an address: its identifier, and the variable `each` of its instance.
    pub(super) fn take_import(&mut self, address: &ResourceAddress) -> Option<Importer<'t>> {
        let FoundImports { taken, waiting } = &mut self.found_imports;
        if waiting.is_empty() {
            return None;
        }
        let (instance, importer) = waiting.remove(address)?;
        taken.insert(instance);
        Some(importer)
    }

    /// Reports imports to resources that the configuration does not have. A module that was not read may have them.
    pub(super) fn check_imports(&mut self) {
        for (position, (module, import)) in self.prepared.graph.imports.all().iter().enumerate() {
            let Some(to) = &import.to else { continue };
            let Some(target) = to.static_traversal() else {
                continue;
            };
            if self.prepared.imports.node(position).is_none() && !self.may_be_unread(*module, &target) {
                self.diagnostics.push(unknown_target(to));
            }
        }
    }

    /// Returns whether a reference to a resource leads into a module that was not read.
    fn may_be_unread(&self, module: ModuleId, target: &Traversal) -> bool {
        let target = Target::from_reference(target).and_then(|target| target.resource);
        target.is_some_and(|resource| {
            let outer = self.prepared.graph.static_address(module);
            let steps = outer.steps().iter().chain(resource.module.steps());
            let module = steps.cloned().collect();
            self.has_unknown_instances(&ResourceAddress { module, ..resource })
        })
    }

    /// Reports imports to instances that the configuration does not have. A plan of targets may leave them out.
    pub(super) fn check_imported(&mut self) {
        if self.plan.is_targeted {
            return;
        }
        for index in 0..self.prepared.graph.imports.all().len() {
            let (module, import) = self.prepared.graph.imports.all()[index];
            let Some(to) = &import.to else { continue };
            let Some(node) = self.prepared.imports.node(index) else {
                continue;
            };
            let is_open = self.is_open_import(module, node, import);
            if self.evaluated.has_failed(node) || is_open {
                continue;
            }
            let is_taken = self.instances.of(module).all(|instance| {
                let count = self.import_instances(module, instance, import).len();
                (0..count).all(|ordinal| self.found_imports.taken.contains(&(index, instance, ordinal)))
            });
            if !is_taken {
                self.diagnostics.push(unknown_target(to));
            }
        }
    }

    /// Returns whether it is not known which instances an import is to, which only a partial plan allows.
    fn is_open_import(&mut self, module: ModuleId, node: NodeId, import: &'t Import) -> bool {
        if !self.prepared.inputs.is_partial {
            return false;
        }
        let target = self.prepared.graph.resource_address(node);
        let is_unknown = target.is_some_and(|target| self.has_unknown_instances(&target));
        let first = self.instances.of(module).next();
        let instances = import.for_each.as_ref().zip(first);
        is_unknown
            || instances.is_some_and(|(for_each, instance)| {
                !self
                    .value_in(module, instance, for_each, None)
                    .unmark_deep()
                    .0
                    .is_wholly_known()
            })
    }

    /// Returns the variable `each` of each instance of an import in an instance of its module.
    fn import_instances(
        &mut self,
        module: ModuleId,
        instance: InstanceId,
        import: &'t Import,
    ) -> Vec<Option<InstanceVariable>> {
        let Some(for_each) = &import.for_each else {
            return vec![None];
        };
        let value = self.value_in(module, instance, for_each, None);
        Keys::of_import(&value).iter().map(|(_, own)| own).collect()
    }

    fn value_in(
        &mut self,
        module: ModuleId,
        instance: InstanceId,
        expression: &'t ExpressionRef,
        own: Option<&InstanceVariable>,
    ) -> Value {
        let scoped = self.prepared.graph.scoped(module, expression);
        let mut context = self.context(instance, &scoped.needs);
        if let Some(own) = own {
            own.add_to(&mut context);
        }
        let value = scoped.expression.evaluate(Some(&context));
        value.report_into(&mut self.diagnostics)
    }

    /// Returns what identifies the object that is imported.
    pub(super) fn importing(&mut self, importer: &Importer<'t>) -> Option<Importing> {
        let (Identifier::Id(expression) | Identifier::Identity(expression)) = importer.identifier;
        let value = self.value_in(
            importer.module,
            importer.instance,
            expression,
            importer.own.as_ref(),
        );
        let value = value.unmark_deep().0;
        let mut importing = Importing::default();
        if self.prepared.inputs.is_partial && !value.is_wholly_known() {
            self.record_unknown_import(expression);
            return Some(importing);
        }
        match importer.identifier {
            Identifier::Id(_) => importing.id = Some(self.import_id(&value, expression)?),
            Identifier::Identity(_) => importing.identity = Some(self.import_identity(value, expression)?),
        }
        Some(importing)
    }

    fn import_identity(&mut self, value: Value, identity: &ExpressionRef) -> Option<Value> {
        let is_valid = value.is_wholly_known() && value.fields().is_some();
        if !is_valid {
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_VALUE, "Invalid identity of an import")
                    .with_detail(
                        "Expected the attributes that identify an existing object: an object whose values are known.",
                    )
                    .with_subject(identity.span()),
            );
        }
        is_valid.then_some(value)
    }

    fn import_id(&mut self, value: &Value, id: &ExpressionRef) -> Option<String> {
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

fn unknown_target(to: &ExpressionRef) -> Diagnostic {
    Diagnostic::error(codes::INVALID_TARGET, "Unknown target of an import")
        .with_detail(
            "The configuration declares no such resource instance. Declare it, or remove the import.",
        )
        .with_subject(to.span())
}

/// Returns a context in which only references to a resource have values: those of its instances. `module` is the address of
/// their module from the one with the references.
fn targets_in(module: &ModuleAddress, address: &ResourceAddress, instances: Value) -> EvalContext<'static> {
    let named = Value::object([(address.name.as_str(), instances)]);
    let mut context = EvalContext::new();
    context.allow_variables();
    let Some((first, rest)) = module.steps().split_first() else {
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
        Some(InstanceKey::Unknown) => Value::DYNAMIC,
        Some(InstanceKey::Name(name)) => Value::object([(name.clone(), value)]),
        Some(InstanceKey::Index(index)) => {
            let before = (0..*index).map(|_| Value::from(false));
            Value::tuple(before.chain([value]))
        }
    }
}
