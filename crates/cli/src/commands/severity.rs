//! Which problems a command reports beside the usual ones, and which warnings are errors.

use hcl2::diagnostics::{Code, codes, nearest_name};
use hcl2::project::{Denied, Severities};

use super::project::Project;

/// The options that change what is reported.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SeverityArguments {
    /// Also report this optional lint: `unused-variable`, `unused-local` or `unused-data`; repeatable.
    #[arg(long, value_name = "CODE", value_parser = code)]
    warn: Vec<Code>,
    /// Report the warnings with this code as errors, such as `deprecated` or `unused-variable`, or all `warnings`; repeatable.
    #[arg(long, value_name = "CODE|warnings", value_parser = denied)]
    deny: Vec<Denied>,
}

impl SeverityArguments {
    /// Adds the codes of a project.
    pub(crate) fn with(&self, project: &Project) -> Severities {
        Severities {
            warn: [&*self.warn, &*project.warn].concat(),
            deny: [&*self.deny, &*project.deny].concat(),
        }
    }
}

/// Returns the warnings that a word names: a code, or `warnings`.
pub(super) fn denied(name: &str) -> Result<Denied, String> {
    match name {
        "warnings" => Ok(Denied::Warnings),
        name => code(name).map(Denied::Code).map_err(|problem| {
            let near = nearest_name(name, ["warnings"]);
            near.map_or(problem, |near| {
                format!("no problem has this code; did you mean `{near}`?")
            })
        }),
    }
}

/// Returns the code with this name, or whose name ends in it; one of Terraform's before others.
pub(super) fn code(name: &str) -> Result<Code, String> {
    let mut found: Vec<Code> = codes::all()
        .filter(|code| code.id() == name || last_part(*code) == name)
        .collect();
    found.sort_by_key(|code| !code.id().starts_with("hcl2::terraform::"));
    found.first().copied().ok_or_else(|| unknown_code(name))
}

/// Returns the last part of a code.
pub(super) fn last_part(code: Code) -> &'static str {
    code.id().rsplit("::").next().unwrap_or_default()
}

/// Returns what to say of a name that no code has.
pub(super) fn unknown_code(name: &str) -> String {
    let names = codes::all().flat_map(|code| [code.id(), last_part(code)]);
    let near = nearest_name(name, names).map(|near| format!("; did you mean `{near}`?"));
    format!("no problem has this code{}", near.unwrap_or_default())
}
