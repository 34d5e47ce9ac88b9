//! Which tests of a module run.

use std::collections::HashSet;

use hcl2::diagnostics::nearest_name;
use hcl2::{LoadedTestFile, LoadedTests};

use crate::output::Failure;

/// A file whose tests run.
pub(super) struct SelectedFile {
    pub(super) file: LoadedTestFile,
    /// The names of the runs that are reported; `None` for all. Those before them run too, since each run has the state of
    /// the earlier ones.
    runs: Option<HashSet<String>>,
}

impl SelectedFile {
    /// Returns whether the result of a run is reported.
    pub(super) fn reports(&self, run: &str) -> bool {
        self.runs.as_ref().is_none_or(|runs| runs.contains(run))
    }

    /// Returns the position behind the last run that is reported.
    pub(super) fn end(&self) -> usize {
        let runs = &self.file.tests.runs;
        let last = runs.iter().rposition(|run| self.reports(&run.name));
        last.map_or(0, |last| last + 1)
    }
}

/// Returns the files and runs that `--filter` and `--run` name, or all files.
pub(super) fn of(
    filters: &[String],
    runs: &[String],
    tests: &LoadedTests,
) -> Result<Vec<SelectedFile>, Failure> {
    let mut selected: Vec<SelectedFile> = Vec::new();
    let named = filters.iter().map(|filter| named(filter, tests));
    let named: Vec<(&LoadedTestFile, Option<&str>)> = named.collect::<Result<_, _>>()?;
    for file in &tests.files {
        let mut own = named
            .iter()
            .filter(|(named, _)| named.name == file.name)
            .peekable();
        if filters.is_empty() || own.peek().is_some() {
            let runs: Option<HashSet<String>> = own.map(|(_, run)| run.map(str::to_owned)).collect();
            selected.push(SelectedFile {
                file: file.clone(),
                // Without a filter, the set is empty.
                runs: runs.filter(|runs| !runs.is_empty()),
            });
        }
    }
    if runs.is_empty() {
        return Ok(selected);
    }
    for name in runs {
        let all = selected.iter().flat_map(|file| &file.file.tests.runs);
        let names: Vec<&str> = all.map(|run| run.name.as_str()).collect();
        if !names.contains(&name.as_str()) {
            return Err(unknown_run(name, names));
        }
    }
    for file in &mut selected {
        let own = file.file.tests.runs.iter().map(|run| run.name.to_string());
        let own: HashSet<String> = own
            .filter(|name| runs.contains(name) && file.reports(name))
            .collect();
        file.runs = Some(own);
    }
    selected.retain(|file| file.end() > 0);
    Ok(selected)
}

/// Returns the file that a filter names, and the run in it.
fn named<'t, 'f>(
    filter: &'f str,
    tests: &'t LoadedTests,
) -> Result<(&'t LoadedTestFile, Option<&'f str>), Failure> {
    let file = |name: &str| {
        let bare = name.strip_prefix("./").unwrap_or(name);
        tests.files.iter().find(|file| file.name == bare)
    };
    if let Some(file) = file(filter) {
        return Ok((file, None));
    }
    let split = filter.rsplit_once(':');
    let Some((file, run)) = split.and_then(|(name, run)| Some((file(name)?, run))) else {
        let name = split.map_or(filter, |(name, _)| name);
        let names = tests.files.iter().map(|file| file.name.as_str());
        let near = suggestion(nearest_name(name, names));
        return Err(Failure::Message(format!(
            "the module has no file of tests `{name}`{near}"
        )));
    };
    let names: Vec<&str> = file.tests.runs.iter().map(|run| run.name.as_str()).collect();
    if names.contains(&run) {
        Ok((file, Some(run)))
    } else {
        Err(unknown_run(run, names))
    }
}

fn unknown_run(name: &str, names: Vec<&str>) -> Failure {
    let near = suggestion(nearest_name(name, names));
    Failure::Message(format!("no file of tests has a run `{name}`{near}"))
}

fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default()
}
