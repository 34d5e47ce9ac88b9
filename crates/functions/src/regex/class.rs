//! Character classes.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// Creates a class from ranges of characters.
pub(super) fn class(ranges: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(
        ranges
            .iter()
            .map(|(first, last)| ClassUnicodeRange::new(*first, *last)),
    )
}

/// Adds the characters that differ only in case.
pub(super) fn folded(mut class: ClassUnicode) -> ClassUnicode {
    // This cannot fail, since the build includes the tables.
    let _ = class.try_case_fold_simple();
    class
}

/// Returns the class `\d`, `\s` or `\w` by its letter in lower case.
pub(super) fn perl(letter: char) -> Option<ClassUnicode> {
    Some(match letter {
        'd' => class(&[('0', '9')]),
        's' => class(&[('\t', '\n'), ('\u{c}', '\r'), (' ', ' ')]),
        'w' => class(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
        _ => return None,
    })
}

/// Returns the class with a name between `[:` and `:]`.
pub(super) fn posix(name: &str) -> Option<ClassUnicode> {
    Some(match name {
        "alnum" => class(&[('0', '9'), ('A', 'Z'), ('a', 'z')]),
        "alpha" => class(&[('A', 'Z'), ('a', 'z')]),
        "ascii" => class(&[('\0', '\u{7f}')]),
        "blank" => class(&[('\t', '\t'), (' ', ' ')]),
        "cntrl" => class(&[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')]),
        "digit" => class(&[('0', '9')]),
        "graph" => class(&[('!', '~')]),
        "lower" => class(&[('a', 'z')]),
        "print" => class(&[(' ', '~')]),
        "punct" => class(&[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')]),
        "space" => class(&[('\t', '\r'), (' ', ' ')]),
        "upper" => class(&[('A', 'Z')]),
        "word" => class(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
        "xdigit" => class(&[('0', '9'), ('A', 'F'), ('a', 'f')]),
        _ => return None,
    })
}

/// Returns the class of a general category, by its short or long name, or of a script. Capital letters, spaces, `_` and `-`
/// make no difference, as in Terraform 1.14, OpenTofu 1.11 and later.
pub(super) fn unicode(name: &str) -> Option<ClassUnicode> {
    let is_separator = |letter: &char| matches!(letter, ' ' | '_' | '-');
    let name: String = name
        .chars()
        .filter(|letter| !is_separator(letter))
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    match name.as_str() {
        "any" => return Some(class(&[('\0', char::MAX)])),
        "ascii" => return Some(class(&[('\0', '\u{7f}')])),
        _ => {}
    }
    // Other engines also know names that start with this.
    if name.is_empty() || name.starts_with("is") || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let property = |property: &str| regex_syntax::parse(&format!(r"\p{{{property}={name}}}")).ok();
    let parsed = property("gc").or_else(|| property("sc"))?;
    match parsed.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        HirKind::Literal(literal) => {
            let only = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(class(&[(only, only)]))
        }
        _ => Some(class(&[])),
    }
}
