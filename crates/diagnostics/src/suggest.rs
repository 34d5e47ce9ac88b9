//! Suggestions for misspelled names.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest number of edits between a name and its misspelling.
const MAX_DISTANCE: usize = 2;

/// How many characters of a name explain one edit.
const CHARACTERS_PER_EDIT: usize = 3;

/// The shortest name that may be the start of another one, in characters.
const MIN_STARTED: usize = 3;

/// The longest name that is compared, in characters.
const MAX_CHARACTERS: usize = 100;

/// How many candidates are looked at.
const MAX_CANDIDATES: usize = 2_000;

/// How many characters of candidates are compared.
const MAX_COMPARED: usize = 2_500;

/// How many bytes at the common ends of two names count as one compared character, which takes as long.
const BYTES_OF_ENDS: usize = 16;

/// The width of the band of the matrix of distances that can hold a distance of at most [`MAX_DISTANCE`].
const BAND: usize = 2 * MAX_DISTANCE + 1;

/// Returns the candidate that `given` is probably a misspelling of.
///
/// The two differ in the case of letters, in two neighbouring characters that are swapped, or in few changed, added or omitted
/// characters: one, or two if `given` has at least six. Of several equally similar candidates, the first is returned. If there is
/// none, the only candidate that starts with `given` is, if that has at least three characters.
///
/// The work of one call is bounded, so that a file of unknown names is reported in linear time: names of more than
/// 100 characters are never suggested, and only the first 2,000 candidates and 2,500 characters are considered.
/// [`Suggestions`] bounds the work of many calls.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::nearest_name;
///
/// assert_eq!(nearest_name("prot", ["host", "port"]), Some("port"));
/// assert_eq!(nearest_name("colour", ["host", "port"]), None);
/// assert_eq!(nearest_name("len", ["can", "length"]), Some("length"));
/// ```
#[must_use]
pub fn nearest_name<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > 4 * MAX_CHARACTERS {
        return None;
    }
    let characters: Vec<char> = given.chars().collect();
    if characters.len() > MAX_CHARACTERS {
        return None;
    }
    let mut left = MAX_COMPARED;
    let mut best: Option<(usize, &str)> = None;
    let mut started = Started::None;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if characters.len() >= MIN_STARTED && candidate.starts_with(given) {
            started.add(candidate);
        }
        let Some(distance) = distance(given, &characters, candidate, &mut left) else {
            if left == 0 {
                break;
            }
            continue;
        };
        if is_near(given, characters.len(), candidate, distance)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
        if left == 0 || distance == 0 {
            break;
        }
    }
    match (best, started) {
        (Some((_, name)), _) | (None, Started::One(name)) => Some(name),
        _ => None,
    }
}

/// The candidates that start with a name.
enum Started<'a> {
    None,
    One(&'a str),
    Several,
}

impl<'a> Started<'a> {
    fn add(&mut self, candidate: &'a str) {
        *self = match *self {
            Self::None => Self::One(candidate),
            Self::One(other) if other == candidate => return,
            Self::One(_) | Self::Several => Self::Several,
        };
    }
}

/// Returns whether a typing error explains the difference between a name of `count` characters and another one.
fn is_near(given: &str, count: usize, other: &str, distance: usize) -> bool {
    let is_swapped = || {
        let start = common_start(given, other);
        let end = common_end(&given[start..], &other[start..]);
        let (a, b) = (&given[start..given.len() - end], &other[start..other.len() - end]);
        a.chars().count() == 2 && a.chars().rev().eq(b.chars())
    };
    let few = (count / CHARACTERS_PER_EDIT).max(1);
    distance < count.max(1) && (distance <= few || given.eq_ignore_ascii_case(other) || is_swapped())
}

