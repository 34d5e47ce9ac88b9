//! `expr`, `template` and `json_expr`: one expression, evaluated.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_json::Options;
use hcl2_model::{EvalContext, Expression, ExpressionRef};
use hcl2_native::NativeExpression;
use hcl2_native::tree::File;
use serde_json::{Value as Json, json};

use super::{json_options, source_bytes};
use crate::case::Case;
use crate::compare::Verdict;
use crate::notation::{write_traversal, write_typed};
use crate::scope::Scope;

pub(super) fn run(case: &Case, scope: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let Some(expression) = parse_as_wanted(case, &case.kind, &mut sources, verdict)? else {
        return Ok(());
    };
    evaluate(
        &*expression,
        &case.want,
        scope.of(case)?.as_deref(),
        &sources,
        "",
        verdict,
    );
    Ok(())
}

/// Parses the source of a case and compares whether it fails; `None` if nothing else can be compared.
pub(super) fn parse_as_wanted(
    case: &Case,
    kind: &str,
    sources: &mut SourceMap,
    verdict: &mut Verdict,
) -> Result<Option<ExpressionRef>, String> {
    let source = sources
        .add("case", source_bytes(case)?)
        .map_err(|error| error.to_string())?;
    let (expression, problems) = parse(kind, &source, json_options(case));
    if case.want["stage"] == "parse" || problems.has_errors() {
        verdict.same(
            "parse failed",
            &json!(problems.has_errors()),
            &json!(case.want["stage"] == "parse"),
        );
        verdict.same_diagnostics("parse", &problems, &case.want["diags"], sources);
        return Ok(None);
    }
    if expression.is_none() {
        verdict.fail("no expression although there is no error");
    }
    Ok(expression)
}

/// Parses a source according to the kind of the case.
pub(super) fn parse(kind: &str, source: &Source, json: Options) -> (Option<ExpressionRef>, Diagnostics) {
    let native = |parsed: Outcome<Arc<File>>| {
        let expression = parsed.value.root().expr().map(|id| {
            let expression: ExpressionRef = Arc::new(NativeExpression::new(Arc::clone(&parsed.value), id));
            expression
        });
        (expression, parsed.diagnostics)
    };
    match kind {
        "json_expr" => {
            let parsed = json.parse_expression(source);
            (Some(parsed.value), parsed.diagnostics)
        }
        "template" => native(hcl2_native::parse_template(source)),
        _ => native(hcl2_native::parse_expression(source)),
    }
}

/// Evaluates an expression and compares everything that the case expects.
pub(super) fn evaluate(
    expression: &dyn Expression,
    want: &Json,
    context: Option<&EvalContext<'_>>,
    sources: &SourceMap,
    at: &str,
    verdict: &mut Verdict,
) {
    let Outcome { value, diagnostics } = expression.evaluate(context);
    let variables: Json = expression.variables().iter().map(write_traversal).collect();
    verdict.same(&format!("{at}variables"), &variables, &want["variables"]);
    verdict.same_diagnostics(&format!("{at}diagnostics"), &diagnostics, &want["diags"], sources);
    if !diagnostics.has_errors() && want.get("value").is_some() {
        verdict.same_value(&format!("{at}value"), &write_typed(&value), &want["value"]);
    }
}
