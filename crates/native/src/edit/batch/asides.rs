//! Long comments, which a batch sets aside while it edits.

use std::collections::BTreeSet;

use super::super::Editor;
use crate::lexer::TokenKind;
use crate::tree::TextRange;

/// A comment, or several in lines of their own, and what stands in for it.
#[derive(Clone, Debug)]
pub struct Aside {
    /// The range, without the ending of the last line.
    pub range: TextRange,
    /// The source of the stand-in before its number, and after it.
    pub stand_in: (&'static str, String),
    /// The spaces before each line if the comments are in lines of their own.
    pub indentation: Option<String>,
}

/// The comments that are set aside, by their numbers.
#[derive(Debug)]
pub(super) struct Shelf {
    /// What encloses the number of a stand-in: a character that the file does not have.
    mark: char,
    asides: Vec<Stored>,
}

#[derive(Debug)]
struct Stored {
    text: String,
    /// The length of the stand-in before its first mark.
    before: usize,
    stand_in: String,
    indentation: Option<String>,
}

impl Shelf {
    /// Sets parts of a source aside, and returns what is left. Returns `None` without parts.
    pub(super) fn new(text: &str, asides: Vec<Aside>) -> Option<(Self, String)> {
        if asides.is_empty() {
            return None;
        }
        // Characters for private use.
        let mark = ('\u{e000}'..='\u{f8ff}').find(|mark| !text.contains(*mark))?;
        let (mut left, mut end) = (String::new(), 0);
        let mut shelf = Self {
            mark,
            asides: Vec::with_capacity(asides.len()),
        };
        for (number, aside) in asides.into_iter().enumerate() {
            let (before, after) = aside.stand_in;
            let stand_in = format!("{before}{mark}{number}{mark}{after}");
            left.push_str(text.get(end..aside.range.start as usize)?);
            left.push_str(&stand_in);
            end = aside.range.end as usize;
            shelf.asides.push(Stored {
                text: text.get(aside.range.as_range())?.to_owned(),
                before: before.len(),
                stand_in,
                indentation: aside.indentation,
            });
        }
        left.push_str(text.get(end..)?);
        Some((shelf, left))
    }

    /// Returns whether an edit of `before` left or removed stand-ins, and did nothing else with them.
    pub(super) fn allows(&self, before: &str, after: &str) -> bool {
        let (Some(before), Some(after)) = (self.stand_ins(before), self.stand_ins(after)) else {
            return false;
        };
        let mut present: BTreeSet<usize> = before.into_iter().map(|(_, number)| number).collect();
        after.into_iter().all(|(_, number)| present.remove(&number))
    }

    /// Returns a source with the comments in place of their stand-ins.
    pub(super) fn restored(&self, text: &str) -> String {
        let (mut restored, mut end) = (String::new(), 0);
        for (start, number) in self.stand_ins(text).unwrap_or_default() {
            let Some(aside) = self.asides.get(number) else {
                continue;
            };
            restored.push_str(&text[end..start]);
            match &aside.indentation {
                Some(indentation) => {
                    let (from, to) = (
                        format!("\n{indentation}"),
                        format!("\n{}", line_before(text, start)),
                    );
                    restored.push_str(&aside.text.replace(&from, &to));
                }
                None => restored.push_str(&aside.text),
            }
            end = start + aside.stand_in.len();
        }
        restored.push_str(&text[end..]);
        restored
    }

    /// Returns the offsets of the stand-ins in a source with their numbers, or `None` if one of them has changed.
    fn stand_ins(&self, text: &str) -> Option<Vec<(usize, usize)>> {
        let mut found = Vec::new();
        let mut marks = text.match_indices(self.mark);
        while let Some((open, mark)) = marks.next() {
            let (close, _) = marks.next()?;
            let number: usize = text[open + mark.len()..close].parse().ok()?;
            let aside = self.asides.get(number)?;
            let start = open.checked_sub(aside.before)?;
            let is_moved_as_lines = aside.indentation.is_none() || line_before(text, start).trim().is_empty();
            if !is_moved_as_lines || !text.get(start..)?.starts_with(&aside.stand_in) {
                return None;
            }
            found.push((start, number));
        }
        Some(found)
    }
}

/// Returns the line with an offset up to the offset.
fn line_before(text: &str, offset: usize) -> &str {
    let before = &text[..offset];
    before.rsplit('\n').next().unwrap_or(before)
}

impl Editor {
    /// Returns the comments with more than a number of bytes, and lines of comments with more together.
    pub(in super::super) fn long_comments(&self, bytes: u32) -> Vec<Aside> {
        let ending = if self.has_carriage_returns() { "\r\n" } else { "\n" };
        let mut asides: Vec<Aside> = Vec::new();
        // The indentation of a comment that is first in its line, and whether the comment before it was, too.
        let (mut indentation, mut goes_on) = (Some(""), false);
        for token in self.file.tokens().iter() {
            let text = self.file.str(token.range);
            let is_line = token.kind == TokenKind::Comment && !text.starts_with("/*");
            if token.kind == TokenKind::Space && indentation == Some("") {
                indentation = Some(text);
                continue;
            }
            if is_line {
                let end = token.range.start + text.strip_suffix(ending).unwrap_or(text).len() as u32;
                let is_ended = text.ends_with(ending) || !text.ends_with('\n');
                match asides.last_mut() {
                    Some(lines) if goes_on && is_ended && lines.indentation.as_deref() == indentation => {
                        lines.range.end = end;
                    }
                    _ if is_ended => asides.push(Aside {
                        range: TextRange::new(token.range.start, end),
                        stand_in: ("#", String::new()),
                        indentation: indentation.map(str::to_owned),
                    }),
                    _ => {}
                }
                goes_on = is_ended && indentation.is_some();
                indentation = Some("");
                continue;
            }
            if token.kind == TokenKind::Comment {
                asides.extend(block_comment(text, ending).map(|after| Aside {
                    range: token.range,
                    stand_in: ("/*", after),
                    indentation: None,
                }));
            }
            goes_on = false;
            indentation = (token.kind == TokenKind::Newline).then_some("");
        }
        asides.retain(|aside| aside.range.len() > bytes);
        asides
    }
}

/// Returns the end of the stand-in for a block comment: the starts of the lines that edits look at. Returns `None` if an edit
/// may change its line endings.
fn block_comment(text: &str, ending: &str) -> Option<String> {
    if ending == "\r\n" && text.replace(ending, "").contains('\n') {
        return None;
    }
    let lines: Vec<&str> = text.split('\n').skip(1).collect();
    let last = lines.last().filter(|_| lines.len() > 1);
    let mut end = String::new();
    for line in lines.first().into_iter().chain(last) {
        let line = line.trim_end_matches('\r');
        let code = line.trim_start();
        end.push_str(ending);
        end.push_str(&line[..line.len() - code.len()]);
        end.extend(code.starts_with('}').then_some('}'));
    }
    end.push_str("*/");
    Some(end)
}
