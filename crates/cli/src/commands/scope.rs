//! What expressions on the command line are evaluated in: variables and functions, or a Terraform module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::codes::source::UNREADABLE;
use hcl2::diagnostics::{Diagnostics, Outcome, SourceMap, Span};
use hcl2::functions::Host;
use hcl2::model::{Attribute, EvalContext, Expression, FunctionTable, Limits};
use hcl2::terraform::table::Language;
use hcl2::terraform::{Evaluator, ModuleTree};
use hcl2::value::Value;
use hcl2::{DirectoryHost, Error, LoadedModule, Loader, ModuleLoader};

use super::budget::{BudgetArguments, Limiter};
use super::syntax::SyntaxArguments;
use super::{language, language_of};
use crate::files::Input;
use crate::output::{Failure, Output, verdict};

/// The options that say what expressions are evaluated in.
#[derive(clap::Args)]
pub(crate) struct ScopeArguments {
    /// A variable. The value is a constant expression such as `[80, 443]`; anything else is a string. May be given
    /// several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    var: Vec<(String, String)>,
    /// The functions to call: the standard ones, or those of Terraform or OpenTofu, which can read files in and below the
    /// current directory.
    #[arg(long, value_enum, value_name = "TABLE", default_value = "standard")]
    functions: Functions,
    /// Evaluate in a Terraform module, with its variables, locals and modules and the functions of Terraform,
    /// or of OpenTofu with `--functions opentofu`. Variables are set by the environment (`TF_VAR_…`), by
    /// `terraform.tfvars` and `*.auto.tfvars` in the module, by `--var-file` and by `--var`, each overriding the ones
    /// before. Values that only providers know are printed as `(known after apply)`.
    #[arg(long, value_name = "DIR")]
    module: Option<PathBuf>,
    /// A file whose attributes are variables, such as a `.tfvars` file; `--var` overrides them. May be given several times.
    #[arg(long, value_name = "FILE")]
    var_file: Vec<PathBuf>,
    #[command(flatten)]
    budget: BudgetArguments,
}

impl ScopeArguments {
    /// Returns the language of the module in a directory.
    fn language_of(&self, directory: &Path) -> Language {
        language_of(self.functions.are_of_opentofu(), directory)
    }
}

/// A table of functions.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Functions {
    Standard,
    Terraform,
    #[value(name = "opentofu")]
    OpenTofu,
}

/// Returns the files in and below a directory, and the clock, for functions.
pub(super) fn host(directory: &Path) -> Result<Arc<dyn Host>, Failure> {
    let mut host = DirectoryHost::new(directory).map_err(|error| {
        let details = error.iter().map(|problem| problem.detail.as_ref());
        Failure::Message(details.collect())
    })?;
    if let Ok(home) = std::env::var("HOME") {
        host = host.home(home);
    }
    Ok(Arc::new(host))
}

impl Functions {
    /// Returns all functions of a language.
    pub(super) fn of(language: Language) -> Self {
        match language {
            Language::OpenTofu => Self::OpenTofu,
            Language::Terraform => Self::Terraform,
        }
    }

    fn are_of_opentofu(self) -> bool {
        matches!(self, Self::OpenTofu)
    }

    /// Returns the table. Functions that read files can read those in and below `directory`.
    pub(super) fn table(self, directory: &Path) -> Result<FunctionTable, Failure> {
        match self {
            Self::Standard => Ok(hcl2::standard_functions()),
            Self::Terraform | Self::OpenTofu => {
                let host = host(directory)?;
                let language = language(self.are_of_opentofu());
                let mut functions = hcl2::terraform::functions_of(language, &host);
                functions.insert("type", hcl2::terraform::type_function());
                Ok(functions)
            }
        }
    }
}

pub(super) fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Parses the value of a variable on the command line: a constant expression, or else a string.
pub(super) fn variable(text: &str) -> Value {
    let mut sources = SourceMap::new();
    let literal = sources
        .add("<variable>", text)
        .ok()
        .and_then(|source| hcl2::parse_expression(&source).into_result().ok());
    if let Some(expression) = literal {
        let Outcome { value, diagnostics } = expression.evaluate(None);
        if diagnostics.is_empty() {
            return value;
        }
    }
    Value::from(text)
}

/// A result, and where it comes from.
pub(super) struct Evaluated {
    pub(super) value: Value,
    pub(super) spans: Spans,
    pub(super) diagnostics: Diagnostics,
    pub(super) sources: SourceMap,
}

/// Where a value comes from.
#[derive(Default)]
pub(super) struct Spans {
    /// The whole of it; `None` if it could not be read.
    pub(super) whole: Option<Span>,
    /// The expressions of its attributes by their names.
    pub(super) attributes: Vec<(String, Span)>,
}

impl Evaluated {
    pub(super) fn failed(diagnostics: Diagnostics, sources: SourceMap) -> Self {
        Self {
            value: Value::DYNAMIC,
            spans: Spans::default(),
            diagnostics,
            sources,
        }
    }
}

impl ScopeArguments {
    /// Starts the clock of an evaluation.
    pub(super) fn start(&self) -> Limiter {
        self.budget.start()
    }
}

/// What expressions are evaluated in.
pub(super) struct Scope<'a> {
    arguments: &'a ScopeArguments,
    /// The variables of files and the command line, unless they are those of a module.
    variables: Vec<(String, Value)>,
    module: Option<(&'a Path, ModuleTree, SourceMap)>,
}

