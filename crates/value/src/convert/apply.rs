//! Applying plans to values.

use std::sync::Arc;

use super::plan::{Each, Plan, Source, Step};
use super::{ConversionError, Safety, unknown};
use crate::unify::unify;
use crate::value::Repr;
use crate::{Number, PathStep, Str, Type, Value};

/// Most digits that a number may have when it becomes a string.
const MOST_DIGITS: usize = 100_000;

/// Converts `value` by a plan whose target is `to`.
pub(super) fn apply(plan: &Plan, value: &Value, to: &Type) -> Result<Value, ConversionError> {
    if matches!(plan, Plan::Keep) {
        return Ok(value.clone());
    }
    if let Repr::Marked(marked) = &value.0 {
        return apply(plan, &marked.value, to).map(|converted| converted.with_marks(&marked.marks));
    }
    if !value.is_known() || value.is_null() {
        return Ok(unknown::placeholder(value, to));
    }
    match plan {
        Plan::Keep => Ok(value.clone()),
        Plan::ByValue => value.convert(to),
        Plan::NumberToString | Plan::BoolToString | Plan::StringToNumber | Plan::StringToBool => {
            primitive(plan, value)
        }
        // Elements of a set that are not known yet may turn out equal, and so there is no telling how many there are.
        Plan::ToList { .. }
            if value.ty().is_set() && !value.is_wholly_known() && value.element_count() != Some(1) =>
        {
            Ok(Value::unknown(unknown::resolved(
                value.ty(),
                &to.without_optional_attributes(),
            )))
        }
        Plan::ToList {
            each,
            element,
            safety,
        } => {
            let items = elements(value, each)?;
            // Elements of a tuple may have become values of several types where the element type is open.
            let items = if matches!(each, Each::Own(_)) {
                unified(items, *safety)?
            } else {
                items
            };
            let element = empty_element(&items, element, value);
            Value::list(element, items).map_err(|error| ConversionError::new(error.to_string()))
        }
        Plan::ToSet { each, element } => {
            let items = elements(value, each)?;
            let element = empty_element(&items, element, value);
            Value::set(element, items).map_err(|error| ConversionError::new(error.to_string()))
        }
        Plan::ToMap {
            each,
            element,
            safety,
        } => to_map(value, each, element, *safety),
        Plan::ToTuple { each } => elements(value, each).map(Value::tuple),
        Plan::ToObject { sources, target } => to_object(value, sources, target),
        Plan::MapToObject { attributes, target } => map_to_object(value, attributes, target),
    }
}

fn primitive(plan: &Plan, value: &Value) -> Result<Value, ConversionError> {
    match (plan, &value.0) {
        (Plan::NumberToString, Repr::Number(number)) => match number.to_string_limited(MOST_DIGITS) {
            Ok(text) => Ok(Value::from(text)),
            Err(error) => Err(ConversionError::new(error.to_string())),
        },
        (Plan::BoolToString, Repr::Bool(truth)) => Ok(Value::from(if *truth { "true" } else { "false" })),
        (Plan::StringToNumber, Repr::String(text)) => Number::parse(text)
            .map(Value::from)
            .map_err(|_| ConversionError::new("a number is required")),
        (Plan::StringToBool, Repr::String(text)) => match text.as_str() {
            "true" | "1" => Ok(Value::from(true)),
            "false" | "0" => Ok(Value::from(false)),
            other => Err(ConversionError::new(match other.to_lowercase().as_str() {
                "true" => "a bool is required; as a string it is \"true\", in lower case",
                "false" => "a bool is required; as a string it is \"false\", in lower case",
                _ => "a bool is required",
            })),
        },
        _ => Ok(value.clone()),
    }
}

/// The converted elements of a list, set or tuple.
fn elements(value: &Value, each: &Each) -> Result<Vec<Value>, ConversionError> {
    let items = value.elements().unwrap_or_default();
    let convert = |(index, item): (usize, &Value)| {
        convert_part(step_for(each, index), item)
            .map_err(|error| error.inside(PathStep::Index(Value::from(index))))
    };
    items.iter().enumerate().map(convert).collect()
}

fn step_for(each: &Each, index: usize) -> Option<&Step> {
    match each {
        Each::Same(step) => Some(step),
        Each::Own(steps) => steps.get(index),
    }
}

