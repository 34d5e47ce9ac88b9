//! Plans: what a conversion does, found from the types alone.

use super::{ConversionError, Safety};
use crate::unify::unify;
use crate::{Path, PathStep, Str, Type, TypeKind, Value};

/// Deepest nesting of types that are converted into one another, in levels.
const DEEPEST: u32 = 128;

/// What a conversion does with a known value.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// Nothing: the types are the same, or the target takes any.
    Keep,
    /// Decides when the value is there: its type is not known before.
    ByValue,
    NumberToString,
    BoolToString,
    StringToNumber,
    StringToBool,
    /// Converts each element, to a list.
    ToList {
        each: Each,
        element: Type,
        safety: Safety,
    },
    /// Converts each element, to a set.
    ToSet {
        each: Each,
        element: Type,
    },
    /// Converts each element, to a map.
    ToMap {
        each: Each,
        element: Type,
        safety: Safety,
    },
    /// Converts each element, to a tuple.
    ToTuple {
        each: Each,
    },
    /// Picks and converts attributes, to an object with these sources for its attributes.
    ToObject {
        sources: Vec<Source>,
        target: Type,
    },
    /// Picks and converts elements of a map by key, to an object.
    MapToObject {
        attributes: Vec<Option<Step>>,
        target: Type,
    },
}

/// How one part is converted, and to what.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) plan: Plan,
    pub(super) to: Type,
}

/// How elements are converted.
#[derive(Clone, Debug)]
pub(super) enum Each {
    /// All in one way.
    Same(Box<Step>),
    /// Each in its own way.
    Own(Vec<Step>),
}

/// Where an attribute of an object comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// The attribute of the same name, by its position in the source type, from 0.
    Attribute(usize, Step),
    /// Nowhere: it is optional, and null.
    Missing(Type),
}

/// The plan for converting between two types, if they can be converted.
pub(super) fn plan(from: &Type, to: &Type, safety: Safety) -> Option<Plan> {
    if to.is_dynamic() || from == to {
        return Some(Plan::Keep);
    }
    if from.depth().max(to.depth()) > DEEPEST {
        return None;
    }
    let unsafe_allowed = safety == Safety::Unsafe;
    match (from.kind(), to.kind()) {
        (TypeKind::Dynamic, _) => unsafe_allowed.then_some(Plan::ByValue),
        (TypeKind::Number, TypeKind::String) => Some(Plan::NumberToString),
        (TypeKind::Bool, TypeKind::String) => Some(Plan::BoolToString),
        (TypeKind::String, TypeKind::Number) => unsafe_allowed.then_some(Plan::StringToNumber),
        (TypeKind::String, TypeKind::Bool) => unsafe_allowed.then_some(Plan::StringToBool),
        (TypeKind::List(a) | TypeKind::Set(a), TypeKind::List(b)) => Some(Plan::ToList {
            each: same(a, b, safety)?,
            element: b.clone(),
            safety,
        }),
        (TypeKind::Set(a), TypeKind::Set(b)) => Some(Plan::ToSet {
            each: same(a, b, safety)?,
            element: b.clone(),
        }),
        (TypeKind::List(a), TypeKind::Set(b)) if unsafe_allowed => Some(Plan::ToSet {
            each: same(a, b, safety)?,
            element: b.clone(),
        }),
        (TypeKind::Map(a), TypeKind::Map(b)) => Some(Plan::ToMap {
            each: same(a, b, safety)?,
            element: b.clone(),
            safety: Safety::Safe,
        }),
        (TypeKind::Tuple(a), TypeKind::List(b)) => Some(Plan::ToList {
            each: own(a, &common(a, b, safety)?, safety)?,
            element: b.clone(),
            safety,
        }),
        (TypeKind::Tuple(a), TypeKind::Set(b)) => Some(Plan::ToSet {
            each: own(a, &common(a, b, safety)?, safety)?,
            element: b.clone(),
        }),
        (TypeKind::Object(a), TypeKind::Map(b)) => {
            let element = if b.is_dynamic() && !a.is_empty() {
                unify(a.types(), safety)?
            } else {
                b.clone()
            };
            Some(Plan::ToMap {
                each: own(a.types(), &element, safety)?,
                element,
                safety,
            })
        }
        (TypeKind::Tuple(a), TypeKind::Tuple(b)) if a.len() == b.len() => {
            let steps = a.iter().zip(b).map(|(a, b)| step(a, b, safety));
            Some(Plan::ToTuple {
                each: Each::Own(steps.collect::<Option<_>>()?),
            })
        }
        (TypeKind::Object(a), TypeKind::Object(b)) => {
            let sources = b
                .iter()
                .enumerate()
                .map(|(index, (name, ty))| match a.index_of(name) {
                    Some(found) => Some(Source::Attribute(found, step(&a.types()[found], ty, safety)?)),
                    None if b.is_optional_at(index) => {
                        Some(Source::Missing(ty.without_optional_attributes()))
                    }
                    None => None,
                });
            Some(Plan::ToObject {
                sources: sources.collect::<Option<_>>()?,
                target: to.clone(),
            })
        }
        (TypeKind::Map(a), TypeKind::Object(b)) if unsafe_allowed => {
            let attributes = b
                .iter()
                .enumerate()
                .map(|(index, (_, ty))| match step(a, ty, safety) {
                    None if b.is_optional_at(index) => Some(None),
                    found => found.map(Some),
                });
            Some(Plan::MapToObject {
                attributes: attributes.collect::<Option<_>>()?,
                target: to.clone(),
            })
        }
        _ => None,
    }
}

