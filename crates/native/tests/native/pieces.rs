//! A long source is lexed piece by piece, which must make no difference.

use crate::support::cases::cases;
use crate::support::dump::dump;
use crate::support::source;
use crate::support::texts::text;
use hcl2_native::lexer::{Start, lex};
use hcl2_native::tree::TextRange;
use hcl2_native::{Input, parse_file};
use proptest::prelude::*;

/// More bytes than are lexed at once, and more tokens than are kept.
const LONG: usize = 3 * 8192;

/// Returns blocks and a comment of `length` bytes together.
fn before(length: usize) -> Vec<u8> {
    let mut text = b"b {\n}\n".repeat(length / 12);
    text.push(b'#');
    text.resize(length - 1, b'x');
    text.push(b'\n');
    text
}

/// Asserts that `text` is read the same behind `length` bytes and without them. What is no text is reported as a whole.
fn check(text: &[u8], length: usize) {
    let mut long = before(length);
    long.extend(text);
    let source = source(long);
    let range = TextRange::new(length as u32, source.bytes().len() as u32);
    if source.not_text(source.span_of(range.start, range.end)).is_some() {
        return;
    }
    let whole = parse_file(&source);
    let part = parse_file(Input::part(&source, range));
    assert_eq!(whole.diagnostics, part.diagnostics);
    let (all, alone) = (dump(&whole.value), dump(&part.value));
    let items = alone.split_once('(').map_or("", |(_, items)| items);
    assert!(all.ends_with(items), "{items:?} does not end {all:?}");
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn any_source_is_read_the_same_wherever_a_piece_ends(text in text(), back in 0..80usize) {
        check(&text, LONG - back);
    }
}

#[test]
fn items_are_read_the_same_wherever_a_piece_ends() {
    for text in [
        "a = { b = [1, \"x ${c.d} y\"], (e) : f(g...) } # h\n",
        "a = <<-EOT\n  b ${c}\n  d\n  EOT\nb \"c\" d { e = 1 }\n",
        "a = [1,\nb = 2\n}\nc == 1\nd := 2 ; e = `f`\n",
        "a = \"b ${c\nd = \"e\"\nf \"g {\n}\n",
    ] {
        for back in 0..=text.len() {
            check(text.as_bytes(), LONG - back);
        }
    }
}

#[test]
fn all_tokens_of_a_long_source_are_available() {
    let text = before(LONG);
    let parsed = parse_file(&source(text.as_slice()));
    let tokens = lex(&text, TextRange::new(0, text.len() as u32), Start::Code);
    assert!(parsed.value.tokens().iter().eq(tokens.iter()));
    assert!(parsed.value.clone().tokens().iter().eq(tokens.iter()));
}
