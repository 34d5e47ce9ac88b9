//! `hcl2 rename`: renames an object of a module everywhere it is named.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source, Span};
use hcl2::project::{
    CheckSettings, Disk, Files, Names, ObjectAt, Project, Renaming, SettingsFiles, directory_of,
};

use super::fmt::unified;
use super::layout;
use super::project::project_files;
use super::schema::schemas_of;
use crate::links::Named;
use crate::output::{Failure, Output, Page, json_range, write_json, write_message, write_text};
use crate::parallel;
use crate::replace::Replacer;

#[derive(clap::Args)]
#[command(
    after_help = "Renames variables, local values, outputs, module calls, resources, data sources, aliases of providers, checks, runs of tests \
                  and the variables of `for` and `dynamic`, in every file of the module and of the modules that call it: templates, \
                  JSON files, values, tests and addresses. Resources and module calls get a `moved` block, so that nothing is \
                  replaced. Also renames actions, and in stacks, Packer and Terragrunt variables, local values, outputs, providers, \
                  sources and dependencies. Nothing is written if the name is taken or the configuration would have a new problem.\n\nExamples:\n  \
                  hcl2 rename var.region location\n  hcl2 rename --diff aws_instance.web api infra/\n  hcl2 rename module.net.var.cidr range\n  \
                  hcl2 rename output.id vpc_id modules/net\n  hcl2 rename provider.aws.west us_west\n  hcl2 rename main.tf:12:18 item\n\n\
                  Exit status: 0 renamed, 1 the name is refused or files have errors, 2 a wrong command line."
)]
pub(crate) struct Arguments {
    /// The object: its address in references, such as `var.NAME`, `TYPE.NAME`, `data.TYPE.NAME` or `module.NAME`; `output.NAME`,
    /// `provider.NAME.ALIAS`, `check.NAME`, `run.NAME` or `action.TYPE.NAME`; in other languages `source.TYPE.NAME` or `dependency.NAME`; any of them after `module.NAME.` of a called module; or a place that
    /// has the name, `FILE:LINE:COLUMN`.
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// The new name.
    #[arg(value_name = "NEW")]
    new: String,
    /// The directory of the module.
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
    /// Change nothing; print what would change as a unified diff.
    #[arg(long, conflicts_with = "json")]
    diff: bool,
    /// Change nothing; only say whether the object can have the name.
    #[arg(long, conflicts_with = "diff")]
    check: bool,
    /// Print a JSON object with the changes, one a line. With `--check`, nothing is written.
    #[arg(long)]
    json: bool,
    /// Write no `moved` blocks.
    #[arg(long)]
    no_moved: bool,
    /// Also look for callers in and below this directory [default: the repository around the module, or the directories
    /// around it that have modules].
    #[arg(long, value_name = "DIR")]
    within: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let place = Place::parse(&arguments.address);
    let directory = match &place {
        Some(place) => directory_of(&place.file).to_owned(),
        None => arguments.directory.clone(),
    };
    super::expect_directory(&directory)?;
    if !directory.is_dir() {
        let shown = directory.display();
        return Err(Failure::Message(format!("the directory {shown} cannot be read")));
    }
    let settings = project_files(std::slice::from_ref(&directory), output)?;
    let mut names = names(arguments, &directory);
    let renamed = renamed(arguments, place.as_ref(), &directory, &mut names);
    let Renamed { renaming, at, object } = match renamed {
        Ok(renamed) => renamed,
        Err(Refused::Message(message)) => return Err(Failure::Message(message)),
        Err(Refused::Problems(problems)) => {
            output.show(&problems, names.sources());
            return Err(Failure::Input);
        }
    };
    let project = Project::new(Arc::new(Disk), check_settings()).with_project_files(Arc::clone(&settings));
    if let Err(problems) = names.verify(&renaming, at, project) {
        output.show(&problems, names.sources());
        return Err(Failure::Input);
    }
    let notes = object.map(|object| names.unseen(&object)).unwrap_or_default();
    let files = changed(&renaming, &settings);
    let is_written = !arguments.diff && !arguments.check;
    if arguments.diff {
        let mut page = Page::new();
        for (_, source, text) in &files {
            let (old, new) = (
                String::from_utf8_lossy(source.bytes()),
                String::from_utf8_lossy(text),
            );
            unified(&mut page, source.name(), &old, &new);
        }
        page.write()?;
    }
    if is_written {
        write(arguments, &files)?;
    }
    if arguments.json {
        write_json(&as_json(arguments, &renaming, &notes))?;
    } else if !arguments.diff {
        for (_, source, _) in files.iter().filter(|_| is_written) {
            write_text(&format!("{}\n", source.name()))?;
        }
        write_message(&summary(&renaming, is_written))?;
    }
    output.show(&notes, names.sources());
    Ok(())
}

/// A rename.
struct Renamed {
    renaming: Renaming,
    /// The range of the name, for problems.
    at: Span,
    /// The object; `None` for the variable of a loop.
    object: Option<ObjectAt>,
}

/// Why nothing is renamed.
enum Refused {
    /// The command line is wrong.
    Message(String),
    Problems(Diagnostics),
}

/// A place that has a name.
struct Place {
    file: PathBuf,
    line: u32,
    column: u32,
}

