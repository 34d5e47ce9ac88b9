//! Checks of what rewrites and compares configurations.

use hcl2::diagnostics::Span;
use hcl2::edit::{Address, Fragment};
use hcl2::model::{BodyRef, Limits};
use hcl2::native::edit::Editor;
use hcl2::native::{Style, format, parse_file};
use hcl2::{Change, CompareOptions, Syntax};

use super::{complete, described, source};

/// Checks that formatting is idempotent and keeps the meaning of a valid source, in several styles.
pub(super) fn format_any(bytes: &[u8]) {
    let styles = [
        Style::default(),
        Style::default().with_indentation(4).with_max_width(Some(40)),
        Style::default()
            .with_sort_attributes(true)
            .with_indentation(0)
            .with_align(false),
    ];
    let before = valid(bytes);
    for style in styles {
        let once = style.format(bytes);
        if let Some(before) = &before {
            let after = valid(&once).expect("a formatted source is valid");
            assert_eq!(paths(&changes(before, &after)), [""; 0], "{}", shown(&once));
            assert_eq!(shown(&style.format(&once)), shown(&once));
        }
    }
    let once = format(bytes);
    assert_eq!(shown(&format(&once)), shown(&once));
}

/// Checks that nothing differs from itself, in both syntaxes, and that the differences of two sources around a NUL are
/// mirrored.
pub(super) fn diff(bytes: &[u8]) {
    let (first, second) = halves(bytes);
    for syntax in [Syntax::Native, Syntax::Json] {
        let bodies = [first, second].map(|bytes| {
            let parsed = hcl2::ParseOptions::new().parse(&source(bytes), syntax);
            (parsed.value, parsed.diagnostics.has_errors())
        });
        let [(first, first_fails), (second, second_fails)] = bodies;
        if first_fails || second_fails {
            continue;
        }
        assert_eq!(paths(&changes(&first, &first)), [""; 0]);
        let there = changes(&first, &second);
        let back = changes(&second, &first);
        let sides = |changes: &[Change], swapped: bool| {
            let side = |change: &Change| match (change.before.is_some(), change.after.is_some()) {
                (before, after) if swapped => (after, before),
                sides => sides,
            };
            let mut sides: Vec<(bool, bool)> = changes.iter().map(side).collect();
            sides.sort_unstable();
            sides
        };
        assert_eq!(sides(&there, false), sides(&back, true), "{there:?}\n{back:?}");
    }
}

/// Checks that an edit produces a valid source, in which the item has its value.
pub(super) fn edit(bytes: &[u8]) {
    let Ok(original) = Editor::parse(bytes) else {
        return;
    };
    let value = Fragment::expression("[1, \"two\"]").expect("an expression");
    let everything: Address = "*".parse().expect("an address");
    let names: Vec<Address> = original
        .select(&everything)
        .into_iter()
        .map(|found| found.address)
        .collect();
    for address in names.iter().take(3) {
        let mut editor = original.clone();
        if editor.remove(address).is_ok() {
            assert!(
                valid(editor.text().as_bytes()).is_some(),
                "without {address}: {}",
                editor.text()
            );
        }
        let mut editor = original.clone();
        if editor.define(address, &value).is_ok() {
            assert!(
                valid(editor.text().as_bytes()).is_some(),
                "with {address}: {}",
                editor.text()
            );
            let found = editor.select(address);
            assert!(
                found
                    .iter()
                    .any(|found| editor.source_of(found.node).contains("[1, \"two\"]")),
                "{}",
                editor.text()
            );
        }
    }
    let mut editor = original.clone();
    let new: Address = "new_name".parse().expect("an address");
    if editor.define(&new, &value).is_ok() {
        let before = valid(bytes).expect("valid");
        let after = valid(editor.text().as_bytes()).expect("an edited source is valid");
        assert!(changes(&before, &after).len() <= 1, "{}", editor.text());
    }
    let mut editor = original;
    if editor.sort_attributes(&Address::ROOT).is_ok() {
        assert!(valid(editor.text().as_bytes()).is_some(), "{}", editor.text());
    }
}

fn halves(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the body of a source without errors.
fn valid(bytes: &[u8]) -> Option<BodyRef> {
    let source = source(bytes);
    let parsed = parse_file(&source);
    complete(&parsed.diagnostics, bytes);
    (!parsed.diagnostics.has_errors()).then(|| hcl2::ParseOptions::new().parse(&source, Syntax::Native).value)
}

fn changes(before: &BodyRef, after: &BodyRef) -> Vec<Change> {
    let budget = Limits::new().with_steps(100_000).with_elements(10_000).budget();
    let compared = CompareOptions::new().budget(&budget).compare(before, after);
    described(&compared.problems_before);
    described(&compared.problems_after);
    compared.changes
}

fn paths(changes: &[Change]) -> Vec<String> {
    let spans = |span: Option<Span>| span.map_or("", |_| "x");
    changes
        .iter()
        .map(|change| format!("{change}{}{}", spans(change.before), spans(change.after)))
        .collect()
}
