//! Files of policies and tests, and the values of inputs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::Syntax;
use hcl2::diagnostics::SourceMap;
use hcl2::functions::Host;
use hcl2::model::FunctionTable;
use hcl2::policy::PolicyFile;
use hcl2::project::expression_or_text;
use hcl2::terraform::ModuleFile;
use hcl2::terraform::table::Language;
use hcl2::value::Value;

use super::super::scope::Functions;
use crate::files::{Input, WalkArguments, configuration_files};
use crate::output::{Failure, Output, verdict};

/// How the names of files of policies and of tests end.
pub(super) const POLICIES: &str = ".policy.hcl";
pub(super) const TESTS: &str = ".policytest.hcl";

/// The options that set inputs of policies.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct InputArguments {
    /// The value of an input of policies: an expression, or text. May be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_input)]
    input: Vec<(String, String)>,
    /// A file whose attributes are inputs of policies, such as a `.tfvars` file. May be given several times; `--input`
    /// overrides it.
    #[arg(long, value_name = "FILE")]
    input_file: Vec<PathBuf>,
}

fn parse_input(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

impl InputArguments {
    /// Returns the values of inputs, each of which a policy must declare.
    pub(super) fn values(
        &self,
        policies: &[PolicyFile],
        output: &Output,
    ) -> Result<BTreeMap<String, Value>, Failure> {
        let mut values = BTreeMap::new();
        let mut input = Input::read(&self.input_file, Some(Syntax::Native))?;
        for (source, _) in &input.files {
            let file = ModuleFile::parse(source, Language::Terraform).report_into(&mut input.diagnostics);
            let attributes = file.body().attributes().report_into(&mut input.diagnostics);
            for attribute in attributes {
                let value = attribute
                    .expression
                    .evaluate(None)
                    .report_into(&mut input.diagnostics);
                values.insert(attribute.name.to_string(), value);
            }
        }
        output.show(&input.diagnostics, &input.sources);
        verdict(&input.diagnostics)?;
        for (name, text) in &self.input {
            if policies.iter().all(|file| file.input(name).is_none()) {
                return Err(Failure::Message(format!("no policy declares the input `{name}`")));
            }
            values.insert(name.clone(), expression_or_text(text));
        }
        Ok(values)
    }
}

/// Reads files, and those with an ending below directories.
pub(super) fn read(paths: &[PathBuf], ending: &str, sources: SourceMap) -> Result<Input, Failure> {
    let (mut found, mut problems) = (Vec::new(), hcl2::diagnostics::Diagnostics::new());
    for path in paths {
        if path.is_dir() {
            let (below, unreadable) = configuration_files(path, WalkArguments::default(), None);
            problems.append(unreadable);
            found.extend(below.into_iter().filter(|path| ends_with(path, ending)));
        } else {
            found.push(path.clone());
        }
    }
    if found.is_empty() && problems.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let message = format!("no `*{ending}` file is in or below {}", paths.join(", "));
        return Err(Failure::Message(message));
    }
    let mut input = Input::read_into(sources, &found, Some(Syntax::Native))?;
    input.diagnostics.append(problems);
    Ok(input)
}

fn ends_with(path: &Path, ending: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.ends_with(ending))
}

/// Reads files of policies, whose sources follow those of an earlier reading.
pub(super) fn policies(paths: &[PathBuf], sources: SourceMap) -> Result<(Vec<PolicyFile>, Input), Failure> {
    let mut input = read(paths, POLICIES, sources)?;
    let mut files = Vec::new();
    for (source, _) in &input.files {
        let file = ModuleFile::parse(source, Language::Terraform).report_into(&mut input.diagnostics);
        files.push(PolicyFile::read(source.name(), &file).report_into(&mut input.diagnostics));
    }
    Ok((files, input))
}

/// Returns the functions that policies can call, by their names in Terraform.
pub(super) fn functions(host: Arc<dyn Host>) -> Arc<FunctionTable> {
    Arc::new(Functions::of(Language::Terraform).table(None, &host))
}
