//! `hcl2 render`: prints what files of other products mean.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::DirectoryHost;
use hcl2::VariableSource;
use hcl2::functions::Host;
use hcl2::project::Disk;
use hcl2::terraform::ModuleTree;
use hcl2_render::{Language, Options, render};

use super::budget::BudgetArguments;
use super::syntax::DepthArguments;
use super::unit::UnitArguments;
use crate::files::announce;
use crate::output::{Failure, Output, verdict, write_json};

#[derive(clap::Args)]
#[command(
    after_help = "Nothing runs, and nothing is written.\n\nExamples:\n  hcl2 render docker-bake.hcl\n  hcl2 render --target app --set \
                  app.args.VERSION=2 docker-bake.hcl\n  hcl2 render --var region=eu-1 --env 'NOMAD_VAR_*' web.nomad.hcl\n  hcl2 \
                  render --outputs live/vpc=vpc.tfstate live/app"
)]
pub(crate) struct Arguments {
    /// The language of the files: bake, nomad, packer or terragrunt [default: the one that their names show].
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// A variable. May be given several times; later values override earlier ones, and all override those of files.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    var: Vec<(String, String)>,
    /// A file whose attributes are variables. May be given several times.
    #[arg(long, value_name = "FILE")]
    var_file: Vec<PathBuf>,
    /// A variable of the environment that the files may read, with `*` for any characters, or one with its value. Without the
    /// option, the files see no environment. May be given several times.
    #[arg(long, value_name = "NAME[=VALUE]")]
    env: Vec<String>,
    /// A target or group of bake to render [default: the group `default`]. May be given several times.
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
    /// A value of targets of bake to replace, as `docker buildx bake` spells it. May be given several times.
    #[arg(long, value_name = "TARGET.KEY=VALUE")]
    set: Vec<String>,
    /// The command of Terraform that units of Terragrunt are rendered for, which decides about mock outputs [default: render,
    /// which may see all of them].
    #[arg(long, value_name = "NAME")]
    command: Option<String>,
    /// A directory outside of the repository that units of Terragrunt may read. May be given several times.
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    /// Files of one product, or a directory with them [default: the current directory].
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    unit: UnitArguments,
    #[command(flatten)]
    depth: DepthArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let limiter = arguments.budget.start();
    for path in arguments.paths.iter().chain(&arguments.var_file) {
        announce(path);
    }
    let mut options = Options::default();
    options.language = arguments.language;
    let files = arguments.var_file.iter().cloned().map(VariableSource::File);
    let given = arguments.var.iter().cloned();
    let given = given.map(|(name, text)| VariableSource::Option { name, text });
    options.variables = files.chain(given).collect();
    options.environment = environment(&arguments.env);
    options.targets.clone_from(&arguments.target);
    options.overrides.clone_from(&arguments.set);
    arguments.unit.set(&mut options);
    options.command.clone_from(&arguments.command);
    options.readable.clone_from(&arguments.allow_read);
    options.limits = arguments.depth.limits();
    options.budget = limiter.budget();
    // Without files around it, functions have none.
    let host = DirectoryHost::of_module(Arc::new(Disk), Path::new("."), &ModuleTree::default());
    options.host = host.ok().map(|host| Arc::new(host) as Arc<dyn Host>);
    let rendered = render(Arc::new(Disk), &arguments.paths, &options);
    output.show(&rendered.diagnostics, &rendered.sources);
    verdict(&rendered.diagnostics)?;
    let text = rendered.json.map(|json| json.to_text()).unwrap_or_default();
    write_json(&text)
}

/// Returns the variables of the environment that patterns name, and those that are set.
fn environment(given: &[String]) -> BTreeMap<String, String> {
    let mut environment = BTreeMap::new();
    for text in given {
        if let Some((name, value)) = text.split_once('=') {
            environment.insert(name.to_owned(), value.to_owned());
            continue;
        }
        // Variables of other programs may be no UTF-8.
        let named = std::env::vars_os().filter_map(|(name, value)| {
            let name = name.into_string().ok()?;
            let value = value.into_string().ok()?;
            is_match(text, &name).then_some((name, value))
        });
        environment.extend(named);
    }
    environment
}

/// Returns whether a name has the form of a pattern, in which `*` stands for any characters.
fn is_match(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(name) = name.strip_prefix(start) else {
        return false;
    };
    let mut ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    ends.any(|at| is_match(rest, &name[at..]))
}
