//! Addresses of the parts of a file.

use std::fmt;
use std::str::FromStr;

use hcl2_diagnostics::SourceMap;
use hcl2_model::Quoted;

use super::{EditError, Fragment};
use crate::lexer::is_identifier;
use crate::parser::parse_expression;
use crate::tree::Expr;

/// The place of a part of a file: names of attributes and block types, labels, keys and positions, from the outside in.
///
/// `docs/editing.md` has the grammar. In short: dots separate names; a block is named by its type and its labels; `[0]`
/// selects the first of several blocks, elements or arguments; `["a b"]` is a name that is not an identifier; `*`
/// matches any name or position, and `**` any number of them; and `[count == 2]` keeps what meets a condition.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::Address;
///
/// let address: Address = r#"resource.aws_instance["web 1"].tags.Name"#.parse()?;
/// assert_eq!(address.to_string(), r#"resource.aws_instance["web 1"].tags.Name"#);
/// assert_eq!("resource..tags".parse::<Address>().unwrap_err().to_string(), "invalid address `resource..tags` at offset 9: expected a name; write one that is not an identifier as [\"...\"]");
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
    /// A name in which each `*` stands for any characters.
    Pattern(String),
    /// Any number of names and positions, none included, in bodies, tuples and objects.
    AnyDepth,
    /// Only what meets a condition.
    Where(Condition),
}

impl From<&str> for AddressStep {
    /// Returns the step to a name, whatever characters it has.
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<&String> for AddressStep {
    /// Returns the step to a name, whatever characters it has.
    fn from(name: &String) -> Self {
        Self::Name(name.clone())
    }
}

impl From<String> for AddressStep {
    /// Returns the step to a name, whatever characters it has.
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<usize> for AddressStep {
    /// Returns the step to a position.
    fn from(position: usize) -> Self {
        Self::Index(position)
    }
}

/// A condition on a part of a file: that it has another part, or one with a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The other part, from this one on.
    pub(super) address: Address,
    /// Whether its value must be equal or different, and to what: an expression.
    pub(super) compared: Option<(bool, String)>,
}

impl AddressStep {
    /// Returns whether the step fits a name: that of an attribute or a block type, a label, or a key.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::AddressStep;
    ///
    /// assert!(AddressStep::Pattern("aws_*".to_owned()).fits("aws_vpc"));
    /// assert!(!AddressStep::Index(0).fits("aws_vpc"));
    /// ```
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        match self {
            Self::Name(wanted) => wanted == name,
            Self::Any => true,
            Self::Pattern(pattern) => fits_pattern(pattern, name),
            Self::Index(_) | Self::AnyDepth | Self::Where(_) => false,
        }
    }
}

impl Condition {
    /// Returns the address of the other part, from the part with the condition on.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Returns whether the value must be equal or different, and the expression that it is compared to; `None` if the other
    /// part only has to be there.
    #[must_use]
    pub fn compared(&self) -> Option<(bool, &str)> {
        let (is_equal, value) = self.compared.as_ref()?;
        Some((*is_equal, value))
    }
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

    /// Returns this address followed by another step: a name, a position, or an [`AddressStep`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Address, AddressStep};
    ///
    /// let module: Address = "module".parse()?;
    /// assert_eq!(module.then(0).then("version").to_string(), "module[0].version");
    /// assert_eq!(module.then(AddressStep::Any).then("a b").to_string(), "module.*[\"a b\"]");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    #[doc(alias = "child")]
    #[doc(alias = "join")]
    #[must_use]
    pub fn then(&self, step: impl Into<AddressStep>) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step.into());
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
                AddressStep::AnyDepth => f.write_str(if index > 0 { ".**" } else { "**" })?,
                AddressStep::Pattern(pattern) => {
                    f.write_str(if index > 0 { "." } else { "" })?;
                    f.write_str(pattern)?;
                }
                AddressStep::Where(condition) => write!(f, "[{condition}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.address.fmt(f)?;
        match &self.compared {
            Some((true, value)) => write!(f, " == {value}"),
            Some((false, value)) => write!(f, " != {value}"),
            None => Ok(()),
        }
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

impl From<&Self> for Address {
    fn from(address: &Self) -> Self {
        address.clone()
    }
}

macro_rules! parsed {
    ($($text:ty)*) => {
        $(
            impl TryFrom<$text> for Address {
                type Error = EditError;

                fn try_from(text: $text) -> Result<Self, EditError> {
                    text.parse()
                }
            }
        )*
    };
}

parsed!(&str String &String);

/// Reads an address.
struct Reader<'t> {
    text: &'t str,
    /// Offset of the unread rest, in bytes from 0.
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
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
        } else if name == "**" {
            AddressStep::AnyDepth
        } else if let Ok(position) = name.parse() {
            AddressStep::Index(position)
        } else if is_pattern(name) {
            AddressStep::Pattern(name.to_owned())
        } else if is_identifier(name) {
            AddressStep::Name(name.to_owned())
        } else {
            return Err(self.error("expected a name; write one that is not an identifier as [\"...\"]"));
        };
        self.at += name.len();
        Ok(step)
    }

    /// Parses what is between brackets: a position, a quoted name, `*`, or a condition.
    fn index(&mut self) -> Result<AddressStep, EditError> {
        let rest = self.rest();
        let end = closing_bracket(rest).unwrap_or(rest.len());
        let inner = &rest[..end];
        if let Some(step) = match inner {
            "*" => Some(AddressStep::Any),
            _ => inner.parse().ok().map(AddressStep::Index),
        } {
            self.at += end;
            return Ok(step);
        }
        if !rest.starts_with('"') {
            return self.condition(inner.len());
        }
        let start = self.at;
        let name = self.quoted()?;
        if self.rest().starts_with(']') {
            return Ok(name);
        }
        self.at = start;
        self.condition(inner.len())
    }

    /// Parses `address`, `address "==" expression` or `address "!=" expression`, of `length` bytes.
    fn condition(&mut self, length: usize) -> Result<AddressStep, EditError> {
        let text = &self.rest()[..length];
        let operator = ["==", "!="]
            .into_iter()
            .filter_map(|operator| Some((text.find(operator)?, operator)))
            .min();
        let (address, compared) = match operator {
            Some((at, operator)) => (&text[..at], Some((operator == "==", text[at + 2..].trim()))),
            None => (text, None),
        };
        let Ok(address) = address.trim().parse::<Address>() else {
            return Err(self.error("expected a position from 0, a quoted name, `*` or a condition"));
        };
        if address.steps.is_empty() {
            return Err(self.error("expected a position from 0, a quoted name, `*` or a condition"));
        }
        if let Some((_, value)) = compared
            && Fragment::expression(value).is_err()
        {
            return Err(self.error("expected an expression after `==` or `!=`"));
        }
        let compared = compared.map(|(is_equal, value)| (is_equal, value.to_owned()));
        self.at += length;
        Ok(AddressStep::Where(Condition { address, compared }))
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

/// Returns whether a name fits a pattern in which each `*` stands for any characters.
fn fits_pattern(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(first) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(last)
}

/// Returns whether a name has a `*` among the characters of an identifier.
fn is_pattern(name: &str) -> bool {
    name.contains('*') && is_identifier(&name.replace('*', "x"))
}

/// Returns the offset of the bracket that closes the one before `text`, if there is one outside of strings.
fn closing_bracket(text: &str) -> Option<usize> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (offset, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '[' => depth += 1,
            ']' if depth == 0 => return Some(offset),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}
