//! The methods of managed resources.

use hcl2_value::Value;
use hcl2_wire::json::RawValue;

use super::{Part, Service, answered, caught, named, none_of};
use crate::erased::AnyResource;
use crate::protocol::{
    ApplyRequest, ApplyResponse, ConfigRequest, Diagnostics, DynamicValue, GenerateRequest, GenerateResponse,
    IdentityData, ImportRequest, ImportResponse, ImportedResource, MoveRequest, MoveResponse, PlanRequest,
    PlanResponse, RawState, ReadRequest, ReadResponse, StateResponse, UpgradeRequest,
};
use crate::{Change, Context, Problem, Source, checks, convert};

/// Returns stored state, which Terraform 0.11 and older stored in another form.
pub(super) fn stored(state: Option<&RawState>) -> Result<RawValue<'_>, Problem> {
    match state {
        Some(state) if !state.json.is_empty() => Ok(RawValue::new(&state.json)),
        _ => Err(Problem::new(
            "State too old",
            "Terraform 0.11 stored it; upgrade by way of 0.12.",
        )),
    }
}

impl Service {
    pub(super) fn resource(&self, name: &str) -> Result<&Part<dyn AnyResource>, Problem> {
        named(&self.resources, "resource type", name)
    }

    pub(crate) async fn validate_resource(&self, request: ConfigRequest) -> Diagnostics {
        let validated = async {
            let resource = self.resource(&request.type_name)?;
            let config = resource.read(request.config.as_ref())?;
            let capabilities = request.client_capabilities.unwrap_or_default();
            if !capabilities.write_only_attributes_allowed
                && resource.definition.block.without_write_only(&config) != config
            {
                return Err(Problem::new(
                    "Write-only attributes need a newer Terraform",
                    "This version would store the value of a write-only attribute. Use Terraform 1.11 or newer, or leave the attribute out.",
                ));
            }
            let config = resource.validated(request.config.as_ref())?;
            caught(resource.it.validate(config)).await?;
            Ok(Diagnostics::default())
        };
        answered(validated.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn upgrade(&self, request: UpgradeRequest) -> StateResponse {
        let upgraded = async {
            let resource = self.resource(&request.type_name)?;
            let stored = stored(request.raw_state.as_ref())?;
            let state = caught(resource.it.upgrade(request.version, stored)).await?;
            let state = resource.coerce(&state)?;
            Ok(StateResponse {
                state: resource.write(&state)?,
                ..StateResponse::default()
            })
        };
        answered(upgraded.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn read(&self, request: ReadRequest) -> ReadResponse {
        let mut context = self.call_context(
            request.private,
            request.client_capabilities.as_ref(),
            request.provider_meta,
        );
        let read = async {
            let resource = self.resource(&request.type_name)?;
            if self.defers(&mut context) {
                return Ok(ReadResponse {
                    new_state: request.current_state,
                    new_identity: request.current_identity,
                    ..ReadResponse::default()
                });
            }
            let state = resource.read(request.current_state.as_ref())?;
            let identity = resource.read_identity(request.current_identity.as_ref())?;
            let found = caught(resource.it.read(state.clone(), &mut context)).await?;
            let state = match found {
                Some(found) => resource.definition.unchanged(&resource.coerce(&found)?, &state)?,
                None => Value::null(resource.ty.clone()),
            };
            if self.provider.checks && context.deferred.is_none() {
                none_of(checks::of_known(&state))?;
                none_of(resource.identity_problems(identity.as_ref(), &state))?;
            }
            Ok(ReadResponse {
                new_state: resource.write(&state)?,
                new_identity: resource.identity_of(&state)?,
                ..ReadResponse::default()
            })
        };
        let read = read.await;
        let mut response = answered(read, context.warnings, |response| &mut response.diagnostics);
        response.private = context.private;
        response.deferred = context.deferred.map(convert::deferred);
        response
    }

    pub(crate) async fn plan(&self, request: PlanRequest) -> PlanResponse {
        let mut context = self.call_context(
            request.prior_private,
            request.client_capabilities.as_ref(),
            request.provider_meta,
        );
        context.planned_private = request.planned_private;
        let planned = async {
            let resource = self.resource(&request.type_name)?;
            let definition = &resource.definition;
            let prior = resource.read(request.prior_state.as_ref())?;
            let config = resource.read(request.config.as_ref())?;
            let proposed = resource.read(request.proposed_new_state.as_ref())?;
            let proposal = if proposed.is_null() {
                None
            } else {
                Some(definition.propose(&prior, &config, &proposed)?)
            };
            let Some(proposal) = proposal else {
                return Ok(PlanResponse {
                    planned_state: resource.write(&proposed)?,
                    planned_identity: request.prior_identity,
                    ..PlanResponse::default()
                });
            };
            if self.defers(&mut context) {
                return Ok(PlanResponse {
                    planned_identity: resource.planned_identity(&prior, &proposal.state)?,
                    planned_state: resource.write(&proposal.state)?,
                    ..PlanResponse::default()
                });
            }
            let identity = resource.read_identity(request.prior_identity.as_ref())?;
            let mut change = Change {
                prior,
                config,
                proposed,
                planned: proposal.state.clone(),
                replace: proposal.replace,
                definition: definition.clone(),
            };
            caught(resource.it.plan(&mut change, &mut context)).await?;
            let planned = definition.block.coerce(&change.planned)?;
            let planned = definition.unchanged(&planned, &proposal.state)?;
            let planned = definition.block.without_write_only(&planned);
            if self.provider.checks && context.deferred.is_none() {
                none_of(checks::of_plan(
                    &definition.block,
                    &change.prior,
                    &change.config,
                    &planned,
                ))?;
                if !change.prior.is_null() && change.replace.is_empty() {
                    none_of(resource.identity_problems(identity.as_ref(), &planned))?;
                }
            }
            Ok(PlanResponse {
                planned_identity: resource.planned_identity(&change.prior, &planned)?,
                planned_state: resource.write(&planned)?,
                requires_replace: change.replace.iter().map(convert::path).collect(),
                ..PlanResponse::default()
            })
        };
        let planned = planned.await;
        let mut response = answered(planned, context.warnings, |response| &mut response.diagnostics);
        response.planned_private = context.private;
        response.deferred = context.deferred.map(convert::deferred);
        response
    }

    pub(crate) async fn apply(&self, request: ApplyRequest) -> ApplyResponse {
        let mut context = self.call_context(
            request.planned_private.clone(),
            None,
            request.provider_meta.clone(),
        );
        let applied = self.applied(&request, &mut context).await;
        let (applied, problems) = match applied {
            Ok((response, problems)) => (Ok(response), problems),
            Err(problem) => (Err(problem), Vec::new()),
        };
        let failed = applied.is_err();
        let mut response = answered(applied, context.warnings, |response: &mut ApplyResponse| {
            &mut response.diagnostics
        });
        for problem in problems {
            let severity = crate::protocol::Severity::Error;
            response
                .diagnostics
                .extend(convert::diagnostics(problem, severity));
        }
        if failed {
            // A failed change leaves the prior state, unless the provider kept another one.
            let kept = context.kept.and_then(|kept| {
                let resource = self.resource(&request.type_name).ok()?;
                let kept = resource.coerce(&kept).ok()?;
                Some((resource.write(&kept).ok()?, resource.identity_of(&kept).ok()?))
            });
            let prior = || self.prior(&request);
            (response.new_state, response.new_identity) = kept.unwrap_or_else(prior);
        }
        response.private = context.private;
        response
    }

    /// Returns the state before a change, and its identity.
    fn prior(&self, request: &ApplyRequest) -> (Option<DynamicValue>, Option<IdentityData>) {
        let identity = || {
            let resource = self.resource(&request.type_name).ok()?;
            let prior = resource.read(request.prior_state.as_ref()).ok()?;
            resource.identity_of(&prior).ok()?
        };
        (request.prior_state.clone(), identity())
    }

    /// Returns the new state, and what is wrong with it.
    async fn applied(
        &self,
        request: &ApplyRequest,
        context: &mut Context,
    ) -> Result<(ApplyResponse, Vec<Problem>), Problem> {
        let resource = self.resource(&request.type_name)?;
        let definition = &resource.definition;
        let prior = resource.read(request.prior_state.as_ref())?;
        let planned = resource.read(request.planned_state.as_ref())?;
        let config = resource.read(request.config.as_ref())?;
        let result = if planned.is_null() {
            caught(resource.it.delete(prior, context)).await?;
            planned.clone()
        } else {
            let given = definition.decodable(&planned)?;
            let given = definition.with_write_only(&given, &config)?;
            let state = if prior.is_null() {
                caught(resource.it.create(given, context)).await?
            } else {
                caught(resource.it.update(prior, given, context)).await?
            };
            definition.unchanged(&resource.coerce(&state)?, &planned)?
        };
        let mut problems = Vec::new();
        if self.provider.checks {
            problems = checks::of_result(&planned, &result);
            if problems.is_empty() {
                let identity = resource.read_identity(request.planned_identity.as_ref())?;
                problems = resource.identity_problems(identity.as_ref(), &result);
            }
        }
        let response = ApplyResponse {
            new_state: resource.write(&result)?,
            new_identity: resource.identity_of(&result)?,
            ..ApplyResponse::default()
        };
        Ok((response, problems))
    }

    pub(crate) async fn import(&self, request: ImportRequest) -> ImportResponse {
        let mut context = self.call_context(Vec::new(), request.client_capabilities.as_ref(), None);
        let imported = async {
            let resource = self.resource(&request.type_name)?;
            if self.defers(&mut context) {
                return Ok((
                    resource.write(&Value::unknown(resource.ty.clone()))?,
                    request.identity,
                ));
            }
            let state = match resource.read_identity(request.identity.as_ref())? {
                Some(identity) => caught(resource.it.import_identity(identity, &mut context)).await?,
                None => caught(resource.it.import(&request.id, &mut context)).await?,
            };
            let state = resource.coerce(&state)?;
            if self.provider.checks && context.deferred.is_none() {
                none_of(checks::of_known(&state))?;
            }
            // What is read afterwards has all of the identity.
            let identity = request
                .identity
                .map_or_else(|| resource.identity_of(&state), |own| Ok(Some(own)))?;
            Ok((resource.write(&state)?, identity))
        };
        let imported = imported.await;
        let response = imported.map(|(state, identity)| ImportResponse {
            imported_resources: vec![ImportedResource {
                type_name: request.type_name.clone(),
                state,
                private: std::mem::take(&mut context.private),
                identity,
            }],
            ..ImportResponse::default()
        });
        let mut response = answered(response, context.warnings, |response| &mut response.diagnostics);
        response.deferred = context.deferred.map(convert::deferred);
        response
    }

    pub(crate) async fn generate(&self, request: GenerateRequest) -> GenerateResponse {
        let generated = async {
            let resource = self.resource(&request.type_name)?;
            let state = resource.read(request.state.as_ref())?;
            let config = caught(resource.it.generate(state)).await?;
            let config = resource.coerce(&config)?;
            Ok(GenerateResponse {
                config: resource.write(&config)?,
                ..GenerateResponse::default()
            })
        };
        answered(generated.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn take_over(&self, request: MoveRequest) -> MoveResponse {
        let mut context = self.context(request.source_private.clone());
        let moved = async {
            let resource = self.resource(&request.target_type_name)?;
            let source = Source {
                provider: &request.source_provider_address,
                resource_type: &request.source_type_name,
                version: request.source_schema_version,
                state: stored(request.source_state.as_ref())?,
                identity: request
                    .source_identity
                    .as_ref()
                    .map(|own| RawValue::new(&own.json)),
            };
            let state = caught(resource.it.take_over(source, &mut context)).await?;
            let Some(state) = state else {
                return Err(Problem::new(
                    "Move is not supported",
                    format!(
                        "Objects of the type {} cannot become {}; import them instead.",
                        request.source_type_name, request.target_type_name
                    ),
                ));
            };
            let state = resource.coerce(&state)?;
            Ok(MoveResponse {
                target_state: resource.write(&state)?,
                target_identity: resource.identity_of(&state)?,
                ..MoveResponse::default()
            })
        };
        let moved = moved.await;
        let mut response = answered(moved, context.warnings, |response| &mut response.diagnostics);
        response.target_private = context.private;
        response
    }
}
