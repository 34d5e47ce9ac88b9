//! `hcl2 plan`: what Terraform would plan for a module, or for many.

mod many;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::LoadedModule;
use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, Suggestions, codes::terraform as codes};
use hcl2::functions::Host;
use hcl2::plan::{Channel, Inputs, Plan, State};
use hcl2::project::Disk;
use hcl2::terraform::table::Language;
use hcl2::terraform::{ModuleTree, ResourceAddress, ResourceKind, Target};
use hcl2::value::Value;

use super::answers::AnswerArguments;
use super::budget::BudgetArguments;
use super::module::WorldArguments;
use super::schema::SchemaArguments;
use super::scope::Functions;
use super::syntax::DepthArguments;
use super::unit::UnitArguments;
use super::variables::{Place, VariableArguments, declared, near_variable};
use super::{expect_directory, questions, read_values, why};
use crate::output::{Failure, Output, Page, verdict, write_error, write_json};
use crate::replace::write_result;

#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 success, 1 errors in the input, 2 a wrong command line, files that cannot be read or, with \
                  --detailed-exitcode, changes. Errors of any module count before changes.\n\nExamples:\n  hcl2 plan infra/\n  \
                  hcl2 plan --var size=3 --json infra/ | conftest test -\n  hcl2 plan --partial envs/dev envs/prod\n  hcl2 plan --partial --roots ."
)]
pub(crate) struct Arguments {
    /// Print the plan as JSON, in the format of `terraform show -json`; of many modules, an object for each on one line, with
    /// its `directory` and its `plan`, which is null if there are errors.
    #[arg(long)]
    json: bool,
    /// Plan the root modules in and below the directories: those that no other module there calls by a local path.
    #[arg(long, conflicts_with_all = ["why", "target", "replace", "state", "out"])]
    roots: bool,
    #[command(flatten)]
    world: WorldArguments,
    #[command(flatten)]
    schema: SchemaArguments,
    /// Plan resources without a schema as their configuration is written, with nothing that a provider adds. References to
    /// them and to modules that are not installed are unknown.
    #[arg(long)]
    infer_schemas: bool,
    /// Plan what can be known without asking anybody: variables without a value, modules that are not installed, data
    /// sources and the instances that depend on them are unknown, and the plan says so. Implies `--infer-schemas`.
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    answers: AnswerArguments,
    /// Print what would make a partial plan complete, the most telling question first. Implies `--partial`.
    #[arg(long, conflicts_with_all = ["why", "target", "out", "detailed_exitcode"])]
    questions: bool,
    /// Print why a value of the plan is what it is: the values that it comes from, with their places. The address is that of
    /// an attribute, a variable, a local value or an output, such as `module.net["a"].acme_disk.d[0].size` or `output.url`.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["target", "out", "detailed_exitcode"])]
    why: Option<String>,
    /// Plan only a resource, an instance or a module, with what it needs. May be given several times.
    #[arg(long, value_name = "ADDRESS")]
    target: Vec<Target>,
    /// Replace an instance, whatever its values are. May be given several times.
    #[arg(long, value_name = "ADDRESS", value_parser = managed)]
    replace: Vec<ResourceAddress>,
    /// The state before the plan: a state file, or the output of `terraform show -json`.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Make unknown what a provider may set although its schema does not say so: optional attributes that the configuration
    /// omits, and all that the provider may set in objects that change.
    #[arg(long)]
    strict_unknown: bool,
    /// Exit with status 2 if the plan has changes.
    #[arg(long)]
    detailed_exitcode: bool,
    /// Also write the plan as JSON to a file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    unit: UnitArguments,
    #[command(flatten)]
    _habits: Habits,
    #[command(flatten)]
    depth: DepthArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// The directories of the modules, or of units of Terragrunt. What the options say counts for those that declare what it is about.
    #[arg(value_name = "DIR", default_value = ".")]
    directories: Vec<PathBuf>,
}

