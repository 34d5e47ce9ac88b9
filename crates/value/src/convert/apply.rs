//! The application of plans to values.
//!
//! Conversion does not recurse: each compound value that is being converted has a frame on an explicit stack, so
//! depth cannot overflow the stack of the thread. The frames also give the path to a part that cannot be converted.

use std::sync::Arc;

use super::plan::{Action, Each, Plan, Source, Step, StepId};
use super::{ConversionError, Safety, capsule, unify, unknown};
use crate::shared::{Key, Memo};
use crate::value::Repr;
use crate::{Number, Path, PathStep, Type, Value};

/// A compound value that is being converted.
struct Frame<'a> {
    step: &'a Step,
    /// The original value, possibly marked.
    value: &'a Value,
    /// The parts converted so far.
    items: Vec<Value>,
    /// The key of the value and the step, if the result is kept for other uses of the value.
    key: Option<(Key, StepId)>,
}

/// The next step of a frame.
enum Next<'a> {
    /// Convert this part.
    Part(StepId, &'a Value),
    /// Take this value unchanged.
    Ready(Value),
    /// All parts are converted.
    Done,
}

/// Converts `value` by a plan.
pub(super) fn apply(plan: &Plan, value: &Value) -> Result<Value, ConversionError> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut part = (0, value);
    let mut memo = Memo::default();
    loop {
        let at_fault = |error: ConversionError, frames: &[Frame<'_>]| error.below(path(frames));
        let simple_at_fault = |error: ConversionError, step: &Step, frames: &[Frame<'_>]| {
            let marked = part.1.is_marked() || frames.iter().any(|frame| frame.value.is_marked());
            // A message from the application may quote the value, and a marked value must not be quoted.
            let quotes = matches!(step.action, Action::FromCapsule | Action::ToCapsule(_));
            let error = if marked && quotes {
                let wanted = step.to.friendly_name();
                ConversionError::new(format!(
                    "{wanted} is required, and the marked value does not convert to it"
                ))
            } else {
                error
            };
            at_fault(error, frames)
        };
        let Some(step) = plan.step(part.0) else {
            return Ok(part.1.clone());
        };
        // The elements of a collection must have its element type, so the type of a null inside a value stays whole.
        if frames.is_empty()
            && value.bare().is_null()
            && !matches!(step.action, Action::Keep | Action::Refuse)
        {
            let ty = unknown::type_of_null(value.ty(), &step.to);
            return Ok(Value::null(ty).with_marks(&value.marks()));
        }
        match simple(step, part.1).map_err(|error| simple_at_fault(error, step, &frames))? {
            Some(converted) => match frames.last_mut() {
                Some(frame) => frame.items.push(converted),
                None => return Ok(converted),
            },
            None => {
                let width = part.1.width();
                let key = memo.key(width, || part.1.shared_key().map(|key| (key, part.0)));
                match (memo.get(key.as_ref()), frames.last_mut()) {
                    (Some(known), Some(frame)) => frame.items.push(known),
                    _ => frames.push(Frame {
                        step,
                        value: part.1,
                        items: Vec::with_capacity(width),
                        key,
                    }),
                }
            }
        }
        part = loop {
            let Some(frame) = frames.last_mut() else {
                return Ok(value.clone());
            };
            match frame.next() {
                Ok(Next::Part(id, part)) => break (id, part),
                Ok(Next::Ready(value)) => frame.items.push(value),
                Ok(Next::Done) => {
                    let items = std::mem::take(&mut frame.items);
                    let converted = finish(frame.step, frame.value.bare(), items);
                    let marks = frame.value.marks();
                    let key = frame.key.take();
                    frames.pop();
                    let converted = converted
                        .map_err(|error| at_fault(error, &frames))?
                        .with_marks(&marks);
                    memo.keep(key, &converted);
                    match frames.last_mut() {
                        Some(frame) => frame.items.push(converted),
                        None => return Ok(converted),
                    }
                }
                Err(error) => {
                    frames.pop();
                    return Err(at_fault(error, &frames));
                }
            }
        };
    }
}

