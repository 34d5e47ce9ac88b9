//! The counts of a run, and the recorded counts of earlier runs of the same cases.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::case::Case;
use crate::divergences::Divergences;

/// The number of cases of one kind, by result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    pub(crate) total: usize,
    pub(crate) passed: usize,
    pub(crate) exact: usize,
    /// Cases that differ in values or errors according to a rule.
    pub(crate) divergent: usize,
    /// Cases that passed and are inexact according to rules only.
    pub(crate) explained: usize,
    /// The number of cases that each rule explains or helps to explain.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) rules: BTreeMap<String, usize>,
}

impl Counts {
    /// Returns the number of cases that neither passed nor are divergent.
    pub(crate) fn failed(&self) -> usize {
        self.total - self.passed - self.divergent
    }

    /// Adds the counts of another kind.
    pub(crate) fn add(&mut self, other: &Self) {
        self.total += other.total;
        self.passed += other.passed;
        self.exact += other.exact;
        self.divergent += other.divergent;
        self.explained += other.explained;
        for (rule, uses) in &other.rules {
            *self.rules.entry(rule.clone()).or_default() += uses;
        }
    }

    /// Reports where these counts are below recorded ones.
    fn shortfalls(&self, recorded: &Self) -> Vec<String> {
        let mut problems = Vec::new();
        for (what, now, before) in [
            ("cases", self.total, recorded.total),
            ("passed", self.passed, recorded.passed),
            ("exact", self.exact, recorded.exact),
        ] {
            if now < before {
                problems.push(format!("{what}: expected at least {before}, found {now}"));
            }
        }
        if self.failed() > recorded.failed() {
            let (now, before) = (self.failed(), recorded.failed());
            problems.push(format!("failed: expected at most {before}, found {now}"));
        }
        for (rule, uses) in &self.rules {
            let before = recorded.rules.get(rule).copied().unwrap_or_default();
            if *uses > before {
                problems.push(format!(
                    "cases of the rule {rule}: expected at most {before}, found {uses}"
                ));
            }
        }
        problems
    }
}

/// The counts of one kind of a set, with the fingerprint of the counted cases.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    cases: String,
    counts: Counts,
}

/// The recorded counts of sets of cases, by the set's name and then by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct Records(BTreeMap<String, BTreeMap<String, Recorded>>);

/// Counts by kind.
pub(crate) type ByKind = BTreeMap<String, Counts>;

/// The fingerprint of the cases of each kind.
pub(crate) type Fingerprints = BTreeMap<String, String>;

impl Records {
    /// Reads a file of records; a missing file is empty.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Writes the records to a file.
    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the name of the set with the same cases of one of these kinds.
    pub(crate) fn name(&self, fingerprints: &Fingerprints) -> Option<&str> {
        let same = |(kind, recorded): (&String, &Recorded)| fingerprints.get(kind) == Some(&recorded.cases);
        let mut sets = self.0.iter();
        sets.find(|(_, kinds)| kinds.iter().any(same))
            .map(|(name, _)| name.as_str())
    }

    /// Records the counts of some kinds of a set in place of earlier ones.
    pub(crate) fn record(&mut self, name: &str, counts: &ByKind, fingerprints: &Fingerprints) {
        let set = self.0.entry(name.to_owned()).or_default();
        for (kind, counts) in counts {
            let recorded = Recorded {
                cases: fingerprints.get(kind).cloned().unwrap_or_default(),
                counts: counts.clone(),
            };
            set.insert(kind.clone(), recorded);
        }
    }

