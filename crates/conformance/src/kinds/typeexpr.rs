//! `typeexpr`: type expressions, read as a concrete type and as a constraint with defaults.

use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_ext::types::{concrete_type, type_constraint};
use serde_json::json;

use super::{expression, text};
use crate::case::Case;
use crate::compare::Verdict;
use crate::notation::write_type;
use crate::scope::Scope;

pub(super) fn run(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let source = sources
        .add("case", text(case, "src")?)
        .map_err(|error| error.to_string())?;
    let kind = if case.given["syntax"] == "json" {
        "json_expr"
    } else {
        "expr"
    };
    let (expression, problems) = expression::parse(kind, &source, super::json_options(case));
    let Some(expression) = expression.filter(|_| !problems.has_errors()) else {
        verdict.same("parse failed", &json!("parse"), &case.want["stage"]);
        verdict.same_diagnostics("parse", &problems, &case.want["diags"], &sources);
        return Ok(());
    };
    let Outcome {
        value: ty,
        diagnostics: problems,
    } = concrete_type(&*expression);
    let ty = (!problems.has_errors()).then(|| write_type(&ty));
    verdict.same("type", &json!(ty), &case.want["type"]);
    let Outcome {
        value: constraint,
        diagnostics: problems,
    } = type_constraint(&*expression);
    let constraint = (!problems.has_errors()).then(|| write_type(&constraint.ty));
    verdict.same("constraint", &json!(constraint), &case.want["constraint"]);
    verdict.same_diagnostics("diagnostics", &problems, &case.want["diags"], &sources);
    Ok(())
}
