//! The methods of actions.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::streams::Events;
use super::{Service, answered, caught, named};
use crate::action::Progress;
use crate::protocol::{
    ActionEvent, ActionRequest, ActionStep, ConfigRequest, Diagnostics, PlanActionResponse,
};
use crate::{Context, Problem, convert};

pub(super) const WHAT: &str = "action type";

impl Service {
    pub(crate) async fn validate_action(&self, request: ConfigRequest) -> Diagnostics {
        let validated = async {
            let action = named(&self.actions, WHAT, &request.type_name)?;
            let config = action.validated(request.config.as_ref())?;
            caught(action.it.validate(config)).await?;
            Ok(Diagnostics::default())
        };
        answered(validated.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) async fn plan_action(&self, request: ActionRequest) -> PlanActionResponse {
        let mut context = self.call_context(Vec::new(), request.client_capabilities.as_ref(), None);
        let planned = async {
            let action = named(&self.actions, WHAT, &request.action_type)?;
            if self.defers(&mut context) {
                return Ok(PlanActionResponse::default());
            }
            // Only the configuration of the provider defers an action.
            context.may_defer = false;
            let config = action.read_optional(request.config.as_ref())?;
            let config = action.definition.with_defaults(&config, &config)?;
            caught(action.it.plan(config, &mut context)).await?;
            Ok(PlanActionResponse::default())
        };
        let planned = planned.await;
        let mut response = answered(planned, context.warnings, |response| &mut response.diagnostics);
        response.deferred = context.deferred.map(convert::deferred);
        response
    }

    pub(crate) fn invoke_action(self: Arc<Self>, request: ActionRequest) -> Events<ActionEvent> {
        Events::new(|sender| async move {
            let mut context = self.context(Vec::new());
            let invoked = self.invoked(&request, sender.clone(), &mut context).await;
            let result = invoked.map(|()| Diagnostics::default());
            let completed = answered(result, context.warnings, |last| &mut last.diagnostics);
            let step = Some(ActionStep::Completed(completed));
            // Nobody listens if Terraform has ended.
            let _ = sender.send(ActionEvent { step }).await;
        })
    }

    async fn invoked(
        &self,
        request: &ActionRequest,
        sender: mpsc::Sender<ActionEvent>,
        context: &mut Context,
    ) -> Result<(), Problem> {
        let action = named(&self.actions, WHAT, &request.action_type)?;
        let config = action.read_optional(request.config.as_ref())?;
        let config = action.definition.with_defaults(&config, &config)?;
        caught(action.it.invoke(config, &mut Progress(sender), context)).await
    }
}
