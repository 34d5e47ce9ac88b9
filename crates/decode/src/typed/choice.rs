//! Choosing one of some names, which derived enums do.

use hcl2_diagnostics::{Diagnostic, Span, codes::decode as codes, nearest_name};
use hcl2_model::{Expression, Label, Name};
use hcl2_value::{Type, Value};

use super::{Decoder, Place, statics};
use crate::schema::{AttributeKind, listed};

/// The position from 0 of the name that a value is; `None` where it is none of them, which is reported.
pub fn choose(names: &[&str], value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<usize> {
    let converted = value.convert(&Type::STRING).ok();
    let Some(text) = converted.as_ref().and_then(Value::as_str) else {
        let wanted = AttributeKind::OneOf(names.iter().map(|name| Name::from(*name)).collect());
        return decoder.unfit_for(&wanted, value, place);
    };
    position(names, text, place.span(), "\"", decoder)
}

/// The position from 0 of the name that an expression is, without evaluating it; `None` where it is none of them, which
/// is reported.
pub fn choose_keyword(
    names: &[&str],
    expression: &dyn Expression,
    decoder: &mut Decoder<'_>,
) -> Option<usize> {
    let keyword = statics::keyword_of(expression, names, decoder)?;
    position(names, &keyword, expression.span(), "", decoder)
}

/// The position from 0 of the name that a label is; `None` where it is none of them, which is reported.
pub fn choose_label(names: &[&str], label: &Label, decoder: &mut Decoder<'_>) -> Option<usize> {
    position(names, &label.text, label.span, "\"", decoder)
}

/// The position of a name among those that may be given, which the source writes with quotes of this kind.
fn position(
    names: &[&str],
    given: &str,
    span: Span,
    quote: &str,
    decoder: &mut Decoder<'_>,
) -> Option<usize> {
    let found = names.iter().position(|name| *name == given);
    if found.is_none() {
        let shown = if quote.is_empty() { "`" } else { quote };
        let expected = listed(names, shown);
        let problem = Diagnostic::error(codes::UNKNOWN_VARIANT, "Unknown choice").with_subject(span);
        decoder.report([match nearest_name(given, names.iter().copied()) {
            Some(near) => problem
                .with_detail(format!(
                    "One of {expected} is wanted here. Did you mean {shown}{near}{shown}?"
                ))
                .with_suggestion(
                    span,
                    format!("{quote}{near}{quote}"),
                    format!("change it to `{near}`"),
                ),
            None => problem.with_detail(format!("One of {expected} is wanted here.")),
        }]);
    }
    found
}