impl<'a> Scope<'a> {
    /// Reads the module, if there is one, within limits of parsing.
    pub(super) fn load(
        arguments: &'a ScopeArguments,
        limits: Limits,
        output: &Output,
    ) -> Result<Self, Failure> {
        let Some(directory) = arguments.module.as_deref() else {
            return Ok(Self {
                arguments,
                variables: variables(arguments, limits, output)?,
                module: None,
            });
        };
        let LoadedModule {
            tree,
            sources,
            diagnostics,
        } = ModuleLoader::new()
            .language(arguments.language_of(directory))
            .limits(limits)
            .nested()
            .load(directory);
        if diagnostics.has_errors() {
            output.show(&diagnostics, &sources);
        }
        verdict(&diagnostics)?;
        Ok(Self {
            arguments,
            variables: Vec::new(),
            module: Some((directory, tree, sources)),
        })
    }

    /// Returns the sources of the module.
    pub(super) fn sources(&self) -> SourceMap {
        self.module
            .as_ref()
            .map(|(.., sources)| sources.clone())
            .unwrap_or_default()
    }

    /// Returns the names of variables, or the addresses of what a module declares.
    pub(super) fn variables(&self) -> Vec<String> {
        match &self.module {
            Some((_, tree, _)) => tree
                .module
                .nodes()
                .iter()
                .map(|node| node.address.to_string())
                .collect(),
            None => self.variables.iter().map(|(name, _)| name.clone()).collect(),
        }
    }

    /// Returns the functions that can be called.
    pub(super) fn functions(&self) -> Result<FunctionTable, Failure> {
        match &self.module {
            Some((directory, ..)) => Functions::of(self.arguments.language_of(directory)).table(directory),
            None => self.arguments.functions.table(Path::new(".")),
        }
    }

    /// Returns the variables and functions, unless expressions are evaluated in a module.
    pub(super) fn context(&self, limiter: Limiter) -> Result<Option<EvalContext<'static>>, Failure> {
        if self.module.is_some() {
            return Ok(None);
        }
        let mut context = EvalContext::new();
        context.allow_variables();
        context.set_budget(limiter.budget());
        context.set_functions(self.functions()?);
        for (name, value) in &self.variables {
            context.set_variable(name.as_str(), value.clone());
        }
        Ok(Some(context))
    }

    /// Evaluates the expression that an input holds, whose sources continue those of the scope.
    pub(super) fn evaluate(
        &self,
        input: Input,
        limiter: Limiter,
        syntax: SyntaxArguments,
    ) -> Result<Evaluated, Failure> {
        let Some((directory, tree, _)) = &self.module else {
            let context = self.context(limiter)?;
            return Ok(evaluated(input, syntax, |expression, diagnostics| {
                expression.evaluate(context.as_ref()).report_into(diagnostics)
            }));
        };
        let mut evaluator = Evaluator::new(tree, self.functions()?).budget(limiter.budget());
        if let Ok(path) = directory.canonicalize() {
            evaluator = evaluator.working_directory(path.display().to_string());
        }
        let Input {
            sources,
            files,
            paths,
            diagnostics,
        } = input;
        let ScopeArguments { var, var_file, .. } = self.arguments;
        let (sources, set) = super::variables::set(
            &tree.module,
            &mut |name, value, _| evaluator.set_variable(name, value),
            directory,
            var_file,
            var,
            sources,
        )?;
        let input = Input {
            sources,
            files,
            paths,
            diagnostics,
        };
        Ok(evaluated(input, syntax, |expression, diagnostics| {
            diagnostics.append(set);
            if diagnostics.has_errors() {
                return Value::DYNAMIC;
            }
            diagnostics.append(evaluator.check_variables());
            evaluator.evaluate(expression).report_into(diagnostics)
        }))
    }
}

/// Returns the variables of files, each of which is constant, and of the command line, which override them.
fn variables(
    arguments: &ScopeArguments,
    limits: Limits,
    output: &Output,
) -> Result<Vec<(String, Value)>, Failure> {
    let loader = Loader::new().limits(limits);
    let mut variables = Vec::new();
    for path in &arguments.var_file {
        let set = loader.load_path(path).and_then(|document| {
            let attributes = document.body().attributes();
            let mut diagnostics = attributes.diagnostics;
            let evaluate = |attribute: &Attribute| {
                let value = attribute.expression.evaluate(None);
                (attribute.name.to_string(), value.report_into(&mut diagnostics))
            };
            let set: Vec<_> = attributes.value.iter().map(evaluate).collect();
            if diagnostics.has_errors() {
                return Err(Error::new(diagnostics, document.sources().clone()));
            }
            Ok(set)
        });
        variables.extend(set.map_err(|error| {
            output.show(&error.iter().cloned().collect(), error.sources());
            match error.iter().any(|problem| problem.code == UNREADABLE) {
                true => Failure::Usage,
                false => Failure::Input,
            }
        })?);
    }
    let given = arguments.var.iter();
    variables.extend(given.map(|(name, text)| (name.clone(), variable(text))));
    Ok(variables)
}

/// Evaluates the expression that an input holds by `evaluate`, if it can be parsed.
fn evaluated(
    input: Input,
    syntax: SyntaxArguments,
    evaluate: impl FnOnce(&dyn Expression, &mut Diagnostics) -> Value,
) -> Evaluated {
    let Some((source, _)) = input.files.first() else {
        return Evaluated::failed(input.diagnostics, input.sources);
    };
    let mut diagnostics = Diagnostics::new();
    let mut spans = Spans::default();
    let value = match syntax.parse_expression(source).into_result() {
        Ok(expression) => {
            spans.whole = Some(expression.span());
            evaluate(&*expression, &mut diagnostics)
        }
        Err(problems) => {
            diagnostics = problems;
            Value::DYNAMIC
        }
    };
    Evaluated {
        value,
        spans,
        diagnostics,
        sources: input.sources,
    }
}
