//! Validation of data sources that read the state of other configurations.

mod values;

use hcl2_diagnostics::{
    Diagnostic, Span, codes::body as body_codes, codes::terraform as codes, nearest_name,
};
use hcl2_value::{Type, Value};

use crate::module::Declaration;
use crate::problems::{did_you_mean, lacking};
use crate::table::{
    BACKENDS, Backend, HAVE_REMOVED_BACKENDS, Nested, REMOTE_STATE, REMOVED_BACKENDS, Version,
};

/// Returns the problems of a data source with the value of its arguments. Those of sensitive values do not quote them.
pub(super) fn problems(declaration: &Declaration, value: &Value, version: Version) -> Vec<Diagnostic> {
    let mut problems = all_problems(declaration, value, version);
    if value.contains_marked() {
        problems.iter_mut().for_each(Diagnostic::conceal);
    }
    problems
}

fn all_problems(declaration: &Declaration, value: &Value, version: Version) -> Vec<Diagnostic> {
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
        problems.push(wrong_type("an object", &defaults).with_subject(span));
    }
    let Some((span, named)) = argument(backend) else {
        return problems;
    };
    let Some(name) = named.as_str() else {
        return problems;
    };
    let backend = BACKENDS.iter().find(|backend| backend.name == name);
    let is_removed = REMOVED_BACKENDS.contains(&name);
    let versions = backend
        .map(|backend| backend.versions)
        .or(is_removed.then_some(HAVE_REMOVED_BACKENDS));
    let missing = match versions {
        Some(versions) => lacking(&format!("The backend `{name}`"), versions, version).map(|detail| {
            Diagnostic::error(codes::UNSUPPORTED_VERSION, "Unsupported backend")
                .with_detail(format!("{detail} The module is checked as {version}."))
        }),
        None => Some(unknown_backend(name, span)),
    };
    if let Some(missing) = missing {
        problems.push(missing.with_subject(span));
        return problems;
    }
    let Some(backend) = backend else { return problems };
    match argument(config) {
        Some((span, config)) if !config.is_null() => {
            let what = format!("the backend `{}`", backend.name);
            problems.extend(
                of_config(backend, &what, &config, version).map(|wrong| match wrong {
                    Wrong::Form(problem) => problem.with_subject(span),
                    Wrong::Value(problem) => problem.with_subject(declaration.span),
                }),
            );
        }
        _ => {}
    }
    problems
}

fn is_object(value: &Value) -> bool {
    value.ty().is_object() || value.ty().is_map()
}

fn wrong_type(wanted: &str, value: &Value) -> Diagnostic {
    Diagnostic::error(codes::INVALID_VALUE, "Invalid value").with_detail(format!(
        "Expected {wanted}, found {}.",
        value.ty().friendly_name()
    ))
}

fn unknown_backend(name: &str, span: Span) -> Diagnostic {
    let detail = format!("There is no backend `{name}`.");
    let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, "Unknown backend").with_subject(span);
    match nearest_name(name, BACKENDS.iter().map(|backend| backend.name)) {
        Some(near) => did_you_mean(diagnostic, &detail, span, near, format!("\"{near}\"")),
        None => diagnostic.with_detail(detail),
    }
}

/// How a value is wrong as the configuration of a backend.
enum Wrong {
    /// Its arguments and their types, which Terraform shows at the whole configuration.
    Form(Diagnostic),
    /// The values, which Terraform shows at the data source.
    Value(Diagnostic),
}

/// Returns the first problem of the configuration of a backend; `what` names it.
fn of_config(backend: &Backend, what: &str, config: &Value, version: Version) -> Option<Wrong> {
    form(backend, what, config, version, true)
        .map(Wrong::Form)
        .or_else(|| values::problem(backend, what, config).map(Wrong::Value))
}

/// Checks the arguments of a configuration and their types; `is_strict` is whether it may have no others.
fn form(
    backend: &Backend,
    what: &str,
    config: &Value,
    version: Version,
    is_strict: bool,
) -> Option<Diagnostic> {
    let Some(fields) = config.fields() else {
        return Some(wrong_type(&format!("an object for {what}"), config));
    };
    let required_in = backend
        .required_in
        .iter()
        .filter(|(_, versions)| versions.has(version))
        .map(|(name, _)| name);
    for name in backend.required.iter().chain(required_in) {
        if fields.iter().all(|(own, value)| own != *name || value.is_null()) {
            return Some(
                Diagnostic::error(body_codes::MISSING_ATTRIBUTE, "Missing attribute")
                    .with_detail(format!("{} needs the argument `{name}`.", capital(what))),
            );
        }
    }
    let types = [
        (backend.required, Type::STRING),
        (backend.strings, Type::STRING),
        (backend.booleans, Type::BOOL),
        (backend.numbers, Type::NUMBER),
    ];
    fields.iter().find_map(|(name, value)| {
        let ty = types.iter().find(|(names, _)| names.contains(&name.as_str()));
        let nested = backend.others.iter().find(|(own, _)| own == name);
        let versions = backend.versions_of(name);
        if (ty.is_some() || nested.is_some()) && versions.has(version) {
            return match (ty, nested) {
                (Some((_, ty)), _) => of_type(name, value, ty),
                (None, Some((_, nested))) => of_nested(nested, name, value, version),
                (None, None) => None,
            };
        }
        let detail = if !is_strict {
            return None;
        } else if ty.is_some() || nested.is_some() {
            let lacking = lacking(&format!("The argument `{name}`"), versions, version)?;
            format!("{lacking} The module is checked as {version}.")
        } else {
            let all = types.iter().flat_map(|(names, _)| names.iter().copied());
            let all = all.chain(backend.others.iter().map(|(name, _)| *name));
            let near = nearest_name(name, all.filter(|own| backend.versions_of(own).has(version)));
            let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
            format!("{} has no argument `{name}`.{near}", capital(what))
        };
        Some(
            Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute").with_detail(detail),
        )
    })
}

fn of_type(name: &str, value: &Value, ty: &Type) -> Option<Diagnostic> {
    let is_wrong = value.convert(ty).is_err();
    is_wrong.then(|| wrong_type(&format!("{} for `{name}`", ty.friendly_name()), value))
}

fn of_nested(nested: &Nested, name: &str, value: &Value, version: Version) -> Option<Diagnostic> {
    if value.is_null() {
        return None;
    }
    let what = format!("the argument `{name}`");
    match nested {
        Nested::Any => None,
        Nested::List => of_type(name, value, &Type::list(Type::STRING)),
        Nested::Set => of_type(name, value, &Type::set(Type::STRING)),
        Nested::Map => of_type(name, value, &Type::map(Type::STRING)),
        Nested::Object(inner) => form(inner, &what, value, version, false),
        Nested::Block(inner) => form(inner, &what, value, version, true),
        Nested::Listed(_) if value.iter_elements().is_some_and(|all| all.count() > 1) => Some(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
                .with_detail(format!("Expected at most one element in `{name}`.")),
        ),
        Nested::Listed(inner) => match value.iter_elements() {
            Some(mut all) => all.find_map(|(_, one)| form(inner, &what, &one, version, true)),
            None => Some(wrong_type(&format!("a list of objects for `{name}`"), value)),
        },
    }
}

/// Returns a phrase at the start of a sentence.
fn capital(phrase: &str) -> String {
    let mut rest = phrase.chars();
    let first = rest.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(rest).collect()
}
