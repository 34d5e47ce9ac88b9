//! Laws of the wire format, over generated types, values and messages.

use crate::support::{types, values};
use hcl2_testing::check_law;
use hcl2_value::{Type, TypeKind, Value};
use hcl2_wire::{WireError, WireErrorKind, json, msgpack, notation};
use proptest::prelude::*;
use proptest::sample::Index;

/// The cases of a law, more where the environment asks for them.
fn config(count: u32) -> ProptestConfig {
    let mut config = ProptestConfig::default();
    config.cases = config.cases.max(count);
    // About one case in a hundred is left out.
    config.max_global_rejects = config.cases;
    config
}

/// A type without dynamic parts and a value of it.
fn typed(unknown: bool) -> impl Strategy<Value = (Type, Value)> {
    types(false).prop_flat_map(move |ty| values(&ty, unknown).prop_map(move |value| (ty.clone(), value)))
}

/// A byte to replace, if any, and what with.
fn damages(byte: impl Strategy<Value = u8>) -> impl Strategy<Value = Option<(Index, u8)>> {
    prop::option::weighted(0.4, (any::<Index>(), byte))
}

fn damage(bytes: &mut [u8], damage: Option<(Index, u8)>) {
    if let Some((at, byte)) = damage {
        let at = at.index(bytes.len());
        bytes[at] = byte;
    }
}

/// Returns what was encoded, or `None` if the damage made the exponent of a number too large.
fn encoded<T>(result: Result<T, WireError>) -> Option<T> {
    let is_huge = |error: &WireError| {
        matches!(
            error.kind(),
            WireErrorKind::TooManyDigits | WireErrorKind::Infinite
        )
    };
    match result {
        Err(error) if is_huge(&error) => None,
        result => Some(result.expect("of the type")),
    }
}

/// Checks where an error is; returns that the message was rejected.
fn rejected(offset: Option<usize>, length: usize) -> Result<&'static str, TestCaseError> {
    prop_assert!(offset.is_some_and(|offset| offset <= length), "{:?}", offset);
    Ok("rejected")
}

#[test]
fn damaged_message_is_of_its_type_or_rejected() {
    let cases = (typed(true), damages(any::<u8>()));
    check_law(
        config(4_000),
        &cases,
        &[("decoded", 50), ("rejected", 20)],
        |((ty, value), change)| {
            let mut bytes = msgpack::encode(&value, &ty).expect("of the type");
            damage(&mut bytes, change);
            match msgpack::decode(&bytes, &ty) {
                Ok(value) => {
                    prop_assert!(value.ty().matches(&ty), "{} {:?}", ty, value);
                    let Some(again) = encoded(msgpack::encode(&value, &ty)) else {
                        return Ok("huge number");
                    };
                    let decoded = msgpack::decode(&again, &ty).expect("what was encoded");
                    // The text of a number that was a double may stand for another number.
                    prop_assert_eq!(msgpack::encode(&decoded, &ty).expect("of the type"), again);
                    Ok("decoded")
                }
                Err(error) => rejected(error.offset(), bytes.len()),
            }
        },
    );
}

#[test]
fn damaged_json_is_of_its_type_or_rejected() {
    let punctuation = prop::sample::select(b"[]{}\",:0eE-+.\\nt ".to_vec());
    let cases = (typed(false), damages(prop_oneof![punctuation, any::<u8>()]));
    check_law(
        config(4_000),
        &cases,
        &[("decoded", 50), ("rejected", 20)],
        |((ty, value), change)| {
            let mut bytes = json::encode(&value, &ty).expect("known").into_bytes();
            damage(&mut bytes, change);
            match json::decode(&bytes, &ty) {
                Ok(value) => {
                    prop_assert!(value.ty().matches(&ty), "{} {:?}", ty, value);
                    let Some(again) = encoded(json::encode(&value, &ty)) else {
                        return Ok("huge number");
                    };
                    prop_assert_eq!(
                        json::decode(again.as_bytes(), &ty).expect("what was encoded"),
                        value
                    );
                    Ok("decoded")
                }
                Err(error) => rejected(error.offset(), bytes.len()),
            }
        },
    );
}

