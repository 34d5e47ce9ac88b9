//! One run of the command: files are parsed, modules read, and both checked together.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::decode::schema::Schema;
use hcl2::diagnostics::codes::terraform as codes;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, Source, Span};
use hcl2::terraform::table::Language;
use hcl2::terraform::{Module, ModuleFile, ProviderSchemas};

use super::super::selected::Selected;
use super::super::severity::SeverityArguments;
use super::modules::{Checked, Validation, validate};
use super::reported::Reported;
use super::siblings::{canonical, directory_of, is_of_values};
use super::{Arguments, kinds, stacks, tested};
use crate::files::{Input, is_of_module};
use crate::parallel;

/// The result of parsing a source, without a file if the source is of no known kind.
pub(super) type Parsed = Outcome<Option<ModuleFile>>;

/// What one run of the command checks.
pub(super) struct Run<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) severity: &'a SeverityArguments,
    /// The files and directories that the command line names.
    pub(super) paths: &'a [PathBuf],
    pub(super) input: &'a Input,
    /// The number of files, the first of `input`, that the command line names or that are in its directories.
    pub(super) named: usize,
    pub(super) selected: Selected,
    pub(super) own_schema: Option<&'a Schema>,
    pub(super) schemas: Option<&'a ProviderSchemas>,
}

impl Run<'_> {
    /// Checks each source and the modules they form.
    pub(super) fn check(&self) -> Checked {
        let input = self.input;
        let grouped = self.files_of_modules();
        let mut parsed = self.parse(&grouped);
        if self.has_kinds() {
            kinds::check_together(input, &mut parsed, self.selected);
        }
        let Outcome {
            value: modules,
            diagnostics: of_reading,
        } = self.read_modules(&grouped, &parsed);
        let mut validated = validate(&modules, &input.sources, &self.validation());
        if self.has_kinds() {
            let language = self.selected.language;
            tested::check(input, &mut parsed, &modules, language, !self.arguments.no_files);
        }
        let of_stacks = stacks::check(input, &parsed, &modules);
        let (of_values, mut secrets) = check_values(input, &parsed, &modules);
        secrets.extend(self.secret_defaults(&grouped, &parsed));
        validated.sources.conceal(&secrets);

        let reported = Reported::new(self, &modules);
        let mut all = Diagnostics::new();
        for (path, file) in input.paths.iter().zip(parsed) {
            let is_read = path.as_ref().is_none_or(|path| reported.is_read(path));
            all.append(if is_read {
                file.diagnostics
            } else {
                file.diagnostics.map(warning)
            });
        }
        all.append(of_reading);
        all.append(reported.without_known(validated.diagnostics, &validated.sources));
        all.append(of_values);
        all.append(of_stacks);
        let all = reported.once(all);
        // The command ends here; to free every declaration of large modules would take a tenth of its time.
        std::mem::forget(modules);
        Checked {
            diagnostics: self.severity.denied(all),
            sources: validated.sources,
        }
    }

    /// Returns whether files are checked for what their names say they are.
    fn has_kinds(&self) -> bool {
        self.arguments.syntax.syntax().is_none()
    }

    /// Returns the numbers of the files of each module, by its directory.
    fn files_of_modules(&self) -> BTreeMap<&Path, Vec<usize>> {
        let mut modules: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        for (index, path) in self.input.paths.iter().enumerate() {
            let path = path.as_deref().filter(|_| self.has_kinds());
            if let Some(path) = path.filter(|path| is_of_module(path, self.selected.language)) {
                modules.entry(directory_of(path)).or_default().push(index);
            }
        }
        modules
    }

    /// Parses each file, and checks those that are no part of a module.
    fn parse(&self, modules: &BTreeMap<&Path, Vec<usize>>) -> Vec<Parsed> {
        let of_modules: HashSet<usize> = modules.values().flatten().copied().collect();
        let files: Vec<usize> = (0..self.input.files.len()).collect();
        let (language, limits) = (self.selected.language, self.arguments.syntax.limits());
        parallel::map("checking", &files, |index| {
            let file = &self.input.files[*index];
            let source = &file.0;
            if of_modules.contains(index) {
                return ModuleFile::parse_within(source, language, limits).map(Some);
            }
            if self.has_kinds() && self.is_unread(*index) {
                let mut parsed = ModuleFile::parse_within(source, language, limits);
                parsed.diagnostics.append(unread(source));
                return parsed.map(Some);
            }
            let of_kind = self
                .has_kinds()
                .then(|| kinds::check(source, self.selected, limits))
                .flatten();
            match of_kind {
                Some(parsed) => parsed.map(Some),
                None => kinds::check_other(self.arguments.syntax, file, self.own_schema).map(|()| None),
            }
        })
    }

    /// Reads the declarations of the modules all of whose files can be parsed: one that seems missing may be in a file
    /// that cannot. Returns them by their canonical directories.
    fn read_modules(
        &self,
        modules: &BTreeMap<&Path, Vec<usize>>,
        parsed: &[Parsed],
    ) -> Outcome<HashMap<PathBuf, Module>> {
        let modules: Vec<(&&Path, &Vec<usize>)> = modules.iter().collect();
        let read = parallel::map("checking", &modules, |(directory, indexes)| {
            let is_sound = |index: &&usize| !parsed[**index].has_errors();
            let sound: Vec<ModuleFile> = indexes
                .iter()
                .filter(is_sound)
                .filter_map(|index| parsed[*index].value.clone())
                .collect();
            if sound.len() < indexes.len() {
                return Outcome::from(None);
            }
            let directory = std::fs::canonicalize(directory).ok();
            let module = match self.selected.version {
                Some(version) => Module::from_files_at(&sound, version),
                None => Module::from_files(&sound, self.selected.language),
            };
            let unused = self.severity.asked(module.value.unused());
            let mut read = module.map(|module| Some((directory?, module)));
            read.diagnostics.append(unused);
            read
        });
        let read: Outcome<Vec<Option<(PathBuf, Module)>>> = read.into_iter().collect();
        read.map(|modules| modules.into_iter().flatten().collect())
    }

    fn validation(&self) -> Validation<'_> {
        Validation {
            language: self.selected.language,
            version: self.selected.version,
            schemas: self.schemas,
            limits: self.arguments.syntax.limits(),
            limiter: self.arguments.budget.start(),
            reads_files: !self.arguments.no_files,
            named: canonical(self.paths).collect(),
        }
    }

    /// Returns whether a file declares what the language of the modules does not read.
    fn is_unread(&self, index: usize) -> bool {
        let path = self.input.paths[index].as_deref();
        self.selected.language == Language::Terraform && path.is_some_and(is_only_of_opentofu)
    }

    /// Returns the ranges of the defaults of sensitive variables.
    fn secret_defaults(&self, modules: &BTreeMap<&Path, Vec<usize>>, parsed: &[Parsed]) -> Vec<Span> {
        let unread = (0..parsed.len()).filter(|index| self.is_unread(*index));
        let declaring = modules.values().flatten().copied().chain(unread);
        let files = declaring.filter_map(|index| parsed[index].value.as_ref());
        files
            .flat_map(|file| file.secret_defaults(&Module::default()))
            .collect()
    }
}

