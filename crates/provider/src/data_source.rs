//! Types of data sources.

use crate::schema::{Definition, Schema};
use crate::{Context, Problem};

/// A type of data source.
///
/// # Examples
///
/// ```
/// use hcl2_provider::{Context, DataSource, Problem, Schema};
///
/// #[derive(Schema)]
/// struct Length {
///     text: String,
///     #[schema(computed)]
///     length: Option<usize>,
/// }
///
/// struct Lengths;
///
/// impl DataSource for Lengths {
///     type Model = Length;
///
///     async fn read(&self, mut config: Length, _: &mut Context) -> Result<Length, Problem> {
///         config.length = Some(config.text.len());
///         Ok(config)
///     }
/// }
/// ```
pub trait DataSource: Send + Sync + 'static {
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

    /// Reads the data that the configuration describes.
    fn read(
        &self,
        config: Self::Model,
        context: &mut Context,
    ) -> impl Future<Output = Result<Self::Model, Problem>> + Send;
}
