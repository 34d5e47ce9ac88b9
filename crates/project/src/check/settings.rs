//! How a project is checked.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use hcl2_decode::schema::Schema;
use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Severity, codes, nearest_name};
use hcl2_model::{Limits, Syntax};
use hcl2_terraform::ProviderSchemas;
use hcl2_terraform::table::{FileKind, Language, Version};
use hcl2_value::Budget;

use crate::files::{Files, MAX_FILE_BYTES};
use crate::modules::VariableSource;
use crate::parallel::Watch;
use crate::settings::Settings;

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
        if self.language.is_none() && self.other.is_none() && self.schema.is_none() {
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

/// Warnings that are errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// Those with a code.
    Code(Code),
    /// All.
    Warnings,
}

impl Denied {
    /// Returns whether a problem is an error although it may be reported as a warning.
    fn has(self, problem: &Diagnostic) -> bool {
        match self {
            Self::Code(code) => problem.code == code,
            Self::Warnings => problem.severity == Severity::Warning,
        }
    }
}

impl FromStr for Denied {
    type Err = String;

    /// Returns the warnings that a word names: a code, or `warnings`.
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "warnings" => Ok(Self::Warnings),
            name => code_named(name).map(Self::Code).map_err(|problem| {
                let near = nearest_name(name, ["warnings"]);
                near.map_or(problem, |near| {
                    format!("no problem has this code; did you mean `{near}`?")
                })
            }),
        }
    }
}

/// Returns the code with this name, or whose name ends in it; one of Terraform's before others.
///
/// # Errors
///
/// A sentence with the nearest name, if no code has this one.
///
/// # Examples
///
/// ```
/// use hcl2_project::code_named;
///
/// assert_eq!(code_named("deprecated")?.id(), "hcl2::terraform::deprecated");
/// assert_eq!(code_named("deprecatd"), Err("no problem has this code; did you mean `deprecated`?".to_owned()));
/// # Ok::<(), String>(())
/// ```
pub fn code_named(name: &str) -> Result<Code, String> {
    let last = |code: Code| code.id().rsplit("::").next().unwrap_or_default();
    let mut found: Vec<Code> = codes::all()
        .filter(|code| code.id() == name || last(*code) == name)
        .collect();
    found.sort_by_key(|code| !code.id().starts_with("hcl2::terraform::"));
    found.first().copied().ok_or_else(|| {
        let names = codes::all().flat_map(|code| [code.id(), last(code)]);
        let near = nearest_name(name, names).map(|near| format!("; did you mean `{near}`?"));
        format!("no problem has this code{}", near.unwrap_or_default())
    })
}

/// What is reported beside the usual problems, and which warnings are errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Severities {
    /// The codes of optional problems to report.
    pub warn: Vec<Code>,
    /// The warnings that are errors.
    pub deny: Vec<Denied>,
}

impl Severities {
    /// Returns those of the optional problems that are asked for.
    pub(super) fn asked_of<'p>(&self, optional: impl FnOnce() -> &'p Diagnostics) -> Diagnostics {
        if self.warn.is_empty() && self.deny.is_empty() {
            return Diagnostics::new();
        }
        let mut problems = optional().clone();
        problems.retain(|problem| {
            self.warn.contains(&problem.code) || self.deny.contains(&Denied::Code(problem.code))
        });
        problems
    }

    /// Returns the problems, with errors in place of the warnings that are denied.
    #[must_use]
    pub fn denied(&self, problems: Diagnostics) -> Diagnostics {
        problems.map(|mut problem| {
            if self.deny.iter().any(|denied| denied.has(&problem)) {
                problem.severity = Severity::Error;
            }
            problem
        })
    }
}
