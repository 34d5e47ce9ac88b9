//! The results of tests: as text, as a stream of JSON objects, and as a report in the format of JUnit.

use std::fmt::Write;
use std::time::Duration;

use hcl2::LoadedTestFile;
use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, escaped_xml, render};
use hcl2::model::Name;
use hcl2::plan::{Coverage, LocatedGap, Plan, TestStatus, gaps_to_text};
use serde_json::{Map, Value, json};

use super::selection::SelectedFile;
use crate::commands::{incomplete, plan};
use crate::output::{Failure, Output, Page, write_json};
use crate::secrets::without_secrets;

/// How results are written to standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Json,
}

/// The result of a run.
pub(super) struct Finished {
    pub(super) name: Name,
    pub(super) status: TestStatus,
    pub(super) diagnostics: Diagnostics,
    pub(super) plan: Option<Plan>,
    pub(super) gaps: Vec<LocatedGap>,
    pub(super) duration: Duration,
}

/// The results of a file.
struct File {
    name: String,
    status: TestStatus,
    runs: Vec<Finished>,
}

/// Writes results while tests run, and keeps them.
pub(super) struct Report<'s> {
    form: Form,
    is_verbose: bool,
    output: Output,
    sources: &'s SourceMap,
    files: Vec<File>,
}

impl<'s> Report<'s> {
    pub(super) fn new(form: Form, is_verbose: bool, output: Output, sources: &'s SourceMap) -> Self {
        Self {
            form,
            is_verbose,
            output,
            sources,
            files: Vec::new(),
        }
    }

    /// Starts with the names of files and runs, for programs.
    pub(super) fn start(&self, files: &[SelectedFile]) -> Result<(), Failure> {
        let version = env!("CARGO_PKG_VERSION");
        self.message(
            &format!("hcl2 {version}"),
            "version",
            [("hcl2", json!(version)), ("ui", json!("1.2"))],
        )?;
        let named = files.iter().map(|selected| {
            let runs = selected.file.tests.runs.iter().map(|run| run.name.as_str());
            let runs: Vec<&str> = runs.filter(|run| selected.reports(run)).collect();
            (selected.file.name.clone(), runs)
        });
        let named: Vec<(String, Vec<&str>)> = named.collect();
        let runs: usize = named.iter().map(|(_, runs)| runs.len()).sum();
        let all: Map<String, Value> = named
            .into_iter()
            .map(|(file, runs)| (file, json!(runs)))
            .collect();
        let text = format!(
            "Found {} and {}",
            counted(files.len(), "file"),
            counted(runs, "run block")
        );
        self.message(&text, "test_abstract", [("test_abstract", Value::Object(all))])
    }

    /// Starts a file.
    pub(super) fn file(&mut self, file: &LoadedTestFile) -> Result<(), Failure> {
        // A file without runs passes.
        let status = if file.tests.runs.is_empty() {
            TestStatus::Pass
        } else {
            TestStatus::Skip
        };
        self.files.push(File {
            name: file.name.clone(),
            status,
            runs: Vec::new(),
        });
        self.progress("in progress", "starting", None)
    }

    /// Writes the result of a run.
    pub(super) fn run(&mut self, run: Finished) -> Result<(), Failure> {
        let Some(file) = self.files.last_mut() else {
            return Ok(());
        };
        file.status = file.status.max(run.status);
        let (status, path) = (run.status, file.name.clone());
        match self.form {
            Form::Text => {
                let mut page = Page::new();
                page.push(&format!("  run \"{}\"... ", run.name));
                paint(&mut page, status);
                page.push("\n");
                let shown = run.plan.as_ref().filter(|_| self.is_verbose);
                if let Some(plan) = shown {
                    page.push("\n");
                    plan::paint(&hcl2::plan::to_text(plan, self.sources), &mut page);
                    page.push("\n");
                }
                page.write()?;
                self.output.show(&run.diagnostics, self.sources);
                if shown.is_none() && status == TestStatus::Unknown {
                    let mut page = Page::new();
                    page.push(&gaps_to_text(&run.gaps));
                    page.write()?;
                }
            }
            Form::Json => {
                let mut result = json!({
                    "path": path, "run": run.name.as_str(), "progress": "complete", "status": status.name(),
                });
                if !run.gaps.is_empty() {
                    result["incomplete"] = incomplete(&run.gaps);
                }
                let text = format!("  \"{}\"... {}", run.name, shown(status));
                let own = ("@testrun", json!(run.name.as_str()));
                let of_file = ("@testfile", json!(path));
                self.message(
                    &text,
                    "test_run",
                    [of_file.clone(), own.clone(), ("test_run", result)],
                )?;
                self.diagnostics(&run.diagnostics, &[of_file, own])?;
            }
        }
        if let Some(file) = self.files.last_mut() {
            file.runs.push(run);
        }
        Ok(())
    }

