//! Reading cases and running them on all processors.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Arguments;
use crate::case::Case;
use crate::compare::CaseResult;
use crate::counts::{Records, fingerprints};
use crate::divergences::Divergences;
use crate::kinds;
use crate::report::Report;
use crate::scope::Scope;

/// The stack of a thread that runs cases, in bytes: small, to find overflows that would occur elsewhere.
const STACK: usize = 2 << 20;

/// Runs the selected cases and prints the results; returns whether the run succeeded.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let (report, problems) = check(arguments)?;
    report.print(arguments.json, arguments.failures, arguments.inexact);
    for problem in &problems {
        eprintln!("error: {problem}");
    }
    Ok(problems.is_empty())
}

/// Runs the selected cases and returns the results with the reasons to fail.
pub(crate) fn check(arguments: &Arguments) -> Result<(Report, Vec<String>), String> {
    let all = read_all_cases(&arguments.vectors)?;
    let fingerprints = fingerprints(&all);
    let cases = select(all, arguments);
    if cases.is_empty() {
        return Err(format!(
            "there are no such cases in {}",
            arguments.vectors.display()
        ));
    }
    let divergences = Divergences::read(&arguments.divergences)?;
    let scope = read_scope(&arguments.vectors.join("context.json"))?;
    let outcomes = run_all(&cases, &scope);
    let mut report = Report::default();
    for (case, outcome) in cases.iter().zip(&outcomes) {
        report.add(case, outcome, &divergences);
    }
    let mut records = Records::read(&arguments.counts)?;
    if let Some(name) = &arguments.record {
        records.record(name, &report.counts(), &fingerprints);
        records.write(&arguments.counts)?;
    }
    let set = records.name(&fingerprints).filter(|_| arguments.id.is_none());
    let problems = match set {
        Some(name) => {
            let shortfalls = records.shortfalls(name, &report.counts(), &fingerprints, &arguments.kind);
            let rules = records.misplaced_rules(&divergences);
            shortfalls.into_iter().chain(rules).collect()
        }
        None => report.problems(scope.must_be_exact()),
    };
    Ok((report, problems))
}

/// Returns the context of the cases in a directory, read from its file.
pub(crate) fn read_scope(path: &Path) -> Result<Scope, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => "{}".to_owned(),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let json = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Scope::read(&json)
}

/// Returns the cases selected by the kinds and identifier of the arguments.
fn select(mut cases: Vec<Case>, arguments: &Arguments) -> Vec<Case> {
    cases.retain(|case| {
        let wanted = arguments.kind.is_empty() || arguments.kind.contains(&case.kind);
        wanted && arguments.id.as_ref().is_none_or(|id| *id == case.id)
    });
    cases
}

/// Returns all cases below a directory, in the order of their files.
pub(crate) fn read_all_cases(directory: &Path) -> Result<Vec<Case>, String> {
    let located = read_located_cases(directory)?;
    Ok(located.into_iter().map(|(_, case)| case).collect())
}

/// Returns all cases below a directory with their files.
pub(crate) fn read_located_cases(directory: &Path) -> Result<Vec<(PathBuf, Case)>, String> {
    let mut files = Vec::new();
    find_files(directory, &mut files)?;
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let case: Case = serde_json::from_str(line)
                .map_err(|error| format!("{}:{}: {error}", path.display(), index + 1))?;
            cases.push((path.clone(), case));
        }
    }
    Ok(cases)
}

/// Returns all files of cases below a directory.
fn find_files(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries =
        std::fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            find_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            found.push(path);
        }
    }
    Ok(())
}

/// Runs all cases in parallel and returns the outcomes in the order of the cases.
fn run_all(cases: &[Case], scope: &Scope) -> Vec<CaseResult> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { return done };
            let outcome = catch_unwind(AssertUnwindSafe(|| kinds::run(case, scope)))
                .unwrap_or_else(|_| CaseResult::Failed("panicked".into()));
            done.push((index, outcome));
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut outcomes = vec![CaseResult::Failed("not run".into()); cases.len()];
    std::thread::scope(|threads| {
        let running: Vec<_> = (0..workers)
            .filter_map(|_| {
                std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(threads, work)
                    .ok()
            })
            .collect();
        for thread in running {
            for (index, outcome) in thread.join().unwrap_or_default() {
                outcomes[index] = outcome;
            }
        }
    });
    outcomes
}
