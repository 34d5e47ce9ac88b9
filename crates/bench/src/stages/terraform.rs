//! Modules of the Terraform language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hcl2_diagnostics::SourceMap;
use hcl2_json::parse_tree;
use hcl2_terraform::table::Language;
use hcl2_terraform::{
    CheckOptions, Converter, Module, ModuleCall, ModuleFile, ModuleTree, ValidatedElsewhere, join_paths,
};

use crate::contest::{Contest, timed, timed_each};
use crate::failure::Failure;
use crate::input::{Input, Text};
use crate::programs::{Program, written};
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

/// The number of threads of stages whose names end in `.parallel`.
const THREADS: usize = 2;

fn threads_of(stage: &str) -> usize {
    if stage.ends_with(".parallel") { THREADS } else { 1 }
}

/// Reads the files of modules, with their declarations, references and problems. The files of a directory are a module.
pub(super) fn inspect(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let directories = directories(input);
    let work = || on_threads(threads_of(stage), &directories, |(_, files)| module(files));
    let nodes: usize = work().iter().map(|module| module.nodes().len()).sum();
    let shape = format!("{nodes} objects in {} modules", directories.len());
    let contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        (0..input.repeat).map(|_| timed(work)).sum()
    });
    contest.run(setting.rounds)
}

/// Reads and validates modules with those that they call, each of them once, as `hcl2 check` does for a directory.
pub(super) fn check(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let directories = directories(input);
    let work = || {
        let threads = threads_of(stage);
        let modules = on_threads(threads, &directories, |(_, files)| module(files));
        let names = directories.iter().map(|(directory, _)| directory.clone());
        let modules: BTreeMap<String, Module> = names.zip(modules).collect();
        let trees = trees(&modules);
        let elsewhere = ValidatedElsewhere::of(&trees);
        let checked: Vec<(&ModuleTree, ValidatedElsewhere)> = trees.iter().zip(elsewhere).collect();
        let problems = on_threads(threads, &checked, |(tree, elsewhere)| {
            CheckOptions {
                elsewhere: elsewhere.clone(),
                ..CheckOptions::default()
            }
            .validate(tree)
        });
        (modules, trees, problems)
    };
    let (_, _, problems) = work();
    let problems: usize = problems.iter().map(|problems| problems.len()).sum();
    let shape = format!("{problems} problems in {} modules", directories.len());
    let contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        (0..input.repeat).map(|_| timed(work)).sum()
    });
    contest.run(setting.rounds)
}

/// The groups of objects of `terraform.check.module`.
const GROUPS: usize = 1_000;

/// Reads and validates a module that needs no provider but the built-in one, also by whole programs.
pub(super) fn check_module(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let failed = |reason: &dyn Display| Failure::Contestant(format!("{stage}: {reason}"));
    let text: String = (0..GROUPS).map(group).collect();
    let source = SourceMap::new()
        .add("main.tf", text.as_str())
        .map_err(|error| failed(&error))?;
    let work = || {
        let file = ModuleFile::parse(&source, Language::Terraform);
        let module = Module::from_files(&[file.value], Language::Terraform);
        let mut problems = file.diagnostics;
        problems.append(module.diagnostics);
        let tree = ModuleTree {
            module: module.value,
            ..ModuleTree::default()
        };
        problems.append(tree.validate(None));
        (tree, problems)
    };
    if let Some(problem) = work().1.first() {
        return Err(failed(&problem.detail));
    }
    let shape = format!("{GROUPS} groups of objects without a problem");
    let bytes = text.len() as u64;
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, bytes, shape, || timed(work));
    if setting.peers {
        let directory = written(stage, &[("main.tf", &text)]).map_err(|reason| failed(&reason))?;
        contest.add_program(setting, "hcl2 check", Program::check(&directory), 1.0);
        let terraform = Program::terraform_validate(&directory);
        contest.add_program(setting, "terraform validate", terraform, 1.0);
    }
    contest.run(setting.rounds)
}

/// Returns a variable, a local value, a resource and an output that refer to each other.
fn group(index: usize) -> String {
    format!(
        r#"
variable "name_{index}" {{
  description = "The name of the object {index}."
  type        = string
  default     = "n{index}"
}}

locals {{
  tags_{index} = {{
    name  = upper(var.name_{index})
    index = {index}
  }}
}}

resource "terraform_data" "object_{index}" {{
  input = merge(local.tags_{index}, {{ id = "${{var.name_{index}}}-{index}" }})
}}

output "id_{index}" {{
  value = terraform_data.object_{index}.id
}}
"#
    )
}

/// Returns the directories with their files.
fn directories(input: &Input) -> Vec<(String, Vec<&Text>)> {
    let mut directories: BTreeMap<String, Vec<&Text>> = BTreeMap::new();
    for file in &input.files {
        let directory = Path::new(file.source.name()).parent().unwrap_or(Path::new(""));
        let name = join_paths(".", &directory.to_string_lossy());
        directories.entry(name).or_default().push(file);
    }
    directories.into_iter().collect()
}

/// Returns the trees of the modules that no other one calls.
fn trees(modules: &BTreeMap<String, Module>) -> Vec<ModuleTree> {
    let called = |directory: &str, module: &Module| -> Vec<String> {
        let paths = module.calls.iter().filter_map(|call| call.local_path());
        paths.map(|path| join_paths(directory, path)).collect()
    };
    let all = modules.iter();
    let called: BTreeSet<String> = all
        .flat_map(|(directory, module)| called(directory, module))
        .collect();
    let roots = modules.keys().filter(|directory| !called.contains(*directory));
    roots.filter_map(|root| tree(modules, root, MAX_DEPTH)).collect()
}

/// The levels of nested calls that are followed.
const MAX_DEPTH: usize = 10;

/// Returns the tree of a module.
fn tree(modules: &BTreeMap<String, Module>, directory: &str, depth: usize) -> Option<ModuleTree> {
    let module = modules.get(directory).filter(|_| depth > 0)?.clone();
    let inner = |call: &ModuleCall| {
        let path = join_paths(directory, call.local_path()?);
        Some((call.name.clone(), tree(modules, &path, depth - 1)?))
    };
    Some(ModuleTree {
        path: directory.to_owned(),
        calls: module.calls.iter().filter_map(inner).collect(),
        module,
    })
}

/// Returns the results of `work` on each item, in order. Each of the threads takes the next item.
fn on_threads<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut made = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return made };
            made.push((index, work(item)));
        }
    };
    let mut made: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mut made = worker();
        made.extend(others.into_iter().filter_map(|other| other.join().ok()).flatten());
        made
    });
    made.sort_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, made)| made).collect()
}

fn module(files: &[&Text]) -> Module {
    let files: Vec<ModuleFile> = files
        .iter()
        .map(|file| ModuleFile::parse(&file.source, Language::Terraform).value)
        .collect();
    Module::from_files(&files, Language::Terraform).value
}
