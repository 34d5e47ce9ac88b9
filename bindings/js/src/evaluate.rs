//! Evaluation of expressions, with functions of JavaScript.

use std::sync::{Arc, Mutex, PoisonError};

use hcl2::EvalContext;
use hcl2::model::Limits;
use hcl2::value::{Function, FunctionError, Parameter, Type, Value};
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::place::{Place, locate};
use crate::problems::refused;
use crate::values::{Classes, Numbers, fields, from_js, to_js};

/// What the first function that failed threw.
type Thrown = Arc<Mutex<Option<JsValue>>>;

/// Evaluates an expression. It may call the standard functions, and those of JavaScript in `functions`.
///
/// # Errors
///
/// The problems of the expression, with what a function threw; or an argument that is refused.
#[wasm_bindgen]
pub fn evaluate(
    place: &Place,
    variables: &JsValue,
    functions: &JsValue,
    numbers: Option<String>,
    classes: &Classes,
) -> Result<JsValue, JsValue> {
    let numbers = Numbers::named(numbers)?;
    let mut context = EvalContext::new();
    for (name, value) in fields(variables, classes)? {
        context.set_variable(name.as_str(), from_js(&value, classes)?);
    }
    let raised = Thrown::default();
    let mut table = hcl2::standard_functions();
    for (name, callable) in fields(functions, classes)? {
        let Ok(callable) = callable.dyn_into::<js_sys::Function>() else {
            return Err(refused("type", format!("{name} is not a function")));
        };
        let function = js_function(callable, Arc::clone(&raised), numbers, classes.clone());
        table.insert(name.as_str(), function);
    }
    context.set_functions(table);
    context.set_budget(Limits::default().budget());
    let outcome = locate(place)?.evaluate(Some(&context));
    if outcome.has_errors() {
        let cause = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        return Err(place.failure(&outcome.diagnostics, cause));
    }
    to_js(&outcome.value, numbers, classes)
}

fn js_function(callable: js_sys::Function, raised: Thrown, numbers: Numbers, classes: Classes) -> Function {
    let call = move |arguments: &[Value], _: &Type| {
        call_js(&callable, arguments, numbers, &classes).map_err(|(message, error)| {
            let mut raised = raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(error);
            FunctionError::new(message)
        })
    };
    Function::new("javascript", call).variadic(Parameter::new("arguments", Type::DYNAMIC).allow_null())
}

/// Calls a JavaScript function. A failure has a message, which has no values: they may be sensitive.
fn call_js(
    callable: &js_sys::Function,
    arguments: &[Value],
    numbers: Numbers,
    classes: &Classes,
) -> Result<Value, (String, JsValue)> {
    let list = Array::new();
    for argument in arguments {
        let argument = to_js(argument, numbers, classes).map_err(|error| {
            let message = "the JavaScript function cannot take the arguments";
            (message.to_owned(), error_of(&error))
        })?;
        list.push(&argument);
    }
    let returned = callable.apply(&JsValue::UNDEFINED, &list).map_err(|error| {
        let name = error
            .dyn_ref::<js_sys::Error>()
            .map(|error| String::from(error.name()));
        let name = name.unwrap_or_else(|| "something that is no Error".to_owned());
        (format!("the JavaScript function threw {name}"), error)
    })?;
    if returned.has_type::<Promise>() {
        let message = "the JavaScript function returned a promise: a function of an expression cannot wait";
        return Err((message.to_owned(), JsValue::UNDEFINED));
    }
    from_js(&returned, classes).map_err(|error| {
        let message = "the JavaScript function returned something that is not a value";
        (message.to_owned(), error_of(&error))
    })
}

/// Returns the error for what the conversion of a value threw.
fn error_of(failure: &JsValue) -> JsValue {
    let property = |name: &str| Reflect::get(failure, &name.into()).unwrap_or_default();
    match property("message").as_string() {
        Some(message) => js_sys::TypeError::new(&message).into(),
        None => property("cause"),
    }
}

/// Reads the values of an object, which a module takes.
#[cfg(feature = "full")]
pub(crate) fn values(given: &JsValue, classes: &Classes) -> Result<Vec<(String, Value)>, JsValue> {
    let fields = fields(given, classes)?.into_iter();
    fields
        .map(|(name, value)| Ok((name, from_js(&value, classes)?)))
        .collect()
}
