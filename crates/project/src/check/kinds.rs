//! Files of kinds beside those of modules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hcl2_diagnostics::Diagnostics;
use hcl2_diagnostics::codes::terraform::UNDECLARED;
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language, Version};

use super::entry::Entry;
use super::languages::Languages;
use super::settings::CheckSettings;
use crate::parallel;

/// Checks the files that are no part of a module, in the languages of the modules around them.
pub(super) fn check(entries: &mut [Entry], languages: &Languages, settings: &CheckSettings) {
    let is_alone = |entry: &Entry| !entry.is_of_module() && entry.kind_of_directory().is_none();
    let alone: Vec<(usize, FileKind, &ModuleFile)> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_alone(entry))
        .filter_map(|(index, entry)| Some((index, entry.kind?, entry.sound()?)))
        .collect();
    // Files that complete those of another kind may be anywhere.
    let completion = alone.iter().find_map(|(_, kind, _)| kind.completed_by());
    let completing: Vec<&ModuleFile> = entries
        .iter()
        .filter(|entry| completion.is_some() && entry.kind == completion)
        .filter_map(|entry| entry.file.as_ref())
        .collect();
    let found = parallel::map(settings.watch.as_ref(), &alone, |(index, kind, file)| {
        let own = match kind {
            FileKind::Settings { .. } | FileKind::Symbols => kind.only(),
            _ => None,
        };
        let language = own.unwrap_or_else(|| languages.of(&entries[*index]));
        let others = kind.completed_by().map_or(&[][..], |_| &completing);
        file.check_with(others, *kind, language, in_language(settings.version, language))
    });
    let found: Vec<(usize, Diagnostics)> = alone.iter().map(|(index, ..)| *index).zip(found).collect();
    for (index, problems) in found {
        entries[index].problems.append(problems);
    }
    check_together(entries, languages, settings.version);
}

fn in_language(version: Option<Version>, language: Language) -> Option<Version> {
    version.filter(|version| version.language == language)
}

/// Checks the files that belong together with others of their directory.
fn check_together(entries: &mut [Entry], languages: &Languages, version: Option<Version>) {
    let mut groups: BTreeMap<(PathBuf, FileKind), BTreeSet<usize>> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some((directory, kind)) = entry.directory.clone().zip(entry.kind_of_directory()) {
            groups.entry((directory, kind)).or_default().insert(index);
        }
    }
    for ((directory, kind), group) in groups {
        for (index, problems) in check_group(entries, &group, kind, (languages, &directory, version)) {
            entries[index].problems.append(problems);
        }
    }
}

fn check_group(
    entries: &[Entry],
    group: &BTreeSet<usize>,
    kind: FileKind,
    (languages, directory, version): (&Languages, &Path, Option<Version>),
) -> Vec<(usize, Diagnostics)> {
    let language = languages.of_directory(directory);
    let sound: Vec<(usize, &ModuleFile)> = group
        .iter()
        .filter_map(|index| Some((*index, entries[*index].sound()?)))
        .collect();
    let check = |(index, file): &(usize, &ModuleFile)| {
        let others = sound.iter().filter(|(other, _)| other != index);
        let others: Vec<&ModuleFile> = others.map(|(_, other)| *other).collect();
        let mut problems = file.check_with(&others, kind, language, version);
        // A declaration that seems missing may be in a file that cannot be parsed.
        if sound.len() < group.len() {
            problems.retain(|problem| problem.code != UNDECLARED);
        }
        (*index, problems)
    };
    sound.iter().map(check).collect()
}
