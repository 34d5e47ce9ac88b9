//! The subcommands, one module each.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod eval;
pub(crate) mod fmt;
pub(crate) mod inspect;
pub(crate) mod man;
pub(crate) mod query;
pub(crate) mod wire;

use clap::ValueEnum;
use hcl2::edit::Address;

use crate::output::Failure;

/// The syntax that a person asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SyntaxName {
    /// The native syntax.
    Native,
    /// The JSON syntax.
    Json,
}

impl From<SyntaxName> for hcl2::Syntax {
    fn from(name: SyntaxName) -> Self {
        match name {
            SyntaxName::Native => Self::Native,
            SyntaxName::Json => Self::Json,
        }
    }
}

/// An address that a person typed.
fn address(text: &str) -> Result<Address, Failure> {
    text.parse()
        .map_err(|error: hcl2::edit::EditError| Failure::Message(error.to_string()))
}
