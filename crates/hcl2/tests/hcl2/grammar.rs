//! Laws over sources made from the grammar of the native syntax, and over broken ones.

use crate::support::checks;

use hcl2::diagnostics::SourceMap;
use hcl2_testing::{broken, fixed_cases, native_source};
use proptest::prelude::*;

fn sources() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 0..300).prop_map(|choices| native_source(&choices))
}

proptest! {
    #![proptest_config(fixed_cases(150))]

    #[test]
    fn sources_of_the_grammar_are_valid_and_pass_every_check(text in sources()) {
        let source = SourceMap::new().add("main.tf", text.as_str()).expect("it is small");
        let parsed = hcl2::native::parse_file(&source);
        prop_assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
        for (_, check) in checks::CHECKS {
            check(text.as_bytes());
        }
    }

    #[test]
    fn broken_sources_pass_every_check(text in sources(), change in prop::collection::vec(any::<u8>(), 3)) {
        let text = broken(&text, &change);
        for (_, check) in checks::CHECKS {
            check(text.as_bytes());
        }
    }

    #[test]
    fn expressions_of_the_grammar_pass_the_checks_of_expressions(text in sources()) {
        let expression = text.split_once('=').map_or("", |(_, expression)| expression);
        for (_, check) in checks::CHECKS {
            check(expression.as_bytes());
        }
    }
}
