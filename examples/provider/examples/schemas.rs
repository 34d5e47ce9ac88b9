//! Serves the resources of any schemas, as `terraform providers schema -json` prints them: planned values are those that
//! Terraform proposes, and unknown where the provider decides. Data sources decide when they are read.
#![expect(clippy::print_stdout, reason = "it tells its user how to go on")]

use hcl2_diagnostics::SourceMap;
use hcl2_plan::fill_computed;
use hcl2_provider::{Change, DataSource, Plan, Problem, Provider, Resource, Running, State};
use hcl2_terraform::{ProviderSchemas, ResourceKind};
use hcl2_value::{InconsistentTypes, Type, TypeKind, Value};
use hcl2_wire::schema::Block;

/// An ephemeral resource that decides what its configuration omits.
struct Opened(Block);

impl DataSource for Opened {
    fn schema(&self) -> Block {
        self.0.clone()
    }

    fn read(&self, config: &Value) -> Result<Value, Problem> {
        read(&self.0, config)
    }
}

/// Returns a configuration with what its provider decides. Lists have as many elements as modules usually take.
fn read(schema: &Block, config: &Value) -> Result<Value, Problem> {
    let null = Value::null(config.ty().clone());
    let proposed = fill_computed(schema, &schema.proposed_new(&null, config), config);
    decided(&proposed, 3).map_err(|error| Problem::new("Inconsistent types", error.to_string()))
}

/// A resource of which nothing but the schema is known.
struct Described {
    schema: Block,
    version: i64,
}

impl Resource for Described {
    fn schema(&self) -> Block {
        self.schema.clone()
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        let state = if change.prior.is_null() {
            fill_computed(&self.schema, &change.proposed, &change.config)
        } else {
            self.schema.without_write_only(&change.proposed)
        };
        Ok(Plan::new(state, change.private.clone()))
    }

    fn create(&self, planned: &State) -> Result<State, Problem> {
        let value = decided(&planned.value, 1)
            .map_err(|error| Problem::new("Inconsistent types", error.to_string()))?;
        Ok(State {
            value,
            ..planned.clone()
        })
    }

    fn update(&self, _: &Value, planned: &State) -> Result<State, Problem> {
        self.create(planned)
    }

    fn delete(&self, _: &State) -> Result<(), Problem> {
        Ok(())
    }

    fn import(&self, id: &str) -> Result<State, Problem> {
        let fields = self.schema.implied_type();
        let Some(fields) = fields.object_type() else {
            return Err(Problem::new("Not an object", "A schema describes objects."));
        };
        let empty = self.schema.empty_value();
        let value = Value::object(fields.iter().map(|(name, _)| {
            let own = empty.get(name).cloned();
            let value = if name.as_str() == "id" {
                Some(Value::from(id))
            } else {
                own
            };
            (name.clone(), value.unwrap_or_else(|| Value::null(Type::DYNAMIC)))
        }));
        Ok(value.into())
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
    fn schema(&self) -> Block {
        self.schema.clone()
    }

    fn read(&self, config: &Value) -> Result<Value, Problem> {
        read(&self.schema, config)
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
            provider = provider.configured(schema.block().clone(), |_| Ok(()));
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
                provider = provider.ephemeral_resource(ty, Opened(resource.schema));
            }
        }
        let server = Running::start(provider)?;
        println!("{}", server.reattach(name));
        running.push(server);
    }
    for server in running {
        server.wait();
    }
    Ok(())
}
