//! Loaded configuration.

use std::collections::BTreeMap;

use hcl2_decode::Decode;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceMap};
use hcl2_model::{BodyContent, BodyRef, BodySchema, EvalContext, Name};
use hcl2_value::Value;

use crate::Error;

/// Configuration that was read without an error, ready to be taken apart.
#[derive(Clone, Debug)]
pub struct Document {
    body: BodyRef,
    sources: SourceMap,
    context: EvalContext<'static>,
    warnings: Diagnostics,
}

impl Document {
    pub(crate) fn new(
        body: BodyRef,
        sources: SourceMap,
        context: EvalContext<'static>,
        warnings: Diagnostics,
    ) -> Self {
        Self {
            body,
            sources,
            context,
            warnings,
        }
    }

    /// The body of all that was read.
    #[must_use]
    pub fn body(&self) -> &BodyRef {
        &self.body
    }

    /// The sources that spans point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The context that expressions are evaluated in.
    #[must_use]
    pub fn context(&self) -> &EvalContext<'static> {
        &self.context
    }

    /// Problems that are not errors.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Decodes the body into a Rust type.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem, in the order of the source; codes are those of `hcl2::body`, `hcl2::decode` and
    /// `hcl2::expr`.
    pub fn decode<T: Decode>(&self) -> Result<T, Error> {
        self.decode_with_warnings().map(|(decoded, _)| decoded)
    }

    /// Decodes the body into a Rust type, and gives the warnings with it, such as about what is deprecated; those of
    /// reading come first.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    pub fn decode_with_warnings<T: Decode>(&self) -> Result<(T, Diagnostics), Error> {
        let mut diagnostics = self.warnings.clone();
        let decoded = hcl2_decode::decode_into::<T>(&self.body, Some(&self.context));
        match decoded.report_into(&mut diagnostics) {
            Some(decoded) => Ok((decoded, diagnostics)),
            None => Err(Error::new(diagnostics, self.sources.clone())),
        }
    }

    /// Deserializes the body into a type of serde, without a schema.
    ///
    /// [`body_value`](crate::decode::body_value) has the rule by which blocks become objects, and its limits. Problems that
    /// serde finds have no range; [`decode`](Self::decode) says more.
    ///
    /// # Errors
    ///
    /// [`Error`] where an attribute cannot be evaluated, or the type does not fit (`hcl2::decode::invalid-value`).
    #[cfg(feature = "serde")]
    pub fn deserialize<T: serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
        let read = hcl2_decode::body_value(&*self.body, Some(&self.context));
        let value = self.checked(read.value, read.diagnostics)?;
        hcl2_decode::from_value(&value).map_err(|error| {
            let code = hcl2_diagnostics::codes::decode::INVALID_VALUE;
            let problem = Diagnostic::error(code, "Invalid value").with_detail(format!("{error}."));
            Error::new(problem, self.sources.clone())
        })
    }

    /// The document with its body changed, as by [`transform_bodies`](crate::ext::transform_bodies).
    #[must_use]
    pub fn map_body(mut self, change: impl FnOnce(&BodyRef) -> BodyRef) -> Self {
        self.body = change(&self.body);
        self
    }

    /// The content of the body by a schema.
    ///
    /// # Errors
    ///
    /// [`Error`] where something is missing or not expected; codes are those of `hcl2::body`.
    pub fn content(&self, schema: &BodySchema) -> Result<BodyContent, Error> {
        let Outcome {
            value: content,
            diagnostics,
        } = self.body.content(schema);
        self.checked(content, diagnostics)
    }

    /// The values of the body's attributes by a schema.
    ///
    /// # Errors
    ///
    /// [`Error`] where the body does not fit the schema or an attribute cannot be evaluated.
    pub fn evaluate(&self, schema: &BodySchema) -> Result<BTreeMap<Name, Value>, Error> {
        let Outcome {
            value: content,
            mut diagnostics,
        } = self.body.content(schema);
        let values = content
            .attributes
            .iter()
            .map(|attribute| {
                let value = attribute
                    .expression
                    .evaluate(Some(&self.context))
                    .report_into(&mut diagnostics);
                (attribute.name.clone(), value)
            })
            .collect();
        self.checked(values, diagnostics)
    }

    /// The result, unless a diagnostic is an error.
    pub(crate) fn checked<T>(&self, result: T, diagnostics: Diagnostics) -> Result<T, Error> {
        if diagnostics.has_errors() {
            Err(Error::new(diagnostics, self.sources.clone()))
        } else {
            Ok(result)
        }
    }
}
