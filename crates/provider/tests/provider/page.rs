//! The guide to writing providers shows tested code.

#[test]
fn the_page_shows_the_minimal_provider() {
    let page = include_str!("../../../../docs/providers.md");
    let example = include_str!("../../examples/minimal.rs");
    assert!(
        page.contains(example),
        "copy crates/provider/examples/minimal.rs into docs/providers.md"
    );
    assert!(example.lines().count() <= 60);
}
