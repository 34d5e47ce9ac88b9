//! The parts of a provider: traits for resources and data sources, and the provider as a whole.

use std::collections::BTreeMap;
use std::fmt;

use hcl2_value::{Function, Path, PathStep, Value};
use hcl2_wire::WireError;
use hcl2_wire::json::RawValue;
use hcl2_wire::schema::Block;

/// A provider: resources, data sources and functions by name, and a configuration.
#[derive(Default)]
pub struct Provider {
    pub(crate) schema: Block,
    pub(crate) configure: Option<Configure>,
    pub(crate) resources: BTreeMap<String, Box<dyn Resource>>,
    pub(crate) data_sources: BTreeMap<String, Box<dyn DataSource>>,
    pub(crate) ephemeral_resources: BTreeMap<String, Box<dyn DataSource>>,
    pub(crate) functions: BTreeMap<String, Function>,
}

/// Takes the configuration of a provider.
type Configure = Box<dyn Fn(&Value) -> Result<(), Problem> + Send + Sync>;

impl Provider {
    /// Creates a provider without resources.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the schema of the `provider` block, and the function that takes its value.
    #[must_use]
    pub fn configured(
        mut self,
        schema: Block,
        configure: impl Fn(&Value) -> Result<(), Problem> + Send + Sync + 'static,
    ) -> Self {
        self.schema = schema;
        self.configure = Some(Box::new(configure));
        self
    }

    /// Adds a type of resource. Its name starts with that of the provider and an underscore.
    #[must_use]
    pub fn resource(mut self, name: impl Into<String>, resource: impl Resource + 'static) -> Self {
        self.resources.insert(name.into(), Box::new(resource));
        self
    }

    /// Adds a type of data source. Its name starts with that of the provider and an underscore.
    #[must_use]
    pub fn data_source(mut self, name: impl Into<String>, source: impl DataSource + 'static) -> Self {
        self.data_sources.insert(name.into(), Box::new(source));
        self
    }

    /// Adds a type of ephemeral resource, which is opened as a data source is read; there is nothing to renew or close.
    /// Its name starts with that of the provider and an underscore.
    #[must_use]
    pub fn ephemeral_resource(
        mut self,
        name: impl Into<String>,
        resource: impl DataSource + 'static,
    ) -> Self {
        self.ephemeral_resources.insert(name.into(), Box::new(resource));
        self
    }

    /// Adds a function, by its own name.
    #[must_use]
    pub fn function(mut self, function: Function) -> Self {
        self.functions.insert(function.name().to_owned(), function);
        self
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("resources", &self.resources.keys())
            .field("data_sources", &self.data_sources.keys())
            .field("ephemeral_resources", &self.ephemeral_resources.keys())
            .field("functions", &self.functions.keys())
            .finish_non_exhaustive()
    }
}

/// A type of resource. Values are those of the schema's implied type.
pub trait Resource: Send + Sync {
    /// Returns the schema of its blocks.
    fn schema(&self) -> Block;

    /// Returns the version of the schema, which is stored beside each state.
    fn version(&self) -> i64 {
        0
    }

    /// Validates a configuration, in which any part may be unknown.
    ///
    /// # Errors
    ///
    /// The problem of the configuration.
    fn validate(&self, _config: &Value) -> Result<(), Problem> {
        Ok(())
    }

