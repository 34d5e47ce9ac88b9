//! Types, typed values and traversals in the JSON notation of the cases.

use hcl2_model::{Traversal, TraversalStep};
use hcl2_value::{Mark, Number, Str, Type, TypeKind, Value, ValueKind};
use serde_json::{Map, Value as Json, json};

/// An error in the notation of a case.
pub(crate) type Malformed = String;

/// Reads a type.
pub(crate) fn read_type(json: &Json) -> Result<Type, Malformed> {
    let wrong = || format!("not a type: {json}");
    if let Some(name) = json.as_str() {
        return match name {
            "string" => Ok(Type::STRING),
            "number" => Ok(Type::NUMBER),
            "bool" => Ok(Type::BOOL),
            "dynamic" => Ok(Type::DYNAMIC),
            _ => Err(wrong()),
        };
    }
    let parts = json.as_array().ok_or_else(wrong)?;
    let (kind, inner) = match parts.as_slice() {
        [kind, inner, ..] => (kind.as_str().ok_or_else(wrong)?, inner),
        _ => return Err(wrong()),
    };
    Ok(match kind {
        "list" => Type::list(read_type(inner)?),
        "set" => Type::set(read_type(inner)?),
        "map" => Type::map(read_type(inner)?),
        "tuple" => Type::tuple(
            inner
                .as_array()
                .ok_or_else(wrong)?
                .iter()
                .map(read_type)
                .collect::<Result<Vec<_>, _>>()?,
        ),
        "object" => {
            let optional: Vec<&str> = parts
                .get(2)
                .and_then(Json::as_array)
                .into_iter()
                .flatten()
                .filter_map(Json::as_str)
                .collect();
            let attributes = inner
                .as_object()
                .ok_or_else(wrong)?
                .iter()
                .map(|(name, ty)| Ok((name.as_str(), read_type(ty)?, optional.contains(&name.as_str()))));
            Type::object_with_optional(attributes.collect::<Result<Vec<_>, Malformed>>()?)
        }
        _ => return Err(wrong()),
    })
}

/// Reads a typed value, `{"type": T, "value": V}`.
pub(crate) fn read_typed(json: &Json) -> Result<Value, Malformed> {
    let ty = read_type(&json["type"])?.without_optional_attributes();
    read_value(&ty, &json["value"])
}

fn read_value(ty: &Type, json: &Json) -> Result<Value, Malformed> {
    if let Some(object) = json.as_object() {
        if let Some(typed) = object.get("$dyn") {
            return read_typed(typed);
        }
        if let Some(refinement) = object.get("$unknown") {
            return read_unknown(ty, refinement);
        }
        if let Some(marked) = object.get("$marked") {
            let value = read_value(ty, &marked["value"])?;
            let marks = marked["marks"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Json::as_str);
            return Ok(marks.fold(value, |value, mark| value.with_mark(Mark::new(mark.to_owned()))));
        }
    }
    if json.is_null() {
        return Ok(Value::null(ty.clone()));
    }
    let wrong = || format!("not a value of type {ty}: {json}");
    let items = |element: &Type| -> Result<Vec<Value>, Malformed> {
        json.as_array()
            .ok_or_else(wrong)?
            .iter()
            .map(|item| read_value(element, item))
            .collect()
    };
    let inconsistent = |error: hcl2_value::InconsistentTypes| error.to_string();
    match ty.kind() {
        TypeKind::String => json.as_str().map(Value::from).ok_or_else(wrong),
        TypeKind::Bool => json.as_bool().map(Value::from).ok_or_else(wrong),
        TypeKind::Number => json
            .as_str()
            .and_then(read_number)
            .map(Value::from)
            .ok_or_else(wrong),
        TypeKind::List(element) => Value::list(element.clone(), items(element)?).map_err(inconsistent),
        TypeKind::Set(element) => Value::set(element.clone(), items(element)?).map_err(inconsistent),
        TypeKind::Map(element) => {
            let fields = json.as_object().ok_or_else(wrong)?.iter();
            let fields = fields.map(|(key, item)| Ok((key.as_str(), read_value(element, item)?)));
            Value::map(element.clone(), fields.collect::<Result<Vec<_>, Malformed>>()?).map_err(inconsistent)
        }
        TypeKind::Tuple(types) => {
            let array = json.as_array().ok_or_else(wrong)?;
            let items = types.iter().zip(array).map(|(ty, item)| read_value(ty, item));
            Ok(Value::tuple(items.collect::<Result<Vec<_>, _>>()?))
        }
        TypeKind::Object(object) => {
            let fields = object
                .iter()
                .map(|(name, ty)| Ok((name.clone(), read_value(ty, &json[name.as_str()])?)));
            Ok(Value::object(fields.collect::<Result<Vec<_>, Malformed>>()?))
        }
        TypeKind::Dynamic | TypeKind::Capsule(_) => Err(wrong()),
    }
}

/// Reads a number, including `inf` and `-inf`.
pub(crate) fn read_number(text: &str) -> Option<Number> {
    match text {
        "inf" => Some(Number::INFINITY),
        "-inf" => Some(Number::NEG_INFINITY),
        _ => Number::parse(text).ok(),
    }
}

