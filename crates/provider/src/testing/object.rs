//! An object of a type of resource, through its life.

use std::sync::Arc;

use hcl2_value::{Path, Type, Value};

use super::Harness;
use crate::protocol::{
    ApplyRequest, DynamicValue, GenerateRequest, IdentityData, ImportRequest, MoveRequest, PlanRequest,
    RawState, ReadRequest, UpgradeIdentityRequest, UpgradeRequest,
};
use crate::schema::{Definition, Schema};
use crate::{Deferral, Problem, convert};

/// What a plan does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing is different.
    Nothing,
    /// A new object.
    Create,
    /// A change of the object.
    Update,
    /// Another object in place of this one.
    Replace,
    /// The end of the object.
    Delete,
}

/// A plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// What it does.
    pub action: Action,
    /// The state after it, with unknown values.
    pub state: Value,
    /// The attributes whose change requires another object.
    pub replace: Vec<Path>,
    /// What the plan waits for, if it is only a preview.
    pub deferred: Option<Deferral>,
    private: Vec<u8>,
    identity: Option<IdentityData>,
}

/// An object of a type of resource: its state, and what changes it.
#[derive(Debug)]
pub struct Object<'h> {
    harness: &'h Harness,
    type_name: String,
    definition: Arc<Definition>,
    ty: Type,
    state: Value,
    private: Vec<u8>,
    identity: Option<IdentityData>,
}

impl<'h> Object<'h> {
    pub(super) fn new(harness: &'h Harness, type_name: &str) -> Result<Self, Problem> {
        let definition = harness.service.resource_definition(type_name)?;
        let ty = definition.ty();
        Ok(Self {
            harness,
            type_name: type_name.to_owned(),
            state: Value::null(ty.clone()),
            private: Vec::new(),
            identity: None,
            definition,
            ty,
        })
    }

    /// Returns the state; null if the object does not exist.
    #[must_use]
    pub fn state(&self) -> &Value {
        &self.state
    }

    /// Returns the state as a model.
    ///
    /// # Errors
    ///
    /// If it does not fit.
    pub fn model<M: Schema>(&self) -> Result<M, Problem> {
        M::from_value(&self.state)
    }

    /// Returns whether the object exists.
    #[must_use]
    pub fn exists(&self) -> bool {
        !self.state.is_null()
    }

    /// Returns the identity; `None` if the object has none.
    ///
    /// # Errors
    ///
    /// If it does not fit the schema of identities.
    pub fn identity(&self) -> Result<Option<Value>, Problem> {
        self.identity_in(self.identity.as_ref())
    }

    fn identity_in(&self, message: Option<&IdentityData>) -> Result<Option<Value>, Problem> {
        let data = message.and_then(|message| message.identity_data.as_ref());
        let identity = data.map(|data| convert::value(Some(data), &self.definition.identity_type()));
        Ok(identity.transpose()?)
    }

    fn coerced(&self, config: &impl Schema) -> Result<Value, Problem> {
        Ok(self.definition.block.coerce(&config.to_value()?)?)
    }

    fn encoded(&self, value: &Value) -> Result<Option<DynamicValue>, Problem> {
        Ok(Some(convert::dynamic(value, &self.ty)?))
    }

    fn decoded(&self, message: Option<&DynamicValue>) -> Result<Value, Problem> {
        Ok(convert::value(message, &self.ty)?)
    }

