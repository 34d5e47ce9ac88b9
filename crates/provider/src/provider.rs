//! A provider as a whole.

use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use hcl2_value::{Function, Value};

use crate::erased::{AnyAction, AnyDataSource, AnyEphemeral, AnyList, AnyResource};
use crate::schema::{Definition, Schema};
use crate::{Action, DataSource, EphemeralResource, ListResource, Problem, Resource};

type Configuring = Pin<Box<dyn Future<Output = Result<(), Problem>> + Send>>;

/// Takes the configuration of a provider; it is an error if the model cannot hold it.
pub(crate) type Configure = Box<dyn Fn(Value) -> Result<Configuring, Problem> + Send + Sync>;

/// A provider: resources, data sources, ephemeral resources, lists, actions and functions by name, and a configuration.
///
/// # Examples
///
/// ```
/// use hcl2_provider::{Provider, Schema, decode};
///
/// #[derive(Schema)]
/// struct Config {
///     /// The region of all objects.
///     region: Option<String>,
/// }
///
/// let provider = Provider::new()
///     .configured(|config: Config| async move {
///         println!("in the region {:?}", config.region);
///         Ok(())
///     })
///     .function(decode::function("twice", |number: i64| number * 2));
/// ```
pub struct Provider {
    pub(crate) definition: Definition,
    pub(crate) configure: Option<Configure>,
    /// The schema of what modules tell the provider.
    pub(crate) meta: Option<Definition>,
    pub(crate) resources: BTreeMap<String, Arc<dyn AnyResource>>,
    pub(crate) data_sources: BTreeMap<String, Arc<dyn AnyDataSource>>,
    pub(crate) ephemeral: BTreeMap<String, Arc<dyn AnyEphemeral>>,
    pub(crate) lists: BTreeMap<String, Arc<dyn AnyList>>,
    pub(crate) actions: BTreeMap<String, Arc<dyn AnyAction>>,
    pub(crate) functions: BTreeMap<String, Arc<Function>>,
    pub(crate) checks: bool,
}

impl Default for Provider {
    fn default() -> Self {
        Self {
            definition: Definition::new(),
            configure: None,
            meta: None,
            resources: BTreeMap::new(),
            data_sources: BTreeMap::new(),
            ephemeral: BTreeMap::new(),
            lists: BTreeMap::new(),
            actions: BTreeMap::new(),
            functions: BTreeMap::new(),
            checks: true,
        }
    }
}

impl Provider {
    /// Creates a provider without resources.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the function that takes the `provider` block, whose schema is that of the model.
    #[must_use]
    pub fn configured<M, F>(self, configure: impl Fn(M) -> F + Send + Sync + 'static) -> Self
    where
        M: Schema + 'static,
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        self.configured_by(M::definition(), configure)
    }

    /// Sets the schema of the `provider` block, and the function that takes it.
    #[must_use]
    pub fn configured_by<M, F>(
        mut self,
        definition: Definition,
        configure: impl Fn(M) -> F + Send + Sync + 'static,
    ) -> Self
    where
        M: Schema + 'static,
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        self.definition = definition;
        self.configure = Some(Box::new(move |config| {
            let config = M::from_value(&config)?;
            Ok(Box::pin(configure(config)))
        }));
        self
    }

    /// Describes the provider: its documentation starts with it, and so does that of the `provider` block.
    #[must_use]
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.definition.block.description = description.into();
        self
    }

    /// Sets the schema of the `provider_meta` block, with which a module sends values to the provider in each call, such as
    /// its name. [`Context::meta`](crate::Context::meta) reads it.
    #[must_use]
    pub fn meta<M: Schema>(mut self) -> Self {
        self.meta = Some(M::definition());
        self
    }

    /// Adds a type of resource. Its name starts with that of the provider and an underscore.
    #[must_use]
    pub fn resource(mut self, name: impl Into<String>, resource: impl Resource) -> Self {
        self.resources.insert(name.into(), Arc::new(resource));
        self
    }

    /// Adds a type of data source. Its name starts with that of the provider and an underscore.
    #[must_use]
    pub fn data_source(mut self, name: impl Into<String>, source: impl DataSource) -> Self {
        self.data_sources.insert(name.into(), Arc::new(source));
        self
    }

    /// Adds a type of ephemeral resource. Its name starts with that of the provider and an underscore.
    #[must_use]
    pub fn ephemeral_resource(mut self, name: impl Into<String>, resource: impl EphemeralResource) -> Self {
        self.ephemeral.insert(name.into(), Arc::new(resource));
        self
    }

    /// Adds a list of the objects of a type of resource, by the name of the type, which must have an identity.
    #[must_use]
    pub fn list_resource(mut self, name: impl Into<String>, list: impl ListResource) -> Self {
        self.lists.insert(name.into(), Arc::new(list));
        self
    }

    /// Adds a type of action. Its name starts with that of the provider and an underscore.
    #[must_use]
    pub fn action(mut self, name: impl Into<String>, action: impl Action) -> Self {
        self.actions.insert(name.into(), Arc::new(action));
        self
    }

    /// Adds a function, by its own name.
    #[must_use]
    pub fn function(mut self, function: Function) -> Self {
        self.functions
            .insert(function.name().to_owned(), Arc::new(function));
        self
    }

    /// Leaves the checks of plans and results to Terraform, whose messages do not say what to do.
    #[must_use]
    pub fn unchecked(mut self) -> Self {
        self.checks = false;
        self
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("resources", &self.resources.keys())
            .field("data_sources", &self.data_sources.keys())
            .field("ephemeral_resources", &self.ephemeral.keys())
            .field("list_resources", &self.lists.keys())
            .field("actions", &self.actions.keys())
            .field("functions", &self.functions.keys())
            .finish_non_exhaustive()
    }
}
