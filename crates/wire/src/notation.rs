//! The notation of types: JSON, in which a primitive type is its name, and any other type an array that starts with
//! the name of its kind.
//!
//! # Examples
//!
//! ```
//! use hcl2_value::Type;
//! use hcl2_wire::notation;
//!
//! let ty = Type::object_with_optional([("id", Type::STRING, false), ("tags", Type::map(Type::DYNAMIC), true)]);
//! let text = notation::write(&ty)?;
//! assert_eq!(text, r#"["object",{"id":"string","tags":["map","dynamic"]},["tags"]]"#);
//! assert_eq!(notation::read(text.as_bytes())?, ty);
//!
//! let error = notation::read(br#"["list","strin"]"#).unwrap_err();
//! assert_eq!(error.offset(), Some(8));
//! # Ok::<(), hcl2_wire::WireError>(())
//! ```

use hcl2_value::{ObjectType, Str, Type, TypeKind};

use crate::json::Reader;
use crate::json::Start;
use crate::json::write_string;
use crate::{MAX_DEPTH, WireError, WireErrorKind};

/// Writes a type, without spaces and with attributes in the order of their names.
///
/// # Errors
///
/// [`WireErrorKind::Capsule`] where the type has a capsule type in it, [`WireErrorKind::TooDeep`] where it is nested
/// too deep.
pub fn write(ty: &Type) -> Result<String, WireError> {
    let mut text = String::new();
    write_to(ty, &mut text)?;
    Ok(text)
}

/// Reads a type.
///
/// # Errors
///
/// [`WireErrorKind::NotAType`] and others, with the offset of what is wrong in bytes from 0.
pub fn read(text: &[u8]) -> Result<Type, WireError> {
    let mut reader = Reader::new(text)?;
    let ty = read_from(&mut reader)?;
    reader.end()?;
    Ok(ty)
}

/// Writes a type at the end of a text.
pub(crate) fn write_to(ty: &Type, text: &mut String) -> Result<(), WireError> {
    if ty.depth() > MAX_DEPTH {
        return Err(WireError::new(WireErrorKind::TooDeep));
    }
    write_type(ty, text)
}

/// Reads the type that comes next.
pub(crate) fn read_from(reader: &mut Reader<'_>) -> Result<Type, WireError> {
    read_type(reader, 0)
}

/// Writes a type that is known not to be nested too deep.
fn write_type(ty: &Type, text: &mut String) -> Result<(), WireError> {
    let element = |kind: &str, element: &Type, text: &mut String| {
        text.push_str(kind);
        write_type(element, text)?;
        text.push(']');
        Ok(())
    };
    match ty.kind() {
        TypeKind::Dynamic => text.push_str("\"dynamic\""),
        TypeKind::Bool => text.push_str("\"bool\""),
        TypeKind::Number => text.push_str("\"number\""),
        TypeKind::String => text.push_str("\"string\""),
        TypeKind::List(inner) => return element("[\"list\",", inner, text),
        TypeKind::Set(inner) => return element("[\"set\",", inner, text),
        TypeKind::Map(inner) => return element("[\"map\",", inner, text),
        TypeKind::Tuple(elements) => {
            text.push_str("[\"tuple\",[");
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_type(element, text)?;
            }
            text.push_str("]]");
        }
        TypeKind::Object(object) => return write_object(object, text),
        TypeKind::Capsule(_) => return Err(WireError::new(WireErrorKind::Capsule)),
    }
    Ok(())
}

fn write_object(object: ObjectType<'_>, text: &mut String) -> Result<(), WireError> {
    text.push_str("[\"object\",{");
    for (index, (name, ty)) in object.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write_string(name, text);
        text.push(':');
        write_type(ty, text)?;
    }
    text.push('}');
    let mut separator = ",[";
    for (index, name) in object.names().iter().enumerate() {
        if object.is_optional_at(index) {
            text.push_str(separator);
            write_string(name, text);
            separator = ",";
        }
    }
    text.push_str(if separator == "," { "]]" } else { "]" });
    Ok(())
}

const TYPE: &str = "the name of a primitive type or an array";
const KIND: &str = "\"list\", \"set\", \"map\", \"tuple\" or \"object\"";

