//! The methods of identities, and identities in other methods.

use hcl2_value::Value;

use super::resources::stored;
use super::{Part, Service, answered, caught, none_of};
use crate::erased::AnyResource;
use crate::protocol::{
    Empty, IdentityData, IdentitySchemasResponse, UpgradeIdentityRequest, UpgradeIdentityResponse,
};
use crate::{Problem, convert};

impl Part<dyn AnyResource> {
    /// Reads an identity; `None` if there is none.
    pub(super) fn read_identity(&self, message: Option<&IdentityData>) -> Result<Option<Value>, Problem> {
        let Some(data) = message.and_then(|message| message.identity_data.as_ref()) else {
            return Ok(None);
        };
        let identity = convert::value(Some(data), &self.definition.identity_type())?;
        Ok(Some(identity).filter(|identity| !identity.is_null()))
    }

    /// Writes an identity; `None` if the objects have none.
    pub(super) fn write_identity(&self, identity: &Value) -> Result<Option<IdentityData>, Problem> {
        if !self.definition.has_identity() {
            return Ok(None);
        }
        let identity_data = Some(convert::dynamic(identity, &self.definition.identity_type())?);
        Ok(Some(IdentityData { identity_data }))
    }

    /// Writes the identity of an object; `None` if it does not exist, or the objects have none.
    pub(super) fn identity_of(&self, state: &Value) -> Result<Option<IdentityData>, Problem> {
        if state.is_null() {
            return Ok(None);
        }
        self.write_identity(&self.definition.identity_of(state))
    }

    /// Writes the identity of a planned object: that of the existing object, as long as the provider has not decided
    /// about another one.
    pub(super) fn planned_identity(
        &self,
        prior: &Value,
        planned: &Value,
    ) -> Result<Option<IdentityData>, Problem> {
        let identity = self.definition.identity_of(planned);
        if !prior.is_null() && !identity.is_wholly_known() {
            return self.identity_of(prior);
        }
        self.write_identity(&identity)
    }

    /// Returns why Terraform cannot have the identity of an object that exists.
    pub(super) fn identity_problems(&self, prior: Option<&Value>, state: &Value) -> Vec<Problem> {
        if state.is_null() || !self.definition.has_identity() {
            return Vec::new();
        }
        let identity = self.definition.identity_of(state);
        self.definition.identity_changes(prior, &identity)
    }
}

impl Service {
    pub(crate) async fn identity_schemas(&self, _: Empty) -> IdentitySchemasResponse {
        let schemas = || {
            let with_identity = self
                .resources
                .iter()
                .filter(|(_, part)| part.definition.has_identity());
            let mut response = IdentitySchemasResponse::default();
            for (name, part) in with_identity {
                none_of(part.definition.identity_problems(name))?;
                let schema = convert::identity_schema(&part.definition)?;
                response.identity_schemas.insert(name.clone(), schema);
            }
            Ok(response)
        };
        answered(schemas(), Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn upgrade_identity(&self, request: UpgradeIdentityRequest) -> UpgradeIdentityResponse {
        let upgraded = async {
            let resource = self.resource(&request.type_name)?;
            let stored = stored(request.raw_identity.as_ref())?;
            let identity = caught(resource.it.upgrade_identity(request.version, stored)).await?;
            Ok(UpgradeIdentityResponse {
                upgraded_identity: resource.write_identity(&identity)?,
                diagnostics: Vec::new(),
            })
        };
        answered(upgraded.await, Vec::new(), |response| &mut response.diagnostics)
    }
}
