//! Parsing of YAML documents.

use std::borrow::Cow;
use std::collections::HashMap;

use hcl2_value::{FunctionError, Str, Value};
use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};

use super::{Dialect, scalar};
use crate::support::check_count;

/// Maximum depth of sequences and mappings.
const MAX_DEPTH: usize = 512;

/// An open sequence or mapping.
enum Open {
    Sequence(Vec<Value>),
    Mapping(Vec<(Str, Value)>, Key),
}

/// What a mapping expects next.
enum Key {
    Missing,
    Named(Str),
    Merge,
}

struct Level {
    open: Open,
    /// The number of the anchor, or 0.
    anchor: usize,
    /// The number of parts so far, with aliases expanded.
    parts: usize,
}

struct Reader {
    dialect: Dialect,
    levels: Vec<Level>,
    /// The values of anchors with their numbers of parts; `None` before their end.
    anchors: HashMap<usize, Option<(Value, usize)>>,
    document: Option<Value>,
}

/// Parses a single document.
pub(super) fn from_yaml(text: &str, dialect: Dialect) -> Result<Value, FunctionError> {
    let mut reader = Reader {
        dialect,
        levels: Vec::new(),
        anchors: HashMap::new(),
        document: None,
    };
    let mut documents = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let marker = error.marker();
            problem(marker.line(), marker.col() + 1, error.info())
        })?;
        let at = |message: String| problem(span.start.line(), span.start.col() + 1, &message);
        match event {
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    return Err(at("only one document is allowed".to_owned()));
                }
            }
            Event::Alias(anchor) => {
                let (value, parts) = match reader.anchors.get(&anchor) {
                    Some(Some(found)) => found.clone(),
                    _ => return Err(at("an alias must not be inside of what it refers to".to_owned())),
                };
                if reader.wants_key() {
                    return Err(at("the key of a mapping must be a string".to_owned()));
                }
                reader.put(value, parts, 0, &span)?;
            }
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag_name(tag.as_deref()).map_err(at)?;
                reader.scalar(&text, style == ScalarStyle::Plain, tag.as_deref(), anchor, &span)?;
            }
            Event::SequenceStart(anchor, tag) => {
                expect_tag(tag.as_deref(), "seq").map_err(at)?;
                reader.enter(Open::Sequence(Vec::new()), anchor, &span)?;
            }
            Event::MappingStart(anchor, tag) => {
                expect_tag(tag.as_deref(), "map").map_err(at)?;
                reader.enter(Open::Mapping(Vec::new(), Key::Missing), anchor, &span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => reader.leave(&span)?,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
    }
    reader
        .document
        .ok_or_else(|| FunctionError::new("the text has no YAML document in it"))
}

fn problem(line: usize, column: usize, what: &str) -> FunctionError {
    let place = format!("the text is not valid YAML: in line {line}, column {column}");
    FunctionError::new(place.clone()).revealing(format!("{place}, {what}"))
}

/// Returns the name of a tag of the core schema.
fn tag_name(tag: Option<&Tag>) -> Result<Option<Cow<'_, str>>, String> {
    match tag {
        None => Ok(None),
        Some(tag) if tag.is_yaml_core_schema() => Ok(Some(Cow::Borrowed(&tag.suffix))),
        Some(tag) => match format!("{}{}", tag.handle, tag.suffix).strip_prefix("tag:yaml.org,2002:") {
            Some(name) => Ok(Some(Cow::Owned(name.to_owned()))),
            None => Err(format!("the tag {:?} is not supported", tag.to_string())),
        },
    }
}

fn expect_tag(tag: Option<&Tag>, expected: &str) -> Result<(), String> {
    match tag_name(tag)? {
        Some(name) if name != expected => Err(format!("the tag !!{name} is not supported here")),
        _ => Ok(()),
    }
}

impl Reader {
    /// Returns whether the innermost level is a mapping that expects a key.
    fn wants_key(&self) -> bool {
        let open = self.levels.last().map(|level| &level.open);
        matches!(open, Some(Open::Mapping(_, Key::Missing)))
    }

    fn scalar(
        &mut self,
        text: &str,
        is_plain: bool,
        tag: Option<&str>,
        anchor: usize,
        span: &Span,
    ) -> Result<(), FunctionError> {
        let at = |message: &str| problem(span.start.line(), span.start.col() + 1, message);
        let is_key = self.wants_key();
        if is_key && (tag == Some("merge") || (tag.is_none() && text == "<<")) {
            if let Some(Level {
                open: Open::Mapping(_, key),
                ..
            }) = self.levels.last_mut()
            {
                *key = Key::Merge;
            }
            return Ok(());
        }
        let value = scalar::resolve(text, is_plain, tag, self.dialect).map_err(|message| at(&message))?;
        if !is_key {
            return self.put(value, 1, anchor, span);
        }
        if anchor > 0 {
            self.anchors.insert(anchor, Some((value.clone(), 1)));
        }
        let name = value
            .convert(&hcl2_value::Type::STRING)
            .ok()
            .and_then(|name| name.as_str().map(Str::from));
        let name = name.ok_or_else(|| at("the key of a mapping must be a string, not null"))?;
        if let Some(Level {
            open: Open::Mapping(_, key),
            ..
        }) = self.levels.last_mut()
        {
            *key = Key::Named(name);
        }
        Ok(())
    }

    fn enter(&mut self, open: Open, anchor: usize, span: &Span) -> Result<(), FunctionError> {
        let at = |message: &str| problem(span.start.line(), span.start.col() + 1, message);
        if self.wants_key() {
            return Err(at("the key of a mapping must be a string"));
        }
        if self.levels.len() == MAX_DEPTH {
            return Err(at("there are more than 512 levels of sequences and mappings"));
        }
        if anchor > 0 {
            self.anchors.insert(anchor, None);
        }
        self.levels.push(Level {
            open,
            anchor,
            parts: 1,
        });
        Ok(())
    }

    fn leave(&mut self, span: &Span) -> Result<(), FunctionError> {
        let Some(level) = self.levels.pop() else {
            return Ok(());
        };
        let value = match level.open {
            Open::Sequence(items) => Value::tuple(items),
            Open::Mapping(fields, _) => Value::object(fields),
        };
        // Computes the type while the types of the parts are available.
        let _ = value.ty();
        self.put(value, level.parts, level.anchor, span)
    }

    /// Adds a value to the innermost level.
    fn put(&mut self, value: Value, parts: usize, anchor: usize, span: &Span) -> Result<(), FunctionError> {
        if anchor > 0 {
            self.anchors.insert(anchor, Some((value.clone(), parts)));
        }
        let Some(level) = self.levels.last_mut() else {
            self.document = Some(value);
            return Ok(());
        };
        level.parts = level.parts.saturating_add(parts);
        check_count(level.parts)?;
        match &mut level.open {
            Open::Sequence(items) => items.push(value),
            Open::Mapping(fields, key) => match std::mem::replace(key, Key::Missing) {
                Key::Named(name) => fields.push((name, value)),
                Key::Merge => {
                    let elements = value.elements().filter(|_| self.dialect.merges_sequences);
                    for merged in elements
                        .map_or(std::slice::from_ref(&value), |elements| elements)
                        .iter()
                        .rev()
                    {
                        let merged = merged.fields().ok_or_else(|| {
                            let (line, column) = (span.start.line(), span.start.col() + 1);
                            problem(line, column, "only a mapping can be merged into a mapping")
                        })?;
                        fields.extend(merged.iter().map(|(name, value)| (name.clone(), value.clone())));
                    }
                }
                Key::Missing => {}
            },
        }
        Ok(())
    }
}
