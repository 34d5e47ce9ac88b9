//! The verdicts of `hcl2 check` on the test data of Terraform and OpenTofu.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::cargo::{cargo, run};
use crate::files::root;
use crate::files::target;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A checkout of Terraform.
    #[arg(long, value_name = "DIR")]
    terraform: Option<PathBuf>,
    /// A checkout of OpenTofu.
    #[arg(long, value_name = "DIR")]
    opentofu: Option<PathBuf>,
}

/// The file with the cases whose names do not show their verdict, and with those that we judge wrongly.
const REASONS: &str = "xtask/data/upstream.toml";

/// The directories of cases by the end of their path, and whether their cases are valid.
const DIRECTORIES: &[(&str, bool)] = &[
    ("configs/valid-files", true),
    ("configs/warning-files", true),
    ("configs/invalid-files", false),
    ("configs/error-files", false),
    ("configs/valid-modules", true),
    ("configs/invalid-modules", false),
    ("configs/invalid-test-files", false),
];

/// Parts of the names of invalid cases in the directory of the commands.
const INVALID: &[&str] = &[
    "invalid",
    "bad",
    "error",
    "missing",
    "fail",
    "cycle",
    "undeclared",
    "unset",
    "conflict",
];

#[derive(Deserialize)]
struct Reasons {
    group: Vec<Group>,
}

/// Cases with the same reason.
#[derive(Deserialize)]
struct Group {
    reason: String,
    verdict: Verdict,
    #[serde(default)]
    terraform: Vec<String>,
    #[serde(default)]
    opentofu: Vec<String>,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// The case is valid, whatever its name says.
    Valid,
    /// The case is invalid, whatever its name says.
    Invalid,
    /// We judge it wrongly.
    Missed,
}

/// A module or a file to check.
struct Case {
    /// Its directory in the table.
    group: String,
    name: String,
    path: PathBuf,
    is_valid: bool,
}

/// Checks the test data in checkouts, and prints what is judged wrongly, by directory.
///
/// # Errors
///
/// A case is judged wrongly without a reason, or a reason is no longer needed.
pub(crate) fn run_upstream(options: &Options) -> Result<(), String> {
    run(cargo().args(["build", "--quiet", "--package", "hcl2-cli"]))?;
    let program = target().join("debug").join("hcl2");
    let text = std::fs::read_to_string(root().join(REASONS)).map_err(|error| error.to_string())?;
    let reasons: Reasons = toml::from_str(&text).map_err(|error| format!("{REASONS}: {error}"))?;
    let mut unexplained = Vec::new();
    // The newest version that the tables know has what upstream is working on.
    for (product, version, checkout) in [
        ("terraform", "terraform@1.17", &options.terraform),
        ("opentofu", "opentofu@1.13", &options.opentofu),
    ] {
        if let Some(checkout) = checkout {
            unexplained.extend(compare(
                &program,
                version,
                checkout,
                &|group: &Group| match product {
                    "terraform" => group.terraform.clone(),
                    _ => group.opentofu.clone(),
                },
                &reasons,
            )?);
        }
    }
    match unexplained.len() {
        0 => Ok(()),
        count => Err(format!(
            "{count} cases need a change of {REASONS}:\n{}",
            unexplained.join("\n")
        )),
    }
}

