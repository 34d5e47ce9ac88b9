//! Character encodings by their IANA names.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, ISO_8859_3, ISO_8859_4,
    ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15,
    ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};
use oem_cp::code_table::{
    DECODING_TABLE_CP437, DECODING_TABLE_CP850, DECODING_TABLE_CP852, DECODING_TABLE_CP855,
    DECODING_TABLE_CP858, DECODING_TABLE_CP860, DECODING_TABLE_CP862, DECODING_TABLE_CP863,
    DECODING_TABLE_CP865,
};

use super::code_pages::{IBM037, IBM1047, IBM01140};
use super::hz::{self, is_private};

/// A character encoding.
#[derive(Clone, Copy)]
pub(super) enum Charset {
    /// One byte for each character.
    Bytes(SingleByte),
    /// Simplified Chinese in seven bits.
    Hz,
    /// UTF-16, with or without a byte order mark.
    Utf16 { big_endian: bool, mark: bool },
    /// Another encoding of the WHATWG standard with the same meaning as in the registry.
    Web(&'static Encoding),
    /// Such an encoding with private use characters, which the registry does not have.
    Public(&'static Encoding),
}

/// A character encoding in which each byte is at most one character.
#[derive(Clone, Copy)]
pub(super) enum SingleByte {
    Ascii,
    /// ISO 8859-1, whose bytes are the first 256 code points.
    Latin1,
    /// ISO 8859-9, which is the encoding of Windows but for the bytes from 0x80 to 0x9f.
    Latin5,
    /// An encoding of the WHATWG standard, in which undefined bytes are control characters.
    Web(&'static Encoding),
    /// A code page that extends ASCII: the characters of its upper half.
    Page(&'static [char; 128]),
    /// EBCDIC code page 37 and the differences from it.
    Ebcdic(&'static [(u8, char)]),
}

impl Charset {
    /// Returns the encoding with an IANA name, ignoring case.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        let found = NAMES
            .iter()
            .find(|(names, _)| names.iter().any(|known| known.eq_ignore_ascii_case(name)));
        found.map(|(_, charset)| *charset)
    }

    /// Encodes a string. Fails if the encoding does not have one of its characters.
    pub(super) fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Bytes(charset) => charset.encode(text),
            Self::Hz => hz::encode(text),
            Self::Utf16 { big_endian, mark } => {
                let marked = if mark { "\u{feff}" } else { "" };
                let units = marked.encode_utf16().chain(text.encode_utf16());
                let bytes = if big_endian {
                    u16::to_be_bytes
                } else {
                    u16::to_le_bytes
                };
                Some(units.flat_map(bytes).collect())
            }
            Self::Public(_) if text.contains(is_private) => None,
            Self::Web(encoding) | Self::Public(encoding) => {
                let (bytes, _, has_unmappable) = encoding.encode(text);
                (!has_unmappable).then(|| bytes.into_owned())
            }
        }
    }

    /// Decodes bytes, with replacement characters for invalid ones.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Bytes(charset) => charset.decode(bytes),
            Self::Hz => hz::decode(bytes),
            Self::Utf16 { big_endian, mark } => {
                let (big_endian, bytes) = match bytes {
                    [0xfe, 0xff, rest @ ..] if mark => (true, rest),
                    [0xff, 0xfe, rest @ ..] if mark => (false, rest),
                    _ => (big_endian, bytes),
                };
                let unit = |pair: &[u8]| match *pair {
                    [first, second] if big_endian => u16::from_be_bytes([first, second]),
                    [first, second] => u16::from_le_bytes([first, second]),
                    // Half a code unit at the end.
                    _ => 0xfffd,
                };
                char::decode_utf16(bytes.chunks(2).map(unit))
                    .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect()
            }
            Self::Web(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Self::Public(encoding) => {
                let text = encoding.decode_without_bom_handling(bytes).0;
                text.replace(is_private, REPLACEMENT)
            }
        }
    }
}

const REPLACEMENT: &str = "\u{fffd}";

impl SingleByte {
    /// Returns the character of each byte, if it has one.
    fn characters(self) -> impl Iterator<Item = (u8, char)> {
        let all = |characters: &str| -> Vec<char> { characters.chars().collect() };
        let latin1 = || (0..=u8::MAX).map(char::from);
        let of_web = |encoding: &'static Encoding| {
            let bytes: Vec<u8> = (0..=u8::MAX).collect();
            all(&encoding.decode_without_bom_handling(&bytes).0)
        };
        let ascii = || latin1().take(0x80);
        let mut characters: Vec<char> = match self {
            Self::Ascii => ascii().collect(),
            Self::Latin1 => latin1().collect(),
            Self::Latin5 => {
                let of_windows = of_web(WINDOWS_1254);
                latin1()
                    .zip(of_windows)
                    .map(|(latin1, windows)| if is_upper_control(latin1) { latin1 } else { windows })
                    .collect()
            }
            Self::Web(encoding) => of_web(encoding)
                .into_iter()
                .map(|character| {
                    if is_upper_control(character) {
                        char::REPLACEMENT_CHARACTER
                    } else {
                        character
                    }
                })
                .collect(),
            Self::Page(upper) => ascii().chain(upper.iter().copied()).collect(),
            Self::Ebcdic(_) => IBM037.map(char::from).to_vec(),
        };
        if let Self::Ebcdic(changes) = self {
            for (byte, character) in changes {
                if let Some(place) = characters.get_mut(usize::from(*byte)) {
                    *place = *character;
                }
            }
        }
        (0..=u8::MAX)
            .zip(characters)
            .filter(|(_, character)| *character != char::REPLACEMENT_CHARACTER)
    }

