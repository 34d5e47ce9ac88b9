//! Loading configuration.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hcl2_decode::file::DecodeFile;
use hcl2_diagnostics::{Diagnostic, Source, SourceMap};
#[cfg(feature = "dynamic")]
use hcl2_ext::dynamic::DynamicBlocks;
use hcl2_model::{BodyRef, EvalContext, FunctionTable, MergePolicy, Name};
use hcl2_native::Limits;
use hcl2_value::{Budget, Value};

use crate::read::ParseOptions;
use crate::warnings::WarningHandler;
use crate::{Document, Error, Syntax};
use hcl2_project::{Endings, FileReader};

/// Reads configuration, with the variables and functions that its expressions may use.
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
    pub(crate) syntax: Option<Syntax>,
    pub(crate) parse: ParseOptions,
    budget: Option<Budget>,
    timeout: Option<Duration>,
    merge: MergePolicy,
    #[cfg(feature = "dynamic")]
    dynamic_blocks: Option<DynamicBlocks>,
    warnings: WarningHandler,
}

/// The name of a source without one, in messages.
pub(crate) const UNNAMED: &str = "<text>";

/// Settings.
impl Loader {
    /// Creates a loader without variables or functions. The name of a file selects its syntax.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Defines a variable.
    #[must_use]
    pub fn variable(mut self, name: impl Into<Name>, value: impl Into<Value>) -> Self {
        self.context.set_variable(name, value.into());
        self
    }

    /// Defines variables.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// let variables = BTreeMap::from([("cpu", 2), ("memory", 16)]);
    /// let sum = hcl2::Loader::new().variables(variables).eval("cpu + memory")?;
    /// assert_eq!(sum, hcl2::value::Value::from(18));
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn variables<N: Into<Name>, V: Into<Value>>(
        mut self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        self.context.extend(variables);
        self
    }

