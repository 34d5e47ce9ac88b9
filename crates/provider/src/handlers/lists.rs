//! The methods of lists.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::streams::Events;
use super::{Service, answered, caught, named};
use crate::list_resource::Found;
use crate::protocol::{ConfigRequest, Diagnostics, ListEvent, ListRequest};
use crate::{Context, Problem};

pub(super) const WHAT: &str = "list resource type";

impl Service {
    /// Returns why Terraform cannot use lists.
    pub(super) fn list_problems(&self) -> Vec<Problem> {
        let lacks_identity = |name: &&String| {
            let resource = self.resources.get(*name);
            !resource.is_some_and(|resource| resource.definition.has_identity())
        };
        let problem = |name: &String| {
            Problem::new(
                "List without identities",
                format!(
                    "The provider lists {name}, so it must have a type of resource with this name whose objects have an identity. Mark attributes with `identity`."
                ),
            )
        };
        self.lists.keys().filter(lacks_identity).map(problem).collect()
    }

    pub(crate) async fn validate_list(&self, request: ConfigRequest) -> Diagnostics {
        let validated = async {
            let list = named(&self.lists, WHAT, &request.type_name)?;
            let config = list.validated(request.config.as_ref())?;
            caught(list.it.validate(config)).await?;
            Ok(Diagnostics::default())
        };
        answered(validated.await, Vec::new(), |response| &mut response.diagnostics)
    }

    pub(crate) fn list(self: Arc<Self>, request: ListRequest) -> Events<ListEvent> {
        Events::new(|sender| async move {
            let mut context = self.context(Vec::new());
            let listed = self.listed(&request, sender.clone(), &mut context).await;
            let result = listed.map(|()| ListEvent::default());
            let last = answered(result, context.warnings, |event| &mut event.diagnostics);
            if !last.diagnostics.is_empty() {
                // Nobody listens once the list is long enough.
                let _ = sender.send(last).await;
            }
        })
    }

    async fn listed(
        &self,
        request: &ListRequest,
        sender: mpsc::Sender<ListEvent>,
        context: &mut Context,
    ) -> Result<(), Problem> {
        let list = named(&self.lists, WHAT, &request.type_name)?;
        let config = list.read_optional(request.config.as_ref())?;
        let config = list.definition.with_defaults(&config, &config)?;
        let mut found = Found {
            resource: self.resource_definition(&request.type_name)?,
            sender,
            includes_objects: request.include_resource_object,
            limit: u64::try_from(request.limit).ok().filter(|limit| *limit > 0),
        };
        caught(list.it.list(config, &mut found, context)).await
    }
}
