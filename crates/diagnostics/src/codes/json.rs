//! The JSON syntax.

use crate::Code;

/// A missing value.
pub const MISSING_VALUE: Code = Code::new(
    "hcl2::json::missing-value",
    "A JSON value is expected, but it is missing: the file is empty, a property ends after its name or its colon, or \
     one comma follows another. Write a value, or remove the property or the comma.",
);

/// A property name without quotes.
pub const UNQUOTED_NAME: Code = Code::new(
    "hcl2::json::unquoted-name",
    "Property names are strings in JSON. Put the name in double quotes.",
);

/// Something other than a string as a property name.
pub const INVALID_NAME: Code = Code::new(
    "hcl2::json::invalid-name",
    "Each property of a JSON object starts with its name, a string in double quotes. The range shows what was found \
     instead.",
);

/// A missing colon after a property name.
pub const MISSING_COLON: Code = Code::new(
    "hcl2::json::missing-colon",
    "A colon separates the name of a property from its value; an equals sign, as in native syntax, is not allowed.",
);

/// An unexpected colon.
pub const UNEXPECTED_COLON: Code = Code::new(
    "hcl2::json::unexpected-colon",
    "A colon can only follow the name of an object's property. In an array, put the properties in braces to make \
     them an object, or check whether a closing bracket is missing.",
);

/// A missing comma between properties or elements.
pub const MISSING_COMMA: Code = Code::new(
    "hcl2::json::missing-comma",
    "Commas separate the properties of an object and the elements of an array, even if each is on a line of its own. \
     Add one before the range.",
);

/// A trailing comma.
pub const TRAILING_COMMA: Code = Code::new(
    "hcl2::json::trailing-comma",
    "JSON does not allow a trailing comma. Remove it.",
);

/// An unclosed bracket.
pub const UNCLOSED_BRACKET: Code = Code::new(
    "hcl2::json::unclosed-bracket",
    "The file ends before the object or array is closed. The range shows the opening bracket.",
);

/// A closing bracket of the wrong kind.
pub const MISMATCHED_BRACKET: Code = Code::new(
    "hcl2::json::mismatched-bracket",
    "An object ends with a brace, an array with a square bracket. Either the closing bracket is of the wrong kind, \
     or another one is missing before it.",
);

/// A bare word other than `true`, `false` and `null`.
pub const INVALID_KEYWORD: Code = Code::new(
    "hcl2::json::invalid-keyword",
    "The only words that JSON allows outside strings are true, false and null, in lower case. Put any other word in \
     double quotes.",
);

/// An invalid number.
pub const INVALID_NUMBER: Code = Code::new(
    "hcl2::json::invalid-number",
    "JSON numbers are decimal: an optional minus sign, digits without a leading zero, and optionally a fraction and \
     an exponent, each with at least one digit. JSON has no infinities and no NaN.",
);

/// A string in quotes of the wrong kind.
pub const WRONG_QUOTES: Code = Code::new(
    "hcl2::json::wrong-quotes",
    "JSON strings are written in straight double quotes. Single quotes, backticks and typographic quotes are not \
     allowed.",
);

/// A comment.
pub const COMMENT: Code = Code::new(
    "hcl2::json::comment",
    "JSON has no comments. In an object that represents a body, a property named \"//\" is ignored and may hold a \
     comment.",
);

/// An unclosed string.
pub const UNCLOSED_STRING: Code = Code::new(
    "hcl2::json::unclosed-string",
    "The line ends before the string does. Add the closing double quote, or write a line break in a string as \\n.",
);

/// A double quote right after a string.
pub const STRAY_QUOTE: Code = Code::new(
    "hcl2::json::stray-quote",
    "A double quote follows the end of a string. Remove one of the quotes, or write a quote in a string as \\\". The \
     rest of the line was not read.",
);

/// An unknown escape sequence.
pub const INVALID_ESCAPE: Code = Code::new(
    "hcl2::json::invalid-escape",
    "After a backslash, JSON allows only \", \\, /, b, f, n, r, t, or u with exactly four hexadecimal digits. Write \
     the backslash itself as \\\\.",
);

/// Half of a surrogate pair.
pub const LONE_SURROGATE: Code = Code::new(
    "hcl2::json::lone-surrogate",
    "Escapes from \\ud800 to \\udfff represent a character only in pairs: a high surrogate followed by a low one.",
);

