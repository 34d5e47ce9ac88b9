//! Documents that an editor changes.

use std::ops::Range;

use hcl2_ide::Document;
use hcl2_model::Syntax;

#[test]
fn ranges_inside_characters_and_past_the_end_are_moved_to_boundaries() {
    let mut document = Document::new("a.tf", "a = \"é\"\n", Syntax::Native).unwrap();
    document.replace(6..7, "e").unwrap();
    assert_eq!(document.text(), "a = \"e\"\n");
    document.replace(99..u32::MAX, "# end").unwrap();
    assert_eq!(document.text(), "a = \"e\"\n# end");
    let backwards = Range { start: 3, end: 1 };
    document.replace(backwards, "=").unwrap();
    assert_eq!(document.text(), "a == \"e\"\n# end");
}
