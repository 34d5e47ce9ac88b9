//! The options that answer for providers and for modules that are not installed.

use std::path::{Path, PathBuf};

use hcl2::ModuleLoader;
use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::model::{EvalContext, FunctionTable};
use hcl2::plan::{Answers, Fixtures};
use hcl2::project::{LoadedMocks, expression_or_text};
use hcl2::terraform::parse_reference;
use hcl2::terraform::table::FileKind;
use hcl2::value::Value;

use super::{expect_file, read_values};
use crate::output::{Failure, Output, verdict};

/// What a person says in place of providers and of modules that are not installed.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct AnswerArguments {
    /// What a data source, a resource or a module that is not installed has, such as
    /// `data.acme_zones.all.names=["a", "b"]` or `module.net.id=n-1`: an expression, or text. May be given several times.
    #[arg(long, value_name = "ADDRESS=VALUE", value_parser = assumed)]
    assume: Vec<(String, String)>,
    /// What data sources, resources and modules that are not installed have: overrides and mocks as in a file of tests, or, in a
    /// file whose name ends in `.json`, an object with the attributes of each data source by its address, a state, or a plan.
    /// May be given several times; what an earlier file says counts.
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
}

/// What the options say.
#[derive(Default)]
pub(super) struct Given {
    pub(super) answers: Answers,
    pub(super) data: Fixtures,
    /// The sources of the files, after those that were given.
    pub(super) sources: SourceMap,
}

impl AnswerArguments {
    /// Reads what the options say. Values of files may call `functions`.
    pub(super) fn read(
        &self,
        loader: &ModuleLoader,
        functions: &FunctionTable,
        sources: SourceMap,
        output: &Output,
    ) -> Result<Given, Failure> {
        let mut given = Given {
            sources,
            ..Given::default()
        };
        for (address, value) in &self.assume {
            let set = given.answers.set(address, value_of(address, value)?);
            set.map_err(|message| Failure::Message(format!("`--assume`: {message}")))?;
        }
        let mut context = EvalContext::new();
        context.set_functions(functions.clone());
        for path in &self.data {
            if is_fixture(path) {
                let read = read_values(Some(path), output, Fixtures::from_json)?;
                given.data.extend(read.unwrap_or_default());
                continue;
            }
            expect_file(path)?;
            let LoadedMocks {
                providers,
                overrides,
                sources,
                mut diagnostics,
            } = loader.load_mocks(path, given.sources);
            given.sources = sources;
            if !diagnostics.has_errors() {
                let mut found = Diagnostics::new();
                found.append(given.answers.add_overrides(&overrides, &context));
                for (provider, mocks) in &providers {
                    found.append(given.answers.add_mocks(provider.as_deref(), mocks, &context));
                }
                diagnostics.append(found);
            }
            output.show(&diagnostics, &given.sources);
            verdict(&diagnostics)?;
        }
        Ok(given)
    }
}

/// Returns whether a file has values by their addresses, and no blocks.
fn is_fixture(path: &Path) -> bool {
    let has_blocks = matches!(
        FileKind::of_path(path),
        Some(FileKind::Tests { .. } | FileKind::Mocks)
    );
    !has_blocks && path.extension().is_some_and(|ending| ending == "json")
}

/// Parses the address and the value of an answer.
fn assumed(text: &str) -> Result<(String, String), String> {
    // A key may contain the sign too.
    let mut signs = text.match_indices('=').map(|(at, _)| text.split_at(at));
    let found = signs.find(|(address, _)| parse_reference(address).is_some());
    let (address, value) =
        found.ok_or("expected `ADDRESS=VALUE`, such as `data.TYPE.NAME.ATTRIBUTE=\"a\"`")?;
    Ok((address.to_owned(), value[1..].to_owned()))
}

/// Returns the value of an answer. The message of an error does not quote it, since it may be secret.
fn value_of(address: &str, given: &str) -> Result<Value, Failure> {
    let value = expression_or_text(given);
    // It is text for want of a bracket or a quote.
    if value.as_str() == Some(given) && given.starts_with(['[', '{', '"']) {
        return Err(Failure::Message(format!(
            "`--assume`: the value of `{address}` is neither an expression nor a bare string; write its strings in quotes, and \
             close all brackets and quotes"
        )));
    }
    Ok(value)
}
