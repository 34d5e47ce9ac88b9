//! What functions of the application report about decoded values.

use std::fmt;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::decode as codes};
use hcl2_model::{Block, Expression};

use super::layout::Layout;
use super::{Decoder, Place, Site};

/// The second argument of a function in `#[hcl(validate = …)]`, which reports problems in a decoded value.
///
/// A name is that of an attribute, a block type or a label in HCL, which the constant `FIELDS` of a derived type has: there
/// a wrong one does not compile. Dots lead into blocks and objects: `server.port`, or `server.web.port` for a block with the
/// label `web`.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Check;
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode, validate = check_range)]
/// struct Range {
///     min: u32,
///     max: u32,
/// }
///
/// fn check_range(range: &Range, check: &mut Check<'_, '_>) {
///     if range.max < range.min {
///         check.error(Range::FIELDS.max, "`max` must not be less than `min`");
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Check<'s, 'a> {
    site: &'s Site<'s>,
    layout: &'s Layout,
    decoder: &'s mut Decoder<'a>,
}

impl<'s, 'a> Check<'s, 'a> {
    pub(super) fn new(site: &'s Site<'s>, layout: &'s Layout, decoder: &'s mut Decoder<'a>) -> Self {
        Self {
            site,
            layout,
            decoder,
        }
    }

    /// Reports an error in the value with this name; in the header of the block around it, or the body, if it is absent.
    ///
    /// If the type has no item with this name, the message names the mistake of the program.
    pub fn error(&mut self, name: &str, message: impl fmt::Display) {
        self.push(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid value"),
            name,
            &message,
        );
    }

    /// Reports a warning about the value with this name, at the place where [`error`](Self::error) reports an error.
    pub fn warning(&mut self, name: &str, message: impl fmt::Display) {
        self.push(
            Diagnostic::warning(codes::INVALID_VALUE, "Questionable value"),
            name,
            &message,
        );
    }

    /// Reports diagnostics, or an error such as [`Spanned::error`](crate::Spanned::error) returns.
    pub fn report(&mut self, problems: impl Into<Diagnostics>) {
        self.decoder.append(problems.into());
    }

    /// Reports an error about the whole, in the header of the block or at the start of the body.
    pub(super) fn invalid(&mut self, message: impl fmt::Display) {
        let problem = Diagnostic::invalid_value(self.site.header_span(), message);
        self.decoder.report([problem]);
    }

    /// Returns the range where [`error`](Self::error) reports an error about this name.
    #[must_use]
    pub fn span(&self, name: &str) -> Span {
        let path: Vec<&str> = name.split('.').collect();
        match path.split_first() {
            Some((first, [])) => self.site.span_of(first),
            Some((first, rest)) => match self.site.attribute_named(first) {
                Some(attribute) => in_value(&*attribute.expression, rest),
                None => {
                    in_blocks(self.site.blocks_named(first), rest).unwrap_or_else(|| self.site.span_of(first))
                }
            },
            None => self.site.header_span(),
        }
    }

    fn push(&mut self, problem: Diagnostic, name: &str, message: &dyn fmt::Display) {
        let problem = problem.with_subject(self.span(name));
        let first = name.split('.').next().unwrap_or_default();
        let problem = if self.layout.names(first) {
            problem.with_message(message)
        } else {
            let problem = problem.with_message(message);
            let detail = format!(
                "{} The check reports this for `{first}`, which is not the name of an attribute, a block type or a label here.",
                problem.detail
            );
            problem.with_detail(detail)
        };
        self.decoder.report([problem]);
    }
}

/// Returns the range of a part of a value.
fn in_value(expression: &dyn Expression, path: &[&str]) -> Span {
    fn part(place: &Place<'_>, path: &[&str]) -> Span {
        match path {
            [] => place.span(),
            [first, rest @ ..] => match first.parse() {
                Ok(index) => part(&place.element(index), rest),
                Err(_) => part(&place.key(first), rest),
            },
        }
    }
    part(&Place::whole(expression), path)
}

/// Returns the range of an item in the first of some blocks with the labels at the start of a path.
fn in_blocks<'b>(mut blocks: impl Iterator<Item = &'b Block>, path: &[&str]) -> Option<Span> {
    blocks.find_map(|block| {
        let labels = block.labels.iter().zip(path);
        let labels = labels.take_while(|(label, step)| label.text == **step).count();
        let [first, rest @ ..] = &path[labels..] else {
            return Some(block.header_span);
        };
        if let Some(attribute) = block.attribute(first) {
            return Some(in_value(&*attribute.expression, rest));
        }
        let inner: Vec<Block> = block.blocks(first);
        match in_blocks(inner.iter(), rest) {
            Some(span) => Some(span),
            None if labels > 0 || block.labels.is_empty() => Some(block.header_span),
            None => None,
        }
    })
}
