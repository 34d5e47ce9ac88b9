//! Which characters can be seen.

/// Returns whether a character is a space, or a letter, mark, number, punctuation or symbol.
///
/// # Examples
///
/// ```
/// use hcl2_value::is_printable;
///
/// assert!("a é\u{301}漢😀".chars().all(is_printable));
/// assert!(!"\n\u{a0}\u{200b}\u{e000}".chars().any(is_printable));
/// ```
#[must_use]
pub fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return matches!(character, ' '..='~');
    }
    let mut text = String::from("_");
    text.push(character);
    // Only the first character of a string is escaped for what it would combine with.
    text.escape_debug().nth(1) == Some(character)
}
