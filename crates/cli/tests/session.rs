//! The language server, in sessions of all kinds.

#[path = "support/session.rs"]
mod session;

use hcl2_testing::{broken, native_source};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[test]
fn sessions_that_failed_before_pass_the_check() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/server");
    for entry in std::fs::read_dir(corpus).expect("sessions") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a file");
        let held = std::panic::catch_unwind(|| session::check(&bytes)).is_ok();
        assert!(held, "{}", path.display());
    }
}

/// The same cases in each run, or new ones where the environment asks for a number of them.
fn config() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return ProptestConfig::default();
    }
    ProptestConfig {
        cases: 60,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn all_sessions_end_with_every_answer(
        choices in prop::collection::vec(any::<u8>(), 0..200),
        change in prop::collection::vec(any::<u8>(), 3),
        actions in prop::collection::vec(any::<u8>(), 0..120),
    ) {
        let text = broken(&native_source(&choices), &change).replace('\0', "");
        session::check(&[text.as_bytes(), b"\0", &actions].concat());
    }
}
