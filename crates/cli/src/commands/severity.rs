//! Which problems a command reports beside the usual ones, and which warnings are errors.

use hcl2::diagnostics::Code;
use hcl2::project::{Denied, Severities, optional_codes_named};

/// The options that change what is reported.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SeverityArguments {
    /// Also report this optional lint, such as `unused-variable`, by its code, by OpenTofu's name (`core:unused-variable`) or by
    /// that of a group (`all`); repeatable.
    #[arg(long, value_name = "CODE", value_parser = parse_codes)]
    warn: Vec<Selected>,
    /// Report the warnings with this code as errors, such as `deprecated` or `unused-variable`, or all `warnings`; repeatable.
    #[arg(long, value_name = "CODE|warnings", value_parser = str::parse::<Denied>)]
    deny: Vec<Denied>,
}

impl SeverityArguments {
    pub(crate) fn severities(&self) -> Severities {
        Severities {
            warn: self.warn.iter().flat_map(|selected| selected.0.clone()).collect(),
            deny: self.deny.clone(),
        }
    }
}

/// The codes that one value of `--warn` selects.
#[derive(Clone, Debug)]
struct Selected(Vec<Code>);

fn parse_codes(name: &str) -> Result<Selected, String> {
    optional_codes_named(name).map(Selected)
}
