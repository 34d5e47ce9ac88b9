//! Access to variables, attributes and elements, with a diagnostic if it fails.

use hcl2_diagnostics::{Code, Diagnostic, Span, codes::expr as codes, nearest_name};
use hcl2_value::{Type, TypeKind, Value, ValueKind};

use crate::EvalContext;

/// Returns the value of a variable.
pub(crate) fn variable(
    context: Option<&EvalContext<'_>>,
    name: &str,
    span: Span,
) -> Result<Value, Box<Diagnostic>> {
    if let Some(context) = context
        && let Some(found) = context.resolve_variable(name, span)?
    {
        return Ok(found);
    }
    let known = context.filter(|context| context.has_variables());
    let Some(context) = known else {
        let detail = format!("Variables cannot be used here. Replace `{name}` by a literal value.");
        return Err(fail(
            codes::VARIABLES_NOT_ALLOWED,
            "Variables not allowed",
            detail,
            span,
        ));
    };
    let diagnostic = Diagnostic::error(codes::UNKNOWN_VARIABLE, "Unknown variable").with_subject(span);
    Err(Box::new(
        match nearest_name(name, context.variable_names().map(|name| name.as_str())) {
            Some(near) => diagnostic
                .with_detail(format!("No variable is named `{name}`. Did you mean `{near}`?"))
                .with_suggestion(span, near, format!("use `{near}`")),
            None => diagnostic.with_detail(format!("No variable is named `{name}`.")),
        },
    ))
}

fn fail(
    code: Code,
    summary: &'static str,
    detail: impl Into<std::borrow::Cow<'static, str>>,
    span: Span,
) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(code, summary)
            .with_detail(detail)
            .with_subject(span),
    )
}

/// Returns the attribute `name` of an object, or the element of a map with this key; `span` is that of the access.
///
/// # Errors
///
/// A diagnostic with the code `hcl2::expr::null-access`, `hcl2::expr::unknown-attribute` or
/// `hcl2::expr::no-attributes`.
pub fn attribute_of(value: &Value, name: &str, span: Span) -> Result<Value, Box<Diagnostic>> {
    if value.is_null() {
        let detail = format!("The value is null, so it has no attribute `{name}`.");
        return Err(fail(
            codes::NULL_ACCESS,
            "Attribute of a null value",
            detail,
            span,
        ));
    }
    let ty = value.ty();
    match ty.kind() {
        TypeKind::Dynamic => Ok(Value::DYNAMIC.with_marks(&value.marks())),
        TypeKind::Object(_) => value.attribute(name).map_err(|_| {
            let detail = format!("The object has no attribute `{name}`.");
            unknown_member("Unknown attribute", detail, near_member(value, name), span)
        }),
        TypeKind::Map(_) => value.index(&Value::from(name)).map_err(|_| {
            let detail = format!("The map has no element with the key {name:?}.");
            unknown_member("Unknown map element", detail, near_member(value, name), span)
        }),
        TypeKind::List(element) | TypeKind::Set(element) if element.is_object() => {
            let kind = if ty.is_list() { "list" } else { "set" };
            let detail = format!(
                "The value is a {kind} of objects; only its elements have attributes. Use the splat `[*].{name}` to get the \
                 attribute of every element."
            );
            Err(fail(codes::NO_ATTRIBUTES, "No attributes", detail, span))
        }
        _ => {
            let detail = format!("A value of type {} has no attributes.", ty.friendly_name());
            Err(fail(codes::NO_ATTRIBUTES, "No attributes", detail, span))
        }
    }
}

/// Reports that a value has no member with the name after a dot; `near` is the member that was probably meant.
fn unknown_member(
    summary: &'static str,
    detail: String,
    near: Option<String>,
    span: Span,
) -> Box<Diagnostic> {
    let problem = Diagnostic::error(codes::UNKNOWN_ATTRIBUTE, summary).with_subject(span);
    let Some(near) = near else {
        return Box::new(problem.with_detail(detail));
    };
    let problem = problem.with_detail(format!("{detail} Did you mean `{near}`?"));
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-');
    // A key may be anything.
    let is_name =
        near.chars().all(is_part) && near.starts_with(|char: char| char.is_alphabetic() || char == '_');
    Box::new(match is_name {
        true => problem.with_suggestion(span, format!(".{near}"), format!("use `{near}`")),
        false => problem,
    })
}

