//! Everything in the table of the language is obeyed by checks, plans, tests and the console, has no effect on them, or is
//! reported: the cases in `spec-tests/obeyed` show which.
//!
//! A case runs with every version that it names, with the same results. `UPDATE_CASES=1` writes them into its file.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap};
use hcl2_functions::{
    DirectoryEntry, FileKind, Host, HostError, NoHost, PointInTime, opentofu_examples, terraform_examples,
};
use hcl2_model::FunctionTable;
use hcl2_plan::{Inputs, State, TestInputs, Tester, plan, to_text};
use hcl2_terraform::table::{BodyType, Language, MODULE, Version, Versions, features};
use hcl2_terraform::{
    CheckOptions, Evaluator, Mocks, Module, ModuleFile, ModuleTree, TestFile, adapt_functions, join_paths,
    versioned_functions,
};
use hcl2_value::Value;
use hcl2_wire::json::{JsonOptions, value_to_json};

/// A module with what the table has in it, and the results.
#[derive(Debug, Default)]
struct Case {
    place: String,
    versions: Vec<Version>,
    entries: Vec<String>,
    infers_schemas: bool,
    files: Vec<(String, String)>,
    results: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/obeyed")
}

/// Returns the pages with cases by their paths.
fn pages() -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it is readable").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| !path.ends_with("README.md")).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("it is readable");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// Reads the cases of a page: each is a section with a line of versions and entries in backticks, and with fenced files and
/// results.
fn cases(path: &Path, text: &str) -> Vec<Case> {
    let page = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            cases.push(Case {
                place: format!("{page}: {title}"),
                ..Case::default()
            });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(fence) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let body = body.join("\n") + "\n";
            match fence.split_once(' ') {
                Some((_, name)) => case.files.push((name.to_owned(), body)),
                None => case.results = body,
            }
            continue;
        }
        for quoted in line.split('`').skip(1).step_by(2) {
            match quoted.parse::<Version>() {
                Ok(version) if quoted.contains('@') => case.versions.push(version),
                _ if quoted == "--infer-schemas" => case.infers_schemas = true,
                _ => case.entries.push(quoted.to_owned()),
            }
        }
    }
    cases
}

/// Files by their paths, as functions read them.
#[derive(Debug)]
struct Files(BTreeMap<String, String>);

impl Host for Files {
    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        let path = path.trim_start_matches("./");
        if path == "." {
            return Ok(Some(FileKind::Directory));
        }
        Ok(self.0.contains_key(path).then_some(FileKind::File))
    }

    fn entries(&self, _: &str) -> Result<Vec<DirectoryEntry>, HostError> {
        let names = self.0.keys().filter(|name| name.starts_with("greeting"));
        let entry = |name: &String| DirectoryEntry {
            name: name.clone(),
            kind: FileKind::File,
        };
        Ok(names.map(entry).collect())
    }

    fn absolute(&self, path: &str) -> Result<String, HostError> {
        Ok(format!("/work/{path}"))
    }

    fn home(&self) -> Result<String, HostError> {
        Ok("/home/you".to_owned())
    }

    fn now(&self) -> Result<PointInTime, HostError> {
        Ok(PointInTime {
            seconds: 1_136_214_245,
            nanoseconds: 999_999_999,
        })
    }

    fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        buffer.fill(0);
        Ok(())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let path = path.trim_start_matches("./");
        self.0
            .get(path)
            .map(|text| text.clone().into_bytes())
            .ok_or_else(|| HostError::new("no such file"))
    }
}

/// A case that is read in a version.
struct Read<'c> {
    case: &'c Case,
    version: Version,
    sources: SourceMap,
    found: Diagnostics,
    host: Arc<dyn Host>,
}

impl<'c> Read<'c> {
    fn new(case: &'c Case, version: Version) -> Self {
        Self {
            case,
            version,
            sources: SourceMap::new(),
            found: Diagnostics::new(),
            host: Arc::new(Files(case.files.iter().cloned().collect())),
        }
    }