/// Converts one part; a null loses what its type says of optional attributes.
fn convert_part(step: Option<&Step>, part: &Value) -> Result<Value, ConversionError> {
    let Some(step) = step else { return Ok(part.clone()) };
    apply(&step.plan, part, &step.to)
}

/// The element type to fall back on where there are no elements; otherwise they say it themselves.
fn empty_element(items: &[Value], wanted: &Type, source: &Value) -> Type {
    match source.ty().element_type() {
        _ if !items.is_empty() => Type::DYNAMIC,
        Some(element) if wanted.is_dynamic() => element.clone(),
        _ => wanted.without_optional_attributes(),
    }
}

/// Brings elements to one type.
fn unified(items: Vec<Value>, safety: Safety) -> Result<Vec<Value>, ConversionError> {
    let Some(first) = items.first() else {
        return Ok(items);
    };
    if items.iter().all(|item| item.ty() == first.ty()) {
        return Ok(items);
    }
    let types: Vec<Type> = items.iter().map(|item| item.ty().clone()).collect();
    let Some(common) = unify(&types, safety) else {
        return Err(ConversionError::new(
            "all elements must have one type, or convert to one",
        ));
    };
    items.into_iter().map(|item| item.convert(&common)).collect()
}

fn to_map(value: &Value, each: &Each, element: &Type, safety: Safety) -> Result<Value, ConversionError> {
    let Some(fields) = value.fields() else {
        return Ok(value.clone());
    };
    let convert = |(index, (key, item)): (usize, (&Str, &Value))| {
        convert_part(step_for(each, index), item)
            .map_err(|error| error.inside(PathStep::Index(Value::from(key.clone()))))
    };
    let items: Vec<Value> = fields.iter().enumerate().map(convert).collect::<Result<_, _>>()?;
    if items.is_empty() {
        let element = empty_element(&items, element, value);
        return Ok(Value::map_of(Type::map(element), Arc::default(), items));
    }
    let items = if element.is_collection() || element.is_object() {
        unified(items, safety)?
    } else {
        items
    };
    let keys = fields.keys().iter().cloned().zip(items);
    Value::map(Type::DYNAMIC, keys).map_err(|error| ConversionError::new(error.to_string()))
}

fn to_object(value: &Value, sources: &[Source], target: &Type) -> Result<Value, ConversionError> {
    let (Some(fields), Some(object)) = (value.fields(), target.object_type()) else {
        return Ok(value.clone());
    };
    let mut items = Vec::with_capacity(sources.len());
    for (source, name) in sources.iter().zip(object.names().iter()) {
        items.push(match source {
            Source::Missing(ty) => Value::null(ty.clone()),
            Source::Attribute(index, step) => match fields.values().get(*index) {
                Some(item) => apply(&step.plan, item, &step.to)
                    .map_err(|error| error.inside(PathStep::Attribute(name.clone())))?,
                None => Value::null(step.to.without_optional_attributes()),
            },
        });
    }
    Ok(Value::object_of_sorted(Arc::clone(object.names()), items))
}

fn map_to_object(
    value: &Value,
    attributes: &[Option<Step>],
    target: &Type,
) -> Result<Value, ConversionError> {
    let (Some(fields), Some(object)) = (value.fields(), target.object_type()) else {
        return Ok(value.clone());
    };
    let mut items = Vec::with_capacity(attributes.len());
    for (index, (step, (name, ty))) in attributes.iter().zip(object.iter()).enumerate() {
        items.push(match (fields.get(name), step) {
            (Some(item), Some(step)) => apply(&step.plan, item, &step.to)
                .map_err(|error| error.inside(PathStep::Index(Value::from(name.clone()))))?,
            (Some(_), None) => {
                return Err(ConversionError::new(format!(
                    "the element {:?} does not fit: {}",
                    name.as_str(),
                    ty.friendly_name()
                )));
            }
            (None, _) if object.is_optional_at(index) => Value::null(ty.without_optional_attributes()),
            (None, _) => {
                return Err(ConversionError::new(format!(
                    "an element with the key {:?} is required",
                    name.as_str()
                )));
            }
        });
    }
    Ok(Value::object_of_sorted(Arc::clone(object.names()), items))
}
