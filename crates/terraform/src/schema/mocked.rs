//! Values that tests give attributes in place of their provider.

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Outcome, codes::body::UNSUPPORTED_ATTRIBUTE, codes::terraform::INVALID_VALUE,
};
use hcl2_model::ExpressionRef;
use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, Nesting};

use super::ignored::{ignored_in, unknown};
use super::parts::{names_in, nested};
use crate::module::name_of;

/// Warns of values for attributes of objects of a type that are ignored, because there are no such attributes or their
/// provider never sets them, and of values that do not fit.
pub(crate) fn check_mocked(block: &Block, ty: &str, values: &ExpressionRef, problems: &mut Diagnostics) {
    for (key, value) in values.static_map().unwrap_or_default() {
        let Some(name) = name_of(&key) else { continue };
        if let Some(nested) = block.blocks.get(&name) {
            if is_object(&value) == Some(false) {
                problems.push(unfit(&name, "an object is required", &value));
            }
            check_mocked(&nested.block, &name, &value, problems);
            continue;
        }
        match block.attributes.get(&name) {
            Some(attribute) if attribute.presence.is_computed() => {
                check_attribute(attribute, &name, &value, problems);
            }
            Some(_) => problems.push(
                Diagnostic::warning(UNSUPPORTED_ATTRIBUTE, "Ignored value")
                    .with_detail(format!(
                        "Only configurations set `{name}`, so the value is ignored. Remove it."
                    ))
                    .with_subject(key.span()),
            ),
            None => problems.push(unknown(ty, &name, names_in(block), &key)),
        }
    }
}

fn check_attribute(attribute: &Attribute, name: &str, value: &ExpressionRef, problems: &mut Diagnostics) {
    let Some(attributes) = nested(attribute) else {
        let ty = attribute.constraint();
        ignored_in(&ty, name, value, problems);
        let constant = constant(value);
        let problem = constant.and_then(|constant| fits(&ty, &constant).err());
        problems.extend(problem.map(|problem| unfit(name, &problem, value)));
        return;
    };
    if is_object(value) == Some(false) {
        problems.push(unfit(name, "an object is required", value));
    }
    for (key, value) in value.static_map().unwrap_or_default() {
        let Some(own) = name_of(&key) else { continue };
        match attributes.get(&own) {
            // The values of objects in collections are not looked at.
            Some(inner) if is_one(attribute) => check_attribute(inner, &own, &value, problems),
            Some(_) => {}
            None => problems.push(unknown(name, &own, attributes.keys().map(String::as_str), &key)),
        }
    }
}

/// Returns whether the value of an attribute is one object, not a collection of objects.
fn is_one(attribute: &Attribute) -> bool {
    let content = &attribute.content;
    matches!(
        content,
        AttributeContent::Nested {
            nesting: Nesting::Single | Nesting::Group,
            ..
        }
    )
}

/// Returns why a value does not fit a type. Objects may lack attributes, which are generated.
fn fits(ty: &Type, given: &Value) -> Result<(), String> {
    let is_keyed = given.ty().is_object() || given.ty().is_map();
    if let Some(fields) = ty.object_type() {
        if !is_keyed || given.is_null() {
            return Err("an object is required".to_owned());
        }
        let mut parts = fields
            .iter()
            .filter_map(|(name, ty)| Some((ty, given.get(name)?)));
        return parts.try_for_each(|(ty, part)| fits(ty, part));
    }
    let Some(element) = ty.element_type().filter(|element| element.is_object()) else {
        return given.convert(ty).map(drop).map_err(|error| error.to_string());
    };
    match given.iter_elements().filter(|_| is_keyed == ty.is_map()) {
        Some(mut elements) => elements.try_for_each(|(_, item)| fits(element, &item)),
        None => Err(format!("{} is required", ty.friendly_name())),
    }
}

/// Returns a constant; other expressions have their own problems.
fn constant(expression: &ExpressionRef) -> Option<Value> {
    let Outcome { value, diagnostics } = expression.evaluate(None);
    (!diagnostics.has_errors()).then_some(value)
}

/// Returns whether an expression is an object, if that is known.
fn is_object(expression: &ExpressionRef) -> Option<bool> {
    match expression.static_map() {
        Some(_) => Some(true),
        None => constant(expression).map(|value| value.ty().is_object() && !value.is_null()),
    }
}

fn unfit(name: &str, problem: &str, value: &ExpressionRef) -> Diagnostic {
    Diagnostic::warning(INVALID_VALUE, "Invalid mocked value")
        .with_detail(format!(
            "The value does not fit the attribute `{name}`: {problem}."
        ))
        .with_subject(value.span())
}
