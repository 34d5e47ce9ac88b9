//! Values of what cannot be evaluated: unknown, though the evaluation goes on to find all problems.

use hcl2_diagnostics::{Diagnostic, Outcome, Span};
use hcl2_model::BodyContent;
use hcl2_terraform::BlockSchema;
use hcl2_value::{Type, Value};

/// Returns a value that is unknown if its evaluation has failed, with its marks.
pub(super) fn unless_failed(evaluated: Outcome<Value>) -> Outcome<Value> {
    match evaluated.has_errors() {
        true => evaluated.map(|value| unknown(&value, Type::DYNAMIC)),
        false => evaluated,
    }
}

/// Returns a configuration in which the attributes with problems are unknown. A problem in a block makes all blocks unknown, and
/// one in another file everything, since any attribute may be what reads it. `own` is a range in the file of the resource.
pub(super) fn without_failed<'d>(
    config: &Value,
    schema: &BlockSchema,
    content: &BodyContent,
    own: Span,
    problems: impl Iterator<Item = &'d Diagnostic>,
) -> Value {
    let ty = schema.value_type();
    let (bare, marks) = config.unmark();
    let Some(fields) = bare.fields() else {
        return unknown(config, ty.clone());
    };
    let places: Vec<Option<Span>> = problems
        .filter(|problem| problem.is_error())
        .map(|problem| problem.subject)
        .collect();
    let is_in = |place: &Option<Span>, range: Span| place.is_some_and(|place| range.encloses(place));
    let is_in_attribute = |place: &Option<Span>| {
        let mut attributes = content.attributes.iter();
        attributes.any(|attribute| is_in(place, attribute.expression.span()))
    };
    let is_in_block = |place: &Option<Span>| {
        place.is_some_and(|place| place.source == own.source) && !is_in_attribute(place)
    };
    let is_elsewhere = |place: &Option<Span>| place.is_none_or(|place| place.source != own.source);
    let fails_in_block = places.iter().any(is_in_block);
    let fails_elsewhere = places.iter().any(is_elsewhere);
    let fields = fields.iter().map(|(name, value)| {
        let has_failed = match content.attributes.get(name) {
            Some(attribute) => {
                let range = attribute.expression.span();
                fails_elsewhere || places.iter().any(|place| is_in(place, range))
            }
            None => (fails_in_block || fails_elsewhere) && schema.block().blocks.contains_key(name.as_str()),
        };
        let value = match (has_failed, ty.object_type().and_then(|fields| fields.get(name))) {
            (true, Some(ty)) => unknown(value, ty.clone()),
            (true, None) => unknown(value, Type::DYNAMIC),
            (false, _) => value.clone(),
        };
        (name.clone(), value)
    });
    Value::object(fields).with_marks(&marks)
}

/// Returns an unknown value with the marks of another one.
fn unknown(value: &Value, ty: Type) -> Value {
    Value::unknown(ty).with_marks(&value.unmark_deep().1)
}
