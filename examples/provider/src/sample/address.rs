//! A resource with refined unknown values in its plan.

use std::sync::Arc;

use hcl2_provider::schema::Definition;
use hcl2_provider::{Change, Context, Problem, Resource, with};
use hcl2_value::{Number, RefinementError, Type, Value};
use hcl2_wire::schema::{Attribute, Block};

use super::{Cloud, id_of};

/// An address in a network, which promises properties of its identifier, port and zones.
///
/// Its attribute `lie` names a promise to break, to test that Terraform detects it.
#[derive(Debug)]
pub struct Address(Arc<Cloud>);

impl Address {
    /// Creates a resource type over a cloud.
    #[must_use]
    pub fn new(cloud: Arc<Cloud>) -> Self {
        Self(cloud)
    }
}

/// Returns what is known about the attributes before the address is created.
fn promises() -> Result<[(&'static str, Value); 3], RefinementError> {
    let id = Value::unknown(Type::STRING)
        .refine()
        .not_null()?
        .string_prefix_full("address-")?;
    let port = Value::unknown(Type::NUMBER)
        .refine()
        .not_null()?
        .number_lower_bound(Number::from(1024), true)?
        .number_upper_bound(Number::from(65536), false)?;
    let zones = Value::unknown(Type::list(Type::STRING))
        .refine()
        .not_null()?
        .length_lower_bound(2)?
        .length_upper_bound(3)?;
    Ok([
        ("id", id.build()),
        ("port", port.build()),
        ("zones", zones.build()),
    ])
}

impl Resource for Address {
    type Model = Value;

    fn definition(&self) -> Definition {
        Block::new()
            .attribute("id", Attribute::computed(Type::STRING))
            .attribute("network", Attribute::required(Type::STRING))
            .attribute("port", Attribute::computed(Type::NUMBER))
            .attribute("zones", Attribute::computed(Type::list(Type::STRING)))
            .attribute("lie", Attribute::optional(Type::STRING))
            .into()
    }

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        change.planned = change.proposed.clone();
        if change.is_new() {
            change.planned = with(&change.planned, promises()?);
        }
        Ok(())
    }

    async fn create(&self, planned: Value, _: &mut Context) -> Result<Value, Problem> {
        let id = self.0.new_id("address");
        let zones =
            |zones: &[&str]| Value::from(zones.iter().map(|zone| (*zone).to_owned()).collect::<Vec<_>>());
        let kept = [
            ("id", Value::from(id.as_str())),
            ("port", Value::from(8080)),
            ("zones", zones(&["a", "b"])),
        ];
        let value = with(&planned, kept);
        let value = match value.get("lie").and_then(Value::as_str) {
            Some("prefix") => with(&value, [("id", Value::from("elsewhere"))]),
            Some("bound") => with(&value, [("port", Value::from(80))]),
            Some("length") => with(&value, [("zones", zones(&["a"]))]),
            Some("null") => with(&value, [("port", Value::null(Type::NUMBER))]),
            _ => value,
        };
        self.0.put(id_of(&value)?, value.clone());
        Ok(value)
    }

    async fn update(&self, prior: Value, planned: Value, _: &mut Context) -> Result<Value, Problem> {
        self.0.put(id_of(&prior)?, planned.clone());
        Ok(planned)
    }

    async fn delete(&self, state: Value, _: &mut Context) -> Result<(), Problem> {
        self.0.remove(id_of(&state)?);
        Ok(())
    }
}
