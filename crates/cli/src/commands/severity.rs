//! Which problems a command reports beside the usual ones, and which warnings are errors.

use hcl2::diagnostics::Code;
use hcl2::project::{Denied, Severities, optional_code_named};

/// The options that change what is reported.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SeverityArguments {
    /// Also report this optional lint: `unused-variable`, `unused-local` or `unused-data`; repeatable.
    #[arg(long, value_name = "CODE", value_parser = optional_code_named)]
    warn: Vec<Code>,
    /// Report the warnings with this code as errors, such as `deprecated` or `unused-variable`, or all `warnings`; repeatable.
    #[arg(long, value_name = "CODE|warnings", value_parser = str::parse::<Denied>)]
    deny: Vec<Denied>,
}

impl SeverityArguments {
    pub(crate) fn severities(&self) -> Severities {
        Severities {
            warn: self.warn.clone(),
            deny: self.deny.clone(),
        }
    }
}
