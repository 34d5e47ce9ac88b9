//! Conversion of null and unknown values.

use super::plan::MAX_DYNAMIC_DEPTH;
use super::{Safety, unify};
use crate::shared::Memo;
use crate::{Str, Type, TypeKind, Value};

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
    Combination::new(false).of(from, to)
}

/// Returns the type of a null of the type `from` that is converted to a constraint.
///
/// Elements of a map need not convert to an optional attribute. As in the reference, the type of such an attribute then
/// keeps nothing of an object type.
pub(super) fn type_of_null(from: &Type, constraint: &Type) -> Type {
    let to = constraint.without_optional_attributes();
    if constraint.has_optional_attributes() && to.depth().max(from.depth()) <= MAX_DYNAMIC_DEPTH {
        Combination::new(true).of(from, &to)
    } else {
        resolved(from, &to)
    }
}

/// The combination of types with targets.
struct Combination {
    /// Whether object types that correspond to neither a map nor an object lose their attributes.
    lossy: bool,
    /// The results for pairs of types.
    known: Memo<(usize, usize), Type>,
}

impl Combination {
    fn new(lossy: bool) -> Self {
        let known = Memo::default();
        Self { lossy, known }
    }

    /// Returns the target type with its dynamic parts replaced.
    fn of(&mut self, from: &Type, to: &Type) -> Type {
        if !self.lossy && !to.has_dynamic() {
            return to.clone();
        }
        let pair = || from.address().zip(to.address());
        let key = self.known.key(from.width().max(to.width()), pair);
        if let Some(found) = self.known.get(key.as_ref()) {
            return found;
        }
        // The unified type is dropped afterwards, and its address may be used again, so `known` has no part of it.
        let of_elements = |elements: &[Type], to: &Type| {
            let element = unify(elements, Safety::Unsafe).unwrap_or(Type::DYNAMIC);
            Self::new(self.lossy).of(&element, to)
        };
        let found = match (from.kind(), to.kind()) {
            (_, TypeKind::Dynamic) => from.clone(),
            (TypeKind::Map(a), TypeKind::Map(b)) => Type::map(self.of(a, b)),
            (TypeKind::Object(a), TypeKind::Map(b)) => Type::map(of_elements(a.types(), b)),
            (TypeKind::List(a) | TypeKind::Set(a), TypeKind::List(b)) => Type::list(self.of(a, b)),
            (TypeKind::List(a) | TypeKind::Set(a), TypeKind::Set(b)) => Type::set(self.of(a, b)),
            (TypeKind::Tuple(a), TypeKind::List(b)) => Type::list(of_elements(a, b)),
            (TypeKind::Tuple(a), TypeKind::Set(b)) => Type::set(of_elements(a, b)),
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) => {
                Type::tuple(a.iter().zip(b).map(|(a, b)| self.of(a, b)))
            }
            (TypeKind::Map(a), TypeKind::Object(b)) => {
                Type::object(b.iter().map(|(name, ty)| (name.clone(), self.of(a, ty))))
            }
            (TypeKind::Object(a), TypeKind::Object(b)) => Type::object(b.iter().map(|(name, ty)| {
                let combined = a.get(name).map_or_else(|| ty.clone(), |a| self.of(a, ty));
                (name.clone(), combined)
            })),
            (TypeKind::Dynamic, _) => to.clone(),
            (_, TypeKind::Object(_)) if self.lossy => Type::object(std::iter::empty::<(Str, Type)>()),
            _ => to.clone(),
        };
        self.known.keep(key, &found);
        found
    }
}
