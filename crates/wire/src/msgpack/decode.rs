//! Values from MessagePack.

use hcl2_value::{ObjectType, PathStep, Str, Type, TypeKind, Value, ValueBuilder};

use super::reader::{Item, Reader, mismatch, text};
use super::{number, unknown};
use crate::collect::{collection, duplicate};
use crate::{MAX_DEPTH, WireError, WireErrorKind, notation};

/// Decodes a value of a type constraint, from any of its MessagePack forms.
///
/// # Errors
///
/// [`WireErrorKind::Mismatch`], [`Length`](WireErrorKind::Length), [`DuplicateKey`](WireErrorKind::DuplicateKey),
/// [`UnexpectedEnd`](WireErrorKind::UnexpectedEnd), [`TrailingBytes`](WireErrorKind::TrailingBytes) and others, with
/// the path of the part and its byte offset.
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value, WireError> {
    let mut reader = Reader::new(bytes);
    let value = read(&mut reader, ty, 0)?;
    reader.end()?;
    Ok(value)
}

/// Reads a value of a type.
#[inline]
fn read(reader: &mut Reader<'_>, ty: &Type, depth: u32) -> Result<Value, WireError> {
    let offset = reader.offset();
    // Messages consist mostly of short strings.
    if *ty == Type::STRING
        && depth <= MAX_DEPTH
        && let Some(bytes) = reader.short_text()
    {
        return Ok(Value::from(text(bytes, offset)?));
    }
    read_any(reader, ty, depth)
}

fn read_any(reader: &mut Reader<'_>, ty: &Type, depth: u32) -> Result<Value, WireError> {
    let offset = reader.offset();
    if depth > MAX_DEPTH {
        return Err(WireError::at(offset, WireErrorKind::TooDeep));
    }
    let item = reader.item()?;
    let inconsistent = |_| WireError::at(offset, WireErrorKind::InconsistentTypes);
    match (ty.kind(), item) {
        (_, Item::Ext(code, payload)) => {
            let value = unknown::read(code, payload, ty, reader.offset())?;
            reader.implied.add(value.element_count().unwrap_or(0), offset)?;
            Ok(value)
        }
        (_, Item::Nil) => Ok(Value::null(ty.clone())),
        (TypeKind::Dynamic, Item::Array(elements)) => read_dynamic(reader, elements, offset, depth),
        (TypeKind::Bool, Item::Bool(truth)) => Ok(Value::from(truth)),
        (TypeKind::Number, _) => number::read(item, offset).map(Value::from),
        (TypeKind::String, Item::Str(bytes)) => Ok(Value::from(text(bytes, offset)?)),
        (TypeKind::List(element), Item::Array(elements)) => read_items(reader, elements, ty, element, depth)?
            .or_else(|items| collection(element, items, |item| item, Value::list).map_err(inconsistent)),
        (TypeKind::Set(element), Item::Array(elements)) => read_items(reader, elements, ty, element, depth)?
            .or_else(|items| collection(element, items, |item| item, Value::set).map_err(inconsistent)),
        (TypeKind::Map(element), Item::Map(pairs)) => {
            let start = reader.offset();
            let fields = match read_like_before(reader, pairs, ty, element, depth)? {
                Ok(map) => return Ok(map),
                Err(begun) => read_map(reader, pairs, start, begun, element, depth)?,
            };
            let map = Value::map_from_entries(ty, fields).or_else(|fields| {
                collection(element, fields, |field| &mut field.1, Value::map).map_err(inconsistent)
            });
            if let Ok(map) = &map {
                reader.keys.note(map);
            }
            map
        }
        (TypeKind::Tuple(types), Item::Array(elements)) => {
            expect_length("the tuple", types.len(), elements, offset)?;
            read_tuple(reader, ty, types, depth)
        }
        (TypeKind::Object(object), Item::Map(pairs)) => {
            expect_length("the object", object.len(), pairs, offset)?;
            read_object(reader, ty, object, depth)
        }
        (TypeKind::Capsule(_), _) => Err(WireError::at(offset, WireErrorKind::Capsule)),
        _ => Err(mismatch(offset, required(ty), item)),
    }
}

fn required(ty: &Type) -> &'static str {
    match ty.kind() {
        TypeKind::String => "a string",
        TypeKind::Number => "a number",
        TypeKind::Bool => "a bool",
        TypeKind::List(_) => "an array for a list",
        TypeKind::Set(_) => "an array for a set",
        TypeKind::Tuple(_) => "an array for a tuple",
        TypeKind::Map(_) => "a map",
        TypeKind::Object(_) => "a map for an object",
        TypeKind::Dynamic | TypeKind::Capsule(_) => "an array of a type and a value",
    }
}

fn expect_length(what: &'static str, required: usize, found: usize, offset: usize) -> Result<(), WireError> {
    if required == found {
        return Ok(());
    }
    let kind = WireErrorKind::Length {
        what,
        required,
        found,
    };
    Err(WireError::at(offset, kind))
}

/// Starts a value with capacity for the announced parts, up to a plausible number.
fn builder(ty: &Type, announced: usize) -> ValueBuilder<'_> {
    ValueBuilder::with_capacity(ty, announced.min(64))
}

/// Reads the elements of a list or set of the type `ty`; returns them as they are if they are not of its element type,
/// which may be open.
fn read_items(
    reader: &mut Reader<'_>,
    elements: usize,
    ty: &Type,
    element: &Type,
    depth: u32,
) -> Result<Result<Value, Vec<Value>>, WireError> {
    let mut items = builder(ty, elements);
    for index in 0..elements {
        match read(reader, element, depth + 1) {
            Ok(item) => items.push(item),
            Err(error) => return Err(error.inside(PathStep::Index(Value::from(index)))),
        }
    }
    Ok(items.build())
}

