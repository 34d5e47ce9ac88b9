//! Rows of the files of directories.

mod calls;
mod constant;
mod context;
mod declared;
mod instances;
mod walk;

use std::collections::BTreeSet;
use std::io::Result;
use std::sync::Arc;

use arrow_array::RecordBatch;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, Span};
use hcl2_model::{BodyRef, Limits};
use hcl2_native::{Input, NativeBody};
use hcl2_terraform::table::{BodyType, FileKind, Language};
use hcl2_terraform::{Module, ModuleFile};
use sha2::{Digest, Sha256};

use crate::rows::{Cell, Rows};
use crate::table::RANGE;
use crate::{Selection, Table};

use calls::Calls;
use constant::Constants;
use context::Context;
pub use instances::RootPlan;

/// A file of a directory.
#[derive(Clone, Debug)]
pub struct File {
    /// The path; its last part decides how the file is read.
    pub path: String,
    /// The content, or why it cannot be read.
    pub content: std::result::Result<Vec<u8>, Box<Diagnostic>>,
}

impl File {
    /// Creates a file with content.
    pub fn new(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            content: Ok(content.into()),
        }
    }

    fn name(&self) -> &str {
        name_of(&self.path)
    }
}

/// Returns the last part of a path.
fn name_of(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// The files of a directory. Those of a module belong together: they must not be divided.
#[derive(Clone, Debug)]
pub struct Directory {
    /// The root directory of the repository. The directories of a repository follow each other.
    pub repository: String,
    /// Whether an extractor receives all directories of the repository. Otherwise, the depth of calls is null.
    pub is_whole_repository: bool,
    /// The path of the directory.
    pub module: String,
    /// The files, sorted by name.
    pub files: Vec<File>,
}

/// Returns whether a file is read, by its name: whether it belongs to a module of the language or is a lock file.
///
/// # Examples
///
/// ```
/// use hcl2_tables::is_read;
/// use hcl2_terraform::table::Language::Terraform;
///
/// assert!(is_read("main.tf.json", Terraform) && is_read(".terraform.lock.hcl", Terraform));
/// assert!(!is_read("README.md", Terraform) && !is_read("main.tofu", Terraform));
/// ```
#[must_use]
pub fn is_read(name: &str, language: Language) -> bool {
    FileKind::of(name).is_some_and(|kind| match kind {
        FileKind::Module { .. } => kind.is_of_module(language),
        kind => !kind.is_foreign(),
    })
}

/// Returns the names of the sensitive and ephemeral variables that the files of a directory declare.
///
/// # Examples
///
/// ```
/// use hcl2_tables::{File, secret_variables};
/// use hcl2_terraform::table::Language::Terraform;
///
/// let text = "variable \"key\" {\n  sensitive = true\n}\nvariable \"name\" {}\n";
/// let names = secret_variables(&[File::new("main.tf", text)], Terraform);
/// assert!(names.contains("key") && !names.contains("name"));
/// ```
#[must_use]
pub fn secret_variables(files: &[File], language: Language) -> SecretNames {
    let of_module = files.iter().filter(|file| {
        let kind = FileKind::of(file.name());
        kind.is_some_and(|kind| kind.is_of_module(language))
    });
    let texts = of_module.filter_map(|file| Some((&file.path, file.content.as_ref().ok()?)));
    // Most modules have no secrets, and need not be parsed.
    let mentions = |text: &[u8]| {
        let mut words = text.windows(9);
        words.any(|word| word == b"sensitive" || word == b"ephemeral")
    };
    if !texts.clone().any(|(_, text)| mentions(text)) {
        return SecretNames::default();
    }
    let mut sources = SourceMap::new();
    let sources = texts.filter_map(|(path, text)| sources.add(path.as_str(), text.clone()).ok());
    let files = sources.map(|source| ModuleFile::parse(&source, language).value);
    let module = Module::from_files(&files.collect::<Vec<_>>(), language).value;
    let secrets = module.variables.iter().filter(|variable| variable.is_secret());
    Arc::new(secrets.map(|variable| variable.name.to_string()).collect())
}

/// What receives the batches of an extractor.
type Sink<'s> = Box<dyn FnMut(Table, RecordBatch) -> Result<()> + 's>;

/// The names of the sensitive and ephemeral variables of a module.
pub type SecretNames = Arc<BTreeSet<String>>;

/// Whose sensitive and ephemeral variables an [`Extractor`] asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretsOf<'p> {
    /// The module in a directory.
    Module(&'p str),
    /// All modules of a repository.
    Repository(&'p str),
}

type FindSecrets<'s> = Box<dyn Fn(SecretsOf<'_>) -> SecretNames + 's>;

/// Turns the files of directories into record batches.
pub struct Extractor<'s> {
    selection: Selection,
    language: Language,
    limits: Limits,
    rows: Vec<(Table, Rows)>,
    calls: Calls,
    constants: Constants,
    secrets: Option<FindSecrets<'s>>,
    sink: Sink<'s>,
}

