//! Values from JSON.

use hcl2_json_text::Kind;
use hcl2_value::{Number, ObjectType, PathStep, Str, Type, TypeKind, Value};

use crate::collect::{collection, duplicate};
use crate::reader::Reader;
use crate::{MAX_DEPTH, WireError, WireErrorKind, notation};

/// Decodes a value of a type constraint.
///
/// As Terraform does, it accepts an object without some of its attributes, which become null; a number or bool in place
/// of a string; and a string with a number or bool in place of one.
///
/// # Errors
///
/// [`WireErrorKind::Syntax`], [`Mismatch`](WireErrorKind::Mismatch), [`DuplicateKey`](WireErrorKind::DuplicateKey),
/// [`TrailingBytes`](WireErrorKind::TrailingBytes) and others, with the path of the part and its byte offset.
pub fn decode(text: &[u8], ty: &Type) -> Result<Value, WireError> {
    decode_all(Reader::new(text)?, ty)
}

/// Decodes as [`decode`] does, from a reader at its start.
pub(super) fn decode_all(mut reader: Reader<'_>, ty: &Type) -> Result<Value, WireError> {
    let value = read(&mut reader, ty, 0)?;
    reader.end()?;
    Ok(value)
}

fn read(reader: &mut Reader<'_>, ty: &Type, depth: u32) -> Result<Value, WireError> {
    let start = reader.peek()?;
    let offset = reader.offset();
    if depth > MAX_DEPTH {
        return Err(WireError::at(offset, WireErrorKind::TooDeep));
    }
    if start == Kind::Null {
        reader.null()?;
        return Ok(Value::null(ty.clone()));
    }
    match (ty.kind(), start) {
        (TypeKind::Dynamic, Kind::Object) => read_dynamic(reader, depth),
        (TypeKind::String | TypeKind::Number | TypeKind::Bool, _) => read_primitive(reader, ty, start),
        (TypeKind::List(element), Kind::Array) => {
            let items = read_items(reader, |reader| read(reader, element, depth + 1))?;
            collection(element, items, |item| item, Value::list)
                .map_err(|_| WireError::at(offset, WireErrorKind::InconsistentTypes))
        }
        (TypeKind::Set(element), Kind::Array) => {
            let items = read_items(reader, |reader| read(reader, element, depth + 1))?;
            collection(element, items, |item| item, Value::set)
                .map_err(|_| WireError::at(offset, WireErrorKind::InconsistentTypes))
        }
        (TypeKind::Map(element), Kind::Object) => {
            let index = |key| PathStep::Index(Value::from(key));
            let fields = read_fields(reader, index, |reader| read(reader, element, depth + 1))?;
            collection(element, fields, |field| &mut field.1, Value::map)
                .map_err(|_| WireError::at(offset, WireErrorKind::InconsistentTypes))
        }
        (TypeKind::Tuple(types), Kind::Array) => read_tuple(reader, types, depth),
        (TypeKind::Object(object), Kind::Object) => read_object(reader, object, depth),
        (TypeKind::Capsule(_), _) => Err(WireError::at(offset, WireErrorKind::Capsule)),
        _ => Err(mismatch(offset, ty, start)),
    }
}

fn mismatch(offset: usize, ty: &Type, found: Kind) -> WireError {
    let required = match ty.kind() {
        TypeKind::String => "a string",
        TypeKind::Number => "a number",
        TypeKind::Bool => "a bool",
        TypeKind::List(_) => "an array for a list",
        TypeKind::Set(_) => "an array for a set",
        TypeKind::Tuple(_) => "an array for a tuple",
        TypeKind::Map(_) => "an object for a map",
        TypeKind::Object(_) => "an object",
        TypeKind::Dynamic | TypeKind::Capsule(_) => "an object with a type and a value",
    };
    let found = found.name();
    WireError::at(offset, WireErrorKind::Mismatch { required, found })
}

fn read_primitive(reader: &mut Reader<'_>, ty: &Type, start: Kind) -> Result<Value, WireError> {
    let offset = reader.offset();
    let wrong = |kind| WireError::at(offset, kind);
    match (ty.kind(), start) {
        (TypeKind::String, Kind::String) => Ok(Value::from(Str::from(&*reader.string()?))),
        (TypeKind::String, Kind::Number) => Ok(Value::from(reader.number()?)),
        (TypeKind::Bool, Kind::Bool) => Ok(Value::from(reader.bool()?)),
        (TypeKind::String, Kind::Bool) => Ok(Value::from(if reader.bool()? { "true" } else { "false" })),
        (TypeKind::Bool, Kind::String) => Value::from(&*reader.string()?)
            .convert(&Type::BOOL)
            .map_err(|_| wrong(WireErrorKind::NotABool)),
        (TypeKind::Number, Kind::Number) => read_number(reader),
        (TypeKind::Number, Kind::String) => match Number::parse(&reader.string()?) {
            Ok(number) => Ok(Value::from(number)),
            Err(_) => Err(wrong(WireErrorKind::NotANumber)),
        },
        _ => Err(mismatch(offset, ty, start)),
    }
}

