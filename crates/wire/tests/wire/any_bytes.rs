//! The check of the fuzz target, on messages that are wrong in as many ways.

use crate::support::check;

/// Messages to check, whole, cut off after every byte, and with each byte replaced by some others.
const MESSAGES: &[&[u8]] = &[
    b"[\"list\",[\"map\",\"number\"]]\n\x92\x82\xa1a\x01\xa1b\xcb\x3f\xf8\0\0\0\0\0\0\x82\xa1a\xa31e9\xa1b\xd4\0\0",
    b"[\"object\",{\"a\":\"dynamic\",\"b\":[\"set\",\"string\"]},[\"a\"]]\n\x82\xa1a\x92\xc4\x08\"string\"\xa1x\xa1b\x93\xa1y\xa1x\xc0",
    b"\"string\"\n\xc7\x06\x0c\x82\x01\xc2\x02\xa1i",
    b"\"number\"\n\xc7\x0b\x0c\x83\x01\xc2\x03\x92\x01\xc3\x04\x92\xcc\xff\xc2",
    b"[\"list\",\"bool\"]\n\xc7\x04\x0c\x82\x05\x02\x06\x03",
    b"[\"tuple\",[\"number\",\"dynamic\"]]\n[1e400, {\"type\": [\"map\",\"bool\"], \"value\": {\"a\": \"true\"}}]",
    b"[\"object\",{\"a\":\"number\"}]\n{\"a\": \"0x1\", \"b\": [\"\\ud83d\\ude00\", null, {}]}",
];

#[test]
fn wrong_messages_and_their_beginnings() {
    for message in MESSAGES {
        for end in 0..=message.len() {
            check::check(&message[..end]);
        }
        for at in 0..message.len() {
            for byte in [
                0, b'\n', b'"', 0x7f, 0x80, 0x93, 0xa2, 0xc1, 0xc7, 0xd9, 0xdc, 0xdf, 0xff,
            ] {
                let mut changed = message.to_vec();
                changed[at] = byte;
                check::check(&changed);
            }
        }
    }
}
