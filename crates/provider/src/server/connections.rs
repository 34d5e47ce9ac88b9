//! Connections over a socket of a file system or of a network, with TLS or without.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
#[cfg(unix)]
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::net::UnixListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_stream::Stream;
use tonic::transport::server::Connected;

/// A client that does not finish the handshake of TLS within this time is dropped.
const HANDSHAKE_TIME: Duration = Duration::from_secs(10);
/// How long to wait after a failure to accept, such as for lack of file descriptors.
const RETRY: Duration = Duration::from_millis(50);

/// Where the server listens.
#[derive(Debug)]
pub(super) enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener, Socket),
}

/// The file of a socket, which is removed with its owner.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Socket(PathBuf);

#[cfg(unix)]
impl Drop for Socket {
    fn drop(&mut self) {
        // It may be gone with its directory.
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Listener {
    /// Listens on a local port: a free one, or the first free one of a range.
    pub(super) async fn tcp(ports: Option<(u16, u16)>) -> io::Result<Self> {
        let (min, max) = ports.unwrap_or((0, 0));
        let mut failure = io::Error::from(io::ErrorKind::AddrInUse);
        for port in min..=max {
            match TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await {
                Ok(listener) => return Ok(Self::Tcp(listener)),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// Listens on a new socket in a directory.
    #[cfg(unix)]
    pub(super) fn unix(directory: &Path) -> io::Result<Self> {
        let mut number = 0u32;
        loop {
            let path = directory.join(format!("hcl2-provider-{}-{number}.sock", std::process::id()));
            match UnixListener::bind(&path) {
                Ok(listener) => return Ok(Self::Unix(listener, Socket(path))),
                // Left behind by a process that was killed, and had the same identifier.
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && number < 100 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the kind of network, and the address in it.
    pub(super) fn address(&self) -> io::Result<(&'static str, String)> {
        match self {
            Self::Tcp(listener) => Ok(("tcp", listener.local_addr()?.to_string())),
            #[cfg(unix)]
            Self::Unix(_, socket) => Ok(("unix", socket.0.display().to_string())),
        }
    }

    /// Accepts connections until nobody takes them any more.
    pub(super) fn connections(self, tls: Option<TlsAcceptor>) -> Incoming {
        let (sender, receiver) = mpsc::channel(16);
        tokio::spawn(async move {
            loop {
                let accepted = tokio::select! {
                    accepted = self.accept() => accepted,
                    () = sender.closed() => return,
                };
                match accepted {
                    Ok(stream) => {
                        tokio::spawn(secured(stream, tls.clone(), sender.clone()));
                    }
                    Err(error) => {
                        tracing::warn!(%error, "connection not accepted");
                        tokio::time::sleep(RETRY).await;
                    }
                }
            }
        });
        Incoming(receiver)
    }

    async fn accept(&self) -> io::Result<Box<dyn Bytes>> {
        match self {
            Self::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            #[cfg(unix)]
            Self::Unix(listener, _) => {
                let (stream, _) = listener.accept().await?;
                Ok(Box::new(stream))
            }
        }
    }
}

/// Hands a connection on, once both sides know each other.
async fn secured(
    stream: Box<dyn Bytes>,
    tls: Option<TlsAcceptor>,
    sender: mpsc::Sender<io::Result<Connection>>,
) {
    let stream = match tls {
        None => stream,
        Some(tls) => match tokio::time::timeout(HANDSHAKE_TIME, tls.accept(stream)).await {
            Ok(Ok(stream)) => Box::new(stream),
            Ok(Err(error)) => return tracing::warn!(%error, "client without the right certificate"),
            Err(_) => return tracing::warn!("client did not finish its handshake"),
        },
    };
    // The server may have stopped.
    let _ = sender.send(Ok(Connection(stream))).await;
}

/// A stream of bytes in both directions.
trait Bytes: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Bytes for T {}

/// The connections to serve.
pub(super) struct Incoming(mpsc::Receiver<io::Result<Connection>>);

impl Stream for Incoming {
    type Item = io::Result<Connection>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}

/// A connection to serve.
pub(super) struct Connection(Box<dyn Bytes>);

impl Connected for Connection {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
