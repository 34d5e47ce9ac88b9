//! The versions of the language in which the modules of a run are read.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::terraform::Module;
use hcl2::terraform::table::Version;

use super::modules::{called_by, roots};

/// Returns the versions in which each module is read, by its canonical directory: those of the root modules that call it,
/// directly or indirectly, and of itself if it is one.
pub(super) fn of_modules(modules: &HashMap<PathBuf, Module>) -> HashMap<&Path, Vec<Version>> {
    let mut versions: HashMap<&Path, Vec<Version>> = HashMap::new();
    for root in roots(modules) {
        let mut reached: Vec<(&Path, &Module)> = Vec::new();
        let mut seen: HashSet<PathBuf> = HashSet::from([root.clone()]);
        let mut next = vec![root.clone()];
        while let Some(directory) = next.pop() {
            if let Some((directory, module)) = modules.get_key_value(&directory) {
                reached.push((directory, module));
                let called = called_by(modules, directory).into_iter();
                next.extend(called.filter(|called| seen.insert(called.clone())));
            }
        }
        let Some(((_, module), called)) = reached.split_first() else {
            continue;
        };
        let common = Module::common_version(module, called.iter().map(|(_, module)| *module));
        for (directory, _) in reached {
            let of_module = versions.entry(directory).or_default();
            if !of_module.contains(&common) {
                of_module.push(common);
            }
        }
    }
    versions
}
