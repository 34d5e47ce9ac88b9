//! The notation of types.

use std::fmt::{self, Display};

use super::{Type, TypeKind};

/// Maximum number of types that are written. Parts of a type may be shared, and its text repeats them.
const MAX_WRITTEN: usize = 1 << 18;

impl Display for Type {
    /// Writes the type in the notation of type expressions.
    ///
    /// Two parts have no notation there: attribute names that are not identifiers, which are quoted, and capsule
    /// types, which are written by name. A precision limits the number of types that are written: `{:.20}` ends with
    /// `…` after the twentieth. Without a precision the limit is 262,144.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Type;
    ///
    /// let pair = Type::tuple([Type::list(Type::STRING), Type::NUMBER]);
    /// assert_eq!(pair.to_string(), "tuple([list(string),number])");
    /// assert_eq!(format!("{pair:.2}"), "tuple([list(…");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Step<'a> {
            Type(&'a Type),
            Name(&'a str),
            Text(&'static str),
        }
        let mut left = f.precision().unwrap_or(MAX_WRITTEN);
        let mut steps = vec![Step::Type(self)];
        while let Some(step) = steps.pop() {
            let ty = match step {
                Step::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Step::Name(name) => {
                    write_name(f, name)?;
                    continue;
                }
                Step::Type(_) if left == 0 => return f.write_str("…"),
                Step::Type(ty) => ty,
            };
            left -= 1;
            match ty.kind() {
                TypeKind::Dynamic => f.write_str("any")?,
                TypeKind::Bool => f.write_str("bool")?,
                TypeKind::Number => f.write_str("number")?,
                TypeKind::String => f.write_str("string")?,
                TypeKind::Capsule(capsule) => f.write_str(capsule.name())?,
                TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
                    f.write_str(match ty.kind() {
                        TypeKind::List(_) => "list(",
                        TypeKind::Set(_) => "set(",
                        _ => "map(",
                    })?;
                    steps.extend([Step::Text(")"), Step::Type(element)]);
                }
                TypeKind::Tuple(elements) => {
                    f.write_str("tuple([")?;
                    steps.push(Step::Text("])"));
                    for (index, element) in elements.iter().enumerate().rev() {
                        steps.push(Step::Type(element));
                        if index > 0 {
                            steps.push(Step::Text(","));
                        }
                    }
                }
                TypeKind::Object(object) => {
                    f.write_str("object({")?;
                    steps.push(Step::Text("})"));
                    for (index, (name, attribute)) in object.iter().enumerate().rev() {
                        let optional = object.is_optional_at(index);
                        if optional {
                            steps.push(Step::Text(")"));
                        }
                        steps.push(Step::Type(attribute));
                        steps.push(Step::Text(if optional { "=optional(" } else { "=" }));
                        steps.push(Step::Name(name));
                        if index > 0 {
                            steps.push(Step::Text(","));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Writes an attribute name, quoted if it is not an identifier.
fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    if is_plain_name(name) {
        f.write_str(name)
    } else {
        write!(f, "{name:?}")
    }
}

/// Returns whether the string looks like an identifier.
pub(crate) fn is_plain_name(text: &str) -> bool {
    let continues = |next: char| {
        next.is_alphanumeric()
            || matches!(next, '_' | '-')
            || !(next.is_ascii() || next.is_control() || next.is_whitespace())
    };
    let mut characters = text.chars();
    characters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(continues)
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Type {
    /// Returns the name of the type in messages, such as "string", "list of number", "object" or "tuple".
    #[must_use]
    pub fn friendly_name(&self) -> String {
        let mut name = String::new();
        let mut ty = self;
        loop {
            let (prefix, element) = match ty.kind() {
                TypeKind::List(element) => ("list of ", element),
                TypeKind::Set(element) => ("set of ", element),
                TypeKind::Map(element) => ("map of ", element),
                _ => break,
            };
            name.push_str(prefix);
            ty = element;
        }
        name.push_str(match ty.kind() {
            TypeKind::Dynamic => "any type",
            TypeKind::Bool => "bool",
            TypeKind::Number => "number",
            TypeKind::String => "string",
            TypeKind::Tuple(_) => "tuple",
            TypeKind::Object(_) => "object",
            TypeKind::Capsule(capsule) => capsule.name(),
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) => "",
        });
        name
    }
}
