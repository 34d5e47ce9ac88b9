//! Advice of messages in the words of a binding: arguments of functions in place of options of the command.

use std::borrow::Cow;

use hcl2_diagnostics::Diagnostic;

/// How a program in another language sets options.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    /// The argument that makes a plan guess the schemas of providers.
    pub infer_schemas: &'static str,
    /// The argument that selects OpenTofu.
    pub opentofu: &'static str,
}

/// Returns a diagnostic whose detail advises to set arguments of functions.
#[must_use]
pub fn advised<'d>(diagnostic: &'d Diagnostic, arguments: &Arguments) -> Cow<'d, Diagnostic> {
    let words = [
        ("; `Limits::with_steps` or `--max-steps` raises it", ""),
        ("; `Limits::with_elements` or `--max-steps` raises it", ""),
        ("; `Limits::with_string_bytes` or `--max-steps` raises it", ""),
        (" `--timeout` or the application sets its time.", ""),
        (
            "Set it by `--var`, `--var-file` or the environment.",
            "Pass it in `variables`.",
        ),
        (
            "Pass the output of `terraform providers schema -json` of the provider",
            "Pass in `schemas` the output of `terraform providers schema -json` of the provider",
        ),
        ("`--infer-schemas`", arguments.infer_schemas),
        (
            "Pass the output of `terraform providers schema -json` with `--schema`, or run `hcl2 schema`.",
            "Pass the output of `terraform providers schema -json` as `schemas`.",
        ),
        (", to which `--allow-read` adds another", ""),
        ("`--opentofu`", arguments.opentofu),
    ];
    let mut advised = Cow::Borrowed(diagnostic);
    for (of_command, of_binding) in words {
        if diagnostic.detail.contains(of_command) {
            let advised = advised.to_mut();
            advised.detail = advised.detail.replace(of_command, of_binding).into();
        }
    }
    advised
}
