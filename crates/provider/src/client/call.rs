//! Calls of a provider: messages over HTTP/2.

use std::io::Cursor;

use h2::client::SendRequest;
use http::{HeaderMap, Request};
use prost::Message;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use super::process::Answered;
use super::tls::Certificate;
use super::{broken, unexpected};
use crate::Problem;
use crate::protocol::{Empty, Version, path};

/// The maximum size of a response in bytes.
const MAX_MESSAGE_BYTES: usize = 256 << 20;
/// How much a provider may send before this side has read it.
const WINDOW_BYTES: u32 = 16 << 20;
/// The status of a call that the provider does not know.
const UNIMPLEMENTED: &str = "12";

/// A connection to a provider.
pub(super) struct Connection(SendRequest<Cursor<Vec<u8>>>);

impl Connection {
    pub(super) async fn open(answered: &Answered, certificate: &Certificate) -> Result<Self, Problem> {
        match answered.network.as_str() {
            "tcp" => {
                let stream = TcpStream::connect(&answered.address).await.map_err(broken)?;
                Self::secured(stream, answered, certificate).await
            }
            #[cfg(unix)]
            "unix" => {
                let stream = tokio::net::UnixStream::connect(&answered.address)
                    .await
                    .map_err(broken)?;
                Self::secured(stream, answered, certificate).await
            }
            other => Err(unexpected(format_args!("it listens on a network {other:?}"))),
        }
    }

    async fn secured(
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        answered: &Answered,
        certificate: &Certificate,
    ) -> Result<Self, Problem> {
        let connector = certificate.connector(&answered.certificate)?;
        let name = ServerName::try_from("localhost").map_err(broken)?;
        let stream = connector.connect(name, stream).await.map_err(broken)?;
        let (sender, connection) = h2::client::Builder::new()
            .initial_window_size(WINDOW_BYTES)
            .initial_connection_window_size(WINDOW_BYTES)
            .handshake(stream)
            .await
            .map_err(broken)?;
        tokio::spawn(async move {
            // A call reports the end of its connection.
            let _ = connection.await;
        });
        Ok(Self(sender))
    }

    /// Calls a method without arguments; `None` if the provider does not know it.
    pub(super) async fn call<A: Message + Default>(
        &mut self,
        version: Version,
        method: &str,
    ) -> Result<Option<A>, Problem> {
        let request = Request::post(format!("http://localhost{}", path(version, method)))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(())
            .map_err(broken)?;
        let mut sender = self.0.clone().ready().await.map_err(broken)?;
        let (response, mut body) = sender.send_request(request, false).map_err(broken)?;
        body.send_data(Cursor::new(framed(&Empty {})), true)
            .map_err(broken)?;
        let (head, mut body) = response.await.map_err(broken)?.into_parts();
        let mut bytes = Vec::new();
        while let Some(chunk) = body.data().await {
            let chunk = chunk.map_err(broken)?;
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_MESSAGE_BYTES {
                return Err(unexpected("its answer is longer than 256 MiB"));
            }
            body.flow_control()
                .release_capacity(chunk.len())
                .map_err(broken)?;
        }
        let trailers = body.trailers().await.map_err(broken)?;
        // A call without a response has its status in the head.
        let of = |headers: &HeaderMap, name: &str| Some(headers.get(name)?.to_str().ok()?.to_owned());
        let field = |name: &str| of(trailers.as_ref().unwrap_or(&head.headers), name);
        match field("grpc-status").as_deref() {
            Some("0") => Ok(Some(unframed(&bytes)?)),
            Some(UNIMPLEMENTED) => Ok(None),
            status => Err(unexpected(format_args!(
                "{method} failed with status {}: {}",
                status.unwrap_or("none"),
                field("grpc-message").unwrap_or_default()
            ))),
        }
    }
}

/// Returns a message as it is sent: a byte for its compression, and its length, in front.
fn framed(message: &impl Message) -> Vec<u8> {
    let body = message.encode_to_vec();
    let mut bytes = vec![0];
    bytes.extend(u32::try_from(body.len()).unwrap_or(u32::MAX).to_be_bytes());
    bytes.extend(body);
    bytes
}

fn unframed<A: Message + Default>(bytes: &[u8]) -> Result<A, Problem> {
    let body = bytes
        .split_first_chunk::<5>()
        .filter(|([compressed, length @ ..], body)| {
            *compressed == 0 && usize::try_from(u32::from_be_bytes(*length)).ok() == Some(body.len())
        })
        .map(|(_, body)| body)
        .ok_or_else(|| unexpected("its answer is not one message"))?;
    A::decode(body).map_err(|error| unexpected(format_args!("its answer cannot be read: {error}")))
}
