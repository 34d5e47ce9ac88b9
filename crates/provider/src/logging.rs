//! Logs for Terraform: what is recorded with `tracing` becomes lines of JSON on standard error, in the form that Terraform
//! reads, sorts by level, and shows under `TF_LOG`.
//!
//! # Examples
//!
//! A call of a resource records what it does; Terraform shows it if its user sets `TF_LOG=INFO`:
//!
//! ```
//! tracing::info!(path = "a.txt", "file written");
//! ```

use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use hcl2_value::Value;
use hcl2_wire::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Sends the records of the whole process to Terraform, unless the application sends them elsewhere already.
/// [`Server::run`](crate::Server::run) calls it.
pub fn to_terraform() {
    // The application's own subscriber stays.
    let _ = tracing::subscriber::set_global_default(Lines::new(level()));
}

/// Returns the most detailed level that Terraform shows.
fn level() -> Level {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let asked = variable("TF_LOG_PROVIDER").or_else(|| variable("TF_LOG"));
    match asked.as_deref().map(str::to_ascii_uppercase).as_deref() {
        Some("TRACE" | "JSON") => Level::TRACE,
        Some("DEBUG") => Level::DEBUG,
        Some("INFO") => Level::INFO,
        Some("ERROR") => Level::ERROR,
        _ => Level::WARN,
    }
}

/// Writes each record as a line of JSON.
struct Lines {
    level: Level,
    spans: AtomicU64,
}

impl Lines {
    fn new(level: Level) -> Self {
        Self {
            level,
            spans: AtomicU64::new(1),
        }
    }
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // The transport has records of its own, which say nothing of the provider.
        let own = !["h2", "hyper", "tonic", "tower", "rustls"]
            .iter()
            .any(|other| metadata.target().split("::").next() == Some(other));
        own && *metadata.level() <= self.level
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed).max(1))
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        if let Some(line) = line(event.metadata(), SystemTime::now(), &fields) {
            // Nobody reads where nobody can.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Returns a record as a line.
fn line(metadata: &Metadata<'_>, time: SystemTime, fields: &Fields) -> Option<String> {
    let level = metadata.level().as_str().to_ascii_lowercase();
    let own = [
        ("@level", Value::from(level.as_str())),
        ("@message", Value::from(fields.message.as_str())),
        ("@module", Value::from(metadata.target())),
        ("@timestamp", Value::from(timestamp(time).as_str())),
    ];
    let given = fields.others.iter().map(|(name, value)| (*name, value.clone()));
    let object = Value::object(own.into_iter().chain(given));
    json::encode(&object, object.ty()).ok()
}

/// The fields of a record.
#[derive(Default)]
struct Fields {
    message: String,
    others: Vec<(&'static str, Value)>,
}

impl Fields {
    fn add(&mut self, field: &Field, value: Value) {
        self.others.push((field.name(), value));
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            // Writing to a string does not fail.
            let _ = write!(self.message, "{value:?}");
        } else {
            self.add(field, Value::from(format!("{value:?}")));
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, Value::from(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, Value::from(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, Value::from(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, Value::from(value));
    }
}

/// Returns a time in the notation of RFC 3339, in UTC with microseconds.
fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let micros = since.subsec_micros();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

/// Returns the date that is a number of days after the first of 1970.
fn date(days: u64) -> (u64, u64, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut rest = days;
    let mut year = 1970;
    loop {
        let length = 365 + u64::from(is_leap(year));
        if rest < length {
            break;
        }
        rest -= length;
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    (year, month, rest + 1)
}
