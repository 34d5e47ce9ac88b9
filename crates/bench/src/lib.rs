//! Benchmarks of HCL 2 beside its peers.
//!
//! A stage is a task, such as parsing, done by us and by every peer on the same input in the same run. Their results are
//! compared before anything is timed. Rounds of all contestants alternate, so a slow moment of the machine affects all of
//! them, and the median of the rounds is reported. Dropping results is not timed.

mod arguments;
mod attacks;
mod checksum;
mod contest;
mod failure;
mod generate;
mod go;
mod input;
mod memory;
mod programs;
mod report;
mod setting;
mod stages;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
pub use attacks::{Attack, AttackKind, attacks};
use failure::Failure;
pub use go::build_go;
pub use memory::Heap;
use report::Report;
use setting::Setting;
use stages::Measure;

/// Runs the stages named on the command line, or all.
#[must_use]
pub fn main() -> ExitCode {
    finish(run(&Arguments::parse()))
}

/// Runs the memory stages named on the command line, or all of them, in a process that counts its heap.
#[must_use]
pub fn memory_main(heap: Heap) -> ExitCode {
    finish(run_memory(&Arguments::parse(), heap))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let stages = stages::select(&arguments.stages)?;
    let setting = Setting::new(arguments)?;
    for note in &setting.notes {
        setting.note(note);
    }
    let mut report = Report::new(arguments.json);
    for stage in stages {
        setting.progress(stage.name);
        let outcome = match stage.measure {
            Measure::Speed(measure) => measure(stage.name, &setting)?,
            Measure::Memory(_) => memory::in_own_process(stage.name, arguments)?,
        };
        setting.progress("");
        report.add(&outcome);
    }
    Ok(())
}

fn run_memory(arguments: &Arguments, heap: Heap) -> Result<(), Failure> {
    let stages = stages::select(&arguments.stages)?;
    let setting = Setting::new(arguments)?;
    let mut report = Report::new(arguments.json);
    for stage in stages {
        if let Measure::Memory(measure) = stage.measure {
            report.add(&measure(stage.name, &setting, heap)?);
        }
    }
    Ok(())
}

#[expect(clippy::print_stderr, reason = "errors are for the person who runs it")]
fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}
