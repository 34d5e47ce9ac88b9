//! `dynamic`: the content of a body by a schema, after the expansion of dynamic blocks.

use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_native::NativeBody;

use super::{body, text};
use crate::case::Case;
use crate::compare::Verdict;
use crate::scope::Scope;

pub(super) fn run(case: &Case, scope: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let source = sources
        .add("case", text(case, "src")?)
        .map_err(|error| error.to_string())?;
    let parsed = hcl2_native::parse_file(&source);
    let context = scope.of(case)?;
    let expanded = parsed.value.root().body().map(|id| {
        let native = NativeBody::new(Arc::clone(&parsed.value), id);
        expand_dynamic_blocks(Arc::new(native), context.as_deref())
    });
    body::run_parsed(case, scope, expanded, &parsed.diagnostics, &sources, verdict)
}
