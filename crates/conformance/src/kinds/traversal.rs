//! `traversal`: an absolute traversal alone.

use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_model::Expression;
use hcl2_native::{NativeExpression, TraversalKind};
use serde_json::json;

use super::text;
use crate::case::Case;
use crate::compare::Verdict;
use crate::notation::write_traversal;
use crate::scope::Scope;

pub(super) fn run(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let source = sources
        .add("case", text(case, "src")?)
        .map_err(|error| error.to_string())?;
    let kind = if case.given["partial"] == true {
        TraversalKind::Partial
    } else {
        TraversalKind::Absolute
    };
    let parsed = hcl2_native::parse_traversal(&source, kind);
    let failed = parsed.diagnostics.has_errors();
    verdict.same(
        "parse failed",
        &json!(failed),
        &json!(case.want["stage"] == "parse"),
    );
    verdict.same_diagnostics("parse", &parsed.diagnostics, &case.want["diags"], &sources);
    if !failed {
        let traversal = parsed
            .value
            .root()
            .expr()
            .and_then(|id| NativeExpression::new(Arc::clone(&parsed.value), id).static_traversal());
        verdict.same(
            "traversal",
            &json!(traversal.as_ref().map(write_traversal)),
            &case.want["traversal"],
        );
    }
    Ok(())
}
