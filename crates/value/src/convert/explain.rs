//! Reasons why there is no conversion between two types.

use super::plan::plan;
use super::{ConversionError, Safety};
use crate::{Path, PathStep, Str, Type, TypeKind, Value};

/// Depth up to which types are searched for the first difference. Each level costs a look at all levels below it.
const MAX_DEPTH: u32 = 256;

/// Explains why there is no conversion between two types, at the first part that cannot be converted.
pub(super) fn explain(from: &Type, to: &Type) -> ConversionError {
    let mut path = Path::new();
    let (mut from, mut to) = (from, to);
    let reason = loop {
        if from.depth().max(to.depth()) > MAX_DEPTH {
            break mismatch(from, to);
        }
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
        return format!("{to:.50} is required, not {from:.50}");
    }
    format!("{want} is required, not {have}")
}