/// Returns the path to the part that is being converted.
fn path(frames: &[Frame<'_>]) -> Path {
    let step = |frame: &Frame<'_>| {
        let index = frame.items.len();
        let value = frame.value.bare();
        let names = frame.step.to.object_type().map(|object| object.names());
        let name = names.and_then(|names| names.get(index));
        match (&frame.step.action, name) {
            (Action::ToObject { .. }, Some(name)) => PathStep::Attribute(name.clone()),
            (Action::MapToObject { .. }, Some(name)) => PathStep::Index(Value::from(name.clone())),
            _ => match value.fields().and_then(|fields| fields.keys().get(index)) {
                Some(key) => PathStep::Index(Value::from(key.clone())),
                None => PathStep::Index(Value::from(index)),
            },
        }
    };
    frames.iter().map(step).collect()
}

impl<'a> Frame<'a> {
    fn next(&self) -> Result<Next<'a>, ConversionError> {
        let index = self.items.len();
        let value = self.value.bare();
        let element = |each: &Each, items: Option<&'a [Value]>| {
            let item = items.and_then(|items| items.get(index));
            match (item, each.at(index)) {
                (Some(item), Some(id)) => Next::Part(id, item),
                (Some(item), None) => Next::Ready(item.clone()),
                (None, _) => Next::Done,
            }
        };
        Ok(match &self.step.action {
            Action::ToList { each, .. } | Action::ToSet { each, .. } | Action::ToTuple { each } => {
                element(each, value.elements())
            }
            Action::ToMap { each, .. } => element(each, value.fields().map(|fields| fields.values())),
            Action::ToObject { sources } => match sources.get(index) {
                Some(Source::Missing(ty)) => Next::Ready(Value::null(ty.clone())),
                Some(Source::Attribute(position, id)) => {
                    match value.fields().and_then(|fields| fields.values().get(*position)) {
                        Some(item) => Next::Part(*id, item),
                        None => Next::Done,
                    }
                }
                None => Next::Done,
            },
            Action::MapToObject { attributes } => {
                let (Some(id), Some(object)) = (attributes.get(index), self.step.to.object_type()) else {
                    return Ok(Next::Done);
                };
                let (name, ty) = (&object.names()[index], &object.types()[index]);
                match value.get(name) {
                    Some(item) => Next::Part(*id, item),
                    None if object.is_optional_at(index) => {
                        Next::Ready(Value::null(ty.without_optional_attributes()))
                    }
                    None => {
                        return Err(ConversionError::new(format!(
                            "an element with the key {:?} is required",
                            name.as_str()
                        )));
                    }
                }
            }
            _ => Next::Done,
        })
    }
}

/// Returns the converted value, or `None` if its parts must be converted first.
fn simple(step: &Step, value: &Value) -> Result<Option<Value>, ConversionError> {
    match &step.action {
        Action::Keep => return Ok(Some(value.clone())),
        Action::Refuse => {
            return Err(ConversionError::new(format!(
                "{} is required, not {}",
                step.to.friendly_name(),
                value.ty().friendly_name()
            )));
        }
        _ => {}
    }
    let bare = value.bare();
    let converted = if !bare.is_known() || bare.is_null() {
        unknown::placeholder(bare, &step.to)
    } else {
        match (&step.action, &bare.0) {
            (Action::ByValue, _) => bare.convert(&step.to)?,
            (Action::FromCapsule, Repr::Capsule(found)) => {
                capsule::unwrap(&found.1, &step.to).map_err(ConversionError::new)?
            }
            (Action::ToCapsule(ty), _) => capsule::wrap(bare, ty).map_err(ConversionError::new)?,
            // Unknown elements of a set may turn out to be equal, so the length of the list is unknown.
            (Action::ToList { .. }, Repr::Set(node)) if !node.0.wholly_known && node.0.items.len() != 1 => {
                Value::unknown(unknown::resolved(
                    bare.ty(),
                    &step.to.without_optional_attributes(),
                ))
            }
            (_, Repr::List(_) | Repr::Set(_) | Repr::Map(_) | Repr::Tuple(_) | Repr::Object(_)) => {
                return Ok(None);
            }
            (action, _) => primitive(action, bare)?,
        }
    };
    Ok(Some(match &value.0 {
        Repr::Marked(marked) => converted.with_marks(&marked.marks),
        _ => converted,
    }))
}

