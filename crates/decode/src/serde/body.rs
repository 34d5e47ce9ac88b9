//! Deserializing bodies, without a schema.

use std::collections::{HashMap, HashSet};
use std::slice;

use hcl2_diagnostics::Outcome;
use hcl2_model::{Body, EvalContext};
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::SerdeError;
use super::error::{Kind, Repair};
use super::key::Key;
use super::located::{Content, Fields, Locator, Node};
use super::stand_in::StandIn;
use super::{read, spanned};

/// Problems of serde that are reported for one body.
const MAX_PROBLEMS: usize = 100;

/// Deserializes a body into any type, without a schema. The value is `None` if a diagnostic is an error.
///
/// Each attribute of the body is a field. The blocks of a type are one field with the name of the type: the body, inside a
/// map for each label. Several blocks with the same type and labels are a sequence, and one block serves as a sequence
/// too, so that a field for any number of blocks is a `Vec`; several blocks for a field of one struct are an error. Blocks
/// with labels for a struct are an error unless a label is the name of a field. [`Spanned`](crate::Spanned) keeps the range of a value.
///
/// Reading without a schema has limits. In JSON, where only a schema distinguishes blocks from attributes, everything is an
/// attribute. All blocks of a type must have the same number of labels.
///
/// Up to 100 problems are reported, each with its range: codes are those of `hcl2::decode`, `hcl2::body` and `hcl2::expr`.
/// Serde stops at the first problem, so each further one takes another pass, in which some valid value replaces what was
/// wrong; a type that accepts no such value hides what comes after it.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Source;
/// use hcl2_native::NativeBody;
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     listen: Vec<Listen>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Listen {
///     port: u16,
/// }
///
/// let read = |text: &str| {
///     let file = hcl2_native::parse_file(&Source::new("app.hcl", text).unwrap()).value;
///     let root = file.root().body().unwrap();
///     hcl2_decode::serde::from_body::<Config>(&NativeBody::new(file, root), None)
/// };
/// let config = read("listen {\n  port = 80\n}\n").into_result().unwrap().unwrap();
/// assert_eq!(config.listen[0].port, 80);
///
/// let problems = read("listen {\n  port = 80000\n}\nlisten {}\n").diagnostics;
/// assert_eq!(problems[0].code.id(), "hcl2::decode::out-of-range");
/// assert_eq!(problems[0].subject.unwrap().range(), 18..23);
/// assert_eq!(problems[1].code.id(), "hcl2::body::missing-attribute");
/// ```
pub fn from_body<'c, T: DeserializeOwned>(
    body: &dyn Body,
    context: impl Into<Option<&'c EvalContext<'c>>>,
) -> Outcome<Option<T>> {
    read_with(Locator::new(context.into()), body)
}

/// Deserializes a body as [`from_body`] does, without evaluating expressions that refer to variables or call functions:
/// their value is their source text in `${…}`, and that of a template is its text.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcl2_diagnostics::Source;
/// use hcl2_native::NativeBody;
///
/// let source = Source::new("app.hcl", "id = var.z\nname = \"a-${var.z}\"\nsum = 1 + 1\n")?;
/// let file = hcl2_native::parse_file(&source).value;
/// let root = file.root().body().unwrap();
/// let read = hcl2_decode::serde::from_unevaluated_body::<BTreeMap<String, String>>(&NativeBody::new(file, root));
/// let read = read.into_result().unwrap().unwrap();
/// assert_eq!((&*read["id"], &*read["name"], &*read["sum"]), ("${var.z}", "a-${var.z}", "2"));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn from_unevaluated_body<T: DeserializeOwned>(body: &dyn Body) -> Outcome<Option<T>> {
    read_with(Locator::unevaluated(), body)
}

fn read_with<T: DeserializeOwned>(mut locator: Locator<'_>, body: &dyn Body) -> Outcome<Option<T>> {
    let root = locator.body(body, None);
    let mut diagnostics = locator.diagnostics;
    let mut repairs = Repairs {
        replaced: locator.failed,
        ..Repairs::default()
    };
    let mut reported = 0;
    loop {
        let error = match T::deserialize(Part {
            node: &root,
            repairs: &repairs,
        }) {
            Ok(value) => {
                let value = (!diagnostics.has_errors()).then_some(value);
                return Outcome::new(value, diagnostics);
            }
            Err(error) => error,
        };
        let is_new = repairs.add(&error);
        if let (Some(place), Some(true)) = (error.place, is_new) {
            diagnostics.push(*place.problem);
            reported += 1;
        }
        if is_new.is_none() || reported == MAX_PROBLEMS {
            return Outcome::new(None, diagnostics);
        }
    }
}

/// What a further pass changes, by the numbers of nodes.
#[derive(Default)]
struct Repairs {
    /// Values that are replaced by valid ones.
    replaced: HashSet<usize>,
    /// Entries that are left out.
    dropped: HashSet<usize>,
    /// Fields that are added.
    added: HashMap<usize, Vec<&'static str>>,
    /// Fields that unknown ones are probably misspellings of, with the nodes that these are in.
    intended: HashSet<(usize, &'static str)>,
}

impl Repairs {
    /// Adds what avoids an error. Returns whether the error is not a consequence of earlier repairs; `None` if nothing
    /// avoids it.
    fn add(&mut self, error: &SerdeError) -> Option<bool> {
        let place = error.place.as_ref()?;
        match place.repair {
            Repair::Replace { first, end } => {
                let is_consequence = (first..end).any(|part| self.touches(part));
                self.replaced.insert(first).then_some(!is_consequence)
            }
            Repair::Drop { entry, of } => {
                self.intended
                    .extend(error.intended_field().map(|field| (of, field)));
                self.dropped.insert(entry).then_some(true)
            }
            Repair::Add(node, field) => {
                let added = self.added.entry(node).or_default();
                let is_new = !added.contains(&field);
                added.push(field);
                is_new.then(|| !self.intended.contains(&(node, field)))
            }
        }
    }

