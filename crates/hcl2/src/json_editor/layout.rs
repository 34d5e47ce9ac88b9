//! The layout of what is inserted: that of its neighbours.

use std::ops::Range;

use hcl2_diagnostics::{Diagnostics, Error, SourceMap};
use hcl2_json::{Escapes, Node, NodeKind, Writer, write_expression};
use hcl2_native::edit::{EditError, Fragment};

use super::{JsonEditor, source};

impl JsonEditor {
    /// Returns the ranges of the properties of an object or the elements of an array.
    pub(super) fn items(&self, holder: Node<'_>) -> Vec<Range<u32>> {
        let properties = holder
            .properties()
            .map(|property| property.name.span().start..property.value.span().end);
        let elements = holder.elements().map(|element| {
            let span = element.span();
            span.start..span.end
        });
        properties.chain(elements).collect()
    }

    /// Returns the spaces at the beginning of the line of an offset.
    pub(super) fn indentation_at(&self, offset: u32) -> &str {
        let before = self.text().get(..offset as usize).unwrap_or_default();
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        let end = line.find(|character| character != ' ' && character != '\t');
        &line[..end.unwrap_or(line.len())]
    }

    /// Returns what separates an item of an object or array from the one before it, comma included.
    fn separator(&self, items: &[Range<u32>], holder: Node<'_>) -> String {
        let Some(first) = items.first() else {
            return String::new();
        };
        let before = self
            .text()
            .get(holder.span().start as usize + 1..first.start as usize);
        let before = before.unwrap_or_default();
        match items.get(1) {
            _ if before.contains('\n') => format!(
                ",{}",
                &before[before.rfind("\r\n").or(before.rfind('\n')).unwrap_or(0)..]
            ),
            Some(second) => {
                let between = self.text().get(first.end as usize..second.start as usize);
                between.unwrap_or(", ").to_owned()
            }
            None if self.is_compact() => ",".to_owned(),
            None => ", ".to_owned(),
        }
    }

    /// Returns whether the source has no spaces that JSON does not need.
    pub(super) fn is_compact(&self) -> bool {
        let source = self.text().trim_end();
        let colon = self.tree.nodes().find_map(|node| node.colon_span());
        let spaced = colon.is_some_and(|colon| {
            source
                .get(colon.end as usize..)
                .is_some_and(|rest| rest.starts_with(' '))
        });
        !source.contains('\n') && !spaced
    }

    /// Returns whether the source has several lines.
    pub(super) fn has_lines(&self) -> bool {
        self.text().trim_end().contains('\n')
    }

    /// Returns the text of a property.
    pub(super) fn property(&self, name: &str, value: &str) -> String {
        let colon = if self.is_compact() { ":" } else { ": " };
        format!("{}{colon}{value}", quoted(name))
    }

    /// Returns an expression of the native syntax as JSON, on lines with an indentation if the file has several.
    pub(super) fn value(&self, fragment: &Fragment, indentation: &str) -> Result<String, EditError> {
        let refused = |diagnostics: Diagnostics| EditError::Fragment {
            expected: "an expression that can be written as JSON",
            problems: Error::new(diagnostics),
        };
        let source = source("value", fragment.as_str().as_bytes().to_vec())?;
        let expression = crate::ParseOptions::new()
            .parse_expression(&source)
            .into_result()
            .map_err(refused)?;
        let mut writer = self.writer();
        write_expression(&mut writer, &expression, &SourceMap::from(source), None).map_err(refused)?;
        Ok(indented(writer.finish().trim_end(), indentation))
    }

    /// Returns a writer for values in this file.
    pub(super) fn writer(&self) -> Writer {
        if self.has_lines() {
            Writer::pretty(Escapes::PLAIN)
        } else {
            Writer::compact(Escapes::PLAIN)
        }
    }

    /// Inserts an item into an object or array before the one at `position`, or at its end.
    pub(super) fn insert_item(
        &mut self,
        holder: hcl2_json::NodeId,
        position: usize,
        item: &str,
    ) -> Result<(), EditError> {
        let (range, text) = self.insertion(self.tree.node(holder), position, item);
        self.splice(range, &text)
    }

    /// Returns what to replace by what to insert an item.
    pub(super) fn insertion(&self, holder: Node<'_>, position: usize, item: &str) -> (Range<u32>, String) {
        let items = self.items(holder);
        let separator = self.separator(&items, holder);
        match (items.get(position), items.last()) {
            (Some(next), _) => (next.start..next.start, format!("{item}{separator}")),
            (None, Some(last)) => (last.end..last.end, format!("{separator}{item}")),
            (None, None) => {
                let span = holder.span();
                let inside = span.start + 1..span.end.saturating_sub(1).max(span.start + 1);
                let is_object = holder.kind() == NodeKind::Object;
                let text = if is_object && self.has_lines() {
                    let outer = self.indentation_at(span.start);
                    format!("\n{outer}  {}\n{outer}", indented(item, "  "))
                } else {
                    item.to_owned()
                };
                (inside, text)
            }
        }
    }
}

/// Returns a string as JSON.
pub(super) fn quoted(text: &str) -> String {
    let mut writer = Writer::compact(Escapes::PLAIN);
    writer.string(text);
    writer.finish()
}

/// Indents all lines but the first.
pub(super) fn indented(text: &str, indentation: &str) -> String {
    text.replace('\n', &format!("\n{indentation}"))
}

/// Writes a value again. The recursion is as deep as the parser allows.
pub(super) fn copy(value: Node<'_>, writer: &mut Writer) {
    match value.kind() {
        NodeKind::Object => {
            writer.open('{');
            for property in value.properties() {
                writer.property(&property.name.text().unwrap_or_default());
                copy(property.value, writer);
            }
            writer.close('}');
        }
        NodeKind::Array => {
            writer.open('[');
            for element in value.elements() {
                writer.element();
                copy(element, writer);
            }
            writer.close(']');
        }
        _ => writer.raw(value.source_text()),
    }
}