    /// Reports where a run of a set is below its record, for all its kinds unless only some are `selected`.
    pub(crate) fn shortfalls(
        &self,
        name: &str,
        counts: &ByKind,
        fingerprints: &Fingerprints,
        selected: &[String],
    ) -> Vec<String> {
        let none = BTreeMap::new();
        let set = self.0.get(name).unwrap_or(&none);
        let is_selected = |kind: &String| selected.is_empty() || selected.contains(kind);
        let mut problems = Vec::new();
        let (mut before, mut now) = (Counts::default(), Counts::default());
        for (kind, recorded) in set.iter().filter(|(kind, _)| is_selected(kind)) {
            let Some(counts) = counts.get(kind) else {
                problems.push(format!(
                    "{kind}: cases: expected {}, found none",
                    recorded.counts.total
                ));
                continue;
            };
            if fingerprints.get(kind) != Some(&recorded.cases) {
                problems.push(format!(
                    "{kind}: the cases are not the recorded ones; `--record {name}` records these"
                ));
            }
            let found = counts.shortfalls(&recorded.counts);
            problems.extend(found.into_iter().map(|problem| format!("{kind}: {problem}")));
            before.add(&recorded.counts);
            now.add(counts);
        }
        let new = counts.keys().filter(|kind| !set.contains_key(*kind));
        problems.extend(
            new.map(|kind| format!("{kind}: no counts are recorded; `--record {name}` records them")),
        );
        let unused = before.rules.keys().filter(|rule| !now.rules.contains_key(*rule));
        problems.extend(unused.map(|rule| format!("the rule {rule} explains nothing any more")));
        problems
    }

    /// Reports rules that unexpectedly explain no case of any recorded set, or unexpectedly explain one.
    pub(crate) fn misplaced_rules(&self, divergences: &Divergences) -> Vec<String> {
        let kinds = self.0.values().flat_map(BTreeMap::values);
        let used: BTreeSet<&str> = kinds
            .flat_map(|recorded| recorded.counts.rules.keys().map(String::as_str))
            .collect();
        let unused = divergences.names(true).filter(|rule| !used.contains(rule));
        let unused = unused.map(|rule| format!("the rule {rule} explains nothing of any recorded set"));
        let found = divergences.names(false).filter(|rule| used.contains(rule));
        let found =
            found.map(|rule| format!("the rule {rule} explains recorded cases, and is no longer unrecorded"));
        unused.chain(found).collect()
    }
}

/// Returns the fingerprint of the cases of each kind: of their names, inputs and expectations, in any order.
pub(crate) fn fingerprints<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Fingerprints {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for case in cases {
        let text = [&json!(case.id), &case.given, &case.want]
            .map(canonical)
            .join(",");
        kinds.entry(&case.kind).or_default().push(text);
    }
    let fingerprint = |mut texts: Vec<String>| {
        texts.sort_unstable();
        format!("{:016x}", fnv1a(texts.join("\n").as_bytes()))
    };
    let named = kinds.into_iter();
    named
        .map(|(kind, texts)| (kind.to_owned(), fingerprint(texts)))
        .collect()
}

