//! Construction of values.

use std::sync::Arc;

use super::node::Traits;
use super::prefetch::BLOCK;
use super::{Node, Refined, Repr, Value, ValueBuilder, retype_placeholder, set};
use crate::string::position_in;
use crate::{Marks, Refinement, Str, Type, TypeKind};

/// The error for elements of a list, set or map that do not all have one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InconsistentTypes {
    /// The position, from 0, of the first element of another type.
    pub index: usize,
    /// The expected type of all elements.
    pub expected: Type,
    /// The type of this element.
    pub found: Type,
}

impl std::fmt::Display for InconsistentTypes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "element {} is {}, but all elements must be {}",
            self.index,
            self.found.friendly_name(),
            self.expected.friendly_name()
        )
    }
}

impl std::error::Error for InconsistentTypes {}

/// Construction of values.
impl Value {
    /// The unknown value of the dynamic pseudo-type, about which nothing is known.
    pub const DYNAMIC: Self = Self(Repr::Unknown(Type::DYNAMIC));

    /// The null value of the dynamic pseudo-type, which `null` in an expression is.
    pub const NULL: Self = Self(Repr::Null(Type::DYNAMIC));

    /// The boolean `true`.
    pub const TRUE: Self = Self(Repr::Bool(true));

    /// The boolean `false`.
    pub const FALSE: Self = Self(Repr::Bool(false));

    /// Returns the null value of a type.
    #[must_use]
    pub fn null(ty: Type) -> Self {
        Self(Repr::Null(ty))
    }

    /// Returns the unknown value of a type, without a refinement.
    #[must_use]
    pub fn unknown(ty: Type) -> Self {
        Self(Repr::Unknown(ty))
    }

    /// Returns the unknown value of a type, refined as not null.
    #[must_use]
    pub fn unknown_not_null(ty: Type) -> Self {
        Self::unknown_refined(ty, Refinement::NOT_NULL)
    }

    pub(crate) fn unknown_refined(ty: Type, refinement: Refinement) -> Self {
        if ty.is_dynamic() || refinement.is_empty() {
            return Self(Repr::Unknown(ty));
        }
        Self(Repr::Refined(Arc::new(Refined { ty, refinement })))
    }

