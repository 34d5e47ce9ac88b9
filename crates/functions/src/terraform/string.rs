//! Functions of strings.

use hcl2_value::{Function, Parameter, Refinement, Type, Value};

use crate::regex::{Names, regex_with, regexall_with, regexreplace_with};
use crate::support::text;

fn string(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING).describe(description)
}

fn test(
    name: &'static str,
    description: &'static str,
    part: Parameter,
    is_so: fn(&str, &str) -> bool,
) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(Value::from(is_so(text(arguments, 0), text(arguments, 1))))
    })
    .describe(description)
    .parameter(string("str", "The string."))
    .parameter(part)
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `endswith(str, suffix)`.
///
/// It returns whether a string ends with a suffix.
#[must_use]
pub fn endswith() -> Function {
    test(
        "endswith",
        "Returns whether a string ends with a suffix.",
        string("suffix", "The suffix."),
        |text, suffix| text.ends_with(suffix),
    )
    .example("endswith(\"hello\", \"lo\")", "true")
}

/// Creates the function `strcontains(str, substr)`.
///
/// It returns whether a string contains a substring.
#[must_use]
pub fn strcontains() -> Function {
    test(
        "strcontains",
        "Returns whether a string contains a substring.",
        string("substr", "The substring to find."),
        |text, part| text.contains(part),
    )
    .example("strcontains(\"hello\", \"ell\")", "true")
}

/// Creates the function `startswith(str, prefix)`.
///
/// It returns whether a string starts with a prefix.
#[must_use]
pub fn startswith() -> Function {
    Function::new("startswith", |arguments, _| {
        let prefix = text(arguments, 1);
        if let Some(text) = arguments[0].as_str() {
            return Ok(Value::from(text.starts_with(prefix)));
        }
        let known = arguments[0].refinement().map_or("", Refinement::prefix);
        Ok(if known.starts_with(prefix) {
            Value::from(true)
        } else if prefix.starts_with(known) {
            Value::unknown(Type::BOOL)
        } else {
            Value::from(false)
        })
    })
    .describe("Returns whether a string starts with a prefix.")
    .example("startswith(\"hello\", \"he\")", "true")
    .parameter(string("str", "The string.").allow_unknown())
    .parameter(string("prefix", "The prefix."))
    .returns(Type::BOOL)
    .never_null()
}

/// Creates the function `replace(str, substr, replace)`.
///
/// It replaces each occurrence of a substring, or each match of a pattern between slashes.
#[must_use]
pub fn replace() -> Function {
    replace_with(Names::Any)
}

/// Creates `regex`, `regexall` and `replace` as they are in versions whose patterns know general categories and scripts by
/// their exact names only: `\p{L}`, but not `\p{Letter}` or `\p{greek}`.
///
/// # Examples
///
/// ```
/// let [regex, ..] = hcl2_functions::terraform::with_exact_names();
/// assert!(regex.call(&[r"\p{Lu}".into(), "aB".into()]).is_ok());
/// assert_eq!(regex.call(&[r"\p{Letter}".into(), "aB".into()]).unwrap_err().to_string(), "the pattern is not valid: \\p is followed by the name of a general category or script: \"\\\\p{Letter}\"");
/// ```
#[must_use]
pub fn with_exact_names() -> [Function; 3] {
    let names = Names::Exact;
    [regex_with(names), regexall_with(names), replace_with(names)]
}

/// Creates `format` and `formatlist` of the versions in which a null without a type makes the result unknown.
#[must_use]
pub fn formats_of_typed_values() -> [Function; 2] {
    let values = Parameter::new("args", Type::DYNAMIC)
        .describe("The values that replace the verbs.")
        .allow_null()
        .allow_unknown();
    [crate::format(), crate::formatlist()].map(|function| function.variadic(values.clone()))
}

fn replace_with(names: Names) -> Function {
    let (plain, pattern) = (crate::replace(), regexreplace_with(names));
    Function::metered("replace", move |arguments, _, meter| {
        let wanted = text(arguments, 1);
        match wanted.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
            Some(inside) => {
                let arguments = [arguments[0].clone(), Value::from(inside), arguments[2].clone()];
                pattern.call_metered(&arguments, meter)
            }
            None => plain.call_metered(arguments, meter),
        }
    })
    .describe("Replaces each occurrence of a substring, or each match of a pattern between slashes.")
    .example("replace(\"a1b2\", \"/[0-9]/\", \"#\")", "\"a#b#\"")
    .parameter(string("str", "The string to search."))
    .parameter(string(
        "substr",
        "The substring to replace, or a regular expression between slashes.",
    ))
    .parameter(string(
        "replace",
        "The replacement, in which `$1` and `${name}` stand for groups of a pattern.",
    ))
    .returns(Type::STRING)
    .never_null()
}
