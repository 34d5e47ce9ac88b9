//! What is known of resources before a plan: whether they exist, and their types.

use hcl2_diagnostics::Diagnostics;
use hcl2_model::ExpressionRef;
use hcl2_value::{Type, Value};

use super::Evaluator;
use crate::address::Address;
use crate::module::{Declaration, Instances, Repetition};
use crate::table::behaviours::RESOURCES_EXIST;
use crate::table::{Describes, TYPED_EPHEMERAL_RESOURCES, TYPED_RESOURCES};

impl<'m> Evaluator<'m> {
    /// Returns the value of a resource: null if it is disabled, and otherwise unknown.
    pub(super) fn resource_value(&self, address: &Address, diagnostics: &mut Diagnostics) -> Value {
        match self.enabled(address) {
            Some(enabled) if self.is_disabled(enabled, diagnostics) => Value::null(Type::DYNAMIC),
            _ => self
                .resource_type(address)
                .map_or(Value::DYNAMIC, |ty| self.of_type(ty)),
        }
    }

    /// Returns a resource of which only the type is known: in OpenTofu, it may be null.
    fn of_type(&self, ty: Type) -> Value {
        let fields = ty
            .object_type()
            .filter(|_| RESOURCES_EXIST.is_in(self.tree.module.version()));
        match fields {
            Some(fields) => Value::object(
                fields
                    .iter()
                    .map(|(name, ty)| (name.clone(), Value::unknown(ty.clone()))),
            ),
            None => Value::unknown(ty),
        }
    }

    /// Returns the condition for the existence of a resource, unless the module is validated: then nothing is known of
    /// resources but their types.
    pub(super) fn enabled(&self, address: &Address) -> Option<&'m ExpressionRef> {
        if self.checks.is_some() {
            return None;
        }
        let enabled = self.declaration(address)?.enabled();
        enabled.map(|enabled| &enabled.expression)
    }

    /// Returns the type of a resource with a single instance, if the module is validated in a version that knows it then.
    fn resource_type(&self, address: &Address) -> Option<Type> {
        let checks = self.checks.as_ref()?;
        let declaration = self.declaration(address)?;
        let is_one = Describes::OF_RESOURCES.contains(&declaration.block_type.schema)
            && declaration.instances() == Instances::One;
        let versions = match declaration.block_type.schema {
            Describes::Ephemeral => TYPED_EPHEMERAL_RESOURCES,
            _ => TYPED_RESOURCES,
        };
        if !is_one || !versions.has(self.tree.module.version()) {
            return None;
        }
        let schema = checks.schema_of(declaration)?;
        Some(schema.value_type().clone())
    }

    fn declaration(&self, address: &Address) -> Option<&'m Declaration> {
        let position = self.contents.declared.position(address)?;
        self.contents.declarations.get(position)
    }

    fn is_disabled(&self, enabled: &ExpressionRef, diagnostics: &mut Diagnostics) -> bool {
        let keys = self.keys(Repetition::Enabled(enabled), diagnostics);
        keys.is_some_and(|keys| keys.is_empty())
    }
}