    fn encode(self, text: &str) -> Option<Vec<u8>> {
        let mut bytes: Vec<(char, u8)> = self
            .characters()
            .map(|(byte, character)| (character, byte))
            .collect();
        bytes.sort_unstable();
        text.chars()
            .map(|character| {
                let found = bytes.binary_search_by_key(&character, |(known, _)| *known).ok()?;
                bytes.get(found).map(|(_, byte)| *byte)
            })
            .collect()
    }

    fn decode(self, bytes: &[u8]) -> String {
        let mut characters = [char::REPLACEMENT_CHARACTER; 256];
        for (byte, character) in self.characters() {
            characters[usize::from(byte)] = character;
        }
        bytes.iter().map(|byte| characters[usize::from(*byte)]).collect()
    }
}

/// Returns whether a character is a control character from 0x80 to 0x9f.
fn is_upper_control(character: char) -> bool {
    matches!(character, '\u{80}'..='\u{9f}')
}

const fn web(encoding: &'static Encoding) -> Charset {
    Charset::Bytes(SingleByte::Web(encoding))
}

const fn page(upper: &'static [char; 128]) -> Charset {
    Charset::Bytes(SingleByte::Page(upper))
}

const fn ebcdic(changes: &'static [(u8, char)]) -> Charset {
    Charset::Bytes(SingleByte::Ebcdic(changes))
}

const fn utf16(big_endian: bool, mark: bool) -> Charset {
    Charset::Utf16 { big_endian, mark }
}

