//! The law of checks: what an incremental check finds is what a fresh one finds, after any changes of files, settings and
//! schemas.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Source, SourceMap, codes::terraform as codes};
use hcl2_model::Syntax;
use hcl2_project::{
    CheckSettings, Denied, Disk, Files, MAX_FILE_BYTES, Memory, Project, ProjectFile, Role, SettingsFiles,
    Severities,
};
use hcl2_terraform::ProviderSchemas;
use hcl2_terraform::table::Language;
use hcl2_testing::REPOSITORY;

/// The problems of files by name, and what was not checked.
type Found = BTreeMap<String, Vec<String>>;

fn found(project: &mut Project, files: &Arc<dyn Files>, named: &[PathBuf]) -> Found {
    project.set_files(Arc::clone(files));
    let given = named.iter().filter_map(|path| {
        let bytes = files.read(path, MAX_FILE_BYTES).ok()?;
        Some(ProjectFile {
            path: Some(path.clone()),
            source: Source::new(path.display().to_string(), bytes).ok()?,
            syntax: Syntax::from_path(path),
            role: Role::Named,
        })
    });
    let (gathered, unreadable) = project.gather(named, given.collect());
    let checked = project.check(named, &gathered);
    let mut found = Found::new();
    let notes = checked.not_checked.notes();
    for problem in checked.problems.iter().chain(&unreadable).chain(&notes) {
        let source = problem
            .subject
            .and_then(|subject| checked.sources.get(subject.source));
        let name = source.map_or_else(String::new, |source| source.name().to_owned());
        let line = format!(
            "{:?} {:?} {} {} {}",
            problem.subject.map(|subject| subject.range()),
            problem.severity,
            problem.code.id(),
            problem.summary,
            problem.detail
        );
        found.entry(name).or_default().push(line);
    }
    for file in &checked.files {
        let shown = checked.sources.shown(file.source.id());
        let text = shown.and_then(Source::text).unwrap_or_default().to_owned();
        found.entry(file.source.name().to_owned()).or_default().push(text);
    }
    found.values_mut().for_each(|lines| lines.sort());
    found
}

/// Numbers that are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % end
    }
}

fn schemas(attribute: &str) -> Arc<ProviderSchemas> {
    let text = format!(
        r#"{{"provider_schemas": {{"registry.terraform.io/hashicorp/acme": {{"resource_schemas": {{"acme_disk": {{"block": {{"attributes": {{"{attribute}": {{"type": "number", "required": true}}}}}}}}}}}}}}}}"#
    );
    let source = SourceMap::new().add("schemas.json", text).expect("a short text");
    Arc::new(ProviderSchemas::from_json(&source).expect("schemas"))
}

/// Returns one of several ways to check.
fn settings(number: usize) -> CheckSettings {
    let mut settings = CheckSettings {
        with_siblings: true,
        ..CheckSettings::default()
    };
    match number {
        0 => {}
        1 => settings.language = Some(Language::OpenTofu),
        2 => settings.version = "terraform@1.5".parse().ok(),
        3 => {
            settings.severities = Severities {
                warn: vec![codes::UNUSED_VARIABLE],
                deny: vec![Denied::Warnings],
            };
        }
        4 => settings.reads_files = false,
        _ => {
            let schemas = schemas(if number == 5 { "size" } else { "speed" });
            settings.schemas = Arc::new(move |_| Some(Arc::clone(&schemas)));
        }
    }
    settings
}

/// Project files, and what they may contain.
const PROJECT_FILES: [&str; 2] = [".hcl2.toml", "net/.hcl2.toml"];
const PROJECTS: [&str; 4] = [
    "",
    "language = \"opentofu\"\n",
    "language = \"terraform@1.5\"\n[check]\ndeny = [\"warnings\"]\n",
    "[check]\nwarn = [\"unused-variable\"]\nwrong = 1\n",
];

/// Returns a project whose files have the settings of project files.
fn project(files: &Arc<dyn Files>, setting: usize) -> Project {
    let project_files = SettingsFiles::new(Arc::clone(files));
    Project::new(Arc::clone(files), settings(setting)).with_project_files(Arc::new(project_files))
}

/// Makes a number of changes, and compares an incremental check with a fresh one after each.
fn compare(seed: u64, changes: usize) {
    let mut numbers = Numbers(seed);
    let root = Path::new("/repository");
    let mut memory = Memory::default();
    let mut names: Vec<PathBuf> = Vec::new();
    for (name, contents) in REPOSITORY {
        memory.insert(root.join(name), contents[0]);
        names.push(root.join(name));
    }
    let mut setting = 0;
    let files: Arc<dyn Files> = Arc::new(memory.clone());
    let mut incremental = project(&files, setting);
    let mut is_named = vec![true; names.len()];
    for change in 0..changes {
        let index = numbers.below(names.len());
        let (_, contents) = REPOSITORY[index];
        let path = names[index].clone();
        match numbers.below(13) {
            0 => memory.remove(&path),
            1 => {
                // A file moves to another directory, or back.
                let content = memory.read(&path, MAX_FILE_BYTES);
                memory.remove(&path);
                let place = path.strip_prefix(root.join("moved")).unwrap_or(&path);
                let place = match path.starts_with(root.join("moved")) {
                    true => root.join(place),
                    false => root.join("moved").join(place.strip_prefix(root).unwrap_or(place)),
                };
                if let Ok(content) = content {
                    memory.insert(&place, content);
                }
                names[index] = place;
            }
            2 => is_named[index] = !is_named[index],
            3 => {
                setting = numbers.below(7);
                incremental.set_settings(settings(setting));
            }
            4 => {
                let file = root.join(PROJECT_FILES[numbers.below(PROJECT_FILES.len())]);
                match PROJECTS.get(numbers.below(PROJECTS.len() + 1)) {
                    Some(content) => memory.insert(&file, *content),
                    None => memory.remove(&file),
                }
            }
            _ => memory.insert(&path, contents[numbers.below(contents.len())]),
        }
        let named = names.iter().zip(&is_named).filter(|(_, is_named)| **is_named);
        let named: Vec<PathBuf> = named.map(|(path, _)| path.clone()).collect();
        let files: Arc<dyn Files> = Arc::new(memory.clone());
        let fresh = found(&mut project(&files, setting), &files, &named);
        let incremental = found(&mut incremental, &files, &named);
        assert_eq!(
            incremental, fresh,
            "after change {change} of seed {seed}, to {path:?}"
        );
    }
}

#[test]
fn incremental_checks_find_what_fresh_ones_find() {
    compare(0, 8);
}

#[test]
#[ignore = "takes a minute"]
fn incremental_checks_find_what_fresh_ones_find_after_many_changes() {
    for seed in 1..20 {
        compare(seed, 60);
    }
}

#[test]
fn unchanged_files_on_disk_are_read_once_they_change() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = Disk.canonical(directory.path()).expect("a directory");
    let (main, number) = (place.join("main.tf"), place.join("number.txt"));
    let text = "output \"a\" {\n  value = 1 + file(\"${path.module}/number.txt\")\n}\n";
    std::fs::write(&main, text).expect("a file");
    let files: Arc<dyn Files> = Arc::new(Disk);
    let mut project = Project::new(Arc::clone(&files), settings(0));
    let named = [main];
    for (content, problems) in [("1", 1), ("x", 2), ("1", 1)] {
        std::fs::write(&number, content).expect("a file");
        let found = found(&mut project, &files, &named);
        let lines = found.values().next().map_or(0, Vec::len);
        assert_eq!(lines, problems, "{found:?}");
    }
}
