//! Canonical layout: indentation, spaces between tokens, and columns.
//!
//! The layout follows from the tokens alone. How a text was spaced before has no part in it, except for spaces that
//! end the text without a line ending; so formatting twice is formatting once. Nothing but spaces changes: literal
//! text, heredocs, comments and blank lines stay, and no two tokens ever come so close that they would read as
//! another one.

mod lines;
mod spacing;
mod style;
mod wrap;

use crate::Limits;
use crate::lexer::{Start, TokenKind, Tokens, lex};
use crate::tree::{File, TextRange};

pub use style::{Style, format_with};

use lines::Line;

/// How many bytes of spaces the layout may ask for, for each byte of the rest.
const SPACES_PER_BYTE: u64 = 64;

/// Spaces that the layout may ask for in any text, in bytes.
const SPACES_IN_ANY: u64 = 1 << 20;

/// The character that may stand at the start of a text and nowhere else.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// A text in canonical layout.
///
/// It need not be right: where it has errors, what can be read is laid out. Text of more than [`Limits::MAX_SOURCE_BYTES`]
/// comes back as it is. Where brackets stand so deep or lines are so long that the spaces for them would be more
/// than 64 times the rest and a mebibyte, there is no indentation and nothing is aligned.
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

/// The text of a file that is parsed already, in canonical layout; as [`format`](fn@format), without reading it
/// again. What was not parsed of the text comes back as it is.
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

/// A token that is no space.
#[derive(Clone, Copy, Debug)]
struct Piece {
    kind: TokenKind,
    /// Whether a space comes before it, where its line does not ask for more of them.
    spaced: bool,
    range: TextRange,
}

fn lay_out(text: &[u8], tokens: &Tokens, style: Style, output: &mut Vec<u8>) {
    let (pieces, trailing) = spacing::space(text, tokens);
    let start = tokens.get(0).map_or(0, |token| token.range.start);
    if pieces
        .first()
        .is_some_and(|first| text[first.range.as_range()] == *BYTE_ORDER_MARK)
    {
        // At the start of the text it would be no error any more.
        output.extend_from_slice(&text[start as usize..]);
        return;
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

/// Writes pieces, those that stand as wanted already together.
struct Writer<'a> {
    text: &'a [u8],
    output: &'a mut Vec<u8>,
    /// The bytes that are still to be written.
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
