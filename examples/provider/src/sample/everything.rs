//! A resource with an attribute of each type and blocks of each nesting mode.

use std::sync::Arc;

use hcl2_provider::schema::Definition;
use hcl2_provider::{Change, Context, Problem, Resource, with};
use hcl2_value::{Type, Value};
use hcl2_wire::json;
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting, Presence};

use super::{Cloud, id_of};

/// A resource that accepts values of any kind, and reports what it received.
#[derive(Debug)]
pub struct Everything(Arc<Cloud>);

impl Everything {
    /// Creates a resource type over a cloud.
    #[must_use]
    pub fn new(cloud: Arc<Cloud>) -> Self {
        Self(cloud)
    }

    /// Returns the state for an unchanged configuration.
    fn taken(&self, id: &str, planned: &Value) -> Result<Value, Problem> {
        let ty = self.definition().ty();
        let own = [
            ("id", Value::null(Type::STRING)),
            ("seen", Value::null(Type::STRING)),
        ];
        let seen = json::encode(&with(planned, own), &ty)?;
        let value = with(
            planned,
            [("id", Value::from(id)), ("seen", Value::from(seen.as_str()))],
        );
        self.0.put(id, value.clone());
        Ok(value)
    }
}

impl Resource for Everything {
    type Model = Value;

    fn definition(&self) -> Definition {
        let shape = Type::object([("name", Type::STRING), ("sides", Type::NUMBER)]);
        let pair = Type::tuple([Type::STRING, Type::NUMBER]);
        let nested = |nesting| {
            let attributes = [
                ("size", Attribute::required(Type::NUMBER)),
                ("note", Attribute::optional(Type::STRING)),
            ];
            Attribute::nested(nesting, Presence::Optional, attributes)
        };
        let inner = Block::new().attribute("value", Attribute::optional(Type::DYNAMIC));
        let part = || {
            Block::new()
                .attribute("name", Attribute::optional(Type::STRING))
                .attribute("weights", Attribute::optional(Type::list(Type::NUMBER)))
        };
        Block::new()
            .attribute("id", Attribute::computed(Type::STRING))
            .attribute("seen", Attribute::computed(Type::STRING))
            .attribute("text", Attribute::optional(Type::STRING))
            .attribute("secret", Attribute::optional(Type::STRING).sensitive())
            .attribute("number", Attribute::optional(Type::NUMBER))
            .attribute("flag", Attribute::optional(Type::BOOL))
            .attribute("numbers", Attribute::optional(Type::list(Type::NUMBER)))
            .attribute("names", Attribute::optional(Type::set(Type::STRING)))
            .attribute("labels", Attribute::optional(Type::map(Type::STRING)))
            .attribute("shape", Attribute::optional(shape))
            .attribute("pair", Attribute::optional(pair))
            .attribute("any", Attribute::optional(Type::DYNAMIC))
            .attribute("nested_single", nested(Nesting::Single))
            .attribute("nested_list", nested(Nesting::List))
            .attribute("nested_set", nested(Nesting::Set))
            .attribute("nested_map", nested(Nesting::Map))
            .block("block_single", NestedBlock::new(Nesting::Single, part()))
            .block("block_list", NestedBlock::new(Nesting::List, part()).max_items(3))
            .block("block_set", NestedBlock::new(Nesting::Set, part()))
            .block("block_map", NestedBlock::new(Nesting::Map, part()))
            .block("block_dynamic", NestedBlock::new(Nesting::List, inner))
            .block(
                "block_group",
                NestedBlock::new(
                    Nesting::Group,
                    part().block("inner", NestedBlock::new(Nesting::List, part())),
                ),
            )
            .into()
    }

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        let unknown = || Value::unknown_not_null(Type::STRING);
        change.planned = if change.is_new() {
            with(&change.proposed, [("id", unknown()), ("seen", unknown())])
        } else if change.proposed == change.prior {
            change.proposed.clone()
        } else {
            with(&change.proposed, [("seen", unknown())])
        };
        Ok(())
    }

    async fn create(&self, planned: Value, _: &mut Context) -> Result<Value, Problem> {
        self.taken(&self.0.new_id("everything"), &planned)
    }

    async fn update(&self, prior: Value, planned: Value, _: &mut Context) -> Result<Value, Problem> {
        self.taken(id_of(&prior)?, &planned)
    }

    async fn delete(&self, state: Value, _: &mut Context) -> Result<(), Problem> {
        self.0.remove(id_of(&state)?);
        Ok(())
    }

    async fn read(&self, state: Value, _: &mut Context) -> Result<Option<Value>, Problem> {
        let found = self.0.get(id_of(&state)?);
        Ok(found.map(|object| object.value))
    }

    async fn import(&self, id: &str, _: &mut Context) -> Result<Value, Problem> {
        let found = self.0.get(id).map(|object| object.value);
        found.ok_or_else(|| {
            Problem::new(
                "Nothing to import",
                format!("There is nothing with the identifier {id}."),
            )
        })
    }
}
