//! What became of the mutants, beside the reasons why some of them survive.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

/// Source files by path.
pub(super) type Sources = BTreeMap<String, String>;

/// The report that cargo-mutants writes as `outcomes.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Outcomes {
    outcomes: Vec<Outcome>,
}

#[derive(Debug, Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: Summary,
}

#[derive(Debug, Deserialize)]
enum Scenario {
    /// The crate as it is.
    Baseline,
    Mutant(Mutant),
}

#[derive(Debug, Deserialize)]
struct Mutant {
    /// Place and change: `src/lib.rs:1:2: replace > with >= in f`.
    name: String,
    file: String,
    span: Span,
}

#[derive(Debug, Deserialize)]
struct Span {
    start: Position,
}

#[derive(Debug, Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Summary {
    /// The baseline passed its tests.
    Success,
    CaughtMutant,
    MissedMutant,
    /// The compiler refused the mutant.
    Unviable,
    Timeout,
    /// The baseline did not build or pass its tests.
    Failure,
}

/// A mutant that passed every test.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Survivor {
    file: String,
    /// Line and column, from 1.
    place: (usize, usize),
    /// The change, in the words of cargo-mutants.
    mutant: String,
    /// The line that is changed, without its indentation.
    line: String,
}

/// The reasons why mutants survive.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Explanations {
    #[serde(default)]
    explained: Vec<Explanation>,
}

/// The reason why a mutant survives. It names the text of a line rather than its number, which moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explanation {
    file: String,
    mutant: String,
    line: String,
    reason: String,
}

/// The result of comparing survivors with explanations.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Survivors with an explanation.
    pub(super) explained: u64,
    /// Survivors without explanation and explanations without survivor, a line each.
    pub(super) complaints: Vec<String>,
}

/// Counts of the mutants tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rate {
    /// Mutants that the compiler accepted.
    viable: u64,
    /// Viable mutants that failed a test or ran out of time.
    caught: u64,
    /// Survivors with an explanation.
    explained: u64,
}

impl Outcomes {
    fn tested(&self) -> impl Iterator<Item = (&Mutant, Summary)> {
        self.outcomes
            .iter()
            .filter_map(|outcome| match &outcome.scenario {
                Scenario::Mutant(mutant) => Some((mutant, outcome.summary)),
                Scenario::Baseline => None,
            })
    }

    fn count(&self, is_counted: impl Fn(Summary) -> bool) -> u64 {
        self.tested().filter(|(_, summary)| is_counted(*summary)).count() as u64
    }

    /// Counts the mutants that were tested.
    pub(super) fn mutants(&self) -> u64 {
        self.count(|_| true)
    }

    /// Returns the files of the mutants.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        let files: BTreeSet<&str> = self.tested().map(|(mutant, _)| mutant.file.as_str()).collect();
        files.into_iter()
    }

    /// Returns the mutants that passed every test.
    pub(super) fn survivors(&self, sources: &Sources) -> Vec<Survivor> {
        self.tested()
            .filter(|(_, summary)| *summary == Summary::MissedMutant)
            .map(|(mutant, _)| survivor(mutant, sources))
            .collect()
    }

    /// Counts what became of the mutants.
    pub(super) fn rate(&self, explained: u64) -> Rate {
        Rate {
            viable: self.count(|summary| summary != Summary::Unviable),
            caught: self.count(|summary| matches!(summary, Summary::CaughtMutant | Summary::Timeout)),
            explained,
        }
    }
}

fn survivor(mutant: &Mutant, sources: &Sources) -> Survivor {
    let Position { line, column } = mutant.span.start;
    let text = sources
        .get(&mutant.file)
        .and_then(|source| source.lines().nth(line.saturating_sub(1)));
    let place = format!("{}:{line}:{column}: ", mutant.file);
    Survivor {
        file: mutant.file.clone(),
        place: (line, column),
        mutant: mutant
            .name
            .strip_prefix(&place)
            .unwrap_or(&mutant.name)
            .to_owned(),
        line: text.unwrap_or_default().trim().to_owned(),
    }
}

impl Explanation {
    fn explains(&self, survivor: &Survivor) -> bool {
        self.file == survivor.file && self.mutant == survivor.mutant && self.line == survivor.line
    }
}

/// Compares survivors with explanations. Only a file whose every mutant was tested (`is_whole`) shows
/// that an explanation has no survivor.
pub(super) fn compare(
    survivors: &[Survivor],
    explanations: &Explanations,
    is_whole: impl Fn(&str) -> bool,
) -> Verdict {
    let explained = &explanations.explained;
    let (known, open): (Vec<_>, Vec<_>) = survivors
        .iter()
        .partition(|survivor| explained.iter().any(|explanation| explanation.explains(survivor)));
    let needless = explained.iter().filter(|explanation| {
        is_whole(&explanation.file) && !known.iter().any(|survivor| explanation.explains(survivor))
    });
    let unreasoned = explained
        .iter()
        .filter(|explanation| explanation.reason.trim().is_empty());
    Verdict {
        explained: known.len() as u64,
        complaints: open
            .iter()
            .map(ToString::to_string)
            .chain(needless.map(|explanation| format!("{explanation}: explained, but it does not survive")))
            .chain(unreasoned.map(|explanation| format!("{explanation}: the reason is empty")))
            .collect(),
    }
}

impl fmt::Display for Survivor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place;
        write!(f, "{}:{line}:{column}: {}: survives", self.file, self.mutant)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at `{}`", self.file, self.mutant, self.line)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            viable,
            caught,
            explained,
        } = self;
        let open = viable - caught - explained;
        write!(f, "{viable} viable, {caught} caught")?;
        if *viable > 0 {
            // In tenths of a percent, rounded down: only a run without survivors has 100.0%.
            let rate = caught * 1000 / viable;
            write!(f, " ({}.{}%)", rate / 10, rate % 10)?;
        }
        write!(f, ", {explained} explained, {open} open")
    }
}
