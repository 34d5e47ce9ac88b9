//! New parts of a file: expressions, attributes and blocks.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hcl2_diagnostics::{Error, Source};
use hcl2_model::{Expression, ExpressionRef, Quoted, Traversal};
use hcl2_value::{Value, ValueKind};

use super::{EditError, parse};
use crate::eval::NativeExpression;
use crate::format::format;
use crate::lexer::{Start, TokenKind, is_identifier, lex};
use crate::literal::literal;
use crate::parser::parse_expression;
use crate::template_text::escape_template;
use crate::tree::{Expr, ExprId, File, Item, TextRange};

/// Maximum nesting depth of a value that is written.
const MAX_DEPTH: u32 = 100;

/// The source of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment(String);

/// Displays the source.
impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Fragment {
    type Err = EditError;

    /// Creates a fragment as [`expression`](Self::expression) does.
    fn from_str(text: &str) -> Result<Self, EditError> {
        Self::expression(text)
    }
}

impl Fragment {
    /// Creates a fragment from the source of an expression.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] unless `text` is one expression that can be the value of an attribute.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Fragment;
    ///
    /// assert_eq!(Fragment::expression(" [a.b, 1] ")?.as_str(), "[a.b, 1]");
    /// assert_eq!(Fragment::expression("1\nb = 2").unwrap_err().to_string(), "expected an expression that can be a value");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn expression(text: &str) -> Result<Self, EditError> {
        let text = text.trim();
        let file = parse("expression", format!("x = {text}\n").into_bytes()).map_err(|problems| {
            EditError::Fragment {
                expected: "an expression that can be a value",
                problems: problems_alone(text).unwrap_or(problems),
            }
        })?;
        match only_item(&file) {
            Some(Item::Attribute(attribute)) if file.str(file.attribute(attribute).name) == "x" => {}
            _ => return Err(EditError::fragment("an expression that can be a value")),
        }
        Ok(Self(text.to_owned()))
    }

    /// Creates a literal of a known value. Lists and sets become tuples, and maps become objects.
    ///
    /// # Errors
    ///
    /// [`EditError::NoLiteral`] if a part of the value is unknown, marked, infinite or a capsule.
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

    /// Creates a traversal from its source, such as `var.names[0]`.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] unless `text` is a traversal.
    pub fn traversal(text: &str) -> Result<Self, EditError> {
        let fragment = Self::expression(text)?;
        match fragment.parsed() {
            Some((file, id)) if matches!(file.expr(id), Expr::Traversal { .. }) => Ok(fragment),
            _ => Err(EditError::fragment("a traversal")),
        }
    }

    /// Creates a heredoc with `text` as its value, and a delimiter that is not a line of `text`. Creates a quoted string if
    /// `text` does not end in a line ending, as every heredoc does, or has characters that a heredoc cannot hold.
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
        let content = escape_template(text);
        Self(format!("<<{delimiter}\n{content}{delimiter}"))
    }

    /// Creates a call of a function.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] unless `name` is a valid function name.
    pub fn call<'a>(name: &str, arguments: impl IntoIterator<Item = &'a Self>) -> Result<Self, EditError> {
        let arguments: Vec<&str> = arguments.into_iter().map(Self::as_str).collect();
        Self::expression(&format!("{name}({})", arguments.join(", ")))
    }

    /// Returns the traversal that a reference is, which no splat and no computed key is part of.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] if `text` is no such traversal.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Fragment;
    ///
    /// assert_eq!(Fragment::static_traversal("a.b[0]")?.steps().len(), 3);
    /// assert_eq!(Fragment::static_traversal("a[*].b").unwrap_err().to_string(), "expected a traversal without splats and computed keys");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn static_traversal(text: &str) -> Result<Traversal, EditError> {
        let traversal = Self::traversal(text)?
            .parsed()
            .and_then(|(file, id)| NativeExpression::new(file, id).static_traversal());
        traversal.ok_or_else(|| EditError::fragment("a traversal without splats and computed keys"))
    }

    /// Returns the expression in a file of its own.
    pub(super) fn parsed(&self) -> Option<(Arc<File>, ExprId)> {
        let file = parse("expression", format!("x = {}\n", self.0).into_bytes()).ok()?;
        match only_item(&file) {
            Some(Item::Attribute(attribute)) => Some((file.clone(), file.attribute(attribute).value)),
            _ => None,
        }
    }

    /// Returns the source.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the problems of an expression at their places in its text, if it has some without an attribute around it.
fn problems_alone(text: &str) -> Option<Error> {
    let source = Source::new("expression", text).ok()?;
    let problems = parse_expression(&source).into_result().err()?;
    Some(Error::new(problems).with_sources(source))
}

impl From<&Self> for Fragment {
    fn from(fragment: &Self) -> Self {
        fragment.clone()
    }
}

/// Creates a literal, as [`Fragment::value`] does.
impl TryFrom<Value> for Fragment {
    type Error = EditError;

