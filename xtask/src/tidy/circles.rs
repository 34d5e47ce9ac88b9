//! The modules of a crate do not import each other in a circle.
//!
//! In each folder, the files and folders are looked at that lie in it. A folder and what lies in it may know each other.

use std::collections::{BTreeMap, BTreeSet};

use super::Violation;
use crate::rust::{Path, Source};
use crate::workspace::Workspace;

/// The files that a crate starts with.
const ROOTS: &[&str] = &["lib.rs", "main.rs"];

/// Reports every import that is part of a circle, at the first line that names it.
pub(super) fn imports(workspace: &Workspace) -> Vec<Violation> {
    let mut crates: BTreeMap<&str, Vec<(&Source, &str)>> = BTreeMap::new();
    for source in &workspace.rust().files {
        if let Some((package, path)) = source.path.split_once("/src/") {
            crates.entry(package).or_default().push((source, path));
        }
    }
    let graphs = crates.values().map(|files| Graph::of(files));
    graphs.flat_map(|graph| graph.circles()).collect()
}

/// The imports between the modules of a crate.
#[derive(Default)]
struct Graph<'a> {
    /// The paths of all modules.
    modules: BTreeSet<Vec<&'a str>>,
    /// The modules that the root names again for the crate's users, by the name that it gives an item of theirs.
    reexports: BTreeMap<&'a str, Vec<&'a str>>,
    /// For each folder the imports between what is in it, each with the first file and line that has it.
    folders: BTreeMap<Vec<&'a str>, Imports<'a>>,
}

/// The first file and line of each import, by the names of its two ends.
type Imports<'a> = BTreeMap<(&'a str, &'a str), (&'a str, usize)>;

impl<'a> Graph<'a> {
    /// Collects the imports of a crate from its files, each with its path from `src`.
    fn of(files: &[(&'a Source, &'a str)]) -> Self {
        let mut graph = Self {
            modules: files.iter().map(|(_, path)| module(path)).collect(),
            ..Self::default()
        };
        for (source, _) in files.iter().filter(|(_, path)| ROOTS.contains(path)) {
            for path in source.production_paths() {
                let target = graph.target(&[], path);
                if let (false, Some(last)) = (target.is_empty(), path.segments.last()) {
                    graph.reexports.insert(last, target);
                }
            }
        }
        for (source, path) in files.iter().filter(|(_, path)| !ROOTS.contains(path)) {
            let from = module(path);
            for path in source.production_paths() {
                graph.add(&from, &graph.target(&from, path), &source.path, path.line);
            }
        }
        graph
    }

    /// Returns the module that a path in module `from` leads to, as far as it leads into the crate; empty for the root.
    fn target(&self, from: &[&'a str], path: &'a Path) -> Vec<&'a str> {
        let mut segments = path.segments.iter().map(String::as_str).peekable();
        let mut target = match segments.peek() {
            Some(&"crate") => Vec::new(),
            Some(&("self" | "super")) => from.to_vec(),
            // A path that starts with a name is of another crate, or of a module below.
            Some(name) if self.modules.contains(&[from, &[name]].concat()) => from.to_vec(),
            _ => return from.to_vec(),
        };
        for segment in segments {
            match segment {
                "crate" | "self" => {}
                "super" => drop(target.pop()),
                name => {
                    if let (true, Some(module)) = (target.is_empty(), self.reexports.get(name)) {
                        return module.clone();
                    }
                    target.push(name);
                    if !self.modules.contains(&target) {
                        target.pop();
                        break;
                    }
                }
            }
        }
        target
    }

    /// Adds an import from one module to another to the folder in which their paths part.
    fn add(&mut self, from: &[&'a str], to: &[&'a str], file: &'a str, line: usize) {
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        let (Some(a), Some(b)) = (from.get(shared), to.get(shared)) else {
            return;
        };
        let imports = self.folders.entry(from[..shared].to_vec()).or_default();
        imports.entry((*a, *b)).or_insert((file, line));
    }

    /// Returns a violation for each import that can be followed back to where it starts.
    fn circles(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        for imports in self.folders.values() {
            for ((from, to), (file, line)) in imports {
                if let Some(way) = way(imports, to, from) {
                    let text = format!("{from} imports {} in a circle", way.join(", which imports "));
                    violations.push(Violation::line(*file, *line, text));
                }
            }
        }
        violations
    }
}

