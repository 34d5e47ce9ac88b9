//! The handshake by which Terraform starts a provider: variables of the environment, and a line on standard output.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use crate::protocol::Version;

/// The variable by which a provider knows that Terraform starts it, and its value.
pub(crate) const COOKIE: (&str, &str) = (
    "TF_PLUGIN_MAGIC_COOKIE",
    "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
);
/// The version of the handshake.
const CORE_VERSION: u8 = 1;

/// What Terraform asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) version: Version,
    /// The certificate of the client; `None` for connections without TLS.
    pub(super) certificate: Option<String>,
    /// The directory for a socket.
    pub(super) directory: Option<PathBuf>,
    /// The first and the last port, where sockets are in no directory.
    pub(super) ports: Option<(u16, u16)>,
}

impl Asked {
    /// Reads the environment. `None` if it is not Terraform that starts the process.
    pub(super) fn read(
        served: &[Version],
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<Result<Self, String>> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        if variable(COOKIE.0).as_deref() != Some(COOKIE.1) {
            return None;
        }
        let versions = variable("PLUGIN_PROTOCOL_VERSIONS").unwrap_or_else(|| "5".to_owned());
        let asked: Vec<&str> = versions.split(',').map(str::trim).collect();
        let version = served
            .iter()
            .copied()
            .find(|version| asked.contains(&version.number().to_string().as_str()));
        let Some(version) = version else {
            let served: Vec<String> = served
                .iter()
                .map(|version| version.number().to_string())
                .collect();
            return Some(Err(format!(
                "Terraform asks for protocol {versions}, and this provider serves {}; use another version of either",
                served.join(" and ")
            )));
        };
        let port = |name| variable(name)?.parse().ok();
        Some(Ok(Self {
            version,
            certificate: variable("PLUGIN_CLIENT_CERT"),
            directory: variable("PLUGIN_UNIX_SOCKET_DIR").map(PathBuf::from),
            ports: port("PLUGIN_MIN_PORT").zip(port("PLUGIN_MAX_PORT")),
        }))
    }
}

/// Returns the line by which Terraform finds the server.
pub(super) fn line(version: Version, network: &str, address: &str, certificate: Option<&[u8]>) -> String {
    let certificate = certificate.map_or_else(String::new, |der| format!("|{}", STANDARD_NO_PAD.encode(der)));
    format!(
        "{CORE_VERSION}|{}|{network}|{address}|grpc{certificate}",
        version.number()
    )
}
