//! What is reported, and how severe it is.

use std::str::FromStr;

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Severity, codes, nearest_name};
use hcl2_terraform::Module;

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

/// Returns the code with this name, or whose name ends in it; one of Terraform's before others. OpenTofu's names of lint rules, such
/// as `core:unused-local`, are names too.
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
    if let [code] = Module::codes_of_rule(name)[..] {
        return Ok(code);
    }
    let mut found: Vec<Code> = codes::all()
        .filter(|code| code.id() == name || last_name(*code) == name)
        .collect();
    found.sort_by_key(|code| !code.id().starts_with("hcl2::terraform::"));
    found.first().copied().ok_or_else(|| {
        let names = codes::all()
            .flat_map(|code| [code.id(), last_name(code)])
            .chain(Module::names_of_rules());
        let near = nearest_name(name, names).map(|near| format!("; did you mean `{near}`?"));
        format!("no problem has this code{}", near.unwrap_or_default())
    })
}

/// Returns the codes of the optional problems with this name: a code or the end of one, or a lint rule of OpenTofu or a group of
/// them.
///
/// # Errors
///
/// A sentence with the nearest name, if no code has this one; with the optional ones, if the problem is reported in any case.
///
/// # Examples
///
/// ```
/// use hcl2_project::optional_codes_named;
///
/// assert_eq!(optional_codes_named("unused-local")?[0].id(), "hcl2::terraform::unused-local");
/// assert_eq!(optional_codes_named("core:unused-local"), optional_codes_named("unused-local"));
/// assert_eq!(optional_codes_named("core:improvement")?.len(), 3);
/// assert!(optional_codes_named("deprecated").unwrap_err().starts_with("this problem is always reported"));
/// # Ok::<(), String>(())
/// ```
pub fn optional_codes_named(name: &str) -> Result<Vec<Code>, String> {
    let codes = Module::codes_of_rule(name);
    if !codes.is_empty() {
        return Ok(codes);
    }
    let code = code_named(name)?;
    if Module::OPTIONAL_CODES.contains(&code) {
        return Ok(vec![code]);
    }
    let names = Module::OPTIONAL_CODES
        .map(|code| format!("`{}`", last_name(code)))
        .join(", ");
    Err(format!(
        "this problem is always reported; the optional ones are {names}"
    ))
}

fn last_name(code: Code) -> &'static str {
    code.id().rsplit("::").next().unwrap_or_default()
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
    pub(crate) fn asked_of<'p>(&self, optional: impl FnOnce() -> &'p Diagnostics) -> Diagnostics {
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
