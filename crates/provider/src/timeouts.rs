//! The `timeouts` block of a resource.

use std::time::Duration;

use hcl2_derive::Schema;

use crate::{Context, Problem};

/// How long operations may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Schema)]
pub struct Timeouts {
    /// How long the creation may take, such as `30m`.
    pub create: Option<Duration>,
    /// How long reading may take.
    pub read: Option<Duration>,
    /// How long a change may take.
    pub update: Option<Duration>,
    /// How long the deletion may take.
    pub delete: Option<Duration>,
}

/// An operation on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Its creation.
    Create,
    /// Reading it.
    Read,
    /// Its change.
    Update,
    /// Its deletion.
    Delete,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Read => "read",
            Self::Update => "update",
            Self::Delete => "delete",
        }
    }
}

impl Timeouts {
    /// Returns the limit of an operation: the one that is set, or else a default. The timeouts are a block of the model.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hcl2_provider::{Context, Operation, Problem, Schema, Timeouts};
    ///
    /// #[derive(Schema)]
    /// struct Server {
    ///     name: String,
    ///     #[schema(block)]
    ///     timeouts: Option<Timeouts>,
    /// }
    ///
    /// async fn create(planned: Server, context: &mut Context) -> Result<Server, Problem> {
    ///     let limit = Timeouts::limit(planned.timeouts.as_ref(), Operation::Create, Duration::from_secs(600));
    ///     limit.during(context, start(&planned.name)).await?;
    ///     Ok(planned)
    /// }
    ///
    /// async fn start(name: &str) -> Result<(), Problem> {
    ///     println!("starting {name}");
    ///     Ok(())
    /// }
    /// ```
    #[must_use]
    pub fn limit(timeouts: Option<&Self>, operation: Operation, default: Duration) -> Timeout {
        let set = timeouts.and_then(|timeouts| match operation {
            Operation::Create => timeouts.create,
            Operation::Read => timeouts.read,
            Operation::Update => timeouts.update,
            Operation::Delete => timeouts.delete,
        });
        Timeout {
            operation,
            time: set.unwrap_or(default),
        }
    }
}

/// How long an operation may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeout {
    /// The operation.
    pub operation: Operation,
    /// The time, such as for a [`Retry`](crate::Retry).
    pub time: Duration,
}

impl Timeout {
    /// Runs a call, and drops it when its time is over or the user interrupts Terraform.
    ///
    /// # Errors
    ///
    /// The problem of the call; or that the time is over, or the user interrupted Terraform.
    pub async fn during<T>(
        self,
        context: &Context,
        call: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let name = self.operation.name();
        tokio::select! {
            result = call => result,
            () = tokio::time::sleep(self.time) => Err(Problem::new(
                "Timed out",
                format!(
                    "The operation was not complete within {:?}. Set {name} in a block timeouts to allow more time.",
                    self.time
                ),
            )),
            () = context.stopped() => Err(Problem::new(
                "Interrupted",
                "The operation was not complete when Terraform was interrupted.",
            )),
        }
    }
}
