//! Objects that are decoded to structs.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::body as codes, nearest_name};
use hcl2_model::{Attribute, Attributes, BodyContent, ConstantExpression, ExpressionRef, Name};
use hcl2_value::Value;

use super::layout::Layout;
use super::misspelled::{explains, intended_names};
use super::{Decode, Decoder, Place, Site};
use crate::schema::{AttributeKind, Rest};

/// The source of an object.
#[derive(Debug)]
pub enum ObjectSource<'a> {
    /// An expression, which is evaluated unless it is an object constructor.
    Expression(&'a ExpressionRef),
    /// A value, with the place it comes from.
    Value(&'a Value, &'a Place<'a>),
}

/// Decodes an object attribute by attribute. In an object constructor each attribute keeps its expression and range.
///
/// `#[derive(Decode)]` implements [`DecodeAttribute`](super::DecodeAttribute) with it, for structs without blocks.
pub fn decode_object<T: Decode>(source: ObjectSource<'_>, decoder: &mut Decoder<'_>) -> Option<T> {
    let layout = decoder.layout::<T>();
    let (content, span) = object_content(source, &layout, decoder)?;
    T::decode_content(&Site::new(&content, &[], Some(span), None), decoder)
}

/// Returns the attributes of an object, and its range. Reports unknown and missing ones.
pub(super) fn object_content(
    source: ObjectSource<'_>,
    layout: &Layout,
    decoder: &mut Decoder<'_>,
) -> Option<(BodyContent, Span)> {
    let (attributes, span, missing_item_span) = match source {
        ObjectSource::Expression(expression) => match expression.static_map() {
            Some(items) => (
                written(items, decoder)?,
                expression.span(),
                expression.start_span(),
            ),
            None => {
                let value = decoder.evaluate(&**expression)?;
                let place = Place::whole(&**expression);
                (evaluated(&value, &place, decoder)?, place.span(), place.span())
            }
        },
        ObjectSource::Value(value, place) => (
            evaluated(value, place, decoder)?,
            place.span(),
            place.start_span(),
        ),
    };
    let (known, unknown): (Vec<Attribute>, Vec<Attribute>) = attributes
        .into_iter()
        .partition(|attribute| layout.schema.attribute_named(&attribute.name).is_some());
    // Names do not repeat: they are the keys of a map.
    let taken: Attributes = known.into_iter().collect();
    let mut problems = Diagnostics::new();
    if layout.rest == Rest::Nothing {
        let names = layout.schema.attributes.iter().map(|own| own.name.as_str());
        let missing: Vec<&str> = names.filter(|name| taken.get(name).is_none()).collect();
        problems.extend(unknown.iter().map(|attribute| unsupported(attribute, &missing)));
    }
    let explained = intended_names(&problems);
    decoder.append(problems);
    for wanted in layout.schema.attributes.iter().filter(|wanted| wanted.required) {
        if taken.get(&wanted.name).is_none() && !explains(&explained, &wanted.name) {
            decoder.error(
                codes::MISSING_ATTRIBUTE,
                "Missing required attribute",
                format!(
                    "The attribute `{0}` is required in this object. Add `{0} = …`.",
                    wanted.name
                ),
                missing_item_span,
            );
        }
    }
    let content = BodyContent {
        attributes: taken,
        blocks: Vec::new(),
        missing_item_span,
    };
    Some((content, span))
}

fn unsupported(attribute: &Attribute, candidates: &[&str]) -> Diagnostic {
    let (name, span) = (&attribute.name, attribute.name_span);
    let problem = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute").with_subject(span);
    match nearest_name(name, candidates.iter().copied()) {
        Some(near) => problem
            .with_detail(format!(
                "No attribute `{name}` is expected in this object. Did you mean `{near}`?"
            ))
            .with_suggestion(span, near, format!("use `{near}`")),
        None => problem.with_detail(format!("No attribute `{name}` is expected in this object.")),
    }
}

/// Returns the attributes of an object constructor. Of several attributes with the same name the last
/// one is used, as in the value.
fn written(items: Vec<(ExpressionRef, ExpressionRef)>, decoder: &mut Decoder<'_>) -> Option<Vec<Attribute>> {
    let mut attributes: Vec<Attribute> = Vec::new();
    for (key, expression) in items {
        let name = Name::from(decoder.key_text(&*key)?);
        attributes.retain(|have| have.name != name);
        attributes.push(Attribute {
            name,
            span: key.span().to(expression.span()),
            name_span: key.span(),
            expression,
        });
    }
    Some(attributes)
}

/// Returns the attributes of an object value.
fn evaluated(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Vec<Attribute>> {
    let Some(fields) = value.fields() else {
        return decoder.unfit_for(&AttributeKind::Object(Name::default()), value, place);
    };
    let attributes = fields.iter().map(|(key, value)| {
        let span = place.key(key).span();
        Attribute {
            name: Name::from(key.as_str()),
            expression: Arc::new(ConstantExpression {
                value: value.clone(),
                span,
            }),
            span,
            name_span: span,
        }
    });
    Some(attributes.collect())
}
