//! The language that a command line or a project file selects.

use hcl2::diagnostics::nearest_name;
use hcl2::terraform::table::{FileKind, Language, Version};

/// The language of files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Selected {
    /// The language of modules; `None` for that of the files of each module.
    pub(crate) language: Option<Language>,
    /// Its version; `None` for the newest one that each module supports.
    pub(crate) version: Option<Version>,
    /// The kind of files whose names do not show their language.
    pub(crate) other: Option<FileKind>,
}

impl Selected {
    pub(crate) fn of(language: Language) -> Self {
        Self {
            language: Some(language),
            ..Self::default()
        }
    }

    /// Returns the language with a name, possibly followed by a version.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
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
