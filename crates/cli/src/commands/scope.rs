//! What expressions on the command line are evaluated in: variables and functions, or a Terraform module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::codes::source::UNREADABLE;
use hcl2::diagnostics::{Diagnostics, SourceMap, Span};
use hcl2::functions::Host;
use hcl2::model::{Attribute, EvalContext, Expression, FunctionTable, Limits};
use hcl2::terraform::table::Language;
use hcl2::terraform::{Evaluator, ModuleTree};
use hcl2::value::Value;
use hcl2::{Error, LoadedModule, Loader, VariableSource, value_of_text};

use super::budget::{BudgetArguments, Limiter};
use super::language;
use super::module::WorldArguments;
use super::syntax::SyntaxArguments;
use crate::files::Input;
use crate::output::{Failure, Output, verdict};

/// The options that say what expressions are evaluated in.
#[derive(clap::Args)]
pub(crate) struct ScopeArguments {
    #[command(flatten)]
    world: WorldArguments,
    /// The functions to call: the standard ones, or those of Terraform or OpenTofu, which can read the files of the repository
    /// around the current directory, or those in and below the directory without one.
    #[arg(long, value_enum, value_name = "TABLE", default_value = "standard")]
    functions: Functions,
    /// Evaluate in a Terraform module, with its variables, locals and modules and the functions of Terraform,
    /// or of OpenTofu with `--opentofu` or `--functions opentofu`. Values that only providers know are printed as `(known
    /// after apply)`.
    #[arg(long, value_name = "DIR")]
    module: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
}

/// A table of functions.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Functions {
    Standard,
    Terraform,
    #[value(name = "opentofu")]
    OpenTofu,
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

    /// Returns the table. Functions that read files can read those that `host` shows.
    pub(super) fn table(self, host: &Arc<dyn Host>) -> FunctionTable {
        match self {
            Self::Standard => hcl2::standard_functions(),
            Self::Terraform | Self::OpenTofu => {
                let mut functions = hcl2::terraform::functions_of(language(self.are_of_opentofu()), host);
                functions.insert("type", hcl2::terraform::type_function());
                functions
            }
        }
    }
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
    module: Option<ScopeModule<'a>>,
}

/// A module in which expressions are evaluated.
struct ScopeModule<'a> {
    directory: &'a Path,
    language: Language,
    tree: ModuleTree,
    sources: SourceMap,
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
        let mut world = arguments.world.clone();
        world.language.opentofu |= arguments.functions.are_of_opentofu();
        let (loader, language) = world.loader(directory, limits, output)?;
        let LoadedModule {
            tree,
            sources,
            diagnostics,
        } = loader.nested().load(directory);
        if diagnostics.has_errors() {
            output.show(&diagnostics, &sources);
        }
        verdict(&diagnostics)?;
        if let Some(name) = world.variables.undeclared(&tree.module).next() {
            let message = format!("the module declares no variable `{name}`");
            return Err(Failure::Message(message));
        }
        Ok(Self {
            arguments,
            variables: Vec::new(),
            module: Some(ScopeModule {
                directory,
                language,
                tree,
                sources,
            }),
        })
    }

    /// Returns the sources of the module.
    pub(super) fn sources(&self) -> SourceMap {
        self.module
            .as_ref()
            .map(|module| module.sources.clone())
            .unwrap_or_default()
    }

    /// Returns the names of variables, or the addresses of what a module declares.
    pub(super) fn variables(&self) -> Vec<String> {
        match &self.module {
            Some(module) => module
                .tree
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
            Some(ScopeModule {
                directory,
                language,
                tree,
                ..
            }) => {
                let host = self.arguments.world.host(directory, tree)?;
                Ok(Functions::of(*language).table(&host))
            }
            None if matches!(self.arguments.functions, Functions::Standard) => Ok(hcl2::standard_functions()),
            None => {
                let host = self
                    .arguments
                    .world
                    .host(Path::new("."), &ModuleTree::default())?;
                Ok(self.arguments.functions.table(&host))
            }
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
        let Some(ScopeModule { directory, tree, .. }) = &self.module else {
            let context = self.context(limiter)?;
            return Ok(evaluated(input, syntax, |expression, diagnostics| {
                expression.evaluate(context.as_ref()).report_into(diagnostics)
            }));
        };
        let mut evaluator = Evaluator::new(tree, self.functions()?).budget(limiter.budget());
        if let Ok(path) = directory.canonicalize() {
            evaluator = evaluator.working_directory(path.display().to_string());
        }
        if let Some(workspace) = self.arguments.world.workspace(directory) {
            evaluator = evaluator.workspace(workspace);
        }
        let Input {
            sources,
            files,
            paths,
            diagnostics,
        } = input;
        let (sources, set) = self.arguments.world.variables.set(
            &tree.module,
            &mut |name, value, _| evaluator.set_variable(name, value),
            directory,
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

/// Returns the variables of the command line, in its order.
fn variables(
    arguments: &ScopeArguments,
    limits: Limits,
    output: &Output,
) -> Result<Vec<(String, Value)>, Failure> {
    let mut variables = Vec::new();
    for source in arguments.world.variables.given() {
        match source {
            VariableSource::File(path) => variables.extend(variables_in(path, limits, output)?),
            VariableSource::Option { name, text } => {
                variables.push((name.clone(), value_of_text(None, text)));
            }
            VariableSource::Environment { .. } | VariableSource::AutomaticFiles => {}
        }
    }
    Ok(variables)
}

/// Returns the variables of a file, each of which is constant.
fn variables_in(path: &Path, limits: Limits, output: &Output) -> Result<Vec<(String, Value)>, Failure> {
    let set = Loader::new().limits(limits).load_path(path).and_then(|document| {
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
    set.map_err(|error| {
        output.show(&error.iter().cloned().collect(), error.sources());
        match error.iter().any(|problem| problem.code == UNREADABLE) {
            true => Failure::Usage,
            false => Failure::Input,
        }
    })
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
