//! A resource with a history: import, replacement, private state, and schemas of two versions.

use std::sync::Arc;

use hcl2_value::{Type, Value};
use hcl2_wire::json::RawValue;
use hcl2_wire::schema::{Attribute, Block};

use super::{Cloud, id_of};
use crate::{Change, Plan, Problem, Resource, State, with};

/// A short note under a name that cannot change.
///
/// It stores the number of changes beside the state, and refuses to touch a note that somebody else has changed.
///
/// In version 1 of the schema, `text` was called `body`, and there was an attribute `color`.
#[derive(Debug)]
pub struct Note {
    cloud: Arc<Cloud>,
    version: i64,
}

impl Note {
    /// Creates a resource type over a cloud, with the current schema.
    #[must_use]
    pub fn new(cloud: Arc<Cloud>) -> Self {
        Self { cloud, version: 2 }
    }

    /// Creates a resource type with the previous schema.
    #[must_use]
    pub fn of_version_1(cloud: Arc<Cloud>) -> Self {
        Self { cloud, version: 1 }
    }

    fn stored(&self, id: &str, value: Value) -> State {
        let changes = self.cloud.put(id, value.clone());
        State {
            value,
            private: changes.to_be_bytes().to_vec(),
        }
    }

    /// Requires that the note has not changed since it was last seen.
    fn check(&self, id: &str, private: &[u8]) -> Result<(), Problem> {
        let found = self.cloud.get(id).map(|object| object.changes.to_be_bytes());
        if found.is_some_and(|changes| changes == private) {
            return Ok(());
        }
        Err(Problem::new(
            "Note was changed",
            format!("Somebody else has changed the note {id}."),
        )
        .at("id"))
    }
}

fn schema_of(version: i64) -> Block {
    let schema = Block::new()
        .attribute("id", Attribute::computed(Type::STRING))
        .attribute("name", Attribute::required(Type::STRING));
    match version {
        1 => schema
            .attribute("body", Attribute::optional(Type::STRING))
            .attribute("color", Attribute::optional(Type::STRING)),
        _ => schema
            .attribute("text", Attribute::optional(Type::STRING))
            .attribute("pinned", Attribute::optional(Type::BOOL)),
    }
}

impl Resource for Note {
    fn schema(&self) -> Block {
        schema_of(self.version)
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn validate(&self, config: &Value) -> Result<(), Problem> {
        match config.get("name").and_then(Value::as_str) {
            Some("") => {
                Err(Problem::new("Empty name", "A note needs a name with a letter in it.").at("name"))
            }
            _ => Ok(()),
        }
    }

    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        let mut state = change.proposed.clone();
        let renamed = change.prior.get("name") != state.get("name");
        if change.prior.is_null() || renamed {
            state = with(&state, [("id", Value::unknown_not_null(Type::STRING))]);
        }
        Ok(Plan::new(state, change.private.clone()).replace_on_change(&change.prior, "name"))
    }

    fn create(&self, planned: &State) -> Result<State, Problem> {
        let id = self.cloud.new_id("note");
        Ok(self.stored(&id, with(&planned.value, [("id", Value::from(id.as_str()))])))
    }

    fn update(&self, prior: &Value, planned: &State) -> Result<State, Problem> {
        let id = id_of(prior)?;
        self.check(id, &planned.private)?;
        Ok(self.stored(id, planned.value.clone()))
    }

    fn delete(&self, prior: &State) -> Result<(), Problem> {
        let id = id_of(&prior.value)?;
        self.check(id, &prior.private)?;
        self.cloud.remove(id);
        Ok(())
    }

    fn read(&self, state: State) -> Result<Option<State>, Problem> {
        let id = id_of(&state.value)?;
        Ok(self.cloud.get(id).map(|_| state))
    }

    fn import(&self, id: &str) -> Result<State, Problem> {
        let Some(object) = self.cloud.get(id) else {
            return Err(Problem::new(
                "Nothing to import",
                format!("There is no note {id}."),
            ));
        };
        Ok(State {
            value: object.value,
            private: object.changes.to_be_bytes().to_vec(),
        })
    }

    fn upgrade(&self, version: i64, stored: RawValue<'_>) -> Result<Value, Problem> {
        let ty = self.schema().implied_type();
        let upgraded = stored.decode_shared(&ty)?;
        if version >= self.version {
            return Ok(upgraded);
        }
        let old = stored.decode(&schema_of(version).implied_type())?;
        let text = old
            .get("body")
            .cloned()
            .unwrap_or_else(|| Value::null(Type::STRING));
        Ok(with(&upgraded, [("text", text)]))
    }
}
