//! Canonical layout: indentation, spaces between tokens, and columns.
//!
//! The layout depends on the tokens alone and not on the spaces between them, except for spaces at the end of a
//! source without a final line ending. So formatting is idempotent. Nothing but spaces changes, and a byte order mark at the
//! start is left out: literals, heredocs, comments and blank lines stay, and no two tokens are ever joined into another one.

mod lines;
mod spacing;
mod style;
mod wrap;

use hcl2_diagnostics::Error;

use crate::Limits;
use crate::lexer::{Start, TokenKind, Tokens, lex};
use crate::tree::{File, TextRange};

pub use style::Style;

use lines::Line;

/// Maximum bytes of spaces in a layout, for each byte of the rest.
const SPACES_PER_BYTE: u64 = 64;

/// Spaces that every layout may have, in bytes.
const SPACES_IN_ANY: u64 = 1 << 20;

/// The byte order mark, which is valid at the start of a source only.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Formats a source in canonical layout.
///
/// The source may have errors: the parts that can be read are formatted. A source of more than [`Limits::MAX_SOURCE_BYTES`] is
/// returned unchanged. If brackets are nested so deeply, or lines are so long, that their spaces would exceed 64 times
/// the rest plus a mebibyte, nothing is indented or aligned.
///
/// # Examples
///
/// ```
/// let text = b"service \"api\" {\nport=80\n  protocol=  \"tcp\" # always\n}\n";
/// let wanted = b"service \"api\" {\n  port     = 80\n  protocol = \"tcp\" # always\n}\n";
/// assert_eq!(hcl2_native::format(text), wanted);
/// ```
#[must_use]
pub fn format(text: &[u8]) -> Vec<u8> {
    match u32::try_from(text.len()) {
        Ok(length) if length <= Limits::MAX_SOURCE_BYTES => {
            let tokens = lex(text, TextRange::new(0, length), Start::Code);
            let mut output = Vec::with_capacity(text.len() + text.len() / 8);
            lay_out(text, &tokens, Style::default(), &mut output);
            output
        }
        _ => text.to_vec(),
    }
}

/// Formats one expression in canonical layout.
///
/// # Errors
///
/// The problems of the expression, whose codes are those of `hcl2::syntax` and `hcl2::source`.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_native::format_expression("[ a,f( b ) ]")?, "[a, f(b)]");
/// assert_eq!(hcl2_native::format_expression("1 +").unwrap_err().to_string(), "expression:1:4: error[hcl2::syntax::expected-expression]: Missing value\n  1 | 1 +\n    |    ^\n  Expected a value before the end of the source.");
/// # Ok::<(), hcl2_native::diagnostics::Error>(())
/// ```
pub fn format_expression(text: &str) -> Result<String, Error> {
    Style::default().format_expression(text)
}

/// Formats a parsed file in canonical layout. Equivalent to [`format`](fn@format), but does not read the source again.
/// Returns parts of the source that were not parsed unchanged.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
///
/// let source = SourceMap::new().add("app.hcl", "a  = [ 1,2 ]\n")?;
/// let parsed = hcl2_native::parse_file(&source);
/// assert_eq!(hcl2_native::format_file(&parsed.value), b"a = [1, 2]\n");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn format_file(file: &File) -> Vec<u8> {
    let (text, parsed) = (file.bytes(), file.range());
    let end = (parsed.end as usize).min(text.len());
    let start = (parsed.start as usize).min(end);
    let mut output = Vec::with_capacity(text.len() + text.len() / 8);
    output.extend_from_slice(&text[..start]);
    lay_out(&text[..end], file.tokens(), Style::default(), &mut output);
    output.extend_from_slice(&text[end..]);
    output
}

/// A token other than a space.
#[derive(Clone, Copy, Debug)]
struct Piece {
    kind: TokenKind,
    /// Whether a space comes before the token, unless its line needs more of them.
    spaced: bool,
    range: TextRange,
}

fn lay_out(text: &[u8], tokens: &Tokens, style: Style, output: &mut Vec<u8>) {
    let (pieces, mut trailing) = spacing::space(text, tokens);
    let start = tokens.get(0).map_or(0, |token| token.range.start);
    if pieces
        .first()
        .is_some_and(|first| text[first.range.as_range()] == *BYTE_ORDER_MARK)
    {
        // What is before the mark makes it an error; without that it would be valid.
        output.extend_from_slice(&text[start as usize..]);
        return;
    }
    if tokens
        .get(0)
        .is_some_and(|first| first.kind == TokenKind::ByteOrderMark)
    {
        // The mark is left out, as by the reference, for which it is three spaces in a source without anything else.
        if pieces.is_empty() {
            trailing += BYTE_ORDER_MARK.len();
        }
    }
    let mut lines = lines::split(text, &pieces, u32::from(style.indentation));
    if style.align {
        lines::align(&mut lines);
    }
    let rest: u64 = pieces.iter().map(|piece| u64::from(piece.range.len())).sum();
    if lines::spaces(&lines) > rest * SPACES_PER_BYTE + SPACES_IN_ANY {
        lines::flatten(&mut lines);
    }
    let mut writer = Writer {
        text,
        output,
        run: TextRange::empty(start),
    };
    for line in &lines {
        writer.line(line, &pieces);
    }
    writer.flush();
    output.resize(output.len() + trailing, b' ');
}

/// Writes pieces, and copies runs of pieces that are laid out already at once.
struct Writer<'a> {
    text: &'a [u8],
    output: &'a mut Vec<u8>,
    /// The bytes of the current run.
    run: TextRange,
}

impl Writer<'_> {
    fn line(&mut self, line: &Line, pieces: &[Piece]) {
        for (index, piece) in pieces[line.pieces()].iter().enumerate() {
            let spaces = line.spaces_before(index).unwrap_or(u32::from(piece.spaced));
            self.piece(spaces, piece.range);
        }
    }

    #[inline]
    fn piece(&mut self, spaces: u32, range: TextRange) {
        let between = TextRange::new(self.run.end, range.start);
        let stands =
            between.len() == spaces && self.text[between.as_range()].iter().all(|byte| *byte == b' ');
        if stands {
            self.run.end = range.end;
        } else {
            self.flush();
            self.output.resize(self.output.len() + spaces as usize, b' ');
            self.run = range;
        }
    }

    fn flush(&mut self) {
        self.output.extend_from_slice(&self.text[self.run.as_range()]);
    }
}