/// Reads a number that is written as one.
pub(super) fn read_number(reader: &mut Reader<'_>) -> Result<Value, WireError> {
    let offset = reader.offset();
    match Number::parse(reader.number()?) {
        Ok(number) => Ok(Value::from(number)),
        Err(_) => Err(WireError::at(offset, WireErrorKind::NotANumber)),
    }
}

/// Reads the elements of an array, each with `read`.
pub(super) fn read_items<'a>(
    reader: &mut Reader<'a>,
    read: impl Fn(&mut Reader<'a>) -> Result<Value, WireError>,
) -> Result<Vec<Value>, WireError> {
    let mut items = Vec::new();
    let mut more = reader.begin_array()?;
    while more {
        let item = read(reader);
        items.push(item.map_err(|error| error.inside(PathStep::Index(Value::from(items.len()))))?);
        more = reader.next_element()?;
    }
    Ok(items)
}

fn read_tuple(reader: &mut Reader<'_>, types: &[Type], depth: u32) -> Result<Value, WireError> {
    let offset = reader.offset();
    let mut items = Vec::with_capacity(types.len());
    let mut found = 0;
    let mut more = reader.begin_array()?;
    while more {
        match types.get(found) {
            Some(ty) => {
                let item = read(reader, ty, depth + 1);
                items.push(item.map_err(|error| error.inside(PathStep::Index(Value::from(found))))?);
            }
            None => reader.skip()?,
        }
        found += 1;
        more = reader.next_element()?;
    }
    if found != types.len() {
        let kind = WireErrorKind::Length {
            what: "the tuple",
            required: types.len(),
            found,
        };
        return Err(WireError::at(offset, kind));
    }
    Ok(Value::tuple(items))
}

/// Reads the properties of an object, each value with `read`; refuses duplicate keys.
pub(super) fn read_fields<'a>(
    reader: &mut Reader<'a>,
    step: fn(Str) -> PathStep,
    read: impl Fn(&mut Reader<'a>) -> Result<Value, WireError>,
) -> Result<Vec<(Str, Value)>, WireError> {
    let (mut fields, mut offsets) = (Vec::new(), Vec::new());
    let mut more = reader.begin_object()?;
    while more {
        offsets.push(reader.offset());
        let key = Str::from(&*reader.name()?);
        match read(reader) {
            Ok(value) => fields.push((key, value)),
            Err(error) => return Err(error.inside(step(key))),
        }
        more = reader.next_property()?;
    }
    match duplicate(&fields) {
        Some(index) => {
            let kind = WireErrorKind::DuplicateKey(fields[index].0.to_string());
            Err(WireError::at(offsets[index], kind))
        }
        None => Ok(fields),
    }
}

fn read_object(reader: &mut Reader<'_>, object: ObjectType<'_>, depth: u32) -> Result<Value, WireError> {
    let start = reader.offset();
    let mut values: Vec<Option<Value>> = vec![None; object.len()];
    let mut more = reader.begin_object()?;
    while more {
        let offset = reader.offset();
        let name = Str::from(&*reader.name()?);
        let Some(index) = object.index_of(&name) else {
            if reader.skips_unsupported {
                reader.skip()?;
                more = reader.next_property()?;
                continue;
            }
            let kind = WireErrorKind::UnsupportedAttribute(name.to_string());
            return Err(WireError::at(offset, kind));
        };
        if values[index].is_some() {
            let kind = WireErrorKind::DuplicateKey(name.to_string());
            return Err(WireError::at(offset, kind));
        }
        let value = read(reader, &object.types()[index], depth + 1);
        values[index] = Some(value.map_err(|error| error.inside(PathStep::Attribute(name)))?);
        more = reader.next_property()?;
    }
    let left_out = values.iter().filter(|value| value.is_none()).count();
    reader.implied.add(left_out, start)?;
    let attributes = object
        .iter()
        .zip(values)
        .map(|((name, ty), value)| (name.clone(), value.unwrap_or_else(|| Value::null(ty.clone()))));
    Ok(Value::object(attributes))
}

/// Reads an object with a type and a value of that type, in either order.
fn read_dynamic(reader: &mut Reader<'_>, depth: u32) -> Result<Value, WireError> {
    let start = reader.offset();
    let (mut ty, mut value) = (None, None);
    let mut more = reader.begin_object()?;
    while more {
        let offset = reader.offset();
        let key = reader.name()?;
        let again = match &*key {
            "type" => ty.replace(notation::read_from(reader)?).is_some(),
            "value" => {
                let at = reader.offset();
                reader.skip()?;
                value.replace(at).is_some()
            }
            _ => {
                let kind = WireErrorKind::UnsupportedProperty(key.into_owned());
                return Err(WireError::at(offset, kind));
            }
        };
        if again {
            let kind = WireErrorKind::DuplicateKey(key.into_owned());
            return Err(WireError::at(offset, kind));
        }
        more = reader.next_property()?;
    }
    let end = reader.offset();
    let missing = |name| WireError::at(start, WireErrorKind::MissingProperty(name));
    let ty = ty.ok_or_else(|| missing("type"))?;
    reader.seek(value.ok_or_else(|| missing("value"))?);
    let value = read(reader, &ty, depth + 1)?;
    reader.seek(end);
    Ok(value)
}
