//! Encoding of values as YAML in block style, with the layout of the reference.

use hcl2_value::{Str, Value, ValueKind};

use crate::json::number_text;

/// Maximum size of a document in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Maximum size in bytes of a key without a question mark.
const MAX_SIMPLE_KEY_BYTES: usize = 128;

/// The column after which a quoted string continues on a new line.
const WIDTH: usize = 80;

enum Step<'a> {
    /// A value, the indentation of its block in spaces, and what precedes it on its line.
    Value(&'a Value, usize, Before),
    /// The key of a field, and whether its line is already started.
    Key(&'a Str, usize, bool),
    /// The start of an item, and whether its line is already started.
    Item(usize, bool),
}

/// What precedes a value on its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, at the start of the document.
    Nothing,
    /// `- `, `? ` or `: `: a block may start on the same line.
    Indicator,
    /// `key:`: a block starts on a new line.
    Key,
}

/// Writes a wholly known value without marks, without recursion. An error is a clause about a value without a YAML form.
pub(super) fn to_yaml(value: &Value) -> Result<String, String> {
    let too_long = || "the YAML text would be longer than 64 MiB".to_owned();
    // Each part takes at least a byte, and parts that are stored once may occur very often.
    if value.part_count() as usize > MAX_BYTES {
        return Err(too_long());
    }
    let mut writer = Writer {
        yaml: String::new(),
        line_start: 0,
    };
    let mut steps = vec![Step::Value(value, 0, Before::Nothing)];
    let mut is_open_ended = false;
    while let Some(step) = steps.pop() {
        match step {
            Step::Value(value, indent, before) => {
                is_open_ended = writer.value(value, indent, before, &mut steps)?;
            }
            Step::Item(indent, has_line) => {
                if !has_line {
                    writer.new_line(indent);
                }
                writer.yaml.push('-');
            }
            Step::Key(key, indent, has_line) => {
                if !has_line {
                    writer.new_line(indent);
                }
                if is_simple(key) {
                    writer.quoted(key, indent, false);
                    writer.yaml.push(':');
                } else {
                    writer.yaml.push_str("? ");
                    writer.string(key, indent + 2, indent + 2);
                    writer.new_line(indent);
                    writer.yaml.push(':');
                }
            }
        }
        if writer.yaml.len() > MAX_BYTES {
            return Err(too_long());
        }
    }
    if !writer.yaml.ends_with('\n') {
        writer.yaml.push('\n');
    }
    if is_open_ended {
        writer.yaml.push_str("...\n");
    }
    Ok(writer.yaml)
}

fn is_simple(key: &str) -> bool {
    key.len() <= MAX_SIMPLE_KEY_BYTES && !key.chars().any(is_break)
}

struct Writer {
    yaml: String,
    /// The start of the current line in bytes.
    line_start: usize,
}

impl Writer {
    fn new_line(&mut self, indent: usize) {
        if !self.yaml.is_empty() && !self.yaml.ends_with('\n') {
            self.yaml.push('\n');
        }
        self.line_start = self.yaml.len();
        self.yaml.extend(std::iter::repeat_n(' ', indent));
    }