    /// Returns the variables and functions that are defined.
    ///
    /// # Examples
    ///
    /// ```
    /// let loader = hcl2::Loader::new().variable("x", 1);
    /// let expression = hcl2::parse_expression("x + 1")?;
    /// assert_eq!(expression.evaluate(loader.context()).value, 2);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn context(&self) -> &EvalContext<'static> {
        &self.context
    }

    /// Sets all variables and functions to those of a context.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{EvalContext, Loader};
    ///
    /// let context: EvalContext<'_> = [("name", "web")].into_iter().collect();
    /// let loader = Loader::new().with_context(&context);
    /// assert_eq!(loader.eval_template("hello ${name}")?, "hello web");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn with_context(mut self, context: &EvalContext<'_>) -> Self {
        self.context = context.flattened();
        self
    }

    /// Defines the functions, replacing those set before.
    #[must_use]
    pub fn functions(mut self, functions: impl Into<Arc<FunctionTable>>) -> Self {
        self.context.set_functions(functions);
        self
    }

    /// Defines the standard functions, with `try`, `can` and `convert`; those that were defined before stay.
    ///
    /// # Examples
    ///
    /// ```
    /// let loader = hcl2::Loader::new().function("two", || 2).standard_functions();
    /// assert_eq!(loader.eval("max(two(), 1)")?, hcl2::value::Value::from(2));
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[cfg(feature = "functions")]
    #[must_use]
    pub fn standard_functions(self) -> Self {
        self.more_functions(crate::standard_functions())
    }

    /// Defines the functions of Terraform, which include the standard ones; those that were defined before stay.
    ///
    /// Functions that read files, the clock or randomness fail. For [`functions`](Self::functions),
    /// [`terraform_functions`](crate::terraform_functions()) makes them for a host that has these, such as a
    /// [`DirectoryHost`](crate::DirectoryHost).
    ///
    /// # Examples
    ///
    /// ```
    /// let loader = hcl2::Loader::new().terraform_functions();
    /// assert_eq!(loader.eval("startswith(\"/admin\", \"/\")")?, true);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[cfg(feature = "terraform")]
    #[must_use]
    pub fn terraform_functions(self) -> Self {
        let host: Arc<dyn hcl2_functions::Host> = Arc::new(hcl2_functions::NoHost);
        self.more_functions(hcl2_terraform::functions(&host))
    }

    /// Defines functions, except for those that are defined already.
    #[cfg(feature = "functions")]
    fn more_functions(mut self, mut table: FunctionTable) -> Self {
        let defined = self.context.function_names();
        table.extend(defined.filter_map(|name| Some((name.clone(), self.context.function(name)?.clone()))));
        self.context.set_functions(table);
        self
    }

    /// Adds a function: a closure over types that attributes are decoded to, which returns a value or a `Result`.
    ///
    /// # Examples
    ///
    /// ```
    /// let loader = hcl2::Loader::new()
    ///     .function("double", |number: i64| number * 2)
    ///     .function("port", |service: String| match service.as_str() {
    ///         "http" => Ok(80),
    ///         _ => Err(format!("no port is known for {service}")),
    ///     });
    /// assert_eq!(loader.eval("double(port(\"http\"))")?, hcl2::value::Value::from(160));
    /// let error = loader.eval("port(\"smtp\")").unwrap_err();
    /// assert!(error.to_string().contains("no port is known for smtp"));
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn function<A>(
        mut self,
        name: &'static str,
        closure: impl hcl2_decode::function::TypedFunction<A>,
    ) -> Self {
        self.context
            .set_function(name, hcl2_decode::function(name, closure));
        self
    }

    /// Adds a function that describes itself: with documentation, examples and names of parameters, which editors show.
    ///
    /// # Examples
    ///
    /// ```
    /// let double = hcl2::decode::function("double", |number: i64| number * 2).describe("Doubles a number.");
    /// let loader = hcl2::Loader::new().with_function(double);
    /// assert_eq!(loader.eval("double(21)")?, hcl2::value::Value::from(42));
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn with_function(mut self, function: hcl2_value::Function) -> Self {
        self.context.set_function(function.name(), function);
        self
    }

    /// Reads everything in one syntax, whatever its name.
    #[must_use]
    pub fn syntax(mut self, syntax: Syntax) -> Self {
        self.syntax = Some(syntax);
        self
    }

    /// Sets the limits of both syntaxes: on nesting, on the size of sources, on the number of diagnostics, and on what the
    /// evaluations of a document may take.
    ///
    /// [`json_options`](Self::json_options) sets those of JSON as well; the last call wins.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{Loader, model::Limits};
    ///
    /// let loader = Loader::new().standard_functions().limits(Limits::new().with_steps(10_000));
    /// let error = loader.eval("[for a in range(1000) : [for b in range(1000) : a * b]]").unwrap_err();
    /// assert_eq!(error.diagnostics()[0].code.id(), "hcl2::expr::limit-exceeded");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.parse = self.parse.limits(limits);
        self
    }

    /// Limits the time of all evaluations of a document, counted from when it is read.
    ///
    /// WebAssembly without a system has no clock, so this method is missing there: pass a [`budget`](Self::budget).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hcl2::Loader;
    ///
    /// let loader = Loader::new().standard_functions().timeout(Duration::ZERO);
    /// let error = loader.eval("[for a in range(1000) : a]").unwrap_err();
    /// assert!(error.diagnostics()[0].detail.starts_with("The evaluation takes too long."));
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets one budget for everything that this loader evaluates, in place of one for each document, for instance to cancel
    /// it from another thread. Its limits and its time apply.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{Loader, value::Budget};
    ///
    /// let budget = Budget::default();
    /// let loader = Loader::new().standard_functions().budget(budget.clone());
    /// std::thread::spawn(move || budget.cancel()).join().expect("the thread ends");
    /// let error = loader.eval("[for a in range(1000) : a]").unwrap_err();
    /// assert_eq!(error.diagnostics()[0].detail, "The evaluation was cancelled.");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Returns the context of a new evaluation, with its budget.
    pub(crate) fn started(&self) -> EvalContext<'static> {
        let deadline = self
            .timeout
            .and_then(|timeout| Instant::now().checked_add(timeout));
        let budget = match (&self.budget, deadline) {
            (Some(budget), _) => budget.clone(),
            (None, Some(deadline)) => self.parse.limits.budget_until(move || Instant::now() >= deadline),
            (None, None) => self.parse.limits.budget(),
        };
        let mut context = self.context.clone();
        context.set_budget(budget);
        context
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
        self.parse = self.parse.json(options);
        self
    }

    /// Sets what happens if several files set the same attribute; by default it is an error.
    #[must_use]
    pub fn merge_policy(mut self, policy: MergePolicy) -> Self {
        self.merge = policy;
        self
    }

    /// Expands `dynamic` blocks.
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
    #[cfg(feature = "dynamic")]
    #[must_use]
    pub fn dynamic_blocks(self) -> Self {
        self.dynamic_block_rules(DynamicBlocks::new())
    }

    /// Expands `dynamic` blocks by rules of the application, which may refuse a `for_each`.
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
    /// let loader = Loader::new().dynamic_block_rules(known).variable("ports", hcl2::value::Value::DYNAMIC);
    /// let document = loader.load_str("app.hcl", "dynamic \"rule\" {\n  for_each = ports\n  content {}\n}\n")?;
    /// let error = document.content(&BodySchema::new().block("rule", [] as [&str; 0])).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].detail, "How many rules there are must be known now.");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[cfg(feature = "dynamic")]
    #[must_use]
    pub fn dynamic_block_rules(mut self, dynamic_blocks: DynamicBlocks) -> Self {
        self.dynamic_blocks = Some(dynamic_blocks);
        self
    }

    /// Sets the function that receives the warnings of decoding, such as about deprecated attributes, with the sources that
    /// they point into. Without one they are written to standard error.
    ///
    /// [`Document::decode_with_warnings`] returns them instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// #[derive(hcl2::Decode)]
    /// struct Server {
    ///     #[hcl(deprecated = "Write `listen` instead.")]
    ///     port: Option<u16>,
    /// }
    ///
    /// let log = Arc::new(Mutex::new(Vec::new()));
    /// let lines = Arc::clone(&log);
    /// let loader = hcl2::Loader::new().on_warnings(move |warnings, _| {
    ///     lines.lock().unwrap().extend(warnings.iter().map(|warning| warning.detail.clone()));
    /// });
    /// let server: Server = loader.from_str("port = 80\n")?;
    /// assert_eq!(server.port, Some(80));
    /// assert_eq!(*log.lock().unwrap(), ["The attribute `port` is deprecated: Write `listen` instead."]);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn on_warnings(
        mut self,
        handler: impl Fn(&[Diagnostic], &SourceMap) + Send + Sync + 'static,
    ) -> Self {
        self.warnings = WarningHandler::new(handler);
        self
    }
}

