//! Loaded configuration.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use hcl2_decode::body::DecodeRemain;
use hcl2_decode::file::DecodeFile;
use hcl2_decode::schema::Rest;
use hcl2_decode::{Decode, Decoder};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceMap};
use hcl2_model::{Attribute, Attributes, BodyContent, BodyRef, BodySchema, EvalContext, Name, Traversal};
use hcl2_value::Value;

use crate::origin::{self, Origin};
use crate::warnings::WarningHandler;
use crate::{Error, model};

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
#[derive(Clone)]
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

    /// Evaluates expressions in another context than that of the loader.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{Document, EvalContext};
    ///
    /// let document: Document = "greeting = \"hello ${name}\"\n".parse()?;
    /// let context: EvalContext<'_> = [("name", "web")].into_iter().collect();
    /// assert_eq!(document.with_context(&context).get("greeting")?.unwrap(), "hello web");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn with_context(mut self, context: &EvalContext<'_>) -> Self {
        self.context = context.flattened();
        self
    }

    /// Returns the blocks of a type that are written in the body, in source order, with all their labels. A JSON body
    /// needs a schema, as [`content`](Self::content) takes.
    ///
    /// # Examples
    ///
    /// ```
    /// let document = hcl2::parse("resource \"vm\" \"web\" {\n  size = 1 + 1\n}\n")?;
    /// for block in document.blocks("resource") {
    ///     assert_eq!(block.labels[1].text, "web");
    ///     assert_eq!(block.text("size").as_deref(), Some("1 + 1"));
    ///     assert_eq!(block.get("size")?, Some(2.into()));
    /// }
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn blocks(&self, block_type: &str) -> Vec<Block<'_>> {
        let blocks = self.body.blocks(block_type).into_iter();
        blocks.map(|block| Block::new(block, self)).collect()
    }

    /// Returns the attributes of the body, in source order; in JSON, also what may be blocks.
    ///
    /// # Examples
    ///
    /// ```
    /// let document = hcl2::parse("a = 1\nb {}\nc = 2\n")?;
    /// let names: Vec<String> = document.attributes().iter().map(|attribute| attribute.name.to_string()).collect();
    /// assert_eq!(names, ["a", "c"]);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn attributes(&self) -> Attributes {
        self.body.implied_content().attributes
    }

    /// Returns the attribute of the body with a name, with its expression; [`get`](Self::get) evaluates it.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.body.attribute(name)
    }

    /// Returns the source text of the attribute of the body with a name, if it is written in native syntax.
    ///
    /// # Examples
    ///
    /// ```
    /// let document = hcl2::parse("id = var.z\n")?;
    /// assert_eq!(document.text("id").as_deref(), Some("var.z"));
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.body.text(name)
    }

    /// Returns the references to variables in the whole document, in source order of each body.
    ///
    /// # Examples
    ///
    /// ```
    /// let document = hcl2::parse("a = var.x\nb {\n  c = var.y.z\n}\n")?;
    /// let references: Vec<String> = document.variables().iter().map(ToString::to_string).collect();
    /// assert_eq!(references, ["var.x", "var.y.z"]);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn variables(&self) -> Vec<Traversal> {
        self.body.variables()
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
    pub fn decode<T: DecodeFile>(&self) -> Result<T, Error> {
        self.decode_by(|decoder| T::decode_file(&self.body, decoder))
    }

    /// Decodes by a function, and hands over the warnings.
    pub(crate) fn decode_by<T>(
        &self,
        decode: impl FnOnce(&mut Decoder<'_>) -> Option<T>,
    ) -> Result<T, Error> {
        let decoded = self.decoded(decode)?;
        self.handler.handle(&decoded.diagnostics, &self.sources);
        Ok(decoded.value)
    }

    /// Decodes the body into a Rust type, and returns the warnings of reading and decoding with it, such as about
    /// deprecated attributes.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode).
    pub fn decode_with_warnings<T: DecodeFile>(&self) -> Result<Outcome<T>, Error> {
        self.decoded(|decoder| T::decode_file(&self.body, decoder))
    }

    fn decoded<T>(&self, decode: impl FnOnce(&mut Decoder<'_>) -> Option<T>) -> Result<Outcome<T>, Error> {
        let mut diagnostics = self.warnings.clone();
        let mut decoder = Decoder::new(&self.context).with_sources(&self.sources);
        let decoded = decode(&mut decoder);
        let secrets = decoder.secrets().to_vec();
        match decoder.finish(decoded).report_into(&mut diagnostics) {
            Some(decoded) => Ok(Outcome::new(decoded, diagnostics)),
            None => {
                let mut sources = self.sources.clone();
                sources.conceal(&secrets);
                Err(Error::new(diagnostics).with_sources(sources))
            }
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
    pub fn deserialize<T: ::serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
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

    /// Deserializes the body into a type of serde as [`deserialize`](Self::deserialize) does, without evaluating expressions
    /// that refer to variables or call functions: their value is their source text in `${…}`.
    ///
    /// # Errors
    ///
    /// Those of [`deserialize`](Self::deserialize).
    #[cfg(feature = "serde")]
    pub fn deserialize_unevaluated<T: ::serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
        let read = hcl2_decode::serde::from_unevaluated_body(&*self.body);
        let value = read.value;
        value.ok_or_else(|| Error::new(read.diagnostics).with_sources(self))
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
        self.get_in(&self.body, name)
    }

    pub(crate) fn get_in(&self, body: &BodyRef, name: &str) -> Result<Option<Value>, Error> {
        let found = body.partial_content(&BodySchema::new().optional(name));
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

impl fmt::Debug for Document {
    /// Writes the attributes and blocks, with `{:#?}` one a line.
    ///
    /// # Examples
    ///
    /// ```
    /// let document = hcl2::parse("port = 8000 + 80\nlog {\n  path = var.path\n}\n")?;
    /// assert_eq!(format!("{document:?}"), "{port: 8000 + 80, log: {path: var.path}}");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.body.fmt(f)
    }
}

/// A block of a [`Document`], whose attributes are evaluated with the variables and functions of the document.
///
/// It dereferences to [`model::Block`], which has its type, its labels and its body.
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Decode)]
/// struct Service {
///     #[hcl(label)]
///     name: String,
///     port: u16,
/// }
///
/// let loader = hcl2::Loader::new().variable("base", 8000);
/// let document = loader.load_str("app.hcl", "service \"web\" {\n  port = base + 80\n}\n")?;
/// for block in document.blocks("service") {
///     assert_eq!(block.labels[0].text, "web");
///     assert_eq!(block.get("port")?.unwrap(), 8080);
///
///     let service: Service = block.decode()?;
///     assert_eq!((service.name.as_str(), service.port), ("web", 8080));
/// }
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone)]
pub struct Block<'d> {
    block: model::Block,
    document: &'d Document,
}

