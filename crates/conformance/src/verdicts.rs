//! The results of tests of modules, as `terraform test` reports them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::functions::Host;
use hcl2::plan::{Inputs, TestStatus, Tester};
use hcl2::terraform::ProviderSchemas;
use hcl2::{DirectoryHost, ModuleLoader};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::versions::terraform;

/// The results of the tests of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdicts {
    /// The places of errors because of which no test runs, as `main.tf:3`; `-` for an error without one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// The results by the names of files.
    pub files: BTreeMap<String, FileVerdict>,
}

/// The results of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileVerdict {
    /// The result of all runs.
    pub status: String,
    /// The results of runs by their names.
    pub runs: BTreeMap<String, RunVerdict>,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunVerdict {
    /// The result.
    pub status: String,
    /// The places of its errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

impl Verdicts {
    /// Reads what `terraform test -json` prints.
    #[must_use]
    pub fn of_stream(stream: &str) -> Self {
        let mut verdicts = Self::default();
        let messages = stream.lines().map(serde_json::from_str::<Value>);
        for message in messages.filter_map(Result::ok) {
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let (file, run) = (text(&message["@testfile"]), text(&message["@testrun"]));
            let status = |of: &str| text(&message[of]["status"]);
            if let (Some(file), Some(status)) = (&file, status("test_file")) {
                verdicts.files.entry(file.clone()).or_default().status = status;
            }
            let mut own = file.zip(run).map(|(file, run)| {
                verdicts
                    .files
                    .entry(file)
                    .or_default()
                    .runs
                    .entry(run)
                    .or_default()
            });
            if let (Some(run), Some(status)) = (&mut own, status("test_run")) {
                run.status = status;
            }
            let problem = &message["diagnostic"];
            if problem["severity"] == "error" {
                let range = &problem["range"];
                let place = match (range["filename"].as_str(), range["start"]["line"].as_u64()) {
                    (Some(file), Some(line)) if !file.is_empty() => format!("{file}:{line}"),
                    _ => "-".to_owned(),
                };
                own.map_or(&mut verdicts.errors, |run| &mut run.errors)
                    .push(place);
            }
        }
        verdicts.sort();
        verdicts
    }

    /// Runs the tests of a module in a minor version of Terraform, with the schemas of providers in a file.
    ///
    /// # Panics
    ///
    /// If the schemas are missing or invalid.
    #[must_use]
    pub fn of_module(directory: &Path, schemas: &Path, minor: u16) -> Self {
        let mut tests = ModuleLoader::new()
            .version(terraform(minor))
            .nested()
            .load_tests(directory, "tests");
        let text = std::fs::read_to_string(schemas).expect("the schemas are there");
        let source = tests
            .sources
            .add("schemas.json", text)
            .expect("the schemas are short");
        let host: Arc<dyn Host> = Arc::new(DirectoryHost::new(directory).expect("the module is there"));
        let inputs = Inputs {
            functions: Arc::new(hcl2::terraform_functions(&host)),
            host: Some(host),
            schemas: ProviderSchemas::from_json(&source).expect("the schemas are valid"),
            working_directory: "/work".to_owned(),
            ..Inputs::default()
        };
        let places = |problems: &Diagnostics| places(problems, &tests.sources, directory);
        let mut verdicts = Self {
            errors: places(&tests.diagnostics),
            files: BTreeMap::new(),
        };
        for file in tests.files.iter().filter(|_| !tests.diagnostics.has_errors()) {
            let inputs = tests.inputs(file, inputs.clone());
            let mut tester = Tester::new(&file.tests, &inputs);
            let mut status = match file.tests.runs.is_empty() {
                true => TestStatus::Pass,
                false => TestStatus::Skip,
            };
            let mut runs: BTreeMap<String, RunVerdict> = BTreeMap::new();
            for run in tester.by_ref() {
                status = status.max(run.status);
                let verdict = RunVerdict {
                    status: run.status.to_string(),
                    errors: places(&run.diagnostics),
                };
                runs.insert(run.name.to_string(), verdict);
            }
            for (run, problems) in tester.leftovers() {
                status = TestStatus::Error;
                runs.entry(run.to_string())
                    .or_default()
                    .errors
                    .extend(places(&problems));
            }
            let status = status.to_string();
            verdicts
                .files
                .insert(file.name.clone(), FileVerdict { status, runs });
        }
        verdicts.sort();
        verdicts
    }

    fn sort(&mut self) {
        let runs = self.files.values_mut().flat_map(|file| file.runs.values_mut());
        for errors in runs.map(|run| &mut run.errors).chain([&mut self.errors]) {
            errors.sort();
            errors.dedup();
        }
    }
}

/// The file with the changes of versions, beside the directories of the modules.
pub const CHANGES: &str = "versions.json";

/// Returns the results that are recorded in full, by the names of the modules in a directory.
///
/// # Errors
///
/// If a record is missing or invalid.
pub fn recorded(modules: &Path) -> Result<Map<String, Value>, String> {
    let mut recorded = Map::new();
    for entry in std::fs::read_dir(modules).map_err(|error| error.to_string())? {
        let module = entry.map_err(|error| error.to_string())?.path();
        if !module.is_dir() {
            continue;
        }
        let path = module.join("verdicts.json");
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
        let verdicts = serde_json::from_str(&text).map_err(|error| failed(&error))?;
        let name = module.file_name().unwrap_or_default().to_string_lossy();
        recorded.insert(name.into_owned(), verdicts);
    }
    Ok(recorded)
}

/// Returns the places of errors.
pub(crate) fn places(diagnostics: &Diagnostics, sources: &SourceMap, directory: &Path) -> Vec<String> {
    let errors = diagnostics.iter().filter(|problem| problem.is_error());
    let mut places: Vec<String> = errors
        .map(|problem| {
            let Some(subject) = problem.subject else {
                return "-".to_owned();
            };
            let source = sources.get(subject.source).expect("the source is there");
            let line = source.line_index().position(source.bytes(), subject.start).line;
            let name = Path::new(source.name());
            let name = name.strip_prefix(directory).unwrap_or(name).display().to_string();
            format!("{}:{line}", name.trim_start_matches("./"))
        })
        .collect();
    places.sort();
    places.dedup();
    places
}
