//! The types of messages whose type is not known.

use hcl2_value::{Str, Type};

use super::decode::read_key;
use super::number;
use super::reader::{Item, Reader, mismatch, text};
use crate::collect::duplicate;
use crate::{MAX_DEPTH, WireError, WireErrorKind};

/// Returns the type that a message implies: maps are objects, and arrays are tuples. Null and unknown values have the dynamic
/// pseudo-type.
///
/// A message does not tell a list, a set or a map from these, nor a value with its type from a tuple, so use the type
/// constraint of the schema if there is one.
///
/// # Errors
///
/// [`WireErrorKind::Mismatch`] for binary data, [`DuplicateKey`](WireErrorKind::DuplicateKey),
/// [`TooDeep`](WireErrorKind::TooDeep), [`TrailingBytes`](WireErrorKind::TrailingBytes) and others, with the byte offset.
///
/// # Examples
///
/// ```
/// use hcl2_value::Type;
/// use hcl2_wire::msgpack;
///
/// let message = b"\x82\xa2id\xc0\xa5ports\x92\x50\xcd\x01\xbb";
/// let ty = msgpack::implied_type(message)?;
/// let ports = Type::tuple([Type::NUMBER, Type::NUMBER]);
/// assert_eq!(ty, Type::object([("id", Type::DYNAMIC), ("ports", ports)]));
/// assert!(msgpack::decode(message, &ty)?.get("id").unwrap().is_null());
/// # Ok::<(), hcl2_wire::WireError>(())
/// ```
pub fn implied_type(bytes: &[u8]) -> Result<Type, WireError> {
    let mut reader = Reader::new(bytes);
    let ty = read(&mut reader, 0)?;
    reader.end()?;
    Ok(ty)
}

fn read(reader: &mut Reader<'_>, depth: u32) -> Result<Type, WireError> {
    let offset = reader.offset();
    if depth > MAX_DEPTH {
        return Err(WireError::at(offset, WireErrorKind::TooDeep));
    }
    match reader.item()? {
        Item::Nil | Item::Ext(..) => Ok(Type::DYNAMIC),
        Item::Bool(_) => Ok(Type::BOOL),
        item @ (Item::Int(_) | Item::Uint(_) | Item::Float(_)) => {
            number::read(item, offset).map(|_| Type::NUMBER)
        }
        Item::Str(bytes) => text(bytes, offset).map(|_| Type::STRING),
        Item::Array(elements) => {
            let types: Result<Vec<Type>, _> = (0..elements).map(|_| read(reader, depth + 1)).collect();
            Ok(Type::tuple(types?))
        }
        Item::Map(pairs) => {
            let start = reader.offset();
            let mut attributes: Vec<(Str, Type)> = Vec::new();
            for _ in 0..pairs {
                attributes.push((read_key(reader)?, read(reader, depth + 1)?));
            }
            if let Some(index) = duplicate(&attributes) {
                let kind = WireErrorKind::DuplicateKey(attributes[index].0.to_string());
                return Err(WireError::at(reader.offset_after(start, index * 2)?, kind));
            }
            Ok(Type::object(attributes))
        }
        item @ Item::Bin(_) => Err(mismatch(offset, "a value of the wire format", item)),
    }
}
