//! `hcl2 wire`: messages in the Terraform wire format.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::model::EvalContext;
use hcl2::project::{Disk, MAX_FILE_BYTES};
use hcl2::value::{Type, Value};
use hcl2::wire::msgpack::{Content, Part, Role};
use hcl2::wire::{json, msgpack, notation};

use super::budget::{BudgetArguments, Limiter};
use crate::files::{announce, read_standard_input};
use crate::output::{Failure, Output, is_terminal, write_bytes, write_json, write_text};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Encode the value of an expression.
    #[command(
        after_help = "Examples:\n  hcl2 wire encode --type 'list(number)' --hex '[80, 443]'\n  hcl2 wire encode --type 'object({id=string})' --unknown id --hex '{ id = id }'"
    )]
    Encode {
        /// An expression, or `-` to read one from standard input.
        #[arg(value_name = "EXPR", allow_hyphen_values = true)]
        expression: String,
        /// The type constraint of the value: a type expression, or its JSON in a schema.
        #[arg(long = "type", short, value_name = "TYPE")]
        ty: String,
        /// A variable whose value is unknown. May be given several times.
        #[arg(long, value_name = "NAME")]
        unknown: Vec<String>,
        /// Print hexadecimal digits, as on a terminal.
        #[arg(long)]
        hex: bool,
        /// Write JSON instead of MessagePack.
        #[arg(long, conflicts_with = "hex")]
        json: bool,
        #[command(flatten)]
        budget: BudgetArguments,
    },
    /// Decode a message and print its value.
    #[command(
        after_help = "Examples:\n  hcl2 wire decode --type 'list(number)' --hex '92 50 cd01bb'\n  hcl2 wire decode --type 'object({id=string})' message.bin"
    )]
    Decode {
        #[command(flatten)]
        message: Message,
        /// The type constraint of the value: a type expression, or its JSON in a schema.
        #[arg(long = "type", short, value_name = "TYPE")]
        ty: String,
        /// Print JSON, which has no unknown values, instead of readable notation.
        #[arg(long)]
        json: bool,
    },
    /// Print the offset, encoding and meaning of every part of a message.
    #[command(
        after_help = "Examples:\n  hcl2 wire explain --hex '81 a2 69 64 d4 00 00'\n  hcl2 wire explain --type 'object({id=string})' message.bin"
    )]
    Explain {
        #[command(flatten)]
        message: Message,
        /// The type constraint of the value: a type expression, or its JSON in a schema.
        #[arg(long = "type", short, value_name = "TYPE")]
        ty: Option<String>,
    },
}

#[derive(clap::Args)]
struct Message {
    /// A file with a message or its hexadecimal digits, or `-` for standard input.
    #[arg(value_name = "FILE", required_unless_present = "hex")]
    file: Option<PathBuf>,
    /// The message as hexadecimal digits.
    #[arg(long, value_name = "DIGITS", conflicts_with = "file")]
    hex: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    match &arguments.command {
        Command::Encode {
            expression,
            ty,
            unknown,
            hex,
            json,
            budget,
        } => {
            let limiter = budget.start();
            let value = evaluate(expression, unknown, limiter, output)?;
            let ty = read_type(ty, output)?;
            if *json {
                let text = json::encode_limited(&value, &ty, limiter.output_bytes());
                let text = text.map_err(|error| refused(&unencodable(&error)))?;
                return write_json(&format!("{text}\n"));
            }
            let bytes = msgpack::encode_limited(&value, &ty, limiter.output_bytes());
            let bytes = bytes.map_err(|error| refused(&unencodable(&error)))?;
            if *hex || is_terminal() {
                write_text(&format!("{}\n", digits(&bytes)))
            } else {
                write_bytes(&bytes)
            }
        }
        Command::Decode { message, ty, json } => {
            let ty = read_type(ty, output)?;
            let bytes = message.read()?;
            let value = msgpack::decode(&bytes, &ty).map_err(|error| refused(&error.to_string()))?;
            if *json {
                let text = json::encode(&value, &ty).map_err(|error| refused(&error.to_string()))?;
                return write_json(&format!("{text}\n"));
            }
            write_text(&format!("{value:?}\n"))
        }
        Command::Explain { message, ty } => {
            let ty = ty.as_deref().map(|ty| read_type(ty, output)).transpose()?;
            let explanation = msgpack::explain(&message.read()?, ty.as_ref());
            write_text(&table(&explanation.parts))?;
            match explanation.error {
                Some(error) => Err(refused(&error.to_string())),
                None => Ok(()),
            }
        }
    }
}

fn unencodable(error: &dyn std::fmt::Display) -> String {
    format!("the value cannot be encoded: {error}")
}

/// Reports an invalid message, or an invalid value, on standard error.
fn refused(reason: &str) -> Failure {
    crate::output::write_error(&format!("error: {reason}\n"));
    Failure::Input
}

