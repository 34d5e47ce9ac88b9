//! Sources of either syntax, parsed.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Source};
use hcl2_model::{BodyRef, ExpressionRef, Syntax};
use hcl2_native::{Input, Limits, NativeBody, NativeExpression};

/// A parsed source: a body that is complete as far as the text could be understood, and the problems in it.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The source's body.
    pub body: BodyRef,
    /// The problems, in the order of the source.
    pub diagnostics: Diagnostics,
}

/// Parses a source as a whole file.
#[must_use]
pub fn parse(source: &Source, syntax: Syntax) -> Parsed {
    parse_within(source, syntax, Limits::default(), hcl2_json::Options::default())
}

/// As [`parse`], within limits for native syntax and with options for JSON.
pub(crate) fn parse_within(
    source: &Source,
    syntax: Syntax,
    limits: Limits,
    json: hcl2_json::Options,
) -> Parsed {
    match syntax {
        Syntax::Json => {
            let (body, diagnostics) = json.parse(source);
            Parsed { body, diagnostics }
        }
        Syntax::Native => {
            let hcl2_native::Parsed {
                file,
                mut diagnostics,
            } = hcl2_native::parse_file(Input::whole(source).with_limits(limits));
            diagnostics.sort_by_source();
            let body: BodyRef = match file.root().body() {
                Some(body) => Arc::new(NativeBody::new(file, body)),
                None => hcl2_model::merge_bodies(Vec::new()),
            };
            Parsed { body, diagnostics }
        }
    }
}

/// Parses a source that is one expression of the native syntax.
///
/// # Errors
///
/// The diagnostics, with codes of `hcl2::syntax` and `hcl2::source`, where one of them is an error.
pub fn expression(source: &Source) -> Result<ExpressionRef, Diagnostics> {
    let file = hcl2_native::parse_expression(source).into_result()?;
    match file.root().expr() {
        Some(id) => Ok(Arc::new(NativeExpression::new(file, id))),
        None => Err(Diagnostics::new()),
    }
}
