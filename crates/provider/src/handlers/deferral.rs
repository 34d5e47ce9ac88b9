//! Calls that wait for a later plan, because something is unknown yet.

use std::sync::atomic::Ordering;

use hcl2_value::Value;

use super::{Service, caught};
use crate::context::{Context, Deferral};
use crate::protocol::{ClientCapabilities, DynamicValue};
use crate::{Problem, convert};

impl Service {
    /// Gives the configuration to the provider. If it is unknown and the caller allows it, all calls are deferred.
    pub(super) async fn configured(
        &self,
        config: Value,
        capabilities: Option<&ClientCapabilities>,
    ) -> Result<(), Problem> {
        let Some(configure) = &self.provider.configure else {
            return Ok(());
        };
        let may_defer = !config.is_wholly_known() && capabilities.is_some_and(|own| own.deferral_allowed);
        self.unconfigured.store(false, Ordering::Relaxed);
        caught(async {
            match configure(config) {
                Ok(configuring) => configuring.await,
                Err(_) if may_defer => {
                    self.unconfigured.store(true, Ordering::Relaxed);
                    Ok(())
                }
                Err(problem) => Err(problem),
            }
        })
        .await
    }

    /// Returns the context of a call of a caller with these capabilities, from a module with this metadata.
    pub(super) fn call_context(
        &self,
        private: Vec<u8>,
        capabilities: Option<&ClientCapabilities>,
        meta: Option<DynamicValue>,
    ) -> Context {
        let mut context = self.context(private);
        context.may_defer = capabilities.is_some_and(|own| own.deferral_allowed);
        if let Some(definition) = &self.provider.meta {
            // What cannot be read is absent: Terraform has written it by this schema.
            context.meta = convert::value(meta.as_ref(), &definition.ty())
                .ok()
                .filter(|meta| !meta.is_null());
        }
        context
    }

    /// Returns whether a call waits for the configuration of the provider, and notes it.
    pub(super) fn defers(&self, context: &mut Context) -> bool {
        let defers = context.may_defer && self.unconfigured.load(Ordering::Relaxed);
        if defers {
            context.deferred = Some(Deferral::ProviderConfig);
        }
        defers
    }
}
