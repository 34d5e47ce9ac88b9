//! The JSON syntax.

use crate::Code;

/// A place that needs a value holds none.
pub const MISSING_VALUE: Code = Code::new(
    "hcl2::json::missing-value",
    "A JSON value is due here, and there is none: the file is empty, a property ends after its name or its colon, \
     or two commas follow each other. Write a value, or take the property or comma out.",
);

/// A property name without quotes.
pub const UNQUOTED_NAME: Code = Code::new(
    "hcl2::json::unquoted-name",
    "JSON property names are strings. Put double quotes around the name.",
);

/// Something that is not a string stands where a property name is due.
pub const INVALID_NAME: Code = Code::new(
    "hcl2::json::invalid-name",
    "Each property of a JSON object starts with its name, a string in double quotes. The range covers what stands \
     there instead.",
);

/// No colon between a property's name and its value.
pub const MISSING_COLON: Code = Code::new(
    "hcl2::json::missing-colon",
    "A colon separates a property's name from its value. An equals sign, as in the native syntax, does not.",
);

/// A colon where none may be.
pub const UNEXPECTED_COLON: Code = Code::new(
    "hcl2::json::unexpected-colon",
    "Only the name of an object's property is followed by a colon. In an array, put braces around the properties \
     to make them an object, or check whether a closing bracket is missing before this place.",
);

/// No comma between two properties or elements.
pub const MISSING_COMMA: Code = Code::new(
    "hcl2::json::missing-comma",
    "A comma separates the properties of an object and the elements of an array, also where each has a line of \
     its own. Add it before what the range covers.",
);

/// A comma after the last property or element.
pub const TRAILING_COMMA: Code = Code::new(
    "hcl2::json::trailing-comma",
    "JSON allows commas only between properties or elements, not after the last one. Take it out.",
);

/// A bracket that is never closed.
pub const UNCLOSED_BRACKET: Code = Code::new(
    "hcl2::json::unclosed-bracket",
    "The file ends before the object or array is closed. The range covers its opening bracket.",
);

/// A closing bracket of the wrong kind.
pub const MISMATCHED_BRACKET: Code = Code::new(
    "hcl2::json::mismatched-bracket",
    "An object ends with a brace, an array with a square bracket. Either the closing bracket is of the wrong kind, \
     or one is missing before it.",
);

/// A bare word that is not `true`, `false` or `null`.
pub const INVALID_KEYWORD: Code = Code::new(
    "hcl2::json::invalid-keyword",
    "The only words that JSON allows outside of quotes are true, false and null, in lower case. Put double quotes \
     around anything else.",
);

/// A number that is not written as JSON wants it.
pub const INVALID_NUMBER: Code = Code::new(
    "hcl2::json::invalid-number",
    "JSON numbers are decimal: an optional minus sign, digits without a leading zero, and optionally a fraction and \
     an exponent, each with at least one digit. Infinities and not-a-number do not exist.",
);

/// A string in quotes of the wrong kind.
pub const WRONG_QUOTES: Code = Code::new(
    "hcl2::json::wrong-quotes",
    "JSON strings stand in straight double quotes. Single quotes, backticks and typographic quotes do not count.",
);

/// A comment.
pub const COMMENT: Code = Code::new(
    "hcl2::json::comment",
    "JSON has no comments. In an object that stands for a body, a property named \"//\" is ignored and may hold a \
     remark.",
);

/// A string without a closing quote.
pub const UNCLOSED_STRING: Code = Code::new(
    "hcl2::json::unclosed-string",
    "The line ends before the string does. Add the closing double quote, or write line breaks inside of a string as \
     \\n.",
);

/// A double quote right after a string.
pub const STRAY_QUOTE: Code = Code::new(
    "hcl2::json::stray-quote",
    "Two strings touch each other, so one of the double quotes is too many. Quotes inside of a string are written as \
     \\\". The rest of the line was not read.",
);

