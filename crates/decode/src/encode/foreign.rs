//! Encoding of types of other crates, behind features named as the crates.

use hcl2_value::Value;

use super::{EncodeAttribute, EncodeError, Encoded};

/// Implements encoding of a type as a string, by a function.
macro_rules! texts {
    ($($feature:literal $ty:ty: $text:expr;)*) => {
        $(
            #[cfg(feature = $feature)]
            #[cfg_attr(docsrs, doc(cfg(feature = $feature)))]
            impl EncodeAttribute for $ty {
                fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
                    let text: fn(&Self) -> Option<String> = $text;
                    match text(self) {
                        Some(text) => Ok(Some(Encoded::Value(Value::from(text)))),
                        None => Err(EncodeError::new("the value has no form as text")),
                    }
                }
            }
        )*
    };
}

texts! {
    "url" url::Url: |url| Some(url.to_string());
    "uuid" uuid::Uuid: |uuid| Some(uuid.to_string());
    "regex" regex::Regex: |regex| Some(regex.as_str().to_owned());
    "jiff" jiff::Timestamp: |time| Some(time.to_string());
    "jiff" jiff::Zoned: |time| Some(time.to_string());
    "jiff" jiff::civil::Date: |date| Some(date.to_string());
    "jiff" jiff::civil::Time: |time| Some(time.to_string());
    "jiff" jiff::civil::DateTime: |time| Some(time.to_string());
    "jiff" jiff::Span: |span| Some(span.to_string());
    "chrono" chrono::DateTime<chrono::Utc>: |time| Some(time.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true));
    "chrono" chrono::DateTime<chrono::FixedOffset>: |time| Some(time.to_rfc3339());
    "chrono" chrono::NaiveDate: |date| Some(date.to_string());
    "chrono" chrono::NaiveTime: |time| Some(time.to_string());
    "chrono" chrono::NaiveDateTime: |time| Some(time.format("%Y-%m-%dT%H:%M:%S%.f").to_string());
    "time" time::OffsetDateTime: |time| time.format(&time::format_description::well_known::Rfc3339).ok();
    "time" time::Date: |date| date.format(&time::format_description::well_known::Iso8601::DATE).ok();
}

/// Implements encoding of a type as a number, by its digits.
macro_rules! numbers {
    ($($feature:literal $ty:ty)*) => {
        $(
            #[cfg(feature = $feature)]
            #[cfg_attr(docsrs, doc(cfg(feature = $feature)))]
            impl EncodeAttribute for $ty {
                fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
                    match hcl2_value::Number::parse(&self.to_string()) {
                        Ok(number) => Ok(Some(Encoded::Value(Value::from(number)))),
                        Err(error) => Err(EncodeError::new(error.to_string())),
                    }
                }
            }
        )*
    };
}

numbers! {
    "rust_decimal" rust_decimal::Decimal
    "num-bigint" num_bigint::BigInt
    "num-bigint" num_bigint::BigUint
}
