//! Signatures on the curve P-521, which Terraform's keys are on and `ring` does not know.

use p521::ecdsa::signature::Verifier;
use p521::ecdsa::{Signature, VerifyingKey};
use rustls::SignatureScheme;
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms};
use rustls::pki_types::{AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id};

/// The scheme of these signatures.
const SCHEME: SignatureScheme = SignatureScheme::ECDSA_NISTP521_SHA512;

/// What verifies them.
static ALGORITHMS: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[&Algorithm],
    mapping: &[(SCHEME, &[&Algorithm])],
};

/// Returns what verifies the signatures of a scheme, one of `crypto` or this one.
pub(crate) fn algorithms(crypto: &CryptoProvider, scheme: SignatureScheme) -> &WebPkiSupportedAlgorithms {
    match scheme {
        SCHEME => &ALGORITHMS,
        _ => &crypto.signature_verification_algorithms,
    }
}

/// Returns the schemes of `crypto` and this one.
pub(crate) fn schemes(crypto: &CryptoProvider) -> Vec<SignatureScheme> {
    let mut schemes = crypto.signature_verification_algorithms.supported_schemes();
    schemes.push(SCHEME);
    schemes
}

/// ECDSA on P-521 with SHA-512.
#[derive(Debug)]
struct Algorithm;

impl SignatureVerificationAlgorithm for Algorithm {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let key = VerifyingKey::from_sec1_bytes(public_key).map_err(|_| InvalidSignature)?;
        let signature = Signature::from_der(signature).map_err(|_| InvalidSignature)?;
        key.verify(message, &signature).map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_P521
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_SHA512
    }
}
