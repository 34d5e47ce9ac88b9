//! Suggestions for misspelled names.

/// Returns the candidate that `given` is probably a misspelling of.
///
/// The two differ in at most two changed, added or omitted characters, and in fewer than `given` has. Of several
/// equally similar candidates, the first is returned.
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
    const MAX_DISTANCE: usize = 2;
    let given: Vec<char> = given.chars().collect();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let distance = distance(&given, candidate);
        let near = distance <= MAX_DISTANCE && distance < given.len().max(1);
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns the number of single-character edits between two names.
fn distance(a: &[char], b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (line, y) in b.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (index, x) in a.iter().enumerate() {
            let substituted = diagonal + usize::from(*x != y);
            diagonal = row[index + 1];
            row[index + 1] = substituted.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[a.len()]
}
