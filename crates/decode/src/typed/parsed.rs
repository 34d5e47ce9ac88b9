//! Attributes that `FromStr` parses.

use std::fmt::Display;
use std::str::FromStr;

use hcl2_diagnostics::Diagnostic;
use hcl2_value::Value;

use super::{DecodeAttribute, Decoder, Definitions, Place};
use crate::schema::AttributeKind;

/// A value that `FromStr` parses from a string, in the place of a type with `#[hcl(from_str)]`.
#[derive(Debug)]
pub struct Parsed<T>(pub T);

impl<T: FromStr<Err: Display>> DecodeAttribute for Parsed<T> {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        String::kind(definitions)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match String::decode_value(value, place, decoder)?.parse() {
            Ok(parsed) => Some(Self(parsed)),
            Err(error) => {
                decoder.report([Diagnostic::invalid_value(place.span(), error)]);
                None
            }
        }
    }
}
