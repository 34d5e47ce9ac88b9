//! Reading the tests of a module from files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, Span, codes::source as codes};
use hcl2_model::Name;
use hcl2_plan::{GivenValue, TestInputs};
use hcl2_terraform::table::{FileKind, Version, replacement};
use hcl2_terraform::{Mocks, ModuleFile, ModuleTree, Override, TestFile, TestRun, join_paths};

use crate::modules::{GivenVariable, Installed, LoadedModule, ModuleLoader, Place, VariableSource};
use crate::reader::FileReader;

/// The tests of a module, with the modules and mocks that they use.
#[derive(Clone, Debug)]
pub struct LoadedTests {
    /// The files, sorted by name.
    pub files: Vec<LoadedTestFile>,
    /// The module that the tests belong to, with the problems of its files.
    pub module: (ModuleTree, Diagnostics),
    /// The sources that spans point into.
    pub sources: SourceMap,
    /// The problems of the files of tests, mocks and variables, with which none of the tests runs if they are errors.
    pub diagnostics: Diagnostics,
    /// The values of variables in automatic files of the module.
    pub variables: BTreeMap<String, GivenValue>,
    /// Those in the directory of tests, for the files there. They override all others from outside.
    pub test_variables: BTreeMap<String, GivenValue>,
}

/// The mocks and overrides in a file.
#[derive(Clone, Debug, Default)]
pub struct LoadedMocks {
    /// The mocks of providers, by the names of their configurations; those of a file of mocks have no name.
    pub providers: Vec<(Option<String>, Mocks)>,
    /// The objects and modules that are overridden.
    pub overrides: Vec<Override>,
    /// The sources that spans point into.
    pub sources: SourceMap,
    /// The problems of the file and of those that it names.
    pub diagnostics: Diagnostics,
}

/// A file of tests.
#[derive(Clone, Debug)]
pub struct LoadedTestFile {
    /// The path from the directory of the module, such as `tests/main.tftest.hcl`.
    pub name: String,
    /// The contents.
    pub tests: TestFile,
    /// Whether it is in the directory of tests, where files may set variables too.
    pub is_in_test_directory: bool,
    /// The modules that runs test, by the names of the runs.
    modules: BTreeMap<String, (ModuleTree, Diagnostics)>,
    /// The mocks in other files, by the directories that mocks of providers name.
    mocks: BTreeMap<String, Mocks>,
}

impl LoadedTestFile {
    /// Returns where values of sensitive variables are written.
    fn secrets(&self, tree: &ModuleTree) -> Vec<Span> {
        let sensitive = |tree: &ModuleTree| -> HashSet<Name> {
            let variables = tree.module.variables.iter();
            let sensitive = variables.filter(|variable| variable.sensitive);
            sensitive.map(|variable| variable.name.clone()).collect()
        };
        let of_main = sensitive(tree);
        let of_modules: HashMap<&str, HashSet<Name>> = self
            .modules
            .iter()
            .map(|(run, (tree, _))| (run.as_str(), sensitive(tree)))
            .collect();
        let of_runs = self.tests.runs.iter().flat_map(|run| {
            let secret = of_modules.get(run.name.as_str()).unwrap_or(&of_main);
            run.variables.iter().filter(|given| secret.contains(&given.name))
        });
        let of_any: HashSet<&Name> = of_modules.values().chain([&of_main]).flatten().collect();
        let of_file = self.tests.variables.iter();
        let of_file = of_file.filter(|given| of_any.contains(&given.name));
        of_runs
            .chain(of_file)
            .map(|given| given.expression.span())
            .collect()
    }
}

impl LoadedTests {
    /// Sets variables from outside, in place of those that automatic files alone set: each source overrides those before.
    pub fn set_variables(&mut self, sources: &[VariableSource]) {
        let mut automatic = std::mem::take(&mut self.variables);
        let mut variables = BTreeMap::new();
        for source in sources {
            match source {
                VariableSource::AutomaticFiles => variables.append(&mut automatic),
                source => variables.extend(self.read(source, Path::new(""), FileReader::default())),
            }
        }
        self.variables = variables;
    }

    /// Reads values of variables, adding to the sources.
    fn read(
        &mut self,
        source: &VariableSource,
        directory: &Path,
        mut reader: FileReader,
    ) -> BTreeMap<String, GivenValue> {
        reader.sources = std::mem::take(&mut self.sources);
        let given = source.read(directory, &self.module.0.module, &mut reader);
        self.sources = reader.sources;
        self.diagnostics.append(reader.diagnostics);
        given.into_iter().map(GivenVariable::for_tests).collect()
    }

