//! Fields of types of other crates.

use hcl2_decode::attribute::DecodeAttribute;
use hcl2_decode::encode::EncodeAttribute;
use hcl2_decode::{decode_value, encode_value};
use hcl2_value::Value;

/// Decodes a value and expects that it is written back as it was, and that another one is refused with these words.
#[track_caller]
fn expect<T: DecodeAttribute + EncodeAttribute + std::fmt::Debug>(
    value: impl Into<Value>,
    wrong: impl Into<Value>,
    message: &str,
) {
    let value = value.into();
    let decoded: T = decode_value(&value).expect("a value");
    assert_eq!(encode_value(&decoded), Ok(value));
    let refused = decode_value::<T>(&wrong.into()).expect_err("a problem");
    assert_eq!(refused.to_string(), message);
}

#[test]
fn strings_are_parsed_and_written_back() {
    expect::<url::Url>(
        "https://example.org/a",
        "example",
        "Expected a URL, such as `https://example.org/`, found the string \"example\".",
    );
    expect::<uuid::Uuid>(
        "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "67e5",
        "Expected a UUID, such as `67e55044-10b1-426f-9247-bb680e5fe0c8`, found the string \"67e5\".",
    );
    expect::<regex::Regex>(
        "^a+$",
        "a(",
        "Expected a regular expression, found the string \"a(\".",
    );
}

#[test]
fn times_are_parsed_and_written_back() {
    let time = "Expected a time, such as `2026-01-31T12:00:00Z`, found the string \"noon\".";
    let date = "Expected a date, such as `2026-01-31`, found the string \"2026-02-30\".";
    expect::<jiff::Timestamp>("2026-01-31T12:00:00Z", "noon", time);
    expect::<chrono::DateTime<chrono::Utc>>("2026-01-31T12:00:00Z", "noon", time);
    expect::<time::OffsetDateTime>("2026-01-31T12:00:00Z", "noon", time);
    expect::<jiff::civil::Date>("2026-01-31", "2026-02-30", date);
    expect::<chrono::NaiveDate>("2026-01-31", "2026-02-30", date);
    expect::<time::Date>("2026-01-31", "2026-02-30", date);
    expect::<chrono::NaiveDateTime>(
        "2026-01-31T12:00:00",
        "noon",
        "Expected a date and a time, such as `2026-01-31T12:00:00`, found the string \"noon\".",
    );
    expect::<chrono::DateTime<chrono::FixedOffset>>(
        "2026-01-31T12:00:00+01:00",
        "noon",
        "Expected a time, such as `2026-01-31T12:00:00+01:00`, found the string \"noon\".",
    );
    expect::<jiff::civil::Time>(
        "12:30:00",
        "25:00",
        "Expected a time of day, such as `12:30:00`, found the string \"25:00\".",
    );
}

#[test]
fn numbers_are_exact() {
    let number = |text: &str| Value::from(hcl2_value::Number::parse(text).expect("a number"));
    expect::<rust_decimal::Decimal>(
        number("0.1000000000000000000000000001"),
        number("1e40"),
        "Expected a number of at most 28 digits, found a number with too many digits.",
    );
    expect::<num_bigint::BigInt>(
        number("-340282366920938463463374607431768211456"),
        number("0.5"),
        "Expected a whole number, found 0.5.",
    );
    expect::<num_bigint::BigUint>(
        number("7"),
        number("-7"),
        "Expected a whole number from 0, found -7.",
    );
}
