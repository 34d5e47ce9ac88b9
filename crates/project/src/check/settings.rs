//! How a project is checked.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_decode::schema::Schema;
use hcl2_model::{Limits, Syntax};
use hcl2_terraform::ProviderSchemas;
use hcl2_terraform::table::{FileKind, Language, Version};
use hcl2_value::Budget;

use crate::files::{Files, MAX_FILE_BYTES};
use crate::modules::VariableSource;
use crate::parallel::Watch;
use crate::settings::{Settings, Severities};

/// Returns the schemas of the providers of the root module in a canonical directory, if they are known: the same ones as long
/// as they do not change.
pub type SchemasOf = Arc<dyn Fn(&Path) -> Option<Arc<ProviderSchemas>> + Send + Sync>;

/// How a project is checked.
#[derive(Clone)]
pub struct CheckSettings {
    /// The language of modules; `None` for that of the files of each module.
    pub language: Option<Language>,
    /// Its version; `None` for the newest one that each module supports.
    pub version: Option<Version>,
    /// The kind of files whose names do not show it.
    pub other: Option<FileKind>,
    /// The schema of files whose names do not show their kind.
    pub schema: Option<Arc<Schema>>,
    /// The syntax of all files, which are then only parsed.
    pub syntax: Option<Syntax>,
    /// How JSON is parsed in files of no known kind.
    pub json: hcl2_json::Options,
    /// The limits of parsing.
    pub limits: Limits,
    /// Creates the budget of the evaluations of a root module.
    pub budget: Arc<dyn Fn() -> Budget + Send + Sync>,
    /// Whether functions read files, and missing ones are reported.
    pub reads_files: bool,
    /// What is known of the world around the modules.
    pub world: World,
    /// The schemas of providers.
    pub schemas: SchemasOf,
    /// What is reported beside the usual problems, and which warnings are errors.
    pub severities: Severities,
    /// Whether problems of unnamed files of the same modules as named ones are reported.
    pub with_siblings: bool,
    /// Follows the progress of each part of a check.
    pub watch: Option<Watch>,
}

impl Default for CheckSettings {
    fn default() -> Self {
        Self {
            language: None,
            version: None,
            other: None,
            schema: None,
            syntax: None,
            json: hcl2_json::Options::default(),
            limits: Limits::new(),
            budget: Arc::new(|| Limits::new().budget()),
            reads_files: true,
            world: World::default(),
            schemas: Arc::new(|_| None),
            severities: Severities::default(),
            with_siblings: false,
            watch: None,
        }
    }
}

impl CheckSettings {
    /// Returns the same with the settings of a project file: what it says of the language counts if nothing selects one.
    pub(super) fn with(&self, project: &Settings) -> Self {
        let mut settings = self.clone();
        if !self.selects_language() {
            settings.language = project.selected.language;
            settings.version = project.selected.version;
            settings.other = project.selected.other;
            settings.schema.clone_from(&project.schema);
        }
        let Severities { warn, deny } = &project.severities;
        settings.severities.warn.extend(warn);
        settings.severities.deny.extend(deny);
        settings
    }

    /// Returns the language of modules with the settings of a project file.
    pub(super) fn language_with(&self, project: &Settings) -> Option<Language> {
        match self.selects_language() {
            true => self.language,
            false => project.selected.language,
        }
    }

    fn selects_language(&self) -> bool {
        self.language.is_some() || self.other.is_some() || self.schema.is_some()
    }
}

impl fmt::Debug for CheckSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckSettings")
            .field("language", &self.language)
            .field("version", &self.version)
            .field("other", &self.other)
            .field("world", &self.world)
            .field("severities", &self.severities)
            .finish_non_exhaustive()
    }
}

/// What is known of the world around modules.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// What sets the variables of root modules; `None` for their automatic files.
    pub variables: Option<Vec<VariableSource>>,
    /// The name of the workspace; `None` for the one that is selected in the data directory of each root module.
    pub workspace: Option<String>,
    /// The data directory; `None` for `.terraform`.
    pub data_directory: Option<String>,
    /// The directories that functions may read, besides those of the repository and of called modules.
    pub readable: Vec<PathBuf>,
}

impl World {
    /// Returns the name of the workspace of a root module, if anything selects one.
    #[must_use]
    pub fn workspace_of(&self, files: &dyn Files, directory: &Path) -> Option<String> {
        self.workspace.clone().or_else(|| {
            let data = self.data_directory.as_deref().unwrap_or(".terraform");
            let selected = directory.join(data).join("environment");
            let bytes = files.read(&selected, MAX_FILE_BYTES).ok()?;
            let name = String::from_utf8(bytes).ok()?;
            Some(name.trim().to_owned()).filter(|name| !name.is_empty())
        })
    }
}
