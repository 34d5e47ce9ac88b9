//! A resource with refined unknown values in its plan.

use std::sync::Arc;

use hcl2_value::{Number, RefinementError, Type, Value};
use hcl2_wire::schema::{Attribute, Block};

use super::{Cloud, id_of};
use crate::{Change, Plan, Problem, Resource, State, with};

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
    fn schema(&self) -> Block {
        Block::new()
            .attribute("id", Attribute::computed(Type::STRING))
            .attribute("network", Attribute::required(Type::STRING))
            .attribute("port", Attribute::computed(Type::NUMBER))
            .attribute("zones", Attribute::computed(Type::list(Type::STRING)))
            .attribute("lie", Attribute::optional(Type::STRING))
    }

    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        if !change.prior.is_null() {
            return Ok(Plan::new(change.proposed.clone(), Vec::new()));
        }
        let promises = promises().map_err(|error| Problem::new("Impossible promise", error.to_string()))?;
        Ok(Plan::new(with(&change.proposed, promises), Vec::new()))
    }

    fn create(&self, planned: &State) -> Result<State, Problem> {
        let id = self.0.new_id("address");
        let zones =
            |zones: &[&str]| Value::from(zones.iter().map(|zone| (*zone).to_owned()).collect::<Vec<_>>());
        let kept = [
            ("id", Value::from(id.as_str())),
            ("port", Value::from(8080)),
            ("zones", zones(&["a", "b"])),
        ];
        let value = with(&planned.value, kept);
        let value = match value.get("lie").and_then(Value::as_str) {
            Some("prefix") => with(&value, [("id", Value::from("elsewhere"))]),
            Some("bound") => with(&value, [("port", Value::from(80))]),
            Some("length") => with(&value, [("zones", zones(&["a"]))]),
            Some("null") => with(&value, [("port", Value::null(Type::NUMBER))]),
            _ => value,
        };
        self.0.put(id_of(&value)?, value.clone());
        Ok(value.into())
    }

    fn update(&self, prior: &Value, planned: &State) -> Result<State, Problem> {
        self.0.put(id_of(prior)?, planned.value.clone());
        Ok(planned.clone())
    }

    fn delete(&self, prior: &State) -> Result<(), Problem> {
        self.0.remove(id_of(&prior.value)?);
        Ok(())
    }
}
