//! Functions of strings. A character is an extended grapheme cluster, unless code points are named.

use hcl2_value::{Function, FunctionError, Parameter, Refiner, Type, Value};
use unicode_segmentation::UnicodeSegmentation;

use crate::support::{check_length, items, strings, text, whole};

fn string(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING).describe(description)
}

fn from_one(
    name: &'static str,
    description: &'static str,
    subject: Parameter,
    compute: fn(&str) -> String,
) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(Value::from(compute(text(arguments, 0))))
    })
    .describe(description)
    .parameter(subject)
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `upper(str)`.
///
/// It converts each code point of a string to upper case.
#[must_use]
pub fn upper() -> Function {
    from_one(
        "upper",
        "Converts each code point of a string to upper case.",
        string("str", "The string to convert.").allow_dynamic(),
        |text| text.chars().map(upper_case).collect(),
    )
    .example("upper(\"abc\")", "\"ABC\"")
    .costs(0, 10)
}

/// Creates the function `lower(str)`.
///
/// It converts each code point of a string to lower case.
#[must_use]
pub fn lower() -> Function {
    from_one(
        "lower",
        "Converts each code point of a string to lower case.",
        string("str", "The string to convert.").allow_dynamic(),
        |text| text.chars().map(lower_case).collect(),
    )
    .example("lower(\"ABC\")", "\"abc\"")
    .costs(0, 10)
}

/// Creates the function `title(str)`.
///
/// It converts the first letter of each word to title case.
#[must_use]
pub fn title() -> Function {
    from_one(
        "title",
        "Converts the first letter of each word to title case.",
        string("str", "The string to convert."),
        |text| {
            let mut at_start = true;
            let convert = |character: char| {
                let converted = if at_start {
                    title_case(character)
                } else {
                    character
                };
                at_start = separates_words(character);
                converted
            };
            text.chars().map(convert).collect()
        },
    )
    .example("title(\"hello world\")", "\"Hello World\"")
    .costs(0, 60)
}

fn separates_words(character: char) -> bool {
    if character.is_ascii() {
        !character.is_ascii_alphanumeric() && character != '_'
    } else {
        character.is_whitespace()
    }
}

/// Returns the upper case of a code point, if it is a single one.
fn upper_case(character: char) -> char {
    let mut full = character.to_uppercase();
    if let (Some(upper), None) = (full.next(), full.next()) {
        return upper;
    }
    // The single upper case of a letter with a subscript iota is its title case.
    let offset = match character {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => 0,
    };
    char::from_u32(u32::from(character) + offset).unwrap_or(character)
}

/// Returns the lower case of a code point, if it is a single one.
fn lower_case(character: char) -> char {
    character.to_lowercase().next().unwrap_or(character)
}

/// Returns the title case of a code point, if it is a single one.
fn title_case(character: char) -> char {
    match character {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // Georgian has capitals only for strings entirely in upper case.
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => character,
        _ => upper_case(character),
    }
}

/// Creates the function `reverse(str)`.
///
/// It reverses the characters of a string.
#[must_use]
pub fn reverse() -> Function {
    from_one(
        "reverse",
        "Reverses the characters of a string.",
        string("str", "The string to reverse.").allow_dynamic(),
        |text| text.graphemes(true).rev().collect(),
    )
    .example("reverse(\"abc\")", "\"cba\"")
}

/// Creates the function `chomp(str)`.
///
/// It removes line breaks from the end of a string.
#[must_use]
pub fn chomp() -> Function {
    from_one(
        "chomp",
        "Removes line breaks from the end of a string.",
        string("str", "The string to trim."),
        |text| text.trim_end_matches(['\r', '\n']).to_owned(),
    )
    .example("chomp(\"line\\n\")", "\"line\"")
    .costs(0, 10)
}

/// Creates the function `trimspace(str)`.
///
/// It removes white space from the start and end of a string.
#[must_use]
pub fn trimspace() -> Function {
    from_one(
        "trimspace",
        "Removes white space from the start and end of a string.",
        string("str", "The string to trim."),
        |text| text.trim().to_owned(),
    )
    .example("trimspace(\"  hello\\n\")", "\"hello\"")
    .costs(0, 10)
}

