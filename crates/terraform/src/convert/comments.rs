//! Comments in native syntax, by the body they belong to.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_native::lexer::TokenKind;
use hcl2_native::tree::{BodyId, File, Item, TextRange};

use super::shape_of;
use super::value_json::is_in_text;
use crate::shape::{Member, Shape};

/// The comments of a file outside the source text of expressions.
#[derive(Default)]
pub(super) struct Comments {
    texts: HashMap<BodyId, String>,
}

impl Comments {
    /// Assigns the comments of a file to bodies below `root`.
    pub(super) fn of(file: &Arc<File>, root: BodyId, shape: Shape<'_>) -> Self {
        let comments: Vec<TextRange> = file
            .tokens()
            .iter()
            .filter(|token| token.kind == TokenKind::Comment)
            .map(|token| token.range)
            .collect();
        let mut sorter = Sorter {
            file,
            comments: &comments,
            result: Self::default(),
        };
        if !comments.is_empty() {
            let heading = sorter.heading();
            sorter.add_to(root, heading);
            sorter.body(root, shape, u32::MAX);
        }
        sorter.result
    }

    /// Returns the comments of a body, joined by newlines.
    pub(super) fn of_body(&self, body: BodyId) -> Option<&str> {
        self.texts.get(&body).map(String::as_str)
    }
}

struct Sorter<'f> {
    file: &'f Arc<File>,
    /// The comments that are not assigned yet.
    comments: &'f [TextRange],
    result: Comments,
}

impl<'f> Sorter<'f> {
    /// Takes the comments at the start of a file that are followed by a blank line.
    fn heading(&mut self) -> &'f [TextRange] {
        let text = |start: u32, end: u32| self.file.str(TextRange::new(start, end));
        let end = self.file.range().end;
        let Some(first) = self.comments.first() else {
            return &[];
        };
        if !text(0, first.start).trim_matches('\u{feff}').trim().is_empty() {
            return &[];
        }
        for (index, comment) in self.comments.iter().enumerate() {
            let next = self.comments.get(index + 1).map_or(end, |next| next.start);
            // A comment includes its newline.
            let gap = text(comment.end, next);
            let rest = gap.trim_start_matches([' ', '\t', '\r']);
            if rest.starts_with('\n') || rest.is_empty() && next == end {
                return self.take(index + 1);
            }
            if !rest.is_empty() {
                return &[];
            }
        }
        &[]
    }

    /// Assigns the comments of a body that ends at `end`, and of its blocks.
    fn body(&mut self, body: BodyId, shape: Shape<'_>, end: u32) {
        for item in self.file.items(self.file.body(body).items) {
            if self.comments.is_empty() {
                return;
            }
            match *item {
                Item::Attribute(id) | Item::Duplicate(id) => {
                    let attribute = self.file.attribute(id);
                    let before = self.before(attribute.name.start);
                    self.add_to(body, before);
                    for comment in self.before(attribute.end) {
                        if !is_in_text(self.file, &attribute, shape, comment.start) {
                            self.add_to(body, std::slice::from_ref(comment));
                        }
                    }
                }
                Item::Block(id) => {
                    let block = self.file.block(id);
                    let header = self.before(block.open_brace.end);
                    self.add_to(block.body, header);
                    let blocks = match shape.member(self.file.str(block.block_type)) {
                        Member::Blocks(blocks) => blocks,
                        _ => shape.any_blocks(),
                    };
                    let inner = shape_of(self.file, &block, blocks);
                    self.body(block.body, inner, block.close_brace.start);
                }
                Item::Error(_) => {}
            }
        }
        let rest = self.before(end);
        self.add_to(body, rest);
    }

    /// Takes the comments that start before `end`.
    fn before(&mut self, end: u32) -> &'f [TextRange] {
        self.take(self.comments.partition_point(|comment| comment.start < end))
    }

    fn take(&mut self, count: usize) -> &'f [TextRange] {
        let (taken, rest) = self.comments.split_at(count);
        self.comments = rest;
        taken
    }

    fn add_to(&mut self, body: BodyId, comments: &[TextRange]) {
        for comment in comments {
            let text = self.result.texts.entry(body).or_default();
            for line in lines(self.file.str(*comment)) {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(line);
            }
        }
    }
}

/// Returns the lines of a comment without its markers.
fn lines(comment: &str) -> impl Iterator<Item = &str> {
    let block = comment
        .strip_prefix("/*")
        .map(|text| text.strip_suffix("*/").unwrap_or(text));
    let is_block = block.is_some();
    let text = block.unwrap_or_else(|| {
        let text = comment
            .strip_prefix('#')
            .or_else(|| comment.strip_prefix("//"))
            .unwrap_or(comment);
        text.strip_prefix(' ').unwrap_or(text)
    });
    let text = if is_block { text.trim() } else { text.trim_end() };
    text.split('\n').map(move |line| {
        let line = line.trim_end();
        if is_block { line.trim_start() } else { line }
    })
}