#[test]
fn damaged_type_is_read_as_another_or_rejected() {
    let byte = prop_oneof![
        Just(b'x'),
        prop::sample::select(b"[]{}\",:abl ".to_vec()),
        any::<u8>()
    ];
    let cases = (types(true), damages(byte));
    check_law(
        config(4_000),
        &cases,
        &[("read", 50), ("rejected", 20)],
        |(ty, change)| {
            let mut bytes = notation::write(&ty).expect("no capsules").into_bytes();
            damage(&mut bytes, change);
            match notation::read(&bytes) {
                Ok(ty) => {
                    let again = notation::write(&ty).expect("no capsules");
                    prop_assert_eq!(notation::read(again.as_bytes()).expect("a type"), ty);
                    Ok("read")
                }
                Err(error) => rejected(error.offset(), bytes.len()),
            }
        },
    );
}

/// The same type with the dynamic pseudo-type in place of some of its parts, by the bits of `choice`.
fn loosened(ty: &Type, choice: u64) -> Type {
    if choice & 7 == 7 {
        return Type::DYNAMIC;
    }
    let deeper = |ty: &Type, index: usize| loosened(ty, (choice >> 3).rotate_left(index as u32 * 3));
    match ty.kind() {
        TypeKind::Tuple(types) => Type::tuple(types.iter().enumerate().map(|(index, ty)| deeper(ty, index))),
        TypeKind::Object(object) => Type::object(
            object
                .iter()
                .enumerate()
                .map(|(index, (name, ty))| (name.clone(), deeper(ty, index))),
        ),
        _ => ty.clone(),
    }
}

fn constrained(unknown: bool) -> impl Strategy<Value = (Type, Value)> {
    (types(false), any::<u64>()).prop_flat_map(move |(ty, choice)| {
        let constraint = loosened(&ty, choice);
        values(&ty, unknown).prop_map(move |value| (constraint.clone(), value))
    })
}

/// Whether a null or unknown value, which then does not say its type, stands where the constraint leaves it open.
fn loses_type(value: &Value, constraint: &Type) -> bool {
    if !constraint.has_dynamic() || constraint.is_dynamic() {
        return false;
    }
    match (constraint.kind(), value.elements(), value.fields()) {
        (TypeKind::Tuple(types), Some(items), _) => {
            items.iter().zip(types).any(|(item, ty)| loses_type(item, ty))
        }
        (TypeKind::Object(object), _, Some(fields)) => fields
            .values()
            .iter()
            .zip(object.types())
            .any(|(item, ty)| loses_type(item, ty)),
        _ => true,
    }
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn msgpack_decodes_what_it_encodes((ty, value) in constrained(true)) {
        prop_assume!(!loses_type(&value, &ty));
        let bytes = msgpack::encode(&value, &ty).expect("of the type");
        let decoded = msgpack::decode(&bytes, &ty).expect("what was encoded");
        // Prefixes of more than 256 bytes are shortened.
        let again = msgpack::encode(&decoded, &ty).expect("of the type");
        prop_assert_eq!(&msgpack::decode(&again, &ty).expect("what was encoded"), &decoded);
        if bytes.len() < 256 {
            prop_assert_eq!(&decoded, &value);
            prop_assert_eq!(again, bytes);
        }
    }

    #[test]
    fn json_decodes_what_it_encodes((ty, value) in constrained(false)) {
        prop_assume!(!loses_type(&value, &ty));
        let text = json::encode(&value, &ty).expect("known");
        let decoded = json::decode(text.as_bytes(), &ty).expect("what was encoded");
        prop_assert_eq!(&decoded, &value);
        prop_assert_eq!(json::encode(&decoded, &ty).expect("known"), text);
    }

    #[test]
    fn types_are_read_as_they_are_written(ty in types(true)) {
        let text = notation::write(&ty).expect("no capsules");
        prop_assert_eq!(notation::read(text.as_bytes()).expect("a type"), ty);
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn a_cut_message_is_an_error_with_a_place((ty, value) in constrained(true), cut in any::<Index>()) {
        let bytes = msgpack::encode(&value, &ty).expect("of the type");
        let cut = cut.index(bytes.len());
        let error = msgpack::decode(&bytes[..cut], &ty).expect_err("part of a message");
        prop_assert!(error.offset().is_some_and(|offset| offset <= cut), "{}", error);
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..64), ty in types(true)) {
        if let Err(error) = msgpack::decode(&bytes, &ty) {
            prop_assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{}", error);
        }
        if let Err(error) = json::decode(&bytes, &ty) {
            prop_assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{}", error);
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "[\\[\\]{}\",:a-u0-9\\\\ .e-]{0,40}", ty in types(true)) {
        for error in [json::decode(text.as_bytes(), &ty).err(), notation::read(text.as_bytes()).err()] {
            let inside = error.is_none_or(|error| error.offset().is_some_and(|offset| offset <= text.len()));
            prop_assert!(inside);
        }
    }
}
