//! The methods of the protocol.

use std::collections::BTreeMap;

use hcl2_value::{Type, Value};
use hcl2_wire::WireError;
use hcl2_wire::json::RawValue;

use crate::convert;
use crate::protocol::{
    self, ApplyRequest, ApplyResponse, CallRequest, CallResponse, ConfigRequest, ConfigureRequest,
    Diagnostic, Diagnostics, EmptyRequest, FunctionError, FunctionsResponse, ImportRequest, ImportResponse,
    ImportedResource, OpenResponse, PlanRequest, PlanResponse, ReadRequest, ReadResponse, SchemaResponse,
    StateResponse, StopResponse, UpgradeRequest, ValidateProviderRequest, ValidateProviderResponse,
};
use crate::provider::{Change, DataSource, Problem, Provider, Resource, State};

/// Returns the response, or one with only a diagnostic.
fn answered<T: Default>(result: Result<T, Problem>, diagnostics: fn(&mut T) -> &mut Vec<Diagnostic>) -> T {
    result.unwrap_or_else(|problem| {
        let mut response = T::default();
        diagnostics(&mut response).push(convert::diagnostic(problem));
        response
    })
}

fn unknown_name(what: &str, name: &str) -> Problem {
    Problem::new(
        format!("Unknown {what}"),
        format!("The provider has no {what} named {name}."),
    )
}

impl Provider {
    fn resource_named(&self, name: &str) -> Result<&dyn Resource, Problem> {
        let resource = self.resources.get(name).map(|resource| &**resource);
        resource.ok_or_else(|| unknown_name("resource type", name))
    }

    fn data_source_named(&self, name: &str) -> Result<&dyn DataSource, Problem> {
        let source = self.data_sources.get(name).map(|source| &**source);
        source.ok_or_else(|| unknown_name("data source", name))
    }

    fn ephemeral_resource_named(&self, name: &str) -> Result<&dyn DataSource, Problem> {
        let resource = self.ephemeral_resources.get(name).map(|resource| &**resource);
        resource.ok_or_else(|| unknown_name("ephemeral resource type", name))
    }

    fn function_messages(&self) -> Result<BTreeMap<String, protocol::Function>, WireError> {
        let functions = self.functions.iter();
        functions
            .map(|(name, function)| Ok((name.clone(), convert::function(function)?)))
            .collect()
    }

    fn schema_messages(&self) -> Result<SchemaResponse, WireError> {
        let mut response = SchemaResponse {
            provider: Some(convert::schema(0, &self.schema)?),
            functions: self.function_messages()?,
            ..SchemaResponse::default()
        };
        for (name, resource) in &self.resources {
            let schema = convert::schema(resource.version(), &resource.schema())?;
            response.resource_schemas.insert(name.clone(), schema);
        }
        for (name, source) in &self.data_sources {
            let schema = convert::schema(0, &source.schema())?;
            response.data_source_schemas.insert(name.clone(), schema);
        }
        for (name, resource) in &self.ephemeral_resources {
            let schema = convert::schema(0, &resource.schema())?;
            response.ephemeral_resource_schemas.insert(name.clone(), schema);
        }
        Ok(response)
    }

    pub(crate) fn get_schema(&self, _: EmptyRequest) -> SchemaResponse {
        let response = self.schema_messages().map_err(Problem::from);
        answered(response, |response| &mut response.diagnostics)
    }

    pub(crate) fn get_functions(&self, _: EmptyRequest) -> FunctionsResponse {
        let response = self.function_messages().map(|functions| FunctionsResponse {
            functions,
            diagnostics: Vec::new(),
        });
        answered(response.map_err(Problem::from), |response| {
            &mut response.diagnostics
        })
    }

    pub(crate) fn validate_provider(&self, request: ValidateProviderRequest) -> ValidateProviderResponse {
        let config = convert::value(request.config.as_ref(), &self.schema.implied_type());
        let response = config.map(|_| ValidateProviderResponse::default());
        answered(response.map_err(Problem::from), |response| {
            &mut response.diagnostics
        })
    }

    pub(crate) fn configure(&self, request: ConfigureRequest) -> Diagnostics {
        let configure = || {
            let config = convert::value(request.config.as_ref(), &self.schema.implied_type())?;
            self.configure
                .as_ref()
                .map_or(Ok(()), |configure| configure(&config))
        };
        answered(configure().map(|()| Diagnostics::default()), |response| {
            &mut response.diagnostics
        })
    }

    pub(crate) fn validate_resource(&self, request: ConfigRequest) -> Diagnostics {
        let validate = || {
            let resource = self.resource_named(&request.type_name)?;
            let config = convert::value(request.config.as_ref(), &resource.schema().implied_type())?;
            resource.validate(&config)
        };
        answered(validate().map(|()| Diagnostics::default()), |response| {
            &mut response.diagnostics
        })
    }

    pub(crate) fn validate_data_source(&self, request: ConfigRequest) -> Diagnostics {
        validated(self.data_source_named(&request.type_name), &request)
    }

    pub(crate) fn validate_ephemeral_resource(&self, request: ConfigRequest) -> Diagnostics {
        validated(self.ephemeral_resource_named(&request.type_name), &request)
    }

    pub(crate) fn upgrade(&self, request: UpgradeRequest) -> StateResponse {
        let upgrade = || {
            let resource = self.resource_named(&request.type_name)?;
            let stored = request.raw_state.unwrap_or_default();
            if stored.json.is_empty() {
                return Err(Problem::new(
                    "State too old",
                    "Terraform 0.11 stored it; upgrade by way of 0.12.",
                ));
            }
            let value = resource.upgrade(request.version, RawValue::new(&stored.json))?;
            state_response(&value, &resource.schema().implied_type())
        };
        answered(upgrade(), |response| &mut response.diagnostics)
    }

