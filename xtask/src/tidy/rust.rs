//! Telling Rust code from its comments and literals.

/// The text with comments and the contents of literals replaced by spaces; lines stay where they are.
pub(super) fn code(text: &str) -> String {
    split(text).0
}

/// The text with everything but comments replaced by spaces; lines stay where they are.
pub(super) fn comments(text: &str) -> String {
    split(text).1
}

/// The code before the first unit test of the file.
pub(super) fn before_tests(code: &str) -> &str {
    code.split("#[cfg(test)]").next().unwrap_or(code)
}

/// The numbers, from 1, of the lines in which `word` stands alone.
pub(super) fn lines_with(text: &str, word: &str) -> Vec<usize> {
    let part_of_name = |char: char| char.is_alphanumeric() || char == '_';
    text.lines()
        .enumerate()
        .filter(|(_, line)| {
            line.match_indices(word).any(|(at, found)| {
                let before = line[..at].chars().next_back();
                let after = line[at + found.len()..].chars().next();
                let first = word.chars().next().is_some_and(part_of_name);
                let last = word.chars().next_back().is_some_and(part_of_name);
                !(first && before.is_some_and(part_of_name) || last && after.is_some_and(part_of_name))
            })
        })
        .map(|(index, _)| index + 1)
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Code,
    Comment,
    Literal,
}

fn split(text: &str) -> (String, String) {
    let chars: Vec<char> = text.chars().collect();
    let (mut code, mut comments) = (String::new(), String::new());
    let mut at = 0;
    while at < chars.len() {
        let (kind, end) = piece(&chars, at);
        for char in &chars[at..end] {
            let blank = if *char == '\n' { '\n' } else { ' ' };
            code.push(if kind == Kind::Code { *char } else { blank });
            comments.push(if kind == Kind::Comment { *char } else { blank });
        }
        at = end;
    }
    (code, comments)
}

/// What starts at `at`, and where it ends.
fn piece(chars: &[char], at: usize) -> (Kind, usize) {
    let next = |offset: usize| chars.get(at + offset).copied();
    let in_name = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    match chars[at] {
        '/' if next(1) == Some('/') => (Kind::Comment, find(chars, at, |char| char == '\n')),
        '/' if next(1) == Some('*') => (Kind::Comment, block_comment(chars, at)),
        '"' => (Kind::Literal, quoted(chars, at + 1, '"')),
        'r' if !in_name || matches!(at.checked_sub(1).map(|at| chars[at]), Some('b' | 'c')) => {
            let hashes = chars[at + 1..].iter().take_while(|char| **char == '#').count();
            if next(1 + hashes) == Some('"') {
                (Kind::Literal, raw(chars, at + 2 + hashes, hashes))
            } else {
                (Kind::Code, at + 1)
            }
        }
        '\'' if next(1) == Some('\\') || next(2) == Some('\'') => {
            (Kind::Literal, quoted(chars, at + 1, '\''))
        }
        _ => (Kind::Code, at + 1),
    }
}

fn find(chars: &[char], from: usize, wanted: impl Fn(char) -> bool) -> usize {
    let found = chars[from..].iter().position(|char| wanted(*char));
    found.map_or(chars.len(), |at| from + at)
}

fn block_comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0_usize);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) if depth == 1 => return at + 2,
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    chars.len()
}

fn quoted(chars: &[char], from: usize, quote: char) -> usize {
    let mut at = from;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 2,
            char if char == quote => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

fn raw(chars: &[char], from: usize, hashes: usize) -> usize {
    let ends = |at: usize| {
        let rest = &chars[at + 1..];
        chars[at] == '"' && rest.len() >= hashes && rest[..hashes].iter().all(|char| *char == '#')
    };
    (from..chars.len())
        .find(|at| ends(*at))
        .map_or(chars.len(), |at| at + 1 + hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_comments_are_not_code() {
        let text = "a /* b /* c */ d */ e // f\ng(\"h\\\"i\", 'j', '\\'', br#\"k\"l\"#, m'n)";
        let code: Vec<&str> = text.lines().collect();
        assert_eq!(code.len(), 2);
        let found: String = super::code(text).split_whitespace().collect();
        assert_eq!(found, "aeg(,,,b,m'n)");
        let found: String = comments(text).split_whitespace().collect();
        assert_eq!(found, "/*b/*c*/d*///f");
        assert_eq!(super::code(text).len(), text.len());
    }

    #[test]
    fn lifetimes_are_not_characters() {
        assert_eq!(code("fn a<'x>(b: &'x str) {}"), "fn a<'x>(b: &'x str) {}");
    }

    #[test]
    fn words_stand_alone() {
        assert_eq!(lines_with("logos\nlogos_x\nx::logos::y\nxlogos", "logos"), [1, 3]);
        assert_eq!(lines_with("dbg!(a)\nmydbg!(a)", "dbg!"), [1]);
    }
}
