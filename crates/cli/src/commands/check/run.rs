//! One run of the command: files are parsed, modules read, and both checked together.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::decode::schema::Schema;
use hcl2::diagnostics::{Diagnostics, Outcome, SourceMap, Span};
use hcl2::project::directory_of;
use hcl2::terraform::table::{FileKind, Language, Version};
use hcl2::terraform::{Module, ModuleFile, Unchecked, keep_first};

use super::super::schema::ModuleSchemas;
use super::super::selected::Selected;
use super::super::severity::SeverityArguments;
use super::languages::{ANY, Grouped, Languages, Modules};
use super::modules::{Validated, Validation, validate};
use super::partial::Partial;
use super::reported::Reported;
use super::siblings::{canonical, is_of_values};
use super::unchecked::NotChecked;
use super::{Arguments, kinds, stacks, tested, versions};
use crate::files::{Input, is_of_module};
use crate::parallel;

/// The result of parsing a source, without a file if the source is of no known kind.
pub(super) type Parsed = Outcome<Option<ModuleFile>>;

/// The result of a run.
pub(super) struct Checked {
    pub(super) diagnostics: Diagnostics,
    pub(super) sources: SourceMap,
    pub(super) not_checked: NotChecked,
}

/// What one run of the command checks.
pub(super) struct Run<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) severity: &'a SeverityArguments,
    /// The files and directories that the command line names.
    pub(super) paths: &'a [PathBuf],
    pub(super) input: &'a Input,
    /// The number of files, the first of `input`, that the command line names or that are in its directories.
    pub(super) named: usize,
    /// The number of these files and of others that belong to the same modules.
    pub(super) with_siblings: usize,
    pub(super) selected: Selected,
    pub(super) own_schema: Option<&'a Schema>,
    pub(super) schemas: &'a ModuleSchemas,
}

impl<'a> Run<'a> {
    /// Checks each source and the modules they form.
    pub(super) fn check(&self) -> Checked {
        let input = self.input;
        let grouped = self.files_of_modules();
        let mut parsed = self.parse(&grouped);
        let languages = match self.selected.language {
            Some(language) => Languages::all(language, input, &grouped),
            None => Languages::of_files(input, self.named, &grouped, &parsed),
        };
        for (file, problem) in &languages.unread {
            parsed[*file].diagnostics.push(problem.clone());
        }
        if self.has_kinds() {
            self.check_kinds(&mut parsed, &languages);
        }
        let Outcome {
            value: modules,
            diagnostics: mut of_modules,
        } = self.read_modules(&languages, &parsed);
        let validated = self.validate(&modules);
        if self.has_kinds() {
            tested::check(self, &mut parsed, &modules, &languages);
        }
        let reported = Reported::new(self, &modules, &languages);
        let not_checked = self.not_checked(&grouped, &parsed, validated.unchecked, &reported);
        of_modules.append(reported.without_known(validated.diagnostics, &validated.sources));
        let (of_values, mut secrets) = check_values(input, &parsed, &modules, &languages);
        of_modules.append(of_values);
        of_modules.append(stacks::check(input, &parsed, &modules, &languages, self.schemas));
        secrets.extend(secret_defaults(&grouped, &parsed));
        let mut sources = validated.sources;
        sources.conceal(&secrets);
        let all = reported.all(parsed, of_modules);
        // The command ends here; to free every declaration of large modules would take a tenth of its time.
        std::mem::forget(modules);
        Checked {
            diagnostics: self.severity.denied(all),
            sources,
            not_checked,
        }
    }

