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

const CATEGORIES: [&str; 38] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "LC", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N",
    "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl",
    "Zp", "Zs",
];

/// Returns the class of a general category or script.
pub(super) fn unicode(name: &str) -> Option<ClassUnicode> {
    if name == "Any" {
        return Some(class(&[('\0', char::MAX)]));
    }
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name || !name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return None;
    }
    let property = if CATEGORIES.contains(&name) { "gc" } else { "sc" };
    let parsed = regex_syntax::parse(&format!(r"\p{{{property}={name}}}")).ok()?;
    match parsed.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        HirKind::Literal(literal) => {
            let only = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(class(&[(only, only)]))
        }
        _ => Some(class(&[])),
    }
}