/// Returns the names on a shortest way along `imports`, with both ends.
fn way<'a>(imports: &Imports<'a>, from: &'a str, to: &str) -> Option<Vec<&'a str>> {
    let mut ways = vec![vec![from]];
    let mut seen = BTreeSet::from([from]);
    while !ways.is_empty() {
        if let Some(way) = ways.iter().find(|way| way.ends_with(&[to])) {
            return Some(way.clone());
        }
        let mut longer = Vec::new();
        for way in &ways {
            let next = imports.keys().filter(|(from, _)| way.ends_with(&[from]));
            for (_, next) in next.filter(|(_, next)| seen.insert(next)) {
                longer.push([way.as_slice(), &[next]].concat());
            }
        }
        ways = longer;
    }
    None
}

/// Returns the path of a file's module.
fn module(path: &str) -> Vec<&str> {
    let path = path.trim_end_matches(".rs");
    let mut names: Vec<&str> = path.split('/').collect();
    if matches!(names.last(), Some(&("mod" | "lib" | "main"))) {
        names.pop();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn modules_that_import_each_other_are_reported() {
        let workspace = files(&[
            ("crates/a/src/lib.rs", "mod one; mod three; mod two;"),
            ("crates/a/src/one.rs", "use crate::two::Two; pub struct One;"),
            ("crates/a/src/two.rs", "use super::three; pub struct Two;"),
            (
                "crates/a/src/three.rs",
                "pub fn f() -> crate::one::One { crate::one::One }",
            ),
        ]);
        assert_eq!(
            shown(imports(&workspace)),
            [
                "crates/a/src/one.rs:1: one imports two, which imports three, which imports one in a circle",
                "crates/a/src/three.rs:1: three imports one, which imports two, which imports three in a circle",
                "crates/a/src/two.rs:1: two imports three, which imports one, which imports two in a circle",
            ]
        );
    }

    #[test]
    fn imports_by_the_name_of_the_root_count() {
        let workspace = files(&[
            (
                "crates/a/src/lib.rs",
                "mod one; mod two; pub use one::One as First; pub use two::Two;",
            ),
            ("crates/a/src/one.rs", "use crate::Two; pub struct One(Two);"),
            (
                "crates/a/src/two/mod.rs",
                "pub fn f(_: crate::one::One) {} pub struct Two;",
            ),
        ]);
        assert_eq!(
            shown(imports(&workspace)),
            [
                "crates/a/src/one.rs:1: one imports two, which imports one in a circle",
                "crates/a/src/two/mod.rs:1: two imports one, which imports two in a circle",
            ]
        );
    }

    #[test]
    fn files_of_one_folder_that_import_each_other_are_reported() {
        let workspace = files(&[
            ("crates/a/src/lib.rs", "mod folder;"),
            ("crates/a/src/folder/mod.rs", "mod one; mod two;"),
            (
                "crates/a/src/folder/one.rs",
                "use super::two::Two; pub struct One;",
            ),
            (
                "crates/a/src/folder/two.rs",
                "use super::one::One; pub struct Two;",
            ),
        ]);
        assert_eq!(
            shown(imports(&workspace)),
            [
                "crates/a/src/folder/one.rs:1: one imports two, which imports one in a circle",
                "crates/a/src/folder/two.rs:1: two imports one, which imports two in a circle",
            ]
        );
    }

    #[test]
    fn folders_of_one_folder_that_import_each_other_are_reported() {
        let workspace = files(&[
            ("crates/a/src/folder/mod.rs", "mod one; mod two;"),
            ("crates/a/src/folder/one/mod.rs", "use super::two::Two; mod part;"),
            ("crates/a/src/folder/one/part.rs", ""),
            ("crates/a/src/folder/two/mod.rs", "mod part;"),
            ("crates/a/src/folder/two/part.rs", "use super::super::one::part;"),
        ]);
        assert_eq!(
            shown(imports(&workspace)),
            [
                "crates/a/src/folder/one/mod.rs:1: one imports two, which imports one in a circle",
                "crates/a/src/folder/two/part.rs:1: two imports one, which imports two in a circle",
            ]
        );
    }

    #[test]
    fn imports_of_tests_and_of_other_crates_do_not_count() {
        let workspace = files(&[
            ("crates/a/src/lib.rs", "mod one; mod two;"),
            (
                "crates/a/src/one.rs",
                "use crate::two::Two; #[cfg(test)] mod tests { use super::*; }",
            ),
            (
                "crates/a/src/two.rs",
                "use other::one; #[cfg(test)] mod tests { use crate::one::One; }",
            ),
        ]);
        assert_eq!(shown(imports(&workspace)), [""; 0]);
    }
}
