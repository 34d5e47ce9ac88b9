//! Diagnostics that several crates report in the same words.

pub mod syntax;

use hcl2_diagnostics::{Diagnostic, Span, codes::decode as codes, codes::expr};
use hcl2_value::Exceeded;

use crate::{Block, Label};

/// Reports that an evaluation exceeded a limit of its budget, or was ended.
pub fn limit_exceeded(exceeded: Exceeded, subject: Span) -> Diagnostic {
    let setting = match exceeded {
        Exceeded::Steps(_) => "`Limits::with_steps` or `--max-steps`",
        Exceeded::Elements(_) => "`Limits::with_elements` or `--max-steps`",
        Exceeded::Bytes(_) => "`Limits::with_string_bytes` or `--max-steps`",
        _ => "",
    };
    let detail = match exceeded {
        Exceeded::Cancelled => "The evaluation was cancelled.".to_owned(),
        Exceeded::Time => {
            "The evaluation takes too long. `--timeout` or the application sets its time.".to_owned()
        }
        _ => format!(
            "The budget is spent: {exceeded}. One expression may take half of what is left of it; {setting} raises it."
        ),
    };
    Diagnostic::error(expr::LIMIT_EXCEEDED, "Limit exceeded")
        .with_detail(detail)
        .with_subject(subject)
}

/// Reports a second block where only one is allowed.
pub fn duplicate_block(block_type: &str, first: &Block, second: &Block) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_BLOCK, "Duplicate block")
        .with_detail(format!(
            "Only one block of the type `{block_type}` is allowed here. Remove this one, or merge it into the first."
        ))
        .with_subject(second.header_span)
        .with_label(first.header_span, "first defined here")
}

/// Reports a missing block.
pub fn missing_block(block_type: &str, missing_item_span: Span) -> Diagnostic {
    Diagnostic::error(codes::MISSING_BLOCK, "Missing block")
        .with_detail(format!(
            "A block of the type `{block_type}` is required here. Add `{block_type} {{ … }}`."
        ))
        .with_subject(missing_item_span)
}

/// Reports fewer blocks than required.
pub fn too_few_blocks(block_type: &str, min: usize, found: usize, missing_item_span: Span) -> Diagnostic {
    Diagnostic::error(codes::TOO_FEW_BLOCKS, "Too few blocks")
        .with_detail(format!(
            "Expected at least {} of the type `{block_type}`, found {found}.",
            counted(min)
        ))
        .with_subject(missing_item_span)
}

/// Reports more blocks than allowed. `subject` is that of the first extra block.
pub fn too_many_blocks(block_type: &str, max: usize, subject: Span) -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY_BLOCKS, "Too many blocks")
        .with_detail(format!(
            "Expected at most {} of the type `{block_type}`. Remove this one and those after it.",
            counted(max)
        ))
        .with_subject(subject)
}

/// Reports a second block with the same labels, which are keys.
pub fn duplicate_labels(block: &Block, first: &Block, keys: &[Label]) -> Diagnostic {
    let labels: Vec<String> = keys.iter().map(|label| format!("{:?}", label.text)).collect();
    Diagnostic::error(codes::DUPLICATE_LABELS, "Duplicate labels")
        .with_detail(format!(
            "The block `{} {}` already exists. Change the labels of this one.",
            block.block_type,
            labels.join(" ")
        ))
        .with_subject(block.header_span)
        .with_label(first.header_span, "first used here")
}

/// Returns a number of blocks in words.
fn counted(blocks: usize) -> String {
    format!("{blocks} block{}", if blocks == 1 { "" } else { "s" })
}
