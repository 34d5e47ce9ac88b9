//! Conversion of null and unknown values.

use super::{Safety, unify};
use crate::{Type, TypeKind, Value};

/// Converts a null or unknown value without marks to the type `to`, with the refinements that still hold.
pub(super) fn placeholder(value: &Value, to: &Type) -> Value {
    let target = resolved(value.ty(), &to.without_optional_attributes());
    if value.is_null() {
        return Value::null(target);
    }
    let mut unknown = Value::unknown(target.clone());
    if value.is_definitely_not_null() {
        unknown = unknown.refine_not_null();
    }
    let (least, most) = match (value.ty().kind(), target.kind()) {
        (TypeKind::Object(object), TypeKind::Map(_)) => (object.len() as u64, Some(object.len() as u64)),
        (TypeKind::Tuple(elements), TypeKind::List(_)) => {
            (elements.len() as u64, Some(elements.len() as u64))
        }
        (TypeKind::Tuple(elements), TypeKind::Set(_)) => {
            ((elements.len() as u64).min(1), Some(elements.len() as u64))
        }
        (TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_), TypeKind::List(_) | TypeKind::Map(_)) => {
            value.length_bounds().unwrap_or((0, None))
        }
        (TypeKind::List(_) | TypeKind::Set(_), TypeKind::Set(_)) => {
            let (least, most) = value.length_bounds().unwrap_or((0, None));
            (least.min(1), most)
        }
        _ => return unknown,
    };
    unknown.refine_length(least, most)
}

/// Returns the target type with its dynamic parts replaced by the corresponding parts of the source type.
pub(super) fn resolved(from: &Type, to: &Type) -> Type {
    if !to.has_dynamic() {
        return to.clone();
    }
    let element_of = |elements: &[Type]| unify(elements, Safety::Unsafe).unwrap_or(Type::DYNAMIC);
    match (from.kind(), to.kind()) {
        (_, TypeKind::Dynamic) => from.clone(),
        (TypeKind::Map(a), TypeKind::Map(b)) => Type::map(resolved(a, b)),
        (TypeKind::Object(a), TypeKind::Map(b)) => Type::map(resolved(&element_of(a.types()), b)),
        (TypeKind::List(a) | TypeKind::Set(a), TypeKind::List(b)) => Type::list(resolved(a, b)),
        (TypeKind::List(a) | TypeKind::Set(a), TypeKind::Set(b)) => Type::set(resolved(a, b)),
        (TypeKind::Tuple(a), TypeKind::List(b)) => Type::list(resolved(&element_of(a), b)),
        (TypeKind::Tuple(a), TypeKind::Set(b)) => Type::set(resolved(&element_of(a), b)),
        (TypeKind::Tuple(a), TypeKind::Tuple(b)) => Type::tuple(a.iter().zip(b).map(|(a, b)| resolved(a, b))),
        (TypeKind::Map(a), TypeKind::Object(b)) => {
            Type::object(b.iter().map(|(name, ty)| (name.clone(), resolved(a, ty))))
        }
        (TypeKind::Object(a), TypeKind::Object(b)) => Type::object(b.iter().map(|(name, ty)| {
            let resolved = a.get(name).map_or_else(|| ty.clone(), |a| resolved(a, ty));
            (name.clone(), resolved)
        })),
        _ => to.clone(),
    }
}