    /// Returns what the tests of a file run on.
    #[must_use]
    pub fn inputs(&self, file: &LoadedTestFile, inputs: hcl2_plan::Inputs) -> TestInputs {
        let mut variables = self.variables.clone();
        if file.is_in_test_directory {
            variables.extend(self.test_variables.clone());
        }
        TestInputs {
            module: self.module.clone(),
            modules: file.modules.clone(),
            mocks: file.mocks.clone(),
            variables,
            inputs,
            taken: None,
        }
    }
}

impl ModuleLoader {
    /// Reads a module with its tests: those beside its files, and those in a directory of tests, usually `tests`.
    ///
    /// The diagnostics have the codes of [`ModuleFile::check`], those of the syntax, and `hcl2::source::unreadable`.
    #[must_use]
    pub fn load_tests(&self, directory: impl AsRef<Path>, test_directory: &str) -> LoadedTests {
        let root = directory.as_ref();
        let LoadedModule {
            tree,
            sources,
            diagnostics: found,
        } = self.load_partial(root);
        let files = self.reader(sources);
        let mut loading = Loading {
            loader: self,
            version: tree.module.version(),
            root,
            files,
            installed: Installed::default(),
            modules: HashMap::new(),
        };
        let mut problems = Diagnostics::new();
        loading.installed = Installed::read(
            root,
            &*self.files,
            &mut |path, _| loading.files.read(path),
            &mut problems,
        );
        loading.files.diagnostics.append(problems);
        let mut tests = Vec::new();
        for (within, is_in_test_directory) in [("", false), (test_directory, true)] {
            let directory = root.join(within);
            let mut paths = loading.files_of(&directory, |kind| kind.is_of_tests(self.language));
            let all = paths.clone();
            paths.retain(|path| {
                let name = path.file_name().and_then(|name| name.to_str());
                let by = name.and_then(|name| replacement(name, self.language));
                !by.is_some_and(|by| all.contains(&directory.join(by)))
            });
            for path in paths {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let name = [within, &name.unwrap_or_default()].join("/");
                let name = name.trim_start_matches(['/', '.']).to_owned();
                tests.extend(loading.tests(&path, name, is_in_test_directory));
            }
        }
        tests.sort_by(|a, b| a.name.cmp(&b.name));
        tests.dedup_by(|a, b| a.name == b.name);
        let secrets: Vec<Span> = tests.iter().flat_map(|file| file.secrets(&tree)).collect();
        loading.files.sources.conceal(&secrets);
        loading.files.diagnostics.conceal_within(&secrets);
        let mut tests = LoadedTests {
            files: tests,
            module: (tree, found),
            sources: loading.files.sources,
            diagnostics: loading.files.diagnostics,
            variables: BTreeMap::new(),
            test_variables: BTreeMap::new(),
        };
        let automatic = &VariableSource::AutomaticFiles;
        tests.variables = tests.read(automatic, root, self.reader(SourceMap::new()));
        let directory = root.join(test_directory);
        if self.files.canonical(&directory).ok() != self.files.canonical(root).ok() {
            tests.test_variables = tests.read(automatic, &directory, self.reader(SourceMap::new()));
        }
        tests
    }
}

impl ModuleLoader {
    /// Reads the mocks and overrides of a file, which is read as a file of tests unless its name is that of a file of mocks.
    /// Its runs do not count. The directories of mocks that it names are relative to its own.
    ///
    /// The diagnostics are those of [`load_tests`](Self::load_tests).
    #[must_use]
    pub fn load_mocks(&self, path: impl AsRef<Path>, sources: SourceMap) -> LoadedMocks {
        let path = path.as_ref();
        let mut loading = Loading {
            loader: self,
            version: Version::newest(self.language),
            root: path.parent().unwrap_or(path),
            files: self.reader(sources),
            installed: Installed::default(),
            modules: HashMap::new(),
        };
        let mut mocks = LoadedMocks::default();
        if let Some(source) = loading.files.read_named(path) {
            let tests = FileKind::Tests { only: None };
            let kind = FileKind::of_path(path).filter(|kind| *kind == FileKind::Mocks);
            let file = loading.parsed(&source, kind.or(Some(tests)));
            match kind {
                Some(_) => mocks.providers.push((None, Mocks::read(&file, self.language))),
                None => {
                    let tests = TestFile::read(&file, self.language);
                    let found = loading.mocks_of(&tests);
                    let own = tests.providers.into_iter();
                    let own = own.filter_map(|own| Some((Some(own.name), own.mocks?.with_source(&found))));
                    mocks.providers.extend(own);
                    mocks.overrides = tests.overrides;
                }
            }
        }
        LoadedMocks {
            sources: loading.files.sources,
            diagnostics: loading.files.diagnostics,
            ..mocks
        }
    }
}

/// Tests on their way from files.
struct Loading<'l> {
    loader: &'l ModuleLoader,
    /// The version of the module under test, which its tests have too.
    version: Version,
    root: &'l Path,
    files: FileReader,
    installed: Installed,
    /// The modules that runs test, by path.
    modules: HashMap<String, (ModuleTree, Diagnostics)>,
}

