//! The methods that the server answers, by name.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Request, Response};
use prost::Message;
use tokio_stream::{Stream, StreamExt};
use tonic::body::Body;
use tonic::server::{Grpc, ServerStreamingService, UnaryService};
use tonic::{Code, Status};
use tonic_prost::ProstCodec;
use tower_service::Service as TowerService;

use crate::context::Stop;
use crate::handlers::{Events, Service};
use crate::protocol::{Empty, HealthResponse, Version, method};

/// The maximum size of a message in bytes, in both directions. A plan has three copies of a state.
const MAX_MESSAGE_BYTES: usize = 1 << 30;
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
            "GetMetadata" => by!(metadata, version),
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
            "GenerateResourceConfig" => by!(generate),
            "ValidateListResourceConfig" => by!(validate_list),
            "ListResource" => streaming(request, |message| service.list(message)),
            "ValidateActionConfig" => by!(validate_action),
            "PlanAction" => by!(plan_action),
            "InvokeAction" => streaming(request, |message| service.invoke_action(message)),
            _ => refused(method, version),
        }
    }
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
    let mut grpc = grpc();
    Box::pin(async move { Ok(grpc.unary(method, request).await) })
}

/// Reads the request, calls the handler and writes its responses.
fn streaming<Q, A>(request: Request<Body>, handler: impl FnOnce(Q) -> Events<A> + Send + 'static) -> Answer
where
    Q: Message + Default + 'static,
    A: Message + Default + 'static,
{
    let method = Method {
        handler: Some(handler),
        types: PhantomData,
    };
    let mut grpc = grpc();
    Box::pin(async move { Ok(grpc.server_streaming(method, request).await) })
}

/// Returns what reads requests and writes responses.
fn grpc<Q, A>() -> Grpc<ProstCodec<A, Q>>
where
    Q: Message + Default + 'static,
    A: Message + Default + 'static,
{
    Grpc::new(ProstCodec::default())
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
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

impl<H, Q, A> ServerStreamingService<Q> for Method<H, Q, A>
where
    H: FnOnce(Q) -> Events<A>,
    A: Send + 'static,
{
    type Response = A;
    type ResponseStream = Pin<Box<dyn Stream<Item = Result<A, Status>> + Send>>;
    type Future = Ready<Result<tonic::Response<Self::ResponseStream>, Status>>;

    fn call(&mut self, request: tonic::Request<Q>) -> Self::Future {
        ready(match self.handler.take() {
            Some(handler) => {
                let events = handler(request.into_inner()).map(Ok);
                Ok(tonic::Response::new(Box::pin(events)))
            }
            None => Err(Status::new(Code::Internal, "called twice")),
        })
    }
}
