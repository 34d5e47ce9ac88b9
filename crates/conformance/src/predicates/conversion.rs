//! Conversion of values with the habits of the reference that the specification excludes.

use hcl2_value::{Safety, Str, Type, TypeKind, Value, unify};
use serde_json::{Value as Json, json};

use crate::case::Case;
use crate::compare::{Difference, values_equal};
use crate::notation::{read_type, read_typed, write_typed};

/// What the reference does in conversions.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Habit {
    /// A set with unknown parts becomes an unknown list of the set's own element type.
    ListsOfSets,
    /// A null or unknown value gets a type that the target does not give it: objects keep their optional attributes, or lose
    /// all attributes.
    OtherTypes,
    /// A null in a list, a set or an object loses its marks.
    BareNulls,
}

const ALL: [Habit; 3] = [Habit::ListsOfSets, Habit::OtherTypes, Habit::BareNulls];

/// Returns whether this habit alone explains the difference: the expected result needs it, and ours has no habits.
pub(super) fn shows(habit: Habit, case: &Case, difference: &Difference) -> Option<bool> {
    let value = read_typed(&case.given["value"]).ok()?;
    let to = read_type(&case.given["to"]).ok()?;
    let converted = |habits: &[Habit]| {
        Reference(habits)
            .convert(&value, &to)
            .map(|value| write_typed(&value))
    };
    let is_side = |converted: &Option<Json>, side: &Json| match difference.what.as_str() {
        "value" => converted.as_ref().is_some_and(|converted| {
            converted["type"] == side["type"]
                && values_equal(&side["type"], &converted["value"], &side["value"])
        }),
        "error" => json!(converted.is_none()) == *side,
        _ => false,
    };
    let others: Vec<Habit> = ALL.into_iter().filter(|other| *other != habit).collect();
    let (all, without) = (converted(&ALL), converted(&others));
    Some(all != without && is_side(&all, &difference.want) && is_side(&converted(&[]), &difference.have))
}

/// The reference with some of its habits.
#[derive(Clone, Copy)]
struct Reference<'a>(&'a [Habit]);

impl Reference<'_> {
    fn has(self, habit: Habit) -> bool {
        self.0.contains(&habit)
    }

    /// Converts a value, or returns `None` if that is an error.
    fn convert(self, value: &Value, to: &Type) -> Option<Value> {
        if to.is_dynamic() || value.ty() == to {
            return Some(value.clone());
        }
        let (bare, marks) = value.unmark();
        let converted = if bare.is_known() && !bare.is_null() {
            self.known(&bare, to)
        } else {
            self.placeholder(&bare, to)
        };
        Some(converted?.with_marks(&marks))
    }

    /// Converts a null or unknown value.
    fn placeholder(self, value: &Value, to: &Type) -> Option<Value> {
        let whole = Value::unknown(value.ty().clone()).convert(to).ok()?.ty().clone();
        let ty = if self.has(Habit::OtherTypes) {
            replaced(value.ty(), &to.without_optional_attributes())
        } else {
            whole.clone()
        };
        Some(match (value.is_null(), value.is_definitely_not_null()) {
            (true, _) => Value::null(ty),
            _ if ty == whole => value.convert(to).ok()?,
            (false, true) => Value::unknown(ty).refine_not_null(),
            (false, false) => Value::unknown(ty),
        })
    }

    fn known(self, value: &Value, to: &Type) -> Option<Value> {
        if value.element_count() == Some(0) && !matches!(to.kind(), TypeKind::Object(_)) {
            return value.convert(to).ok();
        }
        let items = || value.elements().into_iter().flatten();
        let to = &with_common_element(value.ty(), to)?;
        match (value.ty().kind(), to.kind()) {
            (TypeKind::Set(element), TypeKind::List(_))
                if self.has(Habit::ListsOfSets) && !value.is_wholly_known() =>
            {
                Some(Value::unknown(Type::list(element.clone())))
            }
            (TypeKind::Set(_), TypeKind::List(_)) if !value.is_wholly_known() => value.convert(to).ok(),
            (TypeKind::List(_) | TypeKind::Set(_), TypeKind::List(element)) => {
                collected(self.bare_nulls(items(), element)?, Value::list)
            }
            (TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_), TypeKind::Set(element)) => {
                collected(self.bare_nulls(items(), element)?, Value::set)
            }
            (TypeKind::Tuple(_), TypeKind::List(element)) => {
                let items: Option<Vec<Value>> = items().map(|item| self.convert(item, element)).collect();
                collected(self.unified(items?)?, Value::list)
            }
            (TypeKind::Tuple(_), TypeKind::Tuple(types)) => {
                let items = items().zip(types).map(|(item, ty)| self.convert(item, ty));
                Some(Value::tuple(items.collect::<Option<Vec<Value>>>()?))
            }
            (TypeKind::Map(_) | TypeKind::Object(_), TypeKind::Map(element)) => {
                let fields = value.fields()?;
                let items = fields.iter().map(|(_, field)| self.convert(field, element));
                let mut items: Vec<Value> = items.collect::<Option<_>>()?;
                let is_compound = !matches!(
                    element.kind(),
                    TypeKind::String | TypeKind::Number | TypeKind::Bool | TypeKind::Tuple(_)
                );
                if is_compound {
                    items = self.unified(items)?;
                }
                let names: Vec<Str> = fields.iter().map(|(name, _)| name.clone()).collect();
                collected(items, |ty, items| Value::map(ty, names.into_iter().zip(items)))
            }
            (TypeKind::Map(_) | TypeKind::Object(_), TypeKind::Object(_)) => self.object(value, to),
            _ => value.convert(to).ok(),
        }
    }

    /// Converts a map or an object to an object.
    fn object(self, value: &Value, to: &Type) -> Option<Value> {
        let TypeKind::Object(object) = to.kind() else {
            return None;
        };
        let is_map = matches!(value.ty().kind(), TypeKind::Map(_));
        let attributes = object.iter().map(|(name, ty)| {
            let converted = match value.get(name) {
                Some(given) => self.bare_null(self.convert(given, ty)?),
                None if !object.is_optional(name) => return None,
                None if is_map && self.has(Habit::OtherTypes) => Value::null(ty.clone()),
                None => Value::null(ty.without_optional_attributes()),
            };
            Some((name.clone(), converted))
        });
        Some(Value::object(attributes.collect::<Option<Vec<(Str, Value)>>>()?))
    }

    fn bare_nulls<'v>(self, items: impl Iterator<Item = &'v Value>, ty: &Type) -> Option<Vec<Value>> {
        items
            .map(|item| Some(self.bare_null(self.convert(item, ty)?)))
            .collect()
    }

    fn bare_null(self, value: Value) -> Value {
        if self.has(Habit::BareNulls) && value.unmark().0.is_null() {
            return value.unmark().0;
        }
        value
    }

    /// Converts values to a common type, if they have several.
    fn unified(self, items: Vec<Value>) -> Option<Vec<Value>> {
        let types: Vec<Type> = items.iter().map(|item| item.ty().clone()).collect();
        let ty = unify(&types, Safety::Unsafe)?;
        items.iter().map(|item| self.convert(item, &ty)).collect()
    }
}