/// A backslash sequence that JSON does not know.
pub const INVALID_ESCAPE: Code = Code::new(
    "hcl2::json::invalid-escape",
    "After a backslash, JSON allows only \", \\, /, b, f, n, r, t, or u with exactly four hexadecimal digits. Write a \
     backslash itself as \\\\.",
);

/// Half of a surrogate pair.
pub const LONE_SURROGATE: Code = Code::new(
    "hcl2::json::lone-surrogate",
    "Escapes from \\ud800 to \\udfff mean a character only in pairs, a high one first and a low one right after it.",
);

/// A control character inside of a string.
pub const CONTROL_CHARACTER: Code = Code::new(
    "hcl2::json::control-character",
    "Characters below U+0020 must be written as escapes inside of JSON strings, a tab as \\t.",
);

/// A character that has no place in JSON outside of a string.
pub const INVALID_CHARACTER: Code = Code::new(
    "hcl2::json::invalid-character",
    "Outside of strings, JSON consists of brackets, commas, colons, numbers, the words true, false and null, spaces, \
     tabs and line breaks. Look-alikes, such as a space that does not break, do not count.",
);

/// Something follows the value.
pub const TEXT_AFTER_VALUE: Code = Code::new(
    "hcl2::json::text-after-value",
    "A JSON text is exactly one value, and this follows its end. Take it out, or put several values into one array.",
);

/// The outermost value is not a body.
pub const ROOT_NOT_BODY: Code = Code::new(
    "hcl2::json::root-not-body",
    "The outermost value of a file is a body: an object, or an array of objects.",
);

/// Brackets nest deeper than the limit.
pub const TOO_DEEP: Code = Code::new(
    "hcl2::json::too-deep",
    "Objects and arrays nest deeper than the limit of the parser allows. The range covers the first bracket past it; \
     what it holds was not read.",
);

/// The list of problems was cut.
pub const TOO_MANY_PROBLEMS: Code = Code::new(
    "hcl2::json::too-many-problems",
    "The file has more problems than the parser lists. Mend those that are listed, then read it again.",
);

/// A value that is no object where a body, or labels of blocks, are due.
pub const OBJECT_REQUIRED: Code = Code::new(
    "hcl2::json::object-required",
    "A body is an object, or an array of objects; where only attributes can be, it is a single object. Labels of blocks \
     are property names of objects around their bodies.",
);

/// An array where the legacy profile wants an object.
pub const LEGACY_ARRAY: Code = Code::new(
    "hcl2::json::legacy-array",
    "By the rules of the legacy profile a body, and each level of labels, is one object. Only in place of the body of a \
     block can an array of objects stand, one for each block of that type and those labels.",
);

/// A name that an object has twice, where the legacy profile wants it once.
pub const LEGACY_DUPLICATE: Code = Code::new(
    "hcl2::json::legacy-duplicate",
    "By the rules of the legacy profile all blocks of a type are in one property, and all with the same labels in an \
     array there. Move the bodies of the second property into the first.",
);

/// A property that the schema does not know.
pub const UNEXPECTED_PROPERTY: Code = Code::new(
    "hcl2::json::unexpected-property",
    "The body can have neither an attribute nor blocks of that name. Check the spelling; a property named \"//\" may \
     hold a remark.",
);

/// A name that an object has twice.
pub const DUPLICATE_NAME: Code = Code::new(
    "hcl2::json::duplicate-name",
    "In an object that is a value, each name can be there once; where names are templates, that holds for their results.",
);

/// A number that cannot be held.
pub const UNREPRESENTABLE_NUMBER: Code = Code::new(
    "hcl2::json::unrepresentable-number",
    "Whole numbers are held exactly up to 512 binary digits; others are rounded to as many, and their exponent has a \
     limit. Write the number as a string.",
);

/// Something that cannot be written as JSON.
pub const NOT_WRITABLE: Code = Code::new(
    "hcl2::json::not-writable",
    "What the range covers has no form in the JSON syntax that would mean the same: its meaning does not follow from its \
     text, or its value is unknown or marked.",
);

/// Every code of this area.
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
