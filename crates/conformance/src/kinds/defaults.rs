//! `defaults`: default values of a type constraint, applied to a value that is then converted.

use hcl2_diagnostics::SourceMap;
use hcl2_ext::types::{TypeConstraint, type_constraint};
use serde_json::json;

use super::{expression, text};
use crate::case::Case;
use crate::compare::Verdict;
use crate::notation::{read_typed, write_typed};
use crate::scope::Scope;

pub(super) fn run(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let source = sources
        .add("case", text(case, "src")?)
        .map_err(|error| error.to_string())?;
    let (expression, problems) = expression::parse("expr", &source, super::json_options(case));
    let Some(expression) = expression.filter(|_| !problems.has_errors()) else {
        return Err("the type does not parse".to_owned());
    };
    let read = type_constraint(&*expression);
    let TypeConstraint { ty, defaults } = &read.value;
    let is_refused = case.want.get("value").is_none() && case.want.get("error").is_none();
    verdict.same("type refused", &json!(read.has_errors()), &json!(is_refused));
    if read.has_errors() {
        return Ok(());
    }
    let given = read_typed(&case.given["value"])?;
    let applied = defaults
        .as_ref()
        .map_or_else(|| given.clone(), |defaults| defaults.apply(&given));
    let converted = applied.convert(ty);
    verdict.same(
        "error",
        &json!(converted.is_err()),
        &json!(case.want["error"] == true),
    );
    if let (Ok(value), Some(want)) = (&converted, case.want.get("value")) {
        verdict.same_value("value", &write_typed(value), want);
    }
    Ok(())
}
