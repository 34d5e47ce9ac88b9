//! The other side of the protocol: a program that asks a provider for its schemas, without Terraform.

mod call;
mod installed;
pub(crate) mod json;
mod process;
mod tls;

use std::path::Path;
use std::time::Duration;

use tokio::runtime::Builder;

use crate::protocol::{IdentitySchemasResponse, SchemaResponse};
use crate::{Problem, convert};
use call::Connection;
pub use installed::Installed;
use process::Process;

/// Starts a provider, reads its schemas, and ends it: the JSON that `terraform providers schema -json` prints for one
/// provider, without its format version and the name of the provider.
///
/// The provider is a program that runs with the rights of its caller. It gets an environment without the caller's
/// variables, a connection with certificates of both sides, and a directory of its own for its socket.
///
/// # Errors
///
/// [`Problem`] if the program cannot be started, is no provider of protocol 5 or 6, does not answer within the limit, or
/// has no valid schemas.
///
/// # Examples
///
/// ```no_run
/// use std::path::Path;
/// use std::time::Duration;
///
/// use hcl2_provider::client;
///
/// let schemas = client::schemas(Path::new("./terraform-provider-text"), Duration::from_secs(60))?;
/// println!("{{\"format_version\":\"1.0\",\"provider_schemas\":{{\"example/text\":{schemas}}}}}");
/// # Ok::<(), hcl2_provider::Problem>(())
/// ```
pub fn schemas(program: &Path, limit: Duration) -> Result<String, Problem> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let text = runtime.block_on(async {
        match tokio::time::timeout(limit, asked(program)).await {
            Ok(result) => result,
            Err(_) => Err(Problem::new(
                "The provider does not answer",
                format!(
                    "{} has not answered within {} seconds, and was ended.",
                    program.display(),
                    limit.as_secs_f32()
                ),
            )),
        }
    });
    runtime.shutdown_background();
    text
}

async fn asked(program: &Path) -> Result<String, Problem> {
    let certificate = tls::Certificate::new()?;
    let mut process = Process::start(program, &certificate.pem)?;
    match answers(&mut process, &certificate).await {
        Ok(text) => Ok(text),
        Err(mut problem) => {
            if let Some(end) = process.end().await {
                problem.detail.push(' ');
                problem.detail.push_str(&end);
            }
            Err(problem)
        }
    }
}

async fn answers(process: &mut Process, certificate: &tls::Certificate) -> Result<String, Problem> {
    let answered = process.answered().await?;
    let mut connection = Connection::open(&answered, certificate).await?;
    let schemas: SchemaResponse = connection
        .call(answered.version, "GetProviderSchema")
        .await?
        .ok_or_else(|| unexpected("it does not know the call GetProviderSchema"))?;
    convert::result(schemas.diagnostics.clone())?;
    let identities: Option<IdentitySchemasResponse> = connection
        .call(answered.version, "GetResourceIdentitySchemas")
        .await?;
    json::of_provider(answered.version, schemas, identities.unwrap_or_default())
}

/// Returns the problem of a connection that fails.
fn broken(error: impl std::fmt::Display) -> Problem {
    Problem::new(
        "The connection to the provider failed",
        format!("Expected an answer of the provider, but: {error}."),
    )
}

/// Returns the problem of a program that does not speak the protocol.
fn unexpected(what: impl std::fmt::Display) -> Problem {
    Problem::new(
        "The program is not a provider",
        format!("Expected a provider of protocol 5 or 6, but {what}."),
    )
}
