//! Loaded configuration.

use std::collections::BTreeMap;

use hcl2_decode::Decode;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceMap};
use hcl2_model::{BodyContent, BodyRef, BodySchema, EvalContext, Name};
use hcl2_value::Value;

use crate::Error;
use crate::origin::{self, Origin};
use crate::warnings::WarningHandler;

/// Configuration that was read without an error.
///
/// # Examples
///
/// ```
/// use hcl2::{Document, model::BodySchema, value::Value};
///
/// let document: Document = "name = \"web\"\nlisten \"http\" {\n  port = 80\n}\n".parse()?;
/// assert_eq!(document.get("name")?, Some(Value::from("web")));
///
/// let schema = BodySchema::new().required("name").block("listen", ["protocol"]);
/// let content = document.content(&schema)?;
/// assert_eq!(content.blocks[0].labels[0].text, "http");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    body: BodyRef,
    sources: SourceMap,
    context: EvalContext<'static>,
    warnings: Diagnostics,
    handler: WarningHandler,
}

impl Document {
    pub(crate) fn new(
        body: BodyRef,
        sources: SourceMap,
        context: EvalContext<'static>,
        warnings: Diagnostics,
        handler: WarningHandler,
    ) -> Self {
        Self {
            body,
            sources,
            context,
            warnings,
            handler,
        }
    }

    /// Returns the body of everything that was read.
    #[must_use]
    pub fn body(&self) -> &BodyRef {
        &self.body
    }

    /// Returns the sources that spans point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns the context that expressions are evaluated in.
    #[must_use]
    pub fn context(&self) -> &EvalContext<'static> {
        &self.context
    }

    /// Returns the warnings of reading, in source order.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Decodes the body into a Rust type. Warnings go where [`Loader::on_warnings`](crate::Loader::on_warnings) says.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem, in source order; codes are those of `hcl2::body`, `hcl2::decode` and `hcl2::expr`.
    pub fn decode<T: Decode>(&self) -> Result<T, Error> {
        let decoded = self.decode_with_warnings::<T>()?;
        self.handler.handle(&decoded.diagnostics, &self.sources);
        Ok(decoded.value)
    }

    /// Decodes the body into a Rust type, and returns the warnings of reading and decoding with it, such as about
    /// deprecated attributes.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode).
    pub fn decode_with_warnings<T: Decode>(&self) -> Result<Outcome<T>, Error> {
        let mut diagnostics = self.warnings.clone();
        let decoded = hcl2_decode::decode_into::<T>(&self.body, Some(&self.context));
        match decoded.report_into(&mut diagnostics) {
            Some(decoded) => Ok(Outcome::new(decoded, diagnostics)),
            None => Err(Error::new(diagnostics).with_sources(self)),
        }
    }

    /// Deserializes the body into a type of serde, without a schema. Warnings go where
    /// [`Loader::on_warnings`](crate::Loader::on_warnings) says.
    ///
    /// [`from_body`](crate::decode::serde::from_body) documents how blocks become fields, and the limits of that.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem, in source order, up to 100 that serde finds; codes are those of `hcl2::decode`,
    /// `hcl2::body` and `hcl2::expr`.
    #[cfg(feature = "serde")]
    pub fn deserialize<T: serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
        let mut read = hcl2_decode::serde::from_body(&*self.body, Some(&self.context));
        match read.value.take() {
            Some(value) => {
                let mut warnings = self.warnings.clone();
                warnings.append(read.diagnostics);
                self.handler.handle(&warnings, &self.sources);
                Ok(value)
            }
            None => Err(Error::new(read.diagnostics).with_sources(self)),
        }
    }

    /// Returns the place that sets what a path leads to; `None` if nothing does.
    ///
    /// Dots separate the parts of the path: types and labels of blocks, names of attributes, and keys. Of several blocks
    /// that fit, the last one counts. A call takes time linear in the bodies on the path.
    ///
    /// # Examples
    ///
    /// ```
    /// let document: hcl2::Document = "server \"web\" {\n  limits = { cpu = 2 }\n}\n".parse()?;
    /// assert_eq!(document.origin("server.web.limits.cpu").unwrap().to_string(), "<text>:2:20");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn origin(&self, path: &str) -> Option<Origin> {
        origin::find(&self.body, path, &self.sources)
    }

    /// Replaces the body, for example by [`transform_bodies`](crate::ext::transform_bodies).
    #[must_use]
    pub fn map_body(mut self, change: impl FnOnce(&BodyRef) -> BodyRef) -> Self {
        self.body = change(&self.body);
        self
    }

    /// Returns the content of the body by a schema.
    ///
    /// # Errors
    ///
    /// [`Error`] if something is missing or unexpected; codes are those of `hcl2::body`.
    pub fn content(&self, schema: &BodySchema) -> Result<BodyContent, Error> {
        self.checked(self.body.content(schema))
    }

    /// Evaluates the attributes of the body by a schema.
    ///
    /// # Errors
    ///
    /// [`Error`] if the body does not fit the schema or an attribute cannot be evaluated.
    pub fn evaluate(&self, schema: &BodySchema) -> Result<BTreeMap<Name, Value>, Error> {
        let mut content = self.body.content(schema);
        let values = content
            .value
            .attributes
            .iter()
            .map(|attribute| {
                let value = attribute.expression.evaluate(Some(&self.context));
                (
                    attribute.name.clone(),
                    value.report_into(&mut content.diagnostics),
                )
            })
            .collect();
        self.checked(Outcome::new(values, content.diagnostics))
    }

    /// Evaluates one attribute of the body; `None` if the body does not set it.
    ///
    /// # Errors
    ///
    /// [`Error`] if the attribute cannot be evaluated.
    pub fn get(&self, name: &str) -> Result<Option<Value>, Error> {
        let found = self.body.partial_content(&BodySchema::new().optional(name));
        let content = self.checked(found)?.content;
        let value = content
            .attributes
            .get(name)
            .map(|attribute| self.checked(attribute.expression.evaluate(Some(&self.context))));
        value.transpose()
    }

    /// Returns the value, unless a diagnostic is an error.
    fn checked<T>(&self, outcome: Outcome<T>) -> Result<T, Error> {
        outcome
            .into_result()
            .map_err(|diagnostics| Error::new(diagnostics).with_sources(self))
    }
}

impl From<&Document> for SourceMap {
    /// Returns the sources of a document, for the places of an [`Error`].
    fn from(document: &Document) -> Self {
        document.sources.clone()
    }
}