    fn source(&mut self, name: &str, text: &str) -> Source {
        self.sources.add(name, text).expect("the text is short")
    }

    fn file(&mut self, name: &str, text: &str) -> ModuleFile {
        let source = self.source(name, text);
        let read = ModuleFile::parse(&source, self.version.language);
        assert!(!read.has_errors(), "{}: {name} does not parse", self.case.place);
        read.value
    }

    /// Reads the module in a directory, with those that it calls.
    fn tree(&mut self, directory: &str) -> ModuleTree {
        let is_own = |name: &str| match (name.rsplit_once('/'), directory) {
            (None, ".") => true,
            (Some((folder, _)), directory) => folder == directory.trim_start_matches("./"),
            _ => false,
        };
        let endings = [".tf", ".tofu", ".tf.json"];
        let own = self.case.files.iter();
        let own = own.filter(|(name, _)| is_own(name) && endings.iter().any(|ending| name.ends_with(ending)));
        let files: Vec<ModuleFile> = own.map(|(name, text)| self.file(name, text)).collect();
        let read = Module::from_versioned_files(&files, self.version);
        self.found.append(read.diagnostics);
        let module = read.value;
        let calls = module.calls.iter();
        let local = calls.filter_map(|call| {
            let path = join_paths(directory, call.local_path()?);
            Some((call.name.clone(), path))
        });
        let local: Vec<_> = local.collect();
        let calls = local.into_iter().map(|(name, path)| (name, self.tree(&path)));
        ModuleTree {
            path: directory.to_owned(),
            calls: calls.collect(),
            module,
        }
    }

    fn inputs(&mut self) -> Inputs {
        let state = self
            .case
            .files
            .iter()
            .find(|(name, _)| name == "terraform.tfstate");
        let state = state.map(|(name, text)| {
            let source = self.source(name, text);
            State::from_json(&source).expect("the state is valid")
        });
        Inputs {
            found: self.found.clone(),
            state,
            infers_schemas: self.case.infers_schemas,
            functions: Arc::new(versioned_functions(self.version.language, &self.host)),
            host: Some(Arc::clone(&self.host)),
            working_directory: "/work".to_owned(),
            ..Inputs::default()
        }
    }

    /// Returns the mocks of all files, by their directories.
    fn mocks(&mut self) -> BTreeMap<String, Mocks> {
        let files = self.case.files.iter();
        let mocks = files.filter_map(|(name, text)| Some((name.strip_suffix("/a.tfmock.hcl")?, name, text)));
        let language = self.version.language;
        let read = |(folder, name, text): (&str, &String, &String)| {
            let file = self.file(name, text);
            (format!("./{folder}"), Mocks::read(&file, language))
        };
        mocks.map(read).collect()
    }

    fn line(&self, problem: &Diagnostic) -> String {
        let text = problem.subject.map(|subject| {
            let source = self.sources.get(subject.source).expect("the source is there");
            String::from_utf8_lossy(source.slice(subject)).into_owned()
        });
        let severity = if problem.is_error() { "error" } else { "warning" };
        format!(
            "{severity} {} at `{}`\n",
            problem.code.id(),
            text.unwrap_or_default()
        )
    }

    fn lines(&self, problems: &Diagnostics) -> String {
        problems.iter().map(|problem| self.line(problem)).collect()
    }
}

fn shown(value: &Value) -> String {
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    let (value, marks) = value.unmark_deep();
    let text = value_to_json(&value, options).unwrap_or_else(|_| match value.is_known() {
        true => "partly unknown".to_owned(),
        false => "unknown".to_owned(),
    });
    if marks.is_empty() {
        text
    } else {
        format!("{text} (marked)")
    }
}

fn section(name: &str, text: &str, results: &mut String) {
    let text = if text.is_empty() { "nothing\n" } else { text };
    let _ = writeln!(results, "{name}:");
    for line in text.lines() {
        let _ = writeln!(results, "{}", format!("  {line}").trim_end());
    }
}

/// Returns the functions of the console in a version.
fn console_functions(version: Version, host: &Arc<dyn Host>) -> FunctionTable {
    let mut functions = versioned_functions(version.language, host);
    adapt_functions(&mut functions, version);
    functions
}