fn primitive(action: &Action, value: &Value) -> Result<Value, ConversionError> {
    match (action, &value.0) {
        (Action::NumberToString, Repr::Number(number)) => {
            match number.to_string_limited(Number::MAX_DIGITS) {
                Ok(text) => Ok(Value::from(text)),
                Err(error) => Err(ConversionError::new(error.to_string())),
            }
        }
        (Action::BoolToString, Repr::Bool(truth)) => Ok(Value::from(if *truth { "true" } else { "false" })),
        (Action::StringToNumber, Repr::String(text)) => Number::parse(text)
            .map(Value::from)
            .map_err(|_| ConversionError::new("a number is required")),
        (Action::StringToBool, Repr::String(text)) => match text.as_str() {
            "true" | "1" => Ok(Value::from(true)),
            "false" | "0" => Ok(Value::from(false)),
            other => Err(ConversionError::new(match other.to_lowercase().as_str() {
                "true" => "a bool is required; write \"true\" in lower case",
                "false" => "a bool is required; write \"false\" in lower case",
                _ => "a bool is required",
            })),
        },
        _ => Ok(value.clone()),
    }
}

/// Returns the compound value of the converted parts of `value`.
fn finish(step: &Step, value: &Value, mut items: Vec<Value>) -> Result<Value, ConversionError> {
    if forgets_marks_of_nulls(&step.action, value) {
        for item in &mut items {
            if item.is_marked() && item.bare().is_null() {
                *item = item.bare().clone();
            }
        }
    }
    let inconsistent = |error: crate::InconsistentTypes| ConversionError::new(error.to_string());
    match (&step.action, &step.result) {
        // The target determines the type, so no element is checked again.
        (Action::ToList { .. }, Some(ty)) => Ok(Value::list_of(ty.clone(), items)),
        (Action::ToSet { .. }, Some(ty)) => Ok(Value::set_of(ty.clone(), items)),
        (Action::ToMap { .. }, Some(ty)) => Ok(match value.fields() {
            Some(fields) => Value::map_of(ty.clone(), Arc::clone(fields.keys()), items),
            None => value.clone(),
        }),
        (
            Action::ToList {
                each,
                element,
                safety,
            },
            None,
        ) => {
            // If the element type is open, elements of a tuple may have been converted to several types.
            let items = if matches!(each, Each::Own(_)) {
                unified(items, *safety)?
            } else {
                items
            };
            let element = empty_element(&items, element, value);
            Value::list(element, items).map_err(inconsistent)
        }
        (Action::ToSet { element, .. }, None) => {
            let element = empty_element(&items, element, value);
            Value::set(element, items).map_err(inconsistent)
        }
        (Action::ToMap { element, safety, .. }, None) => to_map(value, items, element, *safety),
        (Action::ToTuple { .. }, _) => Ok(Value::tuple(items)),
        (Action::ToObject { .. } | Action::MapToObject { .. }, result) => {
            Ok(match (result, step.to.object_type()) {
                (Some(ty), Some(object)) => {
                    Value::object_of_type(ty.clone(), Arc::clone(object.names()), items)
                }
                (None, Some(object)) => Value::object_of_sorted(Arc::clone(object.names()), items),
                (_, None) => value.clone(),
            })
        }
        _ => Ok(value.clone()),
    }
}

/// Returns whether a null inside a value loses its marks, as in the reference: in a value that becomes a set or another
/// object, and in a collection that becomes a list.
fn forgets_marks_of_nulls(action: &Action, value: &Value) -> bool {
    match action {
        Action::ToSet { .. } | Action::ToObject { .. } | Action::MapToObject { .. } => true,
        Action::ToList { .. } => value.ty().is_collection(),
        _ => false,
    }
}

/// Returns the element type of an empty collection. Otherwise the elements determine it.
fn empty_element(items: &[Value], wanted: &Type, source: &Value) -> Type {
    match source.ty().element_type() {
        _ if !items.is_empty() => Type::DYNAMIC,
        Some(element) if wanted.is_dynamic() => element.clone(),
        _ => wanted.without_optional_attributes(),
    }
}

/// Converts elements to one type.
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

fn to_map(
    value: &Value,
    items: Vec<Value>,
    element: &Type,
    safety: Safety,
) -> Result<Value, ConversionError> {
    let Some(fields) = value.fields() else {
        return Ok(value.clone());
    };
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
