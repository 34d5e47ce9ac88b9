//! What expressions on the command line are evaluated in: variables and functions, or a Terraform module.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::codes::expr::UNKNOWN_FUNCTION;
use hcl2::diagnostics::codes::source::UNREADABLE;
use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, Span, Suggestions};
use hcl2::functions::{Host, NoHost};
use hcl2::model::{Attribute, EvalContext, Expression, FunctionTable, Limits, Traversal};
use hcl2::project::{Disk, Files, expression_or_text, is_of_module};
use hcl2::terraform::table::{Language, Version};
use hcl2::terraform::{Evaluator, ModuleTree};
use hcl2::value::Value;
use hcl2::{Error, LoadedModule, Loader, VariableSource};

use super::budget::{BudgetArguments, Limiter};
use super::language;
use super::module::{ModuleLanguage, WorldArguments};
use super::syntax::SyntaxArguments;
use super::variables::near_variable;
use crate::files::Input;
use crate::output::{Failure, Output, verdict, write_error};

/// The options that say what expressions are evaluated in.
#[derive(clap::Args)]
pub(crate) struct ScopeArguments {
    #[command(flatten)]
    world: WorldArguments,
    /// The functions to call: the standard ones, which are the default without a module, or those of Terraform or OpenTofu,
    /// which can read the files of the repository around the current directory, or those in and below the directory without
    /// one.
    #[arg(long, value_enum, value_name = "TABLE")]
    functions: Option<Functions>,
    /// Evaluate in a Terraform module, with its variables, locals and modules and the functions of Terraform,
    /// or of OpenTofu with `--opentofu` or `--functions opentofu`. Values that only providers know are printed as `(known
    /// after apply)` [default: the current directory, if it has a module and `--functions standard` is not given].
    #[arg(long, value_name = "DIR")]
    module: Option<PathBuf>,
    /// Evaluate without the module in the current directory.
    #[arg(long, conflicts_with = "module")]
    no_module: bool,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
}

