//! Advice of messages in the words of JavaScript.

use std::borrow::Cow;

use hcl2::advice::{Arguments, advised};
use hcl2::diagnostics::Diagnostic;

/// Returns the diagnostic with advice for a JavaScript program.
pub(crate) fn for_javascript(diagnostic: &Diagnostic) -> Cow<'_, Diagnostic> {
    const ARGUMENTS: Arguments = Arguments {
        infer_schemas: "`inferSchemas: true`",
        opentofu: "`language: \"opentofu\"`",
    };
    advised(diagnostic, &ARGUMENTS)
}
