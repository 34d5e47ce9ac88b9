//! A resource with a large set of objects.

use std::sync::Arc;

use hcl2_provider::schema::Definition;
use hcl2_provider::{Change, Context, Problem, Resource, with};
use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block, Nesting, Presence};

use super::{Cloud, id_of};

/// Servers, in a set of any size.
#[derive(Debug)]
pub struct Fleet(Arc<Cloud>);

impl Fleet {
    /// Creates a resource type over a cloud.
    #[must_use]
    pub fn new(cloud: Arc<Cloud>) -> Self {
        Self(cloud)
    }
}

impl Resource for Fleet {
    type Model = Value;

    fn definition(&self) -> Definition {
        let server = [
            ("name", Attribute::required(Type::STRING)),
            ("cores", Attribute::required(Type::NUMBER)),
            ("tags", Attribute::optional(Type::map(Type::STRING))),
        ];
        let disk = [
            ("size", Attribute::required(Type::NUMBER)),
            // The provider chooses values that the configuration does not set.
            ("zone", Attribute::new(Type::STRING, Presence::OptionalComputed)),
        ];
        Block::new()
            .attribute("id", Attribute::computed(Type::STRING))
            .attribute("cores", Attribute::computed(Type::NUMBER))
            .attribute(
                "servers",
                Attribute::nested(Nesting::Set, Presence::Required, server),
            )
            .attribute("disks", Attribute::nested(Nesting::Set, Presence::Optional, disk))
            .into()
    }

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        let mut state = change.proposed.clone();
        if let Some(servers) = state.get("servers").and_then(Value::elements) {
            let mut cores = Value::from(0);
            for server in servers {
                let more = server.get("cores").cloned().unwrap_or_else(|| Value::from(0));
                let sum = cores.add(&more);
                cores = sum.map_err(|error| Problem::new("No sum", error.to_string()).at("servers"))?;
            }
            state = with(&state, [("cores", cores)]);
        }
        if let Some(disks) = state.get("disks").and_then(Value::elements) {
            let disks = Value::tuple(disks.iter().map(|disk| match disk.get("zone") {
                Some(zone) if zone.is_null() => with(disk, [("zone", Value::from("a"))]),
                _ => disk.clone(),
            }));
            state = with(&state, [("disks", disks)]);
        }
        if change.prior.is_null() {
            state = with(&state, [("id", Value::unknown_not_null(Type::STRING))]);
        }
        change.planned = state;
        Ok(())
    }

    async fn create(&self, planned: Value, _: &mut Context) -> Result<Value, Problem> {
        let id = self.0.new_id("fleet");
        let value = with(&planned, [("id", Value::from(id.as_str()))]);
        self.0.put(&id, value.clone());
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
