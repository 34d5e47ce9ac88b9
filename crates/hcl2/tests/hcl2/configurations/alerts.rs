//! Rules of a monitor: conditions kept as source text, and durations in a notation of their own.

use std::fmt;
use std::str::FromStr;

use hcl2::model::{EvalContext, ExpressionRef};
use hcl2::value::Value;
use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Alerts {
    #[hcl(from_str, default = Seconds(60))]
    interval: Seconds,
    #[hcl(block, name = "alert", min = 1)]
    alerts: Vec<Alert>,
    #[hcl(block, name = "receiver", max = 2)]
    receivers: Vec<Receiver>,
}

#[derive(Decode, Debug)]
struct Alert {
    #[hcl(label)]
    name: String,
    when: ExpressionRef,
    #[hcl(name = "for", from_str)]
    lasting: Seconds,
    severity: Severity,
    summary: Option<String>,
    #[hcl(deprecated = "write the text into `summary`")]
    message: Option<String>,
}

/// Compares everything but expressions, which have no equality.
impl PartialEq for Alert {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.lasting, self.severity, &self.summary)
            == (&other.name, other.lasting, other.severity, &other.summary)
    }
}

#[derive(Decode, Clone, Copy, Debug, PartialEq)]
#[hcl(keyword)]
enum Severity {
    Info,
    Warning,
    Critical,
}

#[derive(Decode, Debug, PartialEq)]
struct Receiver {
    #[hcl(label)]
    name: String,
    severities: Vec<Severity>,
    address: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Seconds(u32);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let count: Option<u32> = text.strip_suffix(unit).and_then(|count| count.parse().ok());
        let factor = match unit {
            "s" => Some(1),
            "m" => Some(60),
            "h" => Some(3600),
            _ => None,
        };
        let seconds = count
            .zip(factor)
            .and_then(|(count, factor)| count.checked_mul(factor));
        seconds
            .map(Self)
            .ok_or_else(|| format!("a duration is a number and a unit, as in 30s, 5m or 1h, not {text:?}"))
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.0)
    }
}

#[test]
fn alerts_are_decoded() {
    let alerts: Alerts = super::check("alerts", &Loader::new());
    let [cpu, disk] = alerts.alerts.as_slice() else {
        panic!("{alerts:?}");
    };
    assert_eq!((&cpu.name, &cpu.message), (&"cpu".to_owned(), &None));
    assert_eq!((cpu.lasting, disk.severity), (Seconds(300), Severity::Critical));
    assert_eq!(
        alerts.receivers[0].severities,
        [Severity::Warning, Severity::Critical]
    );
    let mut context = EvalContext::new();
    context.set_variable(
        "disk",
        Value::object([("free", Value::from(2)), ("size", Value::from(100))]),
    );
    let fires = disk.when.evaluate(Some(&context)).value;
    assert_eq!(fires, Value::from(true));
}
