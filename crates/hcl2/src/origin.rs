//! The places that values come from.

use std::fmt;

use hcl2_decode::attribute::Place;
use hcl2_diagnostics::{Source, SourceMap, Span};
use hcl2_model::{Body, BodyRef};

/// The place that sets a value.
///
/// It displays as in messages: the name of the source, the line and the column, such as `app.hcl:3:5`. The source of a
/// layer that is not a file is named after it, such as `environment variable APP__PORT`.
#[derive(Clone, Debug)]
pub struct Origin {
    source: Source,
    span: Span,
}

impl Origin {
    /// Returns the source: a file, or another layer.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the range of the expression of an attribute, of a part of it, or of the header of a block.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.source.place(self.span.start), f)
    }
}

/// Returns the place of what a path leads to in a body: blocks by type and labels, attributes, and keys.
pub(crate) fn find(body: &BodyRef, path: &str, sources: &SourceMap) -> Option<Origin> {
    let parts: Vec<&str> = path.split('.').collect();
    let span = span_in(&**body, &parts)?;
    let source = sources.get(span.source)?.clone();
    Some(Origin { source, span })
}

/// Returns the span of what a path leads to. The recursion is as deep as the blocks, which the parser limits.
fn span_in(body: &dyn Body, path: &[&str]) -> Option<Span> {
    let (first, rest) = path.split_first()?;
    let content = body.content(&body.implied_schema()).value;
    if let Some(attribute) = content.attributes.get(first) {
        return Some(span_of(&Place::whole(&*attribute.expression), rest));
    }
    let mut blocks = content
        .blocks
        .iter()
        .rev()
        .filter(|block| &block.block_type == first);
    blocks.find_map(|block| {
        let (labels, rest) = rest.split_at_checked(block.labels.len())?;
        let is_meant = block
            .labels
            .iter()
            .zip(labels)
            .all(|(label, part)| label.text == *part);
        match rest {
            _ if !is_meant => None,
            [] => Some(block.header_span),
            rest => span_in(&*block.body, rest),
        }
    })
}

/// Returns the span of a part of a value, or of the smallest expression around it.
fn span_of(place: &Place<'_>, path: &[&str]) -> Span {
    match path.split_first() {
        Some((key, rest)) => span_of(&place.key(key), rest),
        None => place.span(),
    }
}