    /// Returns a tuple.
    #[must_use]
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        let items = elements.into_iter().collect();
        Self(Repr::Tuple(Node::new(None, Arc::default(), items)))
    }

    /// Returns an object. Of attributes with the same name, the last is kept.
    #[must_use]
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        let (keys, items) = sorted_fields(attributes);
        Self::object_of_sorted(keys, items)
    }

    /// Returns an object with these names, and values in the same order.
    ///
    /// # Errors
    ///
    /// Returns the values if their number is not the number of names.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{ObjectKeys, Value};
    ///
    /// let keys = ObjectKeys::new(["b", "a"]).unwrap();
    /// let object = Value::object_from_keys(&keys, vec![Value::from(1), Value::from(2)]);
    /// assert_eq!(object, Ok(Value::object([("a", Value::from(1)), ("b", Value::from(2))])));
    /// ```
    pub fn object_from_keys(keys: &ObjectKeys, values: Vec<Self>) -> Result<Self, Vec<Self>> {
        if keys.0.len() == values.len() {
            Ok(Self::object_of_sorted(Arc::clone(&keys.0), values))
        } else {
            Err(values)
        }
    }

    /// Returns an object with these names, sorted and distinct, and values in the same order.
    pub(crate) fn object_of_sorted(keys: Arc<[Str]>, items: Vec<Self>) -> Self {
        debug_assert_eq!(keys.len(), items.len());
        Self(Repr::Object(Node::new(None, keys, items)))
    }

    /// Returns an object of the type `ty`, whose attributes have the types of the values.
    pub(crate) fn object_of_type(ty: Type, keys: Arc<[Str]>, items: Vec<Self>) -> Self {
        debug_assert_eq!(keys.len(), items.len());
        Self(Repr::Object(Node::new(Some(ty), keys, items)))
    }

    /// Returns a list, set or tuple of the type `ty` from its elements, or an object from the values of its
    /// attributes in the order of their names. [`ValueBuilder`] does the same for parts that are made one by one.
    ///
    /// # Errors
    ///
    /// Returns the items if `ty` is of another kind or has dynamic parts or optional attributes, or if the types or
    /// the number of items do not match it.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// let ty = Type::object([("name", Type::STRING), ("port", Type::NUMBER)]);
    /// let server = Value::from_items(&ty, vec![Value::from("web"), Value::from(80)]);
    /// assert_eq!(server, Ok(Value::object([("port", Value::from(80)), ("name", Value::from("web"))])));
    /// assert_eq!(Value::from_items(&Type::list(Type::STRING), vec![Value::from(1)]), Err(vec![Value::from(1)]));
    /// ```
    pub fn from_items(ty: &Type, items: Vec<Self>) -> Result<Self, Vec<Self>> {
        ValueBuilder::of(ty, items).build()
    }

    /// Returns a map of the type `ty`. Of elements with the same key, the last is kept.
    ///
    /// # Errors
    ///
    /// Returns the elements if `ty` is not a map type or has dynamic parts or optional attributes, or if an element
    /// has another type.
    pub fn map_from_entries(ty: &Type, elements: Vec<(Str, Self)>) -> Result<Self, Vec<(Str, Self)>> {
        let settled = !ty.has_dynamic() && !ty.has_optional_attributes();
        match ty.kind() {
            TypeKind::Map(element)
                if settled && elements.iter().all(|(_, item)| item.is_surely_of(element)) =>
            {
                let (keys, items) = sorted_fields(elements);
                Ok(Self::map_of(ty.clone(), keys, items))
            }
            _ => Err(elements),
        }
    }

    /// Returns a list of elements of the type `element`. If that is the dynamic pseudo-type, the elements determine
    /// the type.
    ///
    /// Nulls and unknown values of the dynamic pseudo-type take the element type.
    ///
    /// # Errors
    ///
    /// [`InconsistentTypes`] if an element has another type.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// let list = Value::list(Type::NUMBER, [Value::from(1), Value::from(2)])?;
    /// assert_eq!(list.ty(), &Type::list(Type::NUMBER));
    /// assert_eq!(Value::list(Type::NUMBER, [Value::from("x")]).unwrap_err().to_string(), "element 0 is string, but all elements must be number");
    /// # Ok::<(), hcl2_value::InconsistentTypes>(())
    /// ```
    pub fn list(element: Type, elements: impl IntoIterator<Item = Self>) -> Result<Self, InconsistentTypes> {
        let mut items: Vec<Self> = elements.into_iter().collect();
        let element = unify_items(element, &mut items)?;
        Ok(Self::list_of(Type::list(element), items))
    }

    /// Returns a list of the list type `ty`, whose element type the items have.
    pub(crate) fn list_of(ty: Type, items: Vec<Self>) -> Self {
        Self(Repr::List(Node::new(Some(ty), Arc::default(), items)))
    }

    /// Returns a set of elements of the type `element`. If that is the dynamic pseudo-type, the elements determine
    /// the type. Marks of elements become marks of the set.
    ///
    /// # Errors
    ///
    /// [`InconsistentTypes`] if an element has another type.
    pub fn set(element: Type, elements: impl IntoIterator<Item = Self>) -> Result<Self, InconsistentTypes> {
        let mut items: Vec<Self> = elements.into_iter().collect();
        let element = element_type(element, &items);
        let ty = Type::set(element.clone());
        let mut findings = Findings::of(&ty);
        for (block, start) in items.chunks_mut(BLOCK).zip((0..).step_by(BLOCK)) {
            fit_items(&element, block, start)?;
            findings.add(block);
        }
        Ok(Self::set_with(ty, items, findings))
    }

    /// Returns a set of the set type `ty`, whose element type the items have.
    pub(crate) fn set_of(ty: Type, items: Vec<Self>) -> Self {
        let mut findings = Findings::of(&ty);
        for block in items.chunks(BLOCK) {
            findings.add(block);
        }
        Self::set_with(ty, items, findings)
    }

    /// Works as [`set_of`](Self::set_of) for items whose findings are known.
    pub(super) fn set_with(ty: Type, mut items: Vec<Self>, findings: Findings) -> Self {
        let Findings { traits, hashes, .. } = findings;
        let mut found = Vec::new();
        if traits.contains_marks {
            for item in items.iter_mut().filter(|item| item.contains_marked()) {
                let (unmarked, marks) = item.unmark_deep();
                *item = unmarked;
                found.push(marks);
            }
        }
        let marks = Marks::of_all(found.iter());
        let (items, set) = set::sort_set(items, hashes, traits.wholly_known).into_parts(traits.depth);
        let traits = Traits {
            contains_marks: false,
            ..traits
        };
        let node = Node::with_traits(Some(ty), Arc::default(), items, set, traits);
        Self(Repr::Set(node)).with_marks(&marks)
    }

    /// Returns a map of elements of the type `element`. If that is the dynamic pseudo-type, the elements determine
    /// the type. Of elements with the same key, the last is kept.
    ///
    /// # Errors
    ///
    /// [`InconsistentTypes`] if an element has another type. Its index is the position in the order of the keys.
    pub fn map<N: Into<Str>>(
        element: Type,
        elements: impl IntoIterator<Item = (N, Self)>,
    ) -> Result<Self, InconsistentTypes> {
        let (keys, mut items) = sorted_fields(elements);
        let element = unify_items(element, &mut items)?;
        Ok(Self::map_of(Type::map(element), keys, items))
    }

    /// Returns a map of the map type `ty` with sorted keys and values in the same order, which have the element type.
    pub(crate) fn map_of(ty: Type, keys: Arc<[Str]>, items: Vec<Self>) -> Self {
        debug_assert_eq!(keys.len(), items.len());
        Self(Repr::Map(Node::new(Some(ty), keys, items)))
    }
}