/// The names of each encoding.
const NAMES: &[(&[&str], Charset)] = &[
    (&["UTF-8", "csUTF8"], Charset::Web(UTF_8)),
    (&["UTF-16", "csUTF16"], utf16(true, true)),
    (&["UTF-16BE", "csUTF16BE"], utf16(true, false)),
    (&["UTF-16LE", "csUTF16LE"], utf16(false, false)),
    (
        &[
            "US-ASCII",
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "ISO_646.irv:1991",
            "ISO646-US",
            "iso-ir-6",
            "us",
            "IBM367",
            "cp367",
            "csASCII",
        ],
        Charset::Bytes(SingleByte::Ascii),
    ),
    (
        &[
            "ISO-8859-1",
            "ISO_8859-1",
            "ISO_8859-1:1987",
            "iso-ir-100",
            "latin1",
            "l1",
            "IBM819",
            "CP819",
            "csISOLatin1",
        ],
        Charset::Bytes(SingleByte::Latin1),
    ),
    (
        &[
            "ISO-8859-2",
            "ISO_8859-2",
            "ISO_8859-2:1987",
            "iso-ir-101",
            "latin2",
            "l2",
            "csISOLatin2",
        ],
        web(ISO_8859_2),
    ),
    (
        &[
            "ISO-8859-3",
            "ISO_8859-3",
            "ISO_8859-3:1988",
            "iso-ir-109",
            "latin3",
            "l3",
            "csISOLatin3",
        ],
        web(ISO_8859_3),
    ),
    (
        &[
            "ISO-8859-4",
            "ISO_8859-4",
            "ISO_8859-4:1988",
            "iso-ir-110",
            "latin4",
            "l4",
            "csISOLatin4",
        ],
        web(ISO_8859_4),
    ),
    (
        &[
            "ISO-8859-5",
            "ISO_8859-5",
            "ISO_8859-5:1988",
            "iso-ir-144",
            "cyrillic",
            "csISOLatinCyrillic",
        ],
        web(ISO_8859_5),
    ),
    (
        &[
            "ISO-8859-6",
            "ISO_8859-6",
            "ISO_8859-6:1987",
            "iso-ir-127",
            "ECMA-114",
            "ASMO-708",
            "arabic",
            "csISOLatinArabic",
            "ISO-8859-6-E",
            "ISO_8859-6-E",
            "csISO88596E",
            "ISO-8859-6-I",
            "ISO_8859-6-I",
            "csISO88596I",
        ],
        web(ISO_8859_6),
    ),
    (
        &[
            "ISO-8859-7",
            "ISO_8859-7",
            "ISO_8859-7:1987",
            "iso-ir-126",
            "ELOT_928",
            "ECMA-118",
            "greek",
            "greek8",
            "csISOLatinGreek",
        ],
        web(ISO_8859_7),
    ),
    (
        &[
            "ISO-8859-8",
            "ISO_8859-8",
            "ISO_8859-8:1988",
            "iso-ir-138",
            "hebrew",
            "csISOLatinHebrew",
            "ISO-8859-8-E",
            "ISO_8859-8-E",
            "csISO88598E",
            "ISO-8859-8-I",
            "ISO_8859-8-I",
            "csISO88598I",
        ],
        web(ISO_8859_8),
    ),
    (
        &[
            "ISO-8859-9",
            "ISO_8859-9",
            "ISO_8859-9:1989",
            "iso-ir-148",
            "latin5",
            "l5",
            "csISOLatin5",
        ],
        Charset::Bytes(SingleByte::Latin5),
    ),
    (
        &[
            "ISO-8859-10",
            "ISO_8859-10:1992",
            "iso-ir-157",
            "latin6",
            "l6",
            "csISOLatin6",
        ],
        web(ISO_8859_10),
    ),
    (&["ISO-8859-13", "csISO885913"], web(ISO_8859_13)),
    (
        &[
            "ISO-8859-14",
            "ISO_8859-14",
            "ISO_8859-14:1998",
            "iso-ir-199",
            "iso-celtic",
            "latin8",
            "l8",
            "csISO885914",
        ],
        web(ISO_8859_14),
    ),
    (
        &["ISO-8859-15", "ISO_8859-15", "Latin-9", "csISO885915"],
        web(ISO_8859_15),
    ),
    (
        &[
            "ISO-8859-16",
            "ISO_8859-16",
            "ISO_8859-16:2001",
            "iso-ir-226",
            "latin10",
            "l10",
            "csISO885916",
        ],
        web(ISO_8859_16),
    ),
    (
        &[
            "IBM037",
            "cp037",
            "ebcdic-cp-us",
            "ebcdic-cp-ca",
            "ebcdic-cp-wt",
            "ebcdic-cp-nl",
            "csIBM037",
        ],
        ebcdic(&[]),
    ),
    (&["IBM1047", "IBM-1047", "csIBM1047"], ebcdic(IBM1047)),
    (
        &[
            "IBM01140",
            "CCSID01140",
            "CP01140",
            "ebcdic-us-37+euro",
            "csIBM01140",
        ],
        ebcdic(IBM01140),
    ),
    (
        &["IBM437", "cp437", "437", "csPC8CodePage437"],
        page(&DECODING_TABLE_CP437),
    ),
    (
        &["IBM850", "cp850", "850", "csPC850Multilingual"],
        page(&DECODING_TABLE_CP850),
    ),
    (
        &["IBM852", "cp852", "852", "csPCp852"],
        page(&DECODING_TABLE_CP852),
    ),
    (
        &["IBM855", "cp855", "855", "csIBM855"],
        page(&DECODING_TABLE_CP855),
    ),
    (
        &[
            "IBM00858",
            "CCSID00858",
            "CP00858",
            "PC-Multilingual-850+euro",
            "csIBM00858",
        ],
        page(&DECODING_TABLE_CP858),
    ),
    (
        &["IBM860", "cp860", "860", "csIBM860"],
        page(&DECODING_TABLE_CP860),
    ),
    (
        &["IBM862", "cp862", "862", "csPC862LatinHebrew"],
        page(&DECODING_TABLE_CP862),
    ),
    (
        &["IBM863", "cp863", "863", "csIBM863"],
        page(&DECODING_TABLE_CP863),
    ),
    (
        &["IBM865", "cp865", "865", "csIBM865"],
        page(&DECODING_TABLE_CP865),
    ),
    (&["IBM866", "cp866", "866", "csIBM866"], web(IBM866)),
    (&["KOI8-R", "csKOI8R"], web(KOI8_R)),
    (&["KOI8-U", "csKOI8U"], web(KOI8_U)),
    (&["macintosh", "mac", "csMacintosh"], web(MACINTOSH)),
    (&["windows-874", "cswindows874"], web(WINDOWS_874)),
    (&["windows-1250", "cswindows1250"], web(WINDOWS_1250)),
    (&["windows-1251", "cswindows1251"], web(WINDOWS_1251)),
    (&["windows-1252", "cswindows1252"], web(WINDOWS_1252)),
    (&["windows-1253", "cswindows1253"], web(WINDOWS_1253)),
    (&["windows-1254", "cswindows1254"], web(WINDOWS_1254)),
    (&["windows-1255", "cswindows1255"], web(WINDOWS_1255)),
    (&["windows-1256", "cswindows1256"], web(WINDOWS_1256)),
    (&["windows-1257", "cswindows1257"], web(WINDOWS_1257)),
    (&["windows-1258", "cswindows1258"], web(WINDOWS_1258)),
    (&["Big5", "csBig5"], Charset::Web(BIG5)),
    (
        &[
            "EUC-JP",
            "Extended_UNIX_Code_Packed_Format_for_Japanese",
            "csEUCPkdFmtJapanese",
        ],
        Charset::Web(EUC_JP),
    ),
    (&["EUC-KR", "csEUCKR"], Charset::Web(EUC_KR)),
    (&["GB18030", "csGB18030"], Charset::Web(GB18030)),
    (
        &["GBK", "CP936", "MS936", "windows-936", "csGBK"],
        Charset::Public(GBK),
    ),
    (&["HZ-GB-2312"], Charset::Hz),
    (&["ISO-2022-JP", "csISO2022JP"], Charset::Web(ISO_2022_JP)),
    (
        &["Shift_JIS", "MS_Kanji", "csShiftJIS"],
        Charset::Public(SHIFT_JIS),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_one_encoding() {
        let mut names: Vec<String> = NAMES
            .iter()
            .flat_map(|(names, _)| names.iter().map(|name| name.to_ascii_lowercase()))
            .collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn what_a_byte_stands_for_is_encoded_as_that_byte() {
        let mut pages = 0;
        for (names, charset) in NAMES {
            if !matches!(charset, Charset::Bytes(_)) {
                continue;
            }
            pages += 1;
            for byte in 0..=u8::MAX {
                let text = charset.decode(&[byte]);
                assert_eq!(text.chars().count(), 1, "{names:?} {byte:#x}");
                let encoded = charset.encode(&text);
                if text == REPLACEMENT {
                    assert_eq!(encoded, None, "{names:?} {byte:#x}");
                } else {
                    assert_eq!(encoded, Some(vec![byte]), "{names:?} {byte:#x}");
                }
            }
        }
        assert_eq!(pages, 41);
    }

    #[test]
    fn code_pages_differ_where_they_should() {
        let encoded = |name: &str, text: &str| Charset::named(name).and_then(|charset| charset.encode(text));
        assert_eq!(encoded("cp437", "Çé║"), Some(vec![0x80, 0x82, 0xba]));
        assert_eq!(encoded("850", "ı"), Some(vec![0xd5]));
        assert_eq!(encoded("IBM00858", "€"), Some(vec![0xd5]));
        assert_eq!(encoded("IBM00858", "ı"), None);
        assert_eq!(
            encoded("ebcdic-cp-us", "A1[¤"),
            Some(vec![0xc1, 0xf1, 0xba, 0x9f])
        );
        assert_eq!(encoded("IBM1047", "A1[¤"), Some(vec![0xc1, 0xf1, 0xad, 0x9f]));
        assert_eq!(encoded("IBM01140", "€"), Some(vec![0x9f]));
        assert_eq!(encoded("US-ASCII", "é"), None);
        assert_eq!(encoded("GBK", "\u{e000}"), None);
        for unknown in ["GB2312", "ASCII", "UTF8", "cp1252", "utf-32", ""] {
            assert!(Charset::named(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn hz_switches_between_ascii_and_chinese() {
        let texts = [
            ("a中b文", "a~{VP~}b~{ND"),
            ("~中~文\n", "~~~{VP~~ND~}\n"),
            ("", ""),
        ];
        for (text, bytes) in texts {
            assert_eq!(
                Charset::Hz.encode(text),
                Some(bytes.as_bytes().to_vec()),
                "{text}"
            );
            assert_eq!(Charset::Hz.decode(bytes.as_bytes()), text);
        }
        assert_eq!(Charset::Hz.encode("日本語"), None);
        assert_eq!(Charset::Hz.decode(b"a~\nb~{VP~\nND~}"), "ab中文");
        for wrong in [&b"~"[..], b"~x", b"~{V", b"~{V~}", b"\x80", b"~{\n~}", b"~{{!~}"] {
            assert!(Charset::Hz.decode(wrong).contains(REPLACEMENT), "{wrong:?}");
        }
    }
}
