//! Serves the resources of any schemas, as `terraform providers schema -json` prints them: planned values are those that
//! Terraform proposes, and unknown where the provider decides.
#![expect(clippy::print_stdout, reason = "it tells its user how to go on")]

use hcl2_diagnostics::SourceMap;
use hcl2_plan::{Schemas, fill_computed};
use hcl2_provider::{Change, DataSource, Plan, Problem, Provider, Resource, Running, State};
use hcl2_terraform::ResourceKind;
use hcl2_value::{Type, Value};
use hcl2_wire::schema::Block;

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
            change.proposed.clone()
        };
        Ok(Plan::new(state, change.private.clone()))
    }

    fn create(&self, _: &State) -> Result<State, Problem> {
        Err(Problem::new("Not supported", "Only plans are made."))
    }

    fn update(&self, _: &Value, _: &State) -> Result<State, Problem> {
        Err(Problem::new("Not supported", "Only plans are made."))
    }

    fn delete(&self, _: &State) -> Result<(), Problem> {
        Err(Problem::new("Not supported", "Only plans are made."))
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

impl DataSource for Described {
    fn schema(&self) -> Block {
        self.schema.clone()
    }

    fn read(&self, config: &Value) -> Result<Value, Problem> {
        Ok(config.clone())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: schemas FILE")?;
    let source = SourceMap::new().add("schemas.json", std::fs::read_to_string(path)?)?;
    let schemas = Schemas::from_json(&source).map_err(|problems| format!("{problems:?}"))?;
    let names = schemas
        .provider_names()
        .filter(|name| !name.starts_with("terraform.io/"));
    let mut running = Vec::new();
    for name in names {
        let mut provider = Provider::new();
        let described = |kind, ty: &str| {
            let schema = schemas.resource(name, kind, ty)?;
            Some(Described {
                schema: schema.block.clone(),
                version: i64::try_from(schema.version).ok()?,
            })
        };
        if let Some(schema) = schemas.provider(name) {
            provider = provider.configured(schema.block.clone(), |_| Ok(()));
        }
        for ty in schemas.types(name, ResourceKind::Managed) {
            if let Some(resource) = described(ResourceKind::Managed, ty) {
                provider = provider.resource(ty, resource);
            }
        }
        for ty in schemas.types(name, ResourceKind::Data) {
            if let Some(source) = described(ResourceKind::Data, ty) {
                provider = provider.data_source(ty, source);
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
