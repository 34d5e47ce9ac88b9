//! Certificates for both sides: the client's is in the environment, the server's in the handshake.

use std::io;
use std::sync::Arc;

use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{CertificateError, DigitallySignedStruct, DistinguishedName, ServerConfig, SignatureScheme};
use tokio_rustls::TlsAcceptor;

use super::p521;

/// What TLS needs: the side of the server, and the certificate that the client trusts.
pub(super) struct Tls {
    pub(super) acceptor: TlsAcceptor,
    pub(super) certificate: Vec<u8>,
}

/// Creates a certificate for this process, and admits only the client with a certificate in the notation of PEM.
pub(super) fn mutual(client: &str) -> io::Result<Tls> {
    let client = CertificateDer::from_pem_slice(client.as_bytes()).map_err(|_| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "PLUGIN_CLIENT_CERT is not a certificate",
        )
    })?;
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).map_err(io::Error::other)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(own.signing_key.serialize_der()));
    let crypto = Arc::new(ring::default_provider());
    let verifier = Arc::new(Pinned {
        client,
        crypto: crypto.clone(),
    });
    let mut config = ServerConfig::builder_with_provider(crypto)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_client_cert_verifier(verifier)
        .with_single_cert(vec![own.cert.der().clone()], key)
        .map_err(io::Error::other)?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(Tls {
        acceptor: TlsAcceptor::from(Arc::new(config)),
        certificate: own.cert.der().to_vec(),
    })
}

/// Admits exactly one certificate, which its owner has signed.
#[derive(Debug)]
struct Pinned {
    client: CertificateDer<'static>,
    crypto: Arc<CryptoProvider>,
}

impl ClientCertVerifier for Pinned {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, rustls::Error> {
        if certificate.as_ref() == self.client.as_ref() {
            Ok(ClientCertVerified::assertion())
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
            p521::algorithms(&self.crypto, signature.scheme),
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
            p521::algorithms(&self.crypto, signature.scheme),
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        p521::schemes(&self.crypto)
    }
}
