//! Tests of providers: [`Harness`] without Terraform, in microseconds, and [`Terraform`] with the real one.
//!
//! # Examples
//!
//! ```
//! use hcl2_provider::testing::{Action, Harness};
//! use hcl2_provider::{Context, Problem, Provider, Resource, Schema};
//!
//! #[derive(Schema)]
//! struct Note {
//!     #[schema(computed, stable)]
//!     id: Option<String>,
//!     text: String,
//! }
//!
//! struct Notes;
//!
//! impl Resource for Notes {
//!     type Model = Note;
//!
//!     async fn create(&self, mut planned: Note, _: &mut Context) -> Result<Note, Problem> {
//!         planned.id = Some("note-1".to_owned());
//!         Ok(planned)
//!     }
//!
//!     async fn update(&self, _prior: Note, planned: Note, _: &mut Context) -> Result<Note, Problem> {
//!         Ok(planned)
//!     }
//!
//!     async fn delete(&self, _state: Note, _: &mut Context) -> Result<(), Problem> {
//!         Ok(())
//!     }
//! }
//!
//! let note = |text: &str| Note { id: None, text: text.to_owned() };
//! let harness = Harness::new(Provider::new().resource("sample_note", Notes))?;
//! let mut object = harness.object("sample_note")?;
//! assert_eq!(object.apply(&note("a"))?, Action::Create);
//! assert_eq!(object.model::<Note>()?.id.as_deref(), Some("note-1"));
//! assert_eq!(object.apply(&note("b"))?, Action::Update);
//! assert_eq!(object.plan(&note("b"))?.action, Action::Nothing);
//! object.destroy()?;
//! assert!(!object.exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod object;
mod terraform;

use std::io;
use std::sync::Arc;

use hcl2_value::{Type, Value};
use tokio::runtime::{Builder, Runtime};
use tokio_stream::StreamExt;

use crate::client::json;
use crate::handlers::Service;
use crate::protocol::{
    ActionRequest, ActionStep, CallRequest, ClientCapabilities, ConfigRequest, ConfigureRequest,
    DynamicValue, Empty, ListRequest, OpenedRequest, ProviderRequest, ReadDataRequest, Version,
};
use crate::schema::Schema;
use crate::{Problem, Provider, convert};

pub use object::{Action, Object, Planned};
pub use terraform::{Failure, Terraform};

/// A provider in this process, whose calls go through the messages of the protocol, as Terraform's do.
pub struct Harness {
    service: Arc<Service>,
    runtime: Runtime,
    capabilities: ClientCapabilities,
    meta: Option<DynamicValue>,
}

/// An object that a list found.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its name for people.
    pub name: String,
    /// Its identity.
    pub identity: Value,
    /// Its state, if the list sent it.
    pub state: Option<Value>,
}

impl std::fmt::Debug for Harness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Harness").finish_non_exhaustive()
    }
}

impl Harness {
    /// Creates a harness, whose provider is not configured yet.
    ///
    /// # Errors
    ///
    /// If the operating system gives no timers.
    pub fn new(provider: Provider) -> io::Result<Self> {
        Ok(Self {
            service: Arc::new(Service::new(provider)),
            runtime: Builder::new_current_thread().enable_all().build()?,
            capabilities: ClientCapabilities {
                write_only_attributes_allowed: true,
                store_planned_private: true,
                ..ClientCapabilities::default()
            },
            meta: None,
        })
    }

    /// Lets calls be deferred, as stacks do.
    #[must_use]
    pub fn allow_deferral(mut self) -> Self {
        self.capabilities.deferral_allowed = true;
        self
    }

    /// Sends the `provider_meta` block of a module with each call.
    ///
    /// # Errors
    ///
    /// If the provider has no such block, or it does not fit.
    pub fn with_meta(mut self, meta: &impl Schema) -> Result<Self, Problem> {
        let Some(definition) = self.service.meta_definition() else {
            return Err(Problem::new(
                "No metadata",
                "Set the schema of the metadata with Provider::meta.",
            ));
        };
        let meta = definition.block.coerce(&meta.to_value()?)?;
        self.meta = Some(convert::dynamic(&meta, &definition.ty())?);
        Ok(self)
    }

