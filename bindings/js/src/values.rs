//! Values of the information model as JavaScript values, and back.

use hcl2::value::{Mark, Marks, Number, Type, Value, ValueKind};
use hcl2::wire::msgpack;
use js_sys::{Array, BigInt, Object};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::problems::refused;

/// Values are converted to this depth, which the stacks of engines can hold.
const MAX_DEPTH: usize = 500;

#[wasm_bindgen]
extern "C" {
    /// The classes of values, which `lib/values.js` defines.
    #[derive(Clone)]
    pub type Classes;

    /// Creates an `Unknown` of a type; `state` has all that is known about it.
    #[wasm_bindgen(method)]
    fn unknown(this: &Classes, ty: &str, state: Option<Vec<u8>>) -> JsValue;

    /// Creates a `Sensitive`.
    #[wasm_bindgen(method)]
    fn sensitive(this: &Classes, value: JsValue, marks: Vec<String>) -> JsValue;

    /// Creates an `ExactNumber`.
    #[wasm_bindgen(method)]
    fn exact(this: &Classes, text: &str) -> JsValue;

    /// Returns whether a string has no unpaired surrogates.
    #[wasm_bindgen(method, js_name = isText)]
    fn is_text(this: &Classes, text: &JsValue) -> bool;

    /// Returns what a value is that is no string, boolean or number: the name of a kind, and its parts. Throws a `TypeError` for
    /// one that is not a value of HCL.
    #[wasm_bindgen(method, catch)]
    fn parts(this: &Classes, value: &JsValue) -> Result<Array, JsValue>;

}

/// How numbers become JavaScript values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// As `number`, the nearest one.
    #[default]
    Number,
    /// Whole numbers as `bigint`, others as `number`.
    BigInt,
    /// As `ExactNumber`, which has the digits.
    Exact,
}

impl Numbers {
    /// Reads the option of this name.
    pub(crate) fn named(name: Option<String>) -> Result<Self, JsValue> {
        match name.as_deref() {
            None | Some("number") => Ok(Self::Number),
            Some("bigint") => Ok(Self::BigInt),
            Some("exact") => Ok(Self::Exact),
            Some(other) => Err(refused(
                "type",
                format!("numbers must be \"number\", \"bigint\" or \"exact\", not {other:?}"),
            )),
        }
    }
}

/// Converts a value to JavaScript: tuples, lists and sets to arrays, objects and maps to objects.
pub(crate) fn to_js(value: &Value, numbers: Numbers, classes: &Classes) -> Result<JsValue, JsValue> {
    convert(value, numbers, classes, 0)
}

fn convert(value: &Value, numbers: Numbers, classes: &Classes, depth: usize) -> Result<JsValue, JsValue> {
    if depth > MAX_DEPTH {
        return Err(refused("range", "the value is nested too deeply"));
    }
    Ok(match value.kind() {
        ValueKind::Null => JsValue::NULL,
        ValueKind::Unknown => {
            let state = msgpack::encode(value, &Type::DYNAMIC).ok();
            classes.unknown(&value.ty().to_string(), state)
        }
        ValueKind::Bool(truth) => truth.into(),
        ValueKind::Number(number) => number_to_js(number, numbers, classes)?,
        ValueKind::String(text) => text.as_str().into(),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            let array = Array::new();
            for item in items {
                array.push(&convert(item, numbers, classes, depth + 1)?);
            }
            array.into()
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            let entries = Array::new();
            for (key, item) in fields {
                let item = convert(item, numbers, classes, depth + 1)?;
                entries.push(&Array::of2(&key.as_str().into(), &item));
            }
            // Unlike an assignment, it makes a property of the key `__proto__`.
            Object::from_entries(&entries)?.into()
        }
        ValueKind::Capsule(capsule) => capsule.ty().name().into(),
        ValueKind::Marked(inner, marks) => {
            let value = convert(inner, numbers, classes, depth + 1)?;
            let names = marks.iter().map(|mark| mark_name(mark).to_owned()).collect();
            classes.sensitive(value, names)
        }
    })
}

fn number_to_js(number: &Number, numbers: Numbers, classes: &Classes) -> Result<JsValue, JsValue> {
    let is_whole = number.is_integer();
    if numbers == Numbers::Number || number.is_infinite() || (numbers == Numbers::BigInt && !is_whole) {
        return Ok(number.to_f64().0.into());
    }
    if numbers == Numbers::BigInt
        && let Ok(small) = i64::try_from(number)
    {
        return Ok(small.into());
    }
    let text = number
        .to_string_limited(Number::MAX_DIGITS)
        .map_err(|error| refused("range", error.to_string()))?;
    if numbers == Numbers::Exact {
        return Ok(classes.exact(&text));
    }
    let number = BigInt::new(&text.as_str().into());
    Ok(number
        .map_err(|_| refused("range", "the number is too large"))?
        .into())
}

/// Converts a JavaScript value: an array to a tuple, an object or a `Map` to an object, a `Set` to a set.
pub(crate) fn from_js(object: &JsValue, classes: &Classes) -> Result<Value, JsValue> {
    read(object, classes, 0)
}

