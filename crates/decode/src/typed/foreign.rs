//! Attributes of types of other crates, behind features named as the crates.

use super::texts::parsed;
#[cfg(any(feature = "num-bigint", feature = "rust_decimal"))]
use hcl2_diagnostics::codes::decode as codes;
use hcl2_value::Value;
#[cfg(any(feature = "num-bigint", feature = "rust_decimal"))]
use hcl2_value::{Number, Type};

use super::{DecodeAttribute, Decoder, Definitions, Place};
use crate::schema::AttributeKind;

/// Implements decoding of a type from a string, by a function.
macro_rules! texts {
    ($($feature:literal $ty:ty: $expected:literal, $parse:expr;)*) => {
        $(
            #[cfg(feature = $feature)]
            #[cfg_attr(docsrs, doc(cfg(feature = $feature)))]
            impl DecodeAttribute for $ty {
                fn kind(definitions: &mut Definitions) -> AttributeKind {
                    String::kind(definitions)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    parsed($expected, $parse, value, place, decoder)
                }
            }
        )*
    };
}

texts! {
    "url" url::Url: "a URL, such as `https://example.org/`", |text| text.parse().ok();
    "uuid" uuid::Uuid: "a UUID, such as `67e55044-10b1-426f-9247-bb680e5fe0c8`", |text| text.parse().ok();
    "regex" regex::Regex: "a regular expression", |text| Self::new(text).ok();
    "jiff" jiff::Timestamp: "a time, such as `2026-01-31T12:00:00Z`", |text| text.parse().ok();
    "jiff" jiff::Zoned: "a time with its zone, such as `2026-01-31T12:00:00+01:00[Europe/Berlin]`", |text| text.parse().ok();
    "jiff" jiff::civil::Date: "a date, such as `2026-01-31`", |text| text.parse().ok();
    "jiff" jiff::civil::Time: "a time of day, such as `12:30:00`", |text| text.parse().ok();
    "jiff" jiff::civil::DateTime: "a date and a time, such as `2026-01-31T12:00:00`", |text| text.parse().ok();
    "jiff" jiff::Span: "a span of time, such as `1h 30m` or `P1M`", |text| text.parse().ok();
    "chrono" chrono::DateTime<chrono::Utc>: "a time, such as `2026-01-31T12:00:00Z`", |text| {
        chrono::DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc())
    };
    "chrono" chrono::DateTime<chrono::FixedOffset>: "a time, such as `2026-01-31T12:00:00+01:00`", |text| {
        Self::parse_from_rfc3339(text).ok()
    };
    "chrono" chrono::NaiveDate: "a date, such as `2026-01-31`", |text| text.parse().ok();
    "chrono" chrono::NaiveTime: "a time of day, such as `12:30:00`", |text| text.parse().ok();
    "chrono" chrono::NaiveDateTime: "a date and a time, such as `2026-01-31T12:00:00`", |text| text.parse().ok();
    "time" time::OffsetDateTime: "a time, such as `2026-01-31T12:00:00Z`", |text| {
        Self::parse(text, &time::format_description::well_known::Rfc3339).ok()
    };
    "time" time::Date: "a date, such as `2026-01-31`", |text| {
        Self::parse(text, &time::format_description::well_known::Iso8601::DATE).ok()
    };
}

/// Implements decoding of a type from a number, by its exact digits.
macro_rules! numbers {
    ($($feature:literal $ty:ty: $expected:literal, $parse:expr;)*) => {
        $(
            #[cfg(feature = $feature)]
            #[cfg_attr(docsrs, doc(cfg(feature = $feature)))]
            impl DecodeAttribute for $ty {
                fn kind(_definitions: &mut Definitions) -> AttributeKind {
                    AttributeKind::Value(Type::NUMBER)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    let number = Number::decode_value(value, place, decoder)?;
                    let parse: fn(&str) -> Option<Self> = $parse;
                    let parsed = parse(&number.to_string());
                    if parsed.is_none() {
                        let detail = format!("Expected {}, found {}.", $expected, super::decoder::found(value));
                        decoder.error(codes::OUT_OF_RANGE, "Number out of range", detail, place.span());
                    }
                    parsed
                }
            }
        )*
    };
}

#[cfg(any(feature = "num-bigint", feature = "rust_decimal"))]
numbers! {
    "rust_decimal" rust_decimal::Decimal: "a number of at most 28 digits", |text| Self::from_str_exact(text).ok();
    "num-bigint" num_bigint::BigInt: "a whole number", |text| text.parse().ok();
    "num-bigint" num_bigint::BigUint: "a whole number from 0", |text| text.parse().ok();
}