/// Returns the number of single-character edits between two names, the first with its characters, or `None` if it is
/// more than [`MAX_DISTANCE`] or more would have to be compared than is `left`.
fn distance(given: &str, characters: &[char], other: &str, left: &mut usize) -> Option<usize> {
    let count = characters.len();
    if other.len() > 4 * (count + MAX_DISTANCE) {
        return None;
    }
    let other_count = other.chars().count();
    if other_count.abs_diff(count) > MAX_DISTANCE {
        return None;
    }
    // No shortest series of edits changes the common start and end of two names.
    let start = common_start(given, other);
    let end = common_end(&given[start..], &other[start..]);
    *left = left.saturating_sub((start + end) / BYTES_OF_ENDS);
    let (first, last) = (
        given[..start].chars().count(),
        given[given.len() - end..].chars().count(),
    );
    let a = &characters[first..count - last];
    let b = &other[start..other.len() - end];
    // In the row of the matrix for the first `line` characters of `b`, the column of an entry is
    // `line + index - MAX_DISTANCE`: all others are too far from the diagonal.
    let mut row = [usize::MAX - 1; BAND];
    for (entry, distance) in row[MAX_DISTANCE..].iter_mut().zip(0..) {
        *entry = distance;
    }
    for (line, y) in (1..).zip(b.chars()) {
        if *left == 0 {
            return None;
        }
        *left -= 1;
        let mut omitted = usize::MAX - 1;
        for index in 0..BAND {
            let added = row.get(index + 1).map_or(usize::MAX, |above| above + 1);
            let column = (line + index).checked_sub(MAX_DISTANCE);
            row[index] = match column {
                None => usize::MAX - 1,
                Some(0) => line,
                Some(column) => {
                    let changed = a.get(column - 1).map(|x| row[index] + usize::from(*x != y));
                    changed.unwrap_or(usize::MAX - 1).min(added).min(omitted + 1)
                }
            }
            .min(usize::MAX - 1);
            omitted = row[index];
        }
        if row.iter().all(|distance| *distance > MAX_DISTANCE) {
            return None;
        }
    }
    let column = (a.len() + MAX_DISTANCE).checked_sub(other_count - first - last)?;
    row.get(column)
        .copied()
        .filter(|distance| *distance <= MAX_DISTANCE)
}

/// Returns the length of the longest common start of two strings, in bytes, between characters.
fn common_start(a: &str, b: &str) -> usize {
    let blocks = a
        .as_bytes()
        .chunks(BYTES_OF_ENDS)
        .zip(b.as_bytes().chunks(BYTES_OF_ENDS));
    let common = BYTES_OF_ENDS * blocks.take_while(|(x, y)| x == y).count();
    let mut len = common.min(a.len()).min(b.len());
    let rest = a.as_bytes()[len..].iter().zip(&b.as_bytes()[len..]);
    len += rest.take_while(|(x, y)| x == y).count();
    while !a.is_char_boundary(len) {
        len -= 1;
    }
    len
}

/// Returns the length of the longest common end of two strings, in bytes, between characters.
fn common_end(a: &str, b: &str) -> usize {
    let blocks = a
        .as_bytes()
        .rchunks(BYTES_OF_ENDS)
        .zip(b.as_bytes().rchunks(BYTES_OF_ENDS));
    let common = BYTES_OF_ENDS * blocks.take_while(|(x, y)| x == y).count();
    let mut len = common.min(a.len()).min(b.len());
    let bytes = a.bytes().rev().zip(b.bytes().rev()).skip(len);
    len += bytes.take_while(|(x, y)| x == y).count();
    while !a.is_char_boundary(a.len() - len) {
        len -= 1;
    }
    len
}

/// Bounds the work of all suggestions of one operation.
///
/// [`nearest_name`] bounds the work for one name. In a file of unknown names, nobody reads the suggestions for the last
/// ones, so an operation that may report many of them keeps one bound for all: it admits 200,000 candidates, and no
/// more after them.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{Suggestions, nearest_name};
///
/// let suggestions = Suggestions::new();
/// let names = ["host", "port"];
/// assert_eq!(nearest_name("prot", suggestions.among(names)), Some("port"));
///
/// // A hundred thousand names later, the bound is reached.
/// let last = (0..100_000).map(|_| nearest_name("prot", suggestions.among(names))).last();
/// assert_eq!(last, Some(None));
/// ```
#[derive(Debug)]
pub struct Suggestions {
    /// How many candidates are admitted from now on.
    left: AtomicUsize,
}

impl Suggestions {
    /// How many candidates all suggestions together are looked for among.
    pub const MAX_CANDIDATES: usize = 200_000;

    /// Creates a bound that admits [`MAX_CANDIDATES`](Self::MAX_CANDIDATES).
    #[must_use]
    pub const fn new() -> Self {
        Self {
            left: AtomicUsize::new(Self::MAX_CANDIDATES),
        }
    }

    /// Returns the first of `all` that the name of one problem is looked for among: at most 2,000, and none after the bound
    /// is reached. Those that a caller filters out of the result count too.
    pub fn among<I: IntoIterator>(&self, all: I) -> impl Iterator<Item = I::Item> {
        let admits = |_: &I::Item| {
            let taken = |left: usize| left.checked_sub(1);
            self.left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken)
                .is_ok()
        };
        all.into_iter().take(MAX_CANDIDATES).take_while(admits)
    }
}

