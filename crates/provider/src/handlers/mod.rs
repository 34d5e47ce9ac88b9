//! The methods of the protocol, for both versions.

mod actions;
mod deferral;
mod ephemeral;
mod identities;
mod lists;
mod resources;
mod streams;

use std::any::Any;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use hcl2_value::{Function, Type, Value};

use crate::context::{Context, Stop};
use crate::erased::{AnyAction, AnyDataSource, AnyEphemeral, AnyList, AnyResource};
use crate::protocol::{
    self, ActionSchema, CallRequest, CallResponse, ConfigRequest, ConfigureRequest, Diagnostic, Diagnostics,
    Empty, FunctionError, FunctionsResponse, Metadata, Named, ProviderRequest, ProviderResponse,
    ReadDataRequest, SchemaResponse, ServerCapabilities, Severity, StateResponse, StopResponse, Version,
};
use crate::schema::Definition;
use crate::{Problem, Provider, checks, convert};

pub(crate) use streams::Events;

/// A provider that answers calls.
pub(crate) struct Service {
    provider: Provider,
    config: Part<()>,
    resources: BTreeMap<String, Part<dyn AnyResource>>,
    data_sources: BTreeMap<String, Part<dyn AnyDataSource>>,
    ephemeral: BTreeMap<String, Part<dyn AnyEphemeral>>,
    lists: BTreeMap<String, Part<dyn AnyList>>,
    actions: BTreeMap<String, Part<dyn AnyAction>>,
    terraform_version: Mutex<String>,
    /// Whether the provider is not configured, because its configuration is unknown.
    unconfigured: AtomicBool,
    pub(crate) stop: Stop,
}

/// A type of resource, data source, ephemeral resource, list or action, with its schema.
struct Part<T: ?Sized> {
    it: Arc<T>,
    definition: Arc<Definition>,
    ty: Type,
}

impl<T: ?Sized> Part<T> {
    fn new(it: Arc<T>, definition: Definition) -> Self {
        let ty = definition.ty();
        Self {
            it,
            definition: Arc::new(definition),
            ty,
        }
    }

    /// Reads a value of the schema.
    fn read(&self, message: Option<&protocol::DynamicValue>) -> Result<Value, Problem> {
        Ok(convert::value(message, &self.ty)?)
    }

    /// Reads the configuration in a block that may be left out.
    fn read_optional(&self, message: Option<&protocol::DynamicValue>) -> Result<Value, Problem> {
        let config = self.read(message)?;
        Ok(if config.is_null() {
            self.definition.block.empty_value()
        } else {
            config
        })
    }

    /// Reads a configuration, checks its attributes, and completes it, so that the model can hold it.
    fn validated(&self, message: Option<&protocol::DynamicValue>) -> Result<Value, Problem> {
        let config = self.read_optional(message)?;
        none_of(self.definition.problems(&config))?;
        Ok(self.definition.with_defaults(&config, &config)?)
    }

    /// Writes a value of the schema.
    fn write(&self, value: &Value) -> Result<Option<protocol::DynamicValue>, Problem> {
        Ok(Some(convert::dynamic(value, &self.ty)?))
    }

    /// Converts what a part returned to the schema. Write-only values stay with the provider.
    fn coerce(&self, value: &Value) -> Result<Value, Problem> {
        let value = self.definition.block.coerce(value)?;
        Ok(self.definition.block.without_write_only(&value))
    }
}

/// Collects what may go wrong in a response.
fn answered<T: Default>(
    result: Result<T, Problem>,
    warnings: Vec<Problem>,
    diagnostics: fn(&mut T) -> &mut Vec<Diagnostic>,
) -> T {
    let (mut response, problem) = match result {
        Ok(response) => (response, None),
        Err(problem) => (T::default(), Some(problem)),
    };
    let all = diagnostics(&mut response);
    all.extend(
        warnings
            .into_iter()
            .flat_map(|warning| convert::diagnostics(warning, Severity::Warning)),
    );
    all.extend(
        problem
            .into_iter()
            .flat_map(|problem| convert::diagnostics(problem, Severity::Error)),
    );
    response
}

/// Runs a call of the provider's author; a panic is a problem of the call.
async fn caught<T>(call: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    let mut call = pin!(call);
    poll_fn(
        |context| match catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(context))) {
            Ok(poll) => poll,
            Err(panic) => Poll::Ready(Err(panicked(&*panic))),
        },
    )
    .await
}

fn panicked(panic: &(dyn Any + Send)) -> Problem {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "no message".to_owned());
    Problem::new(
        "The provider panicked",
        format!("This is a bug of the provider, which goes on with other calls. The panic says: {text}"),
    )
}

/// Returns the first problem with the others behind it, if there are any.
fn none_of(problems: Vec<Problem>) -> Result<(), Problem> {
    Problem::joined(problems).map_or(Ok(()), Err)
}

