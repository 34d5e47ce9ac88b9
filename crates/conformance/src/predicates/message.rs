//! Reads MessagePack like the reference, and records violations of the wire format instead of rejecting them.

use std::collections::BTreeSet;

use rmpv::Value as Message;
use serde_json::{Map, Value as Json, json};

use crate::case::Case;
use crate::kinds::wire;

/// A violation of the wire format, by a message or by its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Violation {
    TrailingBytes,
    InvalidUtf8,
    EmptyTuple,
    EmptyObject,
    DuplicateKey,
    KeyIsNoString,
    BinaryString,
    NullRefinement,
    ExtensionCode,
    UnknownRefinement,
}

/// The value of a message, with the violations in it.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    /// The typed value, in the notation of cases.
    pub(super) typed: Json,
    pub(super) violations: BTreeSet<Violation>,
}

/// The code of an extension that holds refinements.
const REFINED: i8 = 12;

impl Decoded {
    /// Reads the MessagePack of a case; `None` if it has none, or it cannot be read as a value of its type.
    pub(super) fn read(case: &Case) -> Option<Self> {
        let bytes = wire::from_hex(case.given["msgpack"].as_str()?).ok()?;
        let mut rest = bytes.as_slice();
        let message = rmpv::decode::read_value(&mut rest).ok()?;
        let mut decoded = Self::default();
        if !rest.is_empty() {
            decoded.note(Violation::TrailingBytes);
        }
        let (ty, value) = decoded.value(&message, &case.given["as"])?;
        decoded.typed = json!({ "type": ty, "value": value });
        Some(decoded)
    }

    fn note(&mut self, violation: Violation) {
        self.violations.insert(violation);
    }

    /// Reads a value of a type and returns its own type, which differs for an empty array or map in place of a longer one.
    fn value(&mut self, message: &Message, ty: &Json) -> Option<(Json, Json)> {
        let same_type = |value: Json| Some((ty.clone(), value));
        match message {
            Message::Nil => return same_type(Json::Null),
            Message::Ext(code, payload) => return same_type(self.unknown(*code, payload)?),
            _ => {}
        }
        let inner = &ty[1];
        match (ty.as_str().or_else(|| ty[0].as_str())?, message) {
            ("bool", Message::Boolean(truth)) => same_type(json!(truth)),
            ("number", _) => same_type(json!(number(message)?)),
            ("string", _) => same_type(json!(self.string(message)?)),
            ("dynamic", Message::Array(pair)) => self.dynamic(pair),
            ("list" | "set", Message::Array(items)) => {
                let (types, values) = self.all(items.iter().map(|item| (item, inner)))?;
                let element = types.into_iter().next().unwrap_or_else(|| inner.clone());
                Some((json!([ty[0], element]), values.into()))
            }
            ("tuple", Message::Array(items)) => {
                let types = inner.as_array()?;
                if items.is_empty() && !types.is_empty() {
                    self.note(Violation::EmptyTuple);
                } else if items.len() != types.len() {
                    return None;
                }
                let (types, values) = self.all(items.iter().zip(types))?;
                Some((json!(["tuple", types]), values.into()))
            }
            ("map", Message::Map(pairs)) => {
                let (types, values) = self.fields(pairs, |_| Some(inner))?;
                let element = types
                    .into_iter()
                    .next()
                    .map_or_else(|| inner.clone(), |(_, ty)| ty);
                Some((json!(["map", element]), values.into()))
            }
            ("object", Message::Map(pairs)) => {
                let types = inner.as_object()?;
                if pairs.is_empty() && !types.is_empty() {
                    self.note(Violation::EmptyObject);
                } else if pairs.len() != types.len() {
                    return None;
                }
                let (types, values) = self.fields(pairs, |name| types.get(name))?;
                Some((json!(["object", types]), values.into()))
            }
            _ => None,
        }
    }

