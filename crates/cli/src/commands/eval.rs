//! `hcl2 eval`: evaluates an expression, or the attributes of a file.

use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::decode::JsonOptions;
use hcl2::diagnostics::SourceMap;
use hcl2::functions::terraform::ephemeral_mark;
use hcl2::model::{Attribute, EvalContext};
use hcl2::project::Endings;
use hcl2::value::{Value, ValueKind};

use super::budget::Limiter;
use super::scope::{Evaluated, Scope, ScopeArguments, Scopes, Spans};
use super::syntax::SyntaxArguments;
use crate::files::{Given, Input, is_fed, read_standard_input};
use crate::output::{Failure, Output, verdict, write_data, write_error, write_json};

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hcl2 eval '1 - 0.9'\n  hcl2 eval --var name=you '\"hello, ${upper(name)}\"'\n  hcl2 \
                        eval --var 'ports=[80, 443]' '[for p in ports : p + 8000]'\n  hcl2 eval --var env=prod app.hcl\n  hcl2 eval \
                        --functions terraform 'cidrsubnet(\"10.0.0.0/8\", 8, 2)'\n  hcl2 eval --module infra/ --var size=3 local.names"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) scope: ScopeArguments,
    /// Print the type of the result beside it.
    #[arg(long)]
    with_type: bool,
    /// Print a string without quotes and escapes.
    #[arg(long, short, conflicts_with = "with_type")]
    raw: bool,
    /// Print JSON, which is so without the option.
    #[arg(long, hide = true, conflicts_with = "raw")]
    json: bool,
    #[command(flatten)]
    syntax: SyntaxArguments,
    /// An expression, the name of a file to evaluate the attributes of, or `-` for an expression from standard input, which
    /// is also read without an operand if it is a pipe or a file.
    #[arg(value_name = "EXPR|FILE", allow_hyphen_values = true)]
    input: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let limiter = arguments.scope.start();
    let operand = match &arguments.input {
        Some(operand) => operand.as_str(),
        None if is_fed() => "-",
        None => {
            let message = "name an expression or a file, or give an expression on standard input";
            return Err(Failure::Message(message.to_owned()));
        }
    };
    let limits = arguments.syntax.limits();
    // A file is evaluated by itself, unless a module is named.
    let is_file = operand != "-" && (has_content(Path::new(operand)) || is_name_of_file(operand));
    if is_file && !arguments.scope.names_module() {
        let scope = Scope::without_module(&arguments.scope, limits, output)?;
        let context = scope.variables_and_functions(limiter)?;
        if has_content(Path::new(operand)) {
            let mut evaluated = evaluate_file(operand, arguments.syntax, &context, output)?;
            let found = std::mem::take(&mut evaluated.diagnostics);
            evaluated.diagnostics = scope.with_tables(found, &evaluated.sources);
            return print(arguments, evaluated, limiter, output);
        }
        if names_no_variable(operand, &context) {
            return Err(Failure::Message(format!("there is no file {operand}")));
        }
    }
    let scopes = Scopes::load(&arguments.scope, limits, output)?;
    let (name, bytes) = match operand {
        "-" => ("<stdin>", read_standard_input()?),
        operand => ("<expression>", operand.as_bytes().to_vec()),
    };
    let input = |sources: SourceMap| {
        let given = Given {
            name: name.to_owned(),
            bytes: bytes.clone(),
        };
        Input::of_given(sources, [given], Some(Syntax::Native))
    };
    let scope = scopes.of(&input(SourceMap::new()), arguments.syntax)?;
    let mut evaluated = scope.evaluate(input(scope.sources()), limiter, arguments.syntax)?;
    let value = &evaluated.value;
    // Words in a value make it no shorter.
    let is_in_words = scope.is_in_words && limiter.may_print(value);
    if is_in_words && (!value.is_wholly_known() || value.contains_marked()) {
        evaluated.value = shown(value, MAX_DEPTH);
    }
    print(arguments, evaluated, limiter, output)
}

/// Returns whether a path leads to something that can be read as a file, such as a pipe.
fn has_content(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_dir())
}

/// Returns whether an operand does not begin with a variable.
fn names_no_variable(operand: &str, context: &EvalContext<'_>) -> bool {
    let root = operand.split('.').next().unwrap_or_default();
    context.variable(root).is_none()
}

/// The roots of references in modules, which begin no names of files.
const ROOTS: [&str; 3] = ["var", "local", "module"];

/// Returns whether an operand is spelt as a path or the name of a configuration file.
fn is_name_of_file(operand: &str) -> bool {
    if ["/", "./", "../", "~/"]
        .iter()
        .any(|start| operand.starts_with(start))
    {
        return true;
    }
    let root = operand.split('.').next().unwrap_or_default();
    let is_name =
        !operand.contains(|character: char| character.is_whitespace() || "(){}\"".contains(character));
    is_name && Endings::ALL.accept(operand) && !ROOTS.contains(&root)
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
    verdict(&diagnostics)?;
    let options = JsonOptions {
        with_type: arguments.with_type,
        keep_nulls: true,
        max_bytes: None,
    };
    let Some(whole) = spans.whole else {
        return Err(Failure::Input);
    };
    if arguments.raw
        && let Some(text) = value.as_str()
    {
        return write_data(format!("{text}\n"));
    }
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

/// The depth up to which nested values are printed.
const MAX_DEPTH: u32 = 500;

/// Replaces unknown, sensitive and too deeply nested values by words; lists and maps become tuples and objects, so that
/// the words fit in.
fn shown(value: &Value, depth: u32) -> Value {
    match value.kind() {
        ValueKind::Marked(..) if value.marks().contains(&ephemeral_mark()) => {
            Value::from("(ephemeral value)")
        }
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
    path: &str,
    syntax_arguments: SyntaxArguments,
    context: &EvalContext<'_>,
    output: &Output,
) -> Result<Evaluated, Failure> {
    let input = Input::read(&[PathBuf::from(path)], syntax_arguments.syntax())?;
    let Some((source, syntax)) = input.files.first() else {
        output.show(&input.diagnostics, &input.sources);
        return Err(Failure::Usage);
    };
    let parsed = syntax_arguments.parse(source, *syntax);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.has_errors() {
        return Ok(Evaluated::failed(diagnostics, input.sources));
    }
    let attributes = parsed.value.attributes().report_into(&mut diagnostics);
    if diagnostics.has_errors() {
        output.show(&diagnostics, &input.sources);
        let tip = "`hcl2 to-json` prints files with blocks, `hcl2 query` a value in them, and `hcl2 eval --module DIR` \
                   evaluates in a Terraform module";
        write_error(&format!("tip: {tip}\n"));
        return Err(Failure::Input);
    }
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
