//! Producing JSON text.

use std::fmt::Write;

use crate::Escapes;
use crate::escape::{push_escaped, push_string};

/// Produces a JSON text, compact or pretty.
///
/// It checks nothing: the caller must close what it opens, and write one value for each element and property.
///
/// # Examples
///
/// ```
/// use hcl2_json_text::{Escapes, Writer};
///
/// let mut writer = Writer::pretty(Escapes::PLAIN);
/// writer.open('{');
/// writer.property("port");
/// writer.raw("80");
/// writer.property("name");
/// writer.string("a \"b\"");
/// writer.close('}');
/// assert_eq!(writer.finish(), "{\n  \"port\": 80,\n  \"name\": \"a \\\"b\\\"\"\n}\n");
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
    escapes: &'static Escapes,
    is_pretty: bool,
    /// Number of open objects and arrays.
    depth: usize,
    /// Whether the innermost of them is empty so far.
    is_empty: bool,
    max_bytes: usize,
}

impl Writer {
    /// Creates a writer of text without spaces.
    #[must_use]
    pub const fn compact(escapes: &'static Escapes) -> Self {
        Self {
            text: String::new(),
            escapes,
            is_pretty: false,
            depth: 0,
            is_empty: true,
            max_bytes: usize::MAX,
        }
    }

    /// Creates a writer of text with each property and element on its own line, indented by two spaces a level, and a
    /// line ending at the end.
    #[must_use]
    pub fn pretty(escapes: &'static Escapes) -> Self {
        Self {
            is_pretty: true,
            ..Self::compact(escapes)
        }
    }

    /// Sets how many bytes the text may have. The caller asks [`is_too_long`](Self::is_too_long) and stops.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_json_text::{Escapes, Writer};
    ///
    /// let mut writer = Writer::compact(Escapes::PLAIN).with_max_bytes(5);
    /// writer.raw("12345");
    /// assert!(!writer.is_too_long());
    /// writer.raw("6");
    /// assert!(writer.is_too_long());
    /// ```
    #[must_use]
    pub const fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Returns whether the text is longer than it may be.
    #[must_use]
    #[inline]
    pub const fn is_too_long(&self) -> bool {
        self.text.len() > self.max_bytes
    }

    /// Returns the text.
    #[must_use]
    pub fn finish(mut self) -> String {
        if self.is_pretty {
            self.text.push('\n');
        }
        self.text
    }

    /// Opens an object or array with its bracket.
    #[inline]
    pub fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
        self.is_empty = true;
    }

    /// Closes the innermost object or array with its bracket.
    #[inline]
    pub fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if !self.is_empty {
            self.line();
        }
        self.is_empty = false;
        self.text.push(bracket);
    }

    /// Starts an element; its value follows.
    #[inline]
    pub fn element(&mut self) {
        if !self.is_empty {
            self.text.push(',');
        }
        self.is_empty = false;
        self.line();
    }

    /// Starts a property; its value follows.
    #[inline]
    pub fn property(&mut self, name: &str) {
        self.element();
        self.string(name);
        self.text.push_str(if self.is_pretty { ": " } else { ":" });
    }

    /// Starts a line, if the text has more than one.
    #[inline]
    fn line(&mut self) {
        if self.is_pretty {
            self.indented_line();
        }
    }

    fn indented_line(&mut self) {
        const SPACES: &str = "                                ";
        self.text.push('\n');
        let mut spaces = 2 * self.depth;
        while spaces > 0 {
            let some = spaces.min(SPACES.len());
            self.text.push_str(&SPACES[..some]);
            spaces -= some;
        }
    }

    /// Writes a value that is JSON text already.
    #[inline]
    pub fn raw(&mut self, value: &str) {
        self.text.push_str(value);
    }

    /// Writes `null`.
    #[inline]
    pub fn null(&mut self) {
        self.raw("null");
    }

    /// Writes `true` or `false`.
    #[inline]
    pub fn bool(&mut self, truth: bool) {
        self.raw(if truth { "true" } else { "false" });
    }

    /// Writes an integer.
    #[inline]
    pub fn integer(&mut self, integer: i64) {
        // Writing to a string never fails.
        let _ = write!(self.text, "{integer}");
    }

    /// Writes a string.
    #[inline]
    pub fn string(&mut self, text: &str) {
        push_string(text, self.escapes, &mut self.text);
    }

    /// Writes the concatenation of some strings as one.
    pub fn string_of(&mut self, parts: &[&str]) {
        self.text.push('"');
        for part in parts {
            push_escaped(part, self.escapes, &mut self.text);
        }
        self.text.push('"');
    }
}
