//! The JSON notation of types: a primitive type is its name, and any other type an array that starts with the name of its
//! kind.
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

use hcl2_json_text::{Escapes, Kind, Writer};
use hcl2_value::{ObjectType, Str, Type, TypeKind};

use crate::reader::Reader;
use crate::{MAX_DEPTH, MAX_ENCODED_BYTES, WireError, WireErrorKind};

/// Writes a type, without spaces and with attributes in the order of their names.
///
/// # Errors
///
/// [`WireErrorKind::Capsule`] if the type contains a capsule type, [`WireErrorKind::TooDeep`] if it is nested too
/// deeply, [`WireErrorKind::TooLong`] if the text is longer than [`MAX_ENCODED_BYTES`].
pub fn write(ty: &Type) -> Result<String, WireError> {
    write_within(ty, MAX_ENCODED_BYTES as usize)
}

/// Writes a type as at most this number of bytes. A type that shares its parts may have a much longer text.
pub(crate) fn write_within(ty: &Type, max_bytes: usize) -> Result<String, WireError> {
    let mut writer = Writer::compact(Escapes::HTML).with_max_bytes(max_bytes);
    write_to(ty, &mut writer)?;
    Ok(writer.finish())
}

/// Reads a type.
///
/// # Errors
///
/// [`WireErrorKind::NotAType`] and others, with the byte offset of the problem.
pub fn read(text: &[u8]) -> Result<Type, WireError> {
    let mut reader = Reader::new(text)?;
    let ty = read_from(&mut reader)?;
    reader.end()?;
    Ok(ty)
}

/// Writes a type that travels with a value.
pub(crate) fn write_to(ty: &Type, writer: &mut Writer) -> Result<(), WireError> {
    if ty.depth() > MAX_DEPTH {
        return Err(WireError::new(WireErrorKind::TooDeep));
    }
    write_type(ty, Form::Wire, writer)
}

/// Writes a type for people to read: of any depth, capsule types by their names, without telling which attributes are
/// optional.
pub(crate) fn print_to(ty: &Type, writer: &mut Writer) -> Result<(), WireError> {
    write_type(ty, Form::Print, writer)
}

/// Reads the next type.
pub(crate) fn read_from(reader: &mut Reader<'_>) -> Result<Type, WireError> {
    read_type(reader, 0)
}

/// Who reads a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Wire,
    Print,
}

/// What remains to be written.
enum Step<'t> {
    Element(&'t Type),
    Property(&'t str, &'t Type),
    Close(char),
    /// The names of the optional attributes, if there are any.
    Optional(ObjectType<'t>),
}

/// Writes a type, without recursion.
fn write_type(ty: &Type, form: Form, writer: &mut Writer) -> Result<(), WireError> {
    let mut steps = Vec::new();
    start_type(ty, form, writer, &mut steps)?;
    while let Some(step) = steps.pop() {
        match step {
            Step::Element(ty) => {
                writer.element();
                start_type(ty, form, writer, &mut steps)?;
            }
            Step::Property(name, ty) => {
                writer.property(name);
                start_type(ty, form, writer, &mut steps)?;
            }
            Step::Close(bracket) => writer.close(bracket),
            Step::Optional(object) => write_optional(object, writer),
        }
        if writer.is_too_long() {
            return Err(WireError::new(WireErrorKind::TooLong));
        }
    }
    Ok(())
}

/// Writes the start of a type, and queues the rest of it, the next step last.
fn start_type<'t>(
    ty: &'t Type,
    form: Form,
    writer: &mut Writer,
    steps: &mut Vec<Step<'t>>,
) -> Result<(), WireError> {
    let kind = match ty.kind() {
        TypeKind::Dynamic => "dynamic",
        TypeKind::Bool => "bool",
        TypeKind::Number => "number",
        TypeKind::String => "string",
        TypeKind::Capsule(capsule) if form == Form::Print => capsule.name(),
        TypeKind::Capsule(_) => return Err(WireError::new(WireErrorKind::Capsule)),
        TypeKind::List(_) => "list",
        TypeKind::Set(_) => "set",
        TypeKind::Map(_) => "map",
        TypeKind::Tuple(_) => "tuple",
        TypeKind::Object(_) => "object",
    };
    if !ty.kind().is_compound() {
        writer.string(kind);
        return Ok(());
    }
    writer.open('[');
    writer.element();
    writer.string(kind);
    steps.push(Step::Close(']'));
    match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            steps.push(Step::Element(element));
        }
        TypeKind::Tuple(elements) => {
            writer.element();
            writer.open('[');
            steps.push(Step::Close(']'));
            steps.extend(elements.iter().rev().map(Step::Element));
        }
        TypeKind::Object(object) => {
            writer.element();
            writer.open('{');
            if form == Form::Wire {
                steps.push(Step::Optional(object));
            }
            steps.push(Step::Close('}'));
            let attributes = object.names().iter().zip(object.types());
            steps.extend(attributes.rev().map(|(name, ty)| Step::Property(name, ty)));
        }
        _ => {}
    }
    Ok(())
}

