//! Serves the resources of any schemas, as `terraform providers schema -json` prints them: planned values are those that
//! Terraform proposes, and unknown where the provider decides. Data sources decide when they are read.
#![expect(clippy::print_stdout, reason = "it tells its user how to go on")]

use hcl2_diagnostics::SourceMap;
use hcl2_plan::fill_computed;
use hcl2_provider::schema::Definition;
use hcl2_provider::{
    Change, Context, DataSource, EphemeralResource, Opened, Problem, Provider, Resource, Server,
};
use hcl2_terraform::{ProviderSchemas, ResourceKind};
use hcl2_value::{InconsistentTypes, Type, TypeKind, Value};
use hcl2_wire::schema::Block;

/// An ephemeral resource that decides what its configuration omits.
struct Secret(Block);

impl EphemeralResource for Secret {
    type Model = Value;

    fn definition(&self) -> Definition {
        self.0.clone().into()
    }

    async fn open(&self, config: Value, _: &mut Context) -> Result<Opened<Value>, Problem> {
        Ok(read(&self.0, &config)?.into())
    }
}

/// Returns a configuration with what its provider decides. Lists have as many elements as modules usually take.
fn read(schema: &Block, config: &Value) -> Result<Value, Problem> {
    let null = Value::null(config.ty().clone());
    let proposed = fill_computed(schema, &schema.proposed_new(&null, config), config);
    Ok(decided(&proposed, 3)?)
}

/// A resource of which nothing but the schema is known.
struct Described {
    schema: Block,
    version: i64,
}

impl Resource for Described {
    type Model = Value;

    fn definition(&self) -> Definition {
        Definition::from(self.schema.clone()).version(self.version)
    }

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        change.planned = if change.is_new() {
            fill_computed(&self.schema, &change.proposed, &change.config)
        } else {
            change.proposed.clone()
        };
        Ok(())
    }

    async fn create(&self, planned: Value, _: &mut Context) -> Result<Value, Problem> {
        Ok(decided(&planned, 1)?)
    }

    async fn update(&self, _: Value, planned: Value, context: &mut Context) -> Result<Value, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, _: Value, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }

    async fn import(&self, id: &str, _: &mut Context) -> Result<Value, Problem> {
        let fields = self.schema.implied_type();
        let Some(fields) = fields.object_type() else {
            return Err(Problem::new("Not an object", "A schema describes objects."));
        };
        let empty = self.schema.empty_value();
        Ok(Value::object(fields.iter().map(|(name, _)| {
            let own = empty.get(name).cloned();
            let value = if name.as_str() == "id" {
                Some(Value::from(id))
            } else {
                own
            };
            (name.clone(), value.unwrap_or_else(|| Value::null(Type::DYNAMIC)))
        })))
    }
}

/// Decides what is unknown in a plan: the same value for the same place. Lists have a given length.
fn decided(planned: &Value, length: usize) -> Result<Value, InconsistentTypes> {
    planned.transform(|path, value| {
        if value.is_known() {
            Ok(value)
        } else {
            example(value.ty(), &path.to_string(), length)
        }
    })
}

fn example(ty: &Type, place: &str, length: usize) -> Result<Value, InconsistentTypes> {
    let text = || Value::from(format!("decided {place}"));
    Ok(match ty.kind() {
        TypeKind::Bool => Value::from(true),
        TypeKind::Number => Value::from(place.len() as u64),
        TypeKind::List(item) => {
            let items = (0..length).map(|index| match index {
                0 => example(item, place, length),
                index => example(item, &format!("{place} {index}"), length),
            });
            Value::list(item.clone(), items.collect::<Result<Vec<_>, _>>()?)?
        }
        TypeKind::Set(item) => Value::set(item.clone(), [example(item, place, length)?])?,
        TypeKind::Map(item) => Value::map(item.clone(), [("k", example(item, place, length)?)])?,
        TypeKind::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, ty)| Ok((name.clone(), example(ty, place, length)?)));
            Value::object(fields.collect::<Result<Vec<_>, InconsistentTypes>>()?)
        }
        _ => text(),
    })
}

impl DataSource for Described {
    type Model = Value;

    fn definition(&self) -> Definition {
        self.schema.clone().into()
    }

    async fn read(&self, config: Value, _: &mut Context) -> Result<Value, Problem> {
        read(&self.schema, &config)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: schemas FILE")?;
    let source = SourceMap::new().add("schemas.json", std::fs::read_to_string(path)?)?;
    let schemas = ProviderSchemas::from_json(&source).map_err(|problems| format!("{problems:?}"))?;
    let names = schemas.names().filter(|name| !name.starts_with("terraform.io/"));
    let mut running = Vec::new();
    for name in names {
        let mut provider = Provider::new();
        let described = |kind, ty: &str| {
            let schema = schemas.provider(name)?.resource(kind, ty)?;
            Some(Described {
                schema: schema.block().clone(),
                version: i64::try_from(schema.version()).ok()?,
            })
        };
        let Some(given) = schemas.provider(name) else {
            continue;
        };
        if let Some(schema) = given.configuration() {
            let definition = Definition::from(schema.block().clone());
            provider = provider.configured_by(definition, |_: Value| std::future::ready(Ok(())));
        }
        for ty in given.types(ResourceKind::Managed) {
            if let Some(resource) = described(ResourceKind::Managed, ty) {
                provider = provider.resource(ty, resource);
            }
        }
        for ty in given.types(ResourceKind::Data) {
            if let Some(source) = described(ResourceKind::Data, ty) {
                provider = provider.data_source(ty, source);
            }
        }
        for ty in given.types(ResourceKind::Ephemeral) {
            if let Some(resource) = described(ResourceKind::Ephemeral, ty) {
                provider = provider.ephemeral_resource(ty, Secret(resource.schema));
            }
        }
        let server = Server::new(provider.unchecked()).attachable()?;
        println!("{}", server.reattach(name));
        running.push(server);
    }
    for server in running {
        server.wait();
    }
    Ok(())
}
