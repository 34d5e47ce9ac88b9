//! Helpers of several test files.

use proptest::prelude::ProptestConfig;

/// Configures a law to run `cases` cases, or as many as `PROPTEST_CASES` asks for.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|text| text.parse().ok());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(asked.unwrap_or(cases))
    }
}
