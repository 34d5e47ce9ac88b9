//! Calls of modules, and their depths in a repository.

use std::collections::{HashMap, HashSet, VecDeque};

use super::Directory;
use crate::rows::Cell;
use crate::table::RANGE;

/// The calls of a repository, in order.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// The name of the repository, and whether all of it is read.
    pub(super) repository: Option<(String, bool)>,
    calls: Vec<Call>,
}

/// A row of the table without the depth.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) repository: String,
    pub(super) module: String,
    pub(super) path: String,
    pub(super) name: String,
    pub(super) address: String,
    pub(super) source: Option<String>,
    pub(super) version: Option<String>,
    pub(super) called: Option<String>,
    pub(super) repeats: Option<&'static str>,
    pub(super) range: [u32; RANGE.len()],
}

impl Call {
    /// Returns the cells of the row.
    pub(super) fn cells(&self, depth: Option<usize>) -> [Cell<'_>; 11] {
        [
            (&self.repository).into(),
            (&self.module).into(),
            (&self.path).into(),
            (&self.address).into(),
            (&self.name).into(),
            self.source.as_ref().into(),
            self.version.as_ref().into(),
            self.called.as_ref().into(),
            depth.into(),
            self.repeats.into(),
            Cell::Range(self.range),
        ]
    }
}

impl Calls {
    pub(super) fn push(&mut self, call: Call) {
        self.calls.push(call);
    }

    /// Returns whether the repository ends before a directory.
    pub(super) fn ends_before(&self, directory: &Directory) -> bool {
        let repository = self.repository.as_ref();
        repository.is_some_and(|(repository, _)| *repository != directory.repository)
    }

    /// Returns the calls with their depths, if these can be known.
    pub(super) fn with_depths(self) -> Vec<(Call, Option<usize>)> {
        let is_whole = self.repository.is_some_and(|(_, is_whole)| is_whole);
        let depths = if is_whole {
            depths(&self.calls)
        } else {
            HashMap::new()
        };
        let depth = |call: &Call| depths.get(&call.module).copied();
        let found: Vec<_> = self.calls.iter().map(depth).collect();
        self.calls.into_iter().zip(found).collect()
    }
}

/// Returns the depth of the calls of each module. Modules that only call each other have none.
fn depths(calls: &[Call]) -> HashMap<String, usize> {
    let mut called_by: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut called: HashSet<&str> = HashSet::new();
    for call in calls {
        let edges = called_by.entry(&call.module).or_default();
        if let Some(to) = &call.called {
            edges.push(to);
            called.insert(to);
        }
    }
    let roots = called_by.keys().filter(|module| !called.contains(**module));
    let mut queue: VecDeque<(&str, usize)> = roots.map(|module| (*module, 1)).collect();
    let mut depths = HashMap::new();
    while let Some((module, depth)) = queue.pop_front() {
        if depths.contains_key(module) {
            continue;
        }
        depths.insert(module.to_owned(), depth);
        let edges = called_by.get(module).into_iter().flatten();
        queue.extend(edges.map(|to| (*to, depth + 1)));
    }
    depths
}
