//! The gate itself: which reports pass and which fail.

use super::report::{Explanations, Outcomes, Rate, Sources, Verdict, compare};
use super::{Entry, key, shards};

/// Names the mutant that survives in [`outcomes`].
const SURVIVOR: &str = "crates/x/src/lib.rs:2:7: replace > with >= in positive: survives";

/// Returns a report of the baseline and five mutants: one caught, one slow, one unviable, one missed and one caught
/// elsewhere.
fn outcomes() -> Outcomes {
    let mutant = |file: &str, line: u32, change: &str, summary: &str| {
        serde_json::json!({
            "scenario": { "Mutant": {
                "name": format!("{file}:{line}:7: {change}"),
                "package": "x",
                "file": file,
                "function": null,
                "span": { "start": { "line": line, "column": 7 }, "end": { "line": line, "column": 8 } },
                "replacement": ">=",
                "genre": "BinaryOperator",
            } },
            "summary": summary,
            "log_path": "log/x.log",
            "phase_results": [],
        })
    };
    let (lib, other) = ("crates/x/src/lib.rs", "crates/x/src/other.rs");
    let report = serde_json::json!({
        "outcomes": [
            { "scenario": "Baseline", "summary": "Success", "log_path": "log/baseline.log", "phase_results": [] },
            mutant(lib, 1, "replace positive -> bool with true", "CaughtMutant"),
            mutant(lib, 2, "replace > with == in positive", "Timeout"),
            mutant(lib, 2, "replace positive -> bool with Default::default()", "Unviable"),
            mutant(lib, 2, "replace > with >= in positive", "MissedMutant"),
            mutant(other, 1, "replace other with ()", "CaughtMutant"),
        ],
        "total_mutants": 5,
        "missed": 1,
    });
    serde_json::from_value(report).expect("the report is complete")
}

fn explanations(entries: &[(&str, &str, &str, &str)]) -> Explanations {
    let text: String = entries
        .iter()
        .map(|(file, mutant, line, reason)| {
            format!(
                "[[explained]]\nfile = '{file}'\nmutant = '{mutant}'\nline = '{line}'\nreason = '{reason}'\n"
            )
        })
        .collect();
    toml::from_str(&text).expect("the explanations are complete")
}

/// Returns the verdict on [`outcomes`] if every file is whole, or none.
fn verdict(entries: &[(&str, &str, &str, &str)], is_whole: bool) -> Verdict {
    let source = "fn positive(n: i32) -> bool {\n    n > 0\n}\n";
    let sources = Sources::from([(String::from("crates/x/src/lib.rs"), String::from(source))]);
    compare(&outcomes().survivors(&sources), &explanations(entries), |_| {
        is_whole
    })
}

#[test]
fn survivor_without_explanation_fails() {
    let Verdict {
        explained,
        complaints,
    } = verdict(&[], true);
    assert_eq!((explained, complaints), (0, vec![String::from(SURVIVOR)]));
}

#[test]
fn survivor_with_explanation_passes() {
    let entry = (
        "crates/x/src/lib.rs",
        "replace > with >= in positive",
        "n > 0",
        "Zero never comes.",
    );
    let Verdict {
        explained,
        complaints,
    } = verdict(&[entry], true);
    assert_eq!((explained, complaints), (1, Vec::new()));
}

#[test]
fn explanation_of_another_line_or_mutant_or_file_explains_nothing() {
    for entry in [
        (
            "crates/x/src/lib.rs",
            "replace > with >= in positive",
            "n > 1",
            "why",
        ),
        (
            "crates/x/src/lib.rs",
            "replace > with == in positive",
            "n > 0",
            "why",
        ),
        (
            "crates/x/src/other.rs",
            "replace > with >= in positive",
            "n > 0",
            "why",
        ),
    ] {
        assert_eq!(verdict(&[entry], false).complaints, [SURVIVOR], "{entry:?}");
    }
}

#[test]
fn explanation_without_survivor_fails_if_its_file_is_whole() {
    let good = (
        "crates/x/src/lib.rs",
        "replace > with >= in positive",
        "n > 0",
        "why",
    );
    let gone = ("crates/x/src/gone.rs", "replace f with ()", "f()", "why");
    assert_eq!(
        verdict(&[good, gone], true).complaints,
        ["crates/x/src/gone.rs: replace f with () at `f()`: explained, but it does not survive"]
    );
    assert_eq!(verdict(&[good, gone], false).complaints, [""; 0]);
}

#[test]
fn explanation_of_a_caught_mutant_fails() {
    let caught = (
        "crates/x/src/lib.rs",
        "replace > with == in positive",
        "n > 0",
        "why",
    );
    assert_eq!(
        verdict(&[caught], true).complaints,
        [
            SURVIVOR,
            "crates/x/src/lib.rs: replace > with == in positive at `n > 0`: explained, but it does not survive"
        ]
    );
}

#[test]
fn explanation_without_reason_fails() {
    let entry = (
        "crates/x/src/lib.rs",
        "replace > with >= in positive",
        "n > 0",
        " ",
    );
    assert_eq!(
        verdict(&[entry], true).complaints,
        ["crates/x/src/lib.rs: replace > with >= in positive at `n > 0`: the reason is empty"]
    );
}

#[test]
fn mutant_that_runs_out_of_time_is_caught_and_an_unviable_one_is_not_counted() {
    let rate = outcomes().rate(0);
    assert_eq!(
        rate.to_string(),
        "4 viable, 3 caught (75.0%), 0 explained, 1 open"
    );
    assert_eq!(
        outcomes().rate(1).to_string(),
        "4 viable, 3 caught (75.0%), 1 explained, 0 open"
    );
    assert_eq!(
        Rate::default().to_string(),
        "0 viable, 0 caught, 0 explained, 0 open"
    );
}

#[test]
fn rate_of_a_run_with_survivors_is_below_one_hundred_percent() {
    let rate: Rate =
        serde_json::from_str(r#"{"viable": 3000, "caught": 2999, "explained": 0}"#).expect("a rate");
    assert_eq!(
        rate.to_string(),
        "3000 viable, 2999 caught (99.9%), 0 explained, 1 open"
    );
}

#[test]
fn samples_are_of_about_the_size_asked_for() {
    assert_eq!(
        [shards(100, None), shards(100, Some(10)), shards(105, Some(10))],
        [1, 10, 11]
    );
    assert_eq!(shards(5, Some(100)), 1);
}

#[test]
fn record_names_crate_and_files() {
    assert_eq!(key("crates/value", &[]), "value");
    assert_eq!(
        key("crates/native", &[String::from("src/eval/**")]),
        "native src/eval/**"
    );
    let entry = Entry {
        mutants: 9,
        sampled: 5,
        seed: 2,
        rate: outcomes().rate(1),
    };
    let text = r#"{"mutants":9,"sampled":5,"seed":2,"viable":4,"caught":3,"explained":1}"#;
    assert_eq!(serde_json::to_string(&entry).ok().as_deref(), Some(text));
    assert_eq!(serde_json::from_str::<Entry>(text).ok(), Some(entry));
}
