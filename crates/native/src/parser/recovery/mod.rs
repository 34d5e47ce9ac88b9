//! How the parser continues after a problem.
//!
//! - [`brackets`] finds the first bracket without a partner.
//! - [`skip`] skips tokens up to a bracket or the end of a line.
//! - [`items`] reads the items of a body that are not quite right.
//! - [`replay`] reads an attribute again if its value lacks a closing bracket and so took in what follows.
//! - [`layout`] reads an item of a file again, by its indentation, if the source ended in a block.
//! - [`unclosed`] finds where a bracket or quote is missing.
//! - [`heredoc`] skips and explains heredocs that are not read as such.

mod brackets;
mod heredoc;
mod items;
mod layout;
mod replay;
mod skip;
mod unclosed;

use super::Parser;

/// The state of recovery.
#[derive(Default)]
pub(super) struct Recovery {
    /// Whether source text was skipped, so that further problems may only follow from that.
    pub(super) active: bool,
    /// Whether problems are counted but not listed, because the source was given up and is read for the tree only.
    pub(super) muted: bool,
    /// Whether an invalid heredoc was found that has no closing marker either.
    endless_heredoc: bool,
    /// Tokens that an invalid block on one line skipped, still to be read as items of the body around it.
    pub(super) skipped: Option<(usize, usize)>,
    /// The index of the first bracket or quote without a partner, once the brackets were matched.
    first_unmatched: Option<usize>,
    replay: replay::Replay,
    pub(super) layout: layout::Layout,
}

/// The state of the parser at one token, to read from there again.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    /// The index of the current token.
    pub(super) index: usize,
    /// The index from which that token was searched.
    next: usize,
    last: Option<usize>,
    end: usize,
    newlines: bool,
    active: bool,
    muted: bool,
    too_deep: bool,
    found: u64,
    listed: usize,
    items: usize,
}

impl Parser<'_> {
    /// Saves the state of the parser.
    #[inline]
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            index: self.cursor.index,
            next: self.cursor.next,
            last: self.cursor.last,
            end: self.cursor.end,
            newlines: self.cursor.newlines,
            active: self.recovery.active,
            muted: self.recovery.muted,
            too_deep: self.nesting.exceeded,
            found: self.problems.found,
            listed: self.problems.len(),
            items: self.pending.items.len(),
        }
    }

    /// Returns to the token of `start`, and keeps the problems and nodes found since.
    fn return_to(&mut self, start: &Checkpoint) {
        self.cursor.next = start.next;
        self.cursor.last = start.last;
        self.cursor.end = start.end;
        self.cursor.newlines = start.newlines;
        self.recovery.muted = start.muted;
        self.seek();
    }

    /// Returns to the token of `start`, and discards the problems and items found since. Nodes of the first reading stay
    /// in the tree, but nothing refers to them.
    fn rewind(&mut self, start: &Checkpoint) {
        self.problems.truncate(start.found, start.listed);
        self.pending.items.truncate(start.items);
        self.nesting.exceeded = start.too_deep;
        self.recovery.active = start.active;
        self.recovery.skipped = None;
        self.return_to(start);
    }
}