fn read(object: &JsValue, classes: &Classes, depth: usize) -> Result<Value, JsValue> {
    if depth > MAX_DEPTH {
        let message = "the value is nested too deeply, or contains itself";
        return Err(refused("range", message));
    }
    if object.is_null() || object.is_undefined() {
        return Ok(Value::null(Type::DYNAMIC));
    }
    if let Some(truth) = object.as_bool() {
        return Ok(Value::from(truth));
    }
    if let Some(float) = object.as_f64() {
        return number(Number::try_from(float));
    }
    if object.is_string() {
        return Ok(Value::from(text(object, classes)?.as_str()));
    }
    let parts = classes.parts(object).map_err(thrown)?;
    match parts.get(0).as_string().as_deref() {
        Some("unknown") => {
            let state = parts.get(2);
            if state.is_undefined() {
                return Ok(Value::unknown(parse_type(&string(&parts.get(1)))?));
            }
            let state = js_sys::Uint8Array::from(state).to_vec();
            msgpack::decode(&state, &Type::DYNAMIC).map_err(|error| refused("type", error.to_string()))
        }
        Some("sensitive") => {
            let mut marks = Marks::NONE;
            for name in Array::from(&parts.get(2)).iter() {
                marks.extend([mark_named(&string(&name))?]);
            }
            Ok(read(&parts.get(1), classes, depth + 1)?.with_marks(&marks))
        }
        Some("number") => number(Number::parse(&string(&parts.get(1)))),
        Some("object") => {
            let mut fields = Vec::new();
            for entry in Array::from(&parts.get(1)).iter() {
                let entry = entry.unchecked_into::<Array>();
                let name = text(&entry.get(0), classes)?;
                fields.push((name, read(&entry.get(1), classes, depth + 1)?));
            }
            Ok(Value::object(fields))
        }
        kind => {
            let mut items = Vec::new();
            for item in Array::from(&parts.get(1)).iter() {
                items.push(read(&item, classes, depth + 1)?);
            }
            if kind == Some("set") {
                let element = items.first().map_or(Type::DYNAMIC, |item| item.ty().clone());
                return Value::set(element, items)
                    .map_err(|_| refused("type", "the elements of a set must have one type"));
            }
            Ok(Value::tuple(items))
        }
    }
}

/// Returns the values of an object by name.
pub(crate) fn fields(given: &JsValue, classes: &Classes) -> Result<Vec<(String, JsValue)>, JsValue> {
    if given.is_null() || given.is_undefined() {
        return Ok(Vec::new());
    }
    let parts = classes.parts(given).map_err(thrown)?;
    if parts.get(0).as_string().as_deref() != Some("object") {
        return Err(refused(
            "type",
            "expected an object or a Map with names and values",
        ));
    }
    let mut found = Vec::new();
    for entry in Array::from(&parts.get(1)).iter() {
        let entry = entry.unchecked_into::<Array>();
        found.push((text(&entry.get(0), classes)?, entry.get(1)));
    }
    Ok(found)
}

/// Returns a string, which must not have unpaired surrogates.
fn text(value: &JsValue, classes: &Classes) -> Result<String, JsValue> {
    let text = value
        .as_string()
        .ok_or_else(|| refused("type", "expected a string as the name"))?;
    // A unpaired surrogate becomes this character.
    if text.contains('\u{fffd}') && !classes.is_text(value) {
        let message = format!("the string {text:?} has an unpaired surrogate, so that it is no text");
        return Err(refused("type", message));
    }
    Ok(text)
}

fn string(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

/// Returns what is thrown in place of what a JavaScript function threw.
pub(crate) fn thrown(error: JsValue) -> JsValue {
    crate::problems::object([("failure", "thrown".into()), ("cause", error)])
}

fn number<E: std::fmt::Display>(parsed: Result<Number, E>) -> Result<Value, JsValue> {
    parsed
        .map(Value::from)
        .map_err(|error| refused("range", format!("not a number of HCL: {error}")))
}

fn mark_named(name: &str) -> Result<Mark, JsValue> {
    match name {
        // Those of Terraform's functions.
        "sensitive" => Ok(Mark::new("sensitive")),
        "ephemeral" => Ok(Mark::new("ephemeral")),
        _ => Err(refused(
            "type",
            format!("a mark must be \"sensitive\" or \"ephemeral\", not {name:?}"),
        )),
    }
}

fn mark_name(mark: &Mark) -> &'static str {
    mark.downcast_ref::<&'static str>()
        .copied()
        .unwrap_or("sensitive")
}

/// Returns the type of a type expression in canonical notation.
///
/// # Errors
///
/// A `TypeError` if it is not a type.
#[wasm_bindgen(js_name = typeNamed)]
pub fn type_named(text: &str) -> Result<String, JsValue> {
    parse_type(text).map(|ty| ty.to_string())
}

/// Reads a type expression.
fn parse_type(text: &str) -> Result<Type, JsValue> {
    hcl2::parse_type(text).map_err(|_| refused("type", format!("{text:?} is not a type")))
}
