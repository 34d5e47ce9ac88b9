//! JSON text that is being written.

/// A JSON text that is being written, with each property and element on a line of its own.
///
/// It does what it is told: the caller opens what it closes, and writes one value for each element and property.
///
/// # Examples
///
/// ```
/// use hcl2_json::Writer;
///
/// let mut writer = Writer::default();
/// writer.open('{');
/// writer.property("port");
/// writer.raw("80");
/// writer.property("name");
/// writer.string("a \"b\"");
/// writer.close('}');
/// assert_eq!(writer.finish(), "{\n  \"port\": 80,\n  \"name\": \"a \\\"b\\\"\"\n}\n");
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    /// How many objects and arrays are open.
    depth: usize,
    /// Nothing is in the innermost one yet.
    is_empty: bool,
}

impl Writer {
    /// The text, with a line ending.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// Opens an object or array with its bracket.
    pub fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
        self.is_empty = true;
    }

    /// Closes the innermost object or array with its bracket.
    pub fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if !self.is_empty {
            self.line();
        }
        self.is_empty = false;
        self.text.push(bracket);
    }

    /// Starts an element; its value follows.
    pub fn element(&mut self) {
        if !self.is_empty {
            self.text.push(',');
        }
        self.is_empty = false;
        self.line();
    }

    /// Starts a property; its value follows.
    pub fn property(&mut self, name: &str) {
        self.element();
        self.string(name);
        self.text.push_str(": ");
    }

    fn line(&mut self) {
        const SPACES: &str = "                                ";
        self.text.push('\n');
        let mut spaces = 2 * self.depth;
        while spaces > 0 {
            let some = spaces.min(SPACES.len());
            self.text.push_str(&SPACES[..some]);
            spaces -= some;
        }
    }

    /// A value that is written already.
    pub fn raw(&mut self, value: &str) {
        self.text.push_str(value);
    }

    /// A string that stands for exactly this text.
    pub fn string(&mut self, text: &str) {
        self.string_of(&[text]);
    }

    /// A string that stands for exactly these texts, one after the other.
    pub fn string_of(&mut self, texts: &[&str]) {
        self.text.push('"');
        for text in texts {
            self.escaped(text);
        }
        self.text.push('"');
    }

    /// Adds a text as it is inside of a string; what needs no escape is copied in one piece.
    fn escaped(&mut self, text: &str) {
        let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f | 0x7f);
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| is_special(&byte)) {
            let (plain, special) = rest.split_at(at);
            self.text.push_str(plain);
            let (special, after) = special.split_at(1);
            match special {
                "\"" => self.text.push_str("\\\""),
                "\\" => self.text.push_str("\\\\"),
                "\n" => self.text.push_str("\\n"),
                "\r" => self.text.push_str("\\r"),
                "\t" => self.text.push_str("\\t"),
                other => {
                    let code = other.bytes().next().unwrap_or_default();
                    self.text.push_str(&format!("\\u{code:04x}"));
                }
            }
            rest = after;
        }
        self.text.push_str(rest);
    }
}
