//! Addresses of the parts of a file.

use std::fmt;
use std::str::FromStr;

use hcl2_diagnostics::SourceMap;
use hcl2_model::Quoted;

use super::EditError;
use crate::lexer::is_identifier;
use crate::parser::parse_expression;
use crate::tree::Expr;

/// The place of a part of a file: names of attributes and block types, labels, keys and positions, from the outside in.
///
/// `docs/editing.md` has the grammar. In short: dots separate names; a block is named by its type and its labels; `[0]`
/// selects the first of several blocks, elements or arguments; `["a b"]` is a name that is not an identifier; and `*`
/// matches any name or position.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::Address;
///
/// let address: Address = r#"resource.aws_instance["web 1"].tags.Name"#.parse()?;
/// assert_eq!(address.to_string(), r#"resource.aws_instance["web 1"].tags.Name"#);
/// assert!("resource..tags".parse::<Address>().is_err());
/// # Ok::<(), hcl2_native::edit::EditError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Address {
    pub(super) steps: Vec<AddressStep>,
}

/// A step of an [`Address`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AddressStep {
    /// The name of an attribute, a block type, a label, or the key of an object.
    Name(String),
    /// A position, from 0: of a block among those that the preceding steps select, or of an element, an argument, an
    /// operand or a part of a template.
    Index(usize),
    /// Any name or position.
    Any,
}

impl Address {
    /// The whole file.
    pub const ROOT: Self = Self { steps: Vec::new() };

    /// Creates an address from its steps.
    #[must_use]
    pub fn new(steps: Vec<AddressStep>) -> Self {
        Self { steps }
    }

    /// Returns the steps, from the outside in.
    #[must_use]
    pub fn steps(&self) -> &[AddressStep] {
        &self.steps
    }

    /// Returns this address followed by another step.
    #[must_use]
    pub fn then(&self, step: AddressStep) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { steps }
    }

    /// Returns the address without its last step, and that step. Returns `None` for the whole file.
    #[must_use]
    pub fn split_last(&self) -> Option<(Self, &AddressStep)> {
        let (last, rest) = self.steps.split_last()?;
        Some((Self::new(rest.to_vec()), last))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                AddressStep::Name(name) if is_identifier(name) => {
                    f.write_str(if index > 0 { "." } else { "" })?;
                    f.write_str(name)?;
                }
                AddressStep::Name(name) => {
                    write!(f, "[{}]", Quoted(name))?;
                }
                AddressStep::Index(position) => write!(f, "[{position}]")?,
                AddressStep::Any => f.write_str(if index > 0 { ".*" } else { "*" })?,
            }
        }
        Ok(())
    }
}

impl FromStr for Address {
    type Err = EditError;

    fn from_str(text: &str) -> Result<Self, EditError> {
        let mut reader = Reader { text, at: 0 };
        let mut steps = Vec::new();
        while reader.at < text.len() {
            steps.push(reader.step(steps.is_empty())?);
        }
        Ok(Self { steps })
    }
}

/// Reads an address.
struct Reader<'t> {
    text: &'t str,
    /// Offset of the unread rest, in bytes from 0.
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn error(&self, reason: &'static str) -> EditError {
        EditError::Address {
            address: self.text.to_owned(),
            offset: self.at,
            reason,
        }
    }

    /// Parses `"." name`, `"[" index "]"`, or for the first step a bare name.
    fn step(&mut self, first: bool) -> Result<AddressStep, EditError> {
        if self.rest().starts_with('[') {
            self.at += 1;
            let step = self.index()?;
            if !self.rest().starts_with(']') {
                return Err(self.error("expected `]`"));
            }
            self.at += 1;
            return Ok(step);
        }
        if !first {
            if !self.rest().starts_with('.') {
                return Err(self.error("expected `.` between steps"));
            }
            self.at += 1;
        }
        self.name()
    }

    fn name(&mut self) -> Result<AddressStep, EditError> {
        let rest = self.rest();
        if rest.starts_with('"') {
            return self.quoted();
        }
        let name = &rest[..rest.find(['.', '[']).unwrap_or(rest.len())];
        let step = if name == "*" {
            AddressStep::Any
        } else if let Ok(position) = name.parse() {
            AddressStep::Index(position)
        } else if is_identifier(name) {
            AddressStep::Name(name.to_owned())
        } else {
            return Err(self.error("expected a name; write one that is not an identifier as [\"...\"]"));
        };
        self.at += name.len();
        Ok(step)
    }

    fn index(&mut self) -> Result<AddressStep, EditError> {
        let rest = self.rest();
        if rest.starts_with('"') {
            return self.quoted();
        }
        let index = &rest[..rest.find(']').unwrap_or(rest.len())];
        let step = if index == "*" {
            AddressStep::Any
        } else if let Ok(position) = index.parse() {
            AddressStep::Index(position)
        } else {
            return Err(self.error("expected a position from 0, a quoted name or `*`"));
        };
        self.at += index.len();
        Ok(step)
    }

    /// Parses a quoted name with the escapes of the language.
    fn quoted(&mut self) -> Result<AddressStep, EditError> {
        let mut escaped = false;
        let end = self.rest().char_indices().skip(1).find(|(_, character)| {
            let ends = *character == '"' && !escaped;
            escaped = *character == '\\' && !escaped;
            ends
        });
        let Some((end, _)) = end else {
            return Err(self.error("unclosed quoted name"));
        };
        let quoted = &self.rest()[..=end];
        let text = SourceMap::new()
            .add("name", quoted)
            .ok()
            .and_then(|source| parse_expression(&source).into_result().ok())
            .and_then(|file| match file.root().expr().map(|expr| file.expr(expr)) {
                Some(Expr::String { text }) => Some(file.text(text).to_owned()),
                _ => None,
            });
        let Some(text) = text else {
            return Err(self.error("expected a string without interpolations or directives"));
        };
        self.at += end + 1;
        Ok(AddressStep::Name(text))
    }
}