    /// Returns the schemas of the provider as JSON, in the form that [`client::schemas`](crate::client::schemas) returns.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn schemas(&self) -> Result<String, Problem> {
        let schemas = self.runtime.block_on(self.service.schemas(Version::Six));
        convert::result(schemas.diagnostics.clone())?;
        let identities = self.runtime.block_on(self.service.identity_schemas(Empty {}));
        convert::result(identities.diagnostics.clone())?;
        json::of_provider(Version::Six, schemas, identities)
    }

    /// Validates and takes the configuration of the provider.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn configure(&self, config: &impl Schema) -> Result<(), Problem> {
        let definition = self.service.config();
        let config = definition.block.coerce(&config.to_value()?)?;
        let config = Some(convert::dynamic(&config, &definition.ty())?);
        let request = ProviderRequest {
            config: config.clone(),
        };
        let validated = self
            .runtime
            .block_on(self.service.validate_provider(Version::Six, request));
        convert::result(validated.diagnostics)?;
        let configured = self.runtime.block_on(self.service.configure(ConfigureRequest {
            terraform_version: "1.0.0".to_owned(),
            config,
            client_capabilities: Some(self.capabilities.clone()),
        }));
        convert::result(configured.diagnostics)
    }

    /// Returns the types of resources whose objects have an identity.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn identities(&self) -> Result<Vec<String>, Problem> {
        let response = self.runtime.block_on(self.service.identity_schemas(Empty {}));
        convert::result(response.diagnostics)?;
        Ok(response.identity_schemas.into_keys().collect())
    }

    /// Returns an object of a type of resource, which does not exist yet.
    ///
    /// # Errors
    ///
    /// If the provider does not have the type.
    pub fn object(&self, type_name: &str) -> Result<Object<'_>, Problem> {
        Object::new(self, type_name)
    }

    /// Validates the configuration of a data source, and reads it.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn read(&self, type_name: &str, config: &impl Schema) -> Result<Value, Problem> {
        let definition = self.service.data_source_definition(type_name)?;
        let ty = definition.ty();
        let config = definition.block.coerce(&config.to_value()?)?;
        let request = self.request(type_name, &config, &ty)?;
        let validated = self
            .runtime
            .block_on(self.service.validate_data_source(request.clone()));
        convert::result(validated.diagnostics)?;
        let request = ReadDataRequest {
            type_name: request.type_name,
            config: request.config,
            provider_meta: self.meta.clone(),
            client_capabilities: request.client_capabilities,
        };
        let data = self.runtime.block_on(self.service.read_data_source(request));
        convert::result(data.diagnostics)?;
        Ok(convert::value(data.state.as_ref(), &ty)?)
    }

    /// Validates the configuration of an ephemeral resource, opens it and closes it.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn open(&self, type_name: &str, config: &impl Schema) -> Result<Value, Problem> {
        let definition = self.service.ephemeral_definition(type_name)?;
        let ty = definition.ty();
        let config = definition.block.coerce(&config.to_value()?)?;
        let request = self.request(type_name, &config, &ty)?;
        let validated = self
            .runtime
            .block_on(self.service.validate_ephemeral(request.clone()));
        convert::result(validated.diagnostics)?;
        let opened = self.runtime.block_on(self.service.open(request));
        convert::result(opened.diagnostics)?;
        let closed = self.runtime.block_on(self.service.close(OpenedRequest {
            type_name: type_name.to_owned(),
            private: opened.private,
        }));
        convert::result(closed.diagnostics)?;
        Ok(convert::value(opened.result.as_ref(), &ty)?)
    }

    /// Validates the configuration of a list, and finds the objects, at most as many as the limit.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn list(
        &self,
        type_name: &str,
        config: &impl Schema,
        limit: Option<u64>,
    ) -> Result<Vec<Listed>, Problem> {
        let definition = self.service.list_definition(type_name)?;
        let resource = self.service.resource_definition(type_name)?;
        let config = definition.block.coerce(&config.to_value()?)?;
        let request = self.request(type_name, &config, &definition.ty())?;
        let validated = self.runtime.block_on(self.service.validate_list(request.clone()));
        convert::result(validated.diagnostics)?;
        let mut events = self.service.clone().list(ListRequest {
            type_name: type_name.to_owned(),
            config: request.config,
            include_resource_object: true,
            limit: limit.map_or(0, |limit| i64::try_from(limit).unwrap_or(i64::MAX)),
        });
        let mut found = Vec::new();
        while limit.is_none_or(|limit| (found.len() as u64) < limit) {
            let Some(event) = self.runtime.block_on(events.next()) else {
                break;
            };
            convert::result(event.diagnostics)?;
            let Some(identity) = event.identity.and_then(|identity| identity.identity_data) else {
                continue;
            };
            let state = event
                .resource_object
                .map(|object| convert::value(Some(&object), &resource.ty()));
            found.push(Listed {
                name: event.display_name,
                identity: convert::value(Some(&identity), &resource.identity_type())?,
                state: state.transpose()?,
            });
        }
        Ok(found)
    }

    /// Validates, plans and invokes an action, and returns what it says meanwhile.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn invoke(&self, type_name: &str, config: &impl Schema) -> Result<Vec<String>, Problem> {
        let definition = self.service.action_definition(type_name)?;
        let config = definition.block.coerce(&config.to_value()?)?;
        let request = self.request(type_name, &config, &definition.ty())?;
        let validated = self
            .runtime
            .block_on(self.service.validate_action(request.clone()));
        convert::result(validated.diagnostics)?;
        let request = ActionRequest {
            action_type: type_name.to_owned(),
            config: request.config,
            client_capabilities: request.client_capabilities,
        };
        let planned = self.runtime.block_on(self.service.plan_action(request.clone()));
        convert::result(planned.diagnostics)?;
        let mut events = self.service.clone().invoke_action(request);
        let mut said = Vec::new();
        while let Some(event) = self.runtime.block_on(events.next()) {
            match event.step {
                Some(ActionStep::Progress(progress)) => said.push(progress.message),
                Some(ActionStep::Completed(completed)) => convert::result(completed.diagnostics)?,
                None => {}
            }
        }
        Ok(said)
    }

    /// Calls a function.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn call(&self, name: &str, arguments: &[Value]) -> Result<Value, Problem> {
        let encode = |value: &Value| convert::dynamic(value, value.ty());
        let arguments = arguments.iter().map(encode).collect::<Result<_, _>>()?;
        let request = CallRequest {
            name: name.to_owned(),
            arguments,
        };
        let response = self.runtime.block_on(self.service.call(request));
        if let Some(error) = response.error {
            return Err(Problem::new("Error in function call", error.text));
        }
        let ty = self.service.return_type(name);
        Ok(convert::value(response.result.as_ref(), &ty)?)
    }

    /// Returns the request about a configuration.
    fn request(&self, type_name: &str, config: &Value, ty: &Type) -> Result<ConfigRequest, Problem> {
        Ok(ConfigRequest {
            type_name: type_name.to_owned(),
            config: Some(convert::dynamic(config, ty)?),
            client_capabilities: Some(self.capabilities.clone()),
        })
    }
}
