//! The languages, and which one files are in.

use std::fmt;
use std::str::FromStr;

use hcl2_diagnostics::nearest_name;
use hcl2_terraform::table::FileKind;

/// A language whose files can be rendered.
///
/// # Examples
///
/// ```
/// use hcl2_render::Language;
///
/// assert_eq!(Language::of("docker-bake.override.hcl"), Some(Language::Bake));
/// assert_eq!(Language::of("main.tf"), None);
/// assert_eq!("nomad".parse(), Ok(Language::Nomad));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Language {
    /// That of docker buildx bake.
    Bake,
    /// That of jobs of Nomad.
    Nomad,
    /// That of templates of Packer.
    Packer,
    /// That of units and stacks of Terragrunt.
    Terragrunt,
}

/// The languages with their names and the kinds of their files.
const LANGUAGES: [(Language, &str, FileKind); 5] = [
    (Language::Bake, "bake", FileKind::Bake),
    (Language::Nomad, "nomad", FileKind::Nomad),
    (Language::Packer, "packer", FileKind::Packer),
    (Language::Terragrunt, "terragrunt", FileKind::Terragrunt),
    (Language::Terragrunt, "terragrunt", FileKind::TerragruntStack),
];

impl Language {
    /// Returns the language that the name of a file shows.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let kind = FileKind::of(name)?;
        let mut all = LANGUAGES.iter();
        all.find(|(_, _, own)| *own == kind)
            .map(|(language, ..)| *language)
    }

    /// Returns the names of all languages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let named = LANGUAGES
            .iter()
            .filter(|(.., kind)| *kind != FileKind::TerragruntStack);
        named.map(|(_, name, _)| *name)
    }

    /// Returns the name that selects it.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut all = LANGUAGES.iter();
        all.find(|(language, ..)| *language == self)
            .map_or("", |(_, name, _)| name)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = LANGUAGES.iter().find(|(_, name, _)| *name == text);
        found.map(|(language, ..)| *language).ok_or_else(|| {
            let near = nearest_name(text, Self::names());
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let names: Vec<&str> = Self::names().collect();
            format!("expected one of {}, found `{text}`{near}", names.join(", "))
        })
    }
}
