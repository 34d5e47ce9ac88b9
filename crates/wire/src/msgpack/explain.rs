//! The contents of a message, part by part.

use hcl2_value::{ObjectType, Path, PathStep, Type, TypeKind, Value};

use super::reader::{Item, Reader};
use super::unknown;
use crate::{MAX_DEPTH, WireError, WireErrorKind, notation};

/// A part of a message; see [`explain`].
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The byte offset of its start.
    pub offset: usize,
    /// Its length in bytes; for arrays and maps, that of their header.
    pub length: usize,
    /// The number of levels around it.
    pub depth: u32,
    /// The name of its format in the MessagePack specification, such as `fixstr`.
    pub format: &'static str,
    /// The path to it from the outermost value. Without a known type, elements are named by index and by key.
    pub path: Path,
    /// Its role in the enclosing value.
    pub role: Role,
    /// The type by which it is read, if there is one.
    pub ty: Option<Type>,
    /// Its content.
    pub content: Content,
}

/// The role of a part in the enclosing value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A value, or an element of one.
    Value,
    /// The key before an element.
    Key,
    /// The type before a dynamic value.
    Type,
}

/// The content of a part.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A whole value: a number, a string, a bool, null, or an unknown value with its refinements.
    Value(Value),
    /// Bytes that are not UTF-8.
    Bytes(Vec<u8>),
    /// The number of elements that follow.
    Elements(usize),
    /// The number of pairs of a key and a value that follow.
    Pairs(usize),
}

/// The parts of a message, from [`explain`].
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The parts, up to the error if there is one.
    pub parts: Vec<Part>,
    /// The error that reading the message as a whole ends with.
    pub error: Option<WireError>,
}

/// Splits a message into its parts, by a type constraint if there is one. If reading fails, returns the parts before the
/// error too.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
/// use hcl2_wire::msgpack::{Content, Explanation, explain};
///
/// let Explanation { parts, error } = explain(b"\x92\x50\xa1x", Some(&Type::list(Type::NUMBER)));
/// assert_eq!(parts[0].content, Content::Elements(2));
/// assert_eq!((parts[1].offset, parts[1].format), (1, "positive fixint"));
/// assert_eq!(parts[1].content, Content::Value(Value::from(80)));
/// assert_eq!(error.unwrap().to_string(), "at byte 2: in [1]: expected a number, found a string that is not one");
/// ```
#[must_use]
pub fn explain(bytes: &[u8], ty: Option<&Type>) -> Explanation {
    let mut walk = Walk {
        bytes,
        reader: Reader::new(bytes),
        parts: Vec::new(),
        path: Path::new(),
    };
    let result = walk.value(ty, 0).and_then(|()| walk.reader.end());
    // With a type, the decoder's error is more precise.
    let decoded = ty.and_then(|ty| super::decode(bytes, ty).err());
    Explanation {
        parts: walk.parts,
        error: decoded.or(result.err()),
    }
}

struct Walk<'a> {
    bytes: &'a [u8],
    reader: Reader<'a>,
    parts: Vec<Part>,
    path: Path,
}