fn read_unknown(ty: &Type, json: &Json) -> Result<Value, Malformed> {
    let wrong = |error: hcl2_value::RefinementError| error.to_string();
    let bound = |json: &Json| -> Option<(Number, bool)> {
        Some((read_number(json.get(0)?.as_str()?)?, json.get(1)?.as_bool()?))
    };
    let mut refiner = Value::unknown(ty.clone()).refine();
    if json["null"] == false {
        refiner = refiner.not_null().map_err(wrong)?;
    }
    if let Some(prefix) = json["prefix"].as_str() {
        refiner = refiner.string_prefix_full(prefix).map_err(wrong)?;
    }
    if let Some((number, inclusive)) = bound(&json["lower"]) {
        refiner = refiner.number_lower_bound(number, inclusive).map_err(wrong)?;
    }
    if let Some((number, inclusive)) = bound(&json["upper"]) {
        refiner = refiner.number_upper_bound(number, inclusive).map_err(wrong)?;
    }
    if let Some(length) = json["len_min"].as_u64() {
        refiner = refiner.length_lower_bound(length).map_err(wrong)?;
    }
    if let Some(length) = json["len_max"].as_u64() {
        refiner = refiner.length_upper_bound(length).map_err(wrong)?;
    }
    Ok(refiner.build())
}

/// Writes a type.
pub(crate) fn write_type(ty: &Type) -> Json {
    match ty.kind() {
        TypeKind::Dynamic => json!("dynamic"),
        TypeKind::Bool => json!("bool"),
        TypeKind::Number => json!("number"),
        TypeKind::String => json!("string"),
        TypeKind::List(element) => json!(["list", write_type(element)]),
        TypeKind::Set(element) => json!(["set", write_type(element)]),
        TypeKind::Map(element) => json!(["map", write_type(element)]),
        TypeKind::Tuple(elements) => json!(["tuple", elements.iter().map(write_type).collect::<Vec<_>>()]),
        TypeKind::Object(object) => {
            let attributes: Map<String, Json> = object
                .iter()
                .map(|(name, ty)| (name.to_string(), write_type(ty)))
                .collect();
            let optional: Vec<&str> = object
                .names()
                .iter()
                .enumerate()
                .filter(|(index, _)| object.is_optional_at(*index))
                .map(|(_, name)| name.as_str())
                .collect();
            if optional.is_empty() {
                json!(["object", attributes])
            } else {
                json!(["object", attributes, optional])
            }
        }
        TypeKind::Capsule(capsule) => json!(["capsule", capsule.name()]),
    }
}

/// Writes a value with its type.
pub(crate) fn write_typed(value: &Value) -> Json {
    json!({ "type": write_type(value.ty()), "value": write_value(value, value.ty()) })
}

/// Writes a value at a position whose declared type is `declared`.
fn write_value(value: &Value, declared: &Type) -> Json {
    if declared.is_dynamic() && !value.ty().is_dynamic() {
        return json!({ "$dyn": write_typed(value) });
    }
    let all = |items: &[Value]| -> Json {
        let element = declared.element_type().cloned().unwrap_or(Type::DYNAMIC);
        items.iter().map(|item| write_value(item, &element)).collect()
    };
    match value.kind() {
        ValueKind::Null => Json::Null,
        ValueKind::Unknown => json!({ "$unknown": write_refinement(value) }),
        ValueKind::Bool(truth) => json!(truth),
        ValueKind::Number(number) => json!(write_number(number)),
        ValueKind::String(text) => json!(text.as_str()),
        ValueKind::List(items) | ValueKind::Set(items) => all(items),
        ValueKind::Tuple(items) => items.iter().map(|item| write_value(item, item.ty())).collect(),
        ValueKind::Map(fields) => {
            let element = declared.element_type().cloned().unwrap_or(Type::DYNAMIC);
            fields
                .iter()
                .map(|(key, item)| (key.to_string(), write_value(item, &element)))
                .collect::<Map<_, _>>()
                .into()
        }
        ValueKind::Object(fields) => fields
            .iter()
            .map(|(key, item): (&Str, &Value)| (key.to_string(), write_value(item, item.ty())))
            .collect::<Map<_, _>>()
            .into(),
        ValueKind::Capsule(capsule) => json!(format!("{capsule:?}")),
        ValueKind::Marked(inner, marks) => {
            let marks: Vec<String> = marks.iter().map(mark_name).collect();
            json!({ "$marked": { "marks": marks, "value": write_value(inner, declared) } })
        }
    }
}

/// Writes a number in the notation of cases.
pub(crate) fn write_number(number: &Number) -> String {
    if number.is_infinite() {
        return if number.is_negative() { "-inf" } else { "inf" }.to_owned();
    }
    number.to_string()
}

fn mark_name(mark: &Mark) -> String {
    mark.downcast_ref::<String>()
        .cloned()
        .unwrap_or_else(|| format!("{mark:?}"))
}

fn write_refinement(value: &Value) -> Json {
    let mut json = Map::new();
    if let Some(refinement) = value.refinement() {
        if refinement.is_not_null() {
            json.insert("null".into(), json!(false));
        }
        if !refinement.prefix().is_empty() {
            json.insert("prefix".into(), json!(refinement.prefix()));
        }
        for (key, bound) in [("lower", refinement.lower()), ("upper", refinement.upper())] {
            if let Some(bound) = bound {
                json.insert(key.into(), json!([write_number(&bound.number), bound.inclusive]));
            }
        }
        if refinement.length_min() > 0 {
            json.insert("len_min".into(), json!(refinement.length_min()));
        }
        if let Some(max) = refinement.length_max() {
            json.insert("len_max".into(), json!(max));
        }
    }
    Json::Object(json)
}

/// Writes a traversal as an array of steps.
pub(crate) fn write_traversal(traversal: &Traversal) -> Json {
    traversal
        .steps()
        .iter()
        .map(|step| match step {
            TraversalStep::Root { name, .. } => json!({ "root": name.as_str() }),
            TraversalStep::Attribute { name, .. } => json!({ "attr": name.as_str() }),
            TraversalStep::Index { key, .. } => json!({ "index": write_typed(key) }),
            TraversalStep::Splat { .. } => json!({ "splat": true }),
        })
        .collect()
}
