//! What must hold for any bytes that are decoded; the fuzz target and a test on chosen messages run it.

use hcl2_value::Type;
use hcl2_wire::json::RawValue;
use hcl2_wire::{WireError, json, msgpack, notation};

/// A type in its notation, a line break, and a message to decode by it: panics where a rule is broken.
pub(crate) fn check(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let (text, message) = bytes.split_at(end.unwrap_or(0));
    let message = message.get(1..).unwrap_or_default();
    let ty = notation::read(text).unwrap_or(Type::DYNAMIC);
    let inside = |error: &WireError| {
        assert!(
            error.offset().is_some_and(|offset| offset <= message.len()),
            "{error}"
        );
        assert!(!error.to_string().is_empty());
    };
    match msgpack::decode(message, &ty) {
        Ok(value) => {
            // What was decoded is encoded so that it is decoded to the same.
            if let Ok(again) = msgpack::encode(&value, &ty) {
                let decoded = msgpack::decode(&again, &ty).expect("what was encoded");
                let encoded = msgpack::encode(&decoded, &ty).expect("what was decoded");
                assert_eq!(encoded, again);
            }
        }
        Err(error) => inside(&error),
    }
    let problem = msgpack::explain(message, Some(&ty)).error;
    assert_eq!(problem.is_none(), msgpack::decode(message, &ty).is_ok());
    drop(msgpack::explain(message, None));
    match json::decode(message, &ty) {
        Ok(value) => {
            let text = json::encode(&value, &ty).expect("JSON has no unknown values");
            let again = json::decode(text.as_bytes(), &ty).expect("what was encoded");
            assert_eq!(json::encode(&again, &ty).expect("what was decoded"), text);
        }
        Err(error) => inside(&error),
    }
    let stored = RawValue::new(message);
    for result in [stored.decode_shared(&ty), stored.decode_untyped()] {
        if let Err(error) = result {
            inside(&error);
        }
    }
}
