//! The items of a file under edit, to be read by index.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Index, Range};
use std::sync::Arc;

use hcl2_model::{Block, Body, BodyRef, Expression};

use super::Editor;

/// What an index of an [`Editor`] leads to: a block, the value of an attribute, or a part of one. If nothing is there, it
/// has no source.
///
/// # Examples
///
/// ```
/// let doc: hcl2::Editor = "server \"web\" {\n  ports = [80, 443]\n  tags = { a = var.x }\n}\n".parse()?;
/// let web = &doc["server"]["web"];
/// assert_eq!(web["ports"][1], "443");
/// assert_eq!(web["tags"]["a"].as_str(), Some("var.x"));
/// assert_eq!(web.names().collect::<Vec<_>>(), ["ports", "tags"]);
/// assert!(!web["prots"][7].exists());
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct EditorItem {
    /// The file with the range of the item; `None` if nothing is there.
    source: Option<(Arc<str>, Range<usize>)>,
    names: BTreeMap<String, EditorItem>,
    /// The elements of a list, or the blocks of a type with the labels so far.
    elements: Vec<Arc<EditorItem>>,
}

/// What an index that leads to nothing returns.
static MISSING: EditorItem = EditorItem {
    source: None,
    names: BTreeMap::new(),
    elements: Vec::new(),
};

impl EditorItem {
    /// Returns the items of a body.
    pub(super) fn of_body(body: &BodyRef, text: &Arc<str>) -> Self {
        let mut item = Self::default();
        item.add_body(body, text);
        item
    }

    fn add_body(&mut self, body: &BodyRef, text: &Arc<str>) {
        for attribute in &body.implied_content().attributes {
            let value = Self::of_expression(&*attribute.expression, text);
            self.names.entry(attribute.name.to_string()).or_insert(value);
        }
        for block in &body.written_blocks() {
            self.add_block(block, text);
        }
    }

    /// Adds a block below its type and its labels. Of several blocks alike, names lead into the first.
    fn add_block(&mut self, block: &Block, text: &Arc<str>) {
        let source = Some((Arc::clone(text), block.header_span.range()));
        let mut own = Self {
            source: source.clone(),
            ..Self::default()
        };
        own.add_body(&block.body, text);
        let own = Arc::new(own);
        let labels = block.labels.iter().map(|label| label.text.to_string());
        let mut item = self;
        for name in std::iter::once(block.block_type.to_string()).chain(labels) {
            item = item.names.entry(name).or_default();
            if item.source.is_none() {
                item.source.clone_from(&source);
            }
            item.elements.push(Arc::clone(&own));
        }
        if item.names.is_empty() {
            item.names = own.names.clone();
        }
    }

    /// Returns a value with its parts. The recursion is as deep as the parser allows.
    fn of_expression(expression: &dyn Expression, text: &Arc<str>) -> Self {
        let mut item = Self {
            source: Some((Arc::clone(text), expression.span().range())),
            ..Self::default()
        };
        for (key, value) in expression.static_map().unwrap_or_default() {
            let key = key.evaluate(None).into_result().ok();
            if let Some(key) = key.as_ref().and_then(|key| key.as_str()) {
                item.names
                    .insert(key.to_owned(), Self::of_expression(&*value, text));
            }
        }
        let elements = expression.static_list().unwrap_or_default();
        item.elements = elements
            .iter()
            .map(|element| Arc::new(Self::of_expression(&**element, text)))
            .collect();
        item
    }

    /// Returns whether something is there.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.source.is_some()
    }

    /// Returns the source of a value, or the type and the labels of a block as they are written; `None` if nothing is there.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        let (text, range) = self.source.as_ref()?;
        text.get(range.clone())
    }

    /// Returns the names that an index can have here: those of attributes, block types, labels and keys.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// Returns the number of elements, or of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether there are no elements and no blocks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }
}

impl Index<&str> for EditorItem {
    type Output = Self;

    /// Returns what has a name.
    fn index(&self, name: &str) -> &Self {
        self.names.get(name).unwrap_or(&MISSING)
    }
}

impl Index<usize> for EditorItem {
    type Output = Self;

    /// Returns the element of a list, or the block, at a position from 0.
    fn index(&self, position: usize) -> &Self {
        self.elements.get(position).map_or(&MISSING, |element| &**element)
    }
}

impl Editor {
    /// Returns the names that an index can have: those of attributes, and the types of blocks.
    ///
    /// # Examples
    ///
    /// ```
    /// let doc: hcl2::Editor = "server \"web\" {}\nport = 80\n".parse()?;
    /// assert_eq!(doc.names().collect::<Vec<_>>(), ["port", "server"]);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items().names()
    }
}

impl Index<&str> for Editor {
    type Output = EditorItem;

    /// Returns what has a name: an attribute, or the blocks of a type. The first index after an edit reads the whole file.
    ///
    /// # Examples
    ///
    /// ```
    /// let doc: hcl2::Editor = "server {\n  port = 80\n}\n".parse()?;
    /// assert_eq!(doc["server"]["port"], "80");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    fn index(&self, name: &str) -> &EditorItem {
        &self.items()[name]
    }
}

impl PartialEq<str> for EditorItem {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == Some(text)
    }
}

impl PartialEq<&str> for EditorItem {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == Some(*text)
    }
}

impl fmt::Display for EditorItem {
    /// Writes the source; nothing if nothing is there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str().unwrap_or_default())
    }
}

impl fmt::Debug for EditorItem {
    /// Writes the names with their items, or the source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str() {
            _ if !self.names.is_empty() => f.debug_map().entries(&self.names).finish(),
            Some(text) => f.write_str(text),
            None => f.write_str("nothing"),
        }
    }
}