/// A table of functions.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
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

    /// Returns the value of the option that selects the table.
    fn option(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Terraform => "terraform",
            Self::OpenTofu => "opentofu",
        }
    }

    fn are_of_opentofu(self) -> bool {
        matches!(self, Self::OpenTofu)
    }

    /// Returns the version whose functions they are: the given one, if it is one of their product, or the newest.
    fn version(self, given: Option<Version>) -> Option<Version> {
        let language = language(self.are_of_opentofu());
        let own = given.filter(|version| version.language == language);
        (self != Self::Standard).then(|| own.unwrap_or(Version::newest(language)))
    }

    /// Returns the table, of a version if it is given. Functions that read files can read those that `host` shows.
    pub(super) fn table(self, given: Option<Version>, host: &Arc<dyn Host>) -> FunctionTable {
        match self.version(given) {
            None => hcl2::standard_functions(),
            Some(version) => {
                let mut functions = hcl2::terraform::versioned_functions(version, host);
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

    /// Returns whether expressions may be evaluated in the module in the current directory, if there is one.
    fn may_use_current(&self) -> bool {
        self.module.is_none() && !self.no_module && self.functions != Some(Functions::Standard)
    }

    /// Returns whether the command line names a module.
    pub(super) fn names_module(&self) -> bool {
        self.module.is_some()
    }
}

/// What expressions are evaluated in: the module that the command line names; or else the module in the current directory, for
/// expressions that refer to it, and the variables of the command line for all others.
pub(super) struct Scopes<'a> {
    arguments: &'a ScopeArguments,
    limits: Limits,
    output: &'a Output,
    first: Scope<'a>,
    /// The module in the current directory, which is read when the first expression refers to it.
    current: Option<OnceCell<Scope<'a>>>,
}

impl<'a> Scopes<'a> {
    /// Reads what the command line names, within limits of parsing.
    pub(super) fn load(
        arguments: &'a ScopeArguments,
        limits: Limits,
        output: &'a Output,
    ) -> Result<Self, Failure> {
        let scopes = |first, current| Self {
            arguments,
            limits,
            output,
            first,
            current,
        };
        if let Some(directory) = &arguments.module {
            return Ok(scopes(
                Scope::of_module(arguments, directory, limits, output)?,
                None,
            ));
        }
        let mut first = Scope::without_module(arguments, limits, output)?;
        let here = Path::new(".");
        let files = || Disk.list(here).unwrap_or_default();
        if !arguments.may_use_current() || !files().iter().any(|file| is_of_module(file, Language::OpenTofu))
        {
            return Ok(scopes(first, None));
        }
        let ModuleLanguage { language, version } = arguments.world.language.of(here, output)?;
        first.functions = arguments.functions.unwrap_or(Functions::of(language));
        first.version = version;
        first.is_in_words = true;
        Ok(scopes(first, Some(OnceCell::new())))
    }

    /// Returns what the expression that an input holds is evaluated in.
    pub(super) fn of(&self, input: &Input, syntax: SyntaxArguments) -> Result<&Scope<'a>, Failure> {
        let Some((source, _)) = input.files.first() else {
            return Ok(&self.first);
        };
        // One that cannot be parsed is reported in any scope.
        let parsed = syntax.parse_expression(source).into_result().ok();
        let is_other = |reference: &Traversal| {
            let root = reference.root_name();
            root.is_some_and(|root| self.first.variables.iter().all(|(name, _)| *name != **root))
        };
        match parsed {
            Some(parsed) if parsed.variables().iter().any(is_other) => self.widest(),
            _ => Ok(&self.first),
        }
    }

    /// Returns the module, if there is one, or what expressions are evaluated in without one.
    pub(super) fn widest(&self) -> Result<&Scope<'a>, Failure> {
        let Some(current) = &self.current else {
            return Ok(&self.first);
        };
        if let Some(scope) = current.get() {
            return Ok(scope);
        }
        let loaded = Scope::of_module(self.arguments, Path::new("."), self.limits, self.output);
        let loaded = loaded.inspect_err(|_| {
            write_error("tip: `--no-module` evaluates without the module in this directory\n");
        })?;
        Ok(current.get_or_init(|| loaded))
    }
}

