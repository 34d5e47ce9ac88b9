//! Which problems a command reports beside the usual ones, and which warnings are errors.

use hcl2::diagnostics::{Code, Diagnostic, Diagnostics, Severity, codes, nearest_name};

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

/// Warnings that are errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
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
        problems.retain(|problem| {
            self.warn.contains(&problem.code) || self.deny.contains(&Denied::Code(problem.code))
        });
        problems
    }

    /// Returns the problems, with errors in place of the warnings that are denied.
    pub(crate) fn denied(&self, problems: Diagnostics) -> Diagnostics {
        problems.map(|mut problem| {
            if self.deny.iter().any(|denied| denied.has(&problem)) {
                problem.severity = Severity::Error;
            }
            problem
        })
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
