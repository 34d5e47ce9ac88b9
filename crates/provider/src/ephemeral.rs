//! Types of ephemeral resources.

use std::time::SystemTime;

use crate::schema::{Definition, Schema};
use crate::{Context, Problem};

/// A type of ephemeral resource, whose values are in no plan and no state.
///
/// What [`open`](Self::open) leaves in [`Context::private`], [`renew`](Self::renew) and [`close`](Self::close) find there.
///
/// # Examples
///
/// ```
/// use hcl2_provider::{Context, EphemeralResource, Opened, Problem, Schema};
///
/// #[derive(Schema)]
/// struct Token {
///     user: String,
///     #[schema(computed, sensitive)]
///     token: Option<String>,
/// }
///
/// struct Tokens;
///
/// impl EphemeralResource for Tokens {
///     type Model = Token;
///
///     async fn open(&self, mut config: Token, _: &mut Context) -> Result<Opened<Token>, Problem> {
///         config.token = Some(format!("token of {}", config.user));
///         Ok(config.into())
///     }
/// }
/// ```
pub trait EphemeralResource: Send + Sync + 'static {
    /// The Rust type of its blocks.
    type Model: Schema;

    /// Returns the schema.
    fn definition(&self) -> Definition {
        Self::Model::definition()
    }

    /// Validates a configuration, beyond the validators of its attributes. It is called once the model can hold it.
    fn validate(&self, _config: Self::Model) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }

    /// Opens what the configuration describes.
    fn open(
        &self,
        config: Self::Model,
        context: &mut Context,
    ) -> impl Future<Output = Result<Opened<Self::Model>, Problem>> + Send;

    /// Renews what was opened, at the time that it asked for, and returns when to renew it next.
    fn renew(
        &self,
        _context: &mut Context,
    ) -> impl Future<Output = Result<Option<SystemTime>, Problem>> + Send {
        async { Ok(None) }
    }

    /// Closes what was opened.
    fn close(&self, _context: &mut Context) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }
}

/// What was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened<M> {
    /// Its values.
    pub model: M,
    /// When Terraform renews it, if it still uses it then.
    pub renew_at: Option<SystemTime>,
}

impl<M> From<M> for Opened<M> {
    fn from(model: M) -> Self {
        Self {
            model,
            renew_at: None,
        }
    }
}
