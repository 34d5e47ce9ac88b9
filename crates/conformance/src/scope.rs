//! The evaluation contexts of cases.

use std::sync::Arc;

use hcl2_model::{EvalContext, FunctionTable};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};
use serde_json::Value as Json;

use crate::case::Case;
use crate::notation::{Malformed, read_typed};

/// The evaluation context of the cases in a directory, and whether they must be exact.
#[derive(Default)]
pub(crate) struct Scope {
    standard: Arc<EvalContext<'static>>,
    functions: FunctionTable,
    must_be_exact: bool,
}

impl Scope {
    /// Reads the variables of a directory of cases, `{"variables": {...}}`, to which the standard functions are added;
    /// `"exact": true` requires that each case is exact.
    pub(crate) fn read(json: &Json) -> Result<Self, Malformed> {
        let functions = functions();
        let mut standard = EvalContext::new();
        set_variables(&mut standard, &json["variables"])?;
        standard.set_functions(functions.clone());
        Ok(Self {
            standard: Arc::new(standard),
            functions,
            must_be_exact: json["exact"] == true,
        })
    }

    /// Returns whether inexact cases fail.
    pub(crate) fn must_be_exact(&self) -> bool {
        self.must_be_exact
    }

    /// Returns the context of a case, its own if it has one; `None` for literal-only mode.
    pub(crate) fn of(&self, case: &Case) -> Result<Option<Arc<EvalContext<'static>>>, Malformed> {
        let given = &case.given;
        if given["ctx"] == "none" {
            return Ok(None);
        }
        let has_own = ["vars", "novars", "fns", "nofns"]
            .iter()
            .any(|key| given.get(*key).is_some());
        if !has_own {
            return Ok(Some(Arc::clone(&self.standard)));
        }
        let mut own = EvalContext::new();
        if given["novars"] != true {
            set_variables(&mut own, &given["vars"])?;
        }
        if given["nofns"] != true {
            own.set_functions(self.named(&given["fns"])?);
        }
        Ok(Some(Arc::new(own)))
    }

    /// Returns standard functions under other names; `?` is a function that fails.
    fn named(&self, names: &Json) -> Result<FunctionTable, Malformed> {
        let mut functions = FunctionTable::new();
        for (name, standard) in names.as_object().into_iter().flatten() {
            if standard == "?" {
                functions.insert(name.as_str(), failing());
                continue;
            }
            let standard = standard.as_str().unwrap_or_default().to_lowercase();
            let function = self.functions.get(&standard);
            let function = function.ok_or_else(|| format!("no standard function {standard:?}"))?;
            functions.insert(name.as_str(), function.clone());
        }
        Ok(functions)
    }
}

/// Adds a scope with the variables of a case or a directory.
fn set_variables(context: &mut EvalContext<'_>, variables: &Json) -> Result<(), Malformed> {
    context.allow_variables();
    for (name, typed) in variables.as_object().into_iter().flatten() {
        context.set_variable(name.as_str(), read_typed(typed)?);
    }
    Ok(())
}

/// Accepts any arguments and always fails.
fn failing() -> Function {
    let fail = |_: &[Value], _: &Type| Err(FunctionError::new("this function always fails"));
    Function::new("failing", fail).variadic(Parameter::new("arguments", Type::DYNAMIC))
}

/// Returns the functions available to cases.
fn functions() -> FunctionTable {
    let mut functions: FunctionTable = hcl2_functions::standard().into_iter().collect();
    functions.insert("try", hcl2_ext::functions::try_function());
    functions.insert("can", hcl2_ext::functions::can_function());
    functions.insert("convert", hcl2_ext::functions::convert_function());
    functions
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn context(given: Json) -> Result<Option<Arc<EvalContext<'static>>>, Malformed> {
        let variables = json!({ "name": { "type": "string", "value": "web" } });
        let scope = Scope::read(&json!({ "variables": variables })).unwrap();
        let case = json!({ "id": "x", "kind": "expr", "in": given, "want": {} });
        scope.of(&serde_json::from_value(case).unwrap())
    }

    #[test]
    fn a_case_without_a_scope_of_its_own_has_that_of_the_directory() {
        let context = context(json!({ "ctx": "std" })).unwrap().unwrap();
        assert!(context.variable("name").is_some());
        assert!(context.function("upper").is_some());
    }

    #[test]
    fn literal_only_mode_has_no_scope() {
        assert!(context(json!({ "ctx": "none" })).unwrap().is_none());
    }

    #[test]
    fn own_variables_and_functions_replace_all_others() {
        let given =
            json!({ "vars": { "port": { "type": "number", "value": "1" } }, "fns": { "shout": "Upper" } });
        let context = context(given).unwrap().unwrap();
        assert!(context.variable("port").is_some() && context.variable("name").is_none());
        assert!(context.function("shout").is_some() && context.function("upper").is_none());
    }

    #[test]
    fn a_case_may_have_no_variables_and_no_functions_at_all() {
        let context = context(json!({ "novars": true, "nofns": true }))
            .unwrap()
            .unwrap();
        assert!(!context.has_variables() && !context.has_functions());
    }

    #[test]
    fn unnamed_function_fails_and_unknown_one_is_malformed() {
        let unnamed = context(json!({ "fns": { "misbehave": "?" } })).unwrap().unwrap();
        let Some(hcl2_model::Callable::Eager(function)) = unnamed.function("misbehave").cloned() else {
            panic!("no such function");
        };
        assert_eq!(
            function.call(&[Value::from(1)]).unwrap_err().to_string(),
            "this function always fails"
        );
        let unknown = context(json!({ "fns": { "f": "no-such" } })).err().unwrap();
        assert_eq!(unknown, "no standard function \"no-such\"");
    }
}
