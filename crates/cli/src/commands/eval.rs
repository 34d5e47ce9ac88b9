//! `hcl2 eval`: evaluates an expression, or the attributes of a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::decode::JsonOptions;
use hcl2::diagnostics::{Diagnostics, Outcome, SourceMap, Span};
use hcl2::files::{ENDINGS, is_configuration};
use hcl2::model::{Attribute, EvalContext, Expression, FunctionTable};
use hcl2::terraform::Evaluator;
use hcl2::value::{Value, ValueKind};
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader, Syntax};

use super::SyntaxName;
use super::budget::{BudgetArguments, Limiter};
use crate::files::Input;
use crate::output::{Failure, Output, verdict, write_json};

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hcl2 eval '1 - 0.9'\n  hcl2 eval --var name=you '\"hello, ${upper(name)}\"'\n  hcl2 \
                        eval --var 'ports=[80, 443]' '[for p in ports : p + 8000]'\n  hcl2 eval --var env=prod app.hcl\n  hcl2 eval \
                        --functions terraform 'cidrsubnet(\"10.0.0.0/8\", 8, 2)'\n  hcl2 eval --module infra/ --var size=3 local.names"
)]
pub(crate) struct Arguments {
    /// A variable. The value is a constant expression such as `[80, 443]`; anything else is a string. May be given
    /// several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    var: Vec<(String, String)>,
    /// The functions to call: the standard ones, or those of Terraform, which can read files in and below the current
    /// directory.
    #[arg(long, value_enum, value_name = "TABLE", default_value = "standard")]
    functions: Functions,
    /// Evaluate the expression in a Terraform module, with its variables, locals and modules and the functions of Terraform.
    /// Variables are set by the environment (`TF_VAR_…`), by `terraform.tfvars` and `*.auto.tfvars` in the module, by
    /// `--var-file` and by `--var`, each overriding the ones before. Values that only providers know are printed as
    /// `(known after apply)`.
    #[arg(long, value_name = "DIR")]
    module: Option<PathBuf>,
    /// A file that sets variables of the module. May be given several times.
    #[arg(long, value_name = "FILE", requires = "module")]
    var_file: Vec<PathBuf>,
    /// Print the type of the result beside it.
    #[arg(long)]
    with_type: bool,
    /// The syntax of the file [default: JSON for names that end in `.json`, native otherwise].
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// An expression, the name of a file to evaluate the attributes of, or `-` for an expression from standard input.
    #[arg(value_name = "EXPR|FILE", allow_hyphen_values = true)]
    input: String,
}

/// A table of functions.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Functions {
    Standard,
    Terraform,
}

impl Functions {
    /// Returns the table. Functions that read files can read those in and below `directory`.
    fn table(self, directory: &Path) -> Result<FunctionTable, Failure> {
        match self {
            Self::Standard => Ok(hcl2::standard_functions()),
            Self::Terraform => {
                let mut host = DirectoryHost::new(directory).map_err(|error| {
                    let details = error.iter().map(|problem| problem.detail.as_ref());
                    Failure::Message(details.collect())
                })?;
                if let Ok(home) = std::env::var("HOME") {
                    host = host.home(home);
                }
                Ok(hcl2::terraform_functions(&(Arc::new(host) as _)))
            }
        }
    }
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let limiter = arguments.budget.start();
    if let Some(directory) = &arguments.module {
        let evaluated = evaluate_in_module(arguments, directory, limiter, output)?;
        return print(arguments, evaluated, limiter, output);
    }
    let mut context = EvalContext::new();
    context.allow_variables();
    context.set_budget(limiter.budget());
    context.set_functions(arguments.functions.table(Path::new("."))?);
    for (name, text) in &arguments.var {
        context.set_variable(name.as_str(), variable(text));
    }
    let is_file = arguments.input != "-" && Path::new(&arguments.input).is_file();
    if !is_file && names_file(&arguments.input, &context) {
        return Err(Failure::Message(format!("there is no file {}", arguments.input)));
    }
    let evaluated = if is_file {
        evaluate_file(arguments, &context, output)?
    } else {
        evaluate_expression(arguments, |expression, diagnostics| {
            expression.evaluate(Some(&context)).report_into(diagnostics)
        })?
    };
    print(arguments, evaluated, limiter, output)
}

/// Returns whether an operand can only be the name of a file: it ends as one, and does not begin with a variable.
fn names_file(operand: &str, context: &EvalContext<'_>) -> bool {
    let root = operand.split('.').next().unwrap_or_default();
    let is_name =
        !operand.contains(|character: char| character.is_whitespace() || "(){}\"".contains(character));
    is_name && is_configuration(operand, ENDINGS) && context.variable(root).is_none()
}

