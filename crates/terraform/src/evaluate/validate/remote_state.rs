//! Validation of data sources that read the state of other configurations.

use hcl2_diagnostics::{
    Diagnostic, Span, codes::body as body_codes, codes::terraform as codes, nearest_name,
};
use hcl2_value::{Type, Value};

use crate::module::Declaration;
use crate::problems::did_you_mean;
use crate::table::{BACKENDS, Backend, REMOTE_STATE};

/// Returns the problems of a data source with the value of its arguments.
pub(super) fn problems(declaration: &Declaration, value: &Value) -> Vec<Diagnostic> {
    let (ty, backend, config, defaults) = REMOTE_STATE;
    if declaration.first_label().is_none_or(|label| *label != *ty) {
        return Vec::new();
    }
    let argument = |name: &str| {
        let own = declaration
            .provided
            .iter()
            .find(|argument| argument.name == *name)?;
        let value = value.get(name)?.unmark_deep().0;
        value.is_wholly_known().then_some((own.expression.span(), value))
    };
    let mut problems = Vec::new();
    if let Some((span, defaults)) = argument(defaults)
        && !defaults.is_null()
        && !is_object(&defaults)
    {
        problems.push(wrong_type("an object", &defaults, span));
    }
    let Some((span, named)) = argument(backend) else {
        return problems;
    };
    let Some(name) = named.as_str() else {
        return problems;
    };
    let Some(backend) = BACKENDS.iter().find(|backend| backend.name == name) else {
        problems.push(unknown_backend(name, span));
        return problems;
    };
    match argument(config) {
        Some((span, config)) if !config.is_null() => problems.extend(of_config(backend, &config, span)),
        _ => {}
    }
    problems
}

fn is_object(value: &Value) -> bool {
    value.ty().is_object() || value.ty().is_map()
}

fn wrong_type(wanted: &str, value: &Value, span: Span) -> Diagnostic {
    Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
        .with_detail(format!(
            "Expected {wanted}, found {}.",
            value.ty().friendly_name()
        ))
        .with_subject(span)
}

fn unknown_backend(name: &str, span: Span) -> Diagnostic {
    let detail = format!("There is no backend `{name}`.");
    let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, "Unknown backend").with_subject(span);
    match nearest_name(name, BACKENDS.iter().map(|backend| backend.name)) {
        Some(near) => did_you_mean(diagnostic, &detail, span, near, format!("\"{near}\"")),
        None => diagnostic.with_detail(detail),
    }
}

/// Checks the configuration of a backend; only the first problem is reported.
fn of_config(backend: &Backend, config: &Value, span: Span) -> Option<Diagnostic> {
    if !is_object(config) {
        return Some(wrong_type("an object", config, span));
    }
    let fields = config.fields()?;
    for name in backend.required {
        if fields.iter().all(|(own, value)| own != *name || value.is_null()) {
            return Some(
                Diagnostic::error(body_codes::MISSING_ATTRIBUTE, "Missing attribute")
                    .with_detail(format!(
                        "The backend `{}` needs the argument `{name}`.",
                        backend.name
                    ))
                    .with_subject(span),
            );
        }
    }
    let types = [
        (backend.required, Type::STRING),
        (backend.strings, Type::STRING),
        (backend.booleans, Type::BOOL),
        (backend.numbers, Type::NUMBER),
        (backend.others, Type::DYNAMIC),
    ];
    fields.iter().find_map(|(name, value)| {
        let ty = types
            .iter()
            .find(|(names, _)| names.contains(&name.as_str()))
            .map(|(_, ty)| ty);
        let Some(ty) = ty else {
            let all = types.iter().flat_map(|(names, _)| names.iter().copied());
            let near =
                nearest_name(name, all).map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
            return Some(
                Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute")
                    .with_detail(format!(
                        "The backend `{}` has no argument `{name}`.{near}",
                        backend.name
                    ))
                    .with_subject(span),
            );
        };
        value.convert(ty).is_err().then(|| {
            let wanted = format!("{} for `{name}`", ty.friendly_name());
            wrong_type(&wanted, value, span)
        })
    })
}
