//! Choices between names, for derived enums.

use hcl2_diagnostics::{Diagnostic, Span, codes::decode as codes, nearest_name};
use hcl2_model::{Expression, Label, Name};
use hcl2_value::{Type, Value};

use super::{Decoder, Place, statics};
use crate::schema::{AttributeKind, listed};

/// Returns the position from 0 of a value among names; `None` after reporting that it is not one of them.
pub fn choose(names: &[&str], value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<usize> {
    let converted = value.convert(&Type::STRING).ok();
    let Some(text) = converted.as_ref().and_then(Value::as_str) else {
        let wanted = AttributeKind::OneOf(names.iter().map(|name| Name::from(*name)).collect());
        return decoder.unfit_for(&wanted, value, place);
    };
    position(names, text, place.span(), "\"", decoder)
}

/// Returns the position from 0 of a keyword among names, without evaluating it; `None` after reporting that it is not
/// one of them.
pub fn choose_keyword(
    names: &[&str],
    expression: &dyn Expression,
    decoder: &mut Decoder<'_>,
) -> Option<usize> {
    let keyword = statics::keyword_of(expression, names, decoder)?;
    position(names, &keyword, expression.span(), "", decoder)
}

/// Returns the position from 0 of a label among names; `None` after reporting that it is not one of them.
pub fn choose_label(names: &[&str], label: &Label, decoder: &mut Decoder<'_>) -> Option<usize> {
    position(names, &label.text, label.span, "\"", decoder)
}

/// Returns the position of a name among the allowed ones. In the source names are in quotes of this kind.
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
                    "Expected one of {expected}. Did you mean {shown}{near}{shown}?"
                ))
                .with_suggestion(span, format!("{quote}{near}{quote}"), format!("use `{near}`")),
            None => problem.with_detail(format!("Expected one of {expected}.")),
        }]);
    }
    found
}
