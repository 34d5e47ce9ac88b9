//! Actions: what a provider does beside the life of objects.

use std::fmt;

use tokio::sync::mpsc;

use crate::protocol::{ActionEvent, ActionStep, ProgressMessage};
use crate::schema::{Definition, Schema};
use crate::{Context, Problem};

/// A type of action, which `action` blocks configure: the life of a resource triggers it, or `terraform apply -invoke` runs
/// it.
///
/// # Examples
///
/// ```
/// use hcl2_provider::{Action, Context, Problem, Progress, Schema};
///
/// /// Restarts a server.
/// #[derive(Schema)]
/// struct Restart {
///     server: String,
/// }
///
/// struct Restarts;
///
/// impl Action for Restarts {
///     type Config = Restart;
///
///     async fn invoke(&self, config: Restart, progress: &mut Progress, _: &mut Context) -> Result<(), Problem> {
///         progress.say(format!("restarting {}", config.server)).await;
///         Ok(())
///     }
/// }
/// ```
pub trait Action: Send + Sync + 'static {
    /// The Rust type of its `config` block.
    type Config: Schema;

    /// Returns the schema of the `config` block.
    fn definition(&self) -> Definition {
        Self::Config::definition()
    }

    /// Validates a configuration, beyond the validators of its attributes. It is called once the type can hold it.
    fn validate(&self, _config: Self::Config) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }

    /// Checks in a plan whether the action is possible. It is called once the type can hold the configuration.
    fn plan(
        &self,
        _config: Self::Config,
        _context: &mut Context,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }

    /// Does it.
    fn invoke(
        &self,
        config: Self::Config,
        progress: &mut Progress,
        context: &mut Context,
    ) -> impl Future<Output = Result<(), Problem>> + Send;
}

/// Where an [`Action`] says how far it is.
pub struct Progress(pub(crate) mpsc::Sender<ActionEvent>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").finish_non_exhaustive()
    }
}

impl Progress {
    /// Shows a message to the user of Terraform.
    pub async fn say(&mut self, message: impl Into<String>) {
        let message = message.into();
        let step = Some(ActionStep::Progress(ProgressMessage { message }));
        // Nobody listens if Terraform has ended.
        let _ = self.0.send(ActionEvent { step }).await;
    }
}
