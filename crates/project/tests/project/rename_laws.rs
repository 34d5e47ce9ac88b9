//! Laws of renames, on recorded modules: the plan is the same under the new name, a check finds the same, and the way back
//! leads to the same text.
//!
//! `HCL2_CORPUS` names a directory whose modules are used instead, each with all that it declares.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_plan::{Inputs, plan, to_json};
use hcl2_project::{CheckSettings, Disk, Files, ModuleLoader, Names, ObjectAt, Overlay, Project, Renaming};
use hcl2_terraform::Address;

/// What is added to a name. The new one sorts where the old one did.
const ADDED: &str = "_zq";

/// How many modules of this repository are skipped between two.
const STEP: usize = 60;

/// How many objects of such a module are renamed.
const OBJECTS: usize = 3;

#[test]
fn renames_change_nothing_but_the_name() {
    let corpus = std::env::var_os("HCL2_CORPUS").map(PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/plans");
    let mut directories = Vec::new();
    collect(corpus.as_deref().unwrap_or(&own), &mut directories);
    directories.sort();
    let (step, most) = if corpus.is_some() {
        (1, usize::MAX)
    } else {
        (STEP, OBJECTS)
    };
    let (mut renamed, mut refused) = (0, 0);
    for directory in directories.iter().step_by(step) {
        let mut names = Names::around(Arc::new(Disk), directory, &[]);
        let addresses: Vec<Address> = names.declared(directory).into_iter().collect();
        let before = planned(Arc::new(Disk), directory);
        for address in addresses.iter().take(most) {
            let Some(name) = address.name() else { continue };
            let is_start = |other: &Address| {
                other != address && other.name().is_some_and(|other| other.starts_with(name))
            };
            if addresses.iter().any(is_start) {
                continue;
            }
            let object = names.object(directory, &shown(address)).expect("it is declared");
            match check(&mut names, &object, &before) {
                true => renamed += 1,
                false => refused += 1,
            }
        }
    }
    assert!(
        renamed > 20 && refused * 10 <= renamed,
        "{renamed} renames, {refused} refused"
    );
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
    let loaded = ModuleLoader::new().files(files).nested().load(directory);
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
        None => to_json(&planned.value, &loaded.tree, &inputs, "2026-01-01T00:00:00Z"),
    }
}

/// Renames an object there and back. Returns whether it can have the new name.
fn check(names: &mut Names, object: &ObjectAt, before: &str) -> bool {
    let new = format!("{}{ADDED}", object.name());
    let what = format!("{:?} in {}", object.object, object.directory.display());
    let Ok(renaming) = names.rename(object, &new, true) else {
        return false;
    };
    let at = names.places(object)[0].span;
    let project = Project::new(Arc::new(Disk), CheckSettings::default());
    if names.verify(&renaming, at, project).is_err() {
        return false;
    }
    let after = planned(laid_over(&renaming), &object.directory);
    assert_eq!(after.replace(ADDED, ""), before, "{what}");
    let there = names
        .rename(object, &new, false)
        .expect("it was renamed with moves");
    let files = laid_over(&there);
    let mut names = Names::around(Arc::clone(&files), &object.directory, &[]);
    let mut back = object.clone();
    back.object = match &object.object {
        hcl2_terraform::Mentioned::Object(address) => {
            hcl2_terraform::Mentioned::Object(address.with_name(&new))
        }
        hcl2_terraform::Mentioned::Run(_) => unreachable!("modules declare no runs"),
    };
    let back = names
        .rename(&back, object.name(), false)
        .expect("the old name is free");
    assert_eq!(back.files.len(), there.files.len(), "{what}");
    for (path, file) in &back.files {
        assert_eq!(file.text(), there.files[path].source.bytes(), "{what}");
    }
    true
}

fn laid_over(renaming: &Renaming) -> Arc<dyn Files> {
    let mut files = Overlay::new(Arc::new(Disk));
    for (path, file) in &renaming.files {
        files.insert(path, file.text());
    }
    Arc::new(files)
}