/// Writes JSON with sorted object keys.
fn canonical(json: &Json) -> String {
    match json {
        Json::Object(fields) => {
            let sorted: BTreeMap<&String, String> =
                fields.iter().map(|(key, part)| (key, canonical(part))).collect();
            let parts: Vec<String> = sorted
                .iter()
                .map(|(key, part)| format!("{key:?}:{part}"))
                .collect();
            format!("{{{}}}", parts.join(","))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// Returns the 64-bit hash of Fowler, Noll and Vo, which is the same on every machine.
fn fnv1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: usize, exact: usize, rules: &[(&str, usize)]) -> Counts {
        Counts {
            total: 10,
            passed,
            exact,
            divergent: 0,
            explained: 0,
            rules: rules
                .iter()
                .map(|(rule, uses)| ((*rule).to_owned(), *uses))
                .collect(),
        }
    }

    fn by_kind(kind: &str, counts: Counts) -> ByKind {
        BTreeMap::from([(kind.to_owned(), counts)])
    }

    fn prints(kind: &str, print: &str) -> Fingerprints {
        BTreeMap::from([(kind.to_owned(), print.to_owned())])
    }

    /// Returns the reports of a run whose record has ten cases: nine passed, eight exact, two by a rule.
    fn problems(now: Counts) -> Vec<String> {
        let mut records = Records::default();
        records.record(
            "set",
            &by_kind("expr", counts(9, 8, &[("r", 2)])),
            &prints("expr", "a"),
        );
        records.shortfalls("set", &by_kind("expr", now), &prints("expr", "a"), &[])
    }

    #[test]
    fn equal_and_better_counts_are_fine() {
        assert_eq!(problems(counts(9, 8, &[("r", 2)])), [""; 0]);
        assert_eq!(problems(counts(10, 9, &[("r", 1)])), [""; 0]);
    }

    #[test]
    fn every_count_below_the_record_is_a_problem() {
        let rule = [("r", 2)];
        assert_eq!(
            problems(counts(8, 8, &rule)),
            [
                "expr: passed: expected at least 9, found 8",
                "expr: failed: expected at most 1, found 2"
            ]
        );
        assert_eq!(
            problems(counts(9, 7, &rule)),
            ["expr: exact: expected at least 8, found 7"]
        );
        let fewer = Counts {
            total: 9,
            ..counts(9, 8, &rule)
        };
        assert_eq!(problems(fewer), ["expr: cases: expected at least 10, found 9"]);
    }

    #[test]
    fn a_rule_that_explains_more_than_recorded_or_nothing_is_a_problem() {
        assert_eq!(
            problems(counts(9, 8, &[("r", 3)])),
            ["expr: cases of the rule r: expected at most 2, found 3"]
        );
        assert_eq!(
            problems(counts(9, 8, &[("r", 2), ("s", 1)])),
            ["expr: cases of the rule s: expected at most 0, found 1"]
        );
        assert_eq!(
            problems(counts(9, 8, &[])),
            ["the rule r explains nothing any more"]
        );
    }

    #[test]
    fn a_rule_must_explain_a_recorded_case_unless_it_says_why_not() {
        let rule = |name: &str, more: &str| {
            let fields = "section = \"s\"\nwords = \"w\"\nkinds = []\npredicate = \"wire-empty-tuple\"\n";
            format!("[[divergence]]\nid = {name:?}\n{fields}{more}\n")
        };
        let mut records = Records::default();
        let used = counts(9, 8, &[("r", 2), ("t", 1)]);
        records.record("set", &by_kind("expr", used), &prints("expr", "a"));
        let unrecorded = "unrecorded = \"rare\"";
        let rules = [
            rule("r", ""),
            rule("s", ""),
            rule("t", unrecorded),
            rule("u", unrecorded),
        ]
        .concat();
        assert_eq!(
            records.misplaced_rules(&Divergences::parse(&rules).unwrap()),
            [
                "the rule s explains nothing of any recorded set",
                "the rule t explains recorded cases, and is no longer unrecorded"
            ]
        );
    }

    #[test]
    fn a_set_is_known_by_the_cases_of_any_kind_and_the_other_kinds_must_match() {
        let mut records = Records::default();
        let good = || counts(9, 8, &[]);
        records.record("set", &by_kind("expr", good()), &prints("expr", "a"));
        records.record("set", &by_kind("body", good()), &prints("body", "b"));
        assert_eq!(records.name(&prints("expr", "a")), Some("set"));
        assert_eq!(records.name(&prints("body", "a")), None);
        let missing = records.shortfalls("set", &by_kind("expr", good()), &prints("expr", "a"), &[]);
        assert_eq!(missing, ["body: cases: expected 10, found none"]);
        let selected = ["expr".to_owned()];
        let one = records.shortfalls("set", &by_kind("expr", good()), &prints("expr", "a"), &selected);
        assert_eq!(one, [""; 0], "only that kind was asked for");
        let other = records.shortfalls("set", &by_kind("expr", good()), &prints("expr", "c"), &selected);
        assert_eq!(other.len(), 1, "{other:?}");
        let new = records.shortfalls(
            "set",
            &by_kind("wire", good()),
            &prints("wire", "d"),
            &["wire".to_owned()],
        );
        assert_eq!(new, ["wire: no counts are recorded; `--record set` records them"]);
    }

    #[test]
    fn a_fingerprint_notices_every_part_of_a_case_and_no_order() {
        let case = |id: &str, given: u32, want: u32| -> Case {
            let json = json!({ "id": id, "kind": "expr", "in": { "src": given }, "want": want });
            serde_json::from_value(json).unwrap()
        };
        let print = |cases: &[Case]| fingerprints(cases).remove("expr").unwrap();
        let (one, two) = (case("one", 1, 1), case("two", 2, 2));
        let both = print(&[one.clone(), two.clone()]);
        assert_eq!(both, print(&[two.clone(), one.clone()]));
        for other in [case("three", 1, 1), case("one", 3, 1), case("one", 1, 3)] {
            assert_ne!(both, print(&[other, two.clone()]));
        }
        assert_ne!(both, print(&[one]));
    }
}