/// A scope of expressions.
pub(super) struct Scope<'a> {
    arguments: &'a ScopeArguments,
    functions: Functions,
    /// The version of the functions that the command line selects.
    version: Option<Version>,
    /// Whether values that JSON cannot express are printed as words.
    pub(super) is_in_words: bool,
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
    /// Reads the variables of the command line, for expressions outside of any module.
    pub(super) fn without_module(
        arguments: &'a ScopeArguments,
        limits: Limits,
        output: &Output,
    ) -> Result<Self, Failure> {
        Ok(Self {
            arguments,
            functions: arguments.functions.unwrap_or(Functions::Standard),
            version: arguments
                .world
                .language
                .selected()?
                .and_then(|selected| selected.version),
            is_in_words: false,
            variables: variables(arguments, limits, output)?,
            module: None,
        })
    }

    fn of_module(
        arguments: &'a ScopeArguments,
        directory: &'a Path,
        limits: Limits,
        output: &Output,
    ) -> Result<Self, Failure> {
        let mut world = arguments.world.clone();
        world.language.opentofu |= arguments.functions.is_some_and(Functions::are_of_opentofu);
        let (loader, language) = world.loader(directory, limits, output)?;
        let LoadedModule {
            tree,
            sources,
            diagnostics,
        } = loader.nested().load_partial(directory);
        if diagnostics.has_errors() {
            output.show(&diagnostics, &sources);
        }
        verdict(&diagnostics)?;
        if let Some(name) = world.variables.undeclared(&tree.module).next() {
            let near = near_variable(&tree.module, name, &Suggestions::new());
            write_error(&format!(
                "error: the module declares no variable `{name}`.{near}\n"
            ));
            return Err(Failure::Usage);
        }
        Ok(Self {
            arguments,
            functions: Functions::of(language),
            version: Some(tree.module.version()),
            is_in_words: true,
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
                Ok(Functions::of(*language).table(self.version, &host))
            }
            None if self.functions == Functions::Standard => Ok(hcl2::standard_functions()),
            None => {
                let host = self
                    .arguments
                    .world
                    .host(Path::new("."), &ModuleTree::default())?;
                Ok(self.functions.table(self.version, &host))
            }
        }
    }

    /// Returns the directory of the module.
    pub(super) fn directory(&self) -> Option<&Path> {
        self.module.as_ref().map(|module| module.directory)
    }

    /// Returns problems with the table of each unknown function that is one of Terraform's.
    pub(super) fn with_tables(&self, problems: Diagnostics, sources: &SourceMap) -> Diagnostics {
        let is_unknown = |problem: &Diagnostic| problem.code == UNKNOWN_FUNCTION;
        if self.module.is_some() || !problems.iter().any(is_unknown) {
            return problems;
        }
        let tables = [Functions::Terraform, Functions::OpenTofu].map(|table| {
            let host: Arc<dyn Host> = Arc::new(NoHost);
            (table.option(), table.table(None, &host))
        });
        problems.map(|mut problem| {
            let name = problem.subject.filter(|_| is_unknown(&problem));
            let name = name.and_then(|name| {
                let text = sources.get(name.source)?.slice(name);
                std::str::from_utf8(text).ok()
            });
            let found = name.and_then(|name| {
                let (option, _) = tables.iter().find(|(_, table)| table.get(name).is_some())?;
                Some((name, option))
            });
            if let Some((name, option)) = found {
                problem.detail =
                    format!("`{name}` is no standard function. Call it with `--functions {option}`.").into();
                problem.suggestions.clear();
            }
            problem
        })
    }

    /// Returns the variables of the command line, and the functions.
    pub(super) fn variables_and_functions(&self, limiter: Limiter) -> Result<EvalContext<'static>, Failure> {
        let mut context = EvalContext::new();
        context.allow_variables();
        context.set_budget(limiter.budget());
        context.set_functions(self.functions()?);
        if let Some(version) = self.functions.version(self.version) {
            context.set_rules(version.rules());
        }
        for (name, value) in &self.variables {
            context.set_variable(name.as_str(), value.clone());
        }
        Ok(context)
    }

    /// Evaluates the expression that an input holds, whose sources continue those of the scope.
    pub(super) fn evaluate(
        &self,
        mut input: Input,
        limiter: Limiter,
        syntax: SyntaxArguments,
    ) -> Result<Evaluated, Failure> {
        let Some(ScopeModule { directory, tree, .. }) = &self.module else {
            let context = self.variables_and_functions(limiter)?;
            let mut evaluated = evaluated(input, syntax, |expression, diagnostics| {
                expression.evaluate(Some(&context)).report_into(diagnostics)
            });
            let found = std::mem::take(&mut evaluated.diagnostics);
            evaluated.diagnostics = self.with_tables(found, &evaluated.sources);
            return Ok(evaluated);
        };
        let mut evaluator = Evaluator::new(tree, self.functions()?).budget(limiter.budget());
        if let Ok(path) = directory.canonicalize() {
            evaluator = evaluator.working_directory(path.display().to_string());
        }
        if let Some(workspace) = self.arguments.world.workspace(directory) {
            evaluator = evaluator.workspace(workspace);
        }
        let (sources, set) = self.arguments.world.variables.set(
            &tree.module,
            &mut |name, value, _| evaluator.set_variable(name, value),
            (Arc::new(Disk), directory),
            std::mem::take(&mut input.sources),
        )?;
        input.sources = sources;
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
                variables.push((name.clone(), expression_or_text(text)));
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
            return Err(Error::new(diagnostics).with_sources(&document));
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
