//! The problems with blocks.

use hcl2_diagnostics::codes::decode as codes;
use hcl2_diagnostics::{Code, Diagnostic, SourceId, Span};
use hcl2_model::problems::{
    duplicate_block, duplicate_labels, missing_block, too_few_blocks, too_many_blocks,
};
use hcl2_model::{Block, merge_bodies};

fn span(start: u32, end: u32) -> Span {
    Span::new(SourceId::default(), start, end)
}

/// Creates a block with the header `start..end`.
fn block(start: u32, end: u32) -> Block {
    Block {
        block_type: "rule".into(),
        labels: Vec::new(),
        body: merge_bodies(Vec::new()),
        type_span: span(start, start + 4),
        header_span: span(start, end),
    }
}

#[test]
fn problems_with_blocks_point_at_the_block_or_where_one_is_missing() {
    let found = |problem: Diagnostic| -> (Code, u32, u32) {
        let subject = problem.subject.expect("every problem has a range");
        assert!(problem.detail.contains("rule"), "{}", problem.detail);
        (problem.code, subject.start, subject.end)
    };
    let (first, second) = (block(0, 8), block(12, 20));
    let end = span(24, 24);
    assert_eq!(
        found(duplicate_block("rule", &first, &second)),
        (codes::DUPLICATE_BLOCK, 12, 20)
    );
    assert_eq!(
        found(duplicate_labels(&second, &first, &[])),
        (codes::DUPLICATE_LABELS, 12, 20)
    );
    assert_eq!(found(missing_block("rule", end)), (codes::MISSING_BLOCK, 24, 24));
    assert_eq!(
        found(too_few_blocks("rule", 2, 1, end)),
        (codes::TOO_FEW_BLOCKS, 24, 24)
    );
    assert_eq!(
        found(too_many_blocks("rule", 1, second.header_span)),
        (codes::TOO_MANY_BLOCKS, 12, 20)
    );
}
