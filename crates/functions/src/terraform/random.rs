//! Functions that need randomness.

use std::sync::Arc;

use hcl2_value::{Function, FunctionError, Type, Value};

use super::hash::{identifier_text, with_version};
use crate::host::Host;

fn random<const N: usize>(host: &dyn Host) -> Result<[u8; N], FunctionError> {
    let mut bytes = [0; N];
    host.randomize(&mut bytes)
        .map_err(|error| FunctionError::new(error.to_string()))?;
    Ok(bytes)
}

/// Creates the function `uuid()`.
///
/// It returns a new random UUID of version 4.
#[must_use]
pub fn uuid(host: &Arc<dyn Host>) -> Function {
    let host = Arc::clone(host);
    Function::new("uuid", move |_, _| {
        Ok(Value::from(identifier_text(&with_version(random(&*host)?, 4))))
    })
    .describe("Returns a new random UUID of version 4.")
    .example("uuid()", "\"00000000-0000-4000-8000-000000000000\"")
    .returns(Type::STRING)
    .never_null()
}

#[cfg(feature = "bcrypt")]
mod passwords {
    use hcl2_value::Parameter;

    use super::*;
    use crate::support::{text, whole};

    /// Maximum cost, at which a hash takes seconds; each step doubles the time.
    const MAX_COST: i64 = 16;

    /// The steps of a hash with the cost 0; each step of the cost doubles them.
    const STEPS_AT_ZERO: usize = 1_000;

    /// Maximum number of bytes of a password.
    const MAX_PASSWORD_BYTES: usize = 72;

    /// Creates the function `bcrypt(str, cost...)`.
    ///
    /// It returns the bcrypt hash of a password with a new random salt.
    #[must_use]
    pub fn bcrypt(host: &Arc<dyn Host>) -> Function {
        let host = Arc::clone(host);
        Function::metered("bcrypt", move |arguments, _, meter| {
            if arguments.len() > 2 {
                let message = format!("at most 2 arguments required, not {}", arguments.len());
                return Err(FunctionError::new(message));
            }
            let cost = match arguments.get(1) {
                None => 10,
                Some(cost) => match whole(cost, "the cost").map_err(|error| error.in_argument(1))? {
                    // As in the reference, a cost that is too low means the default one.
                    i64::MIN..4 => 10,
                    cost @ 4..=MAX_COST => u32::try_from(cost).unwrap_or(10),
                    _ => return Err(FunctionError::for_argument(1, "the cost must be at most 16")),
                },
            };
            meter.steps(STEPS_AT_ZERO << cost)?;
            let password = text(arguments, 0);
            if password.len() > MAX_PASSWORD_BYTES {
                let message = "the text must not be longer than 72 bytes";
                return Err(FunctionError::for_argument(0, message));
            }
            let hash = ::bcrypt::hash_with_salt(password, cost, random(&*host)?)
                .map_err(|error| FunctionError::new(error.to_string()))?;
            Ok(Value::from(hash.format_for_version(::bcrypt::Version::TwoA)))
        })
        .describe("Returns the bcrypt hash of a password with a new random salt.")
        .example(
            "bcrypt(\"secret\", 4)",
            "\"$2a$04$....................../dCAsp4PpJoDgv6BeaLP6BKrXlBV1oi\"",
        )
        .parameter(Parameter::new("str", Type::STRING).describe("The password, of at most 72 bytes."))
        .variadic(
            Parameter::new("cost", Type::NUMBER).describe(
                "The cost of the hash, at most 16, with a default of 10; each step doubles the time.",
            ),
        )
        .returns(Type::STRING)
        .never_null()
    }
}

#[cfg(feature = "bcrypt")]
pub use passwords::bcrypt;
