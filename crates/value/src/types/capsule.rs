//! Types that an application defines.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{StableHasher, Type};
use crate::Value;

/// A type whose values HCL carries without looking into them.
///
/// Each call of [`CapsuleType::new`] makes a distinct type, identical only to itself and its clones.
#[derive(Clone)]
pub struct CapsuleType(Arc<Definition>);

struct Definition {
    name: String,
    equal: Option<EqualFn>,
    to: Vec<(Type, ToFn)>,
    from: Vec<(Type, FromFn)>,
}

type EqualFn = Box<dyn Fn(&Capsule, &Capsule) -> bool + Send + Sync>;
type ToFn = Box<dyn Fn(&Capsule) -> Result<Value, String> + Send + Sync>;
type FromFn = Box<dyn Fn(&Value) -> Result<Arc<dyn Any + Send + Sync>, String> + Send + Sync>;

/// Defines a capsule type: its name, what equality means, and what its values convert to and from.
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
pub struct CapsuleTypeBuilder(Definition);

impl CapsuleTypeBuilder {
    /// Two values of the type are equal where `equal` says so, or where they are clones of one.
    #[must_use]
    pub fn equality(mut self, equal: impl Fn(&Capsule, &Capsule) -> bool + Send + Sync + 'static) -> Self {
        self.0.equal = Some(Box::new(equal));
        self
    }

    /// Values of the type convert to `ty`, unsafely: `convert` gives a value of that type, or says in a clause
    /// why there is none.
    #[must_use]
    pub fn converts_to(
        mut self,
        ty: Type,
        convert: impl Fn(&Capsule) -> Result<Value, String> + Send + Sync + 'static,
    ) -> Self {
        self.0.to.push((ty, Box::new(convert)));
        self
    }

    /// Known values of `ty` convert to the type, unsafely: `convert` gives what the new value holds, or says in a
    /// clause why there is none.
    #[must_use]
    pub fn converts_from<T: Any + Send + Sync>(
        mut self,
        ty: Type,
        convert: impl Fn(&Value) -> Result<T, String> + Send + Sync + 'static,
    ) -> Self {
        let convert = move |value: &Value| {
            convert(value).map(|content| -> Arc<dyn Any + Send + Sync> { Arc::new(content) })
        };
        self.0.from.push((ty, Box::new(convert)));
        self
    }

    /// The type, identical only to itself and its clones.
    #[must_use]
    pub fn build(self) -> CapsuleType {
        CapsuleType(Arc::new(self.0))
    }
}

impl std::fmt::Debug for CapsuleTypeBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CapsuleTypeBuilder({:?})", self.0.name)
    }
}

impl CapsuleType {
    /// Makes a new type; `name` is how messages call it. Its values are equal only to their own clones.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self::builder(name).build()
    }

    /// As [`new`](Self::new), with equality of values defined by `equal`.
    #[must_use]
    pub fn with_equality(
        name: impl Into<String>,
        equal: impl Fn(&Capsule, &Capsule) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::builder(name).equality(equal).build()
    }

    /// Starts to define a type; `name` is how messages call it.
    #[must_use]
    pub fn builder(name: impl Into<String>) -> CapsuleTypeBuilder {
        CapsuleTypeBuilder(Definition {
            name: name.into(),
            equal: None,
            to: Vec::new(),
            from: Vec::new(),
        })
    }

    /// Whether values of the type convert to `ty`.
    pub(crate) fn converts_to(&self, ty: &Type) -> bool {
        self.0.to.iter().any(|(to, _)| to == ty)
    }

    /// Whether values of `ty` convert to the type.
    pub(crate) fn converts_from(&self, ty: &Type) -> bool {
        self.0.from.iter().any(|(from, _)| from == ty)
    }

    /// Makes a value of the type from one of another type.
    pub(crate) fn make(&self, value: &Value) -> Result<Value, String> {
        let Some((_, convert)) = self.0.from.iter().find(|(from, _)| from == value.ty()) else {
            return Err(format!("{} is required", self.name()));
        };
        let content = convert(value)?;
        let ty = self.clone();
        Ok(Value::from(Capsule { ty, content }))
    }

    /// How messages call the type.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// A hash of the name, which equal types share.
    pub(super) fn name_hash(&self) -> u64 {
        let mut hasher = StableHasher::new(9);
        self.0.name.hash(&mut hasher);
        hasher.finish()
    }
}

impl PartialEq for CapsuleType {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CapsuleType {}

impl std::fmt::Debug for CapsuleType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CapsuleType({:?})", self.0.name)
    }
}

/// A value of a capsule type; cloning shares what it holds.
#[derive(Clone)]
pub struct Capsule {
    ty: CapsuleType,
    content: Arc<dyn Any + Send + Sync>,
}

impl Capsule {
    /// Wraps `content` as a value of the type `ty`.
    #[must_use]
    pub fn new<T: Any + Send + Sync>(ty: CapsuleType, content: T) -> Self {
        Self {
            ty,
            content: Arc::new(content),
        }
    }

    /// The capsule's type.
    #[must_use]
    pub fn ty(&self) -> &CapsuleType {
        &self.ty
    }

    /// The value of another type that the capsule stands for.
    pub(crate) fn give(&self, ty: &Type) -> Result<Value, String> {
        let Some((_, convert)) = self.ty.0.to.iter().find(|(to, _)| to == ty) else {
            return Err(format!("{} is required", ty.friendly_name()));
        };
        let value = convert(self)?;
        if value.ty() == ty {
            Ok(value)
        } else {
            Err(format!("the application made it {} and not {ty}", value.ty()))
        }
    }

    /// What the capsule holds, if it is a `T`.
    #[must_use]
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.content.downcast_ref()
    }
}

impl PartialEq for Capsule {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty
            && (Arc::ptr_eq(&self.content, &other.content)
                || self.ty.0.equal.as_ref().is_some_and(|equal| equal(self, other)))
    }
}

impl Eq for Capsule {}

impl std::fmt::Debug for Capsule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Capsule({:?})", self.ty.name())
    }
}