fn named<'p, T: ?Sized>(
    parts: &'p BTreeMap<String, Part<T>>,
    what: &str,
    name: &str,
) -> Result<&'p Part<T>, Problem> {
    parts.get(name).ok_or_else(|| {
        Problem::new(
            format!("Unknown {what}"),
            format!("The provider has no {what} named {name}."),
        )
    })
}

impl Service {
    pub(crate) fn new(mut provider: Provider) -> Self {
        fn parts<T: ?Sized>(
            map: BTreeMap<String, Arc<T>>,
            definition: impl Fn(&T) -> Definition,
        ) -> BTreeMap<String, Part<T>> {
            map.into_iter()
                .map(|(name, it)| {
                    let definition = definition(&it);
                    (name, Part::new(it, definition))
                })
                .collect()
        }
        Self {
            config: Part::new(Arc::new(()), provider.definition.clone()),
            resources: parts(std::mem::take(&mut provider.resources), |it| it.definition()),
            data_sources: parts(std::mem::take(&mut provider.data_sources), |it| it.definition()),
            ephemeral: parts(std::mem::take(&mut provider.ephemeral), |it| it.definition()),
            lists: parts(std::mem::take(&mut provider.lists), |it| it.definition()),
            actions: parts(std::mem::take(&mut provider.actions), |it| it.definition()),
            terraform_version: Mutex::default(),
            unconfigured: AtomicBool::new(false),
            stop: Stop::default(),
            provider,
        }
    }

    pub(crate) fn config(&self) -> &Definition {
        &self.config.definition
    }

    pub(crate) fn meta_definition(&self) -> Option<&Definition> {
        self.provider.meta.as_ref()
    }

    pub(crate) fn resource_definition(&self, name: &str) -> Result<Arc<Definition>, Problem> {
        Ok(named(&self.resources, "resource type", name)?.definition.clone())
    }

    pub(crate) fn data_source_definition(&self, name: &str) -> Result<Arc<Definition>, Problem> {
        Ok(named(&self.data_sources, "data source", name)?.definition.clone())
    }

    pub(crate) fn list_definition(&self, name: &str) -> Result<Arc<Definition>, Problem> {
        Ok(named(&self.lists, lists::WHAT, name)?.definition.clone())
    }

    pub(crate) fn action_definition(&self, name: &str) -> Result<Arc<Definition>, Problem> {
        Ok(named(&self.actions, actions::WHAT, name)?.definition.clone())
    }

    pub(crate) fn ephemeral_definition(&self, name: &str) -> Result<Arc<Definition>, Problem> {
        Ok(named(&self.ephemeral, "ephemeral resource type", name)?
            .definition
            .clone())
    }

    /// Returns the type of the results of a function.
    pub(crate) fn return_type(&self, name: &str) -> Type {
        let function = self.provider.functions.get(name);
        function.map_or(Type::DYNAMIC, |function| convert::return_type(function))
    }

    fn context(&self, private: Vec<u8>) -> Context {
        let version = self
            .terraform_version
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Context::new(private, version.clone(), self.stop.clone())
    }

    /// Returns the schema of what modules tell the provider.
    fn meta(&self, version: Version) -> Result<Option<protocol::Schema>, Problem> {
        let meta = self.provider.meta.as_ref();
        meta.map(|meta| convert::schema(meta, version)).transpose()
    }

    fn capabilities() -> ServerCapabilities {
        ServerCapabilities {
            get_provider_schema_optional: true,
            move_resource_state: true,
            generate_resource_config: true,
            ..ServerCapabilities::default()
        }
    }

