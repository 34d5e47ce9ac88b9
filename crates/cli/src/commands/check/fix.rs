//! Fixing: problems whose fixes are certain are fixed, and what this makes of the files is checked again.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceId, SourceMap, Suggestion};
use hcl2::edit::spliced;
use hcl2::native::tree::TextRange;
use hcl2::project::{Checked, Project, ProjectFile, Role, SettingsFiles};

use super::super::fmt::unified;
use super::super::layout;
use super::super::syntax::SyntaxArguments;
use crate::links::Named;
use crate::output::{Failure, Page};
use crate::parallel;
use crate::replace::Replacer;

/// How often the problems of one file are looked for, until it can be parsed.
const MAX_PARSES: usize = 200;

/// How often all files are checked.
const MAX_CHECKS: usize = 24;

/// The fixed files.
pub(super) struct Fixed {
    /// All files, as they would be, and what is found in them.
    pub(super) checked: Checked,
    /// The files that differ from those on the disk.
    pub(super) changed: BTreeSet<usize>,
    /// The number of fixed problems.
    pub(super) count: usize,
}

/// How files are fixed.
pub(super) struct Fixing<'a> {
    pub(super) syntax: SyntaxArguments,
    pub(super) settings: &'a SettingsFiles,
    /// The files and directories that the command line names.
    pub(super) paths: &'a [PathBuf],
    pub(super) project: &'a mut Project,
}

/// What identifies a problem, wherever it moves.
type Key = (String, &'static str, String, Vec<u8>);

/// The new contents of files, with the problems that they fix.
type Fixes = BTreeMap<usize, (Vec<u8>, Vec<Key>)>;

impl Fixing<'_> {
    /// Fixes what can be fixed. A file that can still not be parsed stays as it is, and so does one in which a problem would
    /// be left or another one arise.
    pub(super) fn fix(&mut self, files: &[ProjectFile]) -> Fixed {
        let changeable: Vec<usize> = (0..files.len())
            .filter(|file| may_change(&files[*file]))
            .collect();
        let syntax = self.syntax;
        let parsed = parallel::map("fixing", &changeable, |file| parsable(syntax, &files[*file]));
        let mut changes = BTreeMap::new();
        let mut count = 0;
        for (file, (text, fixed)) in changeable
            .iter()
            .zip(parsed)
            .filter_map(|(file, parsed)| Some((file, parsed?)))
        {
            count += fixed;
            changes.insert(*file, self.kept(&files[*file], text));
        }
        let mut fixed = Fixed {
            checked: self.project.check(self.paths, &replaced(files, &changes)),
            changed: changes.into_keys().collect(),
            count,
        };
        self.fix_checked(&mut fixed);
        fixed
    }

    /// Returns a new text of a file in the layout that it has.
    fn kept(&self, file: &ProjectFile, text: Vec<u8>) -> Vec<u8> {
        let style = self
            .settings
            .of(file.path.as_deref().unwrap_or(Path::new(".")))
            .style;
        layout::kept(&file.source, text, file.syntax, style)
    }

    /// Fixes what the check of all files finds.
    fn fix_checked(&mut self, fixed: &mut Fixed) {
        let mut refused: HashSet<Key> = HashSet::new();
        // The files of which one problem at a time is fixed, because all at once made it worse.
        let mut careful: HashSet<usize> = HashSet::new();
        for _ in 0..MAX_CHECKS {
            let fixes = self.fixes(fixed, &refused, &careful);
            if fixes.is_empty() {
                return;
            }
            let changes = fixes
                .iter()
                .map(|(file, (text, _))| (*file, text.clone()))
                .collect();
            let files = replaced(&fixed.checked.files, &changes);
            let checked = self.project.check(self.paths, &files);
            let worse = worse(fixed, &checked, &fixes);
            if worse.is_empty() {
                fixed.count += fixes.values().map(|(_, keys)| keys.len()).sum::<usize>();
                fixed.changed.extend(fixes.keys());
                fixed.checked = checked;
                continue;
            }
            for file in worse {
                match fixes.get(&file) {
                    Some((_, keys)) if keys.len() > 1 => drop(careful.insert(file)),
                    Some((_, keys)) => refused.extend(keys.iter().cloned()),
                    None => {}
                }
            }
        }
    }

    /// Returns the fixes to try next.
    fn fixes(&self, fixed: &Fixed, refused: &HashSet<Key>, careful: &HashSet<usize>) -> Fixes {
        let checked = &fixed.checked;
        let files = checked.files.iter().enumerate();
        let files: HashMap<SourceId, usize> = files
            .filter(|(_, file)| may_change(file))
            .map(|(index, file)| (file.source.id(), index))
            .collect();
        let mut by_file: BTreeMap<usize, Vec<(&Diagnostic, &Suggestion)>> = BTreeMap::new();
        for problem in &checked.problems {
            let file = problem.subject.and_then(|subject| files.get(&subject.source));
            let (Some(file), Some(fix)) = (file, fix_of(problem)) else {
                continue;
            };
            if !refused.contains(&key(problem, &checked.sources)) {
                by_file.entry(*file).or_default().push((problem, fix));
            }
        }
        let fixes = by_file.into_iter().filter_map(|(file, found)| {
            let ProjectFile { source, syntax, .. } = &checked.files[file];
            // The others of a file that cannot be parsed wait for its syntax errors.
            if self.syntax.check(source, *syntax).has_errors() {
                return None;
            }
            let mut found = apart(found.into_iter());
            if careful.contains(&file) {
                found.truncate(1);
            }
            let text = applied(source.bytes(), found.iter().map(|(_, fix)| *fix));
            let keys = found
                .iter()
                .map(|(problem, _)| key(problem, &checked.sources))
                .collect();
            Some((file, (self.kept(&checked.files[file], text), keys)))
        });
        fixes.collect()
    }
}