impl std::fmt::Debug for Extractor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Extractor")
            .field("selection", &self.selection)
            .finish_non_exhaustive()
    }
}

impl<'s> Extractor<'s> {
    /// Creates an extractor that passes each batch to `sink` when it is full.
    pub fn new(selection: Selection, sink: impl FnMut(Table, RecordBatch) -> Result<()> + 's) -> Self {
        let rows = selection.tables().iter();
        let rows = rows
            .map(|table| (*table, Rows::new(*table, &selection)))
            .collect();
        Self {
            selection,
            language: Language::default(),
            limits: Limits::new(),
            rows,
            calls: Calls::default(),
            constants: Constants::new(Language::default()),
            secrets: None,
            sink: Box::new(sink),
        }
    }

    /// Selects the language of the product.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self.constants = Constants::new(language);
        self
    }

    /// Sets the limits of parsing and of the evaluation of constants, for each directory.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Selects what returns the names of the sensitive variables of other modules, such as [`secret_variables`] of their files.
    /// The values are not shown that calls give to them, and definitions in directories without a module; without it, they are.
    #[must_use]
    pub fn secrets(mut self, find: impl Fn(SecretsOf<'_>) -> SecretNames + 's) -> Self {
        self.secrets = Some(Box::new(find));
        self
    }

    /// Returns what is selected.
    #[must_use]
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Adds the rows of a directory.
    ///
    /// # Errors
    ///
    /// Those of the sink. Files with problems are rows of [`Table::Problems`].
    pub fn add(&mut self, directory: Directory) -> Result<()> {
        if !self.selection.has_module(&directory.module) {
            return Ok(());
        }
        if self.calls.ends_before(&directory) {
            self.finish_repository()?;
        }
        let mut sources = SourceMap::new();
        let mut loaded = Vec::new();
        for file in directory.files {
            loaded.push(Loaded::new(file, &mut sources));
        }
        let mut reading = Reading {
            repository: &directory.repository,
            module: &directory.module,
            sources: &sources,
            extractor: self,
        };
        reading.read(&loaded)?;
        self.calls.repository = Some((directory.repository, directory.is_whole_repository));
        Ok(())
    }

    /// Adds the remaining rows, and passes on the batches that are not full.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    pub fn finish(mut self) -> Result<()> {
        self.finish_repository()?;
        for (table, rows) in &mut self.rows {
            if let Some(batch) = rows.finish()? {
                (self.sink)(*table, batch)?;
            }
        }
        Ok(())
    }

    /// Adds the calls of a repository, whose depths are known now.
    fn finish_repository(&mut self) -> Result<()> {
        let calls = std::mem::take(&mut self.calls);
        for (call, depth) in calls.with_depths() {
            self.push(Table::Modules, &call.cells(depth))?;
        }
        Ok(())
    }

    fn push(&mut self, table: Table, cells: &[Cell<'_>]) -> Result<()> {
        let Some((_, rows)) = self.rows.iter_mut().find(|(own, _)| *own == table) else {
            return Ok(());
        };
        match rows.push(cells)? {
            Some(batch) => (self.sink)(table, batch),
            None => Ok(()),
        }
    }
}

