//! Types of the standard library that a string stands for.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use hcl2_decode::attribute::DecodeAttribute;
use hcl2_decode::encode::EncodeAttribute;
use hcl2_decode::{decode_value, encode_value};
use hcl2_value::Value;

#[track_caller]
fn expect<T: DecodeAttribute + EncodeAttribute + PartialEq + std::fmt::Debug>(text: &str, wanted: T) {
    let value = Value::from(text);
    let decoded: Result<T, _> = decode_value(&value);
    assert_eq!(decoded.as_ref(), Ok(&wanted));
    assert_eq!(encode_value(&wanted), Ok(value));
}

#[track_caller]
fn refused<T: DecodeAttribute + std::fmt::Debug>(value: impl Into<Value>) -> String {
    decode_value::<T>(&value.into())
        .expect_err("a problem")
        .to_string()
}

#[test]
fn strings_are_parsed_and_written_back() {
    expect("/etc/app", PathBuf::from("/etc/app"));
    expect("é", 'é');
    expect("10.0.0.1", Ipv4Addr::new(10, 0, 0, 1));
    expect("::1", IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]));
    expect("10.0.0.1:80", SocketAddr::from(([10, 0, 0, 1], 80)));
    expect("1h 30m", Duration::from_secs(5400));
    expect("250ms", Duration::from_millis(250));
}

#[test]
fn a_duration_is_also_a_number_of_seconds() {
    assert_eq!(decode_value(&Value::from(90)), Ok(Duration::from_secs(90)));
    assert_eq!(decode_value(&Value::from("0.5")), Ok(Duration::from_millis(500)));
}

#[test]
fn zero_is_refused() {
    assert_eq!(
        decode_value(&Value::from(3)),
        Ok(NonZero::new(3_u8).expect("3 is not 0"))
    );
    assert_eq!(
        encode_value(&NonZero::new(3_u8).expect("3 is not 0")),
        Ok(Value::from(3))
    );
    assert_eq!(refused::<NonZero<u16>>(0), "Expected a number other than 0.");
}

#[test]
fn other_strings_are_refused_with_an_example() {
    assert_eq!(
        refused::<Ipv4Addr>("10.0.0"),
        "Expected an IPv4 address, such as `10.0.0.1`, found the string \"10.0.0\"."
    );
    assert_eq!(
        refused::<char>("ab"),
        "Expected a single character, found the string \"ab\"."
    );
    let wanted = "Expected a number of seconds, or a time such as `1h 30m` or `250ms`, found ";
    assert_eq!(
        refused::<Duration>("soon"),
        format!("{wanted}the string \"soon\".")
    );
    assert_eq!(refused::<Duration>(-1), format!("{wanted}-1."));
    assert_eq!(refused::<Duration>(true), "Expected a string, found `true`.");
}
