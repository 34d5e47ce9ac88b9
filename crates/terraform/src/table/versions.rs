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
/// assert_eq!("terraform@2.0".parse::<Version>().unwrap_err().to_string(), "expected a version from 1.0 to 1.18 after `terraform@`, found `2.0`");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// The product.
    pub language: Language,
    /// The number after `1.`.
    pub minor: u16,
}

/// The newest known release of each minor version, from the first that the table describes.
const TERRAFORM_RELEASES: &[&str] = &[
    "1.0.11", "1.1.9", "1.2.9", "1.3.10", "1.4.7", "1.5.7", "1.6.6", "1.7.5", "1.8.5", "1.9.8", "1.10.5",
    "1.11.4", "1.12.2", "1.13.5", "1.14.9", "1.15.5", "1.16.6", "1.17.2",
];
const OPENTOFU_RELEASES: &[&str] = &[
    "1.6.3", "1.7.10", "1.8.11", "1.9.4", "1.10.10", "1.11.14", "1.12.6",
];

/// The first version of each product that the table describes, the newest released one, and the newest one that its
/// developers work on.
const TERRAFORM: [u16; 3] = [0, 17, 18];
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

    /// Returns the newest known release of the version; of one in development, the first that it will have.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::table::{Language, Version};
    ///
    /// assert_eq!("terraform@1.11".parse::<Version>()?.release(), "1.11.4");
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn release(&self) -> String {
        let releases = match self.language {
            Language::Terraform => TERRAFORM_RELEASES,
            Language::OpenTofu => OPENTOFU_RELEASES,
        };
        let [first, ..] = Self::known(self.language);
        let release = releases.get(usize::from(self.minor - first));
        release.map_or_else(|| format!("1.{}.0", self.minor), ToString::to_string)
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

    /// Returns all versions of a product in the order in which a module that allows several is read: the released ones, the
    /// newest first, then those that its developers work on.
    pub(crate) fn known_first(language: Language) -> impl Iterator<Item = Self> {
        Self::released(language).chain(Self::in_development(language))
    }

    /// Returns the versions of a product that its developers work on, the oldest first.
    pub fn in_development(language: Language) -> impl Iterator<Item = Self> {
        let [_, newest, last] = Self::known(language);
        (newest + 1..=last).map(move |minor| Self { language, minor })
    }
}

/// The newest released version of the language.
impl From<Language> for Version {
    fn from(language: Language) -> Self {
        Self::newest(language)
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

/// The versions of the products that have a part of the language.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{Language, MODULE, Version};
///
/// let removed = MODULE.block("removed", Language::Terraform).unwrap();
/// assert!(removed.versions.has("terraform@1.7".parse()?) && !removed.versions.has("terraform@1.6".parse()?));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Versions {
    /// The first minor version of Terraform and of OpenTofu that has the part; `None` if the product does not have it.
    since: [Option<u16>; 2],
    /// The first minor versions without it again.
    until: [Option<u16>; 2],
    /// A minor version of Terraform between these that does not have it.
    except: Option<u16>,
}

impl Versions {
    /// All versions of both products.
    pub(crate) const ALL: Self = Self::since_minors(Some(0), Some(0));

    /// Returns the versions from a minor one of each product on; `None` is none.
    pub(crate) const fn since_minors(terraform: Option<u16>, opentofu: Option<u16>) -> Self {
        Self {
            since: [terraform, opentofu],
            until: [None, None],
            except: None,
        }
    }

    /// Removes a minor version of Terraform.
    pub(crate) const fn except_terraform(mut self, minor: u16) -> Self {
        self.except = Some(minor);
        self
    }

    /// Returns the versions of Terraform before a minor one.
    pub(crate) const fn before(terraform: u16) -> Self {
        Self::since_minors(Some(0), None).until_terraform(terraform)
    }

    /// Removes the versions of Terraform before a minor one.
    pub(crate) const fn since_terraform(mut self, minor: u16) -> Self {
        self.since[0] = Some(minor);
        self
    }

    /// Removes the versions of Terraform from a minor one on.
    pub(crate) const fn until_terraform(mut self, minor: u16) -> Self {
        self.until[0] = Some(minor);
        self
    }

    /// Removes the versions of OpenTofu from a minor one on.
    pub(crate) const fn until_opentofu(mut self, minor: u16) -> Self {
        self.until[1] = Some(minor);
        self
    }

    /// Returns the versions that have both parts.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let both = |product: usize| {
            let since = self.since[product]?.max(other.since[product]?);
            let until = [self.until[product], other.until[product]];
            Some((since, until.into_iter().flatten().min()))
        };
        let [terraform, opentofu] = [both(0), both(1)];
        Self {
            since: [
                terraform.map(|(since, _)| since),
                opentofu.map(|(since, _)| since),
            ],
            until: [
                terraform.and_then(|(_, until)| until),
                opentofu.and_then(|(_, until)| until),
            ],
            except: self.except.or(other.except),
        }
    }

    /// Returns the first version of a product that has the part.
    #[must_use]
    pub fn since(&self, language: Language) -> Option<Version> {
        self.since[language as usize].map(|minor| Version { language, minor })
    }

    /// Returns the first version of a product that no longer has the part.
    #[must_use]
    pub fn until(&self, language: Language) -> Option<Version> {
        self.until[language as usize].map(|minor| Version { language, minor })
    }

    /// Returns whether a version has the part.
    #[must_use]
    pub fn has(&self, version: Version) -> bool {
        let since = self.since(version.language);
        let until = self.until(version.language);
        let is_excepted = version.language == Language::Terraform && self.except == Some(version.minor);
        !is_excepted
            && since.is_some_and(|since| since.minor <= version.minor)
            && until.is_none_or(|until| version.minor < until.minor)
    }
}

/// The versions that ignore constraints on their product in files that other products read.
pub(crate) const CONSTRAINTS_OF_OTHERS_ARE_IGNORED: Versions = Versions::since_minors(None, Some(12));
