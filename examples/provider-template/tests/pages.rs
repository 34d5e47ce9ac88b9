//! The pages for the registry.

use hcl2_provider::docs::Docs;
use terraform_provider_text::provider;

/// If it fails, it has written the pages: commit them.
#[test]
fn the_pages_are_up_to_date() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let docs = Docs::new("text", provider()).examples(format!("{folder}/examples"));
    assert_eq!(docs.write(format!("{folder}/docs")).unwrap(), [""; 0]);
}