impl Loading<'_> {
    /// Returns the files of a directory whose kinds are accepted, sorted; none if there is no such directory.
    fn files_of(&self, directory: &Path, accept: impl Fn(FileKind) -> bool) -> Vec<PathBuf> {
        let files = &self.loader.files;
        let mut paths = files.list(directory).unwrap_or_default();
        paths.retain(|path| FileKind::of_path(path).is_some_and(&accept) && files.is_file(path));
        paths.sort();
        paths
    }

    /// Reads and checks a file of tests or mocks.
    fn file(&mut self, path: &Path) -> Option<ModuleFile> {
        let source = self.files.read(path)?;
        Some(self.parsed(&source, FileKind::of_path(path)))
    }

    /// Parses and checks a file of a kind.
    fn parsed(&mut self, source: &Source, kind: Option<FileKind>) -> ModuleFile {
        let (language, limits) = (self.loader.language, self.loader.limits);
        let file = ModuleFile::parse_limited(source, language, limits);
        let is_whole = !file.has_errors();
        let file = file.report_into(&mut self.files.diagnostics);
        let Some(kind) = kind else { return file };
        if is_whole {
            let problems = file.check(kind, language, Some(self.version));
            self.files.diagnostics.append(problems);
        }
        file.of_kind(kind)
    }

    fn tests(&mut self, path: &Path, name: String, is_in_test_directory: bool) -> Option<LoadedTestFile> {
        let file = self.file(path)?;
        let tests = TestFile::read(&file, self.loader.language);
        let mut modules = BTreeMap::new();
        for run in &tests.runs {
            if let Some((source, span)) = &run.module {
                let module = self.module(source, *span, &name, run);
                modules.extend(module.map(|module| (run.name.to_string(), module)));
            }
        }
        let mocks = self.mocks_of(&tests);
        Some(LoadedTestFile {
            name,
            tests,
            is_in_test_directory,
            modules,
            mocks,
        })
    }

    /// Reads the module that a run tests.
    fn module(
        &mut self,
        source: &str,
        span: Span,
        file: &str,
        run: &TestRun,
    ) -> Option<(ModuleTree, Diagnostics)> {
        // `terraform init` names the module after the file without its ending, and the run.
        let stem = file.rsplit_once(".tf").map_or(file, |(stem, _)| stem);
        let key = format!("test.{}.{}", stem.replace('/', "."), run.name);
        let path = if source.starts_with("./") || source.starts_with("../") {
            join_paths(".", source)
        } else if let Some(directory) = self.installed.directory(&key, source, None) {
            join_paths(".", directory)
        } else {
            self.report(
                span,
                format!("The module `{source}` is not installed. Run `terraform init`."),
            );
            return None;
        };
        if !self.loader.files.is_directory(&self.root.join(&path)) {
            self.report(
                span,
                format!("There is no directory `{path}` in that of the module."),
            );
            return None;
        }
        if let Some(module) = self.modules.get(&path) {
            return Some(module.clone());
        }
        let place = Place {
            path: &path,
            key: &key,
        };
        let sources = std::mem::take(&mut self.files.sources);
        let loaded = self.loader.load_at(self.root, &place, sources);
        self.files.sources = loaded.sources;
        let module = (loaded.tree, loaded.diagnostics);
        self.modules.insert(path, module.clone());
        Some(module)
    }

    /// Reads the directories of mocks that a file of tests names.
    fn mocks_of(&mut self, tests: &TestFile) -> BTreeMap<String, Mocks> {
        let mocks = tests.providers.iter().filter_map(|own| own.mocks.as_ref());
        let sources = mocks.filter_map(|mocks| mocks.source.clone());
        sources
            .map(|(source, span)| {
                let found = self.mocks(&source, span);
                (source, found)
            })
            .collect()
    }

    /// Reads the files of mocks in a directory.
    fn mocks(&mut self, source: &str, span: Span) -> Mocks {
        let directory = self.root.join(source);
        let paths = self.files_of(&directory, |kind| kind == FileKind::Mocks);
        if !self.loader.files.is_directory(&directory) {
            self.report(
                span,
                format!("There is no directory `{source}` in that of the module."),
            );
        }
        let mut mocks = Mocks::default();
        for path in paths {
            if let Some(file) = self.file(&path) {
                mocks.extend(Mocks::read(&file, self.loader.language));
            }
        }
        mocks
    }

    fn report(&mut self, span: Span, detail: String) {
        self.files.diagnostics.push(
            Diagnostic::error(codes::UNREADABLE, "Unreadable directory")
                .with_detail(detail)
                .with_subject(span),
        );
    }
}