/// Returns a "Did you mean" question for a key, or nothing if the key is marked.
fn near_key(value: &Value, key: &Value, name: &str) -> String {
    if key.is_marked() {
        return String::new();
    }
    near_member(value, name).map_or(String::new(), |near| format!(" Did you mean `{near}`?"))
}

/// Returns the member of an object or a map that was probably meant by a name.
fn near_member(value: &Value, name: &str) -> Option<String> {
    match (value.kind(), value.ty().kind()) {
        // The names of a marked value may be secrets.
        (ValueKind::Marked(..), _) => None,
        (ValueKind::Map(elements), _) => {
            nearest_name(name, elements.iter().map(|(key, _)| key.as_str())).map(str::to_owned)
        }
        (_, TypeKind::Object(object)) => {
            nearest_name(name, object.names().iter().map(|name| name.as_str())).map(str::to_owned)
        }
        _ => None,
    }
}

/// Returns the element of a list, tuple, map or object with an index or key, which is converted to the required type;
/// `span` is that of the access, and `context` has the rules.
///
/// # Errors
///
/// A diagnostic with the code `hcl2::expr::null-access` or `hcl2::expr::invalid-index`.
pub fn element_of(
    value: &Value,
    key: &Value,
    span: Span,
    context: Option<&EvalContext<'_>>,
) -> Result<Value, Box<Diagnostic>> {
    if value.is_null() {
        let detail = "The value is null, so it has no elements.";
        return Err(fail(codes::NULL_ACCESS, "Element of a null value", detail, span));
    }
    let invalid = |detail: String| fail(codes::INVALID_INDEX, "Invalid index", detail, span);
    if key.is_null() {
        return Err(invalid("The key must not be null.".to_owned()));
    }
    let open = || Ok(Value::DYNAMIC.with_marks(&value.marks()));
    let ty = value.ty();
    if ty.is_dynamic() || key.ty().is_dynamic() {
        return open();
    }
    let expected = match ty.kind() {
        TypeKind::List(_) | TypeKind::Tuple(_) => Type::NUMBER,
        TypeKind::Map(_) | TypeKind::Object(_) => Type::STRING,
        TypeKind::Set(_) => {
            return Err(invalid(
                "Elements of a set have no index or key. Use a `for` expression or a splat to work on all of them."
                    .to_owned(),
            ));
        }
        _ => {
            return Err(invalid(format!(
                "A value of type {} has no elements.",
                ty.friendly_name()
            )));
        }
    };
    let given_number = *key.ty() == Type::NUMBER;
    let key = key
        .convert(&expected)
        .map_err(|error| invalid(format!("The key is invalid: {error}.")))?;
    if let Some(object) = ty.object_type() {
        if !value.is_known() && context.is_some_and(|context| context.rules().unknown_objects_have_any) {
            return open();
        }
        let (bare, _) = key.unmark();
        let Some(name) = bare.as_str() else { return open() };
        if object.get(name).is_none() {
            let hint = if given_number {
                " The attributes of an object have names, not positions.".to_owned()
            } else {
                near_key(value, &key, name)
            };
            return Err(invalid(format!(
                "The object has no attribute with this name.{hint}"
            )));
        }
        return value
            .attribute(name)
            .map_err(|error| invalid(format!("{error}.")));
    }
    let bare_key = key.unmark().0;
    if !value.is_known() && !ty.is_tuple() || !bare_key.is_known() {
        let element = ty
            .element_type()
            .map_or(Value::DYNAMIC, |element| Value::unknown(element.clone()));
        return Ok(element.with_marks(&value.marks()));
    }
    value.index(&key).map_err(|_| {
        let Some(index) = bare_key.as_number() else {
            let hint = bare_key.as_str().map(|name| near_key(value, &key, name));
            let hint = hint.unwrap_or_default();
            return invalid(format!("The map has no element with this key.{hint}"));
        };
        let detail = if !index.is_integer() {
            "The index of a list or tuple must be a whole number."
        } else if index.is_negative() {
            "The index of a list or tuple must not be negative."
        } else if value.unmark().0.element_count() == Some(0) {
            "The value has no elements."
        } else {
            "The index is beyond the last element. The first element has the index 0."
        };
        invalid(detail.to_owned())
    })
}
