//! Parts of Rust types that may be unknown.

use super::{FromValueError, ImpliedType, closed};
use crate::{Type, Value};

/// A Rust value, or an unknown value with its refinement.
///
/// A field of this type accepts unknown values, which all other fields refuse. Null is a known value, which
/// `Knowable<Option<T>>` accepts.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Knowable, Type, Value};
///
/// let id = Value::unknown_not_null(Type::STRING);
/// assert_eq!(Knowable::<String>::try_from(&id), Ok(Knowable::Unknown(id.clone())));
/// assert_eq!(Knowable::<String>::try_from(&Value::from("i-1")), Ok(Knowable::from("i-1".to_owned())));
/// assert_eq!(Value::from(Knowable::<u16>::unknown()), Value::unknown(Type::NUMBER));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Knowable<T> {
    /// A known value.
    Known(T),
    /// An unknown value of the implied type.
    Unknown(Value),
}

impl<T> Knowable<T> {
    /// Returns an unknown value without a refinement.
    #[must_use]
    pub fn unknown() -> Self
    where
        T: ImpliedType,
    {
        Self::Unknown(Value::unknown(T::implied_type()))
    }

    /// Returns the known value, if any.
    #[must_use]
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(known) => Some(known),
            Self::Unknown(_) => None,
        }
    }

    /// Returns whether the value is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }
}

impl<T> From<T> for Knowable<T> {
    fn from(known: T) -> Self {
        Self::Known(known)
    }
}

impl<T: Default> Default for Knowable<T> {
    fn default() -> Self {
        Self::Known(T::default())
    }
}

impl<T: Into<Self>> From<Knowable<T>> for Value {
    fn from(value: Knowable<T>) -> Self {
        match value {
            Knowable::Known(known) => known.into(),
            Knowable::Unknown(unknown) => unknown,
        }
    }
}

impl<T: ImpliedType> closed::Closed for Knowable<T> {}

impl<T: ImpliedType> ImpliedType for Knowable<T> {
    fn implied_type() -> Type {
        T::implied_type()
    }
}

impl<'a, T: TryFrom<&'a Value, Error = FromValueError>> TryFrom<&'a Value> for Knowable<T> {
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        if !value.is_known() && !value.is_marked() {
            return Ok(Self::Unknown(value.clone()));
        }
        T::try_from(value).map(Self::Known)
    }
}
