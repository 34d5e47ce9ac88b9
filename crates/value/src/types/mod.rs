//! Types of the information model.
//!
//! A [`Type`] is cheap to clone and compare: compound types share their parts and store a structural hash, and shared
//! parts are equal by address. Nothing here recurses, so types may be nested as deeply as memory allows.

mod capsule;
mod display;
mod equality;
mod hash;
mod rebuild;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use capsule::{Capsule, CapsuleType};
pub(crate) use capsule::{Content, EqualFn};
pub(crate) use display::is_plain_name;
pub(crate) use hash::StableHasher;

use crate::Str;
use crate::shared::address;
use crate::string::position_in;

/// A type, or a type constraint if it contains the dynamic pseudo-type or optional attributes.
///
/// Types are equal if they are identical as the specification defines it: they are of the same kind, and their
/// elements or attributes have identical types.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, TypeKind};
///
/// let ty = Type::list(Type::object([("name", Type::STRING), ("port", Type::NUMBER)]));
/// assert_eq!(ty.to_string(), "list(object({name=string,port=number}))");
/// assert!(matches!(ty.kind(), TypeKind::List(_)));
/// ```
#[derive(Clone)]
pub struct Type(Repr);

#[derive(Clone)]
enum Repr {
    Dynamic,
    Bool,
    Number,
    String,
    List(Node),
    Set(Node),
    Map(Node),
    Tuple(Node),
    Object(Node),
    Capsule(CapsuleType),
}

/// The kind of a type, with its parts.
#[derive(Clone, Copy, Debug)]
pub enum TypeKind<'a> {
    /// The dynamic pseudo-type.
    Dynamic,
    /// Booleans.
    Bool,
    /// Numbers.
    Number,
    /// Strings.
    String,
    /// Lists of one element type.
    List(&'a Type),
    /// Sets of one element type.
    Set(&'a Type),
    /// Maps from strings to one element type.
    Map(&'a Type),
    /// Tuples with a type for each element.
    Tuple(&'a [Type]),
    /// Objects with a type for each attribute.
    Object(ObjectType<'a>),
    /// A type defined by the application.
    Capsule(&'a CapsuleType),
}

impl TypeKind<'_> {
    /// Returns whether values of such a type have elements or attributes.
    #[must_use]
    pub fn is_compound(&self) -> bool {
        matches!(
            self,
            Self::List(_) | Self::Set(_) | Self::Map(_) | Self::Tuple(_) | Self::Object(_)
        )
    }
}

/// The shared part of a compound type.
#[derive(Clone)]
struct Node(Arc<Parts>);

struct Parts {
    /// Attribute names in order; empty for all kinds but objects.
    names: Arc<[Str]>,
    /// Whether each attribute is optional; empty if all are required.
    optional: Box<[bool]>,
    /// The element types, or the attribute types in the order of `names`.
    types: Vec<Type>,
    hash: u64,
    has_dynamic: bool,
    has_optional: bool,
    /// Levels of nesting, at most `u32::MAX`.
    depth: u32,
}

impl Node {
    fn new(tag: u64, names: Arc<[Str]>, optional: Box<[bool]>, types: Vec<Type>) -> Self {
        let mut hasher = StableHasher::new(tag);
        names.hash(&mut hasher);
        optional.hash(&mut hasher);
        for ty in &types {
            hasher.write_u64(ty.structural_hash());
        }
        let has_dynamic = types.iter().any(Type::has_dynamic);
        let has_optional = optional.iter().any(|is| *is) || types.iter().any(Type::has_optional_attributes);
        let depth = types.iter().map(Type::depth).max().unwrap_or(0).saturating_add(1);
        Self(Arc::new(Parts {
            names,
            optional,
            types,
            hash: hasher.finish(),
            has_dynamic,
            has_optional,
            depth,
        }))
    }
}

impl Drop for Parts {
    /// Frees nested types in a loop, so that depth cannot overflow the stack.
    fn drop(&mut self) {
        if self.depth < 64 {
            return;
        }
        let mut pending = std::mem::take(&mut self.types);
        while let Some(ty) = pending.pop() {
            if let Repr::List(mut node)
            | Repr::Set(mut node)
            | Repr::Map(mut node)
            | Repr::Tuple(mut node)
            | Repr::Object(mut node) = ty.0
                && let Some(parts) = Arc::get_mut(&mut node.0)
            {
                pending.append(&mut parts.types);
            }
        }
    }
}

/// The attributes of an object type, in the order of their names.
#[derive(Clone, Copy)]
pub struct ObjectType<'a>(&'a Parts);

impl<'a> ObjectType<'a> {
    /// Returns the number of attributes.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.types.len()
    }

    /// Returns whether there are no attributes.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.types.is_empty()
    }

    /// Returns the type of an attribute.
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a Type> {
        self.index_of(name).map(|index| &self.0.types[index])
    }

    /// Returns the position of an attribute in the order of names, from 0.
    #[must_use]
    pub fn index_of(self, name: &str) -> Option<usize> {
        position_in(&self.0.names, name)
    }

    /// Returns whether an attribute may be missing in a value that is converted to this type.
    #[must_use]
    pub fn is_optional(self, name: &str) -> bool {
        self.index_of(name)
            .is_some_and(|index| self.is_optional_at(index))
    }

    /// Returns whether the attribute at a position, from 0, is optional.
    #[must_use]
    pub fn is_optional_at(self, index: usize) -> bool {
        self.0.optional.get(index).copied().unwrap_or(false)
    }

    /// Returns the shared attribute names in order.
    #[must_use]
    pub fn names(self) -> &'a Arc<[Str]> {
        &self.0.names
    }

    /// Returns the attribute types in the order of their names.
    #[must_use]
    pub fn types(self) -> &'a [Type] {
        &self.0.types
    }

    /// Iterates over the attributes with their types, in the order of their names.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (&'a Str, &'a Type)> + DoubleEndedIterator {
        self.0.names.iter().zip(&self.0.types)
    }
}

