//! The comments of a file.

use hcl2::diagnostics::Span;
use hcl2::native::lexer::{Token, TokenKind, comment_text};
use hcl2::native::tree::{File, TextRange};

/// Returns the comments on the lines above an item, and the one beside its last line, without markers.
pub(crate) fn comments_of(file: &File, item: Span) -> (Vec<String>, Option<String>) {
    let tokens = file.tokens();
    let mut above = Vec::new();
    let mut index = tokens.index_at(item.start);
    let mut empty_lines = 0;
    while let Some(token) = index.checked_sub(1).and_then(|index| tokens.get(index)) {
        index -= 1;
        match token.kind {
            TokenKind::Space => {}
            TokenKind::Newline => empty_lines += 1,
            TokenKind::Comment => {
                let text = file.str(token.range);
                let ends_line = text.ends_with('\n');
                let is_next = if ends_line {
                    empty_lines == 0
                } else {
                    empty_lines == 1
                };
                if !is_next || !starts_line(file, index) {
                    break;
                }
                empty_lines = 0;
                above.push(token);
            }
            _ => break,
        }
    }
    let above = above
        .into_iter()
        .rev()
        .flat_map(|token| lines_of(file, token))
        .collect();
    let mut index = tokens.index_at(item.end);
    let mut beside = None;
    while let Some(token) = tokens.get(index) {
        match token.kind {
            TokenKind::Space | TokenKind::Comma => index += 1,
            TokenKind::Comment => {
                beside = Some(lines_of(file, token).join(" "));
                break;
            }
            _ => break,
        }
    }
    (above, beside)
}

/// Returns whether only spaces precede the token on its line.
fn starts_line(file: &File, index: usize) -> bool {
    let tokens = file.tokens();
    let before = (0..index).rev().filter_map(|index| tokens.get(index));
    for token in before {
        match token.kind {
            TokenKind::Space | TokenKind::ByteOrderMark => {}
            TokenKind::Newline => return true,
            TokenKind::Comment => return file.str(token.range).ends_with('\n'),
            _ => return false,
        }
    }
    true
}

/// Returns the lines of a comment without its markers.
fn lines_of(file: &File, token: Token) -> Vec<String> {
    comment_text(file.str(token.range))
        .lines()
        .map(|line| line.trim().to_owned())
        .collect()
}

/// Returns every comment in a range of the file, without markers.
pub(crate) fn all_comments(file: &File, range: TextRange) -> Vec<(String, TextRange)> {
    let tokens = file.tokens();
    let mut index = tokens.index_at(range.start);
    let mut found = Vec::new();
    while let Some(token) = tokens.get(index).filter(|token| token.range.start < range.end) {
        if token.kind == TokenKind::Comment {
            found.push((comment_text(file.str(token.range)).to_owned(), token.range));
        }
        index += 1;
    }
    found
}
