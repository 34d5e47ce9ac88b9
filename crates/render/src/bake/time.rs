//! The functions about Unix timestamps.

use hcl2_functions::{days_since_1970, formatdate, timeadd};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

pub(super) fn functions() -> [Function; 2] {
    [formattimestamp(), unixtimestampparse()]
}

/// Returns the seconds since 1970 that a number is.
fn seconds_of(value: &Value) -> Option<i64> {
    value.as_number()?.to_string().parse().ok()
}

/// Returns the timestamp of a number of seconds since 1970.
fn timestamp(seconds: i64) -> Result<String, FunctionError> {
    let added = timeadd().call(&["1970-01-01T00:00:00Z".into(), format!("{seconds}s").into()])?;
    Ok(added.as_str().unwrap_or_default().to_owned())
}

fn formatted(layout: &str, timestamp: &str) -> Result<String, FunctionError> {
    let text = formatdate().call(&[layout.into(), timestamp.into()])?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

fn number(layout: &str, timestamp: &str) -> Result<i64, FunctionError> {
    let text = formatted(layout, timestamp)?;
    text.parse()
        .map_err(|_| FunctionError::new("the timestamp is not one of the years from 0 to 9999"))
}

fn formattimestamp() -> Function {
    Function::new("formattimestamp", |arguments, _| {
        let layout = arguments[0].as_str().unwrap_or_default();
        let time = if let Some(text) = arguments[1].as_str() {
            text.to_owned()
        } else {
            let seconds = seconds_of(&arguments[1]);
            let seconds = seconds
                .ok_or_else(|| FunctionError::for_argument(1, "expected a timestamp or a whole number"))?;
            timestamp(seconds)?
        };
        if layout != "X" {
            return Ok(formatted(layout, &time)?.into());
        }
        let date = days_since_1970(number("YYYY", &time)?, number("M", &time)?, number("D", &time)?);
        let clock = number("h", &time)? * 3600 + number("m", &time)? * 60 + number("s", &time)?;
        let zone = formatted("ZZZZ", &time)?;
        let (sign, digits) = zone.split_at_checked(1).unwrap_or(("+", "0000"));
        let offset = digits.parse::<i64>().unwrap_or_default();
        let offset = offset / 100 * 3600 + offset % 100 * 60;
        let offset = if sign == "-" { -offset } else { offset };
        Ok((date * 86_400 + clock - offset).to_string().into())
    })
    .parameter(Parameter::new("format", Type::STRING))
    .parameter(Parameter::new("time", Type::DYNAMIC))
    .returns(Type::STRING)
}

fn unixtimestampparse() -> Function {
    Function::new("unixtimestampparse", |arguments, _| {
        let seconds = seconds_of(&arguments[0]);
        let seconds = seconds.ok_or_else(|| FunctionError::for_argument(0, "expected a whole number"))?;
        let time = timestamp(seconds)?;
        let (year, month, day) = (number("YYYY", &time)?, number("M", &time)?, number("D", &time)?);
        let days = seconds.div_euclid(86_400);
        // 1970 began on a Thursday. The week of a date is that of its Thursday.
        let weekday = (days + 4).rem_euclid(7);
        let thursday = days + 3 - (days + 3).rem_euclid(7);
        let of_thursday = timestamp(thursday * 86_400)?;
        let iso_year = number("YYYY", &of_thursday)?;
        let iso_week = (thursday - days_since_1970(iso_year, 1, 1)) / 7 + 1;
        Ok(Value::object([
            ("year", Value::from(year)),
            ("year_day", Value::from(days - days_since_1970(year, 1, 1) + 1)),
            ("day", Value::from(day)),
            ("month", Value::from(month)),
            ("month_name", formatted("MMMM", &time)?.into()),
            ("weekday", Value::from(weekday)),
            ("weekday_name", formatted("EEEE", &time)?.into()),
            ("hour", Value::from(number("h", &time)?)),
            ("minute", Value::from(number("m", &time)?)),
            ("second", Value::from(number("s", &time)?)),
            ("rfc3339", time.into()),
            ("iso_year", Value::from(iso_year)),
            ("iso_week", Value::from(iso_week)),
        ]))
    })
    .parameter(Parameter::new("unix_timestamp", Type::NUMBER))
}
