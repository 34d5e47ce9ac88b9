//! The gRPC service: methods by name, and a server that Terraform attaches to.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Request, Response};
use prost::Message;
use tokio::runtime::Runtime;
use tonic::body::Body;
use tonic::server::{Grpc, UnaryService};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Status};
use tonic_prost::ProstCodec;
use tower_service::Service;

use crate::protocol::SERVICE;
use crate::provider::Provider;

/// The maximum size of a message in bytes, in both directions, like Terraform's.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// A running provider, until it is dropped.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    runtime: Runtime,
}

impl Running {
    /// Starts a server on a free local port.
    ///
    /// # Errors
    ///
    /// If no thread or no port is available.
    pub fn start(provider: Provider) -> io::Result<Self> {
        let runtime = Runtime::new()?;
        let incoming = {
            let _inside = runtime.enter();
            TcpIncoming::bind((Ipv4Addr::LOCALHOST, 0).into())?
        };
        let address = incoming.local_addr()?;
        let service = Methods(Arc::new(provider));
        runtime.spawn(Server::builder().serve_with_incoming(service, incoming));
        Ok(Self { address, runtime })
    }

    /// Returns the value of the environment variable `TF_REATTACH_PROVIDERS` with which Terraform uses this provider for
    /// `source`, such as `registry.terraform.io/example/notes`.
    #[must_use]
    pub fn reattach(&self, source: &str) -> String {
        format!(
            r#"{{"{source}":{{"Protocol":"grpc","ProtocolVersion":6,"Pid":{},"Test":true,"Addr":{{"Network":"tcp","String":"{}"}}}}}}"#,
            std::process::id(),
            self.address
        )
    }

    /// Serves until the process ends.
    pub fn wait(self) {
        self.runtime.block_on(std::future::pending())
    }
}

/// The methods of a provider.
#[derive(Clone)]
struct Methods(Arc<Provider>);

type Answer = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

impl Service<Request<Body>> for Methods {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let method = request
            .uri()
            .path()
            .strip_prefix(SERVICE)
            .unwrap_or_default()
            .to_owned();
        match method.as_str() {
            "GetProviderSchema" => self.unary(request, Provider::get_schema),
            "GetFunctions" => self.unary(request, Provider::get_functions),
            "ValidateProviderConfig" => self.unary(request, Provider::validate_provider),
            "ConfigureProvider" => self.unary(request, Provider::configure),
            "ValidateResourceConfig" => self.unary(request, Provider::validate_resource),
            "ValidateDataResourceConfig" => self.unary(request, Provider::validate_data_source),
            "UpgradeResourceState" => self.unary(request, Provider::upgrade),
            "ReadResource" => self.unary(request, Provider::read),
            "PlanResourceChange" => self.unary(request, Provider::plan),
            "ApplyResourceChange" => self.unary(request, Provider::apply),
            "ImportResourceState" => self.unary(request, Provider::import),
            "ReadDataSource" => self.unary(request, Provider::read_data_source),
            "ValidateEphemeralResourceConfig" => self.unary(request, Provider::validate_ephemeral_resource),
            "OpenEphemeralResource" => self.unary(request, Provider::open_ephemeral_resource),
            "CloseEphemeralResource" => self.unary(request, Provider::close_ephemeral_resource),
            "CallFunction" => self.unary(request, Provider::call),
            "StopProvider" => self.unary(request, Provider::stop),
            // Other methods are optional, like the services for logs and health that Terraform tries.
            _ => Box::pin(ready(Ok(Status::new(Code::Unimplemented, method).into_http()))),
        }
    }
}

impl Methods {
    /// Reads the request, calls the handler and writes its response.
    fn unary<Q, A>(&self, request: Request<Body>, handler: fn(&Provider, Q) -> A) -> Answer
    where
        Q: Message + Default + 'static,
        A: Message + Default + 'static,
    {
        let method = Method {
            provider: self.0.clone(),
            handler,
        };
        let mut grpc = Grpc::new(ProstCodec::<A, Q>::default())
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
            .max_encoding_message_size(MAX_MESSAGE_BYTES);
        Box::pin(async move { Ok(grpc.unary(method, request).await) })
    }
}

/// A method of the service.
struct Method<Q, A> {
    provider: Arc<Provider>,
    handler: fn(&Provider, Q) -> A,
}

impl<Q, A> UnaryService<Q> for Method<Q, A> {
    type Response = A;
    type Future = Ready<Result<tonic::Response<A>, Status>>;

    fn call(&mut self, request: tonic::Request<Q>) -> Self::Future {
        ready(Ok(tonic::Response::new((self.handler)(
            &self.provider,
            request.into_inner(),
        ))))
    }
}
