//! Functions of encodings: Base64, character encodings, gzip and URLs.

use std::fmt::Write as _;
use std::io::Write as _;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use encoding_rs::Encoding;
use flate2::Compression;
use flate2::write::GzEncoder;
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use crate::support::{check_length, quoted, text};

/// Base64 with padding; bits beyond the last byte do not count.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireCanonical),
);

/// Bytes as Base64.
pub(super) fn to_base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// The bytes that a Base64 text stands for; line breaks in it do not count.
pub(super) fn from_base64(text: &str) -> Result<Vec<u8>, FunctionError> {
    let digits: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'\r' | b'\n'))
        .collect();
    BASE64.decode(digits).map_err(|error| {
        FunctionError::of_argument(0, "the text is not valid Base64")
            .revealing(format!("the text is not valid Base64: {error}"))
    })
}

fn string(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING).describe(description)
}

fn from_text(
    name: &'static str,
    description: &'static str,
    compute: fn(&str) -> Result<String, FunctionError>,
) -> Function {
    Function::new(name, move |arguments, _| {
        compute(text(arguments, 0)).map(Value::from)
    })
    .describe(description)
    .parameter(string("str", "The text."))
    .returns(Type::STRING)
    .never_null()
}

/// `base64encode(str)`: the bytes of a text in UTF-8, as Base64.
#[must_use]
pub fn base64encode() -> Function {
    from_text(
        "base64encode",
        "The text, encoded in UTF-8 and then as Base64.",
        |text| Ok(to_base64(text.as_bytes())),
    )
}

/// `base64decode(str)`: the text that is in Base64, which must be UTF-8.
#[must_use]
pub fn base64decode() -> Function {
    from_text(
        "base64decode",
        "The text that a Base64 text stands for, which must be valid UTF-8.",
        |text| {
            String::from_utf8(from_base64(text)?).map_err(|_| {
                FunctionError::of_argument(0, "the bytes that the Base64 text stands for are not valid UTF-8")
            })
        },
    )
}

/// `base64gzip(str)`: a text compressed with gzip, as Base64.
#[must_use]
pub fn base64gzip() -> Function {
    from_text(
        "base64gzip",
        "The text, encoded in UTF-8, compressed with gzip, and then encoded as Base64.",
        |text| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder
                .write_all(text.as_bytes())
                .and_then(|()| encoder.finish())
                .map(|compressed| to_base64(&compressed))
                .map_err(|error| FunctionError::new(format!("the text cannot be compressed: {error}")))
        },
    )
}

/// `urlencode(str)`: a text so that it can stand in the query of a URL; a space becomes `+`.
#[must_use]
pub fn urlencode() -> Function {
    from_text(
        "urlencode",
        "The text, encoded so that it can stand in the query of a URL; a space becomes `+`.",
        |text| {
            let mut encoded = String::with_capacity(text.len());
            for byte in text.bytes() {
                match byte {
                    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                        encoded.push(char::from(byte));
                    }
                    b' ' => encoded.push('+'),
                    // The error of `String`'s writer is never made.
                    _ => drop(write!(encoded, "%{byte:02X}")),
                }
            }
            check_length(encoded.len())?;
            Ok(encoded)
        },
    )
}

/// A character encoding.
enum Charset {
    /// ISO 8859-1, whose bytes are the first 256 code points.
    Latin1,
    /// ISO 8859-9, which is the encoding of Windows but for the bytes from 0x80 to 0x9f.
    Latin5,
    Utf16 {
        big_endian: bool,
        mark: bool,
    },
    Other(&'static Encoding),
}

impl Charset {
    /// The encoding with a name of the registry of IANA.
    fn named(name: &str, argument: usize) -> Result<Self, FunctionError> {
        let upper = name.to_ascii_uppercase();
        let found = match upper.as_str() {
            "ISO-8859-1" | "ISO_8859-1:1987" | "ISO_8859-1" | "ISO-IR-100" | "LATIN1" | "L1" | "IBM819"
            | "CP819" | "CSISOLATIN1" => Some(Self::Latin1),
            "ISO-8859-9" | "ISO_8859-9:1989" | "ISO_8859-9" | "ISO-IR-148" | "LATIN5" | "L5"
            | "CSISOLATIN5" => Some(Self::Latin5),
            "UTF-16" | "CSUTF16" => Some(Self::Utf16 {
                big_endian: true,
                mark: true,
            }),
            "UTF-16BE" | "CSUTF16BE" => Some(Self::Utf16 {
                big_endian: true,
                mark: false,
            }),
            "UTF-16LE" | "CSUTF16LE" => Some(Self::Utf16 {
                big_endian: false,
                mark: false,
            }),
            _ => {
                let label = CODE_PAGES
                    .iter()
                    .find(|(iana, _)| *iana == upper)
                    .map_or(upper.as_str(), |(_, label)| label);
                Encoding::for_label_no_replacement(label.as_bytes())
                    .filter(|encoding| REGISTERED.contains(&encoding.name()))
                    .filter(|_| !NOT_REGISTERED.contains(&upper.as_str()))
                    .map(Self::Other)
            }
        };
        found.ok_or_else(|| {
            let message = "a character encoding by its name in the registry of IANA is required, such as UTF-16LE or ISO-8859-1";
            FunctionError::of_argument(argument, message)
                .revealing(format!("{message}; {} is unknown or not supported", quoted(name)))
        })
    }