fn from_two(
    name: &'static str,
    description: &'static str,
    second: Parameter,
    compute: for<'a> fn(&'a str, &str) -> &'a str,
) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(Value::from(compute(text(arguments, 0), text(arguments, 1))))
    })
    .describe(description)
    .parameter(string("str", "The string to trim."))
    .parameter(second)
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `trim(str, cutset)`.
///
/// It removes a set of code points from the start and end of a string.
#[must_use]
pub fn trim() -> Function {
    from_two(
        "trim",
        "Removes a set of code points from the start and end of a string.",
        string("cutset", "The code points to remove, in any order."),
        |text, cutset| {
            let cutset: std::collections::HashSet<char> = cutset.chars().collect();
            text.trim_matches(|character| cutset.contains(&character))
        },
    )
    .example("trim(\"?!hello?!\", \"!?\")", "\"hello\"")
    .costs(0, 10)
}

/// Creates the function `trimprefix(str, prefix)`.
///
/// It removes a prefix from a string, if it starts with it.
#[must_use]
pub fn trimprefix() -> Function {
    from_two(
        "trimprefix",
        "Removes a prefix from a string, if it starts with it.",
        string("prefix", "The prefix to remove."),
        |text, prefix| text.strip_prefix(prefix).unwrap_or(text),
    )
    .example("trimprefix(\"helloworld\", \"hello\")", "\"world\"")
}

/// Creates the function `trimsuffix(str, suffix)`.
///
/// It removes a suffix from a string, if it ends with it.
#[must_use]
pub fn trimsuffix() -> Function {
    from_two(
        "trimsuffix",
        "Removes a suffix from a string, if it ends with it.",
        string("suffix", "The suffix to remove."),
        |text, suffix| text.strip_suffix(suffix).unwrap_or(text),
    )
    .example("trimsuffix(\"helloworld\", \"world\")", "\"hello\"")
}

/// Creates the function `strlen(str)`.
///
/// It returns the number of characters of a string.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// assert_eq!(hcl2_functions::strlen().call(&[Value::from("noe\u{308}l")])?, Value::from(4));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn strlen() -> Function {
    Function::new("strlen", |arguments, _| {
        let subject = &arguments[0];
        if let Some(text) = subject.as_str() {
            return Ok(Value::from(text.graphemes(true).count()));
        }
        let prefix = subject.refinement().map_or("", |refinement| refinement.prefix());
        let least = prefix.graphemes(true).count();
        let unknown = Value::unknown(Type::NUMBER);
        let refined = unknown.clone().refine().number_lower_bound(least.into(), true);
        Ok(refined.map_or(unknown, Refiner::build))
    })
    .describe("Returns the number of characters of a string.")
    .example("strlen(\"hello\")", "5")
    .parameter(string("str", "The string.").allow_dynamic().allow_unknown())
    .returns(Type::NUMBER)
    .refines(|length| length.not_null()?.number_lower_bound(0.into(), true))
    .costs(0, 60)
}

/// Creates the function `substr(str, offset, length)`.
///
/// It returns a substring by its position and length in characters.
///
/// A negative offset counts from the end, and a negative length takes all the rest.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let end = hcl2_functions::substr().call(&[Value::from("hello"), Value::from(-3), Value::from(2)])?;
/// assert_eq!(end, Value::from("ll"));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn substr() -> Function {
    let number = |name, description| {
        Parameter::new(name, Type::NUMBER)
            .describe(description)
            .allow_dynamic()
    };
    Function::new("substr", |arguments, _| {
        let offset = whole(&arguments[1], "the offset")?;
        let length = whole(&arguments[2], "the length")?;
        Ok(Value::from(part(text(arguments, 0), offset, length)))
    })
    .describe("Returns a substring by its position and length in characters.")
    .example("substr(\"hello\", 1, 3)", "\"ell\"")
    .parameter(string("str", "The string.").allow_dynamic())
    .parameter(number(
        "offset",
        "The first character, from 0, or from the end if it is negative.",
    ))
    .parameter(number(
        "length",
        "The maximum number of characters, or all the rest if it is negative.",
    ))
    .returns(Type::STRING)
    .never_null()
    .costs(0, 60)
}

fn part(text: &str, offset: i64, length: i64) -> &str {
    let start = if offset < 0 {
        let count = text.graphemes(true).count() as u64;
        count.saturating_sub(offset.unsigned_abs())
    } else if length == 0 {
        return "";
    } else {
        offset.unsigned_abs()
    };
    let rest = &text[boundary(text, start)..];
    // In the reference, a length of zero from the end means all the rest.
    if length <= 0 {
        rest
    } else {
        &rest[..boundary(rest, length.unsigned_abs())]
    }
}

