//! Warnings about keys that an object constructor has more than once.

use hcl2_diagnostics::Source;
use hcl2_native::parse_file;

#[test]
fn constant_keys_are_compared_as_the_names_they_stand_for() {
    const CODE: &str = "hcl2::expr::overwritten-item";
    for (text, expected) in [
        ("a = { b = 1, c = 2, b = 3 }\n", &[(CODE, 20..21, 6..7)][..]),
        ("a = { b = 1, \"b\" : 2 }\n", &[(CODE, 13..16, 6..7)]),
        ("a = { é = 1, \"e\u{301}\" = 2 }\n", &[(CODE, 14..19, 6..8)]),
        ("a = { true = 1, \"true\" = 2 }\n", &[(CODE, 16..22, 6..10)]),
        (
            "a = { b = 1, b = 2, b = { c = 1, c = 1 } }\n",
            &[(CODE, 13..14, 6..7), (CODE, 20..21, 6..7), (CODE, 33..34, 26..27)],
        ),
        ("a = { b = 1, (b) = 2, \"${b}\" = 3, b.c = 4 }\n", &[]),
        ("a = { b = { b = 1 } }\n", &[]),
    ] {
        let file = parse_file(&Source::new("a.hcl", text).unwrap()).value;
        let mut found: Vec<_> = file
            .duplicate_keys()
            .iter()
            .map(|warning| {
                assert!(!warning.is_error());
                let subject = warning.subject.unwrap().range();
                (warning.code.id(), subject, warning.labels[0].span.range())
            })
            .collect();
        found.sort_by_key(|(_, subject, _)| subject.start);
        assert_eq!(found, expected, "{text}");
    }
}