impl<'a> Walk<'a> {
    /// Records the next part.
    fn next(&mut self, role: Role, ty: Option<&Type>, depth: u32) -> Result<Item<'a>, WireError> {
        let offset = self.reader.offset();
        let item = self.reader.item()?;
        let content = match item {
            Item::Nil => Content::Value(Value::null(ty.cloned().unwrap_or(Type::DYNAMIC))),
            Item::Bool(truth) => Content::Value(Value::from(truth)),
            Item::Int(integer) => Content::Value(Value::from(integer)),
            Item::Uint(integer) => Content::Value(Value::from(integer)),
            Item::Float(float) => Value::try_from(float)
                .map_or_else(|_| Content::Bytes(float.to_be_bytes().to_vec()), Content::Value),
            Item::Str(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => Content::Value(Value::from(text)),
                Err(_) => Content::Bytes(bytes.to_vec()),
            },
            Item::Bin(bytes) => Content::Bytes(bytes.to_vec()),
            Item::Array(elements) => Content::Elements(elements),
            Item::Map(pairs) => Content::Pairs(pairs),
            Item::Ext(code, payload) => {
                let ty = ty.cloned().unwrap_or(Type::DYNAMIC);
                Content::Value(unknown::read(code, payload, &ty, self.reader.offset())?)
            }
        };
        self.parts.push(Part {
            offset,
            length: self.reader.offset() - offset,
            depth,
            format: format_name(self.bytes.get(offset).copied().unwrap_or_default()),
            path: self.path.clone(),
            role,
            ty: ty.cloned(),
            content,
        });
        Ok(item)
    }

    fn value(&mut self, ty: Option<&Type>, depth: u32) -> Result<(), WireError> {
        if depth > MAX_DEPTH {
            return Err(WireError::at(self.reader.offset(), WireErrorKind::TooDeep));
        }
        match self.next(Role::Value, ty, depth)? {
            Item::Array(2) if ty.is_some_and(Type::is_dynamic) => {
                let offset = self.reader.offset();
                let item = self.next(Role::Type, None, depth + 1)?;
                let inner = match item {
                    Item::Bin(text) | Item::Str(text) => {
                        Some(notation::read(text).map_err(|error| error.moved(offset))?)
                    }
                    _ => None,
                };
                self.value(inner.as_ref(), depth + 1)
            }
            Item::Array(elements) => {
                for index in 0..elements {
                    let element = ty.and_then(|ty| match ty.kind() {
                        TypeKind::List(element) | TypeKind::Set(element) => Some(element),
                        TypeKind::Tuple(types) => types.get(index),
                        _ => None,
                    });
                    self.element(PathStep::Index(Value::from(index)), element, depth)?;
                }
                Ok(())
            }
            Item::Map(pairs) => {
                for _ in 0..pairs {
                    let key = match self.next(Role::Key, None, depth + 1)? {
                        Item::Str(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                        _ => String::new(),
                    };
                    let object = ty.and_then(Type::object_type);
                    let step = match object {
                        Some(_) => PathStep::Attribute(key.as_str().into()),
                        None => PathStep::Index(Value::from(key.as_str())),
                    };
                    let of_map = ty.and_then(Type::element_type);
                    let element = object
                        .and_then(|object: ObjectType<'_>| object.get(&key))
                        .or(of_map);
                    self.element(step, element, depth)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn element(&mut self, step: PathStep, ty: Option<&Type>, depth: u32) -> Result<(), WireError> {
        self.path.push(step);
        self.value(ty, depth + 1)?;
        self.path.pop();
        Ok(())
    }
}

/// Returns the name of the format that a first byte selects.
fn format_name(byte: u8) -> &'static str {
    const NAMES: [&str; 32] = [
        "nil",
        "(never used)",
        "false",
        "true",
        "bin 8",
        "bin 16",
        "bin 32",
        "ext 8",
        "ext 16",
        "ext 32",
        "float 32",
        "float 64",
        "uint 8",
        "uint 16",
        "uint 32",
        "uint 64",
        "int 8",
        "int 16",
        "int 32",
        "int 64",
        "fixext 1",
        "fixext 2",
        "fixext 4",
        "fixext 8",
        "fixext 16",
        "str 8",
        "str 16",
        "str 32",
        "array 16",
        "array 32",
        "map 16",
        "map 32",
    ];
    match byte {
        0x00..=0x7f => "positive fixint",
        0x80..=0x8f => "fixmap",
        0x90..=0x9f => "fixarray",
        0xa0..=0xbf => "fixstr",
        0xc0..=0xdf => NAMES[usize::from(byte - 0xc0)],
        0xe0..=0xff => "negative fixint",
    }
}
