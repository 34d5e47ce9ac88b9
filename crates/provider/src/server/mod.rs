//! The server: started by Terraform, or attached to.

mod connections;
mod handshake;
mod methods;
mod p521;
mod tls;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tonic::transport::Server as GrpcServer;

use crate::Provider;
use crate::context::Stop;
use crate::handlers::Service;
use crate::protocol::Version;
pub(crate) use handshake::COOKIE;
pub(crate) use p521::{algorithms, schemes};

use connections::Listener;
use handshake::Asked;
use methods::Methods;
use tls::Tls;

/// How long the calls of a connection may take to end after the request to end the process.
const END: Duration = Duration::from_millis(500);

/// Serves a provider.
///
/// # Examples
///
/// The whole `main` of a provider:
///
/// ```no_run
/// use hcl2_provider::{Provider, Server};
///
/// fn main() -> std::io::Result<()> {
///     Server::new(Provider::new()).run("registry.terraform.io/example/text")
/// }
/// ```
#[derive(Debug)]
pub struct Server {
    provider: Provider,
    versions: &'static [Version],
}

impl Server {
    /// Creates a server, which does not run yet.
    #[must_use]
    pub fn new(provider: Provider) -> Self {
        Self {
            provider,
            versions: &Version::ALL,
        }
    }

    /// Serves version 5 of the protocol alone, which knows no nested attributes; by default, the caller chooses.
    #[must_use]
    pub fn only_version_5(mut self) -> Self {
        self.versions = &[Version::Five];
        self
    }

    /// Serves until Terraform ends the process.
    ///
    /// If it is not Terraform that started the process, it prints the variable of the environment by which Terraform
    /// attaches to it as the provider `source`, and serves until the process ends: for a debugger.
    ///
    /// # Errors
    ///
    /// If no thread or address is available, or Terraform asks for another protocol.
    pub fn run(self, source: &str) -> io::Result<()> {
        match Asked::read(self.versions, |name| std::env::var(name).ok()) {
            Some(Ok(asked)) => self.started(&asked),
            Some(Err(problem)) => Err(io::Error::new(io::ErrorKind::Unsupported, problem)),
            None => {
                let running = self.attachable()?;
                print(&format!(
                    "export TF_REATTACH_PROVIDERS='{}'",
                    running.reattach(source)
                ))?;
                running.wait();
                Ok(())
            }
        }
    }

    /// Serves as Terraform asks.
    fn started(self, asked: &Asked) -> io::Result<()> {
        crate::logging::to_terraform();
        let runtime = Runtime::new()?;
        let shutdown = Stop::default();
        let service = Arc::new(Service::new(self.provider));
        let secured: Option<Tls> = asked.certificate.as_deref().map(tls::mutual).transpose()?;
        runtime.block_on(async {
            let listener = listen(asked).await?;
            let (network, address) = listener.address()?;
            let certificate = secured.as_ref().map(|tls| tls.certificate.as_slice());
            print(&handshake::line(asked.version, network, &address, certificate))?;
            // An interrupt reaches the whole group of processes; Terraform decides when its providers stop.
            let ignored = async {
                while tokio::signal::ctrl_c().await.is_ok() {}
                std::future::pending().await
            };
            let served = serve(listener, secured, service, shutdown.clone());
            let ended = async {
                shutdown.requested().await;
                tokio::time::sleep(END).await;
            };
            tokio::select! {
                served = served => served,
                () = ended => Ok(()),
                () = ignored => Ok(()),
            }
        })?;
        runtime.shutdown_timeout(END);
        Ok(())
    }

    /// Starts a server on a free local port, in a thread of its own, to which Terraform attaches.
    ///
    /// # Errors
    ///
    /// If no thread or port is available.
    pub fn attachable(self) -> io::Result<Running> {
        let runtime = Runtime::new()?;
        let listener = runtime.block_on(Listener::tcp(None))?;
        let (network, address) = listener.address()?;
        let service = Arc::new(Service::new(self.provider));
        // Terraform does not end a process that it attached to.
        let served = runtime.spawn(serve(listener, None, service, Stop::default()));
        Ok(Running {
            version: self.versions.first().copied().unwrap_or(Version::Six),
            network,
            address,
            runtime,
            served,
        })
    }
}

async fn listen(asked: &Asked) -> io::Result<Listener> {
    #[cfg(unix)]
    {
        let directory = asked.directory.clone().unwrap_or_else(std::env::temp_dir);
        Listener::unix(&directory)
    }
    #[cfg(not(unix))]
    Listener::tcp(asked.ports).await
}

async fn serve(
    listener: Listener,
    tls: Option<Tls>,
    service: Arc<Service>,
    shutdown: Stop,
) -> io::Result<()> {
    let incoming = listener.connections(tls.map(|tls| tls.acceptor));
    let methods = Methods::new(service, shutdown.clone());
    GrpcServer::builder()
        .serve_with_incoming_shutdown(methods, incoming, async move { shutdown.requested().await })
        .await
        .map_err(io::Error::other)
}

/// Writes a line that another process waits for.
fn print(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// A provider that runs until this is dropped.
#[derive(Debug)]
pub struct Running {
    version: Version,
    network: &'static str,
    address: String,
    runtime: Runtime,
    served: JoinHandle<io::Result<()>>,
}

impl Running {
    /// Returns the value of the environment variable `TF_REATTACH_PROVIDERS` with which Terraform uses this provider for
    /// `source`, such as `registry.terraform.io/example/notes`.
    #[must_use]
    pub fn reattach(&self, source: &str) -> String {
        format!(
            r#"{{"{source}":{{"Protocol":"grpc","ProtocolVersion":{},"Pid":{},"Test":true,"Addr":{{"Network":"{}","String":"{}"}}}}}}"#,
            self.version.number(),
            std::process::id(),
            self.network,
            self.address
        )
    }

    /// Serves until the process ends.
    pub fn wait(self) {
        // A server that ends has nothing more to say.
        let _ = self.runtime.block_on(self.served);
    }
}