    fn encode(&self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Latin1 => text
                .chars()
                .map(|character| u8::try_from(u32::from(character)).ok())
                .collect(),
            Self::Latin5 => text.chars().map(latin5_byte).collect(),
            Self::Utf16 { big_endian, mark } => {
                let marked = if *mark { "\u{feff}" } else { "" };
                let units = marked.encode_utf16().chain(text.encode_utf16());
                let bytes = if *big_endian {
                    u16::to_be_bytes
                } else {
                    u16::to_le_bytes
                };
                Some(units.flat_map(bytes).collect())
            }
            Self::Other(encoding) => {
                let (bytes, _, has_unmappable) = encoding.encode(text);
                (!has_unmappable).then(|| bytes.into_owned())
            }
        }
    }

    fn decode(&self, bytes: &[u8]) -> String {
        match self {
            Self::Latin1 => bytes.iter().map(|byte| char::from(*byte)).collect(),
            Self::Latin5 => bytes.iter().map(|byte| latin5_character(*byte)).collect(),
            Self::Utf16 { big_endian, mark } => {
                let (big_endian, bytes) = match bytes {
                    [0xfe, 0xff, rest @ ..] if *mark => (true, rest),
                    [0xff, 0xfe, rest @ ..] if *mark => (false, rest),
                    _ => (*big_endian, bytes),
                };
                let unit = |pair: &[u8]| match *pair {
                    [first, second] if big_endian => u16::from_be_bytes([first, second]),
                    [first, second] => u16::from_le_bytes([first, second]),
                    // Half a unit at the end.
                    _ => 0xfffd,
                };
                char::decode_utf16(bytes.chunks(2).map(unit))
                    .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect()
            }
            Self::Other(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
        }
    }
}

fn is_control(byte: u8) -> bool {
    (0x80..=0x9f).contains(&byte)
}

fn latin5_byte(character: char) -> Option<u8> {
    if let Some(byte) = u8::try_from(u32::from(character))
        .ok()
        .filter(|byte| is_control(*byte))
    {
        return Some(byte);
    }
    match *encoding_rs::WINDOWS_1254
        .encode(character.encode_utf8(&mut [0; 4]))
        .0
    {
        [byte] if !is_control(byte) => Some(byte),
        _ => None,
    }
}

fn latin5_character(byte: u8) -> char {
    if is_control(byte) {
        return char::from(byte);
    }
    let bytes = [byte];
    let decoded = encoding_rs::WINDOWS_1254.decode_without_bom_handling(&bytes).0;
    decoded.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Names of the registry for which the web has others.
const CODE_PAGES: &[(&str, &str)] = &[
    ("GBK", "GBK"),
    ("CP936", "GBK"),
    ("MS936", "GBK"),
    ("KOI8-U", "KOI8-U"),
];

/// The encodings of the web that have a name in the registry and the same meaning there.
const REGISTERED: &[&str] = &[
    "Big5",
    "EUC-JP",
    "EUC-KR",
    "GBK",
    "IBM866",
    "ISO-2022-JP",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "KOI8-R",
    "KOI8-U",
    "Shift_JIS",
    "UTF-8",
    "gb18030",
    "macintosh",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
];

/// Labels by which the web means something else than the registry, or which the registry does not have.
const NOT_REGISTERED: &[&str] = &["ASCII", "US-ASCII", "ISO-8859-11", "TIS-620", "UTF8"];

/// `textencodebase64(string, encoding)`: a text in a character encoding, as Base64.
#[must_use]
pub fn textencodebase64() -> Function {
    Function::new("textencodebase64", |arguments, _| {
        let charset = Charset::named(text(arguments, 1), 1)?;
        match charset.encode(text(arguments, 0)) {
            Some(bytes) => Ok(Value::from(to_base64(&bytes))),
            None => Err(FunctionError::of_argument(
                0,
                "the text has a character that the encoding does not have",
            )),
        }
    })
    .describe("The text in a character encoding, and then encoded as Base64.")
    .parameter(string("string", "The text."))
    .parameter(string(
        "encoding",
        "The name of the character encoding in the registry of IANA, such as `UTF-16LE`.",
    ))
    .returns(Type::STRING)
    .never_null()
}

/// `textdecodebase64(source, encoding)`: the text that is in Base64 and in a character encoding.
#[must_use]
pub fn textdecodebase64() -> Function {
    Function::new("textdecodebase64", |arguments, _| {
        let charset = Charset::named(text(arguments, 1), 1)?;
        let decoded = charset.decode(&from_base64(text(arguments, 0))?);
        if decoded.contains(char::REPLACEMENT_CHARACTER) {
            return Err(FunctionError::of_argument(
                0,
                "the bytes that the Base64 text stands for have no meaning in the encoding",
            ));
        }
        Ok(Value::from(decoded))
    })
    .describe("The text that a Base64 text stands for in a character encoding.")
    .parameter(string("source", "The Base64 text."))
    .parameter(string(
        "encoding",
        "The name of the character encoding in the registry of IANA, such as `UTF-16LE`.",
    ))
    .returns(Type::STRING)
    .never_null()
}
