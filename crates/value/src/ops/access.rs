//! Access to attributes, elements and lengths.

use super::{OperationError, unknown_result};
use crate::{Marks, Refiner, Str, Type, TypeKind, Value, ValueKind};

/// Access to attributes and elements.
impl Value {
    /// Returns the attribute `name` of an object.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if the value is null, is not an object, or has no such attribute.
    pub fn attribute(&self, name: &str) -> Result<Self, OperationError> {
        let bare = self.bare();
        if bare.is_dynamic() {
            return Ok(Self::DYNAMIC.with_marks(&self.marks()));
        }
        if bare.is_null() {
            return Err(OperationError::NullOperand(0));
        }
        let Some(object) = bare.ty().object_type() else {
            return Err(OperationError::NotCompound(bare.ty().clone()));
        };
        let ty = object.get(name).ok_or(OperationError::NoSuchKey)?;
        let found = bare
            .get(name)
            .cloned()
            .unwrap_or_else(|| Self::unknown(ty.clone()));
        Ok(found.with_marks(&self.marks()))
    }

    /// Returns the element of a list or tuple at an index, from 0, or of a map or object with a key. The key must
    /// have the right type. The element for an unknown key is unknown.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or of another type, or the element does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{OperationError, Value};
    ///
    /// let pair = Value::tuple([Value::from("a"), Value::from("b")]);
    /// assert_eq!(pair.index(&Value::from(1))?, Value::from("b"));
    /// assert_eq!(pair.index(&Value::from(2)), Err(OperationError::NoSuchIndex));
    /// # Ok::<(), OperationError>(())
    /// ```
    pub fn index(&self, key: &Self) -> Result<Self, OperationError> {
        let marks = self.marks().union(&key.marks());
        let (value, key) = (self.bare(), key.bare());
        if value.is_null() {
            return Err(OperationError::NullOperand(0));
        }
        if key.is_null() {
            return Err(OperationError::NullOperand(1));
        }
        let found = match value.ty().kind() {
            TypeKind::Dynamic => Self::DYNAMIC,
            TypeKind::List(element) => match position(key)? {
                Some(index) => match value.elements() {
                    Some(elements) => elements.get(index).cloned().ok_or(OperationError::NoSuchIndex)?,
                    None => Self::unknown(element.clone()),
                },
                None => Self::unknown(element.clone()),
            },
            TypeKind::Tuple(types) => match position(key)? {
                Some(index) => {
                    let ty = types.get(index).ok_or(OperationError::NoSuchIndex)?;
                    let found = value.elements().and_then(|elements| elements.get(index)).cloned();
                    found.unwrap_or_else(|| Self::unknown(ty.clone()))
                }
                None => Self::DYNAMIC,
            },
            TypeKind::Map(element) => match (name(key)?, value.kind()) {
                (Some(key), ValueKind::Map(fields)) => {
                    fields.get(key).cloned().ok_or(OperationError::NoSuchKey)?
                }
                _ => Self::unknown(element.clone()),
            },
            TypeKind::Object(_) => match name(key)? {
                Some(key) => value.attribute(key)?,
                None => Self::DYNAMIC,
            },
            _ => return Err(OperationError::NotCompound(value.ty().clone())),
        };
        Ok(found.with_marks(&marks))
    }

    /// Returns whether [`index`](Self::index) would find an element.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if the value is null or has no elements by index or key.
    pub fn has_index(&self, key: &Self) -> Result<Self, OperationError> {
        let marks = self.marks().union(&key.marks());
        let bare = self.bare();
        if bare.is_null() {
            return Err(OperationError::NullOperand(0));
        }
        if !bare.is_dynamic() && (!bare.ty().kind().is_compound() || bare.ty().is_set()) {
            return Err(OperationError::NotCompound(bare.ty().clone()));
        }
        let by_name = bare.ty().is_map() || bare.ty().is_object();
        let wanted = if by_name { Type::STRING } else { Type::NUMBER };
        let key = key.bare();
        let found = if bare.is_dynamic() || key.ty().is_dynamic() {
            None
        } else if key.ty() != &wanted || key.is_null() {
            Some(false)
        } else if !key.is_known() || (!bare.is_known() && bare.ty().is_collection()) {
            None
        } else {
            Some(bare.index(key).is_ok())
        };
        Ok(found
            .map_or_else(|| unknown_result(Type::BOOL), Self::from)
            .with_marks(&marks))
    }

    /// Returns the number of elements or attributes. For an unknown collection, it is an unknown number within
    /// the length bounds.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if the value is null or has no parts.
    pub fn length(&self) -> Result<Self, OperationError> {
        let bare = self.bare();
        let count = match bare.ty().kind() {
            TypeKind::Dynamic if !bare.is_null() => None,
            TypeKind::Tuple(types) => Some(types.len()),
            TypeKind::Object(object) => Some(object.len()),
            _ if bare.is_null() => return Err(OperationError::NullOperand(0)),
            TypeKind::List(_) | TypeKind::Map(_) => bare.element_count(),
            // Unknown elements may turn out to be equal, so the length is given by its bounds.
            TypeKind::Set(_) => None,
            _ => return Err(OperationError::NotCompound(bare.ty().clone())),
        };
        let bounds = || bare.length_bounds().unwrap_or((0, None));
        let length = count.map_or_else(|| bounded_length(bounds()), Self::from);
        Ok(length.with_marks(&self.marks()))
    }
}

/// Returns an unknown length between bounds.
fn bounded_length((least, most): (u64, Option<u64>)) -> Value {
    let unknown = unknown_result(Type::NUMBER);
    let most = most.unwrap_or(i64::MAX as u64);
    let refined = unknown
        .clone()
        .refine()
        .number_lower_bound(least.into(), true)
        .and_then(|refiner| refiner.number_upper_bound(most.into(), true));
    refined.map_or(unknown, Refiner::build)
}

/// Returns the position of an index, or `None` if it is unknown.
fn position(key: &Value) -> Result<Option<usize>, OperationError> {
    if !key.ty().is_dynamic() && *key.ty() != Type::NUMBER {
        return Err(wrong_key(Type::NUMBER, key));
    }
    let Some(number) = key.as_number() else {
        return Ok(None);
    };
    if !number.is_integer() || number.signum() < 0 {
        return Err(OperationError::InvalidIndex);
    }
    Ok(Some(usize::try_from(number).unwrap_or(usize::MAX)))
}

/// Returns the name of a key, or `None` if it is unknown.
fn name(key: &Value) -> Result<Option<&Str>, OperationError> {
    match key.kind() {
        ValueKind::String(text) => Ok(Some(text)),
        ValueKind::Unknown if key.ty().is_dynamic() || *key.ty() == Type::STRING => Ok(None),
        _ => Err(wrong_key(Type::STRING, key)),
    }
}

fn wrong_key(expected: Type, key: &Value) -> OperationError {
    OperationError::WrongType {
        operand: 1,
        expected,
        found: key.ty().clone(),
    }
}

/// Returns the marks of two values.
pub(super) fn joint_marks(a: &Value, b: &Value) -> Marks {
    a.marks().union(&b.marks())
}
