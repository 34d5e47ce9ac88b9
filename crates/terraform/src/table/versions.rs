//! The versions of the products, and which of them have a part of the language.

use std::fmt;
use std::str::FromStr;

use super::Language;

/// A version of the language: the minor version of a release `1.x` of a product.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{Language, Version};
///
/// let version: Version = "terraform@1.14".parse()?;
/// assert_eq!((version.language, version.minor), (Language::Terraform, 14));
/// assert!("opentofu".parse::<Version>()? == Version::newest(Language::OpenTofu));
/// assert!("terraform@2.0".parse::<Version>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// The product.
    pub language: Language,
    /// The number after `1.`.
    pub minor: u16,
}

/// The first version of each product that the table describes, the newest released one, and the newest one that its
/// developers work on.
const TERRAFORM: [u16; 3] = [0, 15, 17];
const OPENTOFU: [u16; 3] = [6, 12, 13];

impl Version {
    const fn known(language: Language) -> [u16; 3] {
        match language {
            Language::Terraform => TERRAFORM,
            Language::OpenTofu => OPENTOFU,
        }
    }

    /// Returns the newest released version of a product.
    #[must_use]
    pub const fn newest(language: Language) -> Self {
        let [_, minor, _] = Self::known(language);
        Self { language, minor }
    }

    /// Returns the name of the product.
    #[must_use]
    pub const fn product(&self) -> &'static str {
        match self.language {
            Language::Terraform => "Terraform",
            Language::OpenTofu => "OpenTofu",
        }
    }

    /// Returns all released versions of a product, the newest first.
    pub fn released(language: Language) -> impl Iterator<Item = Self> {
        let [first, newest, _] = Self::known(language);
        (first..=newest).rev().map(move |minor| Self { language, minor })
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        let language = match name {
            "terraform" => Language::Terraform,
            "opentofu" => Language::OpenTofu,
            _ => return Err(format!("expected `terraform` or `opentofu`, found `{name}`")),
        };
        let [first, _, last] = Self::known(language);
        let Some(version) = version else {
            return Ok(Self::newest(language));
        };
        let minor = version.strip_prefix("1.").and_then(|minor| minor.parse().ok());
        match minor {
            Some(minor) if (first..=last).contains(&minor) => Ok(Self { language, minor }),
            _ => Err(format!(
                "expected a version from 1.{first} to 1.{last} after `{name}@`, found `{version}`"
            )),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, newest, _] = Self::known(self.language);
        let unreleased = if self.minor > newest { " (unreleased)" } else { "" };
        write!(f, "{} 1.{}{unreleased}", self.product(), self.minor)
    }
}

/// The first minor version of each product that has a part of the language; `None` if the product does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Versions {
    /// Of Terraform.
    pub terraform: Option<u16>,
    /// Of OpenTofu.
    pub opentofu: Option<u16>,
}

impl Versions {
    /// All versions of both products.
    pub(crate) const ALL: Self = Self {
        terraform: Some(0),
        opentofu: Some(0),
    };

    /// Returns the first version of a product that has the part.
    #[must_use]
    pub fn since(&self, language: Language) -> Option<Version> {
        let minor = match language {
            Language::Terraform => self.terraform,
            Language::OpenTofu => self.opentofu,
        };
        minor.map(|minor| Version { language, minor })
    }
}

/// The versions that ignore constraints on their product in files that other products read.
pub(crate) const CONSTRAINTS_OF_OTHERS_ARE_IGNORED: Versions = Versions {
    terraform: None,
    opentofu: Some(12),
};
