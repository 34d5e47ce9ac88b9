//! Values of variables from outside: of the command line and the environment.

use hcl2_functions::jsondecode;
use hcl2_value::{Type, TypeKind, Value};

use super::csv;
use super::entries::parse_bool;

/// The end of the name of a variable of the environment whose value is JSON.
pub(super) const JSON_END: &str = "_JSON";

/// Converts a string to the type of a variable: JSON if it is marked so, or else a primitive value, or comma-separated values.
pub(super) fn typed(text: &str, ty: &Type, is_json: bool) -> Result<Value, String> {
    if is_json {
        let value = jsondecode()
            .call(&[text.into()])
            .map_err(|error| error.message.to_string())?;
        return value.convert(ty).map_err(|error| error.to_string());
    }
    let of_csv = |element: &Type| -> Result<Vec<Value>, String> {
        let fields = csv::fields(text, ',')?;
        fields.iter().map(|field| primitive(field, element)).collect()
    };
    let made = match ty.kind() {
        TypeKind::List(element) => Value::list(element.clone(), of_csv(element)?),
        TypeKind::Set(element) => Value::set(element.clone(), of_csv(element)?),
        TypeKind::Map(element) => {
            let mut all = Vec::new();
            for field in csv::fields(text, ',')? {
                let pair = csv::fields(&field, ':')?;
                let [name, text] = pair.as_slice() else {
                    return Err(format!("expected `name:value`, found `{field}`"));
                };
                all.push((name.clone(), primitive(text, element)?));
            }
            Value::map(element.clone(), all)
        }
        TypeKind::Tuple(types) => {
            let fields = csv::fields(text, ',')?;
            if fields.len() != types.len() {
                return Err(format!("expected {} values, found {}", types.len(), fields.len()));
            }
            let items: Result<Vec<Value>, String> = fields
                .iter()
                .zip(types)
                .map(|(field, ty)| primitive(field, ty))
                .collect();
            return Ok(Value::tuple(items?));
        }
        _ => return primitive(text, ty),
    };
    made.map_err(|error| error.to_string())
}

/// Converts a string to a primitive type.
pub(super) fn primitive(text: &str, ty: &Type) -> Result<Value, String> {
    match ty.kind() {
        TypeKind::String => Ok(text.into()),
        TypeKind::Bool => {
            let truth = parse_bool(text).ok_or_else(|| format!("expected a bool, found `{text}`"))?;
            Ok(truth.into())
        }
        TypeKind::Number => {
            // The reference reads it as a float of 64 bits.
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            let number = number.ok_or_else(|| format!("expected a number, found `{text}`"))?;
            Value::from(number.to_string())
                .convert(ty)
                .map_err(|error| error.to_string())
        }
        _ => Err(format!(
            "a string cannot set a value of the type {ty}; set JSON with a name that ends in `{JSON_END}`"
        )),
    }
}
