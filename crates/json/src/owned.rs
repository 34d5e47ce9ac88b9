//! Owned values of JSON texts: strings unescaped, numbers as they are written.

use std::fmt;

use hcl2_value::{Number, ParseNumberError};

use crate::escape::unescape;
use crate::tree::{NodeKind, Stored, Tree};

/// A JSON value that owns all it holds, as JSON has it: strings are not normalised, properties keep their order, and
/// numbers keep their digits.
///
/// [`parse_value`](crate::parse_value) makes it. The value of HCL that a JSON text stands for is another thing: templates
/// are evaluated in it, and its attributes are sorted.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_json::{JsonValue, parse_value};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.json", r#"{"name": "caf\u00e9", "port": 8080.0}"#)?;
/// let Ok(value) = parse_value(&source) else {
///     panic!("the text is valid")
/// };
/// assert_eq!(value.get("name"), Some(&JsonValue::String("café".to_owned())));
/// let Some(JsonValue::Number(port)) = value.get("port") else {
///     panic!("the port is a number")
/// };
/// assert_eq!(port.as_str(), "8080.0");
/// assert_eq!(port.to_number(), Ok(8080.into()));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(JsonNumber),
    /// A string, without escapes.
    String(String),
    /// The elements of an array.
    Array(Vec<Self>),
    /// The properties of an object with their names, in the order of the text, duplicates included.
    Object(Vec<(String, Self)>),
}

impl JsonValue {
    /// How deep the arrays and objects of a value may nest; it can be dropped, cloned and compared on a small stack.
    pub const MAX_DEPTH: u32 = crate::expression::MAX_VALUE_DEPTH as u32;

    /// Returns the value of the property `name` of an object, the last one if it repeats.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(properties) = self else {
            return None;
        };
        let mut properties = properties.iter().rev();
        properties
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }
}

/// A number of a JSON text, as it is written. Numbers are equal if their texts are.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct JsonNumber(Box<str>);

impl JsonNumber {
    /// Returns the number as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the number.
    ///
    /// # Errors
    ///
    /// [`ParseNumberError`] if its exponent is out of range.
    pub fn to_number(&self) -> Result<Number, ParseNumberError> {
        Number::parse(&self.0)
    }
}

impl fmt::Debug for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Makes the value of a tree without problems; `None` if its source is not UTF-8.
pub(crate) fn value_of(tree: &Tree) -> Option<JsonValue> {
    let mut maker = Maker {
        text: tree.source().text()?,
        nodes: tree.stored(),
        next: 0,
    };
    Some(maker.value())
}

/// Makes values of nodes in the order in which they lie.
struct Maker<'t> {
    text: &'t str,
    nodes: &'t [Stored],
    /// The index of the node of which a value is made next.
    next: usize,
}

impl<'t> Maker<'t> {
    fn node(&mut self) -> Option<Stored> {
        let node = self.nodes.get(self.next).copied();
        self.next += 1;
        node
    }

    /// Makes the value of the next node, by a recursion that [`JsonValue::MAX_DEPTH`] bounds.
    fn value(&mut self) -> JsonValue {
        let Some(node) = self.node() else {
            return JsonValue::Null;
        };
        match node.kind() {
            NodeKind::Object => JsonValue::Object(self.properties(node)),
            NodeKind::Array => JsonValue::Array(self.elements(node)),
            NodeKind::String => JsonValue::String(self.string(node)),
            NodeKind::Number => JsonValue::Number(JsonNumber(self.text_of(node).into())),
            NodeKind::True => JsonValue::Bool(true),
            NodeKind::False => JsonValue::Bool(false),
            NodeKind::Null | NodeKind::Invalid => JsonValue::Null,
        }
    }

    fn properties(&mut self, object: Stored) -> Vec<(String, JsonValue)> {
        let mut properties = Vec::with_capacity(self.count(object) / 2);
        while self.next < object.next() as usize {
            let name = self.node().map_or_else(String::new, |node| self.string(node));
            properties.push((name, self.value()));
        }
        properties
    }

    fn elements(&mut self, array: Stored) -> Vec<JsonValue> {
        let mut elements = Vec::with_capacity(self.count(array));
        while self.next < array.next() as usize {
            elements.push(self.value());
        }
        elements
    }

    /// Counts the nodes directly inside of the one that was taken last.
    fn count(&self, node: Stored) -> usize {
        let (mut count, mut next) = (0, self.next);
        while next < node.next() as usize {
            next = self
                .nodes
                .get(next)
                .map_or(usize::MAX, |held| held.next() as usize);
            count += 1;
        }
        count
    }

    fn string(&self, node: Stored) -> String {
        let quoted = self.text_of(node);
        let content = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        if node.escapes() {
            return unescape(content.as_bytes(), |_, _| {}).into_owned();
        }
        content.to_owned()
    }

    fn text_of(&self, node: Stored) -> &'t str {
        self.text
            .get(node.start() as usize..node.end() as usize)
            .unwrap_or_default()
    }
}
