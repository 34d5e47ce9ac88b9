//! A resource with a large set of objects.

use std::sync::Arc;

use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block, Nesting, Presence};

use super::{Cloud, id_of};
use crate::{Change, Plan, Problem, Resource, State, with};

/// Servers, in a set of any size.
#[derive(Debug)]
pub struct Fleet(Arc<Cloud>);

impl Fleet {
    /// Resources of this type in a cloud.
    #[must_use]
    pub fn new(cloud: Arc<Cloud>) -> Self {
        Self(cloud)
    }
}

impl Resource for Fleet {
    fn schema(&self) -> Block {
        let server = [
            ("name", Attribute::required(Type::STRING)),
            ("cores", Attribute::required(Type::NUMBER)),
            ("tags", Attribute::optional(Type::map(Type::STRING))),
            // The provider chooses where the configuration does not.
            ("zone", Attribute::new(Type::STRING, Presence::OptionalComputed)),
        ];
        Block::new()
            .attribute("id", Attribute::computed(Type::STRING))
            .attribute("cores", Attribute::computed(Type::NUMBER))
            .attribute(
                "servers",
                Attribute::nested(Nesting::Set, Presence::Required, server),
            )
    }

    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        let Some(servers) = change.proposed.get("servers").and_then(Value::elements) else {
            return Ok(Plan::new(change.proposed.clone(), Vec::new()));
        };
        let zoned = servers.iter().map(|server| match server.get("zone") {
            Some(zone) if zone.is_null() => with(server, [("zone", Value::from("a"))]),
            _ => server.clone(),
        });
        let mut cores = Value::from(0);
        for server in servers {
            let more = server.get("cores").cloned().unwrap_or_else(|| Value::from(0));
            cores = cores
                .add(&more)
                .map_err(|error| Problem::new("No sum", error.to_string()).at("servers"))?;
        }
        let zoned = Value::tuple(zoned).convert(&self.servers_type());
        let zoned = zoned.map_err(|error| Problem::new("Not a set", error.to_string()).at("servers"))?;
        let state = with(&change.proposed, [("servers", zoned), ("cores", cores)]);
        Ok(Plan::new(
            if change.prior.is_null() {
                with(&state, [("id", Value::unknown_not_null(Type::STRING))])
            } else {
                state
            },
            Vec::new(),
        ))
    }

    fn create(&self, planned: &State) -> Result<State, Problem> {
        let id = self.0.new_id("fleet");
        let value = with(&planned.value, [("id", Value::from(id.as_str()))]);
        self.0.put(&id, value.clone());
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

impl Fleet {
    fn servers_type(&self) -> Type {
        let ty = self.schema().implied_type();
        let servers = ty.object_type().and_then(|object| object.get("servers"));
        servers.cloned().unwrap_or(Type::DYNAMIC)
    }
}
