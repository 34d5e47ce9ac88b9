//! Certificates for both sides: the client's goes through the environment, the server's came with its address.

use std::io;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, SignatureScheme};
use tokio_rustls::TlsConnector;

use crate::server::{algorithms, schemes};

/// The certificate of this process, for one connection.
pub(super) struct Certificate {
    pub(super) pem: String,
    der: CertificateDer<'static>,
    key: Vec<u8>,
}

impl Certificate {
    pub(super) fn new() -> io::Result<Self> {
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).map_err(io::Error::other)?;
        Ok(Self {
            pem: own.cert.pem(),
            der: own.cert.der().clone(),
            key: own.signing_key.serialize_der(),
        })
    }

    /// Returns what connects to exactly the server with a certificate.
    pub(super) fn connector(&self, server: &[u8]) -> io::Result<TlsConnector> {
        let crypto = Arc::new(ring::default_provider());
        let verifier = Arc::new(Pinned {
            server: CertificateDer::from(server.to_vec()),
            crypto: crypto.clone(),
        });
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key.clone()));
        let mut config = ClientConfig::builder_with_provider(crypto)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_client_auth_cert(vec![self.der.clone()], key)
            .map_err(io::Error::other)?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(TlsConnector::from(Arc::new(config)))
    }
}

/// Trusts exactly one certificate, which its owner has signed.
#[derive(Debug)]
struct Pinned {
    server: CertificateDer<'static>,
    crypto: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if certificate.as_ref() == self.server.as_ref() {
            Ok(ServerCertVerified::assertion())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(
            message,
            certificate,
            signature,
            algorithms(&self.crypto, signature.scheme),
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(
            message,
            certificate,
            signature,
            algorithms(&self.crypto, signature.scheme),
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        schemes(&self.crypto)
    }
}
