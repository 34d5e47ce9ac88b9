//! Default values of optional attributes.

use std::collections::{BTreeMap, HashMap};

use hcl2_value::{Safety, Str, Type, Value, ValueKind, unify};

/// The default values of optional attributes in a type constraint, at any level.
///
/// [`type_constraint`](super::type_constraint) reads them from a type expression.
///
/// # Examples
///
/// Defaults of a list of services, each with the nested object `check`:
///
/// ```
/// use hcl2_ext::types::Defaults;
/// use hcl2_value::Value;
///
/// let check = Defaults::of_attributes([("path", Value::from("/health"))]);
/// let service = Defaults::of_attributes([("port", Value::from(80))]).inside("check", check);
/// let defaults = Defaults::of_elements(service);
///
/// let none: [(&str, Value); 0] = [];
/// let services = defaults.apply(&Value::tuple([Value::object([("check", Value::object(none))])]));
/// let check = Value::object([("path", Value::from("/health"))]);
/// let service = Value::object([("check", check), ("port", Value::from(80))]);
/// assert_eq!(services, Value::tuple([service]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Defaults(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// The defaults of every element of a list, set or map.
    Elements(Box<Defaults>),
    /// The defaults of tuple elements, by position from 0.
    Positions(BTreeMap<usize, Defaults>),
    /// The default values of attributes of an object, and the defaults inside attributes.
    Attributes {
        values: BTreeMap<Str, Value>,
        children: BTreeMap<Str, Defaults>,
    },
}

/// The addresses of defaults and of the parts of a value, and the kind of the value.
type Part = (usize, u8, usize);

/// The results for stored parts, each of which a value may have in many places.
#[derive(Default)]
struct Applied(HashMap<Part, Value>);

impl Defaults {
    /// Creates the default values of attributes of an object.
    ///
    /// [`inside`](Self::inside) adds those within attributes.
    pub fn of_attributes<N: Into<Str>>(values: impl IntoIterator<Item = (N, Value)>) -> Self {
        let values = values.into_iter().map(|(name, value)| (name.into(), value));
        Self(Node::Attributes {
            values: values.collect(),
            children: BTreeMap::new(),
        })
    }

    /// Creates the defaults of every element of a list, set or map.
    #[must_use]
    pub fn of_elements(element: Self) -> Self {
        Self(Node::Elements(Box::new(element)))
    }

    /// Creates the defaults of tuple elements, by position from 0.
    pub fn of_positions(children: impl IntoIterator<Item = (usize, Self)>) -> Self {
        Self(Node::Positions(children.into_iter().collect()))
    }

    /// Sets the defaults inside an attribute of the object, or of every object in the collection or tuple.
    #[must_use]
    pub fn inside(mut self, name: impl Into<Str>, defaults: Self) -> Self {
        self.insert(&name.into(), &defaults);
        self
    }

    fn insert(&mut self, name: &Str, defaults: &Self) {
        match &mut self.0 {
            Node::Elements(element) => element.insert(name, defaults),
            Node::Positions(children) => children
                .values_mut()
                .for_each(|child| child.insert(name, defaults)),
            Node::Attributes { children, .. } => {
                children.insert(name.clone(), defaults.clone());
            }
        }
    }

    /// Returns the default value of an attribute of the object.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_ext::types::Defaults;
    /// use hcl2_value::Value;
    ///
    /// let defaults = Defaults::of_elements(Defaults::of_attributes([("port", Value::from(80))]));
    /// let element = defaults.within_elements().unwrap();
    /// assert_eq!(element.of_attribute("port"), Some(&Value::from(80)));
    /// assert_eq!(element.of_attribute("name"), None);
    /// ```
    #[must_use]
    pub fn of_attribute(&self, name: &str) -> Option<&Value> {
        match &self.0 {
            Node::Attributes { values, .. } => values.get(name),
            _ => None,
        }
    }

    /// Returns the defaults within an attribute of the object.
    #[must_use]
    pub fn within_attribute(&self, name: &str) -> Option<&Self> {
        match &self.0 {
            Node::Attributes { children, .. } => children.get(name),
            _ => None,
        }
    }

    /// Returns the defaults within every element of the list, set or map.
    #[must_use]
    pub fn within_elements(&self) -> Option<&Self> {
        match &self.0 {
            Node::Elements(element) => Some(element),
            _ => None,
        }
    }

    /// Returns the defaults within the element of the tuple at a position, from 0.
    #[must_use]
    pub fn within_position(&self, position: usize) -> Option<&Self> {
        match &self.0 {
            Node::Positions(children) => children.get(&position),
            _ => None,
        }
    }

    /// Replaces absent and null attributes with their default values.
    ///
    /// Null and unknown values stay as they are, and so do parts that do not have the shape of the type. Convert the
    /// result to the type afterwards; the conversion reports what does not fit.
    #[must_use]
    pub fn apply(&self, value: &Value) -> Value {
        self.apply_within(value, &mut Applied::default())
    }

