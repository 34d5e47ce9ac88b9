//! The language server, in sessions of all kinds.

use crate::support::session;

use hcl2_testing::{broken, fixed_cases, native_source};
use proptest::prelude::*;

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

proptest! {
    #![proptest_config(fixed_cases(60))]

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
