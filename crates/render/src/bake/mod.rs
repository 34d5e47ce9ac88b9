//! Bake files of Docker: their groups and targets, as `docker buildx bake --print` prints them.

mod checks;
mod config;
mod csv;
mod declared;
mod entries;
mod evaluate;
mod fields;
mod functions;
mod given;
mod overrides;
mod pattern;
mod target;
mod time;
mod versions;
mod world;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::Diagnostic;
use hcl2_diagnostics::codes::{render as codes, source};
use hcl2_model::BodyRef;
use hcl2_project::VariableSource;
use hcl2_terraform::join_paths;

use crate::Json;
use crate::work::Work;

use config::Config;
use declared::Declarations;
use evaluate::Evaluation;
use fields::Field;
use overrides::Overrides;
use target::Target;
use world::World;

/// The files that bake reads in a directory, in this order.
const DEFAULT_FILES: [&str; 4] = [
    "docker-bake.json",
    "docker-bake.hcl",
    "docker-bake.override.json",
    "docker-bake.override.hcl",
];

/// The files of Compose that it reads before them.
const COMPOSE_FILES: [&str; 4] = [
    "compose.yaml",
    "compose.yml",
    "docker-compose.yml",
    "docker-compose.yaml",
];

/// Returns the groups and targets that are selected, as JSON.
pub(crate) fn render(work: &mut Work<'_>, paths: &[PathBuf]) -> Option<Json> {
    let bodies = bodies(work, paths);
    let given = given(work);
    if work.reader.diagnostics.has_errors() {
        return None;
    }
    let options = work.options;
    let world = World::new(options, given);
    let declared = Declarations::read(work, &bodies);
    let instances = Evaluation::run(work, &world, &declared);
    if work.reader.diagnostics.has_errors() {
        return None;
    }
    let config = Config::new(&declared, instances);
    let default = ["default".to_owned()];
    let wanted = if options.targets.is_empty() {
        &default[..]
    } else {
        &options.targets
    };
    let selected = Overrides::read(options, &config.target_names())
        .and_then(|overrides| config.select(wanted, &overrides));
    let mut selection = match selected {
        Ok(selection) => selection,
        Err(problem) => {
            work.report(*problem);
            return None;
        }
    };
    for problem in config.check(&selection.targets) {
        work.report(problem);
    }
    let epoch = options
        .environment
        .get("SOURCE_DATE_EPOCH")
        .filter(|text| !text.is_empty());
    for target in selection.targets.values_mut() {
        set_context(target);
        if let Some(epoch) = epoch {
            set_epoch(target, epoch);
        }
    }
    let groups = selection
        .groups
        .iter()
        .map(|(name, group)| (name.as_str(), group.json()));
    let targets = selection
        .targets
        .iter()
        .map(|(name, target)| (name.as_str(), target.json()));
    Some(Json::object([
        ("group", Json::object(groups)),
        ("target", Json::object(targets)),
    ]))
}

/// Reads the files that are named, and those of directories.
fn bodies(work: &mut Work<'_>, paths: &[PathBuf]) -> Vec<BodyRef> {
    let mut bodies = Vec::new();
    for path in paths {
        if !work.reader.files.is_directory(path) {
            if is_compose(path) {
                work.report(compose(path));
            } else {
                bodies.extend(work.parse(path));
            }
            continue;
        }
        let files = |names: &[&str]| {
            let all = names.iter().map(|name| path.join(name));
            all.filter(|path| work.reader.files.is_file(path))
                .collect::<Vec<_>>()
        };
        let (composed, own) = (files(&COMPOSE_FILES), files(&DEFAULT_FILES));
        if own.is_empty() && composed.is_empty() {
            let detail = format!(
                "The directory {} contains none of the files {}.",
                path.display(),
                DEFAULT_FILES.join(", ")
            );
            work.report(Diagnostic::error(source::NO_FILES, "No files").with_detail(detail));
        }
        for path in composed {
            work.report(compose(&path));
        }
        for path in own {
            bodies.extend(work.parse(&path));
        }
    }
    bodies
}

fn is_compose(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending == "yml" || ending == "yaml")
}

fn compose(path: &Path) -> Diagnostic {
    let detail = format!(
        "{} is a file of Compose, whose services are targets too. They are not read: name the bake files.",
        path.display()
    );
    Diagnostic::error(codes::UNSUPPORTED, "File of Compose").with_detail(detail)
}

/// Returns what the command line sets variables to.
fn given(work: &mut Work<'_>) -> BTreeMap<String, String> {
    let mut given = BTreeMap::new();
    for source in &work.options.variables {
        match source {
            VariableSource::Option { name, text } => {
                given.insert(name.clone(), text.clone());
            }
            VariableSource::File(path) => {
                let detail = format!(
                    "Bake has no files of variables. Name {} as another bake file, whose attributes set variables.",
                    path.display()
                );
                work.report(Diagnostic::error(codes::UNSUPPORTED, "File of variables").with_detail(detail));
            }
            VariableSource::Environment { .. } | VariableSource::AutomaticFiles => {}
        }
    }
    given
}

/// Shortens the path of the context of a target.
fn set_context(target: &mut Target) {
    let Some(context) = target.text("context") else {
        return;
    };
    let own = if let Some(path) = context.strip_prefix("cwd://") {
        join_paths("", path)
    } else if is_remote(context) {
        return;
    } else {
        join_paths("", context)
    };
    *target.named_mut("context") = Some(Field::Text(own));
}

/// Returns whether a context is an address rather than a path.
fn is_remote(text: &str) -> bool {
    let starts = ["http://", "https://", "git://", "ssh://", "git@", "github.com/"];
    starts.iter().any(|start| text.starts_with(start))
}

/// Sets the time of the sources, unless the target has it.
fn set_epoch(target: &mut Target, epoch: &str) {
    let args = target.named_mut("args");
    if !matches!(args, Some(Field::Map(_))) {
        *args = Some(Field::Map(BTreeMap::new()));
    }
    if let Some(Field::Map(args)) = args {
        args.entry("SOURCE_DATE_EPOCH".to_owned())
            .or_insert_with(|| Some(epoch.to_owned()));
    }
}
