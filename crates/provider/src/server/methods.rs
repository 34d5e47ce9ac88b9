//! The methods that the server answers, by name.

use std::convert::Infallible;
use std::future::ready;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Request, Response};
use prost::Message;
use tonic::body::Body;
use tonic::server::{Grpc, UnaryService};
use tonic::{Code, Status};
use tonic_prost::ProstCodec;
use tower_service::Service as TowerService;

use crate::Problem;
use crate::context::Stop;
use crate::convert;
use crate::handlers::Service;
use crate::protocol::{Diagnostics, Empty, HealthResponse, SecondDiagnostics, Severity, Version, method};

/// The maximum size of a message in bytes, in both directions.
const MAX_MESSAGE_BYTES: usize = 256 << 20;
/// What the health service calls a server that works.
const SERVING: i32 = 1;

/// The methods of a provider.
#[derive(Clone)]
pub(super) struct Methods {
    service: Arc<Service>,
    /// The request to end the process.
    shutdown: Stop,
}

type Answer = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

impl Methods {
    pub(super) fn new(service: Arc<Service>, shutdown: Stop) -> Self {
        Self { service, shutdown }
    }
}

impl TowerService<Request<Body>> for Methods {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let path = request.uri().path().to_owned();
        let service = self.service.clone();
        /// Answers with a method of the service.
        macro_rules! by {
            ($method:ident) => {
                unary(
                    request,
                    |message| async move { service.$method(message).await },
                )
            };
            ($method:ident, $version:expr) => {
                unary(request, move |message| async move {
                    service.$method($version, message).await
                })
            };
        }
        let Some((version, method)) = method(&path) else {
            return self.other(&path, request);
        };
        tracing::trace!(method, "called");
        match method {
            "GetMetadata" => by!(metadata),
            "GetProviderSchema" => unary(
                request,
                move |_: Empty| async move { service.schemas(version).await },
            ),
            "GetFunctions" => by!(functions),
            "ValidateProviderConfig" => by!(validate_provider, version),
            "ConfigureProvider" => by!(configure),
            "ValidateResourceConfig" => by!(validate_resource),
            "ValidateDataResourceConfig" => by!(validate_data_source),
            "UpgradeResourceState" => by!(upgrade),
            "GetResourceIdentitySchemas" => by!(identity_schemas),
            "UpgradeResourceIdentity" => by!(upgrade_identity),
            "ReadResource" => by!(read),
            "PlanResourceChange" => by!(plan),
            "ApplyResourceChange" => by!(apply),
            "ImportResourceState" => by!(import),
            "MoveResourceState" => by!(take_over),
            "ReadDataSource" => by!(read_data_source),
            "ValidateEphemeralResourceConfig" => by!(validate_ephemeral),
            "OpenEphemeralResource" => by!(open),
            "RenewEphemeralResource" => by!(renew),
            "CloseEphemeralResource" => by!(close),
            "CallFunction" => by!(call),
            "StopProvider" => by!(stop),
            // Nothing is advertised that leads to these, so a caller that comes here learns what it asked for.
            "ValidateListResourceConfig" | "ValidateActionConfig" | "PlanAction" => {
                let answer = Diagnostics {
                    diagnostics: unimplemented(method),
                };
                unary(request, |_: Empty| async move { answer })
            }
            "GenerateResourceConfig" => {
                let answer = SecondDiagnostics {
                    diagnostics: unimplemented(method),
                };
                unary(request, |_: Empty| async move { answer })
            }
            _ => refused(method, version),
        }
    }
}

fn unimplemented(method: &str) -> Vec<crate::protocol::Diagnostic> {
    let problem = Problem::new(
        "Call not supported",
        format!(
            "This provider does not answer the call {method}. Use a newer version of the provider, or leave out what needs it."
        ),
    );
    convert::diagnostics(problem, Severity::Error).collect()
}

/// Answers a method that the protocol lets a provider lack.
fn refused(method: &str, version: Version) -> Answer {
    let text = format!(
        "this provider does not answer {method} of protocol {}",
        version.number()
    );
    Box::pin(ready(Ok(Status::new(Code::Unimplemented, text).into_http())))
}

impl Methods {
    /// Answers the services that are not the provider's: health, and the end of the process.
    fn other(&self, path: &str, request: Request<Body>) -> Answer {
        match path {
            "/grpc.health.v1.Health/Check" => {
                unary(request, |_: Empty| async { HealthResponse { status: SERVING } })
            }
            "/plugin.GRPCController/Shutdown" => {
                self.service.stop.request();
                self.shutdown.request();
                unary(request, |_: Empty| async { Empty {} })
            }
            // The client does without its other services, for further connections and for standard output.
            _ => Box::pin(ready(Ok(
                Status::new(Code::Unimplemented, path.to_owned()).into_http()
            ))),
        }
    }
}

/// Reads the request, calls the handler and writes its response.
fn unary<Q, A, F>(request: Request<Body>, handler: impl FnOnce(Q) -> F + Send + 'static) -> Answer
where
    Q: Message + Default + 'static,
    A: Message + Default + 'static,
    F: Future<Output = A> + Send + 'static,
{
    let method = Method {
        handler: Some(handler),
        types: PhantomData,
    };
    let mut grpc = Grpc::new(ProstCodec::<A, Q>::default())
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES);
    Box::pin(async move { Ok(grpc.unary(method, request).await) })
}

/// A method, which is called once.
struct Method<H, Q, A> {
    handler: Option<H>,
    types: PhantomData<fn(Q) -> A>,
}

impl<H, Q, A, F> UnaryService<Q> for Method<H, Q, A>
where
    A: 'static,
    H: FnOnce(Q) -> F,
    F: Future<Output = A> + Send + 'static,
{
    type Response = A;
    type Future = Pin<Box<dyn Future<Output = Result<tonic::Response<A>, Status>> + Send>>;

    fn call(&mut self, request: tonic::Request<Q>) -> Self::Future {
        let answer = self.handler.take().map(|handler| handler(request.into_inner()));
        Box::pin(async move {
            match answer {
                Some(answer) => Ok(tonic::Response::new(answer.await)),
                None => Err(Status::new(Code::Internal, "called twice")),
            }
        })
    }
}
