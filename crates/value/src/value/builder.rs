//! Values of a type that is known before their parts are.

use std::slice::from_ref;
use std::sync::Arc;

use super::build::Findings;
use super::{Node, Repr, Value};
use crate::{Str, Type, TypeKind};

/// A compound value of a known type that is being put together.
///
/// Each part is held against the type when it comes, while it is at hand, and in the end the value shares the type:
/// a great deal faster than to find out the type of each of many values.
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
    /// The types of the parts; of collections the one type of all elements.
    types: &'t [Type],
    is_collection: bool,
    items: Vec<Value>,
    fits: bool,
    findings: Findings,
}

impl<'t> ValueBuilder<'t> {
    /// Starts a value of the type `ty` with room for some parts.
    #[inline]
    #[must_use]
    pub fn with_capacity(ty: &'t Type, parts: usize) -> Self {
        Self::empty(ty, Vec::with_capacity(parts))
    }

    /// A value of the type `ty` with these parts.
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

    /// Adds an element, or the value of the next attribute in the order of their names.
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

    /// The number of parts so far.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no parts yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The parts.
    #[must_use]
    pub fn into_parts(self) -> Vec<Value> {
        self.items
    }

    /// The list, set, tuple or object.
    ///
    /// # Errors
    ///
    /// Gives the parts back where they are no such value: the type is of another kind, has dynamic parts or optional
    /// attributes, or there is a part of another type or in another number.
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
        let hashes = Box::default();
        Node::with_traits(
            Some(self.ty.clone()),
            keys,
            self.items,
            hashes,
            self.findings.traits,
        )
    }

    /// The map with these keys, which it shares; the parts are the values of the keys in their order.
    ///
    /// # Errors
    ///
    /// Gives the parts back where [`build`](Self::build) would for a list, where there are more or fewer of them than
    /// keys, or the keys are not in order.
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
