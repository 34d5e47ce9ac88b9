//! Suggestions for misspelled names.

/// The largest number of edits between a name and its misspelling.
const MAX_DISTANCE: usize = 2;

/// The longest name that is compared, in characters.
const MAX_CHARACTERS: usize = 100;

/// How many candidates are looked at.
const MAX_CANDIDATES: usize = 2_000;

/// How many characters of candidates are compared.
const MAX_COMPARED: usize = 2_500;

/// The width of the band of the matrix of distances that can hold a distance of at most [`MAX_DISTANCE`].
const BAND: usize = 2 * MAX_DISTANCE + 1;

/// Returns the candidate that `given` is probably a misspelling of.
///
/// The two differ in at most two changed, added or omitted characters, and in fewer than `given` has. Of several
/// equally similar candidates, the first is returned.
///
/// The work of one call is bounded, so that a file of unknown names is reported in linear time: names of more than
/// 100 characters are never suggested, and only the first 2,000 candidates and 2,500 characters are considered.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::nearest_name;
///
/// assert_eq!(nearest_name("prot", ["host", "port"]), Some("port"));
/// assert_eq!(nearest_name("colour", ["host", "port"]), None);
/// ```
#[must_use]
pub fn nearest_name<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > 4 * MAX_CHARACTERS {
        return None;
    }
    let given: Vec<char> = given.chars().collect();
    if given.len() > MAX_CHARACTERS {
        return None;
    }
    let mut left = MAX_COMPARED;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        let Some(distance) = distance(&given, candidate, &mut left) else {
            continue;
        };
        let near = distance < given.len().max(1);
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
        if left == 0 || distance == 0 {
            break;
        }
    }
    best.map(|(_, name)| name)
}

/// Returns the number of single-character edits between two names, or `None` if it is more than [`MAX_DISTANCE`] or
/// more characters of `b` would have to be compared than are `left`.
fn distance(a: &[char], b: &str, left: &mut usize) -> Option<usize> {
    if b.len() > 4 * (a.len() + MAX_DISTANCE) || b.chars().count().abs_diff(a.len()) > MAX_DISTANCE {
        return None;
    }
    let (a, b) = without_common_ends(a, b);
    // In the row of the matrix for the first `line` characters of `b`, the column of an entry is
    // `line + index - MAX_DISTANCE`: all others are too far from the diagonal.
    let mut row = [usize::MAX - 1; BAND];
    for (entry, distance) in row[MAX_DISTANCE..].iter_mut().zip(0..) {
        *entry = distance;
    }
    for (line, y) in (1..).zip(b.chars()) {
        *left = left.checked_sub(1)?;
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
    let column = (a.len() + MAX_DISTANCE).checked_sub(b.chars().count())?;
    row.get(column)
        .copied()
        .filter(|distance| *distance <= MAX_DISTANCE)
}

/// Removes the common start and end of two names, which no shortest series of edits changes.
fn without_common_ends<'a, 'b>(a: &'a [char], b: &'b str) -> (&'a [char], &'b str) {
    let measure = |(count, bytes): (usize, usize), (x, _): (&char, char)| (count + 1, bytes + x.len_utf8());
    let start = a.iter().zip(b.chars()).take_while(|(x, y)| *x == y);
    let (count, bytes) = start.fold((0, 0), measure);
    let (a, b) = (&a[count..], &b[bytes..]);
    let end = a.iter().rev().zip(b.chars().rev()).take_while(|(x, y)| *x == y);
    let (count, bytes) = end.fold((0, 0), measure);
    (&a[..a.len() - count], &b[..b.len() - bytes])
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
        // Every pair of words of at most five letters `a` and `b`, and one with a wide character.
        let words: Vec<String> = (0..=5_u32)
            .flat_map(|length| {
                (0..1_u32 << length).map(move |bits| {
                    (0..length)
                        .map(|bit| if bits & (1 << bit) == 0 { 'a' } else { 'é' })
                        .collect()
                })
            })
            .collect();
        for a in &words {
            let a: Vec<char> = a.chars().collect();
            for b in &words {
                let expected = edits(&a, &b.chars().collect::<Vec<_>>());
                let found = distance(&a, b, &mut 100);
                assert_eq!(found, Some(expected).filter(|edits| *edits <= 2), "{a:?}, {b}");
            }
        }
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
}
