//! Producing JSON that reads back as what it was made of.

mod body;
mod expression;
mod shape;
mod value;

pub use body::write_body;
pub use shape::BodyShape;
pub use value::{WriteValueError, WriteValueErrorKind, write_value};

/// A JSON text that is being written, with each property and element on a line of its own.
#[derive(Default)]
struct Writer {
    text: String,
    /// How many objects and arrays are open.
    depth: usize,
    /// Nothing is in the innermost one yet.
    is_empty: bool,
}

impl Writer {
    /// The text, with a line ending.
    fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// Opens an object or array with its bracket.
    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
        self.is_empty = true;
    }

    /// Closes the innermost object or array with its bracket.
    fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if !self.is_empty {
            self.line();
        }
        self.is_empty = false;
        self.text.push(bracket);
    }

    /// Starts an element; its value follows.
    fn element(&mut self) {
        if !self.is_empty {
            self.text.push(',');
        }
        self.is_empty = false;
        self.line();
    }

    /// Starts a property; its value follows.
    fn property(&mut self, name: &str) {
        self.element();
        self.string(name);
        self.text.push_str(": ");
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }

    /// A value that is written already.
    fn raw(&mut self, value: &str) {
        self.text.push_str(value);
    }

    /// A string that stands for exactly this text.
    fn string(&mut self, text: &str) {
        self.text.push('"');
        for character in text.chars() {
            match character {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                '\0'..'\u{20}' | '\u{7f}' => {
                    self.text.push_str(&format!("\\u{:04x}", u32::from(character)));
                }
                _ => self.text.push(character),
            }
        }
        self.text.push('"');
    }
}
