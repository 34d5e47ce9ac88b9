//! Variables of loops.

use hcl2_diagnostics::Span;

use crate::Name;

/// A variable that a `for` defines.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopVariable {
    /// The name.
    pub name: Name,
    /// The range of the name where it is defined.
    pub definition: Span,
    /// The ranges of the name where it is used.
    pub uses: Vec<Span>,
    /// The names that have another meaning where the variable is defined: with such a name, the variable would shadow
    /// that meaning or be shadowed. Each has the range of a reference that would change its meaning.
    pub others: Vec<(Name, Span)>,
}
