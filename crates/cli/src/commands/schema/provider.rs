//! `hcl2 schema --provider`: schemas that the programs of providers answer, without Terraform.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hcl2::project::{Disk, Files, MAX_FILE_BYTES};
use hcl2::terraform::ProviderSchemas;
use hcl2::terraform::table::{LOCK_FILE, Language};
use hcl2_provider::client::{self, Installed};

use crate::commands::budget::seconds;
use crate::commands::language_of;
use crate::output::Failure;
use crate::parallel;

/// How long a provider may take by default. Those with a thousand resources take a few seconds.
const TIME: &str = "60";

#[derive(Clone, Debug, clap::Args)]
pub(super) struct ProviderArguments {
    /// Start this provider, and ask it for its schemas, in place of Terraform: its program, with its address in front unless
    /// it is where Terraform installs it, or a directory of installed providers. May be given several times.
    #[arg(long, value_name = "[ADDRESS=]PATH", conflicts_with_all = ["program", "refresh"])]
    provider: Vec<OsString>,
    /// End a provider that has not answered after this number of seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = TIME, requires = "provider")]
    timeout: Duration,
}

impl ProviderArguments {
    /// Returns whether providers are asked.
    pub(super) fn are_given(&self) -> bool {
        !self.provider.is_empty()
    }

    /// Returns the schemas of the providers, as Terraform prints them.
    pub(super) fn fetched(&self, module: &Path) -> Result<String, Failure> {
        let locked = locked(module)?;
        let language = language_of(module);
        let mut programs = BTreeMap::new();
        for named in &self.provider {
            for (address, program) in programs_of(named, &locked, language)? {
                programs.insert(address, program);
            }
        }
        let programs: Vec<(String, PathBuf)> = programs.into_iter().collect();
        let schemas = parallel::map("asking", &programs, |(_, program)| {
            client::schemas(program, self.timeout)
        });
        let mut providers = Vec::new();
        for ((address, _), schemas) in programs.iter().zip(schemas) {
            let schemas =
                schemas.map_err(|problem| Failure::Message(format!("the provider {address}: {problem}")))?;
            providers.push(format!("{}:{schemas}", serde_json::Value::from(address.as_str())));
        }
        Ok(format!(
            "{{\"format_version\":\"1.0\",\"provider_schemas\":{{{}}}}}\n",
            providers.join(",")
        ))
    }
}

/// Requires schemas of all providers that the lock file of a module has: the other commands take the cache for complete.
pub(super) fn require_all(module: &Path, schemas: &ProviderSchemas) -> Result<(), Failure> {
    let missing: Vec<String> = locked(module)?
        .into_keys()
        .filter(|address| schemas.provider(address).is_none())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::Message(format!(
        "the cache needs all providers of {LOCK_FILE}: name also {}, or a file with --out",
        missing.join(", ")
    )))
}

/// Returns the versions of the providers in the lock file of a module, by address.
fn locked(module: &Path) -> Result<BTreeMap<String, String>, Failure> {
    #[derive(hcl2::Decode)]
    struct Locks {
        #[hcl(block)]
        provider: Vec<Lock>,
    }
    #[derive(hcl2::Decode)]
    #[hcl(ignore_unknown)]
    struct Lock {
        #[hcl(label)]
        address: String,
        version: String,
    }
    let path = module.join(LOCK_FILE);
    if !Disk.is_ordinary(&path) {
        return Ok(BTreeMap::new());
    }
    let unreadable = |error: &dyn std::fmt::Display| {
        Failure::Message(format!("{} cannot be read: {error}", path.display()))
    };
    let text = Disk
        .read(&path, MAX_FILE_BYTES)
        .map_err(|error| unreadable(&error))?;
    let locks: Locks = hcl2::from_str(&String::from_utf8_lossy(&text)).map_err(|error| unreadable(&error))?;
    let locks = locks.provider.into_iter();
    Ok(locks.map(|lock| (lock.address, lock.version)).collect())
}

/// Returns the programs that an argument names, with their addresses.
fn programs_of(
    named: &OsStr,
    locked: &BTreeMap<String, String>,
    language: Language,
) -> Result<Vec<(String, PathBuf)>, Failure> {
    if let Some((address, path)) = split(named, language) {
        return Ok(vec![(address, path)]);
    }
    let path = Path::new(named);
    if path.is_dir() {
        return in_directory(path, locked);
    }
    let installed = Installed::at(path).ok_or_else(|| {
        Failure::Message(format!(
            "{} is not where Terraform installs providers; write its address in front, as in `--provider hashicorp/null={}`",
            path.display(),
            path.display()
        ))
    })?;
    Ok(vec![(installed.address, installed.program)])
}

/// Splits `ADDRESS=PATH`; `None` unless an address is in front.
fn split(named: &OsStr, language: Language) -> Option<(String, PathBuf)> {
    let (address, path) = named.to_str()?.split_once('=')?;
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
            && !part.starts_with('.')
    };
    if !address.split('/').all(is_part) {
        return None;
    }
    let host = match language {
        Language::Terraform => "registry.terraform.io",
        Language::OpenTofu => "registry.opentofu.org",
    };
    let address = match address.split('/').count() {
        1 => format!("{host}/hashicorp/{address}"),
        2 => format!("{host}/{address}"),
        3 => address.to_owned(),
        _ => return None,
    };
    Some((address, PathBuf::from(path)))
}

/// Returns the providers in a directory: those that the lock file has, in its versions, or all without one.
fn in_directory(
    directory: &Path,
    locked: &BTreeMap<String, String>,
) -> Result<Vec<(String, PathBuf)>, Failure> {
    let installed = Installed::in_directory(directory)
        .map_err(|error| Failure::Message(format!("{} cannot be read: {error}", directory.display())))?;
    let mut programs = BTreeMap::new();
    for Installed {
        address,
        version,
        program,
    } in installed
    {
        if !locked.is_empty() && locked.get(&address) != Some(&version) {
            continue;
        }
        if programs.insert(address.clone(), program).is_some() {
            return Err(Failure::Message(format!(
                "{} has {address} in several versions; name the program of one",
                directory.display()
            )));
        }
    }
    if programs.is_empty() {
        return Err(Failure::Message(format!(
            "{} has no providers for this platform, as HOST/NAMESPACE/TYPE/VERSION/PLATFORM/PROGRAM, which {LOCK_FILE} names",
            directory.display()
        )));
    }
    Ok(programs.into_iter().collect())
}
