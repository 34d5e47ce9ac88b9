//! Partial processing and then exhaustive processing of what remains equals processing by the union of both schemas.

use hcl2::diagnostics::{Outcome, Source};
use hcl2::model::{BodyContent, BodySchema};
use hcl2::{ParseOptions, Syntax};
use proptest::prelude::*;

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Creates a schema of the names for which `part` is that of the schema: attributes of the first three, blocks of the others.
fn schema(parts: [u8; 6], wanted: impl Fn(u8) -> bool) -> BodySchema {
    let mut schema = BodySchema::new();
    for (index, name) in NAMES.into_iter().enumerate() {
        if wanted(parts[index]) {
            schema = if index < 3 {
                schema.optional(name)
            } else {
                schema.block(name, ["label"])
            };
        }
    }
    schema
}

/// Returns the names and places of what a body has.
fn found(contents: &[&BodyContent]) -> Vec<(usize, String)> {
    let attributes = contents.iter().flat_map(|content| content.attributes.iter());
    let attributes = attributes.map(|it| (it.name_span.range().start, it.name.to_string()));
    let blocks = contents.iter().flat_map(|content| &content.blocks);
    let blocks = blocks.map(|it| {
        (
            it.header_span.range().start,
            format!("{} {}", it.block_type, it.labels[0].text),
        )
    });
    let mut all: Vec<_> = attributes.chain(blocks).collect();
    all.sort();
    all
}

fn source(present: u8, syntax: Syntax) -> String {
    let names = NAMES
        .into_iter()
        .enumerate()
        .filter(|(index, _)| present & (1 << index) != 0);
    match syntax {
        Syntax::Native => names
            .map(|(index, name)| {
                if index < 3 {
                    format!("{name} = 1\n")
                } else {
                    format!("{name} \"x\" {{\n}}\n")
                }
            })
            .collect(),
        Syntax::Json => {
            let items: Vec<String> = names
                .map(|(index, name)| {
                    let value = if index < 3 { "1" } else { "{\"x\": {}}" };
                    format!("\"{name}\": {value}")
                })
                .collect();
            format!("{{{}}}", items.join(", "))
        }
    }
}

proptest! {
    #[test]
    fn two_steps_equal_one_with_the_union_of_the_schemas(
        parts in prop::array::uniform6(0_u8..3),
        present in 0_u8..64,
        is_json in any::<bool>(),
    ) {
        let syntax = if is_json { Syntax::Json } else { Syntax::Native };
        let body = ParseOptions::new().parse(&Source::new("test", source(present, syntax)).unwrap(), syntax)
            .into_result()
            .unwrap();
        let Outcome { value: first, diagnostics } = body.partial_content(&schema(parts, |part| part == 0));
        prop_assert!(diagnostics.is_empty());
        let rest = first.remain.content(&schema(parts, |part| part == 1));
        let whole = body.content(&schema(parts, |part| part < 2));
        prop_assert_eq!(found(&[&first.content, &rest.value]), found(&[&whole.value]));
        let places = |outcome: &Outcome<BodyContent>| -> Vec<_> {
            outcome.diagnostics.iter().map(|it| (it.code, it.subject)).collect()
        };
        prop_assert_eq!(places(&rest), places(&whole));
    }
}
