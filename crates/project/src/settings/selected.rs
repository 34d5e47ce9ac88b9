//! The language that a command line or a project file selects.

use hcl2_diagnostics::nearest_name;
use hcl2_terraform::table::{FileKind, Language, Version};

/// The language of files, as `--language` and the project file name it.
///
/// # Examples
///
/// ```
/// use hcl2_project::Selected;
///
/// let selected: Selected = "terraform@1.14".parse()?;
/// assert_eq!(selected.version.map(|version| version.to_string()).as_deref(), Some("Terraform 1.14"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// The language of modules; `None` for that of the files of each module.
    pub language: Option<Language>,
    /// Its version; `None` for the newest one that each module supports.
    pub version: Option<Version>,
    /// The kind of files whose names do not show their language.
    pub other: Option<FileKind>,
}

impl From<Language> for Selected {
    fn from(language: Language) -> Self {
        Self {
            language: Some(language),
            ..Self::default()
        }
    }
}

impl std::str::FromStr for Selected {
    type Err = String;

    /// Returns the language with a name, possibly followed by a version.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(other) = FileKind::of_language(text) {
            return Ok(Self {
                other: Some(other),
                ..Self::default()
            });
        }
        let name = text.split_once('@').map_or(text, |(name, _)| name);
        let products = ["terraform", "opentofu"];
        if !products.contains(&name) {
            let names: Vec<&str> = products.into_iter().chain(FileKind::languages()).collect();
            let near = nearest_name(name, names.iter().copied());
            let near = near
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default();
            let names = names.join(", ");
            return Err(format!(
                "expected one of {names}, or a file `….hclschema`, found `{name}`{near}"
            ));
        }
        let version: Version = text.parse()?;
        Ok(Self {
            language: Some(version.language),
            version: Some(version).filter(|_| text.contains('@')),
            other: None,
        })
    }
}
