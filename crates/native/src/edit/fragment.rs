//! What edits put into a text.

use std::sync::Arc;

use hcl2_diagnostics::Diagnostics;
use hcl2_model::Quoted;
use hcl2_value::{Value, ValueKind};

use super::{EditError, parse};
use crate::lexer::{Start, TokenKind, is_identifier, lex};
use crate::tree::{Expr, File, Item, TextRange};
use crate::{format, literal};

/// How deep a value may nest to be written.
const MAX_DEPTH: u32 = 100;

/// The text of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment(String);

impl Fragment {
    /// An expression as it is written.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] where the text is not one expression that can stand as the value of an attribute.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Fragment;
    ///
    /// assert_eq!(Fragment::expression(" [a.b, 1] ")?.as_str(), "[a.b, 1]");
    /// assert!(Fragment::expression("1\nb = 2").is_err());
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn expression(text: &str) -> Result<Self, EditError> {
        let wrong = |diagnostics| EditError::Fragment {
            expected: "expression that can be a value",
            diagnostics,
        };
        let text = text.trim();
        let file = parse("expression", format!("x = {text}\n").into_bytes()).map_err(wrong)?;
        match only_item(&file) {
            Some(Item::Attribute(attribute)) if file.str(file.attribute(attribute).name) == "x" => {}
            _ => return Err(wrong(Diagnostics::default())),
        }
        Ok(Self(text.to_owned()))
    }

    /// A known value; lists and sets as tuples, maps as objects.
    ///
    /// # Errors
    ///
    /// [`EditError::NoLiteral`] where a part of it is unknown, marked, infinite or a capsule.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Fragment;
    /// use hcl2_value::Value;
    ///
    /// assert_eq!(Fragment::value(&Value::from("${x}"))?.as_str(), r#""$${x}""#);
    /// assert_eq!(Fragment::value(&Value::from(vec![1, 2]))?.as_str(), "[1, 2]");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn value(value: &Value) -> Result<Self, EditError> {
        let structural = structural(value, MAX_DEPTH).ok_or(EditError::NoLiteral)?;
        literal(&structural).map(Self).ok_or(EditError::NoLiteral)
    }

    /// A variable with what is selected from it, such as `var.names[0]`.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] where the text is no traversal.
    pub fn traversal(text: &str) -> Result<Self, EditError> {
        let fragment = Self::expression(text)?;
        let file = parse("traversal", format!("x = {}\n", fragment.0).into_bytes());
        let is_traversal = file.is_ok_and(|file| match only_item(&file) {
            Some(Item::Attribute(attribute)) => {
                matches!(file.expr(file.attribute(attribute).value), Expr::Traversal { .. })
            }
            _ => false,
        });
        if is_traversal {
            Ok(fragment)
        } else {
            Err(EditError::Fragment {
                expected: "traversal",
                diagnostics: Diagnostics::default(),
            })
        }
    }

    /// A text as a heredoc, whose delimiter is no line of the text. Text that does not end in a line ending, as every
    /// heredoc does, and text with characters that a heredoc cannot hold becomes a quoted string instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Fragment;
    ///
    /// assert_eq!(Fragment::heredoc("a\n  EOT\n").as_str(), "<<EOT1\na\n  EOT\nEOT1");
    /// assert_eq!(Fragment::heredoc("a").as_str(), "\"a\"");
    /// ```
    #[must_use]
    pub fn heredoc(text: &str) -> Self {
        let unwritable =
            |character: char| character == '\r' || (character.is_control() && !"\n\t".contains(character));
        if !text.ends_with('\n') || text.contains(unwritable) {
            return Self(Quoted(text).to_string());
        }
        let taken = |delimiter: &String| text.lines().any(|line| line.trim() == delimiter);
        let delimiters = (1..).map(|number: u32| format!("EOT{number}"));
        let delimiter = std::iter::once("EOT".to_owned())
            .chain(delimiters)
            .find(|delimiter| !taken(delimiter))
            .unwrap_or_default();
        let content = crate::escape_template(text);
        Self(format!("<<{delimiter}\n{content}{delimiter}"))
    }

    /// A call of a function.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] where the name is no name of a function.
    pub fn call<'a>(name: &str, arguments: impl IntoIterator<Item = &'a Self>) -> Result<Self, EditError> {
        let arguments: Vec<&str> = arguments.into_iter().map(Self::as_str).collect();
        Self::expression(&format!("{name}({})", arguments.join(", ")))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A value with tuples for its lists and sets, and objects for its maps.
fn structural(value: &Value, depth: u32) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    Some(match value.kind() {
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            let items: Option<Vec<Value>> = items.iter().map(|item| structural(item, depth)).collect();
            Value::tuple(items?)
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            let fields: Option<Vec<_>> = fields
                .iter()
                .map(|(key, value)| Some((key.clone(), structural(value, depth)?)))
                .collect();
            Value::object(fields?)
        }
        ValueKind::Null => Value::null(hcl2_value::Type::DYNAMIC),
        _ => value.clone(),
    })
}

