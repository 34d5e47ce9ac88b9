//! The contexts that cases are evaluated in.

use hcl2_model::{EvalContext, FunctionTable};
use serde_json::Value as Json;

use crate::kinds::Case;
use crate::notation::read_typed;

/// The context of all cases that ask for one.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    standard: EvalContext<'static>,
}

impl Scope {
    /// Reads the variables that a directory of cases defines, `{"variables": {...}}`, beside the standard
    /// functions.
    pub(crate) fn read(json: &Json) -> Result<Self, String> {
        let mut standard = EvalContext::new();
        standard.allow_variables();
        for (name, typed) in json["variables"].as_object().into_iter().flatten() {
            standard.set_variable(name.as_str(), read_typed(typed)?);
        }
        standard.set_functions(functions());
        Ok(Self { standard })
    }

    /// The context that a case asks for; `None` for literal-only mode.
    pub(crate) fn of(&self, case: &Case) -> Option<&EvalContext<'static>> {
        (case.given["ctx"] != "none").then_some(&self.standard)
    }
}

/// The functions that cases may call.
fn functions() -> FunctionTable {
    let mut functions: FunctionTable = hcl2_functions::standard().into_iter().collect();
    functions.insert("try", hcl2_decode::try_function());
    functions.insert("can", hcl2_decode::can_function());
    functions.insert("convert", hcl2_decode::convert_function());
    functions
}
