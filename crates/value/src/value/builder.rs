//! A builder of values whose type is known before their parts.

use std::slice::from_ref;
use std::sync::Arc;

use super::build::Findings;
use super::{Node, Repr, Value};
use crate::{Str, Type, TypeKind};

/// A builder of a compound value of a known type.
///
/// Each part is checked against the type when it is pushed, and the finished value shares the type. This is much
/// faster than computing the type of every value.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value, ValueBuilder};
///
/// let ty = Type::object([("name", Type::STRING), ("port", Type::NUMBER)]);
/// let mut server = ValueBuilder::with_capacity(&ty, 2);
/// server.push(Value::from("web"));
/// server.push(Value::from(80));
/// let expected = Value::object([("port", Value::from(80)), ("name", Value::from("web"))]);
/// assert_eq!(server.build(), Ok(expected));
/// ```
#[derive(Debug)]
pub struct ValueBuilder<'t> {
    ty: &'t Type,
    /// The types of the parts; for collections the element type.
    types: &'t [Type],
    is_collection: bool,
    items: Vec<Value>,
    fits: bool,
    findings: Findings,
}

impl<'t> ValueBuilder<'t> {
    /// Creates a builder for a value of the type `ty` with a capacity in parts.
    #[inline]
    #[must_use]
    pub fn with_capacity(ty: &'t Type, parts: usize) -> Self {
        Self::empty(ty, Vec::with_capacity(parts))
    }

    /// Creates a builder for a value of the type `ty` with these parts.
    pub(super) fn of(ty: &'t Type, parts: Vec<Value>) -> Self {
        let mut builder = Self::empty(ty, Vec::new());
        for (index, part) in parts.iter().enumerate() {
            builder.check(index, part);
        }
        builder.items = parts;
        builder
    }

    fn empty(ty: &'t Type, items: Vec<Value>) -> Self {
        let types = match ty.kind() {
            TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => from_ref(element),
            TypeKind::Tuple(types) => types,
            TypeKind::Object(object) => object.types(),
            _ => &[],
        };
        Self {
            ty,
            types,
            is_collection: ty.is_collection(),
            items,
            fits: !ty.has_dynamic() && !ty.has_optional_attributes(),
            findings: Findings::of(ty),
        }
    }

    /// Adds an element, or the value of the next attribute in the order of names.
    #[inline]
    pub fn push(&mut self, part: Value) {
        self.check(self.items.len(), &part);
        self.items.push(part);
    }

    #[inline]
    fn check(&mut self, index: usize, part: &Value) {
        let Some(expected) = self.types.get(if self.is_collection { 0 } else { index }) else {
            self.fits = false;
            return;
        };
        match part.primitive_is_of(expected) {
            Some(fits) => self.fits &= fits,
            None => {
                self.fits &= part.is_surely_within(expected);
                self.findings.traits.add(part);
            }
        }
        self.findings.hash(from_ref(part));
    }

    /// Returns the number of parts so far.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the builder has no parts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the parts.
    #[must_use]
    pub fn into_parts(self) -> Vec<Value> {
        self.items
    }

    /// Returns the list, set, tuple or object.
    ///
    /// # Errors
    ///
    /// Returns the parts if the type is of another kind or has dynamic parts or optional attributes, or if the types
    /// or the number of parts do not match it.
    #[inline]
    pub fn build(self) -> Result<Value, Vec<Value>> {
        let complete = self.is_collection || self.types.len() == self.items.len();
        if !self.fits || !complete {
            return Err(self.items);
        }
        match self.ty.kind() {
            TypeKind::Object(object) => Ok(Value(Repr::Object(self.node(Arc::clone(object.names()))))),
            TypeKind::List(_) => Ok(Value(Repr::List(self.node(Arc::default())))),
            TypeKind::Tuple(_) => Ok(Value(Repr::Tuple(self.node(Arc::default())))),
            TypeKind::Set(_) => Ok(Value::set_with(self.ty.clone(), self.items, self.findings)),
            _ => Err(self.items),
        }
    }

    fn node(self, keys: Arc<[Str]>) -> Node {
        Node::with_traits(
            Some(self.ty.clone()),
            keys,
            self.items,
            None,
            self.findings.traits,
        )
    }

    /// Returns a map that shares these keys. The parts are its elements in the order of the keys.
    ///
    /// # Errors
    ///
    /// Returns the parts if the type is not a map type or has dynamic parts or optional attributes, if a part has
    /// another type, if their number is not that of the keys, or if the keys are not in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value, ValueBuilder};
    ///
    /// let ty = Type::map(Type::NUMBER);
    /// let map = Value::map_from_entries(&ty, vec![("a".into(), Value::from(1)), ("b".into(), Value::from(2))]).unwrap();
    /// let mut other = ValueBuilder::with_capacity(&ty, 2);
    /// other.push(Value::from(1));
    /// other.push(Value::from(2));
    /// assert_eq!(other.build_map(map.fields().unwrap().keys()), Ok(map));
    /// ```
    pub fn build_map(self, keys: &Arc<[Str]>) -> Result<Value, Vec<Value>> {
        let fits = self.fits
            && self.ty.is_map()
            && keys.len() == self.items.len()
            && keys.is_sorted_by(|a, b| a < b);
        if !fits {
            return Err(self.items);
        }
        Ok(Value(Repr::Map(self.node(Arc::clone(keys)))))
    }
}

impl Extend<Value> for ValueBuilder<'_> {
    fn extend<I: IntoIterator<Item = Value>>(&mut self, parts: I) {
        for part in parts {
            self.push(part);
        }
    }
}
