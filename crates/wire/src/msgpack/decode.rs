//! Values from MessagePack.

use hcl2_value::{Number, ObjectType, PathStep, Str, Type, TypeKind, Value};

use super::reader::{Item, Reader, text};
use super::unknown;
use crate::collect::{collection, duplicate};
use crate::{MAX_DEPTH, WireError, WireErrorKind, notation};

/// Decodes a value of a type constraint, from any of the forms that MessagePack has for it.
///
/// # Errors
///
/// [`WireErrorKind::Mismatch`], [`Length`](WireErrorKind::Length), [`DuplicateKey`](WireErrorKind::DuplicateKey),
/// [`UnexpectedEnd`](WireErrorKind::UnexpectedEnd), [`TrailingBytes`](WireErrorKind::TrailingBytes) and others, with
/// the path of the part and its offset in bytes from 0.
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value, WireError> {
    let mut reader = Reader::new(bytes);
    let value = read(&mut reader, ty, 0)?;
    reader.end()?;
    Ok(value)
}

fn read(reader: &mut Reader<'_>, ty: &Type, depth: u32) -> Result<Value, WireError> {
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
        (TypeKind::Number, _) => number(item, offset).map(Value::from),
        (TypeKind::String, Item::Str(bytes)) => Ok(Value::from(text(bytes, offset)?)),
        (TypeKind::List(element), Item::Array(elements)) => {
            let items = read_items(reader, elements, element, depth)?;
            Value::of_type(ty, items)
                .or_else(|items| collection(element, items, |item| item, Value::list).map_err(inconsistent))
        }
        (TypeKind::Set(element), Item::Array(elements)) => {
            let items = read_items(reader, elements, element, depth)?;
            Value::of_type(ty, items)
                .or_else(|items| collection(element, items, |item| item, Value::set).map_err(inconsistent))
        }
        (TypeKind::Map(element), Item::Map(pairs)) => {
            let start = reader.offset();
            let fields = match read_like_before(reader, pairs, ty, element, depth)? {
                Ok(map) => return Ok(map),
                Err(begun) => read_map(reader, pairs, start, begun, element, depth)?,
            };
            let map = Value::map_of_type(ty, fields).or_else(|fields| {
                collection(element, fields, |field| &mut field.1, Value::map).map_err(inconsistent)
            });
            if let Ok(map) = &map {
                reader.keys.note(map);
            }
            map
        }
        (TypeKind::Tuple(types), Item::Array(elements)) => {
            expect_length("the tuple", types.len(), elements, offset)?;
            read_tuple(reader, types, depth)
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

fn mismatch(offset: usize, required: &'static str, item: Item<'_>) -> WireError {
    let found = item.name();
    WireError::at(offset, WireErrorKind::Mismatch { required, found })
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

/// The number that an item stands for, which starts at the byte `offset`.
pub(super) fn number(item: Item<'_>, offset: usize) -> Result<Number, WireError> {
    let parsed = match item {
        Item::Int(integer) => return Ok(Number::from(integer)),
        Item::Uint(integer) => return Ok(Number::from(integer)),
        Item::Float(float) => Number::from_f64(float),
        Item::Str(digits) => Number::parse(text(digits, offset)?).ok(),
        _ => return Err(mismatch(offset, "a number", item)),
    };
    parsed.ok_or_else(|| WireError::at(offset, WireErrorKind::NotANumber))
}

/// Room for announced elements, but not for more than a message is likely to have.
fn room<T>(announced: usize) -> Vec<T> {
    Vec::with_capacity(announced.min(64))
}

fn read_items(
    reader: &mut Reader<'_>,
    elements: usize,
    ty: &Type,
    depth: u32,
) -> Result<Vec<Value>, WireError> {
    let mut items = room(elements);
    for index in 0..elements {
        let item = read(reader, ty, depth + 1);
        items.push(item.map_err(|error| error.inside(PathStep::Index(Value::from(index))))?);
    }
    Ok(items)
}

fn read_tuple(reader: &mut Reader<'_>, types: &[Type], depth: u32) -> Result<Value, WireError> {
    let mut items = room(types.len());
    for (index, ty) in types.iter().enumerate() {
        let item = read(reader, ty, depth + 1);
        items.push(item.map_err(|error| error.inside(PathStep::Index(Value::from(index))))?);
    }
    Ok(Value::tuple(items))
}

/// Reads the key of a map.
fn read_key(reader: &mut Reader<'_>) -> Result<Str, WireError> {
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
        return Ok(Err(room(pairs)));
    };
    let mut values = room(pairs);
    for key in &*keys {
        if reader.peek_text() != Some(key.as_bytes()) {
            break;
        }
        reader.item()?;
        let value = read(reader, element, depth + 1);
        values.push(value.map_err(|error| error.inside(PathStep::Index(Value::from(key.clone()))))?);
    }
    let values = match Value::map_of_keys(ty, &keys, values) {
        Ok(map) => return Ok(Ok(map)),
        Err(values) => values,
    };
    Ok(Err(keys.iter().cloned().zip(values).collect()))
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
fn read_name(reader: &mut Reader<'_>, object: ObjectType<'_>, expected: usize) -> Result<usize, WireError> {
    let offset = reader.offset();
    let bytes = match reader.item()? {
        Item::Str(bytes) => bytes,
        item => return Err(mismatch(offset, "a string as the key", item)),
    };
    // As a rule attributes come in the order of their names.
    let in_order = object.names().get(expected);
    if in_order.is_some_and(|name| name.as_bytes() == bytes) {
        return Ok(expected);
    }
    let name = Str::from(text(bytes, offset)?);
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
    let read_value = |reader: &mut Reader<'_>, index: usize| {
        let value = read(reader, &object.types()[index], depth + 1);
        value.map_err(|error| error.inside(PathStep::Attribute(object.names()[index].clone())))
    };
    let mut in_order: Vec<Value> = room(object.len());
    let (mut offset, mut index) = (reader.offset(), 0);
    while in_order.len() < object.len() {
        offset = reader.offset();
        index = read_name(reader, object, in_order.len())?;
        if index != in_order.len() {
            break;
        }
        in_order.push(read_value(reader, index)?);
    }
    if in_order.len() == object.len() {
        return Ok(object_of(ty, object, in_order));
    }
    let read_so_far = in_order.len();
    let mut values: Vec<Option<Value>> = in_order.into_iter().map(Some).collect();
    values.resize(object.len(), None);
    for position in read_so_far..object.len() {
        if position > read_so_far {
            offset = reader.offset();
            index = read_name(reader, object, position)?;
        }
        if values[index].is_some() {
            let kind = WireErrorKind::DuplicateKey(object.names()[index].to_string());
            return Err(WireError::at(offset, kind));
        }
        values[index] = Some(read_value(reader, index)?);
    }
    Ok(object_of(ty, object, values.into_iter().flatten().collect()))
}

/// The object whose attributes have these values, in the order of their names.
fn object_of(ty: &Type, object: ObjectType<'_>, values: Vec<Value>) -> Value {
    Value::of_type(ty, values)
        .unwrap_or_else(|values| Value::object(object.names().iter().cloned().zip(values)))
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
