//! Messages that are malformed, too long, or that the provider does not know.

use std::io::Cursor;
use std::time::Duration;

use h2::client::SendRequest;
use hcl2_provider::testing::Harness;
use hcl2_provider::{Context, Problem, Provider, Resource, Running, Schema, Server};
use http::{HeaderMap, Request};
use tokio::net::TcpStream;

#[derive(Schema)]
struct Text {
    text: String,
}

struct Texts;

impl Resource for Texts {
    type Model = Text;

    async fn create(&self, planned: Text, _: &mut Context) -> Result<Text, Problem> {
        Ok(planned)
    }

    async fn update(&self, _: Text, planned: Text, _: &mut Context) -> Result<Text, Problem> {
        Ok(planned)
    }

    async fn delete(&self, _: Text, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

fn provider() -> Provider {
    Provider::new().resource("sample_text", Texts)
}

/// A connection to a running provider.
struct Client(SendRequest<Cursor<Vec<u8>>>);

impl Client {
    async fn new(running: &Running) -> Self {
        let reattach = running.reattach("registry.terraform.io/hcl2/none");
        let address = reattach.split("\"String\":\"").nth(1).unwrap();
        let stream = TcpStream::connect(address.split('"').next().unwrap())
            .await
            .unwrap();
        let (sender, connection) = h2::client::Builder::new().handshake(stream).await.unwrap();
        tokio::spawn(connection);
        Self(sender)
    }

    /// Sends bytes to a method, and returns the status, its message, and the response.
    async fn call(&mut self, method: &str, bytes: Vec<u8>) -> (String, String, Vec<u8>) {
        let request = Request::post(format!("http://localhost/tfplugin6.Provider/{method}"))
            .header("content-type", "application/grpc")
            .body(())
            .unwrap();
        let mut sender = self.0.clone().ready().await.unwrap();
        let (response, mut body) = sender.send_request(request, false).unwrap();
        body.send_data(Cursor::new(bytes), true).unwrap();
        let (head, mut body) = response.await.unwrap().into_parts();
        let mut answer = Vec::new();
        while let Some(chunk) = body.data().await {
            answer.extend_from_slice(&chunk.unwrap());
        }
        let trailers = body.trailers().await.unwrap();
        let headers: &HeaderMap = trailers.as_ref().unwrap_or(&head.headers);
        let field = |name: &str| {
            let value = headers.get(name).map(|value| value.to_str().unwrap());
            value.unwrap_or_default().to_owned()
        };
        (field("grpc-status"), field("grpc-message"), answer)
    }
}

/// Returns a message with its length in front.
fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap();
    [&[0][..], &length.to_be_bytes(), message].concat()
}

/// Returns a field of bytes, in the encoding of Protocol Buffers.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    assert!(bytes.len() < 128);
    let length = u8::try_from(bytes.len()).unwrap();
    [&[number << 3 | 2, length][..], bytes].concat()
}

/// Each of them is answered with its error, and the provider goes on.
#[tokio::test]
async fn malformed_messages_are_errors_of_their_calls() {
    let running = tokio::task::spawn_blocking(|| Server::new(provider()).attachable().unwrap())
        .await
        .unwrap();
    let mut client = Client::new(&running).await;
    for (method, bytes, status, words) in [
        (
            "PlanResourceChange",
            framed(&[0xff; 64]),
            "13",
            "failed to decode",
        ),
        // A field that ends behind the end of the message.
        (
            "ReadResource",
            framed(&[0x0a, 0x7f, b'x']),
            "13",
            "failed to decode",
        ),
        // No memory is taken for a length that only the header names.
        (
            "ApplyResourceChange",
            vec![0, 0xff, 0xff, 0xff, 0xff, 1],
            "11",
            "length too large",
        ),
        ("UpgradeResourceState", vec![0, 0, 0, 0, 9, 1], "13", ""),
        (
            "FlyToTheMoon",
            framed(&[]),
            "12",
            "does not answer FlyToTheMoon of protocol 6",
        ),
    ] {
        let called = client.call(method, bytes);
        let (found, message, _) = tokio::time::timeout(Duration::from_secs(20), called)
            .await
            .unwrap();
        assert_eq!(found, status, "{method}: {message}");
        assert!(message.replace("%20", " ").contains(words), "{method}: {message}");
    }
    // A value that is malformed inside of a message is a problem with words.
    for garbage in [
        &[0xc1][..],
        &[0x81, 0xa4, b't', b'e'],
        &[0xdd, 0xff, 0xff, 0xff, 0xff],
        &[0x93, 1, 2, 3],
    ] {
        let value = field(1, garbage);
        let request = [field(1, b"sample_text"), field(3, &value), field(4, &value)].concat();
        let (status, _, answer) = client.call("PlanResourceChange", framed(&request)).await;
        assert_eq!(status, "0");
        let text = String::from_utf8_lossy(&answer).into_owned();
        assert!(
            text.contains("Malformed value") && text.contains("A value cannot travel"),
            "{text}"
        );
    }
    let (status, _, answer) = client.call("GetMetadata", framed(&[])).await;
    assert_eq!(status, "0");
    assert!(String::from_utf8_lossy(&answer).contains("sample_text"));
    drop(client);
    tokio::task::spawn_blocking(|| drop(running)).await.unwrap();
}

#[test]
fn a_state_of_many_megabytes_lives() {
    // Optimised code takes a second for what takes minutes otherwise.
    const LENGTH: usize = if cfg!(debug_assertions) {
        2 << 20
    } else {
        100 << 20
    };
    let harness = Harness::new(provider()).unwrap();
    let mut object = harness.object("sample_text").unwrap();
    let text = Text {
        text: "0123456789abcde\n".repeat(LENGTH / 16),
    };
    object.apply(&text).unwrap();
    assert!(!object.refresh().unwrap());
    assert_eq!(
        object.state().get("text").unwrap().as_str().map(str::len),
        Some(LENGTH)
    );
}
