//! Traversals: paths from a variable to a part of its value.

use std::fmt;

use hcl2_diagnostics::{Outcome, Span};
use hcl2_value::Value;

use super::access;
use crate::{EvalContext, Name, Quoted};

/// One step of a traversal.
#[derive(Clone, Debug, PartialEq)]
pub enum TraversalStep {
    /// The variable that an absolute traversal starts with.
    Root {
        /// The variable's name.
        name: Name,
        /// The span of the name.
        span: Span,
    },
    /// An attribute.
    Attribute {
        /// The attribute's name.
        name: Name,
        /// The span of the dot and the name.
        span: Span,
    },
    /// An element.
    Index {
        /// The index from 0, or the key; unknown if it is not literal.
        key: Value,
        /// The span of the brackets and everything between them.
        span: Span,
    },
    /// Every element.
    Splat {
        /// The span of the splat operator.
        span: Span,
    },
}

impl TraversalStep {
    /// Returns the span of the step.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Root { span, .. }
            | Self::Attribute { span, .. }
            | Self::Index { span, .. }
            | Self::Splat { span } => *span,
        }
    }

    /// Returns the name of an attribute, or the key of an index in quotes. `Display` writes the step with its dot.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{SourceId, Span};
    /// use hcl2_model::TraversalStep;
    ///
    /// let span = Span::empty(SourceId::default(), 0);
    /// let region = TraversalStep::Attribute { name: "region".into(), span };
    /// assert_eq!((region.name(), region.to_string().as_str()), (Some("region"), ".region"));
    /// assert_eq!(TraversalStep::Index { key: "a b".into(), span }.name(), Some("a b"));
    /// assert_eq!(TraversalStep::Splat { span }.name(), None);
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Root { name, .. } | Self::Attribute { name, .. } => Some(name),
            Self::Index { key, .. } => key.as_str(),
            Self::Splat { .. } => None,
        }
    }
}

/// Displays the step as in the source: `.name`, `[0]` or `["key"]`; a key of another kind is `[...]`.
impl fmt::Display for TraversalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root { name, .. } => f.write_str(name),
            Self::Attribute { name, .. } => write!(f, ".{name}"),
            Self::Index { key, .. } => match (key.as_str(), key.as_number()) {
                (Some(name), _) => write!(f, "[{}]", Quoted(name)),
                (_, Some(number)) => write!(f, "[{number}]"),
                _ => f.write_str("[...]"),
            },
            Self::Splat { .. } => f.write_str("[*]"),
        }
    }
}

/// A path from a variable, or from any value, to a part of it.
///
/// A traversal is absolute if it starts with a [`Root`](TraversalStep::Root), and relative otherwise.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{SourceId, Span};
/// use hcl2_model::{EvalContext, Traversal};
/// use hcl2_value::Value;
///
/// let context = EvalContext::from_iter([("port", 80)]);
/// let port = Traversal::from_variable("port", Span::empty(SourceId::default(), 0));
/// assert_eq!(port.evaluate(Some(&context)).into_result(), Ok(Value::from(80)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traversal(Vec<TraversalStep>);

impl Traversal {
    /// Creates a traversal of these steps. Only the first can be a root.
    #[must_use]
    pub fn new(steps: Vec<TraversalStep>) -> Self {
        debug_assert!(
            steps
                .iter()
                .skip(1)
                .all(|step| !matches!(step, TraversalStep::Root { .. }))
        );
        Self(steps)
    }

    /// Returns the steps in order.
    #[must_use]
    pub fn steps(&self) -> &[TraversalStep] {
        &self.0
    }

