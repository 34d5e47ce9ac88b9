//! What all units of one rendering share: the files that were read, and what follows from them alone.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcl2_diagnostics::codes::{render as codes, source as source_codes, terraform as terraform_codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Source, SourceMap, Span, nearest_name};
use hcl2_functions::{FileKind, Host};
use hcl2_model::{Attributes, Block, BodyRef, BodySchema, Limits, Name};
use hcl2_native::{Input, NativeBody, parse_file};
use hcl2_project::{DirectoryHost, FileReader, Files};
use hcl2_terraform::ModuleTree;
use hcl2_terraform::table::{Language, Version};
use hcl2_value::{Budget, Value};

use super::config::{Evaluated, Facts};
use super::paths::{clean, directory, text};
use super::tables::{FILE, STACK_FILE, Table, schema_of};

/// What all units of one rendering share.
pub(super) struct World {
    pub(super) files: Arc<dyn Files>,
    /// Reads what may be read.
    pub(super) host: DirectoryHost,
    /// The directory that paths of a user start at.
    pub(super) current: PathBuf,
    pub(super) version: Option<Version>,
    pub(super) given: Given,
    store: Mutex<Store>,
}

impl fmt::Debug for World {
    /// Writes no values of the environment, since they may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("current", &self.current)
            .finish_non_exhaustive()
    }
}

/// What the user says.
#[derive(Clone, Default)]
pub(super) struct Given {
    /// The environment that configurations may read.
    pub(super) environment: BTreeMap<String, String>,
    /// The values of features.
    pub(super) features: BTreeMap<String, String>,
    /// The command of Terraform that units are rendered for.
    pub(super) command: String,
    /// The state files of units, by their directories.
    pub(super) states: Vec<(PathBuf, PathBuf)>,
    /// The directories outside of the repository that may be read.
    pub(super) readable: Vec<PathBuf>,
    pub(super) limits: Limits,
    pub(super) budget: Budget,
}

/// What was read so far.
#[derive(Debug, Default)]
struct Store {
    sources: SourceMap,
    parsed: HashMap<PathBuf, Result<Arc<Parsed>, Box<Diagnostic>>>,
    kinds: HashMap<PathBuf, Option<FileKind>>,
    /// What included files are to every unit, or nothing if each unit sees something else.
    facts: HashMap<PathBuf, Option<Arc<Facts>>>,
    parents: HashMap<PathBuf, Option<Arc<Evaluated>>>,
    /// What files that others read are, with where reading began if that matters.
    read: HashMap<(PathBuf, Option<PathBuf>), Arc<Evaluated>>,
    outputs: HashMap<PathBuf, Result<Value, Box<Diagnostic>>>,
    /// What stacks generate, by the directories that it is generated in.
    generated: HashMap<PathBuf, Generated>,
    roots: HashMap<PathBuf, Roots>,
    /// The names of the features that files declare.
    features: BTreeSet<String>,
}

/// The roots of references with their values.
pub(super) type Roots = Vec<(&'static str, Value)>;

/// What a stack generates in a directory: a copy of another one, with values.
#[derive(Clone, Debug)]
pub(super) struct Generated {
    pub(super) source: PathBuf,
    pub(super) values: Option<Value>,
}

/// A file of Terragrunt.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) path: PathBuf,
    pub(super) attributes: Attributes,
    pub(super) blocks: Vec<Block>,
    pub(super) body: BodyRef,
    pub(super) whole: Span,
    /// What is wrong with its syntax and its items.
    pub(super) problems: Diagnostics,
    /// Whether an expression refers to dependencies.
    pub(super) names_dependency: bool,
}

/// Reports blocks without a label that repeat, and blocks `generate` of one name.
fn repeated(blocks: &[Block], problems: &mut Diagnostics) {
    let mut seen: HashMap<(&Name, Option<&str>), Span> = HashMap::new();
    for block in blocks {
        let label = block.labels.first().map(|label| &*label.text);
        if label.is_some() && block.block_type != *"generate" {
            continue;
        }
        match seen.entry((&block.block_type, label)) {
            Entry::Vacant(slot) => drop(slot.insert(block.header_span)),
            Entry::Occupied(first) => {
                let name = label.map_or_else(String::new, |label| format!(" \"{label}\""));
                let detail = format!(
                    "A file has one block `{}{name}` at most. Combine the two.",
                    block.block_type
                );
                problems.push(
                    Diagnostic::error(terraform_codes::DUPLICATE_DECLARATION, "Duplicate block")
                        .with_detail(detail)
                        .with_subject(block.header_span)
                        .with_label(*first.get(), "the first block"),
                );
            }
        }
    }
}

