//! Loading configuration.

use std::path::Path;
use std::sync::Arc;

use hcl2_decode::Decode;
use hcl2_diagnostics::Source;
use hcl2_ext::dynamic::DynamicBlocks;
use hcl2_model::{BodyRef, EvalContext, FunctionTable, MergePolicy, Name, merge_bodies_with};
use hcl2_native::Limits;
use hcl2_value::Value;

use crate::files::{FileReader, GENERAL_ENDINGS, expected_endings, is_configuration};
use crate::read::parse_within;
use crate::{Document, Error, Syntax};

/// Reads configuration files, with the variables and functions that their expressions may use.
///
/// # Examples
///
/// ```
/// use hcl2::{Loader, Syntax};
///
/// let document = Loader::new().syntax(Syntax::Json).load_str("app", r#"{"port": 80}"#)?;
/// assert_eq!(document.body().attributes().value.len(), 1);
///
/// let error = Loader::new().load_str("app.hcl", "port = ").unwrap_err();
/// assert_eq!(error.diagnostics()[0].code.id(), "hcl2::syntax::expected-expression");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    context: EvalContext<'static>,
    syntax: Option<Syntax>,
    limits: Limits,
    json: hcl2_json::Options,
    merge: MergePolicy,
    dynamic_blocks: Option<DynamicBlocks>,
}

/// The name by which messages call a text that has none.
const UNNAMED: &str = "<text>";

/// Setting up.
impl Loader {
    /// Makes a loader without variables or functions that tells the syntax of a file by its name.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Defines a variable for the expressions of what is loaded.
    #[must_use]
    pub fn variable(mut self, name: impl Into<Name>, value: impl Into<Value>) -> Self {
        self.context.set_variable(name, value.into());
        self
    }

    /// Offers functions to the expressions of what is loaded, in place of those set before.
    #[must_use]
    pub fn functions(mut self, functions: impl Into<Arc<FunctionTable>>) -> Self {
        self.context.set_functions(functions);
        self
    }

    /// Offers the standard functions, with `try`, `can` and `convert`.
    #[cfg(feature = "functions")]
    #[must_use]
    pub fn standard_functions(self) -> Self {
        self.functions(crate::standard_functions())
    }

    /// Reads everything in one syntax, whatever the names of files are.
    #[must_use]
    pub fn syntax(mut self, syntax: Syntax) -> Self {
        self.syntax = Some(syntax);
        self
    }

    /// Sets the limits of both syntaxes: on nesting, on the size of sources, and on the number of diagnostics.
    ///
    /// [`json_options`](Self::json_options) sets those of JSON as well; the last call counts.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.json.limits = limits;
        self
    }

    /// Reads JSON syntax by other rules or within other limits.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{Loader, json};
    ///
    /// let legacy = json::Options { profile: json::Profile::Legacy, ..Default::default() };
    /// let error = Loader::new().json_options(legacy).load_str("app.json", "[{}]").unwrap_err();
    /// assert_eq!(error.diagnostics()[0].code.id(), "hcl2::json::legacy-array");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn json_options(mut self, options: hcl2_json::Options) -> Self {
        self.json = options;
        self
    }

    /// Says what happens where several files set the same attribute; by default it is an error.
    #[must_use]
    pub fn merge_policy(mut self, policy: MergePolicy) -> Self {
        self.merge = policy;
        self
    }

    /// Replaces `dynamic` blocks by those that they stand for.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{Decode, Loader};
    ///
    /// #[derive(Decode, Debug, PartialEq)]
    /// struct Config {
    ///     #[hcl(block, name = "rule")]
    ///     rules: Vec<Rule>,
    /// }
    ///
    /// #[derive(Decode, Debug, PartialEq)]
    /// struct Rule {
    ///     port: u16,
    /// }
    ///
    /// let text = "
    /// dynamic \"rule\" {
    ///   for_each = [80, 443]
    ///   content {
    ///     port = rule.value
    ///   }
    /// }
    /// ";
    /// let config: Config = Loader::new().dynamic_blocks().from_str(text)?;
    /// assert_eq!(config.rules, [Rule { port: 80 }, Rule { port: 443 }]);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn dynamic_blocks(self) -> Self {
        self.dynamic_blocks_by(DynamicBlocks::new())
    }

    /// Replaces `dynamic` blocks by those that they stand for, unless the application refuses a `for_each`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{Loader, ext::dynamic::DynamicBlocks, model::BodySchema};
    ///
    /// let known = DynamicBlocks::new().check_for_each(|for_each| {
    ///     let is_known = for_each.value.is_wholly_known();
    ///     (!is_known).then(|| for_each.problem("How many rules there are must be known now."))
    /// });
    /// let loader = Loader::new().dynamic_blocks_by(known).variable("ports", hcl2::value::Value::DYNAMIC);
    /// let document = loader.load_str("app.hcl", "dynamic \"rule\" {\n  for_each = ports\n  content {}\n}\n")?;
    /// let error = document.content(&BodySchema::new().block("rule", [] as [&str; 0])).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].detail, "How many rules there are must be known now.");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn dynamic_blocks_by(mut self, dynamic_blocks: DynamicBlocks) -> Self {
        self.dynamic_blocks = Some(dynamic_blocks);
        self
    }
}

