//! The results of other versions than the one that is recorded in full.

use std::path::{Path, PathBuf};

use hcl2_conformance::plans::{RECORDED, terraform};
use hcl2_conformance::terraform::Program;
use hcl2_conformance::versions::Changes;
use serde_json::{Map, Value};

use crate::differences::Differences;
use crate::ours::{Answer, write_files};
use crate::outputs::Outputs;
use crate::{Case, Subject, compare, recorded};

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/terraform-results-versions.json")
}

fn by_call(cases: &[Case]) -> Map<String, Value> {
    let results = cases
        .iter()
        .map(|case| (case.call.clone(), case.theirs.to_string().into()));
    results.collect()
}

/// Compares the results of a version with its record, and with ours; or records them.
pub(crate) fn run(program: &Program, record: bool) -> Result<bool, String> {
    let Some(minor) = program.minor().filter(|minor| *minor != RECORDED) else {
        return Err(format!("name another version than 1.{RECORDED}"));
    };
    let cases = recorded(Subject::Functions)?;
    let full = by_call(&cases);
    let mut changes = Changes::read(&path())?;
    let before = changes.applied(&full, minor);
    let now = asked(program, cases)?;
    let results = by_call(&now);
    let differences = results
        .iter()
        .filter(|(call, result)| before.get(*call) != Some(result));
    let count = differences
        .inspect(|(call, result)| println!("{call}: now {result}"))
        .count();
    println!("1.{minor}: {count} differences from the recorded results");
    if record {
        changes.record(&full, minor, results);
        changes.write(&path())?;
    }
    let report = compare(&now, terraform(minor), &Differences::load()?, usize::MAX)?;
    print!("{}", report.text);
    println!(
        "{} the same, {} different by rule, {} different",
        report.same, report.by_rule, report.different
    );
    Ok(report.different == 0 && (record || count == 0))
}

/// Returns the results of a version. What a plan does not know is what the recorded version answers.
fn asked(program: &Program, cases: Vec<Case>) -> Result<Vec<Case>, String> {
    let files = tempfile::tempdir().map_err(|error| error.to_string())?;
    write_files(files.path()).map_err(|error| error.to_string())?;
    let outputs = Outputs {
        directory: files.path(),
        program,
    };
    let calls: Vec<String> = cases.iter().map(|case| case.call.clone()).collect();
    let answers = outputs.evaluate(&calls)?.into_iter();
    let of = |(case, answer): (Case, Answer)| match answer {
        Answer::Unknown => case,
        theirs => Case { theirs, ..case },
    };
    Ok(cases.into_iter().zip(answers).map(of).collect())
}

#[cfg(test)]
mod tests {
    use hcl2_conformance::plans::VERSIONS;

    use super::*;

    #[test]
    fn results_are_those_that_each_version_gave() {
        let full = by_call(&recorded(Subject::Functions).unwrap());
        let changes = Changes::read(&path()).unwrap();
        let differences = Differences::load().unwrap();
        let mut compared = 0;
        for minor in VERSIONS {
            let results = changes.applied(&full, *minor);
            let cases = results.iter().filter(|(call, _)| changes.has(call));
            let cases: Vec<Case> = cases
                .map(|(call, result)| Case {
                    function: call.split('(').next().unwrap_or_default().to_owned(),
                    call: call.clone(),
                    theirs: Answer::recorded(result.as_str().unwrap_or_default()),
                })
                .collect();
            let report = compare(&cases, terraform(*minor), &differences.of_calls(&cases), 9).unwrap();
            assert_eq!(report.different, 0, "1.{minor}: {}", report.text);
            compared += cases.len();
        }
        assert!(compared >= 46 * VERSIONS.len(), "{compared}");
    }
}
