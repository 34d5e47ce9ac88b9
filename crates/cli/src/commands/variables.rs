//! Values of the variables of a Terraform module.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use hcl2::diagnostics::{
    Diagnostic, Diagnostics, SourceMap, Suggestions, codes::terraform as codes, nearest_name,
};
use hcl2::plan::Channel;
use hcl2::project::{FileReader, Files, variables_in};
use hcl2::terraform::table::VARIABLE_ENVIRONMENT;
use hcl2::terraform::{Module, Variable};
use hcl2::value::Value;
use hcl2::{GivenVariable, VariableSource};

use super::expect_file;
use crate::files::{announce, read_standard_input};
use crate::output::Failure;

/// The heading of the options of commands that read modules.
pub(super) const MODULES: &str = "Modules";

/// The options that set variables, in the order of the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariableArguments {
    given: Vec<VariableSource>,
    /// What the environment sets, once it was read.
    environment: OnceLock<Vec<VariableSource>>,
}

/// The options as clap knows them, each kind by itself.
#[derive(Args)]
struct Options {
    /// A variable. May be given several times. Variables of modules are also set by the environment (`TF_VAR_…`), then by
    /// `terraform.tfvars` and `*.auto.tfvars` in the module, then by `--var-file` and `--var` in their order; later values
    /// override earlier ones.
    #[arg(long, help_heading = MODULES, value_name = "NAME=VALUE", value_parser = parse_variable)]
    var: Vec<(String, String)>,
    /// A file whose attributes are variables, such as a `.tfvars` file. May be given several times.
    #[arg(long, help_heading = MODULES, value_name = "FILE")]
    var_file: Vec<PathBuf>,
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

impl FromArgMatches for VariableArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let Options { var, var_file } = Options::from_arg_matches(matches)?;
        let places = |name: &str| matches.indices_of(name).into_iter().flatten();
        let options = var
            .into_iter()
            .map(|(name, text)| VariableSource::Option { name, text });
        let files = var_file.into_iter().map(VariableSource::File);
        let options = places("var").zip(options);
        let mut given: Vec<(usize, VariableSource)> = options.chain(places("var_file").zip(files)).collect();
        given.sort_by_key(|(place, _)| *place);
        Ok(Self {
            given: given.into_iter().map(|(_, source)| source).collect(),
            environment: OnceLock::new(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for VariableArguments {
    fn augment_args(command: Command) -> Command {
        Options::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Options::augment_args_for_update(command)
    }
}

impl VariableArguments {
    /// Returns what sets variables on the command line, in its order.
    pub(super) fn given(&self) -> &[VariableSource] {
        &self.given
    }

    /// Returns all that sets variables of a root module, each source overriding those before it: the environment, automatic
    /// files, and the command line.
    pub(super) fn sources(&self) -> Vec<VariableSource> {
        let environment = self.environment.get_or_init(|| {
            // Variables of other programs may be no UTF-8.
            let variables = std::env::vars_os().filter_map(|(name, text)| {
                let name = name.to_str()?.strip_prefix(VARIABLE_ENVIRONMENT)?.to_owned();
                let text = text.to_string_lossy().into_owned();
                Some(VariableSource::Environment { name, text })
            });
            variables.collect()
        });
        let environment = environment.iter().cloned();
        environment
            .chain([VariableSource::AutomaticFiles])
            .chain(self.given.iter().cloned())
            .collect()
    }

    /// Returns the options whose variables a module does not declare.
    pub(super) fn undeclared<'s>(&'s self, module: &'s Module) -> impl Iterator<Item = &'s str> {
        self.given.iter().filter_map(|source| match source {
            VariableSource::Option { name, .. } => declared(module, name).is_none().then_some(name.as_str()),
            _ => None,
        })
    }

    /// Sets the variables of a module, as far as it declares them.
    ///
    /// `accept` takes each value with the name of its variable; its errors are reported.
    pub(super) fn set(
        &self,
        module: &Module,
        accept: &mut Accept<'_>,
        (files, directory): Place<'_>,
        sources: SourceMap,
    ) -> Result<(SourceMap, Diagnostics), Failure> {
        let suggestions = Suggestions::new();
        let mut reader = FileReader {
            files,
            sources,
            ..FileReader::default()
        };
        for source in self.sources() {
            for given in read(&source, directory, module, &mut reader)? {
                let variable = declared(module, &given.name);
                let place = given.channel().place();
                // The environment and the command line may also have variables of other modules.
                if variable.is_none() && place.is_none() {
                    continue;
                }
                let name = &given.name;
                let Err(problem) = accept(name, given.value_for(variable), given.channel()) else {
                    continue;
                };
                let problem = match (given.channel(), variable) {
                    (Channel::Environment, _) => {
                        return Err(Failure::Message(format!(
                            "{VARIABLE_ENVIRONMENT}{name}: {problem}"
                        )));
                    }
                    (Channel::CommandLine, _) => return Err(Failure::Message(problem)),
                    (Channel::File(place), Some(_)) => {
                        Diagnostic::error(codes::INVALID_VALUE, "Invalid value for a variable")
                            .with_detail(format!("In this file, {problem}."))
                            .with_subject(place)
                    }
                    // A file may also have variables of other modules.
                    (Channel::File(place), None) => {
                        let near = near_variable(module, name, &suggestions);
                        Diagnostic::warning(codes::UNDECLARED, "Undeclared input variable")
                            .with_detail(format!("The value is ignored: {problem}.{near}"))
                            .with_subject(given.name_span.unwrap_or(place))
                    }
                };
                reader.diagnostics.push(problem);
            }
        }
        Ok((reader.sources, reader.diagnostics))
    }
}

/// Reads what a source sets; a file named `-` is standard input.
fn read(
    source: &VariableSource,
    directory: &Path,
    module: &Module,
    reader: &mut FileReader,
) -> Result<Vec<GivenVariable>, Failure> {
    if let VariableSource::File(path) = source {
        if path.as_os_str() == "-" {
            let source = reader.add("<stdin>", read_standard_input()?);
            let given = source.map(|source| variables_in(&source, module, reader));
            return Ok(given.unwrap_or_default());
        }
        expect_file(path)?;
        announce(path);
    }
    Ok(source.read(directory, module, reader))
}

/// The directory of a module, and the files that it is one of.
pub(super) type Place<'p> = (Arc<dyn Files>, &'p Path);

/// Takes the value of a variable and how it was given, or refuses it with a message.
pub(super) type Accept<'a> = dyn FnMut(&str, Value, Channel) -> Result<(), String> + 'a;

/// Returns what follows a message about a variable that a module does not declare: a question for the one that was probably
/// meant.
pub(super) fn near_variable(module: &Module, name: &str, suggestions: &Suggestions) -> String {
    let names = module.variables.iter().map(|variable| variable.name.as_str());
    nearest_name(name, suggestions.among(names))
        .map_or_else(String::new, |near| format!(" Did you mean `{near}`?"))
}

/// Returns the variable of a module with a name.
pub(super) fn declared<'m>(module: &'m Module, name: &str) -> Option<&'m Variable> {
    module.variables.named(name)
}