impl Default for Suggestions {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of single-character edits between two names, from the whole matrix.
    fn edits(a: &[char], b: &[char]) -> usize {
        let mut row: Vec<usize> = (0..=a.len()).collect();
        for (line, y) in b.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = line + 1;
            for (index, x) in a.iter().enumerate() {
                let changed = diagonal + usize::from(x != y);
                diagonal = row[index + 1];
                row[index + 1] = changed.min(diagonal + 1).min(row[index] + 1);
            }
        }
        row[a.len()]
    }

    #[test]
    fn small_distances_are_those_of_the_whole_matrix() {
        // Every pair of words of at most four letters. Two of these begin with the same byte, and two end with the same one.
        let words: Vec<String> = (0..=4_u32)
            .flat_map(|length| {
                let letter = |digits: u32, index| ['a', 'é', 'ç', 'ĩ'][(digits >> (2 * index) & 3) as usize];
                (0..1_u32 << (2 * length))
                    .map(move |digits| (0..length).map(|index| letter(digits, index)).collect())
            })
            .collect();
        for a in &words {
            let characters: Vec<char> = a.chars().collect();
            for b in &words {
                let expected = edits(&characters, &b.chars().collect::<Vec<_>>());
                let found = distance(a, &characters, b, &mut 100);
                assert_eq!(found, Some(expected).filter(|edits| *edits <= 2), "{a}, {b}");
            }
        }
    }

    #[test]
    fn short_names_have_few_typing_errors() {
        for (given, other, is_offered) in [
            ("len", "can", false),
            ("len", "lens", true),
            ("port", "host", false),
            ("port", "prot", true),
            ("prefx", "prefix", true),
            ("local", "vocal_", false),
            ("region", "regjonn", true),
            ("ab", "ba", false),
            ("abc", "acb", true),
            ("to", "no", true),
            ("a", "b", false),
            ("ID", "id", false),
            ("IDs", "ids", true),
        ] {
            let expected = Some(other).filter(|_| is_offered);
            assert_eq!(nearest_name(given, [other]), expected, "{given}, {other}");
        }
    }

    #[test]
    fn the_only_name_that_goes_on_is_offered() {
        assert_eq!(nearest_name("len", ["can", "length", "lower"]), Some("length"));
        assert_eq!(nearest_name("len", ["length", "length"]), Some("length"));
        assert_eq!(nearest_name("cidr", ["cidrhost", "cidrsubnet"]), None);
        assert_eq!(nearest_name("cidr", ["cidrhost", "cider"]), Some("cider"));
        assert_eq!(nearest_name("le", ["length"]), None);
    }

    #[test]
    fn long_names_and_distant_candidates_are_not_considered() {
        let (name, near) = ("x".repeat(100), "x".repeat(99));
        assert_eq!(nearest_name(&name, [near.as_str()]), Some(near.as_str()));
        let (name, near) = ("x".repeat(101), "x".repeat(100));
        assert_eq!(nearest_name(&name, [near.as_str()]), None);

        let others = std::iter::repeat_n("unrelated", 1_999);
        assert_eq!(nearest_name("port", others.clone().chain(["prot"])), Some("prot"));
        assert_eq!(nearest_name("port", others.chain(["unrelated", "prot"])), None);
    }

    #[test]
    fn one_call_compares_a_bounded_number_of_characters() {
        let given = "n".repeat(100);
        let far = format!("x{}yz", "n".repeat(97));
        let near = format!("x{}y", "n".repeat(98));
        let candidates = |far_ones| std::iter::repeat_n(far.as_str(), far_ones).chain([near.as_str()]);
        assert_eq!(nearest_name(&given, candidates(24)), Some(near.as_str()));
        assert_eq!(nearest_name(&given, candidates(25)), None);
    }

    #[test]
    fn common_ends_of_names_are_bounded_too() {
        let given = format!("{}ab", "n".repeat(96));
        let far = format!("{}xyz", "n".repeat(96));
        let near = format!("{}a", "n".repeat(96));
        let candidates = |far_ones| std::iter::repeat_n(far.as_str(), far_ones).chain([near.as_str()]);
        // 96 bytes count as six characters, and three more are compared.
        assert_eq!(nearest_name(&given, candidates(277)), Some(near.as_str()));
        assert_eq!(nearest_name(&given, candidates(278)), None);
    }

    #[test]
    fn suggestions_of_an_operation_end_when_enough_candidates_were_looked_at() {
        let suggestions = Suggestions::new();
        let looked_at = |count| suggestions.among(0..count).count();
        assert_eq!(looked_at(5_000), 2_000);
        let all: usize = (0..98).map(|_| looked_at(2_000)).sum();
        assert_eq!(all, 196_000);
        assert_eq!(
            (looked_at(1_500), looked_at(1_500), looked_at(1)),
            (1_500, 500, 0)
        );
    }
}
