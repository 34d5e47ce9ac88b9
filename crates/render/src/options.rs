//! What a caller may say about a rendering.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use hcl2_diagnostics::Diagnostic;
use hcl2_diagnostics::codes::render as codes;
use hcl2_functions::{Host, NoHost};
use hcl2_model::Limits;
use hcl2_project::VariableSource;
use hcl2_value::Budget;

use crate::Language;

/// What a caller may say about a rendering; the default is what the files say.
///
/// # Examples
///
/// ```
/// use hcl2_render::{Language, Options};
///
/// let mut options = Options::default();
/// options.language = Some(Language::Bake);
/// options.environment.insert("TAG".to_owned(), "1.2".to_owned());
/// assert!(options.targets.is_empty());
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The language of the files; `None` for the one that their names show.
    pub language: Option<Language>,
    /// What sets variables: files and options of a command line. Later ones win.
    pub variables: Vec<VariableSource>,
    /// The environment that the files may read.
    pub environment: BTreeMap<String, String>,
    /// The targets and groups of bake to render: all of the group `default` if empty.
    pub targets: Vec<String>,
    /// The values of targets of bake to replace, as `--set` of `docker buildx bake` spells them.
    pub overrides: Vec<String>,
    /// The values of features of Terragrunt.
    pub features: BTreeMap<String, String>,
    /// The command of Terraform that units of Terragrunt are rendered for; `None` for `render`, which may see all mock outputs.
    pub command: Option<String>,
    /// The state files of units of Terragrunt, by the directories of the units.
    pub states: Vec<(PathBuf, PathBuf)>,
    /// The directories outside of the repository that configurations of Terragrunt may read.
    pub readable: Vec<PathBuf>,
    /// The limits of parsing.
    pub limits: Limits,
    /// What all evaluations together may take.
    pub budget: Budget,
    /// What functions may ask of the machine: files, the clock and random bytes; nothing without one.
    pub host: Option<Arc<dyn Host>>,
}

impl Options {
    /// Reports what is given and has no effect on files in a language.
    pub(crate) fn without_effect(&self, language: Language) -> Vec<Diagnostic> {
        use Language::{Bake, Nomad, Packer, Terragrunt};
        let sets = |is_sought: fn(&VariableSource) -> bool| self.variables.iter().any(is_sought);
        let options: [(&str, bool, &[Language]); 8] = [
            (
                "--var",
                sets(|source| matches!(source, VariableSource::Option { .. })),
                &[Bake, Nomad, Packer],
            ),
            (
                "--var-file",
                sets(|source| matches!(source, VariableSource::File(_))),
                &[Bake, Nomad, Packer],
            ),
            ("--target", !self.targets.is_empty(), &[Bake]),
            ("--set", !self.overrides.is_empty(), &[Bake]),
            ("--feature", !self.features.is_empty(), &[Terragrunt]),
            ("--outputs", !self.states.is_empty(), &[Terragrunt]),
            ("--command", self.command.is_some(), &[Terragrunt]),
            ("--allow-read", !self.readable.is_empty(), &[Terragrunt]),
        ];
        let useless = options
            .into_iter()
            .filter(|(_, is_given, languages)| *is_given && !languages.contains(&language));
        let problems = useless.map(|(option, _, languages)| {
            let names: Vec<String> = languages.iter().map(|own| format!("`{own}`")).collect();
            Diagnostic::error(codes::UNSUPPORTED, "Option without effect").with_detail(format!(
                "The language of the files is `{language}`, and `{option}` is for {}. Leave it out.",
                names.join(", ")
            ))
        });
        problems.collect()
    }

    /// Returns the host, or one that has nothing.
    pub(crate) fn host(&self) -> Arc<dyn Host> {
        self.host.clone().unwrap_or_else(|| Arc::new(NoHost))
    }
}

impl fmt::Debug for Options {
    /// Writes only the names of variables, since values may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("language", &self.language)
            .field("environment", &self.environment.keys())
            .field("targets", &self.targets)
            .finish_non_exhaustive()
    }
}
