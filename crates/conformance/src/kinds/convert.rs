//! `convert` and `unify`: conversion of values, unification of types.

use hcl2_value::{Safety, conversion, unify};
use serde_json::{Value as Json, json};

use crate::case::Case;
use crate::compare::Verdict;
use crate::notation::{read_type, read_typed, write_type, write_typed};
use crate::scope::Scope;

pub(super) fn run_convert(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let (given, want) = (&case.given, &case.want);
    let value = read_typed(&given["value"])?;
    let to = read_type(&given["to"])?;
    let possible = |safety| *value.ty() == to || conversion(value.ty(), &to, safety).is_some();
    verdict.same("possible", &json!(possible(Safety::Unsafe)), &want["possible"]);
    verdict.same("safe", &json!(possible(Safety::Safe)), &want["safe"]);
    match value.convert(&to) {
        Ok(converted) => {
            verdict.same("error", &json!(false), &json!(want["error"] == true));
            if let Some(want) = want.get("value") {
                verdict.same_value("value", &write_typed(&converted), want);
            }
        }
        Err(error) => {
            verdict.same("error", &json!(true), &json!(want["error"] == true));
            if let Some(want) = want.get("path") {
                verdict.same_range("path", &write_path(&error.path), want);
            }
        }
    }
    Ok(())
}

fn write_path(path: &hcl2_value::Path) -> Json {
    path.steps()
        .iter()
        .map(|step| match step {
            hcl2_value::PathStep::Attribute(name) => json!({ "attr": name.as_str() }),
            hcl2_value::PathStep::Index(key) => json!({ "index": write_typed(key) }),
        })
        .collect()
}

pub(super) fn run_unify(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let types = case.given["types"]
        .as_array()
        .into_iter()
        .flatten()
        .map(read_type);
    let types = types.collect::<Result<Vec<_>, _>>()?;
    for (key, safety) in [("safe", Safety::Safe), ("unsafe", Safety::Unsafe)] {
        let unified = unify(&types, safety).map(|ty| write_type(&ty));
        verdict.same(key, &json!(unified), &case.want[key]);
    }
    Ok(())
}
