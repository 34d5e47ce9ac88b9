//! Values of JSON text: arrays become tuples, objects become objects, and numbers keep all their digits.

use hcl2_value::{FunctionError, Number, ParseNumberErrorKind, Str, Type, Value};

use crate::support::quoted;

/// The most levels of arrays and objects.
const MAX_DEPTH: usize = 512;

/// Reads a text with one JSON value.
pub(super) fn from_json(text: &str) -> Result<Value, FunctionError> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value()?;
    reader.skip_space();
    if reader.at < text.len() {
        return Err(reader.error("nothing more is expected after the value"));
    }
    Ok(value)
}

/// An array or object of which the end has not been read.
enum Open {
    Array(Vec<Value>),
    Object(Vec<(Str, Value)>, Str),
}

struct Reader<'a> {
    text: &'a str,
    /// The byte offset of what comes next.
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// An error at the present place.
    fn error(&self, problem: &str) -> FunctionError {
        let before = &self.text[..self.text.floor_char_boundary(self.at)];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].chars().count() + 1;
        let place = if self.at >= self.text.len() {
            "at its end".to_owned()
        } else {
            format!("in line {line}, column {column}")
        };
        FunctionError::new(format!("the text is not valid JSON: {place}, {problem}"))
    }

    /// One value, without recursion.
    fn value(&mut self) -> Result<Value, FunctionError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.skip_space();
            let mut value = match self.peek() {
                Some(b'[') => {
                    self.at += 1;
                    self.skip_space();
                    if !self.take(b']') {
                        self.enter(&mut open, Open::Array(Vec::new()))?;
                        continue;
                    }
                    Value::tuple([])
                }
                Some(b'{') => {
                    self.at += 1;
                    self.skip_space();
                    if !self.take(b'}') {
                        let key = self.key()?;
                        self.enter(&mut open, Open::Object(Vec::new(), key))?;
                        continue;
                    }
                    Value::object::<Str>([])
                }
                _ => self.scalar()?,
            };
            // Puts the value where it belongs, and what it completes in turn where that belongs.
            loop {
                let Some(innermost) = open.last_mut() else {
                    return Ok(value);
                };
                self.skip_space();
                match innermost {
                    Open::Array(items) => {
                        items.push(value);
                        if self.take(b',') {
                            break;
                        }
                        if !self.take(b']') {
                            return Err(self.error("a comma or a closing bracket is expected"));
                        }
                    }
                    Open::Object(properties, key) => {
                        properties.push((std::mem::take(key), value));
                        if self.take(b',') {
                            self.skip_space();
                            *key = self.key()?;
                            break;
                        }
                        if !self.take(b'}') {
                            return Err(self.error("a comma or a closing brace is expected"));
                        }
                    }
                }
                value = match open.pop() {
                    Some(Open::Array(items)) => Value::tuple(items),
                    Some(Open::Object(properties, _)) => self.object(properties)?,
                    None => return Err(self.error("a value is expected")),
                };
            }
        }
    }

    fn enter(&self, open: &mut Vec<Open>, container: Open) -> Result<(), FunctionError> {
        if open.len() == MAX_DEPTH {
            return Err(self.error("there are more than 512 levels of arrays and objects"));
        }
        open.push(container);
        Ok(())
    }

    fn key(&mut self) -> Result<Str, FunctionError> {
        if self.peek() != Some(b'"') {
            return Err(self.error("the name of a property is expected, in quotes"));
        }
        let key = self.string()?;
        self.skip_space();
        if !self.take(b':') {
            return Err(self.error("a colon is expected"));
        }
        Ok(key)
    }

    fn object(&self, mut properties: Vec<(Str, Value)>) -> Result<Value, FunctionError> {
        if properties.is_sorted_by(|a, b| a.0 < b.0) {
            return Ok(Value::object(properties));
        }
        properties.sort_by(|a, b| a.0.cmp(&b.0));
        for pair in properties.windows(2) {
            if let [(name, first), (other, second)] = pair
                && name == other
                && first.ty() != second.ty()
            {
                let problem = "the object that ends there has a property more than once, with values of different types";
                let named = format!(
                    "the object that ends there has the property {} more than once, with values of different types",
                    quoted(name)
                );
                let better = self.error(&named);
                return Err(self.error(problem).revealing(better.message));
            }
        }
        Ok(Value::object(properties))
    }

    fn scalar(&mut self) -> Result<Value, FunctionError> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::from),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let words = [
                    ("true", Value::from(true)),
                    ("false", Value::from(false)),
                    ("null", Value::null(Type::DYNAMIC)),
                ];
                for (word, value) in words {
                    if self.text[self.at..].starts_with(word) {
                        self.at += word.len();
                        return Ok(value);
                    }
                }
                Err(self.error(
                    "a value is expected: an object, an array, a string, a number, true, false or null",
                ))
            }
        }
    }

    fn digits(&mut self) -> Result<(), FunctionError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.error("a digit is expected"));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Value, FunctionError> {
        let start = self.at;
        self.take(b'-');
        if self.take(b'0') {
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.error("a number must not start with a zero and another digit"));
            }
        } else {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Number::parse(&self.text[start..self.at])
            .map(Value::from)
            .map_err(|error| match error.kind() {
                ParseNumberErrorKind::ExponentRange => {
                    self.error("the number before is too great to be represented")
                }
                _ => self.error("the number before cannot be represented"),
            })
    }

    fn string(&mut self) -> Result<Str, FunctionError> {
        self.at += 1;
        let start = self.at;
        let mut unescaped: Option<String> = None;
        let mut copied = start;
        loop {
            // Nothing before that ends the string or needs a closer look.
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let plain = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            self.at += plain.unwrap_or(rest.len());
            match self.peek() {
                Some(b'"') => {
                    let rest = &self.text[copied..self.at];
                    self.at += 1;
                    return Ok(match unescaped {
                        Some(mut text) => {
                            text.push_str(rest);
                            Str::from(text)
                        }
                        None => Str::from(rest),
                    });
                }
                Some(b'\\') => {
                    let text = unescaped.get_or_insert_default();
                    text.push_str(&self.text[copied..self.at]);
                    self.at += 1;
                    text.push(self.escaped()?);
                    copied = self.at;
                }
                Some(_) => {
                    return Err(self.error("a string must not contain control characters; escape them"));
                }
                None => return Err(self.error("the closing quote of a string is missing")),
            }
        }
    }

    /// The character that an escape sequence stands for, after its backslash.
    fn escaped(&mut self) -> Result<char, FunctionError> {
        let character = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.escaped_unit(),
            _ => return Err(self.error("a backslash must be followed by one of \" \\ / b f n r t u")),
        };
        self.at += 1;
        Ok(character)
    }

    /// The character of a `\u` escape, or of two of them that are a surrogate pair; a lone surrogate stands for the
    /// replacement character.
    fn escaped_unit(&mut self) -> Result<char, FunctionError> {
        let Some(unit) = self.unit() else {
            return Err(self.error("\\u must be followed by four hexadecimal digits"));
        };
        if let Some(character) = char::from_u32(unit) {
            return Ok(character);
        }
        let after = self.at;
        if unit < 0xdc00
            && self.take(b'\\')
            && self.peek() == Some(b'u')
            && let Some(low) = self.unit()
            && (0xdc00..0xe000).contains(&low)
            && let Some(character) = char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
        {
            return Ok(character);
        }
        self.at = after;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    /// The four hexadecimal digits after a `u`.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at + 1..self.at + 5)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += 5;
        u32::from_str_radix(digits, 16).ok()
    }
}
