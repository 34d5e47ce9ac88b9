//! Functions of YAML.

mod known;
mod read;
mod scalar;
mod write;

use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use self::known::Known;
use crate::support::{count_bytes, text};

/// Creates the function `yamlencode(value)`.
///
/// It encodes a value as YAML in block style, with quotes around strings and keys.
///
/// Strings of several lines become literal blocks if these preserve them.
#[must_use]
pub fn yamlencode() -> Function {
    Function::metered("yamlencode", |arguments, _, meter| {
        if !arguments[0].is_wholly_known() {
            return Ok(Value::unknown(Type::STRING));
        }
        // Each part takes at least a byte, and parts that are stored once may occur very often.
        meter.bytes(usize::try_from(arguments[0].text_bytes() / 2).unwrap_or(usize::MAX))?;
        write::to_yaml(&arguments[0])
            .map(Value::from)
            .map_err(FunctionError::new)
    })
    .describe("Encodes a value as YAML in block style, with quotes around strings and keys.")
    .example(
        "yamlencode({a = [1, \"x\"]})",
        "\"\\\"a\\\":\\n- 1\\n- \\\"x\\\"\\n\"",
    )
    .parameter(
        Parameter::new("value", Type::DYNAMIC)
            .describe("The value to encode.")
            .allow_dynamic()
            .allow_null(),
    )
    .returns(Type::STRING)
}

/// Creates the function `yamldecode(src)`.
///
/// It decodes a YAML document. Sequences become tuples, and mappings become objects.
///
/// Plain scalars are null, bools (including `yes` and `on`), numbers, dates and times, or else strings. Aliases are
/// expanded, and `<<` merges a mapping. Only one document and 512 levels of nesting are allowed.
#[must_use]
pub fn yamldecode() -> Function {
    decoder(Dialect::default())
}

/// Creates `yamldecode` as in Terraform before 1.10 and OpenTofu before 1.9.
///
/// Integers may have underscores, and a sign before `0x` and `0o`. A sign alone is an error.
#[must_use]
pub fn yamldecode_with_old_integers() -> Function {
    decoder(Dialect {
        has_old_integers: true,
        ..Dialect::default()
    })
}

/// Creates `yamldecode` as in OpenTofu since 1.12.
///
/// `<<` also merges a sequence of mappings, of which earlier ones override later ones.
#[must_use]
pub fn yamldecode_merging_sequences() -> Function {
    decoder(Dialect {
        merges_sequences: true,
        ..Dialect::default()
    })
}

/// What versions of the products read differently.
#[derive(Clone, Copy, Default)]
struct Dialect {
    has_old_integers: bool,
    merges_sequences: bool,
}

fn decoder(dialect: Dialect) -> Function {
    let known = Known::default();
    Function::metered("yamldecode", move |arguments, _, meter| {
        let text = text(arguments, 0);
        let is_part = |byte: u8| matches!(byte, b',' | b'[' | b'{' | b'-' | b':');
        meter.elements(count_bytes(text, is_part))?;
        known.value_of(text, || read::from_yaml(text, dialect))
    })
    .describe("Decodes a YAML document. Sequences become tuples, and mappings become objects.")
    .example("yamldecode(\"a: [1, yes]\")", "{a = [1, true]}")
    .parameter(Parameter::new("src", Type::STRING).describe("The YAML document."))
    .returns_with_result(|_, _| Ok(Type::DYNAMIC))
    .costs(0, 60)
}