    /// Writes a scalar or the start of a block. Returns whether the next line could be read as a part of the scalar.
    fn value<'a>(
        &mut self,
        value: &'a Value,
        indent: usize,
        before: Before,
        steps: &mut Vec<Step<'a>>,
    ) -> Result<bool, String> {
        let inner = if before == Before::Nothing { 0 } else { indent };
        match value.kind() {
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) if !items.is_empty() => {
                // A sequence in a mapping is not indented further.
                let inner = if before == Before::Key {
                    indent.saturating_sub(2)
                } else {
                    inner
                };
                self.space_before_block(before);
                for (index, item) in items.iter().enumerate().rev() {
                    steps.push(Step::Value(item, inner + 2, Before::Indicator));
                    steps.push(Step::Item(inner, index == 0 && before != Before::Key));
                }
                return Ok(false);
            }
            ValueKind::Map(fields) | ValueKind::Object(fields) if !fields.is_empty() => {
                self.space_before_block(before);
                for (index, (key, item)) in fields.iter().enumerate().rev() {
                    let before_item = if is_simple(key) {
                        Before::Key
                    } else {
                        Before::Indicator
                    };
                    steps.push(Step::Value(item, inner + 2, before_item));
                    steps.push(Step::Key(key, inner, index == 0 && before != Before::Key));
                }
                return Ok(false);
            }
            _ => {}
        }
        if before != Before::Nothing {
            self.yaml.push(' ');
        }
        let plain = match value.kind() {
            ValueKind::String(text) => {
                self.string(text, indent, indent.max(2));
                return Ok(false);
            }
            ValueKind::Null => "null".to_owned(),
            ValueKind::Bool(truth) => truth.to_string(),
            ValueKind::Number(number) => number_text(number)?,
            ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Tuple(_) => {
                self.yaml.push_str("[]");
                return Ok(false);
            }
            ValueKind::Map(_) | ValueKind::Object(_) => {
                self.yaml.push_str("{}");
                return Ok(false);
            }
            ValueKind::Capsule(capsule) => {
                return Err(format!(
                    "a value of type {} has no YAML form",
                    capsule.ty().name()
                ));
            }
            ValueKind::Unknown | ValueKind::Marked(..) => {
                return Err("only known values without marks have a YAML form".to_owned());
            }
        };
        self.yaml.push_str(&plain);
        Ok(before == Before::Nothing)
    }

    fn space_before_block(&mut self, before: Before) {
        if before == Before::Indicator {
            self.yaml.push(' ');
        }
    }

    /// Writes a string of several lines as a literal block if possible, and in quotes otherwise.
    fn string(&mut self, text: &str, indent: usize, block_indent: usize) {
        if text.contains('\n') && fits_block(text) {
            self.block(text, block_indent);
        } else {
            self.quoted(text, indent, true);
        }
    }

    fn block(&mut self, text: &str, indent: usize) {
        self.yaml.push('|');
        if text.starts_with(|first: char| first == ' ' || is_break(first)) {
            self.yaml.push('2');
        }
        let mut from_end = text.chars().rev();
        match (from_end.next().is_some_and(is_break), from_end.next()) {
            (false, _) => self.yaml.push('-'),
            (true, None) => self.yaml.push('+'),
            (true, Some(before)) if is_break(before) => self.yaml.push('+'),
            _ => {}
        }
        self.yaml.push('\n');
        let mut at_start = true;
        for character in text.chars() {
            if !is_break(character) && at_start {
                self.yaml.extend(std::iter::repeat_n(' ', indent));
            }
            at_start = is_break(character);
            self.yaml.push(character);
        }
        self.line_start = self.yaml.len();
    }

    /// Writes a string in double quotes, on several lines if it is long and that is allowed.
    fn quoted(&mut self, text: &str, indent: usize, may_break: bool) {
        self.yaml.push('"');
        let mut column = self.yaml[self.line_start..].chars().count();
        let mut after_space = false;
        // The reference detects a byte order mark only at the start, and escapes everything after one.
        let escapes_all = text.starts_with('\u{feff}');
        let last = text.char_indices().last().map_or(0, |(at, _)| at);
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let before = self.yaml.len();
            if character == ' ' && !escapes_all {
                let breaks = may_break && !after_space && column > WIDTH && at > 0 && at < last;
                after_space = true;
                if breaks {
                    self.yaml.push('\n');
                    self.line_start = self.yaml.len();
                    self.yaml.extend(std::iter::repeat_n(' ', indent.max(2)));
                    column = indent.max(2);
                    if characters.peek().is_some_and(|(_, next)| *next == ' ') {
                        self.yaml.push('\\');
                        column += 1;
                    }
                    continue;
                }
                self.yaml.push(' ');
            } else {
                after_space = false;
                if escapes_all || needs_escape(character) {
                    self.escape(character);
                } else {
                    self.yaml.push(character);
                }
            }
            column += self.yaml[before..].chars().count();
        }
        self.yaml.push('"');
    }

    fn escape(&mut self, character: char) {
        let short = match character {
            '\0' => '0',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '\r' => 'r',
            '\u{1b}' => 'e',
            '"' | '\\' => character,
            '\u{85}' => 'N',
            '\u{a0}' => '_',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            _ => {
                let code = u32::from(character);
                let text = match code {
                    0..=0xff => format!("\\x{code:02X}"),
                    0x100..=0xffff => format!("\\u{code:04X}"),
                    _ => format!("\\U{code:08X}"),
                };
                self.yaml.push_str(&text);
                return;
            }
        };
        self.yaml.push('\\');
        self.yaml.push(short);
    }
}

fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn needs_escape(character: char) -> bool {
    !is_printable(character) || is_break(character) || matches!(character, '"' | '\\')
}

/// Returns whether a character is printable. In the reference, those outside the basic multilingual plane are not.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}')
        && character != '\u{feff}'
}

/// Returns whether a literal block preserves a string: every character is printable, the only line breaks are line feeds,
/// since versions of YAML differ about the others, and no line ends with a space.
fn fits_block(text: &str) -> bool {
    let mut after_space = false;
    for character in text.chars() {
        if !is_printable(character)
            || matches!(character, '\u{2028}' | '\u{2029}')
            || after_space && is_break(character)
        {
            return false;
        }
        after_space = character == ' ';
    }
    !after_space
}
