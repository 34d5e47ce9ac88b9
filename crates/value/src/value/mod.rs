//! Values of the information model.
//!
//! A [`Value`] has 24 bytes, is immutable, and is cheap to clone: compound values share their parts. Its methods are
//! of two families in separate modules:
//!
//! - *integration* ([`kind`](Value::kind), [`as_str`](Value::as_str), ...) looks at the value from outside the type
//!   system. These methods return `None` if the value is of another kind, null, unknown or marked.
//! - *operations* ([`add`](Value::add), [`equals`](Value::equals), [`index`](Value::index), ...) stay inside the type
//!   system. They propagate unknown values, refinements and marks.

mod bridge;
mod build;
mod builder;
mod debug;
mod display;
mod equality;
mod index;
mod iteration;
mod key;
mod lazy_hash;
mod lazy_type;
mod literal;
mod marks;
mod measure;
mod node;
mod order;
mod path;
mod prefetch;
mod refine;
mod set;
mod stored;
mod walk;

use std::sync::Arc;

pub use bridge::{FromValueError, FromValueProblem, ImpliedType, Knowable};
pub use build::{InconsistentTypes, ObjectKeys};
pub use builder::ValueBuilder;
pub use index::ValueIndex;
pub use literal::Part;
pub use path::{Path, PathSet, PathStep};
pub use refine::Refiner;
pub use walk::Visit;

pub(crate) use node::{Node, Parts};
pub(crate) use order::canonical_cmp;
pub(crate) use set::Membership;

use crate::string::position_in;
use crate::{Capsule, Exceeded, Marks, Meter, Number, Refinement, Str, Type, TypeKind};

/// A value of any type: known, null or unknown, with or without marks.
///
/// Equality (`==`) is equality of representation, including types, refinements and marks. The equality of the
/// language is the operation [`equals`](Value::equals). `Display` writes the native syntax, without marked parts.
///
/// It does not implement the traits of serde: `hcl2::serde` has `SerializeValue`, `from_value` and `to_value`, and
/// `#[serde(with = "hcl2::serde::value")]` is for fields.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
///
/// let ports = Value::tuple([Value::from(80), Value::from("http")]);
/// assert_eq!(ports.ty(), &Type::tuple([Type::NUMBER, Type::STRING]));
/// assert_eq!(ports.elements().unwrap()[1].as_str(), Some("http"));
/// assert!(Value::null(Type::STRING).is_null());
/// ```
#[derive(Clone)]
pub struct Value(pub(crate) Repr);

#[derive(Clone)]
pub(crate) enum Repr {
    Number(Number),
    Bool(bool),
    String(Str),
    Null(Type),
    Unknown(Type),
    Refined(Arc<Refined>),
    List(Node),
    Set(Node),
    Map(Node),
    Tuple(Node),
    Object(Node),
    Capsule(Arc<(Type, Capsule)>),
    Marked(Arc<Marked>),
}

const _: () = assert!(size_of::<Value>() == 24);

/// Values of fewer levels than this are visited by recursion.
const SHALLOW: u32 = 32;

/// An unknown value with its refinement.
pub(crate) struct Refined {
    pub(crate) ty: Type,
    pub(crate) refinement: Refinement,
}

/// An unmarked value with at least one mark.
pub(crate) struct Marked {
    pub(crate) value: Value,
    pub(crate) marks: Marks,
}

/// The kind of a value, with its content. Marks hide the value below them.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind<'a> {
    /// The null value of its type.
    Null,
    /// An unknown value of its type.
    Unknown,
    /// A known boolean.
    Bool(bool),
    /// A known number.
    Number(&'a Number),
    /// A known string.
    String(&'a Str),
    /// A known list; its elements may be unknown or marked.
    List(&'a [Value]),
    /// A known set, in its iteration order; its elements may be unknown.
    Set(&'a [Value]),
    /// A known map; its elements may be unknown or marked.
    Map(Fields<'a>),
    /// A known tuple; its elements may be unknown or marked.
    Tuple(&'a [Value]),
    /// A known object; its attributes may be unknown or marked.
    Object(Fields<'a>),
    /// A known value of a capsule type.
    Capsule(&'a Capsule),
    /// A value with marks. The value below them has no marks of its own.
    Marked(&'a Value, &'a Marks),
}

/// The elements of a map or the attributes of an object, in the order of their keys.
#[derive(Clone, Copy)]
pub struct Fields<'a>(&'a Parts);

impl<'a> Fields<'a> {
    /// Returns the number of elements or attributes.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.items.len()
    }

    /// Returns whether there are no elements or attributes.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.items.is_empty()
    }

    /// Returns the value with this key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<&'a Value> {
        self.0.items.get(position_in(&self.0.keys, key)?)
    }

    /// Returns the shared keys in order.
    #[must_use]
    pub fn keys(self) -> &'a Arc<[Str]> {
        &self.0.keys
    }

    /// Returns the values in the order of their keys.
    #[must_use]
    pub fn values(self) -> &'a [Value] {
        &self.0.items
    }

    /// Iterates over the keys and values, in the order of the keys.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (&'a Str, &'a Value)> + DoubleEndedIterator {
        self.0.keys.iter().zip(&self.0.items)
    }
}

