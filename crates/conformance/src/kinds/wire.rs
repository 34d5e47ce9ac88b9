//! `wire` and `wire_decode`: values on the wire and back.

use hcl2_value::{Type, Value};
use hcl2_wire::{WireError, json, msgpack};
use serde_json::{Value as Json, json};

use crate::case::Case;
use crate::compare::{Difference, Verdict};
use crate::notation::{read_type, read_typed, write_typed};
use crate::scope::Scope;

pub(super) fn run(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let value = read_typed(&case.given["value"])?;
    let ty = read_type(&case.given["as"])?;
    let binary = msgpack::encode(&value, &ty);
    let want = case.want["msgpack"].as_str().map(from_hex).transpose()?;
    compare(case, verdict, "msgpack", &ty, binary, want, msgpack::decode);
    let text = json::encode(&value, &ty).map(String::into_bytes);
    let want = case.want["json"].as_str().map(|text| text.as_bytes().to_vec());
    compare(case, verdict, "json", &ty, text, want, json::decode);
    Ok(())
}

/// Compares encodings byte by byte, and the values that both decode to. If the order of a set is open, both sides must
/// have the same bytes in some order.
fn compare(
    case: &Case,
    verdict: &mut Verdict,
    format: &str,
    ty: &Type,
    have: Result<Vec<u8>, WireError>,
    want: Option<Vec<u8>>,
    decode: impl Fn(&[u8], &Type) -> Result<Value, WireError>,
) {
    let (have, want) = match (have, want) {
        (Ok(have), Some(want)) => (have, want),
        (Err(_), None) => return,
        (Ok(have), None) => return verdict.fail(format!("{format}: have {}, want an error", show(&have))),
        (Err(error), Some(want)) => {
            return verdict.fail(format!("{format}: have {error}, want {}", show(&want)));
        }
    };
    if have != want {
        verdict.fail(format!("{format}: have {}, want {}", show(&have), show(&want)));
    }
    let decoded = format!("{format}_decoded");
    for bytes in [&have, &want] {
        match decode(bytes, ty) {
            Ok(value) => verdict.same_value(&decoded, &write_typed(&value), &case.want[&decoded]),
            Err(_) if case.want[&decoded].is_null() => {}
            Err(error) => verdict.fail(format!("{decoded}: {error}")),
        }
    }
}

pub(super) fn run_decode(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let decoded = decode(&case.given)?;
    let want = &case.want["value"];
    let wants_error = case.want["error"] == true;
    match decoded {
        Ok(value) if wants_error => verdict.fail(Difference::between(
            "value",
            &write_typed(&value),
            &json!({ "error": true }),
        )),
        Ok(value) => verdict.same_value("value", &write_typed(&value), want),
        Err(_) if wants_error => {}
        Err(error) => verdict.fail(Difference {
            what: "value".to_owned(),
            text: format!("have {error}, want {want}"),
            have: json!({ "error": true }),
            want: want.clone(),
        }),
    }
    Ok(())
}

/// Decodes the message of a case in its format.
pub(crate) fn decode(given: &Json) -> Result<Result<Value, WireError>, String> {
    let ty = read_type(&given["as"])?;
    match (given["msgpack"].as_str(), given["json"].as_str()) {
        (Some(hex), _) => Ok(msgpack::decode(&from_hex(hex)?, &ty)),
        (_, Some(text)) => Ok(json::decode(text.as_bytes(), &ty)),
        _ => Err("neither \"msgpack\" nor \"json\"".to_owned()),
    }
}

/// Decodes hexadecimal digits.
pub(crate) fn from_hex(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return Err(format!("not hexadecimal: {text}"));
    }
    digits
        .chunks(2)
        .map(|pair| {
            std::str::from_utf8(pair)
                .ok()
                .and_then(|pair| u8::from_str_radix(pair, 16).ok())
        })
        .collect::<Option<Vec<u8>>>()
        .ok_or_else(|| format!("not hexadecimal: {text}"))
}

fn show(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() && !text.contains(|c: char| c.is_ascii_control()) => text.to_owned(),
        _ => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