    /// Returns the names of the steps, as far as each has one: those of the root, of attributes, and of constant string keys.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{SourceId, Span};
    /// use hcl2_model::Traversal;
    ///
    /// let variable = Traversal::from_variable("var", Span::empty(SourceId::default(), 0));
    /// assert_eq!(variable.names(), ["var"]);
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map_while(TraversalStep::name).collect()
    }

    /// Returns the name of the variable that an absolute traversal starts with.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{SourceId, Span};
    /// use hcl2_model::Traversal;
    ///
    /// let variable = Traversal::from_variable("var", Span::empty(SourceId::default(), 0));
    /// assert!(variable.root_name().is_some_and(|root| root == "var"));
    /// ```
    #[must_use]
    pub fn root_name(&self) -> Option<&Name> {
        match self.0.first() {
            Some(TraversalStep::Root { name, .. }) => Some(name),
            _ => None,
        }
    }

    /// Returns the span from the first step to the last one, or `None` if the traversal is empty.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        Some(self.0.first()?.span().to(self.0.last()?.span()))
    }

    /// Returns the span of the first steps if they are the steps of `prefix`, where `a["b"]` is `a.b`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{SourceId, Span};
    /// use hcl2_model::Traversal;
    ///
    /// let span = Span::new(SourceId::default(), 0, 4);
    /// let port = Traversal::from_variable("port", span);
    /// assert_eq!(port.prefix_span(&port), Some(span));
    /// assert_eq!(port.prefix_span(&Traversal::from_variable("host", span)), None);
    /// ```
    #[must_use]
    pub fn prefix_span(&self, prefix: &Self) -> Option<Span> {
        let steps = self.0.get(..prefix.0.len())?;
        let alike = steps
            .iter()
            .zip(&prefix.0)
            .all(|(step, wanted)| match (step.name(), wanted.name()) {
                (Some(step), Some(wanted)) => step == wanted,
                _ => matches!(
                    (step, wanted),
                    (TraversalStep::Index { key, .. }, TraversalStep::Index { key: other, .. }) if key == other
                ),
            });
        let (first, last) = (steps.first()?.span(), steps.last()?.span());
        alike.then(|| first.to(last))
    }

    /// Evaluates an absolute traversal. The value of a relative one is unknown.
    pub fn evaluate<'c>(&self, context: impl Into<Option<&'c EvalContext<'c>>>) -> Outcome<Value> {
        let context = context.into();
        let Some((TraversalStep::Root { name, span }, rest)) = self.0.split_first() else {
            return Value::DYNAMIC.into();
        };
        if let Some(value) = context.and_then(|context| context.variable(name)) {
            return follow(value.clone(), rest, context);
        }
        let whole = context.map_or(Ok(None), |context| context.resolve_reference(self, *span));
        let found = whole.and_then(|whole| match whole {
            Some(whole) => Ok(whole.into()),
            None => access::variable(context, name, *span).map(|value| follow(value, rest, context)),
        });
        found.unwrap_or_else(|diagnostic| Outcome::new(Value::DYNAMIC, (*diagnostic).into()))
    }

    /// Applies a relative traversal to `value`.
    pub fn apply(&self, value: Value) -> Outcome<Value> {
        follow(value, &self.0, None)
    }
}

/// The traversal as it is written.
impl fmt::Display for Traversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| step.fmt(f))
    }
}

fn follow(value: Value, steps: &[TraversalStep], context: Option<&EvalContext<'_>>) -> Outcome<Value> {
    let mut current = value;
    for step in steps {
        let next = match step {
            TraversalStep::Attribute { name, span } => access::attribute_of(&current, name, *span),
            TraversalStep::Index { key, span } => access::element_of(&current, key, *span, context),
            TraversalStep::Root { .. } | TraversalStep::Splat { .. } => return Value::DYNAMIC.into(),
        };
        match next {
            Ok(value) => current = value,
            Err(diagnostic) => return Outcome::new(Value::DYNAMIC, (*diagnostic).into()),
        }
    }
    current.into()
}

impl Traversal {
    /// Creates a traversal to a variable, with the span of its name.
    #[must_use]
    pub fn from_variable(name: impl Into<Name>, span: Span) -> Self {
        Self(vec![TraversalStep::Root {
            name: name.into(),
            span,
        }])
    }
}