/// Returns the target type with the common type of the elements of a tuple or an object in place of any type.
fn with_common_element(from: &Type, to: &Type) -> Option<Type> {
    let common = |types| unify(types, Safety::Unsafe);
    Some(match (from.kind(), to.kind()) {
        (TypeKind::Tuple(types), TypeKind::List(element)) if element.is_dynamic() => {
            Type::list(common(types)?)
        }
        (TypeKind::Tuple(types), TypeKind::Set(element)) if element.is_dynamic() => Type::set(common(types)?),
        (TypeKind::Object(object), TypeKind::Map(element)) if element.is_dynamic() => {
            Type::map(common(object.types())?)
        }
        _ => to.clone(),
    })
}

/// Makes a collection of values of one type.
fn collected<E>(items: Vec<Value>, make: impl FnOnce(Type, Vec<Value>) -> Result<Value, E>) -> Option<Value> {
    let types = || items.iter().map(Value::ty).filter(|ty| !ty.is_dynamic());
    let ty = types().next().cloned().unwrap_or(Type::DYNAMIC);
    if !types().all(|other| *other == ty) {
        return None;
    }
    make(ty, items).ok()
}

/// Returns the type that the reference gives a null or unknown value: dynamic parts are those of the source, and an object
/// type keeps attributes only where the source is a map or an object.
fn replaced(from: &Type, to: &Type) -> Type {
    let unified = |types: &[Type], to: &Type| {
        let element = unify(types, Safety::Unsafe).unwrap_or(Type::DYNAMIC);
        replaced(&element, to)
    };
    match (from.kind(), to.kind()) {
        (TypeKind::Dynamic, _) => to.clone(),
        (_, TypeKind::Dynamic) => from.clone(),
        (TypeKind::Map(a), TypeKind::Map(b)) => Type::map(replaced(a, b)),
        (TypeKind::Object(a), TypeKind::Map(b)) => Type::map(unified(a.types(), b)),
        (TypeKind::List(a) | TypeKind::Set(a), TypeKind::List(b)) => Type::list(replaced(a, b)),
        (TypeKind::List(a) | TypeKind::Set(a), TypeKind::Set(b)) => Type::set(replaced(a, b)),
        (TypeKind::Tuple(a), TypeKind::List(b)) => Type::list(unified(a, b)),
        (TypeKind::Tuple(a), TypeKind::Set(b)) => Type::set(unified(a, b)),
        (TypeKind::Tuple(a), TypeKind::Tuple(b)) => Type::tuple(a.iter().zip(b).map(|(a, b)| replaced(a, b))),
        (TypeKind::Map(a), TypeKind::Object(b)) => {
            Type::object(b.iter().map(|(name, ty)| (name.clone(), replaced(a, ty))))
        }
        (TypeKind::Object(a), TypeKind::Object(b)) => Type::object(b.iter().map(|(name, ty)| {
            let ty = a.get(name).map_or_else(|| ty.clone(), |a| replaced(a, ty));
            (name.clone(), ty)
        })),
        (_, TypeKind::Object(_)) => Type::object(std::iter::empty::<(Str, Type)>()),
        _ => to.clone(),
    }
}
