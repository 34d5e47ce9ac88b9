//! Laws whose generated cases reach what the law is about.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::Location;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Returns a configuration with the same `cases` in each run, or with new ones where `PROPTEST_CASES` asks for a number
/// of them.
///
/// # Examples
///
/// ```
/// # if std::env::var_os("PROPTEST_CASES").is_none() {
/// assert_eq!(hcl2_testing::fixed_cases(60).cases, 60);
/// # }
/// ```
#[must_use]
pub fn fixed_cases(cases: u32) -> Config {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return Config::default();
    }
    Config {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    }
}

/// Checks a law on generated cases; `law` returns the name of the part that a case reached.
///
/// `minimums` has the percentage of cases that must reach each part, so that a generator that stops reaching its law
/// is noticed.
///
/// # Panics
///
/// Panics if the law fails for a case, with the smallest such case, or if too few cases reach a part.
///
/// # Examples
///
/// ```
/// use proptest::prelude::*;
///
/// let parts = [("even", 40), ("odd", 40)];
/// hcl2_testing::check_law(ProptestConfig::default(), &any::<u32>(), &parts, |number| {
///     prop_assert_eq!(number / 2 * 2 + number % 2, number);
///     Ok(if number % 2 == 0 { "even" } else { "odd" })
/// });
/// ```
#[track_caller]
pub fn check_law<S: Strategy>(
    config: Config,
    strategy: &S,
    minimums: &[(&'static str, u32)],
    law: impl Fn(S::Value) -> Result<&'static str, TestCaseError>,
) {
    let mut runner = TestRunner::new(Config {
        source_file: Some(Location::caller().file()),
        ..config
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::check_law;

    #[test]
    #[should_panic(expected = "cases to reach \"even\": {\"odd\": ")]
    fn law_that_too_few_cases_reach_fails() {
        let odd = any::<u32>().prop_map(|number| number | 1);
        let law = |number: u32| Ok(if number.is_multiple_of(2) { "even" } else { "odd" });
        check_law(ProptestConfig::default(), &odd, &[("odd", 50), ("even", 50)], law);
    }

    #[test]
    #[should_panic(expected = "minimal failing input: 100")]
    fn law_that_fails_shows_its_smallest_case() {
        let law = |number: u32| {
            prop_assert!(number < 100);
            Ok("number")
        };
        let config = ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        check_law(config, &any::<u32>(), &[], law);
    }
}
