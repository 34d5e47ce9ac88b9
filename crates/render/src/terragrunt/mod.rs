//! Units and stacks of Terragrunt.
//!
//! A configuration is evaluated in the order in which its parts need each other: what it includes, its features, its local values, its
//! dependencies, then the rest; included files are merged last. What follows from a file alone is shared by all units.

mod config;
mod dependency;
mod evaluated;
mod frame;
mod functions;
mod locals;
mod outputs;
mod paths;
mod place;
mod shown;
mod stack;
mod start;
mod tables;
mod unit;
mod unknown;
mod values;
mod world;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::source as source_codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Severity, Span};
use hcl2_project::{Files, PathKind, map_on, processors};
use hcl2_terraform::{CycleLink, Order, cycle_among};

use crate::Json;
use crate::work::{Work, reference_to};
use config::Evaluated;
use evaluated::configuration;
use start::{FUNCTIONS, world_of};
pub use unit::{Unit, unit};
use world::{STACK_FILES, UNIT_FILES, World};

/// Returns what files mean.
pub(crate) fn render(work: &mut Work<'_>, paths: &[PathBuf]) -> Option<Json> {
    let files = Arc::clone(&work.reader.files);
    let found = Found::of(&*files, paths);
    let world = match world_of(&files, &found.start, work.options) {
        Ok(world) => Arc::new(world),
        Err(problem) => {
            work.report(*problem);
            return None;
        }
    };
    if found.is_empty() {
        let detail = format!(
            "The directory {} has no file `{}` or `{}`, and no directory below it has one.",
            world.shown(&found.start),
            UNIT_FILES[0],
            STACK_FILES[0]
        );
        work.report(Diagnostic::error(source_codes::NO_FILES, "No files").with_detail(detail));
        return None;
    }
    if let Some(problem) = world.missing_unit() {
        work.report(*problem);
        return None;
    }
    let mut problems = Diagnostics::new();
    let json = found.render(&world, &mut problems);
    world
        .undeclared_features()
        .into_iter()
        .for_each(|problem| problems.push(problem));
    for source in world.sources().iter() {
        work.reader.sources.insert(source);
    }
    if problems.has_errors() {
        // Nothing is printed, so it does not matter what of it would be unknown.
        problems.retain(|problem| problem.severity != Severity::Note);
    }
    // Units share files.
    problems.remove_repeated();
    work.reader.diagnostics.append(problems);
    json
}

/// Returns whether directories have units or stacks below them.
pub(crate) fn are_above_units(files: &dyn Files, directories: &[PathBuf]) -> bool {
    let mut found = Found::default();
    for directory in directories {
        found.add_below(files, directory, true);
    }
    !found.is_empty()
}

/// The configurations that paths lead to.
#[derive(Debug, Default)]
struct Found {
    /// A directory around them.
    start: PathBuf,
    units: Vec<PathBuf>,
    stacks: Vec<PathBuf>,
    /// Whether the paths name a single one.
    is_single: bool,
}

impl Found {
    fn of(files: &dyn Files, paths: &[PathBuf]) -> Self {
        let mut found = Self::default();
        for path in paths {
            let path = files.canonical(path).unwrap_or_else(|_| path.clone());
            if !files.is_directory(&path) {
                found.add(&path);
                continue;
            }
            let own = STACK_FILES.iter().chain(&UNIT_FILES).map(|name| path.join(name));
            let own: Vec<PathBuf> = own.filter(|path| files.is_file(path)).collect();
            match own.as_slice() {
                [] => found.add_below(files, &path, false),
                several => several.iter().for_each(|path| found.add(path)),
            }
        }
        for own in [&mut found.units, &mut found.stacks] {
            own.sort();
            own.dedup();
        }
        found.is_single = paths.len() == 1 && found.units.len() + found.stacks.len() == 1;
        let first = paths
            .first()
            .map(|path| files.canonical(path).unwrap_or_else(|_| path.clone()));
        let first = first.unwrap_or_default();
        found.start = if files.is_directory(&first) {
            first
        } else {
            paths::directory(&first).to_owned()
        };
        found
    }

    fn is_empty(&self) -> bool {
        self.units.is_empty() && self.stacks.is_empty()
    }

    fn add(&mut self, path: &Path) {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if world::is_of_stack(name) {
            self.stacks.push(path.to_owned());
        } else {
            self.units.push(path.to_owned());
        }
    }

