//! Text that users are not shown.

use hcl2_diagnostics::{SourceMap, Span};

/// The ranges of text that is drawn as dots.
#[derive(Debug, Default)]
pub(crate) struct Unshown {
    /// What messages may not quote either.
    pub(crate) secrets: Vec<Span>,
    pub(crate) hidden: Vec<Span>,
}

impl Unshown {
    pub(crate) fn append(&mut self, other: Self) {
        self.secrets.extend(other.secrets);
        self.hidden.extend(other.hidden);
    }

    /// Draws the text as dots wherever the sources are shown.
    pub(crate) fn hide_in(&self, sources: &mut SourceMap) {
        sources.hide(&self.hidden);
        sources.conceal(&self.secrets);
    }
}