/// From a file to Rust types.
impl Loader {
    /// Decodes a text in native syntax, or in the one that is set.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the text.
    pub fn from_str<T: Decode>(&self, text: &str) -> Result<T, Error> {
        self.load_str(UNNAMED, text)?.decode()
    }

    /// Decodes a text in native syntax, or in the one that is set, from its bytes.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the text, such as bytes that are not UTF-8.
    pub fn from_slice<T: Decode>(&self, bytes: &[u8]) -> Result<T, Error> {
        self.load_str(UNNAMED, bytes)?.decode()
    }

    /// Decodes a file.
    ///
    /// # Errors
    ///
    /// [`Error`] where the file cannot be read (`hcl2::source::unreadable`), or with every problem of it.
    pub fn from_path<T: Decode>(&self, path: impl AsRef<Path>) -> Result<T, Error> {
        self.load_path(path)?.decode()
    }

    /// Decodes the files in a directory whose names end in `.hcl` or `.hcl.json`, as one body.
    ///
    /// # Errors
    ///
    /// As [`load_dir`](Self::load_dir), or with every problem of the files.
    pub fn from_dir<T: Decode>(&self, directory: impl AsRef<Path>) -> Result<T, Error> {
        self.load_dir(directory)?.decode()
    }
}

/// Reading without decoding.
impl Loader {
    /// Parses a text; `name` is how messages call it, and its ending tells the syntax.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the text, if one of them is an error.
    pub fn load_str(&self, name: &str, text: impl Into<Vec<u8>>) -> Result<Document, Error> {
        let mut loading = Loading::new(self);
        let syntax = self.syntax.unwrap_or_else(|| Syntax::from_path(name));
        if let Some(source) = loading.files.add(name, text) {
            loading.parse(&source, syntax);
        }
        loading.finish()
    }

    /// Reads one file.
    ///
    /// # Errors
    ///
    /// [`Error`] where the file cannot be read (`hcl2::source::unreadable`) or has an error in it.
    pub fn load_path(&self, path: impl AsRef<Path>) -> Result<Document, Error> {
        self.load_paths([path])
    }

    /// Reads several files as one body: the blocks in the order of the files, and each attribute from one of them.
    ///
    /// # Errors
    ///
    /// [`Error`] if a file is unreadable (`hcl2::source::unreadable`) or contains an error.
    pub fn load_paths<P: AsRef<Path>>(&self, paths: impl IntoIterator<Item = P>) -> Result<Document, Error> {
        let mut loading = Loading::new(self);
        for path in paths {
            loading.read(path.as_ref());
        }
        loading.finish()
    }

    /// Reads the files in a directory whose names end in `.hcl` or `.hcl.json` as one body, in the order of their names.
    /// Nested directories and files whose names start with a dot are skipped.
    ///
    /// # Errors
    ///
    /// [`Error`] if the directory or a file is unreadable (`hcl2::source::unreadable`), if the directory contains no such
    /// file (`hcl2::source::no-files`), or if a file contains an error.
    pub fn load_dir(&self, directory: impl AsRef<Path>) -> Result<Document, Error> {
        let mut loading = Loading::new(self);
        let accept = |name: &str| is_configuration(name, GENERAL_ENDINGS);
        let expected = expected_endings(GENERAL_ENDINGS);
        for path in loading.files.list(directory.as_ref(), accept, &expected) {
            loading.read(&path);
        }
        loading.finish()
    }
}

/// Files on their way to a document.
struct Loading<'l> {
    loader: &'l Loader,
    files: FileReader,
    bodies: Vec<BodyRef>,
}

impl<'l> Loading<'l> {
    fn new(loader: &'l Loader) -> Self {
        Self {
            loader,
            files: FileReader::default(),
            bodies: Vec::new(),
        }
    }

    fn read(&mut self, path: &Path) {
        let syntax = self.loader.syntax.unwrap_or_else(|| Syntax::from_path(path));
        if let Some(source) = self.files.read(path) {
            self.parse(&source, syntax);
        }
    }

    fn parse(&mut self, source: &Source, syntax: Syntax) {
        let parsed = parse_within(source, syntax, self.loader.limits, self.loader.json);
        self.bodies.push(parsed.value);
        self.files.diagnostics.extend(parsed.diagnostics);
    }

    fn finish(self) -> Result<Document, Error> {
        let FileReader { sources, diagnostics } = self.files;
        if diagnostics.has_errors() {
            return Err(Error::new(diagnostics, sources));
        }
        let context = self.loader.context.clone();
        let mut body = merge_bodies_with(self.bodies, self.loader.merge);
        if let Some(dynamic_blocks) = &self.loader.dynamic_blocks {
            body = dynamic_blocks.expand(body, Some(&context));
        }
        Ok(Document::new(body, sources, context, diagnostics))
    }
}