/// Prints a result, or the diagnostics if there are errors.
fn print(
    arguments: &Arguments,
    evaluated: Evaluated,
    limiter: Limiter,
    output: &Output,
) -> Result<(), Failure> {
    let Evaluated {
        value,
        spans,
        diagnostics,
        sources,
    } = evaluated;
    output.show(&diagnostics, &sources);
    if diagnostics.has_errors() {
        return Err(Failure::Input);
    }
    let options = JsonOptions {
        with_type: arguments.with_type,
        keep_nulls: true,
    };
    let Some(whole) = spans.whole else {
        return Err(Failure::Input);
    };
    let text = limiter.json(&value, options, whole).map_err(|problem| {
        // The attribute at fault says more than the whole file.
        let at_fault = spans.attributes.iter().find_map(|(name, span)| {
            let part = value.get(name)?;
            limiter.json(part, options, *span).err()
        });
        output.show(&(*at_fault.unwrap_or(problem)).into(), &sources);
        Failure::Input
    })?;
    write_json(&format!("{text}\n"))
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
struct Evaluated {
    value: Value,
    spans: Spans,
    diagnostics: Diagnostics,
    sources: SourceMap,
}

/// Where a value comes from.
#[derive(Default)]
struct Spans {
    /// The whole of it; `None` if it could not be read.
    whole: Option<Span>,
    /// The expressions of its attributes by their names.
    attributes: Vec<(String, Span)>,
}

impl Evaluated {
    fn failed(diagnostics: Diagnostics, sources: SourceMap) -> Self {
        Self {
            value: Value::DYNAMIC,
            spans: Spans::default(),
            diagnostics,
            sources,
        }
    }
}

/// Evaluates the expression on the command line or standard input by `evaluate` if it can be parsed.
fn evaluate_expression(
    arguments: &Arguments,
    evaluate: impl FnOnce(&dyn Expression, &mut Diagnostics) -> Value,
) -> Result<Evaluated, Failure> {
    expression_among(SourceMap::new(), arguments, evaluate)
}

/// Evaluates like [`evaluate_expression`], and adds the source of the expression to `sources`.
fn expression_among(
    sources: SourceMap,
    arguments: &Arguments,
    evaluate: impl FnOnce(&dyn Expression, &mut Diagnostics) -> Value,
) -> Result<Evaluated, Failure> {
    let input = if arguments.input == "-" {
        Input::read_into(sources, &[PathBuf::from("-")], None)?
    } else {
        Input::of_string(sources, "<expression>", &arguments.input)
    };
    let Some((source, _)) = input.files.first() else {
        return Ok(Evaluated::failed(input.diagnostics, input.sources));
    };
    let mut diagnostics = Diagnostics::new();
    let mut spans = Spans::default();
    let value = match hcl2::parse_expression(source).into_result() {
        Ok(expression) => {
            spans.whole = Some(expression.span());
            evaluate(&*expression, &mut diagnostics)
        }
        Err(problems) => {
            diagnostics = problems;
            Value::DYNAMIC
        }
    };
    Ok(Evaluated {
        value,
        spans,
        diagnostics,
        sources: input.sources,
    })
}

/// Evaluates the expression in a module.
fn evaluate_in_module(
    arguments: &Arguments,
    directory: &Path,
    limiter: Limiter,
    output: &Output,
) -> Result<Evaluated, Failure> {
    let LoadedModule {
        tree,
        sources,
        diagnostics,
    } = ModuleLoader::new().nested().load(directory);
    if diagnostics.has_errors() {
        output.show(&diagnostics, &sources);
        verdict(&diagnostics)?;
    }
    let functions = Functions::Terraform.table(directory)?;
    let mut evaluator = Evaluator::new(&tree, functions).budget(limiter.budget());
    if let Ok(path) = directory.canonicalize() {
        evaluator = evaluator.working_directory(path.display().to_string());
    }
    let (sources, set) = super::variables::set(
        &mut evaluator,
        directory,
        &arguments.var_file,
        &arguments.var,
        sources,
    )?;
    let mut evaluated = expression_among(sources, arguments, |expression, diagnostics| {
        diagnostics.append(set);
        if diagnostics.has_errors() {
            return Value::DYNAMIC;
        }
        diagnostics.extend(evaluator.check_variables());
        evaluator.evaluate(expression).report_into(diagnostics)
    })?;
    let value = &evaluated.value;
    // Words in a value make it no shorter.
    let is_short = limiter.may_print(value);
    if is_short && (!value.is_wholly_known() || value.contains_marked()) {
        evaluated.value = shown(value, MAX_DEPTH);
    }
    Ok(evaluated)
}

/// The depth up to which nested values are printed.
const MAX_DEPTH: u32 = 500;

/// Replaces unknown, sensitive and too deeply nested values by words; lists and maps become tuples and objects, so that
/// the words fit in.
fn shown(value: &Value, depth: u32) -> Value {
    match value.kind() {
        ValueKind::Marked(..) => Value::from("(sensitive value)"),
        ValueKind::Unknown => Value::from("(known after apply)"),
        _ if depth == 0 => Value::from("(nested too deeply)"),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => Value::tuple(
            items
                .iter()
                .map(|item| shown(item, depth - 1))
                .collect::<Vec<_>>(),
        ),
        ValueKind::Map(fields) | ValueKind::Object(fields) => Value::object(
            fields
                .iter()
                .map(|(key, field)| (key.to_string(), shown(field, depth - 1))),
        ),
        _ => value.clone(),
    }
}

fn evaluate_file(
    arguments: &Arguments,
    context: &EvalContext<'_>,
    output: &Output,
) -> Result<Evaluated, Failure> {
    let input = Input::read(
        &[PathBuf::from(&arguments.input)],
        arguments.syntax.map(Syntax::from),
    )?;
    let Some((source, syntax)) = input.files.first() else {
        output.show(&input.diagnostics, &input.sources);
        return Err(Failure::Usage);
    };
    let parsed = hcl2::parse(source, *syntax);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.has_errors() {
        return Ok(Evaluated::failed(diagnostics, input.sources));
    }
    let attributes = parsed.value.attributes().report_into(&mut diagnostics);
    let values: Vec<(String, Value)> = attributes
        .iter()
        .map(|attribute| {
            let value = attribute
                .expression
                .evaluate(Some(context))
                .report_into(&mut diagnostics);
            (attribute.name.as_str().to_owned(), value)
        })
        .collect();
    let span = |attribute: &Attribute| (attribute.name.to_string(), attribute.expression.span());
    Ok(Evaluated {
        value: Value::object(values),
        spans: Spans {
            whole: Some(source.span_of(0, source.bytes().len() as u32)),
            attributes: attributes.iter().map(span).collect(),
        },
        diagnostics,
        sources: input.sources,
    })
}