    /// Returns what could not be checked, of all that is reported.
    fn not_checked(
        &self,
        modules: &Grouped<'_>,
        parsed: &[Parsed],
        mut unchecked: Vec<Unchecked>,
        reported: &Reported<'_>,
    ) -> NotChecked {
        unchecked.retain(|unchecked| reported.has(unchecked.span()));
        let broken = modules.iter().filter_map(|(directory, files)| {
            let mut problems = files.iter().flat_map(|file| &parsed[*file].diagnostics);
            let error = problems.find(|problem| problem.is_error())?.subject?;
            reported
                .has(error)
                .then(|| (directory.display().to_string(), error))
        });
        let of_modules: HashSet<usize> = modules.values().flatten().copied().collect();
        let is_only_parsed = |file: &usize| {
            let is_known = of_modules.contains(file) || self.kind_of(*file).is_some();
            let is_parsed = self.has_kinds() && self.own_schema.is_none() && !is_known;
            // Those with errors are reported anyway.
            is_parsed && !parsed[*file].has_errors()
        };
        let only_parsed = (0..self.input.files.len()).filter(is_only_parsed);
        let only_parsed = only_parsed.map(|file| self.input.files[file].0.span_of(0, 0));
        NotChecked {
            unchecked,
            broken: broken.collect(),
            only_parsed: only_parsed.filter(|span| reported.has(*span)).collect(),
        }
    }

    /// Returns whether files are checked for what their names say they are.
    fn has_kinds(&self) -> bool {
        self.arguments.syntax.syntax().is_none()
    }