/// Returns what checks, plans, tests and the console say of a case.
fn results(case: &Case, version: Version) -> String {
    let mut read = Read::new(case, version);
    let tree = read.tree(".");
    let mut results = String::new();
    let checked = CheckOptions {
        host: Some(Arc::clone(&read.host)),
        has_no_caller: true,
        ..CheckOptions::default()
    }
    .validate(&tree);
    let mut problems = read.found.clone();
    problems.append(checked);
    section("check", &read.lines(&problems), &mut results);

    let inputs = read.inputs();
    let planned = plan(&tree, &inputs);
    let problems: Diagnostics = planned
        .diagnostics
        .iter()
        .filter(|own| own.is_error())
        .cloned()
        .collect();
    let text = match problems.has_errors() {
        true => read.lines(&problems),
        false => read.lines(&planned.value.warnings) + &to_text(&planned.value, &read.sources),
    };
    section("plan", &text, &mut results);

    let found = read.found.clone();
    let test = case.files.iter().find(|(name, _)| name.ends_with(".tftest.hcl"));
    let default = (
        "main.tftest.hcl".to_owned(),
        "run \"plan\" {\n  command = plan\n}\n".to_owned(),
    );
    let (name, text) = test.unwrap_or(&default);
    let file = read.file(name, text);
    let kind = hcl2_terraform::table::FileKind::of(name).expect("tests have a table");
    let mut text = read.lines(&file.check(kind, version.language, Some(version)));
    let tests = TestFile::read(&file, version.language);
    let runs = tests.runs.iter();
    let of_modules = runs.filter_map(|run| Some((run.name.to_string(), run.module.as_ref()?.0.clone())));
    let modules = of_modules.map(|(run, source)| {
        read.found = Diagnostics::new();
        let tree = read.tree(&join_paths(".", &source));
        (run, (tree, std::mem::take(&mut read.found)))
    });
    let modules = modules.collect();
    let inputs = TestInputs {
        module: (tree.clone(), found),
        modules,
        mocks: read.mocks(),
        inputs: Inputs {
            state: None,
            ..inputs
        },
        ..TestInputs::default()
    };
    for run in Tester::new(&tests, &inputs) {
        let _ = writeln!(text, "{} {}", run.name, run.status);
        let problems = run.diagnostics.iter().filter(|problem| problem.is_error());
        text.extend(problems.map(|problem| read.line(problem)));
    }
    section("test", &text, &mut results);

    let functions = console_functions(version, &read.host);
    let mut evaluator = Evaluator::new(&tree, functions).working_directory("/work");
    let outputs = evaluator.outputs();
    let mut text = String::new();
    for (name, value) in outputs.value.fields().into_iter().flatten() {
        let _ = writeln!(text, "{name} = {}", shown(value));
    }
    text += &read.lines(&outputs.diagnostics);
    section("console", &text, &mut results);
    results
}

