//! Messages on a terminal: lines end between words.

use std::borrow::Cow;

use terminal_size::{Height, Width};
use textwrap::{Options, WordSeparator, WordSplitter};

/// The narrowest terminal for which lines are wrapped.
const MIN_WIDTH: u16 = 20;

/// Returns the width of a terminal of this size, in columns.
pub(crate) fn columns(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(width, _)| usize::from(width.0.max(MIN_WIDTH)))
}

/// How words are found: they end at spaces, and none is ever split.
pub(crate) const SEPARATOR: WordSeparator = WordSeparator::AsciiSpace;
pub(crate) const SPLITTER: WordSplitter = WordSplitter::NoHyphenation;

/// Wraps the lines of a message, if it goes to a terminal of some width.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let Some(width) = width.filter(|width| text.lines().any(|line| line.len() > *width)) else {
        return text.into();
    };
    let options = Options::new(width)
        .break_words(false)
        .word_separator(SEPARATOR)
        .word_splitter(SPLITTER);
    textwrap::fill(text, options).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        let text = "error: the file some-long/name-with/hyphens.tf cannot be written: no\n";
        assert_eq!(wrapped(text, None), text);
        assert_eq!(
            wrapped(text, Some(20)),
            "error: the file\nsome-long/name-with/hyphens.tf\ncannot be written:\nno\n"
        );
        assert_eq!(wrapped("short\n\n  line\n", Some(20)), "short\n\n  line\n");
    }
}
