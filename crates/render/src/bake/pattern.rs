//! Patterns of names, as Go's `path.Match` reads them.

/// Returns whether a name may be a pattern.
pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', ']'])
}

/// Returns whether a name has the form of a pattern: `*` stands for any characters, `?` for one, and `[a-z]` or `[^a-z]` for one
/// of some. Nothing matches a pattern that is invalid.
pub(super) fn is_match(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let (mut at, mut position) = (0, 0);
    // Where the last `*` is, and how much of the name it has taken. Only the last one is ever retried.
    let mut last: Option<(usize, usize)> = None;
    loop {
        if pattern.get(at) == Some(&'*') {
            last = Some((at + 1, position));
            at += 1;
            continue;
        }
        let taken = name
            .get(position)
            .and_then(|character| one(&pattern, at, *character));
        match taken {
            Some(next) => {
                at = next;
                position += 1;
            }
            None if position == name.len() && at == pattern.len() => return true,
            None => match &mut last {
                Some((start, taken)) if *taken < name.len() => {
                    *taken += 1;
                    (at, position) = (*start, *taken);
                }
                _ => return false,
            },
        }
    }
}

/// Returns the end of the part of a pattern that stands for one character, if it stands for this one.
fn one(pattern: &[char], at: usize, character: char) -> Option<usize> {
    match pattern.get(at)? {
        '?' => Some(at + 1),
        '\\' => (*pattern.get(at + 1)? == character).then_some(at + 2),
        '[' => {
            let mut at = at + 1;
            let is_negated = pattern.get(at) == Some(&'^');
            at += usize::from(is_negated);
            let (mut is_in, mut is_first) = (false, true);
            while is_first || *pattern.get(at)? != ']' {
                let bound = |at: &mut usize| {
                    if *pattern.get(*at)? == '\\' {
                        *at += 1;
                    }
                    let bound = *pattern.get(*at)?;
                    *at += 1;
                    Some(bound)
                };
                let low = bound(&mut at)?;
                let high = if pattern.get(at) == Some(&'-') {
                    at += 1;
                    bound(&mut at)?
                } else {
                    low
                };
                is_in |= (low..=high).contains(&character);
                is_first = false;
            }
            (is_in != is_negated).then_some(at + 1)
        }
        own => (*own == character).then_some(at + 1),
    }
}
