//! Laws over generated input: most of it valid, some of it damaged.

mod dynamic_blocks;
mod specifications;

use std::sync::Arc;

use hcl2_diagnostics::Diagnostics;
use hcl2_model::BodyRef;
use hcl2_native::NativeBody;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::source;

/// The place to damage in a source, and the fragment to put there; `None` removes the line.
type Damage = (Index, Option<&'static str>);

/// Generates no damage in four of five cases, otherwise up to three.
fn damages(fragments: &'static [&'static str]) -> impl Strategy<Value = Vec<Damage>> {
    let damage = (any::<Index>(), prop::option::of(prop::sample::select(fragments)));
    prop_oneof![
        4 => Just(Vec::new()),
        1 => prop::collection::vec(damage, 1..4),
    ]
}

/// Replaces whole lines of a source, or other parts that end with `separator`.
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

/// Parses a file, and returns whether it has no syntax errors.
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