    /// Writes problems of no run.
    pub(super) fn problems(&self, problems: &Diagnostics) -> Result<(), Failure> {
        if self.form == Form::Json {
            return self.diagnostics(problems, &[]);
        }
        self.output.show(problems, self.sources);
        Ok(())
    }

    /// Ends a file. `leftovers` are the problems of destroying what its runs have created.
    pub(super) fn end_of_file(&mut self, leftovers: Vec<(Name, Diagnostics)>) -> Result<(), Failure> {
        self.progress("tearing down", "teardown", None)?;
        for (run, problems) in leftovers {
            if let Some(file) = self.files.last_mut() {
                file.status = TestStatus::Error;
            }
            let path = self.files.last().map_or("", |file| &*file.name);
            match self.form {
                Form::Text => self.output.show(&problems, self.sources),
                Form::Json => {
                    let own = [("@testfile", json!(path)), ("@testrun", json!(run.as_str()))];
                    self.diagnostics(&problems, &own)?;
                }
            }
        }
        let status = self.files.last().map_or(TestStatus::Pass, |file| file.status);
        self.progress(shown(status), "complete", Some(status))
    }

    /// Writes which arms of the module no run has taken.
    pub(super) fn coverage(&self, coverage: &Coverage) -> Result<(), Failure> {
        let Coverage { taken, all, untested } = coverage;
        let text = format!("Coverage: {taken} of {} taken.", counted(*all, "arm"));
        self.problems(untested)?;
        if self.form == Form::Text {
            let mut page = Page::new();
            page.push(&format!("\n{text}\n"));
            return page.write();
        }
        let result = json!({ "taken": taken, "arms": all });
        self.message(&text, "test_coverage", [("test_coverage", result)])
    }

    /// Writes how many runs have passed and failed, and returns the result of all.
    pub(super) fn end(&self) -> Result<TestStatus, Failure> {
        let count = |status: TestStatus| {
            let runs = self.files.iter().flat_map(|file| &file.runs);
            runs.filter(|run| run.status == status).count()
        };
        let [passed, failed, errored, skipped, unknown] = [
            TestStatus::Pass,
            TestStatus::Fail,
            TestStatus::Error,
            TestStatus::Skip,
            TestStatus::Unknown,
        ]
        .map(count);
        let status = self.files.iter().map(|file| file.status).max();
        let status = status.unwrap_or(TestStatus::Skip);
        let mut rest = String::new();
        for (count, what) in [(unknown, "unknown"), (skipped, "skipped")] {
            if count > 0 {
                let _ = write!(rest, ", {count} {what}");
            }
        }
        let (word, colour) = match status {
            TestStatus::Skip => ("Executed 0 tests", ""),
            TestStatus::Fail | TestStatus::Error => ("Failure!", "31"),
            TestStatus::Pass | TestStatus::Unknown => ("Success!", "32"),
        };
        let counts = match status {
            TestStatus::Skip => format!("{rest}."),
            _ => format!(" {passed} passed, {} failed{rest}.", failed + errored),
        };
        match self.form {
            Form::Text => {
                let mut page = Page::new();
                page.push("\n");
                page.paint(colour, word);
                page.push(&format!("{counts}\n"));
                page.write()?;
            }
            Form::Json => {
                let mut summary = json!({
                    "status": status.name(), "passed": passed, "failed": failed, "errored": errored, "skipped": skipped,
                });
                if unknown > 0 {
                    summary["unknown"] = json!(unknown);
                }
                self.message(
                    &format!("{word}{counts}"),
                    "test_summary",
                    [("test_summary", summary)],
                )?;
            }
        }
        Ok(status)
    }

    /// Writes the state of the current file.
    fn progress(&self, words: &str, progress: &str, status: Option<TestStatus>) -> Result<(), Failure> {
        let Some(file) = self.files.last() else {
            return Ok(());
        };
        match self.form {
            Form::Text => {
                let mut page = Page::new();
                page.push(&format!("{}... ", file.name));
                match status {
                    Some(status) => paint(&mut page, status),
                    None => page.paint("90", words),
                }
                page.push("\n");
                page.write()
            }
            Form::Json => {
                let mut result = json!({ "path": file.name, "progress": progress });
                if let Some(status) = status {
                    result["status"] = json!(status.name());
                }
                self.message(
                    &format!("{}... {words}", file.name),
                    "test_file",
                    [("@testfile", json!(file.name)), ("test_file", result)],
                )
            }
        }
    }

