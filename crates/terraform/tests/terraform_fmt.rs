//! `terraform fmt` formats whole modules as this crate does.
//!
//! The variable `TERRAFORM` names the command that runs Terraform, which is `terraform` without it. If it does not run, the test
//! is reported as ignored.
#![expect(
    clippy::print_stderr,
    reason = "all of it is a test, under a harness that can leave tests out"
)]

#[path = "terraform/support/corpus.rs"]
mod corpus;
#[path = "terraform/support/layouts.rs"]
mod layouts;

use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let missing = terraform().arg("version").output().is_err();
    if missing {
        eprintln!("SKIPPED: Terraform does not run, and this test needs it");
    }
    let test = Trial::test("terraform_formats_a_corpus_alike", compare).with_ignored_flag(missing);
    libtest_mimic::run(&Arguments::from_args(), vec![test]).exit_code()
}

/// Returns the command that runs Terraform.
fn terraform() -> Command {
    let words = std::env::var("TERRAFORM").unwrap_or_else(|_| "terraform".to_owned());
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("terraform"));
    command.args(words);
    command
}

fn compare() -> Result<(), Failed> {
    let layouts = layouts::all();
    let directory = tempfile::tempdir()?;
    let copy = |index: usize| directory.path().join(format!("{index}.tf"));
    for (index, layout) in layouts.iter().enumerate() {
        std::fs::write(copy(index), &layout.given)?;
    }
    // Its status says that it leaves the files with errors as they are.
    let mut fmt = terraform();
    fmt.args(["fmt", "-list=false"]).arg(directory.path());
    fmt.stderr(Stdio::null()).status()?;
    for (index, layout) in layouts.iter().enumerate() {
        let (ours, theirs) = (&layout.formatted, std::fs::read_to_string(copy(index))?);
        if layout.has_errors {
            continue;
        }
        if let Some(difference) = first_difference(&theirs, ours) {
            return Err(format!("{} differs:\n{difference}", layout.path.display()).into());
        }
    }
    Ok(())
}

fn first_difference(theirs: &str, ours: &str) -> Option<String> {
    if theirs == ours {
        return None;
    }
    let pair = theirs
        .lines()
        .zip(ours.lines())
        .find(|(theirs, ours)| theirs != ours);
    Some(pair.map_or_else(
        || "in length only".to_owned(),
        |(theirs, ours)| format!("theirs {theirs:?}\nours   {ours:?}"),
    ))
}