    pub(crate) async fn metadata(&self, version: Version, _: Empty) -> Metadata {
        fn names<'n>(names: impl Iterator<Item = &'n String>) -> Vec<Named> {
            names.map(|name| Named { name: name.clone() }).collect()
        }
        let actions = names(self.actions.keys());
        let (old_actions, actions) = match version {
            Version::Five => (actions, Vec::new()),
            Version::Six => (Vec::new(), actions),
        };
        Metadata {
            server_capabilities: Some(Self::capabilities()),
            diagnostics: Vec::new(),
            data_sources: names(self.data_sources.keys()),
            resources: names(self.resources.keys()),
            functions: names(self.provider.functions.keys()),
            ephemeral_resources: names(self.ephemeral.keys()),
            list_resources: names(self.lists.keys()),
            old_actions,
            actions,
        }
    }

    pub(crate) async fn schemas(&self, version: Version) -> SchemaResponse {
        answered(self.all_schemas(version), Vec::new(), |response| {
            &mut response.diagnostics
        })
    }

    fn all_schemas(&self, version: Version) -> Result<SchemaResponse, Problem> {
        fn schemas<T: ?Sized>(
            parts: &BTreeMap<String, Part<T>>,
            version: Version,
        ) -> Result<BTreeMap<String, protocol::Schema>, Problem> {
            parts
                .iter()
                .map(|(name, part)| Ok((name.clone(), convert::schema(&part.definition, version)?)))
                .collect()
        }
        let actions = schemas(&self.actions, version)?.into_iter();
        none_of(self.list_problems())?;
        Ok(SchemaResponse {
            provider: Some(convert::schema(&self.config.definition, version)?),
            resource_schemas: schemas(&self.resources, version)?,
            data_source_schemas: schemas(&self.data_sources, version)?,
            provider_meta: self.meta(version)?,
            ephemeral_resource_schemas: schemas(&self.ephemeral, version)?,
            list_resource_schemas: schemas(&self.lists, version)?,
            action_schemas: actions
                .map(|(name, schema)| (name, ActionSchema { schema: Some(schema) }))
                .collect(),
            functions: self.function_messages()?,
            server_capabilities: Some(Self::capabilities()),
            diagnostics: Vec::new(),
        })
    }

    fn function_messages(&self) -> Result<BTreeMap<String, protocol::Function>, Problem> {
        let functions = self.provider.functions.iter();
        functions
            .map(|(name, function)| Ok((name.clone(), convert::function(function)?)))
            .collect()
    }

    pub(crate) async fn functions(&self, _: Empty) -> FunctionsResponse {
        let response = self.function_messages().map(|functions| FunctionsResponse {
            functions,
            diagnostics: Vec::new(),
        });
        answered(response, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn validate_provider(
        &self,
        version: Version,
        request: ProviderRequest,
    ) -> ProviderResponse {
        let validate = || {
            let config = self.config.read(request.config.as_ref())?;
            none_of(self.config.definition.problems(&config))?;
            Ok(ProviderResponse {
                prepared_config: request.config.clone().filter(|_| version == Version::Five),
                diagnostics: Vec::new(),
            })
        };
        answered(validate(), Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn configure(&self, request: ConfigureRequest) -> Diagnostics {
        self.terraform_version
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone_from(&request.terraform_version);
        let configured = async {
            let config = self.config.read(request.config.as_ref())?;
            let config = self.config.definition.with_defaults(&config, &config)?;
            self.configured(config, request.client_capabilities.as_ref())
                .await?;
            Ok(Diagnostics::default())
        };
        answered(configured.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn validate_data_source(&self, request: ConfigRequest) -> Diagnostics {
        let validated = async {
            let source = named(&self.data_sources, "data source", &request.type_name)?;
            let config = source.validated(request.config.as_ref())?;
            caught(source.it.validate(config)).await?;
            Ok(Diagnostics::default())
        };
        answered(validated.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn read_data_source(&self, request: ReadDataRequest) -> StateResponse {
        let mut context = self.call_context(
            Vec::new(),
            request.client_capabilities.as_ref(),
            request.provider_meta,
        );
        let read = async {
            let source = named(&self.data_sources, "data source", &request.type_name)?;
            if self.defers(&mut context) {
                return Ok(StateResponse {
                    state: source.write(&Value::unknown(source.ty.clone()))?,
                    ..StateResponse::default()
                });
            }
            let config = source.read(request.config.as_ref())?;
            let config = source.definition.with_defaults(&config, &config)?;
            let data = caught(source.it.read(config, &mut context)).await?;
            let data = source.coerce(&data)?;
            if self.provider.checks && context.deferred.is_none() {
                none_of(checks::of_known(&data))?;
            }
            Ok(StateResponse {
                state: source.write(&data)?,
                ..StateResponse::default()
            })
        };
        let read = read.await;
        let mut response = answered(read, context.warnings, |response| &mut response.diagnostics);
        response.deferred = context.deferred.map(convert::deferred);
        response
    }

    pub(crate) async fn call(&self, request: CallRequest) -> CallResponse {
        let result = caught(async { Ok(self.called(&request)) }).await;
        let failed = match result {
            Ok(Ok(result)) => {
                return CallResponse {
                    result: Some(result),
                    error: None,
                };
            }
            Ok(Err(failed)) => failed,
            Err(panic) => (format!("{}: {}", panic.summary, panic.detail), None),
        };
        let (text, argument) = failed;
        CallResponse {
            result: None,
            error: Some(FunctionError {
                text,
                function_argument: argument.and_then(|index| index.try_into().ok()),
            }),
        }
    }

    fn called(&self, request: &CallRequest) -> Result<protocol::DynamicValue, (String, Option<usize>)> {
        let function: Option<&Arc<Function>> = self.provider.functions.get(&request.name);
        let function = function.ok_or_else(|| {
            let text = format!("The provider has no function named {}.", request.name);
            (text, None)
        })?;
        let mut arguments = Vec::with_capacity(request.arguments.len());
        for (index, argument) in request.arguments.iter().enumerate() {
            let ty = function
                .parameter_at(index)
                .map_or(Type::DYNAMIC, |parameter| parameter.ty.clone());
            let value = convert::value(Some(argument), &ty);
            arguments.push(value.map_err(|error| (error.to_string(), Some(index)))?);
        }
        let result = function
            .call(&arguments)
            .map_err(|error| (error.message, error.argument))?;
        convert::dynamic(&result, &convert::return_type(function)).map_err(|error| (error.to_string(), None))
    }

    pub(crate) async fn stop(&self, _: Empty) -> StopResponse {
        self.stop.request();
        StopResponse::default()
    }
}