fn write_optional(object: ObjectType<'_>, writer: &mut Writer) {
    let names = object.names().iter().enumerate();
    let mut optional = names
        .filter(|(index, _)| object.is_optional_at(*index))
        .map(|(_, name)| name)
        .peekable();
    if optional.peek().is_none() {
        return;
    }
    writer.element();
    writer.open('[');
    for name in optional {
        writer.element();
        writer.string(name);
    }
    writer.close(']');
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
        Kind::String => match &*reader.string()? {
            "string" => Ok(Type::STRING),
            "number" => Ok(Type::NUMBER),
            "bool" => Ok(Type::BOOL),
            "dynamic" => Ok(Type::DYNAMIC),
            _ => Err(not_a_type(
                offset,
                "\"string\", \"number\", \"bool\" or \"dynamic\"",
            )),
        },
        Kind::Array => {
            let ty = read_compound(reader, depth)?;
            reader.peek_byte();
            let extra = reader.offset();
            if reader.next_element()? {
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

/// Reads the array of a compound type, up to its closing bracket.
fn read_compound(reader: &mut Reader<'_>, depth: u32) -> Result<Type, WireError> {
    let start = reader.offset();
    if !reader.begin_array()? {
        return Err(not_a_type(start + 1, KIND));
    }
    let is_text = reader.peek()? == Kind::String;
    let offset = reader.offset();
    if !is_text {
        return Err(not_a_type(offset, KIND));
    }
    let kind = reader.string()?;
    if !matches!(&*kind, "list" | "set" | "map" | "tuple" | "object") {
        return Err(not_a_type(offset, KIND));
    }
    reader.peek_byte();
    let after = reader.offset();
    if !reader.next_element()? {
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
    if reader.peek()? != Kind::Array {
        return Err(not_a_type(reader.offset(), "an array of types"));
    }
    let mut elements = Vec::new();
    let mut more = reader.begin_array()?;
    while more {
        elements.push(read_type(reader, depth + 1)?);
        more = reader.next_element()?;
    }
    Ok(elements)
}

fn read_object(reader: &mut Reader<'_>, depth: u32) -> Result<Type, WireError> {
    if reader.peek()? != Kind::Object {
        return Err(not_a_type(reader.offset(), "an object of attributes and types"));
    }
    let mut attributes: Vec<(Str, Type, bool)> = Vec::new();
    let mut offsets = Vec::new();
    let mut more = reader.begin_object()?;
    while more {
        offsets.push(reader.offset());
        let name = Str::from(&*reader.name()?);
        attributes.push((name, read_type(reader, depth + 1)?, false));
        more = reader.next_property()?;
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
    if reader.peek_byte() == Some(b',') {
        reader.next_element()?;
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
    if reader.peek()? != Kind::Array {
        return Err(not_a_type(reader.offset(), "an array of attribute names"));
    }
    let mut more = reader.begin_array()?;
    while more {
        let is_text = reader.peek()? == Kind::String;
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
        more = reader.next_element()?;
    }
    Ok(())
}
