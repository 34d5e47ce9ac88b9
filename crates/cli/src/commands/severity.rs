//! Which problems a command reports beside the usual ones, and which warnings are errors.

use hcl2::diagnostics::{Code, Diagnostics, Severity, codes, nearest_name};

use super::project::Project;

/// The options that change what is reported.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SeverityArguments {
    /// Also report the problems with this code, which are no mistakes: `unused-variable`, `unused-local`, `unused-data`;
    /// repeatable.
    #[arg(long, value_name = "CODE", value_parser = code)]
    warn: Vec<Code>,
    /// Report the warnings with this code as errors, such as `deprecated` or `unused-variable`; repeatable.
    #[arg(long, value_name = "CODE", value_parser = code)]
    deny: Vec<Code>,
}

impl SeverityArguments {
    /// Adds the codes of a project.
    pub(crate) fn with(&self, project: &Project) -> Self {
        Self {
            warn: [&*self.warn, &*project.warn].concat(),
            deny: [&*self.deny, &*project.deny].concat(),
        }
    }

    /// Returns those of the problems that are asked for.
    pub(crate) fn asked(&self, mut problems: Diagnostics) -> Diagnostics {
        problems.retain(|problem| self.warn.contains(&problem.code) || self.deny.contains(&problem.code));
        problems
    }

    /// Returns the problems, with errors in place of the warnings that are denied.
    pub(crate) fn denied(&self, problems: Diagnostics) -> Diagnostics {
        problems.map(|mut problem| {
            if self.deny.contains(&problem.code) {
                problem.severity = Severity::Error;
            }
            problem
        })
    }
}

/// Returns the code with this name, or whose name ends in it; one of Terraform's before others.
pub(super) fn code(name: &str) -> Result<Code, String> {
    let last = |code: &Code| code.id().rsplit("::").next().unwrap_or_default();
    let mut found: Vec<Code> = codes::all()
        .filter(|code| code.id() == name || last(code) == name)
        .collect();
    found.sort_by_key(|code| !code.id().starts_with("hcl2::terraform::"));
    found.first().copied().ok_or_else(|| {
        let names = codes::all().flat_map(|code| [code.id(), last(&code)]);
        let near = nearest_name(name, names).map(|near| format!("; did you mean `{near}`?"));
        format!("no problem has this code{}", near.unwrap_or_default())
    })
}