impl std::fmt::Debug for ObjectType<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Type {
    /// The dynamic pseudo-type: an unknown type, or as a constraint any type.
    pub const DYNAMIC: Self = Self(Repr::Dynamic);
    /// The type of booleans.
    pub const BOOL: Self = Self(Repr::Bool);
    /// The type of numbers.
    pub const NUMBER: Self = Self(Repr::Number);
    /// The type of strings.
    pub const STRING: Self = Self(Repr::String);

    /// Returns the type of lists of `element`.
    #[must_use]
    pub fn list(element: Self) -> Self {
        Self(Repr::List(Node::new(
            4,
            Arc::default(),
            Box::default(),
            vec![element],
        )))
    }

    /// Returns the type of sets of `element`.
    #[must_use]
    pub fn set(element: Self) -> Self {
        Self(Repr::Set(Node::new(
            5,
            Arc::default(),
            Box::default(),
            vec![element],
        )))
    }

    /// Returns the type of maps from strings to `element`.
    #[must_use]
    pub fn map(element: Self) -> Self {
        Self(Repr::Map(Node::new(
            6,
            Arc::default(),
            Box::default(),
            vec![element],
        )))
    }

    /// Returns the type of tuples with these element types.
    #[must_use]
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self(Repr::Tuple(Node::new(
            7,
            Arc::default(),
            Box::default(),
            elements.into_iter().collect(),
        )))
    }

    /// Returns the type of objects with these attributes. Of attributes with the same name, the last is kept.
    #[must_use]
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::object_with_optional(attributes.into_iter().map(|(name, ty)| (name, ty, false)))
    }

    /// Returns a constraint for objects, from the name and type of each attribute and whether it is optional.
    ///
    /// Conversion to such a type sets missing optional attributes to null.
    #[must_use]
    pub fn object_with_optional<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self, bool)>) -> Self {
        let mut all: Vec<(Str, Self, bool)> = attributes
            .into_iter()
            .map(|(name, ty, optional)| (name.into(), ty, optional))
            .collect();
        all.reverse();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all.dedup_by(|later, first| later.0 == first.0);
        let optional: Box<[bool]> = if all.iter().any(|(_, _, optional)| *optional) {
            all.iter().map(|(_, _, optional)| *optional).collect()
        } else {
            Box::default()
        };
        let names = all.iter().map(|(name, _, _)| name.clone()).collect();
        Self(Repr::Object(Node::new(
            8,
            names,
            optional,
            all.into_iter().map(|(_, ty, _)| ty).collect(),
        )))
    }

    /// Returns the type of objects with these names, sorted and distinct, and types in the same order.
    pub(crate) fn object_of_sorted(names: Arc<[Str]>, types: Vec<Self>) -> Self {
        debug_assert_eq!(names.len(), types.len());
        debug_assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
        Self(Repr::Object(Node::new(8, names, Box::default(), types)))
    }

    /// Returns the type of capsules of `ty`.
    #[must_use]
    pub fn capsule(ty: CapsuleType) -> Self {
        Self(Repr::Capsule(ty))
    }

    /// Returns the kind of the type, with its parts.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> TypeKind<'_> {
        match &self.0 {
            Repr::Dynamic => TypeKind::Dynamic,
            Repr::Bool => TypeKind::Bool,
            Repr::Number => TypeKind::Number,
            Repr::String => TypeKind::String,
            Repr::List(node) => TypeKind::List(&node.0.types[0]),
            Repr::Set(node) => TypeKind::Set(&node.0.types[0]),
            Repr::Map(node) => TypeKind::Map(&node.0.types[0]),
            Repr::Tuple(node) => TypeKind::Tuple(&node.0.types),
            Repr::Object(node) => TypeKind::Object(ObjectType(&node.0)),
            Repr::Capsule(ty) => TypeKind::Capsule(ty),
        }
    }

    fn node(&self) -> Option<&Node> {
        match &self.0 {
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node) => {
                Some(node)
            }
            Repr::Dynamic | Repr::Bool | Repr::Number | Repr::String | Repr::Capsule(_) => None,
        }
    }

    /// Returns the identity of a compound type in memory.
    pub(crate) fn address(&self) -> Option<usize> {
        self.node().map(|node| address(&node.0))
    }

    /// Returns the number of types directly inside this one.
    pub(crate) fn width(&self) -> usize {
        self.node().map_or(0, |node| node.0.types.len())
    }

    /// Returns whether the type is the dynamic pseudo-type itself.
    #[must_use]
    pub fn is_dynamic(&self) -> bool {
        matches!(self.0, Repr::Dynamic)
    }

    /// Returns whether the type is string, number or bool.
    #[must_use]
    pub fn is_primitive(&self) -> bool {
        matches!(self.0, Repr::Bool | Repr::Number | Repr::String)
    }

    /// Returns whether the type is a list, set or map type.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        matches!(self.0, Repr::List(_) | Repr::Set(_) | Repr::Map(_))
    }

    /// Returns whether the type is a list type.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self.0, Repr::List(_))
    }

    /// Returns whether the type is a set type.
    #[must_use]
    pub fn is_set(&self) -> bool {
        matches!(self.0, Repr::Set(_))
    }

    /// Returns whether the type is a map type.
    #[must_use]
    pub fn is_map(&self) -> bool {
        matches!(self.0, Repr::Map(_))
    }

    /// Returns whether the type is a tuple type.
    #[must_use]
    pub fn is_tuple(&self) -> bool {
        matches!(self.0, Repr::Tuple(_))
    }

    /// Returns whether the type is an object type.
    #[must_use]
    pub fn is_object(&self) -> bool {
        matches!(self.0, Repr::Object(_))
    }

    /// Returns the element type of a list, set or map type.
    #[must_use]
    pub fn element_type(&self) -> Option<&Self> {
        match &self.0 {
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) => node.0.types.first(),
            _ => None,
        }
    }

    /// Returns the element types of a tuple type.
    #[must_use]
    pub fn tuple_types(&self) -> Option<&[Self]> {
        match &self.0 {
            Repr::Tuple(node) => Some(&node.0.types),
            _ => None,
        }
    }

    /// Returns the attributes of an object type.
    #[must_use]
    pub fn object_type(&self) -> Option<ObjectType<'_>> {
        match &self.0 {
            Repr::Object(node) => Some(ObjectType(&node.0)),
            _ => None,
        }
    }

    /// Returns whether the type is or contains the dynamic pseudo-type.
    #[must_use]
    pub fn has_dynamic(&self) -> bool {
        self.is_dynamic() || self.node().is_some_and(|node| node.0.has_dynamic)
    }

    /// Returns whether the type contains an object type with an optional attribute.
    #[must_use]
    pub fn has_optional_attributes(&self) -> bool {
        self.node().is_some_and(|node| node.0.has_optional)
    }

    /// Returns the levels of nesting: 0 for a type without parts.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.node().map_or(0, |node| node.0.depth)
    }

    /// Returns a hash that is equal for equal types, and in every run.
    pub(crate) fn structural_hash(&self) -> u64 {
        match &self.0 {
            Repr::Dynamic => 0,
            Repr::Bool => 1,
            Repr::Number => 2,
            Repr::String => 3,
            Repr::Capsule(ty) => ty.name_hash(),
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node) => {
                node.0.hash
            }
        }
    }
}
