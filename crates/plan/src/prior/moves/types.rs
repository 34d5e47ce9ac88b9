//! Moves of objects to resources of other types.

use hcl2_diagnostics::Diagnostic;
use hcl2_terraform::ResourceAddress;
use hcl2_terraform::table::behaviours::CONVERTS_NULL_RESOURCES;
use hcl2_terraform::table::{BUILT_IN_SOURCE, Version};
use hcl2_value::{Path, PathStep, Type, Value};

use super::Move;
use crate::state::StateObject;
use crate::unsupported::moved_to_other_type;

const NULL_RESOURCE: &str = "null_resource";
const NULL_PROVIDER: &str = "hashicorp/null";
const TERRAFORM_DATA: &str = "terraform_data";

impl Move {
    /// Returns an object at its new address. Its provider converts it if it has another type there: the built-in provider
    /// does so for `null_resource`, and what others do is not known.
    pub(super) fn moved(
        &self,
        object: StateObject,
        next: ResourceAddress,
        version: Version,
    ) -> Result<StateObject, Box<Diagnostic>> {
        let from = object.address.clone();
        let moved = StateObject {
            previous: Some(object.previous.unwrap_or_else(|| from.clone())),
            address: next,
            ..object
        };
        if from.ty == moved.address.ty {
            return Ok(moved);
        }
        let is_null_resource = from.ty == *NULL_RESOURCE && moved.provider.ends_with(NULL_PROVIDER);
        let is_converted = is_null_resource && moved.address.ty == *TERRAFORM_DATA;
        let converted =
            (is_converted && CONVERTS_NULL_RESOURCES.is_in(version)).then(|| from_null_resource(&moved));
        converted
            .flatten()
            .ok_or_else(|| Box::new(moved_to_other_type(&from, &moved.address, self.place)))
    }
}

/// Returns an object of `null_resource` as one of `terraform_data`, which is replaced by other triggers as well.
fn from_null_resource(object: &StateObject) -> Option<StateObject> {
    let value = object.value.clone().or_else(|| object.untyped())?.unmark_deep().0;
    let attribute = |name: &str| value.attribute(name).ok();
    let triggers = attribute("triggers").and_then(|triggers| {
        let fields = triggers.fields()?;
        Some(Value::object(
            fields.iter().map(|(name, value)| (name.clone(), value.clone())),
        ))
    });
    let nothing = || Value::null(Type::DYNAMIC);
    let converted = Value::object([
        ("id", attribute("id")?),
        ("input", nothing()),
        ("output", nothing()),
        ("triggers_replace", triggers.unwrap_or_else(nothing)),
    ]);
    Some(StateObject {
        provider: BUILT_IN_SOURCE.to_owned(),
        value: Some(converted),
        schema_version: 0,
        sensitive: object.sensitive.iter().map(of_triggers).collect(),
        ..object.clone()
    })
}

/// Returns the path in the triggers of `terraform_data` for one in those of `null_resource`, whose map is an object there.
fn of_triggers(path: &Path) -> Path {
    let rest = path.steps().iter().skip(1).map(|step| match step {
        PathStep::Index(key) => key
            .as_str()
            .map_or_else(|| step.clone(), |key| PathStep::Attribute(key.into())),
        PathStep::Attribute(_) => step.clone(),
    });
    let first = PathStep::Attribute("triggers_replace".into());
    std::iter::once(first).chain(rest).collect()
}