/// Returns whether only OpenTofu reads a file of a module.
fn is_only_of_opentofu(path: &Path) -> bool {
    is_of_module(path, Language::OpenTofu) && !is_of_module(path, Language::Terraform)
}

/// Warns that Terraform does not read a file.
fn unread(source: &Source) -> Diagnostics {
    let problem = Diagnostic::warning(codes::UNREAD_FILE, "File that only OpenTofu reads")
        .with_subject(Span::new(source.id(), 0, 0))
        .with_detail(
            "The module is checked in Terraform's language, so that only the syntax of the file is checked. Pass \
             `--opentofu` to check the module in OpenTofu's language.",
        );
    std::iter::once(problem).collect()
}

fn warning(mut problem: Diagnostic) -> Diagnostic {
    problem.severity = Severity::Warning;
    problem
}

/// Checks the files that set variables of the modules in their directories. Returns the ranges of secret values, too.
fn check_values(
    input: &Input,
    parsed: &[Parsed],
    modules: &HashMap<PathBuf, Module>,
) -> (Diagnostics, Vec<Span>) {
    let mut problems = Diagnostics::new();
    let mut secrets = Vec::new();
    for (path, file) in input.paths.iter().zip(parsed) {
        let path = path.as_deref().filter(|path| is_of_values(path));
        let directory = path.and_then(|path| std::fs::canonicalize(directory_of(path)).ok());
        let module = directory.and_then(|directory| modules.get(&directory));
        if let (Some(module), Some(file)) = (module, &file.value) {
            problems.append(module.check_values(file));
            secrets.extend(file.secret_values(module));
        }
    }
    (problems, secrets)
}