/// An attribute or a block to be put into a body, in canonical layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewItem {
    /// Its lines, each with its ending.
    pub(super) text: String,
    pub(super) is_block: bool,
}

impl NewItem {
    /// An attribute.
    ///
    /// # Errors
    ///
    /// [`EditError::NotAnIdentifier`] for the name.
    pub fn attribute(name: &str, value: &Fragment) -> Result<Self, EditError> {
        identifier(name)?;
        Self::raw(&format!("{name} = {}\n", value.0))
    }

    /// A block with these labels and items.
    ///
    /// # Errors
    ///
    /// [`EditError::NotAnIdentifier`] for the type; [`EditError::Fragment`] where two attributes have one name.
    pub fn block(
        block_type: &str,
        labels: &[&str],
        items: impl IntoIterator<Item = Self>,
    ) -> Result<Self, EditError> {
        identifier(block_type)?;
        let mut text = header(block_type, labels);
        text.push_str(" {");
        let mut before: Option<bool> = None;
        for item in items {
            text.push('\n');
            if before.is_some_and(|was_block| was_block || item.is_block) {
                text.push('\n');
            }
            text.push_str(item.text.trim_end_matches('\n'));
            before = Some(item.is_block);
        }
        text.push_str(if before.is_some() { "\n}\n" } else { "}\n" });
        Self::raw(&text)
    }

    /// An attribute or a block as it is written, with its comments.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] where the text is not one attribute or block.
    pub fn raw(text: &str) -> Result<Self, EditError> {
        let wrong = |diagnostics| EditError::Fragment {
            expected: "attribute or block",
            diagnostics,
        };
        let mut text = text.trim_matches(['\n', '\r']).to_owned();
        text.push('\n');
        let formatted = format(text.as_bytes());
        let file = parse("item", formatted).map_err(wrong)?;
        let is_block = match only_item(&file) {
            Some(Item::Block(_)) => true,
            Some(Item::Attribute(_)) => false,
            _ => return Err(wrong(Diagnostics::default())),
        };
        Ok(Self {
            text: file.str(file.range()).to_owned(),
            is_block,
        })
    }
}

/// The type and labels of a block.
fn header(block_type: &str, labels: &[&str]) -> String {
    let mut text = block_type.to_owned();
    for label in labels {
        text.push(' ');
        write_label(&mut text, label);
    }
    text
}

/// Writes a label in quotes, in which nothing is a template.
pub(super) fn write_label(out: &mut String, label: &str) {
    out.push_str(&Quoted(label).to_string());
}

pub(super) fn identifier(name: &str) -> Result<(), EditError> {
    if is_identifier(name) {
        Ok(())
    } else {
        Err(EditError::NotAnIdentifier(name.to_owned()))
    }
}

/// The only item of a file.
fn only_item(file: &Arc<File>) -> Option<Item> {
    match file.items(file.body(file.root().body()?).items) {
        [item] => Some(*item),
        _ => None,
    }
}

/// A text with so many more spaces before each line that is not empty and not in a template.
pub(super) fn indented(text: &str, indentation: &str) -> String {
    let tokens = lex(text.as_bytes(), TextRange::new(0, text.len() as u32), Start::Code);
    let mut out = String::with_capacity(text.len());
    let mut at_line_start = true;
    for token in tokens.iter() {
        let piece = text.get(token.range.as_range()).unwrap_or_default();
        if at_line_start && !matches!(token.kind, TokenKind::Newline | TokenKind::End) {
            out.push_str(indentation);
        }
        out.push_str(piece);
        at_line_start = match token.kind {
            TokenKind::Newline => true,
            TokenKind::Comment => piece.ends_with('\n'),
            _ => false,
        };
    }
    out
}

/// A text with so many bytes of spaces fewer before each line that is in no template, as far as they are there.
pub(super) fn outdented(text: &str, indentation: usize) -> String {
    let tokens = lex(text.as_bytes(), TextRange::new(0, text.len() as u32), Start::Code);
    let mut out = String::with_capacity(text.len());
    let mut at_line_start = true;
    for token in tokens.iter() {
        let piece = text.get(token.range.as_range()).unwrap_or_default();
        if at_line_start && token.kind == TokenKind::Space {
            out.push_str(piece.get(indentation..).unwrap_or_default());
        } else {
            out.push_str(piece);
        }
        at_line_start = match token.kind {
            TokenKind::Newline => true,
            TokenKind::Comment => piece.ends_with('\n'),
            _ => false,
        };
    }
    out
}
