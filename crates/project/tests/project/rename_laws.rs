//! Laws of renames, on recorded modules: the plan is the same under the new name, a check finds the same, and the way back
//! leads to the same text.
//!
//! `HCL2_CORPUS` names a directory whose modules are used instead, each with one object of each kind that it declares.

use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hcl2_diagnostics::Diagnostics;
use hcl2_plan::{Inputs, plan, plan_to_json};
use hcl2_project::{CheckSettings, Disk, Files, ModuleLoader, Names, ObjectAt, Overlay, Project, Renaming};
use hcl2_terraform::{Address, MentionRole, Mentioned, ResourceKind};

/// What is added to a name. The new one sorts where the old one did.
const ADDED: &str = "_zq";

/// How many modules of this repository are skipped between two.
const STEP: usize = 120;

/// How many objects of such a module are renamed.
const OBJECTS: usize = 3;

/// How many of the slowest modules are listed.
const SLOWEST: usize = 8;

#[test]
fn renames_change_nothing_but_the_name() {
    let corpus = std::env::var_os("HCL2_CORPUS").map(PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/plans");
    let root = corpus
        .as_deref()
        .unwrap_or(&own)
        .canonicalize()
        .expect("a directory");
    let mut directories = Vec::new();
    collect(&root, &mut directories);
    directories.sort();
    let (step, most) = if corpus.is_some() {
        (1, usize::MAX)
    } else {
        (STEP, OBJECTS)
    };
    let mut law = Law::default();
    for directory in directories.iter().step_by(step) {
        // In a corpus, the modules of a repository call each other.
        let within = directory.strip_prefix(&root).expect("a directory below");
        let repository = within.components().next().filter(|_| corpus.is_some());
        let around = repository.map_or_else(|| directory.clone(), |first| root.join(first));
        if law.around.as_ref().is_none_or(|(known, _)| *known != around) {
            law.around = Some((around.clone(), Names::new(Arc::new(Disk), [&around])));
            law.plans.clear();
        }
        let (start, renamed) = (Instant::now(), law.renamed);
        law.add(directory, most);
        law.times
            .push((start.elapsed(), law.renamed - renamed, directory.clone()));
    }
    let Law {
        renamed,
        refused,
        failed,
        mut times,
        ..
    } = law;
    times.sort();
    let slowest: Vec<_> = times.iter().rev().take(SLOWEST).collect();
    eprintln!("slowest of {} modules: {slowest:#?}", times.len());
    eprintln!("{renamed} renames, {} refused: {refused:#?}", refused.len());
    assert!(failed.is_empty(), "{} failed: {failed:#?}", failed.len());
    assert!(renamed > 10 && refused.len() * 10 <= renamed);
}

/// What was renamed.
#[derive(Default)]
struct Law {
    /// The names in the modules of the directory around all that is renamed.
    around: Option<(PathBuf, Names)>,
    /// The plans before any rename.
    plans: HashMap<PathBuf, String>,
    renamed: usize,
    refused: Vec<String>,
    failed: Vec<String>,
    /// How long each module took, and how many renames that were.
    times: Vec<(Duration, usize, PathBuf)>,
}

impl Law {
    /// Renames one object of each kind that a module declares, each by itself.
    fn add(&mut self, directory: &Path, most: usize) {
        let (around, mut names) = self.around.take().expect("names");
        let addresses: Vec<Address> = names.declared(directory).into_iter().collect();
        let mut kinds: HashSet<Kind> = HashSet::new();
        for address in &addresses {
            let Some(name) = address.name() else { continue };
            let is_start = |other: &Address| {
                other != address && other.name().is_some_and(|other| other.starts_with(name))
            };
            if kinds.len() >= most || kinds.contains(&kind(address)) || addresses.iter().any(is_start) {
                continue;
            }
            kinds.insert(kind(address));
            let object = names.object(directory, &shown(address)).expect("it is declared");
            let what = format!("{:?} in {}", object.object, object.directory.display());
            match self.check(&around, &mut names, &object) {
                Ok(()) => self.renamed += 1,
                Err(Refused::Refused(reason)) => self.refused.push(format!("{what}: {reason}")),
                Err(Refused::Failed(reason)) => self.failed.push(format!("{what}: {reason}")),
            }
        }
        self.around = Some((around, names));
    }

    /// Renames an object there and back.
    fn check(&mut self, around: &Path, names: &mut Names, object: &ObjectAt) -> Result<(), Refused> {
        let new = format!("{}{ADDED}", object.name());
        let refused = |problems: Diagnostics| {
            let problem = problems.iter().next().map(|problem| problem.detail.to_string());
            Refused::Refused(problem.unwrap_or_default())
        };
        let renaming = names.rename(object, &new, true).map_err(refused)?;
        let at = names.places(object)[0].span;
        let project = Project::new(Arc::new(Disk), CheckSettings::default());
        names.verify(&renaming, at, project).map_err(refused)?;
        let paths = renaming.files.keys();
        let mut directories: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|ending| ending == "tf"))
            .filter_map(|path| Some(path.parent()?.to_owned()))
            .collect();
        directories.dedup();
        for directory in &directories {
            let before = self
                .plans
                .entry(directory.clone())
                .or_insert_with(|| planned(Arc::new(Disk), directory));
            let after = planned(laid_over(&renaming), directory);
            if after.replace(ADDED, "") != *before {
                let detail = difference(before, &after.replace(ADDED, ""));
                let shown = directory.display();
                return Err(Refused::Failed(format!("the plan of {shown} differs: {detail}")));
            }
        }
        // A move to the old name stays, and bars the way back without moves.
        if names
            .places(object)
            .iter()
            .any(|place| place.role == MentionRole::Move)
        {
            return Ok(());
        }
        let there = names.rename(object, &new, false).map_err(refused)?;
        let mut names = Names::new(laid_over(&there), [around]);
        let mut back = object.clone();
        back.object = match &object.object {
            Mentioned::Object(address) => Mentioned::Object(address.with_name(&new)),
            Mentioned::Run(_) | Mentioned::Named(_) => unreachable!("addresses are of objects"),
        };
        let back = names.rename(&back, object.name(), false).map_err(|problems| {
            let detail = problems.iter().next().map(|problem| problem.detail.to_string());
            Refused::Failed(format!("the way back is refused: {detail:?}"))
        })?;
        let is_same = back.files.len() == there.files.len()
            && back.files.iter().all(|(path, file)| {
                there
                    .files
                    .get(path)
                    .is_some_and(|own| file.text() == own.source.bytes())
            });
        match is_same {
            true => Ok(()),
            false => Err(Refused::Failed("the way back leads elsewhere".to_owned())),
        }
    }
}