    fn try_from(value: Value) -> Result<Self, EditError> {
        Self::value(&value)
    }
}

/// Creates a literal, as [`Fragment::value`] does.
impl TryFrom<&Value> for Fragment {
    type Error = EditError;

    fn try_from(value: &Value) -> Result<Self, EditError> {
        Self::value(value)
    }
}

/// Takes the source text of an expression in native syntax.
impl TryFrom<&ExpressionRef> for Fragment {
    type Error = EditError;

    fn try_from(expression: &ExpressionRef) -> Result<Self, EditError> {
        let text = expression.native_text();
        Self::expression(&text.ok_or_else(|| EditError::fragment("an expression in native syntax"))?)
    }
}

/// Takes the source text of an expression in native syntax.
impl TryFrom<ExpressionRef> for Fragment {
    type Error = EditError;

    fn try_from(expression: ExpressionRef) -> Result<Self, EditError> {
        Self::try_from(&expression)
    }
}

/// Creates a literal; NaN and infinite numbers have none.
impl TryFrom<f64> for Fragment {
    type Error = EditError;

    fn try_from(number: f64) -> Result<Self, EditError> {
        let value = Value::try_from(number).map_err(|_| EditError::NoLiteral)?;
        Self::value(&value)
    }
}

macro_rules! literals {
    ($($scalar:ty)*) => {
        $(
            impl From<$scalar> for Fragment {
                /// Creates a literal.
                fn from(scalar: $scalar) -> Self {
                    Self(scalar.to_string())
                }
            }
        )*
    };
}

literals!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! strings {
    ($($string:ty)*) => {
        $(
            impl From<$string> for Fragment {
                /// Creates a string literal, in which nothing is a template.
                fn from(string: $string) -> Self {
                    Self(Quoted(&string).to_string())
                }
            }
        )*
    };
}

strings!(&str &String String);

/// Converts lists and sets to tuples, and maps to objects. Returns `None` for a value nested too deeply.
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

/// A new attribute or block, in canonical layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewItem {
    /// The lines, each with its ending.
    pub(super) text: String,
    pub(super) is_block: bool,
}

impl NewItem {
    /// Creates an attribute.
    ///
    /// # Errors
    ///
    /// [`EditError::NotAnIdentifier`] if the name is not an identifier.
    pub fn attribute(name: &str, value: &Fragment) -> Result<Self, EditError> {
        identifier(name)?;
        Self::raw(&format!("{name} = {}\n", value.0))
    }

    /// Creates a block with these labels and items.
    ///
    /// # Errors
    ///
    /// [`EditError::NotAnIdentifier`] if the type is not an identifier, and [`EditError::Fragment`] for a duplicate
    /// attribute.
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

    /// Returns the source, with a line ending.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Creates an attribute or a block from its source, comments included.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] unless `text` is one attribute or block.
    pub fn raw(text: &str) -> Result<Self, EditError> {
        let wrong = |problems| EditError::Fragment {
            expected: "an attribute or a block",
            problems,
        };
        let mut text = text.trim_matches(['\n', '\r']).to_owned();
        text.push('\n');
        let formatted = format(text.as_bytes());
        let file = parse("item", formatted).map_err(wrong)?;
        let is_block = match only_item(&file) {
            Some(Item::Block(_)) => true,
            Some(Item::Attribute(_)) => false,
            _ => return Err(EditError::fragment("an attribute or a block")),
        };
        Ok(Self {
            text: file.str(file.range()).to_owned(),
            is_block,
        })
    }
}

impl From<&Self> for NewItem {
    fn from(item: &Self) -> Self {
        item.clone()
    }
}

/// Creates an item as [`NewItem::raw`] does.
impl TryFrom<&str> for NewItem {
    type Error = EditError;

    fn try_from(text: &str) -> Result<Self, EditError> {
        Self::raw(text)
    }
}

/// Creates an item as [`NewItem::raw`] does.
impl TryFrom<&String> for NewItem {
    type Error = EditError;

    fn try_from(text: &String) -> Result<Self, EditError> {
        Self::raw(text)
    }
}

/// Creates an item as [`NewItem::raw`] does.
impl TryFrom<String> for NewItem {
    type Error = EditError;

    fn try_from(text: String) -> Result<Self, EditError> {
        Self::raw(&text)
    }
}

/// Returns the type and labels of a block as source.
fn header(block_type: &str, labels: &[&str]) -> String {
    let mut text = block_type.to_owned();
    for label in labels {
        text.push(' ');
        write_label(&mut text, label);
    }
    text
}

/// Writes a quoted label, in which nothing is a template.
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

/// Returns the only item of a file.
fn only_item(file: &Arc<File>) -> Option<Item> {
    match file.items(file.body(file.root().body()?).items) {
        [item] => Some(*item),
        _ => None,
    }
}

/// Indents each line that is neither empty nor within a template.
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

/// Removes up to `indentation` bytes of spaces from the start of each line that is not within a template.
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