impl<'d> Block<'d> {
    pub(crate) fn new(block: model::Block, document: &'d Document) -> Self {
        Self { block, document }
    }

    /// Evaluates one attribute of the block; `None` if the block does not set it.
    ///
    /// # Errors
    ///
    /// [`Error`] if the attribute cannot be evaluated.
    pub fn get(&self, name: &str) -> Result<Option<Value>, Error> {
        self.document.get_in(&self.body, name)
    }

    /// Returns the blocks of a type in the block, as [`Document::blocks`] does.
    #[must_use]
    pub fn blocks(&self, block_type: &str) -> Vec<Self> {
        let blocks = self.body.blocks(block_type).into_iter();
        blocks.map(|block| Self::new(block, self.document)).collect()
    }

    /// Decodes the block with its labels into a Rust type, as [`Document::decode`] does with a file.
    ///
    /// # Errors
    ///
    /// Those of [`Document::decode`].
    pub fn decode<T: Decode>(&self) -> Result<T, Error> {
        self.document
            .decode_by(|decoder| decoder.body(&self.body, &self.labels, Some(self.header_span)))
    }
}

impl Deref for Block<'_> {
    type Target = model::Block;

    fn deref(&self) -> &model::Block {
        &self.block
    }
}

impl fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.block.fmt(f)
    }
}

/// The rest of a block, with the context and the sources of its file, for the program to decode later into a type that it
/// chooses.
///
/// # Examples
///
/// A block whose label selects the plug-in that decodes it:
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcl2::{Decode, Document, Error, Spanned};
///
/// #[derive(Decode)]
/// struct Config {
///     #[hcl(block, name = "plugin")]
///     plugins: Vec<Plugin>,
/// }
///
/// #[derive(Decode)]
/// struct Plugin {
///     #[hcl(label)]
///     kind: Spanned<String>,
///     #[hcl(remain)]
///     settings: Document,
/// }
///
/// #[derive(Decode)]
/// struct Cache {
///     size: u32,
/// }
///
/// type Start = fn(&Document) -> Result<String, Error>;
///
/// fn start_all(config: &Config) -> Result<Vec<String>, Error> {
///     let registry: BTreeMap<&str, Start> = BTreeMap::from([(
///         "cache",
///         (|settings| Ok(format!("a cache of {}", settings.decode::<Cache>()?.size))) as Start,
///     )]);
///     let mut started = Vec::new();
///     for plugin in &config.plugins {
///         let start = registry.get(plugin.kind.as_str());
///         let start = start.ok_or_else(|| plugin.kind.unknown("plug-in", registry.keys().copied()))?;
///         started.push(start(&plugin.settings)?);
///     }
///     Ok(started)
/// }
///
/// let config: Config = hcl2::from_str("plugin \"cache\" {\n  size = 5\n}\n")?;
/// assert_eq!(start_all(&config)?, ["a cache of 5"]);
///
/// let config: Config = hcl2::from_str("plugin \"cahce\" {}\n")?;
/// let error = start_all(&config).unwrap_err();
/// assert_eq!(error.diagnostics()[0].detail, "No plug-in is named \"cahce\". Did you mean \"cache\"?");
///
/// let config: Config = hcl2::from_str("plugin \"cache\" {\n  sise = 5\n}\n")?;
/// assert!(start_all(&config).unwrap_err().to_string().contains("2 |   sise = 5"));
/// # Ok::<(), Error>(())
/// ```
impl DecodeRemain for Document {
    const REST: Rest = Rest::Anything;

    fn decode_remain(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let scope = decoder.scope();
        Some(Self::new(
            body.clone(),
            scope.sources().clone(),
            scope.context().clone(),
            Diagnostics::new(),
            WarningHandler::default(),
        ))
    }
}

impl From<&Document> for SourceMap {
    /// Returns the sources of a document, for the places of an [`Error`].
    fn from(document: &Document) -> Self {
        document.sources.clone()
    }
}
