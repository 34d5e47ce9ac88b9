//! `hcl2 inspect`: lists the contents of a Terraform module.

mod json;

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::diagnostics::{SourceMap, Span};
use hcl2::terraform::{Module, ModuleTree, Variable, secret_strings};
use hcl2::{LoadedModule, ModuleLoader};

use json::Described;

use super::expect_directory;
use super::module::LanguageArguments;
use crate::output::{Failure, Output, verdict, write_json, write_text};
use crate::parallel;

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hcl2 inspect infra/\n  hcl2 inspect --nested --json infra/\n  hcl2 inspect --graph dot infra/ \
                  | dot -Tsvg >graph.svg"
)]
pub(crate) struct Arguments {
    /// Print everything as JSON.
    #[arg(long)]
    json: bool,
    /// Print the graph of references.
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "json")]
    graph: Option<Graph>,
    /// Include the modules called by a local path.
    #[arg(long)]
    nested: bool,
    #[command(flatten)]
    language: LanguageArguments,
    /// The directories of the modules.
    #[arg(value_name = "DIR", default_value = ".")]
    directories: Vec<PathBuf>,
}

/// The formats of the graph.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Graph {
    /// The DOT language of Graphviz.
    Dot,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let mut loaders: Vec<(ModuleLoader, &PathBuf)> = Vec::new();
    for directory in &arguments.directories {
        expect_directory(directory)?;
        loaders.push((arguments.language.of(directory, output)?.loader(), directory));
    }
    let loaded = parallel::map("reading", &loaders, |(loader, directory)| {
        if arguments.nested {
            return loader.clone().nested().load_partial(directory);
        }
        let mut loaded = loader.load_partial(directory);
        if arguments.json {
            let secrets = secret_arguments(&loaded.tree.module, loader, directory);
            loaded.sources.conceal(&secrets);
        }
        loaded
    });
    let mut verdicts = Vec::new();
    let mut described = Vec::new();
    for (directory, loaded) in arguments.directories.iter().zip(&loaded) {
        let LoadedModule {
            tree,
            sources,
            diagnostics,
        } = loaded;
        output.show(diagnostics, sources);
        verdicts.push(verdict(diagnostics));
        if let Some(Err(Failure::Usage)) = verdicts.last() {
            continue;
        }
        match arguments.graph {
            Some(Graph::Dot) => write_text(&tree.module.to_dot())?,
            None if arguments.json => described.push(Described::new(tree, without_promised(sources))),
            None => {
                let name = directory.display().to_string();
                write_text(&format!("{name}\n{}", summary(tree, sources, &name)))?;
            }
        }
    }
    let text = match described.as_slice() {
        [] => None,
        [only] => Some(serde_json::to_string_pretty(only)),
        all => Some(serde_json::to_string_pretty(all)),
    };
    if let Some(text) = text
        .transpose()
        .map_err(|error| Failure::Message(error.to_string()))?
    {
        write_json(&(text + "\n"))?;
    }
    verdicts.into_iter().collect()
}

/// Returns the ranges of what the calls of a module give to sensitive variables of modules with a local path.
fn secret_arguments(module: &Module, loader: &ModuleLoader, directory: &Path) -> Vec<Span> {
    let mut called: HashMap<&str, Module> = HashMap::new();
    let mut secrets = Vec::new();
    for call in &module.calls {
        let Some(source) = call.source.as_deref().filter(|source| source.starts_with('.')) else {
            continue;
        };
        let module = called
            .entry(source)
            .or_insert_with(|| loader.load_partial(directory.join(source)).tree.module);
        let is_secret = |name: &str| module.variables.named(name).is_some_and(Variable::is_secret);
        let given = call.arguments.iter();
        let given = given.filter(|argument| is_secret(&argument.name));
        secrets.extend(given.map(|argument| argument.expression.span()));
    }
    secrets
}

/// Returns the sources without strings whose names promise a secret: nothing else is known of modules that were not read.
fn without_promised(sources: &SourceMap) -> SourceMap {
    let promised: Vec<Span> = sources.iter().flat_map(secret_strings).collect();
    let mut sources = sources.clone();
    sources.hide(&promised);
    sources
}

/// Returns the file and line (from 1) of a span.
fn place(span: Span, sources: &SourceMap) -> String {
    sources.get(span.source).map_or_else(String::new, |source| {
        let position = source.line_index().position(source.bytes(), span.start);
        format!("{}:{}", source.name(), position.line)
    })
}

/// Returns the default value of a variable as JSON, unless it is secret.
fn default_of(variable: &Variable) -> Option<String> {
    if variable.is_secret() {
        return None;
    }
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    value_to_json(variable.default.as_ref()?, options).ok()
}

/// Summarizes a module for people.
fn summary(tree: &ModuleTree, sources: &SourceMap, directory: &str) -> String {
    let module = &tree.module;
    let mut text = String::new();
    let mut section = |title: &str, lines: Vec<(String, Span)>| {
        if lines.is_empty() {
            return;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{title} ({})", lines.len());
        let widest = lines.iter().map(|(line, _)| line.chars().count()).max();
        let widest = widest.unwrap_or(0).min(60);
        for (line, span) in lines {
            let place = place(span, sources);
            let file = place.strip_prefix(directory).unwrap_or(&place);
            let _ = writeln!(text, "  {line:widest$}  {}", file.trim_start_matches(['/', '\\']));
        }
    };
    let version = |version: &Option<String>| {
        version
            .as_deref()
            .map_or_else(String::new, |version| format!(" {version}"))
    };
    section(
        "Required providers",
        module
            .requirements
            .iter()
            .map(|required| {
                let source = required.source.as_deref().unwrap_or_default();
                (
                    format!("{} {source}{}", required.name, version(&required.version)),
                    required.span,
                )
            })
            .collect(),
    );
    section("Variables", module.variables.iter().map(variable_line).collect());
    section(
        "Locals",
        module
            .locals
            .iter()
            .map(|local| (local.name.to_string(), local.span))
            .collect(),
    );
    section(
        "Resources",
        module
            .resources()
            .iter()
            .map(|resource| {
                let kind = resource.kind.block_type();
                (format!("{kind} {} {}", resource.ty, resource.name), resource.span)
            })
            .collect(),
    );
    section(
        "Modules",
        module
            .calls
            .iter()
            .map(|call| {
                let source = call.source.as_deref().unwrap_or("?");
                (
                    format!("{} {source}{}", call.name, version(&call.version)),
                    call.span,
                )
            })
            .collect(),
    );
    section(
        "Outputs",
        module
            .outputs
            .iter()
            .map(|output| (output.name.to_string(), output.span))
            .collect(),
    );
    for (name, inner) in &tree.calls {
        let path = &inner.path;
        let _ = write!(
            text,
            "\nmodule {name}: {path}\n{}",
            summary(inner, sources, directory)
        );
    }
    text
}

fn variable_line(variable: &Variable) -> (String, Span) {
    let default = match default_of(variable) {
        Some(default) if default.chars().count() <= 30 => format!(" = {default}"),
        Some(_) => " = …".to_owned(),
        None if variable.default.is_some() => " = (sensitive)".to_owned(),
        None => " (required)".to_owned(),
    };
    (
        format!("{}: {}{default}", variable.name, variable.ty),
        variable.span,
    )
}