/// Returns the `include` without a label of a body in JSON syntax: an object that has a path itself.
fn bare_include(body: &BodyRef) -> Vec<Block> {
    let read = body.partial_content(&BodySchema::new().block("include", [""; 0]));
    let mut blocks = read.value.content.blocks;
    blocks.retain(|block| {
        let path = block.attribute("path");
        path.is_some_and(|path| path.expression.static_map().is_none())
    });
    blocks
}

impl Parsed {
    /// Reads a body by the items that a table has.
    pub(super) fn new(
        path: &Path,
        body: BodyRef,
        is_json: bool,
        table: &Table,
        whole: Span,
        mut problems: Diagnostics,
    ) -> Self {
        let mut schema = schema_of(table);
        // They have a label or none, unlike what a schema can say.
        let includes = if is_json {
            bare_include(&body)
        } else {
            body.blocks("include")
        };
        if includes.iter().any(|block| block.labels.is_empty()) {
            schema.blocks.retain(|block| block.block_type != *"include");
            if is_json {
                schema = schema.block("include", [""; 0]);
            }
        }
        let mut found = Diagnostics::new();
        let mut content = body.content(&schema).report_into(&mut found);
        // They are both attributes and blocks.
        let twofold: &[&str] = if is_json {
            &[]
        } else {
            &["remote_state", "generate"]
        };
        for name in twofold {
            let attribute = body.partial_content(&BodySchema::new().optional(*name));
            content.attributes.extend(attribute.value.content.attributes);
        }
        if schema.block_named("include").is_none() {
            content.blocks.extend(includes.iter().cloned());
        }
        let is_fine = |problem: &Diagnostic| {
            let spans = content
                .attributes
                .iter()
                .filter(|attribute| attribute.name == *"remote_state" || attribute.name == *"generate");
            let spans = spans.map(|attribute| attribute.span);
            let bare = includes.iter().filter(|block| block.labels.len() < 2);
            let mut spans = spans.chain(bare.map(|block| block.header_span));
            spans.any(|span| {
                problem
                    .subject
                    .is_some_and(|at| at.start >= span.start && at.end <= span.end)
            })
        };
        if !problems.has_errors() {
            found.retain(|problem| !is_fine(problem));
            problems.append(found);
            repeated(&content.blocks, &mut problems);
        }
        let mut names_dependency = false;
        body.visit_expressions(&mut |expression| {
            let variables = expression.variables();
            let mut roots = variables.iter().filter_map(|variable| variable.root_name());
            names_dependency |= roots.any(|name| *name == *"dependency");
        });
        Self {
            path: path.to_owned(),
            attributes: content.attributes,
            blocks: content.blocks,
            body,
            whole,
            problems,
            names_dependency,
        }
    }

    /// Returns the blocks of a type.
    pub(super) fn blocks(&self, block_type: &str) -> impl Iterator<Item = &Block> {
        self.blocks
            .iter()
            .filter(move |block| block.block_type == *block_type)
    }
}

/// The names of the files of units and stacks, of which the first that exists counts.
pub(super) const UNIT_FILES: [&str; 2] = ["terragrunt.hcl", "terragrunt.hcl.json"];
pub(super) const STACK_FILES: [&str; 1] = ["terragrunt.stack.hcl"];
/// The number of generated directories that are copies of each other.
const MAX_COPIES: usize = 16;
pub(super) const VALUES_FILE: &str = "terragrunt.values.hcl";