/// Options of `terraform plan` that have no effect here: nothing is refreshed, asked, locked or done in parallel.
#[derive(clap::Args)]
struct Habits {
    #[arg(long, hide = true, action = clap::ArgAction::Set, value_name = "BOOL", default_value_t = true)]
    refresh: bool,
    #[arg(long, hide = true, action = clap::ArgAction::Set, value_name = "BOOL", default_value_t = true)]
    input: bool,
    #[arg(long, hide = true, action = clap::ArgAction::Set, value_name = "BOOL", default_value_t = true)]
    lock: bool,
    #[arg(long, hide = true, value_name = "DURATION")]
    lock_timeout: Option<String>,
    #[arg(long, hide = true, value_name = "N")]
    parallelism: Option<u64>,
    #[arg(long, hide = true)]
    compact_warnings: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let planned = show_plan(arguments, output);
    if !arguments.detailed_exitcode {
        return planned.map(|_| ());
    }
    // A status of 2 says that there are changes.
    match planned {
        Ok(false) => Ok(()),
        Ok(true) => Err(Failure::Usage),
        Err(failure) => {
            if let Failure::Message(message) = failure {
                write_error(&format!("error: {message}\n"));
            }
            Err(Failure::Input)
        }
    }
}

/// Plans and writes the plan. Returns whether it has changes.
fn show_plan(arguments: &Arguments, output: &Output) -> Result<bool, Failure> {
    let directory = match arguments.directories.as_slice() {
        [directory] if !arguments.roots => directory,
        _ => return many::show(arguments, output),
    };
    expect_directory(directory)?;
    let Prepared {
        tree,
        sources,
        inputs,
    } = prepare(arguments, directory, output)?;
    if let Some(address) = &arguments.why {
        why::show(&tree, &inputs, &sources, address, arguments.json, output)?;
        return Ok(false);
    }
    if arguments.questions {
        questions::show(&tree, &inputs, &sources, arguments.json, output)?;
        return Ok(false);
    }
    let mut diagnostics = Diagnostics::new();
    let plan: Plan = hcl2::plan::plan(&tree, &inputs).report_into(&mut diagnostics);
    if !diagnostics.has_errors() {
        diagnostics.append(plan.warnings.clone());
    }
    output.show(&diagnostics, &sources);
    verdict(&diagnostics)?;
    let json = (arguments.json || arguments.out.is_some())
        .then(|| hcl2::plan::plan_to_json(&plan, &tree, &inputs, &inputs.time()));
    if let (Some(path), Some(json)) = (&arguments.out, &json) {
        write_result(path, json)?;
    }
    if let (true, Some(json)) = (arguments.json, &json) {
        write_json(json)?;
        write_json("\n")?;
    } else {
        let mut page = Page::new();
        paint(&hcl2::plan::to_text(&plan, &sources), &mut page);
        page.write()?;
    }
    let has_changes = plan.may_have_changes();
    // The end of the process frees them faster than they can be taken apart.
    std::mem::forget((plan, tree, sources, inputs));
    Ok(has_changes)
}

/// Adds the text of a plan to a page, with the symbols of its changes in colour.
pub(super) fn paint(text: &str, page: &mut Page) {
    if !page.is_coloured() {
        page.push(text);
        return;
    }
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start_matches(' ');
        let indent = &line[..line.len() - rest.len()];
        let (symbol, text) = rest.split_at(rest.find(' ').unwrap_or_default());
        let colour = match symbol {
            "+" => "32",
            "-" | "-/+" | "+/-" => "31",
            "~" => "33",
            "<=" => "36",
            "." => "90",
            // What is folded.
            "#" => {
                page.paint("90", line.trim_end());
                page.push("\n");
                continue;
            }
            _ => {
                page.push(line);
                continue;
            }
        };
        page.push(indent);
        page.paint(colour, symbol);
        page.push(text);
    }
}

/// A module, and what else its plan depends on.
pub(super) struct Prepared {
    pub(super) tree: ModuleTree,
    pub(super) sources: SourceMap,
    pub(super) inputs: Inputs,
}

