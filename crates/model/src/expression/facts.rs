//! Facts: what is known about the variables involved in a problem.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Fact, Span, codes::expr as codes};
use hcl2_value::{Type, Value, ValueKind};

use super::{EvalContext, Traversal, TraversalStep, access};
use crate::Quoted;

/// Maximum number of diagnostics of one evaluation that get facts.
const MAX_DIAGNOSTICS: usize = 16;
/// Maximum number of facts of a diagnostic.
const MAX_FACTS: usize = 8;
/// Maximum number of steps from a variable to a named part.
const MAX_STEPS: usize = 20;
/// Maximum length of a string or a number that is shown, in characters.
const MAX_STRING: usize = 60;

/// Adds facts to the diagnostics of an evaluation: what is known about the variables of the evaluated expression that
/// each diagnostic involves.
///
/// A variable is named with the attributes and elements that lead to its longest existing part. Unknown and marked
/// values get no facts, and a scope of [`EvalContext::child_without_facts`] gets none at all.
///
/// # Examples
///
/// ```
/// use hcl2_model::{EvalContext, Expression, state_facts};
///
/// /// Evaluates an expression and returns the lines about its first problem, such as "`port` is \"http\"".
/// fn explain(expression: &dyn Expression, context: &EvalContext<'_>) -> Vec<String> {
///     let problems = expression.evaluate(Some(context)).diagnostics;
///     let problems = state_facts(context, problems, || expression.variables());
///     let first = problems.iter().next();
///     first.map_or(Vec::new(), |problem| problem.facts.iter().map(ToString::to_string).collect())
/// }
/// ```
#[cold]
#[must_use]
pub fn state_facts(
    context: &EvalContext<'_>,
    diagnostics: Diagnostics,
    variables: impl FnOnce() -> Vec<Traversal>,
) -> Diagnostics {
    if context.omits_facts() {
        return diagnostics;
    }
    let variables = variables();
    let mut left = MAX_DIAGNOSTICS;
    diagnostics.map(|mut diagnostic| {
        if left > 0 && diagnostic.facts.is_empty() {
            left -= 1;
            diagnostic.facts = facts(&diagnostic, &variables, context);
        }
        diagnostic
    })
}

/// Returns the facts about the variables in the subject of a diagnostic. If an operation or a call fails as a whole,
/// the reason is in its context.
fn facts(diagnostic: &Diagnostic, variables: &[Traversal], context: &EvalContext<'_>) -> Vec<Fact> {
    let is_whole = [codes::CALL_FAILED, codes::OPERATION_FAILED].contains(&diagnostic.code);
    let whole = diagnostic.context.filter(|_| is_whole);
    let Some(place) = whole.or(diagnostic.subject) else {
        return Vec::new();
    };
    let mut facts: Vec<Fact> = Vec::new();
    for variable in variables.iter().filter(|variable| meets(variable, place)) {
        if let Some(fact) = fact(variable, context)
            && facts.len() < MAX_FACTS
            && !facts.contains(&fact)
        {
            facts.push(fact);
        }
    }
    facts
}

/// Returns whether a variable is inside a place, or a place is a part of it.
fn meets(variable: &Traversal, place: Span) -> bool {
    variable
        .span()
        .is_some_and(|span| place.encloses(span) || span.encloses(place))
}

/// Returns the fact about a variable, or about the last existing part of the written reference.
fn fact(variable: &Traversal, context: &EvalContext<'_>) -> Option<Fact> {
    let (TraversalStep::Root { name, span }, steps) = variable.steps().split_first()? else {
        return None;
    };
    let mut part = access::variable(Some(context), name, *span).ok()?;
    let mut reached = 0;
    for step in steps {
        let next = match step {
            TraversalStep::Attribute { name, span } => access::attribute_of(&part, name, *span),
            TraversalStep::Index { key, span } => access::element_of(&part, key, *span, Some(context)),
            TraversalStep::Root { .. } | TraversalStep::Splat { .. } => break,
        };
        match next {
            Ok(next) => part = next,
            // An object that only lacks the next name needs no fact: the problem has named it.
            Err(_) if part.ty().is_object() => return None,
            Err(_) => break,
        }
        reached += 1;
    }
    let statement = statement(&part)?;
    (reached < MAX_STEPS).then(|| Fact {
        traversal: Traversal::new(variable.steps()[..=reached].to_vec()).to_string(),
        statement,
    })
}

/// Describes a value, as the rest of a sentence.
fn statement(value: &Value) -> Option<String> {
    if value.contains_marked() {
        return None;
    }
    let ty = value.ty();
    Some(match value.kind() {
        ValueKind::Null => "is null".to_owned(),
        ValueKind::Bool(value) => format!("is {value}"),
        ValueKind::Number(number) => format!("is {}", shortened(&number.to_string())),
        ValueKind::String(text) => format!("is {}", Quoted(&shortened(text))),
        ValueKind::List(parts) | ValueKind::Set(parts) | ValueKind::Tuple(parts) => of_parts(ty, parts.len()),
        ValueKind::Map(parts) | ValueKind::Object(parts) => of_parts(ty, parts.len()),
        _ => return None,
    })
}

fn of_parts(ty: &Type, count: usize) -> String {
    let name = ty.friendly_name();
    let part = if ty.is_object() { "attribute" } else { "element" };
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    match count {
        0 => format!("is {article} {name} without {part}s"),
        1 => format!("is {article} {name} with 1 {part}"),
        _ => format!("is {article} {name} with {count} {part}s"),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_STRING) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
