//! The process of a provider, which ends with its owner.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tokio::sync::oneshot;

use super::unexpected;
use crate::Problem;
use crate::protocol::Version;
use crate::server::COOKIE;

/// The maximum length of the line with the address.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// The maximum length of what a failed provider printed that is shown.
const MAX_LAST_BYTES: usize = 2000;
/// How long a provider may take to end after its connection broke.
const END: Duration = Duration::from_millis(200);
/// How often to look whether it has ended.
const LOOK: Duration = Duration::from_millis(10);
/// The variables of the caller that a provider gets: without them, a system does not start a program, or a program finds
/// no directory for temporary files.
const INHERITED: [&str; 5] = ["PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"];

/// What a provider answers when it was started.
pub(super) struct Answered {
    pub(super) version: Version,
    pub(super) network: String,
    pub(super) address: String,
    /// The certificate of the provider.
    pub(super) certificate: Vec<u8>,
}

/// A running provider.
pub(super) struct Process {
    child: Child,
    line: Option<oneshot::Receiver<io::Result<String>>>,
    /// The end of what it prints on standard error.
    last: mpsc::Receiver<String>,
    sockets: PathBuf,
}

impl Process {
    pub(super) fn start(program: &Path, certificate: &str) -> Result<Self, Problem> {
        let sockets = private_directory()?;
        let inherited = INHERITED
            .iter()
            .filter_map(|name| Some((name, std::env::var_os(name)?)));
        let started = Command::new(program)
            .env_clear()
            .envs(inherited)
            .env(COOKIE.0, COOKIE.1)
            .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
            .env("PLUGIN_CLIENT_CERT", certificate)
            .env("PLUGIN_UNIX_SOCKET_DIR", &sockets)
            .env("PLUGIN_MIN_PORT", "10000")
            .env("PLUGIN_MAX_PORT", "25000")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|error| {
            // The directory is empty.
            let _ = fs::remove_dir(&sockets);
            Problem::new(
                "The provider cannot be started",
                format!("{} cannot be run: {error}.", program.display()),
            )
        })?;
        let (sender, line) = oneshot::channel();
        if let Some(out) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut out = BufReader::new(out);
                let mut line = String::new();
                let read = out.by_ref().take(MAX_LINE_BYTES).read_line(&mut line);
                // Nobody waits any more if the time is over.
                let _ = sender.send(read.map(|_| line));
                // What it prints later must not stop it.
                let _ = io::copy(&mut out, &mut io::sink());
            });
        }
        let (sender, last) = mpsc::channel();
        if let Some(errors) = child.stderr.take() {
            std::thread::spawn(move || {
                // Nobody reads it unless the provider failed.
                let _ = sender.send(last_of(errors));
            });
        }
        Ok(Self {
            child,
            line: Some(line),
            last,
            sockets,
        })
    }

    /// Returns how the process ended, and what it printed at its end; `None` if it runs.
    pub(super) async fn end(&mut self) -> Option<String> {
        let mut waited = Duration::ZERO;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if waited < END => {
                    tokio::time::sleep(LOOK).await;
                    waited += LOOK;
                }
                _ => return None,
            }
        };
        // A process that it started may keep its standard error open.
        let last = self.last.recv_timeout(END).unwrap_or_default();
        Some(match last.trim() {
            "" => format!("It ended with {status}."),
            last => format!("It ended with {status}, and printed: {last}"),
        })
    }

    /// Waits for the address of the provider.
    pub(super) async fn answered(&mut self) -> Result<Answered, Problem> {
        let line = match self.line.take() {
            Some(line) => line.await.map_err(|_| unexpected("it printed nothing"))??,
            None => String::new(),
        };
        let parts: Vec<&str> = line.trim().split('|').collect();
        let [core, version, network, address, protocol, rest @ ..] = parts.as_slice() else {
            return Err(unexpected("it did not print an address"));
        };
        let version = Version::ALL
            .into_iter()
            .find(|own| own.number().to_string() == *version);
        let (Some(version), "1", "grpc") = (version, *core, *protocol) else {
            return Err(unexpected(format_args!("it printed {:?}", line.trim())));
        };
        let certificate = rest.first().copied().unwrap_or_default().trim_end_matches('=');
        let certificate = STANDARD_NO_PAD.decode(certificate).unwrap_or_default();
        if certificate.is_empty() {
            return Err(unexpected("it has no certificate for its connection"));
        }
        Ok(Answered {
            version,
            network: (*network).to_owned(),
            address: (*address).to_owned(),
            certificate,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; either way, it is waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What is left is in the directory for temporary files.
        let _ = fs::remove_dir_all(&self.sockets);
    }
}

/// Reads to the end, and returns the last lines.
fn last_of(mut input: impl Read) -> String {
    let mut last = Vec::new();
    let mut chunk = [0; 4096];
    // What cannot be read is not shown.
    while let Ok(length @ 1..) = input.read(&mut chunk) {
        last.extend_from_slice(&chunk[..length]);
        let excess = last.len().saturating_sub(MAX_LAST_BYTES);
        last.drain(..excess);
    }
    String::from_utf8_lossy(&last).into_owned()
}

/// Creates a directory that only this user can read.
fn private_directory() -> io::Result<PathBuf> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("hcl2-client-{}-{number}", std::process::id()));
    let builder = fs::DirBuilder::new();
    #[cfg(unix)]
    let builder = {
        let mut builder = builder;
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
    };
    builder.create(&path)?;
    Ok(path)
}
