//! Units of Terragrunt whose modules commands read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::VariableSource;
use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::plan::{Channel, Inputs};
use hcl2::project::{Disk, FileReader};
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

    /// Evaluates the unit in a directory for a plan; `None` if there is none.
    pub(super) fn of(
        &self,
        directory: &Path,
        readable: &[PathBuf],
        output: &Output,
    ) -> Result<Option<Unit>, Failure> {
        let mut options = Options::default();
        self.set(&mut options);
        options.command = Some("plan".to_owned());
        options.readable = readable.to_vec();
        options.environment = BTreeMap::new();
        let Some(unit) = hcl2_render::unit(Arc::new(Disk), directory, &options) else {
            return Ok(None);
        };
        output.show(&unit.diagnostics, &unit.sources);
        verdict(&unit.diagnostics)?;
        Ok(Some(unit))
    }
}

/// Sets the variables of a module that its unit passes and nothing else sets.
pub(super) fn pass_inputs(unit: Unit, tree: &ModuleTree, inputs: &mut Inputs) {
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