/// Checks the cases of a checkout and prints the table. Returns the cases without a reason, and reasons without a case.
fn compare(
    program: &Path,
    version: &str,
    checkout: &Path,
    names_of: &dyn Fn(&Group) -> Vec<String>,
    reasons: &Reasons,
) -> Result<Vec<String>, String> {
    let mut verdicts: BTreeMap<String, Verdict> = BTreeMap::new();
    for group in &reasons.group {
        for name in names_of(group) {
            verdicts.insert(name, group.verdict);
        }
    }
    let cases = cases(checkout)?;
    let mut unexplained = Vec::new();
    let mut table: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let mut total = [0; 4];
    for case in &cases {
        let verdict = verdicts.remove(&case.name);
        let is_valid = match verdict {
            Some(Verdict::Valid) => true,
            Some(Verdict::Invalid) => false,
            _ => case.is_valid,
        };
        let is_accepted = is_accepted(program, version, case)?;
        let is_wrong = is_accepted != is_valid;
        match (is_wrong, verdict == Some(Verdict::Missed)) {
            (true, false) if is_valid => unexplained.push(format!("valid, but refused: {}", case.name)),
            (true, false) => unexplained.push(format!("invalid, but accepted: {}", case.name)),
            (false, true) => unexplained.push(format!("no longer judged wrongly: {}", case.name)),
            _ => {}
        }
        let row = table.entry(case.group.clone()).or_default();
        for counts in [row, &mut total] {
            let first = if is_valid { 0 } else { 2 };
            counts[first] += 1;
            counts[first + 1] += usize::from(is_wrong);
        }
    }
    unexplained.extend(verdicts.keys().map(|name| format!("no such case: {name}")));
    println!("\n{version}: directory, valid, of these refused, invalid, of these accepted");
    for (group, [valid, refused, invalid, accepted]) in &table {
        println!("{group:40} {valid:5} {refused:5} {invalid:5} {accepted:5}");
    }
    let [valid, refused, invalid, accepted] = total;
    println!("{:40} {valid:5} {refused:5} {invalid:5} {accepted:5}", "all");
    let groups = reasons
        .group
        .iter()
        .filter(|group| group.verdict == Verdict::Missed);
    for group in groups.filter(|group| !names_of(group).is_empty()) {
        println!("{}: {}", names_of(group).join(", "), group.reason);
    }
    Ok(unexplained)
}

/// Returns the cases of a checkout, sorted by name.
fn cases(checkout: &Path) -> Result<Vec<Case>, String> {
    let configs = checkout.join("internal/configs/testdata");
    let mut cases = Vec::new();
    for (directory, is_valid) in DIRECTORIES {
        let name = directory.trim_start_matches("configs/");
        for path in sorted(&configs.join(name)) {
            let file = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() || is_of_module(&path) {
                cases.push(Case {
                    group: (*directory).to_owned(),
                    name: format!("{directory}/{file}"),
                    path,
                    is_valid: *is_valid,
                });
            }
        }
    }
    let commands = checkout.join("internal/command/testdata");
    let mut directories = vec![commands.clone()];
    while let Some(directory) = directories.pop() {
        let entries = sorted(&directory);
        if entries.iter().any(|path| is_of_module(path)) {
            let below = directory.strip_prefix(&commands).unwrap_or(&directory);
            let below = below.to_string_lossy().replace('\\', "/");
            let first = below.split(['/', '-']).next().unwrap_or_default();
            cases.push(Case {
                group: format!("command/{first}"),
                name: format!("command/{below}"),
                is_valid: !INVALID.iter().any(|part| below.contains(part)),
                path: directory,
            });
        }
        directories.extend(entries.into_iter().filter(|path| path.is_dir()));
    }
    if cases.is_empty() {
        return Err(format!("{} has no test data", checkout.display()));
    }
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(cases)
}

/// Returns the entries of a directory, or nothing if it does not exist.
fn sorted(directory: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

fn is_of_module(path: &Path) -> bool {
    let name = path.to_string_lossy();
    path.is_file()
        && [".tf", ".tf.json", ".tofu", ".tofu.json"]
            .iter()
            .any(|ending| name.ends_with(ending))
}

/// Returns whether `hcl2 check` finds no error; a file is checked alone in a directory.
fn is_accepted(program: &Path, version: &str, case: &Case) -> Result<bool, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", case.name);
    let alone = target().join("upstream");
    let path = if case.path.is_file() {
        if alone.exists() {
            std::fs::remove_dir_all(&alone).map_err(failed)?;
        }
        std::fs::create_dir_all(&alone).map_err(failed)?;
        std::fs::copy(&case.path, alone.join(case.path.file_name().unwrap_or_default())).map_err(failed)?;
        &alone
    } else {
        &case.path
    };
    let mut command = Command::new(program);
    command
        .args(["check", "--quiet", "--language", version])
        .arg(path);
    let output = command.output().map_err(failed)?;
    Ok(output.status.success())
}
