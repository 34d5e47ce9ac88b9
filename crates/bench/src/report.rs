//! Results as a table or as lines of JSON.

use std::time::Duration;

use serde_json::{Map, Number, Value};

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Megabytes (10^6 bytes) of source per second: more is better.
    MegabytesPerSecond,
    /// Nanoseconds per operation: less is better.
    Nanoseconds,
    /// Peak of heap bytes per source byte: less is better.
    HeapPerByte,
    /// The ratio of times per unit of large and small inputs: 1 is best.
    Times,
}

impl Unit {
    const ALL: [Self; 4] = [
        Self::MegabytesPerSecond,
        Self::Nanoseconds,
        Self::HeapPerByte,
        Self::Times,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::MegabytesPerSecond => "MB/s",
            Self::Nanoseconds => "ns",
            Self::HeapPerByte => "B/B",
            Self::Times => "x",
        }
    }

    /// Returns the figure for an amount of work and a time.
    pub(crate) fn figure(self, work: u64, time: Duration) -> f64 {
        let (work, seconds) = (work as f64, time.as_secs_f64());
        match self {
            Self::MegabytesPerSecond => work / seconds / 1e6,
            Self::Nanoseconds | Self::HeapPerByte | Self::Times => seconds * 1e9 / work,
        }
    }

    /// Returns how many times better `ours` is than `theirs`.
    fn factor(self, ours: f64, theirs: f64) -> f64 {
        match self {
            Self::MegabytesPerSecond => ours / theirs,
            Self::Nanoseconds | Self::HeapPerByte | Self::Times => theirs / ours,
        }
    }
}

/// The figures of one stage.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measurement {
    pub(crate) stage: String,
    pub(crate) unit: Unit,
    pub(crate) ours: f64,
    /// The contestants that do the same work.
    pub(crate) peers: Figures,
    /// The contestants that do other work on the same input.
    pub(crate) unlike: Figures,
}

/// Figures by name.
pub(crate) type Figures = Vec<(String, f64)>;

impl Measurement {
    /// Creates the result of a stage with ours alone.
    pub(crate) fn new(stage: &str, unit: Unit, ours: f64) -> Self {
        Self {
            stage: stage.to_owned(),
            unit,
            ours,
            peers: Vec::new(),
            unlike: Vec::new(),
        }
    }

    /// Returns the result as a line of JSON.
    fn to_json(&self) -> String {
        let mut line = Map::new();
        line.insert("stage".to_owned(), self.stage.clone().into());
        line.insert("unit".to_owned(), self.unit.name().into());
        line.insert("ours".to_owned(), number(self.ours));
        line.insert("peers".to_owned(), object(&self.peers));
        if !self.unlike.is_empty() {
            line.insert("unlike".to_owned(), object(&self.unlike));
        }
        Value::Object(line).to_string()
    }

    /// Reads the output of `to_json`.
    pub(crate) fn from_json(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let unit = value.get("unit")?.as_str()?;
        Some(Self {
            stage: value.get("stage")?.as_str()?.to_owned(),
            unit: Unit::ALL.into_iter().find(|known| known.name() == unit)?,
            ours: value.get("ours")?.as_f64()?,
            peers: figures(value.get("peers")?)?,
            unlike: value.get("unlike").map_or(Some(Vec::new()), figures)?,
        })
    }

    /// Returns the result as a line of the table.
    fn to_line(&self) -> String {
        let mut line = format!(
            "{:<22}{:>5}{:>11}",
            self.stage,
            self.unit.name(),
            rounded(self.ours)
        );
        for (name, figure) in &self.peers {
            let factor = self.unit.factor(self.ours, *figure);
            line.push_str(&format!("   {name} {} ({factor:.1}x)", rounded(*figure)));
        }
        for (name, figure) in &self.unlike {
            line.push_str(&format!("   {name} {} (other work)", rounded(*figure)));
        }
        line
    }
}

