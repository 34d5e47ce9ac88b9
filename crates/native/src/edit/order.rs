//! The lines that belong to items, and their order.

use crate::rewrite::{self, Lines};
use crate::tree::{File, TextRange};

/// Returns the lines of an item and of the comments right above it, with the last line ending.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Source;
/// use hcl2_native::edit::lines_of;
/// use hcl2_native::parse_file;
/// use hcl2_native::tree::TextRange;
///
/// let source = Source::new("a.hcl", "x = 1\n# The port.\nport = 80 # for now\n")?;
/// let file = parse_file(&source).value;
/// assert_eq!(lines_of(&file, TextRange::new(18, 27)), TextRange::new(6, 38));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn lines_of(file: &File, item: TextRange) -> TextRange {
    let lines = Lines::of(file);
    lines.range(&lines.belonging_to(item))
}

/// Returns the splices that bring items, none of which are on the same line, into the order of their keys. Each takes the lines
/// of one of them, and the comments right above it come along.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Source;
/// use hcl2_native::edit::{reordered, spliced};
/// use hcl2_native::parse_file;
/// use hcl2_native::tree::TextRange;
///
/// let source = Source::new("a.hcl", "b = 1 # first\n\n# The other.\na = 2\n")?;
/// let file = parse_file(&source).value;
/// let items = vec![("b", TextRange::new(0, 5)), ("a", TextRange::new(28, 33))];
/// let sorted = spliced(source.bytes(), reordered(&file, items));
/// assert_eq!(sorted, b"# The other.\na = 2\n\nb = 1 # first\n");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn reordered<K: Ord>(file: &File, items: Vec<(K, TextRange)>) -> Vec<(TextRange, Vec<u8>)> {
    rewrite::reordered(file, &Lines::of(file), items)
}