fn step(from: &Type, to: &Type, safety: Safety) -> Option<Step> {
    Some(Step {
        plan: plan(from, to, safety)?,
        to: to.clone(),
    })
}

fn same(from: &Type, to: &Type, safety: Safety) -> Option<Each> {
    Some(Each::Same(Box::new(step(from, to, safety)?)))
}

fn own(from: &[Type], to: &Type, safety: Safety) -> Option<Each> {
    let mut steps = Vec::with_capacity(from.len());
    let mut previous: Option<(&Type, Step)> = None;
    for ty in from {
        let next = match previous {
            Some((before, found)) if before == ty => found,
            _ => step(ty, to, safety)?,
        };
        steps.push(next.clone());
        previous = Some((ty, next));
    }
    Some(Each::Own(steps))
}

/// The element type of a collection made from a tuple: the one that is asked for, or that of all elements.
fn common(elements: &[Type], wanted: &Type, safety: Safety) -> Option<Type> {
    if !wanted.is_dynamic() || elements.is_empty() {
        return Some(wanted.clone());
    }
    let common = unify(elements, safety)?;
    (!common.is_dynamic() || elements.iter().all(Type::is_dynamic)).then_some(common)
}

/// Says why there is no conversion between two types, at the first place where one is missing.
pub(super) fn explain(from: &Type, to: &Type) -> ConversionError {
    let mut path = Path::new();
    let (mut from, mut to) = (from, to);
    let reason = loop {
        let (step, a, b) = match (from.kind(), to.kind()) {
            (TypeKind::Object(a), TypeKind::Object(b)) => {
                let missing: Vec<&Str> = b
                    .names()
                    .iter()
                    .enumerate()
                    .filter(|(index, name)| !b.is_optional_at(*index) && a.get(name).is_none())
                    .map(|(_, name)| name)
                    .collect();
                if let [first, rest @ ..] = missing.as_slice() {
                    let names = rest
                        .iter()
                        .fold(format!("`{first}`"), |names, name| format!("{names}, `{name}`"));
                    let plural = if rest.is_empty() {
                        "attribute"
                    } else {
                        "attributes"
                    };
                    break format!("the {plural} {names} must be set");
                }
                let differing = b.iter().find_map(|(name, b)| {
                    let a = a.get(name)?;
                    plan(a, b, Safety::Unsafe).is_none().then_some((name, a, b))
                });
                let Some((name, a, b)) = differing else {
                    break mismatch(from, to);
                };
                (PathStep::Attribute(name.clone()), a, b)
            }
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) if a.len() == b.len() => {
                let differing = a
                    .iter()
                    .zip(b)
                    .enumerate()
                    .find(|(_, (a, b))| plan(a, b, Safety::Unsafe).is_none());
                let Some((index, (a, b))) = differing else {
                    break mismatch(from, to);
                };
                (PathStep::Index(Value::from(index)), a, b)
            }
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) => {
                break format!("a tuple of {} elements is required, not {}", b.len(), a.len());
            }
            (TypeKind::Tuple(_), TypeKind::List(b) | TypeKind::Set(b)) if b.is_dynamic() => {
                break "all elements must have one type, or convert to one".to_owned();
            }
            (TypeKind::Object(_), TypeKind::Map(b)) if b.is_dynamic() => {
                break "all attributes must have one type, or convert to one".to_owned();
            }
            (TypeKind::Tuple(a), TypeKind::List(b) | TypeKind::Set(b)) => {
                let differing = a
                    .iter()
                    .enumerate()
                    .find(|(_, a)| plan(a, b, Safety::Unsafe).is_none());
                let Some((index, a)) = differing else {
                    break mismatch(from, to);
                };
                (PathStep::Index(Value::from(index)), a, b)
            }
            (TypeKind::Object(a), TypeKind::Map(b)) => {
                let differing = a.iter().find(|(_, a)| plan(a, b, Safety::Unsafe).is_none());
                let Some((name, a)) = differing else {
                    break mismatch(from, to);
                };
                (PathStep::Index(Value::from(name.clone())), a, b)
            }
            _ => break mismatch(from, to),
        };
        path.push(step);
        (from, to) = (a, b);
    };
    ConversionError { path, reason }
}

fn mismatch(from: &Type, to: &Type) -> String {
    let (have, want) = (from.friendly_name(), to.friendly_name());
    if have == want {
        return format!("{to} is required, not {from}");
    }
    format!("{want} is required, not {have}")
}
