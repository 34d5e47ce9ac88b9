//! The two syntaxes of the language.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use hcl2_diagnostics::Diagnostic;
use hcl2_diagnostics::codes::decode::INVALID_VALUE;

/// One of the two syntaxes of HCL.
///
/// # Examples
///
/// ```
/// use hcl2_model::Syntax;
///
/// assert_eq!(Syntax::from_path("main.tf.json"), Syntax::Json);
/// assert_eq!("native".parse(), Ok(Syntax::Native));
/// assert_eq!(Syntax::Json.to_string(), "json");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// The native syntax, as in `.hcl` and `.tf` files.
    Native,
    /// The JSON syntax, as in `.json` files.
    Json,
}

impl Syntax {
    /// Returns the syntax that the name of a file implies: JSON if it ends in `.json`, native otherwise.
    #[must_use]
    pub fn from_path(path: impl AsRef<Path>) -> Self {
        let is_json = path
            .as_ref()
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        if is_json { Self::Json } else { Self::Native }
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Native => "native",
            Self::Json => "json",
        })
    }
}

impl FromStr for Syntax {
    type Err = UnknownSyntax;

    fn from_str(name: &str) -> Result<Self, UnknownSyntax> {
        match name {
            "native" => Ok(Self::Native),
            "json" => Ok(Self::Json),
            _ => Err(UnknownSyntax(())),
        }
    }
}

/// The error of parsing the name of a [`Syntax`] that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSyntax(());

impl fmt::Display for UnknownSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `native` or `json`")
    }
}

impl std::error::Error for UnknownSyntax {}

impl From<UnknownSyntax> for hcl2_diagnostics::Error {
    fn from(error: UnknownSyntax) -> Self {
        Diagnostic::error(INVALID_VALUE, "Invalid value")
            .with_message(error)
            .into()
    }
}
