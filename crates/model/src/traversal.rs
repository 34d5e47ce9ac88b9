//! Traversals: the way from a variable to a part of its value.

use hcl2_diagnostics::{Outcome, Span};
use hcl2_value::Value;

use crate::{EvalContext, Name, access};

/// One step of a traversal.
#[derive(Clone, Debug, PartialEq)]
pub enum TraversalStep {
    /// The variable at which an absolute traversal starts.
    Root {
        /// The variable's name.
        name: Name,
        /// The name as written.
        span: Span,
    },
    /// To an attribute.
    Attribute {
        /// The attribute's name.
        name: Name,
        /// The dot and the name as written.
        span: Span,
    },
    /// To an element.
    Index {
        /// The index from 0, or the key.
        key: Value,
        /// The brackets and all between them.
        span: Span,
    },
    /// To every element.
    Splat {
        /// The splat operator as written.
        span: Span,
    },
}

impl TraversalStep {
    /// The step as written.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Root { span, .. }
            | Self::Attribute { span, .. }
            | Self::Index { span, .. }
            | Self::Splat { span } => *span,
        }
    }
}

/// The way from a variable, or from any value, to a part of it.
///
/// A traversal is absolute where it starts with a [`Root`](TraversalStep::Root), and relative otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traversal(Vec<TraversalStep>);

impl Traversal {
    /// Makes a traversal of these steps; a root can only be the first.
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

    /// The steps in order.
    #[must_use]
    pub fn steps(&self) -> &[TraversalStep] {
        &self.0
    }

    /// The variable at which it starts, where it is absolute.
    #[must_use]
    pub fn root_name(&self) -> Option<&Name> {
        match self.0.first() {
            Some(TraversalStep::Root { name, .. }) => Some(name),
            _ => None,
        }
    }

    /// From the first step to the last; `None` for one without steps.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        Some(self.0.first()?.span().to(self.0.last()?.span()))
    }

    /// Evaluates an absolute traversal: finds the variable and follows the steps.
    pub fn evaluate(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let Some((TraversalStep::Root { name, span }, rest)) = self.0.split_first() else {
            return Value::DYNAMIC.into();
        };
        match access::variable(context, name, *span) {
            Ok(value) => follow(value, rest),
            Err(diagnostic) => Outcome::new(Value::DYNAMIC, (*diagnostic).into()),
        }
    }

    /// Follows a relative traversal from `value`.
    pub fn apply(&self, value: Value) -> Outcome<Value> {
        follow(value, &self.0)
    }
}

fn follow(value: Value, steps: &[TraversalStep]) -> Outcome<Value> {
    let mut current = value;
    for step in steps {
        let next = match step {
            TraversalStep::Attribute { name, span } => access::attribute_of(&current, name, *span),
            TraversalStep::Index { key, span } => access::element_of(&current, key, *span),
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
    /// The traversal that is a variable alone, whose name stands at `span`.
    #[must_use]
    pub fn from_variable(name: impl Into<Name>, span: Span) -> Self {
        Self(vec![TraversalStep::Root {
            name: name.into(),
            span,
        }])
    }
}
