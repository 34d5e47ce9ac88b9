//! Loading configuration.

use std::path::Path;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, codes::source as codes};
use hcl2_model::{BodyRef, EvalContext, FunctionTable, MergePolicy, Name, merge_bodies_with};
use hcl2_value::Value;

use crate::{Document, Error, Syntax, parse};

/// Reads configuration files, with the variables and functions that their expressions may use.
///
/// # Examples
///
/// ```
/// use hcl2::{Loader, Syntax};
///
/// let document = Loader::new().syntax(Syntax::Json).load_str("app", r#"{"port": 80}"#)?;
/// assert_eq!(document.body().attributes().0.len(), 1);
///
/// let error = Loader::new().load_str("app.hcl", "port = ").unwrap_err();
/// assert_eq!(error.diagnostics()[0].code.id(), "hcl2::syntax::expected-expression");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    context: EvalContext<'static>,
    syntax: Option<Syntax>,
    json: hcl2_json::Options,
    merge: MergePolicy,
}

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

    /// Parses a text; `name` is how messages call it, and its ending tells the syntax.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the text, if one of them is an error.
    pub fn load_str(&self, name: &str, text: impl Into<Vec<u8>>) -> Result<Document, Error> {
        let mut reader = Reader::new(self);
        reader.add(
            name,
            text.into(),
            self.syntax.unwrap_or_else(|| Syntax::of_path(name)),
        );
        reader.finish()
    }

    /// Reads one file.
    ///
    /// # Errors
    ///
    /// [`Error`] where the file cannot be read (`hcl2::source::unreadable`) or has an error in it.
    pub fn load_path(&self, path: impl AsRef<Path>) -> Result<Document, Error> {
        self.load_paths([path])
    }

    /// Reads several files as one body: their blocks in the order of the files, and each attribute in one of them
    /// unless [`Self::merge_policy`] says otherwise.
    ///
    /// # Errors
    ///
    /// [`Error`] where a file cannot be read (`hcl2::source::unreadable`) or has an error in it.
    pub fn load_paths<P: AsRef<Path>>(&self, paths: impl IntoIterator<Item = P>) -> Result<Document, Error> {
        let mut reader = Reader::new(self);
        for path in paths {
            let path = path.as_ref();
            let name = path.display().to_string();
            match std::fs::read(path) {
                Ok(bytes) => reader.add(&name, bytes, self.syntax.unwrap_or_else(|| Syntax::of_path(path))),
                Err(error) => reader.diagnostics.push(
                    Diagnostic::error(codes::UNREADABLE, "Unreadable file")
                        .with_detail(format!("The file {name} cannot be read: {error}.")),
                ),
            }
        }
        reader.finish()
    }
}

/// What was read so far.
struct Reader<'l> {
    loader: &'l Loader,
    sources: SourceMap,
    bodies: Vec<BodyRef>,
    diagnostics: Diagnostics,
}

impl<'l> Reader<'l> {
    fn new(loader: &'l Loader) -> Self {
        Self {
            loader,
            sources: SourceMap::new(),
            bodies: Vec::new(),
            diagnostics: Diagnostics::new(),
        }
    }

    fn add(&mut self, name: &str, bytes: Vec<u8>, syntax: Syntax) {
        match self.sources.add(name, bytes) {
            Ok(source) => self.parse(&source, syntax),
            Err(error) => self.diagnostics.push(
                Diagnostic::error(codes::UNREADABLE, "Unreadable file").with_detail(format!("{error}.")),
            ),
        }
    }

    fn parse(&mut self, source: &Source, syntax: Syntax) {
        let (body, diagnostics) = match syntax {
            Syntax::Json => self.loader.json.parse(source),
            Syntax::Native => {
                let parsed = parse(source, syntax);
                (parsed.body, parsed.diagnostics)
            }
        };
        self.bodies.push(body);
        self.diagnostics.extend(diagnostics);
    }

    fn finish(self) -> Result<Document, Error> {
        if self.diagnostics.has_errors() {
            return Err(Error::new(self.diagnostics, self.sources));
        }
        Ok(Document::new(
            merge_bodies_with(self.bodies, self.loader.merge),
            self.sources,
            self.loader.context.clone(),
            self.diagnostics,
        ))
    }
}