fn read_tuple(reader: &mut Reader<'_>, ty: &Type, types: &[Type], depth: u32) -> Result<Value, WireError> {
    let mut items = builder(ty, types.len());
    for (index, ty) in types.iter().enumerate() {
        match read(reader, ty, depth + 1) {
            Ok(item) => items.push(item),
            Err(error) => return Err(error.inside(PathStep::Index(Value::from(index)))),
        }
    }
    Ok(items.build().unwrap_or_else(Value::tuple))
}

/// Reads the key of a map.
pub(super) fn read_key(reader: &mut Reader<'_>) -> Result<Str, WireError> {
    let offset = reader.offset();
    match reader.item()? {
        Item::Str(bytes) => Ok(Str::from(text(bytes, offset)?)),
        item => Err(mismatch(offset, "a string as the key", item)),
    }
}

/// Fields of a map that were read.
type Begun = Vec<(Str, Value)>;

/// Reads a map whose keys are those of one that was read lately, as maps of one kind often have the same. Where they are
/// others, gives the fields before the first that differs.
fn read_like_before(
    reader: &mut Reader<'_>,
    pairs: usize,
    ty: &Type,
    element: &Type,
    depth: u32,
) -> Result<Result<Value, Begun>, WireError> {
    let Some(keys) = reader.keys.alike(pairs, reader.peek_text()) else {
        return Ok(Err(Vec::with_capacity(pairs.min(64))));
    };
    let mut values = builder(ty, pairs);
    for key in &*keys {
        if !reader.skip_text(key) {
            break;
        }
        match read(reader, element, depth + 1) {
            Ok(value) => values.push(value),
            Err(error) => return Err(error.inside(PathStep::Index(Value::from(key.clone())))),
        }
    }
    Ok(values
        .build_map(&keys)
        .map_err(|values| keys.iter().cloned().zip(values).collect()))
}

/// Reads the pairs of a map after those that have been read from `start` on.
fn read_map(
    reader: &mut Reader<'_>,
    pairs: usize,
    start: usize,
    mut fields: Begun,
    ty: &Type,
    depth: u32,
) -> Result<Begun, WireError> {
    while fields.len() < pairs {
        let key = read_key(reader)?;
        match read(reader, ty, depth + 1) {
            Ok(value) => fields.push((key, value)),
            Err(error) => return Err(error.inside(PathStep::Index(Value::from(key)))),
        }
    }
    match duplicate(&fields) {
        Some(index) => {
            let kind = WireErrorKind::DuplicateKey(fields[index].0.to_string());
            Err(WireError::at(reader.offset_after(start, index * 2)?, kind))
        }
        None => Ok(fields),
    }
}

/// Reads the name of an attribute and gives its position among those of the type.
fn read_name(reader: &mut Reader<'_>, object: ObjectType<'_>) -> Result<usize, WireError> {
    let offset = reader.offset();
    let name = read_key(reader)?;
    object.index_of(&name).ok_or_else(|| {
        let kind = WireErrorKind::UnsupportedAttribute(name.to_string());
        WireError::at(offset, kind)
    })
}

/// Reads as many attributes as the type has, and so, where none occurs twice, all of them.
fn read_object(
    reader: &mut Reader<'_>,
    ty: &Type,
    object: ObjectType<'_>,
    depth: u32,
) -> Result<Value, WireError> {
    let mut values = builder(ty, object.len());
    // Attributes are usually ordered by name.
    for (name, ty) in object.iter() {
        if !reader.skip_text(name) {
            break;
        }
        match read(reader, ty, depth + 1) {
            Ok(value) => values.push(value),
            Err(error) => return Err(error.inside(PathStep::Attribute(name.clone()))),
        }
    }
    let values = if values.len() == object.len() {
        values.build()
    } else {
        let values = read_in_any_order(reader, object, values.into_parts(), depth)?;
        Value::from_items(ty, values)
    };
    Ok(values.unwrap_or_else(|values| Value::object(object.names().iter().cloned().zip(values))))
}

/// Reads the remaining attributes, in any order.
fn read_in_any_order(
    reader: &mut Reader<'_>,
    object: ObjectType<'_>,
    in_order: Vec<Value>,
    depth: u32,
) -> Result<Vec<Value>, WireError> {
    let rest = in_order.len()..object.len();
    let mut values: Vec<Option<Value>> = in_order.into_iter().map(Some).collect();
    values.resize(object.len(), None);
    for _ in rest {
        let offset = reader.offset();
        let index = read_name(reader, object)?;
        let name = &object.names()[index];
        if values[index].is_some() {
            return Err(WireError::at(
                offset,
                WireErrorKind::DuplicateKey(name.to_string()),
            ));
        }
        let value = read(reader, &object.types()[index], depth + 1);
        values[index] = Some(value.map_err(|error| error.inside(PathStep::Attribute(name.clone())))?);
    }
    Ok(values.into_iter().flatten().collect())
}

/// Reads a type and a value of that type.
fn read_dynamic(
    reader: &mut Reader<'_>,
    elements: usize,
    start: usize,
    depth: u32,
) -> Result<Value, WireError> {
    expect_length("a dynamic value", 2, elements, start)?;
    let offset = reader.offset();
    let text = match reader.item()? {
        Item::Bin(text) | Item::Str(text) => text,
        item => return Err(mismatch(offset, "a type as binary data", item)),
    };
    let base = reader.offset() - text.len();
    let ty = notation::read(text).map_err(|error| error.moved(base))?;
    read(reader, &ty, depth + 1)
}
