//! Laws over generated input: most of it valid, some of it damaged.

mod dynamic_blocks;
mod specifications;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::Arc;

use hcl2_diagnostics::Diagnostics;
use hcl2_model::BodyRef;
use hcl2_native::NativeBody;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

use crate::support::source;

/// Checks a law on generated cases. The law names what each case reached.
///
/// Fails if fewer cases than the given percentage reached one of `minimums`, so that a generator
/// that stops reaching its law is noticed.
#[track_caller]
fn check_law<S: Strategy>(
    strategy: &S,
    minimums: &[(&'static str, u32)],
    law: impl Fn(S::Value) -> Result<&'static str, TestCaseError>,
) {
    let mut runner = TestRunner::new(ProptestConfig {
        source_file: Some(Location::caller().file()),
        ..ProptestConfig::default()
    });
    let reached = RefCell::new(BTreeMap::<&str, u32>::new());
    let outcome = runner.run(strategy, |case| {
        let name = law(case)?;
        *reached.borrow_mut().entry(name).or_default() += 1;
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}\n{runner}");
    }
    let reached = reached.into_inner();
    let cases: u32 = reached.values().sum();
    for (name, percent) in minimums {
        let count = reached.get(name).copied().unwrap_or_default();
        assert!(
            count * 100 >= cases * percent,
            "expected {percent}% of {cases} cases to reach \"{name}\": {reached:?}"
        );
    }
}

#[test]
#[should_panic(expected = "cases to reach \"even\": {\"odd\": ")]
fn law_that_too_few_cases_reach_fails() {
    let odd = any::<u32>().prop_map(|number| number | 1);
    let law = |number: u32| Ok(if number.is_multiple_of(2) { "even" } else { "odd" });
    check_law(&odd, &[("odd", 50), ("even", 50)], law);
}

/// Where to damage a text, and the fragment to put there; none removes the line.
type Damage = (Index, Option<&'static str>);

/// No damage in four cases of five, else up to three.
fn damages(fragments: &'static [&'static str]) -> impl Strategy<Value = Vec<Damage>> {
    let damage = (any::<Index>(), prop::option::of(prop::sample::select(fragments)));
    prop_oneof![
        4 => Just(Vec::new()),
        1 => prop::collection::vec(damage, 1..4),
    ]
}

/// Replaces whole lines of a text, or parts of another size that `separator` ends.
fn damaged(text: &str, separator: char, damages: &[Damage]) -> String {
    let mut parts: Vec<&str> = text.split_inclusive(separator).collect();
    for (at, fragment) in damages {
        if !parts.is_empty() {
            let at = at.index(parts.len());
            parts[at] = fragment.unwrap_or_default();
        }
    }
    parts.concat()
}

/// The body of a file, and whether the file has no syntax errors.
fn parsed(text: &str) -> Option<(BodyRef, bool)> {
    let parsed = hcl2_native::parse_file(&source(text));
    let id = parsed.value.root().body()?;
    let body = NativeBody::new(Arc::clone(&parsed.value), id);
    Some((Arc::new(body), !parsed.diagnostics.has_errors()))
}

fn assert_complete(diagnostics: &Diagnostics) {
    for diagnostic in diagnostics {
        assert!(diagnostic.subject.is_some(), "{diagnostic:?}");
        assert!(!diagnostic.detail.is_empty(), "{diagnostic:?}");
    }
}