/// Returns whether a file is named, and may be changed.
fn may_change(file: &ProjectFile) -> bool {
    file.role == Role::Named && file.path.is_some()
}

/// Returns the same files with other contents of some.
fn replaced(files: &[ProjectFile], contents: &BTreeMap<usize, Vec<u8>>) -> Vec<ProjectFile> {
    let mut files = files.to_vec();
    for (index, bytes) in contents {
        if let Ok(source) = Source::new(files[*index].source.name(), bytes.clone()) {
            files[*index].source = source;
        }
    }
    files
}

/// Returns the content of a file that cannot be parsed with its syntax errors fixed, and their number; `None` if not all
/// can be.
fn parsable(arguments: SyntaxArguments, file: &ProjectFile) -> Option<(Vec<u8>, usize)> {
    let mut source = file.source.clone();
    let mut count = 0;
    for _ in 0..MAX_PARSES {
        let problems = arguments.check(&source, file.syntax).diagnostics;
        if !problems.has_errors() {
            return (count > 0).then(|| (source.bytes().to_vec(), count));
        }
        let errors = problems.iter().filter(|problem| problem.is_error());
        let fixes = apart(errors.filter_map(|problem| Some((problem, fix_of(problem)?))));
        if fixes.is_empty() {
            return None;
        }
        count += fixes.len();
        let changed = applied(source.bytes(), fixes.iter().map(|(_, fix)| *fix));
        source = SourceMap::new().add(source.name(), changed).ok()?;
    }
    None
}

/// Returns the only fix of a problem, if it is certain and in the file of the problem.
fn fix_of(problem: &Diagnostic) -> Option<&Suggestion> {
    match problem.suggestions.as_slice() {
        [fix]
            if fix.is_certain
                && problem
                    .subject
                    .is_some_and(|subject| subject.source == fix.span.source) =>
        {
            Some(fix)
        }
        _ => None,
    }
}

/// Returns those of some fixes that neither overlap nor touch, from the first to the last.
fn apart<'p>(
    fixes: impl Iterator<Item = (&'p Diagnostic, &'p Suggestion)>,
) -> Vec<(&'p Diagnostic, &'p Suggestion)> {
    let mut fixes: Vec<_> = fixes.collect();
    fixes.sort_by_key(|(_, fix)| (fix.span.start, fix.span.end));
    let mut end = None;
    fixes.retain(|(_, fix)| {
        let is_apart = end.is_none_or(|end| end < fix.span.start);
        if is_apart {
            end = Some(fix.span.end);
        }
        is_apart
    });
    fixes
}