/// The attribute names of an object in order, shared by many objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectKeys(Arc<[Str]>);

impl ObjectKeys {
    /// Sorts names. Returns `None` if a name is repeated.
    #[must_use]
    pub fn new<N: Into<Str>>(names: impl IntoIterator<Item = N>) -> Option<Self> {
        let mut names: Vec<Str> = names.into_iter().map(Into::into).collect();
        names.sort_unstable();
        names.is_sorted_by(|a, b| a < b).then(|| Self(names.into()))
    }

    /// Returns the position of a name, from 0.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        position_in(&self.0, name)
    }
}

/// Sorts fields by key. Of equal keys, the last is kept.
pub(super) fn sorted_fields<N: Into<Str>>(
    fields: impl IntoIterator<Item = (N, Value)>,
) -> (Arc<[Str]>, Vec<Value>) {
    let mut all: Vec<(Str, Value)> = fields
        .into_iter()
        .map(|(name, value)| (name.into(), value))
        .collect();
    if !all.is_sorted_by(|a, b| a.0 < b.0) {
        all.reverse();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all.dedup_by(|later, first| later.0 == first.0);
    }
    // Both halves are collected into their final allocation. That of the pairs is reused for the values.
    let keys = all.iter_mut().map(|(name, _)| std::mem::take(name)).collect();
    let items = all.into_iter().map(|(_, value)| value).collect();
    (keys, items)
}

/// Facts about the parts of a value that is being built.
#[derive(Debug)]
pub(super) struct Findings {
    pub(super) traits: Traits,
    /// The hashes of all elements so far; empty if they are not needed.
    hashes: Vec<u64>,
    hashed: bool,
}

impl Findings {
    /// Returns the findings for a value of the type `ty` without parts.
    pub(super) fn of(ty: &Type) -> Self {
        Self {
            traits: Traits::NONE,
            hashes: Vec::new(),
            hashed: matches!(ty.kind(), TypeKind::Set(element) if element.kind().is_compound()),
        }
    }

    /// Adds the findings of more parts.
    fn add(&mut self, block: &[Value]) {
        self.traits = self.traits.and(Traits::of(block));
        self.hash(block);
    }

    /// Hashes parts whose traits have been added.
    #[inline]
    pub(super) fn hash(&mut self, block: &[Value]) {
        if self.hashed {
            self.push_hashes(block);
        }
    }

    fn push_hashes(&mut self, block: &[Value]) {
        // An element that will lose its marks would have another hash.
        self.hashed = self.traits.wholly_known && !self.traits.contains_marks;
        if self.hashed {
            set::push_hashes(block, &mut self.hashes);
        } else {
            self.hashes.clear();
        }
    }
}

/// Returns the element type and sets it in placeholders.
fn unify_items(element: Type, items: &mut [Value]) -> Result<Type, InconsistentTypes> {
    let element = element_type(element, items);
    fit_items(&element, items, 0)?;
    Ok(element)
}

/// Returns the element type of a collection. If `element` is the dynamic pseudo-type, the items determine it.
fn element_type(element: Type, items: &[Value]) -> Type {
    let element = element.without_optional_attributes();
    if !element.is_dynamic() {
        return element;
    }
    items
        .iter()
        .map(Value::ty)
        .find(|ty| !ty.is_dynamic())
        .cloned()
        .unwrap_or(element)
}

/// Sets the element type in placeholders. `start` is the index of the first item.
fn fit_items(element: &Type, items: &mut [Value], start: usize) -> Result<(), InconsistentTypes> {
    for (index, item) in items.iter_mut().enumerate() {
        if item.is_surely_of(element) || item.ty() == element {
            continue;
        }
        if !item.ty().is_dynamic() {
            return Err(InconsistentTypes {
                index: start + index,
                expected: element.clone(),
                found: item.ty().clone(),
            });
        }
        *item = retype_placeholder(std::mem::replace(item, Value::DYNAMIC), element);
    }
    Ok(())
}