impl World {
    /// Creates the world of what is at `start`, a directory.
    pub(super) fn new(files: Arc<dyn Files>, start: &Path, given: Given) -> Result<Self, Box<Diagnostic>> {
        let unreadable = |error: hcl2_diagnostics::Error| {
            let mut problems = error.diagnostics().iter().cloned();
            Box::new(problems.next().unwrap_or_else(|| missing_file(start)))
        };
        let tree = ModuleTree::default();
        let host = DirectoryHost::of_module(Arc::clone(&files), start, &tree).map_err(unreadable)?;
        let host = given.readable.iter().fold(host, |host, path| host.allow(path));
        let current = files.canonical(Path::new(".")).unwrap_or_default();
        Ok(Self {
            files,
            host,
            current,
            version: Version::released(Language::Terraform).last(),
            given,
            store: Mutex::default(),
        })
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value that the user gives a feature that a file declares.
    pub(super) fn feature(&self, name: &str) -> Option<&String> {
        self.store().features.insert(name.to_owned());
        self.given.features.get(name)
    }

    /// Warns of values for features that no file declares.
    pub(super) fn undeclared_features(&self) -> Vec<Diagnostic> {
        let store = self.store();
        let given = self.given.features.keys();
        let undeclared = given.filter(|name| !store.features.contains(*name));
        let warnings = undeclared.map(|name| {
            let near = nearest_name(name, store.features.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
            Diagnostic::warning(terraform_codes::UNDECLARED, "Undeclared feature")
                .with_detail(format!("No file declares the feature `{name}`.{near}"))
        });
        warnings.collect()
    }

    /// Reports a directory with outputs that has no unit.
    pub(super) fn missing_unit(&self) -> Option<Box<Diagnostic>> {
        let has_unit = |directory: &Path| {
            let mut files = UNIT_FILES.iter().chain(&STACK_FILES);
            files.any(|name| {
                let file = directory.join(name);
                // The user names it, so that it need not be among what may be read.
                self.files.is_file(&file) || self.kind(&file).is_some()
            })
        };
        let mut directories = self.given.states.iter().map(|(directory, _)| directory);
        let directory = directories.find(|directory| !has_unit(directory))?;
        let detail = format!(
            "The directory {}, for which `--outputs` gives a state, has no file `{}`. Fix its path.",
            self.shown(directory),
            UNIT_FILES[0]
        );
        let problem = Diagnostic::error(codes::MISSING_UNIT, "Missing unit").with_detail(detail);
        Some(Box::new(problem))
    }

    /// Notes what a stack generates in a directory.
    pub(super) fn generate(&self, directory: &Path, generated: Generated) {
        let mut store = self.store();
        store.kinds.clear();
        store.generated.insert(directory.to_owned(), generated);
    }

    /// Adds a file that a stack generates, with the roots of references that it has besides its own.
    pub(super) fn add_file(&self, file: Parsed, roots: Roots) {
        let mut store = self.store();
        store.roots.insert(file.path.clone(), roots);
        store.kinds.insert(file.path.clone(), Some(FileKind::File));
        store.parsed.insert(file.path.clone(), Ok(Arc::new(file)));
    }

    /// Returns the roots of references that a file has besides its own.
    pub(super) fn roots_of(&self, path: &Path) -> Roots {
        self.store().roots.get(path).cloned().unwrap_or_default()
    }

    /// Returns the values that a stack gives to what is in a directory.
    pub(super) fn values_of(&self, directory: &Path) -> Option<Value> {
        self.store().generated.get(directory)?.values.clone()
    }

    /// Returns where a file is that may be in a generated directory.
    pub(super) fn located(&self, path: &Path) -> PathBuf {
        let store = self.store();
        if store.generated.is_empty() {
            return path.to_owned();
        }
        let mut located = path.to_owned();
        // What is generated may be a copy of what is generated.
        for _ in 0..MAX_COPIES {
            let mut above = located.ancestors();
            let copied = above.find_map(|directory| {
                let generated = store.generated.get(directory)?;
                let below = located.strip_prefix(directory).ok()?;
                Some(generated.source.join(below))
            });
            match copied {
                Some(copied) => located = copied,
                None => break,
            }
        }
        located
    }

    /// Returns what is at an absolute path; nothing if it may not be read.
    pub(super) fn kind(&self, path: &Path) -> Option<FileKind> {
        if let Some(kind) = self.store().kinds.get(path) {
            return *kind;
        }
        let kind = self.host.kind(&text(&self.located(path))).ok().flatten();
        self.store().kinds.insert(path.to_owned(), kind);
        kind
    }

    /// Returns the path of a configuration that a path in a directory leads to: its file, if it is a directory.
    pub(super) fn configuration(&self, directory: &Path, path: &str) -> PathBuf {
        let path = clean(&directory.join(path));
        if self.kind(&path) != Some(FileKind::Directory) {
            return path;
        }
        let files = UNIT_FILES.iter().map(|name| path.join(name));
        let mut existing = files.filter(|path| self.kind(path).is_some());
        existing.next().unwrap_or_else(|| path.join(UNIT_FILES[0]))
    }

    /// Returns how a path is shown: relative to the current directory if it is below.
    pub(super) fn shown(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.current);
        let shown = text(below.unwrap_or(path));
        if shown.is_empty() { ".".to_owned() } else { shown }
    }

    /// Reads a file that configuration names.
    pub(super) fn read(&self, path: &Path) -> Result<Source, Box<Diagnostic>> {
        let problem = |reason: &dyn fmt::Display| {
            let detail = format!("The file {} cannot be read: {reason}.", self.shown(path));
            Box::new(Diagnostic::error(source_codes::UNREADABLE, "Unreadable file").with_detail(detail))
        };
        let bytes = self
            .host
            .read(&text(&self.located(path)))
            .map_err(|error| problem(&error))?;
        let source = Source::shared(self.shown(path), bytes).map_err(|error| problem(&error))?;
        self.store().sources.insert(&source);
        Ok(source)
    }

    /// Reads a file that the user names.
    pub(super) fn read_named(&self, path: &Path) -> Result<Source, Box<Diagnostic>> {
        let mut reader = FileReader {
            files: Arc::clone(&self.files),
            ..FileReader::default()
        };
        let source = reader.read(path).ok_or_else(|| {
            let mut problems = std::mem::take(&mut reader.diagnostics).into_vec().into_iter();
            Box::new(problems.next().unwrap_or_else(|| missing_file(path)))
        })?;
        self.store().sources.insert(&source);
        Ok(source)
    }

    /// Reads and parses a file, once.
    pub(super) fn parse(&self, path: &Path) -> Result<Arc<Parsed>, Box<Diagnostic>> {
        let name = path.file_name().and_then(|name| name.to_str());
        self.parse_by(
            path,
            if name.is_some_and(is_of_stack) {
                &STACK_FILE
            } else {
                &FILE
            },
        )
    }

    /// Reads and parses a file by the items that a table has, once.
    pub(super) fn parse_by(
        &self,
        path: &Path,
        table: &'static Table,
    ) -> Result<Arc<Parsed>, Box<Diagnostic>> {
        if let Some(parsed) = self.store().parsed.get(path) {
            return parsed.clone();
        }
        let parsed = self
            .read(path)
            .map(|source| Arc::new(self.parsed(path, &source, table)));
        self.store().parsed.insert(path.to_owned(), parsed.clone());
        parsed
    }

    fn parsed(&self, path: &Path, source: &Source, table: &Table) -> Parsed {
        let is_json = source.name().ends_with(".json");
        let limits = self.given.limits;
        let parsed: Outcome<BodyRef> = if is_json {
            let options = hcl2_json::Options {
                limits,
                ..hcl2_json::Options::default()
            };
            options.parse(source)
        } else {
            parse_file(Input::whole(source).with_limits(limits)).map(NativeBody::of_file)
        };
        let mut problems = Diagnostics::new();
        let body = parsed.report_into(&mut problems);
        Parsed::new(path, body, is_json, table, source.span(), problems)
    }

    /// Returns what an included file is to every unit: unknown so far, something, or nothing.
    pub(super) fn shared_facts(&self, path: &Path) -> Option<Option<Arc<Facts>>> {
        self.store().facts.get(path).cloned()
    }

    pub(super) fn share_facts(&self, path: &Path, facts: Option<Arc<Facts>>) {
        self.store().facts.insert(path.to_owned(), facts);
    }

    pub(super) fn shared_parent(&self, path: &Path) -> Option<Option<Arc<Evaluated>>> {
        self.store().parents.get(path).cloned()
    }

    pub(super) fn share_parent(&self, path: &Path, parent: Option<Arc<Evaluated>>) {
        self.store().parents.insert(path.to_owned(), parent);
    }

    /// Returns what a file is that a configuration reads.
    pub(super) fn shared_read(&self, path: &Path, original: &Path) -> Option<Arc<Evaluated>> {
        let store = self.store();
        let found = store.read.get(&(path.to_owned(), None));
        let found = found.or_else(|| store.read.get(&(path.to_owned(), Some(original.to_owned()))));
        found.cloned()
    }

    pub(super) fn share_read(&self, path: &Path, original: Option<&Path>, read: &Arc<Evaluated>) {
        let key = (path.to_owned(), original.map(Path::to_owned));
        self.store().read.insert(key, Arc::clone(read));
    }

    /// Returns the outputs of a state, read once.
    pub(super) fn outputs(
        &self,
        path: &Path,
        read: impl FnOnce() -> Result<Value, Box<Diagnostic>>,
    ) -> Result<Value, Box<Diagnostic>> {
        if let Some(outputs) = self.store().outputs.get(path) {
            return outputs.clone();
        }
        let outputs = read();
        self.store().outputs.insert(path.to_owned(), outputs.clone());
        outputs
    }

    /// Returns the repository around a directory.
    pub(super) fn repository(&self, path: &Path) -> Option<PathBuf> {
        self.files.repository_of(path).map(Path::to_owned)
    }

    /// Returns the sources that were read.
    pub(super) fn sources(&self) -> SourceMap {
        self.store().sources.clone()
    }

    /// Returns the place of a range as text, such as `prod/app/terragrunt.hcl:3`.
    pub(super) fn place(&self, span: Span) -> Option<String> {
        let store = self.store();
        let source = store.sources.get(span.source)?;
        let line = source.position(span.start).line;
        Some(format!("{}:{line}", source.name()))
    }
}

/// Returns whether a file is one of a stack.
pub(super) fn is_of_stack(name: &str) -> bool {
    name.ends_with("terragrunt.stack.hcl") || name == "terragrunt.autoinclude.stack.hcl"
}

/// Creates the diagnostic about a file that does not exist.
pub(super) fn missing_file(path: &Path) -> Diagnostic {
    let detail = format!("The file {} does not exist.", text(path));
    Diagnostic::error(source_codes::UNREADABLE, "Unreadable file").with_detail(detail)
}

/// The host of the functions in files of one directory: what it shows is what the world reads.
#[derive(Debug)]
pub(super) struct Below {
    pub(super) world: Arc<World>,
    pub(super) directory: PathBuf,
}

impl Below {
    /// Creates the host of the functions in a file.
    pub(super) fn of_file(world: &Arc<World>, file: &Path) -> Self {
        Self {
            world: Arc::clone(world),
            directory: directory(file).to_owned(),
        }
    }

