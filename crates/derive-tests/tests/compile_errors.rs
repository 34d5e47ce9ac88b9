//! Compiler errors for wrong uses of the derive macros.

#[test]
fn wrong_uses_of_the_derive_macros_are_explained_at_their_source() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
