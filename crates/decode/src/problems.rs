//! Problems with blocks that both ways of decoding report.

use hcl2_diagnostics::{Diagnostic, Span, codes::decode as codes};
use hcl2_model::{Block, Label};

/// A second block where one is allowed.
pub(crate) fn duplicate_block(block_type: &str, first: &Block, second: &Block) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_BLOCK, "Duplicate block")
        .with_detail(format!(
            "One block of the type `{block_type}` is allowed here. Remove this one, or merge it into the first."
        ))
        .with_subject(second.header_span)
        .with_label(first.header_span, "first defined here")
}

/// A block that must be there is not.
pub(crate) fn missing_block(block_type: &str, missing_item_span: Span) -> Diagnostic {
    Diagnostic::error(codes::MISSING_BLOCK, "Missing block")
        .with_detail(format!(
            "A block of the type `{block_type}` is required here. Add `{block_type} {{ … }}`."
        ))
        .with_subject(missing_item_span)
}

/// Fewer blocks than there must be.
pub(crate) fn too_few_blocks(
    block_type: &str,
    min: usize,
    found: usize,
    missing_item_span: Span,
) -> Diagnostic {
    Diagnostic::error(codes::TOO_FEW_BLOCKS, "Too few blocks")
        .with_detail(format!(
            "This body must have at least {} of the type `{block_type}`; it has {found}.",
            counted(min)
        ))
        .with_subject(missing_item_span)
}

/// More blocks than there may be; the subject says which is the first that is too many.
pub(crate) fn too_many_blocks(block_type: &str, max: usize, subject: Span) -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY_BLOCKS, "Too many blocks")
        .with_detail(format!(
            "This body may have at most {} of the type `{block_type}`. Remove this one and those after it.",
            counted(max)
        ))
        .with_subject(subject)
}

/// Two blocks with labels that are keys.
pub(crate) fn duplicate_labels(block: &Block, first: &Block, keys: &[Label]) -> Diagnostic {
    let labels: Vec<String> = keys.iter().map(|label| format!("{:?}", label.text)).collect();
    Diagnostic::error(codes::DUPLICATE_LABELS, "Duplicate labels")
        .with_detail(format!(
            "A block `{} {}` is there already. Give this one other labels.",
            block.block_type,
            labels.join(" ")
        ))
        .with_subject(block.header_span)
        .with_label(first.header_span, "first used here")
}

/// A block without the labels that are its key, as another part of a specification asks for such blocks without them.
pub(crate) fn too_few_labels(block: &Block, depth: usize) -> Diagnostic {
    let plural = if depth == 1 { "" } else { "s" };
    Diagnostic::error(codes::NO_SUCH_LABEL, "No such label")
        .with_detail(format!(
            "The specification needs {depth} label{plural} of a block of the type `{}` for its key, and asks for such \
             blocks with fewer labels in another place. Let all parts for this block type ask for the same labels.",
            block.block_type
        ))
        .with_subject(block.header_span)
}

/// So many blocks, in words.
fn counted(blocks: usize) -> String {
    format!("{blocks} block{}", if blocks == 1 { "" } else { "s" })
}
