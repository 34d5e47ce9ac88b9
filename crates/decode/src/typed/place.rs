//! The places that decoded values come from.

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{EvalContext, Expression, ExpressionRef};

/// The expression that a value comes from, and the path to a part of the value.
///
/// The range of a part is computed on demand, by following the path through list and object constructors as far as
/// possible.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a>(Way<'a>);

#[derive(Clone, Copy, Debug)]
enum Way<'a> {
    Whole(&'a dyn Expression),
    Element(&'a Place<'a>, usize),
    Key(&'a Place<'a>, &'a str),
}

impl<'a> Place<'a> {
    /// Creates the place of the whole value of an expression.
    #[must_use]
    pub fn whole(expression: &'a dyn Expression) -> Self {
        Self(Way::Whole(expression))
    }

    /// Returns the place of the element at an index, from 0.
    #[must_use]
    pub fn element(&'a self, index: usize) -> Self {
        Self(Way::Element(self, index))
    }

    /// Returns the place of the element or attribute with a key.
    #[must_use]
    pub fn key(&'a self, key: &'a str) -> Self {
        Self(Way::Key(self, key))
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

    /// Returns the expression that the value comes from, or else the range of the innermost expression around it.
    fn resolve(&self) -> Result<Found<'a>, Span> {
        match self.0 {
            Way::Whole(expression) => Ok(Found::Borrowed(expression)),
            Way::Element(outer, index) => {
                let outer = outer.resolve()?;
                let items = outer.get().static_list();
                let item = items.and_then(|items| items.into_iter().nth(index));
                item.map(Found::Shared).ok_or_else(|| outer.span())
            }
            Way::Key(outer, key) => {
                let outer = outer.resolve()?;
                let item = value_of(outer.get(), key);
                item.map(Found::Shared).ok_or_else(|| outer.span())
            }
        }
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

/// Returns the expression for a literal key.
fn value_of(map: &dyn Expression, key: &str) -> Option<ExpressionRef> {
    let items = map.static_map()?;
    // Of several items with the same key the last one is used.
    items.into_iter().rev().find_map(|(name, value)| {
        let found = key_text(&*name, None, &mut Diagnostics::new())?;
        (found == key).then_some(value)
    })
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
