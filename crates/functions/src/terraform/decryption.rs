//! RSA decryption, and the formats of private keys.

use base64::Engine as _;
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::DecodePrivateKey;
use rsa::{BigUint, Pkcs1v15Encrypt, RsaPrivateKey};

use super::encoding::{BASE64, from_base64};
use crate::support::text;

/// The steps of a decryption, which takes milliseconds.
const STEPS: usize = 100_000;

/// Creates the function `rsadecrypt(ciphertext, privatekey)`.
///
/// It decrypts an RSA ciphertext (PKCS #1 version 1.5) in Base64.
#[must_use]
pub fn rsadecrypt() -> Function {
    Function::metered("rsadecrypt", |arguments, _, meter| {
        meter.steps(STEPS)?;
        let bytes = from_base64(text(arguments, 0))?;
        let key =
            private_key(text(arguments, 1)).map_err(|message| FunctionError::for_argument(1, message))?;
        let plain = key
            .decrypt(Pkcs1v15Encrypt, &bytes)
            .map_err(|_| FunctionError::for_argument(0, "the ciphertext was not made for this key"))?;
        String::from_utf8(plain)
            .map(Value::from)
            .map_err(|_| FunctionError::for_argument(0, "the decrypted text is not valid UTF-8"))
    })
    .describe("Decrypts an RSA ciphertext (PKCS #1 version 1.5) in Base64.")
    .example("rsadecrypt(file(\"secret.txt\"), file(\"key.pem\"))", "\"hello\"")
    .parameter(Parameter::new("ciphertext", Type::STRING).describe("The ciphertext in Base64."))
    .parameter(
        Parameter::new("privatekey", Type::STRING)
            .describe("The private key in PEM format, as PKCS #1, PKCS #8 or OpenSSH, without a password."),
    )
    .returns(Type::STRING)
    .never_null()
}

const NO_KEY: &str = "an RSA private key in PEM is required, as PKCS #1, as PKCS #8 or as OpenSSH writes it";
const HAS_PASSWORD: &str = "the private key is protected by a password; it must be stored without one";
const NOT_RSA: &str = "the private key is damaged or not one of RSA";

fn private_key(text: &str) -> Result<RsaPrivateKey, &'static str> {
    let pem = Pem::find(text).ok_or(NO_KEY)?;
    if pem.label == "ENCRYPTED PRIVATE KEY" || pem.is_encrypted {
        return Err(HAS_PASSWORD);
    }
    match pem.label {
        "RSA PRIVATE KEY" => RsaPrivateKey::from_pkcs1_der(&pem.bytes).map_err(|_| NOT_RSA),
        "PRIVATE KEY" => RsaPrivateKey::from_pkcs8_der(&pem.bytes).map_err(|_| NOT_RSA),
        "OPENSSH PRIVATE KEY" => openssh_key(&pem.bytes),
        "EC PRIVATE KEY" | "DSA PRIVATE KEY" => Err(NOT_RSA),
        _ => Err(NO_KEY),
    }
}

/// The first block of a PEM file.
struct Pem<'a> {
    label: &'a str,
    /// Whether a header marks the bytes as encrypted.
    is_encrypted: bool,
    bytes: Vec<u8>,
}

impl<'a> Pem<'a> {
    fn find(text: &'a str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim_end);
        let label = lines.find_map(|line| line.strip_prefix("-----BEGIN ")?.strip_suffix("-----"))?;
        let (mut digits, mut is_encrypted) = (String::new(), false);
        for line in lines {
            if let Some(end) = line.strip_prefix("-----END ") {
                let bytes = BASE64.decode(&digits).ok()?;
                return (end.strip_suffix("-----") == Some(label)).then_some(Self {
                    label,
                    is_encrypted,
                    bytes,
                });
            }
            match line.split_once(':') {
                Some((_, value)) => is_encrypted |= value.contains("ENCRYPTED"),
                None => digits.extend(line.split_whitespace()),
            }
        }
        None
    }
}

/// Parses the format of OpenSSH, in which four bytes with the length precede each field.
fn openssh_key(bytes: &[u8]) -> Result<RsaPrivateKey, &'static str> {
    let mut outer = Fields(bytes.strip_prefix(b"openssh-key-v1\0").ok_or(NOT_RSA)?);
    let (cipher, derivation) = (outer.field().ok_or(NOT_RSA)?, outer.field().ok_or(NOT_RSA)?);
    if cipher != b"none" || derivation != b"none" {
        return Err(HAS_PASSWORD);
    }
    openssh_parts(outer).ok_or(NOT_RSA)
}

/// Parses the rest after the names of the cipher and the key derivation.
fn openssh_parts(mut outer: Fields<'_>) -> Option<RsaPrivateKey> {
    let _options = outer.field()?;
    if outer.number()? != 1 {
        return None;
    }
    let _public = outer.field()?;
    let mut inner = Fields(outer.field()?);
    // Two equal numbers verify the decryption.
    let is_intact = inner.number()? == inner.number()?;
    if !is_intact || inner.field()? != b"ssh-rsa" {
        return None;
    }
    let mut integer = || inner.field().map(BigUint::from_bytes_be);
    let (modulus, public, private) = (integer()?, integer()?, integer()?);
    let _coefficient = integer()?;
    let primes = vec![integer()?, integer()?];
    RsaPrivateKey::from_components(modulus, public, private, primes).ok()
}

/// The rest of a sequence of fields.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn number(&mut self) -> Option<u32> {
        let (bytes, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*bytes))
    }

    fn field(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_cannot_be_used_are_told_apart() {
        let openssh = |cipher: &[u8]| {
            let mut bytes = b"openssh-key-v1\0".to_vec();
            for field in [cipher, b"none"] {
                bytes.extend(u32::try_from(field.len()).unwrap().to_be_bytes());
                bytes.extend(field);
            }
            let body = BASE64.encode(bytes);
            format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{body}\n-----END OPENSSH PRIVATE KEY-----\n")
        };
        let cases = [
            ("", NO_KEY),
            ("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n", NO_KEY),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
                NO_KEY,
            ),
            (
                "-----BEGIN RSA PRIVATE KEY-----\n!\n-----END RSA PRIVATE KEY-----",
                NO_KEY,
            ),
            (
                "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
                NO_KEY,
            ),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
                NOT_RSA,
            ),
            (
                "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----",
                NOT_RSA,
            ),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----",
                HAS_PASSWORD,
            ),
            (
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----",
                HAS_PASSWORD,
            ),
            (&openssh(b"aes256-ctr"), HAS_PASSWORD),
            (&openssh(b"none"), NOT_RSA),
        ];
        for (text, message) in cases {
            assert_eq!(private_key(text).err(), Some(message), "{text}");
        }
    }
}
