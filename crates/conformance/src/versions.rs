//! The versions of Terraform whose results are recorded, and the records of what differs between them.

use std::collections::BTreeMap;
use std::path::Path;

use hcl2::terraform::table::{Language, Version};
use serde_json::{Map, Value};

/// The minor version of Terraform whose results are recorded in full.
pub const RECORDED: u16 = 11;

/// The other minor versions of Terraform whose results are recorded, as far as they differ.
pub const VERSIONS: &[u16] = &[6, 8, 9, 10, 12, 13, 14, 15];

/// Returns the minor version of Terraform.
#[must_use]
pub const fn terraform(minor: u16) -> Version {
    Version {
        language: Language::Terraform,
        minor,
    }
}

/// The results of other versions than [`RECORDED`], by the number of the version: those by name that differ from the results
/// of the version before it, on the way from [`RECORDED`]. Null is no result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(BTreeMap<u16, Map<String, Value>>);

impl Changes {
    /// Reads a file of changes; without one, all versions have the same results.
    ///
    /// # Errors
    ///
    /// If the file is invalid.
    pub fn read(path: &Path) -> Result<Self, String> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        serde_json::from_str(&text)
            .map(Self)
            .map_err(|error| failed(&error))
    }

    /// Writes a file of changes, or removes it without any.
    ///
    /// # Errors
    ///
    /// If the file cannot be written or removed.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        if self.0.is_empty() {
            return match path.exists() {
                true => std::fs::remove_file(path).map_err(failed),
                false => Ok(()),
            };
        }
        // An entry has a line, so that a difference between two records shows what changed.
        let entry = |(name, value): (&String, &Value)| format!("{}: {value}", Value::from(name.as_str()));
        let versions = self.0.iter().map(|(minor, changes)| {
            let entries: Vec<String> = changes.iter().map(entry).collect();
            format!("\"{minor}\": {{\n{}\n}}", entries.join(",\n"))
        });
        let text = format!("{{{}}}", versions.collect::<Vec<String>>().join(",\n"));
        std::fs::write(path, text + "\n").map_err(failed)
    }

    /// Returns the results of a version, from those of [`RECORDED`].
    #[must_use]
    pub fn applied(&self, recorded: &Map<String, Value>, minor: u16) -> Map<String, Value> {
        let mut results = recorded.clone();
        for version in up_to(minor) {
            for (name, value) in self.0.get(&version).into_iter().flatten() {
                match value {
                    Value::Null => drop(results.remove(name)),
                    value => drop(results.insert(name.clone(), value.clone())),
                }
            }
        }
        results
    }

    /// Records the results of a version. Those of the other versions stay what they are.
    pub fn record(&mut self, recorded: &Map<String, Value>, minor: u16, results: Map<String, Value>) {
        let all: Vec<(u16, Map<String, Value>)> = VERSIONS
            .iter()
            .map(|version| match *version == minor {
                true => (minor, results.clone()),
                false => (*version, self.applied(recorded, *version)),
            })
            .collect();
        let of = |version: u16| {
            let found = all.iter().find(|(own, _)| *own == version);
            found.map_or(recorded, |(_, results)| results)
        };
        self.0.clear();
        for (version, results) in &all {
            let before = up_to(*version).iter().rev().nth(1).copied();
            let changed = changed(before.map_or(recorded, of), results);
            if !changed.is_empty() {
                self.0.insert(*version, changed);
            }
        }
    }

    /// Returns whether a result differs between versions.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.values().any(|changes| changes.contains_key(name))
    }

    /// Returns whether a result of a version differs from that of the version before it.
    #[must_use]
    pub fn is_changed_in(&self, minor: u16) -> bool {
        self.0.contains_key(&minor)
    }

    /// Returns how many results differ from those of the version before.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.values().map(Map::len).sum()
    }

    /// Returns whether all versions have the same results.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the entries of a map that differ from those of another; null for one that it lacks.
fn changed(before: &Map<String, Value>, now: &Map<String, Value>) -> Map<String, Value> {
    before
        .keys()
        .chain(now.keys())
        .filter(|name| before.get(*name) != now.get(*name))
        .map(|name| (name.clone(), now.get(name).cloned().unwrap_or_default()))
        .collect()
}

/// Returns the versions from the one after [`RECORDED`] to another, in the direction of that.
fn up_to(minor: u16) -> Vec<u16> {
    let between = VERSIONS
        .iter()
        .copied()
        .filter(|version| (*version > RECORDED) == (minor > RECORDED));
    match minor {
        RECORDED => Vec::new(),
        _ if minor > RECORDED => between.filter(|version| *version <= minor).collect(),
        _ => between.rev().filter(|version| *version >= minor).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn results(json: Value) -> Map<String, Value> {
        json.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn a_record_has_what_differs_from_the_version_before() {
        let recorded = results(json!({"a": 1, "b": 2}));
        let (newer, newest, older) = (
            results(json!({"a": 2, "b": 2})),
            results(json!({"a": 2})),
            results(json!({"a": 1, "b": 2, "c": 3})),
        );
        let mut changes = Changes::default();
        // The order in which versions are recorded does not matter.
        changes.record(&recorded, 15, newest.clone());
        changes.record(&recorded, 9, older.clone());
        for minor in [12, 13, 14] {
            changes.record(&recorded, minor, newer.clone());
        }
        changes.record(&recorded, 10, recorded.clone());
        for minor in [8, 6] {
            changes.record(&recorded, minor, older.clone());
        }
        let own: Vec<(u16, Value)> = changes
            .0
            .iter()
            .map(|(minor, changes)| (*minor, json!(changes)))
            .collect();
        assert_eq!(
            own,
            [
                (9, json!({"c": 3})),
                (12, json!({"a": 2})),
                (15, json!({"b": null}))
            ]
        );
        for (minor, expected) in [(6, &older), (11, &recorded), (13, &newer), (15, &newest)] {
            assert_eq!(&changes.applied(&recorded, minor), expected, "1.{minor}");
        }
        assert_eq!(changes.len(), 3);
    }

    #[test]
    fn changes_are_read_as_they_are_written() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("versions.json");
        let recorded = results(json!({"a": 1}));
        let mut changes = Changes::default();
        changes.record(&recorded, 9, results(json!({"a": 2})));
        changes.write(&path).expect("it can be written");
        assert_eq!(Changes::read(&path), Ok(changes.clone()));
        for minor in [9, 8, 6] {
            changes.record(&recorded, minor, recorded.clone());
        }
        changes.write(&path).expect("it can be removed");
        assert!(!path.exists() && changes.is_empty());
        assert_eq!(Changes::read(&path), Ok(changes));
    }
}
