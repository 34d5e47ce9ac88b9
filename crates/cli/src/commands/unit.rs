//! Units of Terragrunt whose modules commands read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::VariableSource;
use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::plan::{Channel, Inputs};
use hcl2::project::{FileReader, Files};
use hcl2::terraform::ModuleTree;
use hcl2::value::{Type, Value};
use hcl2_render::{Options, Unit};

use super::variables::declared;
use crate::output::{Failure, Output, verdict};

/// The heading of the options about units.
const TERRAGRUNT: &str = "Terragrunt";

/// The options of commands that evaluate units of Terragrunt.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct UnitArguments {
    /// The value of a feature of Terragrunt. May be given several times.
    #[arg(long, help_heading = TERRAGRUNT, value_name = "NAME=VALUE", value_parser = pair)]
    feature: Vec<(String, String)>,
    /// The state file of a unit of Terragrunt, by its directory; dependencies take its outputs from there. May be given several
    /// times.
    #[arg(long, help_heading = TERRAGRUNT, value_name = "DIR=FILE", value_parser = pair)]
    outputs: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("expected a name, `=` and a value".to_owned()),
    }
}

impl UnitArguments {
    /// Adds what the command line says of units to the options of a rendering.
    pub(super) fn set(&self, options: &mut Options) {
        options.features = self.feature.iter().cloned().collect();
        let outputs = self.outputs.iter();
        options.states = outputs
            .map(|(unit, file)| (PathBuf::from(unit), PathBuf::from(file)))
            .collect();
    }

    /// Selects the module of a directory: the one in it or, if it has a unit of Terragrunt, the module of the unit, whose path is
    /// relative if it is below the current directory.
    pub(super) fn select(&self, files: Arc<dyn Files>, directory: &Path, readable: &[PathBuf]) -> Selected {
        let mut selected = self.select_absolute(files, directory, readable);
        let here = selected.files.canonical(Path::new(".")).ok();
        let here = here.filter(|_| selected.is_of_unit());
        let below = here.and_then(|here| selected.directory.strip_prefix(here).ok());
        if let Some(below) = below {
            selected.directory = Path::new(".").join(below);
        }
        selected
    }

    /// Selects the module of a directory; that of a unit has an absolute path.
    pub(super) fn select_absolute(
        &self,
        files: Arc<dyn Files>,
        directory: &Path,
        readable: &[PathBuf],
    ) -> Selected {
        let mut options = Options::default();
        self.set(&mut options);
        options.command = Some("plan".to_owned());
        options.readable = readable.to_vec();
        let unit = hcl2_render::unit(Arc::clone(&files), directory, &options);
        Selected {
            files: unit.as_ref().map_or(files, |unit| Arc::clone(&unit.files)),
            directory: unit
                .as_ref()
                .map_or_else(|| directory.to_owned(), |unit| unit.directory.clone()),
            unit,
        }
    }
}

/// Returns the directories without those above others: a file above units is what they include.
pub(super) fn innermost(directories: BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let mut after = directories.clone().into_iter().skip(1);
    let is_innermost = |directory: &PathBuf| after.next().is_none_or(|next| !next.starts_with(directory));
    directories.into_iter().filter(is_innermost).collect()
}

/// The module of a directory.
pub(super) struct Selected {
    /// The files of the module, with those that its unit has and generates.
    pub(super) files: Arc<dyn Files>,
    /// The directory of the module.
    pub(super) directory: PathBuf,
    unit: Option<Unit>,
}

impl Selected {
    /// Returns whether it is the module of a unit.
    pub(super) fn is_of_unit(&self) -> bool {
        self.unit.is_some()
    }

    /// Returns what is wrong with its unit, and the files of the unit.
    pub(super) fn problems(&self) -> Option<(&Diagnostics, &SourceMap)> {
        self.unit.as_ref().map(|unit| (&unit.diagnostics, &unit.sources))
    }

    /// Shows what is wrong with its unit.
    pub(super) fn show(&self, output: &Output) -> Result<(), Failure> {
        let Some((problems, sources)) = self.problems() else {
            return Ok(());
        };
        output.show(problems, sources);
        verdict(problems)
    }

    /// Sets the variables of the module that its unit passes and nothing else sets.
    pub(super) fn pass_inputs(self, tree: &ModuleTree, inputs: &mut Inputs) {
        if let Some(unit) = self.unit {
            pass_inputs(unit, tree, inputs);
        }
    }
}

fn pass_inputs(unit: Unit, tree: &ModuleTree, inputs: &mut Inputs) {
    let mut reader = FileReader::default();
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    for (name, value) in unit.inputs {
        let Some(variable) = declared(&tree.module, &name) else {
            continue;
        };
        if inputs.variables.contains_key(&name) {
            continue;
        }
        // Terragrunt passes inputs by the environment: text of what is no string is JSON, and text for variables with other
        // types is an expression.
        let text = match value.as_str() {
            Some(text) => Some(text.to_owned()),
            None if variable.takes_text() && !value.is_null() => value_to_json(&value, options).ok(),
            None => None,
        };
        let value = text.map_or(value, |text| {
            let name = name.clone();
            let source = VariableSource::Environment { name, text };
            let given = source.read(&unit.directory, &tree.module, &mut reader);
            let given = given.first().map(|given| given.value_for(Some(variable)));
            given.unwrap_or_else(|| Value::null(Type::DYNAMIC))
        });
        inputs.variables.insert(name.clone(), value);
        inputs.channels.insert(name, Channel::Environment);
    }
}
