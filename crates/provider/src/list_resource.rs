//! Lists of the objects that exist.

use std::fmt;
use std::sync::Arc;

use hcl2_value::Value;
use tokio::sync::mpsc;

use crate::protocol::{IdentityData, ListEvent};
use crate::schema::{Definition, Schema};
use crate::{Context, Problem, convert};

/// A list of the objects of a type of resource, for the `list` blocks of `terraform query`.
///
/// It has the name of the type of resource, whose objects have an [identity](Definition::identity).
///
/// # Examples
///
/// ```
/// use hcl2_provider::{Context, Found, ListResource, Problem, Schema};
///
/// /// A server.
/// #[derive(Schema)]
/// struct Server {
///     #[schema(identity)]
///     name: String,
///     cores: u32,
/// }
///
/// /// Which servers to find.
/// #[derive(Schema)]
/// struct Filter {
///     min_cores: Option<u32>,
/// }
///
/// struct Servers(Vec<Server>);
///
/// impl ListResource for Servers {
///     type Config = Filter;
///
///     async fn list(&self, config: Filter, found: &mut Found, _: &mut Context) -> Result<(), Problem> {
///         for server in &self.0 {
///             if server.cores >= config.min_cores.unwrap_or(0) {
///                 found.object(server.name.as_str(), server).await?;
///             }
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait ListResource: Send + Sync + 'static {
    /// The Rust type of its `config` block.
    type Config: Schema;

    /// Returns the schema of the `config` block.
    fn definition(&self) -> Definition {
        Self::Config::definition()
    }

    /// Validates a configuration, beyond the validators of its attributes. It is called once the type can hold it.
    fn validate(&self, _config: Self::Config) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }

    /// Finds objects. The call is dropped if Terraform wants no more of them.
    fn list(
        &self,
        config: Self::Config,
        found: &mut Found,
        context: &mut Context,
    ) -> impl Future<Output = Result<(), Problem>> + Send;
}

/// Where a [`ListResource`] sends the objects that it finds.
pub struct Found {
    pub(crate) resource: Arc<Definition>,
    pub(crate) sender: mpsc::Sender<ListEvent>,
    pub(crate) includes_objects: bool,
    pub(crate) limit: Option<u64>,
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found")
            .field("includes_objects", &self.includes_objects)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

impl Found {
    /// Returns whether Terraform wants the objects, not only their identities.
    #[must_use]
    pub fn includes_objects(&self) -> bool {
        self.includes_objects
    }

    /// Returns the maximum number of objects that Terraform wants, such as for the size of a page. Further ones need not be
    /// left out.
    #[must_use]
    pub fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// Sends an object, with a name for people. Its identity consists of its attributes.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a part of the model is not a value of the schema of the resource, or the identity is not complete.
    pub async fn object<M: Schema>(&mut self, name: impl Into<String>, object: &M) -> Result<(), Problem> {
        let block = &self.resource.block;
        let state = block.without_write_only(&block.coerce(&object.to_value()?)?);
        let included = match self.includes_objects {
            true => Some(convert::dynamic(&state, &self.resource.ty())?),
            false => None,
        };
        let identity = self.resource.identity_of(&state);
        self.send(name.into(), &identity, included).await
    }

    /// Sends the identity of an object, with a name for people: an object with an attribute for each part of the identity.
    /// It is for lists without [objects](Self::includes_objects).
    ///
    /// # Errors
    ///
    /// [`Problem`] if it is not an identity of the resource.
    pub async fn identity(&mut self, name: impl Into<String>, identity: &Value) -> Result<(), Problem> {
        self.send(name.into(), identity, None).await
    }

    async fn send(
        &mut self,
        display_name: String,
        identity: &Value,
        resource_object: Option<crate::protocol::DynamicValue>,
    ) -> Result<(), Problem> {
        if let Some(problem) = Problem::joined(self.resource.identity_changes(None, identity)) {
            return Err(problem);
        }
        let identity_data = Some(convert::dynamic(identity, &self.resource.identity_type())?);
        let event = ListEvent {
            identity: Some(IdentityData { identity_data }),
            display_name,
            resource_object,
            diagnostics: Vec::new(),
        };
        // Nobody listens once the list is long enough; then this call is dropped.
        let _ = self.sender.send(event).await;
        Ok(())
    }
}
