//! The form of state files: which fields have values of which kind.

use hcl2_diagnostics::Diagnostics;
use hcl2_json::{Node, NodeKind};

use super::invalid_state;

/// A field of an object and the values that it may have besides null.
type Field = (&'static str, Form);

/// The values of a field.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Base64,
    Flag,
    /// A number that is whole and not negative.
    Whole,
    Array,
    /// An array of objects.
    Objects(&'static [Field]),
    /// An object whose properties are objects.
    Map(&'static [Field]),
}

/// The fields of a state file.
const STATE: &[Field] = &[
    ("terraform_version", Form::Text),
    ("serial", Form::Whole),
    ("lineage", Form::Text),
    ("outputs", Form::Map(&[("sensitive", Form::Flag)])),
    ("resources", Form::Objects(RESOURCE)),
    ("check_results", Form::Array),
];

const RESOURCE: &[Field] = &[
    ("module", Form::Text),
    ("each", Form::Text),
    ("instances", Form::Objects(INSTANCE)),
];

const INSTANCE: &[Field] = &[
    ("status", Form::Text),
    ("deposed", Form::Text),
    ("schema_version", Form::Whole),
    ("attributes", Form::Map(&[])),
    ("sensitive_attributes", Form::Array),
    ("private", Form::Base64),
    ("dependencies", Form::Array),
    ("create_before_destroy", Form::Flag),
];

/// Reports the first field of a state file whose value has another form.
pub(super) fn check(root: Node<'_>) -> Result<(), Diagnostics> {
    check_fields(root, STATE)
}

fn check_fields(object: Node<'_>, known: &[Field]) -> Result<(), Diagnostics> {
    for (name, form) in known {
        let value = object
            .property(name)
            .filter(|value| value.source_text() != "null");
        if let Some(value) = value {
            check_value(value, *form)?;
        }
    }
    Ok(())
}

fn check_value(value: Node<'_>, form: Form) -> Result<(), Diagnostics> {
    let (fits, expected) = match form {
        Form::Text => (value.text().is_some(), "Expected a string."),
        Form::Base64 => (
            value.text().is_some_and(|text| is_base64(&text)),
            "Expected a string of bytes in Base64.",
        ),
        Form::Flag => (
            matches!(value.source_text(), "true" | "false"),
            "Expected `true` or `false`.",
        ),
        Form::Whole => (
            value.source_text().parse::<u64>().is_ok(),
            "Expected a whole number that is not negative.",
        ),
        Form::Array | Form::Objects(_) => (value.kind() == NodeKind::Array, "Expected an array."),
        Form::Map(_) => (value.kind() == NodeKind::Object, "Expected an object."),
    };
    if !fits {
        return Err(invalid_state(expected, value.open_span()));
    }
    match form {
        Form::Objects(known) => value.elements().try_for_each(|element| {
            let fits = element.kind() == NodeKind::Object || element.source_text() == "null";
            match fits {
                true => check_fields(element, known),
                false => Err(invalid_state("Expected an object.", element.open_span())),
            }
        }),
        Form::Map(known) if !known.is_empty() => {
            fields(value).try_for_each(|(_, part)| check_fields(part, known))
        }
        _ => Ok(()),
    }
}

/// Returns whether a string is Base64 as Go reads it: padded, possibly with line endings.
fn is_base64(text: &str) -> bool {
    let count = text.bytes().filter(|byte| !b"\r\n".contains(byte)).count();
    let digits = text.trim_end_matches(['=', '\r', '\n']);
    let padding = text[digits.len()..].matches('=').count();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/\r\n".contains(&byte);
    count.is_multiple_of(4) && padding <= 2 && digits.bytes().all(is_digit)
}

/// Returns the properties of an object by their decoded names.
pub(super) fn fields(object: Node<'_>) -> impl Iterator<Item = (String, Node<'_>)> {
    object
        .properties()
        .filter_map(|property| Some((property.name.text()?.into_owned(), property.value)))
}