fn applied<'p>(bytes: &[u8], fixes: impl Iterator<Item = &'p Suggestion>) -> Vec<u8> {
    let splices = fixes.map(|fix| {
        let range = TextRange::new(fix.span.start, fix.span.end);
        (range, fix.replacement.as_str())
    });
    spliced(bytes, splices.collect())
}

fn key(problem: &Diagnostic, sources: &SourceMap) -> Key {
    let source = problem.subject.and_then(|subject| sources.get(subject.source));
    let text = problem
        .subject
        .zip(source.as_ref())
        .and_then(|(subject, source)| source.bytes().get(subject.start as usize..subject.end as usize));
    (
        source
            .as_ref()
            .map(|source| source.name().to_owned())
            .unwrap_or_default(),
        problem.code.id(),
        problem.detail.to_string(),
        text.unwrap_or_default().to_vec(),
    )
}

fn counted(problems: &Diagnostics, sources: &SourceMap) -> HashMap<Key, usize> {
    let mut counts = HashMap::new();
    for problem in problems {
        *counts.entry(key(problem, sources)).or_default() += 1;
    }
    counts
}

/// Returns the files whose fixes leave their problem, or make another one.
fn worse(before: &Fixed, after: &Checked, fixes: &Fixes) -> BTreeSet<usize> {
    let old = counted(&before.checked.problems, &before.checked.sources);
    let new = counted(&after.problems, &after.sources);
    let count = |counts: &HashMap<Key, usize>, key: &Key| counts.get(key).copied().unwrap_or_default();
    let mut worse = BTreeSet::new();
    for (file, (_, keys)) in fixes {
        let is_left = |key: &Key| {
            let fixed = keys.iter().filter(|other| *other == key).count();
            count(&new, key) + fixed > count(&old, key)
        };
        if keys.iter().any(is_left) {
            worse.insert(*file);
        }
    }
    for key in new.keys().filter(|key| count(&new, key) > count(&old, key)) {
        let name = |file: &usize| Path::new(after.files[*file].source.name());
        let of = |is_to_blame: &dyn Fn(&Path) -> bool| -> Vec<usize> {
            fixes
                .keys()
                .copied()
                .filter(|file| is_to_blame(name(file)))
                .collect()
        };
        let own = Path::new(&key.0);
        let blamed = [
            of(&|name| name == own),
            of(&|name| name.parent() == own.parent()),
            of(&|_| true),
        ];
        // A problem in another directory may come from any of them.
        worse.extend(
            blamed
                .into_iter()
                .find(|files| !files.is_empty())
                .unwrap_or_default(),
        );
    }
    worse
}

impl Fixed {
    /// Writes the changed files, or a diff of what would change.
    pub(super) fn deliver(&self, old: &[ProjectFile], named: Named, only_diff: bool) -> Result<(), Failure> {
        let changes = self.changed.iter().filter_map(|file| {
            let path = old[*file].path.as_deref()?;
            Some((&old[*file].source, path, self.checked.files[*file].source.bytes()))
        });
        if only_diff {
            let mut page = Page::new();
            for (before, _, after) in changes {
                let (old, new) = (
                    String::from_utf8_lossy(before.bytes()),
                    String::from_utf8_lossy(after),
                );
                unified(&mut page, before.name(), &old, &new);
            }
            return page.write();
        }
        let changes: Vec<(&Source, &Path, &[u8])> = changes.collect();
        let contents: Vec<(&Path, &[u8])> = changes.iter().map(|(_, path, after)| (*path, *after)).collect();
        let results = Replacer::new(false, named).replace_all(&contents);
        for ((source, ..), result) in changes.iter().zip(results) {
            result.map_err(|error| {
                Failure::Message(format!("the file {} cannot be written: {error}", source.name()))
            })?;
        }
        Ok(())
    }

    /// Returns what was fixed, as a line.
    pub(super) fn summary(&self) -> String {
        let counted =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let (problems, files) = (
            counted(self.count, "problem"),
            counted(self.changed.len(), "file"),
        );
        match self.count {
            0 => "nothing to fix\n".to_owned(),
            _ => format!("{problems} fixed in {files}\n"),
        }
    }
}