    /// Validates a configuration.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn validate(&self, config: &impl Schema) -> Result<(), Problem> {
        let request = self
            .harness
            .request(&self.type_name, &self.coerced(config)?, &self.ty)?;
        let validated = self.harness.service.validate_resource(request);
        convert::result(self.harness.runtime.block_on(validated).diagnostics)
    }

    /// Validates a configuration, and plans the change to it.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn plan(&self, config: &impl Schema) -> Result<Planned, Problem> {
        self.validate(config)?;
        let private = (&self.private[..], &[][..]);
        let mut planned = self.planned_from(&self.state, private, self.identity.clone(), config)?;
        if !self.exists() {
            planned.action = Action::Create;
        } else if planned.state == self.state {
            planned.action = Action::Nothing;
        } else if !planned.replace.is_empty() {
            // Terraform plans the new object as if there were none.
            let replace = planned.replace;
            let null = Value::null(self.ty.clone());
            planned = Planned {
                action: Action::Replace,
                replace,
                ..self.planned_from(&null, (&[], &[]), planned.identity, config)?
            };
        }
        Ok(planned)
    }

    /// Plans the change of a state with its private data, and with those of an earlier plan of this change.
    fn planned_from(
        &self,
        prior: &Value,
        (private, planned_private): (&[u8], &[u8]),
        identity: Option<IdentityData>,
        config: &impl Schema,
    ) -> Result<Planned, Problem> {
        let config = self.coerced(config)?;
        let proposed = self.definition.block.proposed_new(prior, &config);
        let request = PlanRequest {
            type_name: self.type_name.clone(),
            prior_state: self.encoded(prior)?,
            proposed_new_state: self.encoded(&proposed)?,
            config: self.encoded(&config)?,
            prior_private: private.to_vec(),
            provider_meta: self.harness.meta.clone(),
            client_capabilities: Some(self.harness.capabilities.clone()),
            prior_identity: identity,
            planned_private: planned_private.to_vec(),
        };
        let response = self.harness.runtime.block_on(self.harness.service.plan(request));
        convert::result(response.diagnostics)?;
        let replace = response.requires_replace.iter().map(convert::path_of);
        Ok(Planned {
            action: Action::Update,
            state: self.decoded(response.planned_state.as_ref())?,
            replace: replace.collect(),
            deferred: response.deferred.as_ref().and_then(convert::deferral),
            private: response.planned_private,
            identity: response.planned_identity,
        })
    }

    /// Plans the change to a configuration, and applies it. A failed change leaves the state that Terraform would store.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn apply(&mut self, config: &impl Schema) -> Result<Action, Problem> {
        let planned = self.plan(config)?;
        match planned.action {
            Action::Nothing => return Ok(Action::Nothing),
            Action::Replace => self.destroy()?,
            _ => {}
        }
        // Terraform plans again, right before it applies the change.
        let private = (&self.private[..], &planned.private[..]);
        let again = self.planned_from(&self.state, private, planned.identity, config)?;
        let config = self.coerced(config)?;
        self.change(&again.state, &config, again.private, again.identity)?;
        Ok(planned.action)
    }

    /// Destroys the object.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn destroy(&mut self) -> Result<(), Problem> {
        let null = Value::null(self.ty.clone());
        let private = self.private.clone();
        self.change(&null, &null, private, self.identity.clone())
    }

    fn change(
        &mut self,
        planned: &Value,
        config: &Value,
        private: Vec<u8>,
        identity: Option<IdentityData>,
    ) -> Result<(), Problem> {
        let request = ApplyRequest {
            type_name: self.type_name.clone(),
            prior_state: self.encoded(&self.state)?,
            planned_state: self.encoded(planned)?,
            config: self.encoded(config)?,
            planned_private: private,
            provider_meta: self.harness.meta.clone(),
            planned_identity: identity,
        };
        let response = self.harness.runtime.block_on(self.harness.service.apply(request));
        self.state = self.decoded(response.new_state.as_ref())?;
        self.private = response.private;
        self.identity = response.new_identity;
        convert::result(response.diagnostics)
    }

    /// Reads the object again, and returns whether its state is another one than before.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn refresh(&mut self) -> Result<bool, Problem> {
        let request = ReadRequest {
            type_name: self.type_name.clone(),
            current_state: self.encoded(&self.state)?,
            private: self.private.clone(),
            provider_meta: self.harness.meta.clone(),
            client_capabilities: Some(self.harness.capabilities.clone()),
            current_identity: self.identity.clone(),
        };
        let response = self.harness.runtime.block_on(self.harness.service.read(request));
        convert::result(response.diagnostics)?;
        let state = self.decoded(response.new_state.as_ref())?;
        let has_drifted = state != self.state;
        self.state = state;
        self.private = response.private;
        self.identity = response.new_identity;
        Ok(has_drifted)
    }

    /// Imports the object with an identifier, and reads it.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn import(&mut self, id: &str) -> Result<(), Problem> {
        self.imported(id, None)
    }

    /// Imports the object with an identity, and reads it.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn import_identity(&mut self, identity: &Value) -> Result<(), Problem> {
        let identity_data = Some(convert::dynamic(identity, &self.definition.identity_type())?);
        self.imported("", Some(IdentityData { identity_data }))
    }

    fn imported(&mut self, id: &str, identity: Option<IdentityData>) -> Result<(), Problem> {
        let request = ImportRequest {
            type_name: self.type_name.clone(),
            id: id.to_owned(),
            client_capabilities: Some(self.harness.capabilities.clone()),
            identity,
        };
        let response = self
            .harness
            .runtime
            .block_on(self.harness.service.import(request));
        convert::result(response.diagnostics)?;
        let imported = response.imported_resources.into_iter().next().unwrap_or_default();
        self.state = self.decoded(imported.state.as_ref())?;
        self.private = imported.private;
        self.identity = imported.identity;
        self.refresh()?;
        Ok(())
    }

    /// Returns a configuration that describes the object.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn generated(&self) -> Result<Value, Problem> {
        let request = GenerateRequest {
            type_name: self.type_name.clone(),
            state: self.encoded(&self.state)?,
        };
        let generated = self.harness.service.generate(request);
        let response = self.harness.runtime.block_on(generated);
        convert::result(response.diagnostics)?;
        self.decoded(response.config.as_ref())
    }

    /// Takes the identity that another version of its schema stored, as JSON.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn upgrade_identity(&mut self, version: i64, stored: &str) -> Result<(), Problem> {
        let request = UpgradeIdentityRequest {
            type_name: self.type_name.clone(),
            version,
            raw_identity: Some(raw(stored)),
        };
        let upgraded = self.harness.service.upgrade_identity(request);
        let response = self.harness.runtime.block_on(upgraded);
        convert::result(response.diagnostics)?;
        self.identity = response.upgraded_identity;
        Ok(())
    }

    /// Takes the state that another version of the schema stored, as JSON.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn upgrade(&mut self, version: i64, stored: &str) -> Result<(), Problem> {
        let request = UpgradeRequest {
            type_name: self.type_name.clone(),
            version,
            raw_state: Some(raw(stored)),
        };
        let response = self
            .harness
            .runtime
            .block_on(self.harness.service.upgrade(request));
        convert::result(response.diagnostics)?;
        self.state = self.decoded(response.state.as_ref())?;
        Ok(())
    }

    /// Takes the state that another type of resource stored, as JSON: what a `moved` block does.
    ///
    /// # Errors
    ///
    /// What Terraform would show.
    pub fn take_over(&mut self, provider: &str, resource_type: &str, stored: &str) -> Result<(), Problem> {
        let request = MoveRequest {
            source_provider_address: provider.to_owned(),
            source_type_name: resource_type.to_owned(),
            source_schema_version: 0,
            source_state: Some(raw(stored)),
            target_type_name: self.type_name.clone(),
            source_private: Vec::new(),
            source_identity: None,
            source_identity_schema_version: 0,
        };
        let response = self
            .harness
            .runtime
            .block_on(self.harness.service.take_over(request));
        convert::result(response.diagnostics)?;
        self.state = self.decoded(response.target_state.as_ref())?;
        self.private = response.target_private;
        self.identity = response.target_identity;
        Ok(())
    }
}

fn raw(stored: &str) -> RawState {
    RawState {
        json: stored.as_bytes().to_vec(),
        ..RawState::default()
    }
}