    /// Plans a change; values that are known only after it are unknown.
    ///
    /// # Errors
    ///
    /// The reason why the change is impossible.
    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        Ok(Plan::new(change.proposed.clone(), change.private.clone()))
    }

    /// Creates the planned object.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be created.
    fn create(&self, planned: &State) -> Result<State, Problem>;

    /// Changes the existing object as planned.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be changed; it is then unchanged.
    fn update(&self, prior: &Value, planned: &State) -> Result<State, Problem>;

    /// Deletes the existing object.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be deleted.
    fn delete(&self, prior: &State) -> Result<(), Problem>;

    /// Reads the current state; `None` if the object no longer exists.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be read.
    fn read(&self, state: State) -> Result<Option<State>, Problem> {
        Ok(Some(state))
    }

    /// Imports the object with an identifier.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be imported.
    fn import(&self, _id: &str) -> Result<State, Problem> {
        Err(Problem::new(
            "Import is not supported",
            "This resource cannot be imported.",
        ))
    }

    /// Upgrades state that was stored by another version of the schema; by default, only attributes may have been added
    /// and removed.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be read.
    fn upgrade(&self, _version: i64, stored: RawValue<'_>) -> Result<Value, Problem> {
        Ok(stored.decode_shared(&self.schema().implied_type())?)
    }
}

/// A type of data source or of ephemeral resource.
pub trait DataSource: Send + Sync {
    /// Returns the schema of its blocks.
    fn schema(&self) -> Block;

    /// Reads the data that the configuration describes.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be read.
    fn read(&self, config: &Value) -> Result<Value, Problem>;
}

/// A change to plan.
#[derive(Clone, Debug)]
pub struct Change {
    /// The existing state; null if there is none.
    pub prior: Value,
    /// The configuration.
    pub config: Value,
    /// The state that follows from both: values of the configuration, and existing values where the provider decides.
    pub proposed: Value,
    /// Private data of the provider, stored beside the state.
    pub private: Vec<u8>,
}

/// The planned result of a change.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The state after the change.
    pub state: Value,
    /// The attributes whose change requires a replacement of the object.
    pub replace: Vec<Path>,
    /// Private data of the provider.
    pub private: Vec<u8>,
}

impl Plan {
    /// Creates a plan that leads to a state without replacement.
    #[must_use]
    pub fn new(state: Value, private: Vec<u8>) -> Self {
        Self {
            state,
            replace: Vec::new(),
            private,
        }
    }

    /// Requires a replacement if an attribute of an existing object changes.
    #[must_use]
    pub fn replace_on_change(mut self, prior: &Value, attribute: &str) -> Self {
        if !prior.is_null() && prior.get(attribute) != self.state.get(attribute) {
            let step = PathStep::Attribute(attribute.into());
            self.replace.push(Path::from_iter([step]));
        }
        self
    }
}

/// A state, with private data of the provider beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// A value of the schema.
    pub value: Value,
    /// Any bytes, which Terraform stores and sends back.
    pub private: Vec<u8>,
}

impl From<Value> for State {
    fn from(value: Value) -> Self {
        Self {
            value,
            private: Vec::new(),
        }
    }
}

/// An error for the user of Terraform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The problem in a few words.
    pub summary: String,
    /// The problem in sentences, and how to fix it.
    pub detail: String,
    /// The attribute concerned; may be empty.
    pub path: Path,
}

impl Problem {
    /// Creates an error about the resource as a whole.
    #[must_use]
    pub fn new(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            detail: detail.into(),
            path: Path::new(),
        }
    }

    /// Sets the attribute that the error is about.
    #[must_use]
    pub fn at(mut self, attribute: &str) -> Self {
        self.path = self.path.prefixed(PathStep::Attribute(attribute.into()));
        self
    }
}

impl From<WireError> for Problem {
    fn from(error: WireError) -> Self {
        let path = error.path().clone();
        Self {
            path,
            ..Self::new("Malformed value", format!("A value cannot travel: {error}."))
        }
    }
}

/// Replaces the values of some attributes of an object.
#[must_use]
pub fn with<const N: usize>(object: &Value, attributes: [(&str, Value); N]) -> Value {
    let Some(fields) = object.fields() else {
        return object.clone();
    };
    let changed = |name: &str| attributes.iter().find(|(changed, _)| *changed == name);
    Value::object(fields.iter().map(|(name, value)| {
        let value = changed(name).map_or(value, |(_, value)| value);
        (name.clone(), value.clone())
    }))
}