    /// Adds the units and stacks in a directory and below it; only the first if it stops there.
    fn add_below(&mut self, files: &dyn Files, directory: &Path, stops: bool) {
        let mut pending = vec![directory.to_owned()];
        while let Some(directory) = pending.pop() {
            if stops && !self.is_empty() {
                return;
            }
            let mut listed = files.list(&directory).unwrap_or_default();
            listed.sort();
            for path in listed.into_iter().rev() {
                let name = path
                    .file_name()
                    .and_then(|name| name.to_str())
                    .unwrap_or_default();
                match files.kind(&path) {
                    Some(PathKind::Directory) if !SKIPPED.contains(&name) => pending.push(path),
                    Some(PathKind::File) if UNIT_FILES.contains(&name) || STACK_FILES.contains(&name) => {
                        self.add(&path)
                    }
                    _ => {}
                }
            }
        }
    }

    fn render(&self, world: &Arc<World>, problems: &mut Diagnostics) -> Option<Json> {
        let mut all = Vec::new();
        let mut units = self.units.clone();
        for path in &self.stacks {
            match stack::resolve(world, path, FUNCTIONS) {
                Ok(resolved) => {
                    problems.append(resolved.problems);
                    let shown = shown::json(world, &resolved.shown, problems);
                    if self.is_single {
                        let units = rendered(world, &resolved.units, problems);
                        let generated = units.into_iter().map(|(path, json)| {
                            let below = path.strip_prefix(paths::directory(&self.stacks[0]));
                            (paths::text(paths::directory(below.unwrap_or(&path))), json)
                        });
                        let Json::Object(mut properties) = shown else {
                            return None;
                        };
                        properties.push(("units".to_owned(), Json::object(generated)));
                        return Some(Json::Object(properties));
                    }
                    all.push((path.clone(), shown));
                    units.extend(resolved.units);
                }
                Err(problem) => problems.push(*problem),
            }
        }
        units.sort();
        units.dedup();
        all.extend(rendered(world, &units, problems));
        if self.is_single {
            return all.pop().map(|(_, json)| json);
        }
        all.sort_by(|(first, _), (second, _)| first.cmp(second));
        let named = all.into_iter().map(|(path, json)| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let own = if UNIT_FILES.contains(&name) {
                paths::directory(&path)
            } else {
                &path
            };
            (world.shown(own), json)
        });
        Some(Json::object(named))
    }
}

/// The directories that no units are looked for in.
const SKIPPED: [&str; 4] = [".git", ".terraform", ".terragrunt-cache", ".terragrunt-stack"];

/// Renders units, and returns them in order.
fn rendered(world: &Arc<World>, units: &[PathBuf], problems: &mut Diagnostics) -> Vec<(PathBuf, Json)> {
    let work = |path: &PathBuf| {
        let mut problems = Diagnostics::new();
        let evaluated = match configuration(world, path, path, None, FUNCTIONS) {
            Ok((evaluated, _)) => evaluated,
            Err(problem) => {
                problems.push(*problem);
                return (None, Vec::new(), problems);
            }
        };
        let Evaluated {
            config,
            problems: own,
            needs,
            ..
        } = evaluated;
        problems.append(own);
        let json = shown::json(world, &config.shown(false), &mut problems);
        (Some(json), needs, problems)
    };
    let threads = if units.len() > 1 { processors() } else { 0 };
    let all = map_on(threads, units, work);
    let mut rendered = Vec::new();
    let mut needs = BTreeMap::new();
    for (path, (json, own, found)) in units.iter().zip(all) {
        problems.append(found);
        needs.insert(path.clone(), own);
        rendered.extend(json.map(|json| (path.clone(), json)));
    }
    problems.append(cycles(world, needs));
    rendered
}

/// Reports the cycles of units that need each other, among units with what they need, and those that they need.
fn cycles(world: &Arc<World>, needs: BTreeMap<PathBuf, Vec<(PathBuf, Span)>>) -> Diagnostics {
    let mut paths: Vec<PathBuf> = needs.keys().cloned().collect();
    let mut positions: HashMap<PathBuf, usize> = paths.iter().cloned().zip(0..).collect();
    let mut known = needs;
    let mut edges: Vec<Vec<(usize, Span)>> = Vec::new();
    while let Some(path) = paths.get(edges.len()).cloned() {
        let own = known.remove(&path).unwrap_or_else(|| {
            let evaluated = configuration(world, &path, &path, None, FUNCTIONS);
            evaluated.map_or_else(|_| Vec::new(), |(evaluated, _)| evaluated.needs)
        });
        let own = own.into_iter().map(|(path, span)| {
            let next = paths.len();
            let position = *positions.entry(path.clone()).or_insert(next);
            if position == next {
                paths.push(path);
            }
            (position, span)
        });
        let own = own.collect();
        edges.push(own);
    }
    let needed = |position: usize| edges[position].iter().map(|(to, _)| *to);
    let mut problems = Diagnostics::new();
    for members in Order::of(paths.len(), needed).cycles() {
        problems.push(cycle_among(&members, needed, |from, to| CycleLink {
            name: format!("`{}`", world.shown(paths::directory(&paths[from]))),
            span: reference_to(to, &edges[from]),
        }));
    }
    problems
}