/// Reading.
impl Loader {
    /// Parses a string; `name` appears in messages, and its ending selects the syntax.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the string, if at least one is an error.
    pub fn load_str(&self, name: &str, text: impl AsRef<[u8]>) -> Result<Document, Error> {
        let syntax = self.syntax.unwrap_or_else(|| Syntax::from_path(name));
        self.loading(name, text, syntax).finish()
    }

    pub(crate) fn loading(&self, name: &str, text: impl AsRef<[u8]>, syntax: Syntax) -> Loading<'_> {
        let mut loading = Loading::new(self);
        loading.add(name, text.as_ref(), syntax);
        loading
    }

    /// Reads one file.
    ///
    /// # Errors
    ///
    /// [`Error`] if the file is unreadable (`hcl2::source::unreadable`) or contains an error.
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
        loading.read_directory(directory.as_ref());
        loading.finish()
    }
}

impl FromStr for Document {
    type Err = Error;

    /// Parses native syntax, without variables and functions for its expressions; a [`Loader`] adds them.
    fn from_str(text: &str) -> Result<Self, Error> {
        Loader::new().load_str(UNNAMED, text)
    }
}

/// Files on their way to a document.
pub(crate) struct Loading<'l> {
    loader: &'l Loader,
    pub(crate) files: FileReader,
    pub(crate) merge: MergePolicy,
    bodies: Vec<BodyRef>,
}

impl<'l> Loading<'l> {
    pub(crate) fn new(loader: &'l Loader) -> Self {
        Self {
            loader,
            files: FileReader {
                max_bytes: loader
                    .parse
                    .limits
                    .source_bytes()
                    .max(loader.parse.json.limits.source_bytes())
                    .into(),
                ..FileReader::default()
            },
            merge: loader.merge,
            bodies: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, name: &str, text: impl Into<Vec<u8>>, syntax: Syntax) {
        if let Some(source) = self.files.add(name, text) {
            self.parse(&source, syntax);
        }
    }

    pub(crate) fn read_directory(&mut self, directory: &Path) {
        let endings = Endings::GENERAL;
        let accept = |name: &str| endings.accept(name);
        for path in self.files.list(directory, accept, &endings.expected()) {
            self.read(&path);
        }
    }

    pub(crate) fn read(&mut self, path: &Path) {
        let syntax = self.loader.syntax.unwrap_or_else(|| Syntax::from_path(path));
        if let Some(source) = self.files.read_named(path) {
            self.parse(&source, syntax);
        }
    }

    fn parse(&mut self, source: &Source, syntax: Syntax) {
        let parsed = self.loader.parse.parse(source, syntax);
        self.bodies.push(parsed.value);
        self.files.diagnostics.append(parsed.diagnostics);
    }

    pub(crate) fn add_body(&mut self, body: BodyRef) {
        self.bodies.push(body);
    }

    /// Decodes the files. Problems of parsing do not show what the type says is secret.
    pub(crate) fn decode<T: DecodeFile>(mut self) -> Result<T, Error> {
        if self.files.diagnostics.has_errors() {
            let body = self.merge.merge(self.bodies.clone());
            let secrets = if T::is_secret() {
                self.files.sources.iter().map(Source::span).collect()
            } else {
                T::file_schema().secrets(&body, &self.files.diagnostics)
            };
            self.files.diagnostics.conceal_within(&secrets);
            self.files.sources.conceal(&secrets);
        }
        self.finish()?.decode()
    }

    pub(crate) fn finish(self) -> Result<Document, Error> {
        let FileReader {
            sources, diagnostics, ..
        } = self.files;
        if diagnostics.has_errors() {
            return Err(Error::new(diagnostics).with_sources(sources));
        }
        let context = self.loader.started();
        let body = self.merge.merge(self.bodies);
        #[cfg(feature = "dynamic")]
        let body = match &self.loader.dynamic_blocks {
            Some(dynamic_blocks) => dynamic_blocks.expand(body, Some(&context)),
            None => body,
        };
        let handler = self.loader.warnings.clone();
        Ok(Document::new(body, sources, context, diagnostics, handler))
    }
}
