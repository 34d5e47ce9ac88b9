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

/// The names of general categories and scripts in patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// The short names of categories and the names of scripts, as Unicode writes them; also `Any`.
    Exact,
    /// Also the long names of categories, `ASCII`, `Assigned`, `Cn` and `LC`. Capital letters, spaces, `_` and `-` make no
    /// difference.
    Any,
}

/// The short names of general categories.
const CATEGORIES: &[&str] = &[
    "C", "Cc", "Cf", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl",
    "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
];

/// The names of scripts that have four letters; others of four letters are codes, which are no names in patterns.
const SCRIPTS_OF_FOUR: &[&str] = &[
    "ahom", "cham", "kawi", "lisu", "miao", "modi", "newa", "thai", "toto",
];

/// Returns whether a name is written as Unicode writes names of scripts: words that start with a capital letter, with `_`
/// between them.
fn is_exact_script(name: &str) -> bool {
    let is_word = |word: &str| {
        word.len() > 1
            && word.starts_with(|first: char| first.is_ascii_uppercase())
            && word.bytes().skip(1).all(|byte| byte.is_ascii_lowercase())
    };
    name == "SignWriting" || name.split('_').all(is_word)
}

/// Returns the class of a general category or of a script.
pub(super) fn unicode(name: &str, names: Names) -> Option<ClassUnicode> {
    let is_category = CATEGORIES.contains(&name);
    if names == Names::Exact && !is_category && name != "Any" && (name.len() < 3 || !is_exact_script(name)) {
        return None;
    }
    let is_separator = |letter: &char| matches!(letter, ' ' | '_' | '-');
    let name: String = name
        .chars()
        .filter(|letter| !is_separator(letter))
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    match (name.as_str(), names) {
        ("any", _) => return Some(class(&[('\0', char::MAX)])),
        // No character is a surrogate.
        ("cs", _) | ("surrogate", Names::Any) => return Some(class(&[])),
        ("ascii", Names::Any) => return Some(class(&[('\0', '\u{7f}')])),
        _ => {}
    }
    // Other engines also know names that start with this.
    if name.is_empty() || name.starts_with("is") || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let property = |property: &str| regex_syntax::parse(&format!(r"\p{{{property}={name}}}")).ok();
    let category = || property("gc").filter(|_| is_category || names == Names::Any);
    let is_script = name.len() != 4 || SCRIPTS_OF_FOUR.contains(&name.as_str());
    let script = || property("sc").filter(|_| is_script);
    let parsed = category().or_else(script)?;
    match parsed.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        HirKind::Literal(literal) => {
            let only = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(class(&[(only, only)]))
        }
        _ => Some(class(&[])),
    }
}
