//! What the compiler says to wrong uses of the derive macros.

#[test]
fn wrong_uses_are_explained_where_they_stand() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
