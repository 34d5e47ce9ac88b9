//! What a provider is made of: traits for resources, data sources and the provider as a whole.

use std::collections::BTreeMap;
use std::fmt;

use hcl2_value::{Function, Path, PathStep, Value};
use hcl2_wire::WireError;
use hcl2_wire::json::RawValue;
use hcl2_wire::schema::Block;

/// A provider: resources, data sources and functions by name, under a configuration of its own.
#[derive(Default)]
pub struct Provider {
    pub(crate) schema: Block,
    pub(crate) configure: Option<Configure>,
    pub(crate) resources: BTreeMap<String, Box<dyn Resource>>,
    pub(crate) data_sources: BTreeMap<String, Box<dyn DataSource>>,
    pub(crate) functions: BTreeMap<String, Function>,
}

/// Takes the configuration of a provider.
type Configure = Box<dyn Fn(&Value) -> Result<(), Problem> + Send + Sync>;

impl Provider {
    /// A provider of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says what is in the `provider` block, and what to do with it.
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
            .field("functions", &self.functions.keys())
            .finish_non_exhaustive()
    }
}

/// A type of resource. Values are those of the schema's implied type.
pub trait Resource: Send + Sync {
    /// What is in its blocks.
    fn schema(&self) -> Block;

    /// The version of the schema, which is stored beside each state.
    fn version(&self) -> i64 {
        0
    }

    /// Looks for what is wrong with a configuration, in which any part may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong.
    fn validate(&self, _config: &Value) -> Result<(), Problem> {
        Ok(())
    }

    /// Says what a change will lead to; what cannot be known before it is done is unknown.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        Ok(Plan::new(change.proposed.clone(), change.private.clone()))
    }

    /// Makes what was planned.
    ///
    /// # Errors
    ///
    /// Why it cannot be made.
    fn create(&self, planned: &State) -> Result<State, Problem>;

    /// Changes what there is to what was planned.
    ///
    /// # Errors
    ///
    /// Why it cannot be changed; it then is what it was.
    fn update(&self, prior: &Value, planned: &State) -> Result<State, Problem>;

    /// Removes what there is.
    ///
    /// # Errors
    ///
    /// Why it cannot be removed.
    fn delete(&self, prior: &State) -> Result<(), Problem>;

    /// Looks at what there is now; `None` where it is gone.
    ///
    /// # Errors
    ///
    /// Why that cannot be told.
    fn read(&self, state: State) -> Result<Option<State>, Problem> {
        Ok(Some(state))
    }

    /// Finds what there is by the identifier that a person gave.
    ///
    /// # Errors
    ///
    /// Why it cannot be found.
    fn import(&self, _id: &str) -> Result<State, Problem> {
        Err(Problem::new(
            "Import is not supported",
            "This resource cannot be imported.",
        ))
    }

    /// Reads the state that a schema of another version stored: as it is, unless attributes did more than come and go.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    fn upgrade(&self, _version: i64, stored: RawValue<'_>) -> Result<Value, Problem> {
        Ok(stored.decode_shared(&self.schema().implied_type())?)
    }
}

/// A type of data source.
pub trait DataSource: Send + Sync {
    /// What is in its blocks.
    fn schema(&self) -> Block;

    /// Finds what the configuration asks for.
    ///
    /// # Errors
    ///
    /// Why it cannot be found.
    fn read(&self, config: &Value) -> Result<Value, Problem>;
}

/// A change to plan.
#[derive(Clone, Debug)]
pub struct Change {
    /// What there is; null where there is nothing.
    pub prior: Value,
    /// What the configuration says.
    pub config: Value,
    /// What follows from both: as configured, and where the provider decides, as it was.
    pub proposed: Value,
    /// What the provider keeps for itself beside the state.
    pub private: Vec<u8>,
}

/// What a change will lead to.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The state after it.
    pub state: Value,
    /// The attributes whose change asks for a new one in place of what there is.
    pub replace: Vec<Path>,
    /// What the provider keeps for itself.
    pub private: Vec<u8>,
}

impl Plan {
    /// A plan that leads to a state without replacing anything.
    #[must_use]
    pub fn new(state: Value, private: Vec<u8>) -> Self {
        Self {
            state,
            replace: Vec::new(),
            private,
        }
    }

    /// Asks for a new one where an attribute of something that is there changes.
    #[must_use]
    pub fn replace_on_change(mut self, prior: &Value, attribute: &str) -> Self {
        if !prior.is_null() && prior.get(attribute) != self.state.get(attribute) {
            let step = PathStep::Attribute(attribute.into());
            self.replace.push(Path::from_iter([step]));
        }
        self
    }
}

/// What there is, and what the provider keeps for itself beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// A value of the schema.
    pub value: Value,
    /// Any bytes, which Terraform stores and gives back.
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

/// An error to show to the person who runs Terraform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in a few words.
    pub summary: String,
    /// What is wrong here, and what to do.
    pub detail: String,
    /// The attribute concerned; empty for none.
    pub path: Path,
}

impl Problem {
    /// An error of the resource as a whole.
    #[must_use]
    pub fn new(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            detail: detail.into(),
            path: Path::new(),
        }
    }

    /// The same error, of an attribute.
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

/// The object with other values in the place of some attributes.
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
