//! Functions of timestamps.

use std::sync::Arc;

use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use crate::host::{Host, HostError, PointInTime};
use crate::support::text;
use crate::time::Timestamp;

/// Creates the function `timecmp(timestamp_a, timestamp_b)`.
///
/// It returns -1, 0 or 1 if the first timestamp is earlier than, the same as or later than the second one.
#[must_use]
pub fn timecmp() -> Function {
    let timestamp = |name, description| Parameter::new(name, Type::STRING).describe(description);
    Function::new("timecmp", |arguments, _| {
        let parse =
            |index: usize| Timestamp::parse(text(arguments, index)).map_err(|error| error.in_argument(index));
        let (a, b) = (parse(0)?, parse(1)?);
        Ok(Value::from(a.instant().cmp(&b.instant()) as i64))
    })
    .describe(
        "Returns -1, 0 or 1 if the first timestamp is earlier than, the same as or later than the second one.",
    )
    .example(
        "timecmp(\"2006-01-02T15:04:05Z\", \"2006-01-02T16:04:05+01:00\")",
        "0",
    )
    .parameter(timestamp("timestamp_a", "The first timestamp."))
    .parameter(timestamp("timestamp_b", "The second timestamp."))
    .returns(Type::NUMBER)
    .never_null()
}

fn clock(
    name: &'static str,
    description: &'static str,
    host: &Arc<dyn Host>,
    read: fn(&dyn Host) -> Result<PointInTime, HostError>,
) -> Function {
    let host = Arc::clone(host);
    Function::new(name, move |_, _| {
        let now = read(&*host).map_err(|error| FunctionError::new(error.to_string()))?;
        Ok(Value::from(Timestamp::in_utc(now.seconds).to_string()))
    })
    .describe(description)
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `timestamp()`.
///
/// It returns the current time in UTC as a timestamp in whole seconds.
#[must_use]
pub fn timestamp(host: &Arc<dyn Host>) -> Function {
    clock(
        "timestamp",
        "Returns the current time in UTC as a timestamp in whole seconds.",
        host,
        |host| host.now(),
    )
    .example("timestamp()", "\"2006-01-02T15:04:05Z\"")
}

/// Creates the function `plantimestamp()`.
///
/// It returns the time of the plan in UTC, the same for all calls.
#[must_use]
pub fn plantimestamp(host: &Arc<dyn Host>) -> Function {
    clock(
        "plantimestamp",
        "Returns the time of the plan in UTC, the same for all calls.",
        host,
        |host| host.plan_time(),
    )
    .example("plantimestamp()", "\"2006-01-02T15:04:05Z\"")
}
