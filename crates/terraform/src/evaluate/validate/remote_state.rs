//! Validation of data sources that read the state of other configurations.

use hcl2_diagnostics::{
    Diagnostic, Span, codes::body as body_codes, codes::terraform as codes, nearest_name,
};
use hcl2_value::{Type, Value};

use crate::module::Declaration;
use crate::problems::did_you_mean;
use crate::table::{BACKENDS, Backend, Language, Nested, REMOTE_STATE, Rule};

/// Returns the problems of a data source with the value of its arguments.
pub(super) fn problems(declaration: &Declaration, value: &Value, language: Language) -> Vec<Diagnostic> {
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
    let Some(backend) = BACKENDS.iter().find(|backend| backend.name == name) else {
        problems.push(unknown_backend(name, span));
        return problems;
    };
    match argument(config) {
        Some((span, config)) if !config.is_null() => {
            let what = format!("the backend `{}`", backend.name);
            problems.extend(
                of_config(backend, &what, &config, language).map(|wrong| match wrong {
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
fn of_config(backend: &Backend, what: &str, config: &Value, language: Language) -> Option<Wrong> {
    form(backend, what, config, language, true)
        .map(Wrong::Form)
        .or_else(|| of_values(backend, what, config).map(Wrong::Value))
}

/// Checks the arguments of a configuration and their types; `is_strict` is whether it may have no others.
fn form(
    backend: &Backend,
    what: &str,
    config: &Value,
    language: Language,
    is_strict: bool,
) -> Option<Diagnostic> {
    let Some(fields) = config.fields() else {
        return Some(wrong_type(&format!("an object for {what}"), config));
    };
    for name in backend.required {
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
        if let Some((_, ty)) = types.iter().find(|(names, _)| names.contains(&name.as_str())) {
            return of_type(name, value, ty);
        }
        let nested = backend.others.iter().find(|(own, _)| own == name);
        let is_known =
            |nested: &Nested| !matches!(nested, Nested::MapOfOpenTofu) || language == Language::OpenTofu;
        match nested.filter(|(_, nested)| is_known(nested)) {
            Some((_, nested)) => of_nested(nested, name, value, language),
            None if is_strict => {
                let all = types.iter().flat_map(|(names, _)| names.iter().copied());
                let all = all.chain(backend.others.iter().map(|(name, _)| *name));
                let near = nearest_name(name, all)
                    .filter(|near| *near != name.as_str())
                    .map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
                Some(
                    Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute")
                        .with_detail(format!("{} has no argument `{name}`.{near}", capital(what))),
                )
            }
            None => None,
        }
    })
}

fn of_type(name: &str, value: &Value, ty: &Type) -> Option<Diagnostic> {
    let is_wrong = value.convert(ty).is_err();
    is_wrong.then(|| wrong_type(&format!("{} for `{name}`", ty.friendly_name()), value))
}

fn of_nested(nested: &Nested, name: &str, value: &Value, language: Language) -> Option<Diagnostic> {
    if value.is_null() {
        return None;
    }
    let what = format!("the argument `{name}`");
    match nested {
        Nested::Any => None,
        Nested::List => of_type(name, value, &Type::list(Type::STRING)),
        Nested::Set => of_type(name, value, &Type::set(Type::STRING)),
        Nested::Map | Nested::MapOfOpenTofu => of_type(name, value, &Type::map(Type::STRING)),
        Nested::Object(inner) => form(inner, &what, value, language, false),
        Nested::Block(inner) => form(inner, &what, value, language, true),
        Nested::Blocks(inner) => match value.iter_elements() {
            Some(mut all) => all.find_map(|(_, one)| form(inner, &what, &one, language, true)),
            None => Some(wrong_type(&format!("a list of objects for `{name}`"), value)),
        },
    }
}

/// Checks the values of a configuration whose form is right.
fn of_values(backend: &Backend, what: &str, config: &Value) -> Option<Diagnostic> {
    let value = |name: &str| config.get(name).filter(|value| !value.is_null());
    let invalid =
        |detail: String| Diagnostic::error(codes::INVALID_VALUE, "Invalid value").with_detail(detail);
    let of_rule = |(name, rule): &(&str, Rule)| {
        let text = value(name)?.as_str()?;
        let wanted = match rule {
            Rule::NotEmpty | Rule::NoSlashes if text.trim().is_empty() => "more than spaces",
            Rule::NoSlashes if text.starts_with('/') || text.ends_with('/') => "no slash at either end",
            Rule::ResourceName if !text.starts_with("arn:") || text.split(':').count() < 6 => {
                "a name of a resource such as `arn:aws:iam::123456789012:role/name`"
            }
            _ => return None,
        };
        Some(invalid(format!(
            "Expected {wanted} for `{name}`, found {text:?}."
        )))
    };
    if let Some(problem) = backend.rules.iter().find_map(of_rule) {
        return Some(problem);
    }
    if let Some((names, is_needed)) = backend.exclusive {
        let set = names.iter().filter(|name| value(name).is_some()).count();
        if set > 1 || is_needed && set == 0 {
            let wanted = if is_needed { "needs one" } else { "has at most one" };
            return Some(
                Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Arguments that exclude each other")
                    .with_detail(format!(
                        "{} {wanted} of the arguments `{}`, found {set}.",
                        capital(what),
                        names.join("`, `")
                    )),
            );
        }
    }
    let none = Value::object::<&str>([]);
    backend.others.iter().find_map(|(name, nested)| {
        let what = format!("the argument `{name}`");
        match (nested, value(name)) {
            (Nested::Block(inner), None) => of_values(inner, &what, &none),
            (Nested::Block(inner) | Nested::Object(inner), Some(value)) => of_values(inner, &what, value),
            _ => None,
        }
    })
}

/// Returns a phrase at the start of a sentence.
fn capital(phrase: &str) -> String {
    let mut rest = phrase.chars();
    let first = rest.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(rest).collect()
}
