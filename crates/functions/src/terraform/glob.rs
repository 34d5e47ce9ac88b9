//! Patterns of file names: `*`, `?`, classes in brackets, alternatives in braces, and `**` for any directories.

/// A part of a pattern between slashes.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Any number of directories.
    AnyDirectories,
    /// A literal name.
    Name(String),
    Pattern(Vec<Item>),
}

#[derive(Clone, Debug)]
pub(super) enum Item {
    Character(char),
    /// `?`: any one character.
    Any,
    /// `*`: any characters.
    Star,
    Class {
        ranges: Vec<(char, char)>,
        is_negated: bool,
    },
}

/// Maximum number of patterns after expanding braces.
const MAX_ALTERNATIVES: usize = 1024;

/// Parses a string into its patterns, each as its parts. An error is a clause.
pub(super) fn parse(text: &str) -> Result<Vec<Vec<Part>>, String> {
    let mut all = Vec::new();
    for pattern in alternatives(text)? {
        let parts = pattern.split('/').filter(|part| !part.is_empty() && *part != ".");
        let mut parsed: Vec<Part> = parts.map(part).collect::<Result<_, _>>()?;
        // Any number of directories below any number of directories are any number.
        parsed.dedup_by(|one, other| matches!((one, other), (Part::AnyDirectories, Part::AnyDirectories)));
        all.push(parsed);
    }
    Ok(all)
}

/// Expands the alternatives in braces.
fn alternatives(text: &str) -> Result<Vec<String>, String> {
    let mut done = Vec::new();
    let mut open = vec![text.to_owned()];
    while let Some(pattern) = open.pop() {
        match outer_braces(&pattern)? {
            None => done.push(pattern),
            Some((before, choices, after)) => {
                open.extend(
                    choices
                        .iter()
                        .rev()
                        .map(|choice| [before, choice, after].concat()),
                );
            }
        }
        if open.len() + done.len() > MAX_ALTERNATIVES {
            return Err("the pattern has more than 1,024 alternatives".to_owned());
        }
    }
    Ok(done)
}

/// The text before a pair of braces, the alternatives in them, and the text after them.
type Braces<'a> = (&'a str, Vec<&'a str>, &'a str);

/// Finds the first pair of braces.
fn outer_braces(pattern: &str) -> Result<Option<Braces<'_>>, String> {
    let mut depth = 0_usize;
    let (mut start, mut choice) = (0, 0);
    let mut choices = Vec::new();
    let mut in_class = false;
    let mut characters = pattern.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '[' => in_class = true,
            ']' => in_class = false,
            '{' if !in_class => {
                if depth == 0 {
                    (start, choice) = (at, at + 1);
                }
                depth += 1;
            }
            ',' if depth == 1 && !in_class => {
                choices.push(&pattern[choice..at]);
                choice = at + 1;
            }
            '}' if depth > 0 && !in_class => {
                depth -= 1;
                if depth == 0 {
                    choices.push(&pattern[choice..at]);
                    return Ok(Some((&pattern[..start], choices, &pattern[at + 1..])));
                }
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err("the pattern has an opening brace without a closing one".to_owned());
    }
    Ok(None)
}

fn part(text: &str) -> Result<Part, String> {
    if text == "**" {
        return Ok(Part::AnyDirectories);
    }
    let mut items = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        items.push(match character {
            '?' => Item::Any,
            '*' => Item::Star,
            '\\' => Item::Character(characters.next().ok_or("the pattern ends with a backslash")?),
            '[' => class(&mut characters)?,
            _ => Item::Character(character),
        });
    }
    let name: Option<String> = items
        .iter()
        .map(|item| match item {
            Item::Character(character) => Some(*character),
            _ => None,
        })
        .collect();
    Ok(name.map_or(Part::Pattern(items), Part::Name))
}

/// Parses a class after its opening bracket.
fn class(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<Item, String> {
    let unclosed = "the pattern has an opening bracket without a closing one";
    let is_negated = characters
        .next_if(|character| matches!(character, '^' | '!'))
        .is_some();
    let mut ranges = Vec::new();
    loop {
        let low = match characters.next().ok_or(unclosed)? {
            ']' if ranges.is_empty() => return Err("the pattern has an empty class".to_owned()),
            ']' => return Ok(Item::Class { ranges, is_negated }),
            '\\' => characters.next().ok_or(unclosed)?,
            character => character,
        };
        let high = if characters.next_if_eq(&'-').is_some() {
            match characters.next().ok_or(unclosed)? {
                ']' => return Err("the pattern has a range without an end in a class".to_owned()),
                '\\' => characters.next().ok_or(unclosed)?,
                character => character,
            }
        } else {
            low
        };
        ranges.push((low, high));
    }
}

/// Returns whether a name matches, in time proportional to the product of the lengths.
pub(super) fn matches(items: &[Item], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut item, mut at) = (0, 0);
    // The position at which to continue with one more character for the last star.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let one = name.get(at).is_some_and(|character| match items.get(item) {
            Some(Item::Character(wanted)) => wanted == character,
            Some(Item::Any) => true,
            Some(Item::Class { ranges, is_negated }) => {
                ranges.iter().any(|(low, high)| (low..=high).contains(&character)) != *is_negated
            }
            Some(Item::Star) | None => false,
        });
        if one {
            (item, at) = (item + 1, at + 1);
        } else if let Some(Item::Star) = items.get(item) {
            item += 1;
            retry = Some((item, at));
        } else if item == items.len() && at == name.len() {
            return true;
        } else if let Some((after_star, from)) = retry.filter(|(_, from)| *from < name.len()) {
            (item, at) = (after_star, from + 1);
            retry = Some((after_star, from + 1));
        } else {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_match(pattern: &str, name: &str) -> bool {
        parse(pattern)
            .unwrap()
            .iter()
            .any(|parts| match parts.as_slice() {
                [Part::Pattern(items)] => matches(items, name),
                [Part::Name(wanted)] => wanted == name,
                _ => false,
            })
    }

    #[test]
    fn names_match_stars_marks_and_classes() {
        let cases = [
            ("*.txt", "a.txt", true),
            ("*.txt", "a.text", false),
            ("*", "", true),
            ("?", "é", true),
            ("?", "", false),
            ("a*b*c", "a_b_b_c", true),
            ("a*b*c", "a_c_b", false),
            ("[a-c]x", "bx", true),
            ("[^a-c]x", "bx", false),
            ("[!a]", "b", true),
            ("\\*", "*", true),
            ("\\*", "a", false),
            ("{a,b{c,d}}.t", "bd.t", true),
            ("{a,b{c,d}}.t", "b.t", false),
            ("x{,y}", "x", true),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(is_match(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_pattern_that_is_left_open_is_an_error() {
        for pattern in ["[a", "[", "[]", "[a-]", "{a", "a\\"] {
            assert!(parse(pattern).is_err(), "{pattern}");
        }
        let many = "{a,b}".repeat(11);
        assert!(parse(&many).unwrap_err().contains("1,024 alternatives"));
    }

    #[test]
    fn many_stars_cost_little() {
        let pattern = format!("{}b", "a*".repeat(50));
        assert!(!is_match(&pattern, &"a".repeat(2000)));
    }
}
