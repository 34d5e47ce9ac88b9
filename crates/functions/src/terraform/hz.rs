//! HZ (RFC 1843): GB 2312 in seven bits, between `~{` and `~}`.

use encoding_rs::{GB18030, GBK};

/// Encodes a string. Fails if a character is neither in ASCII nor in GB 2312.
///
/// The result may end in Chinese mode, without a last `~}`.
pub(super) fn encode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut is_chinese = false;
    for character in text.chars() {
        match u8::try_from(character) {
            Ok(b'~') => bytes.extend(b"~~"),
            Ok(byte) if byte.is_ascii() => {
                if is_chinese {
                    bytes.extend(b"~}");
                    is_chinese = false;
                }
                bytes.push(byte);
            }
            _ => {
                let (first, second) = seven_bits(character)?;
                if !is_chinese {
                    bytes.extend(b"~{");
                    is_chinese = true;
                }
                bytes.extend([first, second]);
            }
        }
    }
    Some(bytes)
}

fn seven_bits(character: char) -> Option<(u8, u8)> {
    let mut buffer = [0; 4];
    let (bytes, _, has_unmappable) = GB18030.encode(character.encode_utf8(&mut buffer));
    match *bytes {
        [first @ 0xa1..=0xfe, second @ 0xa1..=0xfe] if !has_unmappable && !is_private(character) => {
            Some((first & 0x7f, second & 0x7f))
        }
        _ => None,
    }
}

/// Decodes bytes, with replacement characters for invalid ones.
pub(super) fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut is_chinese = false;
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return text,
            [b'~', b'{', rest @ ..] => {
                is_chinese = true;
                rest
            }
            [b'~', b'}', rest @ ..] => {
                is_chinese = false;
                rest
            }
            [b'~', b'\n', rest @ ..] => rest,
            [b'~', b'~', rest @ ..] => {
                text.push('~');
                rest
            }
            [first @ 0x21..=0x7d, second @ 0x21..=0x7e, rest @ ..] if is_chinese => {
                let pair = [first | 0x80, second | 0x80];
                let character = GBK.decode_without_bom_handling(&pair).0;
                text.push_str(if character.contains(is_private) {
                    "\u{fffd}"
                } else {
                    &character
                });
                rest
            }
            [byte, rest @ ..] => {
                let is_single = !is_chinese && byte.is_ascii() && *byte != b'~';
                text.push(if is_single {
                    char::from(*byte)
                } else {
                    char::REPLACEMENT_CHARACTER
                });
                rest
            }
        };
    }
}

/// Returns whether a character is a private use character.
pub(super) fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}')
}