/// Reads a module and all that its plan depends on.
fn prepare(arguments: &Arguments, directory: &Path, output: &Output) -> Result<Prepared, Failure> {
    let limiter = arguments.budget.start();
    let world = &arguments.world;
    let selected = arguments.unit.select(Arc::new(Disk), directory, world.allowed()?);
    selected.show(output)?;
    let (files, module) = (Arc::clone(&selected.files), selected.directory.clone());
    let directory = module.as_path();
    let (loader, language) = world.loader(directory, arguments.depth.limits(), output)?;
    let loader = loader.files(Arc::clone(&files));
    let loaded = loader.clone().nested().load_partial(directory);
    let undeclared = undeclared(&world.variables, &loaded.tree);
    let host = world.host_among(Arc::clone(&files), directory, &loaded.tree)?;
    let place: Place<'_> = (files, directory);
    let mut prepared = prepared(loaded, &world.variables, language, host, place)?;
    selected.pass_inputs(&prepared.tree, &mut prepared.inputs);
    prepared.inputs.found_in_variables.append(undeclared);
    let functions = Arc::clone(&prepared.inputs.functions);
    let given = arguments
        .answers
        .read(&loader, &functions, prepared.sources, output)?;
    prepared.sources = given.sources;
    prepared.inputs = Inputs {
        schemas: arguments.schema.of(directory, output)?.unwrap_or_default(),
        answers: given.answers,
        sources: prepared.sources.clone(),
        targets: arguments.target.clone(),
        replaced: arguments.replace.iter().cloned().collect(),
        data: given.data,
        state: read_values(arguments.state.as_deref(), output, State::from_json)?,
        budget: limiter.budget(),
        ..inputs_of(arguments, directory, prepared.inputs)
    };
    Ok(prepared)
}

/// Adds what the options say of any module to what its plan depends on.
fn inputs_of(arguments: &Arguments, directory: &Path, inputs: Inputs) -> Inputs {
    Inputs {
        infers_schemas: arguments.infer_schemas,
        is_partial: arguments.partial || arguments.questions,
        strict_unknown: arguments.strict_unknown,
        working_directory: directory_name(directory),
        workspace: arguments.world.workspace(directory),
        ..inputs
    }
}

/// Reports variables of the command line that a module does not declare.
pub(super) fn undeclared(variables: &VariableArguments, tree: &ModuleTree) -> Diagnostics {
    let suggestions = Suggestions::new();
    let problems = variables.undeclared(&tree.module).map(|name| {
        let sentence = format!("The module declares no variable `{name}`, which `--var` sets.");
        Diagnostic::error(codes::UNDECLARED, "Undeclared input variable")
            .with_detail(sentence + &near_variable(&tree.module, name, &suggestions))
    });
    problems.collect()
}

/// Adds the variables of a module, and the functions that can read the files that `host` shows.
pub(super) fn prepared(
    loaded: LoadedModule,
    variables: &VariableArguments,
    language: Language,
    host: Arc<dyn Host>,
    place: Place<'_>,
) -> Result<Prepared, Failure> {
    let LoadedModule {
        tree,
        sources,
        diagnostics: found,
    } = loaded;
    let mut inputs = Inputs {
        found,
        ..Inputs::default()
    };
    let mut accept = |name: &str, value: Value, channel: Channel| match declared(&tree.module, name) {
        Some(_) => {
            inputs.variables.insert(name.to_owned(), value);
            inputs.channels.insert(name.to_owned(), channel);
            Ok(())
        }
        None => Err(format!("the module declares no variable `{name}`")),
    };
    let (sources, set) = variables.set(&tree.module, &mut accept, place, sources)?;
    inputs.found_in_variables = set;
    inputs.functions = Arc::new(Functions::of(language).table(None, &host));
    inputs.host = Some(host);
    Ok(Prepared {
        tree,
        sources,
        inputs,
    })
}

pub(super) fn directory_name(directory: &Path) -> String {
    let full = directory.canonicalize();
    full.map_or_else(|_| ".".to_owned(), |path| path.display().to_string())
}

/// Parses the address of a managed resource, or of an instance of one.
fn managed(text: &str) -> Result<ResourceAddress, String> {
    let address: ResourceAddress = text.parse()?;
    match address.kind {
        ResourceKind::Managed => Ok(address),
        kind => Err(format!(
            "expected the address of a managed resource, not of a `{}` block",
            kind.block_type()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Page, paint};

    #[test]
    fn symbols_and_folded_parts_are_in_colour() {
        let text = "module.m\n  ~ a.b\n      - c = \"+ d\"\n      # 1 more element\nPlan: 1 to add.\n";
        let painted = |coloured| {
            let mut page = Page::with_colours(coloured);
            paint(text, &mut page);
            page.text().to_owned()
        };
        assert_eq!(painted(false), text);
        assert_eq!(
            painted(true),
            "module.m\n  \u{1b}[33m~\u{1b}[0m a.b\n      \u{1b}[31m-\u{1b}[0m c = \"+ d\"\n\u{1b}[90m      # 1 more element\u{1b}[0m\nPlan: 1 to add.\n"
        );
    }
}
