//! Spaces between the tokens of a line.

use super::Piece;
use crate::lexer::{TokenKind, Tokens};

/// Returns the tokens other than spaces, each with whether a space comes before it, and the number of spaces at the end
/// of the source, in bytes.
pub(super) fn space(text: &[u8], tokens: &Tokens) -> (Vec<Piece>, usize) {
    let mut pieces: Vec<Piece> = Vec::with_capacity(tokens.len());
    // The kind of the last but one token of the line.
    let mut before = None;
    let mut at_line_start = true;
    // The spaces since the last token, in bytes.
    let mut gap = 0;
    for token in tokens.iter() {
        match token.kind {
            TokenKind::Space => {
                gap = token.range.len() as usize;
                continue;
            }
            TokenKind::ByteOrderMark => continue,
            TokenKind::End => break,
            _ => {}
        }
        let mut piece = Piece {
            kind: token.kind,
            spaced: false,
            range: token.range,
        };
        let last = pieces.last().filter(|_| !at_line_start).copied();
        if let Some(last) = last {
            piece.spaced = if is_unreadable(last.kind) || is_unreadable(piece.kind) {
                gap > 0
            } else {
                is_spaced(text, before, last, piece.kind) || would_join(text, &pieces, piece)
            };
        }
        before = last.map(|last| last.kind);
        at_line_start = ends_line(text, piece);
        gap = 0;
        pieces.push(piece);
    }
    (pieces, gap)
}

/// Returns whether a line ends with this token.
pub(super) fn ends_line(text: &[u8], piece: Piece) -> bool {
    match piece.kind {
        TokenKind::Newline => true,
        // A comment up to the end of its line includes the line ending, and so does an unclosed quoted string.
        TokenKind::Comment | TokenKind::BrokenQuote => text[piece.range.as_range()].ends_with(b"\n"),
        _ => false,
    }
}

/// Returns by how much a token changes the number of open brackets.
pub(super) const fn bracket_change(kind: TokenKind) -> i32 {
    match kind {
        TokenKind::OpenBrace
        | TokenKind::OpenBracket
        | TokenKind::OpenParen
        | TokenKind::OpenInterpolation
        | TokenKind::OpenDirective => 1,
        TokenKind::CloseBrace
        | TokenKind::CloseBracket
        | TokenKind::CloseParen
        | TokenKind::CloseSequence => -1,
        _ => 0,
    }
}

/// Returns whether a token may be part of a literal, so that the spaces around it must stay.
const fn is_unreadable(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Invalid | TokenKind::InvalidUtf8 | TokenKind::QuotedNewline | TokenKind::BrokenQuote
    )
}

/// Returns whether the style has a space between `last` and `next`. `before` precedes `last` in its line.
#[inline]
fn is_spaced(text: &[u8], before: Option<TokenKind>, last: Piece, next: TokenKind) -> bool {
    use TokenKind as Kind;
    match (last.kind, next) {
        (_, Kind::Newline)
        | (Kind::Identifier, Kind::OpenParen | Kind::DoubleColon)
        | (Kind::DoubleColon, Kind::Identifier)
        | (Kind::Dot, _)
        | (_, Kind::Dot | Kind::Comma | Kind::Ellipsis) => false,
        (Kind::Comma, _) => true,
        (Kind::QuotedLiteral | Kind::StringLiteral | Kind::OpenQuote | Kind::OpenHeredoc, _)
        | (_, Kind::QuotedLiteral | Kind::StringLiteral | Kind::CloseQuote | Kind::CloseHeredoc) => false,
        // After `for x in`, a bracket starts a collection, not an index.
        (Kind::Identifier, _)
            if before == Some(Kind::Identifier) && &text[last.range.as_range()] == b"in" =>
        {
            true
        }
        (Kind::Identifier | Kind::Number, Kind::OpenBracket) => false,
        (closed, Kind::OpenBracket) if bracket_change(closed) < 0 => false,
        (Kind::Not, _) => false,
        (Kind::Minus, _) => before.is_some_and(ends_operand),
        (Kind::OpenBrace, Kind::CloseBrace) => false,
        (Kind::OpenBrace, _) | (_, Kind::CloseBrace) => true,
        (Kind::OpenInterpolation | Kind::OpenDirective, Kind::OpenBrace)
        | (Kind::CloseBrace, Kind::CloseSequence) => true,
        (Kind::CloseSequence, Kind::OpenInterpolation | Kind::OpenDirective) => false,
        (opened, _) if bracket_change(opened) > 0 => false,
        (_, closed) => bracket_change(closed) >= 0,
    }
}

/// Returns whether a minus after this token subtracts, as far as one token shows. Otherwise it negates.
const fn ends_operand(kind: TokenKind) -> bool {
    use TokenKind as Kind;
    !matches!(
        kind,
        Kind::OpenParen
            | Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::Equal
            | Kind::Colon
            | Kind::Comma
            | Kind::Question
            | Kind::Plus
            | Kind::Star
            | Kind::Slash
            | Kind::Percent
            | Kind::Minus
            | Kind::EqualEqual
            | Kind::NotEqual
            | Kind::Greater
            | Kind::GreaterEqual
            | Kind::Less
            | Kind::LessEqual
            | Kind::And
            | Kind::Or
            | Kind::Not
    )
}

/// Returns whether `next` would become part of another token right after `pieces`. In a source without errors, no such
/// tokens meet where the style has no space.
#[inline]
fn would_join(text: &[u8], pieces: &[Piece], next: Piece) -> bool {
    use TokenKind as Kind;
    let [.., last] = pieces else { return false };
    match (last.kind, next.kind) {
        (Kind::Not, Kind::Equal | Kind::EqualEqual | Kind::FatArrow)
        | (Kind::OpenInterpolation | Kind::OpenDirective, Kind::BitNot)
        | (Kind::BitNot, Kind::CloseSequence)
        | (Kind::Dot, Kind::Ellipsis) => true,
        (Kind::OpenInterpolation | Kind::OpenDirective, Kind::CloseSequence) => {
            text[next.range.as_range()].starts_with(b"~")
        }
        (Kind::Dot, Kind::Dot) => matches!(
            pieces,
            [.., Piece { kind: Kind::Dot, .. }, Piece { spaced: false, .. }]
        ),
        (Kind::Dot | Kind::Ellipsis, Kind::Number | Kind::Identifier) => {
            would_join_number(text, pieces, next)
        }
        _ => false,
    }
}

/// Returns the same as [`would_join`], for `pieces` that end with a dot: a number may continue after dots.
fn would_join_number(text: &[u8], pieces: &[Piece], next: Piece) -> bool {
    use TokenKind as Kind;
    let continues = match &text[next.range.as_range()] {
        [b'0'..=b'9', ..] => true,
        [b'e' | b'E', second, ..] => second.is_ascii_digit(),
        _ => false,
    };
    let dots = pieces
        .iter()
        .rev()
        .take_while(|piece| matches!(piece.kind, Kind::Dot | Kind::Ellipsis) && !piece.spaced)
        .count();
    match &pieces[..pieces.len() - dots] {
        // In `list.0.1` each number is an index, whether the lexer reads one token or two.
        [
            ..,
            Piece { kind: Kind::Dot, .. },
            Piece {
                kind: Kind::Number,
                spaced: false,
                ..
            },
        ] if dots == 1 && next.kind == Kind::Number => false,
        [
            ..,
            Piece {
                kind: Kind::Number, ..
            },
        ] => continues,
        _ => false,
    }
}