impl Message {
    fn read(&self) -> Result<Vec<u8>, Failure> {
        if let Some(text) = &self.hex {
            return from_digits(text.as_bytes()).ok_or_else(|| {
                Failure::Message("expected pairs of hexadecimal digits after --hex".to_owned())
            });
        }
        let path = self.file.as_deref().unwrap_or(Path::new("-"));
        let bytes = if path.as_os_str() == "-" {
            read_standard_input()?
        } else {
            announce(path);
            Disk.read_named(path, MAX_FILE_BYTES)
                .map_err(|error| Failure::Message(format!("{} cannot be read: {error}", path.display())))?
        };
        // Messages of several bytes do not start with two ASCII digits, which encode whole numbers.
        Ok(from_digits(&bytes).filter(|_| bytes.len() > 1).unwrap_or(bytes))
    }
}

/// Parses pairs of hexadecimal digits, possibly separated by spaces; `None` if they are invalid.
fn from_digits(text: &[u8]) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| {
            char::from(*byte)
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        })
        .collect::<Option<_>>()?;
    let pairs = digits.chunks(2);
    pairs
        .map(|pair| Some(pair.first()? << 4 | pair.get(1)?))
        .collect()
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Parses a type expression, or the JSON of a type in a schema.
fn read_type(text: &str, output: &Output) -> Result<Type, Failure> {
    if text.trim_start().starts_with(['"', '[']) {
        let failed = |error| Failure::Message(format!("--type is not a type: {error}"));
        return notation::read(text.as_bytes()).map_err(failed);
    }
    let mut sources = SourceMap::new();
    let source = sources
        .add("--type", text)
        .map_err(|error| Failure::Message(format!("--type is too long: {error}")))?;
    let (ty, diagnostics) = match hcl2::ParseOptions::new().parse_expression(&source).into_result() {
        Ok(expression) => {
            let read = hcl2::ext::types::type_constraint(&*expression);
            (read.value.ty, read.diagnostics)
        }
        Err(diagnostics) => (Type::DYNAMIC, diagnostics),
    };
    if diagnostics.has_errors() {
        output.show(&diagnostics, &sources);
        return Err(Failure::Usage);
    }
    Ok(ty)
}

/// Evaluates the expression.
fn evaluate(text: &str, unknown: &[String], limiter: Limiter, output: &Output) -> Result<Value, Failure> {
    let mut bytes = text.as_bytes().to_vec();
    if text == "-" {
        bytes = read_standard_input()?;
    }
    let mut context = EvalContext::new();
    context.set_functions(hcl2::standard_functions());
    context.set_budget(limiter.budget());
    for name in unknown {
        context.set_variable(name.as_str(), Value::DYNAMIC);
    }
    let mut sources = SourceMap::new();
    let source = sources
        .add("<expression>", bytes)
        .map_err(|error| Failure::Message(format!("the expression is too long: {error}")))?;
    let mut diagnostics = Diagnostics::new();
    let value = match hcl2::ParseOptions::new().parse_expression(&source).into_result() {
        Ok(expression) => expression.evaluate(Some(&context)).report_into(&mut diagnostics),
        Err(problems) => {
            diagnostics = problems;
            Value::DYNAMIC
        }
    };
    output.show(&diagnostics, &sources);
    if diagnostics.has_errors() {
        return Err(Failure::Input);
    }
    Ok(value)
}

/// Formats the parts of a message, one a line.
fn table(parts: &[Part]) -> String {
    let widest = parts.iter().map(|part| part.format.len()).max().unwrap_or(0);
    let mut text = String::new();
    for part in parts {
        let what = match (&part.content, part.role) {
            (Content::Elements(count), _) => counted(*count, "element"),
            (Content::Pairs(count), _) => counted(*count, "pair"),
            (Content::Bytes(bytes), Role::Type) => format!("type {}", String::from_utf8_lossy(bytes)),
            (Content::Bytes(bytes), _) => format!("bytes {}", digits(bytes)),
            (Content::Value(value), Role::Key) => format!("key {value:?}"),
            (Content::Value(value), Role::Type) => format!("type {value:?}"),
            (Content::Value(value), Role::Value) => format!("{value:?}"),
        };
        let indent = "  ".repeat(part.depth as usize);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{:>6} {:>4}  {:<widest$}  {indent}{what}",
            part.offset, part.length, part.format
        );
        if part.role == Role::Value && !part.path.is_empty() {
            let _ = write!(text, "  # {}", part.path);
        }
        if let Some(ty) = part.ty.as_ref().filter(|_| part.role == Role::Value) {
            let separator = if part.path.is_empty() { "  # " } else { ": " };
            let _ = write!(text, "{separator}{}", ty.friendly_name());
        }
        text.push('\n');
    }
    text
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