impl Place {
    /// Reads `FILE:LINE:COLUMN`.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let file = parts.next()?.into();
        Some(Self { file, line, column })
    }

    /// Returns the offset of the place.
    fn offset(&self) -> Option<u32> {
        let bytes = Disk.read(&self.file, hcl2::project::MAX_FILE_BYTES).ok()?;
        let source = Source::new(self.file.display().to_string(), bytes).ok()?;
        let index = source.line_index();
        let start = index.line_start(self.line)?;
        let length = index.line(source.bytes(), self.line)?.len() as u32;
        (start..=start + length).find(|offset| index.position(source.bytes(), *offset).column >= self.column)
    }
}

/// Returns the names of the modules in which the object may be named.
fn names(arguments: &Arguments, directory: &Path) -> Names {
    let current = std::env::current_dir().and_then(|current| current.canonicalize());
    let mut others: Vec<PathBuf> = arguments.within.iter().cloned().collect();
    others.extend(current.as_ref().ok().cloned());
    others.push(arguments.directory.clone());
    let names = Names::around(Arc::new(Disk), directory, &others, &Arc::default());
    match current {
        Ok(current) => names.relative_to(current),
        Err(_) => names,
    }
}

fn renamed(
    arguments: &Arguments,
    place: Option<&Place>,
    directory: &Path,
    names: &mut Names,
) -> Result<Renamed, Refused> {
    let problems = Refused::Problems;
    let object = match place {
        Some(place) => {
            let nothing = || Refused::Message(format!("no name is at {}", arguments.address));
            let offset = place.offset().ok_or_else(nothing)?;
            if let Some(iterator) = names.iterator(&place.file, offset) {
                let renaming = names.rename_iterator(&place.file, &iterator, &arguments.new);
                return Ok(Renamed {
                    renaming: renaming.map_err(problems)?,
                    at: iterator.definition,
                    object: None,
                });
            }
            names.at(&place.file, offset).ok_or_else(nothing)?.0
        }
        None => names
            .object(directory, &arguments.address)
            .map_err(|problem| problems([*problem].into_iter().collect()))?,
    };
    let renaming = names
        .rename(&object, new_name(arguments), !arguments.no_moved)
        .map_err(problems)?;
    let first = names.places(&object).into_iter().next();
    let missing = || Refused::Message(format!("nothing is named `{}`", arguments.address));
    Ok(Renamed {
        renaming,
        at: first.map(|place| place.span).ok_or_else(missing)?,
        object: Some(object),
    })
}

/// Returns the new name, which may be written as an address like the old one.
fn new_name(arguments: &Arguments) -> &str {
    let old = arguments.address.rsplit_once('.');
    let new = arguments.new.rsplit_once('.');
    match (old, new) {
        (Some((old, _)), Some((prefix, new))) if old == prefix => new,
        _ => &arguments.new,
    }
}

/// Returns how the modules are checked before and after.
fn check_settings() -> CheckSettings {
    CheckSettings {
        schemas: schemas_of(None),
        watch: Some(Arc::new(|files| {
            let bar = parallel::Shown(parallel::progress("checking", files));
            Box::new(move || bar.0.inc(1))
        })),
        ..CheckSettings::default()
    }
}

/// Returns the files that change, with what replaces their content, in the layout that they have.
fn changed<'r>(renaming: &'r Renaming, settings: &SettingsFiles) -> Vec<(&'r Path, &'r Source, Vec<u8>)> {
    let files = renaming.files.iter().map(|(path, file)| {
        let style = settings.of(path).style;
        let text = layout::kept(&file.source, file.text(), Syntax::from_path(path), style);
        (path.as_path(), &file.source, text)
    });
    files.collect()
}

fn write(arguments: &Arguments, files: &[(&Path, &Source, Vec<u8>)]) -> Result<(), Failure> {
    let named = Named::new([&arguments.directory]);
    let contents: Vec<(&Path, &[u8])> = files
        .iter()
        .map(|(path, _, text)| (*path, text.as_slice()))
        .collect();
    let results = Replacer::new(false, named).replace_all(&contents);
    for ((_, source, _), result) in files.iter().zip(results) {
        result.map_err(|error| {
            Failure::Message(format!("the file {} cannot be written: {error}", source.name()))
        })?;
    }
    Ok(())
}

/// Returns what was renamed, as a line.
fn summary(renaming: &Renaming, is_written: bool) -> String {
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (edits, files) = (
        counted(renaming.places(), "change"),
        counted(renaming.files.len(), "file"),
    );
    match (renaming.files.is_empty(), is_written) {
        (true, _) => "nothing to rename\n".to_owned(),
        (false, true) => format!("{edits} in {files}\n"),
        (false, false) => format!("{edits} in {files} would be made\n"),
    }
}

/// Returns the changes as a JSON object on a line.
fn as_json(arguments: &Arguments, renaming: &Renaming, notes: &Diagnostics) -> String {
    let files = renaming.files.values().map(|file| {
        let edits = file.edits.iter().map(|(span, text)| {
            serde_json::json!({ "range": json_range(&file.source, span.start, span.end), "text": text })
        });
        serde_json::json!({ "file": file.source.name(), "edits": edits.collect::<Vec<_>>() })
    });
    let notes = notes.iter().map(|note| note.detail.to_string());
    let object = serde_json::json!({
        "address": arguments.address,
        "name": new_name(arguments),
        "files": files.collect::<Vec<_>>(),
        "notes": notes.collect::<Vec<_>>(),
    });
    format!("{object}\n")
}
