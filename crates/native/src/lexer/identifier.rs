//! The characters of identifiers: `ID_Start` and `ID_Continue` of Unicode 9.0.

use super::identifier_table::{BLOCK_OF, BLOCKS, VARIATION_SELECTORS};

/// Returns whether `character` may start an identifier.
pub(super) fn is_id_start(character: char) -> bool {
    lookup(character, 0)
}

/// Returns whether `character` may continue an identifier.
pub(super) fn is_id_continue(character: char) -> bool {
    lookup(character, 4)
}

/// Looks a character up in the four words from `first_word` on of its block.
fn lookup(character: char, first_word: usize) -> bool {
    let code = character as usize;
    let block = match BLOCK_OF.get(code >> 8) {
        Some(block) => *block,
        None if code >> 8 == 0xE01 => VARIATION_SELECTORS,
        None => return false,
    };
    let word = usize::from(block) * 8 + first_word + (code & 0xFF) / 64;
    BLOCKS[word] >> (code % 64) & 1 == 1
}