    /// Reads elements; returns their types and values.
    fn all<'a>(
        &mut self,
        items: impl Iterator<Item = (&'a Message, &'a Json)>,
    ) -> Option<(Vec<Json>, Vec<Json>)> {
        let pairs: Option<Vec<_>> = items.map(|(item, ty)| self.value(item, ty)).collect();
        Some(pairs?.into_iter().unzip())
    }

    /// Reads pairs; returns the types and values by key. The last of equal keys counts.
    fn fields<'a>(
        &mut self,
        pairs: &[(Message, Message)],
        ty: impl Fn(&str) -> Option<&'a Json>,
    ) -> Option<(Map<String, Json>, Map<String, Json>)> {
        let (mut types, mut values) = (Map::new(), Map::new());
        for (key, message) in pairs {
            let key = self.key(key)?;
            let (part, value) = self.value(message, ty(&key)?)?;
            types.insert(key.clone(), part);
            if values.insert(key, value).is_some() {
                self.note(Violation::DuplicateKey);
            }
        }
        Some((types, values))
    }

    fn key(&mut self, message: &Message) -> Option<String> {
        match message {
            Message::String(_) => self.string(message),
            Message::Nil => {
                self.note(Violation::KeyIsNoString);
                Some(String::new())
            }
            Message::Binary(bytes) => {
                self.note(Violation::KeyIsNoString);
                Some(self.text(bytes))
            }
            _ => None,
        }
    }

    fn string(&mut self, message: &Message) -> Option<String> {
        match message {
            Message::String(text) => Some(self.text(text.as_bytes())),
            Message::Binary(bytes) => {
                self.note(Violation::BinaryString);
                Some(self.text(bytes))
            }
            _ => None,
        }
    }

    /// Reads bytes as UTF-8; cases show each invalid byte as a replacement character.
    fn text(&mut self, mut bytes: &[u8]) -> String {
        let mut text = String::new();
        loop {
            let valid = match std::str::from_utf8(bytes) {
                Ok(rest) => return text + rest,
                Err(error) => error.valid_up_to(),
            };
            self.note(Violation::InvalidUtf8);
            text.push_str(std::str::from_utf8(&bytes[..valid]).unwrap_or_default());
            text.push(char::REPLACEMENT_CHARACTER);
            bytes = &bytes[valid + 1..];
        }
    }

    /// Reads the type of a value, in the JSON type notation, and the value.
    fn dynamic(&mut self, pair: &[Message]) -> Option<(Json, Json)> {
        let [Message::Binary(notation), message] = pair else {
            return None;
        };
        let declared: Json = serde_json::from_slice(notation).ok()?;
        self.value(message, &declared)
    }

    /// Reads an unknown value. An extension of one byte, or with another code than that of refinements, has no refinements.
    fn unknown(&mut self, code: i8, payload: &[u8]) -> Option<Json> {
        if payload.len() <= 1 {
            return Some(json!({ "$unknown": {} }));
        }
        if code != REFINED {
            self.note(Violation::ExtensionCode);
            return Some(json!({ "$unknown": {} }));
        }
        let mut rest = payload;
        let refinements = match rmpv::decode::read_value(&mut rest).ok()? {
            Message::Map(pairs) if rest.is_empty() => pairs,
            Message::Nil if rest.is_empty() => {
                self.note(Violation::NullRefinement);
                Vec::new()
            }
            _ => return None,
        };
        let mut refined = Map::new();
        for (key, value) in &refinements {
            if let Some((name, value)) = self.refinement(key, value)? {
                refined.insert(name.to_owned(), value);
            }
        }
        Some(json!({ "$unknown": refined }))
    }

    /// Reads one refinement; `Some(None)` for one without information.
    fn refinement(&mut self, key: &Message, value: &Message) -> Option<Option<(&'static str, Json)>> {
        let key = match key {
            Message::Nil => {
                self.note(Violation::NullRefinement);
                0
            }
            key => key.as_i64()?,
        };
        if !(1..=6).contains(&key) {
            self.note(Violation::UnknownRefinement);
            return Some(None);
        }
        if value.is_nil() {
            self.note(Violation::NullRefinement);
        }
        let refinement = match (key, value) {
            (1, Message::Boolean(true)) => return None,
            (1, Message::Boolean(false) | Message::Nil) => ("null", json!(false)),
            (2, Message::Nil) => return Some(None),
            (2, _) => ("prefix", json!(self.string(value)?)),
            (3 | 4, _) => (if key == 3 { "lower" } else { "upper" }, self.bound(value)?),
            (5, _) => ("len_min", json!(value.as_u64()?)),
            (_, _) => ("len_max", json!(value.as_u64()?)),
        };
        Some(Some(refinement))
    }

    /// Reads a bound of a number and whether it is included.
    fn bound(&mut self, message: &Message) -> Option<Json> {
        let [bound, inclusive] = message.as_array()?.as_slice() else {
            return None;
        };
        let inclusive = match inclusive {
            Message::Nil => {
                self.note(Violation::NullRefinement);
                false
            }
            other => other.as_bool()?,
        };
        Some(json!([number(bound)?, inclusive]))
    }
}

/// Returns the decimal digits of a number, which may be written as a string.
fn number(message: &Message) -> Option<String> {
    match message {
        Message::Integer(whole) => Some(whole.to_string()),
        Message::F32(number) => Some(f64::from(*number).to_string()),
        Message::F64(number) => Some(number.to_string()),
        Message::String(text) => text.as_str().map(str::to_owned),
        _ => None,
    }
}
