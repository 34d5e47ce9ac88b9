//! Attributes of types of the standard library that a string stands for.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use hcl2_diagnostics::codes::decode as codes;
use hcl2_value::{Type, Value};

use super::{DecodeAttribute, Decoder, Definitions, Place};
use crate::schema::AttributeKind;

/// Reads a string and parses it; `expected` says what it must be.
pub(super) fn parsed<T>(
    expected: &str,
    parse: impl FnOnce(&str) -> Option<T>,
    value: &Value,
    place: &Place<'_>,
    decoder: &mut Decoder<'_>,
) -> Option<T> {
    let text = String::decode_value(value, place, decoder)?;
    let parsed = parse(&text);
    if parsed.is_none() {
        let detail = format!("Expected {expected}, found {}.", super::decoder::found(value));
        decoder.error(codes::INVALID_VALUE, "Invalid value", detail, place.span());
    }
    parsed
}

macro_rules! texts {
    ($($ty:ty: $expected:literal)*) => {
        $(
            impl DecodeAttribute for $ty {
                fn kind(definitions: &mut Definitions) -> AttributeKind {
                    String::kind(definitions)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    parsed($expected, |text| text.parse().ok(), value, place, decoder)
                }
            }
        )*
    };
}

texts! {
    PathBuf: "a path"
    char: "a single character"
    IpAddr: "an IP address, such as `10.0.0.1` or `::1`"
    Ipv4Addr: "an IPv4 address, such as `10.0.0.1`"
    Ipv6Addr: "an IPv6 address, such as `::1`"
    SocketAddr: "an IP address and a port, such as `10.0.0.1:80` or `[::1]:80`"
    SocketAddrV4: "an IPv4 address and a port, such as `10.0.0.1:80`"
    SocketAddrV6: "an IPv6 address and a port, such as `[::1]:80`"
}

macro_rules! nonzero {
    ($($integer:ty)*) => {
        $(
            impl DecodeAttribute for NonZero<$integer> {
                fn kind(definitions: &mut Definitions) -> AttributeKind {
                    <$integer>::kind(definitions)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    let number = <$integer>::decode_value(value, place, decoder)?;
                    let nonzero = Self::new(number);
                    if nonzero.is_none() {
                        let detail = "Expected a number other than 0.";
                        decoder.error(codes::OUT_OF_RANGE, "Number out of range", detail, place.span());
                    }
                    nonzero
                }
            }
        )*
    };
}

nonzero!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// A number of seconds, or a string with units such as `"1h 30m"`.
impl DecodeAttribute for Duration {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        String::kind(definitions)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let expected = "a number of seconds, or a time such as `1h 30m` or `250ms`";
        let parse = |text: &str| match text.parse() {
            Ok(seconds) => Self::try_from_secs_f64(seconds).ok(),
            Err(_) => humantime::parse_duration(text).ok(),
        };
        if *value.ty() == Type::BOOL {
            return decoder.unfit::<Self, Self>(value, place);
        }
        parsed(expected, parse, value, place, decoder)
    }
}
