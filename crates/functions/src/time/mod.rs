//! Functions of timestamps, which are strings in the format of RFC 3339.

mod duration;
mod layout;
mod timestamp;

use hcl2_value::{Function, Parameter, Type, Value};

use crate::support::text;
pub(crate) use timestamp::Timestamp;
pub use timestamp::days_since_1970;

fn string(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING).describe(description)
}

/// Parses a duration such as `1h30m` or `-1.5s`, and returns it in nanoseconds.
///
/// # Errors
///
/// If it is not a sum of numbers with units, or longer than 292 years.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_functions::nanoseconds_of("1m30s"), Ok(90_000_000_000));
/// let error = hcl2_functions::nanoseconds_of("90s later").unwrap_err();
/// assert!(error.to_string().starts_with("a duration such as 1h30m or -1.5s is required"));
/// ```
pub fn nanoseconds_of(duration: &str) -> Result<i64, hcl2_value::FunctionError> {
    duration::nanoseconds(duration)
}

/// Creates the function `formatdate(format, time)`.
///
/// It formats a timestamp by a layout, in which letters stand for parts, such as YYYY for the year.
///
/// Letters of the layout stand for parts of the timestamp. Letters in single quotes are literal, and two single quotes
/// stand for one.
///
/// | letters | part |
/// |---|---|
/// | `YYYY` `YY` | the year, or its last two digits |
/// | `MMMM` `MMM` `MM` `M` | the month: its name, three letters of it, two digits, or as few as needed |
/// | `DD` `D` | the day of the month: two digits, or as few as needed |
/// | `EEEE` `EEE` | the day of the week: its name, or three letters of it |
/// | `hh` `h` | the hour from 0 to 23 |
/// | `HH` `H` | the hour from 1 to 12 |
/// | `AA` `aa` | `AM` or `PM`, `am` or `pm` |
/// | `mm` `m`, `ss` `s` | the minute and the second |
/// | `ZZZZZ` `ZZZZ` | the offset from UTC, such as `-08:00` or `-0800` |
/// | `Z` `ZZZ` | the same, but `Z` or `UTC` for UTC |
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let time = Value::from("2006-01-02T15:04:05Z");
/// let date = hcl2_functions::formatdate().call(&[Value::from("EEEE, D MMM YYYY"), time])?;
/// assert_eq!(date, Value::from("Monday, 2 Jan 2006"));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn formatdate() -> Function {
    Function::new("formatdate", |arguments, _| {
        let time = Timestamp::parse(text(arguments, 1)).map_err(|error| error.in_argument(1))?;
        layout::format(text(arguments, 0), &time)
            .map(Value::from)
            .map_err(|error| error.in_argument(0))
    })
    .describe("Formats a timestamp by a layout, in which letters stand for parts, such as YYYY for the year.")
    .example(
        "formatdate(\"D MMM YYYY\", \"2006-01-02T15:04:05Z\")",
        "\"2 Jan 2006\"",
    )
    .parameter(string("format", "The layout."))
    .parameter(string("time", "The timestamp."))
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `timeadd(timestamp, duration)`.
///
/// It adds a duration, such as 1h30m, to a timestamp.
///
/// A duration is a sign and numbers with units: `ns`, `us` or `µs`, `ms`, `s`, `m` and `h`.
#[must_use]
pub fn timeadd() -> Function {
    Function::new("timeadd", |arguments, _| {
        let time = Timestamp::parse(text(arguments, 0))?;
        let duration = duration::nanoseconds(text(arguments, 1))?;
        Ok(Value::from(time.plus(duration).to_string()))
    })
    .describe("Adds a duration, such as 1h30m, to a timestamp.")
    .example(
        "timeadd(\"2006-01-02T15:04:05Z\", \"1h30m\")",
        "\"2006-01-02T16:34:05Z\"",
    )
    .parameter(string("timestamp", "The timestamp."))
    .parameter(string(
        "duration",
        "The duration, negative for an earlier timestamp.",
    ))
    .returns(Type::STRING)
}