fn read_type(reader: &mut Reader<'_>, depth: u32) -> Result<Type, WireError> {
    let start = reader.peek()?;
    let offset = reader.offset();
    if depth > MAX_DEPTH {
        return Err(WireError::at(offset, WireErrorKind::TooDeep));
    }
    match start {
        Start::String => match &*reader.string()? {
            "string" => Ok(Type::STRING),
            "number" => Ok(Type::NUMBER),
            "bool" => Ok(Type::BOOL),
            "dynamic" => Ok(Type::DYNAMIC),
            _ => Err(not_a_type(
                offset,
                "\"string\", \"number\", \"bool\" or \"dynamic\"",
            )),
        },
        Start::Array => {
            reader.open()?;
            let ty = read_compound(reader, depth)?;
            reader.peek_close()?;
            let extra = reader.offset();
            if reader.item(false, b']')? {
                return Err(not_a_type(extra, "the end of the type"));
            }
            Ok(ty)
        }
        _ => Err(not_a_type(offset, TYPE)),
    }
}

fn not_a_type(offset: usize, expected: &'static str) -> WireError {
    WireError::at(offset, WireErrorKind::NotAType(expected))
}

/// Reads what is in the array of a compound type, up to its closing bracket.
fn read_compound(reader: &mut Reader<'_>, depth: u32) -> Result<Type, WireError> {
    let start = reader.offset();
    if !reader.item(true, b']')? {
        return Err(not_a_type(start, KIND));
    }
    let is_text = reader.peek()? == Start::String;
    let offset = reader.offset();
    if !is_text {
        return Err(not_a_type(offset, KIND));
    }
    let kind = reader.string()?;
    if !matches!(&*kind, "list" | "set" | "map" | "tuple" | "object") {
        return Err(not_a_type(offset, KIND));
    }
    reader.peek_close()?;
    let after = reader.offset();
    if !reader.item(false, b']')? {
        return Err(not_a_type(after, "what the type is made of"));
    }
    match &*kind {
        "list" => Ok(Type::list(read_type(reader, depth + 1)?)),
        "set" => Ok(Type::set(read_type(reader, depth + 1)?)),
        "map" => Ok(Type::map(read_type(reader, depth + 1)?)),
        "tuple" => Ok(Type::tuple(read_elements(reader, depth)?)),
        _ => read_object(reader, depth),
    }
}

fn read_elements(reader: &mut Reader<'_>, depth: u32) -> Result<Vec<Type>, WireError> {
    if reader.peek()? != Start::Array {
        return Err(not_a_type(reader.offset(), "an array of types"));
    }
    reader.open()?;
    let mut elements = Vec::new();
    while reader.item(elements.is_empty(), b']')? {
        elements.push(read_type(reader, depth + 1)?);
    }
    Ok(elements)
}

fn read_object(reader: &mut Reader<'_>, depth: u32) -> Result<Type, WireError> {
    if reader.peek()? != Start::Object {
        return Err(not_a_type(reader.offset(), "an object of attributes and types"));
    }
    reader.open()?;
    let mut attributes: Vec<(Str, Type, bool)> = Vec::new();
    let mut offsets = Vec::new();
    while reader.item(attributes.is_empty(), b'}')? {
        reader.peek_key()?;
        offsets.push(reader.offset());
        let name = Str::from(&*reader.key()?);
        attributes.push((name, read_type(reader, depth + 1)?, false));
    }
    let mut order: Vec<usize> = (0..attributes.len()).collect();
    order.sort_by(|a, b| attributes[*a].0.cmp(&attributes[*b].0));
    if let Some(pair) = order
        .windows(2)
        .find(|pair| attributes[pair[0]].0 == attributes[pair[1]].0)
    {
        let kind = WireErrorKind::DuplicateKey(attributes[pair[1]].0.to_string());
        return Err(WireError::at(offsets[pair[1]], kind));
    }
    if reader.peek_close()? == Some(b',') {
        reader.item(false, b']')?;
        read_optional(reader, &mut attributes, &order)?;
    }
    Ok(Type::object_with_optional(attributes))
}

/// Reads the names of optional attributes; `order` sorts the attributes by name.
fn read_optional(
    reader: &mut Reader<'_>,
    attributes: &mut [(Str, Type, bool)],
    order: &[usize],
) -> Result<(), WireError> {
    if reader.peek()? != Start::Array {
        return Err(not_a_type(reader.offset(), "an array of attribute names"));
    }
    reader.open()?;
    let mut first = true;
    while reader.item(first, b']')? {
        first = false;
        let is_text = reader.peek()? == Start::String;
        let offset = reader.offset();
        if !is_text {
            return Err(not_a_type(offset, "the name of an attribute"));
        }
        let name = Str::from(&*reader.string()?);
        let found = order.binary_search_by(|index| attributes[*index].0.cmp(&name));
        let Ok(position) = found else {
            let kind = WireErrorKind::UnsupportedAttribute(name.to_string());
            return Err(WireError::at(offset, kind));
        };
        attributes[order[position]].2 = true;
    }
    Ok(())
}
