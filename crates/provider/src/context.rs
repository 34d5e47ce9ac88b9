//! What a call brings with it besides values.

use hcl2_value::Value;
use tokio::sync::watch;

use crate::Problem;
use crate::schema::Schema;

/// What a call waits for, until a later plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deferral {
    /// A value in the configuration of the resource, which is unknown.
    ResourceConfig,
    /// A value in the configuration of the provider, which is unknown.
    ProviderConfig,
    /// Another object, which does not exist yet.
    AbsentPrerequisite,
}

/// What a call brings with it besides values: private data, warnings, the wish to stop.
#[derive(Debug)]
pub struct Context {
    /// Bytes beside the state, which Terraform stores and sends back.
    pub private: Vec<u8>,
    /// In the plan right before a change is applied: the [private](Self::private) data of its first plan, since Terraform
    /// 1.17. Empty otherwise.
    pub planned_private: Vec<u8>,
    /// The version of Terraform, once the provider is configured; empty before.
    pub terraform_version: String,
    pub(crate) warnings: Vec<Problem>,
    pub(crate) kept: Option<Value>,
    pub(crate) meta: Option<Value>,
    pub(crate) may_defer: bool,
    pub(crate) deferred: Option<Deferral>,
    stop: Stop,
}

impl Context {
    pub(crate) fn new(private: Vec<u8>, terraform_version: String, stop: Stop) -> Self {
        Self {
            private,
            planned_private: Vec::new(),
            terraform_version,
            warnings: Vec::new(),
            kept: None,
            meta: None,
            may_defer: false,
            deferred: None,
            stop,
        }
    }

    /// Shows a warning beside the result.
    pub fn warn(&mut self, problem: Problem) {
        self.warnings.push(problem);
    }

    /// Keeps a state, even if the call fails after this: an object that was created, but not completed. Terraform marks a
    /// new object as tainted then.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a part of the model is not a value.
    pub fn keep<M: Schema>(&mut self, state: &M) -> Result<(), Problem> {
        self.kept = Some(state.to_value()?);
        Ok(())
    }

    /// Leaves the object to a later plan, in `plan`, `read`, `import` and `open`; what the call returns is then a preview.
    ///
    /// Only some callers of Terraform allow it, such as stacks.
    ///
    /// # Errors
    ///
    /// [`Problem`] if the caller does not allow it.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_provider::{Change, Context, Deferral, Problem};
    ///
    /// async fn plan(change: &mut Change, context: &mut Context) -> Result<(), Problem> {
    ///     if change.config.get("cluster").is_some_and(|cluster| !cluster.is_known()) {
    ///         context.defer(Deferral::ResourceConfig)?;
    ///     }
    ///     Ok(())
    /// }
    /// ```
    pub fn defer(&mut self, deferral: Deferral) -> Result<(), Problem> {
        if !self.may_defer {
            let missing = match deferral {
                Deferral::ResourceConfig => "a value of its configuration, which is known after apply",
                Deferral::ProviderConfig => {
                    "a value of the configuration of the provider, which is known after apply"
                }
                Deferral::AbsentPrerequisite => "another object, which does not exist yet",
            };
            return Err(Problem::new(
                "Object cannot be planned yet",
                format!("The object needs {missing}. Create what it depends on first, with -target."),
            ));
        }
        self.deferred = Some(deferral);
        Ok(())
    }

    /// Reads the `provider_meta` block of the module of the call; `None` if it has none.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a part does not fit the model.
    pub fn meta<M: Schema>(&self) -> Result<Option<M>, Problem> {
        self.meta.as_ref().map(M::from_value).transpose()
    }

    /// Returns whether the user interrupted Terraform.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stop.is_requested()
    }

    /// Waits until the user interrupts Terraform. A call that waits for something else waits for this, too:
    ///
    /// ```
    /// use hcl2_provider::{Context, Problem};
    ///
    /// async fn wait_for_it(context: &Context, done: impl Future<Output = ()>) -> Result<(), Problem> {
    ///     tokio::select! {
    ///         () = done => Ok(()),
    ///         () = context.stopped() => Err(Problem::new("Interrupted", "The object is not complete.")),
    ///     }
    /// }
    /// ```
    pub async fn stopped(&self) {
        self.stop.requested().await;
    }
}

/// The wish to stop, shared by all calls.
#[derive(Clone, Debug)]
pub(crate) struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl Stop {
    pub(crate) fn request(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    pub(crate) async fn requested(&self) {
        // The sender lives as long as this.
        let _ = self.0.subscribe().wait_for(|stopping| *stopping).await;
    }
}
