//! Conversions of capsules, which the application defines with their type.

use std::any::Any;
use std::sync::Arc;

use crate::types::{Content, EqualFn};
use crate::{Capsule, CapsuleType, Type, Value};

/// A definition of a capsule type: its name, the equality of its values, and their conversions.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Capsule, CapsuleType, Type, Value};
///
/// let bytes = CapsuleType::builder("bytes")
///     .equality(|a, b| a.downcast_ref::<Vec<u8>>() == b.downcast_ref::<Vec<u8>>())
///     .converts_to(Type::NUMBER, |bytes| Ok(Value::from(bytes.downcast_ref::<Vec<u8>>().map(Vec::len))))
///     .converts_from(Type::STRING, |text| Ok(text.as_str().unwrap_or_default().as_bytes().to_vec()))
///     .build();
/// let abc = Value::from("abc").convert(&Type::capsule(bytes.clone()))?;
/// assert_eq!(abc, Value::from(Capsule::new(bytes, b"abc".to_vec())));
/// assert_eq!(abc.convert(&Type::NUMBER)?, Value::from(3));
/// # Ok::<(), hcl2_value::ConversionError>(())
/// ```
#[must_use]
pub struct CapsuleTypeBuilder {
    name: String,
    equal: Option<EqualFn>,
    conversions: Conversions,
}

/// The conversions of one capsule type, each with the type at the other end.
#[derive(Default)]
struct Conversions {
    to: Vec<(Type, ToFn)>,
    from: Vec<(Type, FromFn)>,
}

type ToFn = Box<dyn Fn(&Capsule) -> Result<Value, String> + Send + Sync>;
type FromFn = Box<dyn Fn(&Value) -> Result<Content, String> + Send + Sync>;

impl CapsuleType {
    /// Starts the definition of a type called `name` in messages.
    pub fn builder(name: impl Into<String>) -> CapsuleTypeBuilder {
        CapsuleTypeBuilder {
            name: name.into(),
            equal: None,
            conversions: Conversions::default(),
        }
    }
}

impl CapsuleTypeBuilder {
    /// Makes two values equal if `equal` returns `true`. Clones of one value are always equal.
    pub fn equality(mut self, equal: impl Fn(&Capsule, &Capsule) -> bool + Send + Sync + 'static) -> Self {
        self.equal = Some(Box::new(equal));
        self
    }

    /// Adds an unsafe conversion to `ty`. `convert` returns a value of that type, or a clause that explains the
    /// failure.
    pub fn converts_to(
        mut self,
        ty: Type,
        convert: impl Fn(&Capsule) -> Result<Value, String> + Send + Sync + 'static,
    ) -> Self {
        self.conversions.to.push((ty, Box::new(convert)));
        self
    }

    /// Adds an unsafe conversion from known values of `ty`. `convert` returns the content of the new capsule, or a
    /// clause that explains the failure.
    pub fn converts_from<T: Any + Send + Sync>(
        mut self,
        ty: Type,
        convert: impl Fn(&Value) -> Result<T, String> + Send + Sync + 'static,
    ) -> Self {
        let convert = move |value: &Value| convert(value).map(|content| -> Content { Arc::new(content) });
        self.conversions.from.push((ty, Box::new(convert)));
        self
    }

    /// Creates the type, identical only to itself and its clones.
    #[must_use]
    pub fn build(self) -> CapsuleType {
        CapsuleType::define(self.name, self.equal, Some(Box::new(self.conversions)))
    }
}

impl std::fmt::Debug for CapsuleTypeBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CapsuleTypeBuilder({:?})", self.name)
    }
}

/// Returns the conversion of values of `from` to another type.
fn to_fn<'a>(from: &'a CapsuleType, to: &Type) -> Option<&'a ToFn> {
    let conversions = from.conversions::<Conversions>()?;
    let (_, convert) = conversions.to.iter().find(|(ty, _)| ty == to)?;
    Some(convert)
}

/// Returns the conversion of values of another type to `to`.
fn from_fn<'a>(from: &Type, to: &'a CapsuleType) -> Option<&'a FromFn> {
    let conversions = to.conversions::<Conversions>()?;
    let (_, convert) = conversions.from.iter().find(|(ty, _)| ty == from)?;
    Some(convert)
}

/// Returns whether values of `from` convert to `to`.
pub(super) fn converts_to(from: &CapsuleType, to: &Type) -> bool {
    to_fn(from, to).is_some()
}

/// Returns whether values of `from` convert to `to`.
pub(super) fn converts_from(from: &Type, to: &CapsuleType) -> bool {
    from_fn(from, to).is_some()
}

/// Converts a capsule to a value of another type.
pub(super) fn unwrap(capsule: &Capsule, to: &Type) -> Result<Value, String> {
    let Some(convert) = to_fn(capsule.ty(), to) else {
        return Err(format!("{} is required", to.friendly_name()));
    };
    let value = convert(capsule)?;
    if value.ty() == to {
        Ok(value)
    } else {
        Err(format!("the application returned {} instead of {to}", value.ty()))
    }
}

/// Converts a value of another type to a capsule.
pub(super) fn wrap(value: &Value, to: &CapsuleType) -> Result<Value, String> {
    let Some(convert) = from_fn(value.ty(), to) else {
        return Err(format!("{} is required", to.name()));
    };
    let content = convert(value)?;
    Ok(Value::from(Capsule::from_content(to.clone(), content)))
}