/// A control character in a string.
pub const CONTROL_CHARACTER: Code = Code::new(
    "hcl2::json::control-character",
    "Characters below U+0020 must be escaped in JSON strings: a tab, for example, as \\t.",
);

/// An invalid character outside strings.
pub const INVALID_CHARACTER: Code = Code::new(
    "hcl2::json::invalid-character",
    "Outside strings, JSON consists of brackets, commas, colons, numbers, the words true, false and null, spaces, \
     tabs and line breaks. Similar characters, such as a no-break space, are not allowed.",
);

/// Text after the value.
pub const TEXT_AFTER_VALUE: Code = Code::new(
    "hcl2::json::text-after-value",
    "A JSON document is exactly one value, and this follows its end. Remove it, or put several values into one \
     array.",
);

/// An outermost value that is not a body.
pub const ROOT_NOT_BODY: Code = Code::new(
    "hcl2::json::root-not-body",
    "The outermost value of a file must be a body: an object, or an array of objects.",
);

/// Nesting beyond the limit.
pub const TOO_DEEP: Code = Code::new(
    "hcl2::json::too-deep",
    "Objects and arrays are nested more deeply than the limit allows. The range shows the first bracket beyond the \
     limit; its content was not read.",
);

/// A cut list of problems.
pub const TOO_MANY_PROBLEMS: Code = Code::new(
    "hcl2::json::too-many-problems",
    "The file has more problems than are listed. Fix the listed ones first.",
);

/// A value other than an object for a body or for labels.
pub const OBJECT_REQUIRED: Code = Code::new(
    "hcl2::json::object-required",
    "A body is an object, or an array of objects; a body of attributes only is a single object. The labels of a \
     block are the property names of objects around its body.",
);

/// An array where the legacy profile requires an object.
pub const LEGACY_ARRAY: Code = Code::new(
    "hcl2::json::legacy-array",
    "In the legacy profile, a body and each level of labels is a single object. Only the body of a block can be an \
     array of objects, one for each block with the same type and labels.",
);

/// A name that the legacy profile allows only once.
pub const LEGACY_DUPLICATE: Code = Code::new(
    "hcl2::json::legacy-duplicate",
    "In the legacy profile, all blocks of a type are in one property, and those with the same labels are in an array \
     there. Move the bodies of the second property into the first.",
);

/// A property that the schema does not have.
pub const UNEXPECTED_PROPERTY: Code = Code::new(
    "hcl2::json::unexpected-property",
    "Neither an attribute nor a block type of this name is expected here. Check the spelling; a property named \
     \"//\" may hold a comment.",
);

/// A duplicate property name in an object value.
pub const DUPLICATE_NAME: Code = Code::new(
    "hcl2::json::duplicate-name",
    "The names of an object's properties must be unique. If the names are templates, their results must be unique.",
);

/// A number that cannot be represented.
pub const UNREPRESENTABLE_NUMBER: Code = Code::new(
    "hcl2::json::unrepresentable-number",
    "A whole number is exact up to 512 binary digits. Other numbers are rounded to that precision, and their \
     exponents are limited. Write the number as a string.",
);

/// Something that cannot be written as JSON.
pub const NOT_WRITABLE: Code = Code::new(
    "hcl2::json::not-writable",
    "The range shows something without an equivalent in JSON syntax: its meaning does not follow from its text, or \
     its value is unknown, marked, infinite, or a number of too many digits.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    MISSING_VALUE,
    UNQUOTED_NAME,
    INVALID_NAME,
    MISSING_COLON,
    UNEXPECTED_COLON,
    MISSING_COMMA,
    TRAILING_COMMA,
    UNCLOSED_BRACKET,
    MISMATCHED_BRACKET,
    INVALID_KEYWORD,
    INVALID_NUMBER,
    WRONG_QUOTES,
    COMMENT,
    UNCLOSED_STRING,
    STRAY_QUOTE,
    INVALID_ESCAPE,
    LONE_SURROGATE,
    CONTROL_CHARACTER,
    INVALID_CHARACTER,
    TEXT_AFTER_VALUE,
    ROOT_NOT_BODY,
    TOO_DEEP,
    TOO_MANY_PROBLEMS,
    OBJECT_REQUIRED,
    LEGACY_ARRAY,
    LEGACY_DUPLICATE,
    UNEXPECTED_PROPERTY,
    DUPLICATE_NAME,
    UNREPRESENTABLE_NUMBER,
    NOT_WRITABLE,
];