fn object(figures: &Figures) -> Value {
    let figures = figures.iter();
    Value::Object(
        figures
            .map(|(name, figure)| (name.clone(), number(*figure)))
            .collect(),
    )
}

fn figures(object: &Value) -> Option<Figures> {
    let figures = object.as_object()?.iter();
    figures
        .map(|(name, figure)| Some((name.clone(), figure.as_f64()?)))
        .collect()
}

/// Formats a figure with one digit after the point, or two if it is small.
fn rounded(figure: f64) -> String {
    if figure < 10.0 {
        format!("{figure:.2}")
    } else {
        format!("{figure:.1}")
    }
}

fn number(figure: f64) -> Value {
    rounded(figure)
        .parse::<Number>()
        .map_or(Value::Null, Value::Number)
}

/// Prints results as they arrive.
pub(crate) struct Report {
    json: bool,
    headed: bool,
}

#[expect(clippy::print_stdout, reason = "the figures are for the person who runs it")]
impl Report {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, headed: false }
    }

    pub(crate) fn add(&mut self, outcome: &Measurement) {
        if self.json {
            println!("{}", outcome.to_json());
            return;
        }
        if !std::mem::replace(&mut self.headed, true) {
            println!(
                "{:<22}{:>5}{:>11}   peers (ours is this many times better)",
                "stage", "unit", "ours"
            );
        }
        println!("{}", outcome.to_line());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsing() -> Measurement {
        Measurement {
            stage: "native.parse".to_owned(),
            unit: Unit::MegabytesPerSecond,
            ours: 152.14,
            peers: vec![("hcl-edit".to_owned(), 30.4), ("go-hcl".to_owned(), 7.125)],
            unlike: Vec::new(),
        }
    }

    #[test]
    fn a_line_of_json_is_as_promised() {
        let line = parsing().to_json();
        assert_eq!(
            line,
            r#"{"stage":"native.parse","unit":"MB/s","ours":152.1,"peers":{"hcl-edit":30.4,"go-hcl":7.12}}"#
        );
        let read = Measurement::from_json(&line).unwrap();
        assert_eq!(
            (read.ours, &*read.peers[1].0, read.peers[1].1),
            (152.1, "go-hcl", 7.12)
        );
        assert_eq!(Measurement::from_json("note: hello"), None);
    }

    #[test]
    fn a_line_of_the_table_says_how_many_times_better() {
        assert_eq!(
            parsing().to_line(),
            "native.parse           MB/s      152.1   hcl-edit 30.4 (5.0x)   go-hcl 7.12 (21.4x)"
        );
        let outcome = Measurement {
            stage: "eval.literal".to_owned(),
            unit: Unit::Nanoseconds,
            ours: 50.0,
            peers: vec![("go-hcl".to_owned(), 2600.0)],
            unlike: Vec::new(),
        };
        assert_eq!(
            outcome.to_line(),
            "eval.literal             ns       50.0   go-hcl 2600.0 (52.0x)"
        );
    }

    #[test]
    fn other_work_is_shown_without_a_ratio() {
        let outcome = Measurement {
            unlike: vec![("serde_json".to_owned(), 90.0)],
            ..Measurement::new("json.parse", Unit::MegabytesPerSecond, 180.0)
        };
        assert_eq!(
            outcome.to_line(),
            "json.parse             MB/s      180.0   serde_json 90.0 (other work)"
        );
        let line = outcome.to_json();
        assert!(
            line.ends_with(r#""peers":{},"unlike":{"serde_json":90.0}}"#),
            "{line}"
        );
        assert_eq!(Measurement::from_json(&line), Some(outcome));
    }

    #[test]
    fn figures_follow_from_work_and_time() {
        let time = Duration::from_millis(500);
        assert_eq!(Unit::MegabytesPerSecond.figure(10_000_000, time), 20.0);
        assert_eq!(Unit::Nanoseconds.figure(1000, time), 500_000.0);
    }
}