impl<'a> IntoIterator for Fields<'a> {
    type Item = (&'a Str, &'a Value);
    type IntoIter = std::iter::Zip<std::slice::Iter<'a, Str>, std::slice::Iter<'a, Value>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.keys.iter().zip(&self.0.items)
    }
}

impl std::fmt::Debug for Fields<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

static BOOL: Type = Type::BOOL;
static NUMBER: Type = Type::NUMBER;
static STRING: Type = Type::STRING;

/// Integration: views of a value from outside the type system.
impl Value {
    /// Returns the type of the value. Marks do not change it.
    #[inline]
    #[must_use]
    pub fn ty(&self) -> &Type {
        match &self.0 {
            Repr::Number(_) => &NUMBER,
            Repr::Bool(_) => &BOOL,
            Repr::String(_) => &STRING,
            Repr::Null(ty) | Repr::Unknown(ty) => ty,
            _ => self.type_within(),
        }
    }

    /// Returns the type of a value that is not a plain primitive.
    fn type_within(&self) -> &Type {
        match &self.0 {
            Repr::Number(_) | Repr::Bool(_) | Repr::String(_) | Repr::Null(_) | Repr::Unknown(_) => self.ty(),
            Repr::Refined(refined) => &refined.ty,
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) => {
                node.0.ty.get_or_init(|| Type::list(Type::DYNAMIC))
            }
            Repr::Tuple(node) | Repr::Object(node) => {
                if node.0.depth >= SHALLOW && node.0.ty.get().is_none() {
                    node.settle(
                        |node| node.0.ty.get().is_some(),
                        |part, _| {
                            let _ = part.ty();
                        },
                    );
                }
                node.0.ty.get_or_init(|| self.structural_type(node))
            }
            Repr::Capsule(capsule) => &capsule.0,
            Repr::Marked(marked) => marked.value.ty(),
        }
    }

    /// Returns the type of a tuple or object, from the types of its parts.
    fn structural_type(&self, node: &Node) -> Type {
        let types = node.0.items.iter().map(|item| item.ty().clone());
        match self.0 {
            Repr::Object(_) => Type::object_of_sorted(node.0.keys.clone(), types.collect()),
            _ => Type::tuple(types),
        }
    }

    /// Returns `true` only if the value is of a type, which has no optional attributes. `false` does not exclude it.
    /// Unlike [`ty`](Self::ty), this creates no type.
    #[inline]
    pub(crate) fn is_surely_of(&self, ty: &Type) -> bool {
        match self.primitive_is_of(ty) {
            Some(is) => is,
            None => self.is_surely_within(ty),
        }
    }

    /// Returns whether the value is known, without marks, and of this primitive type.
    #[inline]
    pub(crate) fn is_plain(&self, ty: &Type) -> bool {
        self.primitive_is_of(ty) == Some(true)
    }

    /// Returns whether a known primitive value is of a type, or `None` for all other values.
    #[inline]
    fn primitive_is_of(&self, ty: &Type) -> Option<bool> {
        match &self.0 {
            Repr::Number(_) => Some(*ty == NUMBER),
            Repr::Bool(_) => Some(*ty == BOOL),
            Repr::String(_) => Some(*ty == STRING),
            _ => None,
        }
    }

    /// Works as [`is_surely_of`](Self::is_surely_of) for a value that is not a known primitive.
    fn is_surely_within(&self, ty: &Type) -> bool {
        // Parts may be shared, so visiting all of them could take forever. Types know which parts are shared.
        let mut steps = 4096;
        self.is_surely_within_steps(ty, &mut steps) || (steps == 0 && self.ty() == ty)
    }

    fn is_surely_within_steps(&self, ty: &Type, steps: &mut usize) -> bool {
        match (&self.0, ty.kind()) {
            (Repr::Marked(marked), _) => match marked.value.primitive_is_of(ty) {
                Some(is) => is,
                None => marked.value.is_surely_within_steps(ty, steps),
            },
            (
                Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node),
                _,
            ) if node.0.ty.get().is_some_and(|have| have.is_same_as(ty)) => true,
            (Repr::Tuple(node), TypeKind::Tuple(types)) => node.parts_are_surely_of(types, steps),
            (Repr::Object(node), TypeKind::Object(object)) => {
                let keys = &node.0.keys;
                (Arc::ptr_eq(keys, object.names()) || keys == object.names())
                    && node.parts_are_surely_of(object.types(), steps)
            }
            (Repr::Tuple(_) | Repr::Object(_), _) => false,
            _ => self.ty() == ty,
        }
    }

    /// Returns the kind of the value, with its content.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> ValueKind<'_> {
        match &self.0 {
            Repr::Number(number) => ValueKind::Number(number),
            Repr::Bool(truth) => ValueKind::Bool(*truth),
            Repr::String(text) => ValueKind::String(text),
            Repr::Null(_) => ValueKind::Null,
            Repr::Unknown(_) | Repr::Refined(_) => ValueKind::Unknown,
            Repr::List(node) => ValueKind::List(&node.0.items),
            Repr::Set(node) => ValueKind::Set(node.in_order()),
            Repr::Map(node) => ValueKind::Map(Fields(&node.0)),
            Repr::Tuple(node) => ValueKind::Tuple(&node.0.items),
            Repr::Object(node) => ValueKind::Object(Fields(&node.0)),
            Repr::Capsule(capsule) => ValueKind::Capsule(&capsule.1),
            Repr::Marked(marked) => ValueKind::Marked(&marked.value, &marked.marks),
        }
    }

    /// Returns the value below its own marks, for inspection only: it must not become part of a result.
    pub(crate) fn bare(&self) -> &Self {
        match &self.0 {
            Repr::Marked(marked) => &marked.value,
            _ => self,
        }
    }

    pub(crate) fn node(&self) -> Option<&Node> {
        match &self.0 {
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node) => {
                Some(node)
            }
            _ => None,
        }
    }

    /// Returns whether the value is null, possibly marked.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.bare().0, Repr::Null(_))
    }

    /// Returns whether the value itself is known, possibly marked. Its parts may be unknown.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self.bare().0, Repr::Unknown(_) | Repr::Refined(_))
    }

    /// Returns whether the value and all its parts are known.
    #[must_use]
    pub fn is_wholly_known(&self) -> bool {
        match &self.bare().0 {
            Repr::Unknown(_) | Repr::Refined(_) => false,
            _ => self.bare().node().is_none_or(|node| node.0.wholly_known),
        }
    }

    /// Returns whether this is the unknown value of the dynamic pseudo-type, possibly marked.
    #[must_use]
    pub fn is_dynamic(&self) -> bool {
        matches!(&self.bare().0, Repr::Unknown(ty) if ty.is_dynamic())
    }

    /// Returns the levels of nesting: 0 for a value without parts.
    pub(crate) fn depth(&self) -> u32 {
        self.bare().node().map_or(0, |node| node.0.depth)
    }

    /// Returns the number of parts at all levels, or more, in constant time: 0 for a value without parts, and at most
    /// `u32::MAX`. A part that occurs several times is counted each time, although it is stored once.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Value;
    ///
    /// let pair = Value::tuple([Value::from(1), Value::from(2)]);
    /// assert_eq!(pair.part_count(), 2);
    /// assert_eq!(Value::tuple([pair.clone(), pair]).part_count(), 6);
    /// assert_eq!(Value::from("text").part_count(), 0);
    /// ```
    #[must_use]
    pub fn part_count(&self) -> u32 {
        self.bare().node().map_or(0, |node| node.0.size)
    }

    /// Returns the steps that an operation counts for reading the value: one for each part and for each 64 bytes of a
    /// string, and the [steps of numbers](Number::reading_steps), but at most 1,000,000, since a part that occurs often
    /// is read once.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Value;
    ///
    /// assert_eq!(Value::from(7).reading_steps(), 0);
    /// assert_eq!(Value::tuple(vec![Value::from(7); 20]).reading_steps(), 20);
    /// assert_eq!(Value::from("x".repeat(6_400)).reading_steps(), 100);
    /// ```
    #[must_use]
    #[inline]
    pub fn reading_steps(&self) -> usize {
        match &self.0 {
            Repr::Number(number) => number.reading_steps(),
            Repr::Bool(_) => 0,
            Repr::String(text) => text.len() / 64,
            _ => self.part_count().min(1_000_000) as usize,
        }
    }

    /// Returns whether the value is a string, number or bool, known and unmarked.
    #[inline]
    pub(crate) const fn is_scalar(&self) -> bool {
        matches!(self.0, Repr::Number(_) | Repr::Bool(_) | Repr::String(_))
    }

    /// Counts the cost of creating the value, without the parts of its elements.
    #[inline]
    pub(crate) fn count_made(&self, meter: &mut Meter<'_>) -> Result<(), Exceeded> {
        match &self.0 {
            Repr::Number(_) | Repr::Bool(_) => Ok(()),
            Repr::String(text) => meter.bytes(text.len()),
            _ => meter.elements(self.bare().element_count().unwrap_or(0)),
        }
    }

    /// Returns the boolean if the value is known and unmarked.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match &self.0 {
            Repr::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// Returns the number if the value is known and unmarked.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match &self.0 {
            Repr::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the number if the value is known and unmarked, and the number is a whole one that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.try_into().ok()
    }

    /// Returns the number if the value is known and unmarked, and the number is a whole one that fits and is not negative.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.try_into().ok()
    }

    /// Returns the nearest number of 64 bits if the value is known and unmarked.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Value;
    ///
    /// let port = Value::from(80);
    /// assert_eq!((port.as_i64(), port.as_f64(), port.as_str()), (Some(80), Some(80.0), None));
    /// assert_eq!((port.as_u64(), Value::from(-1).as_u64()), (Some(80), None));
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number().map(|number| number.to_f64().0)
    }

    /// Returns the string if the value is known and unmarked.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the elements of a known, unmarked list, set or tuple, in iteration order.
    #[doc(alias = "as_array")]
    #[doc(alias = "iter")]
    #[must_use]
    pub fn elements(&self) -> Option<&[Self]> {
        match &self.0 {
            Repr::List(node) | Repr::Tuple(node) => Some(&node.0.items),
            Repr::Set(node) => Some(node.in_order()),
            _ => None,
        }
    }

    /// Returns the elements of a known, unmarked map, or the attributes of a known, unmarked object.
    #[doc(alias = "as_object")]
    #[doc(alias = "entries")]
    #[must_use]
    pub fn fields(&self) -> Option<Fields<'_>> {
        match &self.0 {
            Repr::Map(node) | Repr::Object(node) => Some(Fields(&node.0)),
            _ => None,
        }
    }

    /// Returns the capsule if the value is known and unmarked.
    #[must_use]
    pub fn as_capsule(&self) -> Option<&Capsule> {
        match &self.0 {
            Repr::Capsule(capsule) => Some(&capsule.1),
            _ => None,
        }
    }

    /// Returns the number of elements or attributes of a known, unmarked compound value.
    #[doc(alias = "len")]
    #[must_use]
    pub fn element_count(&self) -> Option<usize> {
        self.node().map(|node| node.0.items.len())
    }

    /// Iterates over the keys and values that a `for` expression visits, in order. The key is an index from 0 for
    /// lists and tuples, the element itself for sets, and the key for maps and objects. `None` unless the value is
    /// known, unmarked and compound.
    pub fn iter_elements(&self) -> Option<impl ExactSizeIterator<Item = (Self, Self)> + '_> {
        let node = self.node()?;
        let is_set = matches!(self.0, Repr::Set(_));
        Some(node.in_order().iter().enumerate().map(move |(index, item)| {
            let key = match node.0.keys.get(index) {
                Some(key) => Self(Repr::String(key.clone())),
                None if is_set => item.clone(),
                None => Self::from(index),
            };
            (key, item.clone())
        }))
    }

    /// Returns the refinement of an unknown value, possibly marked. `None` if nothing is known about it.
    #[must_use]
    pub fn refinement(&self) -> Option<&Refinement> {
        match &self.bare().0 {
            Repr::Refined(refined) => Some(&refined.refinement),
            _ => None,
        }
    }

    /// Returns whether no part of the value has an unknown type.
    #[must_use]
    pub(crate) fn has_wholly_known_type(&self) -> bool {
        if !self.ty().has_dynamic() {
            return true;
        }
        !self.has_stored_leaf(|part| !part.is_null() && part.ty().has_dynamic())
    }
}

/// Returns the value, with the type `ty` if it is null or unknown and of the dynamic pseudo-type.
pub(crate) fn retype_placeholder(value: Value, ty: &Type) -> Value {
    match value.0 {
        Repr::Unknown(old) if old.is_dynamic() => Value(Repr::Unknown(ty.clone())),
        Repr::Null(old) if old.is_dynamic() => Value(Repr::Null(ty.clone())),
        Repr::Marked(marked) => retype_placeholder(marked.value.clone(), ty).with_marks(&marked.marks),
        repr => Value(repr),
    }
}
