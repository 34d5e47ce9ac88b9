//! `hcl2 eval`: evaluates an expression, or the attributes of a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::decode::{JsonOptions, to_json};
use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::model::{EvalContext, FunctionTable};
use hcl2::value::Value;
use hcl2::{DirectoryHost, Syntax};

use super::SyntaxName;
use crate::files::Input;
use crate::output::{Failure, Output, write_output};

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hcl2 eval '1 - 0.9'\n  hcl2 eval --var name=you '\"hello, ${upper(name)}\"'\n  hcl2 \
                        eval --var 'ports=[80, 443]' '[for p in ports : p + 8000]'\n  hcl2 eval --var env=prod app.hcl\n  hcl2 eval \
                        --functions terraform 'cidrsubnet(\"10.0.0.0/8\", 8, 2)'"
)]
pub(crate) struct Arguments {
    /// A variable for the expression. The value is an expression of literals, such as `[80, 443]`; anything else is
    /// taken as a string. May be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    var: Vec<(String, String)>,
    /// The functions that may be called: the standard ones, or those of Terraform, which see the files in the current
    /// directory and below it.
    #[arg(long, value_enum, value_name = "TABLE", default_value = "standard")]
    functions: Functions,
    /// Prints the type of the result beside it.
    #[arg(long)]
    with_type: bool,
    /// Reads a file in this syntax; otherwise `.json` selects the JSON syntax.
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    /// An expression, or the name of a file whose attributes are evaluated; `-` reads an expression from standard
    /// input.
    #[arg(value_name = "EXPR|FILE", allow_hyphen_values = true)]
    input: String,
}

/// The tables of functions.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Functions {
    Standard,
    Terraform,
}

impl Functions {
    fn table(self) -> Result<FunctionTable, Failure> {
        match self {
            Self::Standard => Ok(hcl2::standard_functions()),
            Self::Terraform => {
                let mut host = DirectoryHost::new(".").map_err(|error| {
                    Failure::Message(format!("the current directory cannot be read: {error}"))
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
        _ => Err("write it as NAME=VALUE".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let mut context = EvalContext::new();
    context.allow_variables();
    context.set_functions(arguments.functions.table()?);
    for (name, text) in &arguments.var {
        context.set_variable(name.as_str(), variable(text));
    }
    let is_file = arguments.input != "-" && Path::new(&arguments.input).is_file();
    let (value, diagnostics, sources) = if is_file {
        evaluate_file(arguments, &context, output)?
    } else {
        evaluate_expression(arguments, &context)?
    };
    output.show(&diagnostics, &sources);
    if diagnostics.has_errors() {
        return Err(Failure::Input);
    }
    let options = JsonOptions {
        with_type: arguments.with_type,
        keep_nulls: true,
    };
    let text = to_json(&value, options)
        .map_err(|error| Failure::Message(format!("the result cannot be written as JSON: {error}")))?;
    write_output(&format!("{text}\n"))
}

/// The value of a variable as the command line gives it.
fn variable(text: &str) -> Value {
    let mut sources = SourceMap::new();
    let literal = sources
        .add("<variable>", text)
        .ok()
        .and_then(|source| hcl2::expression(&source).ok());
    if let Some(expression) = literal {
        let mut diagnostics = Diagnostics::new();
        let value = expression.evaluate(None, &mut diagnostics);
        if diagnostics.is_empty() {
            return value;
        }
    }
    Value::from(text)
}

type Evaluated = (Value, Diagnostics, SourceMap);

fn evaluate_expression(arguments: &Arguments, context: &EvalContext<'_>) -> Result<Evaluated, Failure> {
    let input = if arguments.input == "-" {
        Input::read(&[PathBuf::from("-")], None)?
    } else {
        let mut input = Input::default();
        input.add(
            "<expression>".to_owned(),
            arguments.input.clone().into_bytes(),
            Syntax::Native,
        );
        input
    };
    let Some((source, _)) = input.files.first() else {
        return Ok((Value::DYNAMIC, input.diagnostics, input.sources));
    };
    let mut diagnostics = Diagnostics::new();
    let value = match hcl2::expression(source) {
        Ok(expression) => expression.evaluate(Some(context), &mut diagnostics),
        Err(mut problems) => {
            problems.sort_by_source();
            diagnostics = problems;
            Value::DYNAMIC
        }
    };
    Ok((value, diagnostics, input.sources))
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
        return Ok((Value::DYNAMIC, diagnostics, input.sources));
    }
    let (attributes, problems) = parsed.body.attributes();
    diagnostics.extend(problems);
    let values: Vec<(String, Value)> = attributes
        .iter()
        .map(|attribute| {
            let value = attribute.expression.evaluate(Some(context), &mut diagnostics);
            (attribute.name.as_str().to_owned(), value)
        })
        .collect();
    Ok((Value::object(values), diagnostics, input.sources))
}
