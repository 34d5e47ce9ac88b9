//! `hcl2 schema`: fetches the schemas of the providers of a module, and where the other commands find them.

pub(super) mod cache;
#[cfg(feature = "provider")]
mod provider;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::project::{Disk, Files, MAX_FILE_BYTES, SchemasOf, Stamp};
use hcl2::terraform::ProviderSchemas;
use hcl2::terraform::table::{LOCK_FILE, Language};

use super::variables::MODULES;
use super::{expect_directory, language_of, read_json};
use crate::output::{Failure, Output, write_bytes, write_text};
use crate::replace::write_result;

#[derive(clap::Args)]
#[command(
    after_help = "Runs `terraform providers schema -json`, or `tofu` for a module of OpenTofu, in the directory, whose providers must \
                  be installed (`terraform init`). The schemas are kept in the cache of the user, by the contents of \
                  `.terraform.lock.hcl`; `check`, `plan`, `test` and `lsp` find them there without `--schema`.\n\nExamples:\n  hcl2 \
                  schema infra/\n  hcl2 schema --program tofu infra/\n  hcl2 schema --out schemas.json infra/"
)]
pub(crate) struct Arguments {
    /// The program to run [default: `terraform`, or `tofu` for a module whose files are OpenTofu's].
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// Write the schemas to this file, or to standard output for `-`, and not to the cache.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Run the program even if the schemas are in the cache.
    #[arg(long)]
    refresh: bool,
    #[cfg(feature = "provider")]
    #[command(flatten)]
    providers: provider::ProviderArguments,
    /// The directory of the module.
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

impl Arguments {
    /// Returns whether the providers themselves are asked.
    fn asks_providers(&self) -> bool {
        #[cfg(feature = "provider")]
        return self.providers.are_given();
        #[cfg(not(feature = "provider"))]
        false
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let directory = &arguments.directory;
    expect_directory(directory)?;
    if let Some(out) = &arguments.out {
        let (text, _) = fetched(arguments, output)?;
        return match out.as_os_str() == "-" {
            true => write_bytes(text.as_bytes()),
            false => write_result(out, &text),
        };
    }
    let Some(place) = cache::place(directory) else {
        return Err(Failure::Message(format!(
            "{} has no {}, or there is no directory for the cache; run `terraform init`, or name a file with --out",
            directory.display(),
            LOCK_FILE
        )));
    };
    if !arguments.refresh && !arguments.asks_providers() && place.is_file() {
        return write_text(&format!("{}: up to date\n", place.display()));
    }
    let (text, schemas) = fetched(arguments, output)?;
    #[cfg(feature = "provider")]
    if arguments.asks_providers() {
        provider::require_all(directory, &schemas)?;
    }
    cache::store(&place, &text)
        .map_err(|error| Failure::Message(format!("{} cannot be written: {error}", place.display())))?;
    let count = schemas.names().len();
    let plural = if count == 1 { "" } else { "s" };
    write_text(&format!(
        "{}: schemas of {count} provider{plural}\n",
        place.display()
    ))
}

/// Returns the schemas that the program prints, or that the providers answer.
fn fetched(arguments: &Arguments, output: &Output) -> Result<(String, ProviderSchemas), Failure> {
    let (text, name) = match arguments.asks_providers() {
        #[cfg(feature = "provider")]
        true => {
            let text = arguments.providers.fetched(&arguments.directory)?;
            (text, "<schemas of providers>".to_owned())
        }
        _ => printed(arguments)?,
    };
    let mut sources = SourceMap::new();
    let read = match sources.add(name, text.as_str()) {
        Ok(source) => ProviderSchemas::from_json(&source),
        Err(error) => return Err(Failure::Message(error.to_string())),
    };
    let shown = |problems: Diagnostics| {
        output.show(&problems, &sources);
        Failure::Input
    };
    Ok((text, read.map_err(shown)?))
}

/// Returns what the program prints, and its name as a source.
fn printed(arguments: &Arguments) -> Result<(String, String), Failure> {
    let default = match language_of(&arguments.directory) {
        Language::Terraform => "terraform",
        Language::OpenTofu => "tofu",
    };
    let program = arguments.program.as_deref().unwrap_or(Path::new(default));
    let named = program.display();
    let result = Command::new(program)
        .args(["providers", "schema", "-json"])
        .current_dir(&arguments.directory)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| {
            Failure::Message(format!(
                "{named} cannot be run: {error}; name a program with --program"
            ))
        })?;
    if !result.status.success() {
        return Err(Failure::Message(format!(
            "`{named} providers schema -json` failed in {}; install the providers with `{named} init`",
            arguments.directory.display()
        )));
    }
    let text = String::from_utf8_lossy(&result.stdout).into_owned();
    Ok((text, format!("<{named} providers schema -json>")))
}

/// The options that give the schemas of providers.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SchemaArguments {
    /// The schemas of providers, as printed by `terraform providers schema -json`. May be given several times [default: those
    /// that `hcl2 schema` has fetched for the module].
    #[arg(long, help_heading = MODULES, value_name = "FILE")]
    schema: Vec<PathBuf>,
}