    fn apply_within(&self, value: &Value, known: &mut Applied) -> Value {
        let (bare, marks) = value.unmark();
        // An empty map shares nothing, but may become an object that lacks attributes.
        let is_empty_map = matches!(bare.kind(), ValueKind::Map(fields) if fields.is_empty());
        if is_empty_map && self.has_values() {
            return self.apply_to_parts(&bare, known).with_marks(&marks);
        }
        let Some(part) = self.part(&bare) else {
            return value.clone();
        };
        if let Some(applied) = known.0.get(&part) {
            return applied.clone().with_marks(&marks);
        }
        let applied = self.apply_to_parts(&bare, known);
        known.0.insert(part, applied.clone());
        applied.with_marks(&marks)
    }

    /// Returns whether an object that lacks attributes gets some of them.
    fn has_values(&self) -> bool {
        matches!(&self.0, Node::Attributes { values, .. } if !values.is_empty())
    }

    /// Returns what identifies a value with these defaults, or `None` for a value without parts, which stays as it is.
    fn part(&self, value: &Value) -> Option<Part> {
        let (kind, parts) = match value.kind() {
            ValueKind::Tuple(items) => (0, items),
            ValueKind::Object(fields) => (1, fields.values()),
            ValueKind::List(items) if !items.is_empty() => (2, items),
            ValueKind::Set(items) if !items.is_empty() => (3, items),
            ValueKind::Map(fields) if !fields.is_empty() => (4, fields.values()),
            _ => return None,
        };
        Some((std::ptr::from_ref(self) as usize, kind, parts.as_ptr() as usize))
    }

    fn apply_to_parts(&self, value: &Value, known: &mut Applied) -> Value {
        match value.kind() {
            ValueKind::Tuple(items) => Value::tuple(self.apply_to_items(items, known)),
            ValueKind::List(items) => {
                collect(self.apply_to_items(items, known), Value::list).unwrap_or_else(Value::tuple)
            }
            ValueKind::Set(items) => {
                collect(self.apply_to_items(items, known), Value::set).unwrap_or_else(Value::tuple)
            }
            ValueKind::Object(fields) => Value::object(self.apply_to_fields(fields, known)),
            ValueKind::Map(fields) => {
                let fields = self.apply_to_fields(fields, known);
                let (keys, values): (Vec<Str>, Vec<Value>) = fields.into_iter().unzip();
                let make = |element, items: Vec<Value>| Value::map(element, keys.iter().cloned().zip(items));
                collect(values, make).unwrap_or_else(|values| Value::object(keys.iter().cloned().zip(values)))
            }
            _ => value.clone(),
        }
    }

    fn apply_to_items(&self, items: &[Value], known: &mut Applied) -> Vec<Value> {
        let inner = |index: usize| match &self.0 {
            Node::Elements(element) => Some(&**element),
            Node::Positions(children) => children.get(&index),
            Node::Attributes { .. } => None,
        };
        items
            .iter()
            .enumerate()
            .map(|(index, item)| match inner(index) {
                Some(defaults) => defaults.apply_within(item, known),
                None => item.clone(),
            })
            .collect()
    }

    fn apply_to_fields(&self, fields: hcl2_value::Fields<'_>, known: &mut Applied) -> BTreeMap<Str, Value> {
        let inner = |key: &Str| match &self.0 {
            Node::Elements(element) => Some(&**element),
            Node::Attributes { children, .. } => children.get(key),
            Node::Positions(_) => None,
        };
        let mut applied: BTreeMap<Str, Value> = fields
            .iter()
            .map(|(key, field)| {
                let value = match inner(key) {
                    Some(defaults) => defaults.apply_within(field, known),
                    None => field.clone(),
                };
                (key.clone(), value)
            })
            .collect();
        let Node::Attributes { values, children } = &self.0 else {
            return applied;
        };
        for (key, default) in values {
            let given = applied.remove(key).filter(|given| !given.is_null());
            let value = match (given, children.get(key)) {
                (None, Some(inside)) => inside.apply_within(default, known),
                (None, None) => default.clone(),
                (Some(given), _) if default.is_null() => given,
                (Some(given), _) => given.refine_not_null(),
            };
            applied.insert(key.clone(), value);
        }
        applied
    }
}

/// Makes a collection of values that convert to a common type; returns the values if they have none.
fn collect<E>(
    values: Vec<Value>,
    make: impl Fn(Type, Vec<Value>) -> Result<Value, E>,
) -> Result<Value, Vec<Value>> {
    let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
    let made = unify(&types, Safety::Unsafe).and_then(|element| {
        let converted: Result<Vec<Value>, _> = values.iter().map(|value| value.convert(&element)).collect();
        make(element, converted.ok()?).ok()
    });
    made.ok_or(values)
}