/// Returns the byte offset of the character at an index from 0, or of the end.
fn boundary(text: &str, characters: u64) -> usize {
    let characters = usize::try_from(characters).unwrap_or(usize::MAX);
    text.grapheme_indices(true)
        .nth(characters)
        .map_or(text.len(), |(offset, _)| offset)
}

/// Creates the function `join(separator, lists...)`.
///
/// It joins the strings of all lists with a separator.
#[must_use]
pub fn join() -> Function {
    Function::new("join", |arguments, _| {
        let separator = text(arguments, 0);
        let lists = &arguments[1..];
        if lists.is_empty() {
            return Err(FunctionError::new("at least one list is required"));
        }
        if !lists.iter().all(Value::is_wholly_known) {
            return Ok(Value::unknown(Type::STRING));
        }
        let mut joined = String::new();
        let mut is_first = true;
        for (list, value) in lists.iter().enumerate() {
            for (index, item) in items(value).iter().enumerate() {
                let item = item.as_str().ok_or_else(|| {
                    let message = format!("element {index} of the list is null, and null cannot be joined");
                    FunctionError::for_argument(list + 1, message)
                })?;
                if !std::mem::take(&mut is_first) {
                    joined.push_str(separator);
                }
                joined.push_str(item);
                check_length(joined.len())?;
            }
        }
        Ok(Value::from(joined))
    })
    .describe("Joins the strings of all lists with a separator.")
    .example("join(\", \", [\"a\", \"b\"])", "\"a, b\"")
    .parameter(string("separator", "The separator between the strings."))
    .variadic(Parameter::new("lists", Type::list(Type::STRING)).describe("The lists of strings to join."))
    .returns(Type::STRING)
    .never_null()
    .costs(0, 10)
}

/// Creates the function `split(separator, str)`.
///
/// It splits a string at each separator.
#[must_use]
pub fn split() -> Function {
    Function::metered("split", |arguments, _, meter| {
        let (separator, text) = (text(arguments, 0), text(arguments, 1));
        meter.elements(if separator.is_empty() {
            text.len()
        } else {
            text.matches(separator).count()
        })?;
        if separator.is_empty() {
            strings(text.chars().map(|character| Value::from(String::from(character))))
        } else {
            strings(text.split(separator).map(Value::from))
        }
    })
    .describe("Splits a string at each separator.")
    .example("split(\",\", \"a,b\")", "[\"a\", \"b\"]")
    .parameter(string("separator", "The separator."))
    .parameter(string("str", "The string to split."))
    .returns(Type::list(Type::STRING))
    .never_null()
    .costs(0, 60)
}

/// Creates the function `replace(str, substr, replace)`.
///
/// It replaces each occurrence of a substring.
#[must_use]
pub fn replace() -> Function {
    Function::new("replace", |arguments, _| {
        let (subject, wanted) = (text(arguments, 0), text(arguments, 1));
        substitute(subject, wanted, text(arguments, 2)).map(Value::from)
    })
    .describe("Replaces each occurrence of a substring.")
    .example("replace(\"a.b.c\", \".\", \"/\")", "\"a/b/c\"")
    .parameter(string("str", "The string to search."))
    .parameter(string(
        "substr",
        "The substring to replace. An empty one occurs before and after each code point.",
    ))
    .parameter(string("replace", "The replacement."))
    .returns(Type::STRING)
    .never_null()
    .costs(0, 10)
}

fn substitute(subject: &str, wanted: &str, replacement: &str) -> Result<String, FunctionError> {
    let count = subject.matches(wanted).count();
    let removed = count * wanted.len();
    check_length(count.saturating_mul(replacement.len()) + (subject.len() - removed))?;
    Ok(subject.replace(wanted, replacement))
}

/// Creates the function `indent(spaces, str)`.
///
/// It adds spaces at the start of each line but the first.
#[must_use]
pub fn indent() -> Function {
    Function::new("indent", |arguments, _| {
        let spaces = whole(&arguments[0], "the number of spaces")?;
        let spaces = usize::try_from(spaces)
            .map_err(|_| FunctionError::new("the number of spaces must not be negative"))?;
        check_length(spaces)?;
        let replacement = format!("\n{}", " ".repeat(spaces));
        substitute(text(arguments, 1), "\n", &replacement).map(Value::from)
    })
    .describe("Adds spaces at the start of each line but the first.")
    .example("indent(2, \"a\\nb\")", "\"a\\n  b\"")
    .parameter(Parameter::new("spaces", Type::NUMBER).describe("The number of spaces to add to a line."))
    .parameter(string("str", "The string to indent."))
    .returns(Type::STRING)
    .never_null()
    .costs(0, 10)
}