/// The kind of an object, and that of a resource.
type Kind = (Discriminant<Address>, Option<ResourceKind>);

fn kind(address: &Address) -> Kind {
    let of_resource = match address {
        Address::Resource(kind, ..) => Some(*kind),
        _ => None,
    };
    (discriminant(address), of_resource)
}

/// Why an object was not renamed, or not well.
enum Refused {
    Refused(String),
    Failed(String),
}

/// Returns where two strings differ.
fn difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let text = text.as_bytes();
        let part = &text[at.saturating_sub(100).min(text.len())..(at + 60).min(text.len())];
        String::from_utf8_lossy(part).into_owned()
    };
    format!("{:?} and {:?}", around(one), around(other))
}

/// Returns an address as `Names::object` takes it.
fn shown(address: &Address) -> String {
    match address {
        // The name of a block type that is also a root of references.
        Address::Resource(..) => {
            let text = address.to_string();
            if text.matches('.').count() == 1 {
                format!("resource.{text}")
            } else {
                text
            }
        }
        _ => address.to_string(),
    }
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut paths = Disk.list(directory).expect("a readable directory");
    paths.sort();
    if paths
        .iter()
        .any(|path| path.extension().is_some_and(|ending| ending == "tf"))
    {
        found.push(directory.canonicalize().expect("a directory"));
    }
    for path in paths.iter().filter(|path| path.is_dir()) {
        collect(path, found);
    }
}

/// Returns the plan of a module without values of its variables as JSON, or its first problem.
fn planned(files: Arc<dyn Files>, directory: &Path) -> String {
    let loaded = ModuleLoader::new().files(files).nested().load_partial(directory);
    let inputs = Inputs {
        found: loaded.diagnostics,
        sources: loaded.sources,
        is_partial: true,
        ..Inputs::default()
    };
    let planned = plan(&loaded.tree, &inputs);
    let problem = planned.diagnostics.iter().find(|problem| problem.is_error());
    match problem {
        Some(problem) => format!("{}: {}", problem.code.id(), problem.detail),
        None => without_places(&plan_to_json(
            &planned.value,
            &loaded.tree,
            &inputs,
            "2026-01-01T00:00:00Z",
        )),
    }
}

/// Returns the JSON of a plan without the lines and columns of places: they are behind `moved` blocks and names of other lengths.
fn without_places(json: &str) -> String {
    ["\"line\":", "\"column\":"]
        .iter()
        .fold(json.to_owned(), |json, key| {
            let mut parts = json.split(key);
            let first = parts.next().unwrap_or_default().to_owned();
            let rest = parts.map(|part| part.trim_start_matches(|char: char| char.is_ascii_digit()));
            [first].into_iter().chain(rest.map(str::to_owned)).collect()
        })
}

fn laid_over(renaming: &Renaming) -> Arc<dyn Files> {
    let mut files = Overlay::new(Arc::new(Disk));
    for (path, file) in &renaming.files {
        files.insert(path, file.text());
    }
    Arc::new(files)
}