/// A file with its source, if it can be read.
struct Loaded {
    path: String,
    source: Option<Source>,
    problem: Option<Box<Diagnostic>>,
}

impl Loaded {
    fn new(file: File, sources: &mut SourceMap) -> Self {
        let (source, problem) = match file.content {
            Ok(bytes) => match sources.add(file.path.as_str(), bytes) {
                Ok(source) => (Some(source), None),
                Err(error) => {
                    let code = hcl2_diagnostics::codes::source::UNREADABLE;
                    let problem = Diagnostic::error(code, "Unreadable file").with_detail(format!("{error}."));
                    (None, Some(Box::new(problem)))
                }
            },
            Err(problem) => (None, Some(problem)),
        };
        Self {
            path: file.path,
            source,
            problem,
        }
    }

    fn name(&self) -> &str {
        name_of(&self.path)
    }

    fn is_json(&self) -> bool {
        self.path.ends_with(".json")
    }
}

/// A directory on its way to rows.
struct Reading<'r, 's> {
    repository: &'r str,
    module: &'r str,
    sources: &'r SourceMap,
    extractor: &'r mut Extractor<'s>,
}

/// A parsed file.
struct Parsed {
    body: BodyRef,
    ty: &'static BodyType,
    is_native: bool,
}

impl Reading<'_, '_> {
    fn read(&mut self, files: &[Loaded]) -> Result<()> {
        if !files
            .iter()
            .any(|file| self.extractor.selection.has_path(&file.path))
        {
            return Ok(());
        }
        let (mut parsed, mut of_module) = (Vec::new(), Vec::new());
        let mut problems = Diagnostics::new();
        let is_parsed = self.needs_module();
        for file in files {
            let kind = self.file(file)?;
            if let Some(problem) = &file.problem {
                self.problem(problem, &file.path)?;
            }
            let Some(source) = file.source.as_ref().filter(|_| is_parsed) else {
                continue;
            };
            let body = if matches!(kind, FileKind::Module { .. }) {
                let (language, limits) = (self.extractor.language, self.extractor.limits);
                let file = ModuleFile::parse_limited(source, language, limits);
                let file = file.report_into(&mut problems);
                let body = file.body().clone();
                of_module.push(file);
                body
            } else {
                self.parse(source, file.is_json(), &mut problems)
            };
            let is_native = !file.is_json();
            let ty = kind.body();
            parsed.push(Parsed { body, ty, is_native });
        }
        let mut module = Module::default();
        if !of_module.is_empty() && self.needs_module() {
            let read = Module::from_files(&of_module, self.extractor.language);
            module = read.value;
            // An unparsable file may declare what seems to be missing.
            if !problems.has_errors() {
                problems.append(read.diagnostics);
            }
        }
        let limits = self.extractor.limits;
        self.extractor.constants.restart(limits);
        let first = files.first().map_or("", |file| file.path.as_str());
        for problem in &problems {
            self.problem(problem, first)?;
        }
        let context = Context::of(&module);
        self.declared(&module, &context)?;
        self.locks(&parsed)?;
        self.walk(&parsed, &context)
    }

    fn needs_module(&self) -> bool {
        let without = [Table::Files, Table::Instances];
        let mut tables = self.extractor.selection.tables().iter();
        tables.any(|table| !without.contains(table))
    }

    fn parse(&self, source: &Source, is_json: bool, problems: &mut Diagnostics) -> BodyRef {
        let limits = self.extractor.limits;
        if is_json {
            let options = hcl2_json::Options {
                limits,
                ..hcl2_json::Options::default()
            };
            return options.parse(source).report_into(problems);
        }
        let parsed = hcl2_native::parse_file(Input::whole(source).with_limits(limits));
        NativeBody::of_file(parsed.report_into(problems))
    }

