//! A resource with a history: import, replacement, private state, and schemas of two versions.

use std::sync::Arc;

use hcl2_provider::schema::Definition;
use hcl2_provider::{Change, Context, Problem, Resource, with};
use hcl2_value::{Type, Value};
use hcl2_wire::json::RawValue;
use hcl2_wire::schema::{Attribute, Block};

use super::{Cloud, id_of};

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

    fn stored(&self, id: &str, value: Value, context: &mut Context) -> Value {
        let changes = self.cloud.put(id, value.clone());
        context.private = changes.to_be_bytes().to_vec();
        value
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
    type Model = Value;

    fn definition(&self) -> Definition {
        Definition::from(schema_of(self.version)).version(self.version)
    }

    async fn validate(&self, config: Value) -> Result<(), Problem> {
        match config.get("name").and_then(Value::as_str) {
            Some("") => {
                Err(Problem::new("Empty name", "A note needs a name with a letter in it.").at("name"))
            }
            _ => Ok(()),
        }
    }

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        change.planned = change.proposed.clone();
        let renamed = change.prior.get("name") != change.planned.get("name");
        if change.is_new() || renamed {
            change.planned = with(&change.planned, [("id", Value::unknown_not_null(Type::STRING))]);
        }
        change.replace_on_change("name");
        Ok(())
    }

    async fn create(&self, planned: Value, context: &mut Context) -> Result<Value, Problem> {
        let id = self.cloud.new_id("note");
        Ok(self.stored(&id, with(&planned, [("id", Value::from(id.as_str()))]), context))
    }

    async fn update(&self, prior: Value, planned: Value, context: &mut Context) -> Result<Value, Problem> {
        let id = id_of(&prior)?;
        self.check(id, &context.private)?;
        Ok(self.stored(id, planned, context))
    }

    async fn delete(&self, state: Value, context: &mut Context) -> Result<(), Problem> {
        let id = id_of(&state)?;
        self.check(id, &context.private)?;
        self.cloud.remove(id);
        Ok(())
    }

    async fn read(&self, state: Value, _: &mut Context) -> Result<Option<Value>, Problem> {
        let id = id_of(&state)?;
        Ok(self.cloud.get(id).is_some().then_some(state))
    }

    async fn import(&self, id: &str, context: &mut Context) -> Result<Value, Problem> {
        let Some(object) = self.cloud.get(id) else {
            return Err(Problem::new(
                "Nothing to import",
                format!("There is no note {id}."),
            ));
        };
        context.private = object.changes.to_be_bytes().to_vec();
        Ok(object.value)
    }

    async fn upgrade(&self, version: i64, stored: RawValue<'_>) -> Result<Value, Problem> {
        let ty = self.definition().ty();
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