    fn touches(&self, node: usize) -> bool {
        self.replaced.contains(&node) || self.dropped.contains(&node) || self.added.contains_key(&node)
    }
}

/// A node, with the repairs of earlier passes.
#[derive(Clone, Copy)]
struct Part<'a> {
    node: &'a Node,
    repairs: &'a Repairs,
}

impl<'a> Part<'a> {
    /// Deserializes the node, or some valid value in its place.
    fn read<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, SerdeError> {
        if self.repairs.replaced.contains(&self.node.number) {
            return seed.deserialize(StandIn);
        }
        seed.deserialize(self)
    }

    fn at(self, node: &'a Node) -> Self {
        Self { node, ..self }
    }

    fn entries(self, fields: &'a Fields) -> Entries<'a> {
        let added = self.repairs.added.get(&self.node.number);
        Entries {
            part: self,
            written: fields.entries.iter(),
            added: added.map(Vec::as_slice).unwrap_or_default().iter(),
            value: None,
        }
    }
}

/// Defines methods that ask a value for what they are asked for.
macro_rules! forward_as_asked {
    ($($method:ident)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
                match &self.node.content {
                    Content::Value(value) => read::Part(value)
                        .$method(visitor)
                        .map_err(|error| error.in_value(self.node)),
                    _ => self.deserialize_any(visitor),
                }
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match &self.node.content {
            Content::Value(value) => read::Part(value).deserialize_any(visitor),
            Content::List(items) | Content::Blocks(items) => visitor.visit_seq(Items {
                part: self,
                items: items.iter(),
            }),
            Content::Fields(fields) => visitor.visit_map(self.entries(fields)),
        }
        .map_err(|error| error.in_value(self.node))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match &self.node.content {
            Content::Value(value) if value.is_null() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
        .map_err(|error| error.in_value(self.node))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        visitor
            .visit_newtype_struct(self)
            .map_err(|error| error.in_value(self.node))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match &self.node.content {
            Content::Fields(fields) if fields.is_block => visitor
                .visit_seq(Items {
                    part: self,
                    items: slice::from_ref(self.node).iter(),
                })
                .map_err(|error| error.in_value(self.node)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        if name == spanned::NAME {
            return visitor
                .visit_map(spanned::SpannedAccess::new(self.node.span, self))
                .map_err(|error| error.in_value(self.node));
        }
        match &self.node.content {
            Content::Blocks(_) => Err(SerdeError::from(Kind::SeveralBlocks).in_value(self.node)),
            // Serde would read a list as the fields in their order.
            Content::List(_) => Err(read::not_a_struct(name).in_value(self.node)),
            Content::Value(value) => read::Part(value)
                .deserialize_struct(name, fields, visitor)
                .map_err(|error| error.in_value(self.node)),
            // Serde would ignore the labels, and the blocks with them.
            Content::Fields(labelled) if labelled.has_labels && !labelled.has_any(fields) => {
                Err(SerdeError::from(Kind::Labels).in_value(self.node))
            }
            Content::Fields(_) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match &self.node.content {
            Content::Value(value) => read::Part(value).deserialize_enum(name, variants, visitor),
            Content::Fields(fields) if fields.entries.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(self.entries(fields)))
            }
            _ => Err(read::not_a_variant()),
        }
        .map_err(|error| error.in_value(self.node))
    }

    forward_as_asked! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_str deserialize_string
    }

    forward_to_deserialize_any! {
        bytes byte_buf unit unit_struct tuple tuple_struct map identifier ignored_any
    }
}

/// The elements of a list, or blocks.
struct Items<'a> {
    part: Part<'a>,
    items: slice::Iter<'a, Node>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = SerdeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, SerdeError> {
        self.items
            .next()
            .map(|item| self.part.at(item).read(seed))
            .transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a map, and fields that were added to it.
struct Entries<'a> {
    part: Part<'a>,
    written: slice::Iter<'a, (String, Node)>,
    added: slice::Iter<'a, &'static str>,
    /// The value of the last key, unless the field was added.
    value: Option<&'a Node>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, SerdeError> {
        let dropped = &self.part.repairs.dropped;
        let entry = self.written.find(|(_, node)| !dropped.contains(&node.number));
        self.value = entry.map(|(_, node)| node);
        let Some((key, node)) = entry else {
            let added = self.added.next();
            return added
                .map(|name| seed.deserialize(StrDeserializer::new(name)))
                .transpose();
        };
        seed.deserialize(Key(key))
            .map(Some)
            .map_err(|error: SerdeError| error.in_key(node, self.part.node))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, SerdeError> {
        match self.value.take() {
            Some(node) => self.part.at(node).read(seed),
            None => seed.deserialize(StandIn),
        }
    }
}
