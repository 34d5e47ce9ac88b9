//! The methods of ephemeral resources.

use hcl2_value::Value;

use super::{Service, answered, caught, named};
use crate::convert;
use crate::protocol::{ConfigRequest, Diagnostics, OpenResponse, OpenedRequest, RenewResponse};

const WHAT: &str = "ephemeral resource type";

impl Service {
    pub(crate) async fn validate_ephemeral(&self, request: ConfigRequest) -> Diagnostics {
        let validated = async {
            let resource = named(&self.ephemeral, WHAT, &request.type_name)?;
            let config = resource.validated(request.config.as_ref())?;
            caught(resource.it.validate(config)).await?;
            Ok(Diagnostics::default())
        };
        answered(validated.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn open(&self, request: ConfigRequest) -> OpenResponse {
        let mut context = self.call_context(Vec::new(), request.client_capabilities.as_ref(), None);
        let opened = async {
            let resource = named(&self.ephemeral, WHAT, &request.type_name)?;
            if self.defers(&mut context) {
                return Ok(OpenResponse {
                    result: resource.write(&Value::unknown(resource.ty.clone()))?,
                    ..OpenResponse::default()
                });
            }
            let config = resource.read(request.config.as_ref())?;
            let config = resource.definition.with_defaults(&config, &config)?;
            let opened = caught(resource.it.open(config, &mut context)).await?;
            let result = resource.coerce(&opened.model)?;
            Ok(OpenResponse {
                result: resource.write(&result)?,
                renew_at: opened.renew_at.map(convert::timestamp),
                ..OpenResponse::default()
            })
        };
        let opened = opened.await;
        let mut response = answered(opened, context.warnings, |response| &mut response.diagnostics);
        response.private = Some(context.private);
        response.deferred = context.deferred.map(convert::deferred);
        response
    }

    pub(crate) async fn renew(&self, request: OpenedRequest) -> RenewResponse {
        let mut context = self.context(request.private.unwrap_or_default());
        let renewed = async {
            let resource = named(&self.ephemeral, WHAT, &request.type_name)?;
            let renew_at = caught(resource.it.renew(&mut context)).await?;
            Ok(RenewResponse {
                renew_at: renew_at.map(convert::timestamp),
                ..RenewResponse::default()
            })
        };
        let renewed = renewed.await;
        let mut response = answered(renewed, context.warnings, |response| &mut response.diagnostics);
        response.private = Some(context.private);
        response
    }

    pub(crate) async fn close(&self, request: OpenedRequest) -> Diagnostics {
        let mut context = self.context(request.private.unwrap_or_default());
        let closed = async {
            let resource = named(&self.ephemeral, WHAT, &request.type_name)?;
            caught(resource.it.close(&mut context)).await?;
            Ok(Diagnostics::default())
        };
        let closed = closed.await;
        answered(closed, context.warnings, |response| &mut response.diagnostics)
    }
}