    /// Returns the files of each module, in any language.
    fn files_of_modules(&self) -> Grouped<'a> {
        let mut modules = Grouped::new();
        let paths = self.input.paths.iter().enumerate().filter(|_| self.has_kinds());
        for (index, path) in paths {
            if let Some(path) = path.as_deref().filter(|path| is_of_module(path, ANY)) {
                modules.entry(directory_of(path)).or_default().push(index);
            }
        }
        modules
    }

    /// Parses each file, and checks those of the user's own language.
    fn parse(&self, modules: &Grouped<'_>) -> Vec<Parsed> {
        let of_modules: HashSet<usize> = modules.values().flatten().copied().collect();
        let files: Vec<usize> = (0..self.input.files.len()).collect();
        let limits = self.arguments.syntax.limits();
        parallel::map("checking", &files, |index| {
            let file = &self.input.files[*index];
            let source = &file.0;
            if of_modules.contains(index) {
                return ModuleFile::parse_within(source, ANY, limits).map(Some);
            }
            let of_kind = self.kind_of(*index).map(|_| kinds::parse(source, limits));
            match of_kind {
                Some(parsed) => parsed.map(Some),
                None => kinds::check_other(self.arguments.syntax, file, self.own_schema).map(|()| None),
            }
        })
    }

    /// Returns the kind of a file that is no part of a module.
    fn kind_of(&self, file: usize) -> Option<FileKind> {
        let source = Some(&self.input.files[file].0).filter(|_| self.has_kinds());
        kinds::kind_of(source?, self.selected.other)
    }

    /// Checks the files that are no part of a module, in the languages of the modules around them.
    fn check_kinds(&self, parsed: &mut [Parsed], languages: &Languages<'_>) {
        let version = self.selected.version;
        let otherwise = languages.otherwise;
        let is_alone = |file: &usize| {
            let path = self.input.paths[*file].as_deref();
            let is_with_others = path.is_some_and(|path| is_of_module(path, ANY) || kinds::is_together(path));
            !is_with_others && !parsed[*file].has_errors()
        };
        let alone: Vec<usize> = (0..parsed.len()).filter(is_alone).collect();
        let of_kind = |kind: FileKind| {
            let files = (0..parsed.len()).filter(move |file| self.kind_of(*file) == Some(kind));
            files.filter_map(|file| parsed[file].value.as_ref()).collect()
        };
        // Files that complete those of another kind may be anywhere.
        let units = alone.iter().filter_map(|file| self.kind_of(*file));
        let completing: Vec<&ModuleFile> = units
            .into_iter()
            .find_map(FileKind::completed_by)
            .map_or_else(Vec::new, of_kind);
        let found = parallel::map("checking", &alone, |file| {
            let path = self.input.paths[*file].as_deref();
            let own = match path.and_then(FileKind::of_path) {
                Some(kind @ (FileKind::Settings { .. } | FileKind::Symbols)) => kind.only(),
                _ => None,
            };
            let language = own.unwrap_or_else(|| path.map_or(otherwise, |path| languages.of(path)));
            let version = version.filter(|version| version.language == language);
            let checked = parsed[*file].value.as_ref().zip(self.kind_of(*file));
            checked.map(|(of_file, kind)| {
                let others = kind.completed_by().map_or(&[][..], |_| &completing);
                of_file.check_with(others, kind, language, version)
            })
        });
        for (file, problems) in alone.into_iter().zip(found) {
            parsed[file].diagnostics.append(problems.unwrap_or_default());
        }
        kinds::check_together(self.input, parsed, languages, version);
    }

    /// Reads the declarations of the modules all of whose files can be parsed, and reports of the others what is sure: what
    /// seems missing may be in a file that cannot be parsed.
    fn read_modules(&self, languages: &Languages<'_>, parsed: &[Parsed]) -> Outcome<Modules> {
        let mut problems = Diagnostics::new();
        let by_language = languages.modules().map(|(language, modules)| {
            let files: Vec<(&&Path, &Vec<usize>)> = modules.iter().collect();
            let read = parallel::map("checking", &files, |(directory, files)| {
                let module = self.read_module(files, (language, self.selected.version), parsed);
                Some((std::fs::canonicalize(directory).ok()?, module))
            });
            let mut found: HashMap<PathBuf, Diagnostics> = HashMap::new();
            let mut by_directory: HashMap<PathBuf, Module> = HashMap::new();
            let mut files_of: HashMap<PathBuf, &[usize]> = HashMap::new();
            for ((_, files), (directory, read)) in files
                .iter()
                .zip(read)
                .filter_map(|(files, read)| Some((files, read?)))
            {
                found.insert(directory.clone(), read.diagnostics);
                if let Some(module) = read.value {
                    by_directory.insert(directory.clone(), module);
                    files_of.insert(directory, files);
                }
            }
            for (directory, versions) in self.versions_of_called(&by_directory) {
                let files = files_of.get(&directory).copied().unwrap_or_default();
                let read = versions.into_iter().filter_map(|version| {
                    let Outcome { value, diagnostics } =
                        self.read_module(files, (language, Some(version)), parsed);
                    Some(Outcome::new(value?, diagnostics))
                });
                let read: Outcome<Vec<Module>> = read.collect();
                let mut diagnostics = read.diagnostics;
                keep_first(&mut diagnostics);
                found.insert(directory.clone(), diagnostics);
                by_directory.extend(read.value.into_iter().next().map(|module| (directory, module)));
            }
            found.into_values().for_each(|own| problems.append(own));
            (language, by_directory)
        });
        let modules = Modules {
            by_language: by_language.collect(),
        };
        Outcome::new(modules, problems)
    }

    /// Returns the modules that are not read in their own version alone, with the versions of the root modules that call
    /// them.
    fn versions_of_called(&self, modules: &HashMap<PathBuf, Module>) -> Vec<(PathBuf, Vec<Version>)> {
        if self.selected.version.is_some() {
            return Vec::new();
        }
        let others = versions::of_modules(modules)
            .into_iter()
            .filter(|(directory, versions)| {
                let own = modules.get(*directory).map(Module::version);
                versions.iter().any(|version| Some(*version) != own)
            });
        let mut others: Vec<(PathBuf, Vec<Version>)> = others
            .map(|(directory, versions)| (directory.to_owned(), versions))
            .collect();
        others.sort_by(|(a, _), (b, _)| a.cmp(b));
        others
    }

    /// Returns whether a file of a module, some of whose files are given, cannot be read.
    fn lacks_file(&self, files: &[usize], language: Language) -> bool {
        let directory = |path: &Path| path.parent().map(Path::to_owned);
        let mut own = files
            .iter()
            .filter_map(|index| self.input.paths[*index].as_deref());
        let Some(own) = own.next().and_then(directory) else {
            return false;
        };
        let mut unreadable = self.input.unreadable.iter();
        unreadable
            .any(|path| is_of_module(path, language) && directory(path).is_some_and(|found| found == own))
    }

    /// Reads the module of some files, in a version or else in that of its own constraints. If a file cannot be read or
    /// parsed, returns only the problems that are sure.
    fn read_module(
        &self,
        files: &[usize],
        (language, version): (Language, Option<Version>),
        parsed: &[Parsed],
    ) -> Outcome<Option<Module>> {
        let read: Vec<ModuleFile> = files
            .iter()
            .filter_map(|index| parsed[*index].value.clone())
            .collect();
        let mut module = match version {
            Some(version) => Module::from_files_at(&read, version),
            None => Module::from_files(&read, language),
        };
        if files.iter().any(|index| parsed[*index].has_errors()) || self.lacks_file(files, language) {
            let files = files
                .iter()
                .map(|index| (&self.input.files[*index], &parsed[*index]));
            let rest = Partial::of(files.collect());
            rest.keep_sure(&mut module.diagnostics);
            let budget = self.arguments.budget.start().budget();
            let limits = self.arguments.syntax.limits();
            module
                .diagnostics
                .append(rest.validated((language, version), limits, budget));
            return Outcome::new(None, module.diagnostics);
        }
        let unused = self.severity.asked(module.value.unused());
        let mut read = module.map(Some);
        read.diagnostics.append(unused);
        read
    }

    /// Validates the modules together with those that they call, in each language.
    fn validate(&self, modules: &Modules) -> Validated {
        let limiter = self.arguments.budget.start();
        let named: HashSet<PathBuf> = canonical(self.paths).collect();
        let mut checked = Validated {
            diagnostics: Diagnostics::new(),
            sources: self.input.sources.clone(),
            unchecked: Vec::new(),
        };
        for (language, modules) in &modules.by_language {
            let validation = Validation {
                language: *language,
                version: self.selected.version,
                schemas: &|root| self.schemas.of(root),
                limits: self.arguments.syntax.limits(),
                limiter,
                reads_files: !self.arguments.no_files,
                world: &self.arguments.world,
                named: named.clone(),
            };
            let validated = validate(modules, &checked.sources, &validation);
            checked.diagnostics.append(validated.diagnostics);
            checked.sources = validated.sources;
            checked.unchecked.extend(validated.unchecked);
        }
        checked
    }
}

/// Returns the ranges of the defaults of sensitive variables.
fn secret_defaults(modules: &Grouped<'_>, parsed: &[Parsed]) -> Vec<Span> {
    let files = modules.values().flatten();
    let files = files.filter_map(|index| parsed[*index].value.as_ref());
    files
        .flat_map(|file| file.secret_defaults(&Module::default()))
        .collect()
}

/// Checks the files that set variables of the modules in their directories. Returns the ranges of secret values, too.
fn check_values(
    input: &Input,
    parsed: &[Parsed],
    modules: &Modules,
    languages: &Languages<'_>,
) -> (Diagnostics, Vec<Span>) {
    let mut problems = Diagnostics::new();
    let mut secrets = Vec::new();
    for (path, file) in input.paths.iter().zip(parsed) {
        let path = path.as_deref().filter(|path| is_of_values(path));
        let directory = path.and_then(|path| std::fs::canonicalize(directory_of(path)).ok());
        let module = path.zip(directory);
        let module = module.and_then(|(path, directory)| modules.get(languages.of(path), &directory));
        if let (Some(module), Some(file)) = (module, &file.value) {
            problems.append(module.check_values(file));
            secrets.extend(file.secret_values(module));
        }
    }
    (problems, secrets)
}