    fn full(&self, path: &str) -> String {
        text(&clean(&self.directory.join(path)))
    }

    fn located(&self, path: &str) -> String {
        text(&self.world.located(Path::new(&self.full(path))))
    }
}

impl Host for Below {
    fn read(&self, path: &str) -> Result<Vec<u8>, hcl2_functions::HostError> {
        self.world.host.read(&self.located(path))
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, hcl2_functions::HostError> {
        self.world.host.kind(&self.located(path))
    }

    fn entries(&self, path: &str) -> Result<Vec<hcl2_functions::DirectoryEntry>, hcl2_functions::HostError> {
        self.world.host.entries(&self.located(path))
    }

    fn absolute(&self, path: &str) -> Result<String, hcl2_functions::HostError> {
        Ok(self.full(path))
    }

    fn home(&self) -> Result<String, hcl2_functions::HostError> {
        Host::home(&self.world.host)
    }

    fn now(&self) -> Result<hcl2_functions::PointInTime, hcl2_functions::HostError> {
        self.world.host.now()
    }

    fn plan_time(&self) -> Result<hcl2_functions::PointInTime, hcl2_functions::HostError> {
        Host::plan_time(&self.world.host)
    }

    fn randomize(&self, buffer: &mut [u8]) -> Result<(), hcl2_functions::HostError> {
        self.world.host.randomize(buffer)
    }
}