    pub(crate) fn read(&self, request: ReadRequest) -> ReadResponse {
        let read = || {
            let resource = self.resource_named(&request.type_name)?;
            let ty = resource.schema().implied_type();
            let value = convert::value(request.current_state.as_ref(), &ty)?;
            let private = request.private;
            let state = resource.read(State { value, private })?;
            let state = state.unwrap_or_else(|| Value::null(ty.clone()).into());
            Ok(ReadResponse {
                new_state: Some(convert::dynamic(&state.value, &ty)?),
                diagnostics: Vec::new(),
                private: state.private,
            })
        };
        answered(read(), |response| &mut response.diagnostics)
    }

    pub(crate) fn plan(&self, request: PlanRequest) -> PlanResponse {
        let plan = || {
            let resource = self.resource_named(&request.type_name)?;
            let ty = resource.schema().implied_type();
            let plan = resource.plan(&Change {
                prior: convert::value(request.prior_state.as_ref(), &ty)?,
                config: convert::value(request.config.as_ref(), &ty)?,
                proposed: convert::value(request.proposed_new_state.as_ref(), &ty)?,
                private: request.prior_private,
            })?;
            Ok(PlanResponse {
                planned_state: Some(convert::dynamic(&plan.state, &ty)?),
                requires_replace: plan.replace.iter().map(convert::path).collect(),
                planned_private: plan.private,
                diagnostics: Vec::new(),
            })
        };
        answered(plan(), |response| &mut response.diagnostics)
    }

    pub(crate) fn apply(&self, request: ApplyRequest) -> ApplyResponse {
        let prior_message = request.prior_state.clone();
        let apply = || {
            let resource = self.resource_named(&request.type_name)?;
            let ty = resource.schema().implied_type();
            let prior = convert::value(request.prior_state.as_ref(), &ty)?;
            let planned = State {
                value: convert::value(request.planned_state.as_ref(), &ty)?,
                private: request.planned_private,
            };
            let state = if planned.value.is_null() {
                resource.delete(&State {
                    value: prior,
                    private: planned.private,
                })?;
                planned.value.into()
            } else if prior.is_null() {
                resource.create(&planned)?
            } else {
                resource.update(&prior, &planned)?
            };
            Ok(ApplyResponse {
                new_state: Some(convert::dynamic(&state.value, &ty)?),
                private: state.private,
                diagnostics: Vec::new(),
            })
        };
        let mut response = answered(apply(), |response: &mut ApplyResponse| &mut response.diagnostics);
        if !response.diagnostics.is_empty() {
            // A failed change leaves the prior state.
            response.new_state = prior_message;
        }
        response
    }

    pub(crate) fn import(&self, request: ImportRequest) -> ImportResponse {
        let import = || {
            let resource = self.resource_named(&request.type_name)?;
            let state = resource.import(&request.id)?;
            let imported = ImportedResource {
                type_name: request.type_name.clone(),
                state: Some(convert::dynamic(&state.value, &resource.schema().implied_type())?),
                private: state.private,
            };
            Ok(ImportResponse {
                imported_resources: vec![imported],
                diagnostics: Vec::new(),
            })
        };
        answered(import(), |response| &mut response.diagnostics)
    }

    pub(crate) fn read_data_source(&self, request: ConfigRequest) -> StateResponse {
        let state = || {
            let (value, ty) = read(self.data_source_named(&request.type_name)?, &request)?;
            state_response(&value, &ty)
        };
        answered(state(), |response| &mut response.diagnostics)
    }

    pub(crate) fn open_ephemeral_resource(&self, request: ConfigRequest) -> OpenResponse {
        let open = || {
            let (value, ty) = read(self.ephemeral_resource_named(&request.type_name)?, &request)?;
            Ok(OpenResponse {
                result: Some(convert::dynamic(&value, &ty)?),
                diagnostics: Vec::new(),
            })
        };
        answered(open(), |response| &mut response.diagnostics)
    }

    pub(crate) fn close_ephemeral_resource(&self, _: EmptyRequest) -> Diagnostics {
        Diagnostics::default()
    }

    pub(crate) fn call(&self, request: CallRequest) -> CallResponse {
        let call = || {
            let function = self.functions.get(&request.name);
            let function = function.ok_or_else(|| (unknown_name("function", &request.name).detail, None))?;
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
            convert::dynamic(&result, &convert::return_type(function))
                .map_err(|error| (error.to_string(), None))
        };
        match call() {
            Ok(result) => CallResponse {
                result: Some(result),
                error: None,
            },
            Err((text, argument)) => CallResponse {
                result: None,
                error: Some(FunctionError {
                    text,
                    function_argument: argument.and_then(|index| index.try_into().ok()),
                }),
            },
        }
    }

    pub(crate) fn stop(&self, _: EmptyRequest) -> StopResponse {
        StopResponse::default()
    }
}

/// Checks that a configuration is of the schema.
fn validated(source: Result<&dyn DataSource, Problem>, request: &ConfigRequest) -> Diagnostics {
    let validate = || {
        convert::value(request.config.as_ref(), &source?.schema().implied_type())?;
        Ok(Diagnostics::default())
    };
    answered(validate(), |response| &mut response.diagnostics)
}

/// Returns what a configuration describes, with the type of the schema.
fn read(source: &dyn DataSource, request: &ConfigRequest) -> Result<(Value, Type), Problem> {
    let ty = source.schema().implied_type();
    let config = convert::value(request.config.as_ref(), &ty)?;
    Ok((source.read(&config)?, ty))
}

fn state_response(state: &Value, ty: &Type) -> Result<StateResponse, Problem> {
    Ok(StateResponse {
        state: Some(convert::dynamic(state, ty)?),
        diagnostics: Vec::new(),
    })
}
