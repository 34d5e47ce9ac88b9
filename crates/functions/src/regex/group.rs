//! Groups of a pattern during parsing.

use regex_syntax::hir::{Capture, Hir};

#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) fold_case: bool,
    pub(super) multi_line: bool,
    pub(super) dot_matches_newline: bool,
    pub(super) swap_greed: bool,
}

/// An expression with the product of the counts of its repetitions.
pub(super) struct Item {
    pub(super) expression: Hir,
    pub(super) repetitions: u32,
}

impl From<Hir> for Item {
    fn from(expression: Hir) -> Self {
        Self {
            expression,
            repetitions: 1,
        }
    }
}

/// A group that is not closed yet, or the whole pattern.
pub(super) struct Open {
    pub(super) start: usize,
    /// The number of a capturing group.
    pub(super) number: Option<u32>,
    /// The flags outside.
    pub(super) outside: Flags,
    pub(super) alternatives: Vec<Hir>,
    pub(super) items: Vec<Item>,
    pub(super) repetitions: u32,
}

impl Open {
    pub(super) fn new(start: usize, number: Option<u32>, outside: Flags) -> Self {
        Self {
            start,
            number,
            outside,
            alternatives: Vec::new(),
            items: Vec::new(),
            repetitions: 1,
        }
    }

    pub(super) fn end_alternative(&mut self) {
        let items = std::mem::take(&mut self.items);
        let most = items.iter().map(|item| item.repetitions).max().unwrap_or(1);
        self.repetitions = self.repetitions.max(most);
        let items = items.into_iter().map(|item| item.expression).collect();
        self.alternatives.push(Hir::concat(items));
    }

    pub(super) fn end(mut self) -> Item {
        self.end_alternative();
        let expression = Hir::alternation(self.alternatives);
        let expression = match self.number {
            Some(index) => Hir::capture(Capture {
                index,
                name: None,
                sub: Box::new(expression),
            }),
            None => expression,
        };
        Item {
            expression,
            repetitions: self.repetitions,
        }
    }
}
