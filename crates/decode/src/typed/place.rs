//! The places that decoded values come from.

use std::collections::HashMap;
use std::sync::OnceLock;

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{EvalContext, Expression, ExpressionRef};

/// The expression that a value comes from, and the path to a part of the value.
///
/// The range of a part is computed on demand, by following the path through list and object constructors as far as
/// possible.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    way: Way<'a>,
    /// The expressions of the parts, once one of them was asked for.
    parts: OnceLock<Parts>,
}

#[derive(Clone, Copy, Debug)]
enum Way<'a> {
    Whole(&'a dyn Expression),
    Element(&'a Place<'a>, usize),
    Key(&'a Place<'a>, &'a str),
}

/// The expressions in a constructor.
#[derive(Clone, Debug)]
enum Parts {
    None,
    Elements(Vec<ExpressionRef>),
    /// The expressions of keys and values, by the keys.
    Items(HashMap<String, (ExpressionRef, ExpressionRef)>),
}

impl<'a> Place<'a> {
    /// Creates the place of the whole value of an expression.
    #[must_use]
    pub fn whole(expression: &'a dyn Expression) -> Self {
        Self::of(Way::Whole(expression))
    }

    /// Returns the place of the element at an index, from 0.
    #[must_use]
    pub fn element(&'a self, index: usize) -> Self {
        Self::of(Way::Element(self, index))
    }

    /// Returns the place of the element or attribute with a key.
    #[must_use]
    pub fn key(&'a self, key: &'a str) -> Self {
        Self::of(Way::Key(self, key))
    }

    fn of(way: Way<'a>) -> Self {
        Self {
            way,
            parts: OnceLock::new(),
        }
    }

    /// Returns the range of the value in the source, or of the smallest expression around it.
    #[must_use]
    pub fn span(&self) -> Span {
        self.resolve().map_or_else(|outer| outer, |found| found.span())
    }

    /// Returns the range of the start of the value, for what is missing in it: the opening brace of an object
    /// constructor.
    pub(super) fn start_span(&self) -> Span {
        self.resolve()
            .map_or_else(|outer| outer, |found| found.get().start_span())
    }

    /// Returns the range of the key that the value has, or of the value if there is none in the source.
    pub(super) fn key_span(&self) -> Span {
        let written = match self.way {
            Way::Key(outer, key) => outer.item(key).map(|(key, _)| key.span()),
            _ => None,
        };
        written.unwrap_or_else(|| self.span())
    }

    /// Returns the expression that the value comes from, or else the range of the innermost expression around it.
    fn resolve(&self) -> Result<Found<'a>, Span> {
        match self.way {
            Way::Whole(expression) => Ok(Found::Borrowed(expression)),
            Way::Element(outer, index) => {
                let element = match outer.parts() {
                    Parts::Elements(elements) => elements.get(index),
                    _ => None,
                };
                element
                    .map(|element| Found::Shared(element.clone()))
                    .ok_or_else(|| outer.span())
            }
            Way::Key(outer, key) => outer
                .item(key)
                .map(|(_, value)| Found::Shared(value.clone()))
                .ok_or_else(|| outer.span()),
        }
    }

    /// Returns the expressions of a key and its value.
    fn item(&self, key: &str) -> Option<&(ExpressionRef, ExpressionRef)> {
        match self.parts() {
            Parts::Items(items) => items.get(key),
            _ => None,
        }
    }

    fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| {
            let Ok(found) = self.resolve() else {
                return Parts::None;
            };
            if let Some(elements) = found.get().static_list() {
                return Parts::Elements(elements);
            }
            let Some(items) = found.get().static_map() else {
                return Parts::None;
            };
            // Of several items with the same key the last one is used.
            let items = items.into_iter().filter_map(|(name, value)| {
                let key = key_text(&*name, None, &mut Diagnostics::new())?;
                Some((key, (name, value)))
            });
            Parts::Items(items.collect())
        })
    }
}

enum Found<'a> {
    Borrowed(&'a dyn Expression),
    Shared(ExpressionRef),
}

impl Found<'_> {
    fn get(&self) -> &dyn Expression {
        match self {
            Self::Borrowed(expression) => *expression,
            Self::Shared(expression) => &**expression,
        }
    }

    fn span(&self) -> Span {
        self.get().span()
    }
}

/// Evaluates the key of a map.
pub(crate) fn key_text(
    key: &dyn Expression,
    context: Option<&EvalContext<'_>>,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let value = key.evaluate(context).report_into(diagnostics);
    let text = value.convert(&hcl2_value::Type::STRING).ok()?;
    text.as_str().map(str::to_owned)
}