impl SchemaArguments {
    /// Reads the schemas that the command line names, if any. A later file overrides the providers of earlier ones.
    pub(crate) fn given(&self, output: &Output) -> Result<Option<ProviderSchemas>, Failure> {
        let mut all: Option<ProviderSchemas> = None;
        for file in &self.schema {
            if let Some(schemas) = read_json(Some(file), output, ProviderSchemas::from_json)? {
                all.get_or_insert_default().extend(schemas);
            }
        }
        Ok(all)
    }

    /// Reads the schemas that the command line names, or else those in the cache for a module.
    pub(crate) fn of(&self, directory: &Path, output: &Output) -> Result<Option<ProviderSchemas>, Failure> {
        match self.given(output)? {
            Some(schemas) => Ok(Some(schemas)),
            None => Ok(cached(directory)),
        }
    }
}

/// Returns the schemas of root modules: those that the command line gives to all of them, or else those in the cache.
pub(crate) fn schemas_of(given: Option<ProviderSchemas>) -> SchemasOf {
    if let Some(given) = given.map(Arc::new) {
        return Arc::new(move |_| Some(Arc::clone(&given)));
    }
    let cache: Mutex<Cache> = Mutex::default();
    Arc::new(move |directory| {
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        let place = cache.place(directory)?;
        cache.schemas(&place)
    })
}

/// What was found in the cache, and when files were as they are.
#[derive(Default)]
struct Cache {
    /// The places of the schemas of modules, by directory.
    places: HashMap<PathBuf, (Option<Stamp>, Option<PathBuf>)>,
    /// The schemas by place.
    schemas: HashMap<PathBuf, (Option<Stamp>, Option<Arc<ProviderSchemas>>)>,
}

impl Cache {
    fn place(&mut self, directory: &Path) -> Option<PathBuf> {
        let stamp = Disk.stamp(&directory.join(LOCK_FILE));
        let is_known = |(known, _): &&(Option<Stamp>, _)| stamp.is_some() && *known == stamp;
        if let Some((_, place)) = self.places.get(directory).filter(is_known) {
            return place.clone();
        }
        let place = cache::place(directory);
        self.places.insert(directory.to_owned(), (stamp, place.clone()));
        place
    }

    fn schemas(&mut self, place: &Path) -> Option<Arc<ProviderSchemas>> {
        let stamp = Disk.stamp(place);
        let is_known = |(known, _): &&(Option<Stamp>, _)| stamp.is_some() && *known == stamp;
        if let Some((_, schemas)) = self.schemas.get(place).filter(is_known) {
            return schemas.clone();
        }
        let schemas = place
            .is_file()
            .then(|| read_cached(place))
            .flatten()
            .map(Arc::new);
        self.schemas.insert(place.to_owned(), (stamp, schemas.clone()));
        schemas
    }
}

/// Returns the schemas in the cache for a module, as far as they can be read.
pub(super) fn cached(directory: &Path) -> Option<ProviderSchemas> {
    read_cached(&cache::place(directory).filter(|place| place.is_file())?)
}

fn read_cached(place: &Path) -> Option<ProviderSchemas> {
    let bytes = Disk.read(place, MAX_FILE_BYTES).ok()?;
    let source = SourceMap::new().add(place.display().to_string(), bytes).ok()?;
    ProviderSchemas::from_json(&source).ok()
}
