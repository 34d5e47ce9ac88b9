//! Constant values.

use std::sync::Arc;

use hcl2_functions::{Host, NoHost};
use hcl2_model::{EvalContext, Expression, FunctionTable, Limits};
use hcl2_terraform::table::{Form, Language};
use hcl2_terraform::versioned_functions;
use hcl2_value::Value;
use hcl2_wire::json::{JsonOptions, value_to_json};

/// What constant expressions are evaluated with.
#[derive(Debug)]
pub(super) struct Constants {
    functions: Arc<FunctionTable>,
    context: EvalContext<'static>,
}

/// What a table says of the value of an expression.
#[derive(Debug, Default)]
pub(super) struct Constant {
    pub(super) json: Option<String>,
    pub(super) ty: Option<String>,
    pub(super) is_known: bool,
    pub(super) is_sensitive: bool,
}

impl Constants {
    pub(super) fn new(language: Language) -> Self {
        let host: Arc<dyn Host> = Arc::new(NoHost);
        Self {
            functions: Arc::new(versioned_functions(language, &host)),
            context: EvalContext::new(),
        }
    }

    /// Gives the evaluations that follow a new budget.
    pub(super) fn restart(&mut self, limits: Limits) {
        self.context = EvalContext::new();
        self.context.set_functions(self.functions.clone());
        self.context.set_budget(limits.budget());
    }

    /// Returns the value of an expression that refers to nothing.
    pub(super) fn value(&self, expression: &dyn Expression, form: Form) -> Option<Value> {
        let context = match form {
            Form::Template => Some(&self.context),
            Form::Literal => None,
            Form::Bare => return None,
        };
        if context.is_some() && !expression.variables().is_empty() {
            return None;
        }
        expression.evaluate(context).into_result().ok()
    }

    /// Describes the value of an expression.
    pub(super) fn constant(&self, expression: &dyn Expression, form: Form) -> Constant {
        let Some(value) = self.value(expression, form) else {
            return Constant::default();
        };
        let is_sensitive = value.contains_marked();
        Constant {
            json: json(&value),
            ty: (!is_sensitive).then(|| value.ty().to_string()),
            is_known: value.is_wholly_known(),
            is_sensitive,
        }
    }
}

/// Returns a value as JSON, unless a part of it is unknown or must not be shown.
pub(super) fn json(value: &Value) -> Option<String> {
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    value_to_json(value, options).ok()
}