#[test]
fn every_case_has_its_results() {
    let updates = std::env::var_os("UPDATE_CASES").is_some();
    let mut wrong = Vec::new();
    for (path, text) in pages() {
        let mut updated = text.clone();
        for case in cases(&path, &text) {
            assert!(!case.versions.is_empty(), "{} names no version", case.place);
            let mut of_versions = case.versions.iter().map(|version| results(&case, *version));
            let first = of_versions.next().unwrap_or_default();
            for (version, results) in case.versions.iter().skip(1).zip(of_versions) {
                if first != results {
                    wrong.push(format!("{} differs in {version}:\n{first}{results}", case.place));
                }
            }
            if first != case.results {
                let title = case.place.split_once(": ").map_or("", |(_, title)| title);
                updated = with_results(&updated, title, &first);
                wrong.push(format!("{}:\n{first}", case.place));
            }
        }
        if updates && updated != text {
            fs::write(&path, updated).expect("it is writable");
        }
    }
    let differ = wrong.iter().any(|place| place.contains(" differs in "));
    assert!(updates && !differ || wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Replaces the results of a case on a page.
fn with_results(page: &str, title: &str, results: &str) -> String {
    let heading = format!("## {title}\n");
    let (before, rest) = page.split_once(&heading).expect("the case is there");
    let (own, after) = match rest.find("\n## ") {
        Some(end) => rest.split_at(end),
        None => (rest.trim_end(), "\n"),
    };
    let own = own.split("\n```text\n").next().unwrap_or_default().trim_end();
    format!("{before}{heading}{own}\n\n```text\n{results}```\n{after}")
        .trim_end()
        .to_owned()
        + "\n"
}

/// What the table has, by the paths of blocks and arguments.
#[derive(Default)]
struct Entries {
    /// The versions that have each, an argument in several modes with several.
    known: BTreeMap<String, Vec<Versions>>,
    /// Those that need a case: what a nested body has needs one wherever the body is used.
    required: HashSet<String>,
    bodies: Vec<*const BodyType>,
}

impl Entries {
    fn add(&mut self, path: &str, versions: Versions, is_new: bool) {
        self.known.entry(path.to_owned()).or_default().push(versions);
        if is_new {
            self.required.insert(path.to_owned());
        }
    }

    /// Adds everything in a body at a path; `around` are the bodies that it is in.
    fn add_body(
        &mut self,
        body: &'static BodyType,
        (path, versions): (&str, Versions),
        around: &mut Vec<*const BodyType>,
    ) {
        let own = std::ptr::from_ref(body);
        if around.contains(&own) {
            return;
        }
        let is_of_module = around.len() < 2 && !path.starts_with("test: ");
        let is_new = is_of_module || !self.bodies.contains(&own);
        around.push(own);
        for argument in body.arguments {
            let versions = argument.versions.and(versions);
            self.add(&format!("{path}.{}", argument.name), versions, is_new);
        }
        for block in body.blocks {
            let separator = if path.is_empty() || path.ends_with(' ') {
                ""
            } else {
                "."
            };
            let path = format!("{path}{separator}{}", block.name);
            let versions = block.versions.and(versions);
            self.add(&path, versions, is_new);
            self.add_body(block.body, (&path, versions), around);
        }
        around.pop();
        self.bodies.push(own);
    }

    /// Returns everything in the table that plans or tests read.
    fn of_table() -> Self {
        let mut entries = Self::default();
        for (name, versions) in features() {
            entries.add(&name, versions, true);
        }
        let variable = MODULE.block("variable", Language::Terraform);
        let all = variable.expect("all versions have variables").versions;
        entries.add_body(&MODULE, ("", all), &mut Vec::new());
        let tests = hcl2_terraform::table::FileKind::of("main.tftest.hcl").expect("tests have a table");
        entries.add_body(tests.body(), ("test: ", all), &mut Vec::new());
        entries
    }
}

#[test]
fn everything_in_the_table_has_a_case() {
    let mut covered: HashSet<(String, Language)> = HashSet::new();
    let entries = Entries::of_table();
    for (path, text) in pages() {
        for case in cases(&path, &text) {
            for entry in &case.entries {
                let all = entries.known.get(entry);
                let all = all.unwrap_or_else(|| panic!("{}: the table has no `{entry}`", case.place));
                let word = entry.rsplit([' ', '.']).next().unwrap_or_default();
                let is_used = case.files.iter().any(|(_, text)| text.contains(word));
                assert!(is_used, "{}: no file has `{word}`", case.place);
                for version in &case.versions {
                    if all.iter().any(|versions| versions.has(*version)) {
                        covered.insert((entry.clone(), version.language));
                    }
                }
            }
        }
    }
    let products = [Language::Terraform, Language::OpenTofu];
    let missing = entries.known.iter().flat_map(|(entry, versions)| {
        let is_in = |product: &Language| versions.iter().any(|versions| versions.since(*product).is_some());
        let products = products.into_iter().filter(is_in);
        products
            .map(|product| (entry.clone(), product))
            .collect::<Vec<_>>()
    });
    let missing = missing.filter(|(entry, _)| entries.required.contains(entry));
    let missing: Vec<_> = missing.filter(|entry| !covered.contains(entry)).collect();
    assert!(missing.is_empty(), "entries without a case: {missing:#?}");
}

/// The value of a function in an expression, wherever it is evaluated.
#[test]
fn every_function_has_one_value_in_plans_tests_and_the_console() {
    // They answer differently each time, so that a plan does not know their results.
    const UNPREDICTABLE: [&str; 3] = ["bcrypt", "timestamp", "uuid"];
    for language in [Language::Terraform, Language::OpenTofu] {
        let mut examples = terraform_examples();
        if language == Language::OpenTofu {
            examples.extend(opentofu_examples());
        }
        // The key of this one is in no file.
        examples.retain(|example| example.function != "rsadecrypt");
        let known = versioned_functions(language, &(Arc::new(NoHost) as _));
        let names = known
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| !name.contains("::"));
        let lacks = |name: &&str| *name != "rsadecrypt" && !examples.iter().any(|own| own.function == *name);
        assert_eq!(
            names.filter(lacks).collect::<Vec<_>>(),
            [""; 0],
            "functions without an example"
        );
        let mut text = String::new();
        for (number, example) in examples.iter().enumerate() {
            let _ = writeln!(text, "output \"o{number}\" {{\n  value     = {}", example.call);
            let _ = writeln!(
                text,
                "  sensitive = true\n}}\noutput \"r{number}\" {{\n  value     = {}",
                example.result
            );
            let _ = writeln!(text, "  sensitive = true\n}}");
        }
        let case = Case {
            place: format!("{language:?}"),
            files: vec![
                ("main.tf".to_owned(), text),
                ("greeting.txt".to_owned(), "hello".to_owned()),
                ("greeting.tftpl".to_owned(), "hello, ${name}".to_owned()),
            ],
            ..Case::default()
        };
        let newest = Version::in_development(language)
            .last()
            .unwrap_or(Version::newest(language));
        let mut read = Read::new(&case, newest);
        let tree = read.tree(".");
        let checked = CheckOptions {
            host: Some(Arc::clone(&read.host)),
            ..CheckOptions::default()
        }
        .validate(&tree);
        assert_eq!(read.lines(&checked) + &read.lines(&read.found), "");
        let inputs = read.inputs();
        let planned = plan(&tree, &inputs);
        assert_eq!(read.lines(&planned.diagnostics), "");
        let file = read.file("main.tftest.hcl", "run \"r\" {\n  command = plan\n}\n");
        let tests = TestFile::read(&file, language);
        let inputs = TestInputs {
            module: (tree.clone(), Diagnostics::new()),
            inputs,
            ..TestInputs::default()
        };
        let tested = Tester::new(&tests, &inputs)
            .next()
            .and_then(|run| run.plan)
            .expect("the run has a plan");
        let shown = Evaluator::new(&tree, console_functions(newest, &read.host))
            .working_directory("/work")
            .outputs();
        assert_eq!(read.lines(&shown.diagnostics), "");
        let of_plan = |plan: &hcl2_plan::Plan, name: &str| {
            let output = plan.outputs.iter().find(|output| *output.name == *name);
            output.map_or(Value::DYNAMIC, |output| output.after.clone())
        };
        for (number, example) in examples.iter().enumerate() {
            let [call, result] = ["o", "r"].map(|prefix| format!("{prefix}{number}"));
            let value = of_plan(&planned.value, &call);
            assert_eq!(value, of_plan(&tested, &call), "{}", example.call);
            if UNPREDICTABLE.contains(&example.function) {
                assert!(!value.is_known(), "{}", example.call);
                continue;
            }
            let console = shown
                .value
                .get(&call)
                .expect("the output is there")
                .unmark_deep()
                .0;
            assert_eq!(value, console, "{}", example.call);
            if !value.is_known() && example.function == "base64gzip" {
                continue;
            }
            let expected = of_plan(&planned.value, &result).convert(value.ty());
            assert_eq!(expected.ok(), Some(value), "{}", example.call);
        }
    }
}
