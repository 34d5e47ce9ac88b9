//! What a known prefix says about a whole string.

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};
use unicode_segmentation::UnicodeSegmentation;

/// The part of a normalised `prefix` that stays the same whatever text follows it.
///
/// Where the last character may combine with a following one or is a composed one, that is all before it. Otherwise
/// the last grapheme cluster may still grow, unless it is a delimiter to which nothing attaches; and to agree with the
/// reference everything from the first line feed or carriage return on that is not one of a pair is left out then.
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

/// Whether the character stands for others that it is composed of.
fn is_composed(character: char) -> bool {
    let mut parts = 0_u32;
    decompose_canonical(character, |_| parts += 1);
    parts > 1
}

/// Whether the character and some character after it have a composed form.
fn combines_forward(character: char) -> bool {
    SECOND_OF_PAIRS
        .iter()
        .cloned()
        .flatten()
        .any(|second| compose(character, second).is_some())
}

/// The characters that stand second in a canonical composition.
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
