//! Prefixes that stay valid whatever follows them.

use std::sync::LazyLock;

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};
use unicode_segmentation::UnicodeSegmentation;

/// Returns the part of a normalized `prefix` that stays the same whatever string follows it.
///
/// If the last character is composed or may combine with the next one, this is the part before it. Otherwise the last
/// grapheme cluster may still grow, unless it is a delimiter to which nothing attaches. To agree with the reference,
/// the part then also ends before the first line feed or carriage return that is not one of a pair.
pub(crate) fn safe_prefix(prefix: &str) -> &str {
    let starter = prefix
        .char_indices()
        .rev()
        .find(|(_, character)| canonical_combining_class(*character) == 0);
    if let Some((start, character)) = starter
        && (start + character.len_utf8() < prefix.len()
            || is_composed(character)
            || combines_forward(character))
    {
        return &prefix[..start];
    }
    if let Some((end, _)) = prefix
        .grapheme_indices(true)
        .find(|(_, cluster)| matches!(*cluster, "\n" | "\r"))
    {
        return &prefix[..end];
    }
    let Some((start, last)) = prefix.grapheme_indices(true).next_back() else {
        return prefix;
    };
    let mut characters = last.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) if "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'".contains(only) => prefix,
        _ => &prefix[..start],
    }
}

/// Returns whether the character is composed of others.
fn is_composed(character: char) -> bool {
    let mut parts = 0_u32;
    decompose_canonical(character, |_| parts += 1);
    parts > 1
}

/// Returns whether the character may be composed with one after it.
fn combines_forward(character: char) -> bool {
    // The usual ends of prefixes; asking for each takes 250 lookups.
    static ASCII: LazyLock<[bool; 128]> =
        LazyLock::new(|| std::array::from_fn(|code| has_composition(char::from(code as u8))));
    match ASCII.get(character as usize) {
        Some(combines) => *combines,
        None => has_composition(character),
    }
}

fn has_composition(character: char) -> bool {
    SECOND_OF_PAIRS
        .iter()
        .cloned()
        .flatten()
        .any(|second| compose(character, second).is_some())
}

/// The characters that are the second in a canonical composition.
const SECOND_OF_PAIRS: &[std::ops::RangeInclusive<char>] = &[
    '\u{300}'..='\u{345}',
    '\u{653}'..='\u{655}',
    '\u{93c}'..='\u{93c}',
    '\u{9be}'..='\u{9d7}',
    '\u{b3e}'..='\u{b57}',
    '\u{bbe}'..='\u{bd7}',
    '\u{c56}'..='\u{c56}',
    '\u{cc2}'..='\u{cd6}',
    '\u{d3e}'..='\u{d57}',
    '\u{dca}'..='\u{ddf}',
    '\u{102e}'..='\u{102e}',
    '\u{1161}'..='\u{1175}',
    '\u{11a8}'..='\u{11c2}',
    '\u{1b35}'..='\u{1b35}',
    '\u{3099}'..='\u{309a}',
    '\u{110ba}'..='\u{110ba}',
    '\u{11127}'..='\u{11127}',
    '\u{1133e}'..='\u{11357}',
    '\u{114b0}'..='\u{114bd}',
    '\u{115af}'..='\u{115af}',
    '\u{11930}'..='\u{11930}',
];