    /// Adds the row of a file, and returns its kind.
    fn file(&mut self, file: &Loaded) -> Result<FileKind> {
        let known = FileKind::of(file.name()).filter(|kind| !kind.is_foreign());
        let ty = known.unwrap_or(FileKind::Module {
            only: None,
            is_override: false,
        });
        let kind = match ty {
            FileKind::Module {
                is_override: true, ..
            } => "override",
            FileKind::Module { .. } => "module",
            FileKind::Values => "variables",
            FileKind::Locks => "lock",
            _ => "other",
        };
        let bytes = file.source.as_ref().map(Source::bytes);
        let hash = bytes
            .filter(|_| self.wants(Table::Files, "hash"))
            .map(|bytes| hexadecimal(&Sha256::digest(bytes)));
        let lines = file.source.as_ref().map(|source| lines(source.bytes()));
        let own = [
            kind.into(),
            if file.is_json() { "json" } else { "native" }.into(),
            bytes.map(<[u8]>::len).into(),
            lines.into(),
            hash.as_ref().into(),
        ];
        self.push(Table::Files, &file.path, &own)?;
        Ok(ty)
    }

    fn problem(&mut self, problem: &Diagnostic, path: &str) -> Result<()> {
        let own = cells_of_problem(problem);
        match problem.subject {
            Some(span) => self.push_at(Table::Problems, span, &own),
            None => self.push(Table::Problems, path, &[&own[..], &[Cell::Null]].concat()),
        }
    }

    fn wants(&self, table: Table, column: &str) -> bool {
        let selection = &self.extractor.selection;
        selection.tables().contains(&table) && selection.has_column(column)
    }

    /// Adds a row, after which comes the column of a range.
    fn push_at(&mut self, table: Table, span: Span, own: &[Cell<'_>]) -> Result<()> {
        if !self.extractor.selection.has_any(&[table]) {
            return Ok(());
        }
        let sources = self.sources;
        let Some(source) = sources.get(span.source) else {
            return Ok(());
        };
        let range = range(source, span);
        self.push(table, source.name(), &[own, &[Cell::Range(range)]].concat())
    }

    fn push(&mut self, table: Table, path: &str, own: &[Cell<'_>]) -> Result<()> {
        if !self.extractor.selection.has_path(path) || !self.extractor.selection.has_any(&[table]) {
            return Ok(());
        }
        let common = [self.repository.into(), self.module.into(), path.into()];
        self.extractor.push(table, &[&common[..], own].concat())
    }
}

/// Returns the cells of a problem, after which comes the range.
fn cells_of_problem(problem: &Diagnostic) -> [Cell<'_>; 4] {
    let severity = if problem.is_error() { "error" } else { "warning" };
    [
        Cell::Text(problem.code.id()),
        severity.into(),
        Cell::Text(&problem.summary),
        Cell::Text(&problem.detail),
    ]
}

/// Returns the lines, columns and bytes of a span.
fn range(source: &Source, span: Span) -> [u32; RANGE.len()] {
    let (start, end) = (source.position(span.start), source.position(span.end));
    [
        start.line,
        start.column,
        start.byte,
        end.line,
        end.column,
        end.byte,
    ]
}

/// Returns the source text of a span.
fn text(sources: &SourceMap, span: Span) -> String {
    let source = sources.get(span.source);
    source.map_or_else(String::new, |source| {
        String::from_utf8_lossy(source.slice(span)).into_owned()
    })
}

/// Returns the number of lines; the last one may end without a line feed.
fn lines(bytes: &[u8]) -> usize {
    let ended = bytes.iter().filter(|byte| **byte == b'\n').count();
    ended + usize::from(bytes.last().is_some_and(|last| *last != b'\n'))
}

fn is_lock(name: &str) -> bool {
    FileKind::of(name) == Some(FileKind::Locks)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or_default();
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}