    /// Writes diagnostics as `terraform` does.
    fn diagnostics(&self, diagnostics: &Diagnostics, own: &[(&str, Value)]) -> Result<(), Failure> {
        let concealing = without_secrets(diagnostics, self.sources);
        let (diagnostics, sources) = match &concealing {
            Some((diagnostics, sources)) => (diagnostics, sources),
            None => (diagnostics, self.sources),
        };
        let text = render::terraform_json(diagnostics, sources);
        let document: Value = serde_json::from_str(&text).unwrap_or_default();
        let all = document["diagnostics"].as_array().cloned().unwrap_or_default();
        for diagnostic in all {
            let is_error = diagnostic["severity"] == "error";
            let (level, word) = if is_error {
                ("error", "Error")
            } else {
                ("warn", "Warning")
            };
            let summary = diagnostic["summary"].as_str().unwrap_or_default();
            let text = format!("{word}: {summary}");
            let mut message = message(level, &text, "diagnostic");
            for (name, value) in own {
                message.insert((*name).to_owned(), value.clone());
            }
            message.insert("diagnostic".to_owned(), diagnostic);
            write_json(&format!("{}\n", Value::Object(message)))?;
        }
        Ok(())
    }

    /// Writes a message for programs.
    fn message<const N: usize>(
        &self,
        text: &str,
        ty: &str,
        parts: [(&str, Value); N],
    ) -> Result<(), Failure> {
        if self.form == Form::Text {
            return Ok(());
        }
        let mut message = message("info", text, ty);
        for (name, value) in parts {
            message.insert(name.to_owned(), value);
        }
        write_json(&format!("{}\n", Value::Object(message)))
    }

    /// Returns the results in the format of JUnit: each file is a test suite, and each run a test case.
    pub(super) fn junit(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
        for file in &self.files {
            let count = |status: TestStatus| file.runs.iter().filter(|run| run.status == status).count();
            let skipped = count(TestStatus::Skip) + count(TestStatus::Unknown);
            let _ = writeln!(
                text,
                "  <testsuite name=\"{}\" tests=\"{}\" skipped=\"{skipped}\" failures=\"{}\" errors=\"{}\">",
                escaped_xml(&file.name),
                file.runs.len(),
                count(TestStatus::Fail),
                count(TestStatus::Error)
            );
            for run in &file.runs {
                let _ = writeln!(
                    text,
                    "    <testcase name=\"{}\" classname=\"{}\" time=\"{:.6}\">{}</testcase>",
                    escaped_xml(&run.name),
                    escaped_xml(&file.name),
                    run.duration.as_secs_f64(),
                    self.junit_result(run)
                );
            }
            text.push_str("  </testsuite>\n");
        }
        text.push_str("</testsuites>\n");
        text
    }

    fn junit_result(&self, run: &Finished) -> String {
        let concealing = without_secrets(&run.diagnostics, self.sources);
        let (diagnostics, sources) = match &concealing {
            Some((diagnostics, sources)) => (diagnostics, sources),
            None => (&run.diagnostics, self.sources),
        };
        let all: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
        let text = escaped_xml(&render::Plain::default().render(&all, sources));
        let first = all.iter().find(|problem| problem.is_error()).or(all.first());
        let summary = first.map_or_else(String::new, |first| escaped_xml(&first.detail));
        match run.status {
            TestStatus::Pass => String::new(),
            TestStatus::Skip => "<skipped message=\"An earlier run has an error\"/>".to_owned(),
            TestStatus::Unknown => format!("<skipped message=\"{summary}\"/>"),
            TestStatus::Fail => format!("<failure message=\"{summary}\">{text}</failure>"),
            TestStatus::Error => format!("<error message=\"{summary}\">{text}</error>"),
        }
    }
}

fn message(level: &str, text: &str, ty: &str) -> Map<String, Value> {
    let parts = [
        ("@level", level),
        ("@message", text),
        ("@module", "terraform.ui"),
        ("type", ty),
    ];
    parts
        .into_iter()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect()
}

/// Returns the word for a result: a run with an error has failed.
fn shown(status: TestStatus) -> &'static str {
    match status {
        TestStatus::Error => TestStatus::Fail.name(),
        status => status.name(),
    }
}

fn paint(page: &mut Page, status: TestStatus) {
    let colour = match status {
        TestStatus::Pass => "32",
        TestStatus::Fail | TestStatus::Error => "31",
        TestStatus::Unknown => "33",
        TestStatus::Skip => "90",
    };
    page.paint(colour, shown(status));
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
