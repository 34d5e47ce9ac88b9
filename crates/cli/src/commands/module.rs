//! The options of commands that read and evaluate modules: their language, and what they may see of the world.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::functions::Host;
use hcl2::model::Limits;
use hcl2::project::{Disk, Files, Selected, Settings, World};
use hcl2::terraform::ModuleTree;
use hcl2::terraform::table::{Language, Version};
use hcl2::{DirectoryHost, ModuleLoader};

use super::language_of;
use super::project::settings_of;
use super::variables::{MODULES, VariableArguments};
use crate::output::{Failure, Output};

/// The options that select the language of modules.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct LanguageArguments {
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long, help_heading = MODULES, conflicts_with = "language")]
    pub(super) opentofu: bool,
    /// The language of modules, possibly with its version: `terraform`, `opentofu`, `terraform@1.14` [default: that of the
    /// project file or of the files of each module, in the newest version that it supports].
    #[arg(long, help_heading = MODULES, value_name = "NAME[@VERSION]")]
    pub(super) language: Option<String>,
}

/// The language of modules.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModuleLanguage {
    pub(super) language: Language,
    /// Its version; `None` for the newest one that each module supports.
    pub(super) version: Option<Version>,
}

impl ModuleLanguage {
    /// Returns a loader of modules in the language.
    pub(super) fn loader(self) -> ModuleLoader {
        match self.version {
            Some(version) => ModuleLoader::new().version(version),
            None => ModuleLoader::new().language(self.language),
        }
    }
}

impl LanguageArguments {
    /// Returns the language that the command line selects, if it does.
    pub(super) fn selected(&self) -> Result<Option<Selected>, Failure> {
        match &self.language {
            Some(text) => text
                .parse()
                .map(Some)
                .map_err(|problem| Failure::Message(format!("--language {text}: {problem}"))),
            None => Ok(self.opentofu.then(|| Language::OpenTofu.into())),
        }
    }

    /// Returns the language of the module in a directory: that of the command line, of the project file, or of its files.
    pub(super) fn of(&self, directory: &Path, output: &Output) -> Result<ModuleLanguage, Failure> {
        self.within(directory, || settings_of(directory, output))
    }

    /// Returns the language of the module in a directory, whose settings are read if they count.
    pub(super) fn within(
        &self,
        directory: &Path,
        settings: impl FnOnce() -> Result<Settings, Failure>,
    ) -> Result<ModuleLanguage, Failure> {
        let selected = match self.selected()? {
            Some(selected) if selected.language.is_none() => {
                let text = self.language.as_deref().unwrap_or_default();
                return Err(Failure::Message(format!(
                    "--language {text}: expected the language of a module, `terraform` or `opentofu`"
                )));
            }
            Some(selected) => selected,
            None => settings()?.selected,
        };
        Ok(ModuleLanguage {
            language: selected.language.unwrap_or_else(|| language_of(directory)),
            version: selected.version,
        })
    }
}

/// The options of commands that evaluate modules.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct WorldArguments {
    #[command(flatten)]
    pub(super) variables: VariableArguments,
    #[command(flatten)]
    pub(super) language: LanguageArguments,
    /// The name of the workspace [default: `TF_WORKSPACE`, or the one that is selected in `.terraform`].
    #[arg(long, help_heading = MODULES, value_name = "NAME")]
    workspace: Option<String>,
    /// Another directory whose files functions may read, besides the repository of the module, or its directory without one,
    /// and the modules that it calls. May be given several times.
    #[arg(long, help_heading = MODULES, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
}

impl WorldArguments {
    /// Returns a loader of the module in a directory, without those that it calls, and its language.
    pub(super) fn loader(
        &self,
        directory: &Path,
        limits: Limits,
        output: &Output,
    ) -> Result<(ModuleLoader, Language), Failure> {
        let language = self.language.of(directory, output)?;
        let loader = language
            .loader()
            .limits(limits)
            .variables(self.variables.sources());
        Ok((loader, language.language))
    }

    /// Returns what functions may see: the files of a module and its repository, and the clock.
    pub(super) fn host(&self, directory: &Path, tree: &ModuleTree) -> Result<Arc<dyn Host>, Failure> {
        self.host_among(Arc::new(Disk), directory, tree)
    }

    /// Returns what functions may see of files, as [`host`](Self::host) does.
    pub(super) fn host_among(
        &self,
        files: Arc<dyn Files>,
        directory: &Path,
        tree: &ModuleTree,
    ) -> Result<Arc<dyn Host>, Failure> {
        let host = DirectoryHost::of_module(files, directory, tree).map_err(|error| {
            let details = error.iter().map(|problem| problem.detail.as_ref());
            Failure::Message(details.collect())
        })?;
        self.shown(host)
    }

    /// Adds what the command line allows to be read to a host, and the directory of the user.
    pub(super) fn shown(&self, host: DirectoryHost) -> Result<Arc<dyn Host>, Failure> {
        let mut host = self.allowed()?.iter().fold(host, DirectoryHost::allow);
        if let Ok(home) = std::env::var("HOME") {
            host = host.home(home);
        }
        Ok(Arc::new(host))
    }

    /// Returns the directories that the command line allows to be read.
    pub(super) fn allowed(&self) -> Result<&[PathBuf], Failure> {
        match self.allow_read.iter().find(|directory| !directory.is_dir()) {
            Some(directory) => Err(Failure::Message(format!(
                "--allow-read: there is no directory {}",
                directory.display()
            ))),
            None => Ok(&self.allow_read),
        }
    }

    /// Returns what the command line and the environment say of the world.
    pub(super) fn world(&self) -> World {
        let environment = |name| {
            let text = std::env::var(name).ok()?.trim().to_owned();
            Some(text).filter(|text| !text.is_empty())
        };
        World {
            variables: Some(self.variables.sources()),
            workspace: self.workspace.clone().or_else(|| environment("TF_WORKSPACE")),
            data_directory: environment("TF_DATA_DIR"),
            readable: self.allow_read.clone(),
        }
    }

    /// Returns the name of the workspace of a module, if anything selects one.
    pub(super) fn workspace(&self, directory: &Path) -> Option<String> {
        self.world().workspace_of(&Disk, directory)
    }
}
