//! Advice of messages in the words of JavaScript: options of functions in place of those of the command.

use std::borrow::Cow;

use hcl2::diagnostics::Diagnostic;

/// Parts of details, with what a JavaScript program does instead.
const WORDS: [(&str, &str); 10] = [
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
    ("`--infer-schemas`", "`inferSchemas: true`"),
    (
        "Pass the output of `terraform providers schema -json` with `--schema`, or run `hcl2 schema`.",
        "Pass the output of `terraform providers schema -json` as `schemas`.",
    ),
    (", to which `--allow-read` adds another", ""),
    (
        "Pass `--opentofu` to check",
        "Pass `language: \"opentofu\"` to check",
    ),
];

/// Returns the diagnostic with advice for a JavaScript program.
pub(crate) fn for_javascript(diagnostic: &Diagnostic) -> Cow<'_, Diagnostic> {
    let mut advised = Cow::Borrowed(diagnostic);
    for (command, javascript) in WORDS {
        if diagnostic.detail.contains(command) {
            let advised = advised.to_mut();
            advised.detail = advised.detail.replace(command, javascript).into();
        }
    }
    advised
}
