//! Rules that differ between releases of the reference.

/// The rules that differ between releases of the reference, to evaluate expressions as one release does. By default,
/// none applies: evaluation follows the specification and the newest release.
///
/// # Examples
///
/// ```
/// use hcl2_model::{EvalContext, Rules};
///
/// let mut context = EvalContext::new();
/// let mut rules = Rules::default();
/// rules.both_operands_count = true;
/// context.set_rules(rules);
/// assert!(context.child().rules().both_operands_count);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rules {
    /// Whether both operands of `&&` and `||` are always evaluated: an error in one is reported, and the result is
    /// unknown if one is unknown, even if the other decides it. An unknown result has no marks.
    pub both_operands_count: bool,
    /// Whether an element of an unknown object is unknown, even if the object has no such attribute.
    pub unknown_objects_have_any: bool,
    /// Whether unknown operands of `!` and negation lose their marks, as do unknown arguments for parameters that allow
    /// marks if they prevent the call of the function.
    pub unknown_values_lose_marks: bool,
    /// Whether the result of a conditional has the marks of the chosen result only, not those of the condition and of the other
    /// result.
    pub only_the_chosen_result_has_marks: bool,
    /// Whether a comparison with null gets no marks of the parts of the other operand, only those of the operand itself.
    pub null_compares_with_the_whole: bool,
}
