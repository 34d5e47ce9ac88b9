//! Converting modules of the Terraform language.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hcl2_diagnostics::SourceMap;
use hcl2_json::parse_tree;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Converter, Module, ModuleFile};

use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::input::Text;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// Converts the bytes of a file in native syntax to JSON.
pub(super) fn to_json(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let converter = Converter::new();
    let mut properties = 0;
    for file in &input.files {
        let text = converter.to_json(&file.source).value;
        let read = text.and_then(|text| {
            let source = SourceMap::new().add("converted", text).ok()?;
            let tree = parse_tree(&source).into_result().ok()?;
            Some(tree.root().properties().count())
        });
        properties += read.ok_or_else(|| {
            Failure::Contestant(format!("{stage}: {} cannot be converted", file.source.name()))
        })?;
    }
    let shape = format!("{properties} properties at the top");
    let contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        timed_each(&input.files, input.repeat, |file| converter.to_json(&file.source))
    });
    contest.run(setting.rounds)
}

/// The number of threads that inspect modules.
const THREADS: usize = 2;

/// Reads the files of modules, with their declarations, references and problems. The files of a directory are a module.
pub(super) fn inspect(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let mut modules: BTreeMap<&Path, Vec<&Text>> = BTreeMap::new();
    for file in &input.files {
        let directory = Path::new(file.source.name()).parent().unwrap_or(Path::new(""));
        modules.entry(directory).or_default().push(file);
    }
    let modules: Vec<Vec<&Text>> = modules.into_values().collect();
    let nodes: usize = modules.iter().map(|files| module(files).nodes().len()).sum();
    let shape = format!("{nodes} objects in {} modules", modules.len());
    let contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        (0..input.repeat).map(|_| inspect_all(&modules)).sum()
    });
    contest.run(setting.rounds)
}

/// Returns the time for all modules on several threads, each of which takes the next module.
fn inspect_all(modules: &[Vec<&Text>]) -> Duration {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        while let Some(files) = modules.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push(module(files));
        }
        made
    };
    let start = Instant::now();
    let (made, time) = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        let made: Vec<_> = threads.into_iter().map(thread::ScopedJoinHandle::join).collect();
        (made, start.elapsed())
    });
    drop(black_box(made));
    time
}

fn module(files: &[&Text]) -> Module {
    let files: Vec<ModuleFile> = files
        .iter()
        .map(|file| ModuleFile::parse(&file.source, Language::Terraform).value)
        .collect();
    Module::from_files(&files, Language::Terraform).value
}
