//! Advice of messages in the words of Python.

use std::borrow::Cow;

use hcl2::advice::{Arguments, advised};
use hcl2::diagnostics::Diagnostic;

/// Returns the diagnostic with advice for a Python program.
pub(crate) fn for_python(diagnostic: &Diagnostic) -> Cow<'_, Diagnostic> {
    const ARGUMENTS: Arguments = Arguments {
        infer_schemas: "`infer_schemas=True`",
        opentofu: "`language=\"opentofu\"`",
    };
    advised(diagnostic, &ARGUMENTS)
}
