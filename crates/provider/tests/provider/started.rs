//! A provider that is started by something other than Terraform.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hcl2_provider::{Provider, Server};

/// A process that ends with its owner.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Returns the example, which is built beside the tests.
pub(crate) fn minimal() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let name = format!("minimal{}", std::env::consts::EXE_SUFFIX);
    tests.ancestors().nth(2).unwrap().join("examples").join(name)
}

/// Starts the example with these variables, and returns its first line and the time until it.
fn started(variables: &[(&str, &str)]) -> (Process, String, Duration) {
    let begin = Instant::now();
    let mut command = Command::new(minimal());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.envs(variables.iter().copied()).spawn().unwrap();
    let mut process = Process(child);
    let mut line = String::new();
    let out = process.0.stdout.take().unwrap();
    BufReader::new(out).read_line(&mut line).unwrap();
    (process, line.trim_end().to_owned(), begin.elapsed())
}

const COOKIE: (&str, &str) = (
    "TF_PLUGIN_MAGIC_COOKIE",
    "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
);

#[test]
fn the_handshake_names_the_protocol_and_the_address() {
    let folder = std::env::temp_dir().display().to_string();
    for (versions, chosen) in [("5,6", "6"), ("5", "5"), ("6", "6")] {
        let variables = [
            COOKIE,
            ("PLUGIN_PROTOCOL_VERSIONS", versions),
            ("PLUGIN_UNIX_SOCKET_DIR", &folder),
        ];
        let (_process, line, _) = started(&variables);
        let fields: Vec<&str> = line.split('|').collect();
        assert_eq!(fields.len(), 5, "{line}");
        assert_eq!((fields[0], fields[1], fields[4]), ("1", chosen, "grpc"));
        #[cfg(unix)]
        assert!(fields[2] == "unix" && fields[3].starts_with(&folder), "{line}");
    }
}

#[test]
fn an_unknown_protocol_is_refused() {
    let variables = [COOKIE, ("PLUGIN_PROTOCOL_VERSIONS", "4,7")];
    let output = Command::new(minimal()).envs(variables).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("asks for protocol 4,7"), "{text}");
}

#[test]
fn without_terraform_it_says_how_to_attach() {
    let (_process, line, _) = started(&[]);
    assert!(line.starts_with("export TF_REATTACH_PROVIDERS='{\"registry.terraform.io/example/text\":"));
    assert!(line.contains("\"ProtocolVersion\":6"), "{line}");
}

/// With `--nocapture`, it prints the figures.
#[test]
fn the_handshake_is_fast() {
    let certificate = certificate();
    for (what, tls) in [("with TLS", true), ("without TLS", false)] {
        let mut variables = vec![COOKIE, ("PLUGIN_PROTOCOL_VERSIONS", "5,6")];
        if tls {
            variables.push(("PLUGIN_CLIENT_CERT", &certificate));
        }
        let mut times = Vec::new();
        for _ in 0..5 {
            let (_process, line, time) = started(&variables);
            assert_eq!(line.split('|').count(), if tls { 6 } else { 5 }, "{line}");
            times.push(time);
        }
        times.sort();
        println!(
            "from start to handshake {what}: {:?}, in the middle of {times:?}",
            times[2]
        );
        // The machine may be busy; the figure for a quiet one is 20 ms.
        assert!(times[0] < Duration::from_secs(1), "{times:?}");
    }
}

fn certificate() -> String {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    made.cert.pem()
}

/// What is no message of the protocol ends its connection, and no other one.
#[test]
fn bytes_of_another_protocol_end_their_connection_only() {
    let running = Server::new(Provider::new()).attachable().unwrap();
    let reattach = running.reattach("registry.terraform.io/hcl2/none");
    let address = reattach
        .split("\"String\":\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let connected = || {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream
    };
    let mut read = Vec::new();
    let mut wrong = connected();
    wrong.write_all(&[0xff; 4096]).unwrap();
    // The server may reset the connection instead of closing it.
    let _ = wrong.read_to_end(&mut read);

    let mut right = connected();
    right
        .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0")
        .unwrap();
    let mut frame = [0; 9];
    right.read_exact(&mut frame).unwrap();
    // The kind of a frame of settings.
    assert_eq!(frame[3], 4, "{frame:?}");
}
